"""The felt: a spot for every bet of the game, where chips are put by key and by mouse."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Grid
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from baccarat.table.labels import edge_text, price_text
from baccarat.words import Words

COLUMNS = 4
CUT = ".."
"""Ends a word that was cut."""
NAMES = ("player", "banker", "tie")
"""The spots that have a colour of their own."""


class Spot(Static):
    """One bet: its name, its price, what lies on it and, if the coach speaks, its edge."""

    class Pressed(Message):
        """The mouse was pressed on a spot."""

        def __init__(self, spot: str, takes_back: bool) -> None:
            super().__init__()
            self.spot = spot
            self.takes_back = takes_back

    def __init__(self, spot: str, price: str, words: Words) -> None:
        super().__init__(classes="spot")
        self.spot = spot
        self.price = words.say(price_text(price))
        self.words = words
        self._shown: tuple[int, str, bool] = (0, "", False)

    def show(self, stake: int, edge: str, is_chosen: bool) -> None:
        self._shown = (stake, edge, is_chosen)
        self.set_class(is_chosen, "-chosen")
        self.set_class(stake > 0, "-staked")
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        self.post_message(self.Pressed(self.spot, event.button != 1 or event.shift))

    def _draw(self) -> None:
        stake, edge, is_chosen = self._shown
        width = max(self.size.width, 12)
        ink = f"bold ${self.spot}" if self.spot in NAMES else "bold"
        coins = f"[{stake}]" if stake else ""
        name = f"{'>' if is_chosen else ' '}{self.words.bet(self.spot)}"
        top = spread(name, coins, width)
        low = spread(f" {self.price}", edge, width)
        self.update(
            Content.assemble(
                (top[: len(top) - len(coins)], ink),
                (coins, "bold $accent"),
                "\n",
                (low, "$quiet"),
            ),
            layout=False,
        )


class Felt(Grid):
    """All spots, one of which is chosen."""

    def __init__(self, spots: Sequence[tuple[str, str]], words: Words) -> None:
        super().__init__(id="felt")
        self.spots = [Spot(spot, price, words) for spot, price in spots]
        self.chosen = min(1, len(spots) - 1)

    def compose(self) -> ComposeResult:
        yield from self.spots

    @property
    def spot(self) -> str:
        return self.spots[self.chosen].spot

    def choose(self, spot: str) -> None:
        self.chosen = [item.spot for item in self.spots].index(spot)
        self.spots[self.chosen].scroll_visible(animate=False)

    def move(self, columns: int, rows: int) -> None:
        """Choose a neighbour, if there is one."""
        to = self.chosen + columns + rows * COLUMNS
        if 0 <= to < len(self.spots):
            self.choose(self.spots[to].spot)

    def show(self, stakes: Mapping[str, int], edges: Mapping[str, Fraction | None] | None) -> None:
        for place, item in enumerate(self.spots):
            known = edges or {}
            edge = item.words.say(edge_text(known[item.spot])) if item.spot in known else ""
            item.show(stakes.get(item.spot, 0), edge, place == self.chosen)


def spread(left: str, right: str, width: int) -> str:
    """Two words at the ends of a line; the left one is cut if there is no room."""
    room = width - cell_len(right) - (1 if right else 0)
    if cell_len(left) > room:
        while cell_len(left) > room - len(CUT):
            left = left[:-1]
        left += CUT
    return f"{left}{' ' * (width - cell_len(left) - cell_len(right))}{right}"
