"""Numbers and winners as every JSON answer writes them, under the same names."""

import hashlib
import json
from fractions import Fraction
from typing import Any

VERSION = 1
"""The version of the JSON shapes; it rises when a name goes or changes its meaning."""


def fraction(value: Fraction) -> str:
    """A fraction in lowest terms, always with its denominator: `1/1`."""
    return f"{value.numerator}/{value.denominator}"


def seal_of(rest: dict[str, Any]) -> str:
    """The SHA-256 of a file's JSON without the seal; it shows whether somebody edited the file."""
    return hashlib.sha256(json.dumps(rest).encode()).hexdigest()


def exact(name: str, value: Fraction) -> dict[str, object]:
    """Two entries of a JSON object: the exact fraction, and the nearest float.

    >>> exact("edge", Fraction(1, 4))
    {'edge': '1/4', 'edge_float': 0.25}
    """
    return {name: fraction(value), f"{name}_float": float(value)}


def both(name: str, value: Fraction | None) -> dict[str, object]:
    """Two cells in a row of a table: the nearest float, and the fraction; both None if unknown.

    >>> both("edge", Fraction(1, 4))
    {'edge': 0.25, 'edge_fraction': '1/4'}
    """
    told = (None, None) if value is None else (float(value), fraction(value))
    return {name: told[0], f"{name}_fraction": told[1]}


def bounds(interval: tuple[float, float]) -> tuple[float, float] | tuple[None, None]:
    """The ends of an interval; both None for an interval without width.

    >>> bounds((0.25, 0.75)), bounds((0.95, 0.95))
    ((0.25, 0.75), (None, None))
    """
    low, high = interval
    return (low, high) if low < high else (None, None)


def sampled(
    estimate: float | Fraction | None, interval: tuple[float, float], confidence: float
) -> dict[str, object]:
    """An estimate from a sample, with its confidence interval and the confidence level."""
    low, high = bounds(interval)
    told = None if estimate is None else float(estimate)
    return {"estimate": told, "low": low, "high": high, "confidence": confidence}


def decked(decks: int | None, endless: bool = False) -> dict[str, object]:
    """Two entries of a JSON object: the number of decks, and whether the shoe is endless.

    The number is None if it is unknown, and for an endless shoe.
    """
    return {"decks": None if endless else decks, "endless": endless}


def winner(side: object) -> str:
    """The winner's name in JSON: `player`, `banker`, or `tie` for None."""
    return str(side or "tie").lower()
