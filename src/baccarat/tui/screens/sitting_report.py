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
from baccarat.tui.screens.sheets import ModalSheet
from baccarat.tui.widgets.key_line import Key, Keys
from baccarat.tui.widgets.report_page import ReportPage, SittingFigures

if TYPE_CHECKING:
    from baccarat.table.coach.coach import Account, Point

AT_ONCE = 5
"""The number of coups that are counted at once: it takes a few milliseconds."""
CALM = 2
"""The lines of the summary that are not warnings."""


class Report(ModalSheet[str]):
    """The report of the sitting so far; the guest stays, leaves for now, or ends the sitting."""

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
        """the coach's account so far"""
        self.picture = picture
        """the file for the plot"""
        self.points: Sequence[Point] = ()
        self.page = ReportPage(SittingFigures.of(table, coups), words)
        self.lines = [*summary(table, words), *([words("say.counting")] if table.coups else [])]

    def compose(self) -> ComposeResult:
        yield self.page
        yield Keys()

    def keys(self) -> Sequence[Key]:
        """The keys of the sheet; with little room, the key for the plot is dropped first."""
        may_end = "leave" in self.table.may
        return [
            ("Enter", "answer('later')", self.words("key.back" if self.is_saved else "key.leave")),
            ("x", "write", self.words("key.plot")),
            *([("e", "answer('end')", self.words("key.end"))] if may_end else []),
            ("Esc", "answer('stay')", self.words("key.stay")),
        ]

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
        calm = summary(self.table, self.words)[:CALM]
        self.page.tell(calm, [line for line in lines if line not in calm])

    def action_answer(self, answer: str) -> None:
        self.done(answer)

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
        self.points = account.points
        self.page.show(account)
        self.read(lines)
