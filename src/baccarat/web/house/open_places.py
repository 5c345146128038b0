"""The hall: which tables and boards are open; a place that moves on when one opens or closes.

hall = Hall(house, hub.moved)
hall.state.number                  grows with every table or board that opens or closes
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from baccarat.web.house.house import House
from baccarat.web.house.places import HouseBoard, HouseTable

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
        self._open = {here.place for here in every if here.is_open}
        # The same after a restart: each has opened once, and some have closed.
        self.state = HallState(2 * len(every) - len(self._open))
        self._lock = Lock()
        house.listen(self._look)

    def tables(self) -> list[HouseTable]:
        """Those that are open."""
        return [here for here in self._house.tables() if here.is_open]

    def boards(self) -> list[HouseBoard]:
        """Those that are open."""
        return [here for here in self._house.boards() if here.is_open]

    @property
    def last(self) -> int:
        """As tables and boards call it."""
        return self.state.number

    def watched(self, change: int) -> None:
        """A stream has begun to show it, or shows it no more: a hall does not mind."""

    def _look(self, place: str, number: int) -> None:
        """Something has happened at a place; it is told here if that opened or closed it."""
        here = self._house.find(place)
        assert here is not None, "who tells of a place has it"
        now = here.is_open
        with self._lock:
            if now == (place in self._open):
                return
            self._open ^= {place}
            self.state = HallState(self.state.number + 1)
        self._tell(HALL, self.state.number)
