"""Quotients of polynomials in the commission."""

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq_poly, fmpz_poly

from baccarat.theory.numbers import fraction, rational
from baccarat.theory.polynomials import freeze_polynomials, in_brackets, write_polynomial


@dataclass(frozen=True, slots=True, repr=False)
class Quotient:
    """A quotient of two polynomials in the commission a, in lowest terms.

    >>> half = Quotient.of(fmpq_poly([3, -3]), fmpq_poly([6, -3]))
    >>> print(half, half(Fraction(1, 2)))
    (1 - a)/(2 - a) 1/3
    """

    numerator: fmpz_poly
    denominator: fmpz_poly

    def __post_init__(self) -> None:
        freeze_polynomials(self, "numerator", "denominator")

    @classmethod
    def of(cls, numerator: fmpq_poly, denominator: fmpq_poly) -> "Quotient":
        """The quotient in lowest terms."""
        common = numerator.gcd(denominator)
        top, bottom = numerator / common, denominator / common
        scale = top.denom() * bottom.denom()
        above, below = (top * scale).numer(), (bottom * scale).numer()
        content = above.content().gcd(below.content())
        if next(a for a in below.coeffs() if a) < 0:
            content = -content
        return cls(above // content, below // content)

    @classmethod
    def always(cls, number: Fraction) -> "Quotient":
        """A quotient that has this value at every commission."""
        return cls(fmpz_poly([number.numerator]), fmpz_poly([number.denominator]))

    def __call__(self, alpha: Fraction | int) -> Fraction:
        at = rational(alpha)
        return fraction(self.numerator(at) / self.denominator(at))

    @property
    def constant(self) -> Fraction | None:
        """The value of a quotient that is constant; None if it depends on the commission."""
        if self.numerator.degree() > 0 or self.denominator.degree() > 0:
            return None
        return self(0)

    def __str__(self) -> str:
        if self.constant is not None:
            return str(self.constant)
        above, below = (
            in_brackets(write_polynomial(part, "a", rising=True))
            for part in (self.numerator, self.denominator)
        )
        return f"{above}/{below}" if below != "1" else above

    def __repr__(self) -> str:
        above, below = (f"fmpq_poly({p.coeffs()})" for p in (self.numerator, self.denominator))
        return f"Quotient.of({above}, {below})"
