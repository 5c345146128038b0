"""Other servers of the same store: this house follows what they do, and they what it does.

fellows = Fellows(house, store.sharing)
fellows.lab = lab.peers             runs are shared, too
fellows.start()                     when the house has its listeners
fellows.caught_up("table/3")        whether others have done something there that was not known here
fellows.deals(3)                    whether it is this server whose clock deals there

Any server does any act: it is written under the number that comes next, and the store takes each
number once. Whoever comes second catches up, and does it after that.
"""

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from baccarat.base.errors import BaccaratError
from baccarat.store.peers import BEAT, LABORATORY, Sharing

if TYPE_CHECKING:
    from baccarat.web.house.house import House
    from baccarat.web.runs.peers import LabPeers

RUN = "run/"
"""How a place begins that is a run of the laboratory; its number follows."""


class Fellows:
    """What a house does because it is not alone; any thread may call."""

    def __init__(self, house: "House", sharing: Sharing) -> None:
        self._house, self._sharing = house, sharing
        self.lab: LabPeers | None = None

    def start(self) -> None:
        """From now on the house knows what others do."""
        self._sharing.start(self)

    def deals(self, table: int) -> bool:
        """Whether a table is dealt by the clock of this server."""
        return self._sharing.deals(table)

    def caught_up(self, place: str) -> bool:
        """Look into the store what others have done at a place; whether there was anything."""
        here = self._house.find(place)
        if here is None:
            return self._house.brought_back(place)
        if here.fault is not None:
            return False
        with here.lock:
            before = here.last
            here.follow()
            after = here.last
        if after != before:
            self._house.tell_listeners(place, after)
        return after != before

    # For the other servers.

    def catch_up(self, places: Iterable[str]) -> None:
        """Others have written there; trouble with one place does not keep us from the others."""
        trouble: BaccaratError | None = None
        told = list(places)
        runs = [int(place.removeprefix(RUN)) for place in told if place.startswith(RUN)]
        if runs and self.lab is not None:
            try:
                self.lab.catch_up(runs)
            except BaccaratError as fault:
                trouble = fault
        for place in (place for place in told if not place.startswith(RUN)):
            try:
                self.caught_up(place)
            except BaccaratError as fault:
                trouble = fault
        if trouble is not None:
            raise trouble

    def look_around(self) -> None:
        """Others may have written anywhere."""
        store = self._house.store
        if self.lab is not None:
            self.lab.look_around()
        last = {f"table/{row.number}": row.last for row in store.tables()}
        last |= {f"board/{row.number}": row.last for row in store.boards()}
        self.catch_up(place for place, number in last.items() if number > self._known(place))

    def _known(self, place: str) -> int:
        here = self._house.find(place)
        return 0 if here is None else here.last

    def open_tables(self) -> list[int]:
        """The tables that somebody must deal, and the laboratory, if this server can."""
        tables = self._house.tables()
        found = [here.number for here in tables if here.is_open and here.fault is None]
        can_run = self.lab is not None and self.lab.bounds.at_once > 0
        return [LABORATORY, *found] if can_run else found

    def visited(self) -> Sequence[int]:
        """The tables at which somebody is, by this server: one that is empty may rest."""
        lately = monotonic() - 2 * BEAT
        tables = self._house.tables()
        return [here.number for here in tables if here.watchers or here.seen > lately]

    def visited_elsewhere(self, tables: Iterable[int]) -> None:
        """The tables at which somebody is, by another server."""
        numbers = set(tables)
        for here in self._house.tables():
            if here.number in numbers:
                here.seen_elsewhere = monotonic()

    def begin_to_deal(self, table: int) -> None:
        """Nobody else deals here: the clock looks at what is due."""
        if table == LABORATORY:
            if self.lab is not None:
                self.lab.begin_to_deal()
            return
        place = f"table/{table}"
        self._house.tell_listeners(place, self._known(place))

    def stop_dealing(self) -> None:
        """Others deal now; a clock asks before it deals, but a run has a process."""
        if self.lab is not None:
            self.lab.stop_dealing()
