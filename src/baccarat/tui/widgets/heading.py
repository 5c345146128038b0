"""The heading of a sheet: its title in spaced letters, and a hairline to the edge."""

from rich.cells import cell_len

from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.draw.typeset import spaced


class Heading(Painted):
    """A title with a hairline."""

    def __init__(self, text: str) -> None:
        super().__init__(id="heading")
        self.text = text

    def paint(self, canvas: Canvas) -> None:
        canvas.fill(0, 0, canvas.columns, canvas.rows, canvas.look.colours.panel)
        draw_heading(canvas, 0, 0, canvas.columns, self.text)


def draw_heading(canvas: Canvas, x: int, y: int, columns: int, text: str) -> None:
    colours = canvas.look.colours
    apart = spaced(text)
    has_room = cell_len(apart) <= columns * 3 // 4
    at = canvas.put(x, y, apart if has_room else text, colours.brass, bold=True)
    canvas.put(at + 2, y, "─" * (x + columns - at - 2), colours.hair)
