"""A table of equilibria at commissions from 0 to 1/10: A1, and B1 to B4 with 1 to 12 decks.

    known_equilibrium("B3", Fraction(1, 20), 6) -> Equilibrium; None if it is not in the table
    critical_commissions("B3", 6) -> Critical, …  where the strategies change as commission grows
    critical_decks("B3", alpha) -> {9: cells, …}  where they change as decks are added

The table has strategies only; their values are computed from the payoffs. So it is read in
milliseconds and is as exact as the solver, with which a test compares it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from flint import fmpz_poly

from baccarat.base.frozen import freezes
from baccarat.theory.casino.quotient import Quotient
from baccarat.theory.casino.solver import Equilibrium
from baccarat.theory.chemin.model import MODELS, Model
from baccarat.theory.chemin.payoffs import MOVES, payoffs
from baccarat.theory.numbers import Algebraic
from baccarat.theory.strategy_sets import OptimalSet

FILE = "known_equilibria.json"
SHOES: Mapping[str, tuple[int | None, ...]] = {
    "A1": (None,),
    **dict.fromkeys(("B1", "B2", "B3", "B4"), tuple(range(1, 13))),
}
"""for each model, the numbers of decks that the table has"""
SINGLE = OptimalSet((), 0, ((),))
"""the set of a side that has one optimal strategy"""


@dataclass(frozen=True, slots=True)
@freezes("ponte", "banquier")
class KnownPiece:
    """Both sides' strategies between two commissions; a rational end is part of the piece."""

    low: Algebraic
    high: Algebraic
    ponte: Mapping[str, Quotient]
    banquier: Mapping[str, Fraction]

    @property
    def moves(self) -> dict[str, str]:
        """The move in each decision: S, D, or M where it is mixed."""
        ponte = {name: letter_of(draws.constant) for name, draws in self.ponte.items()}
        return {**ponte, **{cell: letter_of(draws) for cell, draws in self.banquier.items()}}


@dataclass(frozen=True, slots=True)
class Critical:
    """A commission where decisions change, and each changed decision with both moves."""

    alpha: Algebraic
    turning: tuple[tuple[str, str, str], ...]


def known_equilibrium(model: str, alpha: Fraction, decks: int | None) -> Equilibrium | None:
    """The only equilibrium, the same as from `solve_casino`; None if the table does not have it.

    >>> known_equilibrium("A1", Fraction(1, 20), None).mixed
    {'5': Fraction(179, 214), '6|-': Fraction(859, 2288)}
    """
    piece = known_piece(model, alpha, decks)
    if piece is None:
        return None
    ponte = {name: draws(alpha) for name, draws in piece.ponte.items()}
    chances = payoffs(model, decks).chances(ponte, piece.banquier)
    known = Model.parse(model)
    return Equilibrium(known, alpha, ponte, piece.banquier, SINGLE, SINGLE, chances, ())


def critical_commissions(model: str, decks: int | None) -> tuple[Critical, ...] | None:
    """The critical commissions from 0 to 1/10; None if the table does not have this game."""
    pieces = _table().get((model, decks))
    if pieces is None:
        return None
    return tuple(
        Critical(after.low, turned(before.moves, after.moves)) for before, after in pairwise(pieces)
    )


def critical_decks(model: str, alpha: Fraction) -> dict[int, tuple[tuple[str, str, str], ...]]:
    """For each number of decks, the decisions whose moves differ from those with one deck less."""
    shoes = [decks for decks in SHOES.get(model, ()) if decks is not None]
    moves = {decks: piece.moves for decks in shoes if (piece := known_piece(model, alpha, decks))}
    found = {decks: turned(moves[decks - 1], moves[decks]) for decks in shoes[1:]}
    return {decks: turning for decks, turning in found.items() if turning}


def turned(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[tuple[str, str, str], ...]:
    """The decisions whose moves differ, each with its move before and its move after."""
    return tuple((name, move, after[name]) for name, move in before.items() if move != after[name])


def letter_of(draws: Fraction | None) -> str:
    return "S" if draws == 0 else "D" if draws == 1 else "M"


def known_piece(model: str, alpha: Fraction, decks: int | None) -> KnownPiece | None:
    """The strategies at a commission; None if the table does not have them."""
    pieces = _table().get((model, decks), ())
    return next((piece for piece in pieces if piece.low <= alpha <= piece.high), None)


@cache
def _table() -> dict[tuple[str, int | None], tuple[KnownPiece, ...]]:
    told = json.loads(files("baccarat.theory.casino").joinpath(FILE).read_bytes())
    return {
        (model, int(decks) if decks else None): tuple(_read(MODELS[model], one) for one in pieces)
        for model, shoes in told.items()
        for decks, pieces in shoes.items()
    }


def _read(model: Model, told: Mapping[str, Any]) -> KnownPiece:
    mixed = iter(map(Fraction, told["mixed"]))
    moves = (next(mixed) if letter == "M" else MOVES[letter] for letter in told["banquier"])
    ponte = {
        name: Quotient(fmpz_poly(above), fmpz_poly(below))
        for name, (above, below) in told["ponte"].items()
    }
    low, high = (
        Algebraic.of(Fraction(end))
        if isinstance(end, str)
        else Algebraic(tuple(end["polynomial"]), Fraction(end["low"]), Fraction(end["high"]))
        for end in (told["low"], told["high"])
    )
    return KnownPiece(low, high, ponte, dict(zip(model.cells, moves, strict=True)))
