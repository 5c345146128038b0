"""The table of known equilibria: what the solver finds, and where strategies turn.

`python tests/theory/casino/test_known_equilibria.py` makes the table again; this takes seconds.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.theory.casino import known_equilibria
from baccarat.theory.casino.all_commissions import commissions
from baccarat.theory.casino.known_equilibria import (
    FILE,
    SHOES,
    critical_commissions,
    critical_decks,
    known_equilibrium,
    letter_of,
)
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.chemin.all_decks import solve_for_all
from baccarat.theory.chemin.solver import solve

QUICK = [("A1", None), ("B1", 4), ("B4", 12)]
SLOW = [pytest.param("B2", 8, marks=pytest.mark.long), ("B3", 6)]


@pytest.mark.parametrize(("model", "decks"), QUICK)
@examples(4)
@given(alpha=st.fractions(0, Fraction(1, 10), max_denominator=5_000))
def test_the_table_has_the_solvers_equilibrium(
    model: str, decks: int | None, alpha: Fraction
) -> None:
    assert known_equilibrium(model, alpha, decks) == solve_casino(model, alpha, decks).equilibrium


@pytest.mark.parametrize(("model", "decks"), SLOW)
def test_it_has_so_on_either_side_of_a_critical_commission(model: str, decks: int) -> None:
    for critical in critical_commissions(model, decks) or ():
        at = critical.alpha.refined(Fraction(1, 10**9))
        for alpha in (at.low, at.high):
            found = known_equilibrium(model, alpha, decks)
            assert found == solve_casino(model, alpha, decks).equilibrium


def test_without_a_commission_it_is_the_parlor_game() -> None:
    for model, decks in (*QUICK, ("B3", 6)):
        found, solved = known_equilibrium(model, Fraction(0), decks), solve(model, decks)
        assert found is not None
        assert (found.value, found.ponte, found.banquier) == (
            solved.value,
            solved.ponte,
            solved.banquier,
        )


@pytest.mark.parametrize(("model", "decks"), [*QUICK, *SLOW])
def test_critical_commissions_are_those_of_every_commission_at_once(
    model: str, decks: int | None
) -> None:
    turns, found = commissions(model, decks).turns, critical_commissions(model, decks)
    assert found is not None
    assert [one.alpha for one in found] == [turn.alpha for turn in turns]
    for one, turn in zip(found, turns, strict=True):
        assert set(turn.turning) >= {name for name, _, _ in one.turning} > set()


@pytest.mark.parametrize("model", ["B1", "B4", pytest.param("B3", marks=pytest.mark.long)])
def test_the_last_critical_number_of_decks_is_where_the_formulas_begin(model: str) -> None:
    assert max(critical_decks(model, Fraction(0))) == solve_for_all(model).claim.holds_from


def test_what_turns_from_deck_to_deck_is_told_with_both_moves() -> None:
    assert critical_decks("B1", Fraction(0)) == {4: (("5|4", "S", "D"),)}
    assert critical_decks("A1", Fraction(0)) == {}


def test_what_is_not_in_the_table_is_not_guessed() -> None:
    for model, decks in (("A2", None), ("B3", 13), ("B3", None), ("C1", 6)):
        assert known_equilibrium(model, Fraction(0), decks) is None
        assert critical_commissions(model, decks) is None
    assert known_equilibrium("B3", Fraction(1, 9), 6) is None


def solved_again() -> dict[str, dict[str, list[dict[str, object]]]]:
    """The whole table, as the solver calculates it now."""
    return {
        model: {str(decks or ""): list(_solved(model, decks)) for decks in shoes}
        for model, shoes in SHOES.items()
    }


def _solved(model: str, decks: int | None) -> Iterator[dict[str, object]]:
    found = commissions(model, decks)
    if not found.is_unique or found.idle:
        raise AssertionError(
            f"{model} with {decks} decks has more strategies than the table can hold"
        )
    for piece in found.pieces:
        (one,) = piece.structures
        banquier = [one.banquier[cell] for cell in found.model.cells]
        yield {
            "low": piece.low.as_json(),
            "high": piece.high.as_json(),
            "ponte": {
                name: [[int(a) for a in draws.numerator], [int(a) for a in draws.denominator]]
                for name, draws in one.ponte.items()
            },
            "banquier": "".join(map(letter_of, banquier)),
            "mixed": [str(draws) for draws in banquier if 0 < draws < 1],
        }


@pytest.mark.long
def test_the_whole_table_comes_out_again() -> None:
    path = Path(known_equilibria.__file__).with_name(FILE)
    assert json.loads(path.read_text("utf-8")) == solved_again()


def test_the_table_has_the_shoes_that_it_says() -> None:
    path = Path(known_equilibria.__file__).with_name(FILE)
    told = json.loads(path.read_text("utf-8"))
    assert {model: tuple(shoes) for model, shoes in told.items()} == {
        model: tuple(str(decks or "") for decks in shoes) for model, shoes in SHOES.items()
    }


if __name__ == "__main__":
    path = Path(known_equilibria.__file__).with_name(FILE)
    path.write_text(json.dumps(solved_again()) + "\n", "utf-8")
