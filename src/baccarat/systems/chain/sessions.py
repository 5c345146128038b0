"""Solves sessions exactly, as Markov chains: coups are independent, and states are in a table.

Chances are whole numbers over a common denominator. They are kept exactly, so that answers are
fractions; or they are rounded to 127 bits after every coup, so that answers are right to far more
than 15 digits.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from math import lcm, sqrt

from baccarat.base.errors import BadValue, Refused
from baccarat.base.frozen import freezes
from baccarat.base.watchdog import Alarm
from baccarat.core.third_card import Strategy, nobody
from baccarat.systems.chain.plain import (
    FALL,
    RUN,
    Flow,
    MoneyMatters,
    TellsSteps,
    Turns,
    Watched,
    follow_plainly,
)
from baccarat.systems.session import GOAL, RUINED, SessionPlan, require_shoes
from baccarat.systems.system import System, why_plain

ByNumber = Mapping[int, Fraction]


def mean_of(chances: ByNumber) -> Fraction:
    """The mean of a distribution."""
    return weighed(chances.items())


def weighed(parts: Iterable[tuple[int, Fraction]]) -> Fraction:
    """The sum of numbers times chances; with one common denominator, this is fast."""
    pairs = list(parts)
    common = lcm(*{chance.denominator for _, chance in pairs})
    sums = (number * chance.numerator * (common // chance.denominator) for number, chance in pairs)
    return Fraction(sum(sums), common)


def total_of(chances: Iterable[Fraction]) -> Fraction:
    """The sum of many chances."""
    return weighed((1, chance) for chance in chances)


def quantile_of(chances: ByNumber, share: float) -> int:
    """The smallest number that this share of a distribution does not exceed."""
    if not chances:
        raise BadValue("an event that never happens has no quantile: its chance must be above 0")
    denominator = lcm(*{chance.denominator for chance in chances.values()})
    parts = {at: part.numerator * (denominator // part.denominator) for at, part in chances.items()}
    below, wanted = 0, Fraction(share) * sum(parts.values())
    for number in sorted(parts):
        below += parts[number]
        if below >= wanted:
            return number
    return max(parts)


@dataclass(frozen=True, slots=True)
@freezes("results", "ended_at", "action", "money")
class ExactSessions:
    """The exact distribution of a session: chances of ends, results and coups."""

    plan: SessionPlan
    results: ByNumber
    """the chance of each result, in coins"""
    ended_at: Mapping[str, ByNumber]
    """for each end, by coups played"""
    action: Mapping[str, Fraction]
    """for each bet: the mean units staked"""
    money: tuple[Fraction, ...]
    """for each coup up to the thousandth: mean money in units; an ended session keeps its money"""
    is_exact: bool
    """whether the numbers are exact fractions, not rounded ones"""
    places: int
    """the most places of the chain at one coup"""
    stopped: str | None = None
    """why the chain was not followed to its end; the figures then cover only the coups followed"""

    @property
    def ends(self) -> dict[str, Fraction]:
        """The chance of each way in which the session may end."""
        return {end: total_of(at.values()) for end, at in self.ended_at.items()}

    @property
    def coups(self) -> dict[int, Fraction]:
        """The chance of each number of coups played."""
        by_coup: dict[int, Fraction] = {}
        for chances in self.ended_at.values():
            for coup, chance in chances.items():
                by_coup[coup] = by_coup[coup] + chance if coup in by_coup else chance
        return dict(sorted(by_coup.items()))

    @property
    def ruined_at(self) -> ByNumber:
        """For each number of coups: the chance to be ruined after exactly this number of coups."""
        return self.ended_at.get(RUINED, {})

    @property
    def mean(self) -> Fraction:
        """The mean result, in units."""
        return mean_of(self.results) / self.plan.session.unit

    @property
    def variance(self) -> Fraction:
        """The variance of the result, in square units."""
        squares = weighed((coins * coins, chance) for coins, chance in self.results.items())
        return max(Fraction(0), squares / self.plan.session.unit**2 - self.mean**2)

    @property
    def deviation(self) -> float:
        """The standard deviation of the result, in units."""
        return sqrt(self.variance)

    @property
    def ahead(self) -> Fraction:
        """The chance to leave with more than the bankroll."""
        return total_of(chance for coins, chance in self.results.items() if coins > 0)

    @property
    def mean_coups(self) -> Fraction:
        """The mean number of coups of a session, exactly."""
        return mean_of(self.coups)

    @property
    def time_to_ruin(self) -> Fraction | None:
        """The mean number of coups of ruined sessions; None if no session is ruined."""
        ruined = total_of(self.ruined_at.values())
        return mean_of(self.ruined_at) / ruined if ruined else None

    def ended_by(self, end: str, coup: int) -> Fraction:
        """The chance that the session ends in this way within this many coups."""
        chances = self.ended_at.get(end, {}).items()
        return total_of(chance for at, chance in chances if at <= coup)

    def quantile(self, share: float) -> int:
        """The smallest result, in coins, that this share of the sessions does not exceed."""
        return quantile_of(self.results, share)

    def as_json(self) -> dict[str, object]:
        """The figures as JSON, in floats, because fractions would have thousands of digits."""
        marks = [mark for mark in self.plan.marks if mark < len(self.money)]
        by_coup = [
            {
                "after_coups": mark,
                "mean_money_float": float(self.money[mark]),
                "ruined_float": float(self.ended_by(RUINED, mark)),
                "goal_float": float(self.ended_by(GOAL, mark)),
            }
            for mark in marks
        ]
        if self.stopped is not None:
            return {"stopped": self.stopped, "by_coup": by_coup}
        coups, unit, ruin = self.coups, self.plan.session.unit, self.time_to_ruin
        return {
            "stopped": None,
            "mean_float": float(self.mean),
            "deviation_float": self.deviation,
            "ahead_float": float(self.ahead),
            "quantiles": {str(share): self.quantile(share) / unit for share in QUANTILES},
            "mean_coups_float": float(self.mean_coups),
            "coups_quantiles": {str(share): quantile_of(coups, share) for share in QUANTILES},
            "time_to_ruin_float": None if ruin is None else float(ruin),
            "time_to_ruin_quantiles": None
            if ruin is None
            else {str(share): quantile_of(self.ruined_at, share) for share in QUANTILES},
            "ends_float": {end: float(chance) for end, chance in self.ends.items()},
            "action_by_bet": {bet: float(units) for bet, units in self.action.items()},
            "by_coup": by_coup,
        }


QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def solve_sessions(
    plan: SessionPlan,
    system: System,
    exact: bool = False,
    decide: Strategy = nobody,
    tell: TellsSteps | None = None,
    in_part: bool = False,
) -> ExactSessions:
    """Solve the sessions of a plan exactly; every coup must be dealt from a fresh shoe.

    A chain that is too large is refused; with `in_part` its answer covers the coups followed.
    """
    turns = Turns(_checked(plan, system, exact), system, decide)
    flow = _followed(turns, Watched(), exact, tell)
    if not in_part:
        _refuse_if_stopped(system, flow)
    ended: dict[str, dict[int, Fraction]] = defaultdict(dict)
    for (coup, end), chance in sorted(flow.ended.items()):
        ended[end][coup] = Fraction(chance, flow.whole)
    return ExactSessions(
        plan,
        _over(flow.told, flow.whole),
        ended,
        # Units are counted for each half of a coin.
        {
            turns.table.bets[bet - 1][0]: Fraction(units, 2 * flow.whole)
            for bet, units in sorted(flow.laid.items())
        },
        tuple(coins / plan.session.unit for coins in flow.money),
        exact,
        flow.places,
        flow.stopped,
    )


def chance_of_drawdown(
    plan: SessionPlan,
    system: System,
    units: Fraction | int,
    exact: bool = False,
    decide: Strategy = nobody,
    most_steps: int | None = None,
) -> Fraction:
    """The chance that the money ever falls this many units below the highest money so far."""
    coins = Fraction(units) * plan.session.unit
    if coins <= 0 or coins.denominator != 1:
        raise BadValue(f"a drawdown must be a whole number of coins, at least 1, not {units} units")
    session = plan.session
    if session.goal is None and (session.stop_loss is None or session.trailing):
        with suppress(MoneyMatters):
            only_fall = Watched(fall=int(coins), reflects=True, most_steps=most_steps)
            return _chance_of(FALL, plan, system, only_fall, exact, decide)
    falls = Watched(fall=int(coins), most_steps=most_steps)
    return _chance_of(FALL, plan, system, falls, exact, decide)


def chance_of_losing_run(
    plan: SessionPlan,
    system: System,
    run: int,
    exact: bool = False,
    decide: Strategy = nobody,
    most_steps: int | None = None,
) -> Fraction:
    """The chance of ever losing this many bets in a row; pushes do not break a run."""
    if run < 1:
        raise BadValue(f"a losing run must be at least 1 bet, not {run}")
    watched = Watched(losing_run=run, most_steps=most_steps)
    return _chance_of(RUN, plan, system, watched, exact, decide)


def action_of(
    plan: SessionPlan, system: System, exact: bool = False, decide: Strategy = nobody
) -> dict[int, Fraction]:
    """The chance of each total number of units that a session may stake."""
    turns = Turns(_checked(plan, system, exact), system, decide)
    flow = _followed(turns, Watched(by_action=True), exact)
    _refuse_if_stopped(system, flow)
    return _over(flow.told, flow.whole)


def _chance_of(
    end: str, plan: SessionPlan, system: System, watched: Watched, exact: bool, decide: Strategy
) -> Fraction:
    flow = _followed(Turns(_checked(plan, system, exact), system, decide), watched, exact)
    _refuse_if_stopped(system, flow)
    weights = (weight for (_, kind), weight in flow.ended.items() if kind == end)
    return Fraction(sum(weights), flow.whole)


def _checked(plan: SessionPlan, system: System, exact: bool) -> SessionPlan:
    if not plan.fresh:
        raise BadValue("coups of one shoe are not independent: exact answers need fresh coups")
    if (reason := why_plain(system)) is not None:
        raise Refused(f"{reason}: exact answers need one wager a coup, chosen by earlier winners")
    require_shoes(plan, system)
    if exact and plan.session.coups is None:
        raise BadValue("without a number of coups the answers are not fractions: leave exact out")
    return plan


def _followed(turns: Turns, watched: Watched, exact: bool, tell: TellsSteps | None = None) -> Flow:
    if exact or find_spec("numba") is None:
        with Alarm():  # one alarm for all states: setting it takes longer than an answer
            return follow_plainly(turns, watched, exact, tell)
    from baccarat.systems.chain.loops import CompiledChain

    with Alarm():
        return CompiledChain(turns, watched).follow(tell)


def _refuse_if_stopped(system: System, flow: Flow) -> None:
    if flow.stopped is not None:
        raise Refused(f"{system.key} has no quick exact answer: {flow.stopped}")


def _over(chances: Mapping[int, int], total: int) -> dict[int, Fraction]:
    return {key: Fraction(chances[key], total) for key in sorted(chances)}
