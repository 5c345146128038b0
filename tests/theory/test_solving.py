"""The front door's `solve`: with a commission or without, and numbers as people write them."""

from fractions import Fraction
from typing import Any

import pytest

import baccarat as bac
from baccarat.theory.banque.solver import read_stake
from baccarat.theory.casino.solver import solve_casino

UNTYPED: Any = bac
USUAL = Fraction(1, 20)


def test_a_commission_in_words_is_the_one_of_the_casino_game() -> None:
    """Its chance of drawing is the one that Ethier and Lee print: 0.608725."""
    solution = bac.solve("B3", decks=6, commission="5%")
    assert solution == solve_casino("B3", USUAL, decks=6)
    assert float(solution.equilibrium.mixed["1,4"]) == pytest.approx(0.608725, abs=5e-7)


@pytest.mark.parametrize("commission", ["5%", "1/20", "0.05", " 5 % ", USUAL])
def test_a_commission_may_be_written_in_every_way(commission: str | Fraction) -> None:
    assert bac.solve("A1", commission=commission).alpha == USUAL
    assert solve_casino("A1", commission).alpha == USUAL


def test_none_is_the_parlor_game_and_nothing_is_a_commission_of_nothing() -> None:
    parlor, casino = bac.solve("A1"), bac.solve("A1", commission=0)
    assert parlor.value == casino.equilibrium.value == Fraction(-679568, 53094899)


def test_chances_and_stakes_are_read_as_commissions_are() -> None:
    bound = [bac.solve("A1", bind={"5": draws}).value for draws in ("1/4", "25%", Fraction(1, 4))]
    assert len(set(bound)) == 1
    assert read_stake("25%") == read_stake("0.25") == Fraction(1, 4)


@pytest.mark.parametrize(
    ("commission", "line"),
    [
        ("much", "not a number: 'much' (expected a commission from 0 to 1/10, e.g. '5%')"),
        ("50%", "a commission must be a fraction from 0 to 1/10, not 1/2"),
        ("1/0", "not a number: '1/0' (expected a commission from 0 to 1/10, e.g. '5%')"),
    ],
)
def test_what_is_no_commission_is_told_in_one_line(commission: str, line: str) -> None:
    with pytest.raises(bac.BadText) as refused:
        bac.solve("A1", commission=commission)
    assert str(refused.value) == line
    with pytest.raises(bac.BadValue, match=r"solve: commission cannot be 0.05 \(expected "):
        UNTYPED.solve("A1", commission=0.05)
