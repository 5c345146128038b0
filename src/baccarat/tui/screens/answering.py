"""A screen that is answered once."""

from typing import TypeVar

from textual.screen import Screen

Answer = TypeVar("Answer")


class Answering(Screen[Answer]):
    """It lies above others until it is answered."""

    is_done = False

    def done(self, answer: Answer) -> None:
        """Close with this answer; a second key that came as fast as the first says nothing."""
        if self.is_current and not self.is_done:
            self.is_done = True
            self.dismiss(answer)
