"""Figures as they were played and as they are exactly, side by side, and how far they lie apart.

The distance z is in standard errors. Where the distribution is known exactly, so is its error; of
the action and of the money by coup the played sessions tell it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from baccarat.base.errors import Refused
from baccarat.core.stats import Share
from baccarat.core.third_card import Strategy, nobody
from baccarat.systems.chain.sessions import (
    QUANTILES,
    ByNumber,
    ExactSessions,
    chance_of_drawdown,
    chance_of_losing_run,
    mean_of,
    quantile_of,
    total_of,
)
from baccarat.systems.ledger import MARK, Ledger
from baccarat.systems.session import ENDS, GOAL, RUINED
from baccarat.systems.stake import Staked
from baccarat.systems.system import in_units

MIDDLE_AND_RARE = (0.5, 0.95)
"""The quantiles at which drawdowns and losing runs are told."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A figure of sessions that were played, and the exact one beside it."""

    name: str
    played: float
    exact: Fraction | float | None = None
    z: float | None = None
    interval: tuple[float, float] | None = None
    is_share: bool = False
    why_not: str | None = None
    """why there is no exact one"""

    def as_json(self) -> dict[str, object]:
        return {
            "figure": self.name,
            "played_float": self.played,
            "exact_float": None if self.exact is None else float(self.exact),
            "z": self.z,
            "why_not": self.why_not,
        }


FEW_STEPS = 20_000_000
"""So far a chain is followed for one line of a report: a second or two."""
LAW, AT_EDGE, UNROUNDED = LAWS = (
    "by the law: -edge x action",
    "at a whole shoe's edge",
    "by the law, unrounded",
)


def law_of(found: Staked) -> str:
    """What -edge x action is called: a count bets when a unit is worth more, rounding pays less."""
    if found.system.count is not None:
        return AT_EDGE
    return UNROUNDED if found.is_rounded else LAW


def figures(found: Staked, solved: ExactSessions | None) -> Iterator[Beside]:
    """Result, action, coups and ends; nothing is exact if it was not solved."""
    exact = None if solved is None or solved.stopped is not None else solved
    yield from _means(found, exact)
    chances = {} if exact is None else exact.ends
    yield share_of("ahead", found.ahead, None if exact is None else exact.ahead)
    for end in ENDS:
        if end in found.ledger.ends or end in chances:
            chance = None if exact is None else chances.get(end, Fraction(0))
            yield share_of(f"ended: {end}", found.ended(end), chance)


def _interval(found: Staked) -> tuple[float, float] | None:
    """Where the mean lies; sessions that all ended alike do not tell."""
    return found.interval() if found.deviation else None


def _means(found: Staked, exact: ExactSessions | None) -> Iterator[Beside]:
    ledger, many = found.ledger, found.sessions
    if exact is None:
        yield Beside("result, units", found.mean, interval=_interval(found))
        yield Beside(law_of(found), found.by_law)
        yield Beside("action, units", found.action)
        yield Beside("coups", ledger.mean("coups"))
        return
    z = _z(found.mean, exact.mean, exact.deviation, many)
    yield Beside("result, units", found.mean, exact.mean, z, _interval(found))
    lost = (found.exact[bet].edge * units for bet, units in exact.action.items())
    law, spread = -sum(lost, Fraction(0)), ledger.deviation("action")
    # Of several bets the ledger does not tell how their actions go together.
    edge = float(found.exact[next(iter(ledger.bets))].edge) if len(ledger.bets) == 1 else 0
    z = _z(found.by_law, law, abs(edge) * spread, many)
    yield Beside(law_of(found), found.by_law, law, z)
    action = sum(exact.action.values(), Fraction(0))
    yield Beside("action, units", found.action, action, _z(found.action, action, spread, many))
    fourth = _moment(exact, 4) / exact.plan.session.unit**4
    error = sqrt(max(Fraction(0), fourth - exact.variance**2))
    z = _z(found.deviation**2, exact.variance, error, many)
    yield Beside("deviation, units", found.deviation, exact.deviation, z)
    coups, played = exact.coups, ledger.mean("coups")
    z = _z(played, exact.mean_coups, _deviation(coups), many)
    yield Beside("coups", played, exact.mean_coups, z)
    ruins, until = ledger.histograms["ruined at"], exact.time_to_ruin
    if ruins and until is not None:
        ruined = sum(ruins.values())
        played = ledger.total("ruined at") / ruined
        z = _z(played, until, _deviation(exact.ruined_at), ruined)
        yield Beside("coups until ruin", played, until, z)


def quantiles(found: Staked, exact: ExactSessions) -> Iterator[Beside]:
    """Quantiles of the result, and of the coups until ruin."""
    yield from _quantiles(found, "result", exact.results, QUANTILES, exact.plan.session.unit)
    if found.ledger.histograms["ruined at"] and exact.ruined_at:
        yield from _quantiles(found, "ruined at", exact.ruined_at, MIDDLE_AND_RARE, 1)


def _quantiles(
    found: Staked, name: str, chances: ByNumber, shares: Iterable[float], unit: int
) -> Iterator[Beside]:
    """Here z is that of the sessions that do not exceed the exact quantile."""
    ledger, whole = found.ledger, total_of(chances.values())
    many = sum(ledger.histograms[name].values())
    for share in shares:
        least = quantile_of(chances, share)
        below = total_of(part for at, part in chances.items() if at <= least) / whole
        z = share_of(name, Share(_at_most(ledger, name, least), many), below).z
        told = f"{name}, quantile of {100 * share:.0f} %"
        yield Beside(told, ledger.quantile(name, share) / unit, Fraction(least, unit), z)


def deepest(found: Staked, decide: Strategy = nobody) -> Iterator[Beside]:
    """How often drawdown and losing run stay within what most sessions had."""
    plan, system, ledger = found.plan, found.system, found.ledger
    unit = plan.session.unit
    for name in ("drawdown", "losing run"):
        for most in dict.fromkeys(ledger.quantile(name, share) for share in MIDDLE_AND_RARE):
            inside = Share(_at_most(ledger, name, most), found.sessions)
            told = f"{in_units(most, unit)} units" if name == "drawdown" else str(most)
            try:
                if name == "drawdown":
                    more = Fraction(most + 1, unit)
                    beyond = chance_of_drawdown(plan, system, more, False, decide, FEW_STEPS)
                else:
                    beyond = chance_of_losing_run(plan, system, most + 1, False, decide, FEW_STEPS)
            except Refused as why:
                yield share_of(f"{name} at most {told}", inside, None, str(why))
            else:
                yield share_of(f"{name} at most {told}", inside, 1 - beyond)


def by_coup(found: Staked, solved: ExactSessions | None) -> Mapping[int, tuple[Beside, ...]]:
    """After every tenth coup: the money in hand, and how many were ruined or at their goal."""
    plan, ledger, rows = found.plan, found.ledger, {}
    unit, goal = plan.session.unit, plan.session.goal
    for mark in plan.marks:
        name = MARK.format(mark)
        if name not in ledger.histograms:
            break
        exact = solved if solved is not None and mark < len(solved.money) else None
        played, spread = ledger.mean(name) / unit, ledger.deviation(name) / unit
        money = Beside("money, units", played)
        if exact is not None:
            z = _z(played, exact.money[mark], spread, found.sessions)
            money = Beside(money.name, played, exact.money[mark], z)
        row, ends = [money], {"ruined": (RUINED, _at_most(ledger, "ruined at", mark))}
        if goal is not None:
            there = found.sessions - _at_most(ledger, name, goal * unit - 1)
            ends["goal"] = GOAL, there
        for told, (end, times) in ends.items():
            chance = None if exact is None else exact.ended_by(end, mark)
            row.append(share_of(told, Share(times, found.sessions), chance))
        rows[mark] = tuple(row)
    return rows


def share_of(name: str, share: Share, exact: Fraction | None, why_not: str | None = None) -> Beside:
    """A share of the sessions beside its chance."""
    z, chance, many = None, float(exact or 0), share.of
    if 0 < chance < 1:
        z = (share.count - many * chance) / sqrt(many * chance * (1 - chance))
    played = float(share.share or 0)
    return Beside(name, played, exact, z, share.interval(), is_share=True, why_not=why_not)


def _z(played: float, exact: Fraction, spread: float, many: int) -> float | None:
    """How many standard errors a mean lies off; None if it cannot lie off."""
    return (played - float(exact)) / (spread / sqrt(many)) if spread > 0 else None


def _at_most(ledger: Ledger, name: str, most: int) -> int:
    return sum(times for number, times in ledger.histograms[name].items() if number <= most)


def _moment(exact: ExactSessions, power: int) -> Fraction:
    """A central moment of the result, in coins."""
    middle = exact.mean * exact.plan.session.unit
    parts = ((won - middle) ** power * chance for won, chance in exact.results.items())
    return sum(parts, Fraction(0))


def _deviation(chances: ByNumber) -> float:
    """The standard deviation of a distribution, or of the part of it that is there."""
    whole = total_of(chances.values())
    middle = mean_of(chances) / whole
    squares = mean_of({number * number: chance for number, chance in chances.items()}) / whole
    return sqrt(max(Fraction(0), squares - middle**2))


def exactly_json(
    found: Staked, solved: ExactSessions, is_alone: bool, decide: Strategy = nobody
) -> dict[str, object]:
    """The exact figures, and how far the played ones lie from them.

    Drawdowns and losing runs are asked for a system that is alone: they take a second or two each.
    """
    beside: list[Beside] = []
    if solved.stopped is None:
        beside = [*figures(found, solved), *quantiles(found, solved)]
        beside += deepest(found, decide) if is_alone else ()
    return {**solved.as_json(), "side_by_side": [each.as_json() for each in beside]}
