"""Prices that are drawn: before a coup some cards get factors, which multiply a win.

The cards are drawn from one pack of 52, all equally likely. A card of the hand with the rank and
suit of a drawn card multiplies the win by its factor, and equal cards of a shoe each do. So the law
of the product depends on the hand only by how many of its cards are alike: the tier of such a bet.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import comb, lcm, prod

from baccarat.base.errors import BadBet
from baccarat.base.frozen import FrozenDict, freeze
from baccarat.base.hints import checked, guided, quoted, require_fields
from baccarat.base.jsonable import exact, fraction, winner
from baccarat.core.cards import DECK, Card
from baccarat.core.coup import Hand, Side

ALIKE = {
    (1, 1): "two cards",
    (2,): "two alike",
    (1, 1, 1): "three cards",
    (2, 1): "three cards, two alike",
    (3,): "three alike",
}
"""By how often each different card is held: the tier of a win with such a hand."""
HELD = {tier: held for held, tier in ALIKE.items()}
MOST_WAYS = 1 << 32
"""A throw of the stream has fewer faces than this, so it can follow every law below it."""


def alike(hand: Hand) -> str:
    """The trait of a hand: how many of its cards have the same rank and suit."""
    return ALIKE[tuple(sorted(Counter(hand.cards).values(), reverse=True))]


@guided
@dataclass(frozen=True, slots=True)
class Factors:
    """The probabilities of the factors that multiply a win, and the fee for the factors.

    A stake includes the fee: with a fee of 1/5, of 6 coins staked 5 are the bet and 1 is the fee.

    >>> eight_cards = Factors({8: Fraction(1)}, {2: Fraction(3, 4), 3: Fraction(1, 4)}, Side.PLAYER)
    >>> {each: round(float(chance), 4) for each, chance in eight_cards.law("two alike").items()}
    {1: 0.8462, 4: 0.1154, 9: 0.0385}
    """

    cards: Mapping[int, Fraction]
    """the chance of each number of cards drawn"""
    factors: Mapping[int, Fraction]
    """the chance of each factor of a drawn card"""
    side: Side
    """the hand whose cards count"""
    fee: Fraction = Fraction(1, 5)
    """the fee for each unit of the bet; it is never given back"""
    withheld: Fraction = Fraction(0)
    """the share of the bet that the house keeps of a win, whatever the factor"""

    def __post_init__(self) -> None:
        require_fields(self, "cards", "factors", "fee", "withheld")
        for name, most in (("cards", len(DECK)), ("factors", 100)):
            law = getattr(self, name)
            if not _is_law(law) or not 1 <= min(law) <= max(law) <= most:
                raise BadBet(
                    f"{name} must be numbers from 1 to {most} with chances that add up to 1, e.g. "
                    f"{{2: Fraction(1, 2), 3: Fraction(1, 2)}}, not {quoted(law)}"
                )
            object.__setattr__(self, name, {key: Fraction(law[key]) for key in sorted(law)})
        freeze(self, "cards", "factors")
        for name in ("fee", "withheld"):
            if not _is_chance(getattr(self, name)):
                raise BadBet(f"{name} must be a share, e.g. Fraction(1, 20), not {quoted(self)}")

    @checked
    def law(self, tier: str) -> Mapping[int, Fraction]:
        """The chance of each product of factors, for a hand of this tier, such as `two alike`."""
        if tier not in HELD:
            raise BadBet(f"no hand is {quoted(tier)}: name one of {', '.join(HELD)}")
        return _law(self, HELD[tier])

    @checked
    def draw(self, below: Callable[[int], int]) -> dict[Card, int]:
        """Draw cards and their factors; `below(n)` throws a number from 0 to n - 1."""
        pack, drawn = list(DECK), {}
        for _ in range(_pick(self.cards, below)):
            card = pack.pop(below(len(pack)))
            drawn[card] = _pick(self.factors, below)
        return drawn

    def as_json(self) -> dict[str, object]:
        """The hand, the fee and both laws as JSON."""
        told: dict[str, object] = {"side": winner(self.side)}
        for name in ("fee", "withheld"):
            told |= exact(name, Fraction(getattr(self, name)))
        for name, law in (("number_law", self.cards), ("factor_law", self.factors)):
            told[name] = {str(number): fraction(chance) for number, chance in law.items()}
        return told


def _is_chance(value: object) -> bool:
    return isinstance(value, int | Fraction) and 0 <= value <= 1


def _is_law(law: object) -> bool:
    """Whether this maps whole numbers to chances that sum to 1 and that a die can decide."""
    if not isinstance(law, Mapping) or not all(type(number) is int for number in law):
        return False
    chances = list(law.values())
    return all(map(_is_chance, chances)) and sum(chances) == 1 and _ways(law) < MOST_WAYS


def _ways(law: Mapping[int, Fraction]) -> int:
    """The number of faces that a die needs to follow these chances exactly."""
    return lcm(*(Fraction(chance).denominator for chance in law.values()))


def _pick(law: Mapping[int, Fraction], below: Callable[[int], int]) -> int:
    faces = _ways(law)
    throw = below(faces)
    ends = zip(law, accumulate(law.values()), strict=True)
    return next(number for number, end in ends if throw < end * faces)


@lru_cache(maxsize=1024)
def _law(drawn: Factors, held: tuple[int, ...]) -> Mapping[int, Fraction]:
    """The chance of each product of factors; `held`: how often the hand has each different card."""
    kinds, chances = len(held), defaultdict[int, Fraction](Fraction)

    def hit(hits: int) -> Fraction:
        """The chance that `hits` given cards of the hand are drawn, and its other cards are not."""
        laws = ((many, chance) for many, chance in drawn.cards.items() if many >= hits)
        return sum(
            (p * Fraction(comb(52 - kinds, n - hits), comb(52, n)) for n, p in laws), Fraction()
        )

    for given in product((0, *drawn.factors), repeat=kinds):  # 0: this card is not drawn
        chance = prod(drawn.factors[factor] for factor in given if factor)
        times = prod(f**n for f, n in zip(given, held, strict=True) if f)
        chances[times] += hit(kinds - given.count(0)) * chance
    return FrozenDict(sorted((times, chance) for times, chance in chances.items() if chance))
