"""A casino's table of results: any CSV file, of which one column says who won."""

import csv
import os
from collections.abc import Iterable
from io import StringIO
from typing import Any, Protocol, runtime_checkable

from baccarat.errors import BadText, BadValue
from baccarat.hints import guided, quoted
from baccarat.paths import AnyPath, load
from baccarat.record.record import BadRecord
from baccarat.result import Result, parse_results

DELIMITERS = ",;\t|"
HEADINGS = ("winner", "result", "outcome")
"""Names of the column, if none is given."""


@runtime_checkable
class Frame(Protocol):
    """A table with columns, as pandas and others have it."""

    @property
    def columns(self) -> Any: ...

    def __getitem__(self, column: Any, /) -> Any: ...


@guided
def read_results(
    source: AnyPath | Iterable[str] | Frame, column: str | None = None
) -> list[Result]:
    """The results in a CSV file, its lines or a DataFrame, from the column of that heading.

    Without a column it is the only one, or the one that is named winner, result or outcome.
    Cells may be parted by commas, semicolons, tabs or bars. Letters in a row need no table.

    >>> print(*read_results(["Time;Winner", "9:01;Banker", "9:02;闲"], column="Winner"))
    B P
    """
    if not isinstance(column, str | None):
        raise BadValue(f"a column is told by its heading, not by {quoted(column)}")
    wanted = HEADINGS if column is None else (column.strip().casefold(),)
    if isinstance(source, Frame):
        return _of_frame(source, wanted)
    lines = _lines(source)
    if column is None and (letters := _letters(lines)):
        return letters
    delimiter = _delimiter(next((line for line in lines if line.strip()), ""), wanted)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    place: int | None = None
    found: list[Result] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if place is None:
                heading, line = cells, reader.line_num
                place, is_heading = _place(cells, wanted, line)
                if is_heading:
                    continue
            found.append(_result(cells, place, reader.line_num))
    except csv.Error as complaint:
        raise BadRecord(reader.line_num, 1, f"not a table: {complaint}") from None
    if place is None:
        raise BadRecord(1, 1, "an empty table")
    if not found:
        raise BadRecord(line, 1, _nothing_below(heading))
    return found


def _of_frame(frame: Frame, wanted: tuple[str, ...]) -> list[Result]:
    names = list(frame.columns)
    place, _ = _place(list(map(str, names)), wanted, 1)
    found = parse_results(list(frame[names[place]]))
    if not found:
        raise BadText(_nothing_below(names))
    return found


def _nothing_below(heading: Iterable[object]) -> str:
    return f"no results below the heading {', '.join(map(str, heading)):.80}"


def _letters(lines: list[str]) -> list[Result]:
    """Results written as letters alone; none if the lines are a table or something else."""
    said = [line for line in lines if line.strip()]
    if len(said) > 1 and any(mark in line for line in said for mark in DELIMITERS):
        return []
    try:
        return parse_results("\n".join(said))
    except BadText:
        return []


def _lines(source: AnyPath | Iterable[str]) -> list[str]:
    if isinstance(source, str) and not source:
        raise BadValue("results are read from a path, a file or lines, not from an empty name")
    if isinstance(source, str | os.PathLike):
        return list(StringIO(load(source)))
    if not isinstance(source, Iterable):
        raise BadValue(f"results are read from a path, a file or lines, not {quoted(source)}")
    lines = list(source)
    for line in lines:
        if not isinstance(line, str):
            raise BadValue(f"a line of a table is text, not {quoted(line)}")
    return [line.removeprefix("\ufeff") for line in lines]


def _delimiter(heading: str, wanted: tuple[str, ...]) -> str:
    """The delimiter with which the heading has the wanted column, and most columns."""

    def rank(mark: str) -> tuple[bool, int]:
        cells = [cell.strip(' "\r\n').casefold() for cell in heading.split(mark)]
        return any(cell in wanted for cell in cells), len(cells)

    return max(DELIMITERS, key=rank)


def _place(cells: list[str], wanted: tuple[str, ...], line: int) -> tuple[int, bool]:
    """In which cell of a row the winner stands, and whether this first row is a heading."""
    names = [cell.strip() for cell in cells]
    places = [place for place, name in enumerate(names) if name.casefold() in wanted]
    if len(places) == 1:
        return places[0], True
    if wanted is HEADINGS and len(names) == 1:
        return 0, not _is_result(names[0])
    fault = "no column" if not places else "more than one column"
    raise BadRecord(line, 1, f"{fault} is named {' or '.join(wanted):.40}: {', '.join(names):.80}")


def _is_result(word: str) -> bool:
    try:
        return bool(Result.parse(word))
    except BadText:
        return False


def _result(cells: list[str], place: int, line: int) -> Result:
    if len(cells) <= place:
        raise BadRecord(line, len(cells) + 1, "the row ends before its winner")
    try:
        return Result.parse(cells[place])
    except BadText as complaint:
        raise BadRecord(line, place + 1, str(complaint)) from None
