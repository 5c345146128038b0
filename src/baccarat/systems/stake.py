"""Play any number of seeded sessions of a system; the ledger is the same on every engine."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, Any

from baccarat.base.errors import BadValue
from baccarat.base.frames import ColumnTypes, Framed
from baccarat.base.hints import displayed, guided, quoted
from baccarat.base.jsonable import bounds, exact, sampled
from baccarat.core.cards import Depth
from baccarat.core.games import Game, as_game, is_endless
from baccarat.core.rules import Rules
from baccarat.core.stats import CONFIDENCE, Share, deviations
from baccarat.core.tally import digest_of
from baccarat.core.third_card import Strategy, as_key, nobody
from baccarat.exact.odds import OddsTable
from baccarat.simulation.engine import AUTO, Engine
from baccarat.simulation.engines.choice import REFERENCE, choose
from baccarat.simulation.engines.reference import FIRST_COUPS, MOST_COUPS
from baccarat.simulation.plan import Pace, Plan
from baccarat.simulation.planning import exact_of, require_bools
from baccarat.simulation.protocols import Stop, paced
from baccarat.simulation.runner import Runner
from baccarat.systems.counting.spelling import SpelledCount
from baccarat.systems.ledger import Ledger
from baccarat.systems.rebate import SessionRebate, Spread, as_rebate, rebated
from baccarat.systems.register import system as as_system
from baccarat.systems.session import ENDS, PACE, Session, SessionPlan, require_pace
from baccarat.systems.system import System, seated, why_plain
from baccarat.systems.walk.session_arrays import LedgerSum
from baccarat.systems.walk.states import Deeper, ways_of

if TYPE_CHECKING:
    from baccarat.systems.walk.sessions import SystemReader

RUINED_AT = "ruined at"
USUAL_COUPS = 100
"""The coups of a session for which no terms are given."""
Tells = Callable[[LedgerSum, int], None]
"""A function called with the ledger so far and its number of sessions, also at the start."""


@displayed
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Staked(Framed):
    """The answer of `stake`: the ledger of a system's sessions, and the settings of the run.

    >>> found = stake("flat", 500, seed=7, on="banker", fresh=True)
    >>> found
    <500 sessions of flat on banker: -0.690 units each>
    >>> round(found.action)
    100
    """

    system: System
    plan: SessionPlan
    engine: str
    ledger: Ledger
    seconds: float = field(compare=False)
    exact: OddsTable = field(compare=False)
    """the exact odds of a fresh shoe"""
    resumed: int = 0
    """the number of sessions that came from a checkpoint"""
    is_saved: bool = True
    """True if the checkpoint has everything, or if there is none"""
    pace: int = field(default=PACE, kw_only=True)
    """coups an hour"""
    rebate: Fraction | None = field(default=None, kw_only=True)
    """the share of a session's loss that comes back"""
    why_slow: str | None = field(default=None, kw_only=True, compare=False)
    """why the sessions took long; None if they did not"""

    def __repr__(self) -> str:
        return f"<{self.sessions:,} sessions of {self.system}: {self.mean:+.3f} units each>"

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        return self.ledger.sessions

    @property
    def is_whole(self) -> bool:
        """True if all sessions of the plan were played."""
        return self.sessions == self.plan.sessions

    @property
    def mean(self) -> float:
        """The mean result of a session, in units."""
        return self.ledger.mean("result") / self.plan.session.unit

    @property
    def deviation(self) -> float:
        """The standard deviation of a session's result, in units."""
        return self.ledger.deviation("result") / self.plan.session.unit

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of the mean."""
        half = deviations(confidence) * self.deviation / sqrt(self.sessions)
        return self.mean - half, self.mean + half

    @property
    def rebated(self) -> SessionRebate | None:
        """What the rebate has changed in these sessions; None without a rebate."""
        if self.rebate is None:
            return None
        return rebated(self.ledger.histograms["result"], self.rebate, self.plan.session.unit)

    def interval_of(self, spread: Spread, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of a mean: of the money that comes back, or of what is left."""
        half = deviations(confidence) * spread.deviation / sqrt(max(1, self.sessions - 1))
        return float(spread.mean) - half, float(spread.mean) + half

    def ended(self, end: str) -> Share:
        """The share of sessions that ended in this way."""
        return Share(self.ledger.ends.get(end, 0), self.sessions)

    @property
    def ahead(self) -> Share:
        """The share of sessions that won."""
        results = self.ledger.histograms["result"]
        return Share(sum(times for coins, times in results.items() if coins > 0), self.sessions)

    @property
    def action(self) -> float:
        """The mean action of a session, in units."""
        return self.ledger.mean("action")

    @property
    def by_law(self) -> float:
        """The expected result of a session in units: −Σ edge x action of each bet."""
        return -self._lost / self.sessions

    @property
    def _lost(self) -> float:
        books = self.ledger.bets.items()
        losses = (self.exact[bet].edge * book["action"] for bet, book in books)
        return float(sum(losses, Fraction(0)))

    @property
    def z(self) -> float | None:
        """The difference between the results and `by_law`, in standard errors.

        None if coups come from whole shoes, if payouts are rounded, if a coup may have several
        wagers, or if nothing was staked. Each bet has a weight of the square of its stake, so a few
        large bets do not mislead.
        """
        is_several = self.system.wagers > 1
        if not self.plan.fresh or not self._spread or self.is_rounded or is_several:
            return None
        units = sum(book["result"] for book in self.ledger.bets.values()) / self.plan.session.unit
        return (units + self._lost) / sqrt(self._spread)

    @property
    def _spread(self) -> float:
        """The variance of the sum of all results, in units, if coups were independent.

        Wagers on the same coup are not independent; then this is the largest possible variance.
        """
        books = self.ledger.bets.items()
        spreads = [float(self.exact[bet].variance) * book["squares"] for bet, book in books]
        return sum(map(sqrt, spreads)) ** 2 if self.system.wagers > 1 else sum(spreads)

    @property
    def won(self) -> float:
        """The units won per unit staked; 0 if no unit was staked."""
        return self.mean / self.action if self.action else 0.0

    def won_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of `won`; each bet is weighted by the square of its stake."""
        staked = self.action * self.sessions
        half = deviations(confidence) * sqrt(self._spread) / staked if staked else 0.0
        return self.won - half, self.won + half

    @property
    def whole_unit(self) -> int:
        """The smallest unit, in coins, for which every payout is whole chips, without rounding."""
        layout = self.plan.game.layout
        bets = map(layout.find, self.ledger.bets)
        nets = [Fraction(bet.net(tier)) for bet in bets for tier in (*bet.pays, None)]
        parts = (net.denominator * layout.chip for net in nets)
        return lcm(
            *(part // gcd(net.numerator, part) for net, part in zip(nets, parts, strict=True))
        )

    @property
    def is_rounded(self) -> bool:
        """True if some payouts are rounded to whole chips, which changes the edge."""
        return self.plan.session.unit % self.whole_unit != 0

    @property
    def hourly(self) -> float:
        """The units won per hour at `pace`, from `by_law`, or from `mean` if the law does not hold.

        The law fails for a count, which bets when the edge is better, and for rounded payouts.
        """
        coups = self.ledger.mean("coups")
        is_plain = self.system.count is None and not self.is_rounded
        units_each = self.by_law if is_plain else self.mean
        return units_each * self.pace / coups if coups else 0.0

    def row(self) -> dict[str, object]:
        """The figures as a flat row, for tables."""
        low, high = bounds(self.interval())
        won_low, won_high = bounds(self.won_interval())
        return {
            "system": str(self.system),
            "sessions": self.sessions,
            "mean": self.mean,
            "low": low,
            "high": high,
            "confidence": CONFIDENCE,
            "deviation": self.deviation,
            "by_law": self.by_law,
            "z": self.z,
            "action": self.action,
            "won": self.won,
            "won_low": won_low,
            "won_high": won_high,
            "coups": self.ledger.mean("coups"),
            "pace": self.pace,
            "hourly": self.hourly,
            "ahead": float(self.ahead.share or 0),
            **{ended_column(end): float(self.ended(end).share or 0) for end in ENDS},
            **self.quantiles(),
            **self._rebate_row(),
        }

    def _rebate_row(self) -> dict[str, float]:
        """The rebate, its cost and its worth with their intervals; empty without a rebate."""
        if (rebate := self.rebated) is None:
            return {}
        row = {"rebate": float(rebate.share)}
        for name, spread in (("cost", rebate.cost), ("worth", rebate.worth)):
            low, high = self.interval_of(spread)
            row |= {name: float(spread.mean), f"{name}_low": low, f"{name}_high": high}
        return row

    def rows(self) -> list[dict[str, object]]:
        """A list with only this row, so that its frame can be appended to other data frames."""
        return [self.row()]

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        row = self.row()
        counts = dict.fromkeys(("sessions", "pace"), "int64")
        return {**dict.fromkeys(row, "float64?"), "system": "string", **counts}, [row]

    def quantiles(self) -> dict[str, float | None]:
        """The median and the 95 % quantile of drawdown (units), losing run and coup of ruin."""
        figures: dict[str, float | None] = {}
        for name, unit in (("drawdown", self.plan.session.unit), ("losing run", 1), (RUINED_AT, 1)):
            for share in (0.5, 0.95):
                key = f"{name.replace(' ', '_')}_{100 * share:.0f}"
                counts = self.ledger.histograms[name]
                figures[key] = self.ledger.quantile(name, share) / unit if counts else None
        return figures

    def as_json(self) -> dict[str, object]:
        """The figures and the whole ledger, as JSON."""
        ledger, count = self.ledger, self.system.count
        return {
            "system": str(self.system),
            "count_kept": None if count is None else str(SpelledCount.of(count)),
            "sessions": self.sessions,
            "is_whole": self.is_whole,
            "engine": self.engine,
            "seconds": self.seconds,
            "mean_simulated": sampled(self.mean, self.interval(), CONFIDENCE),
            "deviation_float": self.deviation,
            "by_law_float": self.by_law,
            "z": self.z,
            "action_float": self.action,
            "won_simulated": sampled(self.won, self.won_interval(), CONFIDENCE),
            "hourly_float": self.hourly,
            "pace": self.pace,
            "quantiles": self.quantiles(),
            "mean_coups_float": ledger.mean("coups"),
            "ahead_simulated": _share(self.ahead),
            "ends_simulated": {end: _share(self.ended(end)) for end in ledger.ends},
            "rebate": self._rebate_json(),
            "staked": {bet: dict(book) for bet, book in ledger.bets.items()},
            "histograms": {
                name: {str(number): times for number, times in counts.items()}
                for name, counts in ledger.histograms.items()
            },
            "digest": ledger.digest,
        }

    def _rebate_json(self) -> dict[str, object] | None:
        if (rebate := self.rebated) is None:
            return None
        cost, worth = (
            sampled(spread.mean, self.interval_of(spread), CONFIDENCE)
            for spread in (rebate.cost, rebate.worth)
        )
        return {**exact("share", rebate.share), "cost_simulated": cost, "worth_simulated": worth}


def ended_column(end: str) -> str:
    """The column for the share of sessions that ended in this way.

    >>> ended_column("stop-loss")
    'ended_stop_loss'
    """
    return f"ended_{end.replace('-', '_')}"


def _share(share: Share) -> dict[str, object]:
    return sampled(share.share, share.interval(), CONFIDENCE)


def answer_digest(answers: Sequence[Staked]) -> str:
    """SHA-256 of all ledgers: equal for everybody who asks the same question."""
    return digest_of([answer.ledger.digest for answer in answers])


def short_names(answers: Sequence[Staked]) -> list[str]:
    """The systems as they are spelled, without the bet if it is the same for all."""
    names = [str(answer.system) for answer in answers]
    same = {name.partition(" on ")[2] for name in names}
    if len(same) > 1 or len(names) == 1:
        return names
    return [name.partition(" on ")[0] for name in names]


@guided
def stake(
    system: str | System = "flat",
    sessions: int = 1_000,
    seed: int = 0,
    *,
    on: str | None = None,
    session: Session | None = None,
    fresh: bool = False,
    decks: float | None = None,
    game: str | Game = "punto-banco",
    rules: Rules | None = None,
    engine: str | Engine = AUTO,
    threads: int | None = None,
    decide: Strategy = nobody,
    pace: int = PACE,
    rebate: float | Fraction | None = None,
    progress: Tells | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    scheduler: str | None = None,
    stop: Stop | None = None,
) -> Staked:
    """Play seeded sessions of a betting system, by default of 100 coups each.

    >>> round(stake("martingale", 500, seed=7, fresh=True).action)
    279
    """
    plan = plan_sessions(sessions, seed, session, fresh, decks, game, rules)
    if progress is not None and not callable(progress):
        complaint = "progress is a function of what is counted and its sessions"
        raise BadValue(f"{complaint}, not {quoted(progress)}")
    require_pace(pace)
    share = None if rebate is None else as_rebate(rebate)
    decide = as_key(decide)
    played = seated(as_system(system, on), plan.game, decide)
    chosen = player_of(engine, scheduler)
    exact = exact_of(plan.game, plan.dealing, decide)
    dealing = plan.dealing

    def tell(summed: LedgerSum, shoes: int) -> None:
        if progress is not None:
            progress(summed, shoes // dealing.together)

    depth = None
    while True:
        reader = reader_of(plan, played, depth, decide, checkpoint is not None)
        run = Runner(dealing, reader, decide, chosen, threads, scheduler, checkpoint)
        try:
            result = run.go(tell, stop)
            break
        except Deeper as deeper:  # a bet that appeared later needs deeper cards
            depth = deeper.depth
    return Staked(
        *(played, plan, chosen.name, result.tally.ledger, run.seconds, exact),
        *(run.resumed // dealing.together, run.is_saved),
        pace=pace,
        rebate=share,
        why_slow=slow_because(played, plan),
    )


def slow_because(system: System, plan: SessionPlan) -> str | None:
    """Why the sessions of a system took long, in one line; None if they did not."""
    from baccarat.systems.walk.sessions import has_many_states  # compiled when first needed

    if (reason := why_plain(system)) is not None:
        return f"{reason}: plain Python plays it, thousands of times slower than one by winners"
    if has_many_states(system, plan):
        often = "has a new state in one coup of five or more"
        return f"{system.key} {often}, and Python is asked for each: keep less in its state"
    return None


def player_of(engine: str | Engine, scheduler: str | None) -> Engine:
    """The engine that plays the sessions; the reference player for the reference engine."""
    chosen = choose(engine, scheduler)
    return PLAIN if chosen is REFERENCE else chosen


def _plainly(
    dealing: Plan, decide: Strategy, reader: Any, threads: int | None, stop: Stop
) -> Iterator[tuple[Any, int]]:
    """For each part of the plan: the result of the reference player, and the number of shoes."""
    pace = Pace(dealing, FIRST_COUPS, MOST_COUPS)
    return paced(pace, stop, lambda part: reader.plainly(part, decide))


PLAIN = Engine(REFERENCE.name, REFERENCE.coups, _plainly)


def reader_of(
    plan: SessionPlan, system: System, depth: Depth | None, decide: Strategy, is_kept: bool = False
) -> "SystemReader":
    """A reader that plays a system. It sees cards if `depth` or the system's first bets need them.

    For a checkpoint, the reader names the system by what it does, not only by its name.
    """
    from baccarat.systems.walk.long_sessions import RoundsReader  # compiled when first needed
    from baccarat.systems.walk.sessions import (
        PlainReader,
        SystemReader,
        checked_table,
        plain_ways,
    )

    single = replace(plan, sessions=1, first=0)
    if why_plain(system):
        ways = plain_ways(system, single, decide) if is_kept else ""
        return PlainReader(single, system, None, ways, decide)
    depth = depth or checked_table(system, single).depth
    ways = ways_of(system, plan.session, plan.game.layout) if is_kept else ""
    if plan.in_rounds:
        return RoundsReader(single, system, depth, ways, decide)
    return SystemReader(single, system, depth, ways)


def plan_sessions(
    sessions: int,
    seed: int = 0,
    session: Session | None = None,
    fresh: bool = False,
    decks: float | None = None,
    game: str | Game = "punto-banco",
    rules: Rules | None = None,
) -> SessionPlan:
    """The plan of the sessions that are played at this game."""
    require_bools(fresh=fresh)
    terms = Session(coups=USUAL_COUPS) if session is None else session
    table = as_game(game, decks=decks, rules=rules)
    return SessionPlan(sessions, seed, table, terms, fresh, is_endless(decks))
