"""The report of a sitting: the result, the expected result, and a plot of both."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from baccarat.base.errors import BaccaratError
from baccarat.base.files import write_whole
from baccarat.base.words import Words
from baccarat.table import Table
from baccarat.table.state import Played
from baccarat.table.view.labels import summary
from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.draw.money_plot import MoneyTrace
from baccarat.tui.keys import worded
from baccarat.tui.screens.sheets import ModalSheet
from baccarat.tui.widgets.key_line import Key, Keys
from baccarat.tui.widgets.report_page import SittingFigures, paint_report

if TYPE_CHECKING:
    from baccarat.table.coach.coach import Account, Point

AT_ONCE = 5
"""The number of coups that are counted at once: it takes a few milliseconds."""
CALM = 2
"""The lines of the summary that are not warnings."""


class Report(ModalSheet[str]):
    """The report of the sitting so far; the guest stays, leaves for now, or ends the sitting."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q", "done('later')", show=False),
        Binding("e", "done('end')", show=False),
        Binding("escape", "done('stay')", show=False),
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
        """the coach's account so far"""
        self.picture = picture
        """the file for the plot"""
        self.points: Sequence[Point] = ()
        self.figures = SittingFigures.of(table, coups)
        self.page = Painted("report", self._paint)
        self.lines = [*summary(table, words), *([words("say.counting")] if table.coups else [])]

    def compose(self) -> ComposeResult:
        yield self.page
        yield Keys()

    def keys(self) -> Sequence[Key]:
        """The keys of the sheet; with little room, the key for the plot is dropped first."""
        keys = [
            ("Enter", "done('later')", "back" if self.is_saved else "leave"),
            ("x", "write", "plot"),
            *([("e", "done('end')", "end")] if "leave" in self.table.may else []),
            ("Esc", "done('stay')", "stay"),
        ]
        return worded(keys, self.words)

    def on_mount(self) -> None:
        super().on_mount()
        if not self.table.coups:
            return
        account = self.account
        if account is not None and self.table.coups - account.coups <= AT_ONCE:
            self._show(self._counted())
            return
        self.count(self._counted, self._show)

    def read(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.page.repaint()

    def _paint(self, canvas: Canvas) -> None:
        """Draw the report; notes below the summary have the colour of a warning."""
        colours, calm = canvas.look.colours, summary(self.table, self.words)[:CALM]
        lines = [(line, colours.soft) for line in calm]
        lines += [(line, colours.warning) for line in self.lines if line not in calm]
        trace = MoneyTrace.of(self.points) if self.points else None
        paint_report(canvas, self.figures, trace, lines, self.words)

    def action_write(self) -> None:
        """Write the plot as a picture to a file beside the sitting."""
        if not self.points:
            return
        from baccarat.table.view.plot import draw_sitting

        names = [self.words(f"plot.{name}") for name in ("money", "expected", "up", "down")]
        title, across = self.words("report.title"), self.words("plot.coups")
        try:
            write_whole(self.picture, draw_sitting(self.points, title, across, names).svg)
        except OSError as trouble:
            note = str(trouble)
        else:
            note = self.words("say.plotted", file=self.picture)
        self.read([note, *(line for line in self.lines if line != note)])

    def _counted(self) -> "Account | BaccaratError":
        """The sitting's account with the expected result; an error if it cannot be calculated."""
        from baccarat.table.coach.coach import Account

        try:
            return (self.account or Account()).after(self.table, coups=self.coups)
        except BaccaratError as refused:
            return refused

    def _show(self, account: "Account | BaccaratError") -> None:
        lines = summary(self.table, self.words)
        if isinstance(account, BaccaratError):
            self.read([*lines, self.words.complain(account)])
            return
        cost, self.points = account.cost, account.points
        self.figures = SittingFigures(account.coups, cost.staked, cost.won, cost)
        self.read(lines)
