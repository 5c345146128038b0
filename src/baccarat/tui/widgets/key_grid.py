"""The grid of all keys: each key has a cap and a word, and can be clicked."""

from collections.abc import Sequence

from rich.cells import cell_len

from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.widgets.key_line import Key, draw_cap

BESIDE = 3
"""Columns of keys."""


class KeyGrid(Painted):
    """The keys of the help; each key can be clicked."""

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__(id="menu")
        self.keys = keys
        self.styles.height = -(-len(keys) // BESIDE)

    def place(self, number: int, columns: int) -> tuple[int, int]:
        """The first cell of a key's cap; all caps of a column have the same right edge."""
        row, column = divmod(number, BESIDE)
        widest = max(cell_len(key) for key, _, _ in self.keys[column::BESIDE])
        key, _, _ = self.keys[number]
        return column * (columns // BESIDE) + widest - cell_len(key), row

    def paint(self, canvas: Canvas) -> None:
        colours = canvas.look.colours
        canvas.fill(0, 0, canvas.columns, canvas.rows, colours.panel)
        for number, (key, action, word) in enumerate(self.keys):
            x, y = self.place(number, canvas.columns)
            end = draw_cap(canvas, x, y, key)
            end = canvas.put(end + 1, y, word, colours.ink)
            canvas.click(x, y, end - x, 1, f"screen.done('{action}')")
