"""A grid of cells to draw on; a cell has a character, two colours and perhaps an action for clicks.

canvas.put(2, 0, "Banker", colours.ink)          write; returns the column after the text
canvas.fill(0, 1, 10, 2, colours.cloth)          fill with a ground
canvas.box(0, 1, 10, 4, colours.hair)            draw a hairline around
canvas.click(0, 1, 10, 4, "screen.chip(2)")      set the action of a click there
draw_hand(canvas.part(4, 1, 20, 5))              draw into a part; there (4, 1) is (0, 0)
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from itertools import groupby

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from baccarat.tui.draw.terminal_look import Look

BoxLines = tuple[str, str, str, str, str, str]
LIGHT: BoxLines = ("╭", "╮", "╰", "╯", "─", "│")
HEAVY: BoxLines = ("┏", "┓", "┗", "┛", "━", "┃")
PLAIN = str.maketrans(
    "╭╮╰╯┏┓┗┛─━╌│┃┤┴╱╳●○•►→←–−█▌▐▀▄▁▂▃▅▆▇♠♥♦♣★·▲▼",  # noqa: RUF001  these are meant
    "++++++++-=-||++/xOo.>><--#[]##__====shdc*.^v",
)
"""The replacement of each sign in a terminal without Unicode."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; the second cell of a wide character is empty."""

    char: str = " "
    ink: str = ""
    ground: str = ""
    is_bold: bool = False
    action: str = ""
    """the action of a click"""


class Canvas:
    """A grid of cells, counted from the top left; drawing outside the grid has no effect.

    A part of a canvas shares its cells. What a part draws beyond its own size is drawn, too.
    """

    def __init__(self, columns: int, rows: int, look: Look) -> None:
        self.columns, self.rows = columns, rows
        self.look = look
        blank = Cell(ink=look.colours.ink, ground=look.colours.cloth)
        self.cells = [[blank] * columns for _ in range(rows)]
        self.left = self.top = 0
        """the place of a part on the whole canvas"""

    def part(self, x: int, y: int, columns: int, rows: int) -> "Canvas":
        """A part of this canvas, in which (x, y) is the first cell."""
        part = copy(self)
        part.columns, part.rows = columns, rows
        part.left, part.top = self.left + x, self.top + y
        return part

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows."""
        return self.columns, self.rows

    @property
    def ground(self) -> str:
        """The colour behind the first cell."""
        return self.cells[self.top][self.left].ground

    def put(
        self, x: int, y: int, text: str, ink: str = "", ground: str = "", bold: bool = False
    ) -> int:
        """Write text; return the column after the text.

        The ground stays as it is if `ground` is empty.
        """
        row = self._row(y)
        for char in text.translate(PLAIN) if self.look.is_ascii else text:
            wide, at = cell_len(char), self.left + x
            if at >= 0 and at + wide <= len(row):
                for place in range(at, at + wide):
                    old = row[place]
                    row[place] = Cell(
                        char if place == at else "",
                        ink or self.look.colours.ink,
                        ground or old.ground,
                        bold,
                        old.action,
                    )
            x += wide
        return x

    def centre(
        self,
        x: int,
        y: int,
        columns: int,
        text: str,
        ink: str = "",
        ground: str = "",
        bold: bool = False,
    ) -> int:
        return self.put(x + (columns - cell_len(text)) // 2, y, text, ink, ground, bold)

    def right(
        self, x: int, y: int, text: str, ink: str = "", ground: str = "", bold: bool = False
    ) -> int:
        """Write text that ends before column x; return the first column of the text."""
        start = x - cell_len(text)
        self.put(start, y, text, ink, ground, bold)
        return start

    def fill(self, x: int, y: int, columns: int, rows: int, ground: str) -> None:
        blank = Cell(ink=self.look.colours.ink, ground=ground)
        here = self._columns(x, columns)
        for row in map(self._row, range(y, y + rows)):
            row[here] = [
                replace(blank, action=old.action) if old.action else blank for old in row[here]
            ]

    def box(
        self,
        x: int,
        y: int,
        columns: int,
        rows: int,
        ink: str,
        ground: str = "",
        heavy: bool = False,
    ) -> None:
        """Draw a line around these cells; fill them if `ground` is given."""
        left, right, foot, toe, flat, up = HEAVY if heavy else LIGHT
        if ground:
            self.fill(x + 1, y + 1, columns - 2, rows - 2, ground)
        self.put(x, y, left + flat * (columns - 2) + right, ink)
        for row in range(y + 1, y + rows - 1):
            self.put(x, row, up, ink)
            self.put(x + columns - 1, row, up, ink)
        self.put(x, y + rows - 1, foot + flat * (columns - 2) + toe, ink)

    def click(self, x: int, y: int, columns: int, rows: int, action: str) -> None:
        """Set the action of a click in these cells, which must already be drawn."""
        here = self._columns(x, columns)
        for row in map(self._row, range(y, y + rows)):
            row[here] = [replace(cell, action=action) for cell in row[here]]

    def _row(self, y: int) -> list[Cell]:
        """The whole canvas's cells in a row of this part; no cells outside the canvas."""
        row = self.top + y
        return self.cells[row] if 0 <= row < len(self.cells) else []

    def _columns(self, x: int, columns: int) -> slice:
        """The place of these columns in a row of the whole canvas."""
        return slice(max(self.left + x, 0), max(self.left + x + columns, 0))

    def lines(self) -> list[str]:
        """The rows of the canvas as text without colours, for tests."""
        return ["".join(cell.char for cell in row).rstrip() for row in self.cells]

    def strips(self) -> list[Strip]:
        """The canvas as Textual strips; neighbouring cells of the same style form one segment."""
        return [
            Strip(
                [
                    Segment("".join(cell.char for cell in same), style)
                    for style, same in groupby(row, key=style_of)
                ],
                self.columns,
            )
            for row in self.cells
        ]


def style_of(cell: Cell) -> Style:
    key = (cell.ink, cell.ground, cell.is_bold, cell.action)
    if key not in STYLES:
        style = Style(color=cell.ink or None, bgcolor=cell.ground or None, bold=cell.is_bold)
        if cell.action:
            style += Style.from_meta({"@click": cell.action})
        STYLES[key] = style
    return STYLES[key]


STYLES: dict[tuple[str, str, bool, str], Style] = {}
"""Styles made so far; making a style takes longer than drawing with it."""


Painter = Callable[[Canvas], object]
"""A function that draws a whole canvas, or a part of one."""


class Painted(Widget):
    """A widget that is filled by a drawing of the same size; without a drawing it is blank."""

    ALLOW_SELECT = False

    def __init__(self, id: str, drawing: Painter | None = None) -> None:  # noqa: A002  textual's own
        super().__init__(id=id)
        self._drawing = drawing
        self._drawn: list[Strip] | None = None
        self._drawn_size = Size()

    def draw(self, drawing: Painter) -> None:
        """Show another drawing."""
        self._drawing = drawing
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Draw everything on an empty canvas."""
        if self._drawing is not None:
            self._drawing(canvas)

    def repaint(self) -> None:
        """Draw again after a change."""
        self._drawn = None
        self.refresh()

    def on_resize(self) -> None:
        self.repaint()

    def notify_style_update(self) -> None:
        """Draw again, because the theme may have changed."""
        super().notify_style_update()
        self._drawn = None

    def render_line(self, y: int) -> Strip:
        size = self.size
        # Textual may ask for a new size before it reports the resize.
        if self._drawn is None or self._drawn_size != size:
            canvas = Canvas(size.width, size.height, Look.of(self.app))
            self.paint(canvas)
            self._drawn, self._drawn_size = canvas.strips(), size
        # Textual cannot draw a blank without a style if there are no colours.
        return self._drawn[y] if y < len(self._drawn) else Strip.blank(size.width, Style())
