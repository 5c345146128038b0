"""The terminal table in a real terminal: how it starts, and what a sudden end leaves."""

import itertools
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
from pseudoterminal import PATIENCE, Terminal, saved
from textual.app import App

from baccarat.cli import main
from baccarat.cli.commands import play
from baccarat.table import Phase, Table
from baccarat.table.saving import ActFile, NotKept, sittings
from baccarat.table.sitting import Sitting
from baccarat.tui.app import TableApp

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such terminals")

GREYS = {0, 7, 8, 15, 16, 59, 102, 145, 188, 231, *range(232, 256)}
"""The numbers of black, white and all between them among a terminal's 256 colours."""


def test_a_game_and_a_bet_of_a_plain_file_are_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import baccarat as bac\n"
        "def nine(outcome):\n"
        "    return 'nine' if outcome.player.total == 9 else None\n"
        "NINE = bac.Bet('All Nines', nine, pays={'nine': 9}, wins_when='Player ends on 9')\n"
        "MINE = bac.Game('nines', bac.Rules(decks=2), bac.Layout.of('player', 'banker', NINE))\n"
    )
    terminal = Terminal(tmp_path / "home", "--plugin", str(file), "--game", "nines", "--seed", "7")
    try:
        terminal.wait_for("nines")
        terminal.sit_down()
        terminal.wait_for("All nines")
        terminal.press("+", "on the felt 20")
        terminal.press("\r", "No more bets")
        terminal.wait_for("You ")
        terminal.press("q", "end the sitting")
        terminal.press("\r", "resumes it")
        assert terminal.finish() == 0
    finally:
        terminal.close()
    (path,) = sittings(tmp_path / "home")
    with pytest.raises(NotKept, match="cannot be opened: unknown game: 'nines'"):
        Sitting(ActFile(path))


def test_a_table_of_a_store_says_how_to_go_on_with_it(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "7", "--no-coach", "--store", str(tmp_path / "club"))
    try:
        terminal.sit_down()
        terminal.press("q", "end the sitting")
        terminal.press("\r", f"`baccarat play --store {tmp_path / 'club'}` resumes it")
        assert terminal.finish() == 0
    finally:
        terminal.close()


@pytest.mark.slow
def test_a_killed_table_has_kept_what_it_showed_and_goes_on(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "7", "--no-coach")
    try:
        terminal.sit_down()
        terminal.press("+", "on the felt 20")
        terminal.press("\r", "No more bets")
        terminal.press("\r", "on the felt 0")
        terminal.wait_for("You ")
        terminal.kill()
    finally:
        terminal.close()
    table, acts = saved(tmp_path)
    assert table.coups == 1
    assert f"In hand {table.bankroll:,}" in terminal.shown

    terminal = Terminal(tmp_path, "--no-coach")
    try:
        terminal.wait_for("Resume this table?")
        terminal.press("\r", f"In hand {table.bankroll:,}")
        terminal.press("p", "on the felt 20")
        os.write(terminal.master, b"\r")
        terminal.read(0.3)
        terminal.kill()  # in the middle of a coup
    finally:
        terminal.close()
    again, after = saved(tmp_path)
    assert after[: len(acts)] == acts
    assert again.phase in (Phase.BETS, Phase.DEALING)

    terminal = Terminal(tmp_path, "--no-coach")
    try:
        terminal.wait_for("Resume this table?")
        terminal.press("\r", "In hand")  # what lies on the felt is in the question, too
        terminal.press("q", "end the sitting")
        terminal.press("\r", "resumes it")
        assert terminal.finish() == 0
    finally:
        terminal.close()


@pytest.mark.long
def test_whatever_moment_a_table_is_killed_at_it_has_kept_all_that_was_shown(
    tmp_path: Path,
) -> None:
    """Money, coups and wagers that stood on the screen are those of acts that were saved."""
    moments = random.Random(7)
    coups: set[int] = set()
    for _ in range(6):
        home = tmp_path / str(len(list(tmp_path.iterdir())))
        terminal = Terminal(home, "--seed", str(moments.getrandbits(32)), "--no-coach")
        try:
            terminal.sit_down()
            end = time.monotonic() + moments.uniform(0.05, 1.5)
            for keys in itertools.cycle(("+", "+", "\r", "\r", "p", "d", "u")):
                os.write(terminal.master, keys.encode())
                terminal.read(moments.uniform(0.0, 0.05))
                if time.monotonic() > end:
                    break
            terminal.kill()
            while terminal.read(0.05) and select.select([terminal.master], [], [], 0.05)[0]:
                pass  # what it had shown by then
        finally:
            terminal.close()
        table, acts = saved(home)
        stories = [Table().then(*acts[:n]) for n in range(2, len(acts) + 1)]
        seen = re.findall(r"In hand ([\d,]+)  on the felt ([\d,]+)", terminal.shown)
        assert seen
        for hand, felt in seen:
            money = int(hand.replace(",", "")), int(felt.replace(",", ""))
            assert money in {(story.bankroll, story.on_the_felt) for story in stories}
        shown = max(map(int, re.findall(r"shoe 1, coup (\d+)", terminal.shown)), default=0)
        assert shown <= len(table.played) + 1  # between coups the bar names the next one
        coups.add(len(table.played))
    assert len(coups) > 1  # the moments did differ


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_it_gets_the_terminal_back(sign: signal.Signals, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "7", "--no-coach")
    try:
        terminal.wait_for("sit down")
        assert b"\x1b[?1049h" in terminal.bytes  # the screen beside the shell's own
        terminal.press("\r", "all at once")
        terminal.process.send_signal(sign)
        assert terminal.finish() == 128 + sign
        assert b"\x1b[?1049l" in terminal.bytes
        assert "resumes it" in terminal.shown
    finally:
        terminal.close()


def test_a_terminal_that_goes_away_is_no_fault_of_the_table(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "7", "--no-coach")
    try:
        terminal.wait_for("sit down")
        terminal.press("\r", "all at once")
        os.close(terminal.master)
        terminal.process.send_signal(signal.SIGHUP)
        assert terminal.process.wait(PATIENCE) == 128 + signal.SIGHUP
    finally:
        terminal.process.kill()


def test_bytes_that_are_no_utf_8_are_ignored(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "7", "--no-coach")
    try:
        terminal.sit_down()
        os.write(terminal.master, b"\xff\xfe\xc3")
        terminal.press("+", "on the felt 20")
        os.write(terminal.master, "é庄".encode()[:-1])  # the last letter is cut off
        terminal.press("\r", "No more bets")
        terminal.wait_for("You ")
        terminal.press("q", "end the sitting")
        terminal.press("\r", "resumes it")
        assert terminal.finish() == 0
    finally:
        terminal.close()
    assert saved(tmp_path)[0].coups == 1


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"TERM": "vt100"}])
def test_a_terminal_without_unicode_gets_none(environment: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "7", more=environment)
    try:
        terminal.wait_for("sit down")
        assert terminal.shown.isascii()
    finally:
        terminal.close()


def test_enter_in_the_help_does_what_it_does_at_the_table(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "7", "--no-coach")
    try:
        terminal.sit_down()
        terminal.press("+", "on the felt 20")
        terminal.press("?", "take back")
        terminal.press("\r", "No more bets")
    finally:
        terminal.close()


@pytest.mark.parametrize("colour", [True, False])
def test_the_screen_has_colours_unless_none_are_wanted(colour: bool, tmp_path: Path) -> None:
    """NO_COLOR asks programs for none (no-color.org)."""
    terminal = Terminal(tmp_path, "--seed", "7", more={} if colour else {"NO_COLOR": "1"})
    try:
        terminal.wait_for("sit down")
        painted = {int(number) for number in re.findall(rb"[;\[][34]8;5;(\d+)", terminal.bytes)}
        assert bool(painted - GREYS) is colour
    finally:
        terminal.close()


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ([], "the table needs a terminal"),
        (["--lang", "tlh"], "unknown language: 'tlh'"),
        (["--bankroll", "-1"], "a bankroll is 0 to"),
        (["--game", "whist"], "unknown game: 'whist'"),
        (["--seed", "7", "--fair"], "choose a seed or fair shoes, not both"),
        (["--opponent", "timid"], "has no decision for an opponent"),
        (["--game", "chemmy", "--model", "C9"], "not a model: 'C9'"),
        (["--game", "chemmy", "--bet", "player:2"], "solved only with Player at 1:1"),
        (["--min", "5", "--max", "4"], "the maximum bet (4) is below the minimum bet (5)"),
        (["--min", "0"], "the minimum bet must be at least 1 coin, not 0\n"),
        (["--replay", "no-such-file"], "cannot be read"),
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


def test_a_terminal_of_single_lines_is_told_so_in_one(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, more={"TERM": "dumb"})
    try:
        assert terminal.finish() == 2
    finally:
        terminal.close()
    assert terminal.shown == (
        "baccarat: the table needs a terminal that shows whole screens, but TERM is 'dumb'\r\n"
    )


def test_the_table_opens_without_what_only_counting_needs() -> None:
    """NumPy, Numba and FLINT are slow to load, and no card waits for them."""
    asked = (
        "import sys, baccarat.tui.app, baccarat.cli.commands.play;"
        "sys.exit(len({'numpy', 'numba', 'flint'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


def test_a_home_that_cannot_be_is_one_line_before_the_screen_opens(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / ("x" * 300))
    try:
        assert terminal.finish() == 2
    finally:
        terminal.close()
    [line] = terminal.shown.split("\r\n")[:-1]
    assert line.endswith("File name too long; set BACCARAT_HOME to a folder")
    assert terminal.bytes.count(b"\x1b") == 0


def test_a_table_that_breaks_down_does_not_end_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: TableApp) -> None:
        raise RuntimeError("the table broke down")

    monkeypatch.setenv("BACCARAT_HOME", str(tmp_path))
    monkeypatch.setattr(play, "_require_terminal", lambda: None)
    monkeypatch.setattr(TableApp, "_left_open", broken)
    monkeypatch.setattr(TableApp, "run", lambda self: App.run(self, headless=True))
    with pytest.raises(SystemExit) as left:
        main(["play"])
    assert left.value.code == 1
