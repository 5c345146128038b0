"""The five roads of a shoe with the asking and the counts, as a part of pages.

draw_roads(shell, results, words, "/tables/3/roads")       its buttons ask at that address
draw_roads(…, asked=Side.BANKER)                           with the marks that Banker would add
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from baccarat.coup import Side
from baccarat.render.page_roads import page_asking, page_road
from baccarat.render.road_marks import TITLES
from baccarat.render.road_words import road_in_words
from baccarat.result import Result
from baccarat.roads import Scoreboard
from baccarat.roads.result_counts import count
from baccarat.words import Words

if TYPE_CHECKING:
    from baccarat.web.page_shell import Shell

WIDTHS = {"bead": 12, "big": 36, "big-eye": 24, "small": 24, "cockroach": 24}
"""Columns of each road; of a longer one the last are shown."""


def draw_roads(
    shell: "Shell",
    results: Sequence[Result],
    words: Words,
    address: str,
    asked: Side | None = None,
) -> str:
    """The part of a page; it is the same for all who look."""
    board = Scoreboard(results)
    counts = count(results)
    return shell.part(
        "roads.html",
        words,
        roads={key: Markup(page_road(board, key, words, WIDTHS[key], asked)) for key in TITLES},
        asking=[
            (one.side, one.asked, one.said, Markup(one.marks)) for one in page_asking(board, words)
        ],
        asked=asked,
        address=address,
        counts=counts,
        coups=len(results),
        in_words=[road_in_words(board, key, words) for key in TITLES],
    )
