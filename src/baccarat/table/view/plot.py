"""A sitting as a picture: the bankroll coup by coup, and its expected value."""

from collections.abc import Sequence
from fractions import Fraction

from baccarat.render.curves import Curve, Sheet, draw_curves
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.table.coach.coach import DEVIATIONS, Point

NAMES = ("bankroll", "expected", "2 deviations up", "2 deviations down")
MEANINGS = ("as it came", "by exact odds", "standard ones", "standard ones")


def draw_sitting(
    points: Sequence[Point],
    title: str = "",
    across: str = "coups",
    names: Sequence[str] = NAMES,
    *,
    style: str = DEFAULT_STYLE,
) -> Drawing:
    """The report of a sitting as a drawing, with a band of 2 standard deviations.

    >>> from baccarat.table import Table
    >>> from baccarat.table.coach.coach import report
    >>> table = Table.open(seed=7, bankroll=1_000).bet("banker=100").deal()
    >>> draw_sitting(report(table)).svg.count(": by exact odds")
    1
    """
    half = [DEVIATIONS * Fraction(point.deviation).limit_denominator(1000) for point in points]
    lines = (
        [Fraction(point.bankroll) for point in points],
        [point.expected for point in points],
        [point.expected + more for point, more in zip(points, half, strict=True)],
        [point.expected - less for point, less in zip(points, half, strict=True)],
    )
    coups = [Fraction(point.coup) for point in points]
    curves = [
        Curve(name, list(zip(coups, line, strict=True)), meaning)
        for name, line, meaning in zip(names, lines, MEANINGS, strict=True)
    ]
    return draw_curves([Sheet(title, curves)], across, style=style)
