"""Where output cannot go: a full disk, a closed stream. One line, and nothing at the very end."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from baccarat import __version__
from baccarat.simulation.run import simulate

COMMAND = [sys.executable, "-m", "baccarat"]
FULL = Path("/dev/full")
SIMULATE = "simulate --shoes 2 --seed 7 --engine reference --depth totals".split()

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="a full disk is at hand on Linux only")


def shell(line: str, *args: str) -> subprocess.CompletedProcess[str]:
    """A line of shell in which "$@" is the command."""
    return subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND, *args],
        stdin=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "args",
    [
        ["--version"],
        ["--help"],
        ["bets"],
        ["bets", "--json"],
        ["odds", "--help"],
        ["deal", "--seed", "7", "--shoe"],
        ["record", "convert", "examples/records/seed-7.shoe", "--to", "csv"],
        ["drill", "--seed", "5"],
        SIMULATE,
        [*SIMULATE, "--json"],
    ],
    ids=" ".join,
)
def test_a_full_disk_is_one_line(args: list[str]) -> None:
    done = shell('"$@" > /dev/full', *args)
    assert done.stderr == (
        "baccarat: standard output: cannot be written: No space left on device\n"
    )
    assert done.returncode == 2


@pytest.mark.slow
def test_a_full_disk_for_what_goes_wrong_changes_no_exit_code() -> None:
    assert shell('"$@" 2> /dev/full', "deal", "Kh 9z").returncode == 2
    good = shell('"$@" 2> /dev/full', *SIMULATE)
    assert good.returncode == 0
    assert simulate(2, 7).tally.digest in good.stdout
    assert shell('"$@" > /dev/full 2> /dev/full', "bets").returncode == 2


def test_a_full_disk_under_the_questions_loses_no_score() -> None:
    done = shell('echo no idea | "$@" 2> /dev/full', "drill", "--seed", "5", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["asked"] == 1


def test_a_closed_output_is_one_line_before_anything_is_done(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    done = shell('"$@" >&-', *SIMULATE, "--checkpoint", str(file))
    assert done.stderr == "baccarat: standard output is closed: there is nowhere to answer\n"
    assert done.returncode == 2
    assert not file.exists()
    assert shell('"$@" >&- 2>&- <&-', *SIMULATE).returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("args", [SIMULATE, ["bets"], ["--version"]], ids=" ".join)
def test_a_closed_stderr_is_no_trouble(args: list[str]) -> None:
    done = shell('"$@" 2>&-', *args)
    assert (done.returncode, done.stderr) == (0, "")
    plain = shell('"$@"', *args)
    assert done.stdout.splitlines()[:3] == plain.stdout.splitlines()[:3] != []
    assert shell('"$@" 2>&-', "deal", "Kh 9z").returncode == 2


def test_a_closed_input_is_one_line() -> None:
    done = shell('"$@" <&-', "record", "check", "-")
    assert done.stderr == "baccarat: standard input: cannot be read: it is closed\n"
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("option", ["--certificate", "--plot"])
def test_a_full_disk_under_a_certificate_or_a_plot_is_one_line(
    option: str, tmp_path: Path, on_a_full_disk: Callable[[int], list[str]]
) -> None:
    file = tmp_path / "b1.svg"
    done = subprocess.run(
        [*on_a_full_disk(10), *COMMAND, "solve", "--model", "B1", option, str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == f"baccarat: {file}: cannot be written: File too large\n"
    assert done.returncode == 2
    assert os.listdir(tmp_path) == []


def test_trouble_that_is_not_of_the_output_is_told_by_its_file() -> None:
    program = "from baccarat import cli\ncli._run = lambda _: open('/no/such/file')\ncli.start()"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stderr == "baccarat: /no/such/file: No such file or directory\n"
    assert done.returncode == 2


def test_the_version_is_told_before_anything_heavy_is_loaded() -> None:
    program = (
        "import sys\n"
        "from baccarat import cli\n"
        "sys.argv[1:] = ['--version']\n"
        "try:\n    cli.start()\n"
        "finally:\n    print(*{'typer', 'rich', 'numpy', 'baccarat.core.tally'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (f"baccarat {__version__}\n\n", "")
    assert shell('"$@"', "--version").stdout == f"baccarat {__version__}\n"
