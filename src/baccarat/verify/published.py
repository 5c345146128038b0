"""Published figures as they were printed; each is a line of `figures.csv`."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

Recounted = Fraction | float | str
"""A recomputed figure: exact if possible; a float for a square root; text for marks and tags."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A printed figure and its source.

    >>> figures()[0].what, figures()[0].published
    ('banker', '2,292,252,566,437,888')
    """

    kind: str
    """the way to recompute the figure: one of `KINDS`"""
    what: str
    """a bet, a card or a road; a game other than punto banco precedes its bet, and known cards
    or totals follow it"""
    decks: str
    """the number of decks; `inf` for a deck to which every card returns; empty if there are none"""
    published: str
    source: str
    """where it was printed; `counted` if no source outside this project is known"""
    mistake: str = ""
    """the mistake in a wrong figure: one of `MISTAKES`"""
    exact: str = ""
    """for a wrong figure: the right value, which tests compute by a second method"""
    note: str = ""

    @property
    def shoe(self) -> str:
        """The number of decks in words: `1 deck`, `8 decks`, `endless deck`."""
        if not self.decks:
            return ""
        return {"1": "1 deck", "inf": "endless deck"}.get(self.decks, f"{self.decks} decks")

    @property
    def digits(self) -> int:
        """The number of digits printed after the decimal point."""
        return len(self.published.partition(".")[2])

    def agrees(self, value: Recounted) -> bool:
        """Whether a value, rounded to the printed digits, is the printed figure."""
        if isinstance(value, str):
            return value == self.published
        printed = Fraction(self.published.replace(",", ""))
        return abs(Fraction(value) - printed) <= Fraction(1, 2 * 10**self.digits)

    def __str__(self) -> str:
        return ", ".join(filter(None, [self.what, self.shoe]))


@cache
def figures() -> tuple[Figure, ...]:
    """Every published figure that we recompute.

    >>> len(figures()) > 100, figures()[0].source
    (True, 'wizardofodds.com/games/baccarat, appendix 1')
    """
    text = files(__package__).joinpath("figures.csv").read_text("utf-8")
    return tuple(Figure(**row) for row in csv.DictReader(text.splitlines()))
