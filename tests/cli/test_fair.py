"""`baccarat deal --fair` and `--check`, as a guest who trusts nobody meets them."""

import io
import json
import os
import pty
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from baccarat.cli import main
from baccarat.core.fair import Fair
from baccarat.core.record import Format, Record

COMMAND = [sys.executable, "-m", "baccarat", "deal"]


def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """The command in this process, which is quicker."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO())  # no terminal, so nobody to ask
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            main(["deal", *map(str, args)])
    assert isinstance(left.value.code, int)
    return subprocess.CompletedProcess(args, left.value.code, out.getvalue(), err.getvalue())


@pytest.fixture
def shoe(tmp_path: Path) -> Path:
    file = tmp_path / "tonight.shoe"
    done = run("--fair", "--guest-seed", "my words", "--out", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Commitment: ")
    assert done.stdout.endswith("Guest seed: my words\n")
    return file


def test_a_fair_shoe_can_be_checked_by_anyone(shoe: Path) -> None:
    done = run("--check", shoe)
    assert done.returncode == 0
    assert re.search(
        r"the commitment is kept, and all \d+ coups follow from the seeds", done.stdout
    )


def test_a_forged_house_seed_fails_the_check(shoe: Path) -> None:
    text = shoe.read_text()
    shoe.write_text(re.sub(r'HouseSeed "[0-9a-f]{64}"', f'HouseSeed "{"11" * 32}"', text))
    done = run("--check", shoe)
    assert done.returncode == 1
    assert "not the one that was committed to" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_forged_commitment_is_no_way_out(shoe: Path) -> None:
    """Committing to the forged seed makes the promise good, and the cards wrong."""
    forged = Fair.promise("11" * 32)
    text = shoe.read_text()
    text = re.sub(r'Commitment "[0-9a-f]{64}"', f'Commitment "{forged.commitment}"', text)
    shoe.write_text(re.sub(r'HouseSeed "[0-9a-f]{64}"', f'HouseSeed "{"11" * 32}"', text))
    done = run("--check", shoe, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["difference"]


def test_a_changed_coup_is_told_with_its_place(shoe: Path) -> None:
    record = Record.parse(shoe.read_text())
    entries = list(record.entries)
    entries[4], entries[5] = entries[5], entries[4]
    lines = [f"{number}. {entry}" for number, entry in enumerate(entries, start=1)]
    head = shoe.read_text().partition("\n\n")[0]
    shoe.write_text("\n".join([head, "", *lines, f"end {len(lines)}", ""]))
    done = run("--check", shoe)
    assert done.returncode == 1
    assert "coup 5: written" in done.stderr


def test_a_shoe_without_seeds_cannot_be_checked(tmp_path: Path) -> None:
    file = tmp_path / "bare.shoe"
    file.write_text(str(Record()))
    done = run("--check", file)
    assert done.returncode == 2
    assert "no seed and no commitment" in done.stderr


def test_a_seeded_shoe_is_written_down_with_its_wagers(tmp_path: Path) -> None:
    file = tmp_path / "seven.shoe"
    assert run("--seed", "7", "--shoe", "--bet", "banker=100", "--out", file).returncode == 0
    for name in ("shoe.json", "shoe.csv"):
        other = tmp_path / name
        assert run("--seed", "7", "--shoe", "--bet", "banker=100", "--out", other).returncode == 0
        assert other.read_text() == Format.named(other).write(Record.load(file))
    assert run("--check", tmp_path / "shoe.json").returncode == 0
    record = Record.parse(file.read_text())
    assert (record.seed, len(record.entries)) == (7, 78)
    assert {str(wager) for entry in record.entries for wager in entry.wagers} == {"banker=100"}
    assert run("--check", file).stdout.endswith("all 78 coups follow from the seed.\n")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--fair"], "add --guest-seed"),
        (["--fair", "--guest-seed", "two\nlines"], "printable"),
        (["--fair", "--guest-seed", "x", "--seed", "1"], "a fair shoe takes no cards"),
        (["Kh 9d", "--fair", "--guest-seed", "x"], "a fair shoe takes no cards"),
        (["--guest-seed", "x"], "add --fair"),
        (["--seed", "1", "--out", "x.shoe"], "add --shoe"),
        (["--check", "no-such-file.shoe"], "cannot be read"),
        (["--check", "x", "--bet", "nope=10", "--explain"], "leave --bet and --explain out"),
        (["--check", "x", "--seed", "0", "--out", "new"], "leave --seed and --out out"),
        (["--check", "x", "--no-burn", "--game", "ez"], "leave --game and --burn out"),
        (["--check", "x", "--cut", "0", "Kh"], "nothing else: leave cards and --cut out"),
        (["--check", "x", "--shoe", "--fair", "--guest-seed", ""], "and --guest-seed out"),
        (["--seed", "7", "--shoe", "--out", "no-such-folder/x.shoe"], "cannot be written"),
    ],
)
def test_bad_input_is_told_in_one_line(args: list[str], complaint: str) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_terminal_shows_the_promise_before_it_asks(tmp_path: Path) -> None:
    """On a real terminal the commitment stands above the question for the guest's seed."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "--fair"], stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True
    )
    os.close(theirs)
    seen = b""
    while b"Your seed" not in seen:
        seen += os.read(ours, 4096)
    assert seen.index(b"Commitment: ") < seen.index(b"Your seed")
    os.write(ours, b"red queens\n")
    try:
        while chunk := os.read(ours, 65536):
            seen += chunk
    except OSError:  # the terminal is closed when the command ends
        pass
    os.close(ours)
    assert process.wait(timeout=20) == 0
    told = seen.decode().replace("\r\n", "\n")
    found = dict(re.findall(r"(Commitment|House seed): ([0-9a-f]{64})", told))
    assert Fair.promise(found["House seed"]).commitment == found["Commitment"]
    assert "Guest seed: red queens" in told
