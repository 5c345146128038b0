"""The house: all tables and boards of this server, over a store.

house = House(store)                              every open table is back
number = house.open_table(Open(seats=7), "Salon")
house.ask(number, Request("deal"), "dealer", key="4f1c…").text
house.asking(number, Request("deal"), "dealer")   the same as work: several share a commit
house.listen(call)                                call("table/3", 41) after every commit

Any thread may call; every call blocks until what it did is kept.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial, wraps
from itertools import accumulate
from math import inf
from threading import Lock, RLock
from time import monotonic
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

from baccarat.errors import BaccaratError
from baccarat.plugins import nothing_loaded
from baccarat.sentences import Sentence
from baccarat.store import KeptTable, Store
from baccarat.store.board_keeper import BoardRows
from baccarat.store.table_keeper import TableKeeper
from baccarat.store.trouble import Overtaken
from baccarat.store.writing import Work
from baccarat.table.acts import MOST_NAME, Open
from baccarat.table.board import Board, BoardAct
from baccarat.table.board_sitting import BoardSitting
from baccarat.table.clock import Clock, waits_since
from baccarat.table.log import KeyUsed
from baccarat.table.requests import HOST, CoupDealt, Request, require_due
from baccarat.table.saving import NotKept
from baccarat.table.sitting import Sitting
from baccarat.table.table import Table
from baccarat.web.fellows import Fellows
from baccarat.web.once import (
    NOT_SEATED,
    HouseAnswer,
    digest,
    is_unsure,
    other_content,
    refused_if_not_kept,
    stale,
    store_away,
    unsure,
)
from baccarat.web.problems import Problem
from baccarat.web.shown import (
    SPECTATOR,
    Memo,
    Viewer,
    is_seated,
    told_of_board,
    told_of_table,
    viewer_of,
)

if TYPE_CHECKING:
    from baccarat.table.coach import Account
    from baccarat.web.sitting_luck import CoupLuck

P = ParamSpec("P")
Listener = Callable[[str, int], None]
LAST_KEYS = 64


class HouseTable:
    """A table with what its sitting does not know: its number, its name, its clock."""

    kind = b"table"

    def __init__(self, number: int, name: str, clock: Clock, sitting: Sitting) -> None:
        self.number, self.name, self.clock, self.sitting = number, name, clock, sitting
        self.lock = RLock()
        self.keys: deque[str] = deque(maxlen=LAST_KEYS)
        """the last that were used: who asks again does so soon"""
        self.last_deal: dict[tuple[object, ...], str] = {}
        """what was answered to the last deal, by its coup and who asked"""
        self.watchers = 0
        """how many streams show it"""
        self.seen = -inf
        """when somebody was last there, by the clock that only goes forward"""
        self.seen_elsewhere = -inf
        """the same, by another server"""
        self.listed: tuple[int, dict[str, Any]] = (0, {})
        """a number, and how the lobby shows the table then"""
        self.accounts: dict[Viewer, Account] = {}
        """what the coach has counted for those who asked"""
        self.luck: dict[Viewer, dict[int, list[CoupLuck]]] = {}
        """the same of the shoes before the present one, by their numbers"""
        self.memo = Memo(lambda: self.table.number, self._tell)
        self._old: tuple[Table, Memo] | None = None
        """as it was before the present shoe came"""

    def memo_since(self, number: int) -> Memo:
        """What is told to who knows this number: the end of the last shoe, if they missed it."""
        old = self._old
        if old is not None and old[0].shoe_since <= number < old[0].number:
            return old[1]
        return self.memo

    def leave_shoe(self, table: Table) -> None:
        """A new shoe comes: its table tells no more how the one before ended."""

        def tell(viewer: Viewer, since: int) -> tuple[int, bytes]:
            return table.number, self.tell(table, viewer, since).encode()

        self._old = table, Memo(lambda: table.number, tell)

    @nothing_loaded()
    def follow(self) -> None:
        """Fold what other servers have done here; the lock must be held."""
        for commit in self.keeper.since(self.table.number):
            before = self.table
            tables = list(accumulate(commit.acts, Table.apply, initial=before))
            if tables[-1].shoe_since != before.shoe_since and before.shoes:
                self.leave_shoe(before)
            self.sitting.show(commit, tables)

    @property
    def place(self) -> str:
        return f"table/{self.number}"

    @property
    def keeper(self) -> TableKeeper:
        return cast(TableKeeper, self.sitting.keeper)

    @property
    def table(self) -> Table:
        return self.sitting.table

    @property
    def state(self) -> Table:
        """As a board calls it, too."""
        return self.table

    def watched(self, change: int) -> None:
        """A stream has begun to show it, or shows it no more."""
        self.watchers += change
        self.seen = monotonic()

    def tell(self, table: Table, viewer: Viewer, since: int) -> str:
        """A table as somebody may see it, as one line of JSON."""
        return told_of_table(self.number, self.name, self.clock, table, viewer, since)

    def _tell(self, viewer: Viewer, since: int) -> tuple[int, bytes]:
        table = self.table
        return table.number, self.tell(table, viewer, since).encode()


class HouseBoard:
    """A board with its number."""

    kind = b"board"

    def __init__(self, number: int, sitting: BoardSitting) -> None:
        self.number, self.sitting = number, sitting
        self.lock = RLock()
        self.keys: deque[str] = deque(maxlen=LAST_KEYS)
        """the last that were used: who asks again does so soon"""
        self.memo = Memo(lambda: self.board.number, self._tell)

    def memo_since(self, number: int) -> Memo:
        """What is told to who knows this number: a board is always told whole."""
        return self.memo

    def follow(self) -> None:
        """Fold what other servers have done here; the lock must be held."""
        for commit in self.keeper.since(self.board.number):
            self.sitting.board = self.board.apply(commit.act, commit.number)

    @property
    def place(self) -> str:
        return f"board/{self.number}"

    @property
    def keeper(self) -> BoardRows:
        return cast(BoardRows, self.sitting.keeper)

    @property
    def board(self) -> Board:
        return self.sitting.board

    @property
    def state(self) -> Board:
        """As a table calls it, too."""
        return self.board

    def watched(self, change: int) -> None:
        """A stream has begun to show it, or shows it no more: a board does not mind."""

    def _tell(self, viewer: Viewer, since: int) -> tuple[int, bytes]:
        board = self.board
        return board.number, told_of_board(self.number, board).encode()


def finished(
    asking: "Callable[Concatenate[House, P], Work[HouseAnswer]]",
) -> "Callable[Concatenate[House, P], HouseAnswer]":
    """The same, done to its end: when it returns it is kept."""

    @wraps(asking)
    def ask(house: "House", /, *args: P.args, **kwargs: P.kwargs) -> HouseAnswer:
        return house.store.database.finish(asking(house, *args, **kwargs))

    return ask


class House:
    """All tables and boards; thread-safe, and every call may wait for the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._tables: dict[int, HouseTable] = {}
        self._boards: dict[int, HouseBoard] = {}
        self.faults: dict[str, BaccaratError] = {}
        """places that cannot be opened, and why"""
        self._listeners: list[Listener] = []
        self._opening = Lock()
        for row in store.tables():
            with self._noted(f"table/{row.number}"):
                self.bring_back(row)
        for board in store.boards():
            with self._noted(f"board/{board.number}"):
                self.bring_board_back(board.number)
        self.fellows: Fellows | None = None
        """other servers of the same store"""
        if store.sharing is not None:
            self.fellows = Fellows(self, store.sharing)

    @contextmanager
    def _noted(self, place: str) -> Iterator[None]:
        """A place whose game is not installed, say, does not keep the others away."""
        try:
            yield
        except BaccaratError as trouble:
            self.faults[place] = trouble

    def bring_back(self, row: KeptTable) -> None:
        """A table that the store has, and the house not yet."""
        sitting = self._load(row.number)
        if sitting.table.number:  # else the server went before it was open
            clock = read_clock(row.clock)
            back = self._tables[row.number] = HouseTable(row.number, row.name, clock, sitting)
            self.tell_listeners(back.place, back.table.number)

    def bring_board_back(self, number: int) -> None:
        """The same of a board."""
        sitting = self._load_board(number)
        if sitting.board.number:
            back = self._boards[number] = HouseBoard(number, sitting)
            self.tell_listeners(back.place, back.board.number)

    def brought_back(self, place: str) -> bool:
        """Whether there is such a place in the store that was not known here."""
        kind, _, digits = place.partition("/")
        number = int(digits)
        with self._opening:
            if self.find(place) is None:
                table = self.store.find_table(number) if kind == "table" else None
                board = self.store.find_board(number) if kind == "board" else None
                self.faults.pop(place, None)
                with self._noted(place):
                    if table is not None:
                        self.bring_back(table)
                    elif board is not None:
                        self.bring_board_back(number)
            return self.find(place) is not None

    def find(self, place: str) -> HouseTable | HouseBoard | None:
        """A table or a board by its place, `table/3`; None if it is not known here."""
        kind, _, digits = place.partition("/")
        return (self._boards if kind == "board" else self._tables).get(int(digits))

    def deals(self, table: int) -> bool:
        """Whether the clock of this server deals a table, and no other server's."""
        return self.fellows is None or self.fellows.deals(table)

    def _load(self, number: int) -> Sitting:
        keeper = self.store.keeper(number)
        return Sitting(keeper, start=keeper.start(), forgets=True)

    def _load_board(self, number: int) -> BoardSitting:
        keeper = self.store.board_keeper(number)
        return BoardSitting(keeper, start=keeper.start())

    # Tables.

    def tables(self) -> list[HouseTable]:
        """All of them, closed ones too, by number."""
        return [self._tables[number] for number in sorted(self._tables)]

    def at(self, table: int) -> HouseTable:
        """A table by its number."""
        if (found := self._tables.get(table)) is not None:
            return found
        raise self._not_there(f"table/{table}", Sentence("there is no table {table}", table=table))

    def sitting(self, table: int) -> Sitting:
        """What happens at a table."""
        return self.at(table).sitting

    def open_table(self, opening: Open, name: str = "", clock: Clock | None = None) -> int:
        """Open a table; its number."""
        found: int = self.ask_to_open(opening, name, clock).body["table"]
        return found

    def ask_to_open(
        self, opening: Open, name: str = "", clock: Clock | None = None, *, key: str = ""
    ) -> HouseAnswer:
        """Open a table, or tell again which one was opened with this key."""
        clock = Clock() if clock is None else clock
        _require_name(name)
        Table().apply(opening)  # complains before a number is given
        asked = digest([repr(opening), name, repr(clock)])
        with self._opening:
            if (kept := self._find("tables", HOST, key, asked)) is not None:
                if kept.body["table"] not in self._tables:  # the store was lost when it was opened
                    row = self.store.find_table(kept.body["table"])
                    assert row is not None
                    self.bring_back(row)
                return kept
            number = self.store.new_table(name=name, clock=write_clock(clock))
            made = HouseTable(number, name, clock, self._load(number))
            made.seen = monotonic()
            told: list[str] = []

            def answer(table: Table) -> str:
                told.append(made.tell(table, viewer_of(HOST, table), 0))
                return told[0] if key else ""

            try:
                with refused_if_not_kept(made.sitting):
                    made.sitting.do(opening, author=HOST, key=key, asked=asked, answer=answer)
            except KeyUsed:  # on another server, in this moment
                return self._opened_elsewhere("tables", HOST, key, asked)
            self._tables[number] = made
        self.tell_listeners(made.place, made.table.number)
        return HouseAnswer(told[0])

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
        """Do what somebody asks for, once: the same key again gives the same answer.

        It is work, which may share a commit with that of other tables.

        `number` is the one that the act must get; `sat` says by which act the guest who asks sat
        down, for another may have the name by now. The view tells what is new since `since`, or
        since the number before the act. `waits` is what the table must still wait for.
        `holder` is the API key to whose owner alone the answer may be told again.

        A deal of a coup that is dealt already is answered as the first one was.
        """
        here = self.at(table)
        values = {name: value for name, value in request.values.items() if name != "coup"}
        asked = digest([request.kind, values, number, sat, *([] if holder is None else [holder])])

        def act() -> Work[str]:
            before = here.table
            if sat is not None and not is_seated(before, author, sat):
                raise Problem(403, Sentence("you do not sit at this table"), kind=NOT_SEATED)
            if number is not None and number != before.number + 1:
                require_due(request, before)  # a coup that is dealt, whatever has come since
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
            self._be_sure(here)
            try:
                done = yield from self._once(here, author, key, asked, act)
            except CoupDealt:
                first = here.last_deal.get((request.values["coup"], author, sat))
                stands = first or here.tell(here.table, viewer_of(author, here.table), since or 0)
                done = HouseAnswer(stands, was_kept=True)
        if not done.was_kept:
            self.tell_listeners(here.place, here.table.number)
        return done

    ask = finished(asking)

    def _be_sure(self, here: HouseTable | HouseBoard) -> None:
        """Load a place again whose last act may or may not have been kept."""
        if is_unsure(here.sitting):
            with here.lock:
                if isinstance(here, HouseBoard):
                    here.sitting = self._load_board(here.number)
                else:
                    here.sitting = self._load(here.number)
            self.tell_listeners(here.place, here.state.number)

    def look(self, table: int, viewer: Viewer, since: int = 0) -> bytes:
        """A table as somebody may see it: what is new since an act, or all of it."""
        here = self.at(table)
        self._be_sure(here)
        return here.memo.tell(viewer, since)[1]

    # Boards.

    def boards(self) -> list[HouseBoard]:
        """All of them, closed ones too, by number."""
        return [self._boards[number] for number in sorted(self._boards)]

    def board_at(self, board: int) -> HouseBoard:
        """A board by its number."""
        if (found := self._boards.get(board)) is not None:
            return found
        raise self._not_there(f"board/{board}", Sentence("there is no board {board}", board=board))

    def board(self, board: int) -> BoardSitting:
        """What happens at a board."""
        return self.board_at(board).sitting

    def look_at_board(self, board: int) -> bytes:
        """A board as everybody may see it."""
        here = self.board_at(board)
        self._be_sure(here)
        return here.memo.tell(SPECTATOR)[1]

    def open_board(self, act: BoardAct, *, author: str = HOST, key: str = "") -> HouseAnswer:
        """A board for a table that others deal, or again the one that was opened with this key."""
        after = Board().apply(act)
        asked = digest(act.as_json())
        with self._opening:
            if (kept := self._find("boards", author, key, asked)) is not None:
                if kept.body["board"] not in self._boards:
                    self.bring_board_back(kept.body["board"])
                return kept
            number = self.store.new_board(after.name)
            made = HouseBoard(number, self._load_board(number))
            text = told_of_board(number, after)
            try:
                with refused_if_not_kept(made.sitting):
                    made.sitting.do(
                        act,
                        author=author,
                        key=key,
                        asked=asked,
                        answer=lambda _: text if key else "",
                    )
            except KeyUsed:
                return self._opened_elsewhere("boards", author, key, asked)
            self._boards[number] = made
        self.tell_listeners(made.place, made.board.number)
        return HouseAnswer(text)

    def asking_board(
        self, board: int, act: BoardAct, author: str, *, number: int | None = None, key: str = ""
    ) -> Work[HouseAnswer]:
        """Do an act of a board, once."""
        here = self.board_at(board)
        asked = digest([act.as_json(), number])

        def do() -> Work[str]:
            if number is not None and number != here.board.number + 1:
                raise stale(here.board.number)
            told: list[str] = []

            def answer(done: Board) -> str:
                told.append(told_of_board(board, done))
                return told[0] if key else ""

            sitting = here.sitting
            commit, boards = sitting.prepare(act, number, author, key, asked, answer)
            yield from here.keeper.appending(commit, boards)
            sitting.board = boards[1]
            return told[0]

        with here.lock:
            self._be_sure(here)
            done = yield from self._once(here, author, key, asked, do)
        if not done.was_kept:
            self.tell_listeners(here.place, here.board.number)
        return done

    ask_board = finished(asking_board)

    # All of them.

    def listen(self, call: Listener) -> None:
        """Call this with the place and its new number after every commit, from any thread."""
        self._listeners.append(call)

    def tell_listeners(self, place: str, number: int) -> None:
        for call in self._listeners:
            call(place, number)

    def close(self) -> None:
        """Tell nobody any more; the store is closed by who opened it."""
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
        """Do something, or tell again what was answered when it was done with this key.

        The store takes a key once, so it need not be asked for one before, but if it is refused.
        """
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
        return done

    def _opened_elsewhere(self, place: str, author: str, key: str, asked: str) -> HouseAnswer:
        """What another server has answered when it opened a table or board with this key."""
        kept = self._find(place, author, key, asked)
        if kept is None:
            raise unsure()
        return kept

    def _in_turn(self, here: HouseTable | HouseBoard, do: Callable[[], Work[str]]) -> Work[str]:
        """Do something; if other servers were quicker, catch up, and do it after that."""
        try:
            return (yield from do())
        except (BaccaratError, Problem) as refused:
            is_lost = isinstance(refused, NotKept) and not isinstance(refused, Overtaken)
            if self.fellows is None or is_lost or not self.fellows.caught_up(here.place):
                raise
            catch_up = partial(self.fellows.caught_up, here.place)
        return here.keeper.in_turn(catch_up, do)

    def _find(self, place: str, author: str, key: str, asked: str) -> HouseAnswer | None:
        """What was answered with this key before."""
        kept = self.store.find_answer(place, author, key) if key else None
        if kept is None:
            return None
        if kept.asked != asked:
            raise other_content()
        return HouseAnswer(kept.answer, was_kept=True)

    def _not_there(self, place: str, said: Sentence) -> Problem:
        fault = self.faults.get(place)
        if fault is None:
            return Problem(404, said)
        return store_away(fault) if isinstance(fault, NotKept) else Problem(503, fault.said)


def _outcome(here: HouseTable, request: Request, author: str, after: Table, since: int) -> str:
    """What is told of an act: the table as its author sees it; who sits down is told by name."""
    if request.kind != "sit":
        return here.tell(after, viewer_of(author, after), since)
    guest = after.seats[-1].guest
    line = here.tell(after, viewer_of(guest, after), 0)
    return f'{{"guest":{json.dumps(guest, ensure_ascii=False)},{line[1:]}'


def write_clock(clock: Clock) -> str:
    return json.dumps(asdict(clock))


def read_clock(text: str) -> Clock:
    """A clock as the store has it; without one a person deals."""
    try:
        return Clock(**json.loads(text)) if text else Clock()
    except (ValueError, TypeError, RecursionError):
        raise NotKept("the clock of the table is damaged") from None


def _require_name(name: str) -> None:
    if len(name) > MOST_NAME or not name.isprintable():
        form = "a table has a name of at most {most} printable characters"
        raise Problem(422, Sentence(form, most=MOST_NAME))
