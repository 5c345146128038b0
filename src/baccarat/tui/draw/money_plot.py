"""The plot of a sitting: the guest's money as a line, over the band where it usually lies.

trace = MoneyTrace.of(account.points)
money_plot(canvas, trace)                   the line, dots for the expected money, a band
plot_with_axes(canvas, trace, words)        the same plot with axes and round numbers
plot_legend(canvas, words)                  the legend, in one row
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import mix

if TYPE_CHECKING:
    from baccarat.table.coach.coach import Point

EIGHTHS = " ▁▂▃▄▅▆▇█"
TINT = 0.17
"""The share of brass in the band's colour."""
BRAILLE = 0x2800
BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The dots of a braille sign: its left column from the top, then its right column."""
ROWS_A_MARK, COLUMNS_A_MARK = 3, 16
"""The least distance between the numbers of each axis."""
AXIS = 2
"""Rows of the lower axis, with its numbers."""


class Grain(NamedTuple):
    """How a cell is divided into dots, and the characters that show the dots."""

    across: int
    down: int
    sign: Callable[[frozenset[tuple[int, int]]], str]
    """the sign for the dots of a cell, given by column and row"""
    dash: Callable[[int], str]
    """the sign for the expected money, by the row of the dots"""


def braille(dots: frozenset[tuple[int, int]]) -> str:
    return chr(BRAILLE + sum(BITS[column][row] for column, row in dots))


FINE = Grain(2, 4, braille, lambda row: braille(frozenset({(0, row), (1, row)})))
HALVES = Grain(
    1, 2, lambda dots: "█" if len(dots) > 1 else "▀" if (0, 0) in dots else "▄", lambda row: "·"
)
LETTERS = Grain(1, 1, lambda dots: "*", lambda row: "-")


@dataclass(frozen=True, slots=True)
class MoneyTrace:
    """After each coup: the money, the expected money, and half the width of the band around it."""

    money: tuple[float, ...]
    expected: tuple[float, ...]
    spread: tuple[float, ...]

    @classmethod
    def of(cls, points: Sequence["Point"]) -> "MoneyTrace":
        from baccarat.table.coach.coach import DEVIATIONS  # loaded late, because it loads numpy

        return cls(
            tuple(float(point.bankroll) for point in points),
            tuple(float(point.expected) for point in points),
            tuple(DEVIATIONS * point.deviation for point in points),
        )

    @property
    def coups(self) -> int:
        return len(self.money) - 1

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest value of the plot; the two always differ."""
        both = list(zip(self.expected, self.spread, strict=True))
        low = min([*self.money, *(mean - half for mean, half in both)])
        high = max([*self.money, *(mean + half for mean, half in both)])
        return (low, high) if low < high else (low - 1, high + 1)


def between(line: Sequence[float], place: float) -> float:
    """The value of a line at `place`, which may lie between two coups."""
    first = min(floor(place), len(line) - 1)
    last = min(first + 1, len(line) - 1)
    return line[first] + (line[last] - line[first]) * (place - first)


def grain_of(canvas: Canvas) -> Grain:
    if canvas.look.is_ascii:
        return LETTERS
    return FINE if canvas.look.has_braille else HALVES


def money_plot(canvas: Canvas, trace: MoneyTrace) -> None:
    """Paint the money as a line over its band; any number of coups fills the full width."""
    columns = canvas.columns
    if columns < 2 or canvas.rows < 1:
        return
    field = _Field(canvas, trace.ends)
    for column in range(columns):
        place = (column + 0.5) / columns * trace.coups
        mean, half = between(trace.expected, place), between(trace.spread, place)
        if half:
            field.draw_band(column, mean + half, mean - half)
        if column % 2 == 0:
            field.draw_dash(column, mean)
    field.draw_line(trace.money)


class _Field:
    """A plot's canvas, and the range of its values."""

    def __init__(self, canvas: Canvas, ends: tuple[float, float]) -> None:
        self.canvas = canvas
        self.low, self.high = ends
        self.grain = grain_of(canvas)
        self.bare = canvas.ground
        brass = canvas.look.colours.brass
        self.tint = self.bare if canvas.look.is_ascii else mix(brass, self.bare, TINT)
        self.grounds: dict[tuple[int, int], str] = {}
        """the grounds of the cells under the band: the only ink of a cell belongs to the line"""

    def height(self, value: float) -> float:
        """The number of dots between the top and a value."""
        share = (self.high - value) / (self.high - self.low)
        return share * (self.grain.down * self.canvas.rows - 1)

    def put(self, column: int, row: int, sign: str, ink: str, bold: bool = False) -> None:
        ground = self.grounds.get((column, row), "")
        self.canvas.put(column, row, sign, ink, ground, bold)

    def draw_band(self, column: int, high: float, low: float) -> None:
        """Draw one column of the band, with a precision of an eighth of a row."""
        eighth = 8 / self.grain.down
        top, foot = round(eighth * self.height(high)), round(eighth * (self.height(low) + 1))
        for row in range(self.canvas.rows):
            above, below = (min(8, max(0, edge - 8 * row)) for edge in (top, foot))
            if below <= above:
                continue
            self.grounds[column, row] = self.tint if below - above > 4 else self.bare
            if self.canvas.look.is_ascii:
                dot = "." if (column + row) % 2 else " "
                self.canvas.put(column, row, dot, self.canvas.look.colours.faint)
            elif below == 8:
                self.canvas.put(column, row, EIGHTHS[8 - above], self.tint, self.bare)
            else:  # a block grows from below, so the ground draws the lower edge
                self.canvas.put(column, row, EIGHTHS[8 - below], self.bare, self.tint)

    def draw_dash(self, column: int, value: float) -> None:
        row, dot = divmod(round(self.height(value)), self.grain.down)
        self.put(column, row, self.grain.dash(dot), self.canvas.look.colours.soft)

    def draw_line(self, line: Sequence[float]) -> None:
        lit: dict[tuple[int, int], set[tuple[int, int]]] = {}
        across = self.grain.across * self.canvas.columns
        for fine, span in enumerate(spans(line, across, self.height)):
            column, part = divmod(fine, self.grain.across)
            for level in span:
                row, dot = divmod(level, self.grain.down)
                lit.setdefault((column, row), set()).add((part, dot))
        for (column, row), dots in lit.items():
            sign = self.grain.sign(frozenset(dots))
            self.put(column, row, sign, self.canvas.look.colours.glow, bold=True)


def spans(line: Sequence[float], columns: int, height: Callable[[float], float]) -> Iterator[range]:
    """The rows of dots that a line fills in each column; the line has no gap and skips no coup."""
    before: int | None = None
    past = 0.0
    for column in range(columns):
        place = column / (columns - 1) * (len(line) - 1)
        inside = range(floor(past) + 1, ceil(place)) if column else range(0)
        values = [between(line, place), *(line[coup] for coup in inside)]
        found = [round(height(value)) for value in values]
        top, foot = min(found), max(found)
        if before is not None and before < top:
            top = before + 1
        if before is not None and before > foot:
            foot = before - 1
        yield range(top, foot + 1)
        before, past = found[0], place


def round_step(span: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that gives at most `most` steps over a span.

    >>> round_step(999, 6), round_step(81, 7), round_step(3, 4)
    (200, 20, 1)
    """
    step = 1
    while span / step > max(most, 1):
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def plot_with_axes(canvas: Canvas, trace: MoneyTrace, words: Words) -> None:
    """Paint the plot with two axes: money at the left, coups below."""
    soft, hair = canvas.look.colours.soft, canvas.look.colours.hair
    down = grain_of(canvas).down
    foot = canvas.rows - AXIS
    low, high = trace.ends
    step = round_step(high - low, foot // ROWS_A_MARK)
    marks = range(ceil(low / step) * step, floor(high) + 1, step)
    names = {value: words.number(value) for value in marks}
    left = max([0, *map(cell_len, names.values())]) + 2
    wide = canvas.columns - left
    for row in range(foot):
        canvas.put(left - 1, row, "│", hair)
    for value, name in names.items():
        level = round((high - value) / (high - low) * (down * foot - 1))
        canvas.right(left - 2, level // down, name, soft)
        canvas.put(left - 1, level // down, "┤", hair)
    canvas.put(left - 1, foot, "╰" + "─" * wide, hair)
    coups = range(0, trace.coups + 1, round_step(trace.coups, wide // COLUMNS_A_MARK))
    for coup in coups:
        at = left + (round((wide - 1) * coup / trace.coups) if coup else 0)
        is_last = coup == coups[-1]
        name = words("plot.counted", coups=coup) if is_last else words.number(coup)
        start = min(at - cell_len(words.number(coup)) // 2, canvas.columns - cell_len(name))
        canvas.put(at, foot, "┴", hair)
        canvas.put(start, foot + 1, name, soft)
    money_plot(canvas.part(left, 0, wide, foot), trace)


def plot_legend(canvas: Canvas, words: Words) -> None:
    """Paint the legend of the line, the dots and the band; it is shorter with little room."""
    colours, grain = canvas.look.colours, grain_of(canvas)
    is_ascii = canvas.look.is_ascii
    dash = grain.dash(grain.down // 2)
    at = canvas.put(0, 0, "** " if is_ascii else "━━ ", colours.glow, bold=True)
    at = canvas.put(at, 0, words("plot.money"), colours.soft)
    at = canvas.put(at + 3, 0, f"{dash} {dash} ", colours.soft)
    at = canvas.put(at, 0, words("plot.expected"), colours.soft) + 3
    texts = (words("plot.luck"), words("plot.luck-short"))
    told = next((text for text in texts if at + 4 + cell_len(text) <= canvas.columns), "")
    if told:
        tint = "" if is_ascii else mix(colours.brass, canvas.ground, TINT)
        at = canvas.put(at, 0, ". ." if is_ascii else "   ", colours.faint, tint)
        canvas.put(at + 1, 0, told, colours.soft)
