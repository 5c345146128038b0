"""Pruning replaces the coups and acts of old shoes by counts; the tables stay usable."""

import json
from dataclasses import dataclass, fields
from functools import partial

from sqlalchemy import Connection, delete, func, select, update

from baccarat.base.errors import BaccaratError
from baccarat.core.plugins import nothing_loaded
from baccarat.store.board_keeper import NEW_SHOE, reaches_far, read_board_line, read_page
from baccarat.store.schema import acts, board_acts, coups, select_at, shoes
from baccarat.store.store import Store
from baccarat.table.snapshots import read_snapshot


@dataclass(frozen=True, slots=True)
class Pruned:
    """The numbers of rows that a pruning has removed."""

    shoes: int = 0
    coups: int = 0
    commits: int = 0
    """commits of tables, and acts of boards"""
    answers: int = 0
    """answers older than a day"""

    def __add__(self, other: "Pruned") -> "Pruned":
        return Pruned(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


@nothing_loaded()
def prune(store: Store, before: str) -> Pruned:
    """Replace the coups of all shoes that ended before this time, in UTC, by counts.

    The present shoe of a table stays. All ceremonies and promises stay, too.
    """
    total = Pruned(answers=store.forget_answers())
    for one in store.tables(None):
        total += store.database.change(partial(_prune_table, table=one.number, before=before))
    for board in store.boards():
        total += store.database.change(partial(_prune_board, board=board.number, before=before))
    return total


def _prune_table(connection: Connection, table: int, before: str) -> Pruned:
    asked = select_at(shoes, table, "number", "since", "time", "snapshot").order_by(shoes.c.number)
    begin = None
    # In order of numbers: if the clock jumped back, pruning stops there and loses nothing.
    for row in connection.execute(asked).all()[1:]:
        if not row.time or row.time >= before:
            break
        if row.snapshot and _reads(row.snapshot, row.since - 1):
            begin = row
    if begin is None:
        return Pruned()
    of_old = coups.c.table_number == table, coups.c.shoe < begin.number
    found = select(coups.c.shoe, coups.c.letter, func.count()).where(*of_old)
    counts: dict[int, dict[str, int]] = {}
    for shoe, letter, number in connection.execute(found.group_by(coups.c.shoe, coups.c.letter)):
        counts.setdefault(shoe, {})[letter] = number
    old = select_at(shoes, table, "number").where(
        shoes.c.number < begin.number, shoes.c.counts == ""
    )
    turned = list(connection.execute(old).scalars())
    for shoe in turned:
        told = json.dumps({letter: counts.get(shoe, {}).get(letter, 0) for letter in "PBT"})
        here = shoes.c.table_number == table, shoes.c.number == shoe
        connection.execute(update(shoes).where(*here).values(counts=told, snapshot=""))
    gone = connection.execute(delete(coups).where(*of_old)).rowcount
    done = acts.c.table_number == table, acts.c.last < begin.since
    return Pruned(len(turned), gone, connection.execute(delete(acts).where(*done)).rowcount)


def _reads(snapshot: str, number: int) -> bool:
    """True if a table can resume from a snapshot; False e.g. if its game is not installed."""
    try:
        return read_snapshot(snapshot).number == number
    except BaccaratError:
        return False


def _prune_board(connection: Connection, board: int, before: str) -> Pruned:
    asked = select_at(board_acts, board, "number", "what", "line", "page")
    rows = connection.execute(asked.order_by(board_acts.c.number)).all()
    begin = 0
    for place, row in enumerate(rows):
        if row.what == NEW_SHOE and reaches_far(one.what for one in rows[place:]):
            try:
                if read_board_line(row.line).time >= before:
                    break
                read_page(row.page)
            except (BaccaratError, ValueError, KeyError, TypeError):
                break  # damaged: leave all as it is
            begin = row.number
    old = board_acts.c.board_number == board, board_acts.c.number < begin
    return Pruned(commits=connection.execute(delete(board_acts).where(*old)).rowcount)
