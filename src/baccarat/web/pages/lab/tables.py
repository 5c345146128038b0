"""Runs as tables: every figure written in the language of a page.

tables_of(run, words)        of one run: a table for each system or guest
compared_rows(runs, words)   of several runs, side by side
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from baccarat.base.words import Words
from baccarat.web.pages.lab.plots import figure_name
from baccarat.web.runs.kept_answers import SHARE, UNITS, RunRow, apart, rows_of, share_shoes
from baccarat.web.runs.run import Run, RunEstimate

DIGITS = 4
DASH = "–"


@dataclass(frozen=True, slots=True)
class WrittenFigure:
    """A row of a table, as it is read."""

    key: str
    name: str
    value: str
    interval: str
    exact: str
    z: str


@dataclass(frozen=True, slots=True)
class FigureTable:
    """The figures of a run, or of one system or guest of it."""

    caption: str
    rows: tuple[WrittenFigure, ...]
    has_exact: bool
    has_z: bool
    note: str


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A figure of several runs: what the first counted, then each other with its difference."""

    key: str
    name: str
    cells: tuple[str, ...]
    exact: str


def tables_of(run: Run, words: Words) -> list[FigureTable]:
    """All figures that are known now."""
    groups: dict[str, list[RunRow]] = {}
    for row in rows_of(run):
        groups.setdefault(row.of, []).append(row)
    return [_table(run, of, rows, words) for of, rows in groups.items()]


def _table(run: Run, of: str, rows: Sequence[RunRow], words: Words) -> FigureTable:
    is_over = run.answer is not None
    caption = of or words("lab.figures" if is_over else "lab.figures-so-far")
    return FigureTable(
        caption,
        tuple(_written(run, row, words) for row in rows),
        has_exact=any(row.exact is not None for row in rows),
        has_z=any(row.z is not None for row in rows),
        note=" ".join((words(f"lab.note-{_note(run)}"), *_unsolved(run, of, words))),
    )


def _note(run: Run) -> str:
    """What has to be known to read a table."""
    if run.kind != "simulate":
        return run.kind
    is_fixed = "fresh" in run.question or "each" in run.question
    return "fresh" if is_fixed else "shoes"


def _unsolved(run: Run, of: str, words: Words) -> Iterator[str]:
    """Why a system has no exact figures, though they were asked for."""
    for told in (run.answer or {}).get("systems", ()):
        if told["system"] == of and (why := (told["exactly"] or {}).get("stopped")):
            yield words("lab.unsolved", why=why)


def _written(run: Run, row: RunRow, words: Words) -> WrittenFigure:
    return WrittenFigure(
        row.name,
        row_name(run, row, words),
        written(row.value, row.kind, words),
        interval(row.counted, row.kind, words),
        written(row.exact, row.kind, words),
        DASH if row.z is None else words.number(round(row.z, 2)),
    )


def row_name(run: Run, row: RunRow, words: Words) -> str:
    """What a figure is called."""
    known = f"lab.{row.name.replace('_', '-')}"
    if run.kind != "simulate" and known in words.texts:
        return words(known)
    return figure_name(run.kind, row.name, words)


def written(value: float | None, kind: str, words: Words) -> str:
    """A figure as the language writes it."""
    if value is None:
        return DASH
    if kind == SHARE:
        return words.percent(value, DIGITS)
    sign = "+" if kind == UNITS and value > 0 else ""
    return sign + words.number(round(float(value), DIGITS))


def interval(counted: RunEstimate | None, kind: str, words: Words) -> str:
    if counted is None:
        return DASH
    return f"{written(counted.low, kind, words)} … {written(counted.high, kind, words)}"


def compared_rows(runs: Sequence[Run], words: Words) -> list[ComparedRow]:
    """The figures that all of them have, in the order of the first."""
    each = [{row.name: row for row in reversed(rows_of(run))} for run in runs]
    names = [row.name for row in rows_of(runs[0])] if runs else []
    is_apart = not share_shoes(runs)
    return [
        _compared(runs[0], [rows[name] for rows in each], is_apart, words)
        for name in dict.fromkeys(names)
        if all(name in rows for rows in each)
    ]


def _compared(run: Run, rows: Sequence[RunRow], is_apart: bool, words: Words) -> ComparedRow:
    first, cells = rows[0], list[str]()
    for number, row in enumerate(rows):
        cells.append(_with_interval(row, words))
        if number:
            cells.append(_more(first, row, is_apart, words))
    exact = {row.exact for row in rows}
    same = exact.pop() if len(exact) == 1 else None
    return ComparedRow(
        first.name, row_name(run, first, words), tuple(cells), written(same, first.kind, words)
    )


def _with_interval(row: RunRow, words: Words) -> str:
    value = written(row.value, row.kind, words)
    if row.counted is None:
        return value
    return f"{value} ({interval(row.counted, row.kind, words)})"


def _more(first: RunRow, other: RunRow, is_apart: bool, words: Words) -> str:
    """How much more the other run has; with an interval if its shoes are others."""
    if first.value is None or other.value is None:
        return DASH
    if first.counted is None or other.counted is None or not is_apart:
        return written(other.value - first.value, first.kind, words)
    found = apart(first.counted, other.counted)
    return f"{written(found.value, first.kind, words)} ({interval(found, first.kind, words)})"
