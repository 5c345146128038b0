"""Several servers with one store: each server reads the acts that the other servers have stored.

fellows = Fellows(house, store.sharing)
fellows.lab = lab.peers             shares runs, too
fellows.start()                     call it when the house has its listeners
fellows.caught_up("table/3")        reads the acts of other servers there; True if there were any

Every server can do every act: it writes the act under the next number, and the store accepts each
number once. The server that comes second catches up, and tries again.
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
"""The prefix of a run's place; the number of the run follows."""


class Fellows:
    """Keeps the tables and boards of this server equal to those of the other servers."""

    def __init__(self, house: "House", sharing: Sharing) -> None:
        self._house, self._sharing = house, sharing
        self.lab: LabPeers | None = None

    def start(self) -> None:
        """Begin to read the acts of the other servers."""
        self._sharing.start(self)

    def caught_up(self, place: str) -> bool:
        """Read the new acts of a table or board; return whether other servers had stored any."""
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
        """Read the new acts of these tables, boards and runs, which other servers have stored.

        An error is raised only after all places were read.
        """
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
        """Read the new acts of every table, board and run that another server may have changed."""
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
        """The numbers of the tables that need a dealing clock, and a number for the laboratory."""
        tables = self._house.tables()
        found = [here.number for here in tables if here.is_open and here.fault is None]
        can_run = self.lab is not None and self.lab.bounds.at_once > 0
        return [LABORATORY, *found] if can_run else found

    def visited(self) -> Sequence[int]:
        """The numbers of the tables that people visit on this server; the other tables may rest."""
        lately = monotonic() - 2 * BEAT
        tables = self._house.tables()
        return [here.number for here in tables if here.watchers or here.seen > lately]

    def visited_elsewhere(self, tables: Iterable[int]) -> None:
        """Note which tables people visit on other servers."""
        numbers = set(tables)
        for here in self._house.tables():
            if here.number in numbers:
                here.seen_elsewhere = monotonic()

    def begin_to_deal(self, table: int) -> None:
        """Note that from now on this server deals a table, or the runs of the laboratory."""
        if table == LABORATORY:
            if self.lab is not None:
                self.lab.begin_to_deal()
            return
        place = f"table/{table}"
        self._house.tell_listeners(place, self._known(place))

    def stop_dealing(self) -> None:
        """Stop the runs of the laboratory; tables stop because the clock asks before each deal."""
        if self.lab is not None:
            self.lab.stop_dealing()
