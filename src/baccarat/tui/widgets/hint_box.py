"""A hint: a small sheet beside the part of the table that it explains."""

from rich.cells import cell_len
from textual.geometry import Region, Size

from baccarat.base.words import Words
from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.draw.typeset import wrapped
from baccarat.tui.widgets.key_line import SIDES, draw_cap

WIDEST = 58
"""The most columns of a hint."""


class HintBox(Painted):
    """A box above the table that points to the part it explains."""

    def __init__(self, words: Words) -> None:
        super().__init__(id="hint")
        self.words = words
        self.text = ""
        self.is_below = False
        """whether the box is below that part"""

    def show(self, text: str, part: Region, screen: Size) -> None:
        """Show the box below a part of the screen; without room below, show the box above."""
        self.text = text
        wide = min(WIDEST, screen.width - 4)
        tall = len(self._lines(wide)) + 3
        self.is_below = part.bottom + tall < screen.height
        x = max(0, min(part.x + (part.width - wide) // 2, screen.width - wide))
        y = part.bottom if self.is_below else part.y - tall
        self.styles.width, self.styles.height = wide, tall
        self.styles.offset = x, max(0, min(y, screen.height - tall))
        self.display = True
        self.repaint()

    def hide(self) -> None:
        self.display = False

    def paint(self, canvas: Canvas) -> None:
        colours = canvas.look.colours
        wide, tall = canvas.columns, canvas.rows
        canvas.fill(0, 0, wide, tall, colours.panel)
        canvas.box(0, 0, wide, tall, colours.brass, colours.panel)
        point = "▲" if self.is_below else "▼"
        canvas.put(wide // 2, 0 if self.is_below else tall - 1, point, colours.glow, bold=True)
        for row, line in enumerate(self._lines(wide), 1):
            canvas.put(2, row, line, colours.ink)
        skip = self.words("hint.skip")
        at = canvas.right(wide - 2, tall - 2, skip, colours.faint)
        key = self.words.cap("Esc")
        start = at - 1 - cell_len(key) - SIDES
        draw_cap(canvas, start, tall - 2, key)
        canvas.click(start, tall - 2, wide - 2 - start, 1, "screen.skip_tour")

    def _lines(self, wide: int) -> list[str]:
        return wrapped(self.text, wide - 4)
