"""Certificates of all stakes: a game solved by hand, banque itself, and forgeries of both."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest
from flint import fmpq
from forging import LONGEST, drop, put, require_every_refusal, require_reason

from baccarat.base.errors import BadText, NotProved
from baccarat.theory.banque import check_pieces as checker
from baccarat.theory.banque.check_pieces import check_pieces
from baccarat.theory.banque.payoffs import ENDLESS, AfterNatural, BanquePayoffs, Corners
from baccarat.theory.banque.solver import Alone, payoffs_of, solve_banque
from baccarat.theory.banque.stakes import AllStakes, coalition_pieces, solve_all_stakes
from baccarat.theory.certificates import check_any

Claim = dict[str, Any]
Draws = dict[str, tuple[Corners, Corners]]
GOLDEN = {"polynomial": ["-1", "1", "1"], "above": "3/5", "below": "2/3"}
"""θ² + θ − 1 = 0"""
BY_HAND: Draws = {
    "6|-,-": ((-2, 0, 0, 1), (-1, 0, 0, 1)),
    "5|-,-": ((-1, 0, 0, 1), (-1, 0, 0, 0)),
}


def game_of(draws: Draws, stands: Corners = (1, -9, -9, 0)) -> BanquePayoffs:
    """A game of two rows, SS and DD, without naturals."""
    after = tuple(AfterNatural(natural, 0, (0, 0), {}) for natural in (8, 9))
    return BanquePayoffs(ENDLESS, True, 1, 0, after, (stands, stands), draws, {})


@pytest.fixture
def put_game(monkeypatch: pytest.MonkeyPatch) -> Callable[..., BanquePayoffs]:
    """Put a game in the place of banque."""

    def put_in(draws: Draws, stands: Corners = (1, -9, -9, 0)) -> BanquePayoffs:
        game = game_of(draws, stands)
        monkeypatch.setattr(checker, "banque_payoffs", lambda counts, endless: game)
        return game

    return put_in


def by_hand() -> Claim:
    """The certificate of BY_HAND, from paper.

    In 6|-,- a draw adds −(1 + θ) to SS and 1 to DD; in 5|-,- it adds −1 and θ. If the banquier
    mixes in 5|-,-, the Players take SS : DD = θ : 1, he draws with 1/(1 + θ), and the value is
    θ/(1 + θ); in 6|-,- he would give 1 − θ − θ² away. If he mixes in 6|-,-, they take 1 : 1 + θ,
    he draws with 1/(2 + θ), which is the value, too; in 5|-,- he would give θ² + θ − 1 away.
    """
    alone = {"value": "0", "draws_on_5": "0", "banquier": {}}
    return {
        "certificate": "banque-pieces",
        "counts": list(ENDLESS),
        "endless": True,
        "after": [alone | {"natural": natural} for natural in (8, 9)],
        "ends": ["1/2", deepcopy(GOLDEN), "1"],
        "pieces": [
            {
                "mixture_polynomials": {"SS": ["0", "1"], "DD": ["1"]},
                "banquier_polynomials": {"5|-,-": ["1"]},
                "denominator": ["1", "1"],
                "value_polynomial": ["0", "1"],
            },
            {
                "mixture_polynomials": {"SS": ["1"], "DD": ["1", "1"]},
                "banquier_polynomials": {"6|-,-": ["1"]},
                "denominator": ["2", "1"],
                "value_polynomial": ["1"],
            },
        ],
    }


def solved(game: BanquePayoffs) -> AllStakes:
    after = (Alone(8, Fraction(0), Fraction(0), {}), Alone(9, Fraction(0), Fraction(0), {}))
    return AllStakes(game, after, Fraction(0), coalition_pieces(game))


def test_a_game_solved_by_hand_is_proved_and_found(put_game: Callable[..., BanquePayoffs]) -> None:
    game = put_game(BY_HAND)
    assert "on each of 2 pieces" in check_pieces(by_hand())
    assert "on each of 2 pieces" in check_pieces(json.dumps(solved(game).certificate()))
    first, second = solved(game).pieces
    assert (first.tied, second.tied) == (("5|-,-",), ("6|-,-",))
    assert first.mixed == second.mixed == ("SS", "DD")
    assert float(first.high) == pytest.approx((sqrt(5) - 1) / 2)
    for piece, theta, value in ((first, "3/5", "3/8"), (second, "3/4", "4/11")):
        at = fmpq(*Fraction(theta).as_integer_ratio())
        above, below = piece.value
        assert above(at) / below(at) == fmpq(*Fraction(value).as_integer_ratio())


def test_a_piece_may_be_cut_without_need(put_game: Callable[..., BanquePayoffs]) -> None:
    put_game(BY_HAND)
    assert "on each of 3 pieces" in check_pieces(forged(split("4/5")))


def test_a_piece_may_lie_between_two_roots_of_one_polynomial(
    put_game: Callable[..., BanquePayoffs],
) -> None:
    """In 5|-,- the banquier gains (θ − 3/4)² − 1/80 times 100; between the roots he draws."""
    other = ((-75, 0, 0, 40), (115, 0, 0, -60))
    game = put_game({"6|-,-": BY_HAND["6|-,-"], "5|-,-": other}, (1, -900, -900, 0))
    assert "pieces" in check_pieces(solved(game).certificate())


def test_a_piece_without_a_cell_to_mix_in(put_game: Callable[..., BanquePayoffs]) -> None:
    """In 5|-,- the sign of what a draw brings changes at θ = 3/4; DD is best throughout."""
    game = put_game({"5|-,-": ((0, 0, 0, 1), (0, 0, 0, -3))}, (-9, -9, -9, 0))
    claim = solved(game).certificate()
    assert claim["ends"] == ["1/2", "3/4", "1/1"]
    assert [piece["value_polynomial"] for piece in claim["pieces"]] == [["-3", "4"], []]
    assert "on each of 2 pieces" in check_pieces(claim)


# Forgeries: everything is put in the place of what was solved by hand.

PIECE = ("pieces", 0)
SS = (*PIECE, "mixture_polynomials", "SS")
FIVE = (*PIECE, "banquier_polynomials", "5|-,-")


def scale(*factors: str) -> Callable[[Claim], None]:
    """Multiply the corners of the first piece by a polynomial of degree 1."""

    def forge(claim: Claim) -> None:
        b, a = map(Fraction, factors)
        mixture = claim["pieces"][0]["mixture_polynomials"]
        mixture |= {"SS": ["0", str(b), str(a)], "DD": [str(b), str(a)]}

    return forge


def split(end: object) -> Callable[[Claim], None]:
    """Cut the second piece in two, without need."""

    def forge(claim: Claim) -> None:
        claim["pieces"].append(claim["pieces"][1])
        claim["ends"].insert(2, end)

    return forge


TWO_ROOTS = {"polynomial": ["72", "-170", "100"], "above": "3/4", "below": "83/100"}
"""(10 θ − 8)(10 θ − 9): the other root lies in the piece above"""


def add_a_root_below(claim: Claim) -> None:
    """(θ² + θ − 1)(20 θ − 11): the other root 11/20 lies in the first piece."""
    claim["ends"][1]["polynomial"] = ["11", "-31", "9", "20"]


def leave_a_gap(claim: Claim) -> None:
    """The same root in wider bounds, which reach below 1/2."""
    claim["ends"][1]["above"] = "1/3"


FORGERIES: dict[str, tuple[Callable[[Claim], object], str]] = {
    "too late a start": (put("ends", 0, to="5/9"), "from 1/2 to 1"),
    "too early an end": (put("ends", 2, to="9/10"), "from 1/2 to 1"),
    "a value after a natural": (put("after", 0, "value", to="1"), "must give the claimed value"),
    "no natural": (drop("after", 0), "after a natural of 9"),
    "ends that overlap": (leave_a_gap, "above the end before"),
    "an end outside its bounds": (put("ends", 1, "above", to="5/8"), "the only root"),
    "bounds in the wrong order": (put("ends", 1, "below", to="1/2"), "the only root"),
    "bounds that are one number": (put("ends", 1, "below", to="3/5"), "the only root"),
    "an end of nothing": (put("ends", 1, "polynomial", to=[]), "the only root"),
    "a constant end": (put("ends", 1, "polynomial", to=["1"]), "the only root"),
    "three roots between the bounds": (
        # (2 θ − 1.24)(θ − 0.62)(θ − 0.63): it changes its sign, and turns back on the way
        put("ends", 1, "polynomial", to=["-242172/1000000", "1162/1000", "-187/100", "1"]),
        "the only root",
    ),
    "an end of two roots above": (split(TWO_ROOTS), "another root in a piece"),
    "an end of two roots below": (add_a_root_below, "another root in a piece"),
    "a wrong end": (put("ends", 1, "polynomial", to=["-5", "8"]), "in 6|-,- is positive"),
    "a corner that is none": (put(*SS[:-1], "XX", to=["1"]), "one corner more than the number"),
    "a cell that is none": (put(*FIVE[:-1], "7|9,9", to=["1"]), "one corner more than the number"),
    "a corner too many": (put(*SS[:-1], "SD", to=["1"]), "one corner more than the number"),
    "a cell too many": (put(*FIVE[:-1], "6|-,-", to=["1"]), "one corner more than the number"),
    "no corner": (put(*SS[:-1], to={}), "one corner more than the number"),
    "a corner played by nothing": (put(*SS, to=[]), "part of SS is positive"),
    "a negative mixture": (scale("-1", "0"), "part of SS is positive"),
    "a mixture that vanishes inside": (scale("-11/20", "1"), "part of SS is positive"),
    "another mixture": (put(*SS, to=["1"]), "not indifferent in 5|-,-"),
    "a chance above 1": (put(*FIVE, to=["2", "2"]), "the chance to stand in 5|-,- is positive"),
    "a chance below 0": (put(*FIVE, to=["-1"]), "the chance in 5|-,- is positive"),
    "another chance": (put(*FIVE, to=["1/2"]), "SS must give the value"),
    "a denominator that vanishes": (put(*PIECE, "denominator", to=["-3", "5"]), "a denominator"),
    "a denominator of nothing": (put(*PIECE, "denominator", to=[]), "a denominator"),
    "another value": (put(*PIECE, "value_polynomial", to=["1"]), "must give the value"),
    "pieces exchanged": (lambda claim: claim["pieces"].reverse(), "must give the value"),
    "one piece for two": (
        lambda claim: (claim["pieces"].pop(), claim["ends"].pop(1)), "in 6|-,- is positive",
    ),
}  # fmt: skip

MISREAD: dict[str, tuple[Callable[[Claim], object], str]] = {
    "another kind": (put("certificate", to="banque"), "not a certificate of banque-pieces"),
    "a key too many": (put("extra", to=1), "it has the keys"),
    "a key too few": (drop("after"), "it has the keys"),
    "no pieces": (put("pieces", to=[]), "1 to 500 pieces"),
    "too many pieces": (put("pieces", to=[{}] * 501), "1 to 500 pieces"),
    "an end too few": (drop("ends", 1), "one end more than pieces"),
    "an end without bounds": (drop("ends", 1, "below"), "an end has the keys"),
    "a piece without a value": (drop(*PIECE, "value_polynomial"), "a piece has the keys"),
    "a key too many in a piece": (put(*PIECE, "more", to=1), "a piece has the keys"),
    "polynomials without names": (put(*SS[:-1], to=[["1"]]), "polynomials by name"),
    "too many polynomials": (
        put(*FIVE[:-1], to={str(k): ["1"] for k in range(5)}), "polynomials by name",
    ),
    "a long polynomial": (put(*SS, to=["1"] * 13), "at most 12 coefficients"),
    "a polynomial of a number": (put(*SS, to="1"), "expected a list"),
    "a coefficient that is no text": (put(*SS, to=[1]), "expected text, not '1'"),
    "a division by nothing": (put(*SS, to=["1/0"]), "not a fraction: '1/0'"),
    "long coefficients": (put(*SS, to=["9" * 4000] * 12), "not indifferent"),
}  # fmt: skip


def forged(forge: Callable[[Claim], object]) -> Claim:
    claim = by_hand()
    forge(claim)
    return claim


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_certificate_is_refused(name: str, put_game: Callable[..., BanquePayoffs]) -> None:
    put_game(BY_HAND)
    forge, words = FORGERIES[name]
    require_reason(lambda: check_pieces(forged(forge)), words)


@pytest.mark.parametrize("name", MISREAD)
def test_what_is_no_certificate_of_pieces_is_called_so(
    name: str, put_game: Callable[..., BanquePayoffs]
) -> None:
    put_game(BY_HAND)
    forge, words = MISREAD[name]
    with pytest.raises((BadText, NotProved)) as complaint:
        check_pieces(forged(forge))
    assert words in str(complaint.value)
    assert len(str(complaint.value)) <= LONGEST


def other_games(put_game: Callable[..., BanquePayoffs]) -> Iterator[tuple[Callable[[], str], str]]:
    """True certificates of games in which they prove nothing, because a condition fails."""

    def of_game(draws: Draws, stands: Corners, claim: Claim) -> Callable[[], str]:
        def check() -> str:
            put_game(draws, stands)
            return check_pieces(claim)

        return check

    yield of_game(BY_HAND, (1, 9, -9, 0), by_hand()), "the loss from playing SD"
    # What draws in two cells bring is the same, so only the sum of their chances matters.
    half = {"SS": ["1"], "SD": ["1"], "DS": ["1"]}
    alike = ((2, -2, 0, 0),) * 2
    claim = by_hand() | {"ends": ["1/2", "1"]}
    claim["pieces"] = [
        {
            "mixture_polynomials": half,
            "banquier_polynomials": {"y": ["1"], "z": ["1"]},
            "denominator": ["2"],
            "value_polynomial": [],
        }
    ]
    yield of_game({"y": alike, "z": alike}, (-2, 2, 0, -9), claim), "the determinant"


def test_the_only_solution_needs_its_conditions(put_game: Callable[..., BanquePayoffs]) -> None:
    for check, words in other_games(put_game):
        require_reason(check, words)


def test_every_refusal_of_the_checker_is_reached(put_game: Callable[..., BanquePayoffs]) -> None:
    put_game(BY_HAND)
    cases = [lambda forge=forge: check_pieces(forged(forge)) for forge, _ in FORGERIES.values()]
    assert require_every_refusal(cases, [checker]) == 8


# Banque itself.


@pytest.mark.slow
def test_every_stake_of_the_endless_deck_is_proved() -> None:
    stakes = solve_all_stakes()
    assert "on each of 122 pieces" in check_any(json.dumps(stakes.certificate()))
    (piece,) = [
        fields
        for one, fields in zip(stakes.pieces, stakes.as_json()["pieces"], strict=True)
        if one.low < Fraction("3/5") < one.high
    ]
    above, below = (at(piece[key], Fraction("3/5")) for key in ("value_polynomial", "denominator"))
    assert above / below == solve_banque("3/5").coalition.value


def at(coefficients: list[str], theta: Fraction) -> Fraction:
    return sum((Fraction(a) * theta**k for k, a in enumerate(coefficients)), Fraction(0))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("decks", "pieces"), [(1, None), (6, 141), (8, None)])
def test_every_stake_of_a_shoe_is_proved(decks: int, pieces: int | None) -> None:
    stakes = solve_all_stakes(decks)
    assert pieces in (None, len(stakes.pieces))
    assert f"on each of {len(stakes.pieces)} pieces" in check_any(json.dumps(stakes.certificate()))
    for one, other in pairwise(stakes.pieces):
        assert one.high == other.low


@pytest.mark.slow
def test_tableaux_may_be_exchanged() -> None:
    """So a stake of θ and one of 1 − θ are mirror images, and 1/2 to 1 is every stake."""
    game = payoffs_of()
    for cell, (one, two) in game.draws.items():
        total, _, thirds = cell.partition("|")
        mirrored = game.draws[f"{total}|{','.join(reversed(thirds.split(',')))}"]
        assert [(a, c, b, d) for a, b, c, d in (one, two)] == [mirrored[1], mirrored[0]]
