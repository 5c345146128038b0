"""The line of keys: each is shown with its word, and can be clicked."""

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import Static

Key = tuple[str, str, str]
"""The key as it is shown, its action, its word."""

ENDS = 2
"""The last keys, help and leave, are always shown."""


class Keys(Static):
    """What can be done now."""

    def __init__(self) -> None:
        super().__init__(id="keys")
        self.keys: list[Key] = []

    def show(self, keys: Sequence[Key]) -> None:
        self.keys = list(keys)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        """Draw the keys; if there is no room, those before the last two are left out."""
        keys = list(self.keys)
        while len(keys) > ENDS + 1 and self._line(keys).cell_length > self.size.width > 0:
            del keys[-ENDS - 1]
        self.update(self._line(keys), layout=False)

    def _line(self, keys: Sequence[Key]) -> Content:
        return Content("  ").join(
            Content.assemble((key, "bold"), " ", word).stylize(f"@click=screen.{action}")
            for key, action, word in keys
        )
