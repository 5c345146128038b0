"""The start: what is played, how, and with how much; Enter sits down at once."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from rich.cells import set_cell_size
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from baccarat.games import GAMES
from baccarat.games import game as game_named
from baccarat.shoe import LAST_COUPS
from baccarat.table.acts import Open
from baccarat.tui.screens.answering import Answering
from baccarat.tui.widgets.keys import Keys
from baccarat.words import Words

LABEL = 30
"""Columns for what a row asks."""
BANKROLLS = (100, 500, 1_000, 5_000, 10_000, 100_000)
DECKS = (1, 2, 4, 6, 8)
CUTS = (7, 14, 26, 52, 78, 104)
LIMITS = ((1, None), (1, 100), (5, 500), (25, 2_500), (100, 10_000))
OPPONENTS = ("equilibrium", "by-the-book", "timid", "middling", "bold")
"""As the table has them; to ask it would load all the theory before the first card."""
MODELS = ("B1", "B2", "B3", "B4", "A1", "A2", "A3", "A4")
COMMISSIONS = ("", "banker:1-5%", "banker:1-2.5%")
"""What the banquier pays of a win: nothing in a parlor; in a casino, as the bet is spelled."""
ONLY_FREE = ("opponent", "model", "commission")
"""Rows for games that leave something to decide."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the guest would like."""

    opening: Open = field(default_factory=Open)
    bankroll: int = 1_000
    coach: bool = True
    guest: str = "guest"


class WishRow(Static):
    """One wish: a label and the value that stands now, changed by keys or by clicks."""

    def __init__(self, name: str, label: str, values: Sequence[Any], said: Sequence[str]) -> None:
        super().__init__(classes="row", id=f"row-{name}")
        self.label = label
        self.values = values
        self.said = said
        self.at = 0

    def choose(self, value: Any, said: str = "") -> None:
        """Stand at a value; one that is not among the usual ones joins them."""
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


class Start(Answering[Wishes]):
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
        opening = wishes.opening
        rows = [
            WishRow("game", words("start.game"), [g.name for g in GAMES], [g.name for g in GAMES]),
            WishRow("decks", words("start.decks"), [None, *DECKS], ["", *map(str, DECKS)]),
            WishRow("cut", words("start.cut-card"), CUTS, [*map(str, CUTS)]),
            WishRow(
                "last", words("start.last-coup"), LAST_COUPS, [words(f"start.{k}") for k in "abc"]
            ),
            WishRow(
                "limits", words("start.limits"), LIMITS, [self._limits(*pair) for pair in LIMITS]
            ),
            WishRow(
                "bankroll",
                words("start.bankroll"),
                BANKROLLS,
                [words.say(f"{b:,}") for b in BANKROLLS],
            ),
            WishRow(
                "coach",
                words("start.coach"),
                [True, False],
                [words("start.on"), words("start.off")],
            ),
            WishRow(
                "shoes",
                words("start.shoes"),
                ["system", "fair", "seeded"],
                [words("start.system"), words("start.fair"), words("start.seeded")],
            ),
            WishRow(
                "opponent",
                words("start.opponent"),
                OPPONENTS,
                [words(f"opponent.{name}") for name in OPPONENTS],
            ),
            WishRow(
                "model",
                words("start.model"),
                MODELS,
                [f"{m}: {words(f'model.{m[0]}')}, {words(f'model.{m[1]}')}" for m in MODELS],
            ),
            WishRow(
                "commission",
                words("start.commission"),
                COMMISSIONS,
                [words("start.parlor"), *(self._rate(bet) for bet in COMMISSIONS[1:])],
            ),
        ]
        self.rows = {str(row.id).removeprefix("row-"): row for row in rows}
        shoes = "fair" if opening.fair else "system" if opening.seed is None else "seeded"
        for name, value in (
            ("game", game_named(opening.game).name),
            ("decks", opening.decks),
            ("cut", opening.cut_card),
            ("last", opening.last_coup),
            ("limits", (opening.least, opening.most)),
            ("bankroll", wishes.bankroll),
            ("coach", wishes.coach),
            ("shoes", shoes),
            ("opponent", opening.opponent or OPPONENTS[0]),
            ("model", opening.model),
            ("commission", next(iter(self._commission(opening.bets)), "")),
        ):
            said = {
                "limits": self._limits(opening.least, opening.most),
                "bankroll": words.say(f"{wishes.bankroll:,}"),
            }
            self.rows[name].choose(value, said.get(name, ""))

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet", id="start"):
            yield Static(Content.styled(self.words("start.title"), "bold $accent"), classes="title")
            yield from self.rows.values()
            seed = self.wishes.opening.seed
            with Horizontal(id="seed-row"):
                yield Static(set_cell_size(f"  {self.words('start.seed')}", LABEL), id="seed-label")
                yield Input(
                    "7" if seed is None else str(seed),
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
        value = {name: row.value for name, row in self.rows.items()}
        least, most = value["limits"]
        is_free = self._is_free
        seed = self.query_one("#seed", Input).value
        opening = replace(
            self.wishes.opening,
            game=str(value["game"]),
            decks=value["decks"],
            cut_card=value["cut"],
            last_coup=value["last"],
            least=least,
            most=most,
            fair=value["shoes"] == "fair",
            seed=int(seed or "7") if value["shoes"] == "seeded" else None,
            opponent=str(value["opponent"]) if is_free else "",
            model=str(value["model"]),
            bets=self._bets(str(value["commission"])),
        )
        return replace(
            self.wishes,
            opening=opening,
            bankroll=value["bankroll"],
            coach=bool(value["coach"]),
        )

    @property
    def _is_free(self) -> bool:
        return game_named(self.rows["game"].value).rules.tableau.has_free_cells

    @property
    def _shown(self) -> dict[str, WishRow]:
        """An opponent is asked for only where there is something to decide."""
        return {n: row for n, row in self.rows.items() if n not in ONLY_FREE or self._is_free}

    def _bets(self, commission: str) -> tuple[str, ...]:
        """The bets that were wished for, with the commission where somebody decides."""
        wished = self.wishes.opening.bets
        if not self._is_free:
            return wished
        others = tuple(bet for bet in wished if bet not in self._commission(wished))
        return (*others, commission) if commission else others

    def _rate(self, bet: str) -> str:
        """The commission of a bet as it is spelled: `banker:1-5%` has 5 %."""
        return self.words.say(bet.partition("-")[2].replace("%", " %"))

    @staticmethod
    def _commission(bets: Sequence[str]) -> list[str]:
        """The spelling of a banker bet with another price, if there is one."""
        return [bet for bet in bets if bet.startswith("banker:")]

    def _draw(self) -> None:
        usual = game_named(str(self.rows["game"].value)).rules.decks
        decks = self.rows["decks"]
        decks.said = [
            self.words("start.usual", decks=usual) if value is None else str(value)
            for value in decks.values
        ]
        shown = self._shown
        for name, row in self.rows.items():
            row.display = name in shown
        for place, row in enumerate(shown.values()):
            row.draw(place == self.chosen)
        self.query_one("#seed-row").display = self.rows["shoes"].value == "seeded"

    def _limits(self, least: int, most: int | None) -> str:
        if most is None:
            return self.words("start.any") if least == 1 else self.words.say(f"{least:,} +")
        return self.words.say(f"{least:,} – {most:,}")
