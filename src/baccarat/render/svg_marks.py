"""The marks of the board as SVG: discs, rings, slashes, dots.

Red marks are heavier than blue ones, so that a board printed in grey can still be read.
"""

from collections.abc import Callable
from xml.sax.saxutils import escape, quoteattr

from baccarat.coup import Side
from baccarat.render.road_marks import Win, describe
from baccarat.result import Result
from baccarat.roads import Colour

CELL = 24
HALF = CELL // 2
IVORY, INK = "#fffdf6", "#2b2620"
RED, BLUE, GREEN, GOLD = "#d3122f", "#1746b8", "#12803c", "#f2b318"

WINNER = {Side.BANKER: ("banker", RED), Side.PLAYER: ("player", BLUE), None: ("tie", GREEN)}
COLOURS = {Colour.RED: ("red", RED), Colour.BLUE: ("blue", BLUE)}


def tag(name: str, content: str = "", **attributes: object) -> str:
    """An element; underscores in names become hyphens, and one at the end is dropped."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(str(value))}"
        for key, value in attributes.items()
    )
    if not content:
        return f"<{name}{written}/>"
    # One element a line where it helps a reader of the diff.
    return f"<{name}{written}>{content}</{name}>" + ("\n" if "data-" in written else "")


def at(x: int, y: int, content: str, **attributes: object) -> str:
    """A group that sits there."""
    return tag("g", content, transform=f"translate({x} {y})", **attributes)


def words(text: object, x: float, y: float, size: float, fill: str, **more: object) -> str:
    return tag("text", escape(str(text)), x=x, y=y, font_size=size, fill=fill, **more)


# Marks of full size, in a cell of 24 by 24.


def bead_mark(number: int, result: Result) -> str:
    name, fill = WINNER[result.winner]
    return (
        tag("title", escape(f"Coup {number}: {describe(result)}"))
        + tag("circle", cx=12, cy=12, r=9.6, fill=fill, class_=name)
        + words(result.letter, 12, 16.4, 12.5, IVORY, text_anchor="middle", font_weight="bold")
        + _details(result)
    )


def big_mark(win: Win) -> str:
    label, ring, details = "Before the first win", "", ""
    if win.result is not None:
        name, stroke = WINNER[win.result.winner]
        heavy = 3.2 if win.result.winner is Side.BANKER else 1.9
        label = f"Coup {win.number}: {describe(win.result)}"
        ring = tag(
            "circle",
            cx=12,
            cy=12,
            r=8.6,
            fill="none",
            stroke=stroke,
            stroke_width=heavy,
            class_=name,
        )
        details = _details(win.result)
    if win.ties:
        label += f", {win.ties} {'tie' if win.ties == 1 else 'ties'}"
    return tag("title", escape(label)) + ring + _ties(win.ties) + details


def _ties(ties: int) -> str:
    """The green slash, and how many ties it stands for when there are several."""
    if not ties:
        return ""
    slash = tag(
        "path",
        d="M4.5 19.5L19.5 4.5",
        stroke=GREEN,
        stroke_width=2.4,
        stroke_linecap="round",
        class_="tie",
        data_ties=ties,
    )
    if ties == 1:
        return slash
    return slash + words(
        ties,
        12,
        16,
        11.5,
        GREEN,
        text_anchor="middle",
        font_weight="bold",
        stroke=IVORY,
        stroke_width=2.6,
        paint_order="stroke",
    )


def _details(result: Result) -> str:
    """Dots for pairs, Banker's at the top left and Player's at the bottom right; naturals."""
    marks = ""
    if result.banker.is_pair:
        marks += dot(4.6, 4.6, RED, "banker-pair")
    if result.player.is_pair:
        marks += dot(19.4, 19.4, BLUE, "player-pair")
    if result.has_natural:
        marks += diamond(4.4, 19.6)
    return marks


def dot(x: float, y: float, fill: str, name: str) -> str:
    return tag("circle", cx=x, cy=y, r=3.7, fill=fill, stroke=IVORY, class_=name)


def diamond(x: float, y: float) -> str:
    return tag(
        "path",
        d=f"M{x:g} {y - 3.6:g}l3.6 3.6l-3.6 3.6l-3.6 -3.6z",
        fill=GOLD,
        stroke=INK,
        stroke_width=0.7,
        class_="natural",
    )


# Marks of the derived roads, in a cell of any size.


def _ring(colour: Colour, cell: int) -> str:
    name, stroke = COLOURS[colour]
    heavy = 0.2 if colour is Colour.RED else 0.13
    middle = cell / 2
    return tag(
        "circle",
        cx=f"{middle:g}",
        cy=f"{middle:g}",
        r=f"{0.33 * cell:g}",
        fill="none",
        stroke=stroke,
        stroke_width=f"{heavy * cell:g}",
        class_=name,
    )


def _disc(colour: Colour, cell: int) -> str:
    name, fill = COLOURS[colour]
    heavy = 0.42 if colour is Colour.RED else 0.34
    middle = cell / 2
    return tag(
        "circle", cx=f"{middle:g}", cy=f"{middle:g}", r=f"{heavy * cell:g}", fill=fill, class_=name
    )


def _slash(colour: Colour, cell: int) -> str:
    name, stroke = COLOURS[colour]
    heavy = 0.24 if colour is Colour.RED else 0.15
    low, high = 0.2 * cell, 0.8 * cell
    return tag(
        "path",
        d=f"M{low:g} {high:g}L{high:g} {low:g}",
        stroke=stroke,
        stroke_width=f"{heavy * cell:g}",
        stroke_linecap="round",
        class_=name,
    )


SHAPES: dict[str, Callable[[Colour, int], str]] = {
    "big-eye": _ring,
    "small": _disc,
    "cockroach": _slash,
}


def letter(winner: Side | None) -> str:
    """A small disc with a letter, as on the bead plate."""
    _, fill = WINNER[winner]
    letter = "T" if winner is None else winner.value
    return tag("circle", cx=12, cy=12, r=8.4, fill=fill) + words(
        letter, 12, 16, 11, IVORY, text_anchor="middle", font_weight="bold"
    )
