"""Measures the report on a whole shoe, as a part of `bench exact`."""

from baccarat.base.timing import Measured, best_of
from baccarat.table.coach.coach import report
from baccarat.table.state import Phase
from baccarat.table.table import Table

SHOES = 3


def measure() -> list[Measured]:
    """Measure the report, on another shoe in every run, because results are cached."""
    tables = iter([full_sitting(seed) for seed in range(SHOES)])
    took = best_of(lambda: report(next(tables)), SHOES)
    return [Measured("a report of a shoe, every bet down", took, wanted="< 1 s")]


def full_sitting(seed: int) -> Table:
    """A table after a whole shoe of punto banco, with a stake on every spot in every coup."""
    table = Table.open(seed=seed, bankroll=10_000_000)
    main = {"player": 2000, "banker": 1000}
    wagers = " ".join(f"{spot}={main.get(spot, 100)}" for spot in table.game.layout.bets)
    while table.phase is not Phase.FINISHED:
        table = table.bet(wagers).deal()
    return table
