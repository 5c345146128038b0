"""The value and the strategies for every number of decks d, as rational functions with a proof.

solve_for_all("B3") -> AllDecks
.claim                      a ForAll for all d from .claim.holds_from on; .claim.dump() is JSON
.mixed, .value              mixed decisions and value, as RationalFunction: call them with d
.small                      the solutions for fewer decks, one by one
.proof                      the conditions, each with the d from which its coefficients show it
write_every(found) -> text  the proof for every number of decks, for `check_every`
"""

import json
from dataclasses import dataclass
from functools import cache

from flint import fmpz_poly

from baccarat.base.errors import BaccaratError
from baccarat.base.hints import checked
from baccarat.base.jsonable import decked, exact
from baccarat.core.tableau import CHEMIN_DE_FER, Tableau
from baccarat.theory.as_json import Said, chances_json, coefficients_json
from baccarat.theory.chemin.every_deck import KEYS, KIND
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import net_lines, payoffs_by_decks
from baccarat.theory.chemin.proof import (
    FURTHEST,
    ONE,
    Condition,
    ForAll,
    RationalFunction,
    conditions,
    proved_from,
)
from baccarat.theory.chemin.solver import Solution, solve
from baccarat.theory.polynomials import cramer

LARGE = 1000
"""A number of decks whose solution shows the pattern of all larger ones; the proof decides."""
NEVER, ALWAYS = RationalFunction.of(fmpz_poly([0])), RationalFunction.of(fmpz_poly([1]))


@dataclass(frozen=True, slots=True, repr=False)
class AllDecks:
    """The solution of a model for every number of decks."""

    claim: ForAll
    """the claim for all numbers of decks from some number on"""
    proof: tuple[tuple[Condition, int], ...]
    """each condition, and the number of decks from which its coefficients show it"""
    small: tuple[Solution, ...]
    """the solutions for 1, 2, 3, … decks, up to the first number of decks in the claim"""

    def __repr__(self) -> str:
        return f"<solution of {self.claim.model} for every number of decks>"

    @property
    def value(self) -> RationalFunction:
        """The value for the ponte, as a function of the number of decks."""
        return self.claim.value

    @property
    def mixed(self) -> dict[str, RationalFunction]:
        """The mixed decisions of both sides."""
        both = {**self.claim.ponte, **self.claim.banquier}
        return {name: draws for name, draws in both.items() if draws not in (NEVER, ALWAYS)}

    def as_json(self) -> dict[str, object]:
        """The solution as JSON for programs."""
        claim = self.claim
        return {
            "game": "chemin-de-fer",
            "model": claim.model.name,
            "method": "exact",
            "holds_from": claim.holds_from,
            "is_unique": all(solution.is_unique for solution in self.small),
            **_function("value", self.value),
            "mixed": {name: _function("probability", draws) for name, draws in self.mixed.items()},
            "draws": [name for name, p in {**claim.ponte, **claim.banquier}.items() if p == ALWAYS],
            "conditions": len(self.proof),
            "proved_from": max(decks for _, decks in self.proof),
            "few_decks": [
                {
                    **decked(solution.decks),
                    **exact("value", solution.value),
                    "mixed": chances_json(solution.mixed),
                    "is_unique": solution.is_unique,
                }
                for solution in self.small
            ],
        }


def _function(name: str, number: RationalFunction) -> Said:
    """A rational function of d as JSON, with its limit."""
    return {f"{name}_function": {**coefficients_json(number), **exact("limit", number.limit)}}


@checked
def solve_for_all(model: str | Model, tableau: Tableau = CHEMIN_DE_FER) -> AllDecks:
    """Solve a model for every number of decks; `tableau` may leave other totals than 5 free.

    >>> print(solve_for_all("B1").mixed["5"].limit)
    9/11
    """
    return _solve_for_all(Model.parse(model) if isinstance(model, str) else model, tableau)


@checked
def write_every(found: AllDecks) -> str:
    """The proof as JSON for `check_every`: the claim, and the certificates for fewer decks."""
    before = [json.loads(solution.certificate.dump()) for solution in found.small]
    claim = json.loads(found.claim.dump())
    return json.dumps(dict(zip(KEYS, (KIND, claim, before), strict=True)), indent=1)


def forget() -> None:
    """Forget all solutions found until now, as in a new process."""
    _solve_for_all.cache_clear()


@cache
def _solve_for_all(model: Model, tableau: Tableau) -> AllDecks:
    if model.is_endless:
        raise BaccaratError(f"model {model} has no shoe: solve the model without a number of decks")
    if tableau.banker != CHEMIN_DE_FER.banker:
        raise BaccaratError(
            "all numbers of decks can be solved at once only if every cell of Banker's rows is free"
        )
    claim = _claim(model, tableau)
    found = conditions(claim)
    start = _first(found)
    claim = ForAll(model, claim.player, start, claim.value, claim.ponte, claim.banquier)
    proof = tuple((condition, proved_from(condition, start)) for condition in found)
    small = tuple(solve(model, decks, tableau=tableau) for decks in range(1, start))
    return AllDecks(claim, proof, small)


def _first(found: list[Condition]) -> int:
    """The smallest number of decks from which all conditions hold."""
    sure = 1
    while not all(condition.is_met_from(sure) for condition in found):
        sure *= 2
        if sure > FURTHEST:
            raise BaccaratError("no pattern was found that holds for all larger shoes")
    while sure > 1 and all(condition.is_met_at(sure - 1) for condition in found):
        sure -= 1
    return sure


def _claim(model: Model, tableau: Tableau) -> ForAll:
    """The claim for all decks, guessed from a large shoe; Cramer's rule gives the mixed chances."""
    pattern = solve(model, LARGE, tableau=tableau)
    game = payoffs_by_decks(model, tableau)
    sets = [name for name in game.ponte if 0 < pattern.ponte[name] < 1]
    cells = [cell for cell in game.banquier if 0 < pattern.banquier[cell] < 1]
    still, gains = net_lines(game)
    for cell, gain in gains.items():
        if pattern.banquier[cell] == 1:
            still = [a + b for a, b in zip(still, gain, strict=True)]
    drawn = [1 + k for k, name in enumerate(game.ponte) if pattern.ponte[name] == 1]
    own = [1 + game.ponte.index(name) for name in sets]

    def with_pure(line: list[fmpz_poly]) -> fmpz_poly:
        return sum((line[k] for k in drawn), line[0])

    # gains · x = 0 in the mixed cells, and brings · y = 0 on the mixed hands
    lines = [[with_pure(gains[cell]), *(gains[cell][k] for k in own)] for cell in cells]
    columns = [[still[k], *(gains[cell][k] for cell in cells)] for k in own]
    (x, below), (y, _) = cramer(lines, ONE), cramer(columns, ONE)
    # In a mixed cell the banquier gains nothing by either move, so the value does not depend on it.
    above = below * with_pure(still)
    for p, k in zip(x, own, strict=True):
        above += p * still[k]
    ponte = {name: ALWAYS if pattern.ponte[name] == 1 else NEVER for name in game.ponte}
    banquier = {cell: ALWAYS if pattern.banquier[cell] == 1 else NEVER for cell in game.banquier}
    return ForAll(
        model,
        tableau.player,
        1,
        RationalFunction.of(above, below * game.total),
        ponte | {name: RationalFunction.of(p, below) for name, p in zip(sets, x, strict=True)},
        banquier | {cell: RationalFunction.of(q, below) for cell, q in zip(cells, y, strict=True)},
    )
