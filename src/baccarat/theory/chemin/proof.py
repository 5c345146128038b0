"""Proofs for every number of decks at once: a claim in polynomials, and a short checker of it.

    ForAll.parse(text) -> ForAll; claim.dump() -> text (JSON)
    conditions(claim) -> Condition, …          what must be positive, each a polynomial in d
    check_for_all(claim) -> a sentence that says what is proved, or NotProved with the reason

A claim gives strategies and value as rational functions of the number of decks d. They are optimal
and the only ones at a given d if finitely many polynomials are positive there. These polynomials
are the gain of each choice that is not mixed, the distance of each mixed weight from 0 and from 1,
and the determinant of the equations that make the mixed choices indifferent. A polynomial is
positive for all d ≥ D if, as a polynomial in d − D, it has no negative coefficient and a positive
constant; the few d before D are tried one by one.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly

from baccarat.base.errors import BadText, NotProved
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked
from baccarat.core.tableau import CHEMIN_DE_FER, Move, Tableau
from baccarat.theory.certificate_reading import read_fields, read_player, read_text, shown
from baccarat.theory.chemin.in_words import told_player
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import net_lines, payoffs_by_decks
from baccarat.theory.polynomials import (
    determinant,
    freeze_polynomials,
    in_brackets,
    write_polynomial,
)

KIND = "chemin-de-fer-for-all-decks"
KEYS = ["certificate", "model", "player", "from", "value", "ponte", "banquier"]
COEFFICIENT = "-?[0-9]{1,4000}"
POLYNOMIAL = rf"{COEFFICIENT}( {COEFFICIENT}){{0,99}}"
RATIONAL = re.compile(rf"{POLYNOMIAL}( / {POLYNOMIAL})?")
MOST_COEFFICIENTS = 2000
"""Coefficients of all mixed decisions; ours have some dozen, and more take minutes to check."""
FURTHEST = 10_000
"""The most numbers of decks that are tried one by one."""
ONE = fmpz_poly([1])


@dataclass(frozen=True, slots=True, repr=False)
class RationalFunction:
    """A rational function of the number of decks d, in lowest terms.

    >>> half = RationalFunction.of(fmpz_poly([0, 3]), fmpz_poly([-3, 6]))
    >>> print(half, half(2), half.limit)
    d/(2d - 1) 2/3 1/2
    """

    numerator: fmpz_poly
    denominator: fmpz_poly

    def __post_init__(self) -> None:
        freeze_polynomials(self, "numerator", "denominator")

    @classmethod
    def of(cls, numerator: fmpz_poly, denominator: fmpz_poly = ONE) -> "RationalFunction":
        """The quotient in lowest terms."""
        common = numerator.gcd(denominator)
        if denominator.leading_coefficient() < 0:
            common = -common
        return cls(numerator // common, denominator // common)

    @classmethod
    def parse(cls, text: str) -> "RationalFunction":
        """Read coefficients, lowest first: `0 3 / -3 6` is 3d/(6d − 3)."""
        if not RATIONAL.fullmatch(text):
            raise BadText(f"not a rational function: '{shown(text)}' (expected e.g. '0 1 / -1 2')")
        above, _, below = text.partition(" / ")
        numerator, denominator = (
            fmpz_poly([int(a) for a in part.split()]) for part in (above, below or "1")
        )
        if denominator.is_zero():
            raise BadText(f"not a rational function: '{shown(text)}' divides by 0")
        return cls.of(numerator, denominator)

    def dump(self) -> str:
        """The function as in a certificate: its coefficients, the constant first."""
        parts = (" ".join(map(str, p.coeffs())) or "0" for p in (self.numerator, self.denominator))
        return " / ".join(parts) if self.denominator != ONE else next(parts)

    def __call__(self, decks: int) -> Fraction:
        return Fraction(int(self.numerator(decks)), int(self.denominator(decks)))

    @property
    def limit(self) -> Fraction:
        """The limit of the function as the number of decks grows."""
        degree = int(self.denominator.degree())
        if self.numerator.degree() > degree:
            raise BadText(f"{self} has no limit: it grows with the number of decks")
        return Fraction(int(self.numerator[degree]), int(self.denominator[degree]))

    def __str__(self) -> str:
        above, below = write_polynomial(self.numerator), write_polynomial(self.denominator)
        if below == "1":
            return above
        return f"{in_brackets(above)}/{in_brackets(below)}"

    def __repr__(self) -> str:
        return f"RationalFunction.parse({self.dump()!r})"


@dataclass(frozen=True, slots=True)
@freezes("player", "ponte", "banquier")
class ForAll:
    """A claim about the value and the only optimal strategies, for all d from `holds_from` on."""

    model: Model
    player: tuple[Move, ...]
    """the totals on which Player is bound, and those on which the ponte is free"""
    holds_from: int
    value: RationalFunction
    ponte: Mapping[str, RationalFunction]
    banquier: Mapping[str, RationalFunction]

    def dump(self) -> str:
        """The claim as JSON."""
        fields = {
            "certificate": KIND,
            "model": self.model.name,
            "player": "".join(map(str, self.player)),
            "from": self.holds_from,
            "value": self.value.dump(),
            "ponte": {name: draws.dump() for name, draws in self.ponte.items()},
            "banquier": {name: draws.dump() for name, draws in self.banquier.items()},
        }
        return json.dumps(fields, indent=1)

    @classmethod
    def parse(cls, text: str) -> "ForAll":
        """Read a claim; it is not checked yet."""
        fields = read_fields(text, KIND, KEYS)
        if not isinstance(fields["ponte"], dict) or not isinstance(fields["banquier"], dict):
            raise BadText("not a certificate: strategies must be objects of rational functions")
        if type(fields["from"]) is not int or not 1 <= fields["from"] <= FURTHEST:
            raise BadText(f"not a certificate: 'from' must be a number of decks, 1 to {FURTHEST}")
        value, ponte, banquier = fields["value"], fields["ponte"], fields["banquier"]
        texts = [read_text(text) for text in (value, *ponte.values(), *banquier.values())]
        if sum(text.count(" ") for text in texts) > MOST_COEFFICIENTS:
            raise BadText(f"not a certificate: more than {MOST_COEFFICIENTS} coefficients")
        return cls(
            Model.parse(read_text(fields["model"])),
            read_player(fields["player"]),
            fields["from"],
            RationalFunction.parse(value),
            {name: RationalFunction.parse(draws) for name, draws in ponte.items()},
            {name: RationalFunction.parse(draws) for name, draws in banquier.items()},
        )


@dataclass(frozen=True, slots=True)
class Condition:
    """A polynomial that must be positive, and the reason."""

    why: str
    polynomial: fmpz_poly

    def __post_init__(self) -> None:
        freeze_polynomials(self, "polynomial")

    def is_met_at(self, decks: int) -> bool:
        """Whether the polynomial is positive with this number of decks."""
        return bool(self.polynomial(decks) > 0)

    def is_met_from(self, decks: int) -> bool:
        """Whether the coefficients show that the polynomial is positive from this number on."""
        shifted = self.polynomial(fmpz_poly([decks, 1])).coeffs()
        return bool(shifted) and shifted[0] > 0 and all(a >= 0 for a in shifted)


def conditions(claim: ForAll) -> list[Condition]:
    """The conditions that make a claim true for d decks; the claim's identities are checked here.

    Where all conditions hold, the value is right and the strategies are the only optimal ones.
    """
    if claim.model.is_endless:
        raise NotProved(f"model {claim.model} has no number of decks")
    game = payoffs_by_decks(claim.model, Tableau(claim.player, CHEMIN_DE_FER.banker))
    for who, own, names in (
        ("ponte", claim.ponte, game.ponte),
        ("banquier", claim.banquier, game.banquier),
    ):
        if sorted(own) != sorted(names):
            raise NotProved(f"the {who}'s strategy must name each of his decisions once")
    # Player's payoff times the total: `still` at x, plus `gains` at x in the cells that draw.
    still, gains = net_lines(game)

    x_below, x = _over_one([claim.ponte[name] for name in game.ponte])
    y_below, y = _over_one([claim.banquier[cell] for cell in game.banquier])
    point = [x_below, *x]
    found = [Condition("denominator", x_below), Condition("denominator", y_below)]
    against_ponte = {cell: _dot(line, point) for cell, line in gains.items()}
    against_banquier = [y_below * a for a in still]
    for weight, line in zip(y, gains.values(), strict=True):
        if not weight.is_zero():
            against_banquier = [a + weight * b for a, b in zip(against_banquier, line, strict=True)]
    drawing = dict(zip(game.ponte, against_banquier[1:], strict=True))

    mixed_sets, mixed_cells = [], []
    for name, weight in zip(game.ponte, x, strict=True):
        if _add_choice(found, name, weight, x_below, drawing[name]):
            mixed_sets.append(name)
    for cell, weight in zip(game.banquier, y, strict=True):
        if _add_choice(found, cell, weight, y_below, -against_ponte[cell]):
            mixed_cells.append(cell)
    if len(mixed_sets) != len(mixed_cells):
        raise NotProved("both sides must mix the same number of choices")
    places = [1 + game.ponte.index(name) for name in mixed_sets]
    square = determinant([[gains[cell][k] for k in places] for cell in mixed_cells], ONE)
    found.append(Condition("determinant", square * square))

    payoff = y_below * _dot(still, point) + sum(
        (q * against_ponte[cell] for q, cell in zip(y, game.banquier, strict=True)), fmpz_poly([0])
    )
    if payoff * claim.value.denominator != (claim.value.numerator * x_below * y_below * game.total):
        raise NotProved("the strategies must give the claimed value")
    return found


@checked
def check_for_all(claim: ForAll | str) -> str:
    """Say what is proved; raise `NotProved` unless the claim is shown for every d it covers."""
    claim = ForAll.parse(claim) if isinstance(claim, str) else claim
    for condition in conditions(claim):
        proved_from(condition, claim.holds_from)
    row = told_player(claim.player)
    return (
        f"model {claim.model}, {claim.holds_from} decks and all larger numbers d"
        f"{row and f', {row}'}: the value is {claim.value}, "
        "and the strategies are optimal and the only ones"
    )


def proved_from(condition: Condition, decks: int) -> int:
    """The smallest d, at least `decks`, from which the coefficients show that a condition holds."""
    while not condition.is_met_from(decks):
        if not condition.is_met_at(decks) or decks >= FURTHEST:
            raise NotProved(
                f"{condition.why}: the proof does not show this for {decks} decks and more"
            )
        decks += 1
    return decks


def _add_choice(
    found: list[Condition], name: str, weight: fmpz_poly, below: fmpz_poly, gain: fmpz_poly
) -> bool:
    """Add the conditions that make a choice the only best one; true if the decision is mixed.

    `weight` is the probability of drawing times `below`, and `gain` is the gain from a draw.
    """
    if weight.is_zero():
        found.append(Condition(f"{name} stands", -gain))
    elif weight == below:
        found.append(Condition(f"{name} draws", gain))
    else:
        if not gain.is_zero():
            raise NotProved(f"{name} must not be mixed: one of its choices is better")
        found.append(Condition(f"{name} draws at times", weight))
        found.append(Condition(f"{name} stands at times", below - weight))
        return True
    return False


def _over_one(numbers: Sequence[RationalFunction]) -> tuple[fmpz_poly, list[fmpz_poly]]:
    """A common denominator, and the numerators over it."""
    below = ONE
    for number in numbers:
        below = below * (number.denominator // below.gcd(number.denominator))
    return below, [number.numerator * (below // number.denominator) for number in numbers]


def _dot(line: Sequence[fmpz_poly], point: Sequence[fmpz_poly]) -> fmpz_poly:
    return sum((a * b for a, b in zip(line, point, strict=True)), fmpz_poly([0]))
