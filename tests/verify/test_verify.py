"""`baccarat verify`: all figures agree or are explained, and it notices when one does not.

`python tests/verify/test_verify.py` writes its output into docs/reference/verified.md.
"""

import io
import json
import re
from contextlib import redirect_stdout
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import typer
from checkout import ROOT

from baccarat import game, simulate
from baccarat.base.errors import BadText
from baccarat.cli.commands.verify import verify as command
from baccarat.simulation.run import Simulation
from baccarat.verify import Check, Figure, check, checks, figures, verify
from baccarat.verify.checks import AGREES, DIFFERS, choose
from baccarat.verify.long import long_checks
from baccarat.verify.mistakes import MISTAKES
from baccarat.verify.recount import KINDS

PAGE = ROOT / "docs" / "reference" / "verified.md"
SHOWN = re.compile(r"(?<=^```console\n\$ baccarat verify\n).*?(?=^```$)", re.M | re.S)

COMMON_RULES = {
    "stakes of a rolling chip on Player": "2.0",
    "stakes of a rolling chip on Banker": "2.0",
    "edge on Player, less 0.9 % for rolling chips, per cent": "0.335",
    "10 % back after 100 coups on Player, per cent of the win": "10.0",
    "a bonus of 10 to 10 units, turnover 1,000 on Player, units": "-2.35",
}

BANKER = Figure("edge", "banker", "8", "1.0579", "wizardofodds.com/games/baccarat")


def run(*args: str) -> tuple[str, int]:
    """What the command prints, and its exit code."""
    app = typer.Typer()
    app.command()(command)
    screen = io.StringIO()
    with redirect_stdout(screen):
        code = app(args, standalone_mode=False)
    return screen.getvalue(), code or 0


def figure_of(what: str) -> Figure:
    return next(figure for figure in figures() if figure.what == what)


@pytest.mark.slow
def test_every_figure_agrees_or_its_mistake_is_explained() -> None:
    assert [str(found.figure) for found in verify() if not found.is_right] == []


def test_only_what_is_known_to_be_wrong_is_called_so() -> None:
    found = {f"{c.figure.what} {c.figure.published}": c.verdict for c in verify()}
    assert {name: verdict for name, verdict in found.items() if verdict != AGREES} == {
        "bad-beat 8.459": "rounded twice",
        "small 5.27": "six decks",
        "lucky-8-player 13.65": "miscounted",
        "lucky-8-banker 16.60": "miscounted",
        "lucky-nines 19.46": "miscounted",
        "bellagio-match-player 5.27": "impossible",
        "player-fabulous-4 12.09": "rounded up",
        "small 5.2688": "rounded chances",
        "five-cards 8.9380": "rounded chances",
        "five-cards 8.9668": "rounded chances",
        "six-cards 4.6939": "rounded chances",
        **{f"{rule} {said}": "false rule" for rule, said in COMMON_RULES.items()},
    }


@pytest.mark.parametrize("kind", ["dominance", "banquier"])
@pytest.mark.parametrize("model", ["A1", "B3"])
def test_every_cell_of_the_published_tables_is_counted_once(kind: str, model: str) -> None:
    """A1 has a row for each of 8 totals; B3 one for each of 44 hands, some named by their total."""
    named: list[str] = []
    for figure in figures():
        if figure.kind == kind and figure.what.startswith(model):
            assert len(figure.published.split()) == 11
            named += figure.what.partition(": ")[2].split()
    pairs = [(a, b) for a in range(10) for b in range(a, 10) if (a + b) % 10 < 8]
    for a, b in pairs:
        assert named.count(f"{a},{b}") + named.count(str((a + b) % 10)) == 1
    assert len(pairs) == 44


def test_no_figure_stands_twice() -> None:
    keys = [(f.kind, f.what, f.decks, f.published, f.source) for f in figures()]
    assert len(set(keys)) == len(keys)


def test_every_figure_has_a_kind_and_a_source_and_every_kind_is_used() -> None:
    assert {figure.kind for figure in figures()} == KINDS.keys()
    assert {figure.mistake for figure in figures()} == {"", *MISTAKES}
    for figure in figures():
        assert figure.source
        assert bool(figure.mistake) == bool(figure.exact)


POSSIBLE = [figure for figure in figures() if figure.mistake != "impossible"]


@pytest.mark.parametrize("figure", POSSIBLE, ids=lambda f: f"{f.kind}-{f}")
def test_a_figure_that_is_changed_in_its_last_digit_differs(figure: Figure) -> None:
    last = figure.published[-1]
    # Two more, because a figure may lie near the middle between two printed ones.
    other = {".": "R", "R": "B", "B": "R", "P": "B", "d": "e", "D": "S", "S": "D", "*": "S"}
    changed = other.get(last) or str((int(last, 16) + 2) % 10)
    assert check(replace(figure, published=figure.published[:-1] + changed)).verdict == DIFFERS


def test_a_mistake_does_not_excuse_a_figure_of_ours_that_changed() -> None:
    figure = figure_of("bad-beat")
    assert check(figure).verdict == "rounded twice"
    assert check(replace(figure, exact="8.4584")).verdict == DIFFERS


def test_a_mistake_must_give_what_was_printed() -> None:
    assert check(replace(figure_of("lucky-8-player"), mistake="six decks")).verdict == DIFFERS


def test_a_right_figure_needs_no_excuse() -> None:
    ours = check(BANKER).ours
    assert check(replace(BANKER, mistake="rounded twice", exact=str(ours))).verdict == DIFFERS


@pytest.mark.parametrize(
    ("published", "ours", "agrees", "rounded"),
    [
        ("8.46", Fraction("8.4551"), True, "8.455"),
        ("8.46", Fraction("8.4549"), False, "8.455"),
        ("8.45", Fraction("8.455"), True, "8.455"),  # halves go either way
        ("-2.34", Fraction("-2.341"), True, "-2.341"),
        ("+0.5", 0.5, True, "+0.50"),
        ("1,024", Fraction(1024), True, "1,024"),
        ("1,024", Fraction(1025), False, "1,025"),
        ("P B", "P B", True, "P B"),
        ("P B", "P P", False, "P P"),
    ],
)
def test_a_value_agrees_when_it_rounds_to_what_was_printed(
    published: str, ours: Fraction | float | str, agrees: bool, rounded: str
) -> None:
    figure = replace(BANKER, published=published)
    assert figure.agrees(ours) is agrees
    assert Check(figure, ours, AGREES).rounded == rounded


def test_figures_are_chosen_by_name_kind_or_source() -> None:
    assert {figure.source for figure in choose("VEGASTRIP")} == {"vegastrip.com"}
    assert {figure.kind for figure in choose("removal")} == {"removal"}
    assert len(choose("dragon-7 less")) == 10
    assert choose() == list(figures())
    with pytest.raises(BadText, match="no figure has 'whist' in its name, kind or source"):
        choose("whist")


def test_the_command_prints_a_table_and_exits_with_0() -> None:
    printed, code = run("--only", "lucky-8")
    assert code == 0
    assert re.search(r"lucky-8-player, 8 decks +│ +13\.65 │ +11\.976 │ miscounted", printed)
    assert printed.endswith("2 figures: miscounted 2.\n")


def test_the_command_exits_with_1_when_a_figure_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "figures", lambda: (BANKER, replace(BANKER, published="1.06")))
    assert run()[1] == 0
    monkeypatch.setattr(checks, "figures", lambda: (BANKER, replace(BANKER, published="1.17")))
    printed, code = run()
    assert code == 1
    assert re.search(r"1\.17 │ +1\.058 │ differs", printed)
    printed, code = run("--json")
    assert code == 1
    assert json.loads(printed)["is_right"] is False


def printout() -> str:
    return "".join(line.rstrip() + "\n" for line in run()[0].splitlines())


@pytest.mark.slow
def test_the_page_of_figures_has_the_whole_printout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it may be left out, as an example of a page may."""
    monkeypatch.setenv("COLUMNS", "100")
    assert SHOWN.findall(PAGE.read_text("utf-8")) == [printout()]


def test_json_tells_every_figure_exactly() -> None:
    printed, code = run("--json")
    answer = json.loads(printed)
    assert code == 0
    assert answer["is_right"] is True
    assert len(answer["figures"]) == len(figures())
    banker = next(f for f in answer["figures"] if (f["kind"], f["what"]) == ("edge", "banker"))
    assert Fraction(banker["ours"]) == check(BANKER).ours
    assert banker["ours_float"] == float(Fraction(banker["ours"]))
    assert (banker["published"], banker["verdict"], banker["decks"]) == ("1.0579", AGREES, 8)
    road = next(f for f in answer["figures"] if f["what"] == "big road")
    assert road["ours_text"] == road["published"]
    assert (road["decks"], road["endless"]) == (None, False)


def test_long_simulations_are_held_to_what_must_come_out() -> None:
    """A short run of them; an honest dealer fails one of five about once in 1,000 seeds."""
    checks = list(long_checks(fresh=3_000_000, shoes=20_000))
    assert len(checks) == 5
    assert all(check.is_right for check in checks)
    assert checks[0].digest == simulate(3_000_000, 7, fresh=True, depth="totals").tally.digest


def test_a_dealer_who_cheats_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """One deck in place of eight, and a shoe that ends too early."""

    def short_shoes(shoes: int, seed: int, **asked: Any) -> Simulation:
        return simulate(shoes, seed, **{**asked, "game": game("punto-banco", 1)})

    monkeypatch.setattr("baccarat.verify.long.simulate", short_shoes)
    dealt = list(long_checks(fresh=1000, shoes=1000))
    assert not any(check.is_right for check in dealt[1:])


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    PAGE.write_text(SHOWN.sub(lambda _: printout(), page, count=1), "utf-8")
