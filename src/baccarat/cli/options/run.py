"""The options of a run: engines, threads, checkpoints and records, for every long command."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, ProgressColumn, TaskID, TextColumn

from baccarat.base.errors import BadText
from baccarat.base.files import shown
from baccarat.cli.output.show import warn
from baccarat.simulation.engines.choice import ENGINES
from baccarat.simulation.readers.records import LIMIT

EngineName = Annotated[
    str, typer.Option(help=f"Engine: {', '.join(ENGINES)}.", autocompletion=lambda: list(ENGINES))
]
Threads = Annotated[
    int | None,
    typer.Option(
        help="Number of threads, or of dask workers.", min=1, show_default="one for each core"
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(help="Address of a Dask scheduler, e.g. tcp://10.0.0.1:8786.", metavar="ADDRESS"),
]
CheckpointFile = Annotated[
    str | None,
    typer.Option(help="Save progress in this file, and continue from it.", metavar="FILE"),
]
RecordsLimit = Annotated[
    int | None,
    typer.Option(
        "--records-limit", help="Maximum number of rows of --records.", show_default=f"{LIMIT:,}"
    ),
]


def records_room(records: str | None, limit: int | None) -> int:
    """The maximum number of rows of the records."""
    if limit is not None and records is None:
        raise BadText("--records-limit is the limit of --records: add --records FILE")
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


@contextmanager
def writing(bar: Progress, path: str, total: int) -> Iterator[TaskID]:
    """Show in the bar that records are written; if Ctrl-C stops this, warn that none are kept."""
    task = bar.add_task("writing", total=total, speed="")
    try:
        yield task
    except KeyboardInterrupt:
        bar.stop()
        warn(f"baccarat: {shown(path)}: stopped before it was complete: no records are kept")
        raise
    finally:
        bar.remove_task(task)


def written_to(rows: str, path: str, is_part: bool) -> str:
    """A sentence: the number of rows, their file, and whether the limit left rows out."""
    return f"{rows} are in {path}{': --records-limit leaves no room for more' * is_part}."
