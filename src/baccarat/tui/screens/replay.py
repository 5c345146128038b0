"""A replay: a shoe that was played, dealt once more act by act, forwards and backwards."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from baccarat.base.words import Words
from baccarat.core.result import Result
from baccarat.table import Table, View
from baccarat.table.acts import Act, Deal, Shuffle
from baccarat.table.chronicle import Chronicle
from baccarat.tui.screens.table.view import TableBase
from baccarat.tui.widgets.hands_between import TableTalk
from baccarat.tui.widgets.key_line import Key

PACES = {"slow": 1.1, "usual": 0.45, "fast": 0.0}
"""Seconds between two cards."""
QUICKEST = 0.1
"""Seconds between two acts of a replay that runs by itself."""


class Replay(TableBase):
    """Acts to look at; a step back shows the table before the last act."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "step(1)", show=False),
        Binding("backspace", "step(-1)", show=False),
        Binding("right,l,down,j", "coup(1)", show=False),
        Binding("left,h,up,k", "coup(-1)", show=False),
        Binding("home", "coup(-10000)", show=False),
        Binding("end", "coup(10000)", show=False),
        Binding("space", "run", show=False),
        Binding("w", "why", show=False),
        Binding("s", "statistics", show=False),
        Binding("g", "roads", show=False),
        Binding("y", "theme", show=False),
        Binding("q,escape,a", "leave", show=False),
    ]

    def __init__(self, acts: Sequence[Act], words: Words, pace: str) -> None:
        super().__init__(words)
        self.acts = acts
        self.coups = sum(isinstance(act, Deal) for act in acts)
        self.tables = [Table()]
        """the table after each act, as far as it has been looked at"""
        self.chronicle = Chronicle()
        """as far as it has been looked at"""
        self.first = next((n for n, act in enumerate(acts, 1) if isinstance(act, Shuffle)), 0)
        """the act that brings the first shoe: before it there is nothing to see"""
        self.at = self.first
        self.seconds = max(PACES[pace], QUICKEST)
        self.timer: Timer | None = None

    def after(self, acts: int) -> Table:
        """The table after this number of acts."""
        while len(self.tables) <= acts:
            act = self.acts[len(self.tables) - 1]
            self.tables.append(self.chronicle.follow([act], self.tables[-1]))
        return self.tables[acts]

    @property
    def table(self) -> Table:
        return self.after(self.at)

    @property
    def view(self) -> View:
        return self.table.view()

    @property
    def results(self) -> Sequence[Result]:
        return self.chronicle.results[: self.table.coups]

    @property
    def talk(self) -> TableTalk:
        return replace(super().talk, is_replay=True)

    @property
    def keys(self) -> Sequence[Key]:
        words = self.words
        return [
            ("Enter", "step(1)", words("key.step")),
            ("l", "coup(1)", words("key.coup")),
            ("h", "coup(-1)", words("key.before")),
            ("w", "why", words("key.why")),
            ("s", "statistics", words("key.stats")),
            ("g", "roads", words("key.roads")),
            ("Space", "run", words("key.stop" if self.timer else "key.run")),
            ("q", "leave", words("key.close")),
        ]

    def on_mount(self) -> None:
        self.action_step(0)

    def action_step(self, by: int) -> None:
        """Go this number of acts on; back if it is negative."""
        self.at = min(max(self.at + by, self.first), len(self.acts))
        if self.at == len(self.acts):
            self._stop()
        coup = self.table.coups
        self.say(self.words("say.replay", coup=coup, coups=self.coups))

    def action_coup(self, by: int) -> None:
        """Go this number of coups on, to the end of the coup; back if it is negative."""
        wanted = max(self.table.coups + by, 0)
        found = self.first if by < 0 else self.at
        while found < len(self.acts) and self.after(found).coups < wanted:
            found += 1
        self.action_step(found - self.at)

    def action_run(self) -> None:
        """Run act by act until it is stopped."""
        if self.timer is None:
            self.timer = self.set_interval(self.seconds, lambda: self.action_step(1))
            self.look()
        else:
            self._stop()
            self.look()

    def action_leave(self) -> None:
        self.done(None)

    def _stop(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
