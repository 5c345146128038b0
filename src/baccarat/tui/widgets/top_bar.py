"""The top line: the house, the game, and the progress of the shoe; and a band with its news.

The band shows a new shoe, the cut card coming out or the last coup until the next chip is placed.
"""

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.table import Phase, View
from baccarat.table.view.view import ShoeShown
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.widgets.heading import draw_ruled

MARGIN = 2
"""The margin on both sides."""
GAP = 2
"""Columns between the parts."""
LEAST = 8
"""The shortest line of a shoe that is still useful."""


def draw_bar(canvas: Canvas, view: View, words: Words) -> None:
    """Draw house, game, shoe and coup at the left; at the right the shoe as a line, and its cards.

    If there is little room, the right side is shortened first, then the game's name.
    """
    colours, shoe = canvas.look.colours, view.shoe
    canvas.fill(0, 0, canvas.columns, canvas.rows, colours.panel)
    room = canvas.columns - 2 * MARGIN
    names = titles_of(view.game, words)
    if shoe is None:
        x = canvas.put(MARGIN, 0, names[0], colours.brass, bold=True)
        canvas.put(x + GAP, 0, "".join(names[1:]), colours.ink)
        return
    place = words("top.shoe", shoe=shoe.number, coup=coup_of(view))
    heading = [*names, place]
    texts = cards_texts(shoe, words)
    while texts[1:] and _wide(heading) + _wide(["-" * LEAST, texts[0]]) + GAP > room:
        del texts[0]
    if _wide(heading) + GAP + _wide(["-" * LEAST, texts[0]]) > room:
        heading = [names[0], place]
    x = canvas.put(MARGIN, 0, heading[0], colours.brass, bold=True)
    for text in heading[1:-1]:
        x = canvas.put(x + GAP, 0, text, colours.ink)
    x = canvas.put(x + GAP, 0, place, colours.soft)
    is_near = is_out(shoe) or shoe.is_last_coup
    ink = colours.warning if is_near else colours.soft
    at = canvas.right(canvas.columns - MARGIN, 0, texts[0], ink, bold=is_near)
    free = at - GAP - (x + GAP)
    long = min(free, max(canvas.columns // 5 * 2 - 16, LEAST))
    if long >= LEAST:
        draw_shoe(canvas.part(at - GAP - long, 0, long, 1), shoe)


def titles_of(game: str, words: Words) -> list[str]:
    """The house's title and the game's name; only the name if it contains the title."""
    house, kind = words("start.title"), words.game(game)
    return [kind] if house.lower() in kind.lower() else [house, kind]


def draw_shoe(canvas: Canvas, shoe: ShoeShown) -> None:
    """Draw the shoe as a line: dealt cards, cards left, and a tick at the cut card."""
    colours, columns = canvas.look.colours, canvas.columns
    used = round(columns * (shoe.cards - shoe.cards_left) / shoe.cards)
    canvas.put(0, 0, "━" * used, colours.brass)
    canvas.put(used, 0, "─" * (columns - used), colours.hair)
    cut = min(columns * (shoe.cards - shoe.cut_card) // shoe.cards, columns - 1)
    canvas.put(cut, 0, "┃", colours.banker_lit, bold=True)


def coup_of(view: View) -> int:
    """The number of the coup on the felt; with an empty felt, the number of the next coup."""
    coups = 0 if view.shoe is None else view.shoe.coups
    return coups if view.is_over or view.phase is Phase.FINISHED else coups + 1


def is_out(shoe: ShoeShown) -> bool:
    """Whether the cut card has come out."""
    return shoe.cards_left < shoe.cut_card


def cards_texts(shoe: ShoeShown, words: Words) -> list[str]:
    """Texts with the cards left and the cards before the cut card, the longest text first.

    Every form says if the cut card is out or the coup is the last.
    """
    cards = shoe.cards_left
    for is_so, name in ((shoe.is_last_coup, "last"), (is_out(shoe), "out")):
        if is_so:
            return [words(f"top.left-{name}", cards=cards), words(f"top.{name}")]
    cut = cards - shoe.cut_card
    return [words("top.left-cut", cards=cards, cut=cut), words("top.left", cards=cards)]


def _wide(parts: list[str]) -> int:
    return sum(map(cell_len, parts)) + GAP * (len(parts) - 1)


def news_of(view: View, words: Words) -> str:
    """The news of the shoe as a text; "" once the next bet is placed."""
    shoe = view.shoe
    is_betting = view.phase is Phase.BETS
    if shoe is None or view.phase is Phase.FINISHED or (is_betting and view.wagers):
        return ""
    if _has_just_come_out(view):
        suffix = ("-next" if is_betting else "-this") if shoe.is_last_coup else ""
        return words(f"news.out{suffix}")
    if is_betting and shoe.is_last_coup:
        return words("news.last")
    if is_betting and not shoe.coups:
        return words("news.shoe", cards=shoe.cards, behind=shoe.cut_card)
    return ""


def _has_just_come_out(view: View) -> bool:
    """Whether the cut card came out in the coup that lies on the felt."""
    if view.shoe is None or not is_out(view.shoe):
        return False
    cards = view.shoe.cards_left + len(view.player.cards) + len(view.banker.cards)
    return cards >= view.shoe.cut_card


def draw_news(canvas: Canvas, text: str) -> None:
    """Draw the words in the middle of a raised band, with a hairline on each side."""
    colours = canvas.look.colours
    canvas.fill(0, 0, canvas.columns, 1, colours.raised)
    draw_ruled(canvas, 0, text, colours.glow, colours.brass)
