"""The words for cards in a question: colours, suits, ranks and pictures."""

from collections.abc import Iterable

from baccarat.core.cards import KINDS, Card, Depth, Rank, Suit
from baccarat.exact.partial_coup import alternatives

RANKS = {
    **{rank.name.lower(): rank for rank in Rank},
    **{f"{rank.name.lower()}s": rank for rank in Rank},
    "sixes": Rank.SIX,
}
RANKS |= {rank.value.lower(): rank for rank in (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)}
RANK_OF = {Card(rank.points): Card.of(rank) for rank in Rank if rank.points}
COLOURS = {"red": "dh", "black": "cs"} | {
    name: suit.value for suit in Suit for name in (suit.name.lower(), suit.name.lower()[:-1])
}
PICTURES = frozenset("picture pictures face faces court".split())


def is_meant(word: str, card: Card) -> bool:
    """Whether a card of the deck is one that a word describes."""
    if word in COLOURS:
        return card.suit.value in COLOURS[word]
    if word in RANKS:
        return card.rank is RANKS[word]
    if word in PICTURES:
        return card.rank.value in "JQK"
    if word.isdigit():
        return card.rank is Rank.TEN if word == "10" else card.points == int(word)
    one = Card.parse(word[:-1].upper().replace("10", "T") + word[-1])
    return card.at(one.depth) == one


def coarsest(cards: Iterable[Card]) -> frozenset[Card]:
    """Some cards of a deck, as points or ranks if these are exact, otherwise as whole cards."""
    return frozenset(alternatives(tuple(cards)) or KINDS[Depth.POINTS])
