"""The start screen: Enter seats the guest at once; a key shows the choices for experts."""

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.core.games import game as game_named
from baccarat.table.acts import Open
from baccarat.table.view.choices import (
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
from baccarat.tui.keys import capped, worded
from baccarat.tui.screens.answer import Answering
from baccarat.tui.widgets.key_line import Keys
from baccarat.tui.widgets.welcome import Tile, Welcome

FIRST = ("game", "bankroll", "coach", "opponent")
"""The choices that are always shown; a key shows the others."""
SEED = "seed"
MOST_DIGITS = 20


class WishedFor:
    """One choice of the start screen: its values, and the chosen value."""

    def __init__(self, offer: Offer) -> None:
        self.label = offer.label
        self.values = offer.values
        self.said = offer.said
        self.at = 0

    def choose(self, value: Any, label: str = "") -> None:
        """Choose a value; a value that is not in the list is added in front."""
        if value not in self.values:
            self.values = (value, *self.values)
            self.said = (label or str(value), *self.said)
        self.at = self.values.index(value)

    @property
    def value(self) -> Any:
        return self.values[self.at]

    def move(self, by: int) -> None:
        self.at = (self.at + by) % len(self.values)


class StartScreen(Answering[Wishes]):
    """The start screen, with the guest's choices for the table."""

    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "start", show=False),
        Binding("down,j,tab", "row(1)", show=False),
        Binding("up,k,shift+tab", "row(-1)", show=False),
        Binding("right,l", "change(1)", show=False),
        Binding("left,h", "change(-1)", show=False),
        Binding("o", "unfold", show=False),
        Binding("backspace,delete", "rub_out", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, wishes: Wishes, words: Words, note: str = "") -> None:
        super().__init__()
        self.words = words
        self.wishes = wishes
        self.note = note
        self.chosen = 0
        self.is_unfolded = False
        seed = wishes.opening.seed
        self.seed = str(USUAL_SEED if seed is None else seed)
        all_of_them = {offer.name: WishedFor(offer) for offer in offered(words)}
        order = [name for name in FIRST if name in all_of_them]
        self.offers = {name: all_of_them[name] for name in dict.fromkeys([*order, *all_of_them])}
        labels = {
            "limits": limits_text(wishes.opening.least, wishes.opening.most, words),
            "bankroll": words.number(wishes.bankroll),
        }
        for name, value in values_of(wishes).items():
            self.offers[name].choose(value, labels.get(name, ""))

    def compose(self) -> ComposeResult:
        yield Welcome(self.words)
        yield Keys()

    def on_mount(self) -> None:
        self.look()

    def on_key(self, event: events.Key) -> None:
        """Add a typed digit to the seed, if the seed is selected."""
        if self.name_chosen == SEED and event.character and event.character.isdecimal():
            event.stop()
            self.seed = f"{self.seed}{event.character}"[:MOST_DIGITS]
            self.look()

    def on_paste(self, event: events.Paste) -> None:
        if self.name_chosen == SEED:
            digits = "".join(sign for sign in event.text if sign in "0123456789")
            self.seed = digits[:MOST_DIGITS]
            self.look()

    @property
    def name_chosen(self) -> str:
        return self.shown[self.chosen]

    @property
    def shown(self) -> list[str]:
        """The names of the visible choices; the seed only for seeded shoes."""
        names = [name for name in self.offers if self.is_unfolded or name in FIRST]
        if not has_decisions(self.offers["game"].value):
            names = [name for name in names if name not in ONLY_FREE]
        if self.is_unfolded and self.offers["shoes"].value == "seeded":
            names.insert(names.index("shoes") + 1, SEED)
        return names

    def action_row(self, by: int) -> None:
        self.chosen = (self.chosen + by) % len(self.shown)
        self.look()

    def action_change(self, by: int) -> None:
        if self.name_chosen != SEED:
            self.offers[self.name_chosen].move(by)
            self.look()

    def action_turn(self, place: int, by: int) -> None:
        """Select the clicked choice, and go to its next or previous value."""
        self.chosen = place
        self.action_change(by)
        self.look()

    def action_unfold(self) -> None:
        self.is_unfolded = not self.is_unfolded
        self.chosen = 0
        self.look()

    def action_rub_out(self) -> None:
        if self.name_chosen == SEED:
            self.seed = self.seed[:-1]
            self.look()

    def action_leave(self) -> None:
        self.app.exit()

    def action_start(self) -> None:
        self.done(self.wanted())

    def wanted(self) -> Wishes:
        """The guest's wishes."""
        values = {name: offer.value for name, offer in self.offers.items()}
        return with_values(self.wishes, values, int(self.seed or USUAL_SEED))

    def look(self) -> None:
        """Show the present choices of the guest."""
        decks, game = self.offers["decks"], str(self.offers["game"].value)
        decks.said = tuple(decks_text(value, game, self.words) for value in decks.values)
        self.chosen = min(self.chosen, len(self.shown) - 1)
        self.query_one(Welcome).show(
            [self._tile(name) for name in self.shown],
            self.chosen,
            about=self._about(game),
            others=self._folded(),
            note=self.note,
        )
        keys = [
            ("Enter", "start", "start"),
            ("h l", "change(1)", "change"),
            ("j k", "row(1)", "row"),
            ("o", "unfold", "fewer" if self.is_unfolded else "more"),
            ("q", "leave", "leave"),
        ]
        self.query_one(Keys).show(capped(worded(keys, self.words), self.words))

    def _tile(self, name: str) -> Tile:
        if name == SEED:
            return Tile(self.words("start.seed"), self.seed, is_typed=True)
        offer = self.offers[name]
        return Tile(offer.label, offer.said[offer.at])

    def _about(self, game: str) -> str:
        """A sentence about the game; for a game with decisions, how to take one of its roles."""
        if has_decisions(game):
            return self.words("start.roles")
        return self.words.say(Sentence(game_named(game).about))

    def _folded(self) -> str:
        """A line with the hidden choices that differ from the default; may be empty."""
        if self.is_unfolded:
            return ""
        usual = values_of(Wishes(Open(str(self.offers["game"].value))))
        names = [
            n for n, offer in self.offers.items() if n not in FIRST and offer.value != usual[n]
        ]
        tiles = [self._tile(name) for name in names]
        if "shoes" in names and self.offers["shoes"].value == "seeded":
            tiles.append(self._tile(SEED))
        return "   ".join(
            self.words("start.chosen", label=tile.label, value=tile.value) for tile in tiles
        )
