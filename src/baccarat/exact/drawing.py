"""The tableau as two arrays that every exact method reads; free cells are decided here, once."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from baccarat.cards import Card
from baccarat.coup import Choice, Hand, Side, Strategy, cell_of, nobody
from baccarat.tableau import STOOD, Move, Tableau

Bools = npt.NDArray[np.bool_]


@lru_cache(maxsize=64)
def drawing(tableau: Tableau, decide: Strategy = nobody) -> tuple[Bools, Bools]:
    """Whether Player draws, by the points of both cards; and Banker, by Player's third as well.

    The last column of Banker's is for a Player who stood. A natural draws nothing.
    """
    player, banker = np.zeros((10, 10), bool), np.zeros((10, 10, STOOD + 1), bool)
    for first in range(10):
        for second in range(first + 1):
            hand = Hand((Card(second), Card(first)))
            if hand.is_natural:
                continue
            draws = _draws(Choice(Side.PLAYER, hand), tableau, decide)
            player[first, second] = player[second, first] = draws
            for third in range(STOOD + 1):
                known = None if third == STOOD else Card(third)
                draws = _draws(Choice(Side.BANKER, hand, known), tableau, decide)
                banker[first, second, third] = banker[second, first, third] = draws
    return player, banker


def _draws(choice: Choice, tableau: Tableau, decide: Strategy) -> bool:
    move = cell_of(choice, tableau)
    return decide(choice) if move is Move.FREE else move is Move.DRAW
