"""The hall: which tables and boards are open; a place that moves on when one opens or closes.

hall = Hall(house, hub.moved)
hall.state.number                  grows with every table or board that opens or closes
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from baccarat.table.state import Phase
from baccarat.web.house import House, HouseBoard, HouseTable

HALL = "hall"


@dataclass(frozen=True, slots=True)
class HallState:
    """How many tables and boards have opened so far, and closed."""

    number: int


class Hall:
    """All that is open in a house; any thread may ask."""

    place = HALL

    def __init__(self, house: House, moved: Callable[[str, int], None]) -> None:
        """`moved` is called with the place and its new number."""
        self._house, self._tell = house, moved
        every: list[HouseTable | HouseBoard] = [*house.tables(), *house.boards()]
        self._open = {here.place for here in every if is_open(here)}
        # The same after a restart: each has opened once, and some have closed.
        self.state = HallState(2 * len(every) - len(self._open))
        self._lock = Lock()
        house.listen(self._look)

    def tables(self) -> list[HouseTable]:
        """Those that are open."""
        return [here for here in self._house.tables() if is_open(here)]

    def boards(self) -> list[HouseBoard]:
        """Those that are open."""
        return [here for here in self._house.boards() if is_open(here)]

    def watched(self, change: int) -> None:
        """A stream has begun to show it, or shows it no more: a hall does not mind."""

    def _look(self, place: str, number: int) -> None:
        """Something has happened at a place; it is told here if that opened or closed it."""
        kind, _, digits = place.partition("/")
        find = self._house.at if kind == "table" else self._house.board_at
        now = is_open(find(int(digits)))
        with self._lock:
            if now == (place in self._open):
                return
            self._open ^= {place}
            self.state = HallState(self.state.number + 1)
        self._tell(HALL, self.state.number)


def is_open(here: HouseTable | HouseBoard) -> bool:
    """Whether a table or a board goes on."""
    if isinstance(here, HouseBoard):
        return here.board.is_open
    return here.table.phase is not Phase.LEFT
