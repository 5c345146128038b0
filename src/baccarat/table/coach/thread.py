"""What the coach says, worked out on a thread of its own so that no key waits for it.

adviser = Adviser(tell); adviser.start()
adviser.ask(table, played)  tell(Advice(…)) follows: edges at once, costs when counted
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from baccarat.base.errors import BaccaratError
from baccarat.base.frozen import freeze
from baccarat.core.layout import Wager
from baccarat.core.third_card import Choice
from baccarat.table.state import Phase, Played
from baccarat.table.table import Table

if TYPE_CHECKING:
    from baccarat.table.coach.coach import Account, Cost
    from baccarat.table.coach.decision_worth import DecisionWorth


T = TypeVar("T")
AskedOf = tuple[Table, Sequence[Played], bool]
"""A table, the coups of its sitting, and whether odds are wanted."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach can say of a table as it stands."""

    when: tuple[int, int, int]
    """how many shoes and coups there had been, and how many cards of a coup that is not over"""
    edges: Mapping[str, Fraction | None]
    wagers: tuple[Wager, ...] = ()
    felt: Fraction | None = None
    """what these wagers win on average"""
    rounding: Fraction | None = None
    """how much of that is due to rounding"""
    chances: Mapping[str, Fraction] = field(default_factory=dict)
    """of Player, a tie and Banker; empty where nobody can tell"""
    whole: Mapping[str, Fraction] = field(default_factory=dict)
    """the same of a whole shoe"""
    account: "Account | None" = None
    """of the sitting, as far as it has been counted"""
    is_priceless: bool = False
    """whether there is no telling what the sitting should have brought"""
    paid_edges: Mapping[str, Fraction | None] = field(default_factory=dict)
    """the edges, after rounding where these wagers lie"""

    def __post_init__(self) -> None:
        freeze(self, "edges", "paid_edges", "wagers", "chances", "whole")

    @property
    def missing(self) -> int:
        """How many coups have not been counted yet."""
        return self.when[1] - (0 if self.account is None else self.account.coups)

    @property
    def is_counting(self) -> bool:
        return self.missing != 0 and not self.is_priceless

    @property
    def leaning(self) -> tuple[str, Fraction] | None:
        """What comes more often than from a whole shoe, and by how much; None if nothing does."""
        if not self.chances or self.chances == self.whole:
            return None
        more = {spot: chance - self.whole[spot] for spot, chance in self.chances.items()}
        spot = max(more, key=lambda one: more[one])
        return spot, more[spot]

    @property
    def ends(self) -> tuple[tuple[str, Fraction], tuple[str, Fraction]] | None:
        """The bet that costs least and the one that costs most; None where fewer are known."""
        known = {spot: edge for spot, edge in self.edges.items() if edge is not None}
        if len(known) < 2:
            return None
        best, worst = (find(known, key=lambda spot: known[spot]) for find in (min, max))
        return (best, known[best]), (worst, known[worst])

    @property
    def cost(self) -> "Cost | None":
        """What the sitting should have cost, when all of it has been counted."""
        return None if self.account is None or self.missing else self.account.cost


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
        self.account: Account | None = None
        """of the sitting, as far as it has been counted"""

    def ask(self, table: Table, coups: Sequence[Played], speaks: bool = True) -> None:
        """Ask about a table and the coups of its sitting, which may grow meanwhile.

        A silent coach counts the sitting alone, so that its report is there at once.
        """
        self._asked.put((table, coups, speaks))

    def stop(self) -> None:
        self._asked.put(None)

    def run(self) -> None:
        while (asked := self._latest()) is not None:
            table, coups, speaks = asked
            advice = advise(table) if speaks else Advice(moment(table), {})
            advice = replace(advice, account=self.account)
            if advice.missing > 1:  # one alone takes less time than to draw the screen twice
                self._say(advice)
            self._say(self._count(advice, table, coups))

    def _count(self, advice: Advice, table: Table, coups: Sequence[Played]) -> Advice:
        """Count one coup after another, until all are counted or a new question waits."""
        while advice.missing and self._asked.empty():
            try:
                self.account = count_on(advice.account, table, coups)
            except BaccaratError:  # decisions that no theory covers have no price
                return replace(advice, is_priceless=True)
            advice = replace(advice, account=self.account)
        return advice

    def _latest(self) -> AskedOf | None:
        asked = self._asked.get()
        with suppress(Empty):
            while asked is not None:
                asked = self._asked.get_nowait()
        return asked

    def _say(self, advice: Advice) -> None:
        with suppress(RuntimeError):  # the screen may be gone
            self._tell(advice)


def moment(table: Table) -> tuple[int, int, int]:
    """The shoes, the coups and the cards of this coup: what is said of other cards is not shown."""
    return table.shoes, table.coups, 0 if table.coup.is_over else len(table.coup)


def advise(table: Table) -> Advice:
    """The exact edges of every bet, and what the wagers on the felt are worth."""
    # it loads numpy, which takes its time
    from baccarat.table.coach.coach import chances, edges, expected, paid_edges, whole_chances

    found: Mapping[str, Fraction | None] = {}
    paid: Mapping[str, Fraction | None] = {}
    ends: Mapping[str, Fraction] = {}
    whole: Mapping[str, Fraction] = {}
    felt = None
    if table.phase is not Phase.FINISHED:  # no coup will come
        with suppress(BaccaratError):  # at chemin de fer there are no edges before the decisions
            ends, whole = chances(table), whole_chances(table)
            found, paid = edges(table), paid_edges(table)
    if table.wagers and table.phase is Phase.BETS:
        with suppress(BaccaratError):
            felt = expected(table.wagers, table)
    rounding = None
    if felt is not None and all(found.get(wager.spot) is not None for wager in table.wagers):
        exact = sum((-(found[w.spot] or 0) * w.stake for w in table.wagers), start=Fraction(0))
        rounding = felt - exact
    odds = (found, table.wagers, felt, rounding, ends, whole)
    return Advice(moment(table), *odds, paid_edges=paid)


def prediction(table: Table) -> str:
    """What comes next, as far as anybody can say."""
    from baccarat.table.coach.coach import predict

    try:
        return predict(table).said
    except BaccaratError as refused:
        return refused.said


def weighed(choice: Choice, table: Table, stake: int) -> "DecisionWorth":
    """What both answers to a decision are worth."""
    from baccarat.table.coach.decision_worth import weigh_decision  # theory is heavy

    return weigh_decision(choice, table, stake)


def count_on(account: "Account | None", table: Table, coups: Sequence[Played]) -> "Account":
    """One more coup of what the sitting should have brought."""
    from baccarat.table.coach.coach import Account

    return (account or Account()).after(table, most=1, coups=coups)
