"""The marks of the roads as SVG; each shape is drawn once, and marks refer to it.

A mark is a `<marker>`, and an invisible line leads through all cells with this mark, so a road of
a hundred marks takes a few hundred characters. The line is 1/3 wide, so that a marker is 1 by 1
and the line goes from cell to cell in whole steps.

A mark has its default colours as attributes, and classes by which a page's theme colours and
shapes it (`drawing.css`). Banker's marks and red marks are heavier than Player's and blue marks, so
that a board printed in grey stays readable. Player's marks are squares with round corners, which
a theme may make sharp, as print does.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.core.result import Result
from baccarat.core.roads import Colour, GridPlace, Scoreboard
from baccarat.render.drawing_styles import ON_FELT, DrawingStyle
from baccarat.render.road_marks import DERIVED, big_marks, derived_marks
from baccarat.render.road_words import (
    MOST_TIES,
    colour_in_words,
    letter_in_words,
    ties_in_words,
    winner_in_words,
)
from baccarat.render.svg_elements import tag, text_at

UNIT = 20
"""the side of the square in which a mark is drawn"""
THIRD = ".33333"
"""the width of a line whose markers are 1 by 1"""
WINNER = {Side.BANKER: "banker", Side.PLAYER: "player", None: "tie"}
SIDES = {name: side for side, name in WINNER.items()}
DETAILS = {"natural": "mark.natural", "banker-pair": "bet.banker-pair"}
DETAILS["player-pair"] = "bet.player-pair"
"""The details in the corners of a mark, with their words."""

PlacedMark = tuple[GridPlace, str]
"""A place and the name of a mark there; a win with ties and pairs has several marks."""


# The places of the marks.


def marks_of(board: Scoreboard, key: str) -> list[PlacedMark]:
    """The marks of a road by name, in the order in which they were made."""
    if key == "bead":
        return [mark for place, result in board.bead for mark in _coup("bead", place, result)]
    if key != "big":
        return [(place, derived_name(key, colour)) for place, colour in derived_marks(board, key)]
    found: list[PlacedMark] = []
    for place, win in big_marks(board):
        ties = [(place, f"ties-{min(win.ties, MOST_TIES + 1)}")] if win.ties else []
        coup = [] if win.result is None else _coup("big", place, win.result)
        found += [*coup[:1], *ties, *coup[1:]]
    return found


def bead_name(winner: Side | None) -> str:
    return f"bead-{WINNER[winner]}"


def derived_name(key: str, colour: Colour) -> str:
    return f"{key}-{colour.name.lower()}"


def _coup(road: str, place: GridPlace, result: Result) -> list[PlacedMark]:
    """The marks that show a coup, each as cell and name: the winner, then the corner details."""
    has = result.has_natural, result.banker.is_pair, result.player.is_pair
    details = [(place, name) for name, truth in zip(DETAILS, has, strict=True) if truth]
    return [(place, f"{road}-{WINNER[result.winner]}"), *details]


# Placing the marks by lines.


def lines(
    marks: Iterable[PlacedMark], prefix: str, first: int = 0, class_: str | None = None
) -> str:
    """The marks from column `first` on, as SVG: for each kind, a path through its places."""
    places: dict[str, list[GridPlace]] = {}
    for (column, row), name in marks:
        if column >= first:
            places.setdefault(name, []).append((column, row))
    order = sorted(places, key=lambda name: name in DETAILS)  # details in corners are drawn last
    return "".join(line(f"{prefix}{name}", places[name], class_) for name in order)


def line(name: str, places: list[GridPlace], class_: str | None = None) -> str:
    """A path with a mark at each place; SVG marks no ends of a path, so both ends come twice."""
    (x, y), *_ = places
    steps = "".join(_step(*one, *other) for one, other in pairwise(places))
    return tag("path", class_=class_, marker_mid=f"url(#{name})", d=f"M{x} {y}h0{steps}h0")


def _step(x: int, y: int, to_x: int, to_y: int) -> str:
    """The shortest path command from one cell to another."""
    right, down = to_x - x, to_y - y
    if not right or not down:
        return f"h{right}" if right else f"v{down}"
    return f"l{right}{down}" if down < 0 else f"l{right} {down}"


def sample(name: str, x: float, y: float, size: int) -> str:
    """A single mark with its middle at (x, y); its parent element has stroke width `size` / 3."""
    start = f"{x - size / 2:g} {y - size / 2:g}"
    return tag("path", marker_mid=f"url(#{name})", d=f"M{start}h0h0")


def paper(first: int, columns: int, rows: int, thin: float, style: DrawingStyle = ON_FELT) -> str:
    """A grid with cells of 1 by 1; two broad dashed strokes make all its lines."""
    across = f"M{first + columns / 2:g} {-thin / 2:.3g}V{rows}"
    down = f"M{first - thin / 2:.5g} {rows / 2:g}H{first + columns}"
    ruled = tag("path", d=down, stroke_width=rows) + tag("path", d=across, stroke_width=columns)
    dashes = {"stroke": style.line, "stroke_dasharray": f"{thin:.3g} {1 - thin:.3g}"}
    size = {"x": first or None, "width": columns, "height": rows}
    sheet = tag("rect", class_="paper", **size, fill=style.paper)
    return sheet + tag("g", ruled, class_="grid", **dashes)


# Drawing the marks.


def mark_names() -> Iterator[str]:
    """The names of all marks that a road may have."""
    yield from (f"bead-{side}" for side in SIDES)
    yield from ("big-banker", "big-player")
    yield from (f"ties-{ties}" for ties in range(1, MOST_TIES + 2))
    yield from DETAILS
    yield from (derived_name(key, colour) for key in DERIVED for colour in Colour)


def names_in(content: str, prefix: str) -> list[str]:
    """The names of the marks that a drawing uses, each once."""
    return list(dict.fromkeys(re.findall(rf"url\(#{prefix}([\w-]+)\)", content)))


def definitions(
    names: Iterable[str], prefix: str, words: Words, style: DrawingStyle = ON_FELT
) -> str:
    """The SVG definitions of these marks."""
    marks = "".join(_mark(name, prefix, words, MarkPen(style)) for name in names)
    shared = {"fill": "none", "text_anchor": "middle", "font_weight": "bold"}
    return tag("defs", marks, **shared, stroke_linecap="round")


def _mark(name: str, prefix: str, words: Words, pen: "MarkPen") -> str:
    """The SVG definition of a mark, with the title that a screen reader says."""
    road, _, kind = name.rpartition("-")
    if name in DETAILS:
        title, content = words(DETAILS[name]), pen.detail(name)
    elif road == "ties":
        title, content = _ties_title(int(kind), words), pen.ties(int(kind))
    elif road in DERIVED:
        colour = Colour[kind.upper()]
        title, content = colour_in_words(colour, words), pen.derived(road, colour is Colour.RED)
    else:
        title = winner_in_words(SIDES[kind], words)
        letter = letter_in_words(SIDES[kind], words)
        content = pen.bead(kind, letter) if road == "bead" else pen.win(kind)
    content = tag("title", escape(title)) + content
    return tag("marker", content, id=f"{prefix}{name}", viewBox=f"0 0 {UNIT} {UNIT}")


def _ties_title(ties: int, words: Words) -> str:
    if ties <= MOST_TIES:
        return ties_in_words(ties, words)
    return words("mark.more-ties", count=MOST_TIES)


@dataclass(frozen=True, slots=True)
class MarkPen:
    """Draws marks in the colours of a style, and in special shapes for print."""

    style: DrawingStyle

    def bead(self, winner: str, letter: str) -> str:
        """A disc with a letter; in print only Banker's disc is filled."""
        kind, colours = winner[0], self.style.fills
        if self.style.is_print and kind != "b":
            disc, fill = self._ring(kind, 7.5, 1.3 if kind == "p" else 0.7), colours[kind]
        else:
            disc = self._round(kind, 8.1, class_=f"fill-{kind}", fill=colours[kind])
            fill = self.style.paper
        return disc + text_at(letter, 10, 13.8, 10.6, fill, class_="letter")

    def win(self, winner: str) -> str:
        return self._ring("b", 7.2, 2.7) if winner == "banker" else self._ring("p", 7.3, 1.7)

    def detail(self, name: str) -> str:
        """A detail in a corner: a diamond for a natural, a dot for a pair."""
        style = self.style
        if name == "natural":
            more = {"fill": style.fills["n"], "stroke": style.ink, "stroke_width": 0.6}
            return tag("path", class_="fill-n", d="M3.6 13.4l3 3-3 3-3-3z", **more)
        kind, middle = ("b", 3.8) if name == "banker-pair" else ("p", 16.2)
        more = {"fill": style.fills[kind], "stroke": style.paper, "stroke_width": 0.8}
        return self._round(kind, 3.1, middle, class_=f"fill-{kind} rim", **more)

    def ties(self, ties: int) -> str:
        """The green slash, with the number of ties if there are several."""
        slash = self._slash("t", 2.1)
        if ties == 1:
            return slash
        rim = {"stroke": self.style.paper, "stroke_width": 2.2, "paint_order": "stroke"}
        told = ties if ties <= MOST_TIES else f"{MOST_TIES}+"
        green = self.style.fills["t"]
        if self.style.is_print:  # some printing programs do not know `paint-order`
            behind = text_at(told, 10, 13.5, 9.8, self.style.paper, **rim)
            return slash + behind + text_at(told, 10, 13.5, 9.8, green)
        return slash + text_at(told, 10, 13.5, 9.8, green, class_="fill-t rim", **rim)

    def derived(self, road: str, is_red: bool) -> str:
        """A ring, a disc or a slash."""
        kind = "b" if is_red else "p"
        if road == "big-eye":
            return self._ring(kind, 6.5, 3.6 if is_red else 2.2)
        if road == "cockroach":
            return self._slash(kind, 4.2 if is_red else 2.4)
        if self.style.is_print and not is_red:
            return self._ring(kind, 6.2, 1.8)
        fill = self.style.fills[kind]
        disc = self._round(kind, 7.8 if is_red else 6.9, class_=f"fill-{kind}", fill=fill)
        return disc if is_red else disc + tag("circle", class_="hole", cx=10, cy=10, r=2.6)

    def _ring(self, kind: str, radius: float, heavy: float) -> str:
        more = {"stroke": self.style.fills[kind], "stroke_width": heavy}
        return self._round(kind, radius, class_=f"line-{kind}", **more)

    def _slash(self, kind: str, heavy: float) -> str:
        """A slash; in print, blue slashes lean the other way."""
        leans = "M4 4L16 16" if self.style.is_print and kind == "p" else "M4 16L16 4"
        more = {"stroke": self.style.fills[kind], "stroke_width": heavy}
        return tag("path", class_=f"line-{kind} slash-{kind}", d=leans, **more)

    def _round(self, kind: str, radius: float, middle: float = UNIT / 2, /, **more: object) -> str:
        """A circle; for Player, a square with rounded corners, except in print."""
        if kind != "p":
            return tag("circle", cx=f"{middle:g}", cy=f"{middle:g}", r=radius, **more)
        start, side = f"{middle - radius:g}", f"{2 * radius:g}"
        corner = 1 if self.style.is_print else radius
        return tag("rect", x=start, y=start, width=side, height=side, rx=corner, **more)
