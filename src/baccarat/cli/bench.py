"""`baccarat bench`: how fast it is, as ratios within one run."""

from importlib import import_module
from typing import Annotated

import typer

from baccarat.base.errors import UnknownName
from baccarat.base.timing import Measured
from baccarat.cli.show import AsJson, console, new_table, say, show_json

BENCHES = {
    "exact": ["baccarat.exact.bench_exact", "baccarat.table.bench_report"],
    "simulate": ["baccarat.simulation.bench_simulate"],
    "solve": ["baccarat.theory.bench_solve"],
    "start": ["baccarat.cli.bench_start"],
    "systems": ["baccarat.systems.bench_systems", "baccarat.systems.counting.bench_counting"],
    "table": ["baccarat.table.bench_table"],
}


def bench(
    what: Annotated[
        str,
        typer.Argument(
            help=f"What to measure: {', '.join(BENCHES)}.", autocompletion=lambda: list(BENCHES)
        ),
    ] = "exact",
    as_json: AsJson = False,
) -> None:
    """Measure how fast it is, beside a plainer way to do the same in the same run.

    Example: baccarat bench exact
    """
    if what not in BENCHES:
        raise UnknownName("bench", what[:40], BENCHES)
    # They compile, which takes some seconds.
    rooms = [import_module(name) for name in BENCHES[what]]
    lines: list[Measured] = [line for room in rooms for line in room.measure()]
    if as_json:
        show_json("bench", {"bench": what, "lines": [line.as_json() for line in lines]})
        return
    table = new_table("what", ">time", "beside", ">ratio", "wanted")
    for line in lines:
        table.add_row(*line.cells())
    console().print(table)
    say("Each time is the best of several. Ratios travel between machines, times do not.")
