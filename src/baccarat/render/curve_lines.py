"""The pens of curves, which differ by colour, and in print also by dashes and points.

curve_line(number, style) -> CurveLine          the line of curve `number`, from 0
"""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from baccarat.render.drawing_styles import DrawingStyle
from baccarat.render.svg_elements import tag

DASHES = (None, "7 3", "2 2", "8 2.5 2 2.5", "4 2", "12 3", "8 2 2 2 2 2", "1 3")
SHAPES = ("circle", "square", "triangle", "diamond")
"""Shapes of points: first all filled, then all hollow."""
CORNERS = {
    "square": "M{:.1f} {:.1f}m-2.6-2.6h5.2v5.2h-5.2z",
    "triangle": "M{:.1f} {:.1f}m0-3.4l3.3 5.7h-6.6z",
    "diamond": "M{:.1f} {:.1f}m0-3.6l3.6 3.6-3.6 3.6-3.6-3.6z",
}


@dataclass(frozen=True, slots=True)
class CurveLine:
    """The colour, width, dashes and points with which one curve is drawn."""

    colour: str
    rim: str
    """the colour around a point, which keeps it visible on other curves"""
    heavy: float = 1.8
    dash: str | None = None
    shape: str = SHAPES[0]
    is_hollow: bool = False
    is_print: bool = False

    def through(self, places: Sequence[tuple[float, float]]) -> str:
        """A line through these places; the SVG group around the line sets its colour."""
        line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        dash = {"stroke_dasharray": self.dash}
        return tag("path", d=line, fill="none", stroke_width=self.heavy, **dash)

    def point(self, x: float, y: float, title: str = "") -> str:
        told = tag("title", escape(title)) if title else ""
        fill = {"fill": self.colour, "stroke": self.rim, "stroke_width": 0.8}
        if self.is_hollow:
            fill = {"fill": self.rim, "stroke": self.colour, "stroke_width": 1}
        if self.shape in CORNERS:
            return tag("path", told, d=CORNERS[self.shape].format(x, y), **fill)
        return tag("circle", told, cx=f"{x:.1f}", cy=f"{y:.1f}", r=2.6, **fill)

    def sample(self, x: float, y: float, long: int, has_points: bool) -> str:
        """A short piece of the curve, to stand before the curve's name."""
        heavy = self.heavy if self.is_print else 3
        pen = {"stroke": self.colour, "stroke_width": heavy, "stroke_dasharray": self.dash}
        piece = tag("path", d=f"M{x} {y:.1f}h{long}", **pen)
        if has_points and (self.is_print or self.shape != SHAPES[0]):
            piece += self.point(x + long / 2, y)
        if self.is_print:
            return piece
        # On a strip of paper, because some colours are hardly visible on felt.
        strip = tag("path", d=f"M{x - 2} {y:.1f}h{long + 4}", stroke=self.rim, stroke_width=7)
        return strip + piece


def curve_line(number: int, style: DrawingStyle) -> CurveLine:
    """The pen of curve `number`; in print, the first 24 pens differ even without colour.

    On felt, curves differ by colour; where a colour repeats, also by dashes and points.
    """
    colour = style.curves[number % len(style.curves)]
    if not style.is_print:
        turn = number // len(style.curves)
        dash, shape = DASHES[turn % len(DASHES)], SHAPES[turn % len(SHAPES)]
        return CurveLine(colour, style.paper, dash=dash, shape=shape)
    turn, place = divmod(number, len(DASHES))
    point = (place + turn) % (2 * len(SHAPES))
    return CurveLine(
        colour,
        style.paper,
        1.3 + 0.8 * (turn % 3),
        DASHES[place],
        SHAPES[point % len(SHAPES)],
        point >= len(SHAPES),
        is_print=True,
    )
