"""The tray of the odds page: how many of each card are left, and which are out."""

from collections import Counter
from dataclasses import dataclass

from baccarat.base.words import Words
from baccarat.core.cards import ORDER, Card, Rank, Suit
from baccarat.render.card_faces import card_in_words

RANKS = tuple(Rank(letter) for letter in "A23456789TJQK")
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


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
    label, said = card_label(card, words), card_in_words(card, words)
    return TrayPile(str(card), label, said, max(left, 0), whole, suits)


def out(cards: list[Card], words: Words) -> list[dict[str, object]]:
    """The cards that are out, each kind once with how many there are."""
    counted = sorted(Counter(cards).items(), key=lambda one: (one[0].points, ORDER[one[0]]))
    return [
        {
            "card": str(card),
            "label": card_label(card, words),
            "said": card_in_words(card, words),
            "count": many,
        }
        for card, many in counted
    ]


def card_label(card: Card, words: Words) -> str:
    """A kind of card as a button or a table names it: `10 – K` where only the points are known."""
    if card.known_rank is None:
        return words("odds.tens") if not card.points else "A" if card.points == 1 else str(card)
    rank = "10" if card.known_rank is Rank.TEN else str(card.known_rank)
    return rank if card.known_suit is None else f"{rank}{card.known_suit.symbol}"
