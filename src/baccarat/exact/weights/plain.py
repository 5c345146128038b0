"""The plain enumeration of every way to deal a coup: slow, short and obviously right."""

from collections.abc import Iterator
from math import perm

from baccarat.base.errors import ShoeError
from baccarat.base.hints import checked
from baccarat.core.cards import KINDS, Depth
from baccarat.core.coup import Coup
from baccarat.core.rules import STANDARD, Rules
from baccarat.core.shoe import FEWEST_CARDS, Composition
from baccarat.core.tableau import Tableau
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, next_hand, nobody


@checked
def cards_to_come(
    composition: Composition, rules: Rules, decide: Strategy = nobody, coup: Coup | None = None
) -> int:
    """The number of cards that the weights put in order: six minus the dealt cards.

    Near the end of a shoe it is the number of cards left, if no coup can run out of cards.
    """
    coup = rules.opening if coup is None else coup
    cards, size = FEWEST_CARDS - len(coup), len(composition)
    if size >= cards:
        return cards
    counts = composition.at(Depth.POINTS).counts
    needed = _needed(coup.at(Depth.POINTS), counts, rules.tableau, decide)
    if needed > size:
        more = "" if coup == rules.opening else "more "
        cards_said = "card" if needed == 1 else "cards"
        are = "is" if size == 1 else "are"
        raise ShoeError(f"a coup may need {needed} {more}{cards_said}, but only {size} {are} left")
    return size


def _needed(coup: Coup, counts: tuple[int, ...], tableau: Tableau, decide: Strategy) -> int:
    """The most cards that a coup may still need; an empty shoe may still give any card."""
    side = next_hand(coup, tableau, decide)
    if side is None:
        return 0
    most = 0
    for place, kind in enumerate(KINDS[Depth.POINTS]):
        if counts[place] or not any(counts):
            left = _less_one(counts, place) if any(counts) else counts
            most = max(most, 1 + _needed(coup.receive(side, kind), left, tableau, decide))
            if most == FEWEST_CARDS - len(coup):
                break  # no coup needs more
    return most


def _less_one(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


@checked
def coups(
    composition: Composition,
    rules: Rules = STANDARD,
    decide: Strategy = nobody,
    coup: Coup | None = None,
) -> Iterator[tuple[Coup, int]]:
    """Every way to end a coup, and the number of orders of the cards to come that lead to it.

    Cards are told apart at the depth of the composition.
    """
    coup = rules.opening if coup is None else coup
    spare = len(composition) - cards_to_come(composition, rules, decide, coup)
    kinds = composition.kinds
    todo = [(coup, 1, composition.counts)]
    while todo:
        coup, weight, counts = todo.pop()
        side = next_hand(coup, rules.tableau, decide)
        if side is None:
            # The unneeded cards may come in any order.
            left = sum(counts)
            yield coup.finish(), weight * perm(left, left - spare)
            continue
        for place, count in enumerate(counts):
            if count:
                dealt = coup.receive(side, kinds[place])
                todo.append((dealt, weight * count, _less_one(counts, place)))


@checked
def weigh(composition: Composition, rules: Rules = STANDARD, decide: Strategy = nobody) -> Tally:
    """The exact weight of every outcome; the weights of a whole shoe sum to N(N-1)…(N-5)."""
    dealt = coups(composition, rules, decide)
    return Tally.of((coup.outcome(), weight) for coup, weight in dealt)
