"""Real algebraic numbers: each is the only root of its polynomial between two fractions.

dot(one, two), value_at(line, point)                     of vectors of FLINT's fractions
real_roots(polynomial, low, high) -> list[Algebraic]     all roots strictly between
sign_at(polynomial, number) -> -1, 0 or 1                exactly
read_exact("5%", "a share") -> Fraction(1, 20)           from text
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

from baccarat.base.errors import BadText

NUMBER = re.compile(r"\s*(-?\d{1,125}(?:/\d{1,125}|\.\d{1,125})?)\s*(%?)\s*", re.ASCII)


def read_exact(text: str, wanted: str) -> Fraction:
    """Read `1/20`, `0.05` or `5%`.

    >>> read_exact("5%", "a commission")
    Fraction(1, 20)
    """
    found = NUMBER.fullmatch(text)
    try:
        if found:
            return Fraction(found[1]) / (100 if found[2] else 1)
    except ZeroDivisionError:
        pass
    raise BadText(f"not a number: {text[:24]!r} (expected {wanted})")


def rational(number: Fraction | int) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def dot(one: Iterable[fmpq], two: Iterable[fmpq]) -> fmpq:
    """The scalar product of two vectors of the same length."""
    return sum((a * b for a, b in zip(one, two, strict=True)), start=fmpq(0))


def value_at(line: Sequence[fmpq], point: Sequence[fmpq]) -> fmpq:
    """The value at a point of a linear function, given by its constant and its slopes."""
    return line[0] + dot(line[1:], point)


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Algebraic:
    """The only root of an irreducible polynomial between `low` and `high`.

    >>> golden = Algebraic((-1, 1, 1), Fraction(0), Fraction(1))
    >>> print(golden, golden < Fraction(62, 100))
    0.618034 True
    """

    polynomial: tuple[int, ...]
    """its coefficients, the constant first"""
    low: Fraction
    high: Fraction

    @classmethod
    def of(cls, number: Fraction | int) -> "Algebraic":
        """A rational number, as the root of a polynomial of degree 1."""
        exact = Fraction(number)
        return cls((-exact.numerator, exact.denominator), exact, exact)

    def refined(self, width: Fraction) -> "Algebraic":
        """This number, with bounds at most `width` apart."""
        low, high = self.low, self.high
        poly = _poly(self.polynomial)
        rising = low < high and poly(rational(high)) > 0
        while high - low > width:
            middle = (low + high) / 2
            if (poly(rational(middle)) > 0) == rising:
                high = middle
            else:
                low = middle
        return Algebraic(self.polynomial, low, high)

    @property
    def exact(self) -> Fraction | None:
        """The number as a fraction; None if it is irrational."""
        return self.low if self.low == self.high else None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Fraction | int):
            return self.exact == other
        if not isinstance(other, Algebraic):
            return NotImplemented
        if self.polynomial != other.polynomial:
            return False
        if self.exact is not None:
            return True
        low, high = max(self.low, other.low), min(self.high, other.high)
        return low < high and _count(_poly(self.polynomial), low, high) == 1

    def __lt__(self, other: "Algebraic | Fraction | int") -> bool:
        there = other if isinstance(other, Algebraic) else Algebraic.of(other)
        if self == there:
            return False
        if there.exact is not None and self.low < there.exact < self.high:
            # The polynomial changes its sign at the number and nowhere else between its bounds.
            poly = _poly(self.polynomial)
            return bool((poly(rational(there.exact)) > 0) == (poly(rational(self.high)) > 0))
        here, width = self, Fraction(1, 1000)
        while here.low <= there.high and there.low <= here.high:
            if here.exact is not None and there.exact is not None:
                break
            here, there, width = here.refined(width), there.refined(width), width / 1000
        return here.low < there.low

    def __hash__(self) -> int:
        return hash(self.polynomial)

    def __float__(self) -> float:
        return float(self.refined(Fraction(1, 2**80)).low)

    def __str__(self) -> str:
        return str(self.exact) if self.exact is not None else f"{float(self):.6f}"

    def as_json(self) -> Any:
        """A fraction as text, any other number as its polynomial and its bounds."""
        if self.exact is not None:
            return str(self.exact)
        return {"polynomial": list(self.polynomial), "low": str(self.low), "high": str(self.high)}


def _poly(coefficients: tuple[int, ...]) -> fmpz_poly:
    return fmpz_poly(list(coefficients))


def _count(poly: fmpz_poly, low: Fraction, high: Fraction) -> int:
    """The number of roots above `low` and not above `high`, by Sturm's theorem."""
    chain = [fmpq_poly(poly), fmpq_poly(poly).derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    return _changes(chain, low) - _changes(chain, high)


def _changes(chain: list[fmpq_poly], at: Fraction) -> int:
    signs = [value > 0 for poly in chain if (value := poly(rational(at))) != 0]
    return sum(one != two for one, two in pairwise(signs))


def real_roots(poly: fmpq_poly, low: Fraction, high: Fraction) -> list[Algebraic]:
    """All roots strictly between two fractions, each once, in no particular order."""
    if not poly:
        raise BadText("the polynomial must not be 0: every number is a root of 0")
    found: list[Algebraic] = []
    if not _may_have_roots(poly, low, high):
        return found
    for factor, _ in poly.numer().factor()[1]:
        coefficients = tuple(int(part) for part in factor.coeffs())
        if factor.degree() == 1:
            root = Fraction(-coefficients[0], coefficients[1])
            if low < root < high:
                found.append(Algebraic.of(root))
            continue
        parts = [(low, high)]
        while parts:
            left, right = parts.pop()
            count = _count(factor, left, right)
            if count == 1:
                found.append(Algebraic(coefficients, left, right))
            elif count:
                middle = (left + right) / 2
                parts += [(left, middle), (middle, right)]
    return found


def _may_have_roots(poly: fmpq_poly, low: Fraction, high: Fraction) -> bool:
    """Whether there may be roots in the interval, by Descartes' rule of signs.

    A change of variable maps the interval to all positive numbers."""
    inside = poly(fmpq_poly([rational(low), rational(high - low)]))
    coefficients = inside.coeffs()[::-1]
    spread = fmpq_poly(coefficients)(fmpq_poly([1, 1])).coeffs()
    return bool(min(spread) < 0 < max(spread))


def between(low: Algebraic, high: Algebraic) -> tuple[Fraction, Fraction]:
    """Two fractions between two numbers: the first one is the smaller, and near to `low`."""
    width = Fraction(1, 1000)
    while not low.refined(width).high < high.refined(width).low:
        width /= 1000
    return low.refined(width).high, high.refined(width).low


def vanishes(poly: fmpq_poly, number: Algebraic) -> bool:
    """Whether a polynomial is zero at an algebraic number."""
    return not poly % fmpq_poly(_poly(number.polynomial))


def sign_at(poly: fmpq_poly, number: Algebraic) -> int:
    """The sign of a polynomial at an algebraic number."""
    if number.exact is not None:
        value = poly(rational(number.exact))
        return int(value > 0) - int(value < 0)
    if vanishes(poly, number):
        return 0
    width = number.high - number.low
    while _roots_inside(poly.numer(), number):
        width /= 16
        number = number.refined(width)
    value = poly(rational(number.high))
    return int(value > 0) - int(value < 0)


def _roots_inside(poly: fmpz_poly, number: Algebraic) -> bool:
    """Whether a polynomial has a root between the number's bounds, or at a bound."""
    if poly.degree() < 1:
        return False
    if poly(rational(number.low)) == 0 or poly(rational(number.high)) == 0:
        return True
    return any(_count(factor, number.low, number.high) for factor, _ in poly.factor()[1])
