"""Exact weights for traits with few labels: weighs four cards first, then the third cards.

Most traits distinguish few third cards: many look only at the first two cards, others at points.
Then starts differ only by what a rule, a trait or a third card can see of them, so they fall into
few *columns*. Inclusion and exclusion, as in `by_hand`, counts the pairs of two columns with no
card in both; each third card is then one of the cards left.

Everything that does not depend on the counts of the cards is computed once and kept. A composition
then needs only a few sums of products of whole numbers. `by_hand` finds the same weights more
plainly, for any trait, and takes over if a trait is too fine.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import perm, prod
from typing import Any, Generic, TypeVar

import numpy as np

from baccarat.core.cards import KINDS, Card, Depth
from baccarat.core.coup import Coup, cell_index
from baccarat.core.rules import Rules
from baccarat.core.shoe import FEWEST_CARDS, Composition, coarser_places
from baccarat.core.tableau import Tableau
from baccarat.core.third_card import Strategy
from baccarat.core.verdict import BANKER_DRAWS, PLAYER_DRAWS, STAND, verdicts
from baccarat.exact.weights.by_hand import (
    EXACT_INTS,
    Bools,
    HandLabel,
    Label,
    hand_labels,
    points_of,
)
from baccarat.exact.weights.constants import Ints, Numbers
from baccarat.exact.weights.plain import cards_to_come

Labels = tuple[Label, ...]
"""The label that each view gives a hand."""
LawKey = tuple[int, Labels, Labels]
"""The index of a cell, the labels of Player's hand, and the labels of Banker's hand."""

T = TypeVar("T", bound=Hashable)
KeyJudge = Callable[[int, Labels, Labels], T]

MOST_JUDGED = 128
"""The number of bets, or sets of bets, whose results a law keeps."""
MOST_LABELS = 1500
MOST_TERMS = 1_000_000
"""With more labels, or more third cards after all pairs of starts, `by_hand` takes over."""


@dataclass(frozen=True, slots=True)
class HandView:
    """How a bet sees a hand: as one label for all cards, for the first two, or for the third."""

    depth: Depth
    trait: HandLabel
    at_start: bool = False
    is_third: bool = False


def start_weights(
    tableau: Tableau, decide: Strategy, coup: Coup, *views: HandView
) -> "StartWeights | None":
    """The weights of a coup, or of the rest of a coup, with the views' labels of both hands.

    None if the coup needs no more cards, or a trait is too fine.
    """
    depth = max(view.depth for view in views)
    return None if len(coup.banker) == 3 else _ready(tableau, decide, coup.at(depth), views)


@lru_cache(maxsize=64)
def _ready(
    tableau: Tableau, decide: Strategy, coup: Coup, views: tuple[HandView, ...]
) -> "StartWeights | None":
    try:
        return StartWeights(tableau, decide, coup, views)
    except _TooFine:
        return None


class _TooFine(Exception):
    """Raised if there are more labels or terms than this method can handle."""


class StartWeights:
    """The weight of every outcome with the labels of both hands, for any composition."""

    def __init__(
        self, tableau: Tableau, decide: Strategy, coup: Coup, views: Sequence[HandView]
    ) -> None:
        self.decide, self.coup = decide, coup
        self.depth = max(view.depth for view in views)
        table = verdicts(tableau, decide)
        first, after = np.array(table.first), np.array(table.after)
        draws = (first == PLAYER_DRAWS).any(1), (first == BANKER_DRAWS).any(0) | after.any(1)
        sides = [
            _Labelled([card.at(self.depth) for card in hand], self.depth, views, classes, can_draw)
            for hand, classes, can_draw in zip(
                (coup.player, coup.banker),
                (np.array(table.player), np.array(table.banker)),
                draws,
                strict=True,
            )
        ]
        points = points_of(self.depth)
        starts = [(array, axis) for side in sides for array, axis in side.seen()]
        alike = _alike(points, starts)
        kinds = _firsts(alike)  # from here on, one kind represents each class
        self.kinds = _Sums(alike)
        third = _alike(points, [(side.three, -1) for side in sides])[kinds]
        thirds = kinds[_firsts(third)]
        self.thirds = _Sums(third)
        player, banker = (_Columns(side, kinds, third, thirds, points) for side in sides)
        if player.size * banker.size * len(thirds) > MOST_TERMS:
            raise _TooFine
        self.starts = _Starts(player, banker, len(kinds))

        if player.cards == 3:
            answer = after[banker.behaviour, coup.player.cards[2].points]
            fifth = np.broadcast_to(
                np.where(answer, BANKER_DRAWS, STAND), (player.size, banker.size)
            )
        else:
            fifth = first[player.behaviour[:, None], banker.behaviour]
        self.reach = _Reach(player, banker, points[thirds], fifth, after)
        self.keys = self.reach.keys
        """every possible result, in the order of the weights"""
        self._judged: dict[Hashable, Judged[Any]] = {}

    def weigh(self, composition: Composition, rules: Rules, endless: bool = False) -> Numbers:
        """The weight of each key, for a composition at this depth."""
        size = len(composition)
        if endless:
            to_come = FEWEST_CARDS - len(self.coup)
        else:
            to_come = cards_to_come(composition, rules, self.decide, self.coup)
        total = size**to_come if endless else perm(size, to_come)
        # 64-bit sums may overflow in between, but the results fit: no weight exceeds the total.
        given = np.array(composition.counts, dtype=np.int64 if total < EXACT_INTS else object)
        counts = self.kinds.of(given)
        pairs = self.starts.weigh(counts, endless)
        drawn = self.starts.drawn
        # If `to_come` is too few for a third card, no coup deals it, so its weight is 0 anyway.
        spare = [max(0, to_come - cards) for cards in range(drawn, drawn + 3)]
        rest = [size**cards if endless else perm(size - to_come + cards, cards) for cards in spare]
        return self.reach.weigh(pairs, self.thirds.of(counts), rest, endless)

    def judged(self, named: Hashable, judge: KeyJudge[T]) -> "Judged[T]":
        """The judge's results for the keys, cached under this name."""
        if named not in self._judged:
            if len(self._judged) >= MOST_JUDGED:
                self._judged.clear()
            self._judged[named] = Judged(self.keys, judge)
        return self._judged[named]


class Judged(Generic[T]):
    """The results of a judge, which is called once for each key that has a weight."""

    def __init__(self, keys: Sequence[LawKey], judge: KeyJudge[T]) -> None:
        self._keys, self._judge = keys, judge
        unknown = np.full(len(keys), -1)
        self._found = unknown, list[T](), _Sums(unknown)

    def sums(self, weights: Numbers) -> dict[T, int]:
        """The weight of each result."""
        _, told, sums = self._judged(weights)
        both = zip(sums.keys.tolist(), sums.of(weights).tolist(), strict=True)
        return {told[at]: weight for at, weight in both if weight}

    def kept(self, weights: Numbers) -> Numbers:
        """The weights of the keys that the judge accepts, and 0 for all others."""
        places, told, _ = self._judged(weights)
        return np.where(np.array([*told, False], dtype=bool)[places], weights, 0)

    def _judged(self, weights: Numbers) -> "tuple[Ints, list[T], _Sums]":
        """The index of each key's result (-1 if the key has none), the results, and their sums."""
        places, told, sums = self._found
        new = np.flatnonzero((places < 0) & (weights != 0))
        if len(new):
            found = {each: at for at, each in enumerate(told)}
            judged = [self._judge(*self._keys[at]) for at in new.tolist()]
            places = places.copy()
            places[new] = [found.setdefault(each, len(found)) for each in judged]
            told, sums = list(found), _Sums(places)
            self._found = places, told, sums  # replaced at once, because other threads may read
        return places, told, sums


class _Labelled:
    """The views' labels of every hand of one side, by the kinds of its drawn cards."""

    def __init__(
        self,
        given: Sequence[Card],
        depth: Depth,
        views: Sequence[HandView],
        classes: Ints,
        can_draw: Bools,
    ) -> None:
        self.cards, self.drawn = max(2, len(given)), max(0, 2 - len(given))
        self.labels: dict[Labels, int] = {}
        points = [np.array(card.points) for card in given[:2]]
        points += np.ix_(*[points_of(depth)] * self.drawn)
        self.total = (points[0] + points[1] + sum(card.points for card in given[2:])) % 10
        self.behaviour = classes[10 * points[0] + points[1]]
        self.two = self._number(views, given, self.cards, depth)
        """by the kinds of a start's drawn cards: the labels of the hand if it stands"""
        self.three = np.zeros((*self.two.shape, 1), dtype=np.int64)
        """by the same kinds and the kind of the third card: the labels if the hand draws"""
        if self.cards == 2:
            found = self._number(views, given, 3, depth)
            self.three = np.where(can_draw[self.behaviour][..., None], found, 0)

    def _number(
        self, views: Sequence[HandView], given: Sequence[Card], cards: int, depth: Depth
    ) -> Ints:
        """For every hand with `cards` cards: the index of its labels in `self.labels`."""
        seen = [_seen(view, given, cards, depth) for view in views]
        if prod(len(labels) for _, labels in seen) > EXACT_INTS:
            raise _TooFine
        codes = np.zeros((), dtype=np.int64)
        for numbers, labels in seen:
            codes = codes * len(labels) + numbers
        found, places = np.unique(codes, return_inverse=True)
        if len(found) > MOST_LABELS:
            raise _TooFine
        digits = np.unravel_index(found, [len(labels) for _, labels in seen])
        told = [
            tuple(labels[at] for (_, labels), at in zip(seen, row, strict=True))
            for row in zip(*digits, strict=True)
        ]
        known = [self.labels.setdefault(labels, len(self.labels)) for labels in told]
        return np.array(known)[places].reshape(codes.shape)

    def seen(self) -> Iterable[tuple[Ints, int]]:
        """Each table of labels with each of its axes (an axis is one drawn card)."""
        return ((array, axis) for array in (self.two, self.three) for axis in range(array.ndim))


def _seen(
    view: HandView, given: Sequence[Card], cards: int, depth: Depth
) -> tuple[Ints, tuple[Label, ...]]:
    """For the kinds of the drawn cards: the index of the view's label; and the list of labels."""
    if view.is_third:
        return _third_seen(view, given, cards, depth)
    shown = 2 if view.at_start else cards
    begun = tuple(card.at(view.depth) for card in given[:shown])
    numbers, labels = hand_labels(view.trait, False, view.depth, begun, shown)
    slots = shown - len(begun)
    table = numbers.reshape((len(KINDS[view.depth]),) * slots)
    lifted = np.asarray(table[np.ix_(*[coarser_places(depth, view.depth)] * slots)])
    is_hidden = cards > max(shown, len(given))
    return (lifted[..., None] if is_hidden else lifted), labels


def _third_seen(
    view: HandView, given: Sequence[Card], cards: int, depth: Depth
) -> tuple[Ints, tuple[Label, ...]]:
    """The result of `_seen` for a view that sees the third card only."""
    third = tuple(card.at(view.depth) for card in given[2:])
    numbers, labels = hand_labels(view.trait, False, view.depth, third, cards - 2)
    is_drawn = cards - 2 > len(third)
    lifted = numbers[list(coarser_places(depth, view.depth))] if is_drawn else numbers[0]
    start = (len(KINDS[depth]),) * max(0, 2 - len(given))
    return np.broadcast_to(lifted, start + np.shape(lifted)), labels


def _alike(points: Ints, seen: Iterable[tuple[Ints, int]]) -> Ints:
    """For each kind of card: its class; kinds with the same points and labels share a class."""
    told = [points[:, None]]
    for array, axis in seen:
        if array.shape[axis] > 1:
            told.append(np.moveaxis(array, axis, 0).reshape(len(points), -1))
    return _distinct(np.hstack(told))[1]


def _distinct(rows: Ints) -> tuple[Ints, Ints]:
    """The distinct rows in order of appearance, and the index of each row among them."""
    whole = np.ascontiguousarray(rows)
    keys = whole.view(np.dtype((np.void, whole.strides[0]))).ravel().tolist()
    found: dict[Hashable, int] = {}
    places = np.array([found.setdefault(key, len(found)) for key in keys])
    return rows[_firsts(places)], places


def _firsts(classes: Ints) -> Ints:
    """For each class: the index of its first member."""
    return np.unique(classes, return_index=True)[1]


class _Sums:
    """Adds up the entries that share a key."""

    def __init__(self, keys: Ints) -> None:
        self.groups, (self._order,) = _arranged(keys, np.arange(len(keys)))
        self.keys = self.groups.keys

    def of(self, values: Numbers) -> Numbers:
        """For each key: the sum of its entries."""
        return self.groups.sums(values[self._order])


class _Groups:
    """Entries grouped by key, in the order of their keys."""

    def __init__(self, keys: Ints) -> None:
        self.keys, self._starts = np.unique(keys, return_index=True)

    def sums(self, values: Numbers) -> Numbers:
        """For each key: the sum of its entries."""
        sums: Numbers = np.add.reduceat(values, self._starts) if len(values) else values
        return sums


def _arranged(keys: Ints, *entries: Numbers) -> tuple[_Groups, list[Numbers]]:
    """Two values: the groups of equal keys, and the entries, sorted by their keys."""
    order = np.argsort(keys, kind="stable")
    return _Groups(keys[order]), [each[order] for each in entries]


class _Columns:
    """The first two cards of one side, in groups (columns) that lead to the same results."""

    def __init__(
        self, side: _Labelled, kinds: Ints, third: Ints, thirds: Ints, points: Ints
    ) -> None:
        self.cards, self.drawn = side.cards, side.drawn
        self.labels = list(side.labels)
        picked = np.ix_(*[kinds] * side.drawn)
        last = thirds if side.three.shape[-1] > 1 else np.zeros_like(thirds)
        shape = (len(kinds),) * side.drawn
        start = side.three[picked] if side.drawn else side.three
        three = start[..., last].reshape(-1, len(thirds))
        used = np.zeros((*shape, len(thirds)), dtype=np.int64)
        for axis in range(side.drawn):
            one = np.eye(len(thirds), dtype=np.int64)[third]
            used += one.reshape(
                (1,) * axis + (len(kinds),) + (1,) * (side.drawn - 1 - axis) + (-1,)
            )
        plain = [
            np.broadcast_to(np.asarray(table[picked] if side.drawn else table), shape).reshape(
                -1, 1
            )
            for table in (side.behaviour, side.total, side.two)
        ]
        told = np.hstack([*plain, used.reshape(-1, len(thirds)), three])
        columns, entry = _distinct(told)
        self.entry = entry.reshape(shape)
        """by the kinds of the drawn cards: the column"""
        self.size = len(columns)
        self.behaviour, self.total, self.two = columns[:, 0], columns[:, 1], columns[:, 2]
        """by column: its class in the verdict table, its total, its labels"""
        self.used, self.three = np.hsplit(columns[:, 3:], 2)
        """by column and class of a third card: the number of such cards in the start; and the
        labels of the hand with such a third card
        """


class _Starts:
    """The number of ways to deal each pair of columns, with no card in both hands."""

    def __init__(self, player: _Columns, banker: _Columns, kinds: int) -> None:
        self.drawn = player.drawn + banker.drawn
        self._sides = [_Pinned(side, kinds) for side in (player, banker)]
        ours, theirs = self._sides
        # One card in both hands.
        own, other = np.nonzero(ours.kind[:, None] == theirs.kind)
        keys = ours.column[own] * banker.size + theirs.column[other]
        self._once, self._alike = _arranged(keys, ours.kind[own], own, other)
        # Both cards in both hands, in either order.
        self._has_twice = player.drawn == banker.drawn == 2
        if self._has_twice:
            one, two = (np.tile(card, 2) for card in np.indices((kinds, kinds)).reshape(2, -1))
            same = [player.entry * banker.size + entry for entry in (banker.entry, banker.entry.T)]
            keys = np.concatenate([each.ravel() for each in same])
            self._twice, self._both = _arranged(keys, one, two, (one == two).astype(np.int8))

    def weigh(self, counts: Numbers, endless: bool) -> Numbers:
        """For each pair of columns: the ways to deal both two-card hands."""
        pinned = [side.weigh(counts, endless) for side in self._sides]
        whole = [
            side.whole(pinned, counts) for side, pinned in zip(self._sides, pinned, strict=True)
        ]
        pairs: Numbers = np.multiply.outer(*whole).ravel()
        if endless:
            return pairs
        kind, own, other = self._alike
        once = counts[kind] * pinned[0][own] * pinned[1][other]
        pairs[self._once.keys] -= self._once.sums(once)
        if self._has_twice:
            one, two, is_same = self._both
            pairs[self._twice.keys] += self._twice.sums(counts[one] * (counts[two] - is_same))
        return pairs


class _Pinned:
    """The two-card hands of one side that hold a certain card, in any slot."""

    def __init__(self, side: _Columns, kinds: int) -> None:
        self._drawn, self._columns = side.drawn, side.size
        if side.drawn == 2:
            card, beside = (np.tile(card, 2) for card in np.indices((kinds, kinds)).reshape(2, -1))
            column = np.concatenate([side.entry.ravel(), side.entry.T.ravel()])
        else:
            card = beside = np.arange(kinds * side.drawn)
            column = side.entry.reshape(-1)[: len(card)]
        is_same = (card == beside).astype(np.int8)
        self._groups, self._left = _arranged(card * side.size + column, beside, is_same)
        self.kind, self.column = np.divmod(self._groups.keys, side.size)
        """by entry: the kind of the card, and the column"""
        self._by_column = _Sums(self.column)

    def weigh(self, counts: Numbers, endless: bool) -> Numbers:
        """For each two cards, one of them given: the ways to deal the other; 1 if none is drawn."""
        if self._drawn < 2:
            return np.ones_like(counts, shape=len(self.kind))
        beside, is_same = self._left
        left = counts[beside]
        return self._groups.sums(left if endless else left - is_same)

    def whole(self, pinned: Numbers, counts: Numbers) -> Numbers:
        """For each column: the ways to deal one of its two-card hands."""
        if not self._drawn:
            return np.ones_like(counts, shape=self._columns)
        # Each start of two cards is counted once for each of them.
        return self._by_column.of(counts[self.kind] * pinned) // self._drawn


class _Third:
    """Pairs of columns with one third card, sorted by their results."""

    def __init__(self, keys: Ints, pair: Ints, card: Ints, used: Ints) -> None:
        self.groups, self._entries = _arranged(keys, pair, card, used.astype(np.int8))
        self.keys = self.groups.keys

    def weigh(self, pairs: Numbers, thirds: Numbers, endless: bool) -> Numbers:
        """For each entry: the ways to deal both hands so far."""
        pair, card, used = self._entries
        left = thirds[card]
        ways: Numbers = pairs[pair] * (left if endless else left - used)
        return ways


class _Reach:
    """The results of each pair of columns, after the tableau has dealt the third cards."""

    def __init__(
        self, player: _Columns, banker: _Columns, points: Ints, fifth: Ints, after: Bools
    ) -> None:
        thirds = len(points)
        labels = len(player.labels), len(banker.labels)

        def keys(cards: tuple[int, int], totals: tuple[Ints, Ints], own: Ints, other: Ints) -> Ints:
            cell = cell_index(*cards, *totals)  # type: ignore[arg-type]  # arrays of totals
            return (cell * labels[0] + own) * labels[1] + other

        # Neither hand draws.
        own, other = np.nonzero(fifth == STAND)
        totals = player.total[own], banker.total[other]
        end = keys((player.cards, 2), totals, player.two[own], banker.two[other])
        self._stand, (self._standing,) = _arranged(end, own * banker.size + other)

        # Only Banker draws.
        own, other, card = _each(fifth == BANKER_DRAWS, thirds)
        totals = player.total[own], (banker.total[other] + points[card]) % 10
        end = keys((player.cards, 3), totals, player.two[own], banker.three[other, card])
        used = player.used[own, card] + banker.used[other, card]
        self._alone = _Third(end, own * banker.size + other, card, used)

        # Player draws, and Banker stands.
        drawn = _each(fifth == PLAYER_DRAWS, thirds)
        has_answer = after[banker.behaviour[drawn[1]], points[drawn[2]]]
        own, other, card = (each[~has_answer] for each in drawn)
        totals = (player.total[own] + points[card]) % 10, banker.total[other]
        end = keys((3, 2), totals, player.three[own, card], banker.two[other])
        used = player.used[own, card] + banker.used[other, card]
        self._one = _Third(end, own * banker.size + other, card, used)

        # Both draw: first group the pairs that continue in the same way, then add Banker's card.
        own, other, card = (each[has_answer] for each in drawn)
        told = np.column_stack([banker.total, banker.three])
        states, state = _distinct(told)
        total = (player.total[own] + points[card]) % 10
        sizes = (labels[0], 10, len(states), thirds)
        alike = np.ravel_multi_index((player.three[own, card], total, state[other], card), sizes)
        used = player.used[own] + banker.used[other]
        self._both = _Third(
            alike, own * banker.size + other, card, used[np.arange(len(card)), card]
        )
        groups = self._both.keys
        _, (group, order) = _arranged(alike, np.searchsorted(groups, alike), np.arange(len(alike)))
        entry, last = np.nonzero(used[order])
        many = used[order][entry, last].astype(np.int8)
        self._gone, self._taken = _arranged(group[entry] * thirds + last, entry, many)
        label, total, at, card = np.unravel_index(groups, sizes)
        totals = total[:, None], (states[at, :1] + points) % 10
        self._last = _Sums(keys((3, 3), totals, label[:, None], states[at, 1:]).ravel())
        self._is_again = card[:, None] == np.arange(thirds)

        ends = [self._stand.keys, self._alone.keys, self._one.keys, self._last.keys]
        cells, rest = np.divmod(np.concatenate(ends), labels[0] * labels[1])
        self.keys: tuple[LawKey, ...] = tuple(
            (cell, player.labels[label // labels[1]], banker.labels[label % labels[1]])
            for cell, label in zip(cells.tolist(), rest.tolist(), strict=True)
        )
        """every possible result, in the order of the weights"""

    def weigh(self, pairs: Numbers, thirds: Numbers, rest: Sequence[int], endless: bool) -> Numbers:
        """The weight of each key; `rest` holds the ways to order the cards that no hand takes."""
        stand = self._stand.sums(pairs[self._standing]) * rest[0]
        alone, one = (
            part.groups.sums(part.weigh(pairs, thirds, endless)) * rest[1]
            for part in (self._alone, self._one)
        )
        ways = self._both.weigh(pairs, thirds, endless)
        before = self._both.groups.sums(ways)[:, None]
        both = before * thirds
        if not endless:
            entry, many = self._taken
            both -= before * self._is_again
            both.reshape(-1)[self._gone.keys] -= self._gone.sums(ways[entry] * many)
        return np.concatenate([stand, alone, one, self._last.of(both.reshape(-1)) * rest[2]])


def _each(pairs: Bools, thirds: int) -> tuple[Ints, Ints, Ints]:
    """Every pair of columns marked in `pairs`, with every third card."""
    own, other = np.nonzero(pairs)
    cards = np.tile(np.arange(thirds), len(own))
    return np.repeat(own, thirds), np.repeat(other, thirds), cards
