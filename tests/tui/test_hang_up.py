"""A terminal that goes away, at any moment: the table ends at once, and has kept everything."""

import os
import random
import re
import signal
import time
from pathlib import Path

import pytest
from pseudoterminal import PATIENCE, Terminal, saved

from baccarat.table import Table

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such terminals")

SOON = 2
"""Seconds within which nothing is left of the process."""
KEYS = ("\r", "\r", "\r", "+", "+", "f", "p", "w", "s", "g", "o", "v", "z", "\x1b", "\xff")
MOMENTS = range(30)
BEFORE_LONG = 4
"""Moments that every run of the tests tries."""


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
    table, acts = saved(tmp_path)
    stories = [Table().then(*acts[:n]) for n in range(2, len(acts) + 1)]
    for hand, felt in re.findall(r"In hand ([\d,]+)  felt ([\d,]+)", terminal.shown):
        money = int(hand.replace(",", "")), int(felt.replace(",", ""))
        assert money in {(story.bankroll, story.on_the_felt) for story in stories}
    shown = max(map(int, re.findall(r"shoe 1, coup (\d+)", terminal.shown)), default=0)
    assert shown <= len(table.played)


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
