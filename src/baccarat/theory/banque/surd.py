"""Numbers a + b √n with rational a and b, as in the equilibria of banque."""

from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from math import isqrt

from flint import fmpq

from baccarat.theory.numbers import Algebraic, fraction

ZERO = fmpq(0)


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Surd:
    """A number a + b √n; two surds can be added or multiplied if they have a root in common.

    >>> one = Surd(fmpq(1), fmpq(2), 3)
    >>> print(one * one, (one * one - 13) / one > 0)
    19.928203 True
    """

    a: fmpq
    b: fmpq = ZERO
    n: int = 1
    """not a square, unless b is 0"""

    @classmethod
    def of(cls, number: "Number") -> "Surd":
        """A rational number as a surd without a root."""
        if isinstance(number, Surd):
            return number
        return cls(fmpq(number.numerator, number.denominator))

    @classmethod
    def roots(cls, a: fmpq, b: fmpq, c: fmpq) -> list["Surd"]:
        """All x with a x² + b x + c = 0; a, b and c must not all be zero."""
        if a == 0:
            return [cls(-c / b)] if b != 0 else []
        square = b * b - 4 * a * c
        if square < 0:
            return []
        # √(p/q) = √(pq) / q
        inside, below = int(square.p) * int(square.q), int(square.q)
        root = isqrt(inside)
        if root * root == inside:
            half = fmpq(root, below)
            return [cls((-b - half) / (2 * a)), cls((-b + half) / (2 * a))][: 1 if root == 0 else 2]
        part = fmpq(1, below) / (2 * a)
        for prime in (2, 3, 5, 7, 11, 13):  # only to keep the number under the root short
            while inside % (prime * prime) == 0:
                inside, part = inside // (prime * prime), part * prime
        return [cls(-b / (2 * a), sign * part, inside) for sign in (-1, 1)]

    def _joined(self, other: "Number") -> tuple["Surd", int]:
        """The number `other`, written with this number's root √n, and the n of that root."""
        there = Surd.of(other)
        if there.b == 0 or self.b == 0 or self.n == there.n:
            return there, self.n if self.b != 0 else there.n
        root = isqrt(self.n * there.n)
        if root * root != self.n * there.n:
            raise ValueError(
                f"one number cannot have the square roots of both {self.n} and {there.n}"
            )
        return Surd(there.a, there.b * root / self.n, self.n), self.n

    def __add__(self, other: "Number") -> "Surd":
        there, n = self._joined(other)
        return Surd(self.a + there.a, self.b + there.b, n)

    def __neg__(self) -> "Surd":
        return Surd(-self.a, -self.b, self.n)

    def __sub__(self, other: "Number") -> "Surd":
        return self + -Surd.of(other)

    def __mul__(self, other: "Number") -> "Surd":
        there, n = self._joined(other)
        return Surd(self.a * there.a + self.b * there.b * n, self.a * there.b + self.b * there.a, n)

    def __truediv__(self, other: "Number") -> "Surd":
        there = Surd.of(other)
        norm = there.a * there.a - there.b * there.b * there.n
        return self * Surd(there.a / norm, -there.b / norm, there.n)

    __radd__ = __add__
    __rmul__ = __mul__

    @property
    def sign(self) -> int:
        """1, 0 or -1."""
        a = int(self.a > 0) - int(self.a < 0)
        b = int(self.b > 0) - int(self.b < 0)
        if a * b >= 0:
            return a or b
        return a if self.a * self.a > self.b * self.b * self.n else b

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Surd | fmpq | Fraction | int):
            return NotImplemented
        there = Surd.of(other)
        squares = self.b * self.b * self.n, there.b * there.b * there.n
        return self.a == there.a and squares[0] == squares[1] and self.b * there.b >= 0

    def __lt__(self, other: "Number") -> bool:
        there, width = Surd.of(other), Fraction(1, 1000)
        if self == there:
            return False
        if self.b == 0 or there.b == 0 or self.n == there.n:
            return (self - there).sign < 0
        while True:  # the bounds of different numbers separate sooner or later
            (low, high), (bottom, top) = self.bounds(width), there.bounds(width)
            if high < bottom or top < low:
                return high < bottom
            width /= 1000

    def __hash__(self) -> int:
        return hash((self.a, self.b * self.b * self.n))

    @property
    def exact(self) -> Fraction | None:
        """The number as a fraction; None if it is irrational."""
        return fraction(self.a) if self.b == 0 else None

    @property
    def algebraic(self) -> Algebraic:
        """The number as a root of its minimal polynomial."""
        if self.b == 0:
            return Algebraic.of(fraction(self.a))
        # x² − 2 a x + a² − b² n, in whole numbers without a common factor
        middle, last = -2 * self.a, self.a * self.a - self.b * self.b * self.n
        below = middle.q * last.q / middle.q.gcd(last.q)
        whole = [int((part * below).p) for part in (last, middle, fmpq(1))]
        return Algebraic(tuple(whole), *self.bounds(Fraction(1, 10**12)))

    def bounds(self, width: Fraction) -> tuple[Fraction, Fraction]:
        """Two fractions at most `width` apart, one below the number and one above."""
        if self.b == 0:
            return fraction(self.a), fraction(self.a)
        square = fraction(self.b * self.b * self.n)
        scale = 1
        while Fraction(1, scale) > width:
            scale *= 1024
        root = isqrt(square.numerator * scale * scale // square.denominator)
        low, high = Fraction(root, scale), Fraction(root + 1, scale)
        if self.b < 0:
            low, high = -high, -low
        return fraction(self.a) + low, fraction(self.a) + high

    def __float__(self) -> float:
        return float(self.bounds(Fraction(1, 2**80))[0])

    def __str__(self) -> str:
        return str(self.exact) if self.exact is not None else f"{float(self):.6f}"

    def __repr__(self) -> str:
        a, b = (f"fmpq({part.p}, {part.q})" for part in (self.a, self.b))
        return f"Surd({a}, {b}, {self.n})"

    def as_json(self) -> list[str]:
        """a, b and n as text."""
        return [str(self.a), str(self.b), str(self.n)]


Number = Surd | fmpq | Fraction | int
