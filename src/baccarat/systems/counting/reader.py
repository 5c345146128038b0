"""A reader of coups that lays bets by counts; it is fast, and agrees with the plain method."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import BadValue, TooShallow
from baccarat.base.frozen import FrozenDict, freeze
from baccarat.base.hints import guided, require_fields
from baccarat.base.signals import undisturbed
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import outcome_tiers
from baccarat.core.cards import KINDS, ORDER, Depth
from baccarat.core.shoe import MOST_DECKS, Composition
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.batch.compositions import Formula
from baccarat.exact.batch.favourable import Favour
from baccarat.exact.weights.constants import Ints
from baccarat.simulation.coups import Coups
from baccarat.simulation.plan import AIM, Plan
from baccarat.systems.counting.expectations import expectation_of
from baccarat.systems.counting.play import CountedBet, PerfectBet, Play
from baccarat.systems.counting.totals import (
    EXPECTED,
    LARGEST_COUNT,
    PAIRS,
    USUAL,
    WON,
    Ending,
    Laid,
    LaidRow,
    LaidTally,
    coins_of,
    require_deep,
)

ALWAYS = -(1 << 40)
"""A running count that every shoe reaches."""
HALF = 24
SMALL = 1 << 25
SHOES_AT_ONCE = 1 << 12
"""Products of numbers below 2^25, over this many shoes, sum to less than 2^63."""
ROOM = 1 << 62
"""Sums in 64 bits stay below this; before they pass it, they become Python's numbers."""
MOST_CARDS, MOST_COUNTS = 52 * MOST_DECKS + 1, 2 * LARGEST_COUNT + 1

Favoured: TypeAlias = tuple[Ints, Ints, npt.NDArray[np.bool_]]
"""Every coup, the composition before it, and whether the coup favours the guest."""


@guided
@dataclass(frozen=True, slots=True)
class CountReader:
    """Lays the bets of several guests in shoes of several endings, and sums their results.

    The shoes must go at least as far as each ending: deal them by `deepest`.
    """

    plays: tuple[Play, ...]
    endings: tuple[Ending, ...] = (USUAL,)
    exact: bool = True
    """whether the exact expectations are summed; without them the reader is much faster"""
    decide: Strategy = nobody
    compares: bool = False
    """whether every guest is compared with the first, shoe by shoe"""

    def __post_init__(self) -> None:
        freeze(self, "plays", "endings")
        require_fields(self, "decide")
        if not self.plays or not self.endings:
            raise BadValue("give at least one count to play and one ending of a shoe")

    @property
    def cards(self) -> Depth:
        """How exactly the reader must know the cards: their points, ranks, or every card."""
        depths = [play.depth for play in self.plays if isinstance(play, CountedBet)]
        return max([Depth.POINTS, *depths, *(play.bet.depth for play in self.plays)])

    @property
    def first_coups(self) -> int:
        """The number of coups that are read in about 0.1 seconds."""
        return (100_000 if self.exact else 4_000_000) // len(self.plays)

    @property
    def part_seconds(self) -> float:
        """The seconds that each part of the work should take; more for many guests and endings."""
        return min(max(AIM, len(self.plays) * len(self.endings) / 100), 1.0)

    def __call__(self, batches: Iterable[Coups]) -> LaidTally:
        sums = [Sums(play) for play in self.plays for _ in self.endings]
        beside = [(0, 0)] * len(sums) if self.compares else []
        for batch in batches:
            self._require_shoes(batch.plan)
            self._read(batch, sums, beside)
        return LaidTally(tuple(guest_sums.laid for guest_sums in sums), tuple(beside))

    def there(self, plan: Plan, decide: Strategy) -> Callable[[Plan], LaidTally] | None:
        """A reader of parts of a plan on a GPU; None if no bet fits, or if guests are compared."""
        from baccarat.systems.counting import reader_cuda as laying_cuda  # it imports this module

        questions = (laying_cuda.asked_of(play, plan, decide) for play in self.plays)
        if self.compares or not any(questions):
            return None
        self._require_shoes(plan)
        return laying_cuda.ReaderThere(self, plan, decide)

    def _require_shoes(self, plan: Plan) -> None:
        """Refuse shoes that cannot be counted, or that end too soon."""
        if plan.endless:
            raise BadValue("an endless deck has nothing to count")
        if plan.coups is not None:
            raise BadValue("a count needs whole shoes: leave the number of coups out")
        require_deep(plan.rules, self.endings)

    def fits(self, tally: LaidTally, shoes: int) -> bool:
        """Whether the tally has all guests and endings, each with this number of shoes."""
        guests = len(self.plays) * len(self.endings)
        beside = guests if self.compares else 0
        has_all = len(tally.laid) == guests and len(tally.beside) == beside
        return has_all and all(laid.shoes == shoes for laid in tally.laid)

    def _read(self, batch: Coups, sums: "list[Sums]", beside: list[tuple[int, int]]) -> None:
        firsts: list[Ints] = []
        for place, (bets, length) in enumerate(self.bets(batch)):
            columns = sums[place].add(bets, length)
            if self.compares:
                firsts += [columns] if place < len(self.endings) else []
                first = firsts[place % len(self.endings)]
                coins, worth = (_dot(columns[:, at], first[:, at]) for at in (WON, EXPECTED))
                beside[place] = beside[place][0] + coins, beside[place][1] + worth

    def bets(self, batch: Coups) -> Iterator[tuple[tuple[Ints, ...], Ints]]:
        """For each guest and ending: the bets of a batch, and the number of coups of its shoes.

        A bet counts if its turn is inside its shoe; the bets of all endings are in one array.
        """
        with undisturbed():
            from baccarat.systems.counting import reader_loops as loops  # it compiles

        rules, depth = batch.plan.rules, batch.depth
        if depth is None or batch.gone is None or batch.drawn is None or depth < self.cards:
            raise TooShallow(f"these guests need {self.cards}, but these coups do not show them")
        coups = batch.verdicts, batch.dealt, batch.gone, batch.drawn, batch.shoes
        endings = [(e.cut_card, e.last_coup.before, e.last_coup.inside) for e in self.endings]
        lengths = np.empty((len(endings), batch.shoes), np.int64)
        size = 52 * rules.decks
        loops.lengths(coups, batch.burned, len(rules.opening), size, np.array(endings), lengths)
        favoured = self._favoured(batch, loops, coups)
        for play in self.plays:
            bets = self._lay(play, batch, loops, coups, favoured.get(play))
            for length in lengths:
                yield bets, length

    def _favoured(self, batch: Coups, loops: Any, coups: Any) -> dict[Play, Favoured]:
        """The coups that favour each guest with perfect play, for the bets that have a formula."""
        rules = batch.plan.rules
        together = [
            (play, weigh.formula)
            for play in self.plays
            if isinstance(play, PerfectBet)
            and (weigh := expectation_of(play.bet, rules, self.decide)).formula is not None
        ]
        if not together:
            return {}
        plays, formulas = zip(*together, strict=True)
        bets, compositions = self._found(plays[0], batch, loops, coups, Depth.POINTS)
        columns = zip(plays, _favour(formulas)(compositions).T, strict=True)
        return {play: (bets, compositions, favours) for play, favours in columns}

    def _found(
        self, play: Play, batch: Coups, loops: Any, coups: Any, weighed_depth: Depth | None
    ) -> tuple[Ints, Ints]:
        """The coups at which a guest may bet; and, if needed, the composition before each coup."""
        rules, depth = batch.plan.rules, batch.depth
        assert depth is not None
        by = weighed_depth or Depth.POINTS
        full = np.array(Composition.decks(rules.decks).at(by).counts)
        places = np.array([ORDER[kind.at(by)] for kind in KINDS[depth]])
        ready = _ready(play, rules.decks, depth)
        bets = np.empty((batch.total, 6), np.int64)
        compositions = np.empty((0 if weighed_depth is None else batch.total, len(full)), np.int64)
        burn_unseen = int(rules.burn and isinstance(play, CountedBet) and not play.sees_burn)
        count = loops.find(
            *(coups, ready.tags, places, full, ready.start, burn_unseen),
            *(ready.least, ready.ratios, bets, compositions),
        )
        return bets[:count], compositions[:count]

    def _lay(
        self, play: Play, batch: Coups, loops: Any, coups: Any, favoured: Favoured | None
    ) -> tuple[Ints, ...]:
        """The bets that a guest lays, as arrays: the bets, their units, the coins won, and the
        expected value in billionths.
        """
        rules, depth = batch.plan.rules, batch.depth
        assert depth is not None
        needs = self.exact or isinstance(play, PerfectBet)
        weigh = expectation_of(play.bet, rules, self.decide) if needs else None
        if favoured is not None:
            all_bets, compositions, favours = favoured
            bets, rows = all_bets[favours], compositions[favours]
        else:
            weighed_depth = None if weigh is None else weigh.depth
            bets, rows = self._found(play, batch, loops, coups, weighed_depth)
            if isinstance(play, PerfectBet) and len(bets):
                assert weigh is not None
                favours = weigh.sign(rows) > 0
                bets, rows = bets[favours], rows[favours]
        units = _ready(play, rules.decks, depth).units[bets[:, loops.LEVEL]]
        places: npt.NDArray[Any] = bets[:, loops.CELL]
        if play.bet.depth is not Depth.TOTALS:
            places = batch.tiers(play.bet)[bets[:, loops.SHOE], bets[:, loops.TURN]]
        net = net_coins(play.bet)[places]
        expected = np.zeros(len(bets), np.int64)
        if weigh is not None and self.exact:
            expected = units * weigh.billionths(rows)
        return bets, units, units * net, expected


@dataclass(frozen=True, slots=True, eq=False)
class ReadyCount:
    """A guest's count as tables."""

    tags: npt.NDArray[np.int32]
    """by kind of card: the tag"""
    start: int
    least: npt.NDArray[np.int64]
    """by level of the stakes and number of unseen cards: the least running count"""
    ratios: npt.NDArray[np.int64]
    """by number of unseen cards: the running count's factor and divisor"""
    units: npt.NDArray[np.int64]
    """by level: the units that are laid"""


@lru_cache(maxsize=64)
def _ready(play: Play, decks: int, depth: Depth) -> ReadyCount:
    sizes = range(1, 52 * decks + 2)
    if isinstance(play, PerfectBet):
        nothing = np.zeros(len(KINDS[depth]), np.int32)
        least = np.full((1, len(sizes) + 1), ALWAYS)
        return ReadyCount(nothing, 0, least, np.ones((len(sizes) + 1, 2), np.int64), np.array([1]))
    play.require_reachable(Composition.decks(decks))
    needed = [play.needed(unseen) for unseen in sizes]
    ratios = [play.divisor.ratio(unseen) for unseen in sizes]
    return ReadyCount(
        np.array([play.tag(kind) for kind in KINDS[depth]], np.int32),
        play.start,
        np.array([needed[0], *needed], np.int64).T.copy(),
        np.array([ratios[0], *ratios], np.int64),
        np.array([units for _, units in play.stakes], np.int64),
    )


@lru_cache(maxsize=16)
def _favour(formulas: tuple[Formula, ...]) -> Favour:
    return Favour(formulas)


@lru_cache(maxsize=256)
def net_coins(bet: Bet) -> Ints:
    """The coins that a unit wins: by outcome of the coup or, if the bet looks deeper than totals,
    by tier, with the loss last.
    """
    tiers = outcome_tiers(bet) if bet.depth is Depth.TOTALS else (*bet.pays, None)
    return np.array([int(coins_of(bet) * bet.net(tier)) for tier in tiers], np.int64)


class Sums:
    """The sums of one guest's bets in all shoes of one ending that were read so far."""

    def __init__(self, play: Play) -> None:
        self._is_counted = isinstance(play, CountedBet)
        self._shoes, self._sums, self._products = 0, np.zeros(5, object), np.zeros((6, 6), object)
        self._tables = [np.zeros((rows, 4), np.int64) for rows in (MOST_CARDS, MOST_COUNTS)]
        self._room = ROOM
        self._found = Laid()

    def add(self, bets: tuple[Ints, ...], length: Ints) -> Ints:
        """Add the bets of a batch, whose shoes have `length` coups; return a row for each shoe."""
        from baccarat.systems.counting import reader_loops as loops

        largest = max(int(abs(column).max(initial=0)) for column in bets[2:]) * len(bets[0])
        if largest >= ROOM:
            raise BadValue(
                "the amounts of these bets are too large to be counted: stake fewer units"
            )
        if largest > self._room:
            self._found, self._room = self.laid, ROOM
            self._shoes, self._sums, self._products = 0, 0 * self._sums, 0 * self._products
            for table in self._tables:
                table[:] = 0
        self._room -= largest
        shoes = np.zeros((len(length), 4), np.int64)
        loops.gather(*bets, length, LARGEST_COUNT, shoes, *self._tables)
        columns = np.column_stack([length, shoes])
        self._shoes += len(length)
        self._sums = self._sums + columns.sum(axis=0)
        self._products = self._products + _products(columns)
        return columns

    @property
    def laid(self) -> Laid:
        by_cards, by_count = self._tables
        # With W = H x 2^24 + L, the products of W follow from those of its halves.
        halves = np.zeros((6, 5), dtype=object)
        halves[:4, :4] = np.eye(4, dtype=int)
        halves[4, 4], halves[5, 4] = 1 << HALF, 1
        products = halves.T @ self._products @ halves
        laid_now = Laid(
            self._shoes,
            tuple(map(int, self._sums)),
            tuple(int(products[first, second]) for first, second in PAIRS),
            _rows(by_cards, 0),
            _rows(by_count, -LARGEST_COUNT) if self._is_counted else FrozenDict(),
        )
        return self._found + laid_now if self._found.shoes else laid_now


def _rows(table: Ints, first: int) -> FrozenDict[int, LaidRow]:
    """The rows of a table that are not empty, by number; `first` is the number of the first row."""
    places = np.flatnonzero(table[:, 0])
    rows = map(tuple, table[places].tolist())
    return FrozenDict(zip((places + first).tolist(), rows, strict=True))


def _dot(first: Ints, second: Ints) -> int:
    """The exact sum of products, as a Python integer, because 64 bits may not be enough."""
    return sum(map(mul, first.tolist(), second.tolist()))


def _products(columns: Ints) -> Any:
    """The exact sums of products of two columns; the last column is cut into two halves."""
    total = np.zeros((6, 6), dtype=object)
    for first in range(0, len(columns), SHOES_AT_ONCE):
        part = columns[first : first + SHOES_AT_ONCE]
        worth = part[:, -1]
        halves = np.column_stack([part[:, :-1], worth >> HALF, worth & ((1 << HALF) - 1)])
        if abs(halves).max() >= SMALL:
            halves = halves.astype(object)
        total += (halves.T @ halves).astype(object)
    return total
