"""Cards: their ranks, suits and points, and how they are written.

A card may be known in part: `9h` is known fully, `9x` by its rank, `9` by its points only.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from types import NoneType

from baccarat.base.enums import SpelledEnum
from baccarat.base.errors import BadText, TooShallow
from baccarat.base.hints import checked, displayed, guided, named, quoted, require_fields, taken


class Depth(IntEnum):
    """How much is known of a coup, or seen by a bet: totals, points, ranks or whole cards.

    >>> Card.parse("9x").depth, Depth.POINTS < Depth.RANKS
    (Depth.RANKS, True)
    """

    TOTALS = 0
    """how many cards each hand has, and its total"""
    POINTS = 1
    """the points of every card, in dealing order"""
    RANKS = 2
    """the rank of every card"""
    CARDS = 3
    """rank and suit of every card"""

    @classmethod
    def _missing_(cls, value: object) -> "Depth":
        return named(cls, value)

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Depth.{self.name}"


class Rank(SpelledEnum):
    """A rank, in the order of a sorted shoe: by points, then as listed here.

    >>> Rank("K"), Rank.KING.points, Rank.ACE.points, str(Rank.TEN)
    (Rank.KING, 0, 1, 'T')
    """

    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"

    @property
    def points(self) -> int:
        """The points of the rank: ace 1, two to nine their number of pips, tens and faces 0."""
        return 0 if self.value in "TJQK" else 1 if self.value == "A" else int(self.value)


class Suit(SpelledEnum):
    """A suit, in the order of a sorted shoe.

    >>> Suit("h"), Suit.HEARTS.symbol, Suit.HEARTS.is_red
    (Suit.HEARTS, '♥', True)
    """

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    @property
    def symbol(self) -> str:
        """The symbol printed on a card: `♥`."""
        return {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[self.value]

    @property
    def is_red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


KNOWN_AS = {(int, rank, suit) for rank in (Rank, NoneType) for suit in (Suit, NoneType)}
"""The types that the three fields of a card may have."""


@displayed
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """A card of the shoe; its rank and its suit may be unknown.

    >>> Card.parse("10d"), Card.parse("A♠").points, Card.parse("7x").depth
    (Card.parse('Td'), 1, Depth.RANKS)
    """

    points: int
    known_rank: Rank | None = None
    known_suit: Suit | None = None

    def __post_init__(self) -> None:
        kinds = type(self.points), type(self.known_rank), type(self.known_suit)
        if kinds not in KNOWN_AS:
            require_fields(self)
        if self.known_rank is None:
            if self.known_suit is not None:
                raise BadText("a card with a known suit needs a rank: give the rank, too")
            if not 0 <= self.points <= 9:
                raise BadText(f"a card must have 0 to 9 points, not {quoted(self.points)}")
        elif self.known_rank.points != self.points:
            raise BadText(
                f"{self.known_rank!r} has {self.known_rank.points} points, not "
                f"{quoted(self.points)}"
            )

    @classmethod
    @checked
    def of(cls, rank: Rank, suit: Suit | None = None) -> "Card":
        """A card of that rank, and of that suit if it is known."""
        return cls(rank.points, rank, suit)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read `9h`, `Td`, `10d`, `A♠`, `Kx` (only the rank) or `7` (only the points)."""
        if not isinstance(text, str):
            taken("Card.parse", "text", text, str)
        card = _WRITTEN.get(text.strip())
        if card is None:
            rank = f"{text.strip()}x"
            like = f"'{rank}' for its rank alone" if rank in _WRITTEN else "'9h', 'Td' or '10d'"
            raise BadText(f"not a card: {shorten(text)} (expected e.g. {like})")
        return card

    @property
    def depth(self) -> Depth:
        """How much of the card is known: its points, its rank, or rank and suit."""
        if self.known_suit is not None:
            return Depth.CARDS
        return Depth.POINTS if self.known_rank is None else Depth.RANKS

    @property
    def rank(self) -> Rank:
        """The rank of the card; raises `TooShallow` if only the points are known."""
        if self.known_rank is None:
            raise TooShallow(f"the rank of {self} is not known, only the points")
        return self.known_rank

    @property
    def suit(self) -> Suit:
        """The suit of the card; raises `TooShallow` if the suit is not known."""
        if self.known_suit is None:
            raise TooShallow(f"the suit of {self} is not known")
        return self.known_suit

    @property
    def burns(self) -> int:
        """How many cards are burned face down after this card, if it is the burn card."""
        return self.points or 10

    def at(self, depth: Depth) -> "Card":
        """The card reduced to `depth`: `9h` is `9x` at ranks, and `9` at points."""
        if type(depth) is not Depth:
            depth = taken("Card.at", "depth", depth, Depth)
        if depth is Depth.TOTALS:
            raise TooShallow("totals do not show single cards: ask for points, ranks or cards")
        if depth > self.depth:
            raise TooShallow(f"the card {self} is known only by {self.depth}, not by {depth}")
        if depth is Depth.CARDS:
            return self
        return _BY_POINTS[self.points] if depth is Depth.POINTS else _BY_RANK[self.known_rank]

    def __str__(self) -> str:
        if self.known_rank is None:
            return str(self.points)
        return f"{self.known_rank}{self.known_suit or 'x'}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    @property
    def pretty(self) -> str:
        """The card with its suit's symbol, for people: `9♥`."""
        if self.known_suit is None:
            return str(self)
        return f"{self.known_rank}{self.known_suit.symbol}"


DECK = tuple(Card.of(rank, suit) for rank in Rank for suit in Suit)
"""The 52 cards in the order of a sorted shoe: points, then rank, then suit."""

KINDS: dict[Depth, tuple[Card, ...]] = {
    Depth.POINTS: tuple(map(Card, range(10))),
    Depth.RANKS: tuple(map(Card.of, Rank)),
    Depth.CARDS: DECK,
}
"""The different kinds of cards at each depth, in the order of a sorted shoe."""

ORDER = {card: place for kinds in KINDS.values() for place, card in enumerate(kinds)}
"""The index of a card among the kinds of its depth."""

_BY_POINTS = KINDS[Depth.POINTS]
_BY_RANK = {card.known_rank: card for card in KINDS[Depth.RANKS]}

DEPTHS = {len(kinds): depth for depth, kinds in KINDS.items()}
"""The depth by its number of kinds: 10 for points, 13 for ranks, 52 for cards."""


def _spellings(card: Card) -> Iterable[str]:
    if card.known_rank is None:
        return [str(card)]
    ranks = {str(card.rank), str(card.rank).lower()} | ({"10"} if card.rank is Rank.TEN else set())
    suit = card.known_suit
    suits = {"x", "X"} if suit is None else {suit.value, suit.value.upper(), suit.symbol}
    return [rank + mark for rank in ranks for mark in suits]


_WRITTEN = {text: card for kinds in KINDS.values() for card in kinds for text in _spellings(card)}


def shorten(text: str, limit: int = 24) -> str:
    """Bad text as an error quotes it: on one line, and at most `limit` characters of it."""
    return repr(text if len(text) <= limit else text[:limit] + "…")


@checked
def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas, in their order.

    >>> parse_cards("Kh, 9d 5c")
    (Card.parse('Kh'), Card.parse('9d'), Card.parse('5c'))
    """
    return tuple(map(Card.parse, filter(None, re.split(r"[\s,]+", text))))


def write_cards(cards: Iterable[Card]) -> str:
    """Cards as text that `parse_cards` reads again, with spaces between them."""
    return " ".join(map(str, cards))
