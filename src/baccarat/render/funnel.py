"""Draws funnels: plots of estimates that approach exact values as more coups are dealt.

The horizontal axis counts coups on a logarithmic scale. The vertical axis shows the difference of
an estimate from the exact value. Its scale is linear near the exact value and logarithmic farther
away (the inverse hyperbolic sine), so that both ends of a funnel can be read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import asinh, floor, log10, sqrt
from textwrap import wrap
from xml.sax.saxutils import escape

from baccarat.base.frozen import freezes
from baccarat.core.stats import CONFIDENCE, deviations
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE, DrawingStyle, style_of
from baccarat.render.svg_elements import MARGIN, at, framed, note_at, tag, text_at

LEFT, RIGHT = 76, 24
WIDE, HIGH = 740, 132
"""the size of one funnel's paper"""
HEAD, FOOT = 26, 42
"""pixels for the title above each funnel, and for the coups below the last"""
NOTE, LETTERS = 16, 120
"""the height of a line of the note, and its most letters"""
STEPS = 60
"""straight pieces that make up the curved edge of a funnel"""
APART = 15
"""the least number of pixels between two labels of the vertical scale"""
USUAL_BETS = ("banker", "player", "tie")
"""The bets that have their own colours."""
NARROWER, FEWER = 164, 26
"""How much narrower the paper is in print, in pixels, and a line of the note, in letters."""
BIG = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))


@dataclass(frozen=True, slots=True)
@freezes("found")
class Funnel:
    """One bet: its exact edge and deviation per coup, and the estimates while coups were dealt."""

    name: str
    exact: Fraction
    deviation: float
    found: Sequence[tuple[int, Fraction]]
    """pairs of a number of coups and the edge up to then, in order"""

    def half_width(self, coups: float) -> float:
        """Half the width of the band that holds 99 of 100 estimates after `coups` coups."""
        return deviations(CONFIDENCE) * self.deviation / sqrt(coups)


def draw_funnels(
    funnels: Sequence[Funnel], about: str = "", *, style: str = DEFAULT_STYLE
) -> Drawing:
    """Draw funnels below each other, all with the same horizontal scale.

    >>> coin = Funnel("a coin", Fraction(0), 1.0, [(100, Fraction(1, 20)), (400, Fraction(1, 50))])
    >>> draw_funnels([coin]).svg.count("<circle")
    2
    """
    look = style_of(style)
    first = min(coups for funnel in funnels for coups, _ in funnel.found)
    last = max(coups for funnel in funnels for coups, _ in funnel.found)
    across = Across(first, last, WIDE - NARROWER * look.is_print)
    tops = count(MARGIN + HEAD, HIGH + HEAD)
    sheets = "".join(
        at(LEFT, top, _sheet(funnel, across, look), data_bet=funnel.name)
        for top, funnel in zip(tops, funnels, strict=False)
    )
    bottom = MARGIN + len(funnels) * (HIGH + HEAD)
    middle = MARGIN + HEAD + (bottom - MARGIN - HEAD) // 2
    turned = f"translate(20 {middle}) rotate(-90)"
    spaced = {"text_anchor": "middle", "letter_spacing": 0.4}
    axis = text_at("dealt − exact, %", 0, 0, 12, look.label, transform=turned, **spaced)
    axis += text_at("coups dealt", LEFT + across.wide // 2, bottom + 36, 12, look.label, **spaced)
    axis += at(LEFT, bottom, "".join(_coups_below(across, look)))
    told = "In per cent of the stake; the band holds 99 of 100 estimates."
    lines = [told, *wrap(about, LETTERS - FEWER * look.is_print)]
    return framed(
        sheets + axis + note_at(lines, LEFT, bottom + FOOT + NOTE, NOTE, look.label),
        LEFT + across.wide + RIGHT,
        bottom + FOOT + NOTE * len(lines) + MARGIN,
        f"Estimates and exact edges{f' of {about}' if about else ''}",
        style=look,
    )


@dataclass(frozen=True, slots=True)
class Across:
    """Finds the horizontal place of a number of coups, on a logarithmic scale."""

    first: int
    last: int
    wide: int = WIDE

    def __call__(self, coups: float) -> float:
        if self.first == self.last:
            return self.wide / 2
        room = self.wide - 2 * APART
        return APART + room * log10(coups / self.first) / log10(self.last / self.first)

    @property
    def ticks(self) -> list[int]:
        """Powers of ten; if there are few, also 2 and 5 times a power of ten."""
        decades = log10(self.last / self.first)
        steps = (1, 2, 5) if decades < 3 else (1,)
        powers = range(floor(log10(self.first)), floor(log10(self.last)) + 1)
        every = 1 + floor(decades * WIDE / self.wide / 9)  # where labels would touch
        ticks = [step * 10**power for power in powers[::every] for step in steps]
        return [tick for tick in ticks if self.first <= tick <= self.last] or [self.last]


@dataclass(frozen=True, slots=True)
class Up:
    """Finds the height for a difference from the exact value; the top is a difference of `most`."""

    unit: float
    most: float

    @classmethod
    def of(cls, funnel: Funnel, across: Across) -> "Up":
        farthest = max(abs(float(edge - funnel.exact)) for _, edge in funnel.found)
        most = 1.1 * max(farthest, funnel.half_width(across.first)) or 1.0
        return cls(funnel.half_width(across.last) or most, most)

    def __call__(self, miss: float) -> float:
        return HIGH / 2 * (1 - asinh(miss / self.unit) / asinh(self.most / self.unit))

    @property
    def ticks(self) -> Iterator[tuple[float, int]]:
        """The ticks that have room, at 1 %, 0.1 % and so on, each with its power of ten."""
        above = -float(APART)
        for power in count(floor(log10(100 * self.most)), -1):
            tick = 10.0**power / 100
            y = self(tick)
            if y > HIGH / 2 - APART:
                return
            if y - above >= APART:
                yield tick, power
                above = y


def _sheet(funnel: Funnel, across: Across, style: DrawingStyle) -> str:
    up = Up.of(funnel, across)
    name = funnel.name
    colour = style.fills[name[0]] if name in USUAL_BETS else style.ink
    _, edge = funnel.found[-1]
    head = text_at(funnel.name, 0, -8, 13, style.label, font_weight="bold")
    told = f"exact edge {_percent(funnel.exact)}, dealt {_percent(edge)}"
    head += text_at(told, across.wide, -8, 12, style.label, text_anchor="end")
    drawn = head + _paper(across, up, style) + _band(funnel, across, up, style)
    return drawn + _line(funnel, across, up, colour, style.paper)


def _paper(across: Across, up: Up, style: DrawingStyle) -> str:
    paper = tag("rect", width=across.wide, height=HIGH, fill=style.paper, stroke=style.edge)
    down = "".join(f"M{across(tick):.1f} 0V{HIGH}" for tick in across.ticks)
    paper += tag("path", d=down, stroke=style.line, stroke_width=0.8, fill="none")
    place = {"text_anchor": "end"}
    paper += text_at("0", -8, HIGH / 2 + 4, 11, style.label, **place)
    for tick, power in up.ticks:
        for sign, miss in (("+", tick), ("−", -tick)):
            y = up(miss)
            paper += tag("path", d=f"M0 {y:.1f}H{across.wide}", stroke=style.line, stroke_width=0.8)
            paper += text_at(
                f"{sign}{_decimal(power)}", -8, round(y + 4, 1), 11, style.label, **place
            )
    return paper


def _band(funnel: Funnel, across: Across, up: Up, style: DrawingStyle) -> str:
    """The band that holds 99 of 100 estimates, with the exact value in its middle."""
    growth = across.last / across.first
    coups = [across.first * growth ** (step / STEPS) for step in range(STEPS + 1)]
    upper = [(across(number), up(funnel.half_width(number))) for number in coups]
    lower = [(x, HIGH - y) for x, y in reversed(upper)]
    inside = tag("path", d=f"{_path([*upper, *lower])}Z", fill=style.band, fill_opacity=0.75)
    edges = tag(
        "path",
        d=_path(upper) + _path(lower),
        fill="none",
        stroke=style.faint,
        stroke_width=0.8,
        stroke_dasharray="4 3",
    )
    middle = tag("path", d=f"M0 {HIGH / 2:g}H{across.wide}", stroke=style.ink, stroke_width=1.2)
    return inside + edges + middle


def _line(funnel: Funnel, across: Across, up: Up, colour: str, rim: str) -> str:
    places = [(across(coups), up(float(edge - funnel.exact))) for coups, edge in funnel.found]
    line = tag("path", d=_path(places), fill="none", stroke=colour, stroke_width=1.8)
    *_, (last, _) = funnel.found
    for (x, y), (coups, edge) in zip(places, funnel.found, strict=True):
        title = f"{coups:,} coups: {_percent(edge)}"
        line += tag(
            "circle",
            tag("title", escape(title)),
            cx=f"{x:.1f}",
            cy=f"{y:.1f}",
            r=4 if coups == last else 2.2,
            fill=colour,
            stroke=rim,
            stroke_width=0.8,
        )
    return line


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)


def _coups_below(across: Across, style: DrawingStyle) -> Iterator[str]:
    for tick in across.ticks:
        x = round(across(tick), 1)
        yield text_at(_counted(tick), x, 16, 11, style.label, text_anchor="middle")


def _counted(number: int) -> str:
    """A round number in words: `20,000`, `5 million`."""
    for size, name in BIG:
        if number >= size:
            return f"{number // size:,} {name}"
    return f"{number:,}"


def _percent(edge: Fraction) -> str:
    return f"{100 * float(edge):.4f} %".replace("-", "−")


def _decimal(power: int) -> str:
    """A power of ten, written out."""
    return f"{10**power}" if power >= 0 else f"{10.0**power:.{-power}f}"
