"""A reader of the stream that bets as counts say: fast, and the same as the plain way."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.cards import KINDS, ORDER, Depth
from baccarat.coup import OUTCOMES, Strategy, nobody
from baccarat.errors import BadValue, TooShallow
from baccarat.exact.constants import Ints
from baccarat.frozen import freeze
from baccarat.hints import guided, require_fields
from baccarat.rules import Rules
from baccarat.shoe import Composition
from baccarat.signals import undisturbed
from baccarat.simulation.coups import Coups
from baccarat.systems.counting.counted_bet import CountedBet, PerfectBet, Play
from baccarat.systems.counting.expectations import expectation_of
from baccarat.systems.counting.laid import (
    LARGEST_COUNT,
    PAIRS,
    USUAL,
    Ending,
    Laid,
    LaidTally,
    Row,
    coins_of,
)

ALWAYS = -(1 << 40)
"""A running count that is always reached."""
HALF = 24
SMALL = 1 << 25
SHOES_AT_ONCE = 1 << 12
"""Products of numbers below 2^25 of so many shoes sum to less than 2^63."""


@guided
@dataclass(frozen=True, slots=True)
class CountReader:
    """Lays the bets of several guests, in shoes of several endings, and counts each bet twice.

    The shoes must go at least as far as each ending says: deal them by `deepest`.
    """

    plays: tuple[Play, ...]
    endings: tuple[Ending, ...] = (USUAL,)
    exact: bool = True
    """whether the exact expectations are summed; as won alone is much faster"""
    decide: Strategy = nobody

    def __post_init__(self) -> None:
        freeze(self, "plays", "endings")
        require_fields(self, "decide")
        if not self.plays or not self.endings:
            raise BadValue("somebody bets, and every shoe ends: give plays and endings")

    @property
    def cards(self) -> Depth:
        """How deep it must see the cards."""
        counted = [play.depth for play in self.plays if isinstance(play, CountedBet)]
        return max([Depth.POINTS, *counted, *(play.bet.depth for play in self.plays)])

    def __call__(self, batches: Iterable[Coups]) -> LaidTally:
        laid = [Laid()] * (len(self.plays) * len(self.endings))
        for batch in batches:
            if batch.plan.endless:
                raise BadValue("an endless deck has nothing to count")
            # In parts, so that the sums of a part fit into 64 bits.
            laid = [a + b for a, b in zip(laid, self._read(batch), strict=True)]
        return LaidTally(tuple(laid))

    def fits(self, tally: LaidTally, shoes: int) -> bool:
        """Whether this many shoes can have laid that."""
        many = len(self.plays) * len(self.endings)
        return len(tally.laid) == many and all(laid.shoes == shoes for laid in tally.laid)

    def _read(self, batch: Coups) -> list[Laid]:
        with undisturbed():
            from baccarat.systems.counting import laying_loops as loops  # it compiles

        rules, depth = batch.plan.rules, batch.depth
        if depth is None or batch.gone is None or batch.drawn is None or depth < self.cards:
            raise TooShallow(f"these guests look at {self.cards}; the coups tell less")
        coups = batch.verdicts, batch.dealt, batch.gone, batch.drawn, batch.shoes
        endings = [(e.cut_card, e.last_coup.before, e.last_coup.inside) for e in self.endings]
        lengths = np.empty((len(endings), batch.shoes), np.int64)
        printed = len(rules.opening)
        size = 52 * rules.decks
        loops.lengths(coups, batch.burned, printed, size, np.array(endings), lengths)
        found = []
        for play in self.plays:
            bets, units, won, expected = self._lay(play, batch, loops, coups)
            for length in lengths:
                tables = [
                    np.zeros((rows, 4), np.int64)
                    for rows in (batch.shoes, size + 1, 2 * LARGEST_COUNT + 1)
                ]
                loops.gather(bets, units, won, expected, length, LARGEST_COUNT, *tables)
                is_counted = isinstance(play, CountedBet)
                found.append(_laid(length, *tables, is_counted=is_counted))
        return found

    def _lay(self, play: Play, batch: Coups, loops: Any, coups: Any) -> tuple[Ints, ...]:
        """The bets that a guest lays: what they are, their units, what they won and were worth."""
        rules, depth = batch.plan.rules, batch.depth
        assert depth is not None
        needs = self.exact or isinstance(play, PerfectBet)
        weigh = expectation_of(play.bet, rules, self.decide) if needs else None
        told = Depth.POINTS if weigh is None else weigh.depth
        full = np.array(Composition.decks(rules.decks).at(told).counts)
        places = np.array([ORDER[kind.at(told)] for kind in KINDS[depth]])
        ready = _ready(play, rules.decks, depth)
        bets = np.empty((batch.total, 6), np.int64)
        left = np.empty((batch.total if needs else 0, len(full)), np.int64)
        burn_unseen = int(rules.burn and isinstance(play, CountedBet) and not play.sees_burn)
        many = loops.find(
            *(coups, ready.tags, places, full, ready.start, burn_unseen),
            *(ready.least, ready.ratios, bets, left),
        )
        bets, left = bets[:many], left[:many]
        if isinstance(play, PerfectBet) and many:
            assert weigh is not None
            favours = weigh.sign(left) > 0
            bets, left = bets[favours], left[favours]
        units = ready.units[bets[:, loops.LEVEL]]
        if play.bet.depth is Depth.TOTALS:
            net = _net_by_cell(play, rules)[bets[:, loops.CELL]]
        else:
            tiers = batch.tiers(play.bet)[bets[:, loops.SHOE], bets[:, loops.TURN]]
            net = _net_by_tier(play)[tiers]
        expected = np.zeros(len(bets), np.int64)
        if weigh is not None and self.exact:
            expected = units * weigh.billionths(left)
        return bets, units, units * net, expected


@dataclass(frozen=True, slots=True, eq=False)
class ReadyCount:
    """A guest's count as tables."""

    tags: npt.NDArray[np.int64]
    """kind of card: what it counts"""
    start: int
    least: npt.NDArray[np.int64]
    """level of the stakes, cards unseen: the least running count"""
    ratios: npt.NDArray[np.int64]
    """cards unseen: by what the running count is multiplied, and divided"""
    units: npt.NDArray[np.int64]
    """level: how many units are laid"""


@lru_cache(maxsize=64)
def _ready(play: Play, decks: int, depth: Depth) -> ReadyCount:
    sizes = range(1, 52 * decks + 2)
    if isinstance(play, PerfectBet):
        nothing = np.zeros(len(KINDS[depth]), np.int64)
        least = np.full((1, len(sizes) + 1), ALWAYS)
        return ReadyCount(nothing, 0, least, np.ones((len(sizes) + 1, 2), np.int64), np.array([1]))
    play.require_reachable(Composition.decks(decks))
    needed = [play.needed(unseen) for unseen in sizes]
    ratios = [play.divisor.ratio(unseen) for unseen in sizes]
    return ReadyCount(
        np.array([play.tag(kind) for kind in KINDS[depth]], np.int64),
        play.start,
        np.array([needed[0], *needed], np.int64).T.copy(),
        np.array([ratios[0], *ratios], np.int64),
        np.array([units for _, units in play.stakes], np.int64),
    )


@lru_cache(maxsize=256)
def _net_by_cell(play: Play, rules: Rules) -> Ints:
    """Cell: the coins that a unit wins."""
    bet, coins = play.bet, coins_of(play.bet)
    return np.array([int(coins * bet.net(bet.judge(cell))) for cell in OUTCOMES], np.int64)


@lru_cache(maxsize=256)
def _net_by_tier(play: Play) -> Ints:
    """Tier, by its place; last, the plain loss: the coins that a unit wins."""
    bet, coins = play.bet, coins_of(play.bet)
    return np.array([int(coins * bet.net(tier)) for tier in (*bet.pays, None)], np.int64)


def _laid(length: Ints, shoes: Ints, by_cards: Ints, by_count: Ints, *, is_counted: bool) -> Laid:
    columns = np.column_stack([length, shoes])
    counts = {row - LARGEST_COUNT: _row(by_count[row]) for row in np.flatnonzero(by_count[:, 0])}
    return Laid(
        len(length),
        tuple(map(int, columns.sum(axis=0))),
        _products(columns),
        {int(row): _row(by_cards[row]) for row in np.flatnonzero(by_cards[:, 0])},
        {int(count): row for count, row in counts.items()} if is_counted else {},
    )


def _row(numbers: Ints) -> Row:
    bets, units, won, expected = numbers.tolist()
    return bets, units, won, expected


def _products(columns: Ints) -> tuple[int, ...]:
    """The sums of products of two columns, exactly: the last column is cut into two halves."""
    total = np.zeros((6, 6), dtype=object)
    for first in range(0, len(columns), SHOES_AT_ONCE):
        part = columns[first : first + SHOES_AT_ONCE]
        worth = part[:, -1]
        halves = np.column_stack([part[:, :-1], worth >> HALF, worth & ((1 << HALF) - 1)])
        if abs(halves).max() >= SMALL:
            halves = halves.astype(object)
        total += (halves.T @ halves).astype(object)
    # With W = H x 2^24 + L the products follow from those of the halves.
    whole = np.zeros((6, 5), dtype=object)
    whole[:4, :4] = np.eye(4, dtype=int)
    whole[4, 4], whole[5, 4] = 1 << HALF, 1
    products = whole.T @ total @ whole
    return tuple(int(products[one, other]) for one, other in PAIRS)
