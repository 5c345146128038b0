"""Imports sittings from files into the store, each as a table of the terminal."""

import os
from itertools import accumulate
from pathlib import Path

from sqlalchemy import Connection, select

from baccarat.base.errors import BaccaratError, FileTrouble
from baccarat.base.files import shown, trouble_told
from baccarat.core.plugins import nothing_loaded
from baccarat.store.projection import rows_of
from baccarat.store.schema import acts, add_row, tables
from baccarat.store.store import TERMINAL, Store
from baccarat.store.writer import Pending, together
from baccarat.table.log import Commit, commit_line, read_next
from baccarat.table.saving import MOST_BYTES
from baccarat.table.sitting import now
from baccarat.table.table import Table


@nothing_loaded()
def import_sitting(store: Store, path: str | os.PathLike[str]) -> int:
    """Import a sitting's file into the store, in one transaction; return the number of its table.

    The file is not changed. A sitting that is already in the store is refused.
    """
    commits = _read(Path(path))
    steps = []
    table = Table()
    for commit in commits:
        try:
            after = list(accumulate(commit.acts, Table.apply, initial=table))
        except BaccaratError as fault:
            raise FileTrouble(f"{shown(path)}: act {commit.number}: {fault}") from None
        steps.append((commit, after))
        table = after[-1]
    name = Path(path).stem

    def add(connection: Connection) -> int:
        _refuse_again(connection, name, commits[0], shown(path))
        row = {"name": name, "kind": TERMINAL, "opened": commits[0].time or now()}
        number = add_row(connection, tables, row)
        for commit, after in steps:
            for statement, rows in together([Pending(rows_of(number, commit, after))]):
                connection.execute(statement, rows)
        return number

    return store.database.change(add)


def _read(path: Path) -> list[Commit]:
    with trouble_told(path, "read"), path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    lines = data.split(b"\n")[:-1]  # an unfinished line was never confirmed
    commits: list[Commit] = []
    due = 1
    for line in lines:
        try:
            commits.append(read_next(line, due))
        except BaccaratError as fault:
            raise FileTrouble(f"{shown(path)}: act {due}: {fault}") from None
        due += len(commits[-1].acts)
    if not commits:
        raise FileTrouble(f"{shown(path)}: not a sitting")
    return commits


def _refuse_again(connection: Connection, name: str, first: Commit, file: str) -> None:
    found = (
        select(tables.c.number)
        .join(acts, acts.c.table_number == tables.c.number)
        .where(tables.c.kind == TERMINAL, tables.c.name == name)
        .where(acts.c.number == 1, acts.c.line == commit_line(first))
    )
    number = connection.execute(found).scalar()
    if number is not None:
        raise FileTrouble(f"{file}: this file is in the store already, as table {number}")
