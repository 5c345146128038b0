"""The number formats of a language, from the Unicode consortium's data (CLDR) in Babel."""

from functools import lru_cache

from babel import Locale

from baccarat.base.words.numerals import AnyNumber, Numerals

DIGITS = "latn"
"""All our languages write the digits 0 to 9."""


def read_numerals(language: str) -> Numerals:
    """The signs in numbers, and the plural rule, of a language such as `fr` or `zh-hant`."""
    locale = Locale.parse(language, sep="-")
    signs, rule = locale.number_symbols[DIGITS], locale.plural_form
    space = locale.percent_formats[None].suffix[0].removesuffix("%")

    @lru_cache(4096)  # the rule is slow, and the same counts come again
    def is_one(number: AnyNumber) -> bool:
        return rule(float(number)) == "one"

    return Numerals(signs["group"], signs["decimal"], space + signs["percentSign"], is_one)
