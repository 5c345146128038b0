"""Draws the hands, wagers and coups that a question of the drill is about.

scene_of(question, words)         the pictures of the question
ending_of(question, words)        the roads that show why the answer is right

Both read the sentences of the question, which have everything that is known.
"""

from typing import NamedTuple

from markupsafe import Markup

from baccarat.base.words import Words
from baccarat.core.bets.price_words import price_text
from baccarat.core.cards import Card
from baccarat.core.coup import Side
from baccarat.core.roads import Scoreboard
from baccarat.drill import Form, Question, phrases
from baccarat.drill.answers import NONE
from baccarat.drill.road_reasons import MARK, Lit, reason_of
from baccarat.drill.scene_parts import AskedWager, coups_in, hands_in, wagers_in
from baccarat.render.card_faces import card_in_words, page_card
from baccarat.render.page_roads import NONE_LIT, page_road
from baccarat.render.road_marks import DERIVED, TITLES, columns_of
from baccarat.render.svg_marks import marks_of
from baccarat.web.pages.table.felt import Disc, discs_of

LETTERS = {form: side.value if side else "T" for side, form in phrases.NEXT.items()}
"""The letter of a coup in a sentence: `Player wins the next.` is P."""
NARROW = 12
"""The least number of columns of a road: it fits on a phone."""


class DrawnHand(NamedTuple):
    """A side, and the drawings of its cards."""

    side: str
    cards: tuple[Markup, ...]


class DrawnWager(NamedTuple):
    """The drawing of a wager on a spot."""

    spot: str
    price: str
    stake: int
    discs: tuple[Disc, ...]


class DrawnRoad(NamedTuple):
    """The drawing of a road, with the road's name."""

    title: str
    drawing: Markup


class DrillScene(NamedTuple):
    """What a question of the drill shows: sentences, hands, wagers and roads."""

    lines: tuple[str, ...]
    hands: tuple[DrawnHand, ...]
    wagers: tuple[DrawnWager, ...]
    roads: tuple[DrawnRoad, ...]
    said: str
    """the pictures and the question in words, for screen readers"""


def scene_of(question: Question, words: Words) -> DrillScene:
    """The drawings of a question, and its other sentences in the language of the page."""
    lines, heard = list[str](), list[str]()
    hands, wagers, roads = list[DrawnHand](), list[DrawnWager](), list[DrawnRoad]()
    for said in question.scene:
        match said.form:
            case phrases.HANDS | phrases.PLAYER_HAND:
                for side, cards in hands_in(said):
                    hands.append(DrawnHand(side, _cards(cards, words)))
                    spoken = ", ".join(card_in_words(card, words) for card in cards)
                    heard.append(f"{words.bet(side)}: {spoken}.")
            case phrases.WAGERS:
                wagers += (_wager(one, words) for one in wagers_in(said))
                heard.append(words.say(said))
            case phrases.COUPS:
                key = "bead" if question.asks.form == phrases.BEAD_PLACE else "big"
                roads.append(_road(Scoreboard(str(said.values["letters"])), key, words))
                heard.append(words.say(said))
            case _:
                lines.append(words.say(said))
                heard.append(lines[-1])
    told = " ".join((*heard, words.say(question.asks)))
    return DrillScene(tuple(lines), tuple(hands), tuple(wagers), tuple(roads), told)


def ending_of(question: Question, words: Words) -> tuple[DrawnRoad, ...]:
    """The roads with the mark that is the answer, and with highlighted cells that explain it."""
    after = _after(question)
    if after is None:
        return ()
    if question.form is Form.PLACE:
        column, row = map(int, question.answer.split())
        key = "bead" if question.asks.form == phrases.BEAD_PLACE else "big"
        return (_road(after, key, words, {(column - 1, row - 1): MARK}),)
    roads = list[DrawnRoad]()
    marks = dict(zip(_derived(question), question.answer.split(), strict=True))
    for key, mark in marks.items():
        reason = reason_of(after, key, words)
        if mark == NONE or reason is None:
            continue
        if len(marks) == 1:
            roads.append(_road(after, "big", words, reason.lit["big"]))
        roads.append(_road(after, key, words, reason.lit[key]))
    return tuple(roads)


def _after(question: Question) -> Scoreboard | None:
    """The roads after the coup that the question asks about; None if it shows no coups."""
    results = coups_in(question)
    if results is None:
        return None
    if question.form is Form.MARKS:
        side = question.asks.values["side"]
        assert isinstance(side, Side)
        return Scoreboard(results + side.value)
    new = next(LETTERS[said.form] for said in question.scene if said.form in LETTERS)
    return Scoreboard(results + new)


def _derived(question: Question) -> list[str]:
    """The names of the derived roads that the question asks about."""
    if question.form is Form.MARKS:
        return list(DERIVED)
    return [key for key in DERIVED if TITLES[key].lower() == str(question.asks.values["road"])]


def _cards(cards: list[Card], words: Words) -> tuple[Markup, ...]:
    """The drawings of a hand's cards; the third card is turned sideways."""
    return tuple(Markup(page_card(card, words, across=at == 2)) for at, card in enumerate(cards))


def _wager(one: AskedWager, words: Words) -> DrawnWager:
    price = words.say(price_text(one.bet))
    return DrawnWager(words.bet(one.spot), price, one.stake, discs_of(one.stake, 1))


def _road(board: Scoreboard, key: str, words: Words, lit: Lit = NONE_LIT) -> DrawnRoad:
    columns = max(NARROW, 1 + columns_of(marks_of(board, key)))
    drawn = page_road(board, key, words, columns, lit=lit)
    return DrawnRoad(words(f"road.{key}"), Markup(drawn))
