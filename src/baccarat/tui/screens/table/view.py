"""What every screen with a table shows: the view of the table, without a key that changes it."""

from collections.abc import Sequence
from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from baccarat.base.words import Words
from baccarat.core.result import Result
from baccarat.core.stats import statistics
from baccarat.table import View
from baccarat.table.coach.squeeze_cases import CardCase
from baccarat.table.coach.thread import Advice
from baccarat.table.rules.wagers import stakes_of
from baccarat.table.view.croupier import reasons
from baccarat.table.view.view import HandShown
from baccarat.tui.draw.themes import NAMES
from baccarat.tui.keys import capped
from baccarat.tui.row_plan import Places, places_for
from baccarat.tui.screens.answer import Answering
from baccarat.tui.screens.roads_sheet import RoadsSheet
from baccarat.tui.screens.sheets import Reading, StatisticsSheet
from baccarat.tui.screens.table.payout import LONGEST, Payout, moment
from baccarat.tui.sizes import room_for
from baccarat.tui.widgets.coach_panel import CoachPanel, ranks_of
from baccarat.tui.widgets.felt_grid import Felt
from baccarat.tui.widgets.hands import Stage
from baccarat.tui.widgets.hands_between import TableTalk, beside, between
from baccarat.tui.widgets.key_line import Key, Keys
from baccarat.tui.widgets.news_band import NewsBand
from baccarat.tui.widgets.rack import Rack
from baccarat.tui.widgets.road_board import Roads
from baccarat.tui.widgets.share_table import CountedCoups
from baccarat.tui.widgets.top_bar import TopBar


class TableBase(Answering[None]):
    """A table on the screen; playing and replaying add their keys."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self._said = ("", 0)
        """what was refused or announced last, and after which act"""
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
    def held(self) -> int | None:
        """Which chip of the tray is in hand; None where nobody can bet."""
        return None

    @property
    def payout(self) -> Payout | None:
        """What is seen of the payout; None when the next bet has begun."""
        view = self.view
        if not view.is_over or view.wagers:
            return None
        return moment(view.lines, self.elapsed, view.running)

    @property
    def advice(self) -> Advice | None:
        """What the coach says now; None if the advice is of another moment."""
        return None

    @property
    def has_coach(self) -> bool:
        return False

    @property
    def said(self) -> str:
        """What was refused or announced, unless something has happened since."""
        text, number = self._said
        return text if number == self.view.number else ""

    @property
    def elapsed(self) -> int:
        """Milliseconds since the last coup was paid."""
        return LONGEST

    @property
    def shown(self) -> View:
        """The view as it is shown: once the next bet has begun, without the last coup."""
        return without_coup(self.view) if self.is_cleared else self.view

    @property
    def is_cleared(self) -> bool:
        """Whether the last coup is gone from the cloth, since the next bet has begun."""
        return self.view.is_over and bool(self.view.wagers)

    @property
    def places(self) -> Places:
        """Where the parts lie in a terminal of this size."""
        columns, rows = self.size
        room = room_for(columns, rows)
        wanted = self.query_one(Felt).wanted(columns - room.coach, room)
        return places_for(columns, rows, wanted)

    def compose(self) -> ComposeResult:
        yield TopBar(self.words)
        yield NewsBand(self.words)
        with Horizontal(id="body"):
            with Vertical(id="cloth"):
                yield Stage(self.words)
                yield Felt(self.view.spots, self.words, self.view.chip)
            yield CoachPanel(self.words)
        yield Rack(self.words)
        yield Roads(self.words)
        yield Keys()

    def on_resize(self, _: events.Resize) -> None:
        """Give every part its rows; a felt with more bets than that scrolls."""
        places = self.places
        room = places.room
        for part, rows in (
            ("#body", places.body),
            ("#deal", room.deal),
            ("#felt", places.felt),
            ("#rack", room.rack),
            ("#roads", places.roads),
        ):
            self.query_one(part).styles.height = rows
        self.query_one("#deal").styles.margin = (places.head, 0, 0, 0)
        self.query_one(NewsBand).styles.width = places.cloth
        self.query_one("#coach").styles.width = room.coach
        self.query_one("#coach").display = room.is_large
        self.call_after_refresh(self.look)

    def on_screen_suspend(self) -> None:
        """Hide the keys under a sheet, which has keys of its own."""
        self.query_one(Keys).visible = False

    def on_screen_resume(self) -> None:
        self.query_one(Keys).visible = True

    def look(self) -> None:
        """Show the table as it stands."""
        view, advice, words = self.shown, self.advice, self.words
        self.query_one(TopBar).show(view)
        self.query_one(NewsBand).show(view)
        talk = self.talk
        self.query_one(Stage).show(view, between(view, words, talk))
        laid = [*view.wagers, *(one.wager for one in view.running)]
        payout = self.payout
        has_marks = payout is None or payout.has_marks
        self.query_one(Felt).show(stakes_of(laid), advice.paid_edges if advice else None, payout)
        self.query_one(Rack).show(view, self.held, payout)
        self.query_one(CoachPanel).show(view, advice, self.has_coach, beside(words, talk))
        is_new = payout is not None
        self.query_one(Roads).show(view.results[: None if has_marks else -1], is_new and has_marks)
        self.query_one(Keys).show(capped(self.keys, self.words))

    def say(self, text: str) -> None:
        self._said = text, self.view.number
        self.look()

    @property
    def cases(self) -> Sequence[CardCase]:
        """What the card that is squeezed can be."""
        return ()

    @property
    def talk(self) -> TableTalk:
        """What is to be told beside the view."""
        return TableTalk(
            self.said,
            "" if self.is_cleared else self.lesson,
            self.payout,
            self.advice,
            has_coach=self.has_coach,
            has_panel=self.places.room.is_large,
            chosen=self.query_one(Felt).spot,
            cases=tuple(self.cases),
        )

    def action_why(self) -> None:
        words = self.words
        lines = reasons(self.view, words, self.lesson)
        self.app.push_screen(Reading(words, words("why.title"), lines))

    def action_statistics(self) -> None:
        view, words = self.view, self.words
        tables = [
            CountedCoups(words("stats.shoe"), statistics(view.results), ranks_of(view, words)),
            CountedCoups(words("stats.sitting"), statistics(self.results)),
        ]
        self.app.push_screen(StatisticsSheet(words, tables))

    def action_roads(self) -> None:
        self.app.push_screen(RoadsSheet(self.words, self.view.results))

    def action_theme(self) -> None:
        self.app.theme = NAMES[(NAMES.index(self.app.theme) + 1) % len(NAMES)]
        self.say(self.words("say.theme", theme=self.words(f"theme.{self.app.theme}")))


def without_coup(view: View) -> View:
    """The view with a clear felt: the last coup is gone, its cards and its payout."""
    empty = HandShown()
    return replace(
        view, player=empty, banker=empty, is_over=False, winner=None, call=None, lines=(), won=0
    )
