"""The words of the terminal table: no language lacks one, and wide ones keep their columns."""

import re
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from baccarat.errors import UnknownName
from baccarat.games import GAMES
from baccarat.tui.widgets.felt import spread
from baccarat.tui.words import LANGUAGES, Words, catalogue, match, read_locale

ROOM = Path(__file__).parent.parent / "src" / "baccarat" / "tui"
WIDEST_TEXT = 70
"""Columns that a sheet has."""


def values(text: str) -> set[str]:
    """The names of the values that stand in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_catalogue_lacks_a_word_or_has_one_too_many(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert other.keys() == english.keys()
    for key, text in other.items():
        assert values(text) == values(english[key]), key
        assert text.strip(), key


def test_every_word_that_the_screens_say_is_in_the_catalogue() -> None:
    said = "".join(path.read_text("utf-8") for path in ROOM.rglob("*.py"))
    keys = set(re.findall(r"words\(\s*\"([a-z]+\.[a-z-]+)\"", said))
    assert len(keys) > 40
    assert keys <= catalogue("en").keys()


def test_every_bet_of_a_named_game_has_a_name() -> None:
    spots = {f"bet.{spot}" for game in GAMES for spot in game.layout.bets}
    assert spots <= catalogue("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_on_its_sheet(language: str) -> None:
    lines = Words.of(language)("help.text").strip("\n").splitlines()
    assert len(lines) <= 14
    assert max(map(cell_len, lines)) <= WIDEST_TEXT


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("fr", "fr"),
        ("fr_CA.UTF-8", "fr"),
        ("ja-JP", "ja"),
        ("zh", "zh-hans"),
        ("zh_CN.GB18030", "zh-hans"),
        ("zh_TW.UTF-8", "zh-hant"),
        ("zh-Hant", "zh-hant"),
        ("zh_HK", "zh-hant"),
        ("de_DE", None),
        ("C", None),
    ],
)
def test_a_language_is_found_by_its_tag(tag: str, found: str | None) -> None:
    assert match(tag) == found


def test_the_locale_chooses_and_english_is_for_all_others() -> None:
    assert read_locale({"LANG": "ja_JP.UTF-8"}) == "ja"
    assert read_locale({"LANG": "ja_JP.UTF-8", "LC_ALL": "fr_FR"}) == "fr"
    assert read_locale({"LANG": "pl_PL"}) == "en"
    assert read_locale({}) == "en"


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown language: 'tlh'"):
        Words.of("tlh")


def test_a_strangers_bet_keeps_its_own_name() -> None:
    assert Words.of("ja").bet("blue-moon") == "Blue moon"


@given(
    st.text(st.sampled_from("abc 閒莊ー"), max_size=30),
    st.text(st.sampled_from("0123[]"), max_size=8),
    st.integers(14, 40),
)
def test_two_words_at_the_ends_of_a_line_fill_it_exactly(left: str, right: str, width: int) -> None:
    line = spread(left, right, width)
    assert cell_len(line) == width
    assert line.endswith(right)
