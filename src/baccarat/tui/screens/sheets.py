"""What opens above the table: a sheet to read, a question, the cut, the guest's seed."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from baccarat.result import Result
from baccarat.shoe import CUT_MARGIN
from baccarat.tui import FEWEST_COLUMNS, FEWEST_ROWS, TALL, is_too_small
from baccarat.tui.screens.answering import Answering, Reply
from baccarat.tui.widgets.keys import Key, Keys
from baccarat.tui.widgets.road_board import Roads
from baccarat.words import Words


class ModalSheet(ModalScreen[Reply], Answering[Reply]):  # styles come from the first base
    """A title, something to read, and the keys."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012  textual's own

    def __init__(self, words: Words, title: str, lines: Sequence[str] = ()) -> None:
        super().__init__()
        self.words = words
        self.heading = title
        self.lines = lines

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Content.styled(self.heading, "bold $accent"), classes="title")
            with VerticalScroll(can_focus=False):
                yield Static(id="text")
            yield from self.more()
            yield Keys()

    def more(self) -> ComposeResult:
        """What stands between the text and the keys."""
        yield from ()

    def on_mount(self) -> None:
        self.read(self.lines)
        self.query_one(Keys).show(self.keys())

    def keys(self) -> Sequence[Key]:
        """The keys of this sheet."""
        return ()

    def read(self, lines: Sequence[str]) -> None:
        """Replace the lines, whether the sheet is on the screen yet or not."""
        self.lines = lines
        for text in self.query("#text").results(Static):
            text.update(Content("\n".join(lines)))


class Reading(ModalSheet[None]):
    """A sheet that is only read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,question_mark,s,w,o,g", "close", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
    ]

    def keys(self) -> Sequence[Key]:
        return [
            ("Esc", "close", self.words("key.close")),
            ("j k", "scroll(1)", self.words("key.row")),
        ]

    def action_close(self) -> None:
        self.done(None)

    def action_scroll(self, rows: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)


class RoadsSheet(Reading):
    """All five roads, as wide and as high as the terminal has room for."""

    def __init__(self, words: Words, results: tuple[Result, ...]) -> None:
        super().__init__(words, words("road.title"))
        self.results = results
        self.add_class("-whole")

    def keys(self) -> Sequence[Key]:
        return [("Esc", "close", self.words("key.close"))]

    def more(self) -> ComposeResult:
        yield Roads(self.words, self.results)


class Menu(ModalSheet[str]):
    """All there is to do, by key or by click, and what the signs on the cloth mean."""

    COLUMNS = 3

    def __init__(self, words: Words, entries: Sequence[Key], lines: Sequence[str]) -> None:
        super().__init__(words, words("help.title"), lines)
        self.entries = entries

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Content.styled(self.heading, "bold $accent"), classes="title")
            with Grid(id="menu"):
                for place, (shown, _, word) in enumerate(self.entries):
                    yield Static(
                        Content.assemble((f"{shown:>5}", "bold $accent"), f"  {word}").stylize(
                            f"@click=screen.choose({place})"
                        )
                    )
            with VerticalScroll(can_focus=False):
                yield Static(id="text")
            yield Keys()

    def keys(self) -> Sequence[Key]:
        return [("Esc", "close", self.words("key.close"))]

    def on_key(self, event: events.Key) -> None:
        """A key of the table closes the menu and does what it does at the table."""
        event.stop()
        named = {shown.lower(): action for shown, action, _ in self.entries}
        # Enter has a character, too, so the name of the key is tried first.
        self.done(named.get(event.key) or named.get(event.character or "", ""))

    def action_choose(self, place: int) -> None:
        self.done(self.entries[place][1])

    def action_close(self) -> None:
        self.done("")


class KeyQuestion(ModalSheet[str]):
    """A question whose answers are keys."""

    def __init__(
        self, words: Words, title: str, lines: Sequence[str], answers: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__(words, title, lines)
        self.answers = answers
        """keys by name, each with its word"""

    def keys(self) -> Sequence[Key]:
        return [
            (
                "Enter" if key == "enter" else "Esc" if key == "escape" else key,
                f"say('{key}')",
                said,
            )
            for key, said in self.answers
        ]

    def on_key(self, event: events.Key) -> None:
        if event.key in dict(self.answers):
            event.stop()
            self.done(event.key)

    def action_say(self, key: str) -> None:
        self.done(key)


class Shuffling(ModalSheet[None]):
    """The house shuffles, step by step; any key hurries it."""

    STEPS = ("wash", "riffle", "strip", "riffle", "box")
    FRAMES, SECONDS = 4, 0.1
    """pictures of each step, and the seconds that each is shown"""
    HALF = 24

    def __init__(self, words: Words) -> None:
        super().__init__(words, words("ceremony.shuffling"))
        self.signs = ("-", "=", "+") if words.is_ascii else ("░", "▒", "▓")
        self.frame = 0

    def more(self) -> ComposeResult:
        yield Static(id="bar")

    def on_mount(self) -> None:
        super().on_mount()
        self._draw()
        self.set_interval(self.SECONDS, self._go_on)

    def keys(self) -> Sequence[Key]:
        return [("Enter", "hurry", self.words("key.hurry"))]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.action_hurry()

    def action_hurry(self) -> None:
        self.done(None)

    def _go_on(self) -> None:
        self.frame += 1
        if self.frame < self.FRAMES * len(self.STEPS):
            self._draw()
        else:
            self.action_hurry()

    def _draw(self) -> None:
        """Draw the packets of cards during a step, with its name."""
        step, part = divmod(self.frame, self.FRAMES)
        light, middle, dark = self.signs
        done = self.HALF * (part + 1) // self.FRAMES
        picture = {
            "wash": (light + middle + dark) * (done * 2 // 3),
            "riffle": (light + dark) * done + middle * (self.HALF - done),
            "strip": dark * done + "  " + light * (self.HALF - done),
            "box": middle * (self.HALF * 2),
        }[self.STEPS[step]]
        said = self.words(f"ceremony.{self.STEPS[step]}")
        self.query_one("#bar", Static).update(Content.assemble((picture, "$card"), "\n", said))


class Cutting(ModalSheet[int | None]):
    """The guest says where the shoe is cut; None waves the cut card on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)", show=False),
        Binding("right,l", "move(1)", show=False),
        Binding("up,k", "move(-10)", show=False),
        Binding("down,j", "move(10)", show=False),
        Binding("enter,space", "cut", show=False),
        Binding("escape,n", "wave", show=False),
    ]
    BAR = 50

    def __init__(self, words: Words, cards: int, note: Sequence[str]) -> None:
        super().__init__(words, words("ceremony.title"), note)
        self.cards = cards
        self.at = cards // 2
        self.signs = ("-", "|") if words.is_ascii else ("▒", "┃")

    def more(self) -> ComposeResult:
        yield Static(id="bar")

    def on_mount(self) -> None:
        super().on_mount()
        self._draw()

    def keys(self) -> Sequence[Key]:
        return [
            ("Enter", "cut", self.words("key.cut")),
            ("h l", "move(1)", self.words("key.change")),
            ("Esc", "wave", self.words("key.wave")),
        ]

    def on_click(self, event: events.Click) -> None:
        bar = self.query_one("#bar", Static)
        if event.widget is bar:
            self.at = round(event.x * self.cards / self.BAR)
            self.action_move(0)

    def action_move(self, cards: int) -> None:
        self.at = min(max(self.at + cards, CUT_MARGIN), self.cards - CUT_MARGIN)
        self._draw()

    def action_cut(self) -> None:
        self.done(self.at)

    def action_wave(self) -> None:
        self.done(None)

    def _draw(self) -> None:
        before = self.at * self.BAR // self.cards
        stack, card = self.signs
        self.query_one("#bar", Static).update(
            Content.assemble(
                (stack * before, "$card"),
                (card, "bold $accent"),
                (stack * (self.BAR - before), "$card"),
                "\n",
                self.words("ceremony.at", at=self.at),
            )
        )


class GuestSeed(ModalSheet[str | None]):
    """The guest's part of a fair shoe: any words; None if the guest leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def more(self) -> ComposeResult:
        yield Input(max_length=200)

    def keys(self) -> Sequence[Key]:
        return [
            ("Enter", "enter", self.words("key.shoe")),
            ("Esc", "leave", self.words("key.leave")),
        ]

    def action_leave(self) -> None:
        self.done(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.done(event.value)

    def action_enter(self) -> None:
        self.done(self.query_one(Input).value)


class TooSmall(ModalScreen[None], Answering[None]):
    """Covers the table while the terminal is too small for it."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        yield Static(id="small")

    def on_screen_resume(self) -> None:
        """Measure again: the terminal may have grown while another sheet was above."""
        self._measure(self.app.size)

    def on_resize(self, event: events.Resize) -> None:
        self._measure(event.size)

    def _measure(self, size: Size) -> None:
        columns, rows = size
        if not is_too_small(columns, rows):
            self.done(None)
            return
        lines = [
            self.words("small.title", columns=FEWEST_COLUMNS, rows=FEWEST_ROWS),
            self.words("small.now", columns=columns, rows=rows),
        ]
        self.query_one("#small", Static).update(Content("\n".join(lines)))
