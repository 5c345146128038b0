"""Output of all commands: a console, tables, and one JSON object."""

import csv
import io
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, TextIO, TypeVar

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table

from baccarat.base.errors import BadText
from baccarat.base.jsonable import VERSION
from baccarat.base.words import LANGUAGES
from baccarat.cli.output.exit_codes import STOPPED as STOPPED
from baccarat.figures.figure import TERMINAL
from baccarat.figures.figure import counted as counted

T = TypeVar("T")
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Lang = Annotated[
    str | None,
    typer.Option(
        help=f"Language: {', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}.",
        autocompletion=lambda: list(LANGUAGES),
        show_default="the locale's",
    ),
]
WIDTH = 100
"""Width of a table in a file or a pipe."""
LONGEST_WORD = 30
"""Letters of a word that a tight column does not break."""
percent = TERMINAL.percent
PLAIN_TERMINALS = ("dumb", "linux", "vt100", "vt102", "vt220")
"""Terminals that lack round corners and stars."""


def console() -> Console:
    """A console that prints text as it is: brackets and colons are no markup."""
    width = None if sys.stdout.isatty() else WIDTH
    return Console(highlight=False, markup=False, emoji=False, width=width)


def say(*lines: str) -> None:
    """Print plain lines, never wrapped, so that other programs can read them."""
    for line in lines:
        console().print(line, soft_wrap=True)


def warn(line: str) -> None:
    with suppress(OSError):  # a full disk: no other place for the warning
        plain = Console(stderr=True, highlight=False, markup=False, emoji=False)
        plain.print(line, soft_wrap=True)


def tracked(items: Iterable[T], about: str, total: int | None = None) -> Iterable[T]:
    """Yield the items one by one, while a progress bar on the terminal counts them."""
    from rich.progress import track  # few commands need it

    screen, is_hidden = Console(stderr=True), not sys.stderr.isatty()
    return track(items, about, total, console=screen, transient=True, disable=is_hidden)


def has_unicode(stream: TextIO) -> bool:
    """Whether a stream can show signs beyond ASCII.

    Python writes UTF-8 also to a terminal that cannot show these signs.
    """
    if not (getattr(stream, "encoding", None) or "utf-8").lower().startswith("utf"):
        return False
    if not stream.isatty():
        return True
    locales = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((value for value in locales if value), "")
    return locale not in ("C", "POSIX") and os.environ.get("TERM") not in PLAIN_TERMINALS


def show_json(command: str, value: Mapping[str, object], form: str | None = None) -> None:
    """Print one JSON object with the name of its command, and of its form if there are several."""
    is_utf = (sys.stdout.encoding or "").lower().startswith("utf")
    head = {"version": VERSION, "command": command} | ({} if form is None else {"form": form})
    answer = {**head, **value}
    sys.stdout.write(json.dumps(answer, ensure_ascii=not is_utf, indent=2) + "\n")


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows as CSV; the header has every name that occurs in a row."""
    text = io.StringIO()
    table = csv.DictWriter(
        text, dict.fromkeys(name for row in rows for name in row), lineterminator="\n"
    )
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def refuse(complaint: str, options: Mapping[str, object]) -> None:
    """Raise an error for typed options that this call of the command cannot use."""
    typed = [name for name, value in options.items() if value is not None and value is not False]
    if typed:
        raise BadText(f"{complaint}: leave {' and '.join(typed)} out")


def new_table(*columns: str, title: str | None = None) -> Table:
    """A table in our style; a column whose name begins with `>` is aligned right."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold")
    for column in columns:
        table.add_column(
            column.removeprefix(">"), justify="right" if column.startswith(">") else "left"
        )
    return table


def show_table(table: Table) -> None:
    """Print a table that never splits a number, even if it becomes wider than the terminal."""
    screen = console()
    if _width(table) > screen.width:
        if _width(table, is_tight=True) > screen.width:
            table.padding = 0
        for column in table.columns:
            if column.justify == "right":
                column.width = _room(column, is_tight=True)
        screen.width = max(screen.width, _width(table, is_tight=True))
    screen.print(table)


def _width(table: Table, is_tight: bool = False) -> int:
    """The width of a table; the smallest possible width if `is_tight`."""
    _, right_pad, _, left_pad = table.padding
    widths = (_room(column, is_tight) + left_pad + right_pad + 1 for column in table.columns)
    return sum(widths) + 1


def _room(column: Column, is_tight: bool) -> int:
    """The width of a column; with `is_tight` the smallest width, with one word per line."""
    cells, head = [str(cell) for cell in column.cells], str(column.header)
    is_whole = column.justify == "right" or column.no_wrap
    if is_tight:
        cells = (
            cells if is_whole else [word[:LONGEST_WORD] for cell in cells for word in cell.split()]
        )
        return max(map(cell_len, [*cells, *head.split()]), default=0)
    return max(map(cell_len, [*cells, head]))
