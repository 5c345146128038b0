"""Games of chemin de fer with made-up payoffs, for tests of its solvers and checkers."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from forging import FREE

from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.theory.chemin.payoffs import Payoffs, payoffs


def made_up(win: Sequence[int], lose: Sequence[int], size: int) -> Payoffs:
    """A game with any weights of wins and losses; no cards are behind it.

    The ponte has `size` - 1 decisions. Each decision of the banquier takes two lines of `size`
    weights, to stand and to draw.
    """

    def cells(numbers: Sequence[int]) -> Any:
        lines = [tuple(numbers[k : k + size]) for k in range(0, len(numbers), size)]
        return tuple(zip(lines[::2], lines[1::2], strict=True))

    real, won = payoffs("B1", 1, tableau=FREE), cells(win)
    return replace(
        real,
        ponte=real.ponte[: size - 1],
        banquier=real.banquier[: len(won)],
        fixed=(0, 0),
        win=won,
        lose=cells(lose),
    )


def turning_at(root: Fraction) -> Payoffs:
    """A game whose ponte draws with (1 - a)/2, and whose second cell turns at a rational root.

    Drawing there gains 20(1 - root) - 40x.
    """
    constant = 20 * (1 - root)
    assert constant.denominator == 1
    game = made_up([0, -200, 0, 200, 0, 0, -int(constant), 40], [0, 0, 200, 0, *[0] * 4], 2)
    return replace(game, tableau=CHEMIN_DE_FER)
