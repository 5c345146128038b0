"""The start screen: the guest chooses game, shoe and money; Enter sits down at once."""

from typing import Any, ClassVar

from rich.cells import set_cell_size
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from baccarat.table.choices import (
    ONLY_FREE,
    USUAL_SEED,
    Offer,
    Wishes,
    decks_text,
    has_decisions,
    limits_text,
    offered,
    values_of,
    with_values,
)
from baccarat.tui.screens.answering import Answering
from baccarat.tui.widgets.keys import Keys
from baccarat.words import Words

LABEL = 30
"""Columns for what a row asks."""


class WishRow(Static):
    """One wish: a label and the value that stands now, changed by keys or by clicks."""

    def __init__(self, offer: Offer) -> None:
        super().__init__(classes="row", id=f"row-{offer.name}")
        self.label = offer.label
        self.values = offer.values
        self.said = offer.said
        self.at = 0

    def choose(self, value: Any, said: str = "") -> None:
        """Choose a value; one that is not on offer is added in front."""
        if value not in self.values:
            self.values = (value, *self.values)
            self.said = (said or str(value), *self.said)
        self.at = self.values.index(value)

    @property
    def value(self) -> Any:
        return self.values[self.at]

    def move(self, by: int) -> None:
        self.at = (self.at + by) % len(self.values)

    def draw(self, is_chosen: bool) -> None:
        self.set_class(is_chosen, "-chosen")
        mark = ">" if is_chosen else " "
        label = set_cell_size(f"{mark} {self.label}", LABEL)
        self.update(
            Content.assemble(
                (label, "bold" if is_chosen else ""),
                (f"< {self.said[self.at]} >", "$accent" if is_chosen else ""),
            )
        )


class StartScreen(Answering[Wishes]):
    """The wishes, row by row."""

    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "start", show=False),
        Binding("down,j", "row(1)", show=False),
        Binding("up,k", "row(-1)", show=False),
        Binding("right,l", "change(1)", show=False),
        Binding("left,h", "change(-1)", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, wishes: Wishes, words: Words, note: str = "") -> None:
        super().__init__()
        self.words = words
        self.wishes = wishes
        self.note = note
        self.chosen = 0
        self.rows = {offer.name: WishRow(offer) for offer in offered(words)}
        said = {
            "limits": limits_text(wishes.opening.least, wishes.opening.most, words),
            "bankroll": words.say(f"{wishes.bankroll:,}"),
        }
        for name, value in values_of(wishes).items():
            self.rows[name].choose(value, said.get(name, ""))

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet", id="start"):
            yield Static(Content.styled(self.words("start.title"), "bold $accent"), classes="title")
            yield from self.rows.values()
            seed = self.wishes.opening.seed
            with Horizontal(id="seed-row"):
                yield Static(set_cell_size(f"  {self.words('start.seed')}", LABEL), id="seed-label")
                yield Input(
                    str(USUAL_SEED if seed is None else seed),
                    id="seed",
                    restrict=r"\d*",
                    max_length=20,
                )
            yield Static(self.words("start.money"), classes="quiet")
            yield Static(Content(self.note), id="note")
            yield Keys()

    def on_mount(self) -> None:
        self.query_one(Keys).show(
            [
                ("Enter", "start", self.words("key.start")),
                ("j k", "row(1)", self.words("key.row")),
                ("h l", "change(1)", self.words("key.change")),
                ("q", "leave", self.words("key.leave")),
            ]
        )
        self._draw()

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, WishRow):
            names = list(self._shown)
            self.chosen = names.index(str(event.widget.id).removeprefix("row-"))
            self.action_change(-1 if event.button != 1 else 1)

    def on_input_submitted(self) -> None:
        self.action_start()

    def action_row(self, by: int) -> None:
        field = self.query_one("#seed", Input)
        places = len(self._shown) + self.query_one("#seed-row").display
        self.chosen = (self.chosen + by) % places
        self.set_focus(field if self.chosen == len(self._shown) else None)
        self._draw()

    def action_change(self, by: int) -> None:
        if self.chosen < len(self._shown):
            list(self._shown.values())[self.chosen].move(by)
            self._draw()

    def action_leave(self) -> None:
        self.app.exit()

    def action_start(self) -> None:
        self.done(self.wanted())

    def wanted(self) -> Wishes:
        """The wishes as the rows stand."""
        values = {name: row.value for name, row in self.rows.items()}
        seed = self.query_one("#seed", Input).value
        return with_values(self.wishes, values, int(seed or USUAL_SEED))

    @property
    def _shown(self) -> dict[str, WishRow]:
        """An opponent is asked for only where there is something to decide."""
        is_free = has_decisions(self.rows["game"].value)
        return {n: row for n, row in self.rows.items() if n not in ONLY_FREE or is_free}

    def _draw(self) -> None:
        decks, game = self.rows["decks"], str(self.rows["game"].value)
        decks.said = tuple(decks_text(value, game, self.words) for value in decks.values)
        shown = self._shown
        for name, row in self.rows.items():
            row.display = name in shown
        for place, row in enumerate(shown.values()):
            row.draw(place == self.chosen)
        self.query_one("#seed-row").display = self.rows["shoes"].value == "seeded"
