"""Draws roads: tinted columns, with beads, rings and small marks on them.

pen = RoadPen(canvas, words, MarkSizes(bead=2, ring=1, derived=2))
pen.draw(board, "big", x, y, columns=30, grounds={})

If colour or shape does not tell enough, every mark is a letter.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.core.result import Result
from baccarat.core.roads import ROWS, Colour, GridPlace, Scoreboard
from baccarat.render.road_marks import DERIVED, Win, big_marks, columns_of, derived_marks
from baccarat.render.road_words import MOST_TIES
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import mix
from baccarat.tui.sizes import Size

SIDES = {Side.BANKER: "banker", Side.PLAYER: "player", None: "tie"}
GLYPHS = {"big-eye": "○", "small": "●", "cockroach": "╱"}  # noqa: RUF001  it is meant
PAIRS = {(False, False): " ", (True, False): "'", (False, True): ".", (True, True): ":"}
"""The signs for pairs: Banker's, Player's, both."""
EDGES = {(False, False): " ", (True, False): "▘", (False, True): "▖", (True, True): "▌"}
"""The same signs beside a wide letter in one row."""
SHADE = 0.88
"""The brightness of every second bead where beads touch."""
Grounds = Mapping[GridPlace, str]
"""Places with their own ground: new marks, and the columns that a mark compares."""
PlacedMarks = Sequence[tuple[GridPlace, Result | Win | Colour]]


class MarkSizes(NamedTuple):
    """How large beads, rings and derived marks are; a larger number is a larger mark."""

    bead: int
    ring: int
    derived: int


class RoadPen:
    """Draws marks of one size, in one language, with the colours and signs of the terminal."""

    def __init__(self, canvas: Canvas, words: Words, sizes: MarkSizes) -> None:
        look = canvas.look
        self.canvas, self.sizes = canvas, sizes
        self.colours = colours = look.colours
        self.is_lettered = look.is_lettered
        self.is_written = look.is_plain
        """whether letters have no shape around them"""
        self.letters = {winner: words(f"mark.{name}") for winner, name in SIDES.items()}
        self.letter_wide = max(map(cell_len, self.letters.values()))
        self.inks: dict[Side | Colour | None, str] = {
            Side.BANKER: colours.banker,
            Side.PLAYER: colours.player,
            None: colours.tie,
            Colour.RED: colours.banker,
            Colour.BLUE: colours.player,
        }
        self.edge = colours.paper_ink if self.is_lettered else colours.brass
        """the ink of a pair at the edge of a bead"""

    @property
    def has_halves(self) -> bool:
        """Whether two marks of a derived road share a cell."""
        return self.sizes.derived == 1 and not self.is_lettered

    def cell(self, key: str) -> Size:
        """The size of a mark's place, in columns and rows of the terminal."""
        bead, ring, derived = self.sizes
        if key == "bead":
            return {1: (3, 1), 2: (self.letter_wide + 3, 2), 3: (6, 3)}[bead]
        if key == "big":
            return (self.letter_wide if self.is_lettered else 1) + ring, ring
        return 2 if derived == 3 else 1, 1

    def rows(self, key: str) -> int:
        """The number of rows of the terminal that a road needs."""
        return ROWS // 2 if key in DERIVED and self.has_halves else ROWS * self.cell(key)[1]

    def sign(self, key: str, mark: Colour | None) -> str:
        """The sign of a mark in a derived road; a dot for no mark."""
        if mark is None:
            return "." if self.is_lettered else "·"
        return mark.name[0].lower() if self.is_lettered else GLYPHS[key]

    def draw(
        self,
        board: Scoreboard,
        key: str,
        x: int,
        y: int,
        columns: int,
        grounds: Grounds,
        action: str = "",
    ) -> None:
        """Draw the last columns of a road; start earlier if a mark in `grounds` would be cut off.

        A click on a mark does `action`; in it `{mark}` stands for a mark such as `big-eye:12.3`.
        """
        marks = marks_of(board, key)
        is_halved = key in DERIVED and self.has_halves
        first = first_seen(marks, columns - is_halved, grounds)
        self._lay(key, x, y, columns, first)
        seen = {
            (column - first, row): mark
            for (column, row), mark in marks
            if first <= column < first + columns
        }
        lit = {(column - first, row): ground for (column, row), ground in grounds.items()}
        if is_halved:
            self._halves(x, y, columns, seen, lit)
            return
        wide, high = self.cell(key)
        for (column, row), mark in seen.items():
            at, down = x + column * wide, y + row * high
            ground = lit.get((column, row), "")
            if ground:
                self.canvas.fill(at, down, wide, high, ground)
            is_new = ground == self.colours.new
            if isinstance(mark, Result):
                self._bead(at, down, mark, is_new, row % 2 == 1)
            elif isinstance(mark, Win):
                self._ring(at, down, mark, is_new)
            else:
                self._derived(at, down, key, mark, is_new)
            if action:
                named = action.format(mark=f"{key}:{column + first}.{row}")
                self.canvas.click(at, down, wide, high, named)

    def _lay(self, key: str, x: int, y: int, columns: int, first: int) -> None:
        """Draw the tinted columns; the tints move with the marks when a long road scrolls."""
        wide, rows = self.cell(key)[0], self.rows(key)
        for column in range(columns):
            tint = self.colours.stripe if (first + column) % 2 else self.colours.paper
            self.canvas.fill(x + column * wide, y, wide, rows, tint)

    def _bead(self, x: int, y: int, result: Result, is_new: bool, is_odd: bool) -> None:
        """Draw a bead: a white letter on the winner's colour, with signs for pairs at its edge."""
        size = self.sizes.bead
        if self.is_written:
            self._written_bead(x, y + size // 2, result, is_new)
        elif size == 1:
            self._low_bead(x, y, result, is_new, is_odd)
        else:
            self._high_bead(x, y, result)

    def _written_bead(self, x: int, y: int, result: Result, is_new: bool) -> None:
        put, dark = self.canvas.put, self.colours.paper_ink
        letter = self.letters[result.winner]
        is_wide = cell_len(letter) > 1
        is_bold = is_new or result.winner is Side.BANKER
        at = x if is_wide else put(x, y, "[" if is_new else " ", dark, bold=is_bold)
        at = put(at, y, letter, self.colours.on_side, self.inks[result.winner], is_bold)
        after = PAIRS[pairs_of(result)]
        if is_new:
            after = "<" if is_wide else "]"
        put(at, y, after, dark, bold=is_bold)

    def _low_bead(self, x: int, y: int, result: Result, is_new: bool, is_odd: bool) -> None:
        put = self.canvas.put
        # Two pairs hide the whole ground, so the letter shows a new bead.
        light = self.colours.new if is_new else self.colours.on_side
        letter, pairs = self.letters[result.winner], pairs_of(result)
        ink = self.inks[result.winner]
        if is_odd:
            ink = mix(ink, "#000000", SHADE)
        if cell_len(letter) > 1:
            put(x, y, letter, light, ink, bold=True)
            put(x + 2, y, EDGES[pairs], self.edge)
            return
        put(x, y, "▐", ink, self.edge if pairs[0] else "")
        put(x + 1, y, letter, light, ink, bold=True)
        put(x + 2, y, "▌", ink, self.edge if pairs[1] else "")

    def _high_bead(self, x: int, y: int, result: Result) -> None:
        put, white = self.canvas.put, self.colours.on_side
        letter, ink = self.letters[result.winner], self.inks[result.winner]
        wide, high = self.cell("bead")
        if high == 2 or self.letter_wide > 1:
            flat = self.letter_wide + 2
            put(x, y, "▄" * flat, ink)
            put(x, y + 1, f" {letter} ", white, ink, bold=True)
            put(x, y + 2, "▀" * flat if high == 3 else "", ink)
        else:
            put(x, y, "▗▄▄▄▖", ink)
            put(x, y + 1, "▐   ▌", ink)
            put(x + 1, y + 1, f" {letter} ", white, ink, bold=True)
            put(x, y + 2, "▝▀▀▀▘", ink)
        for has_pair, side, down in zip(
            pairs_of(result), (Side.BANKER, Side.PLAYER), (0, high - 1), strict=True
        ):
            if has_pair:
                put(x + wide - 1, y + down, "•", self.inks[side], bold=True)

    def _ring(self, x: int, y: int, win: Win, is_new: bool) -> None:
        """Draw a win as a ring, with its ties inside: a stroke for one tie, a number for more."""
        put, green = self.canvas.put, self.colours.tie
        ties = "" if not win.ties else str(win.ties) if win.ties <= MOST_TIES else "+"
        if ties == "1" and not self.is_lettered:
            ties = GLYPHS["cockroach"]
        winner = None if win.result is None else win.result.winner
        ink = self.inks[winner]
        letter = self.letters[winner]
        if self.sizes.ring == 2 and not self.is_written:
            inside = letter if self.is_lettered else "─"
            if win.result is not None:
                put(x, y, f"╭{inside}╮", ink, bold=True)
                put(x, y + 1, f"╰{'─' * cell_len(inside)}╯", ink, bold=True)
            put(x + 1, y + 1, ties, green, bold=True)
            return
        sign = letter if self.is_lettered else "○"
        if win.result is None:
            sign = " " * cell_len(sign)
        is_bold = not self.is_written or winner is Side.BANKER
        at = put(x, y, sign, ink, bold=is_bold)
        if not ties and is_new and self.is_written:
            put(at, y, "<", self.colours.paper_ink, bold=True)
        else:
            put(at, y, ties, green, bold=is_bold)

    def _derived(self, x: int, y: int, key: str, mark: Colour, is_new: bool) -> None:
        sign = self.sign(key, mark)
        if is_new and self.is_written:
            sign = sign.upper()
        self.canvas.put(x, y, sign, self.inks[mark], bold=not self.is_written or is_new)

    def _halves(
        self,
        x: int,
        y: int,
        columns: int,
        seen: Mapping[GridPlace, Result | Win | Colour],
        lit: Grounds,
    ) -> None:
        """Draw two marks in each cell, one above the other; colour the cell beside a lit mark."""
        inks = {place: self.inks[mark] for place, mark in seen.items() if isinstance(mark, Colour)}
        for column, row in inks:
            top = row - row % 2
            above, below = inks.get((column, top)), inks.get((column, top + 1))
            if above:
                self.canvas.put(x + column, y + row // 2, "▀", above, below or "")
            else:
                self.canvas.put(x + column, y + row // 2, "▄", below or "")
        for (column, row), ground in lit.items():
            top = row - row % 2
            is_free = not {(column + 1, top), (column + 1, top + 1)} & inks.keys()
            if is_free and column + 1 < columns:
                self.canvas.put(x + column + 1, y + row // 2, "▖" if row % 2 else "▘", ground)


def marks_of(board: Scoreboard, key: str) -> PlacedMarks:
    """The marks of a road with their places, in the order of the coups."""
    if key == "bead":
        return board.bead
    return big_marks(board) if key == "big" else derived_marks(board, key)


def first_seen(marks: PlacedMarks, columns: int, grounds: Grounds) -> int:
    """The first visible column of a road, so that its end shows, or the marks in `grounds`."""
    used = columns_of(marks)
    left = min((column for column, _ in grounds), default=used)
    return max(min(used - columns, left), 0)


def pairs_of(result: Result) -> tuple[bool, bool]:
    """Whether Banker has a pair, and whether Player has a pair."""
    return bool(result.banker.is_pair), bool(result.player.is_pair)
