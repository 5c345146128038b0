"""How a run is dealt: the options of engines and checkpoints, the same for every long command."""

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
    str, typer.Option(help=f"One of {', '.join(ENGINES)}.", autocompletion=lambda: list(ENGINES))
]
Threads = Annotated[int | None, typer.Option(help="How many threads, or dask workers.", min=1)]
Scheduler = Annotated[
    str | None,
    typer.Option(
        help="Deal on the workers of a dask scheduler, e.g. tcp://10.0.0.1:8786.", metavar="ADDRESS"
    ),
]
CheckpointFile = Annotated[
    str | None, typer.Option(help="Remember what is finished in this file, and go on from it.")
]
RecordsLimit = Annotated[
    int | None, typer.Option("--records-limit", help="At most so many.", show_default=f"{LIMIT:,}")
]


def records_room(records: str | None, limit: int | None) -> int:
    """How many rows the records may have."""
    if limit is not None and records is None:
        raise BadText("--records-limit is the limit of --records: say which file")
    return LIMIT if limit is None else limit


def progress_bar(*columns: ProgressColumn) -> Progress:
    """On a terminal, how far it is."""
    return Progress(
        TextColumn("{task.description}"),
        *columns,
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


@contextmanager
def writing(bar: Progress, path: str, total: int) -> Iterator[TaskID]:
    """A task of the bar while records are written; who stops it is told that none are kept."""
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
    """How many records are in which file."""
    return f"{rows} are in {path}{': --records-limit leaves no room for more' * is_part}."
