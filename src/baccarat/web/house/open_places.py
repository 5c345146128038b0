"""The list of open tables and boards, which streams can watch like a table.

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
    """The state of the list: a number that grows when a table or board opens or closes."""

    number: int


class Hall:
    """The list of open tables and boards; thread-safe."""

    place = HALL

    def __init__(self, house: House, moved: Callable[[str, int], None]) -> None:
        """`moved` is called after each change, with the list's name and its new number."""
        self._house, self._tell = house, moved
        every: list[HouseTable | HouseBoard] = [*house.tables(), *house.boards()]
        self._open = {here.place for here in every if here.is_open}
        # The same number after a restart: every place has opened once, and some have closed.
        self.state = HallState(2 * len(every) - len(self._open))
        self._lock = Lock()
        house.listen(self._look)

    @property
    def last(self) -> int:
        """The number of the list's state; tables and boards have the same attribute."""
        return self.state.number

    def watched(self, change: int) -> None:
        """Do nothing: tables count the streams that show them, but this list does not."""

    def _look(self, place: str, number: int) -> None:
        """Give the list a new number if this act opened or closed a table or board."""
        here = self._house.find(place)
        assert here is not None, "the house knows every place that it reports"
        now = here.is_open
        with self._lock:
            if now == (place in self._open):
                return
            self._open ^= {place}
            self.state = HallState(self.state.number + 1)
        self._tell(HALL, self.state.number)
