"""Statistics as a table: counts, shares, and a line for the confidence interval."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.core.stats import Share, Statistics
from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.widgets.heading import draw_heading

GAP = 2
"""Columns between the columns of the table."""
BESIDE = 56
"""Columns that each table needs if two are side by side."""


class CountedCoups(NamedTuple):
    """A title, statistics, and further lines about the same coups."""

    title: str
    found: Statistics
    more: Sequence[str] = ()


class ShareTables(Painted):
    """Tables in a column, or side by side if there is room."""

    def __init__(self, tables: Sequence[CountedCoups], words: Words) -> None:
        super().__init__(id="shares")
        self.tables = tables
        self.words = words

    def on_resize(self) -> None:
        super().on_resize()
        rows = [rows_of(table) for table in self.tables]
        self.styles.height = max(rows) if self._beside(self.size.width) > 1 else sum(rows) + 1

    def paint(self, canvas: Canvas) -> None:
        canvas.fill(0, 0, canvas.columns, canvas.rows, canvas.look.colours.panel)
        beside = self._beside(canvas.columns)
        wide = (canvas.columns - 3 * (beside - 1)) // beside
        x = y = 0
        for table in self.tables:
            draw_shares(canvas.part(x, y, wide, rows_of(table)), table, self.words)
            if beside > 1:
                x += wide + 3
            else:
                y += rows_of(table) + 1

    def _beside(self, columns: int) -> int:
        return len(self.tables) if columns >= BESIDE * len(self.tables) else 1


def rows_of(table: CountedCoups) -> int:
    shares, longest = [*table.found.shares()], [*table.found.longest()]
    return 2 + len(shares) + len(longest) + (1 + len(table.more) if table.more else 0)


def draw_shares(canvas: Canvas, table: CountedCoups, words: Words) -> None:
    """Draw rows: a name, the count, the share, and the interval as a line from 0 to 100 %."""
    colours, statistics = canvas.look.colours, table.found
    draw_heading(canvas, table.title)
    canvas.right(canvas.columns, 0, f" {words.number(statistics.coups)}", colours.ink, bold=True)
    canvas.put(0, 1, words("stats.line"), colours.faint)
    y = 2
    rows = [(words.say(name), share) for name, share in statistics.shares()]
    streaks = [
        (
            words.say(title),
            words.listed(f"{words.bet(key)} {length}" for key, length in longest.items()),
        )
        for title, longest in statistics.longest()
    ]
    names = max(cell_len(name) for name, _ in (*rows, *streaks)) + GAP
    counts = max((len(count_text(share)) for _, share in rows), default=0)
    for name, share in rows:
        canvas.put(0, y, name, colours.soft)
        at = names + counts
        canvas.right(at, y, count_text(share), colours.ink)
        if share.of:
            percent = words.percent(share.count / share.of, 1)
            canvas.right(at + GAP + 7, y, percent, colours.ink, bold=True)
            start = at + 2 * GAP + 7
            draw_interval(canvas.part(start, y, canvas.columns - start, 1), share)
        y += 1
    for name, streak in streaks:
        canvas.put(0, y, name, colours.soft)
        canvas.put(names, y, streak, colours.ink)
        y += 1
    for row, line in enumerate(table.more, y + 1):
        canvas.put(0, row, line, colours.soft)


def count_text(share: Share) -> str:
    return f"{share.count}/{share.of}" if share.of else "-"


def draw_interval(canvas: Canvas, share: Share) -> None:
    """Draw the confidence interval, and the observed share in it."""
    colours, columns = canvas.look.colours, canvas.columns
    low, high = (round(end * (columns - 1)) for end in share.interval())
    canvas.put(0, 0, "─" * columns, colours.hair)
    canvas.put(low, 0, "━" * (high - low + 1), colours.brass)
    canvas.put(round(share.count / share.of * (columns - 1)), 0, "●", colours.glow, bold=True)
