"""The roads on the whole screen: what each road means, and why a mark has its colour."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from baccarat.base.words import Words
from baccarat.core.result import Result
from baccarat.core.roads import Scoreboard
from baccarat.drill.road_reasons import MARK, OTHER, OWN, reason_of
from baccarat.render.road_marks import TITLES
from baccarat.tui.draw.colours import Colours, mix
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.screens.sheets import Reading
from baccarat.tui.widgets.road_board import Roads

FIRST_ASKED = "big-eye"
"""The road whose last mark is explained first; if it has no marks, the bead plate."""


class RoadsSheet(Reading):
    """All five roads, as large as the terminal allows; every mark can be explained."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "mark(-1)", show=False),
        Binding("right,l", "mark(1)", show=False),
        Binding("up,k", "road(-1)", show=False),
        Binding("down,j", "road(1)", show=False),
    ]
    KEYS = (("Esc", "done", "close"), ("h l", "mark(1)", "mark"), ("j k", "road(1)", "road"))

    def __init__(self, words: Words, results: tuple[Result, ...]) -> None:
        super().__init__(words, words("road.title"))
        self.board = Scoreboard(results)
        self.asked = ""
        """the mark that is explained: `big-eye:12.3`"""
        self.add_class("-whole")

    def more(self) -> ComposeResult:
        yield Roads(self.words, self.board.results, asks="screen.why('{mark}')")
        words = self.words
        lines = words("tour.rule-1"), words("road.asks"), words("road.ask-why")
        yield Static(Content("\n".join(lines)), id="why")

    def action_why(self, asked: str) -> None:
        """Explain the colour of a mark, and highlight the columns that the mark compares."""
        reason = reason_of(self.board, asked, self.words)
        if reason is None:
            return
        self.asked = reason.mark
        grounds = grounds_of(Look.of(self.app).colours)
        self.query_one(Roads).light(
            {
                road: {place: grounds[kind] for place, kind in lit.items()}
                for road, lit in reason.lit.items()
            }
        )
        lines = [Content.styled(reason.title, "bold"), *map(Content, reason.said)]
        self.query_one("#why", Static).update(Content("\n").join(lines), layout=False)

    def action_mark(self, step: int) -> None:
        """Go to the next or the previous mark of the road."""
        reason = reason_of(self.board, self.asked, self.words) if self.asked else None
        if reason is not None:
            self.action_why(reason.after if step > 0 else reason.before)
        elif reason_of(self.board, FIRST_ASKED, self.words):
            self.action_why(FIRST_ASKED)
        else:
            self.action_why("bead")

    def action_road(self, step: int) -> None:
        """Go to the last mark of the next road with marks."""
        roads = list(TITLES)
        at = roads.index(self.asked.partition(":")[0] or roads[-1])
        for _ in roads:
            at = (at + step) % len(roads)
            if reason_of(self.board, roads[at], self.words):
                self.action_why(roads[at])
                return


def grounds_of(colours: Colours) -> dict[str, str]:
    """The background colours of the explained mark and of the two columns that it compares."""
    return {
        MARK: colours.new,
        OWN: mix(colours.new, colours.paper, 0.65),
        OTHER: mix(colours.tie, colours.paper, 0.4),
    }
