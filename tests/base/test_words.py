"""The words of the terminal table: no language lacks one, and wide ones keep their columns."""

import ast
import pickle
import re
from copy import deepcopy
from itertools import product
from math import inf
from string import Formatter

import pytest
from checkout import ROOT
from rich.cells import cell_len

import baccarat as bac
from baccarat.base.errors import BetRefused, UnknownName
from baccarat.base.sentences import Sentence
from baccarat.base.words import LANGUAGES, SAID, Words, catalogue, match, read_locale
from baccarat.core.bets.price_words import TO_ONE
from baccarat.core.games import GAMES
from baccarat.core.stats import statistics
from baccarat.drill.road_questions import MARKS
from baccarat.render.road_marks import DERIVED, TITLES
from baccarat.simulation.asking import LaterOdds
from baccarat.table.view.choices import offered
from baccarat.table.view.labels import card_text

SOURCE = ROOT / "src" / "baccarat"
SCREENS = [*(SOURCE / "tui").rglob("*.py"), *(SOURCE / "table").rglob("*.py")]
"""Where the words of a catalogue are said by their keys."""
WIDEST_TEXT = 70
"""Columns that a sheet has."""


SPEAKERS = """
    core/bets/bet_types core/calls core/coup core/fair core/layout core/rules core/shoe
    core/stats core/third_card drill/phrases figures/odds table/board/board table/board/coup_draft
    table/coach/coach table/coach/opponent table/requests table/rules/ceremony
    table/rules/dealing table/rules/factors table/rules/permitted table/rules/seats
    table/rules/squeeze table/rules/streak_wagers table/rules/wagers table/saving
    table/sitting table/table
    web/api/events web/api/roads web/api/runs web/api/tables web/gate/bodies
    web/gate/callers web/gate/gate web/gate/house_problems web/gate/login
    web/gate/middleware web/gate/problems web/gate/query_fields web/house/house
    web/house/places web/house/seats web/house/shoe_texts web/jobs/odds
    web/jobs/odds_answer web/jobs/theory web/jobs/theory_question web/pages/drill/address
    web/pages/lab/forms web/pages/lab/page web/pages/odds/address web/pages/odds/answer
    web/pages/odds/shoe web/pages/theory/practice web/runs/bounds web/runs/dealer
    web/runs/laboratory web/streams/events
""".split()
"""The rooms whose sentences come to a screen or a page; what only programs read is English."""
REFUSALS = {"ActRefused", "BetRefused", "CoupDealt", "NotDue", "NotKept", "Refused"}
REFUSALS |= {"Sentence", "ShoeError"}


def constants(node: ast.AST) -> set[str]:
    """The texts of an expression, those that are put together left out."""
    found = (
        {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()
    )
    if not isinstance(node, ast.JoinedStr | ast.Call):
        for child in ast.iter_child_nodes(node):
            found |= constants(child)
    return found


def sentences_of(room: str) -> set[str]:
    """The forms of all sentences that a room may say."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((SOURCE / f"{room}.py").read_text("utf-8"))):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if name == "form" or (
                name.isupper() and room.startswith(("table", "drill"))
            ):
                found |= constants(node.value)
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in REFUSALS:
                found |= constants(first)
            case ast.Return() if room == "table/rules/permitted" and node.value is not None:
                found |= constants(node.value)
                if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
                    found |= constants(node.value.func.value)
    return {text for text in found if " " in text or text == "nothing"}


def said_labels() -> set[str]:
    """The labels of the statistics, of coups in which everything is known."""
    coups = [bac.deal("Kh 9d 5c 4s 8h")]
    found = statistics(bac.Result.of(coup) for coup in coups)
    return {name.form for name, _ in (*found.shares(), *found.longest())}


def drilled_labels() -> set[str]:
    """The games and the roads of the drill, the names of what wins there, and its marks."""
    games = [game for game in GAMES if not game.rules.tableau.has_free_cells]
    tiers = {tier for found in games for bet in found.layout.bets.values() for tier in bet.pays}
    roads = {TITLES[road] for road in DERIVED}
    return (
        tiers | {g.about for g in games} | roads | set(map(str.lower, roads)) | set(MARKS.values())
    )


def later_labels() -> set[str]:
    """What an answer about later coups says of itself."""
    within = [f"{row} within 9 coups" for row in ("tie", "a streak of two", "two ties in a row")]
    tables = bac.odds(decks=inf), bac.odds(8, given="? ? 7h ?")
    found: set[str] = set()
    for text, table in product(["tie then tie", *within], tables):
        answer = bac.ask(text, table)
        assert isinstance(answer, LaterOdds)
        method = answer.method.replace(": 9", ": {coups}")
        found |= {answer.question.reading, method, answer.reason or method}
    return found


LABELS = {TO_ONE} | said_labels() | drilled_labels() | later_labels()
SENTENCES = sorted(LABELS.union(*map(sentences_of, SPEAKERS)))


def values(text: str) -> set[str]:
    """The names of the values that stand in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_catalogue_lacks_a_word_or_has_one_too_many(language: str) -> None:
    english = {
        **catalogue("en"),
        **({} if language == "en" else {f"{SAID}.{s}": s for s in SENTENCES}),
    }
    other = catalogue(language)
    assert other.keys() == english.keys()
    for key, text in other.items():
        assert values(text) == values(english[key]), key
        assert text.strip(), key


def test_every_word_that_the_screens_say_is_in_the_catalogue() -> None:
    said = "".join(path.read_text("utf-8") for path in SCREENS)
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


def test_a_sentence_is_said_with_the_names_of_each_language() -> None:
    spots = Sentence("{one} and {more}", one=Sentence("{spot}", spot="player"), more="x")
    assert spots == "player and x"
    assert Words.of("ja").say(spots).startswith(Words.of("ja").bet("player"))
    refused = BetRefused("there is no wager on {spot}", spot="player-pair")
    assert str(refused) == "there is no wager on player-pair"
    said = Words.of("fr").complain(refused)
    assert Words.of("fr").bet("player-pair") in said
    assert "no wager" not in said


def test_what_no_catalogue_knows_stays_as_it_was_said() -> None:
    assert Words.of("ja").say("a {brace} of cards") == "a {brace} of cards"
    assert Words.of("ja").say(Sentence("{n} unheard of", n=3)) == "3 unheard of"
    assert str(BetRefused("not {this}")) == "not {this}"


def test_a_sentence_keeps_its_parts_when_it_travels() -> None:
    sentence = Sentence("{side} has {total}", side="Banker", total=7)
    for copy in (pickle.loads(pickle.dumps(sentence)), deepcopy(sentence)):
        assert (copy, copy.form, copy.values) == (sentence, sentence.form, sentence.values)
    error = pickle.loads(pickle.dumps(BetRefused("{spot}: no", spot="tie")))
    assert (str(error), error.said.values) == ("tie: no", {"spot": "tie"})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_words_can_do_without_any_sign_beyond_ascii(language: str) -> None:
    words = Words.of(language, is_ascii=True)
    shown = [words.texts[key] for key in words.texts]
    assert any(not text.isascii() for text in shown)
    for text in shown:
        assert words.say(text).isascii(), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_name_of_its_own_in_every_language(language: str) -> None:
    words = Words.of(language)
    assert {f"game.{game.name}" for game in GAMES} == {k for k in words.texts if k[:5] == "game."}
    assert len({words.game(game.name) for game in GAMES}) == len(GAMES)


def test_games_are_called_as_casinos_there_call_them() -> None:
    called = {lang: Words.of(lang).game("punto-banco") for lang in LANGUAGES}
    assert called == {
        "en": "Punto banco",
        "fr": "Punto banco",
        "ja": "バカラ",
        "zh-hans": "百家乐",
        "zh-hant": "百家樂",
    }
    assert Words.of("zh-hant").game("blue-moon") == "blue-moon"
    refused = Sentence("{game} has no bets but player and banker", game="chemin-de-fer")
    assert Words.of("zh-hans").say(refused).startswith("铁路百家乐")


def test_the_choices_of_a_table_name_its_games() -> None:
    games = next(offer for offer in offered(Words.of("ja")) if offer.name == "game")
    assert dict(zip(games.values, games.said, strict=True))["ez"] == "EZバカラ"


def test_keys_are_named_as_keyboards_there_name_them() -> None:
    named = {lang: [Words.of(lang).cap(key) for key in ("Enter", "Esc")] for lang in LANGUAGES}
    assert named["fr"] == ["Entrée", "Échap"]
    assert named["zh-hans"] == ["回车", "Esc"]
    assert named["ja"] == named["zh-hant"] == named["en"] == ["Enter", "Esc"]
    assert Words.of("fr").cap("q") == "q"
    assert Words.of("fr", is_ascii=True).cap("Enter") == "Entree"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_names_a_key_names_it_as_its_cap_does(language: str) -> None:
    words = Words.of(language)
    for key, english in catalogue("en").items():
        if "Enter " in english and key != "dealer.enter" and not key.startswith("lobby."):
            assert words.cap("Enter") in words.texts[key], key


LATIN_NAMES = {
    *"Enter Esc Delete Del Shift Ctrl-D Cookie Python JSON SHA- Philox JavaScript".split(),
    *"baccarat play record check deal drill kind player banker tie".split(),
    *"lucky- dragon- perfect".split(),
}
"""Latin words that stay as they are in Chinese and Japanese: keys, commands, what is typed."""


@pytest.mark.parametrize("language", ["ja", "zh-hans", "zh-hant"])
def test_no_english_word_is_left_in_another_script(language: str) -> None:
    for key, text in catalogue(language).items():
        plain = re.sub(r"`[^`]*`|\{[^{}|]*\}|\{\w+:", " ", text)
        found = set(re.findall(r"[A-Za-z][A-Za-z_-]{2,}", plain))
        if key.startswith(f"{SAID}."):  # names of fields and the like stand in the English, too
            found = {word for word in found if word not in key}
        assert found <= LATIN_NAMES, key


def test_no_english_sentence_is_left_in_french() -> None:
    """Single words may be the same, and names are."""
    for key, english in catalogue("en").items():
        words = re.findall(r"[a-z]{2,}", re.sub(r"\{[^{}]*\}", " ", english.lower()))
        if len(words) > 1 and key.split(".")[0] not in ("game", "bet", "road"):
            is_typed = key.split(".")[1].startswith("hint-")
            assert is_typed or catalogue("fr")[key] != english, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ten_is_told_as_it_is_printed(language: str) -> None:
    words = Words.of(language)
    coup = bac.Coup.parse("Kh 5c Th | 9d 8s")
    told = words.say(bac.explain(coup)[0])
    assert "10♥" in told
    assert "T♥" not in told
    assert coup.player.third is not None
    assert card_text(coup.player.third, words) == "10♥"


COUNTED = re.compile(r"\{(\w+)\}[ \u202f\u00a0]([a-zà-ÿœ]+s)\b")
"""A value, and after it what may be a noun in the plural."""
COUNTS = frozenset(
    ("count", "cards", "coups", "shoes", "coins", "rows", "whole", "of", "many", "points")
) | {"ponte", "banquier", "cut", "other", "bets", "seats", "free", "lines"}
NEVER_ONE = {
    "evenings.ahead": "a single evening ends ahead or does not: it has its own text",
    "evenings.ahead-few": "as above",
    "evenings.behind-few": "as above",
    "evenings.ruined-few": "as above",
    "mark.more-ties": "more than nine",
    "news.shoe": "a shoe has many cards",
    "ceremony.ask": "so has one that is cut",
    "proof.alone": "so has one that is computed",
    "proof.cut": "a cut stays fourteen cards from either end",
    "proof.not-cut": "as above",
    "proof.other-cut": "as above",
    "proof.counted": "as many figures as are published",
    "proof.counted-wrong": "as above",
    "small.title": "a table has many rows",
    "advice.bet": "coins that were staked; French counts them as a sum",
    "odds.put": "French: an adverb",
    "report.bets": "a verb",
}
"""Texts whose number is never one, or whose word is no noun."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_counted_noun_has_its_singular(language: str) -> None:
    """Not `1 coups`; the two other scripts have one form for all numbers."""
    alone = {
        key: text
        for key, text in catalogue(language).items()
        if not key.startswith(f"{SAID}.") and key not in NEVER_ONE
        for name, _ in COUNTED.findall(text)
        if name in COUNTS
    }
    assert not alone
