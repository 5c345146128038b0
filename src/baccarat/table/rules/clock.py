"""The clock of a table: what the house does when the guests take too long.

Clock(bets=20)                             the house deals, twenty seconds after the last coup
Clock()                                    a person deals; a squeeze still has its time limit
clock.due(table, waited=21, alone=0)       Request("deal"), or None while there is time left

A clock measures no time: the program that runs the table says how long it has waited.
"""

from dataclasses import dataclass

from baccarat.base.errors import BaccaratError, BadValue
from baccarat.base.hints import checked, require_fields
from baccarat.table.log import HOUSE
from baccarat.table.requests import NEW_SHOE, Request, acts_for
from baccarat.table.state import BETWEEN_COUPS, Phase
from baccarat.table.table import Table

MOST_SECONDS = 86_400
WAITS_FOR = {
    Phase.SHOE: "bets",
    Phase.CUT: "bets",
    Phase.BETS: "bets",
    Phase.FINISHED: "bets",
    Phase.OFFER: "offer",
    Phase.SQUEEZE: "squeeze",
}
"""The time limit that counts in each phase; in other phases the house waits for the guest."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds that the house waits before it goes on; None: it waits for ever."""

    bets: float | None = None
    """seconds for wagers, and for the cut of a shoe; None: a person deals"""
    squeeze: float | None = 30
    """seconds for each squeezed card"""
    offer: float | None = 15
    """seconds for a bet that is offered in the middle of a coup"""
    rests: float | None = 600
    """seconds after the last guest has left until the house stops dealing"""

    def __post_init__(self) -> None:
        require_fields(self)
        for seconds in (self.bets, self.squeeze, self.offer, self.rests):
            if seconds is not None and not 0 <= seconds <= MOST_SECONDS:
                raise BadValue(f"a clock must wait 0 to {MOST_SECONDS} seconds, not {seconds}")

    @checked
    def due(self, table: Table, waited: float, alone: float) -> Request | None:
        """The request that the house makes now; None if it must wait longer, or deals no more."""
        name = WAITS_FOR.get(table.phase)
        seconds = None if name is None else getattr(self, name)
        if seconds is None or waited < seconds:
            return None
        if self.is_resting(table.phase, alone):
            return None
        request = _next(table, has_squeeze=self.squeeze != 0)
        return request if table.has_many_seats or _is_taken(table, request) else None

    def is_resting(self, phase: Phase, alone: float) -> bool:
        """Whether the table has been empty so long that the house has stopped dealing."""
        return phase in BETWEEN_COUPS and self.rests is not None and alone >= self.rests


def waits_since(table: Table) -> tuple[object, ...]:
    """A key that changes when the table waits for something else; new wagers do not change it."""
    return table.phase, table.shoes, table.coups, table.held, table.promise is None


def _is_taken(table: Table, request: Request) -> bool:
    """Whether the table accepts this request now; a guest who plays alone must bet first."""
    try:
        table.then(*acts_for(request, table, HOUSE))
    except BaccaratError:
        return False
    return True


def _next(table: Table, has_squeeze: bool) -> Request:
    match table.phase:
        case Phase.BETS:
            squeeze = has_squeeze and not table.is_free_game
            return Request("deal", {"squeeze": squeeze, "free": True})
        case Phase.SQUEEZE:
            return Request("reveal")
        case Phase.OFFER:
            return Request("pass")
        case Phase.CUT:
            return Request("cut")
    # For a fair shoe the house promises its seed first; then a guest may cut and add theirs.
    return Request(NEW_SHOE if table.promise is None else "cut")
