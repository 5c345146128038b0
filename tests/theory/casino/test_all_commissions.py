"""The casino game at every commission: pieces, critical commissions, and what proves them."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from made_up_games import made_up
from sample_sizes import examples

from baccarat.base.errors import BaccaratError, NotProved
from baccarat.core.shoe import Composition
from baccarat.theory.casino.all_commissions import (
    Commissions,
    CommissionsPiece,
    commissions,
    commissions_of,
    prove,
)
from baccarat.theory.casino.check import check_casino
from baccarat.theory.casino.solver import equilibria_of, solve_casino
from baccarat.theory.casino.spans import check_spans, joined, write_spans
from baccarat.theory.chemin.solver import solve
from baccarat.theory.numbers import Algebraic

MOST = Fraction(1, 10)
TURNING = [("B1", 4), ("B2", 8), ("B3", 2), ("B3", 6), ("B4", 4)]
"""Games with critical commissions."""
GAMES = [("A1", None), ("B1", 6), ("B4", 6), *TURNING]
some_commission = st.fractions(0, MOST, max_denominator=10_000)


@cache
def found(name: str, decks: int | None) -> Commissions:
    return commissions(name, decks)


def piece_at(every: Commissions, alpha: Fraction) -> CommissionsPiece:
    """The piece that a commission lies on, if it is not critical."""
    (piece,) = [
        piece
        for piece in every.pieces
        if (piece.low <= alpha and alpha <= piece.high)
        and alpha not in [turn.alpha for turn in every.turns]
    ]
    return piece


def test_the_endless_game_is_solved_as_by_hand() -> None:
    """A banquier with six, against a Player who stood, must be indifferent.

    Totals of 5, 6 and 7 are equally frequent. What drawing adds for him, in thirteenths and with
    k = 1 − a, is 7k − 5 − 13k against a 5, 3k − 6 against a 6 and 2k − 10 + 13 against a 7. So the
    part of the fives on which Player stands is (5k − 3)/(6k + 5).
    """
    (piece,) = found("A1", None).pieces
    (only,) = piece.structures
    assert str(only.mixed["5"]) == "(9 - a)/(11 - 6a)"
    for alpha in (Fraction(0), Fraction(1, 20), MOST):
        k = 1 - alpha
        assert only.mixed["5"](alpha) == 1 - (5 * k - 3) / (6 * k + 5)


@pytest.mark.parametrize(("name", "decks"), GAMES)
def test_the_pieces_begin_with_the_parlor_game(name: str, decks: int | None) -> None:
    every, parlor = found(name, decks), solve(name, decks)
    (only,) = every.pieces[0].structures
    assert only.value(0) == parlor.value
    assert {key: draws(0) for key, draws in only.ponte.items()} == parlor.ponte
    assert only.banquier == parlor.banquier


@pytest.mark.slow
@pytest.mark.parametrize(("name", "decks"), GAMES)
@given(alpha=some_commission)
@examples(3)
def test_a_piece_says_what_the_game_at_one_commission_says(
    name: str, decks: int | None, alpha: Fraction
) -> None:
    every = found(name, decks)
    one = solve_casino(name, alpha, decks).equilibrium
    (only,) = piece_at(every, alpha).structures
    assert {key: draws(alpha) for key, draws in only.ponte.items()} == one.ponte
    assert only.banquier == one.banquier
    assert only.value(alpha) == one.value
    assert only.banquier_value(alpha) == one.banquier_value


@pytest.mark.parametrize(("name", "decks"), GAMES)
def test_pieces_and_critical_commissions_leave_nothing_out(name: str, decks: int | None) -> None:
    every = found(name, decks)
    assert every.pieces[0].low == 0
    assert every.pieces[-1].high == MOST
    ends = [piece.high for piece in every.pieces[:-1]]
    assert ends == [piece.low for piece in every.pieces[1:]]
    assert ends == [turn.alpha for turn in every.turns]


@pytest.mark.parametrize(("name", "decks"), TURNING)
def test_close_to_a_critical_commission_there_is_what_the_pieces_say(
    name: str, decks: int | None
) -> None:
    """A hair before and a hair after it, each solved alone; and there both are equilibria."""
    every = found(name, decks)
    assert every.turns
    for turn, before, after in zip(every.turns, every.pieces, every.pieces[1:], strict=False):
        close = turn.alpha.refined(Fraction(1, 10**25))
        sides = [solve_casino(name, end, decks).equilibrium for end in (close.low, close.high)]
        for one, piece in zip(sides, (before, after), strict=True):
            assert one.banquier == piece.structures[0].banquier
        assert sides[0].banquier != sides[1].banquier
        (there,) = turn.structures
        assert there.banquier_set.corners is not None
        meet = [
            {**there.banquier, **dict(zip(there.banquier_set.names, c, strict=True))}
            for c in there.banquier_set.corners
        ]
        assert len(meet) == 2
        assert all(one.banquier in meet for one in sides)
        assert set(turn.turning) < set(there.banquier_set.names)


def require_one_equilibrium(every: Commissions) -> None:
    """Certificates reach from 0 to 1/10, and have the critical commissions that the solver has."""
    proofs = prove(every)
    ends = [Fraction(0), *(proof.high for proof in proofs)]
    assert [proof.low for proof in proofs] == ends[:-1]
    assert ends[-1] == MOST
    said = check_spans(write_spans(proofs))
    assert "commission 0 to 1/10: there is one equilibrium and no other" in said
    critical = joined(proofs).critical
    assert said.count(" the root of ") == len(critical) == len(every.turns)
    for alpha, turn in zip(critical, every.turns, strict=True):
        assert alpha.polynomial in signed(turn.alpha.polynomial)
        assert alpha.low < turn.alpha
        assert turn.alpha < alpha.high
        assert abs(float(alpha) - float(turn.alpha)) < 1e-15


def signed(polynomial: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {polynomial, tuple(-a for a in polynomial)}


@pytest.mark.parametrize(("name", "decks"), GAMES)
def test_certificates_leave_out_no_commission(name: str, decks: int | None) -> None:
    require_one_equilibrium(found(name, decks))


USUAL = (4, 6, 8)
"""Numbers of decks that are tried every time; the others take a minute."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["B1", "B2", "B3", "B4"])
@pytest.mark.parametrize(
    "decks",
    [pytest.param(d, marks=[pytest.mark.long] * (d not in USUAL)) for d in range(1, 13)],
)
def test_from_one_to_twelve_decks_certificates_show_one_equilibrium(name: str, decks: int) -> None:
    every = commissions(name, decks)
    assert every.is_unique
    assert all(turn.alpha.exact is None for turn in every.turns)
    require_one_equilibrium(every)


@pytest.mark.parametrize(("name", "decks"), GAMES)
def test_the_whole_span_has_no_other_signs(name: str, decks: int | None) -> None:
    """What the certificate of the whole span finds is on a piece or at a critical commission."""
    every = found(name, decks)
    said = check_casino(every.certificate)
    kinds = len(every.turns) + len(every.pieces)
    signs = f"one of {kinds} sets of signs" if every.turns else "this set of signs"
    assert said.endswith(f"every equilibrium has {signs}")


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (
            lambda: check_casino(replace(found("B2", 8).certificate, is_unique=True)),
            NotProved,
            "but the proof has several",
        ),
        # the ponte's strategy
        (lambda: commissions("A4"), BaccaratError, "several strategies of the ponte"),
    ],
)
def test_more_is_not_said_than_is_so_over_a_span(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


def test_the_proof_of_a_span_does_not_serve_a_longer_one() -> None:
    proofs = prove(found("B2", 8))
    with pytest.raises(NotProved):
        check_casino(replace(proofs[0], high=MOST))


@pytest.mark.parametrize("five", [Fraction(4, 5), Fraction(9, 10)])
def test_a_ponte_who_is_bound_makes_critical_commissions_rational(five: Fraction) -> None:
    """There the game can be solved at the critical commission itself."""
    every = commissions("B2", 6, bind={"5": five})
    assert every.turns
    for turn in every.turns:
        assert turn.alpha.exact is not None
        there = solve_casino("B2", turn.alpha.exact, 6, bind={"5": five})
        assert [one.banquier_set for one in there.equilibria] == [
            one.banquier_set for one in turn.structures
        ]
        check_casino(there.certificate)


@given(st.lists(st.integers(0, 3), min_size=10, max_size=10), some_commission)
@examples(3)
def test_a_small_shoe_has_pieces_too(counts: list[int], alpha: Fraction) -> None:
    assume(sum(counts) >= 6)
    shoe = Composition(tuple(counts))
    try:
        every = commissions("B1", composition=shoe)
    except BaccaratError:
        assume(False)
    one = solve_casino("B1", alpha, composition=shoe)
    if one.is_unique and alpha not in [turn.alpha for turn in every.turns]:
        (only,) = piece_at(every, alpha).structures
        assert only.value(alpha) == one.equilibrium.value
        assert only.banquier == one.equilibrium.banquier


@pytest.mark.parametrize(("sets", "cells"), [(1, 1), (1, 2), (2, 2), (2, 3)])
@given(data=st.data(), alpha=some_commission)
@examples(12)
def test_pieces_of_games_that_are_made_up_have_the_equilibria_of_single_commissions(
    sets: int, cells: int, data: st.DataObject, alpha: Fraction
) -> None:
    """Weights as large as 40 make a commission of a tenth matter; there may be several pieces."""
    size = 2 * cells * (1 + sets)
    weights = st.lists(st.integers(-40, 40), min_size=size, max_size=size)
    game = made_up(data.draw(weights), data.draw(weights), 1 + sets)
    try:
        every = commissions_of(game, {})
    except BaccaratError:
        assume(False)
    there = equilibria_of(game, alpha, {})
    assume(all(one.is_single for one in there.equilibria))
    critical = [turn.alpha for turn in every.turns]
    if alpha in critical:
        structures = every.turns[critical.index(Algebraic.of(alpha))].structures
    else:
        structures = piece_at(every, alpha).structures
    said = {
        (*(draws(alpha) for draws in one.ponte.values()), *one.banquier.values())
        for one in structures
    }
    assert said == {(*one.ponte.values(), *one.banquier.values()) for one in there.equilibria}


def test_where_there_are_several_equilibria_one_is_not_shown() -> None:
    """In A2 the banquier has a whole set of strategies."""
    several = commissions("A2")
    assert not several.is_unique
    with pytest.raises(BaccaratError, match=r"^one equilibrium not shown for commissions near "):
        prove(several)
