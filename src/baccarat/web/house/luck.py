"""The luck of a guest since they sat down: for each coup, the money won and its expected value.

luck = await threads.look(lambda: luck_of(here, store, viewer))
luck.won, luck.expected, luck.points

The present shoe is read from the table, earlier shoes from the store; each coup counts once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Side
from baccarat.core.layout import Wager
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.third_card import Choice, next_hand
from baccarat.store import Store
from baccarat.table.coach.coach import hoped
from baccarat.table.rules.wagers import stakes_of
from baccarat.table.state import Decision
from baccarat.table.table import Table
from baccarat.web.house.places import HouseTable
from baccarat.web.house.shoe_texts import ceremony_of
from baccarat.web.house.views import Viewer


class CoupLuck(NamedTuple):
    """The luck of a guest in one coup: the stake, the money won, and its expected value."""

    staked: int
    won: int
    expected: Fraction
    variance: Fraction
    given_away: Fraction = Fraction(0)
    """average cost of the guest's own decisions"""


@dataclass(frozen=True, slots=True)
class LuckPoint:
    """A guest's total won up to a coup, with the expected value and variance of that total."""

    won: int
    expected: Fraction
    variance: Fraction

    @property
    def deviation(self) -> float:
        """The standard deviation of the total won, in coins."""
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a guest since they sat down, coup by coup: money won and its expected value.

    It has a point before the first coup with a bet, and a point after each such coup.
    """

    staked: int
    points: tuple[LuckPoint, ...]
    is_whole: bool = True
    """whether every shoe of the sitting is still kept coup by coup"""
    given_away: Fraction = Fraction(0)
    """average cost of the guest's own decisions; 0 in a game without decisions"""

    @property
    def won(self) -> int:
        return self.points[-1].won

    @property
    def expected(self) -> Fraction:
        return self.points[-1].expected

    @property
    def luck(self) -> Fraction:
        """The amount won beyond what the guest's bets and decisions win on average."""
        return self.won - self.expected + self.given_away


def luck_of(here: HouseTable, store: Store, viewer: Viewer) -> Luck:
    """The luck of a guest since they sat down; computing it may take a while."""
    table = here.table
    known = here.luck.get(viewer, {})
    coups: list[CoupLuck] = []
    is_whole = True
    for row in sorted(store.shoes(here.number), key=lambda row: row.number):
        if row.number >= table.shoes:
            break
        if row.counts:
            is_whole = False
        elif row.number not in known:
            burned = ceremony_of(row.ceremony).burn_card
            known[row.number] = list(_past(here, store, row.number, burned, viewer))
        coups += known.get(row.number, ())
    coups += _present(table, viewer)
    seated = {seat.since for seat in table.seats}
    others = {guest: luck for guest, luck in here.luck.items() if guest.sat in seated}
    here.luck = others | {viewer: known}
    points = accumulate(coups, _after, initial=LuckPoint(0, Fraction(0), Fraction(0)))
    given_away = sum((coup.given_away for coup in coups), start=Fraction(0))
    return Luck(sum(coup.staked for coup in coups), tuple(points), is_whole, given_away)


def _present(table: Table, viewer: Viewer) -> Iterator[CoupLuck]:
    """The guest's luck in each coup of the present shoe."""
    for played in table.played:
        mine = played.of(viewer.guest) if played.number > viewer.sat else None
        if mine is not None and mine.wagers:
            yield _luck(mine.wagers, mine.won, mine.coup, mine.before.unseen, table)


def _past(
    here: HouseTable, store: Store, shoe: int, burned: Card | None, viewer: Viewer
) -> Iterator[CoupLuck]:
    """The guest's luck in each coup of a finished shoe.

    Cards that were burned face down stay unseen to the end of the shoe.
    """
    rules = here.table.game.rules
    unseen = rules.composition.without([] if burned is None else [burned])
    for row in store.coups(here.number, shoe):
        coup = Coup.parse(row.cards)
        is_mine = row.number > viewer.sat
        paid = [one for one in row.paid if one[0] == viewer.guest and is_mine]
        if paid:
            wagers = tuple(Wager(spot, stake) for _, spot, stake, *_ in paid)
            yield _luck(wagers, sum(won for *_, won, _ in paid), coup, unseen, here.table)
        unseen = unseen.without(coup.cards[len(rules.opening) :])


def _luck(
    wagers: Sequence[Wager], won: int, coup: Coup, unseen: Composition, table: Table
) -> CoupLuck:
    staked = sum(one.stake for one in wagers)
    lost = _given_away(wagers, coup, table) if table.is_free_game else Fraction(0)
    return CoupLuck(staked, won, *hoped(wagers, coup, unseen, table), lost)


def _given_away(wagers: Sequence[Wager], coup: Coup, table: Table) -> Fraction:
    """The average cost, in coins, of the decisions for the hands on which the guest has bet."""
    from baccarat.table.coach.opponent import assess  # theory is slow to import, and rarely needed

    stakes = stakes_of(wagers)
    return sum(
        (
            stake * assess(Decision(choice, draws, by_guest=True), table, stake).cost
            for choice, draws in decided_in(coup, table.game.rules)
            if (stake := stakes.get(str(choice.side).lower(), 0))
        ),
        start=Fraction(0),
    )


def decided_in(coup: Coup, rules: Rules) -> list[tuple[Choice, bool]]:
    """The decisions to draw or stand in a finished coup, each with True if the hand drew.

    The cards alone show this, so it also works for coups of which only the cards are stored.
    """
    found: dict[Side, tuple[Choice, bool]] = {}

    def decide(choice: Choice) -> bool:
        draws = len(coup.hand(choice.side)) > len(choice.hand)
        found[choice.side] = choice, draws
        return draws

    dealt = rules.opening
    while (side := next_hand(dealt, rules.tableau, decide)) is not None:
        dealt = dealt.receive(side, coup.hand(side).cards[len(dealt.hand(side))])
    return list(found.values())


def _after(point: LuckPoint, coup: CoupLuck) -> LuckPoint:
    return LuckPoint(
        point.won + coup.won, point.expected + coup.expected, point.variance + coup.variance
    )
