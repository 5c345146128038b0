"""The house as a reader walks through it: a name leads to one room, and to nothing else."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, resolve_name, walk_packages
from types import ModuleType

import slow_tests
from checkout import ROOT

import baccarat

SOURCE = Path(baccarat.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
FILES_OF_FOLDERS = [file for file in FILES if file.name == "__init__.py" and file.parent != SOURCE]
PACKAGES = [
    "baccarat",
    *(m.name for m in walk_packages(baccarat.__path__, "baccarat.") if m.ispkg),
]


def shared(names: list[str]) -> set[str]:
    return {name for name, times in Counter(names).items() if times > 1}


def test_no_submodule_is_hidden_behind_something_of_its_name() -> None:
    hidden = [
        f"{package.__name__}.{module.name}"
        for package in map(import_module, PACKAGES)
        for module in iter_modules(package.__path__)
        if not isinstance(getattr(package, module.name, package), ModuleType)
    ]
    assert hidden == []


def types_of(file: Path) -> Iterator[str]:
    """The classes of a file, and the names that it gives to types: `Cards = str | Hand`."""
    for node in ast.parse(file.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) if re.fullmatch("[A-Z]+[a-z]\\w*", name):
                yield name


def test_no_two_types_have_one_name() -> None:
    assert shared([name for file in FILES for name in types_of(file)]) == set()


def first_lines() -> dict[str, str]:
    """What each folder, and each file at the top, says of itself."""
    folders = {file.parent.relative_to(SOURCE).as_posix(): file for file in FILES_OF_FOLDERS}
    places = folders | {file.stem: file for file in SOURCE.glob("*.py") if file.stem[0] != "_"}
    docstrings = {
        name: ast.get_docstring(ast.parse(f.read_text("utf-8"))) for name, f in places.items()
    }
    return {name: (text or "").splitlines()[0] for name, text in docstrings.items()}


def test_the_page_has_the_line_of_every_folder() -> None:
    page = (ROOT / "docs" / "reference" / "folders.md").read_text("utf-8")
    assert dict(re.findall(r"^ *- `([\w/]+)`: (.*)$", page, re.M)) == first_lines()


def test_the_picture_shows_every_room() -> None:
    rooms = {m.name for m in iter_modules(baccarat.__path__)} - {"__main__"}
    picture = (ROOT / "docs" / "_static" / "house.svg").read_text("utf-8")
    assert sorted(re.findall(r'class="room"[^>]*>(\w+)<', picture)) == sorted(rooms)


def test_a_folder_can_be_seen_at_a_glance() -> None:
    """At most 24 entries on the front step, at most 25 files in a folder, 600 lines in a file."""
    entries = [path for path in SOURCE.rglob("*") if "__pycache__" not in path.parts]
    kept = [path for path in entries if path.is_file()]
    assert len({path.relative_to(SOURCE).parts[0] for path in kept}) <= 24
    files = Counter(path.parent.relative_to(SOURCE).as_posix() for path in kept)
    assert {folder: number for folder, number in files.items() if number > 25} == {}
    assert [str(f) for f in FILES if len(f.read_text("utf-8").splitlines()) > 600] == []


def test_the_page_and_the_picture_go_the_way_that_imports_go() -> None:
    """Where the layers put a room above another, neither page nor picture says the contrary."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    house = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    height = {
        room.strip().removeprefix("baccarat."): -place
        for place, layer in enumerate(house)
        for room in layer.split("|")
    }
    picture = (ROOT / "docs" / "_static" / "house.svg").read_text("utf-8")
    floors = re.findall(r'y="(\d+)" class="room"[^>]*>(\w+)<', picture)
    for y, room in floors:
        for other_y, other in floors:
            if int(y) < int(other_y):
                assert height[room] >= height[other], f"{room} is drawn above {other}"


def test_every_room_says_what_is_in_it() -> None:
    silent = [str(f) for f in FILES if not ast.get_docstring(ast.parse(f.read_text("utf-8")))]
    assert silent == []


def test_the_version_stands_in_one_place() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert settings["project"]["dynamic"] == ["version"]
    assert ROOT / settings["tool"]["hatch"]["version"]["path"] == SOURCE / "__init__.py"
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = next(line for line in changes.splitlines() if line.startswith("## "))
    assert baccarat.__version__ in newest


def test_the_slow_tests_are_there() -> None:
    for named in slow_tests.read_list():
        file, test, *_ = named.split("::")
        text = (ROOT / file).read_text("utf-8")
        assert f"def {test}(" in text or f"class {test}" in text or f"\n{test}" in text, named


def names_in(page: str) -> set[str]:
    """What a page names in our rooms: `core.chance`, `baccarat.core.roads.compared`."""
    rooms = "|".join(m.name for m in iter_modules(baccarat.__path__))
    return {*re.findall(rf"`(?:baccarat\.)?((?:{rooms})(?:\.\w+)+)`", page)}


def is_there(name: str) -> bool:
    try:
        resolve_name(f"baccarat.{name}")
    except (ImportError, AttributeError):
        return False
    return True


def test_what_is_named_to_makers_and_to_those_who_upgrade_is_there() -> None:
    """The modules that CONTRIBUTING names, and every new name in the table of old names."""
    makers = names_in((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    page = (ROOT / "docs" / "reference" / "renamed.md").read_text("utf-8")
    renamed = names_in("\n".join(re.findall(r"^\| .* \| (.*) \|$", page, re.M)))
    assert len(makers) > 10 < len(renamed)
    assert sorted(name for name in makers | renamed if not is_there(name)) == []


def test_the_changelog_tells_a_thing_once() -> None:
    """Two lines that begin alike are one that was changed on two branches."""
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    began = [line[:60] for line in lines if line.startswith("- ") and len(line) > 60]
    assert sorted({start for start in began if began.count(start) > 1}) == []


def test_the_map_of_the_tests_shows_what_is_there() -> None:
    """Everything that it names is there, and no folder is left out."""
    page = (ROOT / "docs" / "making.md").read_text("utf-8")
    tests = ROOT / "tests"
    named = set(re.findall(r"`(\w+/|\w+\.py)`", page))
    assert [name for name in sorted(named) if not (tests / name).exists()] == []
    folders = {f"{path.name}/" for path in tests.iterdir() if path.is_dir()}
    assert folders - {"__pycache__/"} <= named
