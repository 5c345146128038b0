"""The hands on the cloth, and the space between them.

draw_stage(canvas, room, view, words, middle)       the painter `middle` draws between the hands
"""

from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.table.state import Phase
from baccarat.table.view.view import View
from baccarat.tui.draw.canvas import Canvas, Painter
from baccarat.tui.draw.printed_cards import draw_face, draw_lifted, draw_place
from baccarat.tui.draw.typeset import fitting, spaced
from baccarat.tui.sizes import Room

MARGIN = 2
"""The margin beside the hands."""
WIDEST = 60
"""The most columns between the hands; further columns are beside them."""
STAR = "★"
"""The mark of the winner, also without colours."""


def draw_stage(
    canvas: Canvas, room: Room, view: View, words: Words, middle: Painter | None = None
) -> None:
    """Draw Player at the left and Banker at the right; the last row stays blank."""
    wing = MARGIN + max(0, canvas.columns - 4 * MARGIN - 2 * room.hand - WIDEST) // 2
    top = (canvas.rows - room.deal) // 2 + (2 if room.deal > 10 else 1)
    places = {Side.PLAYER: wing, Side.BANKER: canvas.columns - wing - room.hand}
    for side, x in places.items():
        draw_hand(canvas.part(x, top, room.hand, room.deal - 1), room, side, view, words)
    x = places[Side.PLAYER] + room.hand + MARGIN
    columns, rows = places[Side.BANKER] - MARGIN - x, canvas.rows - top - 1
    if middle is not None and columns > 0 and rows > 0:  # a new screen has no size yet
        middle(canvas.part(x, top, columns, rows))


def draw_hand(canvas: Canvas, room: Room, side: Side, view: View, words: Words) -> None:
    """Draw a hand: its name, its total, and three cards, or a frame where a card is missing."""
    hand = view.player if side is Side.PLAYER else view.banker
    _draw_title(canvas, room, side, hand.total, words, view.winner is side)
    y = 2 if room.deal > 10 else 1
    (columns, rows), across = room.card, room.across
    for number in range(3):
        size, top = (room.card, y) if number < 2 else (across, y + (rows - across[1] + 1) // 2)
        place = canvas.part(number * (columns + room.space), top, *size)
        if number >= len(hand.cards):
            draw_place(place)
            continue
        card = hand.cards[number]
        is_squeezed = side is view.squeezed and number == len(hand.cards) - 1
        if card is not None:
            draw_face(place, card)
        else:
            draw_lifted(place, view.lifted if is_squeezed else ())
        if is_squeezed and view.phase is Phase.SQUEEZE:
            place.click(0, 0, *size, "screen.go")


def _draw_title(
    canvas: Canvas, room: Room, side: Side, total: int | None, words: Words, is_winner: bool
) -> None:
    """Draw the hand's name, a star if it has won, and its total on the side's colour."""
    colours = canvas.look.colours
    is_player = side is Side.PLAYER
    name = words.bet(str(side).lower())
    forms = (spaced(name), name.upper()) if room.is_large else (name.upper(),)
    ink = colours.player_lit if is_player else colours.banker_lit
    at = canvas.put(0, 0, fitting(forms, room.hand // 2), ink, bold=True)
    if is_winner:
        canvas.put(at + (2 if room.is_large else 1), 0, STAR, colours.brass, bold=True)
    if total is not None:
        ground = colours.player if is_player else colours.banker
        is_ascii = canvas.look.is_ascii
        text, ground = (f"({total})", "") if is_ascii else (f" {total} ", ground)
        letters = colours.ink if is_ascii else colours.on_side
        canvas.right(room.hand, 0, text, letters, ground, bold=True)
