"""A scene: everything that a screen shows of a table at one moment, but no drawing.

scene.cloth      the view; with an empty felt once the next bet is placed
scene.payout     the moment of the payout; None once the next bet is placed
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from baccarat.core.result import Result
from baccarat.table import View
from baccarat.table.view.view import HandShown
from baccarat.tui.screens.table.payout import LONGEST, Payout, moment
from baccarat.tui.widgets.hands_between import TableTalk
from baccarat.tui.widgets.key_line import Key


@dataclass(frozen=True, slots=True)
class Scene:
    """What the guest sees of a table; a replay has no selected chip and no moving payout."""

    view: View
    results: Sequence[Result]
    """the results of all coups of the sitting"""
    keys: Sequence[Key]
    """the keys that do something now"""
    talk: TableTalk
    """the coach's advice, and the cases of a squeezed card"""
    chip: int | None = None
    """the place of the selected chip in the tray; None if nobody can bet"""
    elapsed: int = LONGEST
    """milliseconds since the last coup was paid"""

    @property
    def is_cleared(self) -> bool:
        """Whether the last coup is cleared away, because the next bet is placed."""
        return self.view.is_over and bool(self.view.wagers)

    @property
    def cloth(self) -> View:
        """The view of the table, without the last coup if that coup is cleared away."""
        return without_coup(self.view) if self.is_cleared else self.view

    @property
    def payout(self) -> Payout | None:
        """The moment of the payout; None once the next bet is placed."""
        view = self.view
        if not view.is_over or view.wagers:
            return None
        return moment(view.lines, self.elapsed, view.running)

    def talk_of(self, notice: str, spot: str, has_panel: bool) -> TableTalk:
        """The texts for a screen with this notice and selected spot, with or without a panel."""
        talk = replace(self.talk, notice=notice, chosen=spot, has_panel=has_panel)
        return replace(talk, lesson="" if self.is_cleared else talk.lesson, payout=self.payout)


def without_coup(view: View) -> View:
    """The view with an empty felt: without the last coup's cards and payout."""
    empty = HandShown()
    return replace(
        view, player=empty, banker=empty, is_over=False, winner=None, call=None, lines=(), won=0
    )
