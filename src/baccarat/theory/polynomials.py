"""FLINT's polynomials for frozen values: they cannot be changed, but can be hashed and pickled."""

from collections.abc import Sequence
from typing import Any, NoReturn, TypeVar

from flint import fmpq_poly, fmpz_poly

Poly = fmpq_poly
"""A polynomial with rational coefficients, as we calculate with it."""
P = TypeVar("P", bound=Any)


class _Frozen:
    def __setitem__(self, power: int, coefficient: object) -> NoReturn:
        raise TypeError("this polynomial cannot be changed: calculate a new one")

    def __hash__(self) -> int:
        return hash(tuple(self.coeffs()))  # type: ignore[attr-defined]

    def __reduce__(self) -> tuple[type, tuple[Any]]:
        return type(self), (self.coeffs(),)  # type: ignore[attr-defined]


class WholePolynomial(_Frozen, fmpz_poly):
    """A polynomial of whole coefficients.

    >>> line = WholePolynomial([1, 2])
    >>> line == fmpz_poly([1, 2]), {line: "hashed"}[WholePolynomial([1, 2])]
    (True, 'hashed')
    """

    __hash__ = _Frozen.__hash__


class RationalPolynomial(_Frozen, fmpq_poly):
    """A polynomial of rational coefficients."""

    __hash__ = _Frozen.__hash__


def freeze_polynomials(value: object, *fields: str) -> None:
    """Freeze the polynomials in some fields of a dataclass, from its `__post_init__`."""
    for name in fields:
        object.__setattr__(value, name, _frozen(getattr(value, name)))


def _frozen(thing: Any) -> Any:
    if isinstance(thing, _Frozen):
        return thing
    if isinstance(thing, tuple | list):
        return tuple(map(_frozen, thing))
    return WholePolynomial(thing) if isinstance(thing, fmpz_poly) else RationalPolynomial(thing)


def determinant(rows: Sequence[Sequence[P]], one: P) -> P:
    """The determinant of a small matrix of polynomials or numbers; `one` if it is empty.

    >>> determinant([[fmpz_poly([0, 1]), fmpz_poly([2])], [fmpz_poly([3]), fmpz_poly([4])]], 1)
    4*x + (-6)
    """
    if not rows:
        return one
    result: P = one - one
    for k, a in enumerate(rows[0]):
        if a:
            rest = [[*row[:k], *row[k + 1 :]] for row in rows[1:]]
            result += (-1) ** k * a * determinant(rest, one)
    return result


def cramer(lines: Sequence[Sequence[P]], one: P) -> tuple[list[P], P]:
    """The solution of linear equations: the unknowns' numerators, and their common denominator.

    A line is a constant and a slope for each unknown. The denominator is 0 if there is no single
    solution.
    """
    below = determinant([line[1:] for line in lines], one)
    above = []
    for k in range(1, 1 + len(lines)):
        replaced = [[*line[1:k], -line[0], *line[1 + k :]] for line in lines]
        above.append(determinant(replaced, one))
    return above, below


def write_polynomial(polynomial: fmpz_poly, variable: str = "d", rising: bool = False) -> str:
    """A polynomial as books print it: the highest power first, or with `rising` the lowest.

    >>> write_polynomial(fmpz_poly([-3, 1, 0, 2]))
    '2d^3 + d - 3'
    """
    text = ""
    powers = range(int(polynomial.degree()) + 1)
    for power in powers if rising else reversed(powers):
        a = int(polynomial[power])
        if not a:
            continue
        symbol = variable * (power > 0) + f"^{power}" * (power > 1)
        size = str(abs(a)) if abs(a) != 1 or not power else ""
        sign = (" - " if a < 0 else " + ") if text else ("-" if a < 0 else "")
        text += f"{sign}{size}{symbol}"
    return text or "0"


def in_brackets(text: str) -> str:
    """A sum in brackets; a single term stays unchanged."""
    return f"({text})" if " " in text else text
