"""The hall: the list of open tables and boards, as a place that streams can watch.

hall = Hall(house, hub.moved)
hall.state.number                  grows whenever a table or board opens or closes
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from baccarat.web.house.house import House
from baccarat.web.house.places import HouseBoard, HouseTable

HALL = "hall"


@dataclass(frozen=True, slots=True)
class HallState:
    """The number of times that tables and boards have opened or closed so far."""

    number: int


class Hall:
    """The open tables and boards of a house; thread-safe."""

    place = HALL

    def __init__(self, house: House, moved: Callable[[str, int], None]) -> None:
        """`moved` is called with the place and its new number."""
        self._house, self._tell = house, moved
        every: list[HouseTable | HouseBoard] = [*house.tables(), *house.boards()]
        self._open = {here.place for here in every if here.is_open}
        # The same number after a restart: every place has opened once, and some have closed.
        self.state = HallState(2 * len(every) - len(self._open))
        self._lock = Lock()
        house.listen(self._look)

    def tables(self) -> list[HouseTable]:
        """The open tables."""
        return [here for here in self._house.tables() if here.is_open]

    def boards(self) -> list[HouseBoard]:
        """The open boards."""
        return [here for here in self._house.boards() if here.is_open]

    @property
    def last(self) -> int:
        """The number of the state; tables and boards have the same attribute."""
        return self.state.number

    def watched(self, change: int) -> None:
        """Ignore that a stream began or stopped showing the hall."""

    def _look(self, place: str, number: int) -> None:
        """Check whether an act opened or closed its place; if so, the hall gets a new number."""
        here = self._house.find(place)
        assert here is not None, "the house knows every place that it reports"
        now = here.is_open
        with self._lock:
            if now == (place in self._open):
                return
            self._open ^= {place}
            self.state = HallState(self.state.number + 1)
        self._tell(HALL, self.state.number)
