"""The examples in docstrings as small programs, for type checkers.

A doctest knows the names of its module; a program has to import them, as a reader would.
"""

import ast
import builtins
import doctest
from collections.abc import Iterator
from pathlib import Path

from test_reference import DOOR, ENTRIES, home, tree_of

PACKAGE = "docstring_examples_of_the_reference"
NEWCOMER = "# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls"
"""Functions of one's own need no types; what is called has them."""

WRONG = 'import baccarat as bac\n\nbac.Bet("By One", lambda outcome: outcome.margin == 1, "3")\n'


def examples() -> dict[str, str]:
    """By entry of the reference, or member of one: a program that does what its docstring shows."""
    programs: dict[str, str] = {}
    for entry in sorted(ENTRIES):
        outside, _, name = entry.rpartition(".")
        room, _ = home(outside or DOOR[name], name)
        for place, text in _docstrings(room, name):
            program = _program(room, text)
            if program:
                programs[f"{entry}{place}"] = program
    return programs


def write_examples(folder: Path) -> None:
    """Write them as a package below a folder, and one that is wrong: `wrong.py`."""
    package = folder / PACKAGE
    package.mkdir()
    (package / "__init__.py").touch()
    for entry, program in {**examples(), "wrong": WRONG}.items():
        (package / f"{entry.replace('.', '_')}.py").write_text(program, "utf-8")


def _docstrings(room: str, name: str) -> Iterator[tuple[str, str]]:
    """The docstrings of a name and of its members, with what stands behind its name."""
    for node in tree_of(room).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            yield "", ast.get_docstring(node) or ""
            for member in node.body if isinstance(node, ast.ClassDef) else []:
                if isinstance(member, ast.FunctionDef):
                    yield f".{member.name}", ast.get_docstring(member) or ""


def _program(room: str, text: str) -> str:
    """The examples without those that show a complaint, below the imports that they need."""
    parts = doctest.DocTestParser().get_examples(text)
    code = "".join(part.source for part in parts if part.exc_msg is None)
    imports = [_import(room, name) for name in sorted(_names_needed(ast.parse(code)))]
    return "\n".join([NEWCOMER, *imports, code]) if code else ""


def _names_needed(tree: ast.Module) -> set[str]:
    """The names that a program uses and does not make itself."""
    used, made = set[str](), set(dir(builtins))
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.add(name)
            case ast.Name(id=name) | ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
                made.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                made.add(node.name)
            case ast.alias(name=name, asname=other):
                made.add(other or name)
    return used - made


def _import(room: str, name: str) -> str:
    """The line that brings a name: from the room itself, or as the room imports it."""
    for node in ast.walk(tree_of(room)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            origin = f"from {node.module} " if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return f"{origin}import {ast.unparse(alias)}"
    return f"from baccarat.{room} import {name}"
