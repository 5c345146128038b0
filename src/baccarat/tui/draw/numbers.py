"""Writes wins and losses with a sign; the minus is a true minus, not a hyphen."""

from fractions import Fraction

from baccarat.base.words import Words


def signed(value: Fraction | int, words: Words) -> str:
    """A win or a loss as text: whole coins, or an average with two decimals; zero has no sign.

    >>> words = Words.of("en")
    >>> signed(-1_200, words), signed(Fraction(1, 2), words), signed(0, words)
    ('−1,200', '+0.50', '0')
    """
    sign = "+" if value else ""
    told = words.number(value, f"{sign}," if isinstance(value, int) else f"{sign},.2f")
    return told if words.is_ascii else told.replace("-", "−")
