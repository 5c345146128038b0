"""How a language writes its numbers, and which form of a word goes with a number.

numerals = numerals_of("fr")
numerals.write(12_345.5, ",.2f")               12 345,50
numerals.choose(1, "une carte|# cartes")       une carte

If Babel is installed, its data are used; if not, the few facts below.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

AnyNumber = float | Fraction
"""To a type checker a whole number is a float, too."""


class Numerals:
    """Writes numbers as one particular language does."""

    __slots__ = ("_signs", "decimal", "group", "is_one", "percent")

    def __init__(
        self, group: str, decimal: str, percent: str, is_one: Callable[[AnyNumber], bool]
    ) -> None:
        self.group, self.decimal = group, decimal
        self.percent = percent  # with the space before it
        self.is_one = is_one  # whether a word beside this number is singular
        signs = {",": group, ".": decimal, "%": percent}
        changed = {old: new for old, new in signs.items() if old != new}
        self._signs = str.maketrans(changed) if changed else None

    def write(self, number: AnyNumber, form: str = ",") -> str:
        """A number in a Python format such as `,` or `+.2%`, with this language's separators."""
        if type(number) is Fraction:  # faster than checking an abstract class
            number = float(number)
        text = format(number, form)
        return text if self._signs is None else text.translate(self._signs)

    def choose(self, number: AnyNumber, forms: str) -> str:
        """The form of a word that fits this number; in it, `#` is replaced by the number.

        >>> ENGLISH.choose(3, "=0 no card|one card|# cards")
        '3 cards'
        """
        at, said, one, many = _parsed(forms)
        if number == at:
            return said
        found = one if one is many or self.is_one(number) else many
        return found.replace("#", self.write(number)) if "#" in found else found


def only_one(number: AnyNumber) -> bool:
    """Whether the word beside this number is singular in English: 1 card, but 0 cards."""
    return number in (1, -1)


def below_two(number: AnyNumber) -> bool:
    """Whether the word beside this number is singular in French: 0 carte, 1,5 point."""
    return -2 < number < 2


ENGLISH = Numerals(",", ".", "%", only_one)
KNOWN = {"fr": Numerals("\u202f", ",", "\u00a0%", below_two)}
"""Languages whose numbers differ from English; Chinese and Japanese have one form of each word."""


class Numeral:
    """A number in a text; it formats itself as the language writes numbers."""

    __slots__ = ("_form", "_number", "_numerals")

    def __init__(self, number: AnyNumber, numerals: Numerals, form: str = ",") -> None:
        self._number, self._numerals = number, numerals
        self._form = form  # the format if the text names none

    def __format__(self, form: str) -> str:
        if "|" in form:
            return self._numerals.choose(self._number, form)
        return self._numerals.write(self._number, form or self._form)

    def __repr__(self) -> str:
        return repr(self._number)


@cache
def _parsed(forms: str) -> tuple[int | None, str, str, str]:
    """Split `=0 none|one card|# cards` into special number (0), its text, singular and plural."""
    first, *others = forms.split("|")
    if not first.startswith("="):
        return None, "", first, others[-1] if others else first
    at, _, said = first[1:].partition(" ")
    return int(at), said, others[0], others[-1]


@cache
def numerals_of(language: str) -> Numerals:
    """The number formats of a language, from Babel or, if Babel is missing, from our own table."""
    if language == "en":
        return ENGLISH
    try:
        from baccarat.base.words.cldr import read_numerals  # Babel comes with the extras alone
    except ModuleNotFoundError:
        return KNOWN.get(language, ENGLISH)
    return read_numerals(language)
