"""Intervals, one under the other, and where the exact value lies among them."""

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from xml.sax.saxutils import escape

from baccarat.errors import BadText, BadValue
from baccarat.hints import checked, quoted
from baccarat.render.curves import Scale
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE, DrawingStyle, style_of
from baccarat.render.svg_elements import MARGIN, at, framed, tag, text_at

WIDE, NARROW = 460, 320
"""the paper, on felt and in print"""
ROW, HEAD, FOOT = 24, 44, 22
"""a row, room for the title and the exact value above, and for the scale below"""
LETTER, GAP = 6.4, 10
"""how wide a letter is at most, and the room between words and paper"""
END = 4
"""half of the stroke that ends an interval"""

FigureAndEnds = tuple[float, float, float]
"""A figure, and the low and the high end of its interval."""


@checked
def draw_intervals(
    intervals: Mapping[str, FigureAndEnds],
    exact: float | Fraction | None = None,
    title: str = "99 % intervals",
    *,
    form: str = "+.2%",
    style: str = DEFAULT_STYLE,
) -> Drawing:
    """Draw figures with their intervals, each by its name: the figure, the low and the high end.

    The exact value is an upright line through all of them. `form` says how numbers are written,
    as in `format(number, form)`.

    >>> tossed = {"ten tosses": (0.5, 0.17, 0.83), "a thousand": (0.5, 0.459, 0.541)}
    >>> draw_intervals(tossed, exact=0.5, title="Heads", form=".1%").svg.count("data-interval")
    2
    """
    rows = {name: _in_order(name, ends) for name, ends in intervals.items()}
    if not rows:
        raise BadValue("there is no interval to draw")
    if exact is not None and not isfinite(exact):
        raise BadValue(f"an exact value is a number, not {exact}")
    try:
        told = {name: [_written(end, form) for end in ends] for name, ends in rows.items()}
        upright = None if exact is None else _written(exact, form)
    except ValueError:
        raise BadText(f"numbers are written as format() does, e.g. '.2%', not {form!r}") from None
    look = style_of(style)
    numbers = [end for ends in rows.values() for end in ends]
    line = [] if exact is None else [Fraction(exact)]
    scale = Scale.over([*numbers, *line], NARROW if look.is_print else WIDE)
    words = {name: f"{middle} ({low} … {high})" for name, (low, middle, high) in told.items()}
    left = MARGIN + round(LETTER * max(map(len, rows))) + GAP
    high = ROW * len(rows)

    drawn = text_at(title, 0, -26, 13, look.label, font_weight="bold")
    drawn += _paper(scale, high, form, look)
    if upright is not None:
        x = round(scale(line[0]), 1)
        drawn += tag("path", d=f"M{x} 0V{high}", stroke=look.ink, stroke_width=1.4)
        drawn += text_at(f"exactly {upright}", x, -8, 11, look.label, text_anchor="middle")
    for number, (name, ends) in enumerate(rows.items()):
        y = ROW * number + ROW // 2
        drawn += text_at(name, -GAP, y + 4, 11.5, look.label, text_anchor="end")
        drawn += text_at(words[name], scale.pixels + GAP, y + 4, 11.5, look.label)
        drawn += _interval(f"{name}: {words[name]}", [scale(end) for end in ends], y, look)
    label = "; ".join(f"{name}: {said}" for name, said in words.items())
    return framed(
        at(left, MARGIN + HEAD, drawn),
        left + scale.pixels + GAP + round(LETTER * max(map(len, words.values()))) + MARGIN,
        MARGIN + HEAD + high + FOOT + MARGIN,
        f"{title}: {label}{'' if upright is None else f'; exactly {upright}'}",
        style=look,
    )


def _in_order(name: str, ends: FigureAndEnds) -> tuple[Fraction, Fraction, Fraction]:
    if not all(map(isfinite, ends)) or not ends[1] <= ends[0] <= ends[2]:
        raise BadValue(
            f"{name}: a figure and the ends of its interval, e.g. (0.5, 0.4, 0.6), "
            f"not {quoted(ends)}"
        )
    middle, low, high = map(Fraction, ends)
    return low, middle, high


def _written(number: float | Fraction, form: str) -> str:
    return f"{float(number):{form}}".replace("-", "−")


def _paper(scale: Scale, high: int, form: str, style: DrawingStyle) -> str:
    drawn = tag("rect", width=scale.pixels, height=high, fill=style.paper, stroke=style.edge)
    lines = "".join(f"M{scale(tick):.1f} 0V{high}" for tick in scale.ticks)
    drawn += tag("path", d=lines, stroke=style.line, stroke_width=0.8, fill="none")
    for tick in scale.ticks:
        place = round(scale(tick), 1), high + 16
        drawn += text_at(_written(tick, form), *place, 11, style.label, text_anchor="middle")
    return drawn


def _interval(told: str, places: list[float], y: int, style: DrawingStyle) -> str:
    low, middle, high = (round(place, 1) for place in places)
    ends = "".join(f"M{x} {y - END}v{2 * END}" for x in (low, high))
    pen = {"stroke": style.curves[0], "stroke_width": 1.8, "fill": "none"}
    drawn = tag("path", d=f"M{low} {y}H{high}{ends}", **pen)
    drawn += tag("circle", cx=middle, cy=y, r=3.4, fill=style.curves[0])
    return tag("g", tag("title", escape(told)) + drawn, data_interval=told)
