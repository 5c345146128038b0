"""A figure: a counted value with its interval, the exact value, and the distance between them (z).

written(figure, TERMINAL)             its name, value, interval, exact value and z, as texts
columns(figures)                      exact values and z as columns, for CSV and frames
side_by_side(rows, keys, TERMINAL)    a line for each system or bet
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from math import copysign

from baccarat.base.words import Words
from baccarat.core.stats import half_width


class NumberKind(IntEnum):
    """The kind of a number, which decides how the number is written."""

    UNITS = 0
    NUMBER = 1
    SHARE = 2
    RATE = 3
    """the share won of each unit staked"""


UNITS, NUMBER, SHARE, RATE = NumberKind
PER_CENT = (SHARE, RATE)


@dataclass(frozen=True, slots=True)
class AnswerFigure:
    """A figure of an answer."""

    key: str
    """the name of the figure for programs and catalogues"""
    name: str
    kind: NumberKind
    value: float | None
    interval: tuple[float, float] | None = None
    exact: Fraction | float | None = None
    z: float | None = None
    why_not: str | None = None
    """the reason why there is no exact value"""
    of: str = ""
    """the system or the bet, if there are several"""


@dataclass(frozen=True, slots=True)
class FigureStyle:
    """The way in which a terminal, a notebook or a page writes figures."""

    digits: tuple[int, int, int, int] = (4, 4, 4, 4)
    """the decimals, by kind"""
    exact_digits: int | None = None
    """the decimals of exact values, if different"""
    signed: tuple[NumberKind, ...] = (UNITS,)
    """the kinds that are written with a plus"""
    per_cent: str = " %"
    shows_tiny: bool = False
    """whether a tiny share is written so that it does not look like 0"""

    def text(
        self, value: Fraction | float | None, kind: NumberKind, digits: int | None = None
    ) -> str:
        """A value of this kind as text; empty for None."""
        if value is None:
            return ""
        digits = self.digits[kind] if digits is None else digits
        text = self.percent(value, digits) if kind in PER_CENT else f"{float(value):.{digits}f}"
        return f"+{text}" if kind in self.signed and copysign(1, value) > 0 else text

    def percent(self, value: Fraction | float | None, digits: int = 4) -> str:
        """A share in per cent; empty for None.

        >>> TERMINAL.percent(0.0105791), NOTEBOOK.percent(Fraction(0)), NOTEBOOK.percent(4e-12)
        ('1.0579 %', '0.0000 %', '4.0e-10 %')
        """
        if value is None:
            return ""
        share = 100 * float(value)
        is_tiny = self.shows_tiny and 0 < abs(share) < 0.5 / 10**digits
        return (f"{share:.1e}" if is_tiny else f"{share:.{digits}f}") + self.per_cent

    def z(self, z: float | None) -> str:
        return "" if z is None else f"{z:+.2f}"

    def interval(self, figure: AnswerFigure, digits: int | None = None) -> str:
        ends = (self.text(end, figure.kind, digits) for end in figure.interval or ())
        return " … ".join(ends) or self.text(None, figure.kind)

    def half(self, figure: AnswerFigure) -> str:
        """Half the width of the interval, as the text after the ±."""
        times = 100 if figure.kind in PER_CENT else 1
        return half_width(figure.interval or (0, 0), self.digits[figure.kind], times)


@dataclass(frozen=True, slots=True)
class PageStyle(FigureStyle):
    """The style of pages: numbers as this language writes them, and a dash for None."""

    words: Words = field(kw_only=True)

    def text(
        self, value: Fraction | float | None, kind: NumberKind, digits: int | None = None
    ) -> str:
        digits = self.digits[kind] if digits is None else digits
        if value is None or kind in PER_CENT:
            return self.percent(value, digits)
        plus = "+" if kind in self.signed and value > 0 else ""
        return plus + self.words.number(round(float(value), digits))

    def percent(self, value: Fraction | float | None, digits: int = 4) -> str:
        return self.words.percent(value, digits)

    def z(self, z: float | None) -> str:
        return self.words.number(None if z is None else round(z, 2))


TERMINAL = FigureStyle((4, 3, 3, 3), exact_digits=6)
NOTEBOOK = FigureStyle((4, 4, 3, 3), shows_tiny=True)


def written(figure: AnswerFigure, style: FigureStyle, digits: int | None = None) -> tuple[str, ...]:
    """The figure's name, value, interval, exact value and z, as texts."""
    return (
        figure.name,
        style.text(figure.value, figure.kind, digits),
        style.interval(figure, digits),
        style.text(figure.exact, figure.kind, style.exact_digits if digits is None else digits),
        style.z(figure.z),
    )


def columns(figures: Iterable[AnswerFigure]) -> dict[str, float | None]:
    """The exact values and z, as columns of a table."""
    row: dict[str, float | None] = {}
    for figure in figures:
        row[f"exact_{figure.key}"] = None if figure.exact is None else float(figure.exact)
        row[f"z_{figure.key}"] = figure.z
    return row


def side_by_side(
    rows: Iterable[tuple[str, Iterable[AnswerFigure]]], keys: Sequence[str], style: FigureStyle
) -> Iterator[list[str]]:
    """A row for each system or bet, with its figures under these keys; a key that ends with ± adds
    a second cell, half the width of the figure's interval.
    """
    for name, figures in rows:
        known, cells = {figure.key: figure for figure in figures}, [name]
        for key in keys:
            figure = known[key.removesuffix(" ±")]
            cells.append(style.text(figure.value, figure.kind))
            cells += [style.half(figure)] * key.endswith(" ±")
        yield cells


def counted(number: int, noun: str, form: str = "") -> str:
    """A number with its noun: `1 coup`, `2 coups`; with the form `,` also `2,000 coups`."""
    return f"{number:{form}} {noun}" if number == 1 else f"{number:{form}} {noun}s"


def signed(value: Fraction | float) -> str:
    """The text of a guest's result, `+0.95`, or of a tag of a count, `-2`; zero has no sign."""
    return f"{float(value):+g}" if value else "0"
