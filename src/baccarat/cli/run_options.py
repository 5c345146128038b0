"""How a run is dealt: the options of engines and checkpoints, the same for every long command."""

from typing import Annotated

import typer

from baccarat.simulation.engines.by_name import ENGINES

EngineName = Annotated[str, typer.Option(help=f"One of {', '.join(ENGINES)}.")]
Threads = Annotated[int | None, typer.Option(help="How many threads, or dask workers.", min=1)]
Scheduler = Annotated[
    str | None,
    typer.Option(
        help="Deal on the workers of a dask scheduler, e.g. tcp://10.0.0.1:8786.",
        metavar="ADDRESS",
    ),
]
CheckpointFile = Annotated[
    str | None, typer.Option(help="Remember what is finished in this file, and go on from it.")
]
