"""A casino's table of results: any CSV file in which one column names the winner."""

import csv
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import Any, Protocol, runtime_checkable

from baccarat.base.errors import BadText, BadValue
from baccarat.base.hints import guided, quoted
from baccarat.base.paths import UTF_8, AnyPath, load
from baccarat.core.record.record import BadRecord
from baccarat.core.result import (
    NO_CODES,
    NUMBER,
    Codes,
    Result,
    parse_results,
    plain,
    read_codes,
    read_result,
)

DELIMITERS = ",;\t|"
LATIN = "winner result outcome résultat gagnant vainqueur resultado ganador"
ASIAN = "结果 結果 开牌结果 開牌結果 胜负 勝負 赢家 贏家 胜方 勝方 勝者 결과 승자"
HEADINGS = tuple(map(plain, f"{LATIN} {ASIAN}".split()))
"""Names of the winner's column, if none is given; error messages show the first three."""


@runtime_checkable
class Frame(Protocol):
    """A table with columns, as in pandas and other libraries."""

    @property
    def columns(self) -> Any: ...

    def __getitem__(self, column: Any, /) -> Any: ...


@guided
def read_results(
    source: AnyPath | Iterable[str] | Frame,
    column: str | None = None,
    *,
    encoding: str | None = None,
    codes: Codes | None = None,
) -> list[Result]:
    """The results from one column of a CSV file, of the file's lines, or of a DataFrame.

    `column` is the heading; default: the only column, or the column named winner, result,
    outcome, 结果 or similar. Commas, semicolons, tabs or bars may separate the cells. A text of
    letters only, such as `BPT`, needs no table. The default encoding is UTF-8; others are, for
    example, `"gbk"` and `"big5"`.

    >>> print(*read_results(["Time;Winner", "9:01;Banker", "9:02;闲"], column="Winner"))
    B P

    Numbers need `codes`, because casinos use them in different ways.

    >>> print(*read_results(["时间,结果", "9:01,1", "9:02,2"], codes="1=B 2=P 3=T"))
    B P
    """
    if not isinstance(column, str | None):
        raise BadValue(f"a column must be given by its heading, not by {quoted(column)}")
    meanings = read_codes(codes)
    wanted = HEADINGS if column is None else (plain(column),)
    if isinstance(source, Frame):
        return _of_frame(source, wanted, codes)
    lines = _lines(source, encoding)
    if column is None and (letters := _letters(lines, codes)):
        return letters
    delimiter = delimiter_of(next((line for line in lines if line.strip()), ""), wanted)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    place: int | None = None
    winners: list[tuple[str, int]] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if place is None:
                heading, line = cells, reader.line_num
                place, is_heading = winner_place(cells, wanted, line, meanings)
                if is_heading:
                    continue
            if len(cells) <= place:
                raise BadRecord(
                    reader.line_num, len(cells) + 1, "the row ends before the column of winners"
                )
            winners.append((cells[place], reader.line_num))
    except csv.Error as complaint:
        raise BadRecord(reader.line_num, 1, f"not a table: {complaint}") from None
    if place is None:
        raise BadRecord(1, 1, "an empty table")
    if not winners:
        raise BadRecord(line, 1, _nothing_below(heading))
    return list(_read(winners, place, meanings))


def has_heading(text: str) -> bool:
    """Whether a text begins like a table with a column of winners."""
    first = text.lstrip("\ufeff\r\n").partition("\n")[0]
    return any(plain(cell) in HEADINGS for cell in re.split(f"[{DELIMITERS}]", first))


def _of_frame(frame: Frame, wanted: tuple[str, ...], codes: Codes | None) -> list[Result]:
    names = list(getattr(frame, "column_names", frame.columns))  # Arrow's `columns` are values
    place, _ = winner_place(list(map(str, names)), wanted, 1)
    found = parse_results(frame[names[place]], codes)
    if not found:
        raise BadText(_nothing_below(names))
    return found


def _nothing_below(heading: Iterable[object]) -> str:
    return f"no results below the heading {', '.join(map(str, heading)):.80}"


def _letters(lines: list[str], codes: Codes | None) -> list[Result]:
    """Results written as letters only; an empty list if the lines are a table or something else."""
    said = [line for line in lines if line.strip()]
    if len(said) > 1 and any(mark in line for line in said for mark in DELIMITERS):
        return []
    try:
        return parse_results("\n".join(said), codes)
    except BadText:
        if "".join("".join(said).split()).isdecimal():
            raise  # numbers are not a heading
        return []


def _lines(source: AnyPath | Iterable[str], encoding: str | None) -> list[str]:
    if isinstance(source, str) and not source:
        raise BadValue("results must be read from a path, a file or lines, not from an empty name")
    if isinstance(source, str | os.PathLike):
        return list(StringIO(load(source, UTF_8 if encoding is None else encoding)))
    if encoding is not None:
        raise BadValue(
            "only a file has an encoding: give the path of the file, or leave the encoding out"
        )
    if not isinstance(source, Iterable):
        raise BadValue(f"results must be read from a path, a file or lines, not {quoted(source)}")
    lines = list(source)
    for line in lines:
        if not isinstance(line, str):
            raise BadValue(f"a line of a table must be text, not {quoted(line)}")
    return [line.removeprefix("\ufeff") for line in lines]


def delimiter_of(heading: str, wanted: tuple[str, ...]) -> str:
    """The delimiter that shows a wanted column; if several do, the delimiter with most columns."""

    def rank(mark: str) -> tuple[bool, int]:
        cells = [plain(cell.strip(' "\r\n')) for cell in heading.split(mark)]
        return any(cell in wanted for cell in cells), len(cells)

    return max(DELIMITERS, key=rank)


def winner_place(
    cells: list[str], wanted: tuple[str, ...], line: int, codes: Mapping[str, Result] = NO_CODES
) -> tuple[int, bool]:
    """The index of the winner's cell in the first row, and whether this row is a heading."""
    names = [cell.strip() for cell in cells]
    places = [place for place, name in enumerate(names) if plain(name) in wanted]
    if len(places) == 1:
        return places[0], True
    if wanted is HEADINGS and len(names) == 1:
        is_number = bool(codes and NUMBER.fullmatch(names[0]))  # with codes, it is no heading
        return 0, not is_number and not _is_result(names[0], codes)
    fault = "no column" if not places else "more than one column"
    few = " or ".join(wanted[:3])
    raise BadRecord(line, 1, f"{fault} is named {few:.40}: {', '.join(names):.80}")


def _is_result(word: str, codes: Mapping[str, Result]) -> bool:
    try:
        return bool(read_result(word, codes))
    except BadText:
        return False


def _read(
    winners: list[tuple[str, int]], place: int, codes: Mapping[str, Result]
) -> Iterator[Result]:
    cells = [cell for cell, _ in winners]
    for cell, line in winners:
        try:
            yield read_result(cell, codes, cells)
        except BadText as complaint:
            raise BadRecord(line, place + 1, str(complaint)) from None
