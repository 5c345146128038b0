"""Strategy counters: small card tags that adjust a strategy as cards leave, and their gain.

counter("B3", decks=6) -> StrategyCounter
.value, .decisions["1,4"] -> Count          tags, the number for a full shoe, and its steps
counter.play(Side.PLAYER, left)             the strategy by the count
judge(counter, gone=156, shoes=100, seed=7) -> Judgement    its cost and its saving, exactly
A count adds up the effects of single cards, and the game is not linear in them. Only the exact
game of each shoe says what the count is worth.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev

from flint import fmpq

from baccarat.base.errors import BadValue, ShoeError
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked
from baccarat.core.cards import Card
from baccarat.core.chance import draw, seeded_dice
from baccarat.core.counts import MOST_TAG, Count, best_tags, fit
from baccarat.core.coup import Side
from baccarat.core.shoe import FEWEST_CARDS, Composition
from baccarat.core.stats import CONFIDENCE, Share, deviations
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import Payoffs, net_lines
from baccarat.theory.chemin.prices import one_card_less
from baccarat.theory.chemin.solver import Solution, solve
from baccarat.theory.numbers import dot, fraction, rational
from baccarat.theory.strategies import MixedStrategy


@dataclass(frozen=True, slots=True)
@freezes("decisions")
class StrategyCounter:
    """A count for the value, and a count for each decision that is mixed in the whole shoe."""

    fresh: Solution
    """the solution of the whole shoe"""
    value: Count
    decisions: Mapping[str, Count]

    def play(self, side: Side, left: Composition) -> dict[str, Fraction]:
        """One side's strategy for the whole shoe, with its mixed decisions set by the count."""
        own = self.fresh.ponte if side is Side.PLAYER else self.fresh.banquier
        counted = {name: count.at(left) for name, count in self.decisions.items() if name in own}
        return {
            **own,
            **{name: min(max(p, Fraction(0)), Fraction(1)) for name, p in counted.items()},
        }


@checked
def counter(model: str | Model, decks: int, most: int = MOST_TAG) -> StrategyCounter:
    """The best counts for a shoe of whole decks, with no tag beyond `most`.

    >>> six = counter("B1", decks=6)
    >>> print(six.decisions["5"])
    0:0 1:+2 2:+2 3:+2 4:-1 5:-2 6:-2 7:+1 8:-1 9:-1
    >>> six.play(Side.PLAYER, six.fresh.composition) == six.fresh.ponte
    True
    """
    fresh = solve(model, decks)
    if fresh.model.is_endless:
        raise ShoeError(f"model {fresh.model} has an endless deck: no card can leave the deck")
    whole = {"": fresh.value, **fresh.mixed}
    effects: dict[str, dict[Card, Fraction]] = {name: {} for name in whole}
    for card, less in one_card_less(fresh):
        after = {"": less.value, **less.ponte, **less.banquier}
        for name, number in whole.items():
            effects[name][card] = after[name] - number
    shoe = fresh.composition
    counts = {
        name: fit(best_tags(effects[name], shoe, most), number, effects[name], shoe)
        for name, number in whole.items()
    }
    return StrategyCounter(fresh, counts.pop(""), counts)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over a sample of shoes, and its confidence interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, numbers: Iterable[Fraction], confidence: float = CONFIDENCE) -> "Mean":
        """The mean of some numbers, and its confidence interval."""
        found = [float(number) for number in numbers]
        middle = fmean(found)
        half = deviations(confidence) * stdev(found) / sqrt(len(found))
        return cls(middle, middle - half, middle + half)


@dataclass(frozen=True, slots=True)
@freezes("cost_fresh", "cost_count", "saved")
class Judgement:
    """What a counter gains when `gone` cards have left the shoe, as means over random shoes."""

    counter: StrategyCounter
    gone: int
    shoes: int
    seed: int
    value: Mean
    above: Share
    """how often Player has the advantage"""
    off_fresh: Mean
    """distance of the value from that of the whole shoe"""
    off_count: Mean
    """distance of the value from the count's estimate"""
    cost_fresh: Mapping[Side, Mean]
    """cost of the whole shoe's strategy against a best reply"""
    cost_count: Mapping[Side, Mean]
    """cost of the strategy by the count against a best reply"""
    saved: Mapping[Side, Mean]
    """saving by the count: the first cost less the second, shoe by shoe"""


@checked
def judge(counted: StrategyCounter, gone: int, shoes: int, seed: int = 0) -> Judgement:
    """Compare play with and without the count, in random shoes without `gone` of their cards."""
    if shoes < 2:
        raise BadValue(f"a confidence interval needs at least 2 shoes, not {shoes}")
    fresh, solved = counted.fresh, []
    costs: dict[Side, list[tuple[Fraction, Fraction]]] = {side: [] for side in Side}
    for left in depleted(fresh.composition, gone, shoes, seed):
        solution = solve(fresh.model, composition=left)
        solved.append((left, solution.value))
        for side, own in ((Side.PLAYER, fresh.ponte), (Side.BANKER, fresh.banquier)):
            by_count = counted.play(side, left)
            costs[side].append((cost(solution, side, own), cost(solution, side, by_count)))
    return Judgement(
        counted,
        gone,
        shoes,
        seed,
        Mean.of(value for _, value in solved),
        Share(sum(value > 0 for _, value in solved), shoes),
        Mean.of(abs(value - fresh.value) for _, value in solved),
        Mean.of(abs(value - counted.value.at(left)) for left, value in solved),
        {side: Mean.of(own for own, _ in pairs) for side, pairs in costs.items()},
        {side: Mean.of(by_count for _, by_count in pairs) for side, pairs in costs.items()},
        {side: Mean.of(own - by_count for own, by_count in pairs) for side, pairs in costs.items()},
    )


def depleted(whole: Composition, gone: int, shoes: int, seed: int = 0) -> Iterator[Composition]:
    """The cards left in shoes 0, 1, 2, … of a seed after the first `gone` cards of each shoe."""
    if not 0 <= gone <= len(whole) - FEWEST_CARDS:
        most = len(whole) - FEWEST_CARDS
        raise BadValue(
            f"the number of cards gone must be from 0 to {most} of {len(whole)}, not {gone}"
        )
    cards = list(whole.cards)
    for number in range(shoes):
        dealt = draw(cards, seeded_dice(seed, number, len(cards)))
        yield whole.without([next(dealt) for _ in range(gone)])


@checked
def cost(solution: Solution, side: Side, strategy: MixedStrategy) -> Fraction:
    """The cost of a whole strategy against the best reply; for parts of a strategy, use `price`.

    >>> print(cost(solve("A1"), Side.PLAYER, {"5": Fraction(1)}))
    46608/53094899
    """
    game = solution.payoffs
    reply = _against_ponte if side is Side.PLAYER else _against_banquier
    worth = reply(game, strategy) / game.total
    loss = solution.value - fraction(worth)
    return loss if side is Side.PLAYER else -loss


def _against_ponte(game: Payoffs, x: MixedStrategy) -> fmpq:
    """Player's payoff, times the total weight, if the banquier plays the best reply."""
    still, gains = net_lines(game)
    point = [fmpq(1), *(rational(x[name]) for name in game.ponte)]
    draws = (min(dot(line, point), fmpq(0)) for line in gains.values())
    return sum(draws, start=dot(still, point))


def _against_banquier(game: Payoffs, y: MixedStrategy) -> fmpq:
    """Player's payoff, times the total weight, if the ponte plays the best reply."""
    line, gains = net_lines(game)
    for cell, gain in gains.items():
        if often := rational(y[cell]):
            line = [a + often * b for a, b in zip(line, gain, strict=True)]
    return sum((max(slope, fmpq(0)) for slope in line[1:]), start=fmpq(line[0]))
