"""The coach's thread: it calculates in the background, so that the screen never waits.

adviser = Adviser(tell); adviser.start()
adviser.ask(table, played)  calls tell(Advice(…)): edges at once, costs after counting
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from baccarat.base.errors import BaccaratError
from baccarat.base.frozen import freezes
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
@freezes("edges", "paid_edges", "wagers", "chances", "whole")
class Advice:
    """The coach's figures for a table as it stands."""

    when: tuple[int, int, int]
    """the numbers of shoes and coups so far, and of cards in an unfinished coup"""
    edges: Mapping[str, Fraction | None]
    wagers: tuple[Wager, ...] = ()
    felt: Fraction | None = None
    """the average win of these wagers"""
    rounding: Fraction | None = None
    """the part of `felt` that is due to rounding"""
    chances: Mapping[str, Fraction] = field(default_factory=dict)
    """the chances of Player, tie and Banker; empty if they cannot be calculated"""
    whole: Mapping[str, Fraction] = field(default_factory=dict)
    """the same chances for a full shoe"""
    account: "Account | None" = None
    """the account of the sitting, as far as it has been counted"""
    is_priceless: bool = False
    """whether the expected result of the sitting cannot be calculated"""
    paid_edges: Mapping[str, Fraction | None] = field(default_factory=dict)
    """the edges, with rounding for these wagers"""

    @property
    def missing(self) -> int:
        """The number of coups that have not been counted yet."""
        return self.when[1] - (0 if self.account is None else self.account.coups)

    @property
    def is_counting(self) -> bool:
        return self.missing != 0 and not self.is_priceless

    @property
    def leaning(self) -> tuple[str, Fraction] | None:
        """The result whose chance has risen most since the full shoe, and by how much."""
        if not self.chances or self.chances == self.whole:
            return None
        more = {spot: chance - self.whole[spot] for spot, chance in self.chances.items()}
        spot = max(more, key=lambda one: more[one])
        return spot, more[spot]

    @property
    def ends(self) -> tuple[tuple[str, Fraction], tuple[str, Fraction]] | None:
        """The bets with the lowest and the highest edge; None if fewer than two are known."""
        known = {spot: edge for spot, edge in self.edges.items() if edge is not None}
        if len(known) < 2:
            return None
        best, worst = (find(known, key=lambda spot: known[spot]) for find in (min, max))
        return (best, known[best]), (worst, known[worst])

    @property
    def cost(self) -> "Cost | None":
        """The cost of the sitting; None until all its coups have been counted."""
        return None if self.account is None or self.missing else self.account.cost


def count_beside(work: Callable[[], T], tell: Callable[[T], object]) -> None:
    """Call `work` on a daemon thread, for which no exit waits; pass the result to `tell`."""

    def count() -> None:
        told = work()
        with suppress(RuntimeError):  # the screen may be gone
            tell(told)

    Thread(target=count, name="count", daemon=True).start()


class Adviser(Thread):
    """Answers the latest question; older questions still waiting are dropped."""

    def __init__(self, tell: Callable[[Advice], object]) -> None:
        super().__init__(name="coach", daemon=True)  # the program can end without waiting for it
        self._tell = tell
        self._asked: SimpleQueue[AskedOf | None] = SimpleQueue()
        self.account: Account | None = None
        """of the sitting, as far as it has been counted"""

    def ask(self, table: Table, coups: Sequence[Played], speaks: bool = True) -> None:
        """Ask about a table and its sitting's coups; new coups may be added in the meantime.

        A silent coach still counts the sitting, so that its report is ready at once.
        """
        self._asked.put((table, coups, speaks))

    def stop(self) -> None:
        self._asked.put(None)

    def run(self) -> None:
        while (asked := self._latest()) is not None:
            table, coups, speaks = asked
            advice = advise(table) if speaks else Advice(moment(table), {})
            advice = replace(advice, account=self.account)
            if advice.missing > 1:  # counting a single coup is faster than drawing the screen twice
                self._say(advice)
            self._say(self._count(advice, table, coups))

    def _count(self, advice: Advice, table: Table, coups: Sequence[Played]) -> Advice:
        """Count coup by coup, until all are counted or a new question arrives."""
        while advice.missing and self._asked.empty():
            try:
                self.account = count_on(advice.account, table, coups)
            except BaccaratError:  # decisions without a theory have no price
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
    """The numbers of shoes, coups and cards dealt; advice is out of date when they change."""
    return table.shoes, table.coups, 0 if table.coup.is_over else len(table.coup)


def advise(table: Table) -> Advice:
    """The exact edge of every bet, and the expected win of the wagers on the felt."""
    # it loads numpy, which is slow
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
    """The chances of the next coup in words, or the reason why they are unknown."""
    from baccarat.table.coach.coach import predict

    try:
        return predict(table).said
    except BaccaratError as refused:
        return refused.said


def weighed(choice: Choice, table: Table, stake: int) -> "DecisionWorth":
    """The worth of both answers to a decision."""
    from baccarat.table.coach.decision_worth import weigh_decision  # theory is slow to load

    return weigh_decision(choice, table, stake)


def count_on(account: "Account | None", table: Table, coups: Sequence[Played]) -> "Account":
    """The account with one more coup counted."""
    from baccarat.table.coach.coach import Account

    return (account or Account()).after(table, most=1, coups=coups)
