"""The strategy counter: the best tags, straight lines, and costs that a second way confirms."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from statistics import mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.cards import KINDS, Depth
from baccarat.chance import seeded_dice
from baccarat.coup import Side
from baccarat.errors import BaccaratError
from baccarat.shoe import Composition
from baccarat.theory.counter import Mean, best_tags, cost, counter, depleted, follow, judge
from baccarat.theory.payoffs import decks_by_points
from baccarat.theory.prices import price
from baccarat.theory.solve import solve

CARDS = KINDS[Depth.POINTS]
SIX = decks_by_points(6)
BALANCED = {0: [2, -2, 2, -2, 1, -1, 1, -1, 0], 1: [-2, -2, -1, -1, 1, 1, 0, 0, 0]}
"""By what a ten is worth, what the others are worth, so that a whole shoe is worth nothing."""
some_effects = st.lists(st.integers(-50, 50), min_size=10, max_size=10)
some_shoe = st.lists(st.integers(2, 20), min_size=10, max_size=10)


@given(some_effects)
@settings(max_examples=8)
def test_the_best_tags_are_those_of_a_search_among_all_small_ones(effects: list[int]) -> None:
    """All 59,049 choices of −1, 0 and 1 are tried; correlations are compared as whole numbers."""
    weights = np.array([4, *[1] * 9])
    tags = np.array(list(product((-1, 0, 1), repeat=10)))
    tags = tags[(tags @ weights == 0) & (tags != 0).any(axis=1)]
    worth, squares = tags @ (weights * effects), (tags * tags) @ weights
    best = max(Fraction(int(w) ** 2, int(s)) for w, s in zip(worth, squares, strict=True) if w >= 0)
    exact = dict(zip(CARDS, map(Fraction, effects), strict=True))
    found = np.array(list(best_tags(exact, SIX, most=1).values()))
    assert found @ weights == 0
    above = int(found @ (weights * effects))
    assert above >= 0
    assert (Fraction(above**2, int((found * found) @ weights)) if above else 0) == best


@given(
    st.sampled_from([0, 1])
    .flatmap(lambda ten: st.tuples(st.just(ten), st.permutations(BALANCED[ten])))
    .map(lambda found: [found[0], *found[1]]),
    some_shoe,
)
@settings(max_examples=20)
def test_a_mean_over_the_cards_is_followed_without_error(worth: list[int], left: list[int]) -> None:
    """What is worth so much for each card changes exactly as the count says, in any shoe."""

    def per_card(shoe: Composition) -> Fraction:
        pairs = zip(worth, shoe.counts, strict=True)
        return Fraction(sum(w * n for w, n in pairs), len(shoe))

    effects = {card: per_card(SIX.without([card])) - per_card(SIX) for card in CARDS}
    rule = follow(per_card(SIX), effects, SIX)
    assert rule.at(Composition(tuple(left))) == per_card(Composition(tuple(left)))
    assert rule.correlation == pytest.approx(1)


@pytest.mark.parametrize("model", ["B1", "B3"])
@given(some_shoe, st.integers(0, 9))
@settings(max_examples=6)
def test_costs_are_those_of_the_game_in_which_one_side_is_bound(
    model: str, cards: list[int], tenths: int
) -> None:
    shoe = Composition(tuple(cards))
    solution, fresh = solve(model, composition=shoe), solve(model, 6)
    for side, own in ((Side.PLAYER, fresh.ponte), (Side.BANKER, fresh.banquier)):
        mixed = {name: Fraction(tenths, 9) if 0 < p < 1 else p for name, p in own.items()}
        assert cost(solution, side, mixed) == price(model, side, mixed, composition=shoe).cost


@pytest.mark.parametrize("model", ["B1", "B4"])
def test_in_a_whole_shoe_the_counter_plays_the_solution(model: str) -> None:
    counted = counter(model, 6)
    solution = counted.fresh
    assert counted.value.at(SIX) == solution.value
    assert counted.play(Side.PLAYER, SIX) == solution.ponte
    assert counted.play(Side.BANKER, SIX) == solution.banquier
    assert cost(solution, Side.PLAYER, solution.ponte) == 0
    assert cost(solution, Side.BANKER, solution.banquier) == 0
    assert all(
        sum(map(int.__mul__, rule.tags.values(), SIX.counts)) == 0
        for rule in [counted.value, *counted.decisions.values()]
    )


def test_more_tags_follow_no_worse() -> None:
    small, large = counter("B1", 6, most=1), counter("B1", 6, most=3)
    assert small.value.correlation < large.value.correlation < 1
    for name, rule in small.decisions.items():
        assert rule.correlation < large.decisions[name].correlation < 1


def test_shoes_are_those_of_the_stream_without_their_first_cards() -> None:
    """The urn is written out: a die of r takes the r-th card left."""
    for number, left in enumerate(depleted(SIX, 100, shoes=2, seed=7)):
        cards = list(SIX.cards)
        for die, _ in zip(seeded_dice(7, number, 312), range(100), strict=False):
            del cards[die]
        assert list(left.cards) == cards


def test_a_judgement_is_a_mean_of_single_shoes() -> None:
    counted = counter("B1", 6)
    found = judge(counted, gone=200, shoes=5, seed=3)
    fresh: list[float] = []
    by_count: list[float] = []
    for left in depleted(SIX, 200, shoes=5, seed=3):
        for strategy, costs in (
            (counted.fresh.ponte, fresh),
            (counted.play(Side.PLAYER, left), by_count),
        ):
            costs.append(float(price("B1", Side.PLAYER, strategy, composition=left).cost))
    assert found.cost_fresh[Side.PLAYER].mean == pytest.approx(mean(fresh))
    assert found.cost_count[Side.PLAYER].mean == pytest.approx(mean(by_count))
    assert found.saved[Side.PLAYER].mean == pytest.approx(mean(fresh) - mean(by_count))
    assert found.above.of == 5


def test_the_interval_of_a_mean_is_as_wide_as_tables_of_the_normal_law_say() -> None:
    """Of 0 and 1, half each, a hundred: 0.5 ± 2.5758 × 0.50252 / 10."""
    found = Mean.of(map(Fraction, [0, 1] * 50))
    assert found.mean == 0.5
    assert (found.low, found.high) == pytest.approx((0.5 - 0.12944, 0.5 + 0.12944), abs=1e-5)


def test_when_a_quarter_is_gone_counting_saves_both_sides_something() -> None:
    """The seed is fixed; 40 shoes, and an interval that an honest mean leaves once in a hundred."""
    found = judge(counter("B1", 6), gone=78, shoes=40, seed=7)
    for side in Side:
        assert found.saved[side].low > 0
        assert found.cost_count[side].low > 0
    assert found.off_count.high < found.off_fresh.low


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda: counter("A1", 6), "changes nothing"),
        (lambda: counter("B1", 0), "one deck or more"),
        (lambda: judge(counter("B1", 6), gone=10, shoes=1), "two shoes or more, not 1"),
        (
            lambda: list(depleted(SIX, 307, shoes=1)),
            "from 0 to 306 of 312 cards may be gone, not 307",
        ),
        (lambda: list(depleted(SIX, -1, shoes=1)), "not -1"),
    ],
)
def test_what_cannot_be_counted_is_said(ask: Callable[[], object], complaint: str) -> None:
    with pytest.raises(BaccaratError, match=complaint):
        ask()
