"""The coalition's solution for every division of the stakes at once.

    solve_all_stakes(decks=6) -> AllStakes                   with a certificate of all pieces
    coalition_pieces(payoffs) -> tuple[StakesPiece, ...]     1/2 < θ < 1, piece by piece
    independent_stakes(pieces) -> tuple[Stakes, ...]         where independence costs nothing

On a piece the same corners are mixed and the same cells are tied. So the indifference equations
give both strategies as quotients of polynomials in θ. The solution holds while no chance leaves its
bounds and no choice changes sides, that is, while certain polynomials stay positive. Their nearest
roots end the piece. A stake of θ and one of 1 − θ are mirror images.
"""

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from baccarat.base.errors import BaccaratError
from baccarat.base.hints import checked
from baccarat.base.jsonable import decked
from baccarat.core.shoe import Composition
from baccarat.theory.as_json import algebraic_json
from baccarat.theory.banque.check_pieces import KIND
from baccarat.theory.banque.payoffs import CORNERS, BanquePayoffs, line
from baccarat.theory.banque.saddle import Saddle, solve_rows
from baccarat.theory.banque.solver import Alone, after_naturals, payoffs_of
from baccarat.theory.decks import decks_in
from baccarat.theory.numbers import (
    Algebraic,
    between,
    rational,
    real_roots,
    sign_at,
    vanishes,
)
from baccarat.theory.polynomials import Poly, cramer, determinant, freeze_polynomials

HALF, ONE = Fraction(1, 2), Fraction(1)
NEAR, CLOSE = Fraction(1, 10**6), Fraction(1, 10**15)
"""The widths to which roots are enclosed when they are found, and in a certificate."""


@dataclass(frozen=True, slots=True)
class StakesPiece:
    """An interval of stakes in which the same polynomials give the coalition's only solution."""

    low: Algebraic
    high: Algebraic
    tied: tuple[str, ...]
    """the cells in which the banquier mixes"""
    corners: tuple[Poly, Poly, Poly, Poly]
    """how often the coalition plays SS, SD, DS, DD, up to a common factor"""
    draws: tuple[tuple[Poly, Poly], ...]
    """numerator and denominator of the chance to draw in each tied cell"""
    value: tuple[Poly, Poly]
    """numerator and denominator of the value, without the coups that have a natural"""
    turns: tuple[tuple[int, int], tuple[int, int]]
    """what ends the piece below and above, as two counts. The first counts the banquier's chances
    and unplayed corners that reach their bound; there the coalition's mixture may jump. The second
    counts the played corners and sure cells that reach theirs; there it does not jump"""

    def __post_init__(self) -> None:
        freeze_polynomials(self, "corners", "draws", "value")

    @property
    def mixed(self) -> tuple[str, ...]:
        """The choices among SS, SD, DS and DD that the coalition plays."""
        return tuple(name for name, poly in zip(CORNERS, self.corners, strict=True) if poly)

    @property
    def correlation(self) -> Poly:
        """SS · DD − SD · DS, which is zero when the two choices are independent."""
        ss, sd, ds, dd = self.corners
        return ss * dd - sd * ds


@dataclass(frozen=True, slots=True)
class Stakes:
    """All stakes θ from `low` to `high`, both included; a single θ if they are equal."""

    low: Algebraic
    high: Algebraic

    @property
    def is_point(self) -> bool:
        """Whether this is a single θ."""
        return self.low == self.high

    def __str__(self) -> str:
        return str(self.low) if self.is_point else f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True, repr=False)
class AllStakes:
    """The coalition's solution at every stake from 1/2 to 1, and the cards of the shoe."""

    payoffs: BanquePayoffs
    after: tuple[Alone, Alone]
    fixed: Fraction
    """the value of all coups with a natural"""
    pieces: tuple[StakesPiece, ...]

    def __repr__(self) -> str:
        return f"<banque at every stake: {len(self.pieces)} pieces>"

    def certificate(self) -> dict[str, Any]:
        """The certificate that `check_pieces` reads, made of text, lists and dictionaries."""
        told = self.as_json()
        return {
            "certificate": KIND,
            "counts": list(self.payoffs.counts),
            "endless": self.payoffs.endless,
            "after": [one.certificate() for one in self.after],
            "ends": [end.get("theta") or end["theta_root"] for end in told["ends"]],
            "pieces": told["pieces"],
        }

    def as_json(self) -> dict[str, Any]:
        """The solution as JSON for programs; polynomials with the constant first."""
        shoe = Composition(self.payoffs.counts)
        ends = [*(piece.low for piece in self.pieces), self.pieces[-1].high]
        return {
            "game": "banque",
            **decked(decks_in(shoe), self.payoffs.endless),
            "unseen": str(shoe),
            "method": "exact",
            "ends": [algebraic_json("theta", end.refined(CLOSE)) for end in ends],
            "pieces": list(map(self._piece, self.pieces)),
        }

    def _piece(self, piece: StakesPiece) -> dict[str, Any]:
        """The polynomials of a piece as JSON; the strategies are given up to a common factor."""
        value, below = piece.value
        corners = zip(CORNERS, piece.corners, strict=True)
        cells = zip(piece.tied, piece.draws, strict=True)
        return {
            "mixture_polynomials": {name: _written(poly) for name, poly in corners if poly},
            "banquier_polynomials": {cell: _written(above) for cell, (above, _) in cells},
            "denominator": _written(below),
            "value_polynomial": _written(value / self.payoffs.total + below * rational(self.fixed)),
        }


def _written(poly: Poly) -> list[str]:
    return [str(part) for part in poly.coeffs()]


@checked
def solve_all_stakes(
    decks: int | None = None, *, composition: Composition | str | None = None
) -> AllStakes:
    """Solve the coalition's game for every stake, from an endless deck, a shoe or a composition."""
    game = payoffs_of(decks, composition)
    return AllStakes(game, *after_naturals(game), coalition_pieces(game))


@checked
def coalition_pieces(payoffs: BanquePayoffs) -> tuple[StakesPiece, ...]:
    """Every piece between θ = 1/2 and θ = 1; the solution is unique inside each."""
    game = _StakedGame(payoffs)
    return tuple(game.between(Algebraic.of(HALF), Algebraic.of(ONE)))


class _StakedGame:
    def __init__(self, payoffs: BanquePayoffs) -> None:
        self.stands = line(*payoffs.stands)
        self.draws = {}
        for cell, change in payoffs.draws.items():
            gains = line(*change)
            ends = [gain(rational(theta)) for gain in gains for theta in (HALF, ONE)]
            if max(ends) < 0:  # he draws here for all stakes and all choices of the coalition
                self.stands = tuple(map(operator.add, self.stands, gains))
            elif min(ends) <= 0:
                self.draws[cell] = gains

    def between(self, low: Algebraic, high: Algebraic) -> Iterable[StakesPiece]:
        piece = self._inside(low, high)
        if low < piece.low:
            yield from self.between(low, piece.low)
        yield piece
        if piece.high < high:
            yield from self.between(piece.high, high)

    def _inside(self, low: Algebraic, high: Algebraic) -> StakesPiece:
        """Any piece that holds for a stake between `low` and `high`."""
        left, right = between(low, high)
        for part in (Fraction(1, 2), Fraction(5, 13), Fraction(12, 17), Fraction(7, 29)):
            theta = left + part * (right - left)
            if piece := self._around(theta, self._solve(theta), low, high):
                return piece
        raise BaccaratError(
            f"no single solution found at stakes from {low} to {high}: solve one stake at a time"
        )

    def _solve(self, theta: Fraction) -> Saddle:
        at = rational(theta)
        return solve_rows(
            [poly(at) for poly in self.stands],
            {cell: [poly(at) for poly in change] for cell, change in self.draws.items()},
        )

    def _around(
        self, theta: Fraction, saddle: Saddle, low: Algebraic, high: Algebraic
    ) -> StakesPiece | None:
        """The piece around a solution; None if the solution is degenerate."""
        at = rational(theta)
        played = [row for row, part in enumerate(saddle.rows) if part > 0]
        tied = [cell for cell, part in saddle.cells.items() if 0 < part < 1]
        if len(played) != len(tied) + 1:
            return None
        matrix = [[self.draws[cell][row] for row in played] for cell in tied]
        parts = [
            (-1) ** column
            * determinant([[*row[:column], *row[column + 1 :]] for row in matrix], Poly(1))
            for column in range(len(played))
        ]
        if sum(parts, Poly(0))(at) < 0:
            parts = [-part for part in parts]
        corners = [Poly(0)] * 4
        for row, part in zip(played, parts, strict=True):
            corners[row] = part
        sure = list(self.stands)
        for cell, part in saddle.cells.items():
            if part == 1:
                sure = [pay + change for pay, change in zip(sure, self.draws[cell], strict=True)]
        # The unknowns: the chances in the tied cells, and the value.
        lines = [[sure[k], *(self.draws[cell][k] for cell in tied), Poly(-1)] for k in played]
        above, below = cramer(lines, Poly(1))
        # `below` is the sum of the corners, perhaps negated: it vanishes with all of them.
        if below(at) < 0:
            below, above = -below, [-poly for poly in above]
        *draws, value = above
        hinges = [*draws, *(below - poly for poly in draws)]
        for row in range(4):
            if row not in played:
                pays = sum(
                    (self.draws[cell][row] * poly for cell, poly in zip(tied, draws, strict=True)),
                    sure[row] * below,
                )
                hinges.append(value - pays)
        others = list(parts)
        for cell, change in self.draws.items():
            if cell not in tied:
                gain = sum((x * y for x, y in zip(corners, change, strict=True)), Poly(0))
                others.append(-gain if saddle.cells[cell] == 1 else gain)
        positive = [*hinges, *others]
        if any(poly(at) <= 0 for poly in positive):
            return None
        roots = (root for poly in positive for root in real_roots(poly, low.low, high.high))
        ends = [root.refined(NEAR) for root in roots]  # so they are compared quickly
        low = max([low, *(root for root in ends if root < theta)])
        high = min([high, *(root for root in ends if theta < root)])
        turns = [
            [sum(vanishes(poly, end) for poly in kind) for kind in (hinges, others)]
            for end in (low, high)
        ]
        return StakesPiece(
            low,
            high,
            tuple(tied),
            (corners[0], corners[1], corners[2], corners[3]),
            tuple((poly, below) for poly in draws),
            (value, below),
            ((turns[0][0], turns[0][1]), (turns[1][0], turns[1][1])),
        )


@checked
def independent_stakes(pieces: Sequence[StakesPiece]) -> tuple[Stakes, ...]:
    """Every θ from 1/2 to 1 at which two independent Players can get as much as the coalition.

    Against the banquier's optimal strategy a mixture is as good as the corners it is made of. So
    independent Players have an equilibrium with him exactly when the coalition has an optimal
    mixture in which the two choices are independent. Inside a piece there is one optimal mixture.
    Where two pieces meet, the optimal mixtures lie between the two that meet there.
    """
    found: list[Stakes] = []
    for piece, after in zip(pieces, [*pieces[1:], None], strict=True):
        if not piece.correlation:
            found.append(Stakes(piece.low, piece.high))
        else:
            roots = real_roots(piece.correlation, piece.low.low, piece.high.high)
            found += [Stakes(root, root) for root in roots if piece.low < root < piece.high]
        if after is not None and _meet_independent(piece, after):
            found.append(Stakes(piece.high, piece.high))
    for piece, side in ((pieces[0], 0), (pieces[-1], 1)):
        end = (piece.low, piece.high)[side]
        if sign_at(piece.correlation, end) == 0:
            found.append(Stakes(end, end))
        elif piece.turns[side][0]:
            raise BaccaratError(
                f"the mixture may jump at θ = {end}, so the optimum there is unknown: solve "
                "another stake"
            )
    return _merged(sorted(found, key=lambda stakes: (stakes.low, stakes.high)))


def _merged(stakes: Sequence[Stakes]) -> tuple[Stakes, ...]:
    merged: list[Stakes] = []
    for one in stakes:
        if merged and one.low <= merged[-1].high:
            merged[-1] = Stakes(merged[-1].low, max(merged[-1].high, one.high))
        else:
            merged.append(one)
    return tuple(merged)


def _meet_independent(left: StakesPiece, right: StakesPiece) -> bool:
    """Whether an independent mixture lies between both pieces' mixtures at their common end."""
    theta = left.high
    before, after = left.correlation, right.correlation
    signs = sign_at(before, theta), sign_at(after, theta)
    if left.turns[1][0] == 0 or right.turns[0][0] == 0:
        return signs[0] == 0  # the mixture does not jump
    if (left.turns[1], right.turns[0]) != ((1, 0), (1, 0)):
        raise BaccaratError(
            f"several bounds meet at θ = {theta}, so the optimum there is unknown: solve another "
            "stake"
        )
    if signs[0] * signs[1] <= 0:
        return True
    # The correlation on the way, for t from 0 to 1: (1 − t)² before + t (1 − t) both + t² after.
    (a, b, c, d), (e, f, g, h) = left.corners, right.corners
    both = a * h + e * d - b * g - f * c
    turns = sign_at(both, theta) * signs[0] < 0
    return turns and sign_at(both * both - 4 * before * after, theta) >= 0
