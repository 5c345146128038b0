"""What every screen with a table shows: the view of the table, without a key that changes it."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from baccarat.coup import Side
from baccarat.result import Result
from baccarat.stats import statistics
from baccarat.table import View
from baccarat.table.advice import Advice, spoken
from baccarat.table.croupier import croupier, reasons
from baccarat.table.wagers import stakes_of
from baccarat.tui import TALL, WIDE
from baccarat.tui.lines import money_of, spoken_line, statistics_of, top_of
from baccarat.tui.screens.answering import Answering
from baccarat.tui.screens.sheets import Reading, RoadsSheet
from baccarat.tui.themes import NAMES
from baccarat.tui.widgets.coach_panel import CoachPanel, ranks_of
from baccarat.tui.widgets.felt_grid import Felt
from baccarat.tui.widgets.hand_box import HandBox
from baccarat.tui.widgets.keys import Key, Keys
from baccarat.tui.widgets.road_board import Roads
from baccarat.words import Words

LOW_PARTS, TALL_PARTS = 17, 26
"""Rows of everything but the felt, in a low terminal and in a tall one."""


class TableBase(Answering[None]):
    """A table on the screen; playing and replaying add their keys."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012  textual's own
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self.said = ""
        """what was refused or announced last"""
        self.lesson = ""
        """what the coach says of the guest's last decision"""

    @property
    def view(self) -> View:
        """What is to be shown."""
        raise NotImplementedError

    @property
    def results(self) -> Sequence[Result]:
        """Of all coups so far."""
        raise NotImplementedError

    @property
    def keys(self) -> Sequence[Key]:
        """The keys that do something now."""
        raise NotImplementedError

    @property
    def tray(self) -> Content:
        """What is shown at the end of the line with the money."""
        return Content()

    @property
    def advice(self) -> Advice | None:
        """What the coach says now; None if the advice is of another moment."""
        return None

    @property
    def has_coach(self) -> bool:
        return False

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        with Horizontal(id="body"):
            with Vertical(id="cloth"):
                with Horizontal(id="deal"):
                    yield HandBox(Side.PLAYER, self.words)
                    yield HandBox(Side.BANKER, self.words)
                    yield Static(id="croupier")
                yield Felt(self.view.spots, self.words)
                with Horizontal(id="tray"):
                    yield Static(id="money")
                    yield Static(id="chips")
            yield CoachPanel(self.words)
        yield Static(id="advice")
        yield Roads(self.words)
        yield Keys()

    def on_resize(self, event: events.Resize) -> None:
        """Limit the felt, so that the roads keep their room; a felt with many bets scrolls."""
        height = event.size.height
        others = TALL_PARTS if height >= TALL else LOW_PARTS
        self.query_one(Felt).styles.max_height = height - others
        self.call_after_refresh(self.look)

    def on_screen_suspend(self) -> None:
        """Hide the keys under a sheet, which has keys of its own."""
        self.query_one(Keys).visible = False

    def on_screen_resume(self) -> None:
        self.query_one(Keys).visible = True

    def look(self) -> None:
        """Show the table as it stands."""
        view, advice, words = self.view, self.advice, self.words
        for side, hand in ((Side.PLAYER, view.player), (Side.BANKER, view.banker)):
            is_lifted = view.edge is not None and side is view.squeezed
            box = self.query_one(f"#{str(side).lower()}", HandBox)
            box.show(hand, self.size.height >= TALL, is_lifted, view.winner is side)
        told = spoken(advice, words) if advice else []
        lines = [spoken_line(line) for line in croupier(view, words, self.said, self.lesson)]
        for place, content in (
            ("#top", top_of(view, words)),
            ("#croupier", Content("\n").join(self._fitting(lines))),
            ("#money", money_of(view, words)),
            ("#chips", self.tray),
            ("#advice", Content("   ".join(told))),
        ):
            self.query_one(place, Static).update(content, layout=False)  # their sizes are fixed
        laid = [*view.wagers, *(one.wager for one in view.running)]
        self.query_one(Felt).show(stakes_of(laid), advice.edges if advice else None)
        self.query_one(CoachPanel).show(view, advice, self.has_coach)
        self.query_one(Roads).show(view.results)
        self.query_one(Keys).show(self.keys)

    def say(self, text: str) -> None:
        self.said = text
        self.look()

    def _fitting(self, lines: list[Content]) -> list[Content]:
        """The lines for which there is room; the sheet of reasons has the rest."""
        width, room = self.query_one("#croupier", Static).content_size
        rows = [max(1, -(-line.cell_length // max(width, 1))) for line in lines]
        if not width or sum(rows) <= room:
            return lines
        kept = 1
        while sum(rows[: kept + 1]) < room:
            kept += 1
        return [*lines[:kept], Content.styled(self.words("say.more"), "$quiet")]

    def action_why(self) -> None:
        words = self.words
        lines = reasons(self.view, words, self.lesson)
        self.app.push_screen(Reading(words, words("why.title"), lines))

    def action_statistics(self) -> None:
        view, words = self.view, self.words
        ranks = [line if isinstance(line, str) else line.plain for line in ranks_of(view, words)]
        lines = [words("stats.shoe"), *statistics_of(statistics(view.results), words), *ranks]
        lines += [
            "",
            words("stats.sitting"),
            *statistics_of(statistics(self.results), words),
        ]
        self.app.push_screen(Reading(words, words("stats.title"), lines))

    def action_roads(self) -> None:
        self.app.push_screen(RoadsSheet(self.words, self.view.results))

    def action_theme(self) -> None:
        self.app.theme = NAMES[(NAMES.index(self.app.theme) + 1) % len(NAMES)]
        self.say(self.words("say.theme", theme=self.words(f"theme.{self.app.theme}")))
