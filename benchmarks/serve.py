"""A server under load: thousands who watch, hundreds of acts a second.

    python benchmarks/serve.py                           all of it, about four minutes
    python benchmarks/serve.py --only watch --spectators 300 --seconds 10
    python benchmarks/serve.py --only crowd              10,000 spectators, two minutes
    python benchmarks/serve.py --only never-read         and so on: a crowd that is rough
    python benchmarks/serve.py --only start              the first answer of a full store
    python benchmarks/serve.py --only odds               150 different questions a second
    python benchmarks/serve.py --only acts --store postgresql://baccarat@/club

It starts `baccarat serve` with a store of its own in a temporary folder, and clients in processes
of their own, all on loopback; Linux only, for every few spectators have an address of their own.
Without --store the acts are measured on SQLite and, where Debian's binaries are, on a PostgreSQL of
our own.
"""

import argparse
import json
import os
import shlex
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from serve_clients import act
from serve_odds import measure_odds
from serve_server import PATIENCE, Server, Worker, ask_for_files, open_tables, our_postgres, serving
from serve_start import measure_start
from serve_watching import (
    Beside,
    measure_polling,
    measure_return,
    measure_watching,
    runs,
    sleepers,
    visitors,
)

FILES_BESIDE = 1_000
USUAL = 3_000
"""Spectators, where a case says nothing else."""
WANTED = {
    "watch": {
        "p50_ms": 30,
        "p99_ms": 150,
        "server_us_per_delivery": 100,
        "kb_per_spectator": 64,
    },
    "acts": {"p99_ms": 50},
    "return": {"last_back_s": 10},
    "odds": {"odds_p99_ms": 200, "deal_p99_beside_to_alone": 3},
    "start": {"times_empty": 2},
}
"""By case, less than that; of a crowd that is large or rough this alone."""
ROUGH = {"p99_ms": 1_000}


def measure_acts(server: Server, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Guests and dealers who act at a rate, whether or not the server keeps up."""
    numbers = open_tables(server.port, tables, 7)
    actors = Worker(act, server.port, numbers, rate, seconds)
    actors.hear()
    cpu = server.cpu
    actors.say("go")
    told = actors.hear(seconds + PATIENCE)
    cpu = server.cpu - cpu
    took = np.frombuffer(told["took"]) * 1_000
    p50, p99 = np.percentile(took, [50, 99])
    return {
        "tables": tables,
        "asked_per_second": rate,
        "acts": len(took),
        "acts_per_second": round(len(took) / told["for"], 1),
        "p50_ms": round(float(p50), 1),
        "p99_ms": round(float(p99), 1),
        "most_ms": round(float(took.max()), 1),
        "server_us_per_act": round(cpu / len(took) * 1e6),
        "server_cores": round(cpu / told["for"], 2),
        "client_cores": round(told["cpu"] / told["for"], 2),
    }


def measure_sync(folder: Path, rounds: int = 200) -> dict[str, Any]:
    """What one synced commit takes here: of SQLite as the store sets it, and of a bare file."""
    database = sqlite3.connect(folder / "sync.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE told (number INTEGER PRIMARY KEY, line TEXT)")
    commits, syncs = [], []
    for _ in range(rounds):
        start = monotonic()
        database.execute("INSERT INTO told (line) VALUES (?)", ("x" * 3_000,))
        commits.append(monotonic() - start)
    database.close()
    with (folder / "sync").open("ab") as file:
        for _ in range(rounds):
            start = monotonic()
            file.write(b"x" * 4_096)
            file.flush()
            os.fsync(file.fileno())
            syncs.append(monotonic() - start)
    answer: dict[str, Any] = {}
    for name, times in (("sqlite_commit", commits), ("fsync", syncs)):
        p50, p99 = np.percentile(times, [50, 99]) * 1_000
        answer |= {f"{name}_p50_ms": round(float(p50), 2), f"{name}_p99_ms": round(float(p99), 2)}
    return answer


def show(case: str, title: str, told: dict[str, Any]) -> None:
    print(f"\n{title}")
    bounds = WANTED.get(case, ROUGH)
    for name, value in told.items():
        wanted = f"   wanted: < {bounds[name]}" if name in bounds else ""
        print(f"  {name:28} {value!s:>12}{wanted}")


Told = Iterator[tuple[str, str, dict[str, Any]]]
"""Each measurement: its name in JSON, a title, what was found."""


def sync(asked: argparse.Namespace, folder: Path) -> Told:
    yield "sync", "one synced commit", measure_sync(folder)


def watching(name: str, title: str, spectators: int | None, beside: Beside | None) -> "Case":
    """A case of spectators, who may have others beside them."""

    def case(asked: argparse.Namespace, folder: Path) -> Told:
        many = asked.spectators or spectators or USUAL
        ask_for_files(many + FILES_BESIDE)
        with serving(asked.command, str(folder / f"{name}.sqlite")) as server:
            told = measure_watching(server, many, asked.tables, asked.seconds, beside)
        yield name, title, told

    return case


def returning(asked: argparse.Namespace, folder: Path) -> Told:
    store = str(folder / "return.sqlite")
    many = asked.spectators or 1_000
    ask_for_files(many + FILES_BESIDE)
    seconds = min(asked.seconds, 30)
    told = measure_return(
        lambda port: Server(asked.command, store, port), many, asked.tables, seconds
    )
    yield "return", "a server killed under its spectators", told


def polling(asked: argparse.Namespace, folder: Path) -> Told:
    with serving(asked.command, str(folder / "polling.sqlite")) as server:
        many, seconds = asked.spectators or 300, min(asked.seconds, 30)
        told = measure_polling(server, many, asked.tables, seconds)
    yield "polling", "clients who ask every second", told


def acts(asked: argparse.Namespace, folder: Path) -> Told:
    with ExitStack() as kept:
        stores = {"store": asked.store} if asked.store else {"sqlite": str(folder / "acts.sqlite")}
        if not asked.store and (own := kept.enter_context(our_postgres())):
            stores["postgresql"] = own
        for name, store in stores.items():
            with serving(asked.command, store) as server:
                told = measure_acts(server, asked.act_tables, asked.acts, asked.act_seconds)
            yield f"acts_{name}", f"acts on {name}", told


def start(asked: argparse.Namespace, folder: Path) -> Told:
    told = measure_start(asked.command, folder, asked.full_tables, asked.full_coups)
    yield "start", "the first answer of a full store", told


def odds(asked: argparse.Namespace, folder: Path) -> Told:
    with serving(asked.command, str(folder / "odds.sqlite")) as server:
        numbers = open_tables(server.port, asked.tables, 7)
        told = measure_odds(server, Worker, numbers, asked.odds, asked.odds_seconds)
    yield "odds", "questions about odds", told


Case = Callable[[argparse.Namespace, Path], Told]
CASES: dict[str, Case] = {
    "sync": sync,
    "watch": watching("watch", "spectators", None, None),
    "crowd": watching("crowd", "a crowd of spectators", 10_000, None),
    "never-read": watching("never_read", "spectators, and some who never read", None, sleepers),
    "come-and-go": watching("come_and_go", "spectators, and some who come and go", None, visitors),
    "runs": watching("runs", "spectators, and runs of the laboratory", None, runs),
    "return": returning,
    "polling": polling,
    "acts": acts,
    "odds": odds,
    "start": start,
}
SHORT = ("sync", "watch", "acts", "odds")
"""What is measured if nothing is said."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=[*CASES, "all"])
    parser.add_argument("--spectators", type=int, help="each case has a number of its own")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--acts", type=float, default=500, help="a second")
    parser.add_argument("--act-tables", type=int, default=50)
    parser.add_argument("--act-seconds", type=float, default=30)
    parser.add_argument("--odds", type=float, default=150, help="questions a second")
    parser.add_argument("--odds-seconds", type=float, default=30)
    parser.add_argument("--full-tables", type=int, default=2_000, help="of the store that is full")
    parser.add_argument("--full-coups", type=int, default=50, help="at each of its tables")
    parser.add_argument("--store", help="for the acts: a database, instead of both kinds")
    parser.add_argument("--folder", type=Path, help="where files of stores lie; a temporary one")
    parser.add_argument("--server", default=f"{shlex.quote(sys.executable)} -m baccarat serve")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    asked.command = shlex.split(asked.server)
    chosen = {None: SHORT, "all": tuple(CASES)}.get(asked.only, (asked.only,))
    found: dict[str, Any] = {"cores": len(os.sched_getaffinity(0))}
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        for case in chosen:
            for name, title, told in CASES[case](asked, Path(folder)):
                found[name] = told
                if not asked.json:
                    show(case, title, told)
    if asked.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
