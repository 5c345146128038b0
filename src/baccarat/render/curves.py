"""Draws curves, each of which shows how one number depends on another, on one or more sheets."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10
from textwrap import wrap
from xml.sax.saxutils import escape

from baccarat.base.frozen import freezes
from baccarat.render.curve_lines import CurveLine, curve_line
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE, DrawingStyle, style_of
from baccarat.render.svg_elements import MARGIN, at, framed, note_at, tag, text_at

LEFT, RIGHT = 84, 120
"""pixels for the vertical scale, and for the names of the curves"""
WIDE, HIGH = 640, 168
"""the size of one sheet's paper"""
HEAD, FOOT = 28, 42
"""pixels for a title above each sheet, and for the scale below the last sheet"""
NOTE, LETTERS = 16, 110
"""the height of a line of the note, and its most letters"""
INSIDE = 12
"""pixels between the edge of the paper and the outermost points"""
LABEL = 14
"""the least distance between two names beside the paper"""
TICKS = 6
NARROWER, FEWER = 176, 26
"""How much narrower the paper is in print, in pixels, and a line of the note, in letters."""
SAMPLE, PRINTED_SAMPLE = 12, 24
"""the length of the piece of a curve before its name; in print it must show the dashes"""

CurvePoint = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
@freezes("points")
class Curve:
    """The curve of a number that depends on another number."""

    name: str
    points: Sequence[CurvePoint]
    """points from left to right"""
    formula: str = ""
    """the formula of a curve that has one; its points are not marked"""


@dataclass(frozen=True, slots=True)
class Mark:
    """A vertical line with a name, on every sheet."""

    at: Fraction
    what: str


@dataclass(frozen=True, slots=True)
@freezes("curves", "bounds")
class Sheet:
    """Curves with a common vertical scale; curves with the same name are pieces of one curve."""

    title: str
    curves: Sequence[Curve]
    bounds: tuple[Fraction, Fraction] | None = None
    """the ends of the scale; default: taken from the curves"""


def draw_curves(
    sheets: Sequence[Sheet],
    across: str,
    about: str = "",
    marks: Sequence[Mark] = (),
    *,
    style: str = DEFAULT_STYLE,
) -> Drawing:
    """Draw sheets below each other, all with the same horizontal scale.

    >>> squares = Curve("squares", [(Fraction(n), Fraction(n * n)) for n in range(5)])
    >>> draw_curves([Sheet("Squares", [squares])], "numbers").svg.count("<circle")
    5
    """
    look = style_of(style)
    wide = WIDE - NARROWER * look.is_print
    places = [x for sheet in sheets for curve in sheet.curves for x, _ in curve.points]
    is_whole = all(x.denominator == 1 for x in places)  # coups and decks have no fifths
    horizontal = Scale.over(places, wide, least_step=Fraction(is_whole))
    drawn = ""
    for number, sheet in enumerate(sheets):
        top = MARGIN + HEAD + number * (HIGH + HEAD)
        drawn += at(LEFT, top, _sheet(sheet, horizontal, marks, look), data_sheet=sheet.title)
    bottom = MARGIN + len(sheets) * (HIGH + HEAD)
    spaced = {"text_anchor": "middle", "letter_spacing": 0.4}
    below = "".join(
        text_at(_written(tick, horizontal.step), round(place, 1), 16, 11, look.label, **spaced)
        for tick, place in ((tick, horizontal(tick)) for tick in horizontal.ticks)
    )
    drawn += at(LEFT, bottom, below + text_at(across, wide // 2, 36, 12, look.label, **spaced))
    lines = wrap(about, LETTERS - FEWER * look.is_print)
    drawn += note_at(lines, LEFT, bottom + FOOT + NOTE, NOTE, look.label)
    return framed(
        drawn,
        LEFT + wide + RIGHT + _sample(look) - SAMPLE,
        bottom + FOOT + NOTE * len(lines) + MARGIN,
        f"{', '.join(sheet.title for sheet in sheets)}{f': {about}' if about else ''}",
        style=look,
    )


@dataclass(frozen=True, slots=True)
class Scale:
    """Gives the place of a number along a scale of this length; its ticks are round numbers."""

    least: Fraction
    most: Fraction
    pixels: int
    least_step: Fraction = Fraction(0)

    @classmethod
    def over(
        cls, numbers: Iterable[Fraction], pixels: int, least_step: Fraction = Fraction(0)
    ) -> "Scale":
        """A scale that covers these numbers."""
        known = list(numbers)
        least, most = min(known), max(known)
        if least == most:  # a single number is in the middle
            half = abs(least) / 10 or Fraction(1)
            least, most = least - half, most + half
        return cls(least, most, pixels, least_step)

    def __call__(self, number: Fraction) -> float:
        room = self.pixels - 2 * INSIDE
        return INSIDE + room * float((number - self.least) / (self.most - self.least))

    @property
    def step(self) -> Fraction:
        """The distance between two ticks: 1, 2 or 5 times a power of ten."""
        rough = (self.most - self.least) / TICKS
        power = Fraction(10) ** floor(log10(rough))
        step = next(power * size for size in (1, 2, 5, 10) if power * size >= rough)
        return max(step, self.least_step)

    @property
    def ticks(self) -> Iterator[Fraction]:
        first, last = ceil(self.least / self.step), floor(self.most / self.step)
        return (self.step * number for number in range(first, last + 1))


def _sheet(sheet: Sheet, horizontal: Scale, marks: Sequence[Mark], style: DrawingStyle) -> str:
    heights = [y for curve in sheet.curves for _, y in curve.points]
    upright = Scale.over(sheet.bounds or heights, HIGH)
    drawn = text_at(sheet.title, 0, -8, 13, style.label, font_weight="bold")
    drawn += _paper(horizontal, upright, style)
    drawn += "".join(_mark(mark, round(horizontal(mark.at), 1), style.ink) for mark in marks)
    names = list(dict.fromkeys(curve.name for curve in sheet.curves))
    lines = {name: curve_line(number, style) for number, name in enumerate(names)}
    ends: dict[str, tuple[float, float]] = {}
    for curve in sheet.curves:
        line = lines[curve.name]
        places = [(horizontal(x), HIGH - upright(y)) for x, y in curve.points]
        drawn += tag("g", _curve(curve, places, line), data_curve=curve.name, stroke=line.colour)
        ends[curve.name] = max(ends.get(curve.name, places[-1]), places[-1])
    dotted = {curve.name for curve in sheet.curves if not curve.formula}
    beside = [(y, name, lines[name]) for name, (_, y) in ends.items()]
    return drawn + "".join(_names(beside, dotted, horizontal.pixels, style))


def _paper(horizontal: Scale, upright: Scale, style: DrawingStyle) -> str:
    wide = horizontal.pixels
    paper = tag("rect", width=wide, height=HIGH, fill=style.paper, stroke=style.edge)
    lines = "".join(f"M{horizontal(tick):.1f} 0V{HIGH}" for tick in horizontal.ticks)
    for tick in upright.ticks:
        y = round(HIGH - upright(tick), 1)
        lines += f"M0 {y}H{wide}"
        label = _written(tick, upright.step)
        paper += text_at(label, -8, y + 4, 11, style.label, text_anchor="end")
    return paper + tag("path", d=lines, stroke=style.line, stroke_width=0.8, fill="none")


def _mark(mark: Mark, x: float, ink: str) -> str:
    line = tag("path", d=f"M{x} 0V{HIGH}", stroke=ink, stroke_width=1, stroke_dasharray="3 3")
    return tag("g", tag("title", escape(mark.what)) + line, data_mark=mark.what)


def _curve(curve: Curve, places: Sequence[tuple[float, float]], line: CurveLine) -> str:
    drawn = line.through(places)
    if curve.formula:
        return tag("title", escape(f"{curve.name}: {curve.formula}")) + drawn
    for (x, y), (across, number) in zip(places, curve.points, strict=True):
        drawn += line.point(x, y, f"{curve.name}: {float(number):.6g} at {across}")
    return drawn


def _names(
    ends: Sequence[tuple[float, str, CurveLine]],
    dotted: Collection[str],
    wide: int,
    style: DrawingStyle,
) -> Iterator[str]:
    """The names of the curves beside their last points, from top to bottom, without overlaps."""
    lowest = -float(LABEL)
    room = HIGH - LABEL * (len(ends) - 1)
    long = _sample(style)
    for place, (y, name, line) in enumerate(sorted(ends, key=lambda end: end[:2])):
        lowest = max(lowest + LABEL, min(y, room + LABEL * place))
        sample = line.sample(wide + 6, lowest, long, name in dotted)
        yield sample + text_at(name, wide + 11 + long, round(lowest + 4, 1), 11.5, style.label)


def _sample(style: DrawingStyle) -> int:
    return PRINTED_SAMPLE if style.is_print else SAMPLE


def _written(tick: Fraction, step: Fraction) -> str:
    """A tick with as many digits as its step needs."""
    digits = max(0, -floor(log10(step)))
    return f"{float(tick):.{digits}f}".replace("-", "−")
