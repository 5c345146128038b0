"""Texts with hairlines beside them: the title of a sheet, and a line in the middle."""

from rich.cells import cell_len

from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.typeset import spaced

RULE = 1
"""Columns of the shortest hairline beside a line in the middle, and of the narrowest blank."""


def draw_title(canvas: Canvas, title: str) -> None:
    """Draw the title of a sheet, with a hairline to the edge."""
    canvas.fill(0, 0, canvas.columns, canvas.rows, canvas.look.colours.panel)
    draw_heading(canvas, 0, 0, canvas.columns, title)


def draw_heading(canvas: Canvas, x: int, y: int, columns: int, text: str) -> None:
    colours = canvas.look.colours
    apart = spaced(text)
    has_room = cell_len(apart) <= columns * 3 // 4
    at = canvas.put(x, y, apart if has_room else text, colours.brass, bold=True)
    canvas.put(at + 2, y, "─" * (x + columns - at - 2), colours.hair)


def draw_ruled(
    canvas: Canvas, x: int, y: int, columns: int, text: str, ink: str, line: str, bold: bool = True
) -> None:
    """Draw a text in the middle, with a hairline on each side if there is room."""
    start = x + (columns - cell_len(text)) // 2
    end = canvas.put(start, y, text, ink, bold=bold)
    blank = min(2, start - x - RULE)
    if blank > 0:
        canvas.put(x, y, "─" * (start - blank - x), line)
        canvas.put(end + blank, y, "─" * (x + columns - end - blank), line)
