"""Each side's gain from drawing in the casino game, linear in the other side's probabilities.

    CasinoGame(payoffs, bound)
    .sets, .cells                    the free decisions of ponte and of banquier
    .brings[i]                       what drawing on set i brings the ponte: a line in y
    .gains(alpha)[j]                 what drawing in cell j gains the banquier: a line in x
    .idle                            decisions that change nothing, set aside

A Banker win pays the banquier one less the commission. The ponte does not pay the commission, so
his lines do not contain it; the banquier's lines are linear in it. All weights are those of the
payoffs, not divided by their total.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from flint import fmpq

from baccarat.base.errors import BadText
from baccarat.theory.chemin.payoffs import DRAW, STAND, Payoffs, net_lines
from baccarat.theory.numbers import rational, read_exact

MOST_COMMISSION = Fraction(1, 10)
NOTHING = fmpq(0)
ExactLine = list[fmpq]
"""A line: a constant, then the slope of each of the other side's free decisions."""


class CasinoGame:
    """A casino game without bound decisions, and without idle decisions, which change no result."""

    def __init__(self, payoffs: Payoffs, bound: Mapping[str, Fraction]) -> None:
        self.payoffs = payoffs
        self.idle = tuple(name for name in _idle(payoffs) if name not in bound)
        self.settled = {**bound, **dict.fromkeys(self.idle, Fraction(0))}
        self.sets = tuple(name for name in payoffs.ponte if name not in self.settled)
        self.cells = tuple(cell for cell in payoffs.banquier if cell not in self.settled)
        free = [1 + k for k, name in enumerate(payoffs.ponte) if name in self.sets]
        fixed = [
            (1 + k, rational(self.settled[name]))
            for k, name in enumerate(payoffs.ponte)
            if name in self.settled
        ]

        def settle(line: Sequence[int]) -> ExactLine:
            constant = sum((draws * line[k] for k, draws in fixed), start=fmpq(line[0]))
            return [constant, *(fmpq(line[k]) for k in free)]

        def raised(end: Sequence[Sequence[Sequence[int]]]) -> list[ExactLine]:
            cells = zip(payoffs.banquier, end, strict=True)
            pairs = (zip(*lines, strict=True) for cell, lines in cells if cell not in self.settled)
            return [settle([drawn - stood for stood, drawn in pair]) for pair in pairs]

        self.wins, self.losses = raised(payoffs.win), raised(payoffs.lose)
        """by free cell: by how much drawing there raises Player's wins, and losses: a line in x"""
        still, gains = net_lines(payoffs)
        drawn = [(gains[c], rational(p)) for c, p in self.settled.items() if c in gains]
        self.brings = [
            [
                sum((draws * gain[k] for gain, draws in drawn), start=fmpq(still[k])),
                *(fmpq(gains[cell][k]) for cell in self.cells),
            ]
            for k in free
        ]

    def gains(self, alpha: Fraction) -> list[ExactLine]:
        """The banquier's gain from drawing in each cell at a commission, as a linear function."""
        keeps = rational(1 - alpha)
        return [
            [keeps * lost - won for won, lost in zip(wins, losses, strict=True)]
            for wins, losses in zip(self.wins, self.losses, strict=True)
        ]


def require_commission(given: Fraction | int | str) -> Fraction:
    """Read a commission as a fraction from 0 to 1/10; text such as `5%` is allowed."""
    wanted = f"a commission from 0 to {MOST_COMMISSION}, e.g. '5%'"
    alpha = read_exact(given, wanted) if isinstance(given, str) else Fraction(given)
    if not 0 <= alpha <= MOST_COMMISSION:
        raise BadText(f"a commission must be a fraction from 0 to {MOST_COMMISSION}, not {alpha}")
    return alpha


def _idle(payoffs: Payoffs) -> list[str]:
    """Decisions that change no win and no loss, mostly because no coup reaches them."""
    lines = [line for end in (payoffs.win, payoffs.lose) for cell in end for line in cell]
    idle = [name for k, name in enumerate(payoffs.ponte) if not any(line[1 + k] for line in lines)]
    ends = zip(payoffs.banquier, payoffs.win, payoffs.lose, strict=True)
    return idle + [
        cell for cell, win, lose in ends if win[DRAW] == win[STAND] and lose[DRAW] == lose[STAND]
    ]
