"""Published figures as they were printed, one line of `figures.csv` each."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

Recounted = Fraction | float | str
"""Exact where it can be; a float for a square root; text for marks, tags and words."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was printed, and where.

    >>> figures()[0].what, figures()[0].published
    ('banker', '2,292,252,566,437,888')
    """

    kind: str
    """how it is counted again: one of `KINDS`"""
    what: str
    """a bet (with its game before it, if that is not punto banco, or what is known after it), a
    card, a road"""
    decks: str
    """`inf` for a deck in which every card returns; empty where there are none"""
    published: str
    source: str
    """`counted` where none outside this project is known"""
    mistake: str = ""
    """how the printed figure came to be wrong: one of `MISTAKES`"""
    exact: str = ""
    """for a mistaken figure: the right value, which tests compute by a second method"""
    note: str = ""

    @property
    def shoe(self) -> str:
        """Its decks in words."""
        if not self.decks:
            return ""
        return {"1": "1 deck", "inf": "endless deck"}.get(self.decks, f"{self.decks} decks")

    @property
    def digits(self) -> int:
        """How many digits were printed after the point."""
        return len(self.published.partition(".")[2])

    def agrees(self, value: Recounted) -> bool:
        """Whether a value, rounded to as many digits as were printed, is what was printed."""
        if isinstance(value, str):
            return value == self.published
        printed = Fraction(self.published.replace(",", ""))
        return abs(Fraction(value) - printed) <= Fraction(1, 2 * 10**self.digits)

    def __str__(self) -> str:
        return ", ".join(filter(None, [self.what, self.shoe]))


@cache
def figures() -> tuple[Figure, ...]:
    """Every figure that was printed somewhere and that we count again.

    >>> len(figures()) > 100, figures()[0].source
    (True, 'wizardofodds.com/games/baccarat, appendix 1')
    """
    text = files(__package__).joinpath("figures.csv").read_text("utf-8")
    return tuple(Figure(**row) for row in csv.DictReader(text.splitlines()))
