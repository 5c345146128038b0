"""The words of the screens, in catalogues: one TOML file a language, each with every word.

words = Words.of("fr")
words("key.deal")                           a word by its key
words("money.hand", coins=500)              with what stands in it
words.bet("player-pair")                    a bet's name; a stranger's bet keeps its own
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from baccarat.errors import UnknownName

LANGUAGES = ("en", "fr", "ja", "zh-hans", "zh-hant")
TRADITIONAL = ("tw", "hk", "mo", "hant")
"""The regions, and the script, of Traditional Chinese."""


@dataclass(frozen=True, slots=True)
class Words:
    """All words of one language."""

    language: str
    texts: Mapping[str, str]

    @classmethod
    def of(cls, language: str | None = None) -> "Words":
        """A language by name; None is what the terminal's locale says."""
        found = read_locale(os.environ) if language is None else match(language)
        if found is None:
            raise UnknownName("language", str(language)[:40], LANGUAGES)
        return cls(found, catalogue(found))

    def __call__(self, key: str, **values: object) -> str:
        """A word, with these values in it."""
        return self.texts[key].format(**values)

    def bet(self, spot: str) -> str:
        """The name of a bet."""
        return self.texts.get(f"bet.{spot}", spot.replace("-", " ").capitalize())


def match(language: str) -> str | None:
    """The catalogue for a language tag or a locale's name: `fr`, `zh_TW.UTF-8`, `ja-JP`."""
    first, *rest = language.partition(".")[0].lower().replace("_", "-").split("-")
    if first == "zh":
        return "zh-hant" if set(rest) & set(TRADITIONAL) else "zh-hans"
    return first if first in LANGUAGES else None


def read_locale(environment: Mapping[str, str]) -> str:
    """The catalogue for a terminal's locale; English where there is none for it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return match(environment[name]) or "en"
    return "en"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The words of a language by their keys, `section.word`."""
    text = files("baccarat.tui").joinpath(f"catalogues/{language}.toml").read_text("utf-8")
    return {
        f"{section}.{word}": said
        for section, found in tomllib.loads(text).items()
        for word, said in found.items()
    }
