"""The equilibria of the casino game at every commission from 0 to 1/10, interval by interval.

    commissions("B3", decks=6) -> Commissions
    .pieces -> CommissionsPiece, … between two critical commissions, with its structures
    .turns -> Turn, …              the critical commissions, exact, with their equilibria
    piece.structures[0].mixed      a Quotient of polynomials for each decision that is mixed
    prove(found) -> certificates   one equilibrium and no other, for check_casino
    all_certificates(found)        these, for write_spans, and if need be that of all commissions

The search over signs is made for all commissions at once, and leaves few sets of signs. For each
set, the ponte's probabilities solve linear equations whose coefficients are linear in the
commission, so they are quotients of polynomials. The banquier's equations do not contain the
commission. So a set of signs belongs to an equilibrium if finitely many polynomials have the right
sign, and this changes only at their roots. We look at every root, and at one commission between
each two.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, groupby, pairwise

from flint import fmpq

from baccarat.base.errors import BaccaratError, NotProved
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked
from baccarat.base.jsonable import exact
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, Tableau
from baccarat.theory.as_json import (
    Said,
    algebraic_json,
    chances_json,
    coefficients_json,
    set_json,
)
from baccarat.theory.casino.check import CasinoCertificate, one_equilibrium, read_proof
from baccarat.theory.casino.game import MOST_COMMISSION, CasinoGame
from baccarat.theory.casino.quotient import Quotient
from baccarat.theory.casino.search import Node, Signs, search
from baccarat.theory.casino.solver import fitting, steps
from baccarat.theory.chemin.in_words import CheminAnswer
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import (
    DRAW,
    STAND,
    Bind,
    Payoffs,
    payoffs,
    require_bound,
    require_usual,
)
from baccarat.theory.numbers import Algebraic, between, fraction, rational, real_roots, sign_at
from baccarat.theory.polynomials import Poly, cramer
from baccarat.theory.strategy_sets import OptimalSet

NONE = Fraction(0)
GAP = Fraction(1, 10**6)
"""The longest gap around a critical commission that certificates may leave."""


@dataclass(frozen=True, slots=True)
@freezes("signs", "ponte", "banquier")
class Structure:
    """An equilibrium as a function of the commission."""

    signs: Signs
    """for each decision: drawing is worse (-), the same (0) or better (+)"""
    ponte: Mapping[str, Quotient]
    banquier: Mapping[str, Fraction]
    """the probability of drawing, which does not depend on the commission; the middle of his set"""
    banquier_set: OptimalSet
    value: Quotient
    """Player's expected value per unit, ties counted"""
    banquier_value: Quotient
    """the banquier's expected value per unit, after the commission"""

    @property
    def decisions(self) -> dict[str, Quotient]:
        """The probability of drawing in every decision of both sides."""
        return {**self.ponte, **{cell: Quotient.always(q) for cell, q in self.banquier.items()}}

    @property
    def mixed(self) -> dict[str, Quotient]:
        """The mixed decisions of both sides."""
        decisions = self.decisions.items()
        return {name: draws for name, draws in decisions if draws.constant not in (0, 1)}


@dataclass(frozen=True, slots=True)
class CommissionsPiece:
    """An interval without critical commissions inside; a critical end is excluded."""

    low: Algebraic
    high: Algebraic
    structures: tuple[Structure, ...]
    """a single structure if there is one equilibrium"""

    @property
    def is_unique(self) -> bool:
        """Whether every commission of the piece has one equilibrium only."""
        return len(self.structures) == 1 and self.structures[0].banquier_set.dimension == 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A critical commission, and the equilibria there."""

    alpha: Algebraic
    structures: tuple[Structure, ...]
    """their quotients hold at this commission only"""
    turning: tuple[str, ...]
    """the decisions that have another sign on the piece before or after"""


@dataclass(frozen=True, slots=True, repr=False)
@freezes("bound")
class Commissions(CheminAnswer):
    """The equilibria of a game at every commission of an interval, with the game and interval."""

    low: Fraction
    high: Fraction
    pieces: tuple[CommissionsPiece, ...]
    turns: tuple[Turn, ...]
    certificate: CasinoCertificate = field(repr=False, compare=False)
    """it proves that no equilibrium has signs other than the listed ones"""

    def __repr__(self) -> str:
        span = f"from {self.low} to {self.high}"
        return f"<equilibria of {self.model} {span}: {len(self.pieces)} pieces>"

    @property
    def is_unique(self) -> bool:
        """Whether there is one equilibrium only at every commission that is not critical."""
        return all(piece.is_unique for piece in self.pieces)

    def as_json(self) -> dict[str, object]:
        """The equilibria as JSON for programs."""
        return {
            **self.question_json,
            **exact("commission_low", self.low),
            **exact("commission_high", self.high),
            "is_unique": self.is_unique,
            "pieces": [
                {
                    **algebraic_json("commission_low", piece.low),
                    **algebraic_json("commission_high", piece.high),
                    "is_unique": piece.is_unique,
                    "equilibria": list(map(_structure_json, piece.structures)),
                }
                for piece in self.pieces
            ],
            "critical": [
                {
                    **algebraic_json("commission", turn.alpha),
                    "turning": list(turn.turning),
                    "equilibria": list(map(_structure_json, turn.structures)),
                }
                for turn in self.turns
            ],
        }


def _structure_json(one: Structure) -> Said:
    ponte, mixed = (
        {name: _function("probability", draws) for name, draws in chances.items()}
        for chances in (one.ponte, one.mixed)
    )
    return {
        **_function("value", one.value),
        **_function("banquier_value", one.banquier_value),
        "ponte": ponte,
        "banquier": chances_json(one.banquier),
        "mixed": mixed,
        "banquier_set": set_json(one.banquier_set),
    }


def _function(name: str, number: Quotient) -> Said:
    return {f"{name}_function": coefficients_json(number)}


@checked
def commissions(
    model: str | Model,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    tableau: Tableau = CHEMIN_DE_FER,
    bind: Bind | None = None,
) -> Commissions:
    """The equilibria of a model at every commission from 0 to 1/10.

    >>> for piece in commissions("A1").pieces:
    ...     print(piece.low, piece.high, piece.structures[0].mixed["5"])
    0 1/10 (9 - a)/(11 - 6a)
    """
    require_usual(tableau)
    weights = payoffs(model, decks, composition=composition, tableau=tableau)
    return commissions_of(weights, require_bound(weights, bind))


def commissions_of(weights: Payoffs, bound: Mapping[str, Fraction]) -> Commissions:
    """The equilibria at every commission of a game whose payoffs are known."""
    game = CasinoGame(weights, bound)
    low, high = NONE, MOST_COMMISSION
    certificate, tree = _certify(game, low, high)
    leaves = [_Leaf(game, leaf) for leaf in tree.leaves()]
    marks = {Algebraic.of(low), Algebraic.of(high)}
    for leaf in leaves:
        marks |= leaf.marks(low, high)
    where = _alternating(sorted(marks))
    seen = [(at, tuple(leaf for leaf in leaves if leaf.holds(_inside(*at)))) for at in where]
    pieces, turns = [], []
    for held, group in groupby(seen, key=lambda pair: [id(leaf) for leaf in pair[1]]):
        run = [at for at, _ in group]
        here = [leaf for leaf in leaves if id(leaf) in held]
        first, last = run[0][0], run[-1][1]
        if first == last:
            turns.append(Turn(first, tuple(leaf.structure(first) for leaf in here), ()))
        else:
            sample = Algebraic.of(_inside(*max(run, key=lambda at: at[0] != at[1])).low)
            pieces.append(
                CommissionsPiece(first, last, tuple(leaf.structure(sample) for leaf in here))
            )
    turns = [_with_turning(turn, pieces) for turn in turns]
    return Commissions(
        weights.model,
        weights.composition,
        weights.tableau,
        bound,
        game.idle,
        weights,
        low,
        high,
        tuple(pieces),
        tuple(turns),
        certificate,
    )


@checked
def prove(found: Commissions) -> list[CasinoCertificate]:
    """Certificates that there is one equilibrium and no other, except at critical commissions.

    They cover every commission, but for gaps around critical ones that the checker does not accept.
    """
    game = CasinoGame(found.payoffs, found.bound)
    critical = [turn.alpha for turn in found.turns]
    between = [_inside(*pair).low for pair in pairwise(critical)]
    waiting = list(pairwise([found.low, *between, found.high]))[::-1]
    proofs = []
    while waiting:
        start, end = waiting.pop()
        middle = (start + end) / 2
        certificate = replace(_certify(game, start, end)[0], is_unique=True)
        try:
            one_equilibrium(certificate, *read_proof(certificate))
            proofs.append(certificate)
        except NotProved:
            if end - start > GAP:
                waiting += [(middle, end), (start, middle)]
            elif not any(start <= alpha and alpha <= end for alpha in critical):
                complaint = f"one equilibrium not shown for commissions near {middle}"
                raise BaccaratError(complaint) from None
    return proofs


@checked
def all_certificates(found: Commissions) -> list[CasinoCertificate]:
    """Certificates of one equilibrium; if they leave gaps, one of the whole span comes first."""
    proofs = prove(found) if found.is_unique else []
    is_whole = sum(part.high - part.low for part in proofs) == found.high - found.low
    return proofs if is_whole else [found.certificate, *proofs]


def _certify(game: CasinoGame, low: Fraction, high: Fraction) -> tuple[CasinoCertificate, Node]:
    """The certificate of a span, without a claim of a single equilibrium, and its search tree."""
    ends = [game.gains(low), game.gains(high)]
    tree = search(game.sets, game.cells, game.brings, ends)
    weights = game.payoffs
    bound = {name: draws for name, draws in game.settled.items() if name not in game.idle}
    certificate = CasinoCertificate(
        weights.model,
        weights.composition,
        weights.tableau.player,
        bound,
        low,
        high,
        steps(tree),
        (),
        False,
    )
    return certificate, tree


class _Leaf:
    """A search leaf's signs, and polynomials that show where equilibria have these signs."""

    def __init__(self, game: CasinoGame, leaf: Node) -> None:
        self.game, self.point, self.signs = game, leaf.point, leaf.found or {}
        self.sets = [k for k, name in enumerate(game.sets) if self.signs[name] == "0"]
        drawn = [k for k, name in enumerate(game.sets) if self.signs[name] == "+"]
        self.tied: list[list[Poly]] = []
        """for each cell of sign 0, its line in the ponte's tied probabilities"""
        self.others: list[tuple[int, list[Poly]]] = []
        """for each other cell, its sign and its line"""
        for cell, wins, losses in zip(game.cells, game.wins, game.losses, strict=True):
            # the losses, reduced by the commission, less the wins
            full = [Poly([b - a, -b]) for a, b in zip(wins, losses, strict=True)]
            constant = sum((full[1 + k] for k in drawn), start=full[0])
            line = [constant, *(full[1 + k] for k in self.sets)]
            sign = {"-": -1, "0": 0, "+": 1}[self.signs[cell]]
            if sign == 0:
                self.tied.append(line)
            elif not _is_sure(line, sign):
                self.others.append((sign, line))
        size = len(self.sets)
        self.solved = []
        """solutions of the ponte's equations, for each choice of as many tied cells as tied sets"""
        for rows in combinations(self.tied, size):
            solution = _Solution(*cramer(rows, Poly([1])))
            if solution.below:
                self.solved.append(solution)
        if not self.solved:
            raise BaccaratError(
                f"in model {game.payoffs.model} several strategies of the ponte may fit a "
                "commission: solve A1, or solve one commission at a time"
            )

    def _along(self, line: Sequence[Poly], solution: "_Solution") -> Poly:
        """The value of a linear function at a solution, times the solution's denominator."""
        pairs = zip(line[1:], solution.above, strict=True)
        return sum((a * b for a, b in pairs), start=line[0] * solution.below)

    def marks(self, low: Fraction, high: Fraction) -> set[Algebraic]:
        """All commissions at which the result of `holds` may change."""
        first = self.solved[0]
        polys = [first.below, *first.above, *(first.below - p for p in first.above)]
        polys += [self._along(line, first) for line in self.tied]
        polys += [self._along(line, first) for _, line in self.others]
        return {root for poly in polys if poly for root in real_roots(poly, low, high)}

    def holds(self, alpha: Algebraic) -> bool:
        """Whether there is an equilibrium with these signs at a commission."""
        solution = self._solution(alpha)
        below = sign_at(solution.below, alpha)
        return (
            all(
                below * sign_at(p, alpha) >= 0 and below * sign_at(solution.below - p, alpha) >= 0
                for p in solution.above
            )
            and not any(sign_at(self._along(line, solution), alpha) for line in self.tied)
            and all(
                sign * below * sign_at(self._along(line, solution), alpha) > 0
                for sign, line in self.others
            )
        )

    def _solution(self, alpha: Algebraic) -> "_Solution":
        for solution in self.solved:
            if sign_at(solution.below, alpha):
                return solution
        raise BaccaratError(
            f"the ponte's equations must have one solution at commission {alpha}: solve another "
            "commission"
        )

    def banquier_set(self) -> OptimalSet:
        return fitting(self.game.cells, self.game.sets, self.game.brings, self.signs)

    def structure(self, alpha: Algebraic) -> Structure:
        """The equilibrium as a function of the commission, near this commission."""
        game, solution, named = self.game, self._solution(alpha), self.banquier_set()
        pure = {name: Fraction(sign == "+") for name, sign in self.signs.items()}
        draws = {**pure, **game.settled}
        draws |= {cell: fraction(q) for cell, q in self.point.items() if cell in game.cells}
        draws |= named.middle
        ponte = {name: Quotient.always(draws[name]) for name in game.payoffs.ponte}
        for k, above in zip(self.sets, solution.above, strict=True):
            ponte[game.sets[k]] = Quotient.of(above, solution.below)
        banquier = {cell: draws[cell] for cell in game.payoffs.banquier}
        win, lose = _chances(game.payoffs, ponte, banquier)
        total, below = Poly([game.payoffs.total]), win[1]
        keeps = Poly([1, -1])
        return Structure(
            self.signs,
            ponte,
            banquier,
            named,
            Quotient.of(win[0] - lose[0], below * total),
            Quotient.of(keeps * lose[0] - win[0], below * total),
        )


@dataclass(frozen=True, slots=True)
class _Solution:
    above: Sequence[Poly]
    below: Poly


def _is_sure(line: Sequence[Poly], sign: int) -> bool:
    """Whether a gain has this sign at every commission and for every strategy of the ponte."""
    for alpha in (NONE, MOST_COMMISSION):
        values = [sign * poly(rational(alpha)) for poly in line]
        if sum((value for value in values[1:] if value < 0), start=values[0]) <= 0:
            return False
    return True


def _chances(
    weights: Payoffs, ponte: Mapping[str, Quotient], banquier: Mapping[str, Fraction]
) -> tuple[tuple[Poly, Poly], tuple[Poly, Poly]]:
    """The chances of wins and of losses, each as a numerator and the common denominator."""
    below = Poly([1])
    for draws in ponte.values():
        own = Poly(draws.denominator)
        below = below * (own / below.gcd(own))
    point = [below, *(below / Poly(p.denominator) * Poly(p.numerator) for p in ponte.values())]
    ends = []
    for fixed, cells in zip(weights.fixed, (weights.win, weights.lose), strict=True):
        line = [fmpq(0)] * len(point)
        line[0] += fixed
        for cell, moves in zip(weights.banquier, cells, strict=True):
            often = rational(banquier[cell])
            for k, (stands, drawn) in enumerate(zip(moves[STAND], moves[DRAW], strict=True)):
                line[k] += (1 - often) * stands + often * drawn
        ends.append((sum((a * p for a, p in zip(line, point, strict=True)), Poly([0])), below))
    return ends[0], ends[1]


def _alternating(marks: Sequence[Algebraic]) -> list[tuple[Algebraic, Algebraic]]:
    """All spans in order: each mark as a span of one commission, and the spans between marks."""
    spans = [(marks[0], marks[0])]
    for before, mark in pairwise(marks):
        spans += [(before, mark), (mark, mark)]
    return spans


def _inside(low: Algebraic, high: Algebraic) -> Algebraic:
    """A commission of the span: its only commission if both ends are equal, else one inside."""
    if low == high:
        return low
    left, right = between(low, high)
    return Algebraic.of((left + right) / 2)


def _with_turning(turn: Turn, pieces: Sequence[CommissionsPiece]) -> Turn:
    """The turn with its `turning`: the decisions whose sign changes at this commission."""
    near = [piece for piece in pieces if turn.alpha in (piece.low, piece.high)]
    signs = [s.signs for s in turn.structures]
    signs += [s.signs for piece in near for s in piece.structures]
    names = [name for name in signs[0] if len({one[name] for one in signs}) > 1]
    return Turn(turn.alpha, turn.structures, tuple(names))
