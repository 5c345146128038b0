"""A sitting on one page: its figures as tiles, and below them a plot as wide as the screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from baccarat.base.words import Words
from baccarat.table import Table
from baccarat.table.state import Played
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import Colours
from baccarat.tui.draw.money_plot import MoneyTrace, plot_legend, plot_with_axes
from baccarat.tui.draw.numbers import signed
from baccarat.tui.draw.typeset import wrapped

if TYPE_CHECKING:
    from baccarat.table.coach.coach import Cost

MARGIN = 3
"""The margin on both sides."""
TALL = 24
"""Rows from which there is a blank row between the parts."""
TILE = 3
"""Rows of a tile."""
FEWEST = 5
"""Rows that a plot needs, including its axis."""
OPEN = "…"
"""Stands for a figure that is still being counted."""
FigureTile = tuple[str, str, str]
"""A name, a figure, and its ink."""


@dataclass(frozen=True, slots=True)
class SittingFigures:
    """The figures of a sitting; `cost` is None until it is calculated."""

    coups: int
    staked: int
    won: int
    cost: "Cost | None" = None

    @classmethod
    def of(cls, table: Table, coups: Sequence[Played]) -> "SittingFigures":
        staked = sum(wager.stake for played in coups for wager in played.wagers)
        return cls(table.coups, staked, sum(played.won for played in coups))


def paint_report(
    canvas: Canvas,
    figures: SittingFigures,
    trace: MoneyTrace | None,
    lines: Sequence[tuple[str, str]],
    words: Words,
) -> None:
    """Draw the title, the coloured lines, the tiles, the plot and its legend."""
    colours = canvas.look.colours
    gap = 1 if canvas.rows >= TALL else 0
    wide = canvas.columns - 2 * MARGIN
    canvas.put(MARGIN, gap, words("report.title"), colours.brass, bold=True)
    row = 1 + gap
    for line, ink in lines:
        for part in wrapped(line, wide):
            canvas.put(MARGIN, row, part, ink)
            row += 1
    row += gap
    draw_tiles(canvas.part(MARGIN, row, wide, TILE), tiles_of(figures, words, colours))
    row += TILE + gap
    room = canvas.rows - row - 1 - 2 * gap
    if trace is not None and room >= FEWEST:
        plot_with_axes(canvas.part(MARGIN, row, wide, room), trace, words)
        plot_legend(canvas.part(MARGIN, canvas.rows - 1 - gap, wide, 1), words)


def tiles_of(figures: SittingFigures, words: Words, colours: Colours) -> list[FigureTile]:
    """The figures of a sitting as tiles; `…` stands for a figure that is still being calculated."""
    cost = figures.cost
    money_ink = colours.tie_lit if figures.won >= 0 else colours.banker_lit
    tiles = [
        ("coups", words.number(figures.coups), colours.ink),
        ("staked", words.number(figures.staked), colours.ink),
        ("expected", OPEN if cost is None else signed(cost.expected, words), colours.soft),
        ("came", signed(figures.won, words), money_ink),
        ("luck", OPEN if cost is None else signed(cost.luck, words), colours.brass),
    ]
    if cost is not None and cost.given_away:
        tiles.append(("given", signed(-cost.given_away, words), colours.banker_lit))
    return [(words(f"tile.{name}"), figure, ink) for name, figure, ink in tiles]


def draw_tiles(canvas: Canvas, tiles: Sequence[FigureTile]) -> None:
    """Draw boxes side by side, each with its name in its upper edge."""
    colours = canvas.look.colours
    ends = [place * (canvas.columns + 1) // len(tiles) for place in range(len(tiles) + 1)]
    for (start, end), (name, figure, ink) in zip(pairwise(ends), tiles, strict=True):
        canvas.box(start, 0, end - start - 1, TILE, colours.hair)
        canvas.put(start + 2, 0, f" {name} ", colours.soft)
        canvas.centre(start, 1, end - start - 1, figure, ink, bold=True)
