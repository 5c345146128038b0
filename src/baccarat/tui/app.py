"""The app: it resumes the last table or opens a new one, and seats the guest."""

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Timer
from typing import ClassVar

from textual import events
from textual.actions import ActionParseResult
from textual.app import App
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.driver import Driver
from textual.widget import AwaitMount

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.table import Phase, Table
from baccarat.table.acts import Act, Sit
from baccarat.table.saving import NotKept
from baccarat.table.sitting import Sitting
from baccarat.table.view.choices import Wishes
from baccarat.table.view.labels import found_texts
from baccarat.tui import is_too_small
from baccarat.tui.draw.themes import THEMES
from baccarat.tui.saved_sittings import PlacedKeeper, SittingFolder, SittingPlace, Unsaved
from baccarat.tui.screens.replay import Replay
from baccarat.tui.screens.sheets import KeyQuestion, TooSmall
from baccarat.tui.screens.start import StartScreen
from baccarat.tui.screens.table.screen import TableScreen
from baccarat.tui.screens.table.tour import FirstCoup

SIGNS = ("SIGTERM", "SIGHUP")
"""Signals that end the table."""
PATIENCE = 3
"""The seconds to wait for the terminal before the program ends anyway."""


class TableApp(App[str]):
    """The app for one guest at one table; at its end, it returns a farewell to print."""

    TITLE = "baccarat"
    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "go_away", show=False, priority=True)
    ]

    def __init__(
        self,
        wishes: Wishes,
        words: Words,
        *,
        folder: Path | None = None,
        place: SittingPlace | None = None,
        pace: str = "usual",
        theme: str = "green",
        is_new: bool = False,
        replayed: Sequence[Act] = (),
        tour_seen: Path | None = None,
    ) -> None:
        super().__init__()
        self.wishes = wishes
        self.words = words
        self.place = SittingFolder(folder) if place is None else place
        self.pace = pace
        self.is_new = is_new
        self.replayed = replayed
        """the acts of a replay; with a replay no guest sits down"""
        self.tour = None if tour_seen is None else FirstCoup(tour_seen)
        self.sitting: Sitting | None = None
        self.file: PlacedKeeper | None = None
        """the file or store that keeps the sitting"""
        self.notes: list[str] = []
        """sittings that are damaged or cannot be opened"""
        self.sign: int | None = None
        """the signal that ended the app, if any"""
        for colours in THEMES:
            self.register_theme(colours)
        self.theme = theme

    def on_mount(self) -> None:
        if os.name == "posix" and not self.is_headless:
            # Not by the loop, which hears nothing while a write waits for the terminal.
            hear = partial(self._hear, asyncio.get_running_loop())
            for name in SIGNS:
                signal.signal(signal.Signals[name], hear)
        self.set_class(self.words.is_ascii, "-ascii")
        if self.replayed:
            replay = Replay(self.replayed, self.words, self.pace)
            self.push_screen(replay, lambda _: self.exit())
            return
        left = None if self.is_new else self._left_open()
        if left is None:
            self._ask_wishes("\n".join(self.notes))
            return
        self.sitting = left
        words = self.words
        lines = [*found_texts(left.table, words), *self.notes]
        answers = [
            ("enter", words("resume.yes")),
            ("n", words("resume.no")),
            ("q", words("key.leave")),
        ]
        question = KeyQuestion(words, words("resume.title"), [*lines, words("resume.ask")], answers)
        self.push_screen(question, self._go_on)

    def get_driver_class(self) -> type[Driver]:
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver":  # Windows has another driver
            return found
        from baccarat.tui.driver import WatchedDriver

        return WatchedDriver

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Wait until the screen has its parts, then do a key's action.

        Of two quick keys, the second often comes before the parts.
        """
        screen = self.screen
        if not screen.is_mounted:
            await AwaitMount(screen, [screen])
        return await super().run_action(action, default_namespace, namespaces)

    def on_resize(self, event: events.Resize) -> None:
        if is_too_small(*event.size) and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall(self.words))

    def _left_open(self) -> Sitting | None:
        """The newest sitting that has not ended and is not open in another process, or None."""
        for name, file in self.place.left():
            try:
                sitting = Sitting(file, start=file.start())
            except BaccaratError as refused:
                self.notes.append(f"{name}: {self.words.complain(refused)}")
            else:
                if sitting.note:
                    self.notes.append(self.words.say(sitting.note))
                if sitting.table.phase not in (Phase.CLOSED, Phase.SEAT, Phase.LEFT):
                    self.file = file
                    return sitting
            file.close()
        return None

    def _go_on(self, answer: str | None) -> None:
        if answer == "enter" and self.sitting is not None and self.file is not None:
            self._take_seat(self.sitting, self.file)
            return
        if answer == "q":
            self._farewell()
            return
        self._close()
        self._ask_wishes()

    def _ask_wishes(self, note: str = "") -> None:
        self.push_screen(StartScreen(self.wishes, self.words, note), self._open)

    def _open(self, wishes: Wishes | None) -> None:
        """Open a table as the guest wishes; if it is refused, say why on the start screen."""
        if wishes is None:
            return
        self.wishes = wishes
        self._close()
        try:
            # Test the wishes first, so that a refused table leaves no file.
            Table().then(wishes.opening, Sit(wishes.guest, wishes.bankroll))
            self.file = self.place.new()
            sitting = self._begin(self.file)
        except NotKept as trouble:
            self._close()
            self._offer_unsaved(trouble)
        except BaccaratError as refused:
            self._close()
            self._ask_wishes(self.words.complain(refused))
        else:
            self._take_seat(sitting, self.file)

    def _begin(self, file: PlacedKeeper) -> Sitting:
        sitting = Sitting(file)
        sitting.do(self.wishes.opening, Sit(self.wishes.guest, self.wishes.bankroll))
        return sitting

    def _offer_unsaved(self, trouble: NotKept) -> None:
        words = self.words
        lines = [words.complain(trouble), "", words("unsaved.ask")]
        answers = [("enter", words("unsaved.yes")), ("q", words("key.leave"))]
        question = KeyQuestion(words, words("unsaved.title"), lines, answers)
        self.push_screen(question, self._play_unsaved)

    def _play_unsaved(self, answer: str | None) -> None:
        if answer == "enter":
            self.file = file = Unsaved()
            self._take_seat(self._begin(file), file)
        else:
            self.exit()

    def _take_seat(self, sitting: Sitting, file: PlacedKeeper) -> None:
        self.sitting = sitting
        screen = TableScreen(
            sitting, file.path, self.words, coach=self.wishes.coach, pace=self.pace, tour=self.tour
        )
        self.push_screen(screen, lambda _: self._farewell())

    def _hear(self, loop: asyncio.AbstractEventLoop, sign: int, _frame: object) -> None:
        """Handle a signal: leave at once; end the process after `PATIENCE` seconds in any case.

        Every act is saved before it is shown, so nothing is lost.
        """
        if self.sign is not None:
            return
        self.sign = sign
        late = Timer(PATIENCE, os._exit, [128 + sign])
        late.daemon = True
        late.start()
        with suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(self.action_go_away)

    def action_go_away(self) -> None:
        """Leave at once, whatever screen is open; the table is saved."""
        if self.sitting is None:
            self.exit()
        else:
            self._farewell()

    def _farewell(self) -> None:
        is_saved = not isinstance(self.file, Unsaved)
        self._close()
        is_over = self.sitting is None or self.sitting.table.phase is Phase.LEFT
        is_kept = is_saved and not is_over
        self.exit(self.words("say.kept" if is_kept else "say.farewell"))

    def _close(self) -> None:
        if self.file is not None:
            self.file.close()
            self.file = None
