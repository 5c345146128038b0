"""Every example of README.md and docs/ runs and prints what it says; no page or name is left out.

A page is one namespace, read from top to bottom. `python` blocks are run, those with prompts as
doctests; in `console` blocks the lines that begin with `$ ` are typed, and a line `…` stands for
whatever is left out. Blocks of any other kind are only read.
"""

import doctest
import io
import re
import runpy
import shlex
import tomllib
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT
from typer.main import get_command

from baccarat.cli import build, main
from baccarat.core.bets import Bet, registered
from baccarat.core.bets.price_words import pays
from baccarat.core.games import GAMES, Game

DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
COMMANDS = REFERENCE / "commands"
FOLDERS = (DOCS, REFERENCE, COMMANDS)
PAGES = [ROOT / "README.md", *(page for folder in FOLDERS for page in sorted(folder.glob("*.md")))]
UNSHOWN = ROOT / "tests" / "examples.md"  # examples that are on no page
BLOCK = re.compile(r"^```(?P<kind>python|console)\n(?P<text>.*?)^```$", re.M | re.S)
OURS = ("baccarat", "./run")
SLOW = {
    "banque",
    "casino",
    "chemin-de-fer",
    "api",
    "counting",
    "does-it-work",
    "how-to",
    "mathematics",
    "reference/equilibria",
    "simulation",
    "tests/examples",
}
"""Pages that solve, deal or count so much that ./test quick leaves their examples out."""

NEEDED = {"bridges": ("gymnasium", "pygambit", "pyspiel")}
"""Tools of others that a page shows; not every machine has a wheel of each."""


@cache
def whole_command() -> Any:
    """The command line, with all its commands."""
    return get_command(build())


def name_of(page: Path) -> str:
    """A page as a tree of contents lists it: `roads`, `reference/roads`."""
    return str(page.relative_to(DOCS if DOCS in page.parents else ROOT).with_suffix("").as_posix())


@pytest.fixture(autouse=True)
def the_house_alone(
    monkeypatch: pytest.MonkeyPatch, bring: Callable[..., None], bring_bet: Callable[..., None]
) -> None:
    """Registers with what is ours, put back afterwards: examples may register more."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)  # main() replaces it
    bring_bet()


def blocks(page: Path) -> Iterator[tuple[str, str, int]]:
    """The kind, the text and the first line of each block that runs."""
    text = page.read_text("utf-8")
    for found in BLOCK.finditer(text):
        yield found["kind"], found["text"], text.count("\n", 0, found.start("text")) + 1


def typed(block: str) -> Iterator[tuple[list[str], str]]:
    """The words of each command of a console block, and what should follow it."""
    assert block.startswith("$ "), f"a console block begins with a command: {block!r}"
    for command in re.split(r"^\$ ", block, flags=re.M)[1:]:
        line, _, output = command.partition("\n")
        yield shlex.split(line), output


@cache
def run(*args: str) -> tuple[str, int]:
    """All that the command line prints, and its exit code."""
    screen = io.StringIO()
    with redirect_stdout(screen), redirect_stderr(screen), pytest.raises(SystemExit) as left:
        main(list(args))
    assert isinstance(left.value.code, int)
    return screen.getvalue(), left.value.code


def tidy(text: str) -> str:
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


def matches(expected: str, printed: str) -> bool:
    lines = tidy(expected).splitlines(keepends=True)
    pattern = "".join("(.*\n)*" if line == "…\n" else re.escape(line) for line in lines)
    return re.fullmatch(pattern, tidy(printed)) is not None


def run_python(text: str, names: dict[str, object], page: Path, line: int) -> None:
    if ">>>" not in text:
        exec(compile("\n" * (line - 1) + text, page.name, "exec"), names)
        return
    session = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), line - 1)
    session.globs = names
    complaints: list[str] = []
    result = doctest.DocTestRunner().run(session, out=complaints.append, clear_globs=False)
    assert not result.failed, "".join(complaints)


def run_console(text: str, page: Path, line: int) -> None:
    code = 0
    for words, expected in typed(text):
        if words == ["echo", "$?"]:
            printed = f"{code}\n"
        elif words[0] in OURS and len(words) == 1:
            continue  # the house report takes its time and has a test of its own
        else:
            assert words[0] in OURS, f"{page.name}:{line} types {words[0]!r}"
            printed, code = run(*words[1:])
        assert matches(expected, printed), f"{page.name}:{line} {shlex.join(words)}:\n{printed}"


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page, id=name_of(page), marks=[pytest.mark.slow] if name_of(page) in SLOW else []
        )
        for page in (*PAGES, UNSHOWN)
    ],
)
def test_examples_do_what_the_page_says(page: Path) -> None:
    for tool in NEEDED.get(name_of(page), ()):
        pytest.importorskip(tool, reason=f"the page shows {tool}, which is not installed")
    names: dict[str, object] = {"__name__": "example"}
    for kind, text, line in blocks(page):
        if kind == "python":
            run_python(text, names, page, line)
        else:
            run_console(text, page, line)


@pytest.mark.slow
def test_the_house_report_is_printed_as_the_pages_show_it() -> None:
    shown = [
        expected
        for page in PAGES
        for kind, text, _ in blocks(page)
        if kind == "console"
        for words, expected in typed(text)
        if len(words) == 1
    ]
    assert shown
    printed, code = run()
    assert code == 0
    for expected in shown:
        assert matches(expected, printed), printed


@pytest.mark.parametrize("page", [*PAGES, UNSHOWN], ids=name_of)
def test_no_example_escapes_the_tests(page: Path) -> None:
    fences = re.findall(
        r"^ *`{3,}(?:python|console|pycon|doctest)\b", page.read_text("utf-8"), re.M
    )
    assert len(fences) == len(list(blocks(page))), "a block is indented, or its fence is unusual"


def test_an_example_that_is_wrong_fails() -> None:
    page = DOCS / "index.md"
    with pytest.raises(AssertionError, match="Expected"):
        run_python(">>> 1 + 1\n3\n", {}, page, 1)
    with pytest.raises(AssertionError, match="--version"):
        run_console("$ baccarat --version\nbaccarat 0.0\n", page, 1)


def test_the_file_of_a_page_is_the_file_of_the_examples() -> None:
    page = (DOCS / "writing-a-game.md").read_text("utf-8")
    assert f"```python\n{(ROOT / 'examples' / 'bold_player.py').read_text('utf-8')}```" in page


def listed_on(page: Path) -> list[str]:
    """The pages that the trees of contents of a page name."""
    trees = re.findall(r"^```\{toctree\}\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
    return [line for tree in trees for line in tree.splitlines() if line and line[0] != ":"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_page_is_reached_from_the_index(folder: Path) -> None:
    """The front page lists the index of every folder, too."""
    pages = [page.stem for page in folder.glob("*.md") if page.stem != "index"]
    if folder is DOCS:
        pages += [name_of(inner / "index.md") for inner in FOLDERS[1:]]
    assert sorted(listed_on(folder / "index.md")) == sorted(pages)


def commands_within(command: Any, *words: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """A command and every command inside it, by what is typed."""
    yield words, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands_within(inner, *words, name)


def test_every_command_and_option_has_its_place_in_the_docs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each command has a page, with a table for it and for each command inside it."""
    monkeypatch.syspath_prepend(str(DOCS))
    option_table = runpy.run_path(str(DOCS / "command_options.py"))["option_table"]
    root = whole_command()
    pages = {page.stem for page in COMMANDS.glob("*.md")}
    assert pages == {"index", *root.commands}
    for words, command in commands_within(root):
        page = (COMMANDS / f"{words[0] if words else 'index'}.md").read_text("utf-8")
        if words and hasattr(command, "commands"):
            continue
        directive = " ".join(["```{command-options}", *words])
        assert page.count(f"{directive}\n```\n") == 1, words
        table = option_table(command)
        names = [name for part in command.params for name in (*part.opts, *part.secondary_opts)]
        assert [name for name in names if name[0] == "-" and name not in table] == []
        assert [part.name for part in command.params if not part.help] == []


def test_a_row_of_options_has_the_help_and_the_default_of_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    page = runpy.run_path(str(DOCS / "command_options.py"))
    rows = {
        " ".join(words): page["option_table"](page["command_of"](words)).splitlines()[2:]
        for words in (["risk"], ["deal"], ["record", "convert"])
    }
    help_of_bets = "Bets to compare, at most 6, with a price if you like: dragon-7:50."
    default = "banker; with `--kept` all bets of the file"
    assert f"| `NAME…` | {help_of_bets} | {default} |" in rows["risk"]
    assert (
        "| `--number N` | Number of the shoe among the shoes of the seed; the first shoe is 0. | "
        "0 |" in rows["deal"]
    )
    assert rows["deal"][0].startswith(
        "| `CARDS…` | Cards in dealing order: `Kh 9d 5c`. Or both hands: `Kh 5c"
    )
    assert (
        r"| `--to shoe\|csv\|json\|bpt` | Format to write. | required |" in rows["record convert"]
    )


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_default_is_told_in_one_way(page: Path) -> None:
    """In a table of options it stands behind `default:`, as in the help of the command."""
    rows = re.findall(r"^\| `.*$", page.read_text("utf-8"), re.M)
    assert [row for row in rows if "say nothing" in row] == []


COMMAND = re.compile(r"`(?:baccarat|\./run) (?!fair 1`)([a-z][^`\n]*)`")  # that is a scheme's name
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)


def commands_in(text: str) -> Iterator[list[str]]:
    """The words of every command of ours that a page names and does not run."""
    for line in COMMAND.findall(text):
        yield shlex.split(line)
    for block in SHELL.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            if line.startswith(tuple(f"{name} " for name in OURS)):
                ours = re.split(r"\s(?:[|>&]|&&|\d>)+\s", line)[0]  # what follows is the shell's
                yield shlex.split(ours, comments=True)[1:]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_that_a_page_names_can_be_read(page: Path) -> None:
    """Its name, its options and how many words each of them takes; values are not looked at."""
    for words in commands_in(page.read_text("utf-8")):
        command, context, rest = whole_command(), None, words
        while hasattr(command, "commands") and rest and rest[0][0] != "-":
            context = command.make_context(rest[0], [], parent=context, resilient_parsing=True)
            assert rest[0] in command.commands, shlex.join(words)
            command, rest = command.commands[rest[0]], rest[1:]
        context = command.make_context("it", [], parent=context, resilient_parsing=True)
        context.resilient_parsing = False  # from here on an unknown option is an error
        named = [one for one in command.params if rest[-1:] and rest[-1] in one.opts]
        if any(not getattr(one, "is_flag", False) for one in named):
            rest = [*rest, "VALUE"]  # `baccarat risk --kept` names an option
        _, left, _ = command.make_parser(context).parse_args(rest)
        assert not left, f"{shlex.join(words)}: nobody reads {left}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_page_loads_anything_from_elsewhere(page: Path) -> None:
    """Pictures, styles and scripts are ours; links may lead anywhere."""
    text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.M | re.S)
    assert not re.search(r"!\[[^\]]*\]\((?:https?:)?//", text)
    assert not re.search(r"<(?:img|script|link|iframe|source)\b", text)


def test_every_extra_is_on_the_page_about_installing() -> None:
    page = (DOCS / "install.md").read_text("utf-8")
    rows = re.findall(r"^\| (`[^|]*) \|", page.partition("## Extras")[2].partition("## ")[0], re.M)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    told = sorted(name for row in rows for name in re.findall(r"`([a-z]+)`", row))
    assert told == sorted(settings["project"]["optional-dependencies"])


def test_the_changelog_tells_nothing_twice() -> None:
    changes = re.findall(r"^- (.{60})", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert sorted({each for each in changes if changes.count(each) > 1}) == []


STATUS = r"- \*\*Status:\*\* .*(?:proved|computed exactly|verified for these|observed|refuted)"


def test_every_result_of_the_mathematics_tells_how_certain_it_is_and_how_to_repeat_it() -> None:
    page = (DOCS / "mathematics.md").read_text("utf-8")
    results = re.findall(r"^### (.*?)\n(.*?)(?=^##|\Z)", page, re.M | re.S)
    assert len(results) > 15
    for title, text in results:
        for line in (STATUS, r"- \*\*Repeat it:\*\* ", r"- \*\*Known:\*\* "):
            assert len(re.findall(f"^{line}", text, re.M)) == 1, title
    for script in re.findall(r"`python (\S+\.py)", page):
        assert (ROOT / script).is_file()


def bet_row(bet: Bet) -> str:
    also = ", ".join(f"`{name}`" for name in bet.also)
    return f"| `{bet.key}` | {pays(bet)} | {bet.depth} | {bet.wins_when} | {also} |"


def game_row(game: Game) -> str:
    also = ", ".join(f"`{name}`" for name in game.also)
    return f"| `{game}` | {game.rules.decks} | {game.about} | {also} |"


def test_every_bet_and_every_game_is_listed() -> None:
    """A failure shows the rows that the page should have."""
    pages = (DOCS / "games-and-bets.md", DOCS / "reference" / "bets.md")
    page = "\n".join(page.read_text("utf-8") for page in pages)
    rows = [line for line in page.splitlines() if re.match(r"\| `[^`]*` \|.*\|.*\|.*\|", line)]
    assert sorted(rows) == sorted([*map(bet_row, registered()), *map(game_row, GAMES)])
