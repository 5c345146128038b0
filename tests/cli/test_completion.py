"""Tab in a shell: what may follow, told quickly, and never with a complaint."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import shellingham  # type: ignore[import-untyped]
from asking import run

from baccarat.cli import COMMANDS

BASH = shutil.which("bash")


def offered(monkeypatch: pytest.MonkeyPatch, typed: str, shell: str = "bash") -> list[str]:
    """What is offered for the last word of a line."""
    words = typed.split(" ")
    monkeypatch.setenv("_BACCARAT_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    code, out, err = run()
    assert (code, err) == (0, "")
    return out.splitlines()


@pytest.mark.parametrize("shell", ["zsh", "fish", "powershell"])
def test_other_shells_ask_in_their_own_way(monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "baccarat odds --game punto")
    monkeypatch.setenv("_TYPER_COMPLETE_WORD_TO_COMPLETE", "punto")  # PowerShell
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    (told,) = offered(monkeypatch, "", shell)
    assert "punto-banco" in told
    assert "the standard game" in told


def test_commands_are_offered_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered(monkeypatch, "baccarat ") == list(COMMANDS)
    assert offered(monkeypatch, "baccarat d") == ["deal", "drill"]
    assert offered(monkeypatch, "baccarat odds") == ["odds"]


@pytest.mark.parametrize(
    ("typed", "some"),
    [
        ("baccarat --", {"--seed", "--version", "--install-completion"}),
        ("baccarat deal --", {"--seed", "--shoe", "--bet", "--plugin", "--help"}),
        ("baccarat store ", {"backup", "check"}),
        ("baccarat store check --", {"--store", "--json"}),
        ("baccarat odds --game ", {"punto-banco", "ez", "chemin-de-fer"}),
        ("baccarat games ", {"punto-banco", "ez"}),
        ("baccarat odds --bet dragon", {"dragon-7", "dragon-bonus-player"}),
        ("baccarat bets lucky", {"lucky-6"}),
        ("baccarat risk banker lucky", {"lucky-6"}),
        ("baccarat stake mar", {"martingale"}),
        ("baccarat stake --compare kelly", {"kelly:1%"}),
        ("baccarat simulate --engine ", {"auto", "cpu", "dask"}),
        ("baccarat stake --engine g", {"gpu"}),
        ("baccarat drill --kind ", {"pay", "road"}),
        ("baccarat play --lang zh", {"zh-hans", "zh-hant"}),
        ("baccarat solve --model A", {"A1", "A4"}),
        ("baccarat solve b", {"banque"}),
        ("baccarat bench ", {"exact"}),
    ],
)
def test_options_and_names_are_offered(
    monkeypatch: pytest.MonkeyPatch, typed: str, some: set[str]
) -> None:
    found = offered(monkeypatch, typed)
    assert some <= set(found)
    last = typed.rpartition(" ")[2]
    assert all(each.startswith(last) for each in found)


@pytest.mark.parametrize("typed", ["baccarat nonsense ", "baccarat deal --nonsense", ""])
def test_nothing_is_offered_and_nothing_said_where_nothing_follows(
    monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    assert not "".join(offered(monkeypatch, typed)).startswith("-")


@pytest.mark.skipif(BASH is None, reason="bash is not here")
def test_bash_itself_completes(tmp_path: Path) -> None:
    script = """
        source <("$0" -m baccarat --show-completion)
        baccarat() { :; }
        COMP_WORDS=(baccarat odds --game su)
        COMP_CWORD=3
        complete -p baccarat
        _baccarat_completion "$1"
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    program = tmp_path / "baccarat"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m baccarat "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        [str(BASH), "--norc", "-c", script, sys.executable, str(program)],
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "complete -o default -F _baccarat_completion baccarat",
        "super-6",
    ]


@pytest.mark.parametrize(
    ("shell", "begins"),
    [
        ("bash", "_baccarat_completion() {"),
        ("zsh", "#compdef baccarat\n"),
        ("fish", "complete --command baccarat "),
        ("pwsh", "Import-Module PSReadLine\n"),
    ],
)
def test_a_shell_may_be_named_whichever_it_is_typed_in(
    monkeypatch: pytest.MonkeyPatch, shell: str, begins: str
) -> None:
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("dash", "dash"))
    code, out, err = run("--show-completion", shell)
    assert (code, err) == (0, "")
    assert out.startswith(begins)


def test_a_shell_that_does_not_complete_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("dash", "dash"))
    for option in ("--show-completion", "--install-completion"):
        code, _, err = run(option)
        assert (code, "name the shell, e.g. --show-completion zsh" in err) == (2, True)
        code, out, err = run(option, "tcsh")
        assert (code, out) == (2, "")
        assert err.startswith("baccarat: no completion for the shell 'tcsh' (expected bash, zsh,")


def test_the_named_shell_is_set_up_and_a_start_file_that_is_no_text_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("zsh", "zsh"))
    monkeypatch.setenv("HOME", str(tmp_path))
    start = tmp_path / ".bashrc"
    start.write_bytes(b"alias caf\xe9=ls\n")
    code, out, err = run("--install-completion", "bash")
    assert (code, out) == (2, "")
    assert err.startswith("baccarat: the start file of your shell is not UTF-8")
    assert start.read_bytes() == b"alias caf\xe9=ls\n"
    start.unlink()
    code, out, _ = run("--install-completion", "bash")
    assert (code, out.startswith("bash completion installed in ")) == (0, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".bash_completions", ".bashrc"]


def test_what_is_offered_first_loads_no_command() -> None:
    program = (
        "import sys\nfrom baccarat import cli\n"
        "try:\n    cli.start()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    )
    asked = {"_BACCARAT_COMPLETE": "complete_bash", "COMP_WORDS": "baccarat ", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == list(COMMANDS)
    loaded = set(done.stderr.split())
    assert not loaded & {
        "numpy",
        "numba",
        "baccarat.cli.commands.deal",
        "baccarat.cli.commands.odds",
        "pydantic",
    }
