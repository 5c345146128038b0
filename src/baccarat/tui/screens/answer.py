"""A screen that is answered once."""

from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen

from baccarat.table.coach.thread import count_beside

Reply = TypeVar("Reply")
T = TypeVar("T")


class Answering(Screen[Reply]):
    """It stays on top until it is answered."""

    is_done = False

    def done(self, answer: Reply) -> None:
        """Close with this answer; a second key pressed before it has closed is ignored."""
        if self.is_current and not self.is_done:
            self.is_done = True
            self.dismiss(answer)

    def count(self, work: Callable[[], T], show: Callable[[T], object]) -> None:
        """Work something out on another thread, and show it on this one."""
        app = self.app  # the other thread cannot ask Textual for it
        count_beside(work, lambda answer: app.call_from_thread(show, answer))
