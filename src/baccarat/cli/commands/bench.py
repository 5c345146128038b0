"""`baccarat bench`: measure the speed, compared with simpler code in the same run."""

from importlib import import_module
from typing import Annotated

import typer

from baccarat.base.errors import UnknownName
from baccarat.base.timing import Measured
from baccarat.cli.output.show import AsJson, console, new_table, say, show_json

BENCHES = {
    "exact": ["baccarat.cli.bench.exact"],
    "simulate": ["baccarat.cli.bench.simulate"],
    "solve": ["baccarat.cli.bench.solve"],
    "start": ["baccarat.cli.bench.start"],
    "systems": ["baccarat.cli.bench.systems", "baccarat.cli.bench.counting"],
    "table": ["baccarat.cli.bench.table"],
}


def bench(
    what: Annotated[
        str,
        typer.Argument(
            help=f"Measurement to run: {', '.join(BENCHES)}.", autocompletion=lambda: list(BENCHES)
        ),
    ] = "exact",
    as_json: AsJson = False,
) -> None:
    """Measure the speed of baccarat, compared with simpler code for the same task.

    Example: baccarat bench exact
    """
    if what not in BENCHES:
        raise UnknownName("bench", what[:40], BENCHES)
    # These modules compile loops, which takes some seconds.
    rooms = [import_module(name) for name in BENCHES[what]]
    lines: list[Measured] = [line for room in rooms for line in room.measure()]
    if as_json:
        show_json("bench", {"bench": what, "lines": [line.as_json() for line in lines]})
        return
    table = new_table("what", ">time", "beside", ">ratio", "wanted")
    for line in lines:
        table.add_row(*line.cells())
    console().print(table)
    say("Each time is the best of several. Compare ratios between machines, not times.")
