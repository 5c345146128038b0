"""Draws the five roads of a shoe with the counts, and the marks that the next win would make.

draw_roads(shell, results, words, "/tables/3/roads")       its buttons fetch this address
draw_roads(…, asked=Side.BANKER)                           with the marks that Banker would add
draw_roads(…, why="big-eye:12.3")                          with the reason for the colour of a mark
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup

from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.core.result import Result, write_results
from baccarat.core.roads import Scoreboard
from baccarat.core.roads.result_counts import count
from baccarat.drill.road_reasons import reason_of
from baccarat.render.page_roads import NONE_LIT, page_asking, page_road
from baccarat.render.road_marks import TITLES, columns_of
from baccarat.render.road_words import road_in_words
from baccarat.render.svg_marks import marks_of

if TYPE_CHECKING:
    from baccarat.web.pages.shell import Shell

WIDTHS = {"bead": 12, "big": 36, "big-eye": 24, "small": 24, "cockroach": 24}
"""Columns of each road; of a longer road the last columns are shown."""
DERIVED = ("big-eye", "small", "cockroach")


def draw_roads(
    shell: "Shell",
    results: Sequence[Result],
    words: Words,
    address: str,
    asked: Side | None = None,
    why: str | None = None,
    shows_all: bool = False,
) -> str:
    """The HTML of the five roads: either all columns, or only the last columns."""
    board = Scoreboard(results)
    reason = None if why is None else reason_of(board, why, words)
    lit = {} if reason is None else reason.lit
    widths = whole_widths(board) if shows_all else WIDTHS

    def drawn(key: str) -> Markup:
        return Markup(page_road(board, key, words, widths[key], asked, lit.get(key, NONE_LIT)))

    return shell.part(
        "roads.html",
        words,
        roads={key: drawn(key) for key in TITLES},
        asking=[
            (one.side, one.asked, one.said, Markup(one.marks)) for one in page_asking(board, words)
        ],
        asked=asked,
        reason=reason,
        address=address,
        more=f"{address}{'&' if '?' in address else '?'}",
        tour=f"/roads?results={quote(write_results(results))}" if results else "/roads",
        counts=count(results),
        coups=len(results),
        in_words=[road_in_words(board, key, words) for key in TITLES],
    )


def whole_widths(board: Scoreboard) -> dict[str, int]:
    """The number of columns to draw for each road, so that all marks are visible."""
    needed = {
        key: max(width // 2, columns_of(marks_of(board, key)) + 1) for key, width in WIDTHS.items()
    }
    return needed | dict.fromkeys(DERIVED, max(needed[key] for key in DERIVED))
