"""The cards of the odds page: those that are left, those that are out, and both hands."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from baccarat.base.errors import BadText
from baccarat.base.words import Words
from baccarat.core.cards import ORDER, Card
from baccarat.core.coup import Hand
from baccarat.figures.odds import RANKS, SUITS, card_label
from baccarat.render.card_faces import card_in_words

CARDS = {Card.of(rank): tuple(Card.of(rank, suit) for suit in SUITS) for rank in RANKS}
"""The four cards of each rank."""


@dataclass(frozen=True, slots=True)
class TrayPile:
    """The cards of a rank, or of a rank and suit, that are still in the shoe."""

    card: str
    label: str
    left: int
    whole: int
    text: str
    """the effect of a click, and the number of cards left"""
    suits: tuple["TrayPile", ...] = ()


def tray(decks: int, cards_out: list[Card], words: Words, act: str) -> list[TrayPile]:
    """All ranks, each with its suits; a card without a known suit counts only for its rank."""
    ranks, cards = Counter(card.known_rank for card in cards_out), Counter(cards_out)
    language = words.language, words.is_ascii

    def pile(card: Card, full: int, count: int, suits: tuple[TrayPile, ...] = ()) -> TrayPile:
        number = max(full - count, 0)
        name, label, spoken = _names(card, *language)
        text = _form(act, number, full, *language).format(spoken)
        return TrayPile(name, label, number, full, text, suits)

    return [
        pile(card, 4 * decks, ranks[card.known_rank],
             tuple(pile(suit, decks, cards[suit]) for suit in suited))
        for card, suited in CARDS.items()
    ]  # fmt: skip


@cache
def _names(card: Card, language: str, is_ascii: bool) -> tuple[str, str, str]:
    """A card's spelling, its label and its spoken name."""
    words = Words.of(language, is_ascii)
    return str(card), card_label(card, words("odds.tens")), card_in_words(card, words)


@lru_cache(maxsize=8192)
def _form(act: str, count: int, full: int, language: str, is_ascii: bool) -> str:
    """The text of a pile with this number of cards left; `{}` stands for the card."""
    return Words.of(language, is_ascii)(act, card="{}", left=count, whole=full)


def out(cards: list[Card], words: Words) -> list[dict[str, object]]:
    """The cards that are out: each kind once, with its number."""
    piles = sorted(Counter(cards).items(), key=lambda pile: (pile[0].points, ORDER[pile[0]]))
    return [
        {
            "card": str(card),
            "label": card_label(card, words("odds.tens")),
            "said": card_in_words(card, words),
            "count": count,
        }
        for card, count in piles
    ]


def hands(coup: str | None) -> dict[str, list[Card | None]] | None:
    """The cards of both hands, read from the coup of an answer; None if only totals are known."""
    player, _, banker = (coup or "").removesuffix("…").partition("|")
    try:
        return {
            side: [None if word == "?" else Card.parse(word) for word in text.split()]
            for side, text in (("player", player), ("banker", banker))
        }
    except BadText:
        return None


def total_of(cards: Sequence[Card | None]) -> int | None:
    faces = tuple(card for card in cards if card is not None)
    return Hand(faces).total if faces and len(faces) == len(cards) else None
