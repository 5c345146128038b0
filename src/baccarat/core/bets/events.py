"""Building blocks of events, and the sources of prices."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from baccarat.base.frozen import freezes
from baccarat.core.bets.bet_types import OutcomeEvent
from baccarat.core.coup import Held, Outcome, Side

Told = TypeVar("Told")
Happens = Callable[[Outcome], bool]

CASINO = "58 Pa. Code 627a"
WIZARD = "wizardofodds.com/games/baccarat"
FABULOUS_4 = "wizardofodds.com/games/fabulous-4-baccarat"
JACOBSON = "888casino.com blog (E. Jacobson)"
HOW = "discountgambling.net (S. How)"
MACAU = "ggrasia.com, 2024"


@dataclass(frozen=True, slots=True)
@freezes("rest")
class Partial(Generic[Told]):
    """A function with fixed arguments after the first; it can be compared and pickled."""

    function: Callable[..., Told]
    rest: tuple[object, ...]

    def __call__(self, seen: object, /) -> Told:
        return self.function(seen, *self.rest)


def partly(function: Callable[..., Told], *rest: object) -> Partial[Told]:
    """The function with fixed arguments after the first: `partly(wins_with, Side.BANKER, 7)`."""
    return Partial(function, rest)


@dataclass(frozen=True, slots=True)
@freezes()
class Tiers:
    """An event that returns the first tier whose condition holds; the highest tier comes first."""

    table: Mapping[str, Happens]

    def __call__(self, outcome: Outcome) -> str | None:
        for tier, happens in self.table.items():
            if happens(outcome):
                return tier
        return None


def ties(outcome: Outcome, *totals: int) -> bool:
    """Whether the hands tie; if totals are given, whether the tie is on one of these totals."""
    total = outcome.player.total
    return total == outcome.banker.total and (not totals or total in totals)


def is_held(outcome: Outcome, side: Side, total: int, cards: int) -> bool:
    """Whether the side's hand has this total on this number of cards; the hand need not win."""
    return is_made(outcome.held(side), total, cards)


def is_made(held: Held, total: int, cards: int) -> bool:
    """Whether the hand has this total on `cards` cards: `is_made(held, 7, 3)`, a three-card 7."""
    return held.total == total and held.cards == cards


def wins(side: Side, special: Mapping[str, Callable[[Held], bool]] = {}) -> OutcomeEvent:
    """An event with one tier for a win, one for a tie, and one for each special win."""
    return partly(_won, side, special)


def _won(outcome: Outcome, side: Side, special: Mapping[str, Callable[[Held], bool]]) -> str | None:
    winner = outcome.winner
    if winner is None:
        return "tie"
    if winner is not side:
        return None
    for tier, is_special in special.items():
        if is_special(outcome.held(side)):
            return tier
    return "win"


def wins_with(outcome: Outcome, side: Side, total: int, cards: int | None = None) -> bool:
    """Whether that side wins with this total; if `cards` is given, on this number of cards."""
    held = outcome.held(side)
    return held.total == total and cards in (None, held.cards) and outcome.winner is side


def beats(outcome: Outcome, winning: int, losing: int, cards: int | None = None) -> bool:
    """Whether a hand with total `winning` beats a hand with total `losing`.

    With `cards`, both hands must have that number of cards.
    """
    side = outcome.winner
    if side is None:
        return False
    winner, loser = outcome.held(side), outcome.held(side.other)
    return (
        (winner.total, loser.total) == (winning, losing)
        and cards in (None, winner.cards)
        and cards in (None, loser.cards)
    )
