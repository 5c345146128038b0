"""Draws large signs with half-block characters: each cell has two square dots, one above the other.

draw_dots(canvas, 2, 1, DIGITS[8], colours.player_lit)
"""

from baccarat.core.cards import Rank, Suit
from baccarat.tui.draw.canvas import Canvas

DIGITS = (
    "### #.# #.# #.# ###",
    ".#. ##. .#. .#. ###",
    "### ..# ### #.. ###",
    "### ..# ### ..# ###",
    "#.# #.# ### ..# ..#",
    "### #.. ### ..# ###",
    "### #.. ### #.# ###",
    "### ..# ..# ..# ..#",
    "### #.# ### #.# ###",
    "### #.# ### ..# ###",
)
"""The digits by value: rows of dots from the top."""
COURTS = {
    Rank.JACK: "...## ....# ....# #...# #...# .###.",
    Rank.QUEEN: ".###. #...# #...# #.#.# #..#. .##.#",
    Rank.KING: "#..## #.##. ##... ###.. #.##. #..##",
}
SUITS = {
    Suit.HEARTS: ".##.##. ####### ####### .#####. ..###.. ...#...",
    Suit.DIAMONDS: "...#... ..###.. .#####. .#####. ..###.. ...#...",
    Suit.SPADES: "...#... ..###.. .#####. ####### ####### ..###..",
    Suit.CLUBS: "..###.. ..###.. ####### ####### ##.#.## ..###..",
}
BLOCKS = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄"}


def size_of(dots: str) -> tuple[int, int]:
    """The columns and rows of cells that a sign needs."""
    lines = dots.split()
    return len(lines[0]), (len(lines) + 1) // 2


def draw_dots(canvas: Canvas, x: int, y: int, dots: str, ink: str) -> None:
    """Draw a sign, given by its dots, and keep the background."""
    lines = dots.split()
    lines += ["." * len(lines[0])] * (len(lines) % 2)
    for row, (upper, lower) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
        for column, pair in enumerate(zip(upper, lower, strict=True)):
            if pair in BLOCKS:
                canvas.put(x + column, y + row, BLOCKS[pair], ink)
