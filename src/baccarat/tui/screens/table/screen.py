"""The screen of a sitting: it shows the table's view and turns keys and clicks into acts."""

from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from baccarat.base.errors import BaccaratError
from baccarat.base.files import write_whole
from baccarat.table import Phase
from baccarat.table.acts import (
    Buy,
    Clear,
    Deal,
    Double,
    Leave,
    Lift,
    Pass,
    Peel,
    Place,
    Repeat,
    Reveal,
    Undo,
)
from baccarat.table.coach.thread import count_beside, prediction
from baccarat.table.rounding import bets_of, rounded_text, rounded_wins, rounding_texts
from baccarat.table.rules.squeeze import CORNER, LONG, SHORT, steps_left
from baccarat.table.rules.wagers import larger_bet
from baccarat.table.shoe_records import write_shoe
from baccarat.table.view.choices import CHIPS, MORE_MONEY
from baccarat.table.view.labels import price_texts
from baccarat.tui.keys import COMMANDS
from baccarat.tui.screens.replay import PACES, Replay
from baccarat.tui.screens.sheets import KeyQuestion, Menu, Reading
from baccarat.tui.screens.sitting_report import Report
from baccarat.tui.screens.table.house_acts import AskingTable
from baccarat.tui.widgets.felt_grid import Felt
from baccarat.tui.widgets.rack import can_pay


class TableScreen(AskingTable):
    """A sitting with the keys and clicks of its guest."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go", show=False),
        Binding("left,h", "move(-1, 0)", show=False),
        Binding("right,l", "move(1, 0)", show=False),
        Binding("up,k", "move(0, -1)", show=False),
        Binding("down,j", "move(0, 1)", show=False),
        Binding("plus,equals_sign", "place", show=False),
        Binding("home", f"peel('{CORNER}')", show=False),
        Binding("end", "turn", show=False),
        Binding("minus,backspace,delete", "lift", show=False),
        *(Binding(str(n), f"chip({n - 1})", show=False) for n in range(1, len(CHIPS) + 1)),
        *(Binding(key, action, show=False) for key, action, _ in COMMANDS if key.isalpha()),
        Binding("question_mark", "help", show=False),
        Binding("escape", "skip_tour", show=False),
    ]

    is_squeezing = False
    """whether the next coups are squeezed"""

    def on_felt_pressed(self, message: Felt.Pressed) -> None:
        self.query_one(Felt).choose(message.spot)
        if message.takes_back:
            self.action_lift()
        else:
            self.action_place()

    def action_go(self) -> None:
        """Enter: the next thing, whatever it is."""
        view = self.view
        if view.phase is Phase.DEALING:
            self.hurry()
        elif view.phase is Phase.SQUEEZE:
            free = steps_left(step for step, _ in view.lifted)
            self.act(Peel(free[0]) if free else Reveal())
        elif view.phase is Phase.OFFER:
            self.act(Pass())
        elif view.phase in (Phase.SHOE, Phase.FINISHED):
            self.action_shoe()
        elif view.phase is Phase.BETS:
            self._deal()
        else:
            self.go_on()

    def _deal(self) -> None:
        squeeze = self.is_squeezing and not self.table.is_free_game
        is_in_vain = squeeze and larger_bet(self.table.wagers) is None
        if self.act(Deal(squeeze=squeeze)):
            if is_in_vain:
                self.say(self.words("say.no-squeeze"))
        elif not self.table.on_the_felt:  # a guest who is new here wants to know the keys
            key = "say.no-role" if self.table.opponent else "say.no-bets"
            if not self.table.bankroll:
                key = "say.broke"
            self.say(self.words(key, bet=self.words.bet(self.query_one(Felt).spot)))

    def action_free(self) -> None:
        self.act(Deal(free=True))

    @property
    def is_card_squeezed(self) -> bool:
        """Whether a card is squeezed: then some keys have to do with its edges."""
        return self.table.phase is Phase.SQUEEZE

    def action_peel(self, step: str) -> None:
        if self.is_card_squeezed:
            self.act(Peel(step))

    def action_turn(self) -> None:
        if self.is_card_squeezed:
            self.act(Reveal())

    def action_move(self, columns: int, rows: int) -> None:
        if self.is_card_squeezed:
            self.action_peel(SHORT if columns else LONG)
            return
        self.query_one(Felt).move(columns, rows)
        self.say("")

    def action_chip(self, place: int) -> None:
        view, words = self.view, self.words
        if can_pay(view, place):
            self.chip = place
            self.say("")
        else:
            coins, left = words.number(CHIPS[place] * view.chip), words.number(view.bankroll)
            self.say(words("say.too-dear", coins=coins, left=left))

    def action_place(self) -> None:
        spot = self.query_one(Felt).spot
        if self.act(Place(spot, self.coins)):
            for win in rounded_wins(self.table.wagers, self.table):
                if win.wager.spot == spot:
                    self.say(rounded_text(win, self.words))

    def action_lift(self) -> None:
        self.act(Lift(self.query_one(Felt).spot, self.coins))

    def action_undo(self) -> None:
        self.act(Undo())

    def action_clear(self) -> None:
        if self.is_card_squeezed:
            self.action_peel(CORNER)
        else:
            self.act(Clear())

    def action_repeat(self) -> None:
        self.act(Repeat())

    def action_double(self) -> None:
        self.act(Double())

    def action_buy(self) -> None:
        if self.act(Buy(MORE_MONEY)):
            self.say(self.words("say.bought", coins=MORE_MONEY))

    def action_shoe(self) -> None:
        """Shuffle a new shoe; if the old one is not finished the guest is asked first."""
        if self.table.phase is not Phase.BETS or not self.table.played:
            self.new_shoe()
            return
        words = self.words
        answers = [("enter", words("key.shoe")), ("escape", words("key.stay"))]
        question = KeyQuestion(words, words("key.shoe"), [words("say.unfinished")], answers)
        self.app.push_screen(question, self._answer_shoe)

    def _answer_shoe(self, answer: str | None) -> None:
        if answer == "enter":
            self.new_shoe()

    def action_speed(self) -> None:
        paces = list(PACES)
        self.pace = paces[(paces.index(self.pace) + 1) % len(paces)]
        self.say(self.words("say.speed", speed=self.words(f"speed.{self.pace}")))

    def action_squeeze(self) -> None:
        self.is_squeezing = not self.is_squeezing
        self.say(self.words("say.squeeze-on" if self.is_squeezing else "say.squeeze-off"))

    def action_coach(self) -> None:
        if self.is_card_squeezed:
            self.action_turn()
        else:
            self.toggle_coach()

    def action_predict(self) -> None:
        table = self.table
        key = "say.counting"
        if table.phase is Phase.FINISHED:
            key = "say.finished"
        elif table.is_free_game:
            key = "coach.decided"
        elif table.phase in (Phase.DEALING, Phase.OFFER, Phase.SQUEEZE):
            key = "coach.unfinished"  # odds of now would be those of this coup
        sheet = Reading(self.words, self.words("coach.prediction"), [self.words(key)])
        self.app.push_screen(sheet)
        if key != "say.counting":
            return
        app = self.app  # the other thread cannot ask Textual for it
        count_beside(
            partial(prediction, self.table),
            lambda text: app.call_from_thread(sheet.read, [self.words.say(text)]),
        )

    def action_write(self) -> None:
        """Write the present shoe in our notation, beside its sitting."""
        path = self.kept_at.with_name(f"{self.kept_at.stem}-shoe-{self.table.shoes}.txt")
        try:
            write_whole(path, str(write_shoe(self.table)))
        except BaccaratError as refused:
            self.say(self.words.complain(refused))
        except OSError as trouble:
            self.say(str(trouble))
        else:
            self.say(self.words("say.written", file=path))

    def action_info(self) -> None:
        """What the chosen bet pays, tier by tier."""
        words, spot = self.words, self.query_one(Felt).spot
        bet, layout = bets_of(self.table)[spot], self.table.game.layout
        lines = [*price_texts(bet, words), *rounding_texts(bet, layout, words)]
        self.app.push_screen(Reading(words, words.bet(spot), lines))

    def action_replay(self) -> None:
        """The sitting once more, from its first act."""
        self.app.push_screen(Replay(list(self.sitting.chronicle.acts), self.words, self.pace))

    def action_help(self) -> None:
        words = self.words
        entries = [(key, action, words(f"key.{word}")) for key, action, word in COMMANDS]
        text = words("help.text").strip("\n").splitlines()
        self.app.push_screen(Menu(words, entries, text), self._do)

    async def _do(self, action: str | None) -> None:
        if action:
            await self.run_action(action)

    def action_leave(self) -> None:
        """Show the report, which asks whether the sitting ends or goes on later."""
        picture = self.kept_at.with_name(f"{self.kept_at.stem}.svg")
        account, coups = self.adviser.account, self.sitting.chronicle.played
        report = Report(self.table, coups, self.words, picture, account, is_saved=self.is_saved)
        self.app.push_screen(report, self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer == "stay" or (answer == "end" and not self.act(Leave())):
            return
        self.done(None)
