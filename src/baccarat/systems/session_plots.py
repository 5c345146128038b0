"""Plots of sessions: the money coup by coup, the results, and the results by action."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from baccarat.base.errors import BadValue
from baccarat.render.curves import Curve, CurvePoint, Mark, Sheet, draw_curves
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.systems.ledger import MARK
from baccarat.systems.stake import Staked, short_names

QUANTILES = (95, 75, 50, 25, 5)
"""The curves of the fan, in per cent."""
BARS = 60
"""The most bars of a distribution."""
ROOM = 15
"""The most letters of a name beside the plot."""


def draw_fan(found: Staked, *, style: str = DEFAULT_STYLE) -> Drawing:
    """A plot, for every tenth coup, of the money's quantiles and the share of ruined sessions."""
    ledger, session = found.ledger, found.plan.session
    marks = found.plan.marks
    if not marks:
        raise BadValue("a fan plot needs sessions of ten coups or more")
    begin = (Fraction(0), Fraction(session.bankroll))
    fan = [Curve(f"{percent} %", [begin, *_money(found, percent / 100)]) for percent in QUANTILES]
    times = ledger.histograms["ruined at"]
    ruined = []
    for mark in (0, *marks):
        bankrupt = sum(number for coup, number in times.items() if coup <= mark)
        ruined.append((Fraction(mark), Fraction(100 * bankrupt, found.sessions)))
    sheets = [
        Sheet("Money in units, by quantile", fan),
        Sheet("Ruined, per cent", [Curve("ruined", ruined)]),
    ]
    return draw_curves(sheets, "coups", f"{found.system}: {_about(found)}", style=style)


def _money(staked: Staked, share: float) -> Iterator[CurvePoint]:
    unit = staked.plan.session.unit
    for mark in staked.plan.marks:
        coins = staked.ledger.quantile(MARK.format(mark), share)
        yield Fraction(mark), Fraction(coins, unit)


def draw_results(found: Staked, *, style: str = DEFAULT_STYLE) -> Drawing:
    """A plot of the distribution of the results, and of the share of sessions below each result."""
    unit, sessions = found.plan.session.unit, found.sessions
    results = sorted(found.ledger.histograms["result"].items())
    least, highest = Fraction(results[0][0], unit), Fraction(results[-1][0], unit)
    wide = _width(highest - least)
    bars = Counter[int]()
    for coins, times in results:
        bars[Fraction(coins, unit) // wide] += times
    steps, so_far, rising = list[CurvePoint](), Fraction(0), [(min(bars) * wide, Fraction(0))]
    for bar in range(min(bars), max(bars) + 1):
        height, end = Fraction(100 * bars[bar], sessions), (bar + 1) * wide
        so_far += height
        steps += [(bar * wide, height), (end, height)]
        rising.append((end, so_far))
    ends = [(steps[0][0], Fraction(0)), *steps, (steps[-1][0], Fraction(0))]
    bar_text = "unit" if wide == 1 else f"{wide} units"
    sheets = [
        Sheet(f"Sessions, per cent in each {bar_text}", [Curve("sessions", ends, "counted")]),
        Sheet("Sessions with less, per cent", [Curve("with less", rising)]),
    ]
    mean = Fraction(found.ledger.total("result"), sessions * unit)
    marks = [Mark(mean, f"mean result {float(mean):+.3f}")]
    about = f"{found.system}: {_about(found)}"
    return draw_curves(sheets, "result, units", about, marks, style=style)


def _width(span: Fraction) -> Fraction:
    """The width of a bar in units: the first of 1, 2, 5, 10, … with about 60 bars or fewer."""
    wide = Fraction(1)
    while wide * BARS < span:
        wide *= Fraction(5, 2) if str(wide)[0] == "2" else 2
    return wide


def draw_slopes(found: Sequence[Staked], *, style: str = DEFAULT_STYLE) -> Drawing:
    """A plot of result against action: a point for each system, a line for each bet's edge."""
    widest = max(_mean(answer, "action") for answer in found)
    unit = found[0].plan.session.unit
    edges = edges_of(found)
    if not edges:
        raise BadValue("none of the systems has laid a bet")
    slopes = [
        Curve(f"edge of {bet}", [(Fraction(0), Fraction(0)), (widest, -edge * widest)], "the law")
        for bet, edge in edges.items()
    ]
    points = list[Curve]()
    for name, answer in zip(_shortened(short_names(found)), found, strict=True):
        action, result = _mean(answer, "action"), _mean(answer, "result", unit)
        low, high = (Fraction(round(end, 6)) for end in answer.interval())
        points.append(Curve(name, [(action, low), (action, high)], "99 % interval"))
        points.append(Curve(name, [(action, result)]))
    sheet = Sheet("Result against action, units a session", [*slopes, *points])
    return draw_curves([sheet], "action", _about(found[0]), style=style)


def edges_of(systems: Sequence[Staked]) -> dict[str, Fraction]:
    """The edge of each bet that the systems laid."""
    return {bet: staked.exact[bet].edge for staked in systems for bet in staked.ledger.bets}


def _mean(staked: Staked, name: str, unit: int = 1) -> Fraction:
    return Fraction(staked.ledger.total(name), staked.sessions * unit)


def _shortened(names: Sequence[str]) -> list[str]:
    """The names, shortened to fit beside the plot, and still different."""
    begins = [name if len(name) <= ROOM else f"{name[: ROOM - 1]}…" for name in names]
    short = list[str]()
    for name, begin in zip(names, begins, strict=True):
        if begins.count(begin) > 1 and len(name) > ROOM:
            begin = f"{name[: ROOM // 2]}…{name[-(ROOM // 2) :]}"
        short.append(begin if begin not in short else f"{len(short) + 1}: {begin[:-3]}")
    return short


def _about(staked: Staked) -> str:
    plan, session = staked.plan, staked.plan.session
    shoes = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    money = f"{session.bankroll} units in hand"
    sessions = f"{staked.sessions:,} session{'s' * (staked.sessions != 1)}"
    return f"{sessions} of seed {plan.seed}, {money}, {shoes}."
