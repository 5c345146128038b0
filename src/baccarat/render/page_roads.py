"""Draws roads for a page; all of them refer to one sheet of marks.

sheet = mark_sheet(words)                          once a page
road = page_road(board, "big", words, columns=24)  an <svg>, its text alternative in its label
page_road(board, "big", words, asked=Side.BANKER)  with the mark that a Banker win would add
page_asking(board, words)                          the marks beside the buttons for asking

The style sheet `drawing.css` colours the marks by the page's theme.
"""

from collections.abc import Mapping
from typing import NamedTuple

from baccarat.base.errors import BadValue
from baccarat.base.frozen import FrozenDict
from baccarat.base.hints import checked, quoted
from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.core.roads import GridPlace, Scoreboard
from baccarat.render.road_marks import DERIVED, TITLES, answers, columns_of
from baccarat.render.road_words import asked_in_words, road_in_words
from baccarat.render.svg_elements import tag
from baccarat.render.svg_marks import (
    THIRD,
    PlacedMark,
    definitions,
    derived_name,
    line,
    lines,
    mark_names,
    marks_of,
    paper,
)

PREFIX = "mark-"
"""the prefix of each mark's name, on every page"""
COLUMNS = {"bead": 12, "big": 24, "big-eye": 48, "small": 24, "cockroach": 24}
"""The least number of columns of a road, if the caller gives no number."""
WIDEST = 1000
NONE_LIT: FrozenDict[GridPlace, str] = FrozenDict()
THIN = {"bead": 0.035, "big": 0.035}
"""The thickness of the paper's lines; where cells are small, lines are thicker."""


class AskedSide(NamedTuple):
    """The marks that a win of one side would add to the derived roads, as texts for a button."""

    side: Side
    asked: str
    """the button's word: `Banker?`"""
    said: str
    """the answer in words: `If Banker wins next: Big eye boy red, ….`"""
    marks: str
    """the three marks, each an `<svg>`, or a dash if there is no mark"""


@checked
def mark_sheet(words: Words) -> str:
    """The shapes of all marks of all roads, which a page with roads needs once."""
    marks = definitions(mark_names(), PREFIX, words)
    return tag("svg", marks, class_="symbols", aria_hidden="true", focusable="false")


@checked
def page_road(
    board: Scoreboard,
    key: str,
    words: Words,
    columns: int | None = None,
    asked: Side | None = None,
    lit: Mapping[GridPlace, str] = NONE_LIT,
) -> str:
    """One road with cells of 1 by 1; it needs the sheet of marks.

    If there are too many columns, the last ones are shown, and one more stays free. The marks of
    the last coup have the class `new`; marks that a win of `asked` would add have `asked`. Cells
    in `lit` have their class beside `why-cell`, and are shown if there is room.
    """
    if key not in TITLES:
        raise BadValue(f"unknown road: {quoted(key)} (expected {', '.join(TITLES)})")
    if columns is not None and not 1 <= columns <= WIDEST:
        raise BadValue(f"a road must be 1 to {WIDEST} columns wide, not {columns}")
    marks, more = marks_of(board, key), added(board, key, asked)
    used = columns_of(marks)
    shown = max(COLUMNS[key], used + 1) if columns is None else columns
    left = min((column for column, _ in lit), default=used)
    first = max(min(used + 1 - shown, left), 0)
    new = _newest(board, key)
    content = (
        paper(first, shown, board.rows, THIN.get(key, 0.06))
        + "".join(_lit_cell(place, f"why-cell {kind}") for place, kind in lit.items())
        + lines(_beyond(new, marks), PREFIX, first)
        + lines(new, PREFIX, first, "new")
        + "".join(
            _lit_cell(place, "asked-cell") for place in dict.fromkeys(place for place, _ in more)
        )
        + lines(more, PREFIX, first, "asked")
    )
    return tag(
        "svg",
        content,
        class_=f"road road-{key}",
        viewBox=f"{first} 0 {shown} {board.rows}",
        data_cols=shown,
        data_used=used,
        data_first=first,
        data_lit=left if lit else None,
        role="img",
        aria_label=road_in_words(board, key, words),
        fill="none",
        stroke_width=THIRD,
    ).rstrip()


def page_mark(name: str, said: str | None = None) -> str:
    """A single mark with the text alternative `said`; without it, screen readers skip the mark."""
    told = {"aria_hidden": "true"} if said is None else {"role": "img", "aria_label": said}
    square = {"viewBox": "0 0 1 1", "fill": "none", "stroke_width": THIRD}
    return tag("svg", line(f"{PREFIX}{name}", [(0, 0)]), class_="road-mark", **square, **told)


@checked
def page_asking(board: Scoreboard, words: Words) -> tuple[AskedSide, AskedSide]:
    """For two buttons: the marks that a win of Banker, and of Player, would add to the roads."""
    banker, player = (
        AskedSide(
            side,
            words("mark.asked", side=words.bet(str(side).lower())),
            asked_in_words(board, side, words),
            "".join(
                '<i class="road-mark" aria-hidden="true">–</i>'
                if colour is None
                else page_mark(derived_name(key, colour))
                for key, colour in zip(DERIVED, answer, strict=True)
            ),
        )
        for side, answer in answers(board).items()
    )
    return banker, player


def added(board: Scoreboard, key: str, side: Side | None) -> list[PlacedMark]:
    """The marks that a win of that side would add to a road."""
    if side is None:
        return []
    after = Scoreboard(board.results, board.rows, board.tail)
    after.add(side)
    return _beyond(marks_of(board, key), marks_of(after, key))


def _newest(board: Scoreboard, key: str) -> list[PlacedMark]:
    """The marks that the last coup added to this road."""
    if not board.results:
        return []
    before = Scoreboard(board.results[:-1], board.rows, board.tail)
    return _beyond(marks_of(before, key), marks_of(board, key))


def _beyond(before: list[PlacedMark], after: list[PlacedMark]) -> list[PlacedMark]:
    """The marks of `after` that are not in `before`."""
    known = set(before)
    return [mark for mark in after if mark not in known]


def _lit_cell(place: GridPlace, kind: str) -> str:
    """The rectangle that highlights a cell; `kind` is its class."""
    column, row = place
    return tag("rect", class_=kind, x=column, y=row, width=1, height=1)
