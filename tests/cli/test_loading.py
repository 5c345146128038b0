"""A command loads what its question needs, and nothing else; typed values stay what they were."""

import subprocess
import sys
from typing import Annotated

import pytest
import typer

from baccarat import cli
from baccarat.cli.bench import start as bench_start
from baccarat.cli.options.as_typed import AsTyped

HEAVY = "numba llvmlite textual dask distributed scipy pyarrow flint resvg_py pydantic xml email"
ROOMS = "drill record render simulation table theory tui verify"


def loaded(*args: str) -> set[str]:
    """The modules, and the packages they are in, that are loaded when a command has answered."""
    program = (
        "import sys\n"
        "from baccarat import cli\n"
        f"sys.argv[1:] = {list(args)!r}\n"
        "try:\n    cli.start()\n"
        "finally:\n    print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "args",
    [
        ["odds"],
        ["odds", "--decks", "6", "--bet", "banker", "--given", "Kh 9d", "--json"],
    ],
    ids=" ".join,
)
def test_odds_load_numpy_and_the_exact_rooms_alone(args: list[str]) -> None:
    found = loaded(*args)
    assert {"numpy", "typer", "baccarat.exact"} <= found
    assert not found & {*HEAVY.split(), "importlib.metadata"}
    assert not found & {f"baccarat.{room}" for room in ROOMS.split()}


@pytest.mark.parametrize(
    "args", [["--version"], ["bets", "--help"], ["deal", "Kh 9d 5c 4s 8h"]], ids=" ".join
)
def test_what_needs_no_arrays_loads_no_numpy(args: list[str]) -> None:
    assert not loaded(*args) & {"numpy", "pydantic", *HEAVY.split()[:9]}


def test_what_is_measured_is_started_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(bench_start, "start", lambda *args: asked.append(args))
    lines = bench_start.measure()
    programs = asked[:3]
    assert asked == programs * (1 + bench_start.TURNS)
    assert [line.ratio is None for line in lines] == [True, False, False]
    assert all(line.seconds > 0 for line in lines)


# What is not read by the library below is what it would have been.

TYPED = ("3", "-1", "0", "seven", "", " x ", "1e3", "true")


def commands() -> tuple[typer.Typer, typer.Typer]:
    """The same command line, with values as they are typed and without."""
    apps = typer.Typer(), typer.Typer()
    apps[0].callback(cls=AsTyped)(lambda: None)
    apps[1].callback()(lambda: None)
    for app in apps:

        @app.command()
        def tell(
            words: list[str] | None = None,
            text: str = "nothing",
            may: str | None = None,
            number: int = 7,
            maybe: Annotated[int | None, typer.Option(min=0, max=5)] = None,
            many: list[int] | None = None,
            flag: bool = False,
        ) -> str:
            return repr((words, text, may, number, maybe, many, flag))

        @app.command()
        def need(what: str, more: Annotated[list[str] | None, typer.Argument()] = None) -> str:
            return repr((what, more))

    return apps


def answer(app: typer.Typer, args: list[str]) -> str:
    try:
        return str(app(args, standalone_mode=False))
    except typer.TyperException as complaint:
        return complaint.format_message()


@pytest.mark.parametrize(
    "args",
    [
        ["tell"],
        ["need"],
        ["need", "a"],
        ["need", "a", "b", ""],
        ["tell", "--flag"],
        ["tell", "--no-flag", "--words", "a", "--words", ""],
        ["tell", "--many", "1", "--many", "x"],
        ["tell", "--many", "1", "--many", "2"],
        *(
            ["tell", option, typed]
            for option in ("--words", "--text", "--may", "--number", "--maybe")
            for typed in TYPED
        ),
    ],
    ids=" ".join,
)
def test_typed_values_and_complaints_are_those_of_the_library(args: list[str]) -> None:
    ours, theirs = commands()
    assert answer(ours, args) == answer(theirs, args)


def test_help_lists_every_command_with_its_first_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main(["--help"])
    assert leaving.value.code == 0
    shown = capsys.readouterr().out
    assert all(f" {name} " in shown for name in cli.COMMANDS)
    assert "Calculate exact odds" in shown


def test_a_command_runs_with_the_collector_on_and_what_is_loaded_out_of_its_way() -> None:
    program = (
        "import gc, sys\n"
        "from baccarat import cli\n"
        "from baccarat.cli.commands import bets\n"
        "bets.registered = lambda: sys.exit(f'{gc.isenabled()} {gc.get_freeze_count() > 1000}')\n"
        "sys.argv[1:] = ['bets']\n"
        "cli.start()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stderr == "True True\n"
