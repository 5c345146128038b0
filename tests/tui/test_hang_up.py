"""A terminal that goes away, at any moment: the table ends at once, and has kept everything."""

import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pseudoterminal import ESCAPES, PATIENCE, Terminal, saved

from baccarat.cli.commands.play import TOUR_SEEN
from baccarat.table import Table
from baccarat.table.saving import sittings

if os.name == "posix":
    import fcntl
    import pty
    import struct
    import termios

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such terminals")

SOON = 2
"""Seconds within which nothing is left of the process."""
KEYS = ("\r", "\r", "\r", "+", "+", "f", "p", "w", "s", "g", "o", "v", "z", "\x1b", "\xff")
MOMENTS = range(30)
BEFORE_LONG = 2
"""Moments that every run of the tests tries: one with the signal, one without."""


def play_until(terminal: Terminal, seconds: float, fingers: random.Random) -> None:
    """Press whatever comes to hand, so fast that the table is often behind."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        keys = "".join(fingers.choices(KEYS, k=fingers.choice((1, 1, 4, 20))))
        os.write(terminal.master, keys.encode("latin-1"))
        assert terminal.read(fingers.choice((0.01, 0.05)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [n if n < BEFORE_LONG else pytest.param(n, marks=pytest.mark.long) for n in MOMENTS],
)
def test_a_terminal_that_is_closed_ends_the_table_with_everything_kept(
    number: int, tmp_path: Path
) -> None:
    """With the signal that a shell's own terminal sends, and without it."""
    fingers = random.Random(number)
    has_signal = number % 2 == 0
    coach = ("--no-coach",) if number < BEFORE_LONG else ()
    terminal = Terminal(tmp_path, "--seed", "7", *coach, is_shell=has_signal)
    try:
        terminal.wait_for("sit down")
        terminal.press("\r", "all at once")
        play_until(terminal, fingers.random(), fingers)
        os.close(terminal.master)
        assert terminal.process.wait(SOON) in (128 + signal.SIGHUP, -signal.SIGHUP)
    finally:
        terminal.process.kill()
    assert_kept(tmp_path, terminal.shown)


def assert_kept(home: Path, shown: str) -> None:
    """Whatever money and whatever coup was on the screen is in the file, too."""
    table, acts = saved(home)
    stories = [Table().then(*acts[:n]) for n in range(2, len(acts) + 1)]
    for hand, felt in re.findall(r"In hand ([\d,]+)  on the felt ([\d,]+)", shown):
        money = int(hand.replace(",", "")), int(felt.replace(",", ""))
        assert money in {(story.bankroll, story.on_the_felt) for story in stories}
    coup = max(map(int, re.findall(r"shoe 1, coup (\d+)", shown)), default=0)
    assert coup <= len(table.played) + 1  # between coups the bar names the next one


class WarmTable:
    """A table of a process that forks: it starts at once, so that there may be many."""

    def __init__(self, maker: "subprocess.Popen[str]", home: Path, is_shell: bool) -> None:
        home.mkdir()
        (home / TOUR_SEEN).touch()
        self.maker = maker
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        arguments = ["--seed", "7", "--no-coach"]
        self.number = self._ask([os.ttyname(slave), str(home), arguments, is_shell])
        self.slave = slave
        self.bytes = b""

    @property
    def shown(self) -> str:
        return ESCAPES.sub("", self.bytes.decode("utf-8", "replace"))

    def _ask(self, question: object) -> int:
        assert self.maker.stdin is not None
        assert self.maker.stdout is not None
        self.maker.stdin.write(f"{json.dumps(question)}\n")
        self.maker.stdin.flush()
        return int(self.maker.stdout.readline())

    def play(self, seconds: float, fingers: random.Random) -> None:
        """Sit down, and press whatever comes to hand."""
        end = time.monotonic() + PATIENCE
        while b"sit down" not in self.bytes:
            self._read(1)
            assert time.monotonic() < end, self.shown
        os.close(self.slave)  # now the table has it open
        os.write(self.master, b"\r")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            keys = "".join(fingers.choices(KEYS, k=fingers.choice((1, 1, 4, 20))))
            os.write(self.master, keys.encode("latin-1"))
            self._read(fingers.choice((0.01, 0.05)))

    def _read(self, seconds: float) -> None:
        if select.select([self.master], [], [], seconds)[0]:
            try:
                self.bytes += os.read(self.master, 65_536)
            except OSError as ended:
                raise AssertionError(f"it has ended: {self.shown[-3000:]}") from ended

    def close(self) -> int:
        """Take the terminal away; its exit status, once it has ended."""
        os.close(self.master)
        end = time.monotonic() + SOON
        while is_running(self.number) and time.monotonic() < end:
            time.sleep(0.01)
        is_late = is_running(self.number)
        if is_late:
            os.kill(self.number, signal.SIGKILL)
        status = self._ask(self.number)
        assert not is_late
        return status


def is_running(process: int) -> bool:
    """Whether it has not ended yet; one that nobody has asked for its status has."""
    stat = Path(f"/proc/{process}/stat").read_text("utf-8")
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
@pytest.mark.slow
@pytest.mark.parametrize(
    "moments", [MOMENTS[:10], pytest.param(MOMENTS[10:], marks=pytest.mark.long)], ids=str
)
def test_terminals_that_are_closed_end_their_tables_with_everything_kept(
    moments: range, tmp_path: Path
) -> None:
    command = [sys.executable, str(Path(__file__).with_name("warm_tables.py"))]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as maker:
        for number in moments:
            fingers, has_signal = random.Random(100 + number), number % 2 == 0
            table = WarmTable(maker, tmp_path / str(number), has_signal)
            table.play(fingers.random() / 3, fingers)
            assert table.close() in (128 + signal.SIGHUP, -signal.SIGHUP), number
            if sittings(tmp_path / str(number)):  # it had sat down
                assert_kept(tmp_path / str(number), table.shown)


def test_a_terminal_that_takes_nothing_more_leaves_the_signal_to_end(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "7", "--no-coach")
    try:
        terminal.sit_down()
        for _ in range(60):  # many more screens than the terminal and the queue have room for
            os.write(terminal.master, b"s\x1b")
            time.sleep(0.02)
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.process.wait(PATIENCE) == 128 + signal.SIGTERM
    finally:
        terminal.close()
