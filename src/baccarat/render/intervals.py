"""A drawing of intervals below each other, with the exact value."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, isfinite
from numbers import Real
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from baccarat.base.errors import BadText, BadValue
from baccarat.base.hints import guided, quoted
from baccarat.render.curves import Scale
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE, FULL_WIDTH, DrawingStyle, style_of
from baccarat.render.svg_elements import MARGIN, at, framed, tag, text_at

WIDE, NARROW = 460, 160
"""the width of the paper; in print it may be narrower, so that letters keep their size"""
NAMES = 200
"""pixels for names; longer names are cut"""
ROW, HEAD, FOOT = 24, 44, 22
"""pixels for a row, for the title and the exact value above, and for the scale below"""
GAP = 10
"""pixels between words and paper, and between two ticks"""
END = 4
"""half the length of the stroke at the end of an interval"""
FORM = re.compile(r"[+ -]?,?(\.(\d|1[0-2]))?[eEfFgG%]")
"""Python's number formats without padding."""
MOST, LEAST = Fraction(1e300), Fraction(1e-300)
LETTERS = 24
"""The most characters of a written number."""

DrawnNumber = float | Fraction
FigureAndEnds = tuple[DrawnNumber, DrawnNumber, DrawnNumber]
"""A figure with the low and the high end of its interval."""


@guided
def draw_intervals(
    intervals: Mapping[str, FigureAndEnds],
    exact: DrawnNumber | None = None,
    title: str = "99 % intervals",
    *,
    form: str = "+.2%",
    style: str = DEFAULT_STYLE,
) -> Drawing:
    """Draw intervals: `intervals` has for each name the figure, the low end and the high end.

    The exact value is a vertical line through all of them. `form` is the format of the numbers,
    as in `format(number, form)`.

    >>> tossed = {"ten tosses": (0.5, 0.17, 0.83), "a thousand": (0.5, 0.459, 0.541)}
    >>> draw_intervals(tossed, exact=0.5, title="Heads", form=".1%").svg.count("data-interval")
    2
    """
    rows = _rows(intervals)
    if exact is not None and not _is_number(exact):
        raise BadValue(f"an exact value must be a number, not {quoted(exact)}")
    if not isinstance(title, str):
        raise BadText(f"a title must be text, not {quoted(title)}")
    if not isinstance(form, str) or not FORM.fullmatch(form):
        raise BadText(
            "the form of numbers must be a format of Python, e.g. '+.2%' or ',.0f', not "
            f"{quoted(form)}"
        )
    look = style_of(style)
    upright = {} if exact is None else {_exactly(exact): f"exactly {_written(exact, form)}"}
    words = {}
    for name, (low, middle, high) in rows.items():
        span = f"{_written(low, form)} … {_written(high, form)}"
        words[name] = f"{_written(middle, form)} ({span})"
    right = GAP + max(map(_long, words.values())) + MARGIN
    names = {name: _cut(name, NAMES) for name in rows}
    left = MARGIN + GAP + max(map(_long, names.values()))
    left = max([left, *(MARGIN + _long(told) // 2 for told in upright.values())])
    wide = max(NARROW, min(WIDE, FULL_WIDTH - left - right)) if look.is_print else WIDE
    scale = _scale([*upright, *(end for ends in rows.values() for end in ends)], wide)
    tall = ROW * len(rows)

    heading = _cut(title, (wide + right - MARGIN) * 10 // 12)  # its letters are bold and larger
    drawn = text_at(heading, 0, -26, 13, look.label, font_weight="bold")
    drawn += _paper(scale, tall, form, look)
    for value, told in upright.items():
        x = round(scale(value), 1)
        drawn += tag("path", d=f"M{x} 0V{tall}", stroke=look.ink, stroke_width=1.4)
        drawn += text_at(told, x, -8, 11, look.label, text_anchor="middle")
    for number, (name, ends) in enumerate(rows.items()):
        y = ROW * number + ROW // 2
        drawn += text_at(names[name], -GAP, y + 4, 11.5, look.label, text_anchor="end")
        drawn += text_at(words[name], wide + GAP, y + 4, 11.5, look.label)
        drawn += _interval(f"{name}: {words[name]}", [scale(end) for end in ends], y, look)
    label = [f"{name}: {said}" for name, said in words.items()]
    label += upright.values()
    return framed(
        at(left, MARGIN + HEAD, drawn),
        left + wide + right,
        MARGIN + HEAD + tall + FOOT + MARGIN,
        f"{title}: {'; '.join(label)}",
        style=look,
    )


def _rows(intervals: Mapping[str, FigureAndEnds]) -> dict[str, tuple[Fraction, Fraction, Fraction]]:
    """For each name: the low end, the figure and the high end."""
    if not isinstance(intervals, Mapping) or not all(isinstance(name, str) for name in intervals):
        raise BadValue(
            f"figures must be given by name, e.g. {{'flat': (0.5, 0.4, 0.6)}}, not "
            f"{quoted(intervals)}"
        )
    if not intervals:
        raise BadValue("there is no interval to draw")
    rows: dict[str, tuple[Fraction, Fraction, Fraction]] = {}
    for name, given in intervals.items():
        is_three = isinstance(given, Sequence) and len(given) == 3 and all(map(_is_number, given))
        if not is_three or not given[1] <= given[0] <= given[2]:
            raise BadValue(
                f"{quoted(name)}: give a figure and the low and high end of its interval, "
                f"e.g. (0.5, 0.4, 0.6), not {quoted(given)}"
            )
        figure, low, high = map(_exactly, given)
        rows[name] = low, figure, high
    return rows


def _exactly(number: DrawnNumber) -> Fraction:
    return Fraction(number if isinstance(number, int | Fraction) else float(number))


def _is_number(given: object) -> bool:
    """Whether the value is a number that can be drawn: not too large, and not nan."""
    if isinstance(given, int | Fraction):
        return not isinstance(given, bool) and -MOST <= given <= MOST
    return isinstance(given, Real) and isfinite(given)


def _scale(numbers: Sequence[Fraction], wide: int) -> Scale:
    if not all(abs(number) <= MOST for number in numbers):
        raise BadValue("numbers beyond 1e300 cannot be drawn")
    if 0 < max(numbers) - min(numbers) < LEAST:
        raise BadValue("these numbers are too close together to be drawn")
    return Scale.over(numbers, wide)


def _written(number: DrawnNumber, form: str) -> str:
    told = f"{float(number):{form}}"
    if not re.search("[1-9]", told):
        told = f"{0.0:{form}}"  # no −0
    if len(told) > LETTERS:
        raise BadText(f"{told[:LETTERS]}… is too long to draw: choose another form, e.g. '.3g'")
    return told.replace("-", "−")


def _long(text: str) -> int:
    """The largest width, in pixels, that this text may need in the usual size."""
    return ceil(sum(map(_letter, text)))


def _letter(sign: str) -> float:
    if east_asian_width(sign) in "WF":
        return 12
    return 11 if sign in "MWmw@%…" else 8.8 if sign.isupper() else 6.6


def _cut(text: str, pixels: int) -> str:
    if _long(text) <= pixels:
        return text
    while text and _long(text + "…") > pixels:
        text = text[:-1]
    return text + "…"


def _paper(scale: Scale, tall: int, form: str, style: DrawingStyle) -> str:
    drawn = tag("rect", width=scale.pixels, height=tall, fill=style.paper, stroke=style.edge)
    lines = "".join(f"M{scale(tick):.1f} 0V{tall}" for tick in scale.ticks)
    drawn += tag("path", d=lines, stroke=style.line, stroke_width=0.8, fill="none")
    before, free = "", 0.0
    for tick in scale.ticks:  # a tick has no number if the number repeats or does not fit
        told, x = _written(tick, form), round(scale(tick), 1)
        half = _long(told) / 2
        if told != before and x - half >= free:
            drawn += text_at(told, x, tall + 16, 11, style.label, text_anchor="middle")
            before, free = told, x + half + GAP
    return drawn


def _interval(told: str, places: Sequence[float], y: int, style: DrawingStyle) -> str:
    low, middle, high = (round(place, 1) for place in places)
    ends = "".join(f"M{x} {y - END}v{2 * END}" for x in (low, high))
    pen = {"stroke": style.curves[0], "stroke_width": 1.8, "fill": "none"}
    drawn = tag("path", d=f"M{low} {y}H{high}{ends}", **pen)
    drawn += tag("circle", cx=middle, cy=y, r=3.4, fill=style.curves[0])
    return tag("g", tag("title", escape(told)) + drawn, data_interval=told)
