"""The base class of screens with a table: the scene, and keys that do not change the table."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from baccarat.base.words import Words
from baccarat.core.stats import statistics
from baccarat.table.rules.wagers import stakes_of
from baccarat.table.view.croupier import reasons
from baccarat.tui.draw.canvas import Painted, Painter
from baccarat.tui.draw.themes import NAMES
from baccarat.tui.keys import capped
from baccarat.tui.row_plan import Places, places_for
from baccarat.tui.screens.answer import Answering
from baccarat.tui.screens.roads_sheet import RoadsSheet
from baccarat.tui.screens.sheets import Reading, StatisticsSheet
from baccarat.tui.screens.table.scene import Scene
from baccarat.tui.sizes import room_for
from baccarat.tui.widgets.coach_panel import draw_coach, ranks_of
from baccarat.tui.widgets.felt_grid import Felt
from baccarat.tui.widgets.hands import draw_stage
from baccarat.tui.widgets.hands_between import beside, between
from baccarat.tui.widgets.key_line import Keys
from baccarat.tui.widgets.rack import draw_rack
from baccarat.tui.widgets.road_board import Roads
from baccarat.tui.widgets.share_table import CountedCoups
from baccarat.tui.widgets.top_bar import draw_bar, draw_news, news_of


class TableView(Answering[None]):
    """A screen with a table; playing and replaying add their own scenes and keys."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self._notice = ("", 0)
        """the last refusal or announcement, and the number of the act before it"""

    @property
    def scene(self) -> Scene:
        """The scene to show now."""
        raise NotImplementedError

    @property
    def said(self) -> str:
        """The last refusal or announcement; "" once another act is done."""
        text, number = self._notice
        return text if number == self.scene.view.number else ""

    @property
    def felt(self) -> Felt:
        return self.query_one(Felt)

    @property
    def places(self) -> Places:
        """The rows of each part in the present size of the terminal."""
        columns, rows = self.size
        room = room_for(columns, rows)
        return places_for(columns, rows, self.felt.wanted(columns - room.coach, room))

    def compose(self) -> ComposeResult:
        view = self.scene.view
        yield Painted("top")
        yield Painted("news")
        with Horizontal(id="body"):
            with Vertical(id="cloth"):
                yield Painted("deal")
                yield Felt(view.spots, self.words, view.chip)
            yield Painted("coach")
        yield Painted("rack")
        yield Roads(self.words)
        yield Keys()

    def on_resize(self, _: events.Resize) -> None:
        """Give every part of the screen its rows; bets that do not fit on the felt scroll."""
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
        self.query_one("#news").styles.width = places.cloth
        self.query_one("#coach").styles.width = room.coach
        self.query_one("#coach").display = room.is_large
        self.call_after_refresh(self.look)

    def on_screen_suspend(self) -> None:
        """Hide the keys below a sheet, which has its own keys."""
        self.query_one(Keys).visible = False

    def on_screen_resume(self) -> None:
        self.query_one(Keys).visible = True

    def look(self) -> None:
        """Show the present table."""
        scene, words, felt = self.scene, self.words, self.felt
        view, payout, advice = scene.cloth, scene.payout, scene.talk.advice
        room = self.places.room
        talk = scene.talk_of(self.said, felt.spot, room.is_large)
        news, middle, first = news_of(view, words), between(view, words, talk), beside(words, talk)
        has_coach = talk.has_coach
        self.query_one("#news").display = bool(news)
        drawings: dict[str, Painter] = {
            "#top": lambda canvas: draw_bar(canvas, view, words),
            "#news": lambda canvas: draw_news(canvas, news),
            "#deal": lambda canvas: draw_stage(canvas, room, view, words, middle),
            "#rack": lambda canvas: draw_rack(canvas, view, scene.chip, payout, words),
            "#coach": lambda canvas: draw_coach(canvas, view, advice, has_coach, words, first),
        }
        for part, drawing in drawings.items():
            self.query_one(part, Painted).draw(drawing)
        wagers = [*view.wagers, *(running.wager for running in view.running)]
        felt.show(stakes_of(wagers), advice.paid_edges if advice else None, payout)
        has_marks = payout is None or payout.has_marks
        is_new = payout is not None and has_marks
        self.query_one(Roads).show(view.results[: None if has_marks else -1], is_new)
        self.query_one(Keys).show(capped(scene.keys, words))

    def say(self, text: str) -> None:
        self._notice = text, self.scene.view.number
        self.look()

    def action_why(self) -> None:
        scene, words = self.scene, self.words
        lines = reasons(scene.view, words, scene.talk.lesson)
        self.app.push_screen(Reading(words, words("why.title"), lines))

    def action_statistics(self) -> None:
        scene, words = self.scene, self.words
        ranks = ranks_of(scene.view, words)
        tables = [
            CountedCoups(words("stats.shoe"), statistics(scene.view.results), ranks),
            CountedCoups(words("stats.sitting"), statistics(scene.results)),
        ]
        self.app.push_screen(StatisticsSheet(words, tables))

    def action_roads(self) -> None:
        self.app.push_screen(RoadsSheet(self.words, self.scene.view.results))

    def action_theme(self) -> None:
        self.app.theme = NAMES[(NAMES.index(self.app.theme) + 1) % len(NAMES)]
        self.say(self.words("say.theme", theme=self.words(f"theme.{self.app.theme}")))
