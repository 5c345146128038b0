"""A store that lives as long as a test, with what the real one promises; it can be made to fail."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from baccarat.table.board import Board
from baccarat.table.board_sitting import BoardCommit, BoardMemory
from baccarat.table.log import Commit, Memory
from baccarat.table.saving import NotKept
from baccarat.table.state import Ceremony
from baccarat.table.table import Table
from baccarat.web.key_book import MemoryBook


@dataclass(frozen=True)
class Row:
    number: int
    name: str
    clock: str = ""


@dataclass(frozen=True)
class ShoeKept:
    number: int
    time: str
    ceremony: dict[str, Any]
    counts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class CoupKept:
    number: int
    shoe: int
    letter: str
    cards: str
    paid: tuple[tuple[str, str, int, int, int], ...]


@dataclass(frozen=True)
class GuestKept:
    guest: str
    since: int
    left_at: int | None = None


@dataclass(frozen=True)
class AnswerKept:
    asked: str
    answer: str


@dataclass
class Trouble:
    """What shall go wrong: an act is not kept, or nobody knows whether it was."""

    is_full: bool = False
    is_lost_after: bool = False


class TableMemory(Memory):
    """The acts of one table, and what follows from them."""

    def __init__(self, store: "MemoryStore", table: int, commits: list[Commit]) -> None:
        self.commits = commits
        self.store, self.table = store, table
        self.is_unsure = False

    def start(self) -> Table | None:
        return None

    def append(self, commit: Commit, tables: Sequence[Table] = ()) -> None:
        trouble = self.store.trouble
        if trouble.is_full:
            raise NotKept("the store is full: nothing has happened")
        self.commits.append(commit)
        self._follow(commit, tables)
        self.store.keep(f"table/{self.table}", commit)
        if trouble.is_lost_after:
            self.is_unsure = True
            raise NotKept("the database was lost")

    def _follow(self, commit: Commit, tables: Sequence[Table]) -> None:
        store = self.store
        for before, after in pairwise(tables):
            if after.shoes:
                kept = ShoeKept(after.shoes, commit.time, ceremony_json(after.ceremony))
                store.shoe_rows.setdefault(self.table, {})[after.shoes] = kept
            if after.coups > before.coups:
                played = after.played[-1]
                paid = tuple(
                    (seat.guest, line.wager.spot, line.wager.stake, line.won, line.kept)
                    for seat in played.seats
                    for line in seat.lines
                )
                told = played.shoe + 1, played.result.letter, str(played.coup), paid
                row = CoupKept(played.number, *told)
                store.coup_rows.setdefault(self.table, []).append(row)
            guests = store.guest_rows.setdefault(self.table, {})
            for seat in after.seats:
                guests.setdefault((seat.guest, seat.since), GuestKept(seat.guest, seat.since))
            here = {(seat.guest, seat.since) for seat in after.seats}
            for seat in before.seats:
                who = seat.guest, seat.since
                if who not in here:
                    guests[who] = replace(guests[who], left_at=after.number)


class BoardsMemory(BoardMemory):
    """The acts of one board."""

    def __init__(self, store: "MemoryStore", board: int, commits: list[BoardCommit]) -> None:
        self.commits = commits
        self.store, self.board = store, board
        self.is_unsure = False

    def start(self) -> Board | None:
        return None

    def append(self, commit: BoardCommit, boards: tuple[Board, Board]) -> None:
        if self.store.trouble.is_full:
            raise NotKept("the store is full: nothing has happened")
        self.commits.append(commit)
        self.store.keep(f"board/{self.board}", commit)
        if self.store.trouble.is_lost_after:
            self.is_unsure = True
            raise NotKept("the database was lost")


@dataclass
class MemoryStore(MemoryBook):
    """Tables, boards, keys and answers in memory."""

    secret: bytes = b"s" * 32
    trouble: Trouble = field(default_factory=Trouble)
    rows: list[Row] = field(default_factory=list)
    board_rows: list[Row] = field(default_factory=list)
    commits: dict[int, list[Commit]] = field(default_factory=dict)
    board_commits: dict[int, list[BoardCommit]] = field(default_factory=dict)
    shoe_rows: dict[int, dict[int, ShoeKept]] = field(default_factory=dict)
    coup_rows: dict[int, list[CoupKept]] = field(default_factory=dict)
    guest_rows: dict[int, dict[tuple[str, int], GuestKept]] = field(default_factory=dict)
    answers: dict[tuple[str, str, str], AnswerKept] = field(default_factory=dict)

    def __post_init__(self) -> None:
        MemoryBook.__init__(self)

    def keep(self, place: str, commit: Commit | BoardCommit) -> None:
        if commit.key:
            kept = AnswerKept(commit.asked, commit.answer)
            self.answers[place, commit.author, commit.key] = kept

    def new_table(self, *, name: str, clock: str) -> int:
        number = len(self.rows) + 1
        self.rows.append(Row(number, name, clock))
        self.commits[number] = []
        return number

    def tables(self) -> Sequence[Row]:
        return list(self.rows)

    def keeper(self, table: int, /) -> TableMemory:
        return TableMemory(self, table, self.commits[table])

    def shoes(self, table: int, /) -> list[ShoeKept]:
        return list(self.shoe_rows.get(table, {}).values())

    def coups(self, table: int, shoe: int, /) -> list[CoupKept]:
        return [row for row in self.coup_rows.get(table, ()) if row.shoe == shoe]

    def guests(self, table: int, /) -> list[GuestKept]:
        return list(self.guest_rows.get(table, {}).values())

    def find_answer(self, place: str, author: str, key: str, /) -> AnswerKept | None:
        return self.answers.get((place, author, key))

    def new_board(self, name: str, /) -> int:
        number = len(self.board_rows) + 1
        self.board_rows.append(Row(number, name))
        self.board_commits[number] = []
        return number

    def boards(self) -> Sequence[Row]:
        return list(self.board_rows)

    def board_keeper(self, board: int, /) -> BoardsMemory:
        return BoardsMemory(self, board, self.board_commits[board])


def ceremony_json(ceremony: Ceremony) -> dict[str, Any]:
    fair = ceremony.fair
    told = {
        "seed": ceremony.seed,
        "number": ceremony.number,
        "fair": None if fair is None else fair.as_json(),
        "cut": ceremony.cut,
        "burn_card": None if ceremony.burn_card is None else str(ceremony.burn_card),
    }
    found: dict[str, Any] = json.loads(json.dumps(told))
    return found
