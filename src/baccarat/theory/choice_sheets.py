"""The sheets of a plot that show how often each side draws in its mixed decisions."""

from collections.abc import Sequence
from fractions import Fraction

from baccarat.render.curves import Curve, Sheet

CHANCES = (Fraction(0), Fraction(1))


def choice_sheets(curves: Sequence[Curve]) -> list[Sheet]:
    """For each side that has curves: a sheet with the curves of its decisions."""
    ponte = [curve for curve in curves if "|" not in curve.name]
    banquier = [curve for curve in curves if "|" in curve.name]
    sides = (("p, the ponte draws", ponte), ("q, the banquier draws", banquier))
    return [Sheet(title, own, CHANCES) for title, own in sides if own]
