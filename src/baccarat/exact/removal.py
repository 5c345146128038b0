"""What one card less does to a bet, and the count that follows from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, inf, sqrt

from baccarat.bets import Bet
from baccarat.cards import Card, Depth
from baccarat.errors import BadValue
from baccarat.exact.odds import OddsTable, odds
from baccarat.shoe import Composition
from baccarat.tally import Odds

DECK_SIZE = 52


@dataclass(frozen=True, slots=True)
class Count:
    """Tags for a running count of the cards that leave the shoe."""

    tags: Mapping[Card, int]
    correlation: float
    """how well the tags follow the effects of removal: 1 is as well as possible"""
    slope: float
    """by how much one more of the true count raises the expectation"""
    turns_at: float
    """the true count at which the bet is even, by the straight line through the effects"""

    def __str__(self) -> str:
        return " ".join(
            f"{card}:{tag:+d}" if tag else f"{card}:0" for card, tag in self.tags.items()
        )


@dataclass(frozen=True, slots=True)
class Removal(Mapping[Card, Fraction]):
    """By how much removing one card of each kind changes a bet's expectation, exactly."""

    bet: Bet
    composition: Composition
    odds: Odds
    effects: Mapping[Card, Fraction]

    def __getitem__(self, card: Card) -> Fraction:
        return self.effects[card]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.effects)

    def __len__(self) -> int:
        return len(self.effects)

    def judge(self, tags: Mapping[Card, int]) -> Count:
        """How well these tags serve the bet."""
        shares = self._shares()
        effects = {card: float(effect) for card, effect in self.effects.items()}
        both = sum(shares[card] * effects[card] * tags[card] for card in self)
        of_tags = sum(shares[card] * tags[card] ** 2 for card in self)
        of_effects = sum(shares[card] * effects[card] ** 2 for card in self)
        spread = sqrt(of_tags * of_effects)
        # Best straight line: the expectation gains `both / of_tags` for each tag that leaves the
        # whole shoe; a true count of one is a tag a deck, and the shoe has size / 52 of them.
        slope = both / of_tags * len(self.composition) / DECK_SIZE if of_tags else 0.0
        return Count(
            tags=tags,
            correlation=both / spread if spread else 0.0,
            slope=slope,
            turns_at=-float(self.odds.expectation) / slope if slope else inf,
        )

    def best_count(self, most: int = 2) -> Count:
        """Of all balanced tags, none beyond `most`, those that follow the effects best.

        Balanced tags sum to nothing over a deck, as a true count needs. For each sum of tags and
        each sum of their squares so far we keep the best choice, so that none is overlooked.
        """
        shares = self._shares()
        # Among kinds of one share the best tags are in the order of the effects, so only such
        # are tried: a card whose removal helps less never has the larger tag.
        order = sorted(self, key=lambda card: (shares[card], -self.effects[card]))
        best: dict[tuple[int, int, int], tuple[float, tuple[int, ...]]] = {(0, 0, most): (0.0, ())}
        before = None
        for card in order:
            share, effect = shares[card], float(self.effects[card])
            longer: dict[tuple[int, int, int], tuple[float, tuple[int, ...]]] = {}
            for (total, squares, last), (worth, tags) in best.items():
                highest = last if before == share else most
                for tag in range(-most, highest + 1):
                    key = (total + share * tag, squares + share * tag * tag, tag)
                    value = worth + share * effect * tag
                    if key not in longer or value > longer[key][0]:
                        longer[key] = (value, (*tags, tag))
            best, before = longer, share
        balanced = [
            (value / sqrt(squares), tags)
            for (total, squares, _), (value, tags) in best.items()
            if total == 0 and squares
        ]
        value, tags = max(balanced, default=(0.0, ()))
        if value <= 0:
            tags = (0,) * len(self)
        # Twice the tags count as well, so the smallest are meant.
        unit = gcd(*tags) or 1
        found = dict(zip(order, tags, strict=True))
        return self.judge({card: found[card] // unit for card in self})

    def _shares(self) -> dict[Card, int]:
        """How many of each kind a deck has: sixteen of no points, four of the others."""
        deck = Composition.decks(1).at(self.composition.depth)
        least = gcd(*deck.counts)
        return {card: deck[card] // least for card in self}


def removal(bet: Bet, table: OddsTable | None = None) -> Removal:
    """The exact effect of removing each kind of card, as deep as the bet looks.

    >>> from baccarat.bets import bet
    >>> dragon = removal(bet("dragon-7"))
    >>> f"{float(dragon[Card.parse('8')]):+.8f}", dragon.best_count().correlation > 0.96
    ('+0.00537816', True)
    """
    table = odds() if table is None else table
    if table.endless or table.coup.is_over:
        raise BadValue("one card less changes nothing here: no shoe is to be dealt from")
    cards = table.composition.at(max(bet.depth, Depth.POINTS))
    base = OddsTable(table.game, cards, table.coup, table.decide).of(bet)
    effects = {}
    for kind, count in zip(cards.kinds, cards.counts, strict=True):
        if count:
            left = OddsTable(table.game, cards.without([kind]), table.coup, table.decide)
            effects[kind] = left.of(bet).expectation - base.expectation
    return Removal(bet, cards, base, effects)
