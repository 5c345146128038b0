"""The table: what its view holds is shown, and keys and clicks become acts."""

from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from baccarat.coup import Side
from baccarat.errors import BaccaratError
from baccarat.files import write_whole
from baccarat.stats import statistics
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
    Peel,
    Place,
    Repeat,
    Reveal,
    Undo,
)
from baccarat.table.sitting import Sitting
from baccarat.table.written import write_shoe
from baccarat.tui.advice import Advice, Adviser, count_beside, moment, prediction
from baccarat.tui.screens.report import Report
from baccarat.tui.screens.sheets import Cutting, GuestSeed, Question, Reading
from baccarat.tui.telling import (
    call_of,
    card_text,
    chips_of,
    keys_of,
    money_of,
    payout_of,
    prompt_of,
    top_of,
    winner_of,
)
from baccarat.tui.widgets.coach import CoachPanel, spoken
from baccarat.tui.widgets.felt import CHIPS, Felt, Spot
from baccarat.tui.widgets.hands import HandBox
from baccarat.tui.widgets.keys import Keys
from baccarat.tui.widgets.roads import Roads
from baccarat.tui.words import Words

PACES = {"slow": 1.1, "usual": 0.45, "fast": 0.0}
"""Seconds between two cards."""
TALL, WIDE = 36, 120
"""From so many rows the cards are large; from so many columns the coach has a panel."""
BOUGHT = 1_000
"""Coins of play money that a guest buys at a time."""


class TableScreen(Screen[None]):
    """A sitting on the screen."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012  textual's own
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go", show=False),
        Binding("left,h", "move(-1, 0)", show=False),
        Binding("right,l", "move(1, 0)", show=False),
        Binding("up,k", "move(0, -1)", show=False),
        Binding("down,j", "move(0, 1)", show=False),
        Binding("plus,equals_sign", "place", show=False),
        Binding("minus,backspace,delete", "lift", show=False),
        *(Binding(str(n), f"chip({n - 1})", show=False) for n in range(1, len(CHIPS) + 1)),
        Binding("u", "undo", show=False),
        Binding("c", "clear", show=False),
        Binding("p", "repeat", show=False),
        Binding("d", "double", show=False),
        Binding("f", "free", show=False),
        Binding("b", "buy", show=False),
        Binding("r", "shoe", show=False),
        Binding("v", "speed", show=False),
        Binding("z", "squeeze", show=False),
        Binding("w", "why", show=False),
        Binding("s", "statistics", show=False),
        Binding("t", "coach", show=False),
        Binding("o", "predict", show=False),
        Binding("x", "write", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
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
        is_ascii: bool,
        pace: str,
    ) -> None:
        super().__init__()
        self.sitting = sitting
        self.kept_at = kept_at
        self.words = words
        self.coach = coach
        self.is_ascii = is_ascii
        self.pace = pace
        self.chip = CHIPS[1]
        self.is_squeezing = False
        self.said = sitting.note or ""
        self.advice: Advice | None = None
        self.adviser = Adviser(lambda advice: self.post_message(self.Advised(advice)))

    @property
    def table(self) -> Table:
        return self.sitting.table

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        with Horizontal(id="body"):
            with Vertical(id="cloth"):
                with Horizontal(id="deal"):
                    yield HandBox(Side.PLAYER, self.words, self.is_ascii)
                    yield HandBox(Side.BANKER, self.words, self.is_ascii)
                    yield Static(id="croupier")
                yield Felt(self.table.view().spots, self.words)
                with Horizontal(id="tray"):
                    yield Static(id="money")
                    yield Static(id="chips")
            yield CoachPanel(self.words)
        yield Static(id="advice")
        yield Roads(self.words, self.is_ascii)
        yield Keys()

    def on_mount(self) -> None:
        self.adviser.start()
        if self.table.phase is Phase.SHOE and not self.table.ceremonies:
            self.action_shoe()
        else:
            self.look()
            self.go_on()

    def on_unmount(self) -> None:
        self.adviser.stop()

    def on_resize(self) -> None:
        self.call_after_refresh(self.look)

    def look(self) -> None:
        """Show the table as it stands."""
        view, advice = self.table.view(), self._advice
        for side, hand in ((Side.PLAYER, view.player), (Side.BANKER, view.banker)):
            is_lifted = view.edge is not None and side is view.squeezed
            box = self.query_one(f"#{str(side).lower()}", HandBox)
            box.show(hand, self.size.height >= TALL, is_lifted, winner_of(view) is side)
        told = spoken(advice, self.words) if advice else []
        for place, content in (
            ("#top", top_of(view, self.words, self.is_ascii)),
            ("#croupier", Content("\n").join(self._croupier(view))),
            ("#money", money_of(view, self.words)),
            ("#chips", chips_of(self.chip)),
            ("#advice", Content("   ".join(told))),
        ):
            self.query_one(place, Static).update(content, layout=False)  # their sizes are fixed
        stakes = {wager.spot: wager.stake for wager in view.wagers}
        self.query_one(Felt).show(stakes, advice.edges if advice else None)
        self.query_one(CoachPanel).show(view, advice, self.coach)
        self.query_one(Roads).show(view.results)
        self.query_one(Keys).show(keys_of(view, self.words))

    @property
    def _advice(self) -> Advice | None:
        """What the coach says of this very moment, if the coach is asked."""
        is_fresh = self.advice is not None and self.advice.when == moment(self.table)
        return self.advice if self.coach and is_fresh else None

    def _croupier(self, view: View) -> list[Content]:
        """What was refused or announced, the call, the payout, what the house waits for."""
        lines = [Content.styled(self.said, "bold $warning")] if self.said else []
        if view.objection is not None and view.wagers and view.objection != self.said:
            lines.append(Content.styled(view.objection, "$warning"))
        if view.call is not None and not view.wagers:
            lines.append(Content.styled(call_of(view, self.words), "bold"))
        if not view.wagers:
            lines += payout_of(view, self.words)
        lines += prompt_of(view, self.words)
        room = self.query_one("#croupier", Static).size.height
        if len(lines) > room > 1:
            # What does not fit stands in the sheet that tells why.
            lines[room - 1 :] = [Content.styled(self.words("say.more"), "$quiet")]
        return lines

    def say(self, text: str) -> None:
        self.said = text
        self.look()

    def act(self, *acts: Act) -> bool:
        """Do acts and keep them; one that is refused says why."""
        self.said = ""
        try:
            for act in acts:
                self.sitting.do(act)
        except BaccaratError as refused:
            self.say(str(refused))
            return False
        self.look()
        self.go_on()
        return True

    def go_on(self) -> None:
        """Whatever comes by itself: the next card, the burn, the questions of the house."""
        phase = self.table.phase
        if phase is Phase.BETS:
            self._ask_coach()
        elif phase is Phase.DEALING:
            if PACES[self.pace]:
                self.set_timer(PACES[self.pace], partial(self._draw_card, len(self.table.acts)))
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
            self.adviser.ask(self.table)

    def _draw_card(self, number: int) -> None:
        """The next card, unless the guest has hurried past it."""
        if self.table.phase is Phase.DEALING and len(self.table.acts) == number:
            self.act(Draw())

    def hurry(self) -> None:
        """The rest of the coup at once, as far as nobody is asked."""
        try:
            while self.table.phase is Phase.DEALING:
                self.sitting.do(Draw())
        except BaccaratError as refused:
            self.say(str(refused))
            return
        self.look()
        self.go_on()

    def _burn(self) -> None:
        if self.act(Burn()) and (shoe := self.table.view().shoe) and shoe.burn_card:
            card = card_text(shoe.burn_card, self.is_ascii)
            self.say(self.words("say.burn", card=card, count=shoe.burned))

    def _ask_cut(self) -> None:
        view = self.table.view()
        note = [self.words("ceremony.ask", cards=view.shoe.cards if view.shoe else 0)]
        if view.seeds.fair is not None:
            note += [self.words("ceremony.promise"), view.seeds.fair.commitment or ""]
        cards = view.shoe.cards if view.shoe else 0
        self.app.push_screen(Cutting(self.words, cards, note, self.is_ascii), self._cut)

    def _cut(self, at: int | None) -> None:
        self.act(Cut(at))

    def _ask_decision(self) -> None:
        choice = self.table.view().choice
        if choice is None:
            return
        answers = [("d", self.words("key.draw")), ("s", self.words("key.stand"))]
        question = Question(self.words, self.words("choice.title"), [str(choice)], answers)
        question.add_class("-low")
        self.app.push_screen(question, lambda key: self._decide(key == "d"))

    def _decide(self, draws: bool) -> None:
        if self.act(Decide(draws)) and self.coach:
            from baccarat.table.opponent import assess  # the theory was loaded with the opponent

            decisions = self.table.decisions
            mine = [decision for decision in decisions if decision.by_guest]
            self.say(str(assess(mine[-1], self.table)))

    def on_table_screen_advised(self, message: "TableScreen.Advised") -> None:
        self.advice = message.advice
        self.look()

    def on_spot_pressed(self, message: Spot.Pressed) -> None:
        self.query_one(Felt).choose(message.spot)
        if message.takes_back:
            self.action_lift()
        else:
            self.action_place()

    def action_go(self) -> None:
        """Enter: the next thing, whatever it is."""
        view = self.table.view()
        if view.phase is Phase.DEALING:
            self.hurry()
        elif view.phase is Phase.SQUEEZE:
            self.act(Peel() if "peel" in view.may else Reveal())
        elif view.phase in (Phase.SHOE, Phase.FINISHED):
            self.action_shoe()
        elif view.phase is Phase.BETS:
            self.act(Deal(squeeze=self.is_squeezing and not self.table.is_free_game))
        else:
            self.go_on()

    def action_free(self) -> None:
        self.act(Deal(free=True))

    def action_move(self, columns: int, rows: int) -> None:
        self.query_one(Felt).move(columns, rows)
        self.say("")

    def action_chip(self, place: int) -> None:
        self.chip = CHIPS[place]
        self.look()

    def action_place(self) -> None:
        self.act(Place(self.query_one(Felt).spot, self.chip))

    def action_lift(self) -> None:
        self.act(Lift(self.query_one(Felt).spot))

    def action_undo(self) -> None:
        self.act(Undo())

    def action_clear(self) -> None:
        self.act(Clear())

    def action_repeat(self) -> None:
        self.act(Repeat())

    def action_double(self) -> None:
        self.act(Double())

    def action_buy(self) -> None:
        if self.act(Buy(BOUGHT)):
            self.say(self.words("say.bought", coins=f"{BOUGHT:,}"))

    def action_shoe(self) -> None:
        """A new shoe; for a fair one the house promises first, and the guest gives some words."""
        self.said = ""
        try:
            if "promise" in self.table.may:
                self.sitting.promise()
            if self.table.promise is not None:
                self._ask_seed()
            else:
                self.sitting.shuffle()
        except BaccaratError as refused:
            self.said = str(refused)
        self.look()
        self.go_on()

    def _ask_seed(self) -> None:
        fair = self.table.view().seeds.fair
        commitment = "" if fair is None else fair.commitment or ""
        note = [self.words("ceremony.promise"), commitment, "", self.words("ceremony.seed")]
        title = self.words("ceremony.fair")
        self.app.push_screen(GuestSeed(self.words, title, note), self._shuffle_fair)

    def _shuffle_fair(self, guest_seed: str | None) -> None:
        try:
            self.sitting.shuffle(guest_seed or "")
        except BaccaratError as refused:
            self.say(str(refused))
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

    def action_why(self) -> None:
        view, words = self.table.view(), self.words
        lines = [call_of(view, words), *view.why] if view.why else [words("say.no-why")]
        lines += ["", *(line.plain for line in payout_of(view, words))]
        self.app.push_screen(Reading(words, words("why.title"), lines))

    def action_statistics(self) -> None:
        view, words = self.table.view(), self.words
        lines = [words("stats.shoe"), *statistics(view.results).lines()]
        lines += ["", words("stats.sitting"), *statistics(view.all_results).lines()]
        self.app.push_screen(Reading(words, words("stats.title"), lines))

    def action_predict(self) -> None:
        sheet = Reading(self.words, self.words("coach.prediction"), [self.words("say.counting")])
        self.app.push_screen(sheet)
        app = self.app  # another thread could not ask for it
        count_beside(
            partial(prediction, self.table),
            lambda text: app.call_from_thread(sheet.read, [text]),
        )

    def action_write(self) -> None:
        """Write the present shoe in our notation, beside its sitting."""
        path = self.kept_at.with_name(f"{self.kept_at.stem}-shoe-{len(self.table.ceremonies)}.txt")
        try:
            write_whole(path, str(write_shoe(self.table)))
        except (BaccaratError, OSError) as trouble:
            self.say(str(trouble))
        else:
            self.say(self.words("say.written", file=path))

    def action_help(self) -> None:
        text = self.words("help.text").strip("\n").splitlines()
        self.app.push_screen(Reading(self.words, self.words("help.title"), text))

    def action_leave(self) -> None:
        """The report, which asks whether the sitting ends or goes on another time."""
        self.app.push_screen(Report(self.table, self.words), self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer == "stay" or (answer == "end" and not self.act(Leave())):
            return
        self.dismiss(None)
