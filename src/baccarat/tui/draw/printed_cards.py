"""Draws playing cards in cells, in several sizes: faces, backs and empty places.

draw_face(canvas.part(x, y, *room.card), Card.parse("7h"))    upright
draw_face(canvas.part(x, y, *room.across), card)              a third card, which lies sideways
draw_lifted(place, view.lifted)            a squeezed card: only what is lifted
draw_lifted(place, ())                     face down
draw_place(place)                          the place of a card to come

A card that lies sideways is turned to the left: its long edge is above, its short edge at the left.
"""

from collections.abc import Sequence

from baccarat.core.cards import Card, Rank, Suit
from baccarat.table.rules.squeeze import CORNER, LONG, LONG_EDGE, PICTURES, SHORT, SHORT_EDGE
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import mix
from baccarat.tui.draw.half_blocks import COURTS, DIGITS, SUITS, draw_dots, size_of
from baccarat.tui.sizes import Size

Pip = tuple[int, float]
"""A pip's column (left −1, middle 0, right 1), and its height from −1 at the top to 1."""
SIDES: tuple[tuple[float, ...], ...] = ((), (), (-1, 1), (-1, 0, 1), (-1, -1 / 3, 1 / 3, 1))
"""The heights of the pips along a long edge, by their number."""
PRINTED: dict[Rank, tuple[int, tuple[float, ...]]] = {
    Rank.ACE: (0, (0,)),
    Rank.TWO: (0, (-1, 1)),
    Rank.THREE: (0, (-1, 0, 1)),
    Rank.FOUR: (2, ()),
    Rank.FIVE: (2, (0,)),
    Rank.SIX: (3, ()),
    Rank.SEVEN: (3, (-0.5,)),
    Rank.EIGHT: (3, (-0.5, 0.5)),
    Rank.NINE: (4, (0,)),
    Rank.TEN: (4, (-2 / 3, 2 / 3)),
}
"""The number of pips on each side of a card, and the heights of the pips between the sides."""
LATTICE = "╳"  # noqa: RUF001  the pattern of a back
A_PICTURE = LONG_EDGE[Rank.KING]
FLAT, UPRIGHT = "━", "┃"
"""The frame of a picture card."""
ANY_PIP = "●"
"""A pip whose suit is hidden."""


def pips_of(rank: Rank) -> list[Pip]:
    """The pips of a rank; a court card has none.

    >>> len(pips_of(Rank.SEVEN)), len(pips_of(Rank.KING))
    (7, 0)
    """
    sides, between = PRINTED.get(rank, (0, ()))
    beside = [(column, height) for height in SIDES[sides] for column in (-1, 1)]
    return [*beside, *((0, height) for height in between)]


def draw_frame(canvas: Canvas) -> None:
    """Draw the empty shape of a card in ASCII."""
    canvas.fill(0, 0, *canvas.size, canvas.look.colours.cloth)
    canvas.box(0, 0, *canvas.size, canvas.look.colours.ink)


def pip_place(size: Size, pip: Pip) -> tuple[int, int]:
    """The cell of a pip, counted from the card's upper left cell."""
    columns, rows = size
    column, height = pip
    if is_across(size):
        along = max(3, (columns // 2 - 3) // 3 * 3)
        down = 1 if rows < 7 else 2
        return columns // 2 + round(height * along), rows // 2 + column * down
    side = columns // 2 - (2 if columns < 11 else 3)
    x = (side, columns // 2, columns - 1 - side)[column + 1]
    if rows < 7:  # a small card shows pips only at its edges
        return x, round((rows - 1) / 2 * (1 + height))
    return x, rows // 2 + round(height * ((rows - 3) // 2))


def is_across(size: Size) -> bool:
    return size[0] > 2 * size[1]


def is_small(size: Size) -> bool:
    """Whether a card has room only for its index and one suit."""
    return size[0] < 9 or size[1] < 5


def draw_face(canvas: Canvas, card: Card) -> None:
    """Draw a card face up; its rank or its suit may be unknown."""
    ink = _ink(canvas, card.known_suit)
    _sheet(canvas, canvas.look.colours.paper)
    if card.known_rank is None or card.known_suit is None:
        _draw_unknown(canvas, card)
    elif is_small(canvas.size):
        _draw_small(canvas, card.known_rank, card.known_suit)
    elif card.known_rank in PICTURES:
        _draw_court(canvas, card.known_rank, card.known_suit)
    elif card.known_rank is Rank.ACE:
        _draw_sign(canvas, SUITS[card.known_suit], card.known_suit.symbol, ink)
    else:
        for pip in pips_of(card.known_rank):
            canvas.put(*pip_place(canvas.size, pip), card.known_suit.symbol, ink, bold=True)
    if not is_small(canvas.size):
        _draw_indices(canvas, card)


def draw_place(canvas: Canvas) -> None:
    """Draw an empty place for a card to come: a thin frame on the cloth."""
    canvas.box(0, 0, *canvas.size, canvas.look.colours.hair)


def draw_lifted(canvas: Canvas, lifted: Sequence[tuple[str, str]]) -> None:
    """Draw a face-down card with lifted edges: the visible face, a shadow, then the back."""
    colours, is_ascii = canvas.look.colours, canvas.look.is_ascii
    columns, rows = size = canvas.size
    corner = dict(lifted).get(CORNER)
    card = Card.parse(corner) if corner else None
    seen = open_cells(size, [step for step, shown in lifted if shown])
    _sheet(canvas, colours.back)
    inset = 1 if is_ascii else 0
    for row in range(inset, rows - inset):
        for column in range(inset, columns - inset):
            if (column, row) in seen:
                canvas.put(column, row, " ", ground="" if is_ascii else colours.paper)
                continue
            sign, ink = LATTICE, colours.ink if is_ascii else colours.lattice
            for way, line, half in (((0, -1), "─", "▀"), ((-1, 0), "│", "▌")):
                if (column + way[0], row + way[1]) in seen:
                    sign, ink = (line if is_ascii else half), mix(colours.paper, colours.back, 0.6)
            canvas.put(column, row, sign, ink)
    ink = _ink(canvas, None if card is None else card.known_suit)
    index = "" if card is None else _index(card, has_suit=True)
    pip = card.known_suit.symbol if card is not None and card.known_suit else ANY_PIP
    for step, shown in lifted:
        if step == CORNER or not shown:
            continue
        if shown == A_PICTURE and not is_ascii and not is_small(size):
            for column, row in open_cells(size, [step]):
                if 0 < column < columns - 1 and 0 < row < rows - 1:
                    canvas.put(column, row, " ", ground=colours.court)
        for (column, row), sign in edge_signs(size, step, shown).items():
            has_index = row == 0 and bool(index) and column <= len(index) + 1
            is_on_line = is_ascii and sign == UPRIGHT and row in (0, rows - 1)
            if not has_index and not is_on_line:
                told = pip if sign == ANY_PIP else sign
                canvas.put(column, row, told, ink, bold=sign == ANY_PIP)
    canvas.put(1, 0, index, ink, bold=True)


def edge_signs(size: Size, step: str, shown: str) -> dict[tuple[int, int], str]:
    """The characters that a lifted edge shows, by cell: pips, or the frame of a picture card."""
    across = is_across(size)
    if shown == A_PICTURE:
        first, last = pip_place(size, (-1, -1)), pip_place(size, (-1, 1))
        if step == SHORT:
            last = pip_place(size, (1, -1))
        line = FLAT if (step == LONG) is across else UPRIGHT
        return {
            (column, row): line
            for column in range(first[0], last[0] + 1)
            for row in range(first[1], last[1] + 1)
        }
    table, along = (LONG_EDGE, 0) if step == LONG else (SHORT_EDGE, 1)
    rank = next(rank for rank, told in table.items() if told == shown)
    return {pip_place(size, pip): ANY_PIP for pip in pips_of(rank) if pip[along] == -1}


def open_cells(size: Size, steps: Sequence[str]) -> set[tuple[int, int]]:
    """The cells of a card's face that are visible when these edges are lifted."""
    columns, rows = size
    across, more = is_across(size), 1 if columns > 13 else 0
    wide, high = pip_place(size, (-1, -1))
    reach = 4 if is_small(size) else 5 + 2 * more
    side = (LONG, SHORT) if not across else (SHORT, LONG)
    return {
        (column, row)
        for column in range(columns)
        for row in range(rows)
        if (side[0] in steps and column <= wide + more)
        or (side[1] in steps and row <= high)
        or (CORNER in steps and column < reach - 2 * row)
    }


def _sheet(canvas: Canvas, ground: str) -> None:
    """Draw the empty shape of a card: a plain block; in ASCII, a frame."""
    if canvas.look.is_ascii:
        draw_frame(canvas)
    else:
        canvas.fill(0, 0, *canvas.size, ground)


def _ink(canvas: Canvas, suit: Suit | None) -> str:
    colours = canvas.look.colours
    if canvas.look.is_ascii:
        return colours.ink
    if suit is None:
        return colours.paper_ink
    return colours.suit_red if suit.is_red else colours.suit_black


def _index(card: Card, has_suit: bool) -> str:
    """The text in a card's corner: `10`, `K♥`."""
    rank = "10" if card.known_rank is Rank.TEN else str(card.known_rank)
    return rank + (card.known_suit.symbol if has_suit and card.known_suit else "")


def _draw_indices(canvas: Canvas, card: Card) -> None:
    """Draw the rank in two corners; aces, pictures and all cards in ASCII also have the suit."""
    if card.known_rank is None:
        return
    columns, rows = canvas.size
    is_told = card.known_rank in (*PICTURES, Rank.ACE)
    ink = _ink(canvas, card.known_suit)
    canvas.put(1, 0, _index(card, is_told or canvas.look.is_ascii), ink, bold=True)
    canvas.right(columns - 1, rows - 1, _index(card, has_suit=False), ink, bold=True)


def _draw_small(canvas: Canvas, rank: Rank, suit: Suit) -> None:
    columns, rows = canvas.size
    colours, ink = canvas.look.colours, _ink(canvas, suit)
    index = _index(Card.of(rank), has_suit=False)
    inset = 1 if canvas.look.is_ascii else 0
    if rank in PICTURES and not inset:
        canvas.fill(2, 1, columns - 4, max(1, rows - 2), colours.court)
    canvas.put(1, inset, index, ink, bold=True)
    if rows - 2 * inset > 2:
        canvas.right(columns - 1, rows - 1 - inset, index, ink, bold=True)
    canvas.put(columns // 2, rows // 2, suit.symbol, ink, bold=True)


def _draw_court(canvas: Canvas, rank: Rank, suit: Suit) -> None:
    columns, rows = canvas.size
    colours, ink = canvas.look.colours, _ink(canvas, suit)
    if canvas.look.is_ascii:
        canvas.box(2, 1, columns - 4, rows - 2, colours.ink)
    else:
        canvas.fill(1, 1, columns - 2, rows - 2, colours.court)
    _draw_sign(canvas, COURTS[rank], str(rank), ink)
    if rows > 5 and columns > 13:
        if not canvas.look.is_ascii:
            line = mix(colours.paper_ink, colours.court, 0.35)
            canvas.box(2, 1, columns - 4, rows - 2, line)
        canvas.put(4, 2, suit.symbol, ink)
        canvas.put(columns - 5, rows - 3, suit.symbol, ink)


def _draw_unknown(canvas: Canvas, card: Card) -> None:
    """Draw a card whose suit or rank is unknown: its rank or its points in large type."""
    text = str(card.points) if card.known_rank is None else _index(card, has_suit=False)
    ink = _ink(canvas, None)
    if is_small(canvas.size):
        canvas.centre(0, (canvas.rows - 1) // 2, canvas.columns, text, ink, bold=True)
    elif card.known_rank in COURTS:
        _draw_sign(canvas, COURTS[card.known_rank], text, ink)
    elif text == "A":
        canvas.centre(0, canvas.rows // 2, canvas.columns, text, ink, bold=True)
    else:
        rows = zip(*(DIGITS[int(digit)].split() for digit in text), strict=True)
        _draw_sign(canvas, " ".join(".".join(row) for row in rows), text, ink)


def _draw_sign(canvas: Canvas, dots: str, stand_in: str, ink: str) -> None:
    """Draw a large sign in the middle of a card; in ASCII, write `stand_in`."""
    columns, rows = canvas.size
    if canvas.look.is_ascii:
        canvas.centre(0, rows // 2, columns, stand_in, ink, bold=True)
        return
    wide, high = size_of(dots)
    draw_dots(canvas, (columns - wide) // 2, (rows - high) // 2, dots, ink)
