"""A real PostgreSQL for tests: Debian's binaries, in a temporary folder, on a socket of its own.

with running() as server:
    Store.open(server.new_database())
    server.stop(); server.start()
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from signal import SIGCONT, SIGINT, SIGQUIT, SIGSTOP
from time import monotonic, sleep

import psycopg

INSTALL = "PostgreSQL is not here: apt install postgresql (on Debian), then run it again"
SETTINGS = {
    "listen_addresses": "",  # a socket alone: no port that somebody else may have
    "fsync": "on",
    "synchronous_commit": "on",
    "shared_buffers": "16MB",
    "max_connections": "100",
    "log_min_messages": "fatal",
}
LONGEST_START = 60.0
ROOM = 500 << 20
LONGEST_SOCKET = 90
"""Characters; the system takes no longer path for a socket."""


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL of this machine."""
    found = [*Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    by_version = sorted(found, key=lambda path: float(path.parts[-3]))
    on_path = shutil.which("postgres")
    return by_version[-1].parent if by_version else Path(on_path).parent if on_path else None


def ordinary_user() -> dict[str, object]:
    """As whom to run it: PostgreSQL refuses to be root."""
    if os.geteuid() != 0:
        return {}
    known = {user.pw_name: user for user in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class PostgresServer:
    """A server that can be stopped and started again; every test has a database of its own."""

    def __init__(self, folder: Path, binaries: Path) -> None:
        self.folder, self.binaries = folder, binaries
        self._as = ordinary_user()
        if "user" in self._as:
            os.chown(folder, self._as["user"], self._as["group"])  # type: ignore[arg-type]
        self._numbers = count(1)
        self._emptied: str | None = None
        self._process: subprocess.Popen[bytes] | None = None
        command = [binaries / "initdb", "-D", folder / "data", "-U", "baccarat", "-A", "trust"]
        self._call([*command, "--no-sync", "-E", "UTF8", "--locale=C"])

    def start(self) -> None:
        options = [f"--{name}={value}" for name, value in SETTINGS.items()]
        command = [self.binaries / "postgres", "-D", self.folder / "data", "-k", self.folder]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *options], stdout=log, stderr=log, cwd=self.folder, **self._as
            )  # type: ignore[call-overload]
        end = monotonic() + LONGEST_START
        while True:
            try:
                psycopg.connect(self._conninfo("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if monotonic() > end or self._process.poll() is not None:
                    self.stop()
                    log_text = (self.folder / "log").read_text("utf-8")
                    raise AssertionError(f"PostgreSQL does not start: {log_text}") from None
                sleep(0.05)

    def stop(self, suddenly: bool = False) -> None:
        """Stop it; suddenly, as if its machine had failed."""
        if self._process is not None:
            self._process.send_signal(SIGQUIT if suddenly else SIGINT)
            self._process.wait(30)
            self._process = None

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """None of its processes takes a step meanwhile: connections stay, and nobody answers."""
        assert self._process is not None
        pids = [self._process.pid]
        try:
            os.kill(pids[0], SIGSTOP)  # from now on it starts no others
            for status in Path("/proc").glob("[0-9]*/status"):
                with suppress(OSError):  # it has just ended
                    if f"\nPPid:\t{pids[0]}\n" in status.read_text():
                        pids.append(int(status.parent.name))
                        os.kill(pids[-1], SIGSTOP)
            yield
        finally:
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, SIGCONT)

    def new_database(self) -> str:
        """The address of a database that has nothing in it."""
        name = f"try_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE template0")
        return f"postgresql://baccarat@/{name}?host={self.folder}"

    def emptied(self) -> str:
        """The address of one database, emptied: quicker than a new one."""
        if self._emptied is None:
            self._emptied = self.new_database()
            self._name = self._emptied.partition("?")[0].rpartition("/")[2]
        else:
            self.run("DROP SCHEMA public CASCADE", self._name)
            self.run("CREATE SCHEMA public", self._name)
        return self._emptied

    def run(self, statement: str, database: str = "postgres") -> None:
        with psycopg.connect(self._conninfo(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _conninfo(self, database: str) -> str:
        return f"host={self.folder} user=baccarat dbname={database}"

    def _call(self, command: list[object]) -> None:
        done = subprocess.run(
            list(map(str, command)),
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            **self._as,
        )  # type: ignore[call-overload]
        assert done.returncode == 0, done.stderr


def base_of_temporary(on_disk: bool) -> str:
    """Where there is room for a server: it syncs as always, and in memory that is quick."""
    memory, usual = "/dev/shm", tempfile.gettempdir()
    if not on_disk and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM:
        return memory
    return usual if len(usual) < LONGEST_SOCKET else "/tmp"


@contextmanager
def running(on_disk: bool = False) -> Iterator[PostgresServer]:
    """A server of our own, as long as it is needed; in memory, unless a disk is to be measured."""
    found = binaries()
    if found is None:
        raise FileNotFoundError(INSTALL)
    folder = Path(tempfile.mkdtemp(prefix="bac", dir=base_of_temporary(on_disk)))
    try:
        server = PostgresServer(folder, found)
        server.start()
        try:
            yield server
        finally:
            server.stop(suddenly=True)  # nobody needs what it holds, so nobody waits for it
    finally:
        shutil.rmtree(folder)
