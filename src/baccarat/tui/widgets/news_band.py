"""News of the shoe: a new shoe, the cut card coming out, the last coup.

A band above the hands shows them until the next chip is placed; the top bar shows lasting facts.
"""

from baccarat.base.words import Words
from baccarat.table import Phase, View
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.widgets.heading import draw_ruled
from baccarat.tui.widgets.top_bar import is_out


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
    draw_ruled(canvas, 0, 0, canvas.columns, text, colours.glow, colours.brass)
