"""A screen that returns one answer."""

from collections.abc import Callable
from typing import Any, TypeVar

from textual.screen import Screen

from baccarat.table.coach.thread import count_beside

Reply = TypeVar("Reply")
T = TypeVar("T")


class Answering(Screen[Reply]):
    """A screen that stays on top until it has an answer."""

    is_done = False

    def done(self, answer: Reply) -> None:
        """Close with this answer; a second key before the screen has closed is ignored."""
        if self.is_current and not self.is_done:
            self.is_done = True
            self.dismiss(answer)

    def action_done(self, answer: Any = None) -> None:
        """Close the screen with the answer of a key or a click."""
        self.done(answer)

    def count(self, work: Callable[[], T], show: Callable[[T], object]) -> None:
        """Call `work` on another thread, then `show` with the result on the screen's thread."""
        app = self.app  # the other thread cannot get it from Textual
        count_beside(work, lambda answer: app.call_from_thread(show, answer))
