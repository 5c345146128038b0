"""Measures a coup and a spectator's view in the hundredth shoe of a table, and in the first."""

import json
from collections.abc import Callable
from functools import partial

from baccarat.base.timing import Measured, best_of
from baccarat.core.rules import Rules
from baccarat.table.acts import Cut, Open, Shuffle, Sit
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.table.view.view import Audience

SHOES = 100


def measure() -> list[Measured]:
    """Measure the hundredth shoe of a table and its first; both shoes give the same coups."""
    first = new_shoe(Table().then(Open(burn=False), Sit("guest", 10**12)))
    last = first
    for _ in range(SHOES - 1):
        last = new_shoe(play_shoe(last))
    ends = play_shoe(last), play_shoe(first)
    return [
        _beside("all coups of a shoe", *(partial(play_shoe, table) for table in (last, first))),
        _beside("a spectator's view as JSON", *(partial(told, table) for table in ends)),
    ]


def _beside(label: str, last: Callable[[], object], first: Callable[[], object]) -> Measured:
    took, seconds_before = best_of(last), best_of(first)
    beside = f"the same in shoe 1: {seconds_before / 1e-3:.3g} ms"
    return Measured(f"{label}, shoe {SHOES}", took, beside, seconds_before / took, "> 0.8")


def new_shoe(table: Table) -> Table:
    order = str(Rules().shuffle(seed=7))
    return table.then(Shuffle(order), Cut())


def play_shoe(table: Table) -> Table:
    while table.phase is Phase.BETS:
        table = table.bet("banker=100 tie=5").deal()
    return table


def told(table: Table) -> str:
    return json.dumps(table.view(Audience.SPECTATOR).as_json())
