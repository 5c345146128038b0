"""The bets that favour the guest: floats decide clear cases, exact numbers decide the others.

The products of a composition are computed once for all bets, in 32-bit floats. Such a sum is
rounded, but its error has a known bound, and only sums beyond this bound decide a sign.

A sum v has a term for each multiset: a coefficient times a product of counts. A term is rounded
fewer than 2^13 times, in any order of the sums: by at most some 6000 additions, twice when the
coefficient is computed, and in some thirty multiplications, each time by at most 2^-24 of it. So
the error of the rounded sum is at most e = 2^-11 times the sum of the |terms|. Nothing overflows:
a coefficient is 0 or from 2^-31 to 2^41, a product 0 or from 1 to 2^63.

Let L be the largest loss of a unit, in units, and T the number of orders of the cards. Then the
|terms| sum to no more than v + 2LT: each order adds its price to v and its |price| to the |terms|,
and a negative price is at most 2L below its |price|. So a rounded sum r has |r - v| <= e(v + 2LT),
and

    v > 0   gives r >= v - e(v + 2LT) > -2eLT,  so r <= -2eLT proves that v is not above 0;
    v <= 0  gives r <= v + e(v + 2LT) <= 2eLT,  so r > 2eLT proves that v is above 0.

This leaves expectations within a thousandth of 0; exact numbers decide their signs.
"""

from collections.abc import Sequence
from functools import cached_property
from math import perm

import numpy as np
import numpy.typing as npt

from baccarat.exact.batch import loops as kernels
from baccarat.exact.batch.compositions import CHUNK, Formula
from baccarat.exact.batch.loops import Columns
from baccarat.exact.weights.by_hand import EXACT_INTS
from baccarat.exact.weights.constants import Ints

OFF = 2.0**-11
"""The largest error of a rounded sum, as a share of the sum of its |terms|: `e` above."""
MOST_PRICE = 1 << 31
"""The limit of prices and units whose coefficients fit into 32-bit floats."""
SMALL = np.dtype(np.float32)


class Favour:
    """Several formulas under the same rules, evaluated together."""

    def __init__(self, formulas: Sequence[Formula]) -> None:
        self.formulas = tuple(formulas)
        self.plain = [at for at, each in enumerate(self.formulas) if _is_plain(each)]
        """the indices of the formulas that the screen can take"""

    @cached_property
    def columns(self) -> Columns:
        """A column of coefficients for each plain formula, with prices in units."""
        each = [self.formulas[at] for at in self.plain]
        values = np.concatenate([formula.priced.values / formula.unit for formula in each])
        return Columns(values, each[0].forms)

    @cached_property
    def limits(self) -> npt.NDArray[np.float64]:
        """For each formula in `plain`: the factor 2eL of its rounding error (see the top)."""
        each = [self.formulas[at] for at in self.plain]
        return np.array([2 * OFF * max(0, -min(one.prices)) / one.unit for one in each])

    def __call__(self, rows: Ints) -> npt.NDArray[np.bool_]:
        """For each row and formula: True if the exact expectation of the bet is above 0."""
        is_sure, is_near = np.zeros((2, len(self.formulas), len(rows)), np.bool_)
        for first in range(0, len(rows), CHUNK):
            part = slice(first, first + CHUNK)
            self._screen(rows[part], is_sure[:, part], is_near[:, part])
        for formula, sure, open_ in zip(self.formulas, is_sure, is_near, strict=True):
            near = np.flatnonzero(open_)
            for first in range(0, len(near), CHUNK):  # too few to start threads
                some = near[first : first + CHUNK]
                sure[some] = formula.sign(rows[some]) > 0
        return is_sure.T

    def screen(self, rows: Ints) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
        """For each row and plain formula: the rounded sum, and the limit that it must exceed."""
        about = np.empty((len(rows), len(self.plain)), SMALL)
        kernels.sums(rows, self.columns, SMALL, about)
        sizes = rows.sum(axis=1)
        orders = np.ones(len(rows))
        for card in range(self.columns.forms.cards):
            orders *= sizes - card
        return about, orders[:, None] * self.limits

    def _screen(
        self, rows: Ints, is_sure: npt.NDArray[np.bool_], is_near: npt.NDArray[np.bool_]
    ) -> None:
        """Mark, by formula and row, the surely favourable bets and the uncertain bets."""
        is_near[:] = True
        if self.plain and perm(int(rows.sum(axis=1).max()), self.columns.forms.cards) < EXACT_INTS:
            about, limits = self.screen(rows)
            is_sure[self.plain] = sure = (about > limits).T
            is_near[self.plain] = ~sure & (about > -limits).T


def _is_plain(formula: Formula) -> bool:
    """Whether the prices of the formula are small enough for the quick check with floats."""
    return max(formula.unit, *map(abs, formula.prices)) < MOST_PRICE
