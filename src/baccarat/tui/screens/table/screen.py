"""The screen of a sitting: it turns keys and clicks into acts."""

from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.table import Phase
from baccarat.table.acts import Buy, Clear, Deal, Double, Leave, Pass, Peel, Repeat, Reveal, Undo
from baccarat.table.coach.squeeze_cases import squeeze_cases
from baccarat.table.coach.thread import Advice, prediction
from baccarat.table.rounding import bets_of, rounding_texts
from baccarat.table.rules.squeeze import CORNER, LONG, SHORT, steps_left
from baccarat.table.sitting import Sitting
from baccarat.table.view.choices import CHIPS, MORE_MONEY
from baccarat.table.view.labels import price_texts
from baccarat.tui.keys import COMMANDS, keys_of, worded
from baccarat.tui.saved_sittings import Unsaved
from baccarat.tui.screens.replay import Replay
from baccarat.tui.screens.sheets import KeyQuestion, Menu, Reading
from baccarat.tui.screens.sitting_report import Report
from baccarat.tui.screens.table.guest_acts import GuestActs
from baccarat.tui.screens.table.house_acts import HouseActs
from baccarat.tui.screens.table.payout_clock import PayoutClock
from baccarat.tui.screens.table.scene import Scene
from baccarat.tui.screens.table.sitting import Coach, SeatedSitting
from baccarat.tui.screens.table.tour import FirstCoup
from baccarat.tui.screens.table.view import TableView
from baccarat.tui.widgets.felt_grid import Felt
from baccarat.tui.widgets.hands_between import TableTalk
from baccarat.tui.widgets.hint_box import HintBox


class TableScreen(TableView):
    """The screen of a sitting: it does what the guest's keys and clicks ask for."""

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

    def __init__(
        self,
        sitting: Sitting,
        path: Path,
        words: Words,
        *,
        coach: bool,
        pace: str,
        tour: FirstCoup | None = None,
    ) -> None:
        self.coach = Coach(sitting, coach, partial(self.call_later, self.hear_coach))
        self.seat = SeatedSitting(sitting, path, self.coach, pace, self.refuse, self.go_on)
        super().__init__(words)
        self._notice = words.say(sitting.note or ""), sitting.table.number
        self.house = HouseActs(self.seat, self)
        self.guest = GuestActs(self.seat, self)
        self.tour = FirstCoup(None) if tour is None or sitting.table.coups else tour
        self.clock = PayoutClock(self, self.look, sitting.table.coups)

    @property
    def scene(self) -> Scene:
        seat, coach, view = self.seat, self.coach, self.seat.view
        cases = squeeze_cases(view, seat.table.game)
        talk = TableTalk("", coach.lesson, None, coach.advice, coach.is_on, cases=cases)
        keys, results = keys_of(view, self.words), seat.sitting.chronicle.results
        return Scene(view, results, keys, talk, self.guest.chip, self.clock.milliseconds)

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield HintBox(self.words)

    def on_mount(self) -> None:
        self.coach.adviser.start()
        if self.seat.table.phase is Phase.SHOE and not self.seat.table.shoes:
            self.house.new_shoe()
        else:
            self.go_on()

    def on_unmount(self) -> None:
        self.coach.adviser.stop()

    def look(self) -> None:
        is_moving = bool(self.seat.pause) and self.app.animation_level == "full"
        self.clock.follow(self.seat.view, is_moving)
        super().look()
        self.tour.show(self.seat.view, self.query_one(HintBox))

    def go_on(self) -> None:
        """Show the table, and do what the house does next."""
        self.look()
        self.house.go_on()

    def refuse(self, refusal: BaccaratError) -> None:
        self.say(self.words.complain(refusal))

    def hear_coach(self, advice: Advice) -> None:
        self.coach.last_advice = advice
        self.look()

    def on_key(self) -> None:
        """End the payout's motion and go on with the tour; the key also does its action."""
        self.clock.end()
        self.on_click()

    def on_mouse_down(self) -> None:
        self.clock.end()

    def on_click(self) -> None:
        if self.tour.go_on(self.seat.view):
            self.look()

    def on_felt_pressed(self, message: Felt.Pressed) -> None:
        self.felt.choose(message.spot)
        if message.takes_back:
            self.guest.lift()
        else:
            self.guest.place()

    def action_skip_tour(self) -> None:
        self.tour.skip()
        self.look()

    def action_go(self) -> None:
        """Enter: do the next step of the present phase."""
        phase = self.seat.table.phase
        if phase is Phase.DEALING:
            self.seat.hurry()
        elif phase is Phase.SQUEEZE:
            free = steps_left(step for step, _ in self.seat.view.lifted)
            self.seat.act(Peel(free[0]) if free else Reveal())
        elif phase is Phase.OFFER:
            self.seat.act(Pass())
        elif phase in (Phase.SHOE, Phase.FINISHED):
            self.action_shoe()
        elif phase is Phase.BETS:
            self.guest.deal()
        else:
            self.house.go_on()

    def action_free(self) -> None:
        self.seat.act(Deal(free=True))

    @property
    def is_card_squeezed(self) -> bool:
        """Whether a card is being squeezed, so that some keys lift its edges."""
        return self.seat.table.phase is Phase.SQUEEZE

    def action_peel(self, step: str) -> None:
        if self.is_card_squeezed:
            self.seat.act(Peel(step))

    def action_turn(self) -> None:
        if self.is_card_squeezed:
            self.seat.act(Reveal())

    def action_move(self, columns: int, rows: int) -> None:
        if self.is_card_squeezed:
            self.action_peel(SHORT if columns else LONG)
            return
        self.felt.move(columns, rows)
        self.say("")

    def action_chip(self, place: int) -> None:
        self.guest.take_chip(place)

    def action_place(self) -> None:
        self.guest.place()

    def action_lift(self) -> None:
        self.guest.lift()

    def action_undo(self) -> None:
        self.seat.act(Undo())

    def action_clear(self) -> None:
        if self.is_card_squeezed:
            self.action_peel(CORNER)
        else:
            self.seat.act(Clear())

    def action_repeat(self) -> None:
        self.seat.act(Repeat())

    def action_double(self) -> None:
        self.seat.act(Double())

    def action_buy(self) -> None:
        if self.seat.act(Buy(MORE_MONEY)):
            self.say(self.words("say.bought", coins=MORE_MONEY))

    def action_shoe(self) -> None:
        """Shuffle a new shoe; if the old shoe is not finished, ask the guest first."""
        if self.seat.table.phase is not Phase.BETS or not self.seat.table.played:
            self.house.new_shoe()
            return
        words = self.words
        answers = [("enter", words("key.shoe")), ("escape", words("key.stay"))]
        question = KeyQuestion(words, words("key.shoe"), [words("say.unfinished")], answers)
        self.app.push_screen(question, self._answer_shoe)

    def _answer_shoe(self, answer: str | None) -> None:
        if answer == "enter":
            self.house.new_shoe()

    def action_speed(self) -> None:
        self.seat.change_pace()
        self.say(self.words("say.speed", speed=self.words(f"speed.{self.seat.pace}")))

    def action_squeeze(self) -> None:
        self.guest.is_squeezing = not self.guest.is_squeezing
        self.say(self.words("say.squeeze-on" if self.guest.is_squeezing else "say.squeeze-off"))

    def action_coach(self) -> None:
        if self.is_card_squeezed:
            self.action_turn()
        else:
            self.say(self.words(self.coach.toggle()))

    def action_predict(self) -> None:
        table, words = self.seat.table, self.words
        key = "say.counting"
        if table.phase is Phase.FINISHED:
            key = "say.finished"
        elif table.is_free_game:
            key = "coach.decided"
        elif table.phase in (Phase.DEALING, Phase.OFFER, Phase.SQUEEZE):
            key = "coach.unfinished"  # the present odds belong to this coup
        sheet = Reading(words, words("coach.prediction"), [words(key)])
        self.app.push_screen(sheet)
        if key == "say.counting":
            self.count(lambda: words.say(prediction(table)), lambda text: sheet.read([text]))

    def action_write(self) -> None:
        """Write the present shoe in our notation to a file beside the sitting."""
        try:
            path = self.seat.write_shoe()
        except BaccaratError as refusal:
            self.refuse(refusal)
        except OSError as trouble:
            self.say(str(trouble))
        else:
            self.say(self.words("say.written", file=path))

    def action_info(self) -> None:
        """Show what the chosen bet pays, tier by tier."""
        words, table, spot = self.words, self.seat.table, self.felt.spot
        bet = bets_of(table)[spot]
        lines = [*price_texts(bet, words), *rounding_texts(bet, table.game.layout, words)]
        self.app.push_screen(Reading(words, words.bet(spot), lines))

    def action_replay(self) -> None:
        """Replay the sitting from its first act."""
        acts = list(self.seat.sitting.chronicle.acts)
        self.app.push_screen(Replay(acts, self.words, self.seat.pace))

    def action_help(self) -> None:
        words = self.words
        text = words("help.text").strip("\n").splitlines()
        self.app.push_screen(Menu(words, worded(COMMANDS, words), text), self._do)

    async def _do(self, action: str | None) -> None:
        if action:
            await self.run_action(action)

    def action_leave(self) -> None:
        """Show the report, in which the guest ends the sitting or leaves for now."""
        table, coups = self.seat.table, self.seat.sitting.chronicle.played
        picture, account = self.seat.beside(".svg"), self.coach.adviser.account
        is_saved = not isinstance(self.seat.sitting.keeper, Unsaved)
        report = Report(table, coups, self.words, picture, account, is_saved=is_saved)
        self.app.push_screen(report, self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer == "stay" or (answer == "end" and not self.seat.act(Leave())):
            return
        self.done(None)
