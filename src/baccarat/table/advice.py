"""What the coach says, worked out on a thread of its own so that no key waits for it.

adviser = Adviser(tell); adviser.start()
adviser.ask(table, played)  tell(Advice(…)) follows, twice: edges at once, costs when counted
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from baccarat.errors import BaccaratError
from baccarat.frozen import freeze
from baccarat.layout import Wager
from baccarat.table.state import Phase, Played
from baccarat.table.table import Table
from baccarat.words import Words

if TYPE_CHECKING:
    from baccarat.table.coach import Account, Cost


T = TypeVar("T")
AskedOf = tuple[Table, Sequence[Played]]
"""A table, and the coups of its sitting."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach can say of a table as it stands."""

    when: tuple[int, int]
    """how many shoes and coups there had been"""
    edges: Mapping[str, Fraction | None]
    wagers: tuple[Wager, ...] = ()
    felt: Fraction | None = None
    """what these wagers win on average"""
    rounding: Fraction | None = None
    """how much of that is due to rounding"""
    account: "Account | None" = None
    """of the sitting, as far as it has been counted"""
    is_counted: bool = False
    """whether every coup has been counted"""

    def __post_init__(self) -> None:
        freeze(self, "edges", "wagers")

    @property
    def cost(self) -> "Cost | None":
        """What the sitting should have cost, when all of it has been counted."""
        return self.account.cost if self.account is not None and self.is_counted else None


def count_beside(work: Callable[[], T], tell: Callable[[T], object]) -> None:
    """Work something out on another thread and tell it; a guest who leaves does not wait for it."""

    def count() -> None:
        told = work()
        with suppress(RuntimeError):  # the screen may be gone
            tell(told)

    Thread(target=count, name="count", daemon=True).start()


class Adviser(Thread):
    """Answers the last question asked; those it had no time for are dropped."""

    def __init__(self, tell: Callable[[Advice], object]) -> None:
        super().__init__(name="coach", daemon=True)  # nobody waits for it when the guest leaves
        self._tell = tell
        self._asked: SimpleQueue[AskedOf | None] = SimpleQueue()

    def ask(self, table: Table, coups: Sequence[Played]) -> None:
        """Ask about a table and the coups of its sitting, which may grow meanwhile."""
        self._asked.put((table, coups))

    def stop(self) -> None:
        self._asked.put(None)

    def run(self) -> None:
        account: Account | None = None
        while (asked := self._latest()) is not None:
            table, coups = asked
            advice = advise(table)
            is_counted = account is not None and account.coups == table.coups
            self._say(replace(advice, account=account, is_counted=is_counted))
            # One coup at a time, so that a new question is answered at once.
            while self._asked.empty() and not is_counted and table.coups:
                try:
                    account = count_on(account, table, coups)
                except BaccaratError:  # decisions that no theory covers have no price
                    break
                is_counted = account.coups == table.coups
                if is_counted:
                    self._say(replace(advice, account=account, is_counted=True))

    def _latest(self) -> AskedOf | None:
        asked = self._asked.get()
        with suppress(Empty):
            while asked is not None:
                asked = self._asked.get_nowait()
        return asked

    def _say(self, advice: Advice) -> None:
        with suppress(RuntimeError):  # the screen may be gone
            self._tell(advice)


def moment(table: Table) -> tuple[int, int]:
    """How many shoes and coups there have been: what is said of another coup is not shown."""
    return table.shoes, table.coups


def advise(table: Table) -> Advice:
    """The exact edges of every bet, and what the wagers on the felt are worth."""
    from baccarat.table.coach import edges, expected  # it loads numpy, which takes its time

    found: Mapping[str, Fraction | None] = {}
    felt = None
    if table.phase is not Phase.FINISHED:  # no coup will come
        with suppress(BaccaratError):  # at chemin de fer there are no edges before the decisions
            found = edges(table)
    if table.wagers and table.phase is Phase.BETS:
        with suppress(BaccaratError):
            felt = expected(table.wagers, table)
    rounding = None
    if felt is not None and all(found.get(wager.spot) is not None for wager in table.wagers):
        exact = sum((-(found[w.spot] or 0) * w.stake for w in table.wagers), start=Fraction(0))
        rounding = felt - exact
    return Advice(moment(table), found, table.wagers, felt, rounding)


def prediction(table: Table) -> str:
    """What comes next, as far as anybody can say."""
    from baccarat.table.coach import predict

    try:
        return predict(table).said
    except BaccaratError as refused:
        return refused.said


def count_on(account: "Account | None", table: Table, coups: Sequence[Played]) -> "Account":
    """One more coup of what the sitting should have brought."""
    from baccarat.table.coach import Account

    return (account or Account()).after(table, most=1, coups=coups)


def spoken(advice: Advice, words: Words) -> list[str]:
    """The felt and the sitting in words."""
    told = []
    if advice.felt is not None:
        felt = words("coach.felt", coins=f"{float(advice.felt):+.2f}")
        if advice.rounding:
            felt += ", " + words("coach.rounding", coins=f"{float(advice.rounding):+.2f}")
        told.append(felt)
    if advice.cost is not None:
        expected = f"{float(advice.cost.expected):+.2f}"
        told.append(words("coach.cost", expected=expected, won=f"{advice.cost.won:+}"))
    return told
