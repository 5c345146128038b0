"""What is known of a coup, from cards, text, a half-dealt coup or statements."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import cast

from baccarat.base.errors import BadText, BadValue, CoupError
from baccarat.base.hints import quoted
from baccarat.core.cards import Card, parse_cards
from baccarat.core.coup import Coup, Hand
from baccarat.core.games import Game
from baccarat.core.rules import Rules, deal
from baccarat.core.shoe import MOST_DECKS
from baccarat.core.third_card import Strategy
from baccarat.exact.grammar import read_statement
from baccarat.exact.partial_coup import Glimpse
from baccarat.exact.question_words import is_in_words
from baccarat.exact.statement import All, HasCard, Statement

Cards = str | Hand | Coup | Iterable[Card | Hand | Coup | str]
"""Cards as text, as single cards, or as the hands and coups that hold them."""
KnownCoup = Cards | Glimpse | Statement | Iterable[str | Statement]
"""What is known of a coup: its cards as far as they are known, and statements about it."""


def read_known(
    given: KnownCoup, game: Game, decide: Strategy
) -> tuple[Coup | Glimpse, Statement | None]:
    """The dealt cards, as far as they are known, and the statement that is known to be true."""
    parts = [given] if isinstance(given, str | Statement) else given
    if not (isinstance(parts, list | tuple) and all(isinstance(p, str | Statement) for p in parts)):
        return _coup(cast("Cards | Glimpse", given), game.rules, decide), None
    texts = [part for part in parts if isinstance(part, str)]
    for text in texts:
        _require_one_reading(text, game, decide)
    in_order = any(_is_plain(text.replace("?", " ")) for text in texts)
    if len(texts) == len(parts) and not (in_order and any(map(_HAND.search, texts))):
        with suppress(BadText):
            return _coup(texts, game.rules, decide), None
    said = [(part, _said(part, in_order, game, decide)) for part in parts]
    cards = [str(part) for part, statement in said if statement is None]
    told = [statement for _, statement in said if statement is not None]
    return _coup(cards, game.rules, decide), All.of(told) if told else None


def _said(part: str | Statement, in_order: bool, game: Game, decide: Strategy) -> Statement | None:
    """The statement that a text makes; None if the text has cards and totals.

    Beside cards in dealing order, a text about a hand is a statement: `Kh 9d` and `banker 6`.
    """
    if isinstance(part, Statement):
        return part
    fault = None
    try:
        _ = _coup(part, game.rules, decide)
    except CoupError:
        return None  # the cards may be right beside those of another text
    except BadText as error:
        fault = error
    if fault is None and not (in_order and _HAND.search(part)):
        return None
    try:
        return read_statement(part, game.layout)
    except BadText as misread:
        is_said = is_in_words(part) or (_HAND.search(part) and not re.search(r"[+|=?/]|\d\d", part))
        raise (misread if is_said or fault is None else fault) from None


def _require_one_reading(text: str, game: Game, decide: Strategy) -> None:
    """Refuse `player has 9h`, which may mean one of the first two cards or any card."""
    if not re.search(r"\bha(s|ve)\b", text, re.IGNORECASE):
        return
    try:
        cards, statement = _coup(text, game.rules, decide), read_statement(text, game.layout)
    except (BadText, CoupError):
        return
    if any(isinstance(fact, HasCard) for fact in statement.facts):
        raise BadText(
            f"one of the first two cards, or any card? write '{cards}' or '{statement}', not "
            f"{quoted(text)}"
        )


def all_cards(given: Cards | Card) -> tuple[Card, ...]:
    """The cards in a text, a card, a hand, a coup or a list of these."""
    if isinstance(given, str):
        return parse_cards(given)
    if isinstance(given, Card):
        return (given,)
    if isinstance(given, Hand | Coup):
        return given.cards
    if not isinstance(given, Iterable):
        raise BadValue(f"cards must be e.g. 'Kh 9d', or a list of cards, not {quoted(given)}")
    return tuple(card for item in given for card in all_cards(item))


def _coup(given: Cards | Glimpse, rules: Rules, decide: Strategy) -> Coup | Glimpse:
    """A coup from its cards in dealing order, from both hands, or from a Coup or Glimpse."""
    if isinstance(given, list | tuple) and all(isinstance(word, str) for word in given):
        given = " ".join(given)
    if isinstance(given, str) and not _is_plain(given):
        given = Glimpse.parse(given, rules, decide)
    if isinstance(given, Glimpse):
        known = given.under(rules)
        given = known if known.coup is None else known.coup
        if isinstance(given, Glimpse):
            return given
    if isinstance(given, str) and "|" in given:
        given = _hands(given, rules)
    if not isinstance(given, Coup):
        return deal(all_cards(given), replace(rules, decks=MOST_DECKS), decide)
    if rules.printed is not None and given.player.cards[:1] != (rules.printed,):
        raise CoupError(f"Player's first card is printed: begin Player's hand with {rules.printed}")
    return given


_HAND = re.compile(r"\b(player|banker|p|b)(?=\W|\d|$)", re.IGNORECASE)


def _is_plain(text: str) -> bool:
    """Whether the text consists of cards only."""
    with suppress(BadText):
        parse_cards(re.sub(r"\||…|\.\.\.", " ", text))
        return True
    return False


def _hands(text: str, rules: Rules) -> Coup:
    """A coup from both hands as text; a tableau without choices decides if the coup is over."""
    half = Coup.parse(f"{text.strip().removesuffix('…').removesuffix('...')}…")
    is_told = rules.tableau.has_free_cells and len(half.banker) >= 2
    return Coup.parse(text) if is_told else half
