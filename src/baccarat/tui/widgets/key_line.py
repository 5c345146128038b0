"""The keys in a line or in a grid: each key has a cap and a word, and can be clicked."""

from collections.abc import Sequence

from rich.cells import cell_len

from baccarat.tui.draw.canvas import Canvas, Painted

Key = tuple[str, str, str]
"""The key's cap, its action, its word."""

ENDS = 2
"""The last keys, help and leave, are always shown."""
SIDES = 2
"""Columns of a cap beside its text: blanks or brackets."""
GAP = 2
"""Columns between a word and the next cap."""
BESIDE = 3
"""Columns of keys in the grid."""


class Keys(Painted):
    """The widget with the keys that work now."""

    def __init__(self) -> None:
        super().__init__(id="keys")
        self.keys: list[Key] = []

    def show(self, keys: Sequence[Key]) -> None:
        if self.keys != list(keys):
            self.keys = list(keys)
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        canvas.fill(0, 0, canvas.columns, canvas.rows, canvas.look.colours.panel)
        draw_keys(canvas, self.keys)


def draw_keys(canvas: Canvas, keys: Sequence[Key]) -> None:
    """Draw as many keys as fit, each with its word; the cap of the first key is brass."""
    colours, x = canvas.look.colours, 0
    for key, action, word in keys_that_fit(keys, canvas.columns):
        is_first, start = x == 0, x
        x = draw_cap(canvas, x, 0, key, is_first=is_first)
        x = canvas.put(x + 1, 0, word, colours.ink if is_first else colours.soft)
        canvas.click(start, 0, x - start, 1, f"screen.{action}")
        x += GAP


def draw_cap(canvas: Canvas, x: int, y: int, key: str, *, is_first: bool = False) -> int:
    """Draw a key's cap, in brass for the first key; return the column after the cap."""
    colours = canvas.look.colours
    if canvas.look.is_plain:
        return canvas.put(x, y, f"[{key}]", bold=True)
    inks = (colours.on_brass, colours.brass) if is_first else (colours.brass, colours.raised)
    return canvas.put(x, y, f" {key} ", *inks, bold=True)


def keys_that_fit(keys: Sequence[Key], columns: int) -> list[Key]:
    """The keys that fit in a line; the first key and the last two are always kept."""
    fitting_keys = list(keys)
    while len(fitting_keys) > ENDS + 1 and width_of(fitting_keys) > columns:
        del fitting_keys[-ENDS - 1]
    return fitting_keys


def width_of(keys: Sequence[Key]) -> int:
    return sum(cell_len(key) + SIDES + 1 + cell_len(word) + GAP for key, _, word in keys) - GAP


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
