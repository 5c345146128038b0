"""The strategy counter: the best tags, straight lines, and costs that a second way confirms."""

from collections.abc import Callable
from fractions import Fraction
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BaccaratError
from baccarat.core.cards import KINDS, Depth
from baccarat.core.chance import seeded_dice
from baccarat.core.coup import Side
from baccarat.core.shoe import Composition
from baccarat.theory.chemin.prices import price
from baccarat.theory.chemin.solver import solve
from baccarat.theory.chemin.strategy_counter import Mean, cost, counter, depleted, judge
from baccarat.theory.decks import decks_by_points

CARDS = KINDS[Depth.POINTS]
SIX = decks_by_points(6)
some_shoe = st.lists(st.integers(2, 20), min_size=10, max_size=10)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B1", "B3"])
@given(some_shoe, st.integers(0, 9))
@examples(3)
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
        (lambda: counter("A1", 6), "no card can leave the deck"),
        (lambda: counter("B1", 0), "at least 1 deck"),
        (lambda: judge(counter("B1", 6), gone=10, shoes=1), "at least 2 shoes, not 1"),
        (
            lambda: list(depleted(SIX, 307, shoes=1)),
            "the number of cards gone must be from 0 to 306 of 312, not 307",
        ),
        (lambda: list(depleted(SIX, -1, shoes=1)), "not -1"),
    ],
)
def test_what_cannot_be_counted_is_said(ask: Callable[[], object], complaint: str) -> None:
    with pytest.raises(BaccaratError, match=complaint):
        ask()
