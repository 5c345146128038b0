"""A price is written one way in each language, on every page and screen."""

import re
from fractions import Fraction

import pytest

from baccarat.base.words import LANGUAGES, SAID, Words, catalogue
from baccarat.core.bets import Bet, bet, registered
from baccarat.core.bets.price_words import TO_ONE, price_text
from baccarat.core.games import GAMES
from baccarat.tui.widgets.felt_grid import prices_of
from baccarat.web.pages.table.felt import price_in_short

WRITTEN = {
    "en": ("8:1", "1:1 -5%", "12/20:1", "0.54:1"),
    "fr": ("8:1", "1:1 -5\xa0%", "12/20:1", "0,54:1"),
    "ja": ("8倍", "1倍 -5%", "12/20倍", "0.54倍"),
    "zh-hans": ("1赔8", "1赔1 -5%", "1赔12/20", "1赔0.54"),
    "zh-hant": ("1賠8", "1賠1 -5%", "1賠12/20", "1賠0.54"),
}
OTHER_WAYS = re.compile(r"[1-9}] to 1\b|[0-9}] : 1\b|contre 1\b|[0-9}] ?対 ?1\b|1 [赔賠] ?[0-9{]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_felt_and_terminal_write_the_same(language: str) -> None:
    words = Words.of(language)
    for spelled, text in zip(("tie", "banker", "lucky-6", "big"), WRITTEN[language], strict=True):
        assert words.say(price_text(bet(spelled))) == text
        assert price_in_short(bet(spelled), words) == text
        assert prices_of(str(bet(spelled)), words)[0] == text


def test_a_price_is_what_a_win_brings_also_where_it_is_sold_for_one() -> None:
    for given in registered(Bet):
        brought = {given.gross(tier) for tier in given.winning}
        text = str(price_text(str(given))).removesuffix(f" -{float(given.commission):.0%}")
        assert {Fraction(price) for price in text.removesuffix(":1").split("/")} == brought, given


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_writes_a_price_another_way(language: str) -> None:
    names = ("game.2-to-1", "bet.")
    texts = {
        key: text
        for key, text in catalogue(language).items()
        if OTHER_WAYS.search(text) and not key.startswith(names) and key != f"{SAID}.{TO_ONE}"
    }
    assert texts == {}


def test_no_rule_of_a_game_writes_a_price_another_way() -> None:
    for game in GAMES:
        told = [game.about, *(bet.wins_when for bet in game.layout.bets.values())]
        assert not [text for text in told if OTHER_WAYS.search(text)]
