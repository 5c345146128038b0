"""The cards of the odds page: how many of each are left, which are out, and the two hands."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from baccarat.base.errors import BadText
from baccarat.base.words import Words
from baccarat.core.cards import ORDER, Card
from baccarat.core.coup import Hand
from baccarat.figures.odds import RANKS, SUITS, card_label
from baccarat.render.card_faces import card_in_words


@dataclass(frozen=True, slots=True)
class TrayPile:
    """The cards of a rank, or of a rank and suit, that are still in the shoe."""

    card: str
    label: str
    said: str
    """its name in a sentence"""
    left: int
    whole: int
    suits: tuple["TrayPile", ...] = ()


def tray(decks: int, gone: list[Card], words: Words) -> list[TrayPile]:
    """All ranks, each with its suits; a card whose suit is not known counts for its rank alone."""
    ranks = Counter(card.known_rank for card in gone)
    cards = Counter(gone)
    piles = []
    for rank in RANKS:
        suits = tuple(
            _pile(Card.of(rank, suit), decks - cards[Card.of(rank, suit)], decks, words)
            for suit in SUITS
        )
        left = 4 * decks - ranks[rank]
        piles.append(_pile(Card.of(rank), left, 4 * decks, words, suits))
    return piles


def _pile(
    card: Card, left: int, whole: int, words: Words, suits: tuple[TrayPile, ...] = ()
) -> TrayPile:
    label, said = card_label(card, words("odds.tens")), card_in_words(card, words)
    return TrayPile(str(card), label, said, max(left, 0), whole, suits)


def out(cards: list[Card], words: Words) -> list[dict[str, object]]:
    """The cards that are out, each kind once with how many there are."""
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
    """Both hands of a coup as the answer writes it; None where totals are all that is known."""
    player, _, banker = (coup or "").removesuffix("…").partition("|")
    try:
        return {
            side: [None if word == "?" else Card.parse(word) for word in text.split()]
            for side, text in (("player", player), ("banker", banker))
        }
    except BadText:
        return None


def total_of(cards: Sequence[Card | None]) -> int | None:
    known = tuple(card for card in cards if card is not None)
    return Hand(known).total if known and len(known) == len(cards) else None
