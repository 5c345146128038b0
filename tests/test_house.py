"""The house as a reader walks through it: a name leads to one room, and to nothing else."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages
from types import ModuleType

import baccarat

SOURCE = Path(baccarat.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
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


def test_no_two_modules_have_one_name() -> None:
    """But for two rooms: commands are named as what they show, and the theory's wings are alike."""
    named = {
        (file.name, "theory" if "theory" in file.parts else str(file))
        for file in FILES
        if file.name != "__init__.py" and file.parent.name != "cli"
    }
    assert shared([name for name, _ in named]) == set()


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
