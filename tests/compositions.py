"""Rows for batches, whole shoes and nearly empty ones; and rules to ask about."""

import numpy as np

from baccarat import Card, Rules
from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.core.third_card import Choice
from baccarat.exact.weights.constants import Ints

PRINTED = Rules(printed=Card.parse("7x"))
PARLOR = Rules(tableau=CHEMIN_DE_FER)


def timid(choice: Choice) -> bool:
    return min(card.points for card in choice.hand) < 2


def shoes(rows: int, decks: int, seed: int = 7) -> Ints:
    """Whole decks with some or nearly all cards gone, and never fewer than six left."""
    dice = np.random.default_rng(seed)
    whole = np.array([16, *[4] * 9]) * decks
    left = dice.integers(0, whole + 1, size=(rows, 10))
    left[::3] = whole - dice.integers(0, 4, size=(len(left[::3]), 10))
    left[1::3] *= dice.integers(0, 2, size=(len(left[1::3]), 10))
    left[left.sum(axis=1) < 6, 3] += 6
    return left
