"""Every notebook runs, in two settings, and says what is known from elsewhere.

The figures are published ones, those of pages of `docs/` whose examples other tests run, or come
from a formula that shares nothing with what the notebook calls.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from socket import create_connection
from time import sleep
from types import SimpleNamespace
from typing import Any

import marimo
import pytest
from checkout import ROOT

import baccarat as bac

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))
NAMES = [path.stem for path in NOTEBOOKS]
PICTURE = ROOT / "docs" / "_static" / "notebook.jpg"
"""`python tests/test_notebooks.py` takes it."""

Values = Mapping[str, Any]


def run(name: str, **controls: object) -> Values:
    """What a notebook defines, with these values of its controls instead of the usual ones."""
    path = ROOT / "notebooks" / f"{name}.py"
    spec = spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    chosen = {control: SimpleNamespace(value=value) for control, value in controls.items()}
    shown, defined = module.app.run(defs=chosen)
    pages = [marimo.as_html(each).text for each in shown if each is not None]
    assert len(pages) > 5
    assert not [page for page in pages if "Traceback" in page or "nan" in page.split()]
    return {**defined, "shown": "\n".join(pages)}


@cache
def usual(name: str) -> Values:
    """A notebook as it opens."""
    return run(name)


def lies_in(value: float, interval: tuple[float, float]) -> bool:
    low, high = interval
    return low <= value <= high


def test_there_are_six() -> None:
    assert len(NAMES) == 6


def test_the_page_and_the_notebooks_name_each_other() -> None:
    page = (ROOT / "docs" / "notebooks.md").read_text()
    for path in NOTEBOOKS:
        assert f"notebooks/{path.name}" in page
        for named in re.findall(r"`(?:notebooks/)?(\w+\.py)`", path.read_text()):
            assert named in [each.name for each in NOTEBOOKS]
        for named in re.findall(r"`(docs/[\w-]+\.md)`", path.read_text()):
            assert (ROOT / named).is_file()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_a_notebook_needs_the_front_door_and_marimo_alone(path: Path) -> None:
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                assert alias.name in {"baccarat", "marimo"} or alias.name in sys.stdlib_module_names
        if isinstance(node, ast.ImportFrom):
            assert node.module in sys.stdlib_module_names
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert node.value.id != "bac" or node.attr in dir(bac)
    end = tree.body[-1]
    assert ast.unparse(end) == "if __name__ == '__main__':\n    app.run()"


def test_marimo_finds_nothing_wrong() -> None:
    command = [sys.executable, "-m", "marimo", "check", "--strict", *map(str, NOTEBOOKS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_a_notebook_is_a_script_too() -> None:
    as_script("first_coup")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_notebook_is_a_script_too(name: str) -> None:
    as_script(name)


def as_script(name: str) -> None:
    command = [sys.executable, str(ROOT / "notebooks" / f"{name}.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_notebook_runs_wherever_its_controls_stand(name: str) -> None:
    """At both ends of every slider, and with each word of every menu."""
    controls = {
        key: each
        for key, each in usual(name).items()
        if isinstance(each, marimo.ui.slider | marimo.ui.dropdown)
    }
    usually = {key: each.value for key, each in controls.items()}
    assert usually
    for key, control in controls.items():
        places = (
            (control.start, control.stop)
            if isinstance(control, marimo.ui.slider)
            else control.options.values()
        )
        for place in places:
            run(name, **{**usually, key: place})


def test_first_coup_begins_with_the_published_chances_and_ends_with_the_winner() -> None:
    found = usual("first_coup")
    assert found["exact"].tally.total == 4_998_398_275_503_360
    before, *_, after = found["chances"]
    for bet, ways in WAYS[8].items():
        assert before[bet].wins == ways
    assert before["banker"].wins == found["exact"]["banker"].wins
    won = {None: "tie", bac.Side.PLAYER: "player", bac.Side.BANKER: "banker"}
    assert after[won[found["chosen"].winner]].chance == 1
    assert found["paid"].won == -100 + 95 - 10  # coup 40 of seed 7: Banker wins
    assert "<svg" in found["shown"]


def test_another_first_coup_is_weighed_card_by_card() -> None:
    found = run("first_coup", seed=11, turn=3)
    coup = found["chosen"]
    assert coup == found["coups"][2] == list(bac.deal_shoe(bac.Rules().shoe(seed=11)))[2]
    *_, before_last, _ = found["chances"]
    assert len(coup.cards) > 4
    assert before_last["tie"].chance == chance_of_a_tie(coup.cards[:-1])


def chance_of_a_tie(seen: tuple[bac.Card, ...]) -> Fraction:
    """By trying every card that is left of eight decks as the last one of the coup."""
    left = [128 if points == 0 else 32 for points in range(10)]
    for card in seen:
        left[card.points] -= 1
    ties = 0
    for points, number in enumerate(left):
        last = bac.Card.parse(str(points))
        whole = bac.deal([*(card.at(bac.Depth.POINTS) for card in seen), last])
        ties += number * (whole.winner is None)
    return Fraction(ties, sum(left))


WAYS = {
    8: {
        "banker": 2_292_252_566_437_888,
        "player": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    },
    6: {"banker": 403_095_751_234_560, "player": 392_220_492_728_832, "tie": 83_552_962_932_288},
}
"""Orders of six cards by result, as published (wizardofodds.com/games/baccarat), by decks."""


@pytest.mark.parametrize(
    ("controls", "decks", "commission", "edge"),
    [
        ({}, 8, Fraction(5, 100), 0.010579),
        ({"decks": 6, "commission": 4, "seed": 3}, 6, Fraction(4, 100), 0.005972),
    ],
)
def test_the_edge_is_the_commission_less_what_banker_wins(
    controls: dict[str, object], decks: int, commission: Fraction, edge: float
) -> None:
    found = run("why_the_edge_is_1_06", **controls) if controls else usual("why_the_edge_is_1_06")
    ways = WAYS[decks]
    assert found["ways"] == ways
    total = sum(ways.values())
    even = Fraction(ways["banker"] - ways["player"], total)
    first, *_, last = found["steps"].values()
    assert (first, last) == (0, even)
    assert found["taken"] == commission * Fraction(ways["banker"], total)
    assert found["banker"].edge == found["taken"] - even
    assert float(found["banker"].edge) == pytest.approx(edge, abs=5e-7)
    assert found["fair"] == Fraction(ways["banker"] - ways["player"], ways["banker"])
    # An honest program fails this in 1 of 100 seeds.
    assert lies_in(edge, (found["low"], found["high"]))
    assert abs(found["dealt"].z(found["banker"].bet)) < 2.6


def test_no_system_changes_what_a_unit_wins() -> None:
    found = usual("does_your_system_work")
    assert found["law"] == pytest.approx(-0.0105790578, abs=1e-10)
    assert set(found["compared"]) == set(found["SYSTEMS"])
    for played in found["compared"].values():
        # An honest program fails one of the eleven in 1 of 10 seeds, because each is 99 %.
        assert lies_in(found["law"], played.won_interval())
    # The table of docs/does-it-work.md, 20,000 sessions of the same terms and the same seed.
    page = (ROOT / "docs" / "does-it-work.md").read_text()
    row = next(line for line in page.splitlines() if line.startswith("│ martingale "))
    numbers = [float(text.replace(",", "")) for text in row.split("│")[2:-1]]
    ahead, ruined = numbers[5] / 100, numbers[6] / 100
    assert lies_in(ahead, found["chosen"].ahead.interval())
    assert lies_in(ruined, found["chosen"].ended("ruined").interval())


def test_double_or_nothing_is_huygens_formula() -> None:
    found = usual("does_your_system_work")
    ways = WAYS[8]
    loses = Fraction(ways["banker"], ways["player"])
    assert found["at_once"] == 1 / (1 + loses)
    assert found["one_by_one"] == pytest.approx(float(1 / (1 + loses**10)), abs=1e-12)


def test_every_side_of_the_menu_can_be_bet_on() -> None:
    found = usual("does_your_system_work")
    assert list(found["side"].options) == found["SIDES"]
    for side in found["SIDES"]:
        assert bac.stake("flat", 10, on=side, session=found["session"]).action > 0


def test_another_system_on_another_side_does_not_work_either() -> None:
    found = run("does_your_system_work", system="d-alembert", side="player", most=20)
    assert found["law"] == pytest.approx(-0.0123508133, abs=1e-10)
    assert found["chosen"].plan.session.most == 20
    assert lies_in(found["law"], found["chosen"].won_interval())
    for side in found["SIDES"]:
        played = bac.stake("flat", 10, seed=1, on=side, session=found["session"])
        assert -0.012351 < played.by_law / played.action < -0.010579


REMOVED = {
    "dragon-7": "0.086301 0.049809 -0.089626 -0.107608 -0.268029 -0.263480 -0.324220 -0.358371"
    " 0.537816 0.478503",
    "player": "-0.001778 -0.004480 -0.005426 -0.006720 -0.011952 0.008406 0.011284 0.008173"
    " 0.005330 0.002494",
}
"""What one card less of 0, 1, … 9 points adds, in per cent of the stake: tables of the count."""


def test_a_count_of_dragon_7_earns_what_was_published() -> None:
    found = usual("what_a_count_is_worth")
    effects = [f"{100 * float(effect):.6f}" for effect in found["effects"].values()]
    assert effects == REMOVED["dragon-7"].split()
    assert float(found["effects"].odds.edge) == pytest.approx(0.076113, abs=5e-7)
    assert str(found["play"]) == "dragon-7: tags 0 0 0 -1 -1 -1 -1 2 2 0; true count ≥ 4"
    always, counted, perfect = found["guests"].values()
    assert lies_in(0.597, counted.units.interval())  # E. Jacobson's figure, units a shoe
    assert perfect.units.value > counted.units.value
    assert lies_in(-0.076113 * 81.281, always.units.interval())  # coups a shoe, last-coup rule B
    assert all(abs(guest.z) < 3 for guest in found["guests"].values())
    for at, row in found["often"].items():
        line = float(found["count"].slope) * (at + 0.5) - 0.076113
        assert row["expected"] / row["units_laid"] == pytest.approx(line, abs=0.012)


def test_a_count_of_player_finds_no_bet_in_a_shallow_shoe() -> None:
    found = run("what_a_count_is_worth", bet="player", cut_card=104)
    effects = [f"{100 * float(effect):.6f}" for effect in found["effects"].values()]
    assert effects == REMOVED["player"].split()
    assert found["guests"]["by the count"].bets.value == 0
    assert "found nothing to bet on" in found["shown"]
    assert "luck is larger" not in found["shown"]


def test_no_hours_are_told_for_a_count_that_may_be_worth_nothing() -> None:
    found = run("what_a_count_is_worth", bet="banker", cut_card=14)
    low, high = found["guests"]["by the count"].units.interval()
    assert low < 0 < high
    assert "interval reaches below zero" in found["shown"]
    assert "hours" not in found["shown"]


def test_the_bets_pay_what_the_notebook_says() -> None:
    text = (ROOT / "notebooks" / "what_a_count_is_worth.py").read_text()
    for spelled, price in {"Dragon 7": 40, "Panda 8": 25, "Big Tiger": 50}.items():
        [pays] = bac.bet(spelled.lower().replace(" ", "-")).pays.values()
        assert pays == price
        assert re.search(rf"{spelled}\*\s+(pays\s+)?{price}\s+to\s+1", text)


def test_chemin_de_fer_has_kemenys_and_snells_solution() -> None:
    found = usual("chemin_de_fer_solved")
    solved, real = found["solved"], found["real"]
    assert solved.value == Fraction(-679_568, 53_094_899)
    assert solved.mixed == {"5": Fraction(9, 11), "6|-": Fraction(859, 2288)}
    assert max(found["roof"], key=lambda draws: found["roof"][draws]) == Fraction(9, 11)
    assert max(found["roof"].values()) == solved.value
    assert found["replied"].value == found["roof"][Fraction(1, 2)] < solved.value
    assert found["counted"].expectation == found["reply"].value == found["roof"][1]
    low, high = found["dealt"].edge_interval()
    assert lies_in(-float(found["reply"].value), (low, high))
    assert "costs the ponte 679568/53094899, or\n0.012799 units" in found["shown"]
    # Ethier and Gámez 2013, six decks.
    assert real.value == Fraction(-73_356_216_203_119, 5_712_649_844_821_920)
    assert real.ponte["1,4"] == Fraction(35_003, 74_880)
    assert real.banquier["0,6|-"] == Fraction(18_885_571, 36_781_056)
    # docs/chemin-de-fer.md: what punto banco's table costs in B3, per cent.
    costs = {side: f"{100 * float(cost):.4f}" for side, cost in found["price"].items()}
    assert costs == {bac.Side.PLAYER: "0.0972", bac.Side.BANKER: "0.0467"}


def test_chemin_de_fer_with_totals_follows_the_formula_for_all_decks() -> None:
    found = run("chemin_de_fer_solved", draws=18, model="B1", decks=8)
    assert found["replied"].value == found["solved"].value  # 18/22 = 9/11
    d = Fraction(8)  # the quotients that docs/chemin-de-fer.md proves from four decks on
    ponte = (36864 * d**3 - 9312 * d**2 + 732 * d - 23) / (45056 * d**3 - 9104 * d**2 + 552 * d - 8)
    assert found["real"].ponte["5"] == ponte


def test_late_coups_are_longer_and_first_ones_are_not() -> None:
    found = usual("the_cut_card_effect")
    exact, shoes = found["exact"], found["shoes"]
    _, _, low, high = found["in_every_shoe"]
    assert lies_in(exact, (low, high))
    for turn in (18, 19, 20):
        _, _, _, high = found["later"][turn]
        assert high < exact
    left = sum(high < exact for _, _, _, high in found["later"].values())
    assert f"left of the line: {left} of {len(found['later'])}." in found["shown"]
    shares = list(found["by_coups"].values())
    assert shares == sorted(shares)
    assert sum(times for (what, _), times in found["found"].items() if what == "shoes of") == shoes


def test_eight_decks_agree_with_the_run_of_a_million_million_coups() -> None:
    found = run("the_cut_card_effect", decks=8, seed=3)
    counts, exact = found["found"], found["exact"]
    coups = sum(coups * times for (what, coups), times in counts.items() if what == "shoes of")
    # 80.484 ± 0.001 coups a shoe (simulated elsewhere), whose deviation is 1.62.
    assert abs(coups / found["shoes"] - 80.484) < 3 * 1.62 / found["shoes"] ** 0.5
    page = (ROOT / "docs" / "cut-card.md").read_text()
    row = re.search(r"^\| four cards \| (.*?) % \| \*\*−(.*?)\*\* ± (.*?) \|", page, re.M)
    assert row
    assert f"{100 * exact:.4f}" == row[1]
    _, _, low, high = found["whole"]
    assert lies_in(-float(row[2]) / 1e6, (low - exact, high - exact))
    text = (ROOT / "notebooks" / "the_cut_card_effect.py").read_text()
    told = " ".join(text.split())
    assert f"1,000,408,399,612 coups on a GPU to see it plainly: −{row[2]} in a million" in told
    assert f"give or take {row[3]}" in told
    assert "| 14 behind, rule A | 1,000,408,399,612 |" in page
    assert "Banker won 1.7 times in a million less often" in told
    assert "| Banker wins | 45.8597 % | **−1.7**" in page


def main() -> None:
    """Take the picture of docs/notebooks.md."""
    from chromium import open_page

    port = 27_180
    command = [sys.executable, "-m", "marimo", "run", str(ROOT / "notebooks" / "first_coup.py")]
    options = ["--headless", "--no-token", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen([*command, *options]) as server:
        try:
            wait_for(port)
            with open_page() as page:
                page.set_viewport_size({"width": 960, "height": 4000})
                page.goto(f"http://127.0.0.1:{port}")
                end = page.get_by_role("heading", name="How a coup is decided")
                end.wait_for(timeout=60_000)
                page.wait_for_timeout(5_000)  # for fonts, and roads that are still drawn
                start = page.get_by_role("heading", name="A whole shoe")
                top, bottom = (each.bounding_box() for each in (start, end))
                assert top
                assert bottom
                high = bottom["y"] - top["y"]
                clip: Any = {"x": 20, "y": top["y"] - 16, "width": 920, "height": high}
                page.screenshot(path=PICTURE, type="jpeg", quality=80, clip=clip)
        finally:
            server.terminate()


def wait_for(port: int) -> None:
    """Until somebody listens there."""
    for _ in range(200):
        try:
            create_connection(("127.0.0.1", port)).close()
        except OSError:
            sleep(0.1)
        else:
            return


if __name__ == "__main__":
    main()
