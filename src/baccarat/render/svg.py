"""The scoreboard as a casino hangs it up: bead plate, big road, three derived roads, the asking.

Everything is drawn with plain attributes, without styles, ids, fonts or scripts of its own, so
that many drawings can stand in one page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from baccarat.coup import Side
from baccarat.errors import BadValue
from baccarat.frozen import freeze
from baccarat.hints import checked, quoted
from baccarat.render.drawing import Drawing
from baccarat.render.road_marks import (
    DERIVED,
    TITLES,
    answers,
    big_marks,
    columns_of,
    derived_marks,
    first_shown,
)
from baccarat.render.svg_marks import (
    BLUE,
    CELL,
    HALF,
    INK,
    IVORY,
    RED,
    SHAPES,
    at,
    bead_mark,
    big_mark,
    diamond,
    dot,
    letter,
    tag,
    words,
)
from baccarat.result import AnyResults
from baccarat.roads import GridPlace, Scoreboard
from baccarat.roads.result_counts import count

MARGIN = 14
GAP = 10
HEAD = 18
"""the strip above a paper, for its title"""
BEAD_COLUMNS = 12
BIG_COLUMNS = 24
WIDEST = 1000
ROW = 22
"""a line of a panel"""
PANEL = 7 * ROW + 8
COUNT_WIDTH = 130
ASK = 18
"""a mark of the asking"""

FELT, CREAM, LINE, EDGE, FAINT = "#123c2c", "#f3e9cf", "#ddd5c3", "#8c7f63", "#7a7060"
FONT = "Helvetica, Arial, sans-serif"


@checked
def draw(board: AnyResults, width: int | None = None, road: str | None = None) -> Drawing:
    """Draw a whole board, or one road of it; results alone are put on a board first.

    `width` is the number of columns of the big road, or of the one that is drawn; the last ones
    are shown. Without it everything is.
    """
    if width is not None and not 1 <= width <= WIDEST:
        raise BadValue(f"a road is drawn 1 to {WIDEST} columns wide, not {width}")
    if road is not None and road not in TITLES:
        raise BadValue(f"unknown road: {quoted(road)} (expected {', '.join(TITLES)})")
    board = board if isinstance(board, Scoreboard) else Scoreboard(board)
    return _whole(board, width) if road is None else _single(board, width, road)


@dataclass(frozen=True, slots=True)
class RoadPaper:
    """One road on squared paper."""

    key: str
    columns: int
    rows: int
    cell: int
    marks: Sequence[tuple[GridPlace, str]]

    def __post_init__(self) -> None:
        freeze(self, "marks")

    @property
    def width(self) -> int:
        return self.columns * self.cell

    @property
    def height(self) -> int:
        return self.rows * self.cell

    def drawn(self, x: int, y: int) -> str:
        """The paper with its title above it."""
        first = first_shown(self.marks, self.columns)
        shown = [
            at((column - first) * self.cell, row * self.cell, mark, data_at=f"{column},{row}")
            for (column, row), mark in self.marks
            if column >= first
        ]
        content = _heading(TITLES[self.key], self.width) + self._paper() + "".join(shown)
        return at(x, y + HEAD, content, data_road=self.key, data_first=first)

    def _paper(self) -> str:
        width, height, cell = self.width, self.height, self.cell
        down = "".join(f"M{column * cell} 0V{height}" for column in range(1, self.columns))
        across = "".join(f"M0 {row * cell}H{width}" for row in range(1, self.rows))
        return (
            tag("rect", width=width, height=height, fill=IVORY)
            + tag("path", d=(down + across) or "M0 0", stroke=LINE, stroke_width=0.8, fill="none")
            + tag("rect", width=width, height=height, fill="none", stroke=EDGE)
        )


def _paper_of(board: Scoreboard, key: str, columns: int | None, least: int) -> RoadPaper:
    """A road's paper of `columns`; without them as wide as it needs, and at least `least`."""
    cell = CELL
    if key == "bead":
        coups = enumerate(board.bead, start=1)
        marks = [(place, bead_mark(number, result)) for number, (place, result) in coups]
    elif key == "big":
        marks = [(place, big_mark(win)) for place, win in big_marks(board)]
    else:
        cell, shape = HALF, SHAPES[key]
        marks = [(place, shape(colour, HALF)) for place, colour in derived_marks(board, key)]
    columns = max(columns_of(marks), least) if columns is None else columns
    return RoadPaper(key, columns, board.rows, cell, marks)


def _single(board: Scoreboard, width: int | None, road: str) -> Drawing:
    paper = _paper_of(board, road, width, 2 * BEAD_COLUMNS if road in DERIVED else BEAD_COLUMNS)
    return _framed(
        paper.drawn(MARGIN, MARGIN - 4),
        paper.width + 2 * MARGIN,
        paper.height + HEAD + 2 * MARGIN - 4,
        f"{TITLES[road]} of {_coups(board)}",
    )


def _whole(board: Scoreboard, width: int | None) -> Drawing:
    if width is None:
        width = max(BIG_COLUMNS, _needed(board))
        bead = _paper_of(board, "bead", None, BEAD_COLUMNS)
    else:
        bead = _paper_of(board, "bead", max(BEAD_COLUMNS, width // 3), BEAD_COLUMNS)
    big = _paper_of(board, "big", width, 1)
    big_eye = _paper_of(board, "big-eye", 2 * width, 1)
    small = _paper_of(board, "small", width, 1)
    cockroach = _paper_of(board, "cockroach", width, 1)

    top = MARGIN - 4
    left, right = MARGIN, MARGIN + bead.width + GAP
    below = top + HEAD + big.height + GAP
    lowest = below + HEAD + big_eye.height + GAP
    bottom = max(lowest + HEAD + small.height, below + HEAD + PANEL)
    deep = bottom - below - HEAD
    beside = COUNT_WIDTH + GAP
    return _framed(
        bead.drawn(left, top)
        + big.drawn(right, top)
        + big_eye.drawn(right, below)
        + small.drawn(right, lowest)
        + cockroach.drawn(right + small.width, lowest)
        + at(left, below + HEAD, _counts(board, COUNT_WIDTH, deep), data_panel="counts")
        + at(
            left + beside,
            below + HEAD,
            _asking(board, bead.width - beside, deep),
            data_panel="asking",
        ),
        right + big.width + MARGIN,
        bottom + MARGIN,
        f"Scoreboard of {_coups(board)}",
    )


def _needed(board: Scoreboard) -> int:
    """How wide the big road must be for all roads beside and below it to be whole."""
    big_eye, small, cockroach = (columns_of(derived_marks(board, key)) for key in DERIVED)
    return max(columns_of(big_marks(board)), (big_eye + 1) // 2, small, cockroach)


def _coups(board: Scoreboard) -> str:
    counts = count(board.results)
    return (
        f"{len(board.results)} coup{'' if len(board.results) == 1 else 's'}: "
        f"Banker {counts.banker}, Player {counts.player}, tie {counts.tie}"
    )


def _framed(content: str, width: int, height: int, label: str) -> Drawing:
    felt = tag("rect", width=width, height=height, rx=8, fill=FELT)
    svg = tag(
        "svg",
        f"\n{tag('title', escape(label))}\n{felt}\n{content}",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        aria_label=label,
        font_family=FONT,
    )
    # In ASCII alone it survives any file, pipe or page, whatever their encoding.
    return Drawing(svg.encode("ascii", "xmlcharrefreplace").decode("ascii") + "\n")


def _heading(title: str, width: float) -> str:
    """A title above a paper; left out where it has no room."""
    if 6.4 * len(title) > width:
        return ""
    return words(title, 1, -5, 11, CREAM, letter_spacing=0.4)


# The panels: what has been counted, and what asking the road tells.


def _panel(title: str, content: str, width: int, height: int) -> str:
    paper = tag("rect", width=width, height=height, fill=IVORY, stroke=EDGE)
    return _heading(title, width) + paper + content


def _counts(board: Scoreboard, width: int, height: int) -> str:
    counts = count(board.results)
    rows = [
        (letter(Side.BANKER), "Banker", counts.banker),
        (letter(Side.PLAYER), "Player", counts.player),
        (letter(None), "Tie", counts.tie),
        (dot(12, 12, RED, "sample"), "Banker pair", counts.banker_pair),
        (dot(12, 12, BLUE, "sample"), "Player pair", counts.player_pair),
        (diamond(12, 12), "Natural", counts.natural),
        ("", "Coups", len(board.results)),
    ]
    lines = [
        at(4, y - 12, sample)
        + words(label, 32, y + 4, 11.5, INK)
        + words(
            "–" if number is None else number,
            width - 10,
            y + 4,
            12,
            FAINT if number is None else INK,
            text_anchor="end",
            font_weight="bold",
        )
        for y, (sample, label, number) in zip(_lines(len(rows), height), rows, strict=True)
    ]
    return _panel("Count", "".join(lines), width, height)


def _asking(board: Scoreboard, width: int, height: int) -> str:
    """A line for each derived road, a column for each side: the mark that its win would add."""
    head, *ys = _lines(4, height)
    content = words("when … wins", 10, head + 4, 11.5, INK)
    for x, (side, answer) in zip((width - 48, width - 20), answers(board).items(), strict=True):
        content += at(x - 12, head - 12, letter(side))
        for y, key, colour in zip(ys, DERIVED, answer, strict=True):
            mark = _none() if colour is None else SHAPES[key](colour, ASK)
            named = {"data_ask": str(side).lower(), "data_of": key}
            content += at(x - ASK // 2, y - ASK // 2, mark, **named)
    for y, key in zip(ys, DERIVED, strict=True):
        content += words(TITLES[key], 10, y + 4, 11.5, INK)
    return _panel("Asking the road", content, width, height)


def _none() -> str:
    return words("–", ASK // 2, 13, 12, FAINT, text_anchor="middle")


def _lines(number: int, height: int) -> list[int]:
    """Where the lines of a panel sit, spaced evenly."""
    return [round(height * (line + 0.5) / number) for line in range(number)]
