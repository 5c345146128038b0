"""The places of a shoe's roads on the screen, for marks of one size.

layout = RoadLayout(pen, words, columns=98)
layout.rows, layout.shows_all(board)         the rows it needs; whether all columns are visible
layout.paint(board, x, y, rows, grounds)     draws everything
"""

from collections.abc import Mapping
from typing import NamedTuple

from rich.cells import set_cell_size

from baccarat.base.words import Words
from baccarat.core.roads import Scoreboard
from baccarat.render.road_marks import DERIVED, columns_of
from baccarat.tui.draw.road_pen import Grounds, RoadPen, marks_of
from baccarat.tui.widgets.road_notes import (
    asking_wide,
    counts_of,
    draw_asking,
    draw_counts,
    flow,
    legend,
    shortened,
    write_notes,
)

GAP = 2
"""Columns between the bead plate, the other roads and the notes beside them."""
BEADS, FEWER_BEADS, MOST_BEADS = 0.35, 0.25, 14
"""The bead plate's share of the width; its share if all roads lie in a row; its most columns."""
WIDE_BOARD = 120
"""Columns from which the notes stand beside the roads instead of below the beads."""
ASIDE = 20
"""The least columns of these notes."""
CLOSE = 13
"""Columns of a derived road that lies beside the big road."""


class RoadArea(NamedTuple):
    """A part of the board, in cells of the terminal; the first row of a road is its title."""

    x: int
    y: int
    columns: int
    rows: int


class RoadLayout:
    """The areas of the roads: the bead plate, the big road at its right, and the derived roads."""

    def __init__(
        self, pen: RoadPen, words: Words, columns: int, *, is_stacked: bool = False
    ) -> None:
        self.pen, self.words = pen, words
        self.is_stacked = is_stacked
        """whether the derived roads lie below each other"""
        self.is_close = pen.sizes.derived == 1 and not pen.has_halves
        """whether the derived roads lie beside the big road, because letters cannot share a cell"""
        self.has_more = pen.sizes.derived > 0
        self.aside = 0
        """columns at the right for the notes"""
        if self.has_more and columns >= WIDE_BOARD:
            self.aside = max(ASIDE * (1 + pen.sizes.ring) // 2, asking_wide(words))
        wide = pen.cell("bead")[0]
        share = FEWER_BEADS if self.is_close else BEADS
        beads = min(int(columns * share) // wide, MOST_BEADS) * wide
        left, right = beads + GAP, columns - (self.aside + GAP if self.aside else 0)
        self.roads = {"bead": self._paper("bead", 0, 0, beads), **self._others(left, right - left)}
        self.notes = self._notes(columns) if self.has_more else {}
        areas = (*self.roads.values(), *self.notes.values())
        self.rows = max(area.y + area.rows for area in areas)

    def _paper(self, key: str, x: int, y: int, columns: int) -> RoadArea:
        """The area of a road: a row for its title, and below it as many whole columns as fit."""
        wide = self.pen.cell(key)[0]
        return RoadArea(x, y, columns // wide * wide, 1 + self.pen.rows(key))

    def _others(self, x: int, columns: int) -> dict[str, RoadArea]:
        """The areas of the big road and, if there is room, of the derived roads."""
        if self.is_close:
            columns -= len(DERIVED) * (CLOSE + 1)
        big = self._paper("big", x, 0, columns)
        found = {"big": big}
        wide, rows = self.pen.cell("small")[0], self.pen.rows("small") + 1
        each = (big.columns - GAP) // len(DERIVED) // wide * wide
        for place, key in enumerate(DERIVED if self.has_more else ()):
            if self.is_close:
                found[key] = self._paper(key, x + columns + 1 + place * (CLOSE + 1), 0, CLOSE)
            elif self.is_stacked:
                found[key] = self._paper(key, x, big.rows + place * rows, big.columns)
            else:
                shift = place * (big.columns - each) // (len(DERIVED) - 1)
                found[key] = self._paper(key, x + shift, big.rows, each)
        return found

    def _notes(self, columns: int) -> dict[str, RoadArea]:
        """The areas of the notes: the legend below the beads, the other notes under it or aside."""
        _, _, beads, y = self.roads["bead"]
        lines = len(flow(legend(self.pen, self.words), beads))
        notes = {"legend": RoadArea(0, y, beads, lines)}
        if self.aside:
            x = columns - self.aside
            notes["asking"] = RoadArea(x, 1, self.aside, 2)
            notes["counts"] = RoadArea(x, 4, self.aside, 6 * self.pen.sizes.ring)
            return notes
        notes["asking"] = RoadArea(0, y + lines, beads, 2)
        below = RoadArea(1, y + lines + 2, beads - 1, 1)
        beside = RoadArea(beads + GAP, y + 1, columns - beads - GAP, 2)
        notes["counts"] = beside if self.is_close else below
        return notes

    def shows_all(self, board: Scoreboard) -> bool:
        """Whether every column of every road is visible."""
        return all(
            columns_of(marks_of(board, key)) <= area.columns // self.pen.cell(key)[0]
            for key, area in self.roads.items()
        )

    def paint(
        self,
        board: Scoreboard,
        x: int,
        y: int,
        rows: int,
        grounds: Mapping[str, Grounds],
        action: str = "",
    ) -> None:
        """Draw the roads and the notes in a part of the canvas with this number of rows."""
        pen = self.pen
        for key, area in self.roads.items():
            self._title(f"road.{key}", x + area.x, y + area.y, area.columns)
            columns, lit = area.columns // pen.cell(key)[0], grounds.get(key, {})
            pen.draw(board, key, x + area.x, y + area.y + 1, columns, lit, action)
        for name, area in self.notes.items():
            self._note(name, board, area._replace(x=x + area.x, y=y + area.y, rows=rows - area.y))

    def _title(self, key: str, x: int, y: int, columns: int) -> None:
        said = set_cell_size(self.words(key), columns)
        self.pen.canvas.put(x, y, said, self.pen.colours.soft)

    def _note(self, name: str, board: Scoreboard, area: RoadArea) -> None:
        pen, words = self.pen, self.words
        x, y, columns, rows = area
        if name == "legend":
            write_notes(pen, x, y, flow(legend(pen, words), columns))
        elif name == "asking":
            draw_asking(pen, x, y, columns, board, words)
            if self.aside:
                self._title("road.asking", x, y - 1, columns)
        else:
            counts = counts_of(pen, board, words)
            if self.aside:
                draw_counts(pen, x, y, columns, counts, pen.sizes.ring)
            else:
                lines = flow(shortened(pen, counts, columns), columns)
                write_notes(pen, x, y, lines[:rows])
