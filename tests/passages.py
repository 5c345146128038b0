"""Draws sixty passages that people read, to be marked by somebody who did not write them.

python tests/passages.py [SEED]    twelve each of docs, help, errors, screens and docstrings

A passage that must be read twice is written again (CONTRIBUTING.md, "Plain English").
"""

import ast
import random
import re
import sys
import tomllib
from collections.abc import Iterator
from typing import Any

from checkout import ROOT
from typer.main import get_command

SOURCE = ROOT / "src" / "baccarat"
EACH = 12
LEAST = 4
"""words of a passage"""
FENCE = re.compile(r"^(```|:::).*?^\1$", re.M | re.S)


def doc_passages() -> Iterator[str]:
    """Paragraphs, items and rows of the pages, without blocks of code."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        if "_build" not in page.parts:
            for line in FENCE.sub("", page.read_text("utf-8")).splitlines():
                if not line.startswith(("#", "|--", "|:", "![")):
                    yield f"{page.relative_to(ROOT)}: {line}"


def help_passages() -> Iterator[str]:
    from baccarat.cli import build

    def walk(name: str, command: Any) -> Iterator[str]:
        yield f"{name}: {command.help}"
        for option in command.params:
            yield f"{name} {option.opts[0]}: {getattr(option, 'help', None) or ''}"
        for below, each in sorted(getattr(command, "commands", {}).items()):
            yield from walk(f"{name} {below}", each)

    yield from walk("baccarat", get_command(build()))


def written(node: ast.expr) -> str:
    """A text as it stands in the source, with `{…}` for what is filled in."""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{…}" for part in node.values)
        return "".join(map(str, parts))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def source_passages() -> Iterator[tuple[str, str]]:
    """Errors and docstrings, each with its kind."""
    for path in sorted(SOURCE.rglob("*.py")):
        where = path.relative_to(SOURCE)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                for argument in node.exc.args:
                    yield "errors", f"{where}:{node.lineno}: {written(argument)}"
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                first, *_ = (ast.get_docstring(node) or "").split("\n\n")
                yield "docstrings", f"{where} {getattr(node, 'name', '')}: {first}"


def screen_passages() -> Iterator[str]:
    def walk(path: str, words: object) -> Iterator[str]:
        if isinstance(words, dict):
            for key, below in words.items():
                yield from walk(f"{path}.{key}" if path else key, below)
        else:
            yield f"{path}: {words}"

    words = tomllib.loads((SOURCE / "base" / "words" / "en.toml").read_text("utf-8"))
    del words["answer"]  # words that are read, not shown
    yield from walk("", words)


def draw(seed: int) -> Iterator[str]:
    kinds = {
        "docs": list(doc_passages()),
        "help": list(help_passages()),
        "screens": list(screen_passages()),
    }
    for kind, passage in source_passages():
        kinds.setdefault(kind, []).append(passage)
    chance = random.Random(seed)
    for kind, passages in kinds.items():
        long = sorted({" ".join(each.split()) for each in passages if is_long(each)})
        for passage in chance.sample(long, EACH):
            yield f"[{kind}] {passage}"


def is_long(passage: str) -> bool:
    """Whether it has words enough behind the place where it stands."""
    return len(re.findall(r"[a-zA-Z]{2,}", passage.partition(": ")[2])) >= LEAST


if __name__ == "__main__":
    for number, passage in enumerate(draw(int(sys.argv[1]) if sys.argv[1:] else 33), 1):
        sys.stdout.write(f"{number}. {passage}\n")
