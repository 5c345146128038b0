"""Simulate: any number of seeded shoes, and the same tally whichever engine deals them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import sqrt
from time import perf_counter

from baccarat.bets import Bet
from baccarat.coup import Strategy, nobody
from baccarat.errors import ShoeError, UnknownName
from baccarat.exact.odds import OddsTable, odds
from baccarat.games import Game
from baccarat.games import game as game_named
from baccarat.simulation import reference
from baccarat.simulation.plan import Plan
from baccarat.tally import Odds, Tally

ENGINES = ("auto", "reference", "cpu")
REFERENCE_JOB = 20
"""Shoes that the reference engine deals between two reports."""

Engine = Callable[[Plan, Strategy, int | None], Iterator[tuple[Tally, int]]]
"""Deals a plan on so many threads: tallies of its parts, with their numbers of shoes."""
Progress = Callable[[Tally, int], None]
"""Called with all that is finished, and the number of shoes that it took."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of a plan, and how it was found."""

    game: Game
    plan: Plan
    engine: str
    tally: Tally
    shoes: int
    """how many shoes were dealt: fewer than planned if it was stopped"""
    seconds: float

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out."""
        return self.shoes == self.plan.shoes

    @property
    def exact(self) -> OddsTable:
        """The exact odds of a fresh shoe, to lay beside what was dealt."""
        return odds(self.plan.rules.decks, game=replace(self.game, rules=self.plan.rules))

    def of(self, bet: Bet) -> Odds:
        return self.tally.of_bet(bet)

    def z(self, bet: Bet) -> float | None:
        """By how many standard errors the mean misses the exact one.

        None for whole shoes, whose late coups do not have the odds of a fresh shoe.
        """
        if self.plan.coups is None:
            return None
        exact = self.exact.of(bet)
        missed = float(self.of(bet).expectation - exact.expectation)
        return missed / (exact.deviation / sqrt(self.tally.total))


def simulate(
    shoes: int,
    seed: int = 0,
    *,
    game: str | Game = "punto-banco",
    decks: int | None = None,
    coups: int | None = None,
    fresh: bool = False,
    engine: str = "auto",
    threads: int | None = None,
    decide: Strategy = nobody,
    progress: Progress | None = None,
) -> Simulation:
    """Deal shoes of a seed: whole, or `coups` of each; `fresh` takes one coup of each, unburned.

    >>> simulate(shoes=100, seed=7).tally.total
    8042
    """
    table = game_named(game, decks) if isinstance(game, str) else game
    if fresh and coups is not None:
        raise ShoeError("a fresh shoe for every coup leaves no number of coups to choose")
    plan = Plan.fresh(shoes, seed, table.rules) if fresh else Plan(shoes, seed, table.rules, coups)
    chosen = choose(engine)
    deal = _engine(chosen)
    start = perf_counter()
    tally, done = Tally(), 0
    try:
        for part, dealt in deal(plan, decide, threads):
            tally += part
            done += dealt
            if progress is not None:
                progress(tally, done)
    except KeyboardInterrupt:
        if not done:
            raise
    return Simulation(table, plan, chosen, tally, done, perf_counter() - start)


def choose(engine: str) -> str:
    """The engine that will deal."""
    if engine not in ENGINES:
        raise UnknownName("engine", engine[:40], ENGINES)
    has_numba = find_spec("numba") is not None
    if engine == "cpu" and not has_numba:
        raise ShoeError("the cpu engine needs Numba: pip install numba")
    if engine == "auto":
        return "cpu" if has_numba else "reference"
    return engine


def _engine(name: str) -> Engine:
    if name == "reference":
        return _plainly
    from baccarat.simulation import cpu  # it compiles when it is first needed

    cpu.warm_up()
    return cpu.run_jobs


def _plainly(plan: Plan, decide: Strategy, threads: int | None) -> Iterator[tuple[Tally, int]]:
    """The reference engine, in parts: on one thread, for Python has but one at a time."""
    for job in plan.jobs(REFERENCE_JOB if plan.coups is None else 50 * REFERENCE_JOB):
        yield reference.run(job, decide), job.shoes
