"""A server that starts: what it takes until its first answer, with an empty store and a full one.

For `serve.py`.
"""

import urllib.request
from pathlib import Path
from typing import Any

from serve_server import Server
from sqlalchemy import Connection, text

from baccarat.store import Store
from baccarat.table.acts import Burn, Cut, Deal, Open, Place, Sit
from baccarat.table.sitting import Sitting
from baccarat.table.state import Phase

COPIED = ("shoes", "guests", "acts", "coups")
PATIENCE = 600.0


def full_store(path: Path, tables: int, coups: int) -> None:
    """A store with so many tables: one is played, the others are copies of its rows."""
    with Store.open(path) as store:
        first = store.new_table("Salon 1")
        sitting = Sitting(store.keeper(first), forgets=True)
        sitting.do(Open(seats=7, seed=7), Sit("Ann", 10**9), Sit("Bob", 10**9))
        while sitting.table.coups < coups:
            if sitting.table.phase is not Phase.BETS:
                sitting.shuffle()
                sitting.do(Cut(), Burn())
            sitting.do(Place("banker", 10, "Ann"), author="Ann")
            sitting.do(Place("tie", 5, "Bob"), author="Bob")
            sitting.do(Deal(), go_on=True)
        store.database.change(lambda connection: copy_table(connection, first, tables - 1))


def copy_table(connection: Connection, first: int, times: int) -> None:
    """Write the rows of a table again for new tables."""
    for name in ("tables", *COPIED):
        key = "number" if name == "tables" else "table_number"
        names = connection.execute(text(f"SELECT * FROM {name} LIMIT 1")).keys()
        columns = ", ".join(f'"{column}"' for column in names if column != key)
        copy = f"INSERT INTO {name} ({key}, {columns}) SELECT :number, {columns} FROM {name}"
        rows = [{"number": first + place, "first": first} for place in range(1, times + 1)]
        if rows:
            connection.execute(text(f"{copy} WHERE {key} = :first"), rows)


def first_answer(command: list[str], store: Path) -> dict[str, Any]:
    """Seconds of the processor until the lobby is told, and its bytes and those of the list."""
    server = Server(command, str(store))
    try:
        lobby = _bytes(server.port, "")
        cpu = server.cpu
        listed = _bytes(server.port, "api/v1/tables")
        return {"cpu_s": cpu, "lobby_kb": lobby / 1e3, "list_kb": listed / 1e3}
    finally:
        server.stop()


def _bytes(port: int, path: str) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=PATIENCE) as answer:
        return len(answer.read())


def measure_start(command: list[str], folder: Path, tables: int, coups: int) -> dict[str, Any]:
    """What the first answer of a full store takes beside that of an empty one."""
    full_store(folder / "full.sqlite", tables, coups)
    empty = first_answer(command, folder / "empty.sqlite")
    full = first_answer(command, folder / "full.sqlite")
    return {
        "tables": tables,
        "coups": tables * coups,
        "empty_cpu_s": round(empty["cpu_s"], 2),
        "full_cpu_s": round(full["cpu_s"], 2),
        "times_empty": round(full["cpu_s"] / empty["cpu_s"], 2),
        "lobby_kb": round(full["lobby_kb"]),
        "list_kb": round(full["list_kb"]),
    }
