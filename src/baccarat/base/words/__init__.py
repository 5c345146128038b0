"""The words of all screens and commands: one complete TOML file for each language.

words = Words.of("fr")
words("key.deal")                           a word by its key
words("money.hand", coins=500)              a word with values in it
words.number(-3.5, "+,.2f"), words.percent(0.0106)  numbers as the language writes them
words.bet("player-pair")                    a bet's name; a plug-in's bet keeps its own name
words.game("punto-banco"), words.cap("Enter")  a game's name; a key's name on local keyboards
words.say(sentence), words.complain(error)  sentences of other rooms, in this language

A text may choose its words by a number: `{coups} {coups:coup|coups}` has singular and plural,
`{coup:=0 a new shoe|coup #}` another text for 0 and the number itself as #.
"""

import os
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from baccarat.base.errors import BaccaratError, UnknownName
from baccarat.base.frozen import FrozenDict, freezes
from baccarat.base.hints import checked
from baccarat.base.sentences import Sentence
from baccarat.base.words.numerals import AnyNumber, Numeral, numerals_of

LANGUAGES = ("en", "fr", "ja", "zh-hans", "zh-hant")
"""The languages whose catalogue has every word."""
TRADITIONAL = ("tw", "hk", "mo", "hant")
"""The regions, and the script, of Traditional Chinese."""
SAID = "said"
"""The section of the catalogues with the sentences of other rooms, by their English form."""
NUMBERS = frozenset((int, float, Fraction))
"""Exactly these types, not their subclasses: a named number has its own words."""
NUMBERED = frozenset(("seed", "table", "board"))
"""Values whose numbers are names and have no thousands separator."""
PLAIN = str.maketrans(
    {"–": "-", "−": "-", "…": "...", "×": "x", "\u2019": "'", "“": '"', "”": '"'}
    | {"œ": "oe", "«": '"', "»": '"', "♠": "s", "♥": "h", "♦": "d", "♣": "c"}
)
"""Replacements for terminals that have only ASCII."""


@dataclass(frozen=True, slots=True)
@freezes("texts")
class Words:
    """All words of one language."""

    language: str
    texts: Mapping[str, str]
    is_ascii: bool = False
    """whether only ASCII may be used; accents are dropped, other scripts stay as they are"""

    @classmethod
    @checked
    def of(cls, language: str | None = None, is_ascii: bool = False) -> "Words":
        """The words of a language; default: the language of the terminal's locale."""
        found = read_locale(os.environ) if language is None else match(language)
        if found is None:
            raise UnknownName("language", str(language)[:40], LANGUAGES)
        return cls(found, catalogue(found), is_ascii)

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, with these values in it."""
        text = self.texts[key]
        return self._spelled(text.format(**self._written(values)) if "{" in text else text)

    def bet(self, spot: str) -> str:
        """The name of a bet."""
        return self._spelled(self.texts.get(f"bet.{spot}", spot.replace("-", " ").capitalize()))

    def game(self, name: str) -> str:
        """The name of a game; a plug-in's game keeps its own name."""
        return self._spelled(self.texts.get(f"game.{name}", name))

    def cap(self, key: str) -> str:
        """A key's name on this language's keyboards: `Enter` is `Entrée`; letters stay the same."""
        return self._spelled(self.texts.get(f"cap.{key.lower()}", key))

    def number(self, value: AnyNumber | None, form: str = ",") -> str:
        """A number as this language writes it, in a Python format; a dash if there is no number.

        >>> Words.of("en").number(12_345), Words.of("fr").number(0.95), Words.of("ja").number(None)
        ('12,345', '0,95', '–')
        >>> Words.of("fr").number(-3.5, "+.2f")
        '-3,50'
        """
        if value is None:
            return self._spelled("–")
        return self._spelled(numerals_of(self.language).write(value, form))

    def numbers(self, values: Iterable[AnyNumber], form: str = ",") -> list[str]:
        """Several numbers, each as `number` writes it.

        >>> Words.of("fr").numbers([0.95, 12_345])
        ['0,95', '12\u202f345']
        """
        write = numerals_of(self.language).write
        return [self._spelled(write(value, form)) for value in values]

    def percent(self, share: AnyNumber | None, digits: int = 2) -> str:
        """A share in per cent; a dash if there is no share.

        >>> Words.of("en").percent(0.0106), Words.of("zh-hans").percent(0.5, 0)
        ('1.06%', '50%')
        """
        return self.number(share, f".{digits}%")

    def listed(self, texts: Iterable[str], key: str = "mark.more") -> str:
        """Texts one after another, with this language's separator between them.

        >>> Words.of("zh-hant").listed(["莊 1", "閒 2"])
        '莊 1、閒 2'
        """
        return self(key, one="", more="").join(texts)

    def say(self, text: str) -> str:
        """A sentence, translated; a sentence that the catalogue lacks stays English.

        The form marks the numbers with a thousands separator; other numbers are input or names.
        """
        if isinstance(text, Sentence):
            form = self.texts.get(f"{SAID}.{text.form}", text.form)
            values = {name: self._value(name, value) for name, value in text.values.items()}
            text = form.format(**self._written(values, "")) if values else form
        return self._spelled(text)

    def complain(self, error: BaccaratError) -> str:
        """The text of an error, in this language."""
        return self.say(error.said)

    def _value(self, name: str, value: object) -> object:
        """A value as a sentence shows it: hands and spots by name, cards with suit symbols."""
        if name in ("side", "spot"):
            return self.bet(str(value).lower())
        if name == "game":
            return self.game(str(value))
        if name == "card":
            return as_printed(str(getattr(value, "pretty", value)))
        return self.say(value) if isinstance(value, Sentence) else value

    def _written(self, values: Mapping[str, object], form: str = ",") -> dict[str, object]:
        """The values, with each number wrapped so that it prints as in this language."""
        numerals = numerals_of(self.language)
        return {
            name: Numeral(value, numerals, form)  # type: ignore[arg-type]  # its type is checked
            if type(value) in NUMBERS and name not in NUMBERED
            else value
            for name, value in values.items()
        }

    def _spelled(self, text: str) -> str:
        """The text in ASCII, if the terminal has only ASCII."""
        if not self.is_ascii or text.isascii():
            return text
        return "".join(map(_without_accent, text.translate(PLAIN)))


def as_printed(card: str) -> str:
    """A card as text, written as cards print it: a ten is `10`, not `T`.

    >>> as_printed("T♥"), as_printed("9h")
    ('10♥', '9h')
    """
    return f"10{card[1:]}" if card.startswith("T") and len(card) == 2 else card


def _without_accent(letter: str) -> str:
    """A letter without its accent; a letter that has no ASCII form stays as it is."""
    base = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return base or letter


def match(language: str) -> str | None:
    """The catalogue for a language tag or a locale: `fr`, `zh_TW.UTF-8`; None if there is none."""
    first, *rest = language.partition(".")[0].lower().replace("_", "-").split("-")
    if first == "zh":
        return "zh-hant" if set(rest) & set(TRADITIONAL) else "zh-hans"
    return first if first in LANGUAGES else None


def read_locale(environment: Mapping[str, str]) -> str:
    """The catalogue for a terminal's locale; English if none fits."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return match(environment[name]) or "en"
    return "en"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The words of a language by their keys, `section.word`."""
    import tomllib  # most commands speak English only
    from importlib.resources import files

    text = files("baccarat.base.words").joinpath(f"{language}.toml").read_text("utf-8")
    return FrozenDict(
        (f"{section}.{word}", said)
        for section, found in tomllib.loads(text).items()
        for word, said in found.items()
    )
