"""The plot: the same whoever deals, each point where it belongs, and the band around it.

`python tests/simulation/test_plot.py` draws the picture of the docs again.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import asinh, log, sqrt
from pathlib import Path
from xml.etree import ElementTree

import pytest
from asking import run
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat import Tally, bet
from baccarat.base.errors import BaccaratError, BadValue
from baccarat.render.drawing import Drawing
from baccarat.render.funnel import APART, HIGH, WIDE, Funnel, draw_funnels
from baccarat.simulation.engines import reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.run import Simulation, simulate

PICTURE = ROOT / "docs" / "_static" / "funnels.svg"
ROOM = "{http://www.w3.org/2000/svg}"
Points = list[tuple[float, float]]


def picture() -> Drawing:
    return simulate(1_000_000, seed=7, coups=60, milestones=True).plot()


def panels(drawing: Drawing) -> dict[str, ElementTree.Element]:
    found = ElementTree.fromstring(drawing.svg).iterfind(f".//{ROOM}g[@data-bet]")
    return {panel.attrib["data-bet"]: panel for panel in found}


def dots(panel: ElementTree.Element) -> Points:
    found = panel.iterfind(f"{ROOM}circle")
    return [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in found]


def edges(panel: ElementTree.Element) -> tuple[Points, Points]:
    """The upper and the lower edge of the band, from left to right."""
    (dashed,) = panel.iterfind(f"{ROOM}path[@stroke-dasharray]")
    upper, lower = (
        [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", part)]
        for part in dashed.attrib["d"].split("M")[1:]
    )
    return upper, lower[::-1]


def height_at(edge: Points, x: float) -> float:
    for (left, start), (right, end) in pairwise(edge):
        if left <= x <= right:
            return start + (end - start) * (x - left) / (right - left)
    raise AssertionError(f"the band does not reach {x}")


command = partial(run, "simulate")


def test_a_milestone_is_the_tally_of_the_first_shoes() -> None:
    found = simulate(60, 7, milestones=True)
    assert [each.shoes for each in found.milestones] == [2, 3, 5, 7, 10, 14, 20, 28, 40, 56, 60]
    tally, dealt = Tally(), 0
    for each in found.milestones:
        tally += reference.run(Plan(each.shoes - dealt, 7, first=dealt, bets=found.plan.bets))
        dealt = each.shoes
        assert each.tally == tally


@pytest.mark.slow
@pytest.mark.parametrize("fresh", [False, True])
def test_the_plot_is_the_same_whoever_deals(fresh: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    plots = {
        simulate(70, 7, fresh=fresh, engine=engine, threads=threads, milestones=True).plot()
        for engine, threads in [("cpu", 1), ("cpu", 2), ("reference", None)]
    }
    monkeypatch.setattr(reference, "MOST_COUPS", 1)
    plots.add(simulate(70, 7, fresh=fresh, engine="reference", milestones=True).plot())
    assert len(plots) == 1


def test_milestones_do_not_change_the_tally() -> None:
    assert simulate(5000, 7, milestones=True).tally == simulate(5000, 7).tally
    assert simulate(5000, 7).milestones == ()


def test_after_a_checkpoint_it_begins_where_that_has_ended(tmp_path: Path) -> None:
    whole = simulate(900, 7, milestones=True).milestones
    file = tmp_path / "run.json"
    simulate(300, 7, checkpoint=file)
    rest = simulate(900, 7, checkpoint=file, milestones=True).milestones
    assert rest == tuple(each for each in whole if each.shoes > 300)
    again = simulate(900, 7, checkpoint=file, milestones=True)
    assert again.milestones == whole[-1:]
    assert [len(dots(panel)) for panel in panels(again.plot()).values()] == [1, 1, 1]


def test_a_stopped_one_ends_with_what_is_finished() -> None:
    def interrupt(_: Tally, shoes: int) -> None:
        if shoes >= 25:
            raise KeyboardInterrupt

    stopped = simulate(100, 7, engine="reference", milestones=True, progress=interrupt)
    assert not stopped.is_whole
    assert stopped.milestones[-1].shoes == stopped.shoes
    assert stopped.milestones[-1].tally == stopped.tally
    assert len(panels(stopped.plot("banker"))) == 1


@pytest.fixture(scope="module")
def dealt() -> Simulation:
    return simulate(100_000, 7, coups=10, milestones=True)


@pytest.mark.parametrize("key", ["player", "banker", "tie", "dragon-7"])
def test_a_point_lies_in_the_band_if_its_error_is_small(dealt: Simulation, key: str) -> None:
    """2.5758 standard errors on either side hold 99 % of a normal distribution."""
    panel = panels(dealt.plot(key))[key]
    upper, lower = edges(panel)
    exact = dealt.exact.of(bet(key))
    for (x, y), each in zip(dots(panel), dealt.milestones, strict=True):
        missed = float(each.tally.of_bet(bet(key)).edge - exact.edge)
        error = missed / (exact.deviation / sqrt(each.tally.total))
        above, below = height_at(upper, x), height_at(lower, x)
        if abs(abs(error) - 2.5758) > 0.1:  # closer than that, a line's width decides
            assert (above <= y <= below) == (abs(error) < 2.5758)
        # An edge above the exact one is drawn above the middle.
        if abs(y - HIGH / 2) > 0.2:
            assert (y < HIGH / 2) == (missed > 0)


def test_the_band_is_as_wide_as_the_published_deviation_tells() -> None:
    """wizardofodds.com/games/baccarat prints the deviations of eight decks to four places."""
    found = simulate(10, milestones=True)
    for spot, deviation in {"player": 0.9512, "banker": 0.9274, "tie": 2.6409}.items():
        funnel = found._funnel(spot)
        assert abs(funnel.half_width(10**6) - 2.5758 * deviation / 1000) < 2e-7


@examples(12)
@given(
    st.lists(st.integers(1, 10**12), min_size=2, max_size=20, unique=True),
    st.floats(0.1, 20),
    st.integers(-300, 300),
)
def test_coups_run_by_decades_and_misses_by_their_sine(
    coups: list[int], deviation: float, missed: int
) -> None:
    """Each place is found again from the formulas of the page."""
    coups.sort()
    exact = Fraction(1, 100)
    found = [(number, exact + Fraction(missed, 1000)) for number in coups]
    funnel = Funnel("a bet", exact, deviation, found)
    drawn = dots(panels(draw_funnels([funnel]))["a bet"])
    unit = 2.5758293 * deviation / sqrt(coups[-1])
    most = 1.1 * max(abs(missed) / 1000, 2.5758293 * deviation / sqrt(coups[0]))
    for (x, y), number in zip(drawn, coups, strict=True):
        share = log(number / coups[0]) / log(coups[-1] / coups[0])
        assert abs(x - (APART + (WIDE - 2 * APART) * share)) < 0.06
        up = asinh(missed / 1000 / unit) / asinh(most / unit)
        assert abs(y - HIGH / 2 * (1 - up)) < 0.06


def test_the_panel_tells_the_exact_edge_and_the_one_that_was_dealt(dealt: Simulation) -> None:
    written = re.findall(r">([^<>]+)</text>", dealt.plot().svg)
    for spot, exact in {"player": "1.2351", "banker": "1.0579", "tie": "14.3596"}.items():
        edge = 100 * float(dealt.of(bet(spot)).edge)
        assert spot in written
        # wizardofodds.com/games/baccarat: the edges of eight decks
        assert f"exact edge {exact} %, dealt {edge:.4f} %" in written
    assert {"1,000", "10,000", "100,000", "1 million"} <= {*written}
    assert "punto-banco, 8 decks: the first 100,000 shoes of seed 7, 10 coups of each." in written


def test_an_edge_of_the_guest_has_a_minus() -> None:
    found = simulate(10, milestones=True)
    assert "exact edge &#8722;14.9225 %" in found.plot("dragon-7:50").svg


def test_it_draws_what_is_on_the_felt() -> None:
    table = simulate(10, game="chemin-de-fer", decide=lambda _: True, milestones=True)
    assert [*panels(table.plot())] == ["player", "banker"]


def test_it_is_plain_ascii() -> None:
    assert simulate(1, milestones=True).plot("banker").svg.isascii()


@pytest.mark.slow
def test_the_picture_of_the_docs_is_todays() -> None:
    assert PICTURE.read_bytes() == picture().svg.encode("ascii")


def test_without_milestones_there_is_nothing_to_draw() -> None:
    with pytest.raises(BadValue, match="simulate with milestones=True"):
        simulate(5).plot()


def test_an_unknown_bet_is_refused() -> None:
    with pytest.raises(BaccaratError, match="unknown bet"):
        simulate(5, milestones=True).plot("blackjack")


def test_the_command_writes_the_file(tmp_path: Path) -> None:
    file = tmp_path / "edges.svg"
    args = ("--shoes", "50", "--seed", "7", "--plot", str(file))
    code, out, _ = command(*args, "--json")
    assert (code, json.loads(out)["plot"]) == (0, str(file))
    assert file.read_text("ascii") == simulate(50, 7, milestones=True).plot().svg
    assert command(*args, "--bet", "tie", "--bet", "dragon-7:50")[0] == 0
    assert [*panels(Drawing(file.read_text("ascii")))] == ["tie", "dragon-7:50"]


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--plot", "edges.jpg"], "edges.jpg: a drawing is saved as .svg, .png or .pdf"),
        (["--plot", "-"], "--plot needs a file"),
        (["--plot", "/no/such/edges.svg"], "edges.svg: cannot be written: there is no such folder"),
        (["--plot", "edges.svg", "--bet", "blackjack"], "unknown bet"),
    ],
)
def test_bad_input_is_told_in_one_line_before_anything_is_dealt(
    args: list[str], complaint: str
) -> None:
    code, out, err = command("--shoes", str(10**15), *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_a_full_disk_leaves_the_numbers_and_one_line(
    tmp_path: Path, on_a_full_disk: Callable[[int], list[str]]
) -> None:
    program = [*on_a_full_disk(1000), sys.executable, "-m", "baccarat", "simulate"]
    args = ["--engine", "reference", "--shoes", "3", "--seed", "7"]
    done = subprocess.run(
        [*program, *args, "--plot", tmp_path / "edges.svg"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert simulate(3, 7).tally.digest in done.stdout
    assert done.stderr.count("\n") == 1
    assert "edges.svg: cannot be written: File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


if __name__ == "__main__":
    picture().save(PICTURE)
