"""Finds the fewest cards whose removal makes a bet favourable, and proves that fewer do not.

Let t be the numbers of removed cards by points. The bet then wins q(t) ÷ n(n - 1)… on average, with

    q(t) = sum over u of a(u) C(t, u), where C(t, u) = C(t_0, u_0) C(t_1, u_1)…, |u| at most 6.

The cards of one point after the other are fixed, in every way. When R cards of other points are
left, let m be D = min(6, R) of them, drawn at random. C(m, u) has the mean C(t, u) C(D, |u|) ÷
C(R, |u|). So q(t) is the mean of b(m) = sum of a(u) C(m, u) C(R, |u|) ÷ C(D, |u|), and no more
than the largest b(m). For any slopes y it is also no more than the largest b(m) - y·m plus the
largest y·m for a mean m, in which no point has more cards than D ÷ R of the shoe's. Where the
smaller bound is below 0, nothing favours the bet; whole numbers decide what is left at the end.

A float has terms that are rounded fewer than 2^13 times. By Vandermonde's rule the |terms| sum to
at most the sum over d of max |a(u)| C(k, d), with |u| = d: `ROUNDED` of that is added to a bound.

If no removal of k cards is enough, no removal of fewer is: an expectation is the mean of the
expectations after one more unseen card has left.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb, perm

import numpy as np
import numpy.typing as npt

from baccarat.base.hints import guided, require_fields
from baccarat.base.jsonable import exact
from baccarat.core.bets import Bet
from baccarat.core.shoe import Composition
from baccarat.exact.batch.compositions import ROUNDED, Formula
from baccarat.exact.endings import Caps, formulas_of
from baccarat.exact.odds import OddsTable
from baccarat.exact.weights.constants import POINTS, powers, powers_upto

Reals = npt.NDArray[np.float64]
MOST_NUMBERS = 1 << 22
"""The most coefficients that are calculated at once."""
POINTS_OF_A_START, STARTS = 4, 8
"""A search tries all orders of this number of points, and climbs from the best starts."""


@guided
@dataclass(frozen=True, slots=True)
class FewestCards:
    """Few cards whose removal makes a bet favourable, and the number of cards proved too few."""

    bet: Bet
    removed: Composition | None
    """the removed cards; None if no removal was found"""
    expectation: Fraction | None
    """the units that the bet then wins on average"""
    proved: int
    """no removal of this number of cards, or of fewer, makes the bet favourable; -1 if unknown"""

    def __post_init__(self) -> None:
        require_fields(self)

    @property
    def cards(self) -> int | None:
        """The number of removed cards."""
        return None if self.removed is None else len(self.removed)

    @property
    def is_proved(self) -> bool:
        """Whether every smaller number of cards is proved to be too few."""
        return self.proved + 1 == self.cards or (self.removed is None and self.proved >= 0)

    def as_json(self) -> dict[str, object]:
        """The removed cards, the bet's win without these cards, and the number too few, as JSON."""
        known = {} if self.expectation is None else exact("expectation", self.expectation)
        removed = None if self.removed is None else str(self.removed)
        cards = {"cards_removed": self.cards, "removed": removed}
        proof = {"too_few": self.proved, "is_proved": self.is_proved}
        return {"bet": self.bet.key, "spelled": str(self.bet), **cards, **known, **proof}


@guided
def fewest_cards(
    bet: str | Bet,
    table: OddsTable | None = None,
    *,
    tell: Callable[[int, int], object] | None = None,
) -> FewestCards:
    """The fewest cards whose removal makes a bet on totals favourable, with an example.

    `tell` gets the number of cards that is tried, and the number of cases. After Ctrl-C the answer
    has what is known. Default: eight decks of punto banco.

    >>> fewest = fewest_cards("dragon-7")
    >>> fewest.cards, str(fewest.removed), fewest.is_proved
    (14, '8:14', True)
    """
    formulas, caps = formulas_of(bet, table)
    (known, formula), *_ = formulas.items()
    removals, proved = Removals(formula, caps), -1
    found = removals.search()
    with suppress(KeyboardInterrupt):
        while proved < (goal := sum(found or caps) - (1 if found else removals.degree)):
            # Fewer cards are proved sooner: after Ctrl-C their number is known.
            cards = next(k for k in (goal * 3 // 4, goal * 9 // 10, goal) if k > proved)
            better = removals.favourable(cards, found, tell)
            found, proved = (found, cards) if better is None else (better, proved)
    if found is None:
        return FewestCards(known, None, None, proved)
    won, total = map(int, formula.fraction([np.subtract(caps, found)])[0])
    return FewestCards(known, Composition(found), Fraction(won, total), proved)


class Removals:
    """The expectation of a bet as a polynomial in the numbers of removed cards."""

    def __init__(self, formula: Formula, caps: Caps) -> None:
        self.formula, self.caps, self.degree = formula, caps, formula.ready.cards
        self.order: tuple[int, ...] = ()
        """the points, as they are fixed"""
        self._tables: dict[tuple[int, int], tuple[Reals, Reals, Reals]] = {}

    def search(self) -> Caps | None:
        """A removal that makes the bet favourable; fewer cards may be enough."""
        low, high, found = -1, sum(self.caps) - self.degree + 1, None
        while high - low > 1:
            cards = (low + high) // 2
            if (better := self._climb(cards)) is None:
                low = cards
            else:
                high, found = cards, better
        return found

    def _climb(self, cards: int) -> Caps | None:
        """A good removal of this number of cards: several first guesses, improved card by card."""
        caps, one = np.array(self.caps), np.eye(POINTS, dtype=np.int64)
        exchanges = (one[:, None] - one).reshape(-1, POINTS)
        firsts = permutations(range(POINTS), POINTS_OF_A_START)
        orders = np.array([(*four, *sorted({*range(POINTS)} - {*four})) for four in firsts])
        upto = np.minimum(np.cumsum(caps[orders], axis=1), cards)
        starts = np.zeros_like(orders)
        np.put_along_axis(starts, orders, np.diff(upto, axis=1, prepend=0), axis=1)
        starts = np.unique(starts, axis=0)
        values = self.formula.expectation(caps - starts)
        for start in starts[np.argsort(-values)[:STARTS]]:
            row, value, last = start, -np.inf, -np.inf
            while True:
                near = row + exchanges  # among them no exchange
                near = near[((near >= 0) & (near <= caps)).all(axis=1)]
                values = self.formula.expectation(caps - near)
                row, last, value = near[values.argmax()], value, values.max()
                if self.formula.sign(caps - row[None])[0] > 0:
                    return tuple(row.tolist())
                if value <= last:
                    break
        return None

    def favourable(
        self, cards: int, near: Caps | None = None, tell: Callable[[int, int], object] | None = None
    ) -> Caps | None:
        """A removal of this number of cards that makes the bet favourable; None if there is none.

        `near` is a removal that may be near the best: its points are fixed first.
        """
        left = np.maximum(np.array(self.caps) - np.eye(POINTS, dtype=np.int64), 0)
        keys = zip(near or self.caps, self.formula.expectation(left), strict=True)
        keyed = sorted(zip(keys, range(POINTS), strict=True), reverse=True)
        if self.order != (order := tuple(points for _, points in keyed)):
            self.order, self._tables = order, {}
            self._numbers = self._coefficients()
        numbers, largest = self._numbers
        slack = ROUNDED * sum(most * comb(cards, d) for d, most in enumerate(largest))
        blocks = [(numbers[None], np.array([cards]), np.empty((1, 0), dtype=np.int64))]
        cases = 0
        while blocks:
            numbers, left, fixed = blocks.pop()
            points = POINTS - fixed.shape[1]
            most, *room = (self.caps[v] for v in self.order[-points:])
            step = max(1, MOST_NUMBERS // (numbers.shape[1] * (most + 1)))
            if len(numbers) > step:
                blocks.append((numbers[step:], left[step:], fixed[step:]))
                numbers, left, fixed = numbers[:step], left[:step], fixed[:step]
            after = left - np.arange(min(most, int(left.max())) + 1)[:, None]
            is_possible = (after >= 0) & (after <= sum(room))
            grown = self._fixed(numbers, points, len(after))
            for rest in np.unique(after[is_possible]).tolist():
                number, node = np.nonzero(is_possible & (after == rest))
                new = grown[number, node]
                cases += len(new)
                is_open = self._bounds(new, points - 1, rest) > -slack
                done = np.hstack([fixed[node], number[:, None]])[is_open]
                if not len(done):
                    continue
                if points > 2:
                    blocks.append((new[is_open], np.full(len(done), rest), done))
                    continue
                rows = np.hstack([done, np.full((len(done), 1), rest)])[:, np.argsort(self.order)]
                for row in rows[self.formula.sign(np.array(self.caps) - rows) > 0].tolist():
                    return tuple(row)
            if tell is not None:
                tell(cards, cases)
        return None

    def _coefficients(self) -> tuple[Reals, list[float]]:
        """The coefficients a(u) of the expectation (see the file's top), and the largest by |u|."""
        ready, values = self.formula.ready, self.formula.priced.values[0].tolist()
        exact: dict[tuple[int, ...], int] = {}
        for multiset, value in zip(ready.multisets.tolist(), values, strict=True):
            terms: list[tuple[tuple[int, ...], int]] = [((), value)] if value else []
            for v in self.order:
                cap, m = self.caps[v], multiset[v]
                # The differences of (cap - t)(cap - t - 1)… at t = 0.
                steps = [
                    (-1) ** u * perm(m, u) * perm(max(0, cap - u), m - u) for u in range(m + 1)
                ]
                terms = [((*u, d), x * y) for u, x in terms for d, y in enumerate(steps) if y]
            for u, x in terms:
                exact[u] = exact.get(u, 0) + x
        whole = self.formula.unit * perm(sum(self.caps), self.degree)
        found, largest = [], []
        for degree in range(self.degree + 1):
            row = [float(Fraction(exact.get(u, 0), whole)) for u in powers(POINTS, degree)]
            found += row
            largest.append(max(map(abs, row)))
        return np.array(found), largest

    def _fixed(self, numbers: Reals, points: int, most: int) -> Reals:
        """The coefficients that are left after the first point's removed cards are fixed."""
        place = {u: at for at, u in enumerate(powers_upto(points, self.degree))}
        places = [[place.get((j, *u), len(place)) for u in powers_upto(points - 1, self.degree)]
                  for j in range(self.degree + 1)]  # fmt: skip
        by_power = np.pad(numbers, ((0, 0), (0, 1)))[:, np.array(places)]
        found: Reals = np.tensordot(_binomials(most, self.degree), by_power, (1, 1))
        return found

    def _bounds(self, numbers: Reals, points: int, left: int) -> Reals:
        """For each node: an upper bound on the bet's win, whatever the other removed cards are."""
        drawn = min(self.degree, left)
        table, draws, slopes_of = self._table(points, drawn)
        sizes = [sum(u) for u in powers_upto(points, self.degree)]
        b = (numbers * [comb(left, size) for size in sizes]) @ table
        plain: Reals = b.max(axis=1, initial=-np.inf)
        if not drawn or not b.shape[1]:
            return plain
        slopes = b @ slopes_of
        caps = np.array([self.caps[v] for v in self.order[-points:]])
        best = np.argsort(-slopes, axis=1)
        filled = np.minimum(np.cumsum(caps[best] * (drawn / left), axis=1), drawn)
        shares = np.diff(filled, axis=1, prepend=0)
        level = (np.take_along_axis(slopes, best, axis=1) * shares).sum(axis=1)
        level += (b - slopes @ draws.T).max(axis=1) + ROUNDED * drawn * abs(slopes).sum(axis=1)
        smaller: Reals = np.minimum(plain, level)
        return smaller

    def _table(self, points: int, drawn: int) -> tuple[Reals, Reals, Reals]:
        """The tables with which `_bounds` bounds the bet's win; the file's top has the formula."""
        if (points, drawn) not in self._tables:
            caps = np.array([self.caps[v] for v in self.order[-points:]])
            draws = np.array(powers(points, drawn)).reshape(-1, points)
            draws = draws[(draws <= caps).all(axis=1)]
            products, ways = powers_upto(points, self.degree), _binomials(drawn + 1, self.degree)
            table = np.ones((len(products), len(draws)))
            for v, column in enumerate(np.array(products).T):
                table *= ways[draws[:, v]][:, column].T
            table /= np.array([[max(1, comb(drawn, sum(u)))] for u in products])
            fits = np.linalg.pinv(draws.astype(np.float64)).T
            self._tables[points, drawn] = table, draws.astype(np.float64), fits
        return self._tables[points, drawn]


def _binomials(most: int, degree: int) -> Reals:
    """C(n, j) by n, below `most`, and j."""
    return np.array([[comb(n, j) for j in range(degree + 1)] for n in range(most)], np.float64)
