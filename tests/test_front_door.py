"""The front door: about seventy names, loaded when they are asked for."""

import ast
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import baccarat as bac

NAMES: list[str] = vars(bac)["__all__"]


def test_importing_baccarat_pulls_in_the_standard_library_only() -> None:
    code = (
        "import sys; before = set(sys.modules); import baccarat as bac\n"
        "light = set(sys.modules) - before\n"
        "bac.settle(bac.deal('Kh 9d 5c 4s 8h'), ['tie=1'], bac.game('punto-banco').layout)\n"
        "names = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "strangers = names - sys.stdlib_module_names - {'baccarat'}\n"
        "assert not strangers, strangers\n"
        "assert not any(name.startswith('baccarat.') for name in light), light\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_type_checkers_see_the_names_that_are_loaded() -> None:
    tree = ast.parse(Path(bac.__file__).read_text())
    declared = {
        alias.asname: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("baccarat.")
        for alias in node.names
    }
    loaded = {name: f"baccarat.{room}" for name, room in bac._HOMES.items()}
    assert declared == loaded


def test_every_name_at_the_door_is_there() -> None:
    assert [name for name in NAMES if not hasattr(bac, name)] == []
    assert set(NAMES) <= set(dir(bac))
    assert {"import_module", "TYPE_CHECKING", "_HOMES"}.isdisjoint(dir(bac))  # how it is built


def test_a_name_that_is_not_there_is_said_so() -> None:
    with pytest.raises(AttributeError, match="baccarat has no 'blackjack'"):
        bac.blackjack  # type: ignore[attr-defined]  # noqa: B018


def test_no_name_at_the_door_is_also_a_room() -> None:
    """A room that is entered becomes an attribute of the package, and would hide the name."""
    rooms = {module.name for module in pkgutil.iter_modules(bac.__path__)}
    assert rooms & set(NAMES) == set()
