"""A table at one moment: all that a screen shows of it, and nothing of how it is drawn.

scene.cloth      the view, with a clear felt once the next bet has begun
scene.payout     the moment of the payout; None when the next bet has begun
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
    """What a guest sees of a table; a replay has no chip, and no payout in motion."""

    view: View
    results: Sequence[Result]
    """of all coups of the sitting"""
    keys: Sequence[Key]
    """the keys that do something now"""
    talk: TableTalk
    """what the coach says, and what a squeezed card can be"""
    chip: int | None = None
    """the chip of the tray that is in hand; None where nobody can bet"""
    elapsed: int = LONGEST
    """milliseconds since the last coup was paid"""

    @property
    def is_cleared(self) -> bool:
        """Whether the last coup is gone from the cloth, since the next bet has begun."""
        return self.view.is_over and bool(self.view.wagers)

    @property
    def cloth(self) -> View:
        """The view without a coup that is gone."""
        return without_coup(self.view) if self.is_cleared else self.view

    @property
    def payout(self) -> Payout | None:
        """What is seen of the payout; None when the next bet has begun."""
        view = self.view
        if not view.is_over or view.wagers:
            return None
        return moment(view.lines, self.elapsed, view.running)

    def talk_of(self, notice: str, spot: str, has_panel: bool) -> TableTalk:
        """What is told on a screen with this notice and this spot, with or without a panel."""
        talk = replace(self.talk, notice=notice, chosen=spot, has_panel=has_panel)
        return replace(talk, lesson="" if self.is_cleared else talk.lesson, payout=self.payout)


def without_coup(view: View) -> View:
    """The view with a clear felt: the last coup is gone, its cards and its payout."""
    empty = HandShown()
    return replace(
        view, player=empty, banker=empty, is_over=False, winner=None, call=None, lines=(), won=0
    )
