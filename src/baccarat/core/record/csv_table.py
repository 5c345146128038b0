"""A record as a table (CSV)."""

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn, TypeVar

from baccarat.base.errors import BaccaratError, BadText
from baccarat.base.hints import checked
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.games import game
from baccarat.core.record.entry import Entry, read_wager
from baccarat.core.record.inspector import Inspector
from baccarat.core.record.record import BadRecord, Record
from baccarat.core.result import LETTERS, Codes, Known, Result, read_codes, read_result

COLUMNS = (
    "coup player banker winner player_total banker_total player_pair banker_pair wagers".split()
)
WINNER = "winner"
YES_NO = {"yes": True, "no": False}
TOTALS = {str(total): total for total in range(10)}
DETAILS = {
    "held": ("cards", {"2": 2, "3": 3}),
    "start": ("start", TOTALS),
    "third": ("third", TOTALS),
}
"""More facts of a hand without cards: by column, the field of `Known` and its possible values."""
MORE_COLUMNS = [f"{str(side).lower()}_{name}" for name in DETAILS for side in Side]

T = TypeVar("T")


@checked
def write_csv(record: Record) -> str:
    """The record as CSV, one row for each coup; an empty cell means unknown.

    >>> from baccarat.core.record import Record
    >>> write_csv(Record.deal(seed=7)).splitlines()[1]
    '1,Jd 4d Th,6h Jh,B,4,6,no,no,'
    """
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    detailed = any(entry.is_detailed for entry in record.entries)
    writer.writerow([*COLUMNS, *(MORE_COLUMNS if detailed else [])])
    for number, entry in enumerate(record.entries, start=1):
        known = [entry.result.known(side) for side in Side]
        writer.writerow(
            [
                number,
                *("" if entry.coup is None else entry.coup.hand(side) for side in Side),
                entry.letter,
                *(item.total for item in known),
                *(None if item.is_pair is None else _word(item.is_pair) for item in known),
                " ".join(map(str, entry.wagers)),
                *(
                    getattr(item, field) if entry.is_detailed else None
                    for field, _ in (DETAILS.values() if detailed else [])
                    for item in known
                ),
            ]
        )
    return table.getvalue()


def _word(truth: bool) -> str:
    return "yes" if truth else "no"


@checked
def read_csv(
    text: str, name: str = "punto-banco", decks: int | None = None, codes: Codes | None = None
) -> Record:
    """Read a record from CSV, with the columns in any order; the table does not name its game.

    >>> print(*read_csv("winner,player_total,banker_total\\nB,4,7\\n").entries)
    B 4-7
    """
    played = game(name, decks)
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    inspector, meanings = Inspector(played.rules), read_codes(codes)
    columns: list[str] | None = None
    entries: list[Entry] = []
    try:
        for cells in reader:
            if columns is None:
                columns = _read_heading(cells, reader.line_num)
            elif cells:
                row = _CsvRow(columns, cells, reader.line_num, meanings)
                entries.append(row.entry(len(entries) + 1, inspector))
    except csv.Error as complaint:
        raise BadRecord(reader.line_num, 1, f"not a table: {complaint}") from None
    if columns is None:
        raise BadRecord(1, 1, f"the table is empty (expected the heading {','.join(COLUMNS)})")
    return Record(tuple(entries), played.name, played.rules)


def is_ours(text: str) -> bool:
    """Whether this is our table: its only column is `winner`, or it has another of our columns."""
    first = next(csv.reader(text.removeprefix("\ufeff").lstrip().splitlines()[:1]), [])
    columns = {cell.strip() for cell in first}
    return columns <= {WINNER} or bool(columns & {*COLUMNS, *MORE_COLUMNS} - {WINNER})


def _read_heading(cells: list[str], line: int) -> list[str]:
    columns = [cell.strip() for cell in cells]
    if "shoe" in columns:
        fault = "a table of many shoes, as simulate --records writes it: bac.read_results reads it"
        raise BadRecord(line, columns.index("shoe") + 1, fault)
    for place, column in enumerate(columns, start=1):
        if column not in (*COLUMNS, *MORE_COLUMNS):
            known = ", ".join(COLUMNS)
            other = "read_results reads other tables"
            fault = f"not a column: {column[:24]!r} (expected {known}; {other})"
            raise BadRecord(line, place, fault)
        if columns.index(column) < place - 1:
            raise BadRecord(line, place, f"the column {column} is there twice")
    return columns


class _CsvRow:
    """One row of a table; an error names the line and the number of the wrong cell."""

    def __init__(
        self, columns: list[str], cells: list[str], line: int, codes: Mapping[str, Result]
    ) -> None:
        self.columns, self.line, self.codes = columns, line, codes
        if len(cells) != len(columns):
            fault = f"expected {len(columns)} cells, not {len(cells)}"
            raise BadRecord(line, min(len(cells), len(columns)), fault)
        self.cells = {column: cell.strip() for column, cell in zip(columns, cells, strict=True)}

    def fault(self, column: str, fault: object) -> NoReturn:
        place = self.columns.index(column) + 1 if column in self.columns else 1
        raise BadRecord(self.line, place, f"{column}: {fault}")

    def read(self, column: str, words: Callable[[str], T]) -> T | None:
        """The value of the cell; None when it is empty."""
        cell = self.cells.get(column)
        if not cell:
            return None
        try:
            return words(cell)
        except BaccaratError as complaint:
            self.fault(column, complaint)

    def entry(self, number: int, inspector: Inspector) -> Entry:
        if self.cells.get("coup", "") not in ("", str(number)):
            self.fault("coup", f"expected {number}, not {self.cells['coup'][:24]!r}")
        coup = self.coup()
        told = Result(None) if coup is None else Result.of(coup)
        letter = self.read("winner", lambda cell: read_result(cell, self.codes).letter)
        if coup is not None and letter not in (None, told.letter):
            self.fault("winner", f"the cards say {told.letter}")
        if coup is None and letter is None:
            self.fault("winner", "expected B, P or T, or the cards of both hands")
        known = {side: self.known(side, told.known(side)) for side in Side}
        winner = told.winner if letter is None else LETTERS[letter]
        wagers = self.read("wagers", lambda cell: tuple(read_wager(word) for word in cell.split()))
        try:
            result = Result(winner, known[Side.PLAYER], known[Side.BANKER])
            entry = Entry(result, coup, wagers or ())
            if coup is not None:
                inspector.see(coup)
        except BaccaratError as complaint:
            self.fault("winner" if coup is None else "player", complaint)
        return entry

    def coup(self) -> Coup | None:
        player, banker = self.read("player", Hand.parse), self.read("banker", Hand.parse)
        if player is None and banker is None:
            return None
        if player is None or banker is None:
            self.fault("banker" if player else "player", "both hands, or neither")
        try:
            return Coup(player, banker, is_over=True)
        except BaccaratError as complaint:
            self.fault("player", complaint)

    def known(self, side: Side, told: Known) -> Known:
        """The known facts of a hand, from its cards and its other cells."""
        name = str(side).lower()
        total = self.read(f"{name}_total", lambda cell: _one_of(TOTALS, cell, "a total"))
        is_pair = self.read(f"{name}_pair", lambda cell: _one_of(YES_NO, cell, "yes or no"))
        if told.total is not None and total not in (None, told.total):
            self.fault(f"{name}_total", f"the cards say {told.total}")
        if told.is_pair is not None and is_pair not in (None, told.is_pair):
            self.fault(f"{name}_pair", f"the cards say {_word(told.is_pair)}")
        found: dict[str, Any] = {
            "total": total if told.total is None else told.total,
            "is_pair": is_pair if told.is_pair is None else told.is_pair,
        }
        for column, (field, words) in DETAILS.items():
            what = f"{min(words)} to {max(words)}"
            more = self.read(f"{name}_{column}", partial(_one_of, words, what=what))
            found |= {} if more is None else {field: more}
        return replace(told, **found)


def _one_of(words: dict[str, T], cell: str, what: str) -> T:
    if cell.lower() not in words:
        raise BadText(f"not {what}: {cell[:24]!r}")
    return words[cell.lower()]
