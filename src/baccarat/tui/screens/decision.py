"""The guest's decision at chemin de fer: a sheet over the felt; both hands stay visible."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.keys import named
from baccarat.tui.screens.sheets import KeyQuestion
from baccarat.tui.widgets.decision_board import ANSWERS, AskedDecision, paint_decision
from baccarat.tui.widgets.key_line import Key, Keys

if TYPE_CHECKING:
    from baccarat.table.coach.decision_worth import DecisionWorth


class DecisionSheet(KeyQuestion):
    """A sheet with the question: draw or stand? The guest may ask the coach first."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("t", "coach", show=False)]

    def __init__(
        self,
        words: Words,
        decision: AskedDecision,
        weigh: Callable[[], "DecisionWorth"],
        top: Callable[[], int],
        ask_coach: Callable[[], object],
    ) -> None:
        answers = [(key, words(f"key.{word}")) for key, word in ANSWERS]
        answers.append(("q", words("key.leave")))
        super().__init__(words, words("choice.title"), [words.say(decision.choice.said)], answers)
        self.asked = decision
        self.worth: DecisionWorth | None = None
        self.board = Painted("decision", self._paint)
        self.weigh = weigh
        """calculates what both answers are worth"""
        self.top = top
        """the first row of the screen that the sheet covers"""
        self.ask_coach = ask_coach

    def compose(self) -> ComposeResult:
        yield self.board
        yield Keys()

    def keys(self) -> Sequence[Key]:
        *answers, leave = super().keys()
        return [*answers, *named(self.words, "coach"), leave]

    def on_mount(self) -> None:
        if self.asked.speaks:
            self.count(self._weighed, self._show)

    def on_resize(self) -> None:
        self.call_after_refresh(self._settle)  # the table finds its own rows first

    def _settle(self) -> None:
        self.board.styles.margin = (self.top(), 0, 0, 0)

    def action_coach(self) -> None:
        """Switch the coach on or off."""
        self.asked = self.asked._replace(speaks=not self.asked.speaks)
        self.ask_coach()
        self.board.repaint()
        if self.asked.speaks and self.worth is None:
            self.count(self._weighed, self._show)

    def _paint(self, canvas: Canvas) -> None:
        paint_decision(canvas, self.asked, self.worth, self.words)

    def _weighed(self) -> "DecisionWorth | None":
        try:
            return self.weigh()
        except BaccaratError:  # prices without a theory
            return None

    def _show(self, worth: "DecisionWorth | None") -> None:
        if worth is None:
            self.asked = self.asked._replace(speaks=False)
        self.worth = worth
        self.board.repaint()
