"""The screen of a sitting: it shows the table's view and turns keys and clicks into acts."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from baccarat.errors import BaccaratError
from baccarat.files import write_whole
from baccarat.result import Result
from baccarat.table import Phase, Table, View
from baccarat.table.acts import (
    Act,
    Burn,
    Buy,
    Clear,
    Cut,
    Deal,
    Decide,
    Double,
    Draw,
    Leave,
    Lift,
    Pass,
    Peel,
    Place,
    Repeat,
    Reveal,
    Undo,
)
from baccarat.table.advice import Advice, Adviser, count_beside, moment, prediction
from baccarat.table.choices import CHIPS, IN_HAND, MORE_MONEY
from baccarat.table.croupier import judge
from baccarat.table.labels import card_text, streak_texts, tier_texts
from baccarat.table.shoe_records import write_shoe
from baccarat.table.sitting import Sitting
from baccarat.table.state import Decision
from baccarat.table.streak_wagers import streak_on
from baccarat.table.wagers import larger_bet
from baccarat.tui.lines import chips_of
from baccarat.tui.screens.replay import PACES, Replay
from baccarat.tui.screens.sheets import Cutting, GuestSeed, KeyQuestion, Menu, Reading, Shuffling
from baccarat.tui.screens.sitting_report import Report
from baccarat.tui.screens.table_base import TableBase
from baccarat.tui.table_keys import COMMANDS, keys_of
from baccarat.tui.widgets.felt_grid import Felt, Spot
from baccarat.tui.widgets.keys import Key
from baccarat.words import Words


class TableScreen(TableBase):
    """A sitting on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go", show=False),
        Binding("left,h", "move(-1, 0)", show=False),
        Binding("right,l", "move(1, 0)", show=False),
        Binding("up,k", "move(0, -1)", show=False),
        Binding("down,j", "move(0, 1)", show=False),
        Binding("plus,equals_sign", "place", show=False),
        Binding("minus,backspace,delete", "lift", show=False),
        *(Binding(str(n), f"chip({n - 1})", show=False) for n in range(1, len(CHIPS) + 1)),
        *(Binding(key, action, show=False) for key, action, _ in COMMANDS if key.isalpha()),
        Binding("question_mark", "help", show=False),
    ]

    class Advised(Message):
        """The coach has counted."""

        def __init__(self, advice: Advice) -> None:
            super().__init__()
            self.advice = advice

    def __init__(
        self,
        sitting: Sitting,
        kept_at: Path,
        words: Words,
        *,
        coach: bool,
        pace: str,
        is_saved: bool = True,
    ) -> None:
        super().__init__(words)
        self.is_saved = is_saved
        self.sitting = sitting
        self.kept_at = kept_at
        self.coach = coach
        self.pace = pace
        self.chip = IN_HAND
        """which chip of the tray the guest has in hand"""
        self.is_squeezing = False
        self.said = words.say(sitting.note or "")
        self.last_advice: Advice | None = None
        self._seen = (sitting.table, sitting.table.view())
        """the last view, with the table it was made of"""
        self.adviser = Adviser(lambda advice: self.post_message(self.Advised(advice)))

    @property
    def table(self) -> Table:
        return self.sitting.table

    @property
    def view(self) -> View:
        table, view = self._seen
        if table is not self.table:
            table, view = self._seen = self.table, self.table.view()
        return view

    @property
    def results(self) -> Sequence[Result]:
        return self.sitting.chronicle.results

    @property
    def keys(self) -> Sequence[Key]:
        return keys_of(self.view, self.words)

    @property
    def tray(self) -> Content:
        return chips_of(self.view, self.chip, self.words)

    @property
    def coins(self) -> int:
        """What the chip in hand is worth."""
        return CHIPS[self.chip] * self.view.chip

    @property
    def advice(self) -> Advice | None:
        advice = self.last_advice
        if advice is None or not self.coach or advice.when != moment(self.table):
            return None
        is_of_this_felt = advice.wagers == self.table.wagers
        return advice if is_of_this_felt else replace(advice, felt=None)

    @property
    def has_coach(self) -> bool:
        return self.coach

    def on_mount(self) -> None:
        self.adviser.start()
        if self.table.phase is Phase.SHOE and not self.table.shoes:
            self.new_shoe("enter")
        else:
            self.look()
            self.go_on()

    def on_unmount(self) -> None:
        self.adviser.stop()

    def act(self, *acts: Act) -> bool:
        """Do and save acts; a refusal is shown. Whether all were done."""
        self.said = ""
        if any(isinstance(act, Deal) for act in acts):
            self.lesson = ""
        try:
            # Without a pause between cards a coup is dealt and kept as one.
            at_once = not PACES[self.pace]
            self.sitting.do(*acts, author=self.table.guest, go_on=at_once)
        except BaccaratError as refused:
            self.say(self.words.complain(refused))
            return False
        self.look()
        self.go_on()
        return True

    def go_on(self) -> None:
        """Do what comes by itself: the next card, the burn, the questions of the house."""
        phase = self.table.phase
        if phase in (Phase.BETS, Phase.FINISHED):
            self._ask_coach()
        elif phase is Phase.DEALING:
            if PACES[self.pace]:
                if not self.table.is_held:
                    self._ask_coach()  # every card changes the odds of this coup
                self.set_timer(PACES[self.pace], partial(self._draw_card, self.table.number))
            else:
                self.hurry()
        elif phase is Phase.CUT:
            self._ask_cut()
        elif phase is Phase.BURN:
            self._burn()
        elif phase is Phase.DECISION:
            self._ask_decision()

    def _ask_coach(self) -> None:
        if self.coach:
            self.adviser.ask(self.table, self.sitting.chronicle.played)

    def _draw_card(self, number: int) -> None:
        """Draw the next card, unless the guest has hurried and it is dealt already."""
        if self.table.phase is Phase.DEALING and self.table.number == number:
            self.act(Draw())

    def hurry(self) -> None:
        """Deal the rest of the coup at once, until somebody is asked."""
        try:
            self.sitting.do(go_on=True)
        except BaccaratError as refused:
            self.say(self.words.complain(refused))
            return
        self.look()
        self.go_on()

    def _burn(self) -> None:
        if self.act(Burn()) and (shoe := self.view.shoe) and shoe.burn_card:
            card = card_text(shoe.burn_card, self.words)
            self.say(self.words("say.burn", card=card, count=shoe.burned))

    def _ask_cut(self) -> None:
        view = self.view
        note = [self.words("ceremony.ask", cards=view.shoe.cards if view.shoe else 0)]
        if view.seeds.fair is not None:
            note += [self.words("ceremony.promise"), view.seeds.fair.commitment or ""]
        cards = view.shoe.cards if view.shoe else 0
        cutting = Cutting(self.words, cards, note)
        if not PACES[self.pace]:
            self.app.push_screen(cutting, self._cut)
            return
        shuffling = Shuffling(self.words)
        self.app.push_screen(shuffling, lambda _: self.app.push_screen(cutting, self._cut))

    def _cut(self, at: int | None) -> None:
        self.act(Cut(at))

    def _ask_decision(self) -> None:
        choice = self.view.choice
        if choice is None:
            return
        answers = [(k, self.words(f"key.{w}")) for k, w in (("d", "draw"), ("n", "stand"))]
        answers.append(("q", self.words("key.leave")))
        question = KeyQuestion(
            self.words, self.words("choice.title"), [self.words.say(choice.said)], answers
        )
        question.add_class("-low")
        self.app.push_screen(question, self._decide)

    def _decide(self, key: str | None) -> None:
        if key == "q":
            self.done(None)  # the table waits, and asks again when the guest is back
            return
        choice, wagers = self.view.choice, self.table.wagers
        if not self.act(Decide(key == "d")) or choice is None or not self.coach:
            return
        decision = Decision(choice, key == "d", by_guest=True)
        self.lesson = judge(decision, self.table, wagers, self.words)
        self.look()

    def on_table_screen_advised(self, message: "TableScreen.Advised") -> None:
        self.last_advice = message.advice
        self.look()

    def on_spot_pressed(self, message: Spot.Pressed) -> None:
        self.query_one(Felt).choose(message.spot)
        if message.takes_back:
            self.action_lift()
        else:
            self.action_place()

    def action_go(self) -> None:
        """Enter: the next thing, whatever it is."""
        view = self.view
        if view.phase is Phase.DEALING:
            self.said = ""  # what was refused meanwhile
            self.hurry()
        elif view.phase is Phase.SQUEEZE:
            self.act(Reveal() if view.lifted else Peel())
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
        if self.act(Deal(squeeze=squeeze)) and is_in_vain:
            self.say(self.words("say.no-squeeze"))

    def action_free(self) -> None:
        self.act(Deal(free=True))

    def action_move(self, columns: int, rows: int) -> None:
        self.query_one(Felt).move(columns, rows)
        self.say("")

    def action_chip(self, place: int) -> None:
        self.chip = place
        self.look()

    def action_place(self) -> None:
        self.act(Place(self.query_one(Felt).spot, self.coins))

    def action_lift(self) -> None:
        self.act(Lift(self.query_one(Felt).spot, self.coins))

    def action_undo(self) -> None:
        self.act(Undo())

    def action_clear(self) -> None:
        self.act(Clear())

    def action_repeat(self) -> None:
        self.act(Repeat())

    def action_double(self) -> None:
        self.act(Double())

    def action_buy(self) -> None:
        if self.act(Buy(MORE_MONEY)):
            self.say(self.words("say.bought", coins=f"{MORE_MONEY:,}"))

    def action_shoe(self) -> None:
        """Shuffle a new shoe; if the old one is not finished the guest is asked first."""
        if self.table.phase is not Phase.BETS or not self.table.played:
            self.new_shoe("enter")
            return
        words = self.words
        answers = [("enter", words("key.shoe")), ("escape", words("key.stay"))]
        question = KeyQuestion(words, words("key.shoe"), [words("say.unfinished")], answers)
        self.app.push_screen(question, self.new_shoe)

    def new_shoe(self, answer: str | None) -> None:
        """Shuffle; for a fair shoe the house promises first, then the guest gives a seed."""
        if answer != "enter":
            return
        self.said = ""
        try:
            if "promise" in self.table.may:
                self.sitting.promise()
            if self.table.promise is not None:
                self._ask_seed()
            else:
                self.sitting.shuffle()
        except BaccaratError as refused:
            self.said = self.words.complain(refused)
        self.look()
        self.go_on()

    def _ask_seed(self) -> None:
        fair = self.view.seeds.fair
        commitment = "" if fair is None else fair.commitment or ""
        note = [self.words("ceremony.promise"), commitment, "", self.words("ceremony.seed")]
        title = self.words("ceremony.fair")
        self.app.push_screen(GuestSeed(self.words, title, note), self._shuffle_fair)

    def _shuffle_fair(self, guest_seed: str | None) -> None:
        if guest_seed is None:  # the guest leaves; the promise stands
            self.done(None)
            return
        try:
            self.sitting.shuffle(guest_seed)
        except BaccaratError as refused:
            self.say(self.words.complain(refused))
            return
        self.look()
        self.go_on()

    def action_speed(self) -> None:
        paces = list(PACES)
        self.pace = paces[(paces.index(self.pace) + 1) % len(paces)]
        self.say(self.words("say.speed", speed=self.words(f"speed.{self.pace}")))

    def action_squeeze(self) -> None:
        self.is_squeezing = not self.is_squeezing
        self.say(self.words("say.squeeze-on" if self.is_squeezing else "say.squeeze-off"))

    def action_coach(self) -> None:
        self.coach = not self.coach
        self._ask_coach()
        self.say(self.words("say.coach-on" if self.coach else "say.coach-off"))

    def action_predict(self) -> None:
        is_over = self.table.phase is Phase.FINISHED
        said = self.words("say.finished" if is_over else "say.counting")
        sheet = Reading(self.words, self.words("coach.prediction"), [said])
        self.app.push_screen(sheet)
        if is_over:
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
        streak = streak_on(self.table, spot)
        lines = (
            tier_texts(self.table.game.layout.bets[spot], words)
            if streak is None
            else streak_texts(streak, words)
        )
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
        account = None if self.last_advice is None else self.last_advice.account
        coups = self.sitting.chronicle.played
        report = Report(self.table, coups, self.words, picture, account, is_saved=self.is_saved)
        self.app.push_screen(report, self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer == "stay" or (answer == "end" and not self.act(Leave())):
            return
        self.done(None)
