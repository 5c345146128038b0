"""Simulate: any number of seeded shoes, and the same tally whichever engine deals them."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib.util import find_spec
from itertools import pairwise
from math import ceil, inf, sqrt
from numbers import Real
from statistics import NormalDist
from time import perf_counter

from baccarat.bets import Bet
from baccarat.cards import Depth
from baccarat.chance import SEEDS
from baccarat.coup import OUTCOMES, Strategy, as_key, nobody
from baccarat.errors import BaccaratError, BadText, BadValue, Missing, TooShallow, UnknownName
from baccarat.exact.odds import OddsTable
from baccarat.exact.odds import odds as exact_odds
from baccarat.frozen import freeze
from baccarat.games import Game, as_game, is_endless
from baccarat.hints import quoted
from baccarat.jsonable import decked, exact, sampled
from baccarat.render.drawing import Drawing
from baccarat.render.funnel import Funnel, draw_funnels
from baccarat.rules import Rules
from baccarat.shoe import FEWEST_CARDS, decks_of
from baccarat.signals import insisting, undisturbed
from baccarat.simulation import cuda, reference
from baccarat.simulation.checkpoint import Checkpoint, Counted
from baccarat.simulation.cluster import check_installed, opened
from baccarat.simulation.cuda import has_gpu
from baccarat.simulation.plan import EQUAL_START, Plan, whole, whole_threads
from baccarat.stats import CONFIDENCE, Share
from baccarat.tally import Odds, Tally

ENGINES = ("auto", "reference", "cpu", "cuda", "dask")
REFERENCE_JOB = 20
"""Shoes that the reference engine deals between two reports."""
FIRST_MILESTONE = 100
"""About so many coups lie before the first milestone."""
STEP = Fraction(7, 5)
"""Each milestone has 7/5 as many shoes as the one before."""
PLOTTED = ("player", "banker", "tie")
"""What is drawn if no bets are named."""

Engine = Callable[[Plan, Strategy, int | None], Iterator[tuple[Tally, int]]]
"""Deals a plan on so many threads: tallies of its parts, with their numbers of shoes."""
Progress = Callable[[Tally, int], None]
"""Called with all that is finished, and the number of shoes that it took; at the start, too."""


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Mapping[str, Odds]):
    """What came of a plan, and how it was found: by bet, how often each of its tiers came."""

    game: Game
    plan: Plan
    engine: str
    tally: Tally
    shoes: int
    """how many shoes were dealt: fewer than planned if it was stopped"""
    seconds: float = field(compare=False)
    exact: OddsTable = field(compare=False, repr=False)
    """the exact odds of a fresh shoe, to lay beside what was dealt"""
    resumed: int = 0
    """how many of the shoes a checkpoint had already"""
    milestones: tuple[Counted, ...] = ()
    """what was finished on the way, if that was asked for; the end of it is the last"""

    is_saved: bool = True
    """whether the checkpoint, if there is one, has all of it: a full disk may prevent that"""

    def __post_init__(self) -> None:
        freeze(self, "milestones")

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out."""
        return self.shoes == self.plan.shoes

    @property
    def speed(self) -> float:
        """Coups a second, those of a checkpoint left out."""
        return self.tally.total * (1 - self.resumed / self.shoes) / self.seconds

    def of(self, bet: str | Bet) -> Odds:
        """What was dealt of a bet; one that looks deeper than totals must have been counted."""
        bet = self.game.layout.find(bet)
        if not _is_counted(bet, self.plan):
            raise TooShallow(
                f"{bet.key} looks at {bet.depth} and was not counted: name it in simulate(bets=[…])"
            )
        return self.tally.of_bet(bet)

    def __getitem__(self, bet: str | Bet) -> Odds:
        return self.of(bet)

    def __contains__(self, bet: object) -> bool:
        try:
            return isinstance(bet, str | Bet) and bool(self.of(bet))
        except BaccaratError:
            return False

    def __iter__(self) -> Iterator[str]:
        """The bets of the felt, those that were counted."""
        return (spot for spot in self.game.layout.bets if spot in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each bet of the felt that was counted, for tables."""
        rows: list[dict[str, object]] = []
        for spot, found in self.items():
            low, high = found.edge_interval()
            rows.append(
                {
                    "name": spot,
                    "bet": found.bet.key,
                    "spelled": str(found.bet),
                    "coups": found.total,
                    "wins": found.wins,
                    "probability": float(found.chance),
                    "edge": float(found.edge),
                    "low": low,
                    "high": high,
                    "confidence": CONFIDENCE,
                    "exact_edge": float(self.exact[found.bet].edge),
                    "z": self.z(found.bet),
                }
            )
        return rows

    def __repr__(self) -> str:
        shoes = f"{self.shoes:,} of {self.plan.shoes:,}" if not self.is_whole else f"{self.shoes:,}"
        return (
            f"<simulation of {self.game}: {shoes} shoes of seed {self.plan.seed}, "
            f"{self.tally.total:,} coups>"
        )

    def z(self, bet: str | Bet) -> float | None:
        """By how many standard errors the mean misses the exact one.

        None for whole shoes, whose late coups do not have the odds of a fresh shoe.
        """
        found = self.of(bet)
        if self.plan.coups is None:
            return None
        exact = self.exact.of(found.bet)
        missed = float(found.expectation - exact.expectation)
        return missed / (exact.deviation / sqrt(self.tally.total))

    def plot(self, *bets: str | Bet) -> Drawing:
        """How the edges of bets closed in on the exact ones; simulate with `milestones=True`."""
        if not self.milestones:
            raise BadValue("nothing was kept on the way: simulate with milestones=True")
        named = bets or [spot for spot in PLOTTED if spot in self.game.layout.bets]
        return draw_funnels([self._funnel(bet) for bet in named], self._about)

    @property
    def counted(self) -> dict[str, Bet]:
        """The bets of the felt that were counted, by spot."""
        bets, events = self.game.layout.bets, self.tally.events
        return {
            spot: bet
            for spot, bet in bets.items()
            if bet.depth is Depth.TOTALS or bet.key in events
        }

    @property
    def shares(self) -> dict[str, tuple[Share, Fraction]]:
        """Naturals and equal starts, which are no bets: as dealt, and exactly in a fresh shoe."""
        tally, exactly = self.tally, self.exact.tally
        started = tally.of_bet(EQUAL_START).weights["equal"]
        equal = self.exact.of(EQUAL_START).probability("equal")
        return {
            "naturals": (
                Share(_naturals(tally), tally.total),
                Fraction(_naturals(exactly), exactly.total),
            ),
            "equal-starts": (Share(started, tally.total), equal),
        }

    def about_json(self) -> dict[str, object]:
        """What was dealt and how, without what came of it."""
        plan = self.plan
        return {
            "game": self.game.name,
            **decked(plan.rules.decks, plan.endless),
            "seed": plan.seed,
            "shoes": self.shoes,
            "resumed_shoes": self.resumed,
            "coups_of_each": plan.coups,
            "coups": self.tally.total,
            "engine": self.engine,
            "seconds": self.seconds,
            "is_whole": self.is_whole,
            "digest": self.tally.digest,
        }

    def bet_json(self, bet: Bet) -> dict[str, object]:
        """A bet as dealt, beside its exact odds in a fresh shoe."""
        exactly = self.exact.of(bet)
        return {
            **self.of(bet).sampled_json(),
            **exact("probability", exactly.chance),
            **exact("edge", exactly.edge),
            "z": self.z(bet),
        }

    def as_json(self) -> dict[str, object]:
        """The plan, every bet that was counted, and the whole tally."""
        shares = self.shares.items()
        return {
            **self.about_json(),
            "bets": {spot: self.bet_json(bet) for spot, bet in self.counted.items()},
            "shares": {
                name: {
                    "probability_simulated": sampled(share.share, share.interval(), CONFIDENCE),
                    **exact("probability", chance),
                }
                for name, (share, chance) in shares
            },
            **self.tally.as_json(),
        }

    def _funnel(self, bet: str | Bet) -> Funnel:
        exact = self.exact[self.of(bet).bet]
        found = [(each.tally.total, each.tally.of_bet(exact.bet).edge) for each in self.milestones]
        return Funnel(str(bet), exact.edge, exact.deviation, found)

    @property
    def _about(self) -> str:
        plan, decks = self.plan, self.plan.rules.decks
        shoes = "the first shoe" if self.shoes == 1 else f"the first {self.shoes:,} shoes"
        if plan.coups is None:
            told = "dealt whole, beside the exact edges of a fresh shoe"
        else:
            told = f"{plan.coups} {'coup' if plan.coups == 1 else 'coups'} of each"
        deck = "deck" if decks == 1 else "decks"
        return f"{self.game}, {decks} {deck}: {shoes} of seed {plan.seed}, {told}."


def _naturals(tally: Tally) -> int:
    cells = zip(OUTCOMES, tally.cells, strict=True)
    return sum(times for outcome, times in cells if outcome.has_natural)


def simulate(
    shoes: int = 1_000,
    seed: int = 0,
    *,
    decks: float | None = None,
    bets: str | Bet | Iterable[str | Bet] = (),
    game: str | Game = "punto-banco",
    rules: Rules | None = None,
    coups: int | None = None,
    fresh: bool = False,
    depth: Depth | str | None = None,
    engine: str = "auto",
    threads: int | None = None,
    decide: Strategy = nobody,
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    scheduler: str | None = None,
    milestones: bool = False,
) -> Simulation:
    """Deal shoes of a seed: whole, or `coups` of each; `fresh` takes one coup of each, unburned.

    Bets of the felt, and `bets` beside them, that look no deeper than `depth` are counted; if it is
    not said, all of them. A bet that looks at totals can be asked for afterwards as well. With
    `decks=math.inf` fresh coups come from a deck to which every card returns.

    A `checkpoint` is a file that remembers what is finished: the next start goes on from there.
    A `scheduler` is the address of dask workers. With `milestones` the tally is kept now and
    then, for a plot.

    >>> simulate(shoes=100, seed=7).tally.total
    8027
    """
    _check_options(fresh, milestones, progress, checkpoint, scheduler)
    table, decide = table_of(game, decks, rules), as_key(decide)
    named = [bets] if isinstance(bets, str | Bet) else _listed(bets)
    table = replace(table, layout=table.layout.having(*named))
    plan = plan_of(table, shoes, seed, coups, fresh, depth, endless=is_endless(decks))
    for bet in map(table.layout.find, named):
        if not _is_counted(bet, plan):
            raise BadValue(f"{bet.key} looks at {bet.depth}, deeper than what is to be counted")
    chosen, threads = choose(engine, scheduler), whole_threads(threads)
    file = None if checkpoint is None else Checkpoint(checkpoint, plan, decide)
    counted = Counted() if file is None else file.load()
    resumed = counted.shoes
    kept: list[Counted] = []
    start = perf_counter()
    if progress is not None:
        progress(counted.tally, counted.shoes)
    if counted.shoes < plan.shoes:
        if file is not None:
            file.save(counted)  # a file that cannot be written is better known at once
        try:
            with (
                insisting() as insist,
                _engine(chosen, plan, decide, threads, scheduler) as deal,
            ):
                start = perf_counter()  # to compile is not to deal
                for stage in _stages(plan, resumed, milestones):
                    for part, dealt in deal(stage, decide, threads):
                        # One assignment: a Ctrl-C comes before it or after it.
                        counted = Counted(counted.tally + part, counted.shoes + dealt)
                        if file is not None:
                            file.keep(counted)
                        if progress is not None:
                            progress(counted.tally, counted.shoes)
                        insist()
                    kept.append(counted)
        except KeyboardInterrupt:
            if not counted.shoes:
                raise
        finally:
            if file is not None:
                file.keep(counted, is_last=True)
    seconds = perf_counter() - start
    if not kept or kept[-1].shoes < counted.shoes:
        kept.append(counted)
    return Simulation(
        table,
        plan,
        chosen,
        counted.tally,
        counted.shoes,
        seconds,
        _exact(table, plan, decide),
        resumed,
        tuple(kept) if milestones else (),
        file is None or not file.is_behind,
    )


def _stages(plan: Plan, resumed: int, milestones: bool) -> Iterator[Plan]:
    """The shoes still to be dealt, from each milestone to the next.

    Milestones lie at the same shoes whoever deals them and wherever a checkpoint has ended.
    """
    stops = _milestones(plan) if milestones else ()
    for begin, end in pairwise([resumed, *(s for s in stops if s > resumed), plan.shoes]):
        yield replace(plan, first=plan.first + begin, shoes=end - begin)


def _milestones(plan: Plan) -> Iterator[int]:
    """After how many shoes the tally is kept: the end is not among them."""
    stop = ceil(FIRST_MILESTONE / (plan.coups or 80))  # a whole shoe has about 80
    while stop < plan.shoes:
        yield stop
        stop = ceil(STEP * stop)


def _listed(bets: Iterable[str | Bet]) -> list[str | Bet]:
    if not isinstance(bets, Iterable):
        raise BadValue(f"bets are a list of bets or their names, not {quoted(bets)}")
    return list(bets)


def _check_options(
    fresh: object, milestones: object, progress: object, checkpoint: object, scheduler: object
) -> None:
    for name, value in (("fresh", fresh), ("milestones", milestones)):
        if not isinstance(value, bool):
            raise BadValue(f"{name} is True or False, not {quoted(value)}")
    if progress is not None and not callable(progress):
        raise BadValue(f"progress is a function of a tally and its shoes, not {quoted(progress)}")
    if checkpoint is not None and not isinstance(checkpoint, str | os.PathLike):
        raise BadValue(f"a checkpoint is the path of a file, not {quoted(checkpoint)}")
    if scheduler is not None and not isinstance(scheduler, str):
        raise BadValue(f"a scheduler is the address of one, not {quoted(scheduler)}")


def _is_counted(bet: Bet, plan: Plan) -> bool:
    counted = [each for each in (*plan.bets, EQUAL_START) if each.key == bet.key]
    return bet.depth is Depth.TOTALS or any(_is_same_event(bet, each) for each in counted)


def _is_same_event(one: Bet, other: Bet) -> bool:
    """Whether two bets are one event, at whatever prices."""
    return (one.event, one.trait, one.depth, one.at_start) == (
        other.event,
        other.trait,
        other.depth,
        other.at_start,
    )


def table_of(game: str | Game, decks: float | None = None, rules: Rules | None = None) -> Game:
    """A game by its name, from so many decks; an endless deck leaves the number of its own."""
    return as_game(game, decks=decks, rules=rules)


def plan_of(
    game: Game,
    shoes: int,
    seed: int = 0,
    coups: int | None = None,
    fresh: bool = False,
    depth: Depth | str | None = None,
    endless: bool = False,
) -> Plan:
    """The plan of a simulation of a game."""
    if fresh and coups is not None:
        raise BadValue("a fresh shoe for every coup leaves no number of coups to choose")
    if endless and not fresh:
        raise BadValue("an endless deck has no last coup: deal fresh coups of it")
    # A printed card has no suit, perhaps no rank: bets that ask for them cannot be told.
    printed = game.rules.printed
    known = Depth.CARDS if printed is None else printed.depth
    deepest = known if depth is None else _depth(depth)
    bets = [bet for bet in game.layout.bets.values() if Depth.TOTALS < bet.depth <= deepest]
    # A bet may lie on several spots, at several prices; it is counted once.
    counted = {bet.key: bet for bet in bets}
    for bet in bets:
        if not _is_same_event(bet, counted[bet.key]):
            raise BadValue(f"two bets that look at different things are both named {bet.key}")
    if fresh:
        return Plan.fresh(shoes, seed, game.rules, tuple(counted.values()), endless)
    return Plan(shoes, seed, game.rules, coups, bets=tuple(counted.values()))


def _depth(depth: Depth | str) -> Depth:
    names = {str(known): known for known in Depth}
    if str(depth) not in names:
        raise BadText(f"not a depth: {str(depth)[:24]!r} (expected {', '.join(names)})")
    return names[str(depth)]


def shoes_until(
    half_width: float,
    bet: str | Bet = "banker",
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
    if not isinstance(half_width, Real) or isinstance(half_width, bool):
        raise BadValue(f"the half-width of an interval is a number, not {quoted(half_width)}")
    if not 0 < half_width <= 1:
        raise BadValue(
            "the half-width of an interval is more than 0 and at most 100 per cent of the stake, "
            f"not {100 * half_width:g}"
        )
    table = as_game(game, decks=decks)
    plan = plan_of(table, 1, 0, coups, fresh)
    exact = _exact(table, plan, decide)
    odds = exact[bet]
    if not odds.variance:
        return 1
    ratio = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * odds.deviation / half_width
    needed = ratio * ratio
    # The sample's own deviation is found with an error. Four of them on top: then the interval
    # is wider than asked for about three times in 100,000.
    needed += 4 * sqrt(needed * (_kurtosis(odds) - 1))
    mean, _ = _length(plan, exact.tally)
    return ceil(min(needed / mean, 2 * SEEDS))  # a plan has fewer


def shoes_for(
    coups: int,
    *,
    game: str | Game = "punto-banco",
    decks: int | None = None,
    each: int | None = None,
    decide: Strategy = nobody,
) -> int:
    """How many shoes have so many coups: whole ones, or with so many coups of `each`.

    Whole shoes differ in length. So it is a little more than the mean would tell, lest there be
    too few coups.

    >>> shoes_for(1_000_000, each=60), shoes_for(1_000_000)
    (16667, 12450)
    """
    if whole(coups, "the number of coups") < 1:
        raise BadValue(f"a simulation deals at least one coup, not {coups}")
    table = as_game(game, decks=decks)
    plan = plan_of(table, 1, 0, each)
    if each is not None:
        return -(-coups // each)
    exact = _exact(table, plan, decide).tally
    mean, deviation = _length(plan, exact)
    # Shoes s with s * mean - 4 * deviation * sqrt(s) = coups: they have fewer three times in
    # 100,000 at the most.
    root = (4 * deviation + sqrt(16 * deviation**2 + 4 * mean * min(coups, SEEDS**2))) / (2 * mean)
    return ceil(min(root * root, 2 * SEEDS))  # a plan has fewer


def _kurtosis(odds: Odds) -> float:
    """The fourth moment over the square of the second: how heavy the tails of a bet are."""
    fourth = sum(
        odds.probability(tier) * (odds.bet.net(tier) - odds.expectation) ** 4
        for tier in odds.weights
    )
    return float(fourth / odds.variance**2)


def _length(plan: Plan, exact: Tally) -> tuple[float, float]:
    """How many coups a shoe of the plan has: the mean, or a little fewer, and the deviation.

    Coups follow each other up to the cut card as lamps do that burn out and are replaced, and
    renewal theory says how many are used up. It is short by a tenth of a coup because it takes
    time for continuous, and by one where a rule deals one more behind the cut card.
    """
    if plan.coups is not None:
        return plan.coups, 0.0
    rules, cards = plan.rules, decks_of(plan.rules.decks)
    used, used_spread = _moments(
        (len(outcome.player) + len(outcome.banker) - len(rules.opening), weight)
        for outcome, weight in zip(OUTCOMES, exact.cells, strict=True)
    )
    burned, burned_spread = _moments((1 + card.burns, 1) for card in cards)
    if not rules.burn:
        burned = burned_spread = 0.0
    before_cut = max(0.0, len(cards) - max(rules.cut_card, FEWEST_CARDS) - burned)
    # The last coup ends behind the cut card: on average by half of its cards.
    mean = (before_cut + (used + used_spread / used) / 2) / used
    spread = (before_cut * used_spread / used + burned_spread) / used**2
    return max(1.0, mean), sqrt(spread)


def _moments(weighed: Iterable[tuple[int, int]]) -> tuple[float, float]:
    """The mean of numbers by their weights, and their variance."""
    pairs = list(weighed)
    total, first, second = (
        sum(number**power * weight for number, weight in pairs) for power in range(3)
    )
    mean = Fraction(first, total)
    return float(mean), float(Fraction(second, total) - mean**2)


def _exact(game: Game, plan: Plan, decide: Strategy) -> OddsTable:
    decks = inf if plan.endless else plan.rules.decks
    return exact_odds(decks, game=replace(game, rules=plan.rules), decide=decide)


def choose(engine: str, scheduler: str | None = None) -> str:
    """The engine that will deal."""
    if not isinstance(engine, str) or engine not in ENGINES:
        raise UnknownName("engine", str(engine)[:40], ENGINES)
    if scheduler is not None:
        if engine not in ("auto", "dask"):
            raise BadValue(f"a scheduler is for the dask engine, not for {engine}")
        engine = "dask"
    has_numba = find_spec("numba") is not None
    if engine == "cpu" and not has_numba:
        raise Missing("the cpu engine needs Numba: pip install numba")
    if engine == "dask":
        check_installed()
    if engine == "auto":
        return "cuda" if has_gpu() else "cpu" if has_numba else "reference"
    return engine


@contextmanager
def _engine(
    name: str, plan: Plan, decide: Strategy, threads: int | None, scheduler: str | None
) -> Iterator[Engine]:
    """An engine, ready to deal a plan."""
    if name == "dask":
        with opened(threads, scheduler) as cluster:
            yield cluster.run_jobs
    elif name == "reference":
        yield _plainly
    elif name == "cuda":
        cuda.warm_up(plan, decide)
        yield cuda.run_jobs
    else:
        with undisturbed():
            from baccarat.simulation import cpu  # it compiles when it is first needed

        cpu.warm_up(plan)
        yield cpu.run_jobs


def _plainly(plan: Plan, decide: Strategy, threads: int | None) -> Iterator[tuple[Tally, int]]:
    """The reference engine, in parts: on one thread, for Python has but one at a time."""
    for job in plan.jobs(REFERENCE_JOB if plan.coups is None else 50 * REFERENCE_JOB):
        yield reference.run(job, decide), job.shoes
