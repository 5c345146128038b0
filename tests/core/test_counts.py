"""Counts: the best tags among all, and lines that least squares over whole shoes confirm."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, inf, prod
from operator import mul

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BadValue
from baccarat.core.bets import bet
from baccarat.core.cards import KINDS, Card, Depth, parse_cards
from baccarat.core.counts import Count, best_tags, fit, tags_by_number
from baccarat.core.shoe import Composition
from baccarat.exact.odds import odds
from baccarat.exact.removal import removal

CARDS = KINDS[Depth.POINTS]
SIX = Composition.decks(6).at(Depth.POINTS)
BALANCED = {0: [2, -2, 2, -2, 1, -1, 1, -1, 0], 1: [-2, -2, -1, -1, 1, 1, 0, 0, 0]}
"""By what a ten is worth, what the others are worth, so that a whole shoe is worth nothing."""
SMALL = Composition.parse("0:4 4:2 6:3 8:3 9:2")
some_effects = st.lists(st.integers(-50, 50), min_size=10, max_size=10)
some_shoe = st.lists(st.integers(2, 20), min_size=10, max_size=10)


@given(some_effects)
@examples(3)
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


def best_of_all(effects: list[int], weights: list[int], most: int) -> Fraction:
    """The largest w² / q of balanced tags: the best w is kept for each sum and each q."""
    best = {(0, 0): 0}
    for weight, effect in zip(weights, effects, strict=True):
        longer: dict[tuple[int, int], int] = {}
        for ((total, squares), worth), tag in product(best.items(), range(-most, most + 1)):
            key = total + weight * tag, squares + weight * tag * tag
            longer[key] = max(longer.get(key, -(10**9)), worth + weight * effect * tag)
        best = longer
    found = [Fraction(w * w, q) for (total, q), w in best.items() if not total and w > 0]
    return max(found, default=Fraction(0))


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(1, 5)), min_size=2, max_size=7),
    st.integers(1, 6),
)
@examples(40)
def test_the_best_tags_are_those_of_a_search_by_sums_and_squares(
    kinds: list[tuple[int, int]], most: int
) -> None:
    """Many effects are equal here; equal effects may need unequal tags."""
    effects, weights = zip(*kinds, strict=True)
    cards = CARDS[: len(kinds)]
    given_effects = dict(zip(cards, map(Fraction, effects), strict=True))
    tags = tags_by_number(given_effects, dict(zip(cards, weights, strict=True)), most)
    found = [tags[card] for card in cards]
    assert sum(map(mul, weights, found)) == 0
    worth = sum(w * e * t for (e, w), t in zip(kinds, found, strict=True))
    squares = sum(w * t * t for w, t in zip(weights, found, strict=True))
    is_flat = len(set(effects)) == 1
    wanted = Fraction(0) if is_flat else best_of_all(list(effects), list(weights), most)
    assert (Fraction(worth**2, squares) if squares else Fraction(0)) == wanted


@given(
    st.sampled_from([0, 1])
    .flatmap(lambda ten: st.tuples(st.just(ten), st.permutations(BALANCED[ten])))
    .map(lambda found: [found[0], *found[1]]),
    some_shoe,
)
@examples(8)
def test_a_mean_over_the_cards_is_followed_without_error(worth: list[int], left: list[int]) -> None:
    """What is worth so much for each card changes exactly as the count says, in any shoe."""

    def per_card(shoe: Composition) -> Fraction:
        pairs = zip(worth, shoe.counts, strict=True)
        return Fraction(sum(w * n for w, n in pairs), len(shoe))

    effects = {card: per_card(SIX.without([card])) - per_card(SIX) for card in CARDS}
    count = fit(best_tags(effects, SIX), per_card(SIX), effects, SIX)
    assert count.at(Composition(tuple(left))) == per_card(Composition(tuple(left)))
    assert count.correlation == pytest.approx(1)


def shoes_without(shoe: Composition, gone: int) -> Iterator[tuple[int, Composition]]:
    """Every shoe with so many cards gone, and in how many ways it comes about."""
    for left in product(*(range(n + 1) for n in shoe.counts)):
        if sum(left) == len(shoe) - gone:
            yield prod(map(comb, shoe.counts, left)), Composition(left)


@cache
def expectation(name: str, shoe: Composition) -> Fraction:
    return odds(composition=shoe)[name].expectation


@pytest.mark.parametrize("gone", [1, 3, 8])
@pytest.mark.parametrize("name", ["banker", "tie"])
@pytest.mark.parametrize("tags", [(1, -1, 0, -2, 2), (-1, 2, 0, 1, 0)], ids=["even", "uneven"])
def test_the_line_is_that_of_least_squares_over_all_shoes(
    name: str, gone: int, tags: tuple[int, ...]
) -> None:
    """Worked out from every shoe that can be left, in fractions; the effects are not asked."""
    effects = removal(bet(name), odds(composition=SMALL))
    count = effects.judge(dict(zip(effects, tags, strict=True)))
    points = [
        (ways, count.true_count(left), expectation(name, left))
        for ways, left in shoes_without(SMALL, gone)
    ]
    ways = sum(w for w, _, _ in points)
    x_mean = sum(w * x for w, x, _ in points) / ways
    y_mean = sum(w * y for w, _, y in points) / ways
    both = sum(w * (x - x_mean) * (y - y_mean) for w, x, y in points)
    slope = both / sum(w * (x - x_mean) ** 2 for w, x, _ in points)
    assert slope != 0
    assert count.slope == slope
    assert count.start == y_mean - slope * x_mean
    assert count.at(SMALL) == expectation(name, SMALL)


def test_the_true_count_is_that_of_the_cards_seen() -> None:
    """Also where the shoe is no longer whole: the line starts where a whole shoe would be."""
    seen = parse_cards("8h 8c 8s 9d 4h 5c Kd 2h 8d")
    left = Composition.decks(8).without(seen).at(Depth.POINTS)
    count = removal(bet("dragon-7"), odds(composition=left)).best_count()
    running = sum(count.tags[card.at(Depth.POINTS)] for card in seen)
    assert running == 8
    assert count.true_count(left) == Fraction(8 * 52, 416 - 9)
    assert count.at(left) == expectation("dragon-7", left)
    fresh = removal(bet("dragon-7")).best_count()
    assert count.turns_at == pytest.approx(fresh.turns_at, rel=0.02)


def test_tags_with_the_signs_turned_follow_as_well_backwards() -> None:
    effects = removal(bet("tie"))
    count = effects.best_count()
    turned = effects.judge({card: -tag for card, tag in count.tags.items()})
    assert turned.correlation == -count.correlation
    assert (turned.slope, turned.start) == (-count.slope, count.start)
    assert turned.turns_at == -count.turns_at


def test_where_all_cards_do_the_same_no_tags_are_best() -> None:
    same = dict.fromkeys(CARDS, Fraction(1, 7))
    assert set(best_tags(same, SIX).values()) == {0}
    count = fit(best_tags(same, SIX), Fraction(1), same, SIX)
    assert count.slope == 0
    assert count.correlation == 0
    assert count.turns_at == float("inf")
    assert count.at(SIX) == 1


@given(some_effects, st.lists(st.integers(1, 5), min_size=10, max_size=10))
@examples(4)
def test_tags_are_balanced_over_the_shoe_that_they_are_for(
    effects: list[int], counts: list[int]
) -> None:
    exact = dict(zip(CARDS, map(Fraction, effects), strict=True))
    tags = best_tags(exact, Composition(tuple(counts)))
    assert sum(tag * n for tag, n in zip(tags.values(), counts, strict=True)) == 0
    assert all(abs(tag) <= 2 for tag in tags.values())


def test_a_count_prints_its_tags() -> None:
    tags = {Card.parse("8"): 2, Card.parse("9"): 0, Card.parse("4"): -1}
    assert str(fit(tags, Fraction(0), dict.fromkeys(tags, Fraction(0)), SIX)) == "8:+2 9:0 4:-1"


def test_a_count_needs_a_tag_for_every_card_and_tags_need_room() -> None:
    effects = removal(bet("tie"))
    with pytest.raises(BadValue, match="add a tag for 0"):
        effects.judge({})
    with pytest.raises(BadValue, match="1 to 9, not 0"):
        effects.best_count(most=0)


def test_where_a_count_turns_is_a_number_as_json_and_nothing_where_it_never_does() -> None:
    tags = dict(zip(CARDS, [0, 1, -1, *[0] * 7], strict=True))
    turning = Count(tags, Fraction(-1, 10), Fraction(1, 40), 1.0).as_json()
    assert (turning["turns_at_float"], turning["slope_float"]) == (4.0, 0.025)
    level = Count(tags, Fraction(-1, 10), Fraction(0), 0.0).as_json()
    assert (level["turns_at_float"], level["slope_float"]) == (None, 0.0)


@pytest.mark.parametrize("most", range(1, 10))
def test_the_largest_tag_is_one_to_nine(most: int) -> None:
    """Cards of 1 and 2 points pull as 3 to 1, and a card of 3 points as −4: so do the tags."""
    worth = {1: 3, 2: 1, 3: -4}
    effects = {Card(points): Fraction(worth.get(points, 0)) for points in range(1, 4)}
    tags = list(best_tags(effects, SIX, most).values())
    assert max(map(abs, tags)) <= most
    if most >= 4:
        assert tags == [3, 1, -4]
    for wrong in (0, 10):
        with pytest.raises(BadValue, match="1 to 9"):
            best_tags(effects, SIX, wrong)


def test_two_effects_are_told_apart() -> None:
    effects = {Card(points): Fraction(1 if points < 3 else -1) for points in range(1, 5)}
    assert list(best_tags(effects, SIX).values()) == [1, 1, -1, -1]


def test_where_no_small_tags_sum_to_nothing_there_are_none() -> None:
    """Against five cards of one kind a single one would have to count five times as much."""
    shoe = Composition.parse("1:5 2:1")
    effects = {Card(1): Fraction(1), Card(2): Fraction(-1)}
    assert list(best_tags(effects, shoe).values()) == [0, 0]
    assert list(best_tags(effects, shoe, most=5).values()) == [1, -5]


@pytest.mark.parametrize(
    "effects", [*product((-7, -2, 3), (-3, 0, 5), (-4, 1, 2), (-6, 0, 7))], ids=str
)
def test_the_best_tags_of_four_cards_are_those_of_a_search(effects: tuple[int, ...]) -> None:
    """All 625 choices from −2 to 2 are tried, and none that sums to nothing follows better."""

    def followed(tags: tuple[int, ...]) -> Fraction:
        worth, squares = sum(map(mul, tags, effects)), sum(map(mul, tags, tags))
        return Fraction(worth**2, squares) if worth > 0 else Fraction(0)

    exact = {Card(points): Fraction(effect) for points, effect in enumerate(effects, start=1)}
    found = tuple(best_tags(exact, SIX).values())
    assert sum(found) == 0
    choices = product(range(-2, 3), repeat=4)
    assert followed(found) == max(followed(tags) for tags in choices if not sum(tags))


def test_no_card_is_removed_where_no_shoe_is_to_be_dealt_from() -> None:
    for table in (odds(inf), odds(8, given="9h 2c Kd 3d")):
        with pytest.raises(BadValue, match="one card less changes nothing here"):
            removal("tie", table)
