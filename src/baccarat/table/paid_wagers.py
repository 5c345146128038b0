"""Every wager that was paid, as rows for other programs."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from baccarat.base.frames import WINNERS, ColumnTypes, Framed
from baccarat.base.frozen import freezes
from baccarat.base.jsonable import winner
from baccarat.table.state import Played


class PaidWager(NamedTuple):
    """The result of one wager; money is in whole coins."""

    shoe: int
    """the number of the shoe, from 1; the coup is counted from 1 in its shoe"""
    coup: int
    player: str
    """Player's cards; the next field has Banker's cards"""
    banker: str
    winner: str
    guest: str
    spot: str
    stake: int
    won: int
    """the win; negative when the stake is lost, 0 for a push"""
    kept: int
    """the house's part of the win"""


@dataclass(frozen=True, slots=True)
@freezes("wagers")
class PaidWagers(Framed):
    """Wagers in the order in which they were paid.

    >>> from baccarat import Table
    >>> table = Table.open(seed=7).bet("banker=100 tie=5").deal()
    >>> [(each.spot, each.stake, each.won, each.kept) for each in table.paid.wagers]
    [('banker', 100, 95, 5), ('tie', 5, -5, 0)]
    """

    wagers: tuple[PaidWager, ...]

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each wager."""
        return [wager._asdict() for wager in self.wagers]

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        return {
            **dict.fromkeys(("shoe", "coup"), "int64"),
            **dict.fromkeys(("player", "banker"), "string"),
            "winner": WINNERS,
            **dict.fromkeys(("guest", "spot"), "string"),
            **dict.fromkeys(("stake", "won", "kept"), "int64"),
        }, self.rows()


def paid_wagers(played: Iterable[Played], before: int = 0) -> PaidWagers:
    """The wagers of these coups; `before` coups of the first shoe came earlier."""
    places: Counter[int] = Counter()
    wagers = list[PaidWager]()
    for each in played:
        if not places:
            places[each.shoe] = before
        places[each.shoe] += 1
        player, banker = str(each.coup.player), str(each.coup.banker)
        about = (each.shoe + 1, places[each.shoe], player, banker, winner(each.result.winner))
        wagers += [
            PaidWager(*about, seat.guest, line.wager.spot, line.wager.stake, line.won, line.kept)
            for seat in each.seats
            for line in seat.lines
        ]
    return PaidWagers(tuple(wagers))
