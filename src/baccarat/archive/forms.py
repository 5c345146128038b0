"""The forms in which shoes are written, read shoe by shoe: notation, JSON, tables, letters.

A reader yields each shoe with its line, or the fault for which a shoe is left out.
"""

import csv
import json
import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from io import StringIO
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from baccarat.archive.lines import NumberedLines
from baccarat.archive.rows import WINNERS
from baccarat.base.errors import BaccaratError, BadText
from baccarat.core.games import Game
from baccarat.core.record import BadRecord, Format, Record, read, read_csv, read_json
from baccarat.core.record.csv_table import WINNER, is_ours
from baccarat.core.record.results_table import HEADINGS, delimiter_of, has_heading, winner_place
from baccarat.core.result import Codes, parse_results, plain, read_codes, read_result
from baccarat.core.rules import Rules

MOST_MEANINGS = 10_000
"""The most cells of a column whose meanings are kept."""
MOST_TEXT = 1 << 20
"""The most characters of a shoe in our notation or in JSON."""
SHOE_HEADINGS = {
    *map(
        plain,
        "shoe|shoe id|shoe number|shoe no|sabot|zapato|靴|靴号|靴號|靴次|シュー|슈".split("|"),
    )
}
"""Names of the column whose value changes with each shoe."""
CODES_OF_ONE = "another table begins here, and codes hold for one table: put it in another file"
STRING = re.compile(r'"(?:[^"\\]|\\.)*"?')
FIRST_TAG = re.compile(r"\s*\[\s*Baccarat\s")
PLACE = re.compile(r": line \d+ column \d+ \(char \d+\)$")
BLANK, NEWLINE, OTHER = 3, 4, 255
KINDS = np.full(256, OTHER, np.uint8)
"""By byte: the code of a winner, a blank, the end of a line, or something else."""
for _code, _letters in enumerate(("Pp", "Bb", "Tt", " \t,;", "\n")):
    KINDS[np.frombuffer(_letters.encode(), np.uint8)] = _code


class Letters(NamedTuple):
    """Shoes of which only the winners are known: all winners' codes, and each shoe's length."""

    line: int
    winners: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.int64]


class ReadShoe(NamedTuple):
    """A shoe, and the line where it begins."""

    line: int
    record: Record


class FaultyShoe(NamedTuple):
    """The line for which a shoe is left out, and why."""

    line: int
    fault: str
    is_last: bool = False
    """whether the rest of the file is left out, too"""


ShoeOrFault = Letters | ReadShoe | FaultyShoe


@dataclass(frozen=True, slots=True)
class Assumed:
    """The facts that a reader assumes where a file does not say them."""

    game: Game
    codes: Codes | None = None

    @property
    def most(self) -> int:
        """The most coups of a shoe."""
        return most_coups(self.game.rules)

    def too_long(self, line: int) -> FaultyShoe:
        """The fault of a shoe with more coups than its cards allow."""
        return FaultyShoe(line, _too_long(self.game.rules))


def most_coups(rules: Rules) -> int:
    """The most coups of a shoe: each takes at least four cards, one of which may be printed."""
    return 52 * rules.decks // (4 - len(rules.opening.player.cards))


def _too_long(rules: Rules) -> str:
    decks, most = rules.decks, most_coups(rules)
    return f"a shoe of {decks} decks has at most {most} coups: mark where each shoe begins"


def reader_of(
    first: str, second: str, assumed: Assumed
) -> Callable[[NumberedLines, Assumed], Iterator[ShoeOrFault]]:
    """The reader for a file whose first line with text is given, and the next without comments.

    If a line in no form stands above letters, the file has letters.
    """
    form = _form_of(first, assumed)
    is_known = has_heading(first) or is_ours(first) or first.lstrip().startswith("[")
    if not is_known and form is not Format.JSON and _form_of(second, assumed) is Format.BPT:
        form = Format.BPT
    return {
        Format.SHOE: read_notation,
        Format.JSON: read_objects,
        Format.CSV: read_tables,
        Format.BPT: read_letters,
    }[form]


def _form_of(line: str, assumed: Assumed) -> Format:
    form = Format.of(line, assumed.codes)
    is_unclear = form in (Format.SHOE, Format.CSV) and not is_ours(line)
    return Format.BPT if is_unclear and _are_results(line) else form


def _are_results(line: str) -> bool:
    """Whether a line has results in words, such as `庄闲和`."""
    try:
        return bool(parse_results(line))
    except BadText:
        return False


def _texts(lines: NumberedLines) -> Iterator[tuple[str, FaultyShoe | None]]:
    """The lines; a line that cannot be read is empty and has a fault."""
    while True:
        try:
            yield next(lines), None
        except BadRecord as bad:
            yield "", FaultyShoe(bad.line, bad.fault)
        except StopIteration:
            return


# Letters


def read_letters(lines: NumberedLines, assumed: Assumed) -> Iterator[ShoeOrFault]:
    """Each line is a shoe; lines of a single result make one shoe up to an empty line."""
    single = _SingleResults(assumed)
    while (block := lines.block()) is not None:
        shoes = None if assumed.codes else plain_shoes(block, assumed.most)
        if shoes is not None:
            yield from single.shoe()
            yield shoes._replace(line=lines.number + 1)
            lines.number += block.count(b"\n")
            continue
        lines.open(block)
        for _ in range(block.count(b"\n")):
            yield from _shoes_of_line(lines, assumed, single)
    yield from single.shoe()


def plain_shoes(block: bytes, most: int) -> Letters | None:
    """The shoes in a block of letters, if each line is empty or a shoe of several letters."""
    kinds = KINDS[np.frombuffer(block, np.uint8)]
    is_letter = kinds < BLANK
    if (kinds == OTHER).any():
        return None
    ends = np.flatnonzero(kinds == NEWLINE)
    lengths = np.diff(np.cumsum(is_letter)[ends], prepend=0)
    if (lengths == 1).any() or (lengths > most).any():
        return None
    return Letters(0, kinds[is_letter], lengths[lengths > 0])


class _SingleResults:
    """A shoe that is written with one result on each line."""

    def __init__(self, assumed: Assumed) -> None:
        self.assumed, self.most, self.start = assumed, assumed.most, 0
        self.letters = bytearray()
        self.meanings: dict[str, bytes] = {}
        """by line: the codes of its winners"""

    def read(self, text: str) -> bytes:
        """The codes of the winners of a line; a short line is read only once."""
        letters = self.meanings.get(text)
        if letters is None:
            results = parse_results(text, self.assumed.codes)
            letters = bytes(WINNERS.index(result.winner) for result in results)
            if len(letters) < 2 and len(self.meanings) < MOST_MEANINGS:
                self.meanings[text] = letters
        return letters

    def add(self, line: int, letter: int) -> None:
        self.start = self.start or line
        if len(self.letters) <= self.most:
            self.letters.append(letter)

    def shoe(self) -> Iterator[ShoeOrFault]:
        """The shoe so far, if there is one; the next result begins another shoe."""
        if self.letters:
            yield _checked_letters(self.start, self.letters, self.assumed)
        self.start = 0
        self.letters.clear()


def _checked_letters(line: int, letters: bytes | bytearray, assumed: Assumed) -> ShoeOrFault:
    if len(letters) > assumed.most:
        return assumed.too_long(line)
    winners = np.frombuffer(bytes(letters), np.uint8)
    return Letters(line, winners, np.array([len(winners)], np.int64))


def _shoes_of_line(
    lines: NumberedLines, assumed: Assumed, single: _SingleResults
) -> Iterator[ShoeOrFault]:
    letters, fault = b"", None
    try:
        letters = single.read(next(lines))
    except BadRecord as bad:
        fault = FaultyShoe(bad.line, bad.fault)
    except BadText as bad:
        fault = FaultyShoe(lines.number, str(bad).removeprefix("line 1, "))
    if len(letters) == 1:
        single.add(lines.number, letters[0])
        return
    yield from single.shoe()
    if fault or letters:
        yield fault or _checked_letters(lines.number, letters, assumed)


# Our notation and our JSON


def read_notation(lines: NumberedLines, assumed: Assumed) -> Iterator[ShoeOrFault]:
    """Records in our notation, one behind the other; each ends with its line `end`."""
    text = _Text(lambda told: read(told)[0])
    for line, fault in _texts(lines):
        if FIRST_TAG.match(line):
            yield from text.shoe()
        if fault or text.lines or (line.strip() and not line.lstrip().startswith(";")):
            text.add(lines.number, line, fault)
        if line.split()[:1] == ["end"]:
            yield from text.shoe()
    yield from text.shoe()


def read_objects(lines: NumberedLines, assumed: Assumed) -> Iterator[ShoeOrFault]:
    """Records in our JSON, one behind the other; each begins on a line of its own."""
    text, depth = _Text(read_json), 0
    for line, fault in _texts(lines):
        if depth and line.startswith("{") and _is_whole(line):
            yield from text.shoe()  # the object before is cut short
            depth = 0
        if not (line.strip() or fault or text.lines):
            continue
        text.add(lines.number, line, fault)
        bare = STRING.sub("", line)
        depth += bare.count("{") - bare.count("}")
        if depth <= 0:
            yield from text.shoe()
            depth = 0
    yield from text.shoe()


def _is_whole(line: str) -> bool:
    """Whether a line is a whole record in JSON."""
    try:
        return "entries" in json.loads(line)
    except (ValueError, RecursionError):
        return False


class _Text:
    """The lines of one record, until it is read."""

    def __init__(self, reader: Callable[[str], Record]) -> None:
        self.reader = reader
        self.clear()

    def clear(self) -> None:
        self.lines: list[str] = []
        self.start = self.size = 0
        self.fault: FaultyShoe | None = None

    def add(self, number: int, line: str, fault: FaultyShoe | None) -> None:
        self.start = self.start or number
        self.size += len(line) + 1
        if self.size > MOST_TEXT and not self.fault:
            fault = FaultyShoe(self.start, f"this shoe is longer than {MOST_TEXT:,} characters")
        self.fault = self.fault or fault
        if not self.fault:
            self.lines.append(line)
        elif not self.lines:
            self.lines.append("")  # the shoe has begun

    def shoe(self) -> Iterator[ShoeOrFault]:
        """The record of the lines so far, if there are any."""
        if self.lines:
            yield self.fault or self._read()
        self.clear()

    def _read(self) -> ShoeOrFault:
        try:
            record = self.reader("\n".join([*self.lines, ""]))
        except BadRecord as bad:
            return FaultyShoe(self.start + bad.line - 1, bad.fault)
        except BaccaratError as bad:
            return FaultyShoe(self.start, PLACE.sub("", str(bad)))
        return _checked_record(self.start, record)


def _checked_record(line: int, record: Record) -> ShoeOrFault:
    if len(record.entries) > most_coups(record.rules):
        return FaultyShoe(line, _too_long(record.rules))
    return ReadShoe(line, record)


# Tables


def read_tables(lines: NumberedLines, assumed: Assumed) -> Iterator[ShoeOrFault]:
    """Read tables in our columns or a casino's; a column such as `shoe` shows where shoes begin."""
    heading = next((text for text, _ in _texts(lines) if text.strip()), "")
    first = heading
    while heading:
        if heading != first and assumed.codes:
            yield FaultyShoe(lines.number, CODES_OF_ONE, is_last=True)
            return
        try:
            table = _Table(heading, lines.number, assumed)
        except (BadRecord, csv.Error) as bad:
            fault = getattr(bad, "fault", f"not a table: {bad}")
            yield FaultyShoe(lines.number, fault, is_last=True)
            return
        heading = yield from table.shoes(lines)


class _Table:
    """A table whose rows are read shoe by shoe."""

    def __init__(self, heading: str, line: int, assumed: Assumed) -> None:
        self.assumed, self.most, self.codes = assumed, assumed.most, read_codes(assumed.codes)
        self.heading = heading
        self.is_ours = is_ours(heading) or not has_heading(heading)
        self.delimiter = "," if self.is_ours else delimiter_of(heading, HEADINGS)
        self.cells = next(self._rows(iter([heading])))
        names = [plain(cell) for cell in self.cells]
        self.shoe_at = next((at for at, name in enumerate(names) if name in SHOE_HEADINGS), None)
        self.coup_at = names.index("coup") if self.is_ours and "coup" in names else None
        self.winner_at = names.index(WINNER) if WINNER in names else None
        if self.is_ours:
            read_csv(self._text([self.cells]))  # complains of a wrong column
        else:
            self.winner_at, _ = winner_place(self.cells, HEADINGS, line)
        self.meanings: dict[str, int] = {}
        """by cell that has been read: the code of the winner"""
        self.key = ""
        """the present shoe's cell in the column of shoes"""
        self.broken_key: str | None = None
        """the key of the last shoe of which a row could not be read"""
        self.stray = 0
        """the line of an unreadable row before this row, if its shoe is unknown"""
        self.clear()

    def clear(self) -> None:
        """Begin the next shoe."""
        self.start = 0
        self.fault: FaultyShoe | None = None
        self.letters = bytearray()
        self.rows: list[tuple[int, list[str]]] = []

    def _rows(self, lines: Iterator[str]) -> Iterator[list[str]]:
        return csv.reader(lines, delimiter=self.delimiter, skipinitialspace=True, strict=True)

    def shoes(self, lines: NumberedLines) -> Generator[ShoeOrFault, None, str]:
        """The shoes of this table; returns the heading of the next table, or an empty text."""
        for text, fault in _texts(lines):
            cells, fault = self.row(lines.number, text, fault)
            if fault:
                yield from self.leave_out(cells, fault)
                continue
            if not any(map(str.strip, cells)):
                continue
            if self.may_be_heading(cells) and has_heading(text):
                yield from self.shoe()
                if text == self.heading:
                    continue
                return text
            if self.is_next(cells):
                yield from self.shoe()
                self.begin(lines.number, self.cut_head(lines.number))
            else:
                self.stray = 0
            self.begin(lines.number)
            self.add(lines.number, cells)
        yield from self.shoe()
        return ""

    def row(
        self, line: int, text: str, fault: FaultyShoe | None
    ) -> tuple[list[str], FaultyShoe | None]:
        """The cells of a line; of a faulty line, the cells before the first quotation mark."""
        try:
            return next(self._rows(iter([text]))), fault
        except csv.Error as bad:
            cells = text.partition('"')[0].split(self.delimiter)[:-1]
            return cells, FaultyShoe(line, f"not a table: {bad}")

    def leave_out(self, cells: list[str], fault: FaultyShoe) -> Iterator[ShoeOrFault]:
        """Refuse the shoe of a faulty row; if the row's shoe is unknown, also the next shoe."""
        if self.shoe_at is not None and self.shoe_at >= len(cells):
            self.stray = fault.line
        elif self.is_next(cells):
            yield from self.shoe()
        self.broken_key = self.key
        self.begin(fault.line, fault)

    def cut_head(self, line: int) -> FaultyShoe | None:
        """The fault of a shoe that begins here, if a row before may be its first row."""
        if self.stray:
            return FaultyShoe(line, f"line {self.stray} may be the first row of this shoe")
        if self.shoe_at is not None and self.key == self.broken_key:
            return FaultyShoe(line, "a row of this shoe could not be read")
        return None

    def begin(self, line: int, fault: FaultyShoe | None = None) -> None:
        self.start = self.start or line
        self.fault = self.fault or fault

    def may_be_heading(self, cells: list[str]) -> bool:
        if len(cells) != len(self.cells) or self.winner_at is None:
            return True
        return cells[self.winner_at] not in self.meanings

    def is_next(self, cells: list[str]) -> bool:
        """Whether this row begins another shoe than the row before."""
        if self.shoe_at is not None and self.shoe_at < len(cells):
            before, self.key = self.key, cells[self.shoe_at].strip()
            return before != self.key
        return self.coup_at is not None and cells[self.coup_at : self.coup_at + 1] == ["1"]

    def add(self, line: int, cells: list[str]) -> None:
        """Add a row to the present shoe, unless the shoe is already longer than a shoe can be."""
        if self.fault or len(self.letters) > self.most or len(self.rows) > self.most:
            return
        if self.winner_at is not None and self.winner_at < len(cells):
            cell = cells[self.winner_at]
            if cell not in self.meanings and (cell.strip() or not self.is_ours):
                self.learn(line, cell)
            if not self.is_ours and not self.fault:
                self.letters.append(self.meanings[cell])
        elif not self.is_ours:
            self.fault = FaultyShoe(line, "the row ends before the column of winners")
        if self.is_ours:
            self.rows.append((line, cells))

    def learn(self, line: int, cell: str) -> None:
        """Note which winner this cell means."""
        if len(self.meanings) > MOST_MEANINGS:
            self.meanings.clear()
        try:
            result = read_result(cell, self.codes, [cell])
            self.meanings[cell] = WINNERS.index(result.winner)
        except BadText as bad:
            self.fault = FaultyShoe(line, str(bad))

    def shoe(self) -> Iterator[ShoeOrFault]:
        """The present shoe, if there is one."""
        if self.fault:
            yield self.fault
        elif self.rows:
            yield self._record()
        elif self.letters:
            yield _checked_letters(self.start, self.letters, self.assumed)
        self.clear()

    def _record(self) -> ShoeOrFault:
        game = self.assumed.game
        text = self._text([self.cells, *(cells for _, cells in self.rows)])
        try:
            record = read_csv(text, game.name, game.rules.decks, self.assumed.codes)
        except BadRecord as bad:
            return FaultyShoe(self.rows[max(0, bad.line - 2)][0], bad.fault)
        except BaccaratError as bad:
            return FaultyShoe(self.start, str(bad))
        return _checked_record(self.start, record)

    def _text(self, rows: list[list[str]]) -> str:
        """The rows of a shoe as the text of a table in our columns, without the column of shoes."""
        text = StringIO()
        table = csv.writer(text, lineterminator="\n")
        for cells in rows:
            table.writerow(cell for at, cell in enumerate(cells) if at != self.shoe_at)
        return text.getvalue()
