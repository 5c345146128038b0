"""The figures of sessions: played values, exact values, and the distance z between them.

z is in standard errors. If the distribution is known exactly, so is the error; for the action and
the money by coup, the error comes from the played sessions.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import sqrt

from baccarat.base.errors import Refused
from baccarat.core.stats import Share
from baccarat.core.third_card import Strategy, nobody
from baccarat.figures.figure import NUMBER, RATE, SHARE, UNITS, AnswerFigure
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
from baccarat.systems.comparison import Difference
from baccarat.systems.ledger import MARK, Ledger
from baccarat.systems.rebate import Spread, rebated
from baccarat.systems.session import ENDS, GOAL, RUINED
from baccarat.systems.stake import Staked, ended_column
from baccarat.systems.system import in_units

MIDDLE_AND_RARE = (0.5, 0.95)
"""The quantiles of drawdowns and losing runs that are shown."""
FEW_STEPS = 20_000_000
"""The most steps of a chain for one line of a report: a second or two."""


def law_of(staked: Staked) -> str:
    """The name of the figure -edge x action; it has other names for counts and rounded payouts."""
    if staked.system.count is not None:
        return "at a whole shoe's edge"
    return "by the law, unrounded" if staked.is_rounded else "by the law: -edge x action"


def session_figures(staked: Staked, solved: ExactSessions | None) -> Iterator[AnswerFigure]:
    """Result, action, coups and ends of the sessions; with exact values if `solved` has them."""
    exact = None if solved is None or solved.stopped is not None else solved
    yield from _means(staked, exact)
    yield from _rebate(staked, exact)
    yield share_of("ahead", staked.ahead, None if exact is None else exact.ahead)
    chances = {} if exact is None else exact.ends
    for end in ENDS:
        if end in staked.ledger.ends or end in chances:
            yield end_of(staked, end, None if exact is None else chances.get(end, Fraction(0)))


def compared_figures(staked: Staked, more: Difference | None = None) -> Iterator[AnswerFigure]:
    """The figures of a system for its line in a comparison of systems."""
    yield from _means(staked, None)
    yield from _rebate(staked, None)
    yield share_of("ahead", staked.ahead, None)
    yield end_of(staked, RUINED, None)
    yield AnswerFigure("won", "won of the action", RATE, staked.won, staked.won_interval())
    if more is not None:
        yield AnswerFigure("more", "more than the first", UNITS, more.mean, (more.low, more.high))


def _means(staked: Staked, exact: ExactSessions | None) -> Iterator[AnswerFigure]:
    ledger, sessions = staked.ledger, staked.sessions
    # Equal results give no interval of the mean.
    interval = staked.interval() if staked.deviation else None
    mean = AnswerFigure("mean", "result, units", UNITS, staked.mean, interval)
    by_law = AnswerFigure("by_law", law_of(staked), UNITS, staked.by_law)
    action = AnswerFigure("action", "action, units", NUMBER, staked.action)
    coups = AnswerFigure("coups", "coups", NUMBER, ledger.mean("coups"))
    if exact is None:
        yield from (mean, by_law, action, coups)
        return
    yield _with_exact(mean, exact.mean, exact.deviation, sessions)
    costs = (staked.exact[bet].edge * units for bet, units in exact.action.items())
    law, spread = -sum(costs, Fraction(0)), ledger.deviation("action")
    # With several bets, the ledger does not have the correlation of their actions.
    edge = float(staked.exact[next(iter(ledger.bets))].edge) if len(ledger.bets) == 1 else 0
    yield _with_exact(by_law, law, abs(edge) * spread, sessions)
    yield _with_exact(action, sum(exact.action.values(), Fraction(0)), spread, sessions)
    fourth = _moment(exact, 4) / exact.plan.session.unit**4
    error = sqrt(max(Fraction(0), fourth - exact.variance**2))
    z = _z(staked.deviation**2, exact.variance, error, sessions)
    deviation = AnswerFigure("deviation", "deviation, units", NUMBER, staked.deviation)
    yield replace(deviation, exact=exact.deviation, z=z)
    yield _with_exact(coups, exact.mean_coups, _deviation(exact.coups), sessions)
    ruins, until = ledger.histograms["ruined at"], exact.time_to_ruin
    if ruins and until is not None:
        times = sum(ruins.values())
        ruin_coups = ledger.total("ruined at") / times
        figure = AnswerFigure("time_to_ruin", "coups until ruin", NUMBER, ruin_coups)
        yield _with_exact(figure, until, _deviation(exact.ruined_at), times)


def _rebate(staked: Staked, exact: ExactSessions | None) -> Iterator[AnswerFigure]:
    """What a rebate on loss brings back, and the result with the rebate; empty without a rebate."""
    if (played := staked.rebated) is None:
        return
    back = f"{float(100 * played.share):g} % of a loss back"
    solved = exact and rebated(exact.results, played.share, staked.plan.session.unit)
    for key, name in (("cost", f"{back}, units"), ("worth", "result with it, units")):
        spread: Spread = getattr(played, key)
        interval = staked.interval_of(spread) if spread.deviation else None
        figure = AnswerFigure(key, name, UNITS, float(spread.mean), interval)
        if solved:
            whole: Spread = getattr(solved, key)
            figure = _with_exact(figure, whole.mean, whole.deviation, staked.sessions)
        yield figure


def quantiles(staked: Staked, exact: ExactSessions) -> Iterator[AnswerFigure]:
    """Quantiles of the result, and of the coups until ruin."""
    yield from _quantiles(staked, "result", exact.results, QUANTILES, exact.plan.session.unit)
    if staked.ledger.histograms["ruined at"] and exact.ruined_at:
        yield from _quantiles(staked, "ruined at", exact.ruined_at, MIDDLE_AND_RARE, 1)


def _quantiles(
    staked: Staked, column: str, chances: ByNumber, shares: Iterable[float], unit: int
) -> Iterator[AnswerFigure]:
    """Quantiles of a column, beside the exact quantiles; z is the distance between the played and
    the exact share of sessions at or below the exact quantile.
    """
    ledger, total = staked.ledger, total_of(chances.values())
    sessions = sum(ledger.histograms[column].values())
    for share in shares:
        least = quantile_of(chances, share)
        below = total_of(chance for number, chance in chances.items() if number <= least) / total
        z = share_of(column, Share(_at_most(ledger, column, least), sessions), below).z
        name = f"{column}, quantile of {100 * share:.0f} %"
        kind, value = UNITS if column == "result" else NUMBER, ledger.quantile(column, share) / unit
        yield AnswerFigure(name, name, kind, value, exact=Fraction(least, unit), z=z)


def deepest(staked: Staked, decide: Strategy = nobody) -> Iterator[AnswerFigure]:
    """For some limits: the share of sessions whose drawdown or losing run is at most the limit."""
    plan, system, ledger = staked.plan, staked.system, staked.ledger
    unit = plan.session.unit
    for column in ("drawdown", "losing run"):
        for limit in dict.fromkeys(ledger.quantile(column, share) for share in MIDDLE_AND_RARE):
            inside = Share(_at_most(ledger, column, limit), staked.sessions)
            bound = f"{in_units(limit, unit)} units" if column == "drawdown" else str(limit)
            name = f"{column} at most {bound}"
            try:
                if column == "drawdown":
                    fall = Fraction(limit + 1, unit)
                    beyond = chance_of_drawdown(plan, system, fall, False, decide, FEW_STEPS)
                else:
                    beyond = chance_of_losing_run(plan, system, limit + 1, False, decide, FEW_STEPS)
            except Refused as refusal:
                yield replace(share_of(name, inside, None), why_not=str(refusal))
            else:
                yield share_of(name, inside, 1 - beyond)


def by_coup(staked: Staked, solved: ExactSessions | None) -> Mapping[int, tuple[AnswerFigure, ...]]:
    """For every tenth coup: the money in hand, and the shares of sessions ruined or at the goal."""
    plan, ledger, rows = staked.plan, staked.ledger, {}
    unit, goal = plan.session.unit, plan.session.goal
    for mark in plan.marks:
        column = MARK.format(mark)
        if column not in ledger.histograms:
            break
        exact = solved if solved is not None and mark < len(solved.money) else None
        money = AnswerFigure("money", "money, units", NUMBER, ledger.mean(column) / unit)
        if exact is not None:
            spread = ledger.deviation(column) / unit
            money = _with_exact(money, exact.money[mark], spread, staked.sessions)
        row, ends = [money], {"ruined": (RUINED, _at_most(ledger, "ruined at", mark))}
        if goal is not None:
            ends["goal"] = GOAL, staked.sessions - _at_most(ledger, column, goal * unit - 1)
        for name, (end, times) in ends.items():
            chance = None if exact is None else exact.ended_by(end, mark)
            row.append(share_of(name, Share(times, staked.sessions), chance))
        rows[mark] = tuple(row)
    return rows


def end_of(staked: Staked, end: str, exact: Fraction | None) -> AnswerFigure:
    """The share of sessions that ended in this way."""
    return replace(share_of(f"ended: {end}", staked.ended(end), exact), key=ended_column(end))


def share_of(name: str, share: Share, exact: Fraction | None) -> AnswerFigure:
    """A share of the sessions, with its exact chance."""
    z, chance, sessions = None, float(exact or 0), share.of
    if 0 < chance < 1:
        z = (share.count - sessions * chance) / sqrt(sessions * chance * (1 - chance))
    return AnswerFigure(name, name, SHARE, float(share.share or 0), share.interval(), exact, z)


def _with_exact(figure: AnswerFigure, exact: Fraction, spread: float, times: int) -> AnswerFigure:
    """The figure, a mean of `times` numbers, together with its exact value and z."""
    return replace(figure, exact=exact, z=_z(figure.value or 0, exact, spread, times))


def _z(mean: float, exact: Fraction, spread: float, times: int) -> float | None:
    """The distance of a mean from its exact value, in standard errors; None if the error is 0."""
    return (mean - float(exact)) / (spread / sqrt(times)) if spread > 0 else None


def _at_most(ledger: Ledger, column: str, limit: int) -> int:
    return sum(times for number, times in ledger.histograms[column].items() if number <= limit)


def _moment(exact: ExactSessions, power: int) -> Fraction:
    """A central moment of the result, in coins."""
    middle = exact.mean * exact.plan.session.unit
    parts = ((coins - middle) ** power * chance for coins, chance in exact.results.items())
    return sum(parts, Fraction(0))


def _deviation(chances: ByNumber) -> float:
    """The standard deviation of a distribution; its chances may add up to less than 1."""
    total = total_of(chances.values())
    middle = mean_of(chances) / total
    squares = mean_of({number * number: chance for number, chance in chances.items()}) / total
    return sqrt(max(Fraction(0), squares - middle**2))


def exactly_json(
    staked: Staked, solved: ExactSessions, is_alone: bool, decide: Strategy = nobody
) -> dict[str, object]:
    """The exact figures, and how far each played figure is from its exact value, as JSON.

    Drawdowns and losing runs are solved only for a single system: they take a second or two each.
    """
    figures: list[AnswerFigure] = []
    if solved.stopped is None:
        figures = [*session_figures(staked, solved), *quantiles(staked, solved)]
        figures += deepest(staked, decide) if is_alone else ()
    rows = [
        {
            "figure": figure.name,
            "played_float": figure.value,
            "exact_float": None if figure.exact is None else float(figure.exact),
            "z": figure.z,
            "why_not": figure.why_not,
        }
        for figure in figures
    ]
    return {**solved.as_json(), "side_by_side": rows}
