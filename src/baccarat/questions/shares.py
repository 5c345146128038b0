"""Shares as people type them: `5%`, `0.05` or `1/20`."""

import re
from fractions import Fraction

from baccarat.base.errors import BadText


def read_share(text: str, what: str) -> Fraction:
    """The share as a fraction; it must be between 0 and 1.

    >>> read_share("0.9 %", "a commission")
    Fraction(9, 1000)
    """
    spelling = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(%|/[0-9]{1,9})?", text.replace(" ", ""))
    if not spelling:
        raise BadText(f"not {what}: {text[:24]!r} (expected e.g. 5%)")
    number, by = Fraction(spelling[1]), spelling[2] or ""
    under = 100 if by == "%" else int(by[1:] or 1)
    if not under or not 0 < number / under < 1:
        raise BadText(f"{what} must be between 0 and 1, or 0 % and 100 %, not {text[:24]}")
    return number / under


def spelled_share(text: str | None) -> str | None:
    """The text of a share without spaces, so that equal questions have equal spellings."""
    return text and "".join(text.split())
