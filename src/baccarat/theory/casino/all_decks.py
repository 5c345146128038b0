"""The casino game for every number of decks and every commission at once.

solve_every(["B3"]) -> EveryEquilibrium
.models                  for each model its mixed decisions in large shoes, and each smaller shoe
write_every(found)       the certificate, for `check_every`

The search over signs is that of a single shoe, made for several numbers of decks d at once.
It finds signs and weights for these shoes; the checker decides whether they hold for all.
Weights are polynomials in d, of one line or of two lines whose sum lacks one unknown.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_poly

from baccarat.base.errors import BaccaratError
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked
from baccarat.base.jsonable import decked
from baccarat.core.shoe import FEWEST_CARDS
from baccarat.theory.as_json import algebraic_json
from baccarat.theory.casino.all_commissions import Commissions, Turn, all_certificates, commissions
from baccarat.theory.casino.every_deck import KEYS, KIND
from baccarat.theory.casino.game import MOST_COMMISSION, CasinoGame
from baccarat.theory.casino.search import Half, Signs, search_signs
from baccarat.theory.casino.solver import steps
from baccarat.theory.casino.spans import write_spans
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import payoffs_by_decks

LARGE = 1000
"""A number of decks that plays like all larger ones; the proof decides whether it does."""


@dataclass(frozen=True, slots=True)
@freezes("proof")
class ModelForAll:
    """The equilibria of one model: alike in all large shoes, and listed for each smaller shoe."""

    model: Model
    holds_from: int
    """the number of decks from which the same decisions are mixed at every commission"""
    mixed: tuple[str, ...]
    small: tuple[Commissions, ...]
    """the equilibria for 1, 2, 3, … decks, up to that number"""
    proof: Mapping[str, Any] = field(repr=False)
    """the proof by signs for all larger numbers, as a certificate has it"""

    @property
    def turns(self) -> list[tuple[int, Turn]]:
        """Every critical commission of the smaller shoes, with the shoe's number of decks."""
        return [(decks, turn) for decks, shoe in enumerate(self.small, 1) for turn in shoe.turns]


@dataclass(frozen=True, slots=True)
class EveryEquilibrium:
    """The equilibria of models for every number of decks and every commission."""

    models: tuple[ModelForAll, ...]

    def as_json(self) -> dict[str, object]:
        """The answer as JSON for programs."""
        models: list[dict[str, Any]] = []
        for part in self.models:
            about = {"model": part.model.name, "holds_from": part.holds_from}
            models.append({**about, "mixed_cells": [*part.mixed], "critical": []})
            for decks, turn in part.turns:
                critical = {**decked(decks), **algebraic_json("commission", turn.alpha)}
                models[-1]["critical"].append({**critical, "turning": list(turn.turning)})
        return {"game": "chemin-de-fer", "method": "exact", "models": models}


@checked
def solve_every(models: Iterable[str | Model]) -> EveryEquilibrium:
    """The equilibria of models for every number of decks and every commission from 0 to 1/10.

    >>> solve_every(["B1"]).models[0].holds_from
    5
    """
    parsed = [Model.parse(model) if isinstance(model, str) else model for model in models]
    return EveryEquilibrium(tuple(map(_solve, parsed)))


@checked
def write_every(found: EveryEquilibrium) -> str:
    """The certificate as JSON for `check_every`."""
    models = [
        {
            "model": part.model.name,
            "from": part.holds_from,
            "proof": part.proof,
            "before": [json.loads(write_spans(all_certificates(shoe))) for shoe in part.small],
        }
        for part in found.models
    ]
    return json.dumps(dict(zip(KEYS, (KIND, models), strict=True)))


def _solve(model: Model) -> ModelForAll:
    if model.is_endless:
        raise BaccaratError(f"model {model} has no shoe: solve the model without a number of decks")
    pattern = commissions(model, LARGE).pieces[0].structures[0].signs
    mixed = tuple(name for name, sign in pattern.items() if sign == "0")
    small: list[Commissions] = []
    for decks in range(1, LARGE):
        small.append(commissions(model, decks))
        if not small[-1].turns and small[-1].pieces[0].structures[0].signs == pattern:
            tree = search_signs(shoes_from(model, decks))
            if len(tree.leaves()) == 1:
                return ModelForAll(model, decks, mixed, tuple(small[:-1]), steps(tree))
    raise BaccaratError(f"no set of signs was found for all shoes of model {model}")


def shoes_from(model: Model, start: int) -> "tuple[ManyShoes, ManyShoes]":
    """The decisions of ponte and of banquier, for some numbers of decks from `start` on."""
    sides: tuple[dict[int, Half], dict[int, Half]] = {}, {}
    for decks in (start + k * k**k for k in range(1 + FEWEST_CARDS)):
        game = CasinoGame(payoffs_by_decks(model).at(decks), {})
        ends = game.gains(Fraction(0)), game.gains(MOST_COMMISSION)
        sides[0][decks] = Half(game.sets, game.cells, (game.brings,))
        sides[1][decks] = Half(game.cells, game.sets, ends)
    return ManyShoes.of(sides[0]), ManyShoes.of(sides[1])


@dataclass(slots=True)
class ManyShoes(Half):
    """One side's decisions in enough shoes to find each weight as a polynomial in the decks."""

    shoes: Mapping[int, Half]
    """by number of decks; the lines of the first are its own"""

    @classmethod
    def of(cls, shoes: Mapping[int, Half]) -> "ManyShoes":
        first = next(iter(shoes.values()))
        return cls(first.names, first.others, first.ends, shoes)

    def less(self, signs: Signs) -> "ManyShoes":
        return ManyShoes.of({decks: half.less(signs) for decks, half in self.shoes.items()})

    def sign(self, name: str, signs: Signs) -> str | None:
        found = {half.sign(name, signs) for half in self.shoes.values()}
        return found.pop() if len(found) == 1 else None

    def refute(
        self, asked: Sequence[str], signs: Signs
    ) -> tuple[dict[str, Any] | None, dict[str, fmpq]]:
        """Weights (polynomials) that prove the signs impossible, or a point with these signs."""
        weights, point = Half.refute(self, asked, signs)
        own = [name for name in asked if name in self.place] if weights else []
        for names in (*combinations(own, 1), *combinations(own, 2)):
            for lifted in self._lifted(names, signs):
                points = {
                    half.refuted_at({name: fmpq(p(decks)) for name, p in lifted.items()}, signs)
                    for decks, half in self.shoes.items()
                }
                if len(points) == 1 and None not in points:
                    return {name: " ".join(map(str, p.coeffs())) for name, p in lifted.items()}, {}
        return None, point

    def _lifted(self, names: Sequence[str], signs: Signs) -> Iterator[dict[str, fmpz_poly]]:
        """Weights to try in a refutation: for one gain, or for two whose sum cancels an unknown."""
        columns = [[fmpz_poly(1)]] if len(names) == 1 else []
        free = [k for k, other in enumerate(["", *self.others]) if signs.get(other, "0") == "0"]
        for end, k in product(range(len(self.ends)), free if len(names) == 2 else ()):
            one, other = (self._slope(end, name, k) for name in names)
            if one and other:
                columns.append([other // one.gcd(other), -one // one.gcd(other)])
        for column, turn in product(columns, (1, -1)):
            yield {name: turn * weight for name, weight in zip(names, column, strict=True)}

    def _slope(self, end: int, name: str, place: int) -> fmpz_poly:
        """A coefficient of a gain as a polynomial in the number of decks, up to a factor."""
        powers = [[fmpq(decks) ** k for k in range(len(self.shoes))] for decks in self.shoes]
        values = [[half.ends[end][half.place[name]][place]] for half in self.shoes.values()]
        found = fmpq_mat(powers).solve(fmpq_mat(values)).entries()
        return fmpz_poly([int(a * MOST_COMMISSION.denominator) for a in found])
