"""A pack spread on the cloth in an arc, as a croupier shows it to the guests."""

from baccarat.core.cards import Suit
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import mix
from baccarat.tui.draw.half_blocks import SUITS, draw_dots, size_of
from baccarat.tui.draw.printed_cards import draw_frame

RANKS = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A")
ORDER = "♥♣♦♠"
"""The suits in turn, so that the top card, an ace, is the ace of spades."""
LAST = len(RANKS) - 1
BENT = 0.35
"""The arc's share of the height; the cards have the rest."""
SEEN = 0.65
"""The share of a card that the next card leaves visible."""

Halves = dict[tuple[int, int], str]
"""Colours by column and half row."""


def ribbon(canvas: Canvas) -> None:
    """Draw the thirteen cards of the arc, centred."""
    columns, rows = canvas.size
    deep = 0 if canvas.look.is_ascii else round(BENT * rows)
    tall = rows - deep
    wide = max(6, round(tall * 10 / 7))
    step = max(3, min(round(SEEN * wide), (columns - wide) // LAST))
    left = (columns - step * LAST - wide) // 2
    places = [
        (left + step * n, round(2 * deep * (2 * n / LAST - 1) ** 2)) for n in range(len(RANKS))
    ]
    if canvas.look.is_ascii:
        for (at, _), rank, suit in zip(places, RANKS, suits(), strict=True):
            plain_card(canvas.part(at, 0, wide, tall), rank, suit)
        return
    colours = canvas.look.colours
    halves: Halves = {}
    for number, (at, top) in enumerate(places):
        tint = colours.stripe if (LAST - number) % 2 else colours.paper
        halves |= {(c, h): tint for c in range(at, at + wide) for h in range(top, top + 2 * tall)}
    draw_halves(canvas, halves)
    shade = mix("#000000", colours.paper, 0.25)
    for (at, top), rank, suit in zip(places, RANKS, suits(), strict=True):
        ink = colours.suit_red if suit in "♥♦" else colours.suit_black
        index, foot = (top + 1) // 2, top // 2 + tall
        for row in range(index, foot):
            canvas.put(at, row, "▏", shade)
        canvas.put(at + 1, index, rank, ink, bold=True)
        canvas.put(at + 1, index + 1, suit, ink)
    middle = index + (tall - 3) // 2
    if tall > 5:
        spade = SUITS[Suit.SPADES]
        draw_dots(canvas, at + (wide - size_of(spade)[0]) // 2, middle, spade, ink)
    canvas.right(at + wide - 1, foot - 1, rank, ink, bold=True)


def suits() -> list[str]:
    return [ORDER[(n + len(ORDER) - 1 - LAST) % len(ORDER)] for n in range(len(RANKS))]


def draw_halves(canvas: Canvas, halves: Halves) -> None:
    """Draw two colours in each cell, one above the other; a half without colour shows the cloth."""
    for x, y in {(column, half // 2) for column, half in halves}:
        above, below = halves.get((x, 2 * y)), halves.get((x, 2 * y + 1))
        if above is None:
            canvas.put(x, y, "▄", below or "")
        elif below is None:
            canvas.put(x, y, "▀", above)
        elif above == below:
            canvas.put(x, y, " ", ground=above)
        else:
            canvas.put(x, y, "▀", above, below)


def plain_card(canvas: Canvas, rank: str, suit: str) -> None:
    """Draw a card in ASCII: a frame with the rank and the suit."""
    draw_frame(canvas)
    canvas.put(1, 1, rank, bold=True)
    canvas.put(1, 2, suit)
