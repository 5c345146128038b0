"""Stores a board's acts, and resumes a board after many shoes without redoing all its acts.

A board has its present page and, for undo, the pages before its last acts. When a new shoe begins,
the present page is stored without the older pages. A board may resume from a stored page if the
later acts once filled all pages that undo can reach, and never undid an act from before that page.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select

from baccarat.base.errors import BaccaratError
from baccarat.core.record import read
from baccarat.store.database import Database
from baccarat.store.keeper import PlaceKeeper
from baccarat.store.schema import board_acts, boards, select_at
from baccarat.store.statements import ADD_BOARD_ACT, BOARD_GOES_ON
from baccarat.store.trouble import Damaged, StoreTrouble
from baccarat.store.writer import Work
from baccarat.table.act_lines import read_sealed, sealed
from baccarat.table.board.board import MOST_PAGES, Board, BoardAct, Page
from baccarat.table.board.sitting import BoardCommit

NEW_SHOE = "shoe"


def board_line(commit: BoardCommit) -> str:
    """A commit of a board as a line of JSON with a seal, which shows any damage."""
    body = {
        "number": commit.number,
        "author": commit.author,
        "time": commit.time,
        "key": commit.key,
        "act": commit.act.as_json(),
    }
    return sealed(body)


def read_board_line(line: str) -> BoardCommit:
    body = read_sealed(line)
    told = {name: body[name] for name in ("author", "time", "key")}
    return BoardCommit(body["number"], BoardAct(**body["act"]), **told)


def page_line(board: Board) -> str:
    """A board as a line of JSON, without the pages for undo."""
    page = board.page
    told: dict[str, Any] = {"number": board.number, "name": board.name, "is_open": board.is_open}
    told |= {"shoe": page.shoe, "before": dict(page.before), "record": str(page.record)}
    return json.dumps(told)


def read_page(line: str) -> Board:
    told = json.loads(line)
    page = Page(read(told["record"])[0], told["shoe"], told["before"])
    return Board(told["number"], told["name"], told["is_open"], page)


def reaches_far(whats: Iterable[str]) -> bool:
    """True if undo can work after these acts without any act before them."""
    pages = 0
    for what in whats:
        pages += -1 if what == "undo" else 1
        if what == "close" or pages == MOST_PAGES:
            return True
        if pages < 0:
            return False
    return False


class BoardRows(PlaceKeeper):
    """A BoardKeeper that stores the acts of one board."""

    kind, places, lines = "board", boards, board_acts

    def __init__(self, database: Database, board: int) -> None:
        super().__init__(database, board)
        self._begins: tuple[int, Board | None] | None = None
        """the result of the last `start()`, for the `load()` after it"""

    def start(self, is_whole: bool = False) -> Board | None:
        """The board from which a sitting resumes; None if it resumes from the first act.

        With `is_whole`, it is the board before the first stored act.
        """
        self._begins = self._start(is_whole)
        return self._begins[1]

    def _start(self, is_whole: bool = False) -> tuple[int, Board | None]:
        """The number of the first act to redo, and the board before that act."""
        asked = select_at(board_acts, self.number, "number", "what")
        whats = self.database.read(asked.order_by(board_acts.c.number))
        shoes = [place for place, row in enumerate(whats) if row.what == NEW_SHOE]
        has_first = not whats or whats[0].number == 1
        if is_whole:
            shoes = [] if has_first else shoes[:1]
        for place in reversed(shoes):
            if is_whole or reaches_far(row.what for row in whats[place:]):
                number = whats[place].number
                page = self._page(number)
                if page is not None:
                    return number, page
        return 1, None

    def load(self) -> Sequence[BoardCommit]:
        """All commits after the board that `start()` returned."""
        (first, _), self._begins = self._begins or self._start(), None
        asked = select(boards.c.last).where(boards.c.number == self.number)
        last = max((row.last for row in self.database.read(asked)), default=0)
        commits = self.since(first - 1)  # after `last`, because other servers write meanwhile
        if (due := first + len(commits)) <= last:
            raise self._trouble(due, "it is missing")
        return commits

    def since(self, last: int) -> list[BoardCommit]:
        """All commits after the act with this number."""
        due = last + 1
        asked = select_at(board_acts, self.number, "number", "line")
        asked = asked.where(board_acts.c.number >= due).order_by(board_acts.c.number)
        commits = []
        for number, line in self.database.read(asked):
            try:
                commits.append(read_board_line(line))
            except (BaccaratError, KeyError, TypeError) as fault:
                raise self._trouble(number, str(fault)) from None
            if not number == commits[-1].number == due:
                raise self._trouble(due, "it is missing")
            due += 1
        self.is_unsure = False
        return commits

    def append(self, commit: BoardCommit, boards: tuple[Board, Board]) -> None:
        """Write a commit; the commit is on disk when this returns."""
        self.database.finish(self.appending(commit, boards))

    def appending(self, commit: BoardCommit, boards: tuple[Board, Board]) -> Work[None]:
        """The work that writes a commit; it can share a transaction with other work."""
        before, after = boards
        row = {"board_number": self.number, "number": commit.number, "what": commit.act.what}
        page = page_line(before) if commit.act.what == NEW_SHOE else ""
        closed = "" if after.is_open else commit.time
        state = {"new_last": after.number, "new_name": after.name, "new_closed": closed}
        act = (ADD_BOARD_ACT, {**row, "line": board_line(commit), "page": page})
        yield from self._write(commit, [act, (BOARD_GOES_ON, {"of_board": self.number, **state})])

    def _page(self, number: int) -> Board | None:
        asked = select_at(board_acts, self.number, "page").where(board_acts.c.number == number)
        found = self.database.read(asked)
        try:
            return read_page(found[0].page)
        except (BaccaratError, ValueError, KeyError, TypeError):
            return None  # redoing all acts is slower, but works

    def _trouble(self, number: int, why: str) -> Damaged:
        form = "{store}: board {board}, act {number}: {why}"
        where = self.database.where
        return Damaged(form, store=where, board=self.number, number=number, why=why)


def require_board(database: Database, number: int) -> None:
    """Raise StoreTrouble if the store has no board with this number."""
    if not database.read(select(boards.c.number).where(boards.c.number == number)):
        form = "{store}: there is no board {board}"
        raise StoreTrouble(form, store=database.where, board=number)
