"""Text in cells of the terminal: a Latin letter takes one cell, 莊 takes two.

wrapped(text, 28)                 in lines
fitting((long, short), 12)        the longest form that fits
spaced("Banker")                  B A N K E R
"""

import unicodedata
from collections.abc import Iterable
from itertools import product

from rich.cells import cell_len

CUT = ".."
"""The end of a text that was cut."""
CLOSING, OPENING = ("Po", "Pe", "Pf"), ("Ps", "Pi")
"""Marks that cannot begin a line, and marks that cannot end a line, by their Unicode category."""
NO_BREAK = ("\u00a0", "\u202f")
"""Spaces at which no line ends: before a French colon, within a number."""


def wrapped(text: str, columns: int) -> list[str]:
    """A text in lines of at most this number of columns; only words longer than a line are broken.

    >>> wrapped("five nines win, six tens lose", 12), wrapped("等這張牌翻開再算。", 10)
    (['five nines', 'win, six', 'tens lose'], ['等這張牌翻', '開再算。'])
    """
    columns = max(columns, 2)  # a wide character needs two
    return [line for part in text.splitlines() for line in _broken(part, columns) or [""]]


def _broken(text: str, columns: int) -> list[str]:
    lines, line = [], ""
    for unit in _units(text):
        if line and cell_len((line + unit).rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        line += unit
        while cell_len(line.rstrip()) > columns:
            kept = next(at for at in range(len(line), 0, -1) if cell_len(line[:at]) <= columns)
            lines.append(line[:kept])
            line = line[kept:]
    return [*lines, line.rstrip()] if line.strip() else lines


def _units(text: str) -> list[str]:
    """The parts of a text that no line break splits: words, and wide letters with their marks."""
    units: list[str] = []
    for char in text:
        before = units[-1][-1] if units else ""
        is_word = (bool(before.strip()) or before in NO_BREAK) and (
            cell_len(before) == cell_len(char) == 1
            or unicodedata.category(char) in CLOSING
            or unicodedata.category(before) in OPENING
        )
        if units and (char.isspace() or is_word):
            units[-1] += char
        else:
            units.append(char)
    return units


def spaced(text: str) -> str:
    """The text in spaced capitals; a script without capitals stays as it is.

    >>> spaced("Banker wins"), spaced("莊贏")
    ('B A N K E R   W I N S', '莊贏')
    """
    capitals = text.upper()
    has_capitals = capitals != text.lower() and cell_len(text) == len(text)
    return " ".join(capitals) if has_capitals else text


def fitting(texts: Iterable[str], columns: int) -> str:
    """The first text that fits; if no text fits, the last text is cut to fit.

    >>> fitting(("Player pair", "P pair"), 8), fitting(("Player pair", "P pair"), 5)
    ('P pair', 'P p..')
    """
    text = ""
    for text in texts:
        if cell_len(text) <= columns:
            return text
    return cut(text, columns)


def cut(text: str, columns: int) -> str:
    """A text with at most this number of columns; two dots mark a cut."""
    if cell_len(text) <= columns:
        return text
    while text and cell_len(text) > columns - len(CUT):
        text = text[:-1]
    return f"{text.rstrip()}{CUT}" if text else ""


def pair(lefts: Iterable[str], rights: Iterable[str], columns: int) -> tuple[str, str]:
    """The longest two texts that fit at the left and the right of a row; "" if one has no room."""
    both = product((*rights, ""), (*lefts, ""))
    for right, left in sorted(both, key=lambda texts: texts.count("")):
        if cell_len(left) + cell_len(right) + bool(left and right) <= columns:
            return left, right
    return "", ""
