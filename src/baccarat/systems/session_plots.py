"""Pictures of sessions: the fan of bankrolls with ruin over time, and the line that settles it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from baccarat.errors import BadValue
from baccarat.render.curves import Curve, CurvePoint, Sheet, draw_curves
from baccarat.render.drawing import Drawing
from baccarat.systems.ledger import MARK
from baccarat.systems.stake import Staked, short_names

QUANTILES = (95, 75, 50, 25, 5)
"""In per cent: the curves of the fan."""
ROOM = 15
"""Letters that a name may have beside the paper."""


def draw_fan(found: Staked) -> Drawing:
    """The money by quantile after every tenth coup, and how many sessions were ruined by then."""
    ledger, session = found.ledger, found.plan.session
    marks = found.plan.marks
    if not marks:
        raise BadValue("a fan needs sessions of ten coups or more")
    begin = (Fraction(0), Fraction(session.bankroll))
    fan = [Curve(f"{each} %", [begin, *_money(found, each / 100)]) for each in QUANTILES]
    times = ledger.histograms["ruined at"]
    ruined = []
    for mark in (0, *marks):
        gone = sum(number for coup, number in times.items() if coup <= mark)
        ruined.append((Fraction(mark), Fraction(100 * gone, found.sessions)))
    sheets = [
        Sheet("Money in units, by quantile", fan),
        Sheet("Ruined, per cent", [Curve("ruined", ruined)]),
    ]
    return draw_curves(sheets, "coups", f"{found.system}: {_about(found)}")


def _money(found: Staked, share: float) -> Iterator[CurvePoint]:
    unit = found.plan.session.unit
    for mark in found.plan.marks:
        coins = found.ledger.quantile(MARK.format(mark), share)
        yield Fraction(mark), Fraction(coins, unit)


def draw_slopes(found: Sequence[Staked]) -> Drawing:
    """Result against action, a point for each system, on the slopes of the bets they lay."""
    most = max(_mean(each, "action") for each in found)
    unit = found[0].plan.session.unit
    edges = {bet: each.exact[bet].edge for each in found for bet in each.ledger.bets}
    if not edges:
        raise BadValue("none of the systems has laid a bet")
    slopes = [
        Curve(f"edge of {bet}", [(Fraction(0), Fraction(0)), (most, -edge * most)], "the law")
        for bet, edge in edges.items()
    ]
    points = [
        Curve(_shortened(name), [(_mean(each, "action"), _mean(each, "result", unit))])
        for name, each in zip(short_names(found), found, strict=True)
    ]
    sheet = Sheet("Result against action, units a session", [*slopes, *points])
    return draw_curves([sheet], "action", _about(found[0]))


def _mean(found: Staked, name: str, unit: int = 1) -> Fraction:
    return Fraction(found.ledger.total(name), found.sessions * unit)


def _shortened(name: str) -> str:
    return name if len(name) <= ROOM else f"{name[: ROOM - 1]}…"


def _about(found: Staked) -> str:
    plan, session = found.plan, found.plan.session
    shoes = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    money = f"{session.bankroll} units in hand"
    return f"{found.sessions:,} sessions of seed {plan.seed}, {money}, {shoes}."
