"""The felt: a spot for every bet of the game; keys and the mouse place chips.

The main bets have their own row; the others follow in rows of six. If not all rows fit, the side
bets scroll and the main bets stay.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from textual import events
from textual.geometry import Offset, Region
from textual.message import Message

from baccarat.base.words import Words
from baccarat.core.bets.price_words import best_price, price_text
from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.screens.table.payout import Fate, Payout
from baccarat.tui.sizes import Room, room_for
from baccarat.tui.widgets.felt_rows import (
    MARGIN,
    SpotRows,
    arrange,
    draw_felt,
    felt_height,
    rows_in_sight,
    spans_of,
)
from baccarat.tui.widgets.spots import Spot


class Felt(Painted):
    """The widget of the felt: all spots of the game, one of them selected."""

    class Pressed(Message):
        """A mouse press on a spot."""

        def __init__(self, spot: str, takes_back: bool) -> None:
            super().__init__()
            self.spot = spot
            self.takes_back = takes_back

    def __init__(self, spots: Sequence[tuple[str, str]], words: Words, chip: int = 1) -> None:
        super().__init__(id="felt")
        self.words = words
        self.chip = chip
        """the worth of a chip in coins"""
        self.names = {spot: names_of(spot, words) for spot, _ in spots}
        self.prices = {spot: prices_of(price, words) for spot, price in spots}
        self.spot = "banker" if "banker" in self.names else spots[0][0]
        """the chosen spot"""
        self._stakes: Mapping[str, int] = {}
        self._edges: Mapping[str, Fraction | None] = {}
        self._payout: Payout | None = None
        self._places: dict[str, Region] = {}
        self._first = 0
        """the first visible row of the rows that scroll"""
        self._goal: float | None = None
        """the column that moves up and down try to keep"""
        self._under_mouse = ""

    @property
    def room(self) -> Room:
        return room_for(*self.app.size)

    @property
    def rows(self) -> SpotRows:
        return arrange(self.names, (self.size.width or self.app.size.width) - 2 * MARGIN)

    def show(
        self,
        stakes: Mapping[str, int],
        edges: Mapping[str, Fraction | None] | None,
        payout: Payout | None = None,
    ) -> None:
        """Show the stakes, the edges if the coach speaks, and the payout."""
        self._stakes, self._edges, self._payout = stakes, edges or {}, payout
        self.repaint()

    def place(self, spot: str) -> Offset | None:
        """The middle of a spot on the felt; None if it has scrolled out of sight."""
        if spot not in self._places:
            return None
        x, y, columns, rows = self._places[spot]
        return Offset(x + columns // 2, y + rows // 2)

    def choose(self, spot: str) -> None:
        self.spot, self._goal = spot, None
        self.repaint()

    def move(self, columns: int, rows: int) -> None:
        """Select the next spot, if any; up and down go to the nearest spot in the next row."""
        lying = self.rows
        flat = [spot for row in lying for spot in row]
        to = flat.index(self.spot) + columns
        if columns and 0 <= to < len(flat):
            self.choose(flat[to])
        current = next(number for number, row in enumerate(lying) if self.spot in row)
        if rows and 0 <= current + rows < len(lying):
            goal = self._middles(lying[current])[self.spot] if self._goal is None else self._goal
            middles = self._middles(lying[current + rows])
            self.choose(min(middles, key=lambda spot: abs(middles[spot] - goal)))
            self._goal = goal

    def _middles(self, row: Sequence[str]) -> dict[str, float]:
        spans = spans_of(row, self.size.width - 2 * MARGIN, self.room.gap)
        return {spot: x + wide / 2 for spot, (x, wide) in zip(row, spans, strict=True)}

    def wanted(self, columns: int, room: Room) -> int:
        """The number of rows that all spots need."""
        return felt_height(arrange(self.names, columns - 2 * MARGIN), room)

    def paint(self, canvas: Canvas) -> None:
        rows = self.rows
        self._first, numbers = rows_in_sight(
            rows, self.spot, canvas.rows, self.room, first=self._first
        )
        spots = {spot: self._drawn_spot(spot) for row in rows for spot in row}
        self._places = draw_felt(canvas, rows, numbers, spots, self.room, self.words)

    def _drawn_spot(self, spot: str) -> Spot:
        payout = self._payout
        line = None if payout is None else payout.line(spot)
        edges = edges_of(self._edges[spot], self.words) if spot in self._edges else ()
        return Spot(
            spot,
            self.names[spot],
            self.prices[spot],
            edges,
            stake=self._stakes.get(spot, 0 if line is None else line.wager.stake),
            won=0 if line is None else line.won,
            fate=Fate.CALM if payout is None else payout.fate(spot),
            is_chosen=spot == self.spot,
            is_under_mouse=spot == self._under_mouse,
            unit=self.chip,
        )

    def _at(self, x: int, y: int) -> str:
        """The spot in this cell; "" if there is none."""
        return next((spot for spot, region in self._places.items() if region.contains(x, y)), "")

    def on_click(self, event: events.Click) -> None:
        if spot := self._at(event.x, event.y):
            self.post_message(self.Pressed(spot, event.button != 1 or event.shift))
        elif event.x >= self.size.width - MARGIN:  # in the arrows' column
            self.move(0, -1 if 2 * event.y < self.size.height else 1)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover(self._at(event.x, event.y))

    def on_leave(self) -> None:
        self._hover("")

    def _hover(self, spot: str) -> None:
        if spot != self._under_mouse:
            self._under_mouse = spot
            self.repaint()

    def on_mouse_scroll_down(self) -> None:
        self.move(0, 1)

    def on_mouse_scroll_up(self) -> None:
        self.move(0, -1)


def names_of(spot: str, words: Words) -> tuple[str, ...]:
    """The name of a bet, and its short name if it has one."""
    short = f"short.{spot}"
    return (words.bet(spot), words(short)) if short in words.texts else (words.bet(spot),)


def prices_of(bet: str, words: Words) -> tuple[str, ...]:
    """Texts for the price of a bet: all its prices, then a shorter text with the best price.

    >>> prices_of("banker:1-5%", Words.of("en")), prices_of("lucky-6:12/20", Words.of("en"))
    (('1:1 -5%',), ('12/20:1', '20:1'))
    """
    return tuple(dict.fromkeys(words.say(text(bet)) for text in (price_text, best_price)))


def edges_of(edge: Fraction | None, words: Words) -> tuple[str, ...]:
    """A house edge as texts with 2, 1 and 0 decimals; only "?" if the edge is unknown."""
    if edge is None:
        return ("?",)
    return tuple(words.percent(edge, digits).replace("-", "−") for digits in (2, 1, 0))
