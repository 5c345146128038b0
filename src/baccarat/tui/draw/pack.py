"""Draws the pack from the side, while the guest cuts it and while it is shuffled."""

from baccarat.base.words import Words
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import mix

LATTICE = "╳╳╳"  # noqa: RUF001
ROWS = 4
"""The rows of a pack, from its bright upper edge to its foot."""
PICTURES = 4
"""The number of pictures of each step of the shuffle."""


def draw_pack(canvas: Canvas, x: int, y: int, columns: int) -> None:
    """Draw the edges of many cards; each column stands for a few cards."""
    colours = canvas.look.colours
    if canvas.look.is_ascii:
        for row in range(ROWS):
            canvas.put(x, y + row, "|" * columns, colours.paper)
        return
    dark = mix("#000000", colours.paper, 0.16)
    canvas.put(x, y, "▄" * columns, mix("#ffffff", colours.paper, 0.5))
    for column in range(columns):
        tint = (colours.paper, colours.stripe, dark)[column * 5 % 7 % 3]
        for row in range(1, ROWS - 1):
            canvas.put(x + column, y + row, "▌", tint, colours.stripe)
    canvas.put(x, y + ROWS - 1, "▀" * columns, mix("#000000", colours.panel, 0.4))


def draw_cut(canvas: Canvas, cards: int, at: int, words: Words) -> None:
    """Draw the whole shoe as a pack, with the guest's cut card above it."""
    colours = canvas.look.colours
    canvas.fill(0, 0, canvas.columns, canvas.rows, colours.panel)
    column = round(at * (canvas.columns - 1) / cards)
    draw_pack(canvas, 0, 1, canvas.columns)
    for row in range(ROWS + 1):
        canvas.put(column, row, "█", colours.banker)
    told = words("ceremony.at", at=at)
    canvas.put(0, ROWS + 2, "1", colours.faint)
    canvas.right(canvas.columns, ROWS + 2, str(cards), colours.faint)
    wide = len(told)
    start = min(max(column - wide // 2, 4), canvas.columns - wide - 6)
    canvas.centre(start, ROWS + 2, wide, told, colours.brass, bold=True)


def draw_shuffle(canvas: Canvas, step: str, part: int, words: Words) -> None:
    """Draw one picture of the moving shuffle, and the name of its step."""
    colours = canvas.look.colours
    canvas.fill(0, 0, canvas.columns, canvas.rows, colours.panel)
    half = canvas.columns // 2
    if step == "wash":
        wash(canvas, canvas.columns, part)
    elif step == "riffle":
        apart = round((half // 3) * (1 - (part + 1) / PICTURES))
        draw_pack(canvas, half // 3 - apart, 0, half * 2 // 3)
        draw_pack(canvas, half + apart, 0, half * 2 // 3)
    elif step == "strip":
        for packet in range(PICTURES):
            is_gone = packet <= part
            draw_pack(canvas, half // 3 + packet * half // 3 + is_gone, 0, half // 3 - 1)
    else:
        draw_pack(canvas, half // 3, 0, half * 4 // 3)
    canvas.centre(0, ROWS + 1, canvas.columns, words(f"ceremony.{step}"), colours.soft)


def wash(canvas: Canvas, columns: int, turn: int) -> None:
    """Draw face-down cards that lie about and change places."""
    colours = canvas.look.colours
    for card in range(columns // 3):
        x = (card * 37 + turn * 11) % (columns - 4)
        y = (card * 5 + turn * 3) % (ROWS - 1)
        ground = (
            ""
            if canvas.look.is_ascii
            else (colours.back, mix("#000000", colours.back, 0.2))[card % 2]
        )
        for row in range(2):
            canvas.put(x, y + row, LATTICE, colours.lattice, ground)
