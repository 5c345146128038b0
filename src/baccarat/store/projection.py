"""The rows that a commit writes: guests, shoes, coups and snapshots."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from baccarat.store.statements import (
    ADD_ACT,
    ADD_COUP,
    ADD_GUEST,
    ADD_PROMISE,
    ADD_SHOE,
    GO_ON,
    SET_CEREMONY,
    SET_CLOSED,
    SET_GAME,
    SET_GUEST,
    RowOf,
)
from baccarat.table.act_lines import MOST_LINE
from baccarat.table.listing import listing_line, listing_of
from baccarat.table.log import Commit, commit_line
from baccarat.table.rules.streak_wagers import end_streaks
from baccarat.table.rules.wagers import with_wagers
from baccarat.table.snapshots import snapshot_line
from baccarat.table.state import Ceremony, Phase, Played, Seat
from baccarat.table.table import Table

BETWEEN_SHOES = (Phase.SHOE, Phase.FINISHED)
MONEY = ("bought", "bankroll", "staked", "won", "kept")


def rows_of(number: int, commit: Commit, tables: Sequence[Table]) -> list[RowOf]:
    """All rows that a commit writes; `tables` has the table at the start and after each act."""
    before, after = tables[0], tables[-1]
    act = {
        "table_number": number,
        "number": commit.number,
        "last": after.number,
        "author": commit.author,
        "time": commit.time,
        "key": commit.key,
        "line": commit_line(commit),
    }
    here = {"of_table": number}
    listed = listing_line(listing_of(after))
    go_on = {**here, "new_last": after.number, "new_listed": listed}
    rows: list[RowOf] = [(ADD_ACT, act), (GO_ON, go_on)]
    if before.phase is Phase.CLOSED:
        rows.append((SET_GAME, {**here, "new_game": after.game.name}))
    if after.phase is Phase.LEFT:
        rows.append((SET_CLOSED, {**here, "new_closed": commit.time}))
    coups = [
        (ADD_COUP, coup_row(number, len(table.played), table.played[-1]))
        for earlier, table in pairwise(tables)
        if table.coups > earlier.coups
    ]
    return [*rows, *_shoes(number, commit, tables), *coups, *_guests(number, tables)]


def snapshot_of(table: Table) -> str:
    """A table between two shoes as one line; "" during a shoe, or if the line is too long."""
    if table.shoe is None or table.phase not in BETWEEN_SHOES:
        return ""
    line = snapshot_line(table)
    return line if len(line) <= MOST_LINE else ""


def _shoes(number: int, commit: Commit, tables: Sequence[Table]) -> Iterator[RowOf]:
    ceremonies: dict[int, RowOf] = {}
    for before, after in pairwise(tables):
        if after.promise is not None and after.promise != before.promise:
            promised = {"commitment": after.promise.commitment, "number": after.number}
            yield ADD_PROMISE, {"table_number": number, **promised}
        if (after.shoes, after.ceremony) == (before.shoes, before.ceremony):
            continue
        told = json.dumps(ceremony_json(after.ceremony))
        if after.shoes > before.shoes:
            row = {"number": after.shoes, "since": after.number, "time": commit.time}
            # A snapshot in the middle of a commit would leave part of the commit to be done.
            snapshot = snapshot_of(before) if before is tables[0] else ""
            row |= {"table_number": number, "ceremony": told, "snapshot": snapshot}
            ceremonies[after.shoes] = ADD_SHOE, row
        else:
            statement, row = ceremonies.get(after.shoes, (SET_CEREMONY, {}))
            if statement is ADD_SHOE:
                row["ceremony"] = told
            else:
                row = {"of_table": number, "of_shoe": after.shoes, "new_ceremony": told}
                ceremonies[after.shoes] = SET_CEREMONY, row
    yield from ceremonies.values()


def ceremony_json(ceremony: Ceremony) -> dict[str, Any]:
    """The ceremony of a shoe as JSON, because its numbers may be too large for a column."""
    fair = ceremony.fair
    return {
        "seed": ceremony.seed,
        "number": ceremony.number,
        "fair": None if fair is None else fair.as_json(),
        "cut": ceremony.cut,
        "burn_card": None if ceremony.burn_card is None else str(ceremony.burn_card),
    }


def coup_row(table: int, place: int, played: Played) -> dict[str, Any]:
    """The row of the database for a paid coup."""
    paid = [
        [seat.guest, line.wager.spot, line.wager.stake, line.won, line.kept]
        for seat in played.seats
        for line in seat.lines
    ]
    return {
        "table_number": table,
        "number": played.number,
        "shoe": played.shoe + 1,
        "place": place,
        "letter": played.result.letter,
        "cards": str(played.coup),
        "paid": json.dumps(paid),
    }


def _guests(number: int, tables: Sequence[Table]) -> Iterator[RowOf]:
    first = {(seat.guest, seat.since) for seat in tables[0].seats}
    seen: dict[tuple[str, int], tuple[Seat, int | None]] = {}
    for before, after in pairwise(tables):
        if before.seats is after.seats and after.phase is not Phase.LEFT:
            continue
        old = {(seat.guest, seat.since): seat for seat in before.seats}
        new = {(seat.guest, seat.since): seat for seat in after.seats}
        for who in [*old, *(one for one in new if one not in old)]:
            if who not in new:
                seen[who] = _gone(before, old[who]), after.number
            elif after.phase is Phase.LEFT:
                seen[who] = new[who], after.number
            elif new[who] != old.get(who):
                seen[who] = new[who], None
    for (guest, since), (seat, left_at) in seen.items():
        money = seat_json(seat)
        if (guest, since) in first:
            where = {"of_table": number, "of_since": since, "of_guest": guest}
            yield SET_GUEST, {**where, "new_left": left_at, "new_seat": money}
        else:
            row = {"table_number": number, "since": since, "guest": guest}
            yield ADD_GUEST, {**row, "left_at": left_at, "seat": money}


def _gone(table: Table, seat: Seat) -> Seat:
    """The seat of a guest who leaves, with all wagers returned."""
    return with_wagers(end_streaks(table, seat).seat(seat.guest), ())


def seat_json(seat: Seat) -> str:
    return json.dumps({name: getattr(seat, name) for name in MONEY})
