"""JSON parts that the answers of several games share; every number is exact.

A fraction stands under its name. A number that is no fraction stands under the name with `_surd`,
`_root` or `_function`. A float stands beside every number except a function.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from flint import fmpz_poly

from baccarat.base.jsonable import exact, fraction
from baccarat.theory.numbers import Algebraic
from baccarat.theory.strategy_sets import OptimalSet

Said = dict[str, object]


class _OverPolynomial(Protocol):
    @property
    def numerator(self) -> fmpz_poly: ...
    @property
    def denominator(self) -> fmpz_poly: ...


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
