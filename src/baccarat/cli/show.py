"""What the commands share: a console, one JSON object, exact numbers beside floats."""

import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object and nothing else.")]
WIDTH = 100
"""Columns of a table that goes to a file or a pipe."""
STOPPED = 130
"""The exit code after Ctrl-C."""


def console() -> Console:
    return Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)


def say(*lines: str) -> None:
    """Plain lines, never broken: a pipe may cut them up itself."""
    for line in lines:
        console().print(line, soft_wrap=True, markup=False)


def warn(line: str) -> None:
    Console(stderr=True, highlight=False).print(line, soft_wrap=True, markup=False)


def show_json(value: Mapping[str, object]) -> None:
    is_utf = (sys.stdout.encoding or "").lower().startswith("utf")
    sys.stdout.write(json.dumps(value, ensure_ascii=not is_utf, indent=2) + "\n")


def exact(name: str, value: Fraction) -> dict[str, object]:
    """A fraction as JSON tells it: exactly, and as a float beside it."""
    return {name: f"{value.numerator}/{value.denominator}", f"{name}_float": float(value)}


def counted(number: int, noun: str) -> str:
    """`1 coup`, `2 coups`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def percent(value: float | Fraction, digits: int = 4) -> str:
    return f"{100 * float(value):.{digits}f} %"


def new_table(*columns: str, title: str | None = None) -> Table:
    """A table in the house's hand; a column whose name begins with `>` is set to the right."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold")
    for column in columns:
        table.add_column(
            column.removeprefix(">"), justify="right" if column.startswith(">") else "left"
        )
    return table
