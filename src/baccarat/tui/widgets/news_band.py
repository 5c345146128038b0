"""News of the shoe: a new shoe, the cut card coming out, the last coup.

A band above the hands shows them until the next chip is placed; the top bar shows lasting facts.
"""

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.table import Phase, View
from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.widgets.top_bar import is_out


class NewsBand(Painted):
    """The band with the news of the shoe; without news it is hidden."""

    def __init__(self, words: Words) -> None:
        super().__init__(id="news")
        self.words = words
        self.said = ""

    def show(self, view: View) -> None:
        self.said = news_of(view, self.words)
        self.display = bool(self.said)
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        draw_news(canvas, self.said)


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
    rule = (canvas.columns - cell_len(text) - 4) // 2
    if rule > 0:
        canvas.put(0, 0, "─" * rule, colours.brass)
        canvas.right(canvas.columns, 0, "─" * rule, colours.brass)
    canvas.centre(0, 0, canvas.columns, text, colours.glow, bold=True)
