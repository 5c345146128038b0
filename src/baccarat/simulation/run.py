"""Simulate: any number of seeded shoes, and the same tally whichever engine deals them."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import ceil, sqrt
from statistics import NormalDist
from time import perf_counter

from baccarat.bets import Bet
from baccarat.chance import SEEDS
from baccarat.coup import OUTCOMES, Strategy, nobody
from baccarat.errors import ShoeError, UnknownName
from baccarat.exact.odds import OddsTable
from baccarat.exact.odds import odds as exact_odds
from baccarat.games import Game
from baccarat.games import game as game_named
from baccarat.shoe import FEWEST_CARDS, decks_of
from baccarat.simulation import cuda, reference
from baccarat.simulation.checkpoint import Checkpoint, Counted
from baccarat.simulation.cuda import has_gpu
from baccarat.simulation.plan import Plan
from baccarat.stats import CONFIDENCE
from baccarat.tally import Odds, Tally

ENGINES = ("auto", "reference", "cpu", "cuda")
REFERENCE_JOB = 20
"""Shoes that the reference engine deals between two reports."""

Engine = Callable[[Plan, Strategy, int | None], Iterator[tuple[Tally, int]]]
"""Deals a plan on so many threads: tallies of its parts, with their numbers of shoes."""
Progress = Callable[[Tally, int], None]
"""Called with all that is finished, and the number of shoes that it took; at the start, too."""


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
    resumed: int = 0
    """how many of the shoes a checkpoint had already"""
    decide: Strategy = nobody
    """who decided in free cells"""

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out."""
        return self.shoes == self.plan.shoes

    @property
    def exact(self) -> OddsTable:
        """The exact odds of a fresh shoe, to lay beside what was dealt."""
        return _exact(self.game, self.plan, self.decide)

    @property
    def speed(self) -> float:
        """Coups a second, those of a checkpoint left out."""
        return self.tally.total * (1 - self.resumed / self.shoes) / self.seconds

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
    checkpoint: str | os.PathLike[str] | None = None,
) -> Simulation:
    """Deal shoes of a seed: whole, or `coups` of each; `fresh` takes one coup of each, unburned.

    A `checkpoint` is a file that remembers what is finished: the next start goes on from there.

    >>> simulate(shoes=100, seed=7).tally.total
    8027
    """
    table = game_named(game, decks) if isinstance(game, str) else game
    plan = plan_of(table, shoes, seed, coups, fresh)
    chosen = choose(engine)
    file = None if checkpoint is None else Checkpoint(checkpoint, plan, decide)
    counted = Counted() if file is None else file.load()
    resumed = counted.shoes
    start = perf_counter()
    if progress is not None:
        progress(counted.tally, counted.shoes)
    if counted.shoes < plan.shoes:
        if file is not None:
            file.save(counted)  # a file that cannot be written is better known at once
        deal = _engine(chosen)
        start = perf_counter()  # to compile is not to deal
        rest = replace(plan, first=plan.first + resumed, shoes=plan.shoes - resumed)
        try:
            for part, dealt in deal(rest, decide, threads):
                # One assignment: a Ctrl-C comes before it or after it.
                counted = Counted(counted.tally + part, counted.shoes + dealt)
                if file is not None:
                    file.keep(counted)
                if progress is not None:
                    progress(counted.tally, counted.shoes)
        except KeyboardInterrupt:
            if not counted.shoes:
                raise
        finally:
            if file is not None:
                file.save(counted)
    seconds = perf_counter() - start
    return Simulation(table, plan, chosen, counted.tally, counted.shoes, seconds, resumed, decide)


def plan_of(
    game: Game, shoes: int, seed: int = 0, coups: int | None = None, fresh: bool = False
) -> Plan:
    """The plan of a simulation of a game."""
    if fresh and coups is not None:
        raise ShoeError("a fresh shoe for every coup leaves no number of coups to choose")
    return Plan.fresh(shoes, seed, game.rules) if fresh else Plan(shoes, seed, game.rules, coups)


def shoes_until(
    half_width: float,
    bet: str = "banker",
    *,
    game: str | Game = "punto-banco",
    decks: int | None = None,
    coups: int | None = None,
    fresh: bool = False,
    decide: Strategy = nobody,
) -> int:
    """How many shoes make the 99 % interval of a bet's edge so narrow, as a share of the stake.

    The exact deviation tells it beforehand, so that nobody looks at the cards to know when to
    stop.

    >>> shoes_until(0.001, "banker", fresh=True)
    5709249
    """
    if not 0 < half_width <= 1:
        raise ShoeError(
            "the half-width of an interval is more than 0 and at most 100 per cent of the stake, "
            f"not {100 * half_width:g}"
        )
    table = game_named(game, decks) if isinstance(game, str) else game
    plan = plan_of(table, 1, 0, coups, fresh)
    exact = _exact(table, plan, decide).tally
    odds = exact.of_bet(table.layout.having(bet).bet(bet.partition(":")[0]))
    if not odds.variance:
        return 1
    ratio = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * odds.deviation / half_width
    needed = ratio * ratio
    # The sample's own deviation is found with an error. Four of them on top: then the interval
    # is wider than asked for about three times in 100,000.
    needed += 4 * sqrt(needed * (_kurtosis(odds) - 1))
    return ceil(min(needed / _coups_a_shoe(plan, exact), 2 * SEEDS))  # a plan has fewer


def _kurtosis(odds: Odds) -> float:
    """The fourth moment over the square of the second: how heavy the tails of a bet are."""
    fourth = sum(
        odds.probability(tier) * (odds.bet.net(tier) - odds.expectation) ** 4
        for tier in odds.weights
    )
    return float(fourth / odds.variance**2)


def _coups_a_shoe(plan: Plan, exact: Tally) -> float:
    """How many coups a shoe of the plan has on average, or a little fewer."""
    if plan.coups is not None:
        return plan.coups
    rules, cards = plan.rules, decks_of(plan.rules.decks)
    weighed = sum(
        weight * (len(outcome.player) + len(outcome.banker) - len(rules.opening))
        for outcome, weight in zip(OUTCOMES, exact.cells, strict=True)
    )
    burned = 1 + sum(card.burns for card in cards) / len(cards) if rules.burn else 0
    before_cut = len(cards) - max(rules.cut_card, FEWEST_CARDS) - burned
    # The last coup goes on behind the cut card: so many cards are dealt at least.
    return max(1.0, before_cut * exact.total / weighed)


def _exact(game: Game, plan: Plan, decide: Strategy) -> OddsTable:
    return exact_odds(plan.rules.decks, game=replace(game, rules=plan.rules), decide=decide)


def choose(engine: str) -> str:
    """The engine that will deal."""
    if engine not in ENGINES:
        raise UnknownName("engine", engine[:40], ENGINES)
    has_numba = find_spec("numba") is not None
    if engine == "cpu" and not has_numba:
        raise ShoeError("the cpu engine needs Numba: pip install numba")
    if engine == "auto":
        return "cuda" if has_gpu() else "cpu" if has_numba else "reference"
    return engine


def _engine(name: str) -> Engine:
    if name == "reference":
        return _plainly
    if name == "cuda":
        cuda.warm_up()
        return cuda.run_jobs
    from baccarat.simulation import cpu  # it compiles when it is first needed

    cpu.warm_up()
    return cpu.run_jobs


def _plainly(plan: Plan, decide: Strategy, threads: int | None) -> Iterator[tuple[Tally, int]]:
    """The reference engine, in parts: on one thread, for Python has but one at a time."""
    for job in plan.jobs(REFERENCE_JOB if plan.coups is None else 50 * REFERENCE_JOB):
        yield reference.run(job, decide), job.shoes
