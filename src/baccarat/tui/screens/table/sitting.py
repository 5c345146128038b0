"""A sitting on the screen: its view, its coach, and acts that are done, saved and shown."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from textual.message import Message

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.core.result import Result
from baccarat.table import Phase, Table, View
from baccarat.table.acts import Act, Deal
from baccarat.table.coach.squeeze_cases import CardCase, squeeze_cases
from baccarat.table.coach.thread import Advice, Adviser, moment
from baccarat.table.rounding import first_chip
from baccarat.table.sitting import Sitting
from baccarat.table.view.choices import CHIPS
from baccarat.tui.keys import keys_of
from baccarat.tui.screens.replay import PACES
from baccarat.tui.screens.table.payout_clock import PayoutClock
from baccarat.tui.screens.table.tour import TouredTable
from baccarat.tui.screens.table.tour_hints import FirstCoup
from baccarat.tui.widgets.key_line import Key


class PlayedTable(TouredTable):
    """The table of a sitting; what comes by itself after an act is added."""

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
        tour: FirstCoup | None = None,
    ) -> None:
        super().__init__(words, None if sitting.table.coups else tour)
        self.is_saved = is_saved
        self.sitting = sitting
        self.kept_at = kept_at
        self.coach = coach
        self.pace = pace
        self.chip = first_chip(sitting.table.game.layout)
        """which chip of the tray the guest has in hand"""
        self._said = words.say(sitting.note or ""), sitting.table.number
        self.last_advice: Advice | None = None
        self._seen = (sitting.table, sitting.table.view())
        """the last view, with the table it was made of"""
        self.clock = PayoutClock(self, self.look, sitting.table.coups)
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
    def held(self) -> int:
        return self.chip

    @property
    def coins(self) -> int:
        """What the chip in hand is worth."""
        return CHIPS[self.chip] * self.view.chip

    @property
    def advice(self) -> Advice | None:
        advice = self.last_advice
        if advice is None or not self.coach or advice.when != moment(self.table):
            return None
        if advice.wagers == self.table.wagers:
            return advice
        return replace(advice, paid_edges=advice.edges, felt=None, rounding=None)

    @property
    def cases(self) -> Sequence[CardCase]:
        return squeeze_cases(self.view, self.table.game)

    @property
    def has_coach(self) -> bool:
        return self.coach

    @property
    def elapsed(self) -> int:
        return self.clock.milliseconds

    @property
    def is_moving(self) -> bool:
        """Whether the table takes its time."""
        return bool(PACES[self.pace]) and self.app.animation_level == "full"

    def look(self) -> None:
        self.clock.follow(self.view, self.is_moving)
        super().look()

    def on_unmount(self) -> None:
        self.adviser.stop()

    def on_key(self) -> None:
        """Any key ends the payout, and does what it does."""
        self.clock.end()

    def on_mouse_down(self) -> None:
        self.clock.end()

    def go_on(self) -> None:
        """Do what comes by itself."""
        raise NotImplementedError

    def attempt(self, doing: Callable[[], object]) -> bool:
        """Do something at the sitting; a refusal is shown. Whether it was done."""
        try:
            doing()
        except BaccaratError as refused:
            self.say(self.words.complain(refused))
            return False
        self.look()
        self.go_on()
        return True

    def act(self, *acts: Act) -> bool:
        """Do and save acts; a refusal is shown. Whether all were done."""
        if any(isinstance(act, Deal) for act in acts):
            self.lesson = ""
        # Without a pause between cards a coup is dealt and kept as one.
        at_once = not PACES[self.pace]
        return self.attempt(partial(self.sitting.do, *acts, author=self.table.guest, go_on=at_once))

    def hurry(self) -> None:
        """Deal the rest of the coup at once, until somebody is asked."""
        self.attempt(partial(self.sitting.do, go_on=True))

    def ask_coach(self) -> None:
        """Ask for the odds and for the sitting so far; in a squeeze the odds wait."""
        speaks = self.coach and self.table.phase is not Phase.SQUEEZE
        self.adviser.ask(self.table, self.sitting.chronicle.played, speaks=speaks)

    def toggle_coach(self) -> None:
        """Let the coach speak, or be silent."""
        self.coach = not self.coach
        self.last_advice = None
        self.ask_coach()
        self.say(self.words("say.coach-on" if self.coach else "say.coach-off"))

    def on_played_table_advised(self, message: Advised) -> None:
        self.last_advice = message.advice
        self.look()
