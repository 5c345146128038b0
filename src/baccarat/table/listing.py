"""A table's entry in a list such as the lobby; to read it, no acts of the table are needed.

listing_of(table)                    the entry of a table
listing_line(listing)                one line of JSON, which a store keeps with the last act
read_listing(line, number, game)     the same entry, without folding the acts again
"""

import json
from dataclasses import dataclass

from baccarat.base.errors import BadText
from baccarat.core.layout import Limits
from baccarat.core.result import write_results
from baccarat.core.roads.result_counts import Counts
from baccarat.table.state import Phase
from baccarat.table.table import Table


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A guest, and the number of the act by which the guest sat down."""

    guest: str
    since: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A table as lists show it."""

    number: int
    """the number of the table's last act"""
    game: str
    phase: Phase
    places: int
    """seats, taken or free"""
    seats: tuple[ListedSeat, ...]
    """the seats that are taken"""
    chip: int
    limits: Limits
    shoes_from: str
    shoe: int
    letters: str
    """one letter for each result of the present shoe"""
    coups: int
    counts: Counts

    @property
    def free(self) -> int:
        """The number of free seats."""
        return 0 if self.phase is Phase.LEFT else self.places - len(self.seats)


def listing_of(table: Table) -> Listing:
    """The listing of a table."""
    layout = table.game.layout
    return Listing(
        number=table.number,
        game=table.game.name,
        phase=table.phase,
        places=table.opened.seats,
        seats=tuple(ListedSeat(seat.guest, seat.since) for seat in table.seats),
        chip=layout.chip,
        limits=layout.limits,
        shoes_from=table.opened.shoes_from,
        shoe=table.shoes,
        letters=write_results(table.results),
        coups=table.coups,
        counts=table.counts,
    )


def listing_line(listing: Listing) -> str:
    """The listing as one line for a store, without the table's number and game."""
    limits = listing.limits
    return json.dumps(
        {
            "phase": listing.phase.value,
            "places": listing.places,
            "seats": [[seat.guest, seat.since] for seat in listing.seats],
            "chip": listing.chip,
            "limits": [limits.least, limits.most],
            "shoes_from": listing.shoes_from,
            "shoe": listing.shoe,
            "letters": listing.letters,
            "coups": listing.coups,
            "counts": list(listing.counts),
        }
    )


def read_listing(line: str, number: int, game: str) -> Listing:
    """The listing from a store's line; an unreadable line is refused."""
    try:
        values = json.loads(line)
        values |= {
            "phase": Phase(values["phase"]),
            "seats": tuple(ListedSeat(guest, since) for guest, since in values["seats"]),
            "limits": Limits(*values["limits"]),
            "counts": Counts(*values["counts"]),
        }
        return Listing(number=number, game=game, **values)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadText("not a listing of a table") from None
