"""A server under load: thousands who watch, hundreds of acts a second.

    python benchmarks/serve.py                           all of it, about four minutes
    python benchmarks/serve.py --only watch --spectators 300 --seconds 10
    python benchmarks/serve.py --only acts --store postgresql://baccarat@/club

It starts `baccarat serve` with a store of its own in a temporary folder, and clients in processes
of their own, all on loopback; Linux only, for every few spectators have an address of their own.
Without --store the acts are measured on SQLite and, where Debian's binaries are, on a PostgreSQL of
our own.
"""

import argparse
import asyncio
import json
import os
import resource
import shlex
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
from serve_clients import Dealt, Speaker, act, deal, watch

SPAWN = get_context("spawn")
TICK = os.sysconf("SC_CLK_TCK")
PATIENCE = 180.0
"""Seconds to wait for any one process, beside those for which it works."""
FILES_BESIDE = 300
SETTLE = 2.0
"""Seconds for the last events to arrive."""
WANTED = {
    "p50_ms": 30,
    "p99_ms": 150,
    "server_us_per_delivery": 100,
    "kb_per_spectator": 64,
    "act_p99_ms": 50,
}


class Server:
    """A server in a process of its own; what it takes is read from /proc."""

    def __init__(self, command: list[str], store: str) -> None:
        whole = [*command, "--port", "0", "--store", store, "--json"]
        self.process = subprocess.Popen(whole, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            try:
                self.port = int(json.loads(said)["port"])
                break
            except ValueError:
                continue
        else:
            sys.exit(f"the server does not start: {shlex.join(whole)}")

    @property
    def cpu(self) -> float:
        """Seconds of the processor that it has taken, all threads together."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def memory(self) -> int:
        """KB that lie in memory."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Worker:
    """A process of clients, and the pipe to it."""

    def __init__(self, work: Any, *args: object) -> None:
        self.pipe: Connection
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=work, args=(theirs, *args), daemon=True)
        self.process.start()
        theirs.close()

    def hear(self, seconds: float = PATIENCE) -> Any:
        """What it says next; complains if it says nothing for so long."""
        if not self.pipe.poll(seconds):
            sys.exit("a process of clients does not answer")
        try:
            return self.pipe.recv()
        except EOFError:
            sys.exit("a process of clients has failed (see above)")

    def say(self, word: str) -> None:
        self.pipe.send(word)


def open_tables(port: int, count: int, seats: int) -> list[int]:
    async def opened() -> list[int]:
        speaker = Speaker(port)
        numbers = []
        for number in range(count):
            body = {"name": f"Table {number + 1}", "seats": seats}
            numbers.append((await speaker.call("POST", "tables", body))["table"])
        speaker.close()
        return numbers

    return asyncio.run(opened())


def measure_watching(
    server: Server, spectators: int, tables: int, seconds: float
) -> dict[str, Any]:
    """Spectators of tables with a coup a second at each."""
    numbers = open_tables(server.port, tables, 7)
    dealers = Worker(deal, server.port, numbers, seconds)
    dealers.hear()
    before = server.memory
    watched = [numbers[place % tables] for place in range(spectators)]
    half = (spectators + 1) // 2
    halves = [(first, watched[first : first + half]) for first in range(0, spectators, half)]
    started = monotonic()
    crowd = [Worker(watch, server.port, first, these) for first, these in halves]
    for worker in crowd:
        worker.hear()
    arrival = monotonic() - started
    sleep(1)
    memory, cpu = server.memory, server.cpu
    for worker in (*crowd, dealers):
        worker.say("go")
    dealt = dealers.hear(seconds + PATIENCE)
    sleep(SETTLE)
    cpu = server.cpu - cpu
    most_memory = server.memory
    for worker in crowd:
        worker.say("stop")
    heard = [worker.hear() for worker in crowd]
    checked = check(dealt["dealt"], [one for each in heard for one in each["spectators"]])
    came = [pair for each in heard for pair in each["came"]]
    delays = delays_of(dealt["dealt"], came) * 1_000
    deliveries = len(delays)
    p50, p99 = np.percentile(delays, [50, 99]) if deliveries else (float("nan"),) * 2
    return {
        "spectators": spectators,
        "tables": tables,
        "seconds": round(dealt["took"], 1),
        "arrival_s": round(arrival, 1),
        "coups": sum(one.coups for one in dealt["dealt"]),
        "deliveries": deliveries,
        **checked,
        "p50_ms": round(float(p50), 1),
        "p99_ms": round(float(p99), 1),
        "most_ms": round(float(delays.max()), 1) if deliveries else None,
        "server_us_per_delivery": round(cpu / max(deliveries, 1) * 1e6, 1),
        "kb_per_spectator": round((memory - before) / spectators, 1),
        "kb_per_spectator_after": round((most_memory - before) / spectators, 1),
        "server_cores": round(cpu / dealt["took"], 2),
        "client_cores": round(
            (dealt["cpu"] + sum(each["cpu"] for each in heard)) / dealt["took"], 2
        ),
    }


def check(dealt: list[Dealt], spectators: list[tuple[Any, ...]]) -> dict[str, Any]:
    """Whether every spectator got every coup of their table once, and in order."""
    by_table = {one.table: one for one in dealt}
    wrong = [
        (table, coups, faults)
        for table, coups, digest, _, _, faults in spectators
        if faults or (coups, digest) != (by_table[table].coups, by_table[table].digest)
    ]
    received = sum(one[4] for one in spectators)
    events = sum(one[3] for one in spectators)
    return {
        "wrong_spectators": len(wrong),
        "first_fault": str(wrong[0]) if wrong else None,
        "bytes_per_event": round(received / max(events, 1)),
    }


def delays_of(dealt: list[Dealt], came: list[tuple[int, bytes]]) -> "np.ndarray[Any, Any]":
    """Seconds from just before a deal is asked for to its arrival, of every spectator and coup."""
    asked = {one.table: np.full(one.coups + 1, np.nan) for one in dealt}
    for one in dealt:
        for coup, when in one.asked.items():
            asked[one.table][coup] = when
    delays = [
        pairs[:, 1] - asked[table][pairs[:, 0].astype(int)]
        for table, told in came
        if len(pairs := np.frombuffer(told).reshape(-1, 2))
    ]
    return np.concatenate(delays) if delays else np.array([])


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


@contextmanager
def serving(command: list[str], store: str) -> Iterator[Server]:
    server = Server(command, store)
    try:
        yield server
    finally:
        server.stop()


def ask_for_files(needed: int) -> None:
    """Enough open files for every spectator on both ends, or a line that says so."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= needed:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, max(hard, needed)))
    except (ValueError, OSError):
        sys.exit(f"{needed} open files are needed, {hard} are allowed: ulimit -Hn {needed}")


@contextmanager
def our_postgres() -> Iterator[str | None]:
    """The address of a database of our own, as the tests start it; None where there is none."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    try:
        from postgres import running
    except ImportError:
        yield None
        return
    with ExitStack() as kept:
        try:
            server = kept.enter_context(running())
        except FileNotFoundError as missing:
            print(missing, file=sys.stderr)
            yield None
            return
        yield server.new_database()


def show(title: str, told: dict[str, Any]) -> None:
    print(f"\n{title}")
    for name, value in told.items():
        wanted = WANTED.get("act_p99_ms" if "acts" in told and name == "p99_ms" else name)
        is_told = wanted is not None and not ("acts" in told and name == "p50_ms")
        print(f"  {name:28} {value!s:>12}{f'   wanted: < {wanted}' if is_told else ''}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=["watch", "acts", "sync"])
    parser.add_argument("--spectators", type=int, default=3_000)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--acts", type=float, default=500, help="a second")
    parser.add_argument("--act-tables", type=int, default=50)
    parser.add_argument("--act-seconds", type=float, default=30)
    parser.add_argument("--store", help="for the acts: a database, instead of both kinds")
    parser.add_argument("--folder", type=Path, help="where files of stores lie; a temporary one")
    parser.add_argument("--server", default=f"{shlex.quote(sys.executable)} -m baccarat serve")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    command = shlex.split(asked.server)
    ask_for_files(asked.spectators + FILES_BESIDE)
    found: dict[str, Any] = {"cores": len(os.sched_getaffinity(0))}

    def note(name: str, title: str, told: dict[str, Any]) -> None:
        found[name] = told
        if not asked.json:
            show(title, told)

    with tempfile.TemporaryDirectory(dir=asked.folder) as folder, ExitStack() as kept:
        where = Path(folder)
        if asked.only in (None, "sync"):
            note("sync", "one synced commit", measure_sync(where))
        if asked.only in (None, "watch"):
            with serving(command, str(where / "watch.sqlite")) as server:
                told = measure_watching(server, asked.spectators, asked.tables, asked.seconds)
            note("watch", "spectators", told)
        if asked.only in (None, "acts"):
            stores = (
                {"store": asked.store} if asked.store else {"sqlite": str(where / "acts.sqlite")}
            )
            if not asked.store and (own := kept.enter_context(our_postgres())):
                stores["postgresql"] = own
            for name, store in stores.items():
                with serving(command, store) as server:
                    told = measure_acts(server, asked.act_tables, asked.acts, asked.act_seconds)
                note(f"acts_{name}", f"acts on {name}", told)
    if asked.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
