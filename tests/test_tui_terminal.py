"""The terminal table in a real terminal: how it starts, and what a sudden end leaves."""

import errno
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from baccarat.cli import main
from baccarat.table import Phase, Table
from baccarat.table.keep import ActFile, sittings
from baccarat.table.sitting import Sitting

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such terminals")

ESCAPES = re.compile(
    r"\x1b(?:\[[0-9;?<>=$]*[ -/]*[@-~]|[()][AB0]|[=>78PX^_\\]|\][^\x07\x1b]*\x07?)"
)
PATIENCE = 60
"""Seconds after which something is wrong; a test that passes never waits so long."""


class Terminal:
    """A process in a terminal of its own, and all that it has shown."""

    def __init__(self, home: Path, *args: str, size: tuple[int, int] = (80, 24)) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "baccarat", "play", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={
                **{k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")},
                "BACCARAT_HOME": str(home),
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
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


def saved(home: Path) -> Table:
    [path] = sittings(home)
    file = ActFile(path)
    try:
        return Sitting(file).table
    finally:
        file.close()


@pytest.mark.slow
def test_a_killed_table_has_kept_what_it_showed_and_goes_on(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "7", "--no-coach")
    try:
        terminal.wait_for("sit down")
        terminal.press("\r", "cut here")
        terminal.press("\r", "Burn card")
        terminal.press("+", "[5]")
        terminal.press("\r", "No more bets")
        terminal.press("\r", "commission")
        terminal.wait_for("You ")
        terminal.kill()
    finally:
        terminal.close()
    table = saved(tmp_path)
    assert len(table.played) == 1
    assert f"In hand {table.bankroll:,}" in terminal.shown

    terminal = Terminal(tmp_path, "--no-coach")
    try:
        terminal.wait_for("Welcome back")
        terminal.press("\r", f"In hand {table.bankroll:,}")
        terminal.press("p", "[5]")
        os.write(terminal.master, b"\r")
        terminal.read(0.3)
        terminal.kill()  # in the middle of a coup
    finally:
        terminal.close()
    again = saved(tmp_path)
    assert again.acts[: len(table.acts)] == table.acts
    assert again.phase in (Phase.BETS, Phase.DEALING)

    terminal = Terminal(tmp_path, "--no-coach")
    try:
        terminal.wait_for("Welcome back")
        terminal.press("\r", "commission")
        terminal.press("q", "end the sitting")
        terminal.press("\r", "goes on with it")
        assert terminal.finish() == 0
    finally:
        terminal.close()


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ([], "the table needs a terminal"),
        (["--lang", "tlh"], "unknown language: 'tlh'"),
        (["--bankroll", "-1"], "a bankroll is 0 to"),
        (["--game", "whist"], "unknown game: 'whist'"),
        (["--seed", "7", "--fair"], "follow from a seed or are fair, not both"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(
    args: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", *args])
    told = capsys.readouterr()
    assert left.value.code == 2
    assert told.out == ""
    assert complaint in told.err
    assert told.err.count("\n") == 1


def test_without_textual_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(SystemExit) as left:
        main(["play"])
    assert left.value.code == 2
    assert "pip install 'baccarat[tui]'" in capsys.readouterr().err


def test_a_terminal_too_small_is_told_how_large_it_should_be(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, size=(70, 20))
    try:
        assert terminal.finish() == 2
        assert "80 x 24 characters, not 70 x 20" in terminal.shown
    finally:
        terminal.close()


def test_the_table_opens_without_what_only_counting_needs() -> None:
    """NumPy, Numba and FLINT are slow to load, and no card waits for them."""
    asked = (
        "import sys, baccarat.tui.app, baccarat.cli.play;"
        "sys.exit(len({'numpy', 'numba', 'flint'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
