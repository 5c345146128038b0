"""Every public name has an entry in docs/reference, a sentence and an example.

The sources are read, nothing is imported or built: `sphinx-build` makes the pages in ./test checks,
and the examples run with the other doctests, or with the blocks of the pages.
"""

import ast
import re
from functools import cache

import pytest
from checkout import ROOT

SOURCE = ROOT / "src" / "baccarat"
REFERENCE = ROOT / "docs" / "reference"
PAGES = {page.stem: page.read_text("utf-8") for page in sorted(REFERENCE.glob("*.md"))}
ENTRY = re.compile(r"^\.\. auto(?:function|class|exception|data):: baccarat\.([\w.]+)$", re.M)
FIGURES = {
    "edges": "exact/test_bet_report.py",
    "equilibria": "test_docs.py",
    "folders": "test_house.py",
    "json": "test_json.py",
    "knowledge": "exact/test_knowledge.py",
    "questions": "questions/test_question.py",
    "renamed": "test_house.py",
    "speed": "cli/test_bench.py",
    "verified": "verify/test_verify.py",
}
"""Pages without a name of ours: each is made of figures, and this test holds it."""
LISTED = re.compile(r"^   ~baccarat\.([\w.]+)$", re.M)

Explained = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def tree_of(room: str) -> ast.Module:
    """The source of a room, `systems.stake`; the front door is the empty name."""
    path = SOURCE.joinpath(*filter(None, room.split(".")))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text("utf-8"))


def names_at_the_door() -> dict[str, str]:
    """Every name of `baccarat.__all__` but the version, and the room it comes from."""
    for node in tree_of("").body:
        match node:
            case ast.Assign(targets=[ast.Name(id="_ROOMS")]):
                rooms: dict[str, list[str]] = ast.literal_eval(node.value)
                return {name: room for room, names in rooms.items() for name in names}
    raise AssertionError("the front door has no _ROOMS")


def names_in(room: str) -> list[str]:
    """What a room's `__all__` has, if it has one."""
    for node in tree_of(room).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                names: list[str] = ast.literal_eval(node.value)
                return names
    return []


def home(room: str, name: str) -> tuple[str, str | None]:
    """The room where a name is made, and its docstring; the text below it, if it is a value."""
    body = tree_of(room).body
    for number, node in enumerate(body):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() if node.name == name:
                if text := ast.get_docstring(node):  # an overload has none
                    return room, text
            case (
                ast.Assign(targets=[ast.Name(id=found)]) | ast.AnnAssign(target=ast.Name(id=found))
            ) if found == name:
                match body[number + 1]:
                    case ast.Expr(ast.Constant(str(text))):
                        return room, text
                return room, None
            case ast.ImportFrom(module=str(module), names=names):
                for alias in names:
                    if (alias.asname or alias.name) == name:
                        return home(module.removeprefix("baccarat."), alias.name)
    return room, None


def is_value(room: str, name: str) -> bool:
    """Whether it is a constant or the name of a type, which has no docstring that runs."""
    made_in, _ = home(room, name)
    nodes = tree_of(made_in).body
    return not any(isinstance(node, Explained) and node.name == name for node in nodes)


DOOR = names_at_the_door()
FOLDERS = (SOURCE, SOURCE / "base", SOURCE / "core")
ROOMS = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for folder in FOLDERS
    for path in folder.iterdir()
    if path.suffix == ".py" or path.is_dir()
)
PUBLIC = [*((room, name) for name, room in DOOR.items())] + [
    (room, name) for room in ROOMS if "__" not in room for name in names_in(room)
]
ENTRIES = {entry for page in PAGES.values() for entry in ENTRY.findall(page)}


def spellings(room: str, name: str) -> set[str]:
    """Where an entry may find it: at the front door, in its room, or where it is made."""
    return {name, f"{room}.{name}", f"{home(room, name)[0]}.{name}"}


def test_every_public_name_has_an_entry() -> None:
    missing = [f"{room}.{name}" for room, name in PUBLIC if not spellings(room, name) & ENTRIES]
    assert missing == []


def test_every_entry_has_a_sentence() -> None:
    silent = []
    for entry in ENTRIES:
        room, _, name = entry.rpartition(".")
        _, text = home(room or DOOR[name], name)
        first = (text or "").split("\n\n")[0].strip()
        if not first.endswith((".", "?", ".`")):
            silent.append(f"{entry}: {first!r}")
    assert sorted(silent) == []


def test_every_public_name_has_an_example() -> None:
    """In its docstring; a value's stands on a page, which tests/test_docs.py runs."""
    shown = "\n".join(re.findall(r"^>>> .*$", "\n".join(PAGES.values()), re.M))
    missing = [
        f"{room}.{name}"
        for room, name in PUBLIC
        if not (
            re.search(rf"\b{name}\b", shown)
            if is_value(room, name)
            else ">>> " in (home(room, name)[1] or "")
        )
    ]
    assert missing == []


def test_the_first_page_lists_the_front_door_and_nothing_else() -> None:
    listed = [entry.rpartition(".")[2] for entry in LISTED.findall(PAGES["index"])]
    assert sorted(listed) == sorted(DOOR)
    assert "bac.__version__" in PAGES["index"]


def test_no_entry_stands_twice() -> None:
    entries = [entry for page in PAGES.values() for entry in ENTRY.findall(page)]
    assert len(entries) == len(set(entries))


@pytest.mark.parametrize("page", [page for page in PAGES if page != "index"])
def test_a_page_is_about_its_room(page: str) -> None:
    for entry in ENTRY.findall(PAGES[page]):
        room = DOOR[entry] if "." not in entry else entry
        assert page in room.split(".")[:2], f"{entry} belongs to another page"


def test_a_page_without_entries_is_made_of_figures_which_a_test_holds() -> None:
    assert {page for page, text in PAGES.items() if not ENTRY.search(text)} == {"index", *FIGURES}
    for page, test in FIGURES.items():
        assert re.search(rf"\b{page}\b", (ROOT / "tests" / test).read_text("utf-8"))


def test_a_name_without_an_entry_would_be_found() -> None:
    assert not spellings("core.cards", "shorten") & ENTRIES
    assert home("core.bets", "bet")[0] == "core.bets.register"
    assert is_value("core.games", "GAMES")
