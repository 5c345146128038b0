"""What dominance leaves of the game, and its text for Gambit, read back by readers of our own."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from baccarat.base.errors import BaccaratError, BadText, BadValue
from baccarat.theory.chemin.reduced_game import reduced
from baccarat.theory.chemin.solver import solve

Shares = dict[str, Fraction]


def some_shares(names: tuple[str, ...], dice: Random) -> Shares:
    return {name: Fraction(dice.randint(0, 6), 6) for name in names}


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(
    ("model", "asked"),
    [
        ("A1", {}),
        ("B3", {"decks": 6}),
        ("B4", {"decks": 1, "bind": {"1,4": "D", "3|8": Fraction(1, 3)}}),
        ("B1", {"composition": "0:20 1:5 4:6 5:9 6:3 8:4 9:5"}),
    ],
)
def test_the_payoff_is_that_of_the_game(model: str, asked: dict[str, Any], whole: bool) -> None:
    solution = solve(model, **asked)
    game, dice = reduced(solution, whole=whole), Random(7)
    for _ in range(3):
        x, y = some_shares(game.ponte, dice), some_shares(game.banquier, dice)
        full = {**solution.ponte, **x}, {**solution.banquier, **y}
        assert game.value(x, y) == solution.payoffs.value(*full)
    assert game.value(solution.ponte, solution.banquier) == solution.value


def test_what_is_settled_is_left_out() -> None:
    solution = solve("B4", decks=6, bind={"1,4": "D", "6|-": "S"})
    assert reduced(solution).ponte == ("0,5", "2,3", "6,9", "7,8")
    assert reduced(solution).banquier == solution.open_cells
    everything = {*solution.banquier} - {*solution.idle, "6|-"}
    assert {*reduced(solution, whole=True).banquier} == everything
    assert reduced(solution).title == "chemin de fer, model B4, 6 decks, bound 1,4=D 6|-=S"


def moves_in(label: str) -> Shares:
    pairs = (told.rpartition("=") for told in label.split() if "=" in told)
    return {name: Fraction(move == "D") for name, _, move in pairs}


@pytest.mark.parametrize("bind", [{}, {"5": "D"}, {"6|-": "S"}])
def test_the_strategic_form_lists_every_pair(bind: dict[str, str]) -> None:
    """Gambit reads the payoffs with the first side's strategies running fastest."""
    game = reduced(solve("A1", bind=bind))
    head, body = game.nfg.split('""\n\n')
    rows, columns = (re.findall('"([^"]*)"', side) for side in head.splitlines()[1:3])
    assert (len(rows), len(columns)) == (2 ** len(game.ponte), 2 ** len(game.banquier))
    payoffs = iter(body.split())
    for column in columns:
        for row in rows:
            worth = game.value(moves_in(row), moves_in(column))
            assert (Fraction(next(payoffs)), Fraction(next(payoffs))) == (worth, -worth)
    assert next(payoffs, None) is None


def expected(lines: Iterator[str], shares: Shares) -> Fraction:
    """The payoff of the tree whose first line comes next."""
    line = next(lines)
    if line[0] == "t":
        first, second = (Fraction(end) for end in line.split("{")[1].strip(" }").split(","))
        assert second == -first
        return first
    told = re.findall(r'"([^"]+)"(?: (\d+/\d+))?', line.split("{")[1])
    weights = [
        Fraction(weight) if weight else (s if name.endswith("=D") else 1 - s)
        for name, weight in told
        for s in [shares.get(name.rpartition("=")[0], Fraction(0))]
    ]
    assert sum(weights) == 1
    return sum((weight * expected(lines, shares) for weight in weights), start=Fraction(0))


@pytest.mark.parametrize("model", ["A1", "B2", "B3", "B4"])
def test_the_extensive_form_has_the_same_payoff(model: str) -> None:
    game, dice = reduced(solve(model, decks=6)), Random(7)
    text = game.efg
    for _ in range(3):
        x, y = some_shares(game.ponte, dice), some_shares(game.banquier, dice)
        lines = iter(text.splitlines()[3:])
        assert expected(lines, {**x, **y}) == game.value(x, y)
        assert next(lines, None) is None


def test_a_game_without_decisions_is_an_end() -> None:
    solution = solve("A1", bind={"5": "D"})
    value = solution.value
    assert reduced(solution).efg.splitlines()[3:] == [f't "" 1 "" {{ {value}, {-value} }}']
    assert "nothing to decide" in reduced(solution).nfg


def test_it_is_saved_by_the_name_of_the_file(tmp_path: Path) -> None:
    game = reduced(solve("B1", decks=6))
    for form in ("nfg", "efg"):
        game.save(tmp_path / f"b1.{form}")
        assert (tmp_path / f"b1.{form}").read_text("utf-8") == getattr(game, form)
    with pytest.raises(BadText, match=r"b1.txt: a game for Gambit must be saved as .nfg or .efg"):
        game.save(tmp_path / "b1.txt")
    with pytest.raises(BaccaratError, match="cannot be written"):
        game.save(tmp_path / "nowhere" / "b1.efg")


def test_bad_input_gets_one_clear_line() -> None:
    with pytest.raises(BadValue, match=r"2\^5 × 2\^18 pairs of strategies are too many to list"):
        _ = reduced(solve("B3", decks=6)).nfg
    with pytest.raises(BadValue, match="solution cannot be 'B3'"):
        reduced("B3")  # type: ignore[arg-type]
    with pytest.raises(BadText, match=r"the ponte's strategy must say what to do at 5"):
        reduced(solve("A1")).value({}, {})
