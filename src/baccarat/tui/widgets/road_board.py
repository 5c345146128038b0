"""The roads on the screen: all five if there is room, or only the bead plate and the big road.

roads.show(results, is_new=True)     the newest marks on amber, until the next chip is placed
roads.light(grounds)                 other marks on their own grounds, road by road
"""

from collections.abc import Mapping

from baccarat.base.words import Words
from baccarat.core.result import Result
from baccarat.core.roads import Scoreboard
from baccarat.render.road_marks import TITLES
from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.draw.road_layout import RoadLayout
from baccarat.tui.draw.road_pen import Grounds, MarkSizes, RoadPen, marks_of
from baccarat.tui.sizes import Room, room_for

SIZES = (
    MarkSizes(3, 2, 3),
    MarkSizes(2, 1, 3),
    MarkSizes(2, 1, 2),
    MarkSizes(1, 1, 2),
    MarkSizes(1, 1, 1),
    MarkSizes(1, 1, 0),
)
"""The sizes of marks, the largest first."""


class Roads(Painted):
    """The widget with the roads of the present shoe."""

    def __init__(self, words: Words, results: tuple[Result, ...] = (), asks: str = "") -> None:
        super().__init__(id="roads")
        self.words = words
        self.board = Scoreboard(results)
        self.asks = asks
        """the action of a click on a mark; with it, the roads are as large as they fit"""
        self.is_new = False
        self.grounds: Mapping[str, Grounds] = {}

    def show(self, results: tuple[Result, ...], is_new: bool = False) -> None:
        """Show these results; with `is_new`, light the last coup, which is still on the felt."""
        if (results, is_new) != (self.board.results, self.is_new):
            self.board, self.is_new = Scoreboard(results), is_new
            self.repaint()

    def light(self, grounds: Mapping[str, Grounds]) -> None:
        """Give marks their own background colours, road by road."""
        self.grounds = grounds
        self.repaint()

    async def on_click(self) -> None:
        if not self.asks:
            await self.run_action("screen.roads")

    def paint(self, canvas: Canvas) -> None:
        grounds = self.grounds
        if self.is_new:
            grounds = newest(self.board, canvas.look.colours.new)
        room = None if self.asks else room_for(*self.app.size)
        paint_roads(canvas, self.board, self.words, room, grounds, self.asks)


def paint_roads(
    canvas: Canvas,
    board: Scoreboard,
    words: Words,
    room: Room | None,
    grounds: Mapping[str, Grounds],
    asks: str = "",
) -> None:
    """Draw the roads in the sizes of `room`; without `room`, as large as the canvas allows."""
    colours = canvas.look.colours
    canvas.fill(0, 0, canvas.columns, canvas.rows, colours.panel if room is None else colours.deep)
    layout = layout_for(canvas, board, words, room)
    top = 1 if canvas.rows > layout.rows + 1 else 0
    layout.paint(board, 1, top, canvas.rows - top, grounds, asks)


def layout_for(canvas: Canvas, board: Scoreboard, words: Words, room: Room | None) -> RoadLayout:
    """The layout with the largest marks that fit; without `room`, it should show all marks."""
    if room is None:
        sizes = [(size, stacked) for size in SIZES if size.derived > 1 for stacked in (True, False)]
    else:
        sizes = [(size, False) for size in SIZES if is_for(room, size)]
    tried = [
        RoadLayout(RoadPen(canvas, words, size), words, canvas.columns - 2, is_stacked=is_stacked)
        for size, is_stacked in sizes
    ]
    fitting = [layout for layout in tried if layout.rows <= canvas.rows] or tried[-1:]
    if room is not None:
        return fitting[0]
    smallest = min(fitting, key=lambda layout: (layout.pen.sizes, not layout.is_stacked))
    return next((layout for layout in fitting if layout.shows_all(board)), smallest)


def is_for(room: Room, sizes: MarkSizes) -> bool:
    """Whether a table of this size has room for these marks; derived marks of size 2 always fit."""
    return (
        sizes.bead <= room.bead
        and sizes.ring <= room.ring
        and sizes.derived <= max(room.derived, 2)
    )


def newest(board: Scoreboard, ground: str) -> dict[str, Grounds]:
    """Where the last coup has its mark in each road, with the colour that lights these marks."""
    if not board.results:
        return {}
    keys = ("bead", "big") if board.results[-1].winner is None else tuple(TITLES)
    marks = {key: marks_of(board, key) for key in keys}
    return {key: {grounds[-1][0]: ground} for key, grounds in marks.items() if grounds}
