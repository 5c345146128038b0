"""The scoreboard as text: only letters, or with the colours and shapes of a terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from baccarat.base.errors import BadValue
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked
from baccarat.core.coup import Side
from baccarat.core.result import Result
from baccarat.core.roads import Colour, GridPlace, Scoreboard
from baccarat.core.roads.result_counts import count
from baccarat.render.road_marks import (
    DERIVED,
    TITLES,
    Win,
    answers,
    big_marks,
    columns_of,
    derived_marks,
    first_shown,
)

NARROWEST = 24
GAP = 3
"""blanks between two blocks"""

# From the 256 colours, because of the eight basic ones, blue is hard to see on black and yellow
# on white.
RED, BLUE, GREEN, GOLD, BOLD = "38;5;196", "38;5;33", "38;5;34", "38;5;178", "1"
INKS = {Side.BANKER: RED, Side.PLAYER: BLUE, None: GREEN}
DISCS = {side: f"1;38;5;231;48;5;{back}" for side, back in zip(INKS, (160, 26, 28), strict=True)}
SHAPES = {"big-eye": "○", "small": "●", "cockroach": "/"}

LEGEND = "B Banker, P Player, T tie; a number counts the ties that followed a win."
LEADING = "Ties before the first win are counted on the first cell."
DETAILS = "'B Banker pair, B. Player pair, B* natural."
DERIVED_LEGEND = "r red: the shoe repeats itself; b blue: it does not."

Glyph = list[tuple[str, str | None]]
"""Characters with their colour; None is the terminal's default."""


@dataclass(frozen=True, slots=True)
@freezes("lines")
class TextBlock:
    """Lines of the same width, each as plain text and as text with colour codes."""

    width: int
    lines: Sequence[tuple[str, str]]


@checked
def text(board: Scoreboard, columns: int = 80, colour: bool = False) -> str:
    """Draw a board for a terminal of `columns` characters; a long road shows its last columns.

    >>> from baccarat import Scoreboard
    >>> text(Scoreboard("BBPTB"), columns=40).splitlines()[:2]
    ['Bead plate   Big road   Big eye boy', 'B            B P1B      b']
    """
    if columns < NARROWEST:
        raise BadValue(f"a board must be at least {NARROWEST} columns wide, not {columns}")
    roads = [_road(board, key, columns, colour) for key in TITLES]
    blocks = [*roads, _counts(board, colour), _asking(board, colour)]
    lines = _packed(blocks, columns)
    legend = [LEGEND]
    if board.results and board.results[0].winner is None:
        legend.append(LEADING)
    if _has_details(board.results):
        legend.append(DETAILS)
    if not colour:
        legend.append(DERIVED_LEGEND)
    lines += [line for words in legend for line in wrap(words, columns)]
    return "\n".join(lines) + "\n"


def _has_details(results: Sequence[Result]) -> bool:
    return any(
        result.banker.is_pair or result.player.is_pair or result.has_natural for result in results
    )


def _road(board: Scoreboard, key: str, columns: int, colour: bool) -> TextBlock:
    """The title and the cells of one road, as text."""
    marks: list[tuple[GridPlace, Glyph]]
    if key == "bead":
        cell = 4 if _has_details(board.results) else 2
        marks = [(place, _bead(result, cell)) for place, result in board.bead]
    elif key == "big":
        cell = 2
        marks = [(place, _big(win)) for place, win in big_marks(board)]
    else:
        cell = 1
        marks = [(place, _derived(key, mark, colour)) for place, mark in derived_marks(board, key)]
    shown = max(1, min(columns_of(marks), columns // cell))
    first = first_shown(marks, shown)
    cells = {place: glyph for place, glyph in marks if place[0] >= first}
    blank: Glyph = [(" " * cell, None)]
    rows = [
        [run for column in range(first, first + shown) for run in cells.get((column, row), blank)]
        for row in range(board.rows)
    ]
    return _block([[(TITLES[key], BOLD)], *rows], colour)


def _bead(result: Result, cell: int) -> Glyph:
    """A coup as a letter, with signs for pairs (' before, . after it) and for a natural (*)."""
    ink = DISCS[result.winner]
    if cell == 2:
        return [(result.letter, ink), (" ", None)]
    banker = "'" if result.banker.is_pair else " "
    player = "." if result.player.is_pair else " "
    return [
        (banker + result.letter + player, ink),
        ("*" if result.has_natural else " ", GOLD),
    ]


def _big(win: Win) -> Glyph:
    if win.result is None:
        letter, ink = " ", None
    else:
        letter, ink = win.result.letter, INKS[win.result.winner]
    ties = "+" if win.ties > 9 else str(win.ties or " ")
    return [(letter, ink), (ties, GREEN)]


def _derived(key: str, mark: Colour, colour: bool) -> Glyph:
    if not colour:
        return [(mark.name[0].lower(), None)]
    return [(SHAPES[key], RED if mark is Colour.RED else BLUE)]


def _counts(board: Scoreboard, colour: bool) -> TextBlock:
    counts = count(board.results)
    numbers: list[tuple[str, str | None, int | None]] = [
        ("Banker", RED, counts.banker),
        ("Player", BLUE, counts.player),
        ("Tie", GREEN, counts.tie),
        ("Banker pair", None, counts.banker_pair),
        ("Player pair", None, counts.player_pair),
        ("Natural", None, counts.natural),
    ]
    lines: list[Glyph] = [[(f"{len(board.results)} coups", BOLD)]]
    lines += [
        [(f"{label:<12}", ink), (f"{number:>3}", None)]
        for label, ink, number in numbers
        if number is not None
    ]
    return _block(lines, colour)


def _asking(board: Scoreboard, colour: bool) -> TextBlock:
    told = answers(board)
    lines: list[Glyph] = [
        [("Asking".ljust(15), BOLD), *_spread([(side.value, DISCS[side]) for side in told])]
    ]
    for turn, key in enumerate(DERIVED):
        marks = [answer[turn] for answer in told.values()]
        glyphs = [("-", None) if mark is None else _derived(key, mark, colour)[0] for mark in marks]
        lines.append([(TITLES[key].ljust(15), None), *_spread(glyphs)])
    return _block(lines, colour)


def _spread(runs: Glyph) -> Glyph:
    return [part for run in runs for part in (run, (" ", None))]


def _block(lines: Sequence[Glyph], colour: bool) -> TextBlock:
    seen = ["".join(run for run, _ in line) for line in lines]
    printed = ["".join(_inked(run, ink) for run, ink in line) for line in lines] if colour else seen
    width = max(map(len, seen))
    return TextBlock(width, list(zip(seen, printed, strict=True)))


def _inked(run: str, ink: str | None) -> str:
    return run if ink is None or run.isspace() else f"\x1b[{ink}m{run}\x1b[0m"


def _packed(blocks: Sequence[TextBlock], columns: int) -> list[str]:
    """The lines of all blocks: side by side while they fit, then below each other."""
    lines: list[str] = []
    shelf: list[TextBlock] = []
    for block in blocks:
        if shelf and sum(b.width + GAP for b in shelf) + block.width > columns:
            lines += [*_beside(shelf), ""]
            shelf = []
        shelf.append(block)
    return [*lines, *_beside(shelf), ""]


def _beside(shelf: Sequence[TextBlock]) -> list[str]:
    lines = []
    for turn in range(max(len(block.lines) for block in shelf)):
        line = ""
        for block in shelf:
            seen, printed = block.lines[turn] if turn < len(block.lines) else ("", "")
            line += printed + " " * (block.width - len(seen) + GAP)
        lines.append(line.rstrip())
    return lines
