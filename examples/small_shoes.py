"""The cut-card effect of small shoes, enumerated: `python examples/small_shoes.py [HALF_DECKS]`.

A small shoe has cards of five values. Every composition that it may reach has a chance; the coups
dealt from it are added up, in floats and without a subtraction until the end. Beside it stands the
formula for large shoes, which shares nothing with this but the rules of a coup.
"""

import sys
from collections import Counter
from itertools import product
from math import perm

import numpy as np

import baccarat as bac
from baccarat.core.third_card import play
from baccarat.exact.cut_card import by_event, by_formula

VALUES = {0: 8, 4: 6, 5: 4, 7: 4, 9: 4}
"""How many cards of each value half a deck has."""
Hands = dict[tuple[int, ...], Counter[int]]


def hands_of(values: list[int]) -> Hands:
    """By the number of cards of each value that a coup takes: the orders that end in each cell."""
    hands: Hands = {}
    cards = [bac.Card(value) for value in values]
    coups = {play(six) for six in product(cards, repeat=6)}
    for coup in coups:
        used = tuple(sum(card.points == value for card in coup.cards) for value in values)
        hands.setdefault(used, Counter())[coup.outcome().index] += 1
    return hands


def whole_shoes(cards: bac.Composition, rules: bac.Rules) -> list[float]:
    """By cell: the mean number of coups of a shoe that end there."""
    counts = {
        kind.points: count for kind, count in zip(cards.kinds, cards.counts, strict=True) if count
    }
    hands = hands_of(list(counts))
    if not rules.burn:
        return dealt(list(counts.values()), 0, rules, hands)
    cells = np.zeros(400)
    for at, (value, count) in enumerate(counts.items()):
        left = [number - (place == at) for place, number in enumerate(counts.values())]
        cells += count / len(cards) * np.array(dealt(left, value or 10, rules, hands))
    return cells.tolist()


def dealt(counts: list[int], burned: int, rules: bac.Rules, hands: Hands) -> list[float]:
    """`whole_shoes` after the burn; nobody sees burned cards, so they may lie behind all others."""
    shape, rule = tuple(count + 1 for count in counts), rules.last_coup
    states = np.indices(shape).reshape(len(counts), -1)
    sizes = states.sum(axis=0)
    falling = np.array([[perm(many, few) for many in range(max(shape))] for few in range(7)])
    # By the coups that are sure to come, and last while the cut card is not out: each state's
    # chance.
    is_open = max(rule.before, rule.inside) + 1
    chances = np.zeros((is_open + 1, len(sizes)))
    chances[is_open, -1] = 1
    cells = [0.0] * 400
    for size in range(sum(counts), 5 + burned, -1):
        level = np.flatnonzero(sizes == size)
        for sure in range(1, is_open + 1):
            here = level[chances[sure, level] > 0]
            for used, ends in hands.items() if len(here) else ():
                length = sum(used)
                flow = chances[sure, here] / perm(size, length)
                for value, few in enumerate(used):
                    flow = flow * falling[few, states[value, here]]
                total = float(flow.sum())
                for cell, orders in ends.items():
                    cells[cell] += orders * total
                after, left = sure - 1, size - burned
                if sure == is_open:
                    inside = rule.before if left == rules.cut_card else rule.inside
                    after = inside if left - length < rules.cut_card else is_open
                come = flow > 0
                back = int(np.ravel_multi_index(used, shape)) if come.any() else 0
                chances[after, here[come] - back] += sum(ends.values()) * flow[come]
    return cells


def shifts_of(cells: list[float], cards: bac.Composition) -> dict[str, float]:
    """By event: its share of these coups, less its chance in a fresh shoe."""
    fresh, whole = bac.odds(cards).tally, by_event(cells)
    exact = by_event(fresh.cells)
    return {name: whole[name] / sum(cells) - exact[name] / fresh.total for name in whole}


def half_decks(many: int) -> bac.Composition:
    spelled = " ".join(f"{value}:{many * count}" for value, count in VALUES.items())
    return bac.Composition.parse(spelled)


def main(halves: list[int]) -> None:
    rules = bac.Rules(burn=False, cut_card=7)
    for cards in map(half_decks, halves):
        cells = whole_shoes(cards, rules)
        shifts, formula = shifts_of(cells, cards), by_formula(cards, rules)
        print(f"{len(cards)} cards: {sum(cells):.4f} coups, by the formula {formula.coups:.4f}")
        for name, shift in shifts.items():
            told = f"{1e6 * shift:+9.2f} in a million, by the formula"
            print(f"  {name:10} {told} {1e6 * formula.events[name]:+9.2f}")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [1, 2])
