"""The clock of a payout: at each tick, the table draws the next moment."""

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

from baccarat.table import View
from baccarat.tui.screens.table.payout import LONGEST, duration

TICK = 50
"""Milliseconds between two moments."""


class PayoutClock:
    """The milliseconds since the last coup was paid."""

    def __init__(self, screen: Widget, look: Callable[[], None], coups: int) -> None:
        self._screen = screen
        self._look = look
        self._paid = coups
        """the number of paid coups at the last look"""
        self._timer: Timer | None = None
        self._over = LONGEST
        self.milliseconds = LONGEST

    def follow(self, view: View, is_moving: bool) -> None:
        """Start again if another coup was paid; without motion the payout ends at once."""
        if not view.is_over or view.coups == self._paid:
            return
        self._paid = view.coups
        self._stop()
        if is_moving:
            self.milliseconds, self._over = 0, duration(view.lines)
            self._timer = self._screen.set_interval(TICK / 1_000, self._tick)

    def end(self) -> None:
        """Go to the last moment of the payout."""
        if self._timer is not None:
            self._stop()
            self._look()

    def _tick(self) -> None:
        self.milliseconds += TICK
        if self.milliseconds >= self._over:
            self._stop()
        self._look()

    def _stop(self) -> None:
        self.milliseconds = LONGEST
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
