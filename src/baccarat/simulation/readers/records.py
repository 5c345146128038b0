"""Writes records of single coups into a file, up to a limit of coups.

The coups are read from the stream batch by batch, so that memory does not grow with the file. The
file is written under a temporary name and gets its real name when it is complete.
"""

import csv
import io
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

from baccarat.base.errors import BadValue, FileTrouble
from baccarat.base.files import draft_of, shown, trouble_told
from baccarat.base.frames import ColumnTypes, parquet_file, require_arrow
from baccarat.base.hints import whole
from baccarat.base.signals import insisting
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES
from baccarat.core.result import LETTERS
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.coups import LANES, NO_CARD, Coups
from baccarat.simulation.engines.choice import CPU, REFERENCE, ready
from baccarat.simulation.plan import Plan

LIMIT = 10_000_000
"""The default limit of coups in a file: about 280 MB of CSV."""
GROUP = 100_000
"""The number of rows written to a Parquet file at a time."""
COLUMNS = {
    "shoe": "uint64",
    "coup": "int16",
    "player": "string",
    "banker": "string",
    "winner": "string",
    "player_total": "int8",
    "banker_total": "int8",
}
WINNERS = {winner: letter for letter, winner in LETTERS.items()}

RecordRow = tuple[int, int, str, str, str, int, int]
Rows = Callable[[Sequence[tuple[Any, ...]]], None]
"""A function that writes some rows, e.g. the rows of a shoe."""
Opener = Callable[[BinaryIO, ColumnTypes], AbstractContextManager[Rows]]
"""A function that opens a table with these columns and their types."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A written file: its path, and the numbers of coups and of whole shoes."""

    path: str
    coups: int
    shoes: int


def write_records(
    plan: Plan,
    path: str | os.PathLike[str],
    decide: Strategy = nobody,
    limit: int = LIMIT,
    progress: Callable[[int, int], None] | None = None,
) -> Recorded:
    """Write the coups of a plan to a .csv or .parquet file, in whole shoes, up to the limit."""
    check_records(path, limit)
    batches = small_batches(plan, decide, Depth.CARDS)
    rows_of_shoes = (rows for batch in batches for rows in _rows(batch))
    return Recorded(os.fspath(path), *write_shoes(path, COLUMNS, rows_of_shoes, limit, progress))


def write_shoes(
    path: str | os.PathLike[str],
    columns: ColumnTypes,
    rows_of_shoes: Iterable[Sequence[tuple[Any, ...]]],
    limit: int,
    progress: Callable[[int, int], None] | None,
) -> tuple[int, int]:
    """Write the rows of whole shoes up to the limit; return the numbers of rows and of shoes."""
    count = shoes = 0
    with insisting() as insist, row_file(path, columns) as write:
        for rows in rows_of_shoes:
            if count + len(rows) > limit:
                break
            write(rows)
            count, shoes = count + len(rows), shoes + 1
            if progress is not None:
                progress(count, shoes)
            insist()
    return count, shoes


@contextmanager
def row_file(path: str | os.PathLike[str], columns: ColumnTypes) -> Iterator[Rows]:
    """A table that is written row by row; the file appears when it is complete."""
    opener = KINDS[Path(path).suffix.lower()]
    if Path(path).exists() and not Path(path).is_file():
        raise FileTrouble(f"{shown(path)}: not a file")
    with trouble_told(path, "written"), draft_of(path) as file, opener(file, columns) as write:
        yield write


def check_records(path: str | os.PathLike[str], limit: int = LIMIT, what: str = "coup") -> None:
    """Refuse a file that cannot be written, before anything is dealt."""
    if whole(limit, "the limit of a record") < 1:
        raise BadValue(f"the limit of a record must be at least 1 {what}, not {limit}")
    kind = Path(path).suffix.lower()
    if Path(path).name.lower() in KINDS:
        raise FileTrouble(
            f"{shown(path)}: the file's name has only an ending: add a name, e.g. {what}s.csv"
        )
    if kind not in KINDS:
        raise FileTrouble(f"{shown(path)}: use a name that ends in {' or '.join(KINDS)}")
    if kind == ".parquet":
        require_arrow(f"{shown(path)}: Parquet")


def small_batches(plan: Plan, decide: Strategy, depth: Depth | None) -> Iterator[Coups]:
    """The coups of a plan in small parts, so that memory does not grow with the file."""
    engine = CPU if find_spec("numba") else REFERENCE
    with ready(engine, plan, decide, 1, None) as dealer:
        for part in plan.jobs(LANES):
            yield from dealer.coups(part, decide, depth)


def _rows(batch: Coups) -> Iterator[list[RecordRow]]:
    names = [str(kind) for kind in batch.kinds]
    printed = batch.plan.rules.printed

    def text(cards: list[int]) -> str:
        told = [names[card] for card in cards if card != NO_CARD]
        return " ".join(told)

    for shoe, length in enumerate(batch.lengths.tolist()):
        number, rows = batch.plan.first + shoe, []
        cells, hands = batch.cells[shoe, :length].tolist(), batch.hands[shoe, :length].tolist()
        for turn, (cell, (own, other)) in enumerate(zip(cells, hands, strict=True), start=1):
            player = text(own) if printed is None else f"{printed} {text(own[1:])}"
            outcome = OUTCOMES[cell]
            winner = WINNERS[outcome.winner]
            totals = outcome.player.total, outcome.banker.total
            rows.append((number, turn, player, text(other), winner, *totals))
        yield rows


@contextmanager
def _csv(file: BinaryIO, columns: ColumnTypes) -> Iterator[Rows]:
    text = io.TextIOWrapper(file, "utf-8", newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    yield table.writerows
    text.detach()  # detach() also flushes


@contextmanager
def _parquet(file: BinaryIO, columns: ColumnTypes) -> Iterator[Rows]:
    waiting: list[tuple[Any, ...]] = []
    with parquet_file(file, columns) as write_group:

        def write(rows: Sequence[tuple[Any, ...]]) -> None:
            waiting.extend(rows)
            if len(waiting) >= GROUP:
                write_group(waiting)
                waiting.clear()

        yield write
        if waiting:
            write_group(waiting)


KINDS: dict[str, Opener] = {".csv": _csv, ".parquet": _parquet}
