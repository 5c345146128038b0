"""The squeeze: the guests who lift the edges of a face-down card, and what each edge shows."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from baccarat.core.cards import Card, Rank
from baccarat.core.coup import Side
from baccarat.table.acts import Act, ActRefused, Peel
from baccarat.table.rules.wagers import larger_bet, stakes_of

if TYPE_CHECKING:
    from baccarat.table.table import Table

LONG, SHORT, CORNER = STEPS = ("long", "short", "corner")
"""The long edge, the short edge, the corner; after the corner the card is turned up."""
LAST_STEP = CORNER
PICTURES = (Rank.JACK, Rank.QUEEN, Rank.KING)
LONG_EDGE = {
    **dict.fromkeys(PICTURES, "a picture"),
    **dict.fromkeys((Rank.ACE, Rank.TWO, Rank.THREE), "no side"),
    **dict.fromkeys((Rank.FOUR, Rank.FIVE), "two sides"),
    **dict.fromkeys((Rank.SIX, Rank.SEVEN, Rank.EIGHT), "three sides"),
    **dict.fromkeys((Rank.NINE, Rank.TEN), "four sides"),
}
"""What the long edge shows: a picture's frame, or the number of pips along it."""
SHORT_EDGE = {
    **dict.fromkeys(Rank, "two pips"),
    **dict.fromkeys(PICTURES, "a picture"),
    **dict.fromkeys((Rank.ACE,), "no pip"),
    **dict.fromkeys((Rank.TWO, Rank.THREE), "one pip"),
}
"""What the short edge shows: a picture's frame, or the pips of the first row."""
IN_ORDER = tuple(map(Rank, "A23456789TJQK"))
"""The order of ranks on screens."""


def peel(table: "Table", act: Peel) -> "Table":
    if act.step not in STEPS:
        form = "a card has a long edge, a short edge and a corner (long, short, corner), not {step}"
        raise ActRefused(form, step=act.step[:40])
    if any(STEPS.index(step) >= STEPS.index(act.step) for step in table.lifted):
        raise ActRefused("the edge of the card has been lifted already: turn the card up")
    return replace(table, lifted=(*table.lifted, act.step))


def shown_by(step: str, card: Card) -> str:
    """The part of a card that a lifted edge shows, in words; "" if the rank is unknown."""
    if step == CORNER:
        return str(card)
    rank = card.known_rank
    return "" if rank is None else {LONG: LONG_EDGE, SHORT: SHORT_EDGE}[step][rank]


def possible_ranks(lifted: Iterable[tuple[str, str]]) -> list[Rank]:
    """The ranks that a card can have after these edges were seen.

    >>> [str(rank) for rank in possible_ranks([("long", "three sides")])]
    ['6', '7', '8']
    """
    seen = [(step, what) for step, what in lifted if what]
    return [rank for rank in IN_ORDER if all(_fits(rank, step, what) for step, what in seen)]


def _fits(rank: Rank, step: str, what: str) -> bool:
    if step == CORNER:
        return Card.parse(what).known_rank in (rank, None)
    return shown_by(step, Card.of(rank)) == what


def steps_left(lifted: Iterable[str]) -> tuple[str, ...]:
    """The edges that can still be lifted, in order."""
    last = max((STEPS.index(step) for step in lifted), default=-1)
    return STEPS[last + 1 :]


def squeezers_of(table: "Table") -> tuple[tuple[Side, str], ...]:
    """The guest who squeezes each hand; at a table of one seat, only the hand with the larger bet.

    At a table for several, the guest with the most money on a hand squeezes it; of equals, the
    first guest.
    """
    if not table.has_many_seats:
        side = larger_bet(table.wagers)
        return () if side is None else ((side, table.guest),)
    found = []
    for side in (Side.PLAYER, Side.BANKER):
        spot = str(side).lower()
        seats = [seat for seat in table.seats if spot in stakes_of(seat.wagers)]
        if seats:
            most = min(seats, key=lambda s: (-stakes_of(s.wagers)[spot], dict(s.laid)[spot]))
            found.append((side, most.guest))
    return tuple(found)


HANDLERS: dict[type[Act], Callable[..., "Table"]] = {Peel: peel}
