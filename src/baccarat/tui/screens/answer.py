"""A screen that is answered once."""

from typing import TypeVar

from textual.screen import Screen

Reply = TypeVar("Reply")


class Answering(Screen[Reply]):
    """It stays on top until it is answered."""

    is_done = False

    def done(self, answer: Reply) -> None:
        """Close with this answer; a second key pressed before it has closed is ignored."""
        if self.is_current and not self.is_done:
            self.is_done = True
            self.dismiss(answer)
