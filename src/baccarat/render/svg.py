"""Draws the scoreboard as in a casino: five roads, counts, and the marks that a win would add.

The SVG is complete, without style sheets, fonts or scripts. Its marks are drawn once and used by
reference. One page can hold many drawings, because the same name means the same mark in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape
from zlib import crc32

from baccarat.base.errors import BadValue
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked, quoted
from baccarat.base.words import Words
from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.result import AnyResults
from baccarat.core.roads import Scoreboard
from baccarat.core.roads.result_counts import count
from baccarat.render.card_drawing import draw_cards, draw_coup
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE, DrawingStyle, style_of
from baccarat.render.road_marks import DERIVED, TITLES, answers, columns_of, first_shown
from baccarat.render.road_words import asked_in_words, road_in_words
from baccarat.render.svg_elements import MARGIN, at, framed, tag, text_at
from baccarat.render.svg_marks import (
    THIRD,
    PlacedMark,
    bead_name,
    definitions,
    derived_name,
    lines,
    marks_of,
    names_in,
    paper,
    sample,
)

GAP = 10
HEAD = 18
"""the height of the strip above a paper, for its title"""
CELL = 24
HALF = CELL // 2
BEAD_COLUMNS = 12
BIG_COLUMNS = 24
WIDEST = 1000
ROW = 22
"""the height of a panel's line"""
PANEL = 7 * ROW + 8
COUNT_WIDTH = 130
ASK = 20
"""the size of a mark in a panel"""

PREFIX = "marks-"
"""the prefix of each mark's name, until the drawing has its own prefix"""


@checked
def draw(
    board: AnyResults | Coup | Hand | Card,
    width: int | None = None,
    road: str | None = None,
    language: str = "en",
    *,
    style: str = DEFAULT_STYLE,
) -> Drawing:
    """Draw a board or one of its roads; a coup, a hand or a card is drawn as cards.

    Results are put on a board first. `width` is the number of columns of the big road, or of the
    single road; the last columns are shown. Default: all columns. The words are in `language`:
    `en`, `fr`, `ja`, `zh-hans` or `zh-hant`. The style `print` is for white paper, and `felt` is
    green.

    >>> draw("BBPTB").size
    (902, 386)
    >>> draw("BBPTB", road="big", width=24).size
    (604, 186)
    >>> from baccarat import deal
    >>> draw(deal("Kh 9d 5c 4s 8h")).svg.count("data-card")
    5
    """
    if width is not None and not 1 <= width <= WIDEST:
        raise BadValue(f"a road must be 1 to {WIDEST} columns wide, not {width}")
    if road is not None and road not in TITLES:
        raise BadValue(f"unknown road: {quoted(road)} (expected {', '.join(TITLES)})")
    words, look = Words.of(language), style_of(style)
    if isinstance(board, Coup | Hand | Card):
        if (width, road) != (None, None):
            raise BadValue("cards have no roads: leave out width and road, or give a list of coups")
        if isinstance(board, Coup):
            return draw_coup(board, words, look)
        return draw_cards(board.cards if isinstance(board, Hand) else [board], words, look)
    board = board if isinstance(board, Scoreboard) else Scoreboard(board)
    if road is None:
        return _whole(board, width, words, look)
    return _single(board, width, road, words, look)


@dataclass(frozen=True, slots=True)
@freezes("marks")
class RoadPaper:
    """One road: its marks, and the grid of cells under them."""

    key: str
    columns: int
    rows: int
    marks: Sequence[PlacedMark]
    title: str
    told: str
    """the road in words"""

    @property
    def cell(self) -> int:
        return HALF if self.key in DERIVED else CELL

    @property
    def width(self) -> int:
        return self.columns * self.cell

    @property
    def height(self) -> int:
        return self.rows * self.cell

    def drawn(self, x: int, y: int, style: DrawingStyle) -> str:
        """The road with its title; a cell is 1 by 1, so a mark's place is its coordinates."""
        first, width, height = first_shown(self.marks, self.columns), self.width, self.height
        sheet = paper(first, self.columns, self.rows, 0.8 / self.cell, style)
        cells = tag(
            "svg",
            sheet + lines(self.marks, PREFIX, first),
            width=width,
            height=height,
            viewBox=f"{first} 0 {self.columns} {self.rows}",
            fill="none",
            stroke_width=THIRD,
            data_road=self.key,
            role="img",
            aria_label=self.told,
        )
        edge = tag("rect", width=width, height=height, fill="none", stroke=style.edge)
        return at(x, y + HEAD, _heading(self.title, width, style) + cells + edge) + "\n"


def _paper_of(
    board: Scoreboard, key: str, columns: int | None, least: int, words: Words
) -> RoadPaper:
    """One road, with this number of columns; default: as many as it needs, at least `least`."""
    marks = marks_of(board, key)
    columns = max(columns_of(marks), least) if columns is None else columns
    title, told = words(f"road.{key}"), road_in_words(board, key, words)
    return RoadPaper(key, columns, board.rows, marks, title, told)


def _single(
    board: Scoreboard, width: int | None, road: str, words: Words, style: DrawingStyle
) -> Drawing:
    least = 2 * BEAD_COLUMNS if road in DERIVED else BEAD_COLUMNS
    paper = _paper_of(board, road, width, least, words)
    return _named(
        paper.drawn(MARGIN, MARGIN - 4, style),
        paper.width + 2 * MARGIN,
        paper.height + HEAD + 2 * MARGIN - 4,
        paper.title,
        words,
        style,
    )


def _whole(board: Scoreboard, width: int | None, words: Words, style: DrawingStyle) -> Drawing:
    if width is None:
        width = max(BIG_COLUMNS, _needed(board))
        bead = _paper_of(board, "bead", None, BEAD_COLUMNS, words)
    else:
        bead = _paper_of(board, "bead", max(BEAD_COLUMNS, width // 3), BEAD_COLUMNS, words)
    big = _paper_of(board, "big", width, 1, words)
    big_eye = _paper_of(board, "big-eye", 2 * width, 1, words)
    small = _paper_of(board, "small", width, 1, words)
    cockroach = _paper_of(board, "cockroach", width, 1, words)

    top = MARGIN - 4
    left, right = MARGIN, MARGIN + bead.width + GAP
    below = top + HEAD + big.height + GAP
    lowest = below + HEAD + big_eye.height + GAP
    bottom = max(lowest + HEAD + small.height, below + HEAD + PANEL)
    deep = bottom - below - HEAD
    beside = COUNT_WIDTH + GAP
    return _named(
        bead.drawn(left, top, style)
        + big.drawn(right, top, style)
        + big_eye.drawn(right, below, style)
        + small.drawn(right, lowest, style)
        + cockroach.drawn(right + small.width, lowest, style)
        + at(
            left, below + HEAD, _counts(board, COUNT_WIDTH, deep, words, style), data_panel="counts"
        )
        + at(
            left + beside,
            below + HEAD,
            _asking(board, bead.width - beside, deep, words, style),
            data_panel="asking",
        ),
        right + big.width + MARGIN,
        bottom + MARGIN,
        _told(board, words),
        words,
        style,
    )


def _needed(board: Scoreboard) -> int:
    """The number of columns for the big road, with enough room for the other roads, too."""
    big, big_eye, small, cockroach = (columns_of(marks_of(board, key)) for key in list(TITLES)[1:])
    return max(big, (big_eye + 1) // 2, small, cockroach)


def _told(board: Scoreboard, words: Words) -> str:
    counts = count(board.results)
    numbers = {"banker": counts.banker, "player": counts.player, "tie": counts.tie}
    return words("mark.board", coups=len(board.results), **numbers)


def _named(
    content: str, width: int, height: int, label: str, words: Words, style: DrawingStyle
) -> Drawing:
    """The complete drawing, with the shapes of the marks that it refers to."""
    marks = definitions(names_in(content, PREFIX), PREFIX, words, style)
    content = f"{marks}\n{content}"
    own = f"r{crc32(content.encode()) & 0xFFFF:x}-"
    content = content.replace(f"#{PREFIX}", f"#{own}").replace(f'id="{PREFIX}', f'id="{own}')
    return framed(content, width, height, label, "group", words.language, style)


def _heading(title: str, width: float, style: DrawingStyle) -> str:
    """The title above a road; empty if it does not fit."""
    if 6.4 * sum(2 if ord(letter) > 0x2E7F else 1 for letter in title) > width:
        return ""
    return text_at(title, 1, -5, 11, style.label, letter_spacing=0.4)


# The panels: the counts, and the answers to asking the road.


def _panel(title: str, content: str, width: int, height: int, style: DrawingStyle) -> str:
    sheet = tag("rect", width=width, height=height, fill=style.paper, stroke=style.edge)
    content = tag("g", content, fill=style.ink, font_size=11.5, stroke_width=f"{ASK / 3:g}")
    return _heading(title, width, style) + sheet + content


def _counts(board: Scoreboard, width: int, height: int, words: Words, style: DrawingStyle) -> str:
    counts = count(board.results)
    rows = [
        (bead_name(Side.BANKER), words.bet("banker"), counts.banker),
        (bead_name(Side.PLAYER), words.bet("player"), counts.player),
        (bead_name(None), words.bet("tie"), counts.tie),
        ("banker-pair", words.bet("banker-pair"), counts.banker_pair),
        ("player-pair", words.bet("player-pair"), counts.player_pair),
        ("natural", words("mark.naturals"), counts.natural),
        ("", words("mark.coups"), len(board.results)),
    ]
    samples = labels = numbers = ""
    for y, (name, label, number) in zip(_lines(len(rows), height), rows, strict=True):
        if name:
            samples += sample(f"{PREFIX}{name}", *_spot(name, y), ASK)
        labels += tag("text", escape(label), x=32, y=y + 4)
        figure, fill = ("–", style.faint) if number is None else (str(number), None)
        numbers += tag("text", figure, x=width - 10, y=y + 4, fill=fill)
    told = tag("g", numbers, text_anchor="end", font_weight="bold")
    return _panel(words("mark.count"), samples + labels + told, width, height, style)


def _asking(board: Scoreboard, width: int, height: int, words: Words, style: DrawingStyle) -> str:
    """The marks that a win would add: a line for each derived road, a column for each side."""
    head, *ys = _lines(4, height)
    content = tag("text", escape(words("mark.when")), x=10, y=head + 4)
    for x, (side, answer) in zip((width - 48, width - 20), answers(board).items(), strict=True):
        content += sample(f"{PREFIX}{bead_name(side)}", x, head, ASK)
        marks = ""
        for y, key, colour in zip(ys, DERIVED, answer, strict=True):
            if colour is None:
                dash = {"x": x, "y": y + 4, "text_anchor": "middle", "fill": style.faint}
                marks += tag("text", "–", **dash)
            else:
                marks += sample(f"{PREFIX}{derived_name(key, colour)}", x, y, ASK)
        told = asked_in_words(board, side, words)
        content += tag("g", marks, data_ask=str(side).lower(), role="img", aria_label=told)
    for y, key in zip(ys, DERIVED, strict=True):
        content += tag("text", escape(words(f"road.{key}")), x=10, y=y + 4)
    return _panel(words("mark.ask"), content, width, height, style)


def _spot(name: str, y: int) -> tuple[float, float]:
    """The place of a mark's sample; a detail from the corner of a mark is moved to the middle."""
    aside, down = {"natural": (6.4, -6.4), "banker-pair": (6.2, 6.2)}.get(name, (0, 0))
    return (16 - 6.2, y - 6.2) if name == "player-pair" else (16 + aside, y + down)


def _lines(number: int, height: int) -> list[int]:
    """The vertical places of a panel's lines, evenly spaced."""
    return [round(height * (line + 0.5) / number) for line in range(number)]
