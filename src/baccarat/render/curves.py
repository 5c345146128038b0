"""Curves: how numbers depend on another, one sheet under the other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10
from textwrap import wrap
from xml.sax.saxutils import escape

from baccarat.frozen import freeze
from baccarat.render.drawing import Drawing
from baccarat.render.svg_elements import (
    BLUE,
    CREAM,
    EDGE,
    GREEN,
    INK,
    IVORY,
    LINE,
    MARGIN,
    RED,
    at,
    framed,
    tag,
    text_at,
)

LEFT, RIGHT = 84, 120
"""room for the upright scale, and for the names of the curves"""
WIDE, HIGH = 640, 168
"""the paper of one sheet"""
HEAD, FOOT = 28, 42
"""room for a title above each sheet, and for the scale below the last"""
NOTE, LETTERS = 16, 110
"""a line of the note, and how many letters it has"""
INSIDE = 12
"""between the edge of the paper and the outermost points"""
LABEL = 14
"""between two names beside the paper, at least"""
TICKS = 6
COLOURS = (BLUE, RED, GREEN, INK, "#8a3fb0", "#b5650d", "#0f7f8a", "#9a8a12")
"""Curves beyond the last colour begin again with the first."""

CurvePoint = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Curve:
    """One number that depends on another."""

    name: str
    points: Sequence[CurvePoint]
    """from left to right"""
    formula: str = ""
    """a formula for all points between the ends; with one, points are not marked"""

    def __post_init__(self) -> None:
        freeze(self, "points")


@dataclass(frozen=True, slots=True)
class Mark:
    """A place at which something happens, on every sheet."""

    at: Fraction
    what: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Curves with one upright scale; those of one name are pieces of one thing."""

    title: str
    curves: Sequence[Curve]
    bounds: tuple[Fraction, Fraction] | None = None
    """the least and the most of the scale; None takes them from the curves"""

    def __post_init__(self) -> None:
        freeze(self, "curves", "bounds")


def draw_curves(
    sheets: Sequence[Sheet], across: str, about: str = "", marks: Sequence[Mark] = ()
) -> Drawing:
    """Draw one sheet under the other, all of them over the same numbers.

    >>> squares = Curve("squares", [(Fraction(n), Fraction(n * n)) for n in range(5)])
    >>> draw_curves([Sheet("Squares", [squares])], "numbers").svg.count("<circle")
    5
    """
    places = [x for sheet in sheets for curve in sheet.curves for x, _ in curve.points]
    horizontal = Scale.over(places, WIDE)
    drawn = ""
    for number, sheet in enumerate(sheets):
        top = MARGIN + HEAD + number * (HIGH + HEAD)
        drawn += at(LEFT, top, _sheet(sheet, horizontal, marks), data_sheet=sheet.title)
    bottom = MARGIN + len(sheets) * (HIGH + HEAD)
    spaced = {"text_anchor": "middle", "letter_spacing": 0.4}
    below = "".join(
        text_at(_written(tick, horizontal.step), round(place, 1), 16, 11, CREAM, **spaced)
        for tick, place in ((tick, horizontal(tick)) for tick in horizontal.ticks)
    )
    drawn += at(LEFT, bottom, below + text_at(across, WIDE // 2, 36, 12, CREAM, **spaced))
    lines = wrap(about, LETTERS)
    for number, line in enumerate(lines, 1):
        drawn += text_at(line, LEFT, bottom + FOOT + NOTE * number, 11.5, CREAM)
    return framed(
        drawn,
        LEFT + WIDE + RIGHT,
        bottom + FOOT + NOTE * len(lines) + MARGIN,
        f"{', '.join(sheet.title for sheet in sheets)}{f': {about}' if about else ''}",
    )


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a number lies along a scale of `pixels`; ticks are round numbers."""

    least: Fraction
    most: Fraction
    pixels: int

    @classmethod
    def over(cls, numbers: Iterable[Fraction], pixels: int) -> "Scale":
        """A scale that holds these numbers."""
        known = list(numbers)
        least, most = min(known), max(known)
        if least == most:  # a single number lies in the middle
            half = abs(least) / 10 or Fraction(1)
            least, most = least - half, most + half
        return cls(least, most, pixels)

    def __call__(self, number: Fraction) -> float:
        room = self.pixels - 2 * INSIDE
        return INSIDE + room * float((number - self.least) / (self.most - self.least))

    @property
    def step(self) -> Fraction:
        """A round number, 1, 2 or 5 times a power of ten, that gives a few ticks."""
        rough = (self.most - self.least) / TICKS
        power = Fraction(10) ** floor(log10(rough))
        return next(power * size for size in (1, 2, 5, 10) if power * size >= rough)

    @property
    def ticks(self) -> Iterator[Fraction]:
        first, last = ceil(self.least / self.step), floor(self.most / self.step)
        return (self.step * number for number in range(first, last + 1))


def _sheet(sheet: Sheet, horizontal: Scale, marks: Sequence[Mark]) -> str:
    heights = [y for curve in sheet.curves for _, y in curve.points]
    upright = Scale.over(sheet.bounds or heights, HIGH)
    drawn = text_at(sheet.title, 0, -8, 13, CREAM, font_weight="bold")
    drawn += _paper(horizontal, upright)
    drawn += "".join(_mark(mark, round(horizontal(mark.at), 1)) for mark in marks)
    names = list(dict.fromkeys(curve.name for curve in sheet.curves))
    colours = {name: COLOURS[number % len(COLOURS)] for number, name in enumerate(names)}
    ends: dict[str, tuple[float, float]] = {}
    for curve in sheet.curves:
        colour = colours[curve.name]
        places = [(horizontal(x), HIGH - upright(y)) for x, y in curve.points]
        drawn += tag("g", _curve(curve, places, colour), data_curve=curve.name, stroke=colour)
        ends[curve.name] = max(ends.get(curve.name, places[-1]), places[-1])
    return drawn + "".join(_names([(y, name, colours[name]) for name, (_, y) in ends.items()]))


def _paper(horizontal: Scale, upright: Scale) -> str:
    paper = tag("rect", width=WIDE, height=HIGH, fill=IVORY, stroke=EDGE)
    lines = "".join(f"M{horizontal(tick):.1f} 0V{HIGH}" for tick in horizontal.ticks)
    for tick in upright.ticks:
        y = round(HIGH - upright(tick), 1)
        lines += f"M0 {y}H{WIDE}"
        label = _written(tick, upright.step)
        paper += text_at(label, -8, y + 4, 11, CREAM, text_anchor="end")
    return paper + tag("path", d=lines, stroke=LINE, stroke_width=0.8, fill="none")


def _mark(mark: Mark, x: float) -> str:
    line = tag("path", d=f"M{x} 0V{HIGH}", stroke=INK, stroke_width=1, stroke_dasharray="3 3")
    return tag("g", tag("title", escape(mark.what)) + line, data_mark=mark.what)


def _curve(curve: Curve, places: Sequence[tuple[float, float]], colour: str) -> str:
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    drawn = tag("path", d=line, fill="none", stroke_width=1.8)
    if curve.formula:
        return tag("title", escape(f"{curve.name}: {curve.formula}")) + drawn
    for (x, y), (across, number) in zip(places, curve.points, strict=True):
        drawn += tag(
            "circle",
            tag("title", escape(f"{curve.name}: {float(number):.6g} at {across}")),
            cx=f"{x:.1f}",
            cy=f"{y:.1f}",
            r=2.6,
            fill=colour,
            stroke=IVORY,
            stroke_width=0.8,
        )
    return drawn


def _names(ends: Sequence[tuple[float, str, str]]) -> Iterator[str]:
    """The names of the curves beside their last points, from top to bottom, none on another."""
    lowest = -float(LABEL)
    room = HIGH - LABEL * (len(ends) - 1)
    for place, (y, name, colour) in enumerate(sorted(ends)):
        lowest = max(lowest + LABEL, min(y, room + LABEL * place))
        sample = tag("path", d=f"M{WIDE + 6} {lowest:.1f}h12", stroke=colour, stroke_width=3)
        yield sample + text_at(name, WIDE + 23, round(lowest + 4, 1), 11.5, CREAM)


def _written(tick: Fraction, step: Fraction) -> str:
    """A tick with as many digits as its step has."""
    digits = max(0, -floor(log10(step)))
    return f"{float(tick):.{digits}f}".replace("-", "−")
