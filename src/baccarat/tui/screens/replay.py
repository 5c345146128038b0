"""A replay: a played shoe, dealt again act by act, forwards and backwards."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from baccarat.base.words import Words
from baccarat.core.result import Result
from baccarat.table import Table
from baccarat.table.acts import Act, Deal, Shuffle
from baccarat.table.chronicle import Chronicle
from baccarat.tui.keys import COMMANDS, worded
from baccarat.tui.screens.table.scene import Scene
from baccarat.tui.screens.table.sitting import PACES
from baccarat.tui.screens.table.view import TableView
from baccarat.tui.widgets.hands_between import TableTalk

QUICKEST = 0.1
"""The least seconds between two acts of a running replay."""


class ReplayedTable:
    """A recorded table after some of its acts; it can go forward and back."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self._acts = acts
        self._tables = [Table()]
        """the table after each act, as far as they were calculated"""
        self._chronicle = Chronicle()
        """the chronicle of the same acts"""
        self._first = next((n for n, act in enumerate(acts, 1) if isinstance(act, Shuffle)), 0)
        """the number of the act that brings the first shoe; before it there is nothing to see"""
        self._step = self._first
        self.coups = sum(isinstance(act, Deal) for act in acts)
        """the number of coups in all acts"""

    @property
    def table(self) -> Table:
        while len(self._tables) <= self._step:
            act = self._acts[len(self._tables) - 1]
            self._tables.append(self._chronicle.follow([act], self._tables[-1]))
        return self._tables[self._step]

    @property
    def results(self) -> Sequence[Result]:
        return self._chronicle.results[: self.table.coups]

    @property
    def is_at_end(self) -> bool:
        return self._step == len(self._acts)

    def step(self, acts: int) -> None:
        """Go forward by this number of acts; backward if negative."""
        self._step = min(max(self._step + acts, self._first), len(self._acts))

    def skip(self, coups: int) -> None:
        """Go forward by this number of coups, always to the end of a coup; backward if negative."""
        coup = max(self.table.coups + coups, 0)
        if coups < 0:
            self._step = self._first
        while not self.is_at_end and self.table.coups < coup:
            self._step += 1


class Replay(TableView):
    """The screen of a replay: the guest goes on act by act or coup by coup."""

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
        Binding("q,escape,a", "done", show=False),
    ]

    def __init__(self, acts: Sequence[Act], words: Words, pace: str) -> None:
        super().__init__(words)
        self.replayed = ReplayedTable(acts)
        self.seconds = max(PACES[pace], QUICKEST)
        self.timer: Timer | None = None

    @property
    def scene(self) -> Scene:
        keys = [
            ("Enter", "step(1)", "step"),
            ("l", "coup(1)", "coup"),
            ("h", "coup(-1)", "before"),
            *(key for key in COMMANDS if key[1] in ("why", "statistics", "roads")),
            ("Space", "run", "stop" if self.timer else "run"),
            ("q", "done", "close"),
        ]
        view, results = self.replayed.table.view(), self.replayed.results
        return Scene(view, results, worded(keys, self.words), TableTalk(is_replay=True))

    def on_mount(self) -> None:
        self._show()

    def action_step(self, acts: int) -> None:
        self.replayed.step(acts)
        self._show()

    def action_coup(self, coups: int) -> None:
        self.replayed.skip(coups)
        self._show()

    def _show(self) -> None:
        if self.replayed.is_at_end:
            self._stop()
        coup, coups = self.replayed.table.coups, self.replayed.coups
        self.say(self.words("say.replay", coup=coup, coups=coups))

    def action_run(self) -> None:
        """Start or stop the running replay."""
        if self.timer is None:
            self.timer = self.set_interval(self.seconds, lambda: self.action_step(1))
        else:
            self._stop()
        self.look()

    def _stop(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
