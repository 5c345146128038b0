"""Decides when a bet is laid, and for how many units: by a count, or by the exact odds.

CountedBet(bet, tags, ((4, 1),))   one unit at a true count of 4 or more
PerfectBet(bet)                    one unit whenever the unseen cards favour it, exactly
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import TypeAlias

from baccarat.base.enums import SpelledEnum
from baccarat.base.errors import BadText, BadValue, TooShallow, UnknownName
from baccarat.base.frozen import freeze
from baccarat.base.hints import checked, guided, quoted, require_fields
from baccarat.core.bets import Bet, as_bet
from baccarat.core.cards import KINDS, Card, Depth
from baccarat.core.coup import Coup
from baccarat.core.result import Result
from baccarat.core.rules import Rules
from baccarat.core.shoe import FEWEST_CARDS, Composition

MOST_UNITS = 100
"""The most units that a count stakes."""
LARGEST_TAG = 1_000
CountStakes: TypeAlias = tuple[tuple[int | Fraction, int], ...]
"""Counts, each with the units that are laid from this count on."""
TENS_LAST = tuple(map(Card, (*range(1, 10), 0)))
"""The order in which the tags of a count are printed: ace to nine, then ten."""


class Divisor(SpelledEnum):
    """What the running count is divided by before it is compared with a trigger."""

    NOTHING = "running"
    CARDS = "true"
    """the unseen decks, to the card"""
    HALF_DECKS = "half decks"
    """the unseen decks, rounded to half decks; at least half a deck"""
    DECKS = "whole decks"
    """the unseen decks, rounded to whole decks; at least one deck"""

    def ratio(self, unseen: int) -> tuple[int, int]:
        """A factor and a divisor (whole numbers): the count is running count x factor ÷ divisor."""
        match self:
            case Divisor.NOTHING:
                return 1, 1
            case Divisor.CARDS:
                return 52, unseen
            case Divisor.HALF_DECKS:
                return 2, max(1, (unseen + 13) // 26)
            case Divisor.DECKS:
                return 1, max(1, (unseen + 26) // 52)


def require_before(bet: Bet) -> None:
    """Refuse a bet that is offered when cards of the coup already lie on the table."""
    if getattr(bet, "offered", None):
        complaint = "is offered in the middle of a coup: name one that is laid before it"
        raise TooShallow(f"{bet.key} {complaint}")


@guided
@dataclass(frozen=True, slots=True)
class CountedBet:
    """A bet, the count that a guest keeps for it, and the counts from which it is laid.

    >>> from baccarat.core.bets import bet
    >>> dragon = CountedBet(bet("dragon-7"), parse_tags("0 0 0 -1 -1 -1 -1 2 2 0"), ((4, 1),))
    >>> dragon.count(running=17, unseen=208), dragon.needed(208), dragon.units(16, 208)
    (Fraction(17, 4), (16,), 1)
    """

    bet: Bet
    tags: Mapping[Card, int]
    """the tag of each card; a card without a tag counts 0"""
    stakes: CountStakes
    """counts in rising order, each with the units that are laid from it on"""
    start: int = 0
    """the running count before the first card"""
    divisor: Divisor = Divisor.CARDS
    sees_burn: bool = True
    """whether the burn card is counted; if not, the divisor counts it as unseen"""

    def __post_init__(self) -> None:
        freeze(self, "tags", "stakes")
        require_fields(self)
        require_before(self.bet)
        depths = {card.depth for card in self.tags}
        if len(depths) != 1:
            raise BadValue("tags must be whole numbers: all by points, all by rank or all by card")
        if any(abs(number) > LARGEST_TAG for number in (*self.tags.values(), self.start)):
            raise BadValue(f"a tag or the start of a count must be at most {LARGEST_TAG:,}")
        if not self.stakes:
            raise BadValue("a count needs a trigger: give the lowest count for a bet")
        triggers = [trigger for trigger, _ in self.stakes]
        if any(low >= high for low, high in pairwise(triggers)):
            raise BadValue(
                f"the counts in a trigger must rise, not be {', '.join(map(str, triggers))}"
            )
        for _, units in self.stakes:
            if not 1 <= units <= MOST_UNITS:
                raise BadValue(f"a count must stake 1 to {MOST_UNITS:,} units, not {quoted(units)}")

    @property
    def trigger(self) -> int | Fraction:
        """The lowest count at which the bet is laid."""
        return self.stakes[0][0]

    @property
    def depth(self) -> Depth:
        """What the count distinguishes: only the points of cards, their ranks, or every card."""
        return next(iter(self.tags)).depth

    def tag(self, card: Card) -> int:
        """The tag of a card."""
        return self.tags.get(card.at(self.depth), 0)

    def count(self, running: int, unseen: int) -> Fraction:
        """The count that is compared with the triggers, for a number of unseen cards."""
        times, over = self.divisor.ratio(unseen)
        return Fraction(running * times, over)

    def needed(self, unseen: int) -> tuple[int, ...]:
        """The least running count for each of the stakes, for a number of unseen cards."""
        times, over = self.divisor.ratio(unseen)
        return tuple(-(-trigger * over // times) for trigger, _ in self.stakes)

    def level(self, running: int, unseen: int) -> int:
        """The number of triggers reached."""
        count = self.count(running, unseen)
        return sum(count >= trigger for trigger, _ in self.stakes)

    def units(self, running: int, unseen: int) -> int:
        """The units that are laid; 0 if the bet is not laid."""
        return (0, *(units for _, units in self.stakes))[self.level(running, unseen)]

    def highest(self, shoe: Composition) -> list[int]:
        """For each number of cards seen, from 0 on: the highest possible running count."""
        tags = sorted((self.tag(card) for card in shoe.at(self.depth)), reverse=True)
        return list(accumulate(tags, initial=self.start))

    def require_reachable(self, shoe: Composition) -> None:
        """Refuse a trigger that no order of a shoe's cards reaches."""
        cards, reached = len(shoe), 0
        for cards_seen, highest in enumerate(self.highest(shoe)[: cards + 1 - FEWEST_CARDS]):
            # The counts of the stakes rise.
            while highest >= self.needed(cards - cards_seen)[reached]:
                reached += 1
                if reached == len(self.stakes):
                    return
        unreached = self.stakes[reached][0]
        raise BadValue(
            f"in a shoe of {cards} cards, this count never reaches {unreached}: choose a lower "
            "trigger"
        )

    def __str__(self) -> str:
        tags = f"tags {write_tags(self.tags)}"
        start = f", from {self.start}" if self.start else ""
        word = "count" if self.divisor is Divisor.NOTHING else "true count"
        steps = ", ".join(
            f"{word} ≥ {trigger}" + (f": {units} units" if len(self.stakes) > 1 else "")
            for trigger, units in self.stakes
        )
        rounded = self.divisor in (Divisor.HALF_DECKS, Divisor.DECKS)
        by = f", divided by {self.divisor}" if rounded else ""
        burn = "" if self.sees_burn else ", burn card not counted"
        return f"{named(self.bet)}: {tags}{start}; {steps}{by}{burn}"


@dataclass(frozen=True, slots=True)
class KeptCount:
    """The state of a count before a coup, from the cards that the guest was shown."""

    play: CountedBet
    running: int
    unseen: int
    """the cards of the shoe that the guest has not seen"""
    printed: int = 0
    """the cards of every coup that do not come from the shoe"""

    @classmethod
    def of_shoe(cls, play: CountedBet, rules: Rules, burn_card: Card | None) -> "KeptCount":
        """The state before the first coup; the guest may have seen the burn card."""
        fresh = cls(play, play.start, 52 * rules.decks, len(rules.opening))
        return fresh._seen((burn_card,)) if burn_card and play.sees_burn else fresh

    def after(self, dealt: Coup | Result) -> "KeptCount":
        """The state after a coup was shown."""
        if isinstance(dealt, Result):
            raise TooShallow(
                "a count needs the cards of every coup, and this shoe has only results"
            )
        return self._seen(dealt.cards[self.printed :])

    def _seen(self, cards: tuple[Card, ...]) -> "KeptCount":
        running = self.running + sum(map(self.play.tag, cards))
        return replace(self, running=running, unseen=self.unseen - len(cards))

    @property
    def count(self) -> Fraction:
        """The count that is compared with the triggers."""
        return self.play.count(self.running, self.unseen)

    @property
    def level(self) -> int:
        """The number of triggers reached."""
        return self.play.level(self.running, self.unseen)


@guided
@dataclass(frozen=True, slots=True)
class PerfectBet:
    """A bet of one unit, laid whenever its exact odds in the unseen cards favour the guest.

    >>> from baccarat import bet, count_cards
    >>> count_cards(PerfectBet(bet("tie")), shoes=100, seed=7).shoes
    100
    """

    bet: Bet

    def __post_init__(self) -> None:
        require_fields(self)
        require_before(self.bet)

    def __str__(self) -> str:
        return f"{named(self.bet)}: perfect play"


Play: TypeAlias = CountedBet | PerfectBet
"""How a guest who counts cards bets: by a count, or by the exact odds."""


@checked
def parse_tags(text: str) -> dict[Card, int]:
    """Read ten tags, ace to nine and then ten, or tags by card: `4:-1 5:-1 8:2 9:2`.

    >>> write_tags(parse_tags("4:-1 8:+1"))
    '0 0 0 -1 0 0 0 1 0 0'
    """
    words = text.replace(",", " ").replace("−", "-").split()
    if words and not any(":" in word for word in words):
        if len(words) != len(TENS_LAST):
            expected = "ten, ace to nine and then ten, or e.g. '4:-1 8:2'"
            raise BadText(f"{len(words)} tags: expected {expected}")
        return {card: _tag(word) for card, word in zip(TENS_LAST, words, strict=True)}
    tags: dict[Card, int] = {}
    for word in words:
        name, colon, tag = word.partition(":")
        card = Card.parse(name)
        if not colon or card in tags:
            complaint = f"{card} is tagged twice" if colon else f"not a tag: {word[:24]!r}"
            raise BadText(f"{complaint} (expected e.g. '4:-1 8:2')")
        tags[card] = _tag(tag)
    if len({card.depth for card in tags}) != 1:
        raise BadText(
            "tags must be all by points ('8:2'), all by rank ('8x:2') or all by card ('8h:2')"
        )
    return tags


def _tag(text: str) -> int:
    if not re.fullmatch("[+-]?[0-9]{1,4}", text):
        raise BadText(f"not a tag: {text[:24]!r} (expected a whole number, e.g. -1)")
    return int(text)


@checked
def parse_stakes(text: str) -> CountStakes:
    """Read triggers: `4` lays one unit from a count of 4 on; `4:1 6:2` lays two units from 6 on."""
    stakes: list[tuple[int | Fraction, int]] = []
    for item in text.replace(",", " ").replace("−", "-").split():
        match = re.fullmatch(r"([+-]?[0-9]{1,6}(?:[./][0-9]{1,6})?)(?::([0-9]{1,6}))?", item)
        if not match or re.search("/0+$", match[1]):
            raise BadText(f"not a trigger: {item[:24]!r} (expected e.g. 4, 3.5 or '4:1 6:2')")
        stakes.append((Fraction(match[1]), int(match[2] or 1)))
    if not stakes:
        raise BadText(
            "a trigger must be a count, e.g. 4, or counts with their units, e.g. '4:1 6:2'"
        )
    return tuple(stakes)


def write_stakes(stakes: CountStakes) -> str:
    """The triggers as text that `parse_stakes` reads."""
    if len(stakes) == 1 and stakes[0][1] == 1:
        return str(stakes[0][0])
    return " ".join(f"{trigger}:{units}" for trigger, units in stakes)


def write_tags(tags: Mapping[Card, int]) -> str:
    """The tags as text: ten numbers, ace to nine and then ten; deeper tags as `card:tag`."""
    depth = next(iter(tags)).depth
    if depth is Depth.POINTS:
        return " ".join(str(tags.get(card, 0)) for card in TENS_LAST)
    return " ".join(f"{card}:{tags[card]}" for card in KINDS[depth] if card in tags)


def named(bet: Bet) -> str:
    """The key of a bet, with its price if the price is not the usual one."""
    try:
        return bet.key if as_bet(bet.key) == bet else str(bet)
    except UnknownName:  # a stranger's bet, at its own price
        return bet.key
