"""Draws chips, and writes sums of money in few columns.

chip(canvas, x, y, "100", colour)         one row: a chip from the side
disc(canvas, x, y, "100", colour)         three rows: a chip from above
short_sum(12_500, words, 5)               '12.5k': as exact as the room allows
"""

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.table.view.choices import CHIPS
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import Colours, mix

LEAST = 3
"""Columns inside the smallest disc."""
DIGITS = (3, 2, 1, 0)
"""Decimals of a shortened sum, the most first."""


def chip_colour(coins: int, unit: int, colours: Colours) -> str:
    """The colour of the largest chip that fits into a sum."""
    place = sum(coins >= chips * unit for chips in CHIPS[1:])
    return colours.chips[min(place, len(colours.chips) - 1)]


def chip_columns(text: str) -> int:
    return cell_len(text) + 2


def chip(canvas: Canvas, x: int, y: int, text: str, colour: str, *, is_faint: bool = False) -> int:
    """Draw a chip from the side, faint if the guest cannot pay it; return the column after it."""
    if canvas.look.is_plain:
        return _figure(canvas, x, y, text, is_faint)
    ink, ivory, colour = _inks(canvas, colour, is_faint)
    x = canvas.put(x, y, "▌", ivory, colour)
    x = canvas.put(x, y, text, ink, colour, bold=not is_faint)
    return canvas.put(x, y, "▐", ivory, colour)


def disc_columns(text: str) -> int:
    return max(LEAST, cell_len(text)) + 2


def disc(canvas: Canvas, x: int, y: int, text: str, colour: str, *, is_faint: bool = False) -> int:
    """Draw a chip from above, in three rows; return the column after the chip."""
    wide = max(LEAST, cell_len(text))
    if canvas.look.is_plain:
        return _figure(canvas, x + (wide - cell_len(text)) // 2, y + 1, text, is_faint)
    ink, ivory, colour = _inks(canvas, colour, is_faint)
    for row, left, flat, right in ((y, "▗", "▄", "▖"), (y + 2, "▝", "▀", "▘")):
        canvas.put(x, row, left + flat * wide + right, colour)
        canvas.put(x + 1 + (wide - 1) // 2, row, flat * (2 - wide % 2), ivory)
    canvas.put(x, y + 1, f"▌{' ' * wide}▐", ivory, colour)
    canvas.centre(x + 1, y + 1, wide, text, ink, colour, bold=not is_faint)
    return x + wide + 2


def _figure(canvas: Canvas, x: int, y: int, text: str, is_faint: bool) -> int:
    """Draw a chip's value without colour: in brackets if the guest can pay it, else faint."""
    if is_faint:
        return canvas.put(x, y, f" {text} ", canvas.look.colours.faint)
    return canvas.put(x, y, f"({text})", bold=True)


def _inks(canvas: Canvas, colour: str, is_faint: bool) -> tuple[str, str, str]:
    """The colours of a chip's figure, of the marks at its edge, and of the chip."""
    colours = canvas.look.colours
    if not is_faint:
        return colours.on_side, colours.chip_edge, colour
    ivory = mix(colours.chip_edge, colours.panel, 0.3)
    return colours.faint, ivory, mix(colour, colours.panel, 0.25)


def short_sum(coins: int, words: Words, columns: int) -> str:
    """A sum of money in at most this number of columns: exact, or in thousands or millions.

    >>> [short_sum(12_560, Words.of("en"), n) for n in (6, 5, 4)]
    ['12,560', '12.5k', '12k']
    """
    exact = words.number(coins)
    if cell_len(exact) <= columns:
        return exact
    units = words("money.large").split()
    signs = {10 ** int(power): sign for power, sign in zip(units[::2], units[1::2], strict=True)}
    size = max((size for size in signs if size <= coins), default=0)
    if not size:
        return exact
    for digits in DIGITS:
        cut = coins * 10**digits // size / 10**digits
        text = words.number(int(cut) if cut.is_integer() else cut) + signs[size]
        if cell_len(text) <= columns:
            return text
    return text
