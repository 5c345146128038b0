"""A count gives a tag to each card that leaves the shoe, and estimates a number from the tags.

best_tags(effects, shoe) -> {card: tag}        small tags that follow the effects of removal
fit(tags, number, effects, shoe) -> Count      the straight line of the estimate
count.true_count(left), count.at(left)         the true count, and the number estimated from it
"""

from collections.abc import Mapping, Sequence
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

_Side = tuple[tuple[int, int], Fraction, tuple[int, int], Fraction]
"""Two corners of a hull, each before the slope of a tangent at this corner."""


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
    """The count with these tags, and with the start and slope that estimate the number best.

    A card of tag t that leaves a shoe of N cards makes a true count of 52 t / (N − 1), so an effect
    of b for each tag is a slope of b (N − 1) / 52. For an expectation no line is closer: over all
    shoes with k cards gone it is the line of least squares, the same for every k.
    """
    if missing := [str(card) for card in effects if card not in tags]:
        raise BadValue(f"a count must have a tag for every card: add a tag for {missing[0]}")
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
    """The tags from -most to `most` that sum to 0 over the shoe and correlate best with effects."""
    if type(most) is not int or not 1 <= most <= 9:
        raise BadValue(f"the largest tag must be 1 to 9, not {quoted(most)}")
    return tags_by_number(effects, {card: shoe[card] for card in effects}, most)


def tags_by_number(
    effects: Mapping[Card, Fraction], cards: Mapping[Card, int], most: int
) -> dict[Card, int]:
    """What `best_tags` gives, for a given number of cards of each kind and any largest tag.

    The search is complete, in whole numbers. Let tags have the worth w = Σ tag × effect and the
    squares q = Σ tag². The best correlation is the largest w² / q, so no other tags lie above
    the line through (q, w) of slope w / 2q: the best tags maximize w − slope × q for one slope.
    So only corners of the upper hull of all (q, w) are tried, and none between two corners whose
    tangents meet below the best correlation so far.
    """
    if len(set(effects.values())) < 2:
        return dict.fromkeys(effects, 0)
    unit, whole = gcd(*cards.values()), lcm(*(effect.denominator for effect in effects.values()))
    order = sorted(effects, key=lambda card: (cards[card], -effects[card]))
    kinds = [(cards[card] // unit, int(effects[card] * whole)) for card in order]
    zero, steepest = Fraction(0), Fraction(max(abs(effect) for _, effect in kinds))
    (end, tags), waiting = _highest(kinds, most, zero), list[_Side]()
    best: tuple[Fraction, tuple[int, ...]] = zero, (0,) * len(order)
    if end[1] > 0:
        best, waiting = (Fraction(end[1] ** 2, end[0]), tags), [((0, 0), steepest, end, zero)]
    while waiting:
        left, steep, right, flat = waiting.pop()
        (q, w), slope = left, Fraction(right[1] - left[1], right[0] - left[0])
        if not flat < slope < steep:
            continue
        meet = (right[1] - w + steep * q - flat * right[0]) / (steep - flat)
        if (w + steep * (meet - q)) ** 2 < best[0] * meet:
            continue
        found, tags = _highest(kinds, most, slope)
        if found[1] - slope * found[0] > w - slope * q:
            best = max(best, (Fraction(found[1] ** 2, found[0]), tags))
            waiting += [(left, steep, found, slope), (found, slope, right, flat)]
    smallest = gcd(*best[1]) or 1  # multiples of the tags are as good: take the smallest
    tag_of = dict(zip(order, best[1], strict=True))
    return {card: tag_of[card] // smallest for card in effects}


def _highest(
    kinds: Sequence[tuple[int, int]], most: int, slope: Fraction
) -> tuple[tuple[int, int], tuple[int, ...]]:
    """The q and w of balanced tags, and the tags: those for which w − slope × q is highest.

    A kind is the number of its cards, and the effect of one card.
    """
    tags = range(most, -most - 1, -1)
    # For each sum of the tags before a kind: the best value of this kind and of those after it.
    best, chosen, reach = {0: 0}, list[dict[int, int]](), most * sum(many for many, _ in kinds)
    for many, effect in reversed(kinds):
        reach -= most * many
        worth = [
            (many * tag, many * tag * (effect * slope.denominator - slope.numerator * tag), tag)
            for tag in tags
        ]
        values, choice = dict[int, int](), dict[int, int]()
        for before in range(-reach, reach + 1):
            for step, value, tag in worth:
                after = best.get(before + step)
                if after is not None and (before not in values or after + value > values[before]):
                    values[before], choice[before] = after + value, tag
        best = values
        chosen.append(choice)
    total, found = 0, list[int]()
    for (many, _), choice in zip(kinds, reversed(chosen), strict=True):
        found.append(choice[total])
        total += many * choice[total]
    pairs = list(zip(kinds, found, strict=True))
    q = sum(many * tag * tag for (many, _), tag in pairs)
    return (q, sum(many * effect * tag for (many, effect), tag in pairs)), tuple(found)
