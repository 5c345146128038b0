"""The report of a sitting: what was won, what was expected, and a plot of both."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from baccarat.errors import BaccaratError
from baccarat.files import write_whole
from baccarat.table import Table
from baccarat.table.advice import count_beside
from baccarat.table.labels import cost_texts, summary
from baccarat.table.state import Played
from baccarat.tui import TALL
from baccarat.tui.screens.sheets import ModalSheet
from baccarat.tui.widgets.chart import BAND, EXPECTED, MINE, chart
from baccarat.tui.widgets.keys import Key
from baccarat.words import Words

if TYPE_CHECKING:
    from baccarat.table.coach import Account, Cost, Point

COLUMNS, LOW, HIGH = 56, 8, 18
"""Columns of the plot, and its rows in a low terminal and in a tall one."""


class Report(ModalSheet[str]):
    """The sitting so far; the guest stays, goes on later, or ends it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q", "answer('later')", show=False),
        Binding("e", "answer('end')", show=False),
        Binding("escape", "answer('stay')", show=False),
        Binding("x", "write", show=False),
    ]

    def __init__(
        self,
        table: Table,
        coups: Sequence[Played],
        words: Words,
        picture: Path,
        account: "Account | None" = None,
        *,
        is_saved: bool = True,
    ) -> None:
        super().__init__(words, words("report.title"))
        self.is_saved = is_saved
        self.table = table
        self.coups = coups
        self.account = account
        """what the coach has counted already"""
        self.picture = picture
        """where the plot may be written"""
        self.points: Sequence[Point] = ()
        self.lines = [*summary(table, words), *([words("say.counting")] if table.coups else [])]

    def keys(self) -> Sequence[Key]:
        may_end = "leave" in self.table.may
        return [
            ("Enter", "answer('later')", self.words("key.back" if self.is_saved else "key.leave")),
            *([("e", "answer('end')", self.words("key.end"))] if may_end else []),
            ("Esc", "answer('stay')", self.words("key.stay")),
            ("x", "write", self.words("key.plot")),
        ]

    def on_mount(self) -> None:
        super().on_mount()
        if self.table.coups:
            app = self.app  # the other thread cannot ask Textual for it
            rows = HIGH if app.size.height >= TALL else LOW
            count_beside(
                partial(self._counted, rows), lambda lines: app.call_from_thread(self.read, lines)
            )

    def action_answer(self, answer: str) -> None:
        self.done(answer)

    def action_write(self) -> None:
        """Write the plot as a picture, beside the sitting."""
        if not self.points:
            return
        from baccarat.table.plot import draw_sitting

        names = [self.words(f"plot.{name}") for name in ("money", "expected", "up", "down")]
        title, across = self.words("report.title"), self.words("plot.coups")
        try:
            write_whole(self.picture, draw_sitting(self.points, title, across, names).svg)
        except OSError as trouble:
            said = str(trouble)
        else:
            said = self.words("say.plotted", file=self.picture)
        self.read([said, *(line for line in self.lines if line != said)])

    def _counted(self, rows: int) -> list[str]:
        """The sitting with what was expected of it."""
        from baccarat.table.coach import Account

        try:
            account = (self.account or Account()).after(self.table, coups=self.coups)
            self.points = account.points
            told = self._told(account.cost, account.points, rows)
        except BaccaratError as refused:
            told = [self.words.complain(refused)]
        return [*summary(self.table, self.words), *told]

    def _told(self, cost: "Cost", points: Sequence["Point"], rows: int) -> list[str]:
        from baccarat.table.plot import DEVIATIONS  # loaded late, because it loads numpy

        mine = [float(point.bankroll) for point in points]
        expected = [float(point.expected) for point in points]
        spread = [DEVIATIONS * point.deviation for point in points]
        is_ascii = self.words.is_ascii
        picture = chart(mine, expected, spread, (COLUMNS, rows), is_ascii)
        legend = self.words("report.legend", mine=MINE, expected=EXPECTED, band=BAND[is_ascii])
        return [*cost_texts(cost, self.words), "", *map(self.words.say, picture), legend]
