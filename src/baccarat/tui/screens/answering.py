"""A screen that is answered once."""

from typing import TypeVar

from textual.screen import Screen

Reply = TypeVar("Reply")


class Answering(Screen[Reply]):
    """It lies above others until it is answered."""

    is_done = False

    def done(self, answer: Reply) -> None:
        """Close with this answer; a second key that came as fast as the first says nothing."""
        if self.is_current and not self.is_done:
            self.is_done = True
            self.dismiss(answer)
