"""Exact weights at any depth: counts both hands separately, and joins those without shared cards.

Most bets look at totals; some look at ranks or suits, through a *trait*, a label of one hand
alone. To weigh (cell, Player's trait, Banker's trait) we count each hand as if it were the only
one, and multiply. This also counts deals with the same physical card in both hands, which are
subtracted by inclusion and exclusion over the slots that hold the same card. At most three slots
can, so there are few terms, and each term is a product of two small tables.

Half-dealt coups and printed cards need no special case: their slots are not drawn.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product
from math import perm, prod

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import BaccaratError, BadBet, ShoeError
from baccarat.base.hints import checked
from baccarat.core.bets.bet_types import broken_trait
from baccarat.core.cards import KINDS, Card, Depth
from baccarat.core.coup import Coup, Hand, cell_index
from baccarat.core.rules import Rules
from baccarat.core.shoe import FEWEST_CARDS, Composition
from baccarat.core.tableau import STOOD
from baccarat.core.third_card import Strategy, nobody
from baccarat.core.verdict import BANKER_DRAWS, PLAYER_DRAWS, Verdicts, verdicts
from baccarat.exact.weights.constants import Ints, Numbers
from baccarat.exact.weights.plain import cards_to_come

Bools = npt.NDArray[np.bool_]
Label = str | None
HandLabel = Callable[[Hand], Label]
Weights = dict[tuple[int, Label, Label], int]
"""Weights by the index of the cell, Player's trait and Banker's trait."""

EXACT_FLOATS = 1 << 53
"""Whole numbers up to this are exact in a float, and so are their sums and products."""
EXACT_INTS = 1 << 63
MOST_PAIRS = 20_000_000
"""The most pairs of hands that a rule or the trait tells apart; more would fill the memory."""

SECONDS_TO_COUNT = 0.3
SECONDS_A_PAIR = (1.6e-6, 40e-6)
"""Measured, with sums in floats and in whole numbers; three times as long if order matters."""


def no_trait(hand: Hand) -> Label:
    """The trait of bets that do not look at cards: always None."""
    return None


@checked
def weigh_hands(
    composition: Composition,
    rules: Rules,
    trait: HandLabel = no_trait,
    decide: Strategy = nobody,
    coup: Coup | None = None,
    endless: bool = False,
    at_start: bool = False,
) -> Weights:
    """The weight of every outcome of a coup, or of the rest of a half-dealt coup, with its traits.

    A trait `at_start` sees only the first two cards of a hand.

    The weights sum to the number of orders in which the cards still to come can lie in the shoe,
    N(N - 1)… for a coup of a whole shoe, N^6 when the deck is endless and every card returns.
    """
    coup = rules.opening if coup is None else coup
    size = len(composition)
    if endless:
        to_come = FEWEST_CARDS - len(coup)
    else:
        to_come = cards_to_come(composition, rules, decide, coup)
    total = size**to_come if endless else perm(size, to_come)
    if total >= EXACT_INTS:
        raise ShoeError(f"{size} cards are too many for this bet: give fewer cards")
    number = np.float64 if total < EXACT_FLOATS else np.int64

    table = verdicts(rules.tableau, decide)
    first, after = np.array(table.first), np.array(table.after)
    shoe = _CardCounts(np.array(composition.counts), endless)
    groups = _hand_groups(composition.depth, table, trait, coup, at_start)
    hands = [[_Counted(group, shoe) for group in side] for side in groups]
    pairs = prod(max(group.columns for group in side) for side in groups)
    if pairs > MOST_PAIRS:
        raise BadBet(
            f"the bet's trait makes {pairs:,} different pairs of hands, too many for exact odds"
        )
    weights: Weights = {}
    for player, banker in product(*hands):
        ours, theirs = player.groups, banker.groups
        spare = to_come - len(ours.drawn) - len(theirs.drawn)
        if spare < 0:
            continue  # the shoe has too few cards left for such hands
        together = _join(player, banker, shoe, number)
        left = size - to_come + spare
        rest = size**spare if endless else perm(left, spare)
        legal = _is_dealt(ours, theirs, first, after)
        for key, ways in _by_label(ours, theirs, np.where(legal, together, 0)):
            weights[key] = weights.get(key, 0) + ways * rest
    return weights


def seconds_to_weigh(
    composition: Composition,
    rules: Rules,
    trait: HandLabel,
    decide: Strategy,
    coup: Coup,
    endless: bool,
    at_start: bool,
) -> float:
    """About how long `weigh_hands` takes, by the number of pairs of hands to distinguish."""
    size = len(composition)
    is_float = (size**FEWEST_CARDS if endless else perm(size, FEWEST_CARDS)) < EXACT_FLOATS
    table = verdicts(rules.tableau, decide)
    groups = _hand_groups(composition.depth, table, trait, coup, at_start)
    pairs = prod(sum(group.columns for group in side) for side in groups)
    is_symmetric = all(group.is_symmetric for side in groups for group in side)
    seconds = SECONDS_TO_COUNT + pairs * SECONDS_A_PAIR[0 if is_float else 1]
    return seconds * (1 if is_symmetric else 3)


def _hand_groups(
    depth: Depth, table: Verdicts, trait: HandLabel, coup: Coup, at_start: bool
) -> list[list["_HandGroups"]]:
    """For Player and for Banker: the groups of hands with two cards and with three."""
    given = [tuple(card.at(depth) for card in hand) for hand in (coup.player, coup.banker)]
    return [
        [
            _grouped(table, side, cards, given[side], depth, trait, at_start)
            for cards in (2, 3)
            if cards >= len(given[side])
        ]
        for side in (0, 1)
    ]


def _by_label(
    player: "_HandGroups", banker: "_HandGroups", together: Numbers
) -> Iterator[tuple[tuple[int, Label, Label], int]]:
    """Each cell combined with the traits of both hands, and the number of ways to deal it."""
    rows, columns = np.nonzero(together)
    if not len(rows):
        return
    sizes = (10, 10, len(player.labels), len(banker.labels))
    fields = player.total[rows], banker.total[columns], player.label[rows], banker.label[columns]
    keys = np.ravel_multi_index(fields, sizes)
    order = np.argsort(keys, kind="stable")
    found, starts = np.unique(keys[order], return_index=True)
    sums = np.add.reduceat(together[rows, columns].astype(np.int64)[order], starts)
    told = (one.tolist() for one in (*np.unravel_index(found, sizes), sums))
    for total, other, own, their, ways in zip(*told, strict=True):
        cell = cell_index(player.cards, banker.cards, total, other)
        yield (cell, player.labels[own], banker.labels[their]), ways


@dataclass(frozen=True, slots=True, eq=False)
class _CardCounts:
    """The number of cards of each kind in a shoe."""

    counts: Ints
    endless: bool

    def ways(self, placed: list[Ints], chosen: list[Ints]) -> Ints:
        """The number of ways to choose cards for slots after other cards have been placed."""
        ways: Ints | int = 1
        before = list(placed)
        for slot in chosen:
            left = self.counts[slot]
            if not self.endless:
                for other in before:
                    left = left - (slot == other)
            ways = ways * left
            before.append(slot)
        return np.asarray(ways)


@lru_cache(maxsize=8)
def points_of(depth: Depth) -> Ints:
    return np.array([kind.points for kind in KINDS[depth]])


@lru_cache(maxsize=16)
def _grid(kinds: int, slots: int) -> Ints:
    """Every way to put kinds of cards into slots: a row for each slot, a column for each way."""
    grid = np.indices((kinds,) * slots).reshape(slots, kinds**slots)
    grid.flags.writeable = False  # shared by all callers
    return grid


@lru_cache(maxsize=512)
def hand_labels(
    trait: HandLabel, at_start: bool, depth: Depth, given: tuple[Card, ...], cards: int
) -> tuple[Ints, tuple[Label, ...]]:
    """For every hand that begins with these cards: its trait's index; and all traits."""
    kinds = KINDS[depth]
    slots = [(card,) for card in given] + [kinds] * (cards - len(given))
    found: dict[Label, int] = {}
    looked_at = slots[:2] if at_start else slots
    try:
        hands = _few_hands(*looked_at) if len(looked_at) < 3 else map(Hand, product(*looked_at))
        numbers = [found.setdefault(trait(hand), len(found)) for hand in hands]
    except BaccaratError:
        raise
    except Exception as fault:  # a stranger's code may raise anything
        raise broken_trait(trait, fault) from fault
    rest = prod(len(slot) for slot in slots[len(looked_at) :])
    return np.repeat(np.array(numbers), rest), tuple(found)


@lru_cache(maxsize=256)
def _few_hands(*slots: tuple[Card, ...]) -> tuple[Hand, ...]:
    """Every hand of up to two cards; cached, because each bet needs them again and again."""
    return tuple(map(Hand, product(*slots)))


@lru_cache(maxsize=16)
def _grouped(
    table: Verdicts,
    side: int,
    cards: int,
    given: tuple[Card, ...],
    depth: Depth,
    trait: HandLabel,
    at_start: bool,
) -> "_HandGroups":
    """The groups of hands of Player (0) or Banker (1), which are the same for every shoe."""
    first, after = np.array(table.first), np.array(table.after)
    if side == 0:
        classes, can_draw = np.array(table.player), (first == PLAYER_DRAWS).any(1)
    else:
        classes, can_draw = np.array(table.banker), (first == BANKER_DRAWS).any(0) | after.any(1)
    return _HandGroups(cards, given, depth, (trait, at_start), classes, can_draw)


class _HandGroups:
    """All hands of two or three cards that begin with the given cards.

    An *entry* is one way to fill the drawn slots with kinds of cards. Entries that no rule and no
    trait can tell apart share a *column*.
    """

    def __init__(
        self,
        cards: int,
        given: tuple[Card, ...],
        depth: Depth,
        trait: tuple[HandLabel, bool],
        classes: Ints,
        can_draw: Bools,
    ) -> None:
        self.cards = cards
        self.drawn = tuple(range(len(given), cards))
        known = points_of(depth)
        self.kinds = len(known)
        grid = _grid(self.kinds, len(self.drawn))
        self.slot = dict(zip(self.drawn, grid, strict=True))
        """by drawn slot: the kind of its card in each entry"""
        points = [np.array([card.points]) for card in given]
        points += [known[kind] for kind in grid]
        first, second, third = (*points, np.array([STOOD]))[:3]
        start = (first + second) % 10
        behaviour = classes[10 * first + second]
        label, self.labels = hand_labels(*trait, depth, given, cards)
        fields = np.broadcast_arrays(behaviour, start, third, label)
        sizes = (len(can_draw), 10, STOOD + 1, len(self.labels))
        keys, self.column = np.unique(np.ravel_multi_index(fields, sizes), return_inverse=True)
        self.behaviour, self.start, self.third, self.label = np.unravel_index(keys, sizes)
        """by column: class in the verdict table; total of two cards; third card; trait"""
        self.has_drawn = len(given) == 3  # by any decision
        if cards == 3 and not self.has_drawn:
            self._keep(can_draw[self.behaviour])
        self.columns = len(self.label)
        self.total = (self.start + np.where(self.third == STOOD, 0, self.third)) % 10
        self.is_symmetric = self._is_symmetric()

    def _keep(self, can_be: Bools) -> None:
        """Remove the columns of hands that are never dealt."""
        self.column = np.where(can_be, np.cumsum(can_be) - 1, can_be.sum())[self.column]
        self.start, self.third = self.start[can_be], self.third[can_be]
        self.label, self.behaviour = self.label[can_be], self.behaviour[can_be]

    def _is_symmetric(self) -> bool:
        """Whether swapping the first two cards never changes the column."""
        if self.drawn[:2] != (0, 1):
            return False
        square = self.column.reshape(self.kinds, self.kinds, -1)
        return bool((square == square.transpose(1, 0, 2)).all())

    def alike(self, slots: tuple[int, ...]) -> tuple[int, ...]:
        """The slots; if the hand's first two cards may be swapped, the first equivalent slots."""
        if not self.is_symmetric or 1 not in slots:
            return slots
        if 0 not in slots:
            return tuple(0 if slot == 1 else slot for slot in slots)
        swapped = tuple({0: 1, 1: 0}.get(slot, slot) for slot in slots)
        return min(slots, swapped)


class _Counted:
    """The groups of hands of one side, and the ways to deal them from a shoe."""

    def __init__(self, groups: _HandGroups, shoe: _CardCounts) -> None:
        self.groups, self._shoe = groups, shoe
        self._tables: dict[tuple[int, ...], Numbers] = {}

    def pinned(self, slots: tuple[int, ...]) -> Numbers:
        """For each column and choice of cards for `slots`: the ways to fill the other slots."""
        if slots not in self._tables:
            groups, order = self.groups, tuple(sorted(slots))
            kinds, columns = groups.kinds, groups.columns
            placed = [groups.slot[slot] for slot in order]
            others = [groups.slot[slot] for slot in groups.drawn if slot not in slots]
            ways = np.broadcast_to(self._shoe.ways(placed, others), groups.column.shape)
            place = np.zeros_like(groups.column)
            for kind in placed:
                place = place * kinds + kind
            # The last column holds hands that are never dealt, so it is cut off.
            size, width = kinds ** len(order), columns + 1
            table = np.bincount(place * width + groups.column, ways, size * width)
            axes = table.reshape((kinds,) * len(order) + (width,))[..., :-1]
            turned = axes.transpose(*(order.index(slot) for slot in slots), len(order))
            self._tables[slots] = np.ascontiguousarray(turned).reshape(size, columns)
        return self._tables[slots]


def _join(
    player: _Counted, banker: _Counted, shoe: _CardCounts, number: type[np.generic]
) -> Numbers:
    """For each pair of columns: the ways to deal one hand of each, with no card used twice."""
    own, other = player.groups, banker.groups
    together = np.zeros((own.columns, other.columns), dtype=number)
    most = 0 if shoe.endless else min(len(own.drawn), len(other.drawn))
    for shared in range(most + 1):
        kinds = _grid(own.kinds, shared)
        ways = np.atleast_1d(shoe.ways([], list(kinds)))
        sign = (-1) ** shared
        terms = Counter(
            (own.alike(ours), other.alike(theirs))
            for ours in combinations(own.drawn, shared)
            for theirs in permutations(other.drawn, shared)
        )
        for (ours, theirs), times in terms.items():
            if shared == 3:
                term = _same_cards(own, other, theirs, ways).astype(number)
            else:
                one = (player.pinned(ours) * ways[:, None]).astype(number)
                term = one.T @ banker.pinned(theirs).astype(number)
            together += sign * times * term
    return together


def _same_cards(
    player: _HandGroups, banker: _HandGroups, theirs: tuple[int, ...], ways: Ints
) -> Numbers:
    """For each pair of columns: the ways in which both hands are the same three cards."""
    cube = banker.column.reshape((banker.kinds,) * 3).transpose(*theirs)
    shape = (player.columns + 1, banker.columns + 1)
    keys = player.column * shape[1] + cube.reshape(-1)
    return np.bincount(keys, ways, shape[0] * shape[1]).reshape(shape)[:-1, :-1]


def _is_dealt(player: _HandGroups, banker: _HandGroups, first: Ints, after: Bools) -> Bools:
    """For each pair of columns: whether the tableau can deal these two hands together."""
    fifth = first[player.behaviour[:, None], banker.behaviour]
    player_draws = (fifth == PLAYER_DRAWS) | player.has_drawn
    if player.cards == 3:
        banker_draws = after[banker.behaviour, player.third[:, None]]
    else:
        banker_draws = fifth == BANKER_DRAWS
    dealt: Bools = (player_draws == (player.cards == 3)) & (banker_draws == (banker.cards == 3))
    return dealt
