"""One vocabulary of options: a word means one thing, a default is told once, an old name is led."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer
from asking import run

from baccarat.cli import COMMANDS, build
from baccarat.cli.options.renamed import RENAMED

IN_WORDS = ("if you say nothing", "if not said", "if not given", "default")
"""How a help might tell a default by itself."""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command and every command inside one, as it is typed."""

    def within(command: Any, path: str) -> Iterator[tuple[str, Any]]:
        yield path, command
        for name, inner in getattr(command, "commands", {}).items():
            yield from within(inner, f"{path} {name}".strip())

    return within(typer.main.get_command(build(COMMANDS)), "")


def options(command: Any) -> dict[str, Any]:
    """The options of a command by what is typed."""
    return {name: option for option in command.params for name in option.opts}


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("odds --counts 0:9", "odds has no --counts: write --composition"),
        ("odds --matrix --svg=m.svg", "odds has no --svg: write --plot FILE"),
        (
            "risk --bet tie",
            "risk has no --bet: write the bet alone, e.g. `baccarat risk tie`",
        ),
        ("play --least 5", "play has no --least: write --min"),
        ("play --most 5", "play has no --most: write --max"),
        ("roads BP --svg m.svg", "roads has no --svg: write --plot FILE"),
    ],
)
def test_an_old_option_is_refused_in_a_line_that_names_the_new_one(typed: str, advice: str) -> None:
    assert run(*typed.split()) == (2, "", f"baccarat: {advice}\n")


def test_what_an_old_option_became_is_there_and_the_old_one_is_not() -> None:
    known = dict(commands())
    for path, changes in RENAMED.items():
        names = options(known[path])
        for old, new in changes.items():
            assert old not in names
            assert not new.startswith("--") or new.split()[0] in names


def test_a_flag_does_not_look_as_if_a_value_followed() -> None:
    for path, _ in commands():
        code, out, _ = run(*path.split(), "--help")
        assert code == 0
        assert "--help" in out
        assert "bool" not in out, path


def test_a_picture_has_one_option_with_one_word_for_its_file() -> None:
    drawing = {path: options(command) for path, command in commands()}
    drawing = {path: names for path, names in drawing.items() if "--style" in names}
    assert drawing.keys() == {
        "count", "odds", "record is-normal", "risk", "roads", "simulate", "solve", "stake",
    }  # fmt: skip
    for names in drawing.values():
        assert names["--plot"].metavar == "FILE"


def test_a_value_that_is_a_file_is_called_so() -> None:
    files = {"--out", "--kept", "--file", "--plot", "--certificate", "--coq", "--gambit"}
    files |= {"--plugin"}
    for path, command in commands():
        for word, option in options(command).items():
            if word in files:
                assert option.metavar == "FILE", (path, word)


def test_a_word_means_one_thing() -> None:
    """Whoever has learnt an option at one command knows it at the others."""
    having = {
        word: {path for path, command in commands() if word in options(command)}
        for word in ("--most", "--max", "--composition")
    }
    assert having["--most"] == {"odds", "count"}  # the largest tag of a count
    assert having["--max"] == {"stake", "play"}  # the table's maximum
    assert having["--composition"] == {"odds", "solve"}


def test_a_default_is_told_once_and_in_one_way() -> None:
    for path, command in commands():
        for option in command.params:
            assert not any(words in (option.help or "") for words in IN_WORDS), (path, option.name)
        assert "[default: (" not in run(*path.split(), "--help")[1]


@pytest.mark.parametrize(
    ("command", "defaults"),
    [
        ("", ["7"]),
        ("risk", ["banker; with --kept all bets of the file", "100", "70", "felt"]),
        ("odds", ["punto-banco", "2", "felt"]),
    ],
)
def test_a_default_that_depends_is_told_as_the_others_are(
    command: str, defaults: list[str]
) -> None:
    _, out, _ = run(*command.split(), "--help")
    for default in defaults:
        assert f"[default: {default}]" in out
