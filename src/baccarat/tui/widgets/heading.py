"""Texts with hairlines beside them: the title of a sheet, and a line in the middle."""

from rich.cells import cell_len

from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.typeset import spaced

RULE = 1
"""Columns of the shortest hairline beside a line in the middle, and of the narrowest blank."""


def draw_title(canvas: Canvas, title: str) -> None:
    """Draw the title of a sheet, with a hairline to the edge."""
    canvas.fill(0, 0, canvas.columns, canvas.rows, canvas.look.colours.panel)
    draw_heading(canvas, title)


def draw_heading(canvas: Canvas, text: str) -> None:
    colours = canvas.look.colours
    apart = spaced(text)
    has_room = cell_len(apart) <= canvas.columns * 3 // 4
    at = canvas.put(0, 0, apart if has_room else text, colours.brass, bold=True)
    canvas.put(at + 2, 0, "─" * (canvas.columns - at - 2), colours.hair)


def draw_ruled(canvas: Canvas, y: int, text: str, ink: str, line: str, bold: bool = True) -> None:
    """Draw a text in the middle of a row, with a hairline on each side if there is room."""
    start = (canvas.columns - cell_len(text)) // 2
    end = canvas.put(start, y, text, ink, bold=bold)
    blank = min(2, start - RULE)
    if blank > 0:
        canvas.put(0, y, "─" * (start - blank), line)
        canvas.put(end + blank, y, "─" * (canvas.columns - end - blank), line)
