"""The coup: two hands and their outcome."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from baccarat.base.enums import NamedEnum
from baccarat.base.errors import BadText, CoupError
from baccarat.base.hints import checked, displayed, guided, named, quoted, require_fields, taken
from baccarat.base.jsonable import winner
from baccarat.core.cards import Card, Depth, parse_cards, write_cards
from baccarat.core.tableau import PUNTO_BANCO

NATURAL = PUNTO_BANCO.natural
"""The lowest two-card total that is a natural for bets, calls and records."""


class Side(NamedEnum):
    """One of the two hands.

    >>> Side("banker"), Side.BANKER.other, str(Side.PLAYER)
    (Side.BANKER, Side.PLAYER, 'Player')
    """

    PLAYER = "P"
    BANKER = "B"

    @classmethod
    def _missing_(cls, value: object) -> "Side":
        return named(cls, value)

    @property
    def other(self) -> "Side":
        """The opposite side."""
        return Side.BANKER if self is Side.PLAYER else Side.PLAYER

    def __str__(self) -> str:
        return self.name.capitalize()


@displayed
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """A hand of up to three cards.

    >>> hand = Hand.parse("Kh 5c 8h")
    >>> hand.total, hand.start, str(hand.third)
    (3, 5, '8h')
    """

    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if type(self.cards) is not tuple:
            require_fields(self)
        for card in self.cards:
            if type(card) is not Card:
                require_fields(self)
        if len(self.cards) > 3:
            raise CoupError(f"a hand can have at most three cards, not {len(self.cards)}")

    @classmethod
    @checked
    def parse(cls, text: str) -> "Hand":
        """The hand that a text spells: `Kh 5c`."""
        return cls(parse_cards(text))

    @property
    def total(self) -> int:
        """The points of all cards modulo ten: 0 to 9."""
        return sum(card.points for card in self.cards) % 10

    @property
    def start(self) -> int:
        """The total of the first two cards."""
        return sum(card.points for card in self.cards[:2]) % 10

    @property
    def third(self) -> Card | None:
        """The third card; None if none was drawn."""
        return self.cards[2] if len(self.cards) == 3 else None

    @property
    def is_natural(self) -> bool:
        """Whether the hand is an eight or a nine on two cards."""
        cards = self.cards
        return len(cards) == 2 and (cards[0].points + cards[1].points) % 10 >= NATURAL

    @property
    def is_pair(self) -> bool:
        """Whether the first two cards have the same rank."""
        first, second = self._start
        return first.rank is second.rank

    @property
    def is_perfect_pair(self) -> bool:
        """Whether the first two cards have the same rank and suit."""
        first, second = self._start
        return (first.rank, first.suit) == (second.rank, second.suit)

    @property
    def is_suited(self) -> bool:
        """Whether all cards of the hand have the same suit."""
        return len({card.suit for card in self.cards}) == 1

    @property
    def depth(self) -> Depth:
        """How much is known of every card in the hand: points, ranks or whole cards."""
        return min((card.depth for card in self.cards), default=Depth.CARDS)

    @property
    def _start(self) -> tuple[Card, Card]:
        if len(self.cards) < 2:
            raise CoupError("the hand does not have two cards yet")
        return self.cards[0], self.cards[1]

    def at(self, depth: Depth) -> "Hand":
        """The hand with each card reduced to `depth`: `9h` is `9x` at ranks, and `9` at points."""
        return Hand(tuple(card.at(depth) for card in self.cards))

    def as_json(self) -> dict[str, object]:
        """The hand as JSON, without the values that are unknown."""
        told: dict[str, object] = {
            "cards": [str(card) for card in self.cards],
            "total": self.total,
            "natural": self.is_natural,
        }
        if len(self) >= 2 and self.depth >= Depth.RANKS:
            told["pair"] = self.is_pair
        if len(self) >= 2 and self.depth is Depth.CARDS:
            told["perfect_pair"] = self.is_perfect_pair
        return told

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __str__(self) -> str:
        return write_cards(self.cards)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


TOTALS = range(10)


@guided
@dataclass(frozen=True, slots=True)
class Held:
    """A final hand as a bet sees it: its number of cards, its total, perhaps a label (trait).

    >>> Held(cards=2, total=8).is_natural
    True
    """

    cards: int
    total: int
    trait: str | None = None

    def __post_init__(self) -> None:
        if not type(self.cards) is type(self.total) is int:
            require_fields(self)
        if self.cards not in (2, 3) or self.total not in TOTALS:
            held, total = quoted(self.cards), quoted(self.total)
            raise CoupError(f"no hand can end with {held} cards and a total of {total}")

    @property
    def is_natural(self) -> bool:
        """Whether the hand is an eight or a nine on two cards."""
        return self.cards == 2 and self.total >= NATURAL

    def __len__(self) -> int:
        return self.cards


@guided
@dataclass(frozen=True, slots=True)
class Outcome:
    """How a coup ended: each hand's number of cards and total, and perhaps its label (trait).

    >>> outcome = Coup.parse("Kh 7c | 9d Qs 4h").outcome()
    >>> outcome.winner, outcome.margin, len(outcome.banker)
    (Side.PLAYER, 4, 3)
    """

    player: Held
    banker: Held

    def __post_init__(self) -> None:
        if type(self.player) is not Held or type(self.banker) is not Held:
            require_fields(self)

    @property
    def index(self) -> int:
        """The index of the outcome in a tally."""
        player, banker = self.player, self.banker
        return cell_index(player.cards, banker.cards, player.total, banker.total)

    @property
    def winner(self) -> Side | None:
        """The hand that won; None for a tie."""
        return winner_of(self.player.total, self.banker.total)

    @property
    def margin(self) -> int:
        """The difference between the totals; 0 for a tie."""
        return abs(self.player.total - self.banker.total)

    @property
    def has_natural(self) -> bool:
        """Whether either side has a natural."""
        return self.player.is_natural or self.banker.is_natural

    def held(self, side: Side) -> Held:
        """The final hand of that side."""
        if type(side) is not Side:
            side = taken("Outcome.held", "side", side, Side)
        return self.player if side is Side.PLAYER else self.banker


def cell_index(player_cards: int, banker_cards: int, player: int, banker: int) -> int:
    """An outcome's index in 2 x 2 x 10 x 10 cells: the hands' numbers of cards, then totals."""
    return 200 * (player_cards - 2) + 100 * (banker_cards - 2) + 10 * player + banker


def cell_parts(index: Any) -> tuple[Any, Any, Any, Any]:
    """The numbers of cards and the totals that belong to an index, or to an array of indices.

    >>> cell_parts(cell_index(3, 2, 7, 4))
    (3, 2, 7, 4)
    """
    return 2 + index // 200, 2 + index // 100 % 2, index // 10 % 10, index % 10


_HELD = [[Held(cards, total) for total in TOTALS] for cards in (2, 3)]
OUTCOMES = tuple(
    Outcome(player, banker)
    for players in _HELD
    for bankers in _HELD
    for player in players
    for banker in bankers
)
"""The 400 cells of a tally, in the order of their index."""

DEALT = {(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (2, 3), (3, 3)}
"""The pairs of numbers of cards that Player and Banker can have."""


@displayed
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Coup:
    """One round, from the first card to the result; half-dealt until it is over.

    >>> coup = Coup.parse("Kh 5c 8h | 9d 4s")
    >>> coup.winner is None, coup.player.total, coup.banker.total
    (True, 3, 3)
    """

    player: Hand = Hand()
    banker: Hand = Hand()
    is_over: bool = False

    def __post_init__(self) -> None:
        if not type(self.player) is type(self.banker) is Hand or type(self.is_over) is not bool:
            require_fields(self)
        held = len(self.player.cards), len(self.banker.cards)
        if held not in DEALT:
            raise CoupError(f"Player cannot have {held[0]} cards while Banker has {held[1]}")
        if self.is_over and held < (2, 2):
            raise CoupError("a coup cannot be over before both hands have two cards")

    @classmethod
    @checked
    def parse(cls, text: str) -> "Coup":
        """Read both hands, Player's first: `Kh 5c 8h | 9d 4s`; a half-dealt coup ends in `…`."""
        text = text.strip()
        hands = text.removesuffix("…").removesuffix("...")
        is_over = hands == text
        player, bar, banker = hands.partition("|")
        if not bar:
            raise BadText(
                "not a coup: write Player's hand | Banker's hand, e.g. 'Kh 5c 8h | 9d 4s' (for "
                "cards in the order of dealing, use deal())"
            )
        return cls(Hand.parse(player), Hand.parse(banker), is_over)

    def receive(self, side: Side, card: Card) -> "Coup":
        """The coup with one more card."""
        if self.is_over:
            raise CoupError(f"the coup is over ({self}): {card} cannot be dealt")
        if type(side) is not Side:
            side = taken("Coup.receive", "side", side, Side)
        if side is Side.PLAYER:
            return Coup(Hand((*self.player.cards, card)), self.banker)
        return Coup(self.player, Hand((*self.banker.cards, card)))

    def finish(self) -> "Coup":
        """The coup with its cards, marked as a coup that is over."""
        return Coup(self.player, self.banker, is_over=True)

    def hand(self, side: Side) -> Hand:
        """The hand of that side."""
        if type(side) is not Side:
            side = taken("Coup.hand", "side", side, Side)
        return self.player if side is Side.PLAYER else self.banker

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in dealing order."""
        player, banker = self.player.cards, self.banker.cards
        start = [card for pair in zip(player[:2], banker[:2], strict=False) for card in pair]
        if len(player) > len(banker) and len(player) < 3:
            start.append(player[-1])
        return (*start, *player[2:], *banker[2:])

    @property
    def depth(self) -> Depth:
        """How much is known of every card in both hands: points, ranks or whole cards."""
        return min(self.player.depth, self.banker.depth)

    @property
    def has_natural(self) -> bool:
        """Whether either side has a natural."""
        return self.player.is_natural or self.banker.is_natural

    @property
    def winner(self) -> Side | None:
        """The hand that won; None for a tie."""
        self.require_over()
        return winner_of(self.player.total, self.banker.total)

    @property
    def margin(self) -> int:
        """The difference between the totals; 0 for a tie."""
        self.require_over()
        return abs(self.player.total - self.banker.total)

    @property
    def has_equal_start(self) -> bool:
        """Whether the first two cards of both hands have the same total."""
        if len(self.banker) < 2:
            raise CoupError("both hands must have two cards first")
        return self.player.start == self.banker.start

    def outcome(self, trait: Callable[[Hand], str | None] | None = None) -> Outcome:
        """The outcome of the coup, with the trait of each hand if `trait` is given."""
        self.require_over()
        player, banker = self.player, self.banker
        outcome = OUTCOMES[cell_index(len(player), len(banker), player.total, banker.total)]
        if trait is None:
            return outcome
        if not callable(trait):
            taken("Coup.outcome", "trait", trait, Callable)
        return Outcome(
            replace(outcome.player, trait=trait(player)),
            replace(outcome.banker, trait=trait(banker)),
        )

    def require_over(self) -> None:
        """Raise `CoupError` if the coup is not over."""
        if not self.is_over:
            raise CoupError(f"the coup is not over: {self}")

    def at(self, depth: Depth) -> "Coup":
        """The coup with each card reduced to `depth`: `9h` is `9x` at ranks, and `9` at points."""
        return Coup(self.player.at(depth), self.banker.at(depth), self.is_over)

    def as_json(self) -> dict[str, object]:
        """The coup as JSON: both hands, and the winner if the coup is over."""
        hands = {winner(side): self.hand(side).as_json() for side in Side}
        won = {"winner": winner(self.winner)} if self.is_over else {}
        return {"coup": str(self), "is_over": self.is_over, **hands, **won}

    def __len__(self) -> int:
        return len(self.player) + len(self.banker)

    def __str__(self) -> str:
        return f"{self.player} | {self.banker}{'' if self.is_over else ' …'}".strip()

    def __repr__(self) -> str:
        return f"Coup.parse({str(self)!r})"


def winner_of(player: int, banker: int) -> Side | None:
    """The hand that wins with these totals; None for a tie."""
    if player == banker:
        return None
    return Side.PLAYER if player > banker else Side.BANKER
