"""The start screen: the pack on the cloth, the house's name, the guest's choices, one button.

With little room the motto, the pack or the large name are left out.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.draw.card_arc import ribbon
from baccarat.tui.draw.colours import mix
from baccarat.tui.draw.lettering import block_title
from baccarat.tui.draw.typeset import wrapped
from baccarat.tui.sizes import Room, room_for
from baccarat.tui.widgets.heading import draw_ruled

WIDEST = 124
"""The most columns of the choices, so that a line can be read at a glance."""
SPREAD = {80: 6, 100: 8, 140: 12, 200: 17}
"""Rows of the pack, by the columns of the room."""


class Tile(NamedTuple):
    """A choice with its value."""

    label: str
    value: str
    is_typed: bool = False
    """whether the guest types the value instead of choosing it"""


Stacked = tuple[int, Callable[[Canvas, int], None]]
"""The rows of a part, and the function that draws it from a given row."""


class Welcome(Painted):
    """The first screen of a guest."""

    def __init__(self, words: Words) -> None:
        super().__init__(id="welcome")
        self.words = words
        self.tiles: Sequence[Tile] = ()
        self.chosen = 0
        self.about = ""
        """a sentence about the chosen game"""
        self.others = ""
        """the hidden choices that differ from the default"""
        self.note = ""

    def show(
        self, tiles: Sequence[Tile], chosen: int, *, about: str, others: str, note: str
    ) -> None:
        self.tiles, self.chosen = tiles, chosen
        self.about, self.others, self.note = about, others, note
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        room = room_for(canvas.columns, canvas.rows + 1)
        deep, scale = SPREAD[room.columns], 2 if room.columns >= 200 else 1
        head: list[Stacked] = [
            (deep, lambda c, y: ribbon(c.part(2, y, c.columns - 4, deep))),
            (3 * scale, partial(self._house, scale)),
            (1, lambda c, y: rule(c, y, self.words("start.money"))),
        ]
        body = [self._grid(canvas, room), *self._texts(canvas)]
        line: Stacked = (1, lambda c, y: rule(c, y, self.words("start.title").upper()))
        for above in (head, head[:2], head[1:], head[1:2], [line], []):
            rows = 3 if above is head else 1
            foot: Stacked = (rows, partial(self._button, rows))
            stacked = [*above, *body, foot]
            air = len(stacked) - 1 if len(above) > 1 else 0
            if sum(height for height, _ in stacked) + air <= canvas.rows:
                break
        stack(canvas, stacked)

    def _house(self, scale: int, canvas: Canvas, y: int) -> None:
        block_title(canvas, y, self.words("start.title"), scale)

    def _grid(self, canvas: Canvas, room: Room) -> Stacked:
        """The number of rows of the choices, and a function that draws them in 2 or 3 columns."""
        wide = min(canvas.columns - 4, WIDEST)
        count = len(self.tiles)
        beside = 3 if count == 3 or (count > 4 and wide > 100) else 2
        lines = -(-count // beside)
        tall = 5 if room.is_large and lines < 3 else 3
        size = wide // beside

        def draw(canvas: Canvas, y: int) -> None:
            start = (canvas.columns - beside * size) // 2
            for number, tile in enumerate(self.tiles):
                place = start + number % beside * size, y + number // beside * tall
                draw_tile(canvas.part(*place, size - 1, tall), tile, number, number == self.chosen)

        return lines * tall, draw

    def _texts(self, canvas: Canvas) -> list[Stacked]:
        colours = canvas.look.colours
        wide = min(canvas.columns - 6, WIDEST - 2)
        texts = [
            (line, ink)
            for text, ink in (
                (self.about, colours.soft),
                (self.others, colours.faint),
                (self.note, colours.warning),
            )
            for line in wrapped(text, wide)
        ]

        def draw(canvas: Canvas, y: int) -> None:
            for row, (line, ink) in enumerate(texts):
                canvas.centre(0, y + row, canvas.columns, line, ink)

        return [(len(texts), draw)] if texts else []

    def _button(self, rows: int, canvas: Canvas, y: int) -> None:
        colours, look = canvas.look.colours, canvas.look
        key, word = self.words.cap("Enter"), self.words("key.start")
        text = f"[{key}] {word}" if look.is_plain else f"{key}   {word}"
        wide = cell_len(text) + 8
        x = (canvas.columns - wide) // 2
        row = y + rows // 2
        if not look.is_ascii:
            if rows > 1:
                canvas.put(x, y, "▄" * wide, colours.brass)
                canvas.put(x, y + 2, "▀" * wide, colours.brass)
            canvas.fill(x, row, wide, 1, colours.brass)
        ink = colours.ink if look.is_ascii else colours.on_brass
        canvas.centre(x, row, wide, text, ink, bold=True)
        canvas.click(x, y, wide, rows, "screen.start")


def stack(canvas: Canvas, stacked: Sequence[Stacked]) -> None:
    """Draw parts one below the other; spare rows go around and between them."""
    free = max(0, canvas.rows - sum(rows for rows, _ in stacked))
    air = [0] * (len(stacked) + 1)
    inner = range(len(stacked) - 1, 0, -1)
    for place in (*inner[:-1], 0, 1, len(stacked), *inner):
        if free:
            air[place] += 1
            free -= 1
    y = free // 2
    for above, (rows, draw) in zip(air, stacked, strict=False):
        draw(canvas, y + above)
        y += above + rows


def rule(canvas: Canvas, y: int, text: str) -> None:
    """Draw a centred line of text, with a hairline on each side."""
    colours = canvas.look.colours
    wide = min(canvas.columns - 8, WIDEST - 8)
    x = (canvas.columns - wide) // 2
    draw_ruled(canvas.part(x, y, wide, 1), 0, text, colours.soft, colours.hair, bold=False)


def draw_tile(canvas: Canvas, tile: Tile, number: int, is_chosen: bool) -> None:
    """Draw a choice as a box: its name in the upper line, its value inside."""
    colours = canvas.look.colours
    wide, tall = canvas.size
    ground = "" if canvas.look.is_ascii or tall < 4 else mix(colours.edge, colours.cloth, 0.5)
    canvas.box(0, 0, wide, tall, colours.glow if is_chosen else colours.hair, ground, is_chosen)
    mark = "> " if is_chosen and canvas.look.is_ascii else ""
    ink = colours.glow if is_chosen else colours.soft
    canvas.put(2, 0, f" {mark}{tile.label} ", ink, bold=is_chosen)
    row = tall // 2
    value = f"{tile.value}{'_' if is_chosen else ''}" if tile.is_typed else tile.value
    canvas.centre(1, row, wide - 2, value, colours.ink, bold=True)
    canvas.click(0, 0, wide, tall, f"screen.turn({number}, 1)")
    canvas.click(0, 0, wide // 3, tall, f"screen.turn({number}, -1)")
    if is_chosen and not tile.is_typed:
        canvas.put(0, row, "←", colours.glow, bold=True)
        canvas.put(wide - 1, row, "→", colours.glow, bold=True)
