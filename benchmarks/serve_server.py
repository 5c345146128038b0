"""A server for `serve.py`, in a process of its own, and the processes of its clients."""

import asyncio
import json
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from serve_clients import Speaker

SPAWN = get_context("spawn")
TICK = os.sysconf("SC_CLK_TCK")
PATIENCE = 180.0
"""Seconds to wait for any one process, beside those for which it works."""


class Server:
    """A server in a process of its own; what it takes is read from /proc."""

    def __init__(self, command: list[str], store: str, port: int = 0) -> None:
        whole = [*command, "--port", str(port), "--store", store, "--json"]
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

    def say(self, word: object) -> None:
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
