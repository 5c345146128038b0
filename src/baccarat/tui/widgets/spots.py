"""One spot of the felt: a box with a name, a price, the house edge, chips and the result."""

from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.chips import (
    LEAST,
    chip,
    chip_colour,
    chip_columns,
    disc,
    disc_columns,
    short_sum,
)
from baccarat.tui.draw.colours import Colours, mix
from baccarat.tui.draw.typeset import fitting, pair, spaced
from baccarat.tui.screens.table.payout import Fate

SIDES = ("player", "banker", "tie")
"""The spots with their own colour."""
OPEN = 5
"""Rows from which the name stands inside the box, not in its line."""
AIRY = 16
"""Columns from which there is space beside the line."""
DISC = 20
"""Columns from which a chip is a disc."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A bet to draw; each of its texts has shorter forms for less room."""

    spot: str
    names: tuple[str, ...]
    prices: tuple[str, ...]
    edges: tuple[str, ...] = ()
    stake: int = 0
    won: int = 0
    fate: Fate = Fate.CALM
    is_chosen: bool = False
    is_under_mouse: bool = False
    unit: int = 1
    """the worth of the table's chip in coins"""


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of one spot."""

    ground: str
    line: str
    name: str
    ink: str
    soft: str

    @classmethod
    def of(cls, spot: Spot, colours: Colours) -> "Inks":
        ground, line, name = mix(colours.edge, colours.cloth, 0.35), colours.hair, colours.ink
        if spot.spot in SIDES:
            name = getattr(colours, f"{spot.spot}_lit")
            ground = mix(getattr(colours, spot.spot), colours.panel, 0.34)
            line = mix(name, colours.cloth, 0.6)
        if spot.fate is Fate.WON:
            on = colours.on_brass
            return cls(colours.brass, colours.glow, on, on, mix(on, colours.brass, 0.75))
        if spot.fate in (Fate.DIM, Fate.LOST):
            ground, line = mix(ground, colours.cloth, 0.35), mix(line, colours.cloth, 0.5)
            if spot.is_chosen:
                line = mix(colours.glow, colours.cloth, 0.6)
            return cls(ground, line, colours.faint, colours.faint, colours.faint)
        if spot.is_chosen:
            line = colours.glow
        elif spot.is_under_mouse:
            line = colours.brass
        return cls(ground, line, name, colours.ink, colours.soft)


class PlacedSpot(NamedTuple):
    """A spot with its part of a canvas, its colours and its language."""

    canvas: Canvas
    spot: Spot
    inks: Inks
    words: Words

    @property
    def is_won(self) -> bool:
        return self.spot.fate is Fate.WON

    @property
    def marks(self) -> str:
        """The signs that mark a selected or winning spot where colours are not enough."""
        is_lettered = self.canvas.look.is_lettered
        # A tile has no line that could show it.
        chosen = "► " if self.spot.is_chosen and (is_lettered or self.is_won) else ""
        return chosen + ("* " if self.is_won and is_lettered else "")

    def outcome(self, columns: int) -> str:
        """The result of the stake, if it is already visible."""
        spot, words = self.spot, self.words
        if spot.fate is Fate.WON:
            return "+" + short_sum(spot.won, words, max(3, columns - 5))
        if spot.fate is Fate.BACK:
            return words("ledger.back")
        if spot.fate is Fate.LOST:
            sign = "−" if self.canvas.look.is_plain else "○ "
            return sign + short_sum(spot.stake, words, columns - 2)
        return ""


def draw_spot(canvas: Canvas, spot: Spot, words: Words) -> None:
    """Draw a spot; its box fills the canvas."""
    inks, rows = Inks.of(spot, canvas.look.colours), canvas.rows
    box = PlacedSpot(canvas, spot, inks, words)
    if box.is_won and not canvas.look.is_plain:
        _tile(canvas, inks.ground)
    else:
        ground = inks.ground if rows >= OPEN or box.is_won or spot.spot in SIDES else ""
        canvas.box(0, 0, *canvas.size, inks.line, ground, heavy=box.is_won or spot.is_chosen)
    if rows >= OPEN:
        _draw_inside(box)
    else:
        _draw_in_line(box)


def _tile(canvas: Canvas, ink: str) -> None:
    """Draw the background of a spot; half cells keep a gap to the neighbouring spots."""
    columns, rows = canvas.size
    canvas.fill(1, 0, columns - 2, rows - 1, ink)
    for row in range(rows - 1):
        canvas.put(0, row, "▐", ink)
        canvas.put(columns - 1, row, "▌", ink)
    if rows >= OPEN:
        cloth = canvas.look.colours.cloth
        canvas.put(0, 0, f"▗{'▄' * (columns - 2)}▖", ink, cloth)
    canvas.put(0, rows - 1, f"▝{'▀' * (columns - 2)}▘", ink)


def _draw_in_line(box: PlacedSpot) -> None:
    """Draw a low spot: its name in the upper line; below, its price, and its edge or its chip."""
    canvas, spot, inks = box.canvas, box.spot, box.inks
    columns, rows = canvas.size
    name = fitting(spot.names, columns - 4 - cell_len(box.marks))
    title = f" {box.marks}{name} "
    start = 2 if cell_len(title) <= columns - 3 else 1
    canvas.put(start, 0, title, inks.name, bold=True)
    inset = 2 if rows > 3 or columns >= AIRY or box.is_won else 1
    room = columns - 2 * inset
    rights = spot.edges
    if spot.stake and rows == 3:
        used = _draw_stake(box, inset, 1, room, is_right=True)
        room, rights = room - used - 1, ()
    elif spot.stake:
        _draw_stake(box, inset, 2, room)
    price, edge = pair(spot.prices, rights, room)
    canvas.put(inset, 1, price, inks.soft)
    canvas.right(inset + room, 1, edge, inks.soft)


def _draw_stake(box: PlacedSpot, x: int, y: int, columns: int, *, is_right: bool = False) -> int:
    """Draw the chip and its result in one row; return the number of columns used."""
    canvas, spot, outcome = box.canvas, box.spot, box.outcome(columns)
    if spot.fate is Fate.LOST:
        wide = cell_len(outcome)
        canvas.put(x + (columns - wide) // (1 if is_right else 2), y, outcome, box.inks.soft)
        return wide
    text = short_sum(spot.stake, box.words, max(1, columns - 3 - cell_len(outcome)))
    wide, colour = chip_columns(text), chip_colour(spot.stake, spot.unit, canvas.look.colours)
    if not outcome:
        chip(canvas, x + (columns - wide) // (1 if is_right else 2), y, text, colour)
        return wide
    if wide + 1 + cell_len(outcome) <= columns:
        chip(canvas, x, y, text, colour)
    canvas.right(x + columns, y, outcome, box.inks.ink, bold=True)
    return columns


def _draw_inside(box: PlacedSpot) -> None:
    """Draw a high spot: name, price and edge in the middle, the chip at the right or below."""
    canvas, spot, inks, words = box.canvas, box.spot, box.inks, box.words
    x, y, room = 1, (canvas.rows - 3) // 2, canvas.columns - 2
    is_lost = spot.fate is Fate.LOST
    outcome, edges = "", spot.edges
    if spot.stake and not is_lost and canvas.columns >= DISC:
        text = short_sum(spot.stake, words, LEAST + 2)
        colour = chip_colour(spot.stake, spot.unit, canvas.look.colours)
        room -= disc_columns(text) + 2
        disc(canvas, x + room + 1, y, text, colour)
        outcome = box.outcome(room)
    elif spot.stake:
        _draw_stake(box, x + 1, y + 2, room - 2)
        edges = ()
    _draw_name(box, x, y, room)
    prices = (*(price.replace(":", " : ") for price in spot.prices), *spot.prices)
    is_strong = spot.spot in SIDES and spot.fate is not Fate.DIM and not is_lost
    ink = inks.ink if is_strong else inks.soft
    canvas.centre(x, y + 1, room, fitting(prices, room - 2), ink)
    if outcome:
        canvas.centre(x, y + 2, room, outcome, inks.ink, bold=True)
    elif edges:
        edge = fitting((words("felt.edge", edge=edges[0]), *edges), room - 2)
        canvas.centre(x, y + 2, room, edge, inks.soft)


def _draw_name(box: PlacedSpot, x: int, y: int, columns: int) -> None:
    """Draw the name with its marks in the middle; in capitals for Player, tie and Banker."""
    canvas, spot, ink, marks = box.canvas, box.spot, box.inks.name, box.marks
    names = spot.names
    if spot.spot in SIDES:
        names = (*map(spaced, names), *names)
    name = fitting(names, columns - 2)
    start, at = x + (columns - cell_len(name)) // 2, x + 1
    if start < at + cell_len(marks):  # no room for marks at the edge
        name = fitting(spot.names, columns - 2 - cell_len(marks))
        start = x + (columns - cell_len(name) + cell_len(marks)) // 2
        at = start - cell_len(marks)
    canvas.put(at, y, marks, ink, bold=True)
    canvas.put(start, y, name, ink, bold=True)
