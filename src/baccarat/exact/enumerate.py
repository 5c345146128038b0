"""The plain enumeration: every way to deal a coup, counted; slow, short and obviously right."""

from collections.abc import Iterator
from math import perm

from baccarat.coup import Coup, Strategy, next_hand, nobody
from baccarat.errors import ShoeError
from baccarat.rules import STANDARD, Rules
from baccarat.shoe import FEWEST_CARDS, Composition
from baccarat.tally import Tally


def coups(
    composition: Composition,
    rules: Rules = STANDARD,
    decide: Strategy = nobody,
    coup: Coup | None = None,
) -> Iterator[tuple[Coup, int]]:
    """Every way to end a coup, and in how many orders of six cards (less those given) it happens.

    Cards are told apart as the composition tells them.
    """
    coup = rules.opening if coup is None else coup
    cards = FEWEST_CARDS - len(coup)
    if len(composition) < cards:
        raise ShoeError(f"a coup may need {cards} more cards: {len(composition)} are too few")
    spare = len(composition) - cards
    kinds = composition.kinds
    todo = [(coup, 1, composition.counts)]
    while todo:
        coup, weight, counts = todo.pop()
        side = next_hand(coup, rules.tableau, decide)
        if side is None:
            # The cards not needed may come in any order.
            left = sum(counts)
            yield coup.finish(), weight * perm(left, left - spare)
            continue
        for place, count in enumerate(counts):
            if count:
                left_over = (*counts[:place], count - 1, *counts[place + 1 :])
                todo.append((coup.receive(side, kinds[place]), weight * count, left_over))


def weigh(composition: Composition, rules: Rules = STANDARD, decide: Strategy = nobody) -> Tally:
    """The exact weight of every outcome; the weights of a whole shoe sum to N(N-1)…(N-5)."""
    dealt = coups(composition, rules, decide)
    return Tally.of((coup.outcome(), weight) for coup, weight in dealt)
