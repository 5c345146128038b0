"""The styles of drawings: on green felt, or on white paper for print.

style_of("print") -> DrawingStyle      its colours, and how curves differ without colour

A drawing printed in grey must stay readable. So on white paper no meaning depends on colour alone:
each curve has its own dashes and points, Player's marks are hollow squares, and blue slashes lean
the other way.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from baccarat.base.errors import BadText
from baccarat.base.frozen import freezes
from baccarat.base.hints import quoted

IVORY, INK, LINE = "#fffdf6", "#2b2620", "#ddd5c3"
RED, BLUE, GREEN, GOLD = "#d3122f", "#1746b8", "#12803c", "#f2b318"
FELT, CREAM, EDGE, FAINT = "#123c2c", "#f3e9cf", "#8c7f63", "#7a7060"
WHITE, BLACK = "#ffffff", "#000000"
FULL_WIDTH = 680
"""The text width of a journal's page, 180 mm, in pixels of 1/96 inch."""


@dataclass(frozen=True, slots=True)
@freezes("fills")
class DrawingStyle:
    """The colours of a drawing, and the way in which curves and marks differ."""

    name: str
    ground: str
    """the background"""
    label: str
    """words on the background"""
    paper: str
    ink: str
    """words and signs on the paper"""
    line: str
    edge: str
    faint: str
    band: str
    fills: Mapping[str, str]
    """the colours of Banker (and red), Player (and blue), a tie and a natural, by letter"""
    curves: tuple[str, ...]
    """The colours of curves; after the last colour the first one comes again."""
    font: str
    is_print: bool = False


ON_FELT = DrawingStyle(
    "felt",
    ground=FELT,
    label=CREAM,
    paper=IVORY,
    ink=INK,
    line=LINE,
    edge=EDGE,
    faint=FAINT,
    band="#e9dfc8",
    fills={"b": RED, "p": BLUE, "t": GREEN, "n": GOLD},
    curves=(BLUE, RED, GREEN, INK, "#8a3fb0", "#b5650d", "#0f7f8a", "#9a8a12"),
    font="Helvetica, Arial, sans-serif",
)
ON_PAPER = DrawingStyle(
    "print",
    ground=WHITE,
    label=BLACK,
    paper=WHITE,
    ink=BLACK,
    line="#d9d9d9",
    edge="#404040",
    faint="#595959",
    band="#e3e3e3",
    fills={"b": "#b3122b", "p": "#1746b8", "t": "#0d6b31", "n": WHITE},
    curves=(
        *(BLACK, "#b3122b", "#1746b8", "#0d6b31"),
        *("#6a2f8f", "#8a4b08", "#0b6470", "#5c5c5c"),
    ),
    font="Helvetica, Arial, Liberation Sans, Nimbus Sans, DejaVu Sans, sans-serif",
    is_print=True,
)
STYLES = {style.name: style for style in (ON_FELT, ON_PAPER)}
DEFAULT_STYLE = ON_FELT.name


def style_of(name: str) -> DrawingStyle:
    """The style with this name.

    >>> style_of("print").ground
    '#ffffff'
    """
    if name not in STYLES:
        raise BadText(f"unknown style: {quoted(name)} (expected {' or '.join(STYLES)})")
    return STYLES[name]
