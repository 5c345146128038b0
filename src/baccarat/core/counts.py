"""A count gives a tag to each card that leaves the shoe, and estimates a number from the tags.

best_tags(effects, shoe) -> {card: tag}        small tags that follow the effects of removal
fit(tags, number, effects, shoe) -> Count      the straight line of the estimate
count.true_count(left), count.at(left)         the true count, and the number estimated from it
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import copysign, gcd, inf, isfinite, lcm, sqrt

from baccarat.base.errors import BadValue
from baccarat.base.frozen import freezes
from baccarat.base.hints import quoted
from baccarat.core.cards import Card
from baccarat.core.shoe import Composition

DECK_SIZE = 52
MOST_TAG = 2


@dataclass(frozen=True, slots=True)
@freezes("tags")
class Count:
    """Estimates a number from the true count, e.g. a bet's expected value.

    >>> from baccarat import removal
    >>> count = removal("dragon-7").best_count()
    >>> print(count, round(count.turns_at, 3))
    0:0 1:0 2:0 3:0 4:-1 5:-1 6:-1 7:-1 8:+2 9:+2 3.525
    """

    tags: Mapping[Card, int]
    """the count of each card that leaves the shoe; over a whole deck the tags sum to zero"""
    start: Fraction
    """the number at a true count of zero, as in a whole shoe"""
    slope: Fraction
    """the change of the number when the true count rises by one"""
    correlation: float
    """the correlation of the tags with the effects of removal; 1 is the best possible"""

    def true_count(self, left: Composition) -> Fraction:
        """The sum of the tags of all cards that left the shoe, divided by the decks that remain."""
        # Over a whole deck the tags sum to zero: those gone are minus those left.
        running = -sum(tag * left[card] for card, tag in self.tags.items())
        return Fraction(DECK_SIZE * running, len(left))

    def at(self, left: Composition) -> Fraction:
        """The number that the count estimates for the cards not yet seen."""
        return self.start + self.slope * self.true_count(left)

    @property
    def turns_at(self) -> float:
        """The true count at which the estimated number is 0; inf if the estimate never changes."""
        return float(-self.start / self.slope) if self.slope else inf

    def as_json(self) -> dict[str, object]:
        """The count as JSON."""
        return {
            "tags": {str(card): tag for card, tag in self.tags.items()},
            "correlation_float": self.correlation,
            "slope_float": float(self.slope),
            "turns_at_float": self.turns_at if isfinite(self.turns_at) else None,
        }

    def __str__(self) -> str:
        return " ".join(
            f"{card}:{tag:+d}" if tag else f"{card}:0" for card, tag in self.tags.items()
        )


def fit(
    tags: Mapping[Card, int], number: Fraction, effects: Mapping[Card, Fraction], shoe: Composition
) -> Count:
    """The count with these tags; its start and slope fit the number and the effects best.

    A card of tag t that leaves a shoe of N cards makes a true count of 52 t / (N − 1), so an effect
    of b for each tag is a slope of b (N − 1) / 52. For an expectation no line is closer: over all
    shoes with k cards gone it is the line of least squares, the same for every k.
    """
    if missing := [str(card) for card in effects if card not in tags]:
        raise BadValue(f"a count has a tag for every card: none is given for {missing[0]}")
    size, zero = len(shoe), Fraction(0)
    cards = [(shoe[card], tags[card], effect) for card, effect in effects.items()]
    middle = Fraction(sum(n * tag for n, tag, _ in cards), size)
    mean = sum((n * effect for n, _, effect in cards), zero) / size
    off = [(n, tag - middle, effect - mean) for n, tag, effect in cards]
    both = sum((n * t * e for n, t, e in off), zero)
    of_tags = sum((n * t * t for n, t, _ in off), zero)
    of_effects = sum((n * e * e for n, _, e in off), zero)
    if not both:
        return Count(tags, number, zero, 0.0)
    slope = both / of_tags * (size - 1) / DECK_SIZE
    # If the tags do not sum to zero over this shoe, its own true count is −52 × middle.
    start = number + slope * DECK_SIZE * middle
    return Count(tags, start, slope, copysign(sqrt(both * both / (of_tags * of_effects)), both))


def best_tags(
    effects: Mapping[Card, Fraction], shoe: Composition, most: int = MOST_TAG
) -> dict[Card, int]:
    """The tags from -most to `most` that sum to 0 over the shoe and follow the effects best."""
    if type(most) is not int or not 1 <= most <= 9:
        raise BadValue(f"the largest tag is 1 to 9, not {quoted(most)}")
    return tags_by_number(effects, {card: shoe[card] for card in effects}, most)


def tags_by_number(
    effects: Mapping[Card, Fraction], cards: Mapping[Card, int], most: int
) -> dict[Card, int]:
    """The same as `best_tags`, for a given number of cards of each kind and any largest tag.

    The search is complete: it keeps the best choice for each sum of tags and of their squares.
    It calculates with whole numbers only.
    """
    if len(set(effects.values())) < 2:
        return dict.fromkeys(effects, 0)
    unit = gcd(*cards.values())
    weights = {card: number // unit for card, number in cards.items()}
    whole = lcm(*(effect.denominator for effect in effects.values()))
    # Among cards of equal number, a card whose removal helps less never has the larger tag, so
    # only tags in the order of the effects are tried.
    order = sorted(effects, key=lambda card: (weights[card], -effects[card]))
    best: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {(0, 0, most): (0, ())}
    before = 0
    for card in order:
        weight, effect = weights[card], weights[card] * int(effects[card] * whole)
        longer: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {}
        for (total, squares, last), (worth, tags) in best.items():
            for tag in range(-most, (last if weight == before else most) + 1):
                key = (total + weight * tag, squares + weight * tag * tag, tag)
                value = worth + tag * effect
                if key not in longer or value > longer[key][0]:
                    longer[key] = (value, (*tags, tag))
        best, before = longer, weight
    balanced = [
        (Fraction(worth * worth, squares), tags)
        for (total, squares, _), (worth, tags) in best.items()
        if not total and worth > 0
    ]
    _, tags = max(balanced, default=(0, (0,) * len(order)))
    smallest = gcd(*tags) or 1  # multiples of the tags are as good: take the smallest
    found = dict(zip(order, tags, strict=True))
    return {card: found[card] // smallest for card in effects}
