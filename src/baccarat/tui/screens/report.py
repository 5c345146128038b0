"""The end of a sitting: what came, what was expected, and a plot of both."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from baccarat.errors import BaccaratError
from baccarat.table import Table
from baccarat.tui.advice import count_beside
from baccarat.tui.screens.sheets import Sheet
from baccarat.tui.widgets.chart import chart
from baccarat.tui.widgets.keys import Key
from baccarat.tui.words import Words

if TYPE_CHECKING:
    from baccarat.table.coach import Cost, Point

COLUMNS, ROWS = 56, 8


class Report(Sheet[str]):
    """The sitting so far; the guest stays, goes on later, or ends it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q", "answer('later')", show=False),
        Binding("e", "answer('end')", show=False),
        Binding("escape", "answer('stay')", show=False),
    ]

    def __init__(self, table: Table, words: Words) -> None:
        super().__init__(words, words("report.title"))
        self.table = table
        self.lines = [*self._summary(), *([words("say.counting")] if table.played else [])]

    def keys(self) -> Sequence[Key]:
        return [
            ("Enter", "answer('later')", self.words("key.back")),
            ("e", "answer('end')", self.words("key.end")),
            ("Esc", "answer('stay')", self.words("key.stay")),
        ]

    def on_mount(self) -> None:
        super().on_mount()
        if self.table.played:
            app = self.app  # another thread could not ask for it
            count_beside(self._counted, lambda lines: app.call_from_thread(self.read, lines))

    def action_answer(self, answer: str) -> None:
        self.dismiss(answer)

    def _summary(self) -> list[str]:
        view, words = self.table.view(), self.words
        lines = [
            words(
                "report.coups",
                coups=view.coups,
                shoes=len(self.table.ceremonies),
                coins=f"{view.bankroll + view.on_the_felt:,}",
                bought=f"{view.bought:,}",
            ),
            words("report.kept", coins=f"{view.kept_so_far:,}"),
        ]
        if view.wagers:
            lines.append(words("report.bets", coins=f"{view.on_the_felt:,}"))
        return lines

    def _counted(self) -> list[str]:
        """The sitting with what was expected of it."""
        from baccarat.table.coach import costs, report

        try:
            told = self._told(costs(self.table), report(self.table))
        except BaccaratError as refused:
            told = [str(refused)]
        return [*self._summary(), *told]

    def _told(self, cost: "Cost", points: Sequence["Point"]) -> list[str]:
        lines = [
            self.words(
                "report.cost",
                staked=f"{cost.staked:,}",
                expected=f"{float(cost.expected):+.2f}",
                won=f"{cost.won:+,}",
                luck=f"{float(cost.luck):+.2f}",
            )
        ]
        if cost.given_away:
            lines.append(self.words("report.given", coins=f"{float(cost.given_away):.2f}"))
        mine = [float(point.bankroll) for point in points]
        expected = [float(point.expected) for point in points]
        picture = chart(mine, expected, COLUMNS, ROWS)
        return [*lines, "", *picture, self.words("report.legend")]
