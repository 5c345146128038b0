"""The options of a run: engines, threads, checkpoints and records, for every long command."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, ProgressColumn, TextColumn

from baccarat.base.errors import BadText
from baccarat.base.files import shown
from baccarat.cli.output.show import warn
from baccarat.questions.run import RunDealer
from baccarat.simulation.readers.records import LIMIT

RecordsLimit = Annotated[
    int | None,
    typer.Option(
        "--records-limit", help="Maximum number of rows of --records.", show_default=f"{LIMIT:,}"
    ),
]


def records_room(records: str | None, limit: int | None) -> int:
    """The maximum number of rows of the records."""
    if limit is not None and records is None:
        raise BadText("--records-limit needs --records: add --records FILE")
    return LIMIT if limit is None else limit


def progress_bar(*columns: ProgressColumn) -> Progress:
    """A progress bar, shown on a terminal only."""
    return Progress(
        TextColumn("{task.description}"),
        *columns,
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def telling(dealer: RunDealer, bar: Progress, about: str, total: int) -> RunDealer:
    """A copy of the dealer that shows its progress in the bar."""
    task = bar.add_task(about, total=total)
    return replace(dealer, tell=lambda done, _: bar.update(task, completed=done))


@contextmanager
def writing(
    bar: Progress, path: str, total: int, room: int
) -> Iterator[Callable[[int, int], None]]:
    """Give a function that moves the bar; it takes the numbers of records written and shoes dealt.

    If Ctrl-C stops the writing, warn that no records are kept.
    """
    task = bar.add_task("writing", total=total, speed="")

    def report(rows: int, done: int) -> None:
        share = max(done / total, rows / room)  # the one that ends first
        bar.update(task, completed=share * total, speed=f"{rows:,} rows")

    try:
        yield report
    except KeyboardInterrupt:
        bar.stop()
        warn(f"baccarat: {shown(path)}: stopped before it was complete: no records are kept")
        raise
    finally:
        bar.remove_task(task)


def written_to(rows: str, path: str, is_part: bool) -> str:
    """A sentence: the number of rows, their file, and whether the limit left rows out."""
    return f"{rows} are in {path}{': --records-limit leaves no room for more' * is_part}."
