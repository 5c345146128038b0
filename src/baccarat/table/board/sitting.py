"""A board whose acts are saved, each with its time; `Board` has no storage and no clock.

sitting = BoardSitting()
sitting.do(BoardAct("open", "Table 3")); sitting.do(BoardAct("result", "B"), author="dealer")
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Protocol

from baccarat.table.board.board import Board, BoardAct
from baccarat.table.log import HOUSE
from baccarat.table.sitting import now


@dataclass(frozen=True, slots=True)
class BoardCommit:
    """One act of a board, as it is saved."""

    number: int
    act: BoardAct
    author: str = ""
    time: str = ""
    """in UTC, in the format of ISO 8601"""
    key: str = ""
    """the idempotency key, which marks a repeated request"""
    asked: str = ""
    """a digest of the request with that key"""
    answer: str = ""
    """the answer to the request, for when it is repeated"""


class BoardKeeper(Protocol):
    """Saves the acts of one board."""

    def load(self) -> Sequence[BoardCommit]:
        """All saved acts, in order."""

    def append(self, commit: BoardCommit, boards: tuple[Board, Board]) -> None:
        """Save one more act, and return only when it is safely stored.

        `boards` are the board before the act, and the board after the act.
        """


class BoardMemory:
    """Keeps the acts of a board in memory; they are lost when the program ends."""

    def __init__(self) -> None:
        self.commits: list[BoardCommit] = []

    def load(self) -> Sequence[BoardCommit]:
        return list(self.commits)

    def append(self, commit: BoardCommit, boards: tuple[Board, Board]) -> None:
        self.commits.append(commit)


class BoardSitting:
    """A board whose acts are saved before anyone sees their effect; safe for any thread."""

    def __init__(
        self,
        keeper: BoardKeeper | None = None,
        clock: Callable[[], str] = now,
        start: Board | None = None,
    ) -> None:
        self.keeper = BoardMemory() if keeper is None else keeper
        self.clock = clock
        self._lock = RLock()
        self.board = Board() if start is None else start
        for commit in self.keeper.load():
            self.board = self.board.apply(commit.act, commit.number)

    def do(
        self,
        act: BoardAct,
        *,
        number: int | None = None,
        author: str = HOUSE,
        key: str = "",
        asked: str = "",
        answer: Callable[[Board], str] | None = None,
    ) -> Board:
        """Do and save this act; if it is refused or saving fails, the board stays as it was."""
        with self._lock:
            commit, boards = self.prepare(act, number, author, key, asked, answer)
            self.keeper.append(commit, boards)
            self.board = boards[1]
            return self.board

    def prepare(
        self,
        act: BoardAct,
        number: int | None = None,
        author: str = HOUSE,
        key: str = "",
        asked: str = "",
        answer: Callable[[Board], str] | None = None,
    ) -> tuple[BoardCommit, tuple[Board, Board]]:
        """The commit of an act that is not saved yet, and the boards before and after the act."""
        after = self.board.apply(act, number)
        told = "" if answer is None else answer(after)
        commit = BoardCommit(after.number, act, author, self.clock(), key, asked, told)
        return commit, (self.board, after)
