"""The roads on the screen: the last columns of each, and what each side's win would add."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from textual.content import Content
from textual.widgets import Static

from baccarat.coup import Side
from baccarat.render.road_marks import (
    DERIVED,
    answers,
    big_marks,
    columns_of,
    derived_marks,
    first_shown,
)
from baccarat.result import Result
from baccarat.roads import ROWS, Colour, GridPlace, Scoreboard
from baccarat.tui.widgets.hand_box import StyledText
from baccarat.words import Words

INKS = {Side.BANKER: "bold $banker", Side.PLAYER: "bold $player", None: "bold $tie"}
COLOURS = {Colour.RED: "$banker", Colour.BLUE: "$player"}
BEAD_CELL, BIG_CELL, DERIVED_CELL = 4, 2, 1
GAP = 3
BEAD_NARROW, BEAD_WIDE = 7, 14
"""Columns of the bead plate."""
WIDE = 110

StyledRows = list[list[StyledText]]
"""Rows of runs, all of one width."""


class Roads(Static):
    """The board of the present shoe."""

    def __init__(self, words: Words, results: tuple[Result, ...] = ()) -> None:
        super().__init__(id="roads")
        self.words = words
        self.dot = "_" if words.is_ascii else "·"
        self.results = results

    def show(self, results: tuple[Result, ...]) -> None:
        self.results = results
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        board = Scoreboard(self.results)
        width, height = self.size.width, self.size.height
        if not width:
            return
        bead_columns = BEAD_WIDE if width >= WIDE else BEAD_NARROW
        big_columns = (width - bead_columns * BEAD_CELL - GAP) // BIG_CELL
        shelves = [
            [
                block(
                    self.words("road.bead"),
                    [(place, bead(result)) for place, result in board.bead],
                    bead_columns,
                    BEAD_CELL,
                    self.dot,
                ),
                block(
                    self.words("road.big"),
                    [(place, big(win.result, win.ties)) for place, win in big_marks(board)],
                    big_columns,
                    BIG_CELL,
                    self.dot,
                ),
            ]
        ]
        if height > 2 * (ROWS + 1):
            asking = self._asking(board)
            each = (width - length(asking[0]) - 3 * GAP) // len(DERIVED)
            shelves.append(
                [
                    *(
                        block(
                            self.words(f"road.{key}"),
                            [(place, derived(mark)) for place, mark in derived_marks(board, key)],
                            each,
                            DERIVED_CELL,
                            self.dot,
                        )
                        for key in DERIVED
                    ),
                    asking,
                ]
            )
        lines = [Content.assemble(*row) for shelf in shelves for row in beside(shelf)]
        self.update(Content("\n").join(lines), layout=False)

    def _asking(self, board: Scoreboard) -> StyledRows:
        """Three marks for each side, nearest road first."""
        title = self.words("road.asking")
        told: Mapping[Side, Sequence[Colour | None]] = answers(board)
        rows: StyledRows = [[(title, "bold")]]
        for side, marks in told.items():
            name = self.words.bet(str(side).lower())
            letters = [(".", "$quiet") if mark is None else derived(mark)[0] for mark in marks]
            rows.append([(f"{name} ", INKS[side]), *letters])
        return padded(rows)


def bead(result: Result) -> list[StyledText]:
    """A letter, its pairs (' Banker's, . Player's, : both) and a star for a natural."""
    pairs = {(True, True): ":", (True, False): "'", (False, True): "."}
    pair = pairs.get((bool(result.banker.is_pair), bool(result.player.is_pair)), " ")
    return [
        (result.letter, INKS[result.winner]),
        (pair, "bold"),
        ("* " if result.has_natural else "  ", "$accent"),
    ]


def big(result: Result | None, ties: int) -> list[StyledText]:
    """A letter, and how many ties followed."""
    letter = (" ", "") if result is None else (result.letter, INKS[result.winner])
    return [letter, ("+" if ties > 9 else str(ties or " "), "$tie")]


def derived(mark: Colour) -> list[StyledText]:
    return [(mark.name[0].lower(), COLOURS[mark])]


def block(
    title: str,
    marks: Sequence[tuple[GridPlace, list[StyledText]]],
    columns: int,
    cell: int,
    dot: str,
) -> StyledRows:
    """A road's title and its last columns; empty places are dots, as printed paper has them."""
    first = first_shown(marks, columns)
    cells = {place: glyph for place, glyph in marks if place[0] >= first}
    used = columns_of(marks) - first
    rows: StyledRows = [[(title, "bold")]]
    for row in range(ROWS):
        runs: list[StyledText] = []
        for column in range(first, first + columns):
            blank = dot if column - first >= used else " "
            runs += cells.get((column, row), [(blank.ljust(cell), "$dots")])
        rows.append(merged(runs))
    return padded(rows, columns * cell)


def merged(runs: Sequence[StyledText]) -> list[StyledText]:
    """Neighbours of one style as one run, which is quicker to draw."""
    return [
        ("".join(text for text, _ in same), style)
        for style, same in groupby(runs, key=lambda run: run[1])
    ]


def padded(rows: StyledRows, width: int = 0) -> StyledRows:
    """Rows brought to one width."""
    wide = max(width, *(length(row) for row in rows))
    return [[*row, (" " * (wide - length(row)), "")] for row in rows]


def length(row: Sequence[StyledText]) -> int:
    return Content.assemble(*row).cell_length


def beside(blocks: Sequence[StyledRows]) -> StyledRows:
    """Blocks beside each other, with a gap."""
    height = max(map(len, blocks))
    filled = [found + [[(" " * length(found[0]), "")]] * (height - len(found)) for found in blocks]
    return [
        [run for part in parts for run in (*part, (" " * GAP, ""))]
        for parts in zip(*filled, strict=True)
    ]
