"""JSON parts that the answers of several games share; every number is exact.

A fraction stands under its name. A number that is no fraction stands under the name with `_surd`,
`_root` or `_function`. A float stands beside every number except a function.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from flint import fmpz_poly

from baccarat.base.jsonable import decked, exact, fraction
from baccarat.core.shoe import Composition
from baccarat.theory.numbers import Algebraic
from baccarat.theory.strategy_sets import OptimalSet

Said = dict[str, object]


class _Model(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def is_endless(self) -> bool: ...


class _WithQuestion(Protocol):
    """An answer with its question: model, number of decks, cards and bound decisions."""

    @property
    def model(self) -> _Model: ...
    @property
    def decks(self) -> int | None: ...
    @property
    def composition(self) -> Composition: ...
    @property
    def bound(self) -> Mapping[str, Fraction]: ...


class _OverPolynomial(Protocol):
    @property
    def numerator(self) -> fmpz_poly: ...
    @property
    def denominator(self) -> fmpz_poly: ...


def question_json(asked: _WithQuestion) -> Said:
    """The question as JSON: the game, its model, its shoe and the bound decisions."""
    return {
        "game": "chemin-de-fer",
        "model": asked.model.name,
        **decked(asked.decks, asked.model.is_endless),
        "unseen": str(asked.composition),
        "bound": chances_json(asked.bound),
        "method": "exact",
    }


def chances_json(strategy: Mapping[str, Fraction]) -> Said:
    return {name: exact("probability", draws) for name, draws in strategy.items()}


def set_json(named: OptimalSet) -> Said:
    corners = named.corners
    return {
        "names": list(named.names),
        "dimension": named.dimension,
        "corners": corners and [[fraction(a) for a in corner] for corner in corners],
    }


def algebraic_json(name: str, number: Algebraic) -> Said:
    """A number as JSON: a fraction if it is rational, otherwise its polynomial and two bounds."""
    if number.exact is not None:
        return exact(name, number.exact)
    root = {
        "polynomial": [str(a) for a in number.polynomial],
        "above": fraction(number.low),
        "below": fraction(number.high),
    }
    return {f"{name}_root": root, f"{name}_float": float(number)}


def coefficients_json(number: _OverPolynomial) -> Said:
    return {
        "text": str(number),
        "numerator": [str(a) for a in number.numerator.coeffs()],
        "denominator": [str(a) for a in number.denominator.coeffs()],
    }
