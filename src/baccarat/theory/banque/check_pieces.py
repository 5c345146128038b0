"""A short checker of the coalition's solution at every stake from 1/2 to 1.

    check_pieces(certificate) -> the theorem in a sentence, or NotProved with the reason

A piece lies between two ends. It lists polynomials in θ: how often each corner is played, up to a
common factor; and above one denominator, how often the banquier draws in each cell in which he
mixes, and the value. That a side is indifferent is then an identity of polynomials. All other
conditions say that a polynomial is positive between the ends. It is if all its coefficients in
Bernstein's form are. An end is the one root of a polynomial between two bounds. A condition that
vanishes at an end has that polynomial as a factor, which is divided out first.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from flint import fmpq, fmpq_poly

from baccarat.base.errors import BadText, NotProved
from baccarat.theory.banque import check
from baccarat.theory.banque.payoffs import CORNERS, banque_payoffs, line
from baccarat.theory.certificate_reading import read_number
from baccarat.theory.numbers import rational

KIND = "banque-pieces"
KEYS = ("certificate", "counts", "endless", "after", "ends", "pieces")
END = ("polynomial", "above", "below")
PIECE = ("mixture_polynomials", "banquier_polynomials", "denominator", "value_polynomial")
MOST_PIECES, MOST_TERMS = 500, 12
"""Bounds of a certificate, refused before any work."""
ZERO, ONE = fmpq_poly([]), fmpq_poly([1])


def check_pieces(certificate: Mapping[str, Any] | str) -> str:
    """The theorem that a certificate proves, in a sentence; `NotProved` if it proves none."""
    claim, counts, endless, after = check.read_claim(certificate, KIND, KEYS)
    ends, pieces = check.read_list(claim["ends"]), check.read_list(claim["pieces"])
    if not 0 < len(pieces) <= MOST_PIECES or len(ends) != len(pieces) + 1:
        raise BadText(
            f"not a certificate: expected 1 to {MOST_PIECES} pieces, and one end more than pieces"
        )
    roots = [_End.read(end) for end in ends]
    if [(end.low, end.high) for end in (roots[0], roots[-1])] != [(fmpq(1, 2),) * 2, (1, 1)]:
        raise NotProved("the pieces must cover the stakes from 1/2 to 1")
    game = banque_payoffs(counts, endless)
    fixed = rational(check.require_after(after, game) * game.total)
    stands, draws = [pay + fixed for pay in line(*game.stands)], {}
    for cell, change in game.draws.items():
        gains = line(*change)
        extremes = [gain(theta) for gain in gains for theta in (fmpq(1, 2), fmpq(1))]
        if max(extremes) < 0:  # he draws here, whatever the Players do
            stands = [pay + gain for pay, gain in zip(stands, gains, strict=True)]
        elif min(extremes) <= 0:
            draws[cell] = gains
    for piece, (left, right) in zip(pieces, pairwise(roots), strict=True):
        fields = check.read_object(piece, PIECE, "a piece")
        _require_solved(fields, game.total, _Span(left, right), stands, draws)
    cards = f"{check.in_words(counts, endless)}, {check.BLIND}"
    return (
        f"banque, every stake θ on tableau 1 from 1/2 to 1, {cards}: on each of {len(pieces)} "
        "pieces the coalition's value and strategies are the quotients of polynomials listed; "
        "these strategies are optimal, and between the ends of a piece no others are; those after "
        "a natural are optimal, too"
    )


class _End(NamedTuple):
    """An end of a piece: the only root between two bounds of a polynomial that rises there."""

    rising: fmpq_poly
    low: fmpq
    high: fmpq

    @classmethod
    def read(cls, fields: Any) -> "_End":
        if isinstance(fields, str):
            at = rational(read_number(fields))
            return cls(fmpq_poly([-at, 1]), at, at)
        root = check.read_object(fields, END, "an end")
        low, high = (rational(read_number(root[key])) for key in END[1:])
        poly = _poly(root["polynomial"])
        rising = poly if poly(high) > 0 else -poly
        if not (low < high and rising(low) < 0 and _is_positive(rising.derivative(), low, high)):
            raise NotProved("an end must be the only root of its polynomial between its bounds")
        return cls(rising, low, high)


class _Span:
    """All stakes between two ends."""

    def __init__(self, left: _End, right: _End) -> None:
        if not left.high < right.low:
            raise NotProved("each end must be above the end before")
        self.low, self.high, self.middle = left.low, right.high, (left.high + right.low) / 2
        self.factors = one, two = left.rising, -right.rising
        """polynomials that are positive between the ends, and vanish at one of them"""
        # Both ends may be roots of one polynomial, which rises from one and falls to the other.
        far, near = (right.low, left.high) if one == two else (right.high, left.low)
        bounds = ((one, left.high, far), (two, near, right.low))
        if not all(poly.degree() == 1 or _is_positive(poly, *ends) for poly, *ends in bounds):
            raise NotProved("the polynomial of an end has another root in a piece")

    def require_positive(self, poly: fmpq_poly, what: str) -> None:
        """Refuse a polynomial that is not shown to be positive between the ends."""
        for factor in self.factors:
            while poly and not poly % factor:
                poly = poly // factor
        if not _is_positive(poly, self.low, self.high):
            place = f"from {float(self.low):.6f} to {float(self.high):.6f}"
            raise NotProved(f"the proof does not show that {what} is positive {place}")


def _require_solved(
    piece: Mapping[str, Any],
    total: int,
    span: _Span,
    stands: Sequence[fmpq_poly],
    draws: Mapping[str, Sequence[fmpq_poly]],
) -> None:
    """Refuse a piece whose strategies are not optimal, are not unique, or have another value."""
    corners, mixed = (_polys(piece[key]) for key in PIECE[:2])
    below, value = _poly(piece["denominator"]), _poly(piece["value_polynomial"]) * total
    played = [k for k, name in enumerate(CORNERS) if name in corners]
    if not (len(played) == len(corners) == len(mixed) + 1 and mixed.keys() <= draws.keys()):
        raise NotProved("a piece must play one corner more than the number of its mixed cells")
    mixture = [corners.get(name, ZERO) for name in CORNERS]
    pays = [pay * below for pay in stands]
    for k in played:
        span.require_positive(mixture[k], f"the part of {CORNERS[k]}")
    span.require_positive(below, "a denominator")
    for cell, gains in draws.items():
        gain = sum((mixture[k] * gains[k] for k in played), ZERO)
        chance = mixed.get(cell, below if gain(span.middle) < 0 else ZERO)
        if cell not in mixed:
            better = -gain if chance else gain
            span.require_positive(better, f"the gain from the better move in {cell}")
        elif gain:
            raise NotProved(f"the banquier is not indifferent in {cell}")
        else:
            span.require_positive(chance, f"the chance in {cell}")
            span.require_positive(below - chance, f"the chance to stand in {cell}")
        if chance:
            pays = [pay + chance * change for pay, change in zip(pays, gains, strict=True)]
    for k, pay in enumerate(pays):
        if k not in played:
            span.require_positive(value - pay, f"the loss from playing {CORNERS[k]}")
        elif pay != value:
            raise NotProved(f"{CORNERS[k]} must give the value that a piece claims")
    square = check.determinant([[*(draws[cell][k] for cell in mixed), ONE] for k in played])
    span.require_positive(square * (1 if square(span.middle) > 0 else -1), "the determinant")


def _is_positive(poly: fmpq_poly, low: fmpq, high: fmpq) -> bool:
    """Whether all Bernstein coefficients are positive: then the polynomial is positive, too."""
    powers = range(max(poly.degree(), 0) + 1)
    inside = poly(fmpq_poly([low, high - low]))
    # With s = 1 / (1 + t) they are the coefficients in t, but for positive factors.
    spread = fmpq_poly([inside[power] for power in reversed(powers)])(fmpq_poly([1, 1]))
    return all(spread[power] > 0 for power in powers)


def _polys(fields: Any) -> dict[str, fmpq_poly]:
    if not isinstance(fields, Mapping) or len(fields) > len(CORNERS):
        raise BadText("not a certificate: a piece must have at most four polynomials by name")
    return {name: _poly(items) for name, items in fields.items()}


def _poly(items: Any) -> fmpq_poly:
    if len(check.read_list(items)) > MOST_TERMS:
        raise BadText(
            f"not a certificate: a polynomial must have at most {MOST_TERMS} coefficients"
        )
    return fmpq_poly([rational(read_number(text)) for text in items])
