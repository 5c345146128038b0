"""The coach's panel, on terminals with room for it: facts that the felt does not show.

draw_coach(canvas, view, advice, is_on, words)            chances, unseen cards, the sitting so far
draw_coach(canvas, view, advice, is_on, words, painter)   first the payout, or a squeezed card
"""

from collections.abc import Mapping

from baccarat.base.words import Words
from baccarat.table import Phase, View
from baccarat.table.coach.thread import Advice
from baccarat.table.view.labels import RANKS
from baccarat.tui.draw.canvas import Canvas, Painter
from baccarat.tui.draw.colours import mix
from baccarat.tui.draw.money_plot import EIGHTHS, MoneyTrace, money_plot
from baccarat.tui.draw.numbers import signed
from baccarat.tui.draw.typeset import cut, wrapped
from baccarat.tui.widgets.chances import chance_bar

TALL = 26
"""Rows from which there is space between the lines, and for higher bars."""
FEWEST = 24
"""With fewer columns the panel stays empty."""
LEFT, RIGHT = 3, 2
"""Columns of the left and right margin; the hairline is in the first column."""
SO_FAR, UNSEEN = 5, 8
"""Rows for the sitting and for the unseen cards, below the first part."""
HIGHEST = 6
"""Rows of the ranks' bars if the coach is silent."""
SHARE = 0.55
"""The share of brass in the bar of a rank with fewer cards left than the average."""


def draw_coach(
    canvas: Canvas,
    view: View,
    advice: Advice | None,
    is_on: bool,
    words: Words,
    first: Painter | None = None,
) -> None:
    """Draw the panel on the whole canvas; if rows are missing, its lower parts are dropped."""
    colours, columns, rows = canvas.look.colours, canvas.columns, canvas.rows
    canvas.fill(0, 0, columns, rows, colours.panel)
    for row in range(rows):
        canvas.put(0, row, "│", colours.hair)
    if columns < FEWEST:
        return
    column = _Column(canvas.part(LEFT, 0, columns - LEFT - RIGHT, rows), rows >= TALL)
    if first is not None:
        column.give(first, words("advice.payout" if view.squeezed is None else "advice.card"))
    else:
        column.shoe_says(view, advice, is_on, words)
    if first is None or column.is_tall:
        column.unseen(view, words, is_on)
    if is_on:
        column.so_far(view, advice, words)


class _Column:
    """Draws the parts of the panel, one below the other."""

    def __init__(self, canvas: Canvas, is_tall: bool) -> None:
        self.canvas, self.columns, self.is_tall = canvas, canvas.columns, is_tall
        self.y = 1

    @property
    def left(self) -> int:
        """The number of rows that are still free."""
        return self.canvas.rows - self.y

    def next_rows(self, rows: int) -> Canvas:
        """The part of the panel with this number of free rows."""
        return self.canvas.part(0, self.y, self.columns, rows)

    def head(self, title: str, figure: str = "") -> None:
        """Draw a title in capitals, a hairline, and perhaps a figure at the end of the row."""
        colours = self.canvas.look.colours
        at = self.canvas.put(0, self.y, title.upper(), colours.soft, bold=True)
        end = self.columns
        if figure:
            end = self.canvas.right(end, self.y, figure, colours.ink, bold=True) - 1
        self.canvas.put(at + 1, self.y, "─" * (end - at - 1), colours.hair)
        self.y += 1

    def line(self, name: str, figure: str, ink: str = "") -> None:
        """Draw a name at the left, and its figure at the right."""
        at = self.canvas.right(self.columns, self.y, figure, ink, bold=True)
        self.canvas.put(0, self.y, cut(name, at - 1), self.canvas.look.colours.soft)
        self.y += 1

    def say(self, text: str) -> None:
        """Draw a text in as many rows as it needs."""
        for row in wrapped(text, self.columns):
            self.canvas.put(0, self.y, row, self.canvas.look.colours.soft)
            self.y += 1

    def give(self, first: Painter, title: str) -> None:
        """Draw a title, and below it the first part of the panel, which `first` paints."""
        self.head(title)
        self.y += self.is_tall
        reserve = SO_FAR + (UNSEEN if self.is_tall else 0)
        rows = max(self.left - reserve, 0)
        first(self.next_rows(rows))
        self.y += rows + 1

    def shoe_says(self, view: View, advice: Advice | None, is_on: bool, words: Words) -> None:
        """Draw the chances, the bets' cost, and which bets are best, worst or favour the guest."""
        if view.phase is Phase.FINISHED and is_on:
            return
        self.head(words("web.shoe-says"))
        self.y += self.is_tall
        if not is_on:
            self.say(words("coach.off"))
        elif view.squeezed is not None:
            self.say(words("advice.waits"))
        elif view.phase is Phase.DECISION:
            self.say(words("coach.none"))
        elif advice is None:
            self.say(words("advice.counting"))
        else:
            self._advice(view, advice, words)
        self.y += 1

    def _advice(self, view: View, advice: Advice, words: Words) -> None:
        colours = self.canvas.look.colours
        if advice.chances:
            chance_bar(self.next_rows(2), advice.chances, words)
            self.y += 3
        else:
            self.say(words("coach.none"))
        if view.wagers and advice.wagers != view.wagers:
            self.line(words("advice.cost"), words("advice.counting"), colours.soft)
        elif advice.felt is None:
            self.line(words("advice.cost"), "–", colours.soft)
        else:
            key = "advice.wins" if advice.felt > 0 else "advice.cost"
            self.line(words(key), words.number(abs(advice.felt), ",.2f"), colours.ink)
        if advice.rounding and self.is_tall:
            self.line(words("advice.rounding"), signed(advice.rounding, words), colours.ink)
        if advice.ends is not None:
            for (spot, edge), key, ink in zip(
                advice.ends, ("best", "worst"), (colours.tie_lit, colours.banker_lit), strict=True
            ):
                name = words(f"advice.{key}", bet=words.bet(spot))
                self.line(name, words.percent(edge).replace("-", "−"), ink)
        if advice.leaning is not None:
            spot, excess = advice.leaning
            inks = {"player": colours.player_lit, "banker": colours.banker_lit}
            text = words("advice.leans", bet=words.bet(spot))
            self.line(text, f"+{words.percent(excess)}", inks.get(spot, colours.tie_lit))

    def unseen(self, view: View, words: Words, is_on: bool) -> None:
        """Draw the number of unseen cards of each rank, including burned cards.

        If the coach is silent, there is room for higher bars.
        """
        ranks = view.left_by_rank
        bars = HIGHEST if not is_on else 3 if self.is_tall else 2
        figures = figure_rows(self.columns, bars)
        rows = min(bars + 1 + figures, self.left - 1)
        if not ranks or rows < 2 + figures:
            return
        burned = 0 if view.shoe is None else view.shoe.burned
        cards = words.number(sum(ranks.values()))
        self.head(words("advice.unseen"), words("advice.burnt", cards=cards, burned=burned))
        rank_bars(self.next_rows(rows), ranks, figures)
        self.y += rows + 1

    def so_far(self, view: View, advice: Advice | None, words: Words) -> None:
        """Draw the money won or lost, and its plot."""
        if not view.coups or not self.left:
            return
        balance = view.bankroll + view.on_the_felt - view.bought
        self.head(words("advice.so-far"), signed(balance, words))
        if advice is None or advice.is_counting:
            if self.left > 0:
                self.say(words("advice.counting"))
        elif advice.account is not None and advice.cost is not None and self.left > 1:
            money_plot(self.next_rows(self.left), MoneyTrace.of(advice.account.points))


def figure_rows(columns: int, bars: int) -> int:
    """The rows for the numbers of cards: 1, or 2 with a digit in each row, or 0 without room."""
    return 1 if columns // len(RANKS) > 2 else 2 if bars >= HIGHEST else 0


def rank_bars(canvas: Canvas, ranks: Mapping[str, int], figures: int) -> None:
    """Paint a bar for each rank, the rank's letter, and how many of its cards are unseen."""
    colours = canvas.look.colours
    pitch = canvas.columns // len(RANKS)
    highest, mean = max(ranks.values()), sum(ranks.values()) / len(RANKS)
    high = canvas.rows - figures - 1
    dim = mix(colours.brass, canvas.ground, SHARE)
    for place, rank in enumerate(RANKS):
        at = place * pitch
        level = round(8 * high * ranks[rank] / highest) if highest else 0
        for row in range(high):
            part = min(8, max(0, level - 8 * (high - 1 - row)))
            ink = colours.brass if ranks[rank] > mean else dim
            canvas.put(at, row, EIGHTHS[part] * (pitch - 1), ink)
        canvas.put(at, high, rank, colours.soft)
        if figures == 1:
            canvas.put(at, high + 1, str(ranks[rank]), colours.faint)
        for row, digit in enumerate(f"{ranks[rank]:>2}" if figures == 2 else ""):
            canvas.put(at, high + 1 + row, digit, colours.faint)


def ranks_of(view: View, words: Words) -> list[str]:
    """The unseen cards of each rank, as lines of text."""
    cards_left = view.left_by_rank
    if not cards_left:
        return []
    burned = 0 if view.shoe is None else view.shoe.burned
    return [
        words("coach.left", cards=sum(cards_left.values()), burned=burned),
        "".join(f"{rank:>3}" for rank in RANKS),
        "".join(f"{cards_left[rank]:>3}" for rank in RANKS),
    ]
