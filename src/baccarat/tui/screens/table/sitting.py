"""The sitting of a guest: acts that are done and saved, and a coach who speaks or is silent.

seat = SeatedSitting(sitting, path, coach, "usual", refuse=complain, follow=look)
seat.act(Place("banker", 5))     saved, then look(); or complain(refusal)
coach.ask()                      advice comes from another thread
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from baccarat.base.errors import BaccaratError
from baccarat.base.files import write_whole
from baccarat.base.words import Words
from baccarat.core.layout import Wager
from baccarat.table import Phase, Table, View
from baccarat.table.acts import Act, Deal
from baccarat.table.coach.thread import Advice, Adviser, moment
from baccarat.table.shoe_records import write_shoe
from baccarat.table.sitting import Sitting
from baccarat.table.state import Decision
from baccarat.table.view.croupier import judge

PACES = {"slow": 1.1, "usual": 0.45, "fast": 0.0}
"""Seconds between two cards."""


class Coach:
    """The coach's advice on odds and decisions. Even a silent coach keeps the sitting's account."""

    def __init__(self, sitting: Sitting, is_on: bool, tell: Callable[[Advice], object]) -> None:
        self._sitting = sitting
        self.is_on = is_on
        self.lesson = ""
        """the coach's verdict on the guest's last decision"""
        self.last_advice: Advice | None = None
        self.adviser = Adviser(tell)

    @property
    def advice(self) -> Advice | None:
        """The coach's advice for this moment; None if the coach is silent or has no advice yet."""
        advice, table = self.last_advice, self._sitting.table
        if advice is None or not self.is_on or advice.when != moment(table):
            return None
        if advice.wagers == table.wagers:
            return advice
        return replace(advice, paid_edges=advice.edges, felt=None, rounding=None)

    def ask(self) -> None:
        """Have another thread calculate the odds and the account; in a squeeze only the account."""
        table = self._sitting.table
        speaks = self.is_on and table.phase is not Phase.SQUEEZE
        self.adviser.ask(table, self._sitting.chronicle.played, speaks=speaks)

    def toggle(self) -> str:
        """Switch the coach on or off; return the key of the message that tells the guest."""
        self.is_on = not self.is_on
        self.last_advice = None
        self.ask()
        return "say.coach-on" if self.is_on else "say.coach-off"

    def judge(self, decision: Decision, wagers: Sequence[Wager], words: Words) -> None:
        """Keep the coach's verdict on this decision as the lesson, if the coach speaks."""
        if self.is_on:
            self.lesson = judge(decision, self._sitting.table, wagers, words)


@dataclass(eq=False)
class SeatedSitting:
    """A sitting with its guest and its coach."""

    sitting: Sitting
    path: Path
    coach: Coach
    pace: str
    refuse: Callable[[BaccaratError], object]
    follow: Callable[[], object]

    def __post_init__(self) -> None:
        self._latest = (self.table, self.table.view())
        """the latest view, with the table it was made from"""

    @property
    def table(self) -> Table:
        return self.sitting.table

    @property
    def view(self) -> View:
        table, view = self._latest
        if table is not self.table:
            table, view = self._latest = self.table, self.table.view()
        return view

    @property
    def pause(self) -> float:
        """The seconds between two cards; 0: the whole coup is dealt and saved at once."""
        return PACES[self.pace]

    def change_pace(self) -> None:
        paces = list(PACES)
        self.pace = paces[(paces.index(self.pace) + 1) % len(paces)]

    def attempt(self, work: Callable[[], object]) -> bool:
        """Call `work` and show the result or the refusal; return False after a refusal."""
        try:
            work()
        except BaccaratError as refusal:
            self.refuse(refusal)
            return False
        self.follow()
        return True

    def act(self, *acts: Act) -> bool:
        """Do and save the guest's acts; return whether all were done."""
        if any(isinstance(act, Deal) for act in acts):
            self.coach.lesson = ""
        guest, goes_on = self.table.guest, not self.pause
        return self.attempt(partial(self.sitting.do, *acts, author=guest, go_on=goes_on))

    def hurry(self) -> None:
        """Deal the rest of the coup at once, or as far as the next decision."""
        self.attempt(partial(self.sitting.do, go_on=True))

    def beside(self, ending: str) -> Path:
        """The path of a file beside the sitting's own file, with this ending."""
        return self.path.with_name(self.path.stem + ending)

    def write_shoe(self) -> Path:
        """Write the present shoe in our notation to a file beside the sitting; return its path."""
        path = self.beside(f"-shoe-{self.table.shoes}.txt")
        write_whole(path, str(write_shoe(self.table)))
        return path
