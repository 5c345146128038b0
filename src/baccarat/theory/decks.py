"""Shoes of whole decks, counted by points.

decks_by_points(6) -> Composition
decks_in(shoe) -> 6, or None if it is not whole decks
"""

from baccarat.base.errors import ShoeError
from baccarat.core.shoe import Composition

POINTS_OF_A_DECK = (16, *[4] * 9)
MOST_DECKS = 10**16
"""The most decks of a shoe; `len()` of many more cards would overflow."""


def decks_by_points(decks: int) -> Composition:
    """A shoe of this many whole decks, counted by points."""
    if decks < 1:
        raise ShoeError(f"a shoe must have at least 1 deck, not {decks}")
    if decks > MOST_DECKS:
        raise ShoeError(f"a shoe must have at most {MOST_DECKS} decks")
    return Composition(tuple(decks * count for count in POINTS_OF_A_DECK))


def decks_in(shoe: Composition) -> int | None:
    """The number of whole decks in a shoe, counted by points; None if it is not whole decks.

    >>> decks_in(decks_by_points(6)), decks_in(Composition.parse("0:96 1:24"))
    (6, None)
    """
    decks = len(shoe) // sum(POINTS_OF_A_DECK)
    return decks if decks and shoe == decks_by_points(decks) else None
