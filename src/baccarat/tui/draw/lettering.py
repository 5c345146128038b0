"""Draws large letters and signs with block characters.

block_title(canvas, 0, "baccarat", 1)    in the middle of the first rows; returns its rows
"""

from rich.cells import cell_len

from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import mix
from baccarat.tui.draw.half_blocks import draw_dots

LETTERS = {
    "A": ".###. #...# #...# ##### #...# #...#",
    "B": "####. #...# ####. #...# #...# ####.",
    "C": ".#### #.... #.... #.... #.... .####",
    "R": "####. #...# #...# ####. #..#. #...#",
    "T": "##### ..#.. ..#.. ..#.. ..#.. ..#..",
}
"""The letters of the house's name: rows of dots from the top."""
TALL = 6
"""Dots from the top to the bottom of a letter."""
WIDE = 6
"""Dots from one letter to the next."""


def draw_squares(canvas: Canvas, x: int, y: int, dots: str, ink: str, scale: int) -> None:
    """Draw each dot of a sign as a square of `scale` columns; with scale 1 a dot is half a cell."""
    if scale == 1:
        draw_dots(canvas, x, y, dots, ink)
        return
    size = scale // 2
    for row, line in enumerate(dots.split()):
        for column, dot in enumerate(line):
            for step in range(size if dot == "#" else 0):
                canvas.put(x + scale * column, y + size * row + step, "█" * scale, ink)


def block_title(canvas: Canvas, y: int, text: str, scale: int) -> int:
    """Draw a word in large letters in the middle; return its number of rows.

    A word with other letters stands on tiles; in ASCII the letters are spaced.
    """
    colours, columns, capitals = canvas.look.colours, canvas.columns, text.upper()
    if canvas.look.is_ascii:
        canvas.centre(0, y + 1, columns, "   ".join(capitals), colours.glow, bold=True)
        return 3
    if not set(capitals) <= LETTERS.keys():
        tiles(canvas, y, text)
        return 3
    step = WIDE * scale
    at = (columns - step * len(capitals) + scale) // 2
    for letter in capitals:
        dots = LETTERS[letter].split()
        for row in range(0, TALL, 2):  # brighter above, as light falls on brass
            ink = mix(colours.glow, colours.brass, 1 - row / (TALL - 2))
            top = y + row * max(1, scale // 2) // (1 if scale > 1 else 2)
            draw_squares(canvas, at, top, " ".join(dots[row : row + 2]), ink, scale)
        at += step
    return TALL // 2 * scale


def tiles(canvas: Canvas, y: int, text: str) -> None:
    """Draw each letter of a word on its own brass tile, in the middle."""
    colours = canvas.look.colours
    wide = 2 * max(map(cell_len, text)) + 2
    at = (canvas.columns - (wide + 2) * len(text) + 2) // 2
    for letter in text:
        canvas.put(at, y, "▄" * wide, colours.glow)
        canvas.fill(at, y + 1, wide, 1, mix(colours.glow, colours.brass, 0.5))
        canvas.centre(at, y + 1, wide, letter, colours.on_brass, bold=True)
        canvas.put(at, y + 2, "▀" * wide, colours.brass)
        at += wide + 2
