"""The class `House`: all tables and boards of a server, with the store that saves them.

house = House(store)                              knows every table, and folds it when it is visited
number = house.open_table(Open(seats=7), "Salon")
house.ask(number, Request("deal"), "dealer", key="4f1c…").text
house.asking(number, Request("deal"), "dealer")   the same as work, which can share a commit
house.listen(call)                                calls call("table/3", 41) after every commit

The house is thread-safe; every call blocks until its act is stored.
"""

import json
from collections.abc import Callable
from functools import partial
from math import inf
from threading import RLock
from time import monotonic
from typing import Any

from baccarat.base.errors import BaccaratError
from baccarat.base.sentences import Sentence
from baccarat.store import Store
from baccarat.store.trouble import Overtaken
from baccarat.store.writer import Work
from baccarat.table.acts import MOST_NAME, Open
from baccarat.table.board.board import Board, BoardAct
from baccarat.table.log import KeyUsed
from baccarat.table.requests import HOST, CoupDealt, Request, require_due
from baccarat.table.rules.clock import Clock, waits_since
from baccarat.table.saving import NotKept
from baccarat.table.table import Table
from baccarat.web.gate.house_problems import (
    NOT_SEATED,
    HouseAnswer,
    digest,
    is_unsure,
    other_content,
    refused_if_not_kept,
    stale,
    unsure,
)
from baccarat.web.gate.problems import FULL_HOUSE, Problem
from baccarat.web.house.peers import Fellows
from baccarat.web.house.places import HouseBoard, HouseTable, PlaceT, write_clock
from baccarat.web.house.views import AT_THE_SHOE, SPECTATOR, Viewer, is_seated, viewer_of

Listener = Callable[[str, int], None]


class House:
    """All tables and boards of a server; thread-safe, but any call may wait for the store."""

    def __init__(self, store: Store, most_tables: float = inf) -> None:
        """`most_tables` is the largest number of open tables."""
        self.store, self.most_tables = store, most_tables
        self._places: dict[str, HouseTable | HouseBoard] = {}
        self._listeners: list[Listener] = []
        self._opening = RLock()
        for table in store.tables():
            self._bring_back(HouseTable(store, table))
        for board in store.boards():
            self._bring_back(HouseBoard(store, board))
        self.fellows: Fellows | None = None
        """the other servers of the same store; None if there are none"""
        if store.sharing is not None:
            self.fellows = Fellows(self, store.sharing)

    def _bring_back(self, here: HouseTable | HouseBoard) -> None:
        """Add a table or board from the store."""
        if here.last:  # else the server stopped before it was open
            self._places[here.place] = here
            self.tell_listeners(here.place, here.last)

    def brought_back(self, place: str) -> bool:
        """Add a table or board from the store if it is missing; return whether it is here now."""
        kind, _, digits = place.partition("/")
        number = int(digits)
        with self._opening:
            if self.find(place) is None:
                if kind == "table" and (table := self.store.find_table(number)) is not None:
                    self._bring_back(HouseTable(self.store, table))
                elif kind == "board" and (board := self.store.find_board(number)) is not None:
                    self._bring_back(HouseBoard(self.store, board))
            return self.find(place) is not None

    def find(self, place: str) -> HouseTable | HouseBoard | None:
        """The table or board with a name such as `table/3`; None if this server has none."""
        return self._places.get(place)

    def _sorted(self, kind: type[PlaceT]) -> list[PlaceT]:
        """All tables or all boards, open or closed, in the order of their numbers."""
        places = [here for here in list(self._places.values()) if isinstance(here, kind)]
        return sorted(places, key=lambda here: here.number)

    def _entered(self, kind: type[PlaceT], place: str, missing: Sentence) -> PlaceT:
        """The place with this name; raises a problem if it is missing or cannot be opened."""
        here = self._places.get(place)
        if not isinstance(here, kind):
            raise Problem(404, missing)
        if (problem := here.problem) is not None:
            raise problem
        return here

    def deals(self, table: int) -> bool:
        """Whether this server deals a table; of several servers, only one server deals a table."""
        return self.store.sharing is None or self.store.sharing.deals(table)

    # Tables.

    def tables(self) -> list[HouseTable]:
        """All tables, open or closed, in the order of their numbers."""
        return self._sorted(HouseTable)

    def at(self, table: int) -> HouseTable:
        """The table with this number; raises a problem if there is none."""
        missing = Sentence("there is no table {table}", table=table)
        return self._entered(HouseTable, f"table/{table}", missing)

    def open_table(self, opening: Open, name: str = "", clock: Clock | None = None) -> int:
        """Open a table; returns its number."""
        found: int = self.ask_to_open(opening, name, clock).body["table"]
        return found

    def ask_to_open(
        self, opening: Open, name: str = "", clock: Clock | None = None, *, key: str = ""
    ) -> HouseAnswer:
        """Open a table; a repeated request with the same key gets the first request's table."""
        clock = Clock() if clock is None else clock
        if len(name) > MOST_NAME or not name.isprintable():
            form = "a table has a name of at most {most} printable characters"
            raise Problem(422, Sentence(form, most=MOST_NAME))
        Table().apply(opening)  # raises an error before the table gets a number
        asked = digest([repr(opening), name, repr(clock)])

        def make() -> HouseTable:
            self._require_room()
            row = self.store.find_table(self.store.new_table(name, clock=write_clock(clock)))
            assert row is not None
            made = HouseTable(self.store, row)
            made.seen = monotonic()
            return made

        return self._opened(make, opening, HOST, key, asked)

    def _require_room(self) -> None:
        if sum(here.is_open for here in self.tables()) >= self.most_tables:
            form = "this house has no room for one more open table (at most {most})"
            raise Problem(
                409,
                Sentence(form, most=self.most_tables),
                kind=FULL_HOUSE,
                what_to_do=Sentence("close a table that is not needed"),
            )

    def asking(
        self,
        table: int,
        request: Request,
        author: str,
        *,
        number: int | None = None,
        key: str = "",
        sat: int | None = None,
        holder: int | None = None,
        since: int | None = None,
        waits: tuple[object, ...] | None = None,
    ) -> Work[HouseAnswer]:
        """Do an act at a table; a repeated request with the same key gets the same answer.

        The result is work, which may share a commit with the work of other tables.

        `number` is the number that the act must get. `sat` is the act by which the guest sat down,
        because another guest may have the same name by now. The view in the answer shows the news
        since `since`; default: since the act before. `waits` is what the table must still wait
        for. `holder` is an API key: only its owner may get the same answer again.

        A repeated deal of the same coup gets the answer of the first deal.
        """
        here = self.at(table)
        values = {name: value for name, value in request.values.items() if name != "coup"}
        asked = digest([request.kind, values, number, sat, *([] if holder is None else [holder])])

        def act() -> Work[str]:
            before = here.table
            if sat is not None and not is_seated(before, author, sat):
                raise Problem(403, Sentence("you do not sit at this table"), kind=NOT_SEATED)
            if number is not None and number != before.number + 1:
                require_due(request, before)  # the coup may be dealt already; then this raises
                raise stale(before.number)
            if waits is not None and waits != waits_since(before):
                raise stale(before.number)
            after = before.number if since is None else since
            told: list[str] = []

            def answer(done: Table) -> str:
                if done.shoe_since != before.shoe_since and before.shoes:
                    here.leave_shoe(before)
                told.append(_outcome(here, request, author, done, after))
                return told[0] if key else ""

            sitting = here.sitting
            commit, tables = sitting.prepare(request, author, number, key, asked, answer)
            yield from here.keeper.appending(commit, tables)
            sitting.show(commit, tables)
            if request.kind == "deal":
                here.last_deal = {(before.next_coup, author, sat): told[0]}
            return told[0]

        with here.lock:
            try:
                return (yield from self._once(here, author, key, asked, act))
            except CoupDealt:
                first = here.last_deal.get((request.values["coup"], author, sat))
                stands = first or here.tell(here.table, viewer_of(author, here.table), since or 0)
                return HouseAnswer(stands, was_kept=True)

    def ask(self, *args: Any, **kwargs: Any) -> HouseAnswer:
        """Do an act at a table at once, with the arguments of `asking`, and return its answer."""
        return self.store.database.finish(self.asking(*args, **kwargs))

    def _be_sure(self, here: HouseTable | HouseBoard) -> None:
        """Load a table or board again if the store may or may not have saved its last act."""
        if is_unsure(here.sitting):
            here.fold_again()
            self.tell_listeners(here.place, here.state.number)

    def look(
        self, here: HouseTable | HouseBoard, viewer: Viewer = SPECTATOR, since: int = 0
    ) -> bytes:
        """The JSON of a table or board for a viewer: everything, or the changes since an act."""
        self._be_sure(here)
        return here.memo.tell(viewer, since)[1]

    # Boards.

    def boards(self) -> list[HouseBoard]:
        """All boards, open or closed, in the order of their numbers."""
        return self._sorted(HouseBoard)

    def board_at(self, board: int) -> HouseBoard:
        """The board with this number; raises a problem if there is none."""
        missing = Sentence("there is no board {board}", board=board)
        return self._entered(HouseBoard, f"board/{board}", missing)

    def open_board(self, act: BoardAct, *, author: str = HOST, key: str = "") -> HouseAnswer:
        """Open a board for a real table; a repeat with the same key gets the same board."""
        name = Board().apply(act).name  # raises an error before the board gets a number

        def make() -> HouseBoard:
            row = self.store.find_board(self.store.new_board(name))
            assert row is not None
            return HouseBoard(self.store, row)

        return self._opened(make, act, author, key, digest(act.as_json()))

    def asking_board(
        self, board: int, act: BoardAct, author: str, *, number: int | None = None, key: str = ""
    ) -> Work[HouseAnswer]:
        """Do an act on a board; a repeated request with the same key gets the same answer."""
        here = self.board_at(board)
        asked = digest([act.as_json(), number])

        def do() -> Work[str]:
            if number is not None and number != here.board.number + 1:
                raise stale(here.board.number)
            told: list[str] = []

            def answer(done: Board) -> str:
                told.append(here.tell(done, SPECTATOR, 0))
                return told[0] if key else ""

            sitting = here.sitting
            commit, boards = sitting.prepare(act, number, author, key, asked, answer)
            yield from here.keeper.appending(commit, boards)
            sitting.board = boards[1]
            return told[0]

        with here.lock:
            return (yield from self._once(here, author, key, asked, do))

    def ask_board(self, *args: Any, **kwargs: Any) -> HouseAnswer:
        """Do an act on a board at once, with the arguments of `asking_board`."""
        return self.store.database.finish(self.asking_board(*args, **kwargs))

    # Tables and boards.
    def listen(self, call: Listener) -> None:
        """Register a function; it is called after each act with the table's name and act number."""
        self._listeners.append(call)

    def tell_listeners(self, place: str, number: int) -> None:
        for call in self._listeners:
            call(place, number)

    def close(self) -> None:
        """Stop calling the listeners; the store stays open."""
        if self.store.sharing is not None:
            self.store.sharing.close()
        self._listeners.clear()

    def _once(
        self,
        here: HouseTable | HouseBoard,
        author: str,
        key: str,
        asked: str,
        do: Callable[[], Work[str]],
    ) -> Work[HouseAnswer]:
        """Do an act and call the listeners; a request with a used key gets the first answer again.

        The store accepts each key once, so a key that is not among the last ones is only looked up
        after a refusal.
        """
        self._be_sure(here)
        if key in here.keys and (kept := self._find(here.place, author, key, asked)) is not None:
            return kept
        try:
            with refused_if_not_kept(here.sitting):
                done = HouseAnswer((yield from self._in_turn(here, do)))
        except (BaccaratError, Problem) as refused:
            is_not_kept = isinstance(refused, Problem) and refused.status == 503
            kept = None if is_not_kept else self._find(here.place, author, key, asked)
            if kept is None:
                raise
            return kept
        if key:
            here.keys.append(key)
        self.tell_listeners(here.place, here.state.number)
        return done

    def _opened(
        self,
        make: Callable[[], HouseTable | HouseBoard],
        act: Open | BoardAct,
        author: str,
        key: str,
        asked: str,
    ) -> HouseAnswer:
        """Open a table or board; a request with a used key gets the answer to the first request."""
        kind = "table" if isinstance(act, Open) else "board"
        with self._opening:
            if (kept := self._find(f"{kind}s", author, key, asked)) is not None:
                self.brought_back(f"{kind}/{kept.body[kind]}")  # the store may have failed before
                return kept
            made = make()
            told: list[str] = []

            def answer(state: Any) -> str:
                told.append(made.tell(state, AT_THE_SHOE, 0))
                return told[0] if key else ""

            do: Callable[..., object] = made.sitting.do
            try:
                with refused_if_not_kept(made.sitting):
                    do(act, author=author, key=key, asked=asked, answer=answer)
            except KeyUsed:  # another server used the key at this moment
                if (kept := self._find(f"{kind}s", author, key, asked)) is None:
                    raise unsure() from None
                return kept
            self._places[made.place] = made
        self.tell_listeners(made.place, made.state.number)
        return HouseAnswer(told[0])

    def _in_turn(self, here: HouseTable | HouseBoard, do: Callable[[], Work[str]]) -> Work[str]:
        """Do an act; if another server acted first, apply its acts and do the act again."""
        try:
            return (yield from do())
        except (BaccaratError, Problem) as refused:
            is_lost = isinstance(refused, NotKept) and not isinstance(refused, Overtaken)
            if self.fellows is None or is_lost or not self.fellows.caught_up(here.place):
                raise
            catch_up = partial(self.fellows.caught_up, here.place)
        return here.keeper.in_turn(catch_up, do)

    def _find(self, place: str, author: str, key: str, asked: str) -> HouseAnswer | None:
        """The answer that a request with this key got before; None if there was no such request."""
        kept = self.store.find_answer(place, author, key) if key else None
        if kept is None:
            return None
        if kept.asked != asked:
            raise other_content()
        return HouseAnswer(kept.answer, was_kept=True)


def _outcome(here: HouseTable, request: Request, author: str, after: Table, since: int) -> str:
    """The answer to an act as JSON: the table as its author sees it, and a new guest's name."""
    if request.kind != "sit":
        return here.tell(after, viewer_of(author, after), since)
    guest = after.seats[-1].guest
    line = here.tell(after, viewer_of(guest, after), 0)
    return f'{{"guest":{json.dumps(guest, ensure_ascii=False)},{line[1:]}'
