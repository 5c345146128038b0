"""Chemin de fer with a commission, solved exactly: all Nash equilibria at one commission.

    solve_casino("B3", Fraction(1, 20), decks=6) -> CasinoSolution
    solve_casino("A1", 0); solve_casino(…, composition=…, tableau=…, bind={"6|-": 0})
    solution.equilibria -> Equilibrium, …         one, unless the game is degenerate
    solution.certificate.dump() -> text (JSON)    for check.check_casino

A Banker win pays the banquier one less the commission, which goes to the house. So ponte and
banquier no longer play for the same money, and we look for pairs of strategies that are best
replies to each other. The search over signs finds all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from baccarat.base.errors import BaccaratError
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked, displayed
from baccarat.base.jsonable import exact
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, Tableau
from baccarat.theory.as_json import chances_json, set_json
from baccarat.theory.casino.check import CasinoCertificate, Patch
from baccarat.theory.casino.game import CasinoGame, ExactLine, require_commission
from baccarat.theory.casino.search import Node, Signs, free_and_drawn, of_free, search
from baccarat.theory.chemin.in_words import CheminAnswer
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import (
    Bind,
    Chances,
    Payoffs,
    payoffs,
    require_bound,
    require_usual,
)
from baccarat.theory.numbers import fraction
from baccarat.theory.polytope import optimal_set
from baccarat.theory.strategies import mixed_in
from baccarat.theory.strategy_sets import OptimalSet


@dataclass(frozen=True, slots=True)
@freezes("ponte", "banquier")
class Equilibrium:
    """Two strategies that are best replies to each other, and each side's set of such strategies.

    Any strategy of one set is in equilibrium with any strategy of the other.
    """

    model: Model
    alpha: Fraction
    ponte: Mapping[str, Fraction]
    """the probability of drawing, by what the ponte sees; the middle if several strategies fit"""
    banquier: Mapping[str, Fraction]
    ponte_set: OptimalSet
    banquier_set: OptimalSet
    chances: Chances
    """how a coup ends if both play these strategies"""
    idle: tuple[str, ...]
    """decisions that change nobody's expected value, mostly because no coup comes to them"""

    @property
    def value(self) -> Fraction:
        """Player's expected value per unit, ties counted."""
        return self.chances.value

    @property
    def banquier_value(self) -> Fraction:
        """The banquier's expected value per unit, after the commission."""
        return (1 - self.alpha) * self.chances.lose - self.chances.win

    @property
    def is_single(self) -> bool:
        """Whether the set of each side has one strategy only, apart from idle decisions."""
        return self.ponte_set.dimension == self.banquier_set.dimension == 0

    @property
    def mixed(self) -> dict[str, Fraction]:
        """The mixed decisions of both sides."""
        return mixed_in({**self.ponte, **self.banquier})


@displayed
@dataclass(frozen=True, slots=True, repr=False)
@freezes("bound")
class CasinoSolution(CheminAnswer):
    """All equilibria of a game at one commission, with the game and the commission."""

    alpha: Fraction
    equilibria: tuple[Equilibrium, ...]
    """sets that together hold every equilibrium; sets that touch share some"""
    certificate: CasinoCertificate = field(repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<equilibria of {self.model} at {self.alpha}: {len(self.equilibria)}>"

    @property
    def is_unique(self) -> bool:
        """Whether there is one equilibrium only, apart from idle decisions."""
        return len(self.equilibria) == 1 and self.equilibria[0].is_single

    @property
    def equilibrium(self) -> Equilibrium:
        """The only equilibrium; raises `BaccaratError` if there are several."""
        if not self.is_unique:
            raise BaccaratError(f"model {self.model} has several equilibria here: see .equilibria")
        return self.equilibria[0]

    def as_json(self) -> dict[str, object]:
        """The equilibria as JSON for programs."""
        return {
            **self.question_json,
            **exact("commission", self.alpha),
            "is_unique": self.is_unique,
            "idle": list(self.idle),
            "equilibria": [
                {
                    **exact("value", one.value),
                    **exact("banquier_value", one.banquier_value),
                    "ponte": chances_json(one.ponte),
                    "banquier": chances_json(one.banquier),
                    "mixed": chances_json(one.mixed),
                    "is_single": one.is_single,
                    "ponte_set": set_json(one.ponte_set),
                    "banquier_set": set_json(one.banquier_set),
                }
                for one in self.equilibria
            ],
        }


@checked
def solve_casino(
    model: str | Model,
    alpha: Fraction | int | str,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    tableau: Tableau = CHEMIN_DE_FER,
    bind: Bind | None = None,
) -> CasinoSolution:
    """All equilibria of a model at a commission, from whole decks or from the unseen cards.

    >>> solve_casino("A1", Fraction(1, 20)).equilibrium.mixed
    {'5': Fraction(179, 214), '6|-': Fraction(859, 2288)}
    """
    alpha = require_commission(alpha)
    require_usual(tableau)
    weights = payoffs(model, decks, composition=composition, tableau=tableau)
    return equilibria_of(weights, alpha, require_bound(weights, bind))


def equilibria_of(
    weights: Payoffs, alpha: Fraction, bound: Mapping[str, Fraction]
) -> CasinoSolution:
    """All equilibria of a game whose payoffs are known."""
    game = CasinoGame(weights, bound)
    gains = game.gains(alpha)
    tree = search(game.sets, game.cells, game.brings, [gains])
    patches = [_patch(game, gains, leaf) for leaf in tree.leaves()]
    kept = _largest([(leaf.found or {}, p) for leaf, p in zip(tree.leaves(), patches, strict=True)])
    equilibria = tuple(
        Equilibrium(
            weights.model,
            alpha,
            patch.ponte,
            patch.banquier,
            patch.ponte_set,
            patch.banquier_set,
            weights.chances(patch.ponte, patch.banquier),
            game.idle,
        )
        for patch in kept
    )
    sets = [named for patch in patches for named in (patch.ponte_set, patch.banquier_set)]
    are_listed = all(named.corners is not None for named in sets)
    certificate = CasinoCertificate(
        weights.model,
        weights.composition,
        weights.tableau.player,
        bound,
        alpha,
        alpha,
        steps(tree),
        tuple(patches) if are_listed else (),
        len(equilibria) == 1 and equilibria[0].is_single,
    )
    return CasinoSolution(
        weights.model,
        weights.composition,
        weights.tableau,
        bound,
        game.idle,
        weights,
        alpha,
        equilibria,
        certificate,
    )


def steps(node: Node, count: list[int] | None = None) -> dict[str, object]:
    """The search in the form of a certificate; leaves with an equilibrium are numbered from 0."""
    count = [0] if count is None else count
    told: dict[str, object] = {"forced": [list(step) for step in node.forced]}
    if node.refuted is not None:
        told["refuted"] = {name: str(weight) for name, weight in node.refuted.items()}
    elif node.found is not None:
        told["found"] = count[0]
        count[0] += 1
    else:
        told["split"] = node.split
        told["branches"] = [steps(branch, count) for branch in node.branches]
    return told


def _patch(game: CasinoGame, gains: list[ExactLine], leaf: Node) -> Patch:
    """The set of all equilibria with the signs of a search leaf, including the edge of the set."""
    signs = leaf.found or {}
    ponte_set = fitting(game.sets, game.cells, gains, signs)
    banquier_set = fitting(game.cells, game.sets, game.brings, signs)
    draws = {**game.settled, **{name: Fraction(sign == "+") for name, sign in signs.items()}}
    draws |= {name: fraction(number) for name, number in leaf.point.items()}
    draws |= {**ponte_set.middle, **banquier_set.middle}
    return Patch(
        {name: draws[name] for name in game.payoffs.ponte},
        {cell: draws[cell] for cell in game.payoffs.banquier},
        ponte_set,
        banquier_set,
    )


def fitting(
    names: Sequence[str], others: Sequence[str], lines: Sequence[ExactLine], signs: Signs
) -> OptimalSet:
    """The strategies of one side that give each gain of the other side its sign, or 0."""
    free, drawn = free_and_drawn(names, signs)
    equal, at_least = [], []
    for other, line in zip(others, lines, strict=True):
        rest = of_free(line, free, drawn)
        if signs[other] == "0":
            equal.append(rest)
            continue
        rest = rest if signs[other] == "+" else [-a for a in rest]
        if sum((a for a in rest[1:] if a < 0), start=rest[0]) < 0:
            at_least.append(rest)
    return optimal_set([names[k] for k in free], equal, at_least)


def _largest(found: list[tuple[Signs, Patch]]) -> list[Patch]:
    """The sets of equilibria that are not part of another set."""
    return [
        patch
        for signs, patch in found
        if not any(other is not patch and _holds(wider, signs, patch) for wider, other in found)
    ]


def _holds(wider: Signs, signs: Signs, patch: Patch) -> bool:
    """Whether the set of equilibria with the signs `wider` has this patch on its edge."""
    moving = {*patch.ponte_set.names, *patch.banquier_set.names}
    both = {**patch.ponte, **patch.banquier}
    for name, sign in wider.items():
        if sign == signs[name]:
            continue
        if sign == "0" or signs[name] != "0":
            return False
        if name in moving or both[name] != (sign == "+"):
            return False
    return True
