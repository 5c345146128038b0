"""Writes records of single bets into a file: a row for each bet that a guest laid.

Shoes are dealt in small parts, so that memory does not grow with the file. The file gets its name
when it is complete.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from baccarat.core.third_card import as_key
from baccarat.simulation.coups import Coups
from baccarat.simulation.plan import Plan
from baccarat.simulation.readers.records import LIMIT, check_records, small_batches, write_shoes
from baccarat.systems.counting.play import CountedBet
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.totals import BILLION, coins_of

BET_COLUMNS = {
    "shoe": "uint64",
    "guest": "int32",
    "bet": "string",
    "cut_card": "int32",
    "last_coup": "string",
    "coup": "int16",
    "unseen": "int16",
    "count": "int32?",
    "units": "int16",
    "won": "float64",
    "expected": "float64?",
}
"""Guests are numbered from 1 in the given order, coups from 1 in their shoe. The count is rounded
down; perfect play has none. `won` and `expected` are units, for all units laid on the coup."""

BetRow = tuple[int, int, str, int, str, int, int, int | None, int, float, float | None]


@dataclass(frozen=True, slots=True)
class RecordedBets:
    """A written file: its path, and the numbers of its rows and of its shoes."""

    path: str
    rows: int
    shoes: int


def write_bets(
    plan: Plan,
    reader: CountReader,
    path: str | os.PathLike[str],
    limit: int = LIMIT,
    progress: Callable[[int, int], None] | None = None,
) -> RecordedBets:
    """Write the bets of a plan to a .csv or .parquet file, until a shoe would pass the limit.

    A bet has a row for each ending whose shoe it belongs to.
    """
    check_records(path, limit, "bet")
    rows, shoes = write_shoes(path, BET_COLUMNS, _shoes(plan, reader), limit, progress)
    return RecordedBets(os.fspath(path), rows, shoes)


def _shoes(plan: Plan, reader: CountReader) -> Iterator[list[BetRow]]:
    """The rows of each shoe; a shoe may have no row."""
    for batch in small_batches(plan, as_key(reader.decide), reader.cards):
        bet_rows = sorted(_rows(batch, reader), key=lambda row: row[:1])
        by_shoe = {shoe: list(rows) for shoe, rows in groupby(bet_rows, lambda row: row[0])}
        first = batch.plan.first
        yield from (by_shoe.get(first + shoe, []) for shoe in range(batch.shoes))


def _rows(batch: Coups, reader: CountReader) -> Iterator[BetRow]:
    """The rows of a batch, guest by guest and ending by ending."""
    from baccarat.systems.counting import reader_loops as loops

    for place, ((bets, units, winnings, expected), length) in enumerate(reader.bets(batch)):
        play = reader.plays[place // len(reader.endings)]
        ending = reader.endings[place % len(reader.endings)]
        has_count, coins = isinstance(play, CountedBet), coins_of(play.bet)
        is_in = bets[:, loops.TURN] < length[bets[:, loops.SHOE]]
        columns = (bets[is_in], units[is_in], winnings[is_in], expected[is_in])
        for bet, size, coin, worth in zip(*(column.tolist() for column in columns), strict=True):
            yield (
                batch.plan.first + bet[loops.SHOE],
                place // len(reader.endings) + 1,
                play.bet.key,
                ending.cut_card,
                str(ending.last_coup),
                bet[loops.TURN] + 1,
                bet[loops.UNSEEN],
                bet[loops.COUNT] if has_count else None,
                size,
                coin / coins,
                worth / BILLION if reader.exact else None,
            )
