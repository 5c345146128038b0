"""The clock of a table: what the house asks for when nobody else does.

Clock(bets=20)                             the house deals, twenty seconds after the last coup
Clock()                                    a person deals; a squeeze still has its time
clock.due(table, waited=21, alone=0)       Request("deal"), or None while there is time

A clock has no time of its own: whoever runs the table measures how long it has waited.
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
"""Which time runs in which phase; in the others the house waits for whoever is asked."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How many seconds the house waits before it goes on by itself; None is for ever."""

    bets: float | None = None
    """for wagers, and for the cut of a shoe; without it a person deals"""
    squeeze: float | None = 30
    """for one card that is squeezed"""
    offer: float | None = 15
    """for a bet that is offered in the middle of a coup"""
    rests: float | None = 600
    """so long after the last one has left it deals no more"""

    def __post_init__(self) -> None:
        require_fields(self)
        for seconds in (self.bets, self.squeeze, self.offer, self.rests):
            if seconds is not None and not 0 <= seconds <= MOST_SECONDS:
                raise BadValue(f"a clock waits 0 to {MOST_SECONDS} seconds, not {seconds}")

    @checked
    def due(self, table: Table, waited: float, alone: float) -> Request | None:
        """What the house asks for now, if it has waited so long, and so long nobody was there."""
        name = WAITS_FOR.get(table.phase)
        seconds = None if name is None else getattr(self, name)
        if seconds is None or waited < seconds:
            return None
        if self.is_resting(table.phase, alone):
            return None
        request = _next(table, has_squeeze=self.squeeze != 0)
        return request if table.has_many_seats or _is_taken(table, request) else None

    def is_resting(self, phase: Phase, alone: float) -> bool:
        """Whether nobody has been there for so long that nothing is dealt."""
        return phase in BETWEEN_COUPS and self.rests is not None and alone >= self.rests


def waits_since(table: Table) -> tuple[object, ...]:
    """Changes when the table begins to wait for something else; wagers do not put it off."""
    return table.phase, table.shoes, table.coups, table.held, table.promise is None


def _is_taken(table: Table, request: Request) -> bool:
    """Whether the house may do that now: it waits for the stake of a guest who plays alone."""
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
    # Of a fair shoe the seed is promised first: then a guest may cut and give theirs.
    return Request(NEW_SHOE if table.promise is None else "cut")
