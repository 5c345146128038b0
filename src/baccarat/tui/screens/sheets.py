"""Sheets above the table: a text, a question, the cut, the guest's seed."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Static

from baccarat.base.words import Words
from baccarat.core.shoe import CUT_MARGIN
from baccarat.tui import FEWEST_COLUMNS, FEWEST_ROWS, is_too_small
from baccarat.tui.draw.canvas import Canvas, Painted
from baccarat.tui.draw.pack import PICTURES, draw_cut, draw_shuffle
from baccarat.tui.draw.typeset import wrapped
from baccarat.tui.keys import capped, worded
from baccarat.tui.screens.answer import Answering, Reply
from baccarat.tui.widgets.heading import draw_title
from baccarat.tui.widgets.key_line import Key, KeyGrid, Keys
from baccarat.tui.widgets.share_table import CountedCoups, ShareTables

TALL = 36
"""Rows of the terminal from which sheets have margins and show more."""


class ModalSheet(ModalScreen[Reply], Answering[Reply]):  # styles come from the first base
    """A sheet above the table, with a title, a text and keys."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012  textual's own
    KEYS: ClassVar[Sequence[Key]] = (("Esc", "done", "close"),)
    """the keys of this sheet, each with the name of its word"""

    def __init__(self, words: Words, title: str, lines: Sequence[str] = ()) -> None:
        super().__init__()
        self.words = words
        self.heading = title
        self.lines = lines

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Painted("heading", partial(draw_title, title=self.heading))
            yield from self.above()
            with VerticalScroll(can_focus=False):
                yield self.text()
            yield from self.more()
            yield Keys()

    def above(self) -> ComposeResult:
        """Widgets between the title and the text."""
        yield from ()

    def text(self) -> Widget:
        return Static(id="text")

    def more(self) -> ComposeResult:
        """Widgets between the text and the keys."""
        yield from ()

    def on_mount(self) -> None:
        self.read(self.lines)
        for line in self.query(Keys):  # none, if a key has closed the sheet before it was shown
            line.show(capped(self.keys(), self.words))

    def keys(self) -> Sequence[Key]:
        return worded(self.KEYS, self.words)

    def read(self, lines: Sequence[str]) -> None:
        """Replace the lines, whether or not the sheet is already visible."""
        self.lines = lines
        for text in self.query("#text").results(Static):
            text.update(Content("\n").join(self.styled(lines)))

    def styled(self, lines: Sequence[str]) -> list[Content]:
        return [Content(line) for line in lines]


class Reading(ModalSheet[None]):
    """A sheet with only a text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,question_mark,s,w,o,g", "done", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
    ]

    KEYS: ClassVar[Sequence[Key]] = (("Esc", "done", "close"), ("j k", "scroll(1)", "row"))

    def on_resize(self) -> None:
        self.call_after_refresh(lambda: self.read(self.lines))

    def styled(self, lines: Sequence[str]) -> list[Content]:
        """The lines, broken to fit; the first line of each paragraph is bold.

        Lines are broken here, because Textual would begin a row with a full stop.
        """
        heads = [not line for line in ("", *lines)] if "" in lines else [False] * len(lines)
        return [
            Content.styled("\n".join(self._rows(line)), "bold" if is_head else "")
            for line, is_head in zip(lines, heads, strict=False)
        ]

    def _rows(self, line: str) -> list[str]:
        columns = max((text.size.width for text in self.query("#text")), default=0)
        return wrapped(line, columns) if 0 < columns < cell_len(line) else [line]

    def action_scroll(self, rows: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)


class StatisticsSheet(Reading):
    """The results of this shoe and of the sitting, with confidence intervals."""

    def __init__(self, words: Words, tables: Sequence[CountedCoups]) -> None:
        super().__init__(words, words("stats.title"))
        self.tables = tables
        self.add_class("-wide")

    def text(self) -> Widget:
        return ShareTables(self.tables, self.words)


class Menu(ModalSheet[str]):
    """A sheet with all keys, which can be clicked, and the meaning of the signs on the table."""

    def __init__(self, words: Words, entries: Sequence[Key], lines: Sequence[str]) -> None:
        super().__init__(words, words("help.title"), lines)
        self.entries = entries

    def above(self) -> ComposeResult:
        yield KeyGrid(capped(self.entries, self.words))

    def styled(self, lines: Sequence[str]) -> list[Content]:
        """The lines; the term at the start of each line is bold."""
        contents = []
        for line in lines:
            head = "" if line[:1].isspace() else line.partition("  ")[0]
            contents.append(
                Content.assemble((head, "bold $primary"), (line[len(head) :], "$quiet"))
            )
        return contents

    def on_key(self, event: events.Key) -> None:
        """Close the menu and do the key's action at the table."""
        event.stop()
        actions = {cap.lower(): action for cap, action, _ in self.entries}
        # Enter also has a character, so the name of the key comes first.
        self.done(actions.get(event.key) or actions.get(event.character or "", ""))


class KeyQuestion(ModalSheet[str]):
    """A question whose answers are keys."""

    def __init__(
        self, words: Words, title: str, lines: Sequence[str], answers: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__(words, title, lines)
        self.answers = answers
        """the keys, each with its label"""

    def keys(self) -> Sequence[Key]:
        caps = {"enter": "Enter", "escape": "Esc"}
        return [(caps.get(key, key), f"done('{key}')", word) for key, word in self.answers]

    def on_key(self, event: events.Key) -> None:
        if event.key in dict(self.answers):
            event.stop()
            self.done(event.key)


class Shuffling(ModalSheet[None]):
    """A sheet that shows the shuffle step by step; any key ends the shuffle."""

    STEPS = ("wash", "riffle", "strip", "riffle", "box")
    SECONDS = 0.1
    """seconds for each picture of a step"""
    KEYS = (("Enter", "done", "hurry"),)

    def __init__(self, words: Words) -> None:
        super().__init__(words, words("ceremony.shuffling"))
        self.frame = 0

    def more(self) -> ComposeResult:
        self.pack = Painted("pack", self._paint)
        yield self.pack

    def _paint(self, canvas: Canvas) -> None:
        step, part = divmod(self.frame, PICTURES)
        draw_shuffle(canvas, self.STEPS[step], part, self.words)

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(self.SECONDS, self._go_on)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.done(None)

    def _go_on(self) -> None:
        if self.frame + 1 < len(self.STEPS) * PICTURES:
            self.frame += 1
            self.pack.repaint()
        else:
            self.done(None)


class Cutting(ModalSheet[int | None]):
    """A sheet that asks where to cut the shoe; its answer is None if the guest declines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)", show=False),
        Binding("right,l", "move(1)", show=False),
        Binding("up,k", "move(-10)", show=False),
        Binding("down,j", "move(10)", show=False),
        Binding("enter,space", "cut", show=False),
        Binding("escape,n", "done", show=False),
    ]
    KEYS = (("Enter", "cut", "cut"), ("h l", "move(1)", "change"), ("Esc", "done", "wave"))

    def __init__(self, words: Words, cards: int, note: Sequence[str]) -> None:
        super().__init__(words, words("ceremony.title"), note)
        self.cards = cards
        self.at = cards // 2

    def more(self) -> ComposeResult:
        self.pack = Painted("pack", self._paint)
        yield self.pack

    def _paint(self, canvas: Canvas) -> None:
        draw_cut(canvas, self.cards, self.at, self.words)

    def on_click(self, event: events.Click) -> None:
        if event.widget is self.pack:
            self.at = round(event.x * self.cards / max(self.pack.size.width - 1, 1))
            self.action_move(0)

    def action_move(self, cards: int) -> None:
        self.at = min(max(self.at + cards, CUT_MARGIN), self.cards - CUT_MARGIN)
        self.pack.repaint()

    def action_cut(self) -> None:
        self.done(self.at)


class GuestSeed(ModalSheet[str | None]):
    """A sheet that asks for the guest's seed; its answer is None if the guest leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "done", show=False)]
    KEYS = (("Enter", "enter", "shoe"), ("Esc", "done", "leave"))

    def more(self) -> ComposeResult:
        yield Input(max_length=200)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.done(event.value)

    def action_enter(self) -> None:
        self.done(self.query_one(Input).value)


class TooSmall(ModalScreen[None], Answering[None]):
    """Covers the table while the terminal is too small."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        yield Static(id="small")

    def on_screen_resume(self) -> None:
        """Measure again: the terminal may have grown while another sheet was above this one."""
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
