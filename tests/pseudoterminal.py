"""A process of the terminal table in a terminal of its own, for tests."""

import errno
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from baccarat.cli.commands.play import TOUR_SEEN
from baccarat.table import Table
from baccarat.table.acts import Act
from baccarat.table.saving import ActFile, sittings
from baccarat.table.sitting import Sitting

ESCAPES = re.compile(
    r"\x1b(?:\[[0-9;?<>=$]*[ -/]*[@-~]|[()][AB0]|[=>78PX^_\\]|\][^\x07\x1b]*\x07?)"
)
EMPTY: Mapping[str, str] = {}
PATIENCE = 60
"""Seconds after which something is wrong; a test that passes never waits so long."""


class Terminal:
    """A process in a terminal of its own, and all that it has shown."""

    def __init__(
        self,
        home: Path,
        *args: str,
        size: tuple[int, int] = (80, 24),
        more: Mapping[str, str] = EMPTY,
        is_shell: bool = False,
    ) -> None:
        import fcntl
        import pty
        import struct
        import termios

        with suppress(OSError):  # a guest who knows the table
            home.mkdir(parents=True, exist_ok=True)
            (home / TOUR_SEEN).touch()
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "baccarat", "play", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            # The terminal that belongs to a session sends a signal when it goes away.
            preexec_fn=partial(fcntl.ioctl, 0, termios.TIOCSCTTY, 0) if is_shell else None,
            env={
                **{k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")},
                "BACCARAT_HOME": str(home),
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
                **more,
            },
        )
        os.close(slave)
        self.bytes = b""

    @property
    def shown(self) -> str:
        return ESCAPES.sub("", self.bytes.decode("utf-8", "replace"))

    def read(self, seconds: float) -> bool:
        """Take what has come; False when nothing more will."""
        if select.select([self.master], [], [], seconds)[0]:
            try:
                some = os.read(self.master, 65536)
            except OSError as ended:
                assert ended.errno == errno.EIO
                return False
            self.bytes += some
            return bool(some)
        return True

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert self.read(0.1), f"ended without {text!r}: {self.shown[-2000:]}"
            assert time.monotonic() < end, f"no {text!r} in {self.shown[-2000:]}"

    def press(self, keys: str, then: str) -> None:
        """Press keys, and wait for what they bring to the screen."""
        self.bytes = b""
        os.write(self.master, keys.encode())
        self.wait_for(then)

    def sit_down(self) -> None:
        """From the first screen to the first bets."""
        self.wait_for("sit down")
        self.press("\r", "all at once")
        self.press("\r", "cut here")
        self.press("\r", "Burn card")

    def finish(self) -> int:
        while self.read(0.1):
            if self.process.poll() is not None:
                self.read(0.1)
                break
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        os.close(self.master)


def saved(home: Path) -> tuple[Table, list[Act]]:
    [path] = sittings(home)
    file = ActFile(path)
    try:
        sitting = Sitting(file)
        return sitting.table, sitting.chronicle.acts
    finally:
        file.close()
