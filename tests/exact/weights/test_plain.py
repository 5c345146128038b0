"""The plain enumeration, held to published counts and to brute force over small shoes."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import CoupError, ShoeError
from baccarat.core.cards import DECK, Card, Depth, parse_cards
from baccarat.core.coup import Coup
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO
from baccarat.core.tally import Tally
from baccarat.core.third_card import following, play
from baccarat.exact.weights.plain import coups, weigh

Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]
DEPTHS = [Depth.POINTS, Depth.RANKS, Depth.CARDS]


def falling(n: int, cards: int = 6) -> int:
    """n (n - 1) … in so many factors, multiplied out."""
    product = 1
    for taken in range(cards):
        product *= n - taken
    return product


def wins(tally: Tally) -> tuple[int, int, int]:
    """The weights of Banker, Player and tie, added up from the cells by their layout."""
    banker = player = tie = 0
    for index, weight in enumerate(tally.cells):
        p, b = index // 10 % 10, index % 10
        banker, player, tie = (
            banker + weight * (b > p),
            player + weight * (p > b),
            tie + weight * (p == b),
        )
    return banker, player, tie


def percent(tally: Tally) -> list[float]:
    return [round(float(Fraction(100 * weight, tally.total)), 4) for weight in wins(tally)]


# Published numbers


@pytest.mark.slow
def test_eight_decks_have_the_published_permutations(eight_decks: Tally) -> None:
    """wizardofodds.com/games/baccarat, appendix 1."""
    assert wins(eight_decks) == (2292252566437888, 2230518282592256, 475627426473216)
    assert eight_decks.total == 4998398275503360 == falling(416)


@pytest.mark.long
@pytest.mark.slow
def test_six_decks_have_the_published_permutations() -> None:
    """wizardofodds.com/games/baccarat, appendix 1."""
    six = weigh(Composition.decks(6).at(Depth.POINTS))
    assert wins(six) == (403095751234560, 392220492728832, 83552962932288)
    assert six.total == falling(312)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decks", "published"),
    [
        (1, [45.9624, 44.6760, 9.3615]),
        pytest.param(2, [45.9073, 44.6508, 9.4419], marks=pytest.mark.long),
        pytest.param(4, [45.8761, 44.6340, 9.4898], marks=pytest.mark.long),
    ],
)
def test_fewer_decks_have_the_published_percentages(decks: int, published: list[float]) -> None:
    """vegastrip.com: Banker, Player, tie in per cent."""
    tally = weigh(Composition.decks(decks).at(Depth.POINTS))
    assert percent(tally) == published
    assert tally.total == falling(52 * decks)


@pytest.mark.long
@pytest.mark.slow
def test_endless_decks_have_the_published_percentages() -> None:
    """vegastrip.com; a shoe of 13 x 10^15 cards is as good as endless."""
    tally = weigh(Composition((4 * 10**15, *[10**15] * 9)))
    assert percent(tally) == [45.8428, 44.6147, 9.5426]


@pytest.mark.slow
def test_a_coup_takes_4_938819_cards_on_average(eight_decks: Tally) -> None:
    """Counted for this project and by others."""
    cards = sum(
        weight * (4 + index // 200 + index // 100 % 2)
        for index, weight in enumerate(eight_decks.cells)
    )
    assert round(float(Fraction(cards, eight_decks.total)), 6) == 4.938819


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pays", "edge", "deviation"),
    [
        ({"B": Fraction(19, 20), "P": -1, "T": 0}, 1.0579, 0.9274),
        ({"B": -1, "P": 1, "T": 0}, 1.2351, 0.9512),
        ({"B": -1, "P": -1, "T": 8}, 14.3596, 2.6409),
    ],
    ids=["banker", "player", "tie"],
)
def test_the_main_bets_have_the_published_edge_and_deviation(
    eight_decks: Tally, pays: dict[str, Fraction], edge: float, deviation: float
) -> None:
    """wizardofodds.com/games/baccarat."""
    weights = dict(zip("BPT", wins(eight_decks), strict=True))
    mean, square = (
        sum(Fraction(weights[who], eight_decks.total) * pays[who] ** power for who in "BPT")
        for power in (1, 2)
    )
    assert round(float(-100 * mean), 4) == edge
    assert round(sqrt(square - mean**2), 4) == deviation


@pytest.mark.slow
def test_205_of_the_400_cells_can_be_reached(eight_decks: Tally) -> None:
    """STYLE, Two speeds: so many are reachable under the usual tableau."""
    assert sum(weight > 0 for weight in eight_decks.cells) == 205


# Brute force


def brute(cards: Sequence[Card], deal: Dealer) -> Counter[str]:
    """Deal every order of six of these cards by a second dealer."""
    seen: Counter[str] = Counter()
    for six in permutations(cards, 6):
        player, banker = deal([card.points for card in six])
        hands = [" ".join(str(six[place]) for place in hand) for hand in (player, banker)]
        seen[" | ".join(hands)] += 1
    return seen


SHOES = [
    "Kh Kh 9d 5c 4s 8h 2c",
    "Ah As 2c 3d 6h 7s Tc Jd",
    "9c 9c 9d 8h 8h 4s 5s 6d",
    "Kh Kh Kh Kh 3c 3c 3c",
]


@pytest.mark.parametrize("depth", DEPTHS, ids=str)
@pytest.mark.parametrize("text", SHOES)
def test_every_order_of_a_small_shoe_is_counted(
    text: str, depth: Depth, plain_deal: Dealer
) -> None:
    cards = [card.at(depth) for card in parse_cards(text)]
    found: Counter[str] = Counter()
    for coup, weight in coups(Composition.of(cards)):
        assert coup.is_over
        assert weight > 0
        found[str(coup)] += weight
    assert found == brute(cards, plain_deal)
    assert found.total() == falling(len(cards))


@pytest.mark.parametrize("text", SHOES)
def test_the_outcomes_of_a_small_shoe_are_weighed(text: str, plain_deal: Dealer) -> None:
    cards = parse_cards(text)
    expected = [0] * 400
    for coup, times in brute(cards, plain_deal).items():
        player, banker = (parse_cards(hand) for hand in coup.split("|"))
        p, b = (sum(card.points for card in hand) % 10 for hand in (player, banker))
        expected[(len(player) - 2) * 200 + (len(banker) - 2) * 100 + p * 10 + b] += times
    for depth in DEPTHS:
        assert list(weigh(Composition.of(cards).at(depth)).cells) == expected


@given(
    st.lists(st.sampled_from(DECK), min_size=7, max_size=7),
    st.integers(0, 5),
    st.sampled_from(DEPTHS),
)
@examples(10)
def test_a_half_dealt_coup_is_dealt_on_in_every_order(
    plain_deal: Dealer, cards: list[Card], seen: int, depth: Depth
) -> None:
    cards = [card.at(depth) for card in cards]
    half = play(iter(cards[:seen]))
    begun, rest = list(half.cards), cards[len(half.cards) :]
    expected: Counter[str] = Counter()
    for order in permutations(rest, 6 - len(begun)):
        six = [*begun, *order]
        player, banker = plain_deal([card.points for card in six])
        hands = [" ".join(str(six[place]) for place in hand) for hand in (player, banker)]
        expected[" | ".join(hands)] += 1
    found: Counter[str] = Counter()
    for coup, weight in coups(Composition.of(rest, depth), coup=half):
        found[str(coup)] += weight
    assert found == expected


@given(st.lists(st.sampled_from("0123456789"), min_size=4, max_size=4), st.integers(6, 40))
@examples(8)
def test_the_weights_sum_to_the_falling_factorial(kinds: list[str], size: int) -> None:
    cards = parse_cards(" ".join(kinds * size))[:size]
    assert weigh(Composition.of(cards)).total == falling(size)


@pytest.mark.parametrize("size", range(6))
def test_a_coup_that_may_need_six_cards_refuses_fewer(size: int) -> None:
    with pytest.raises(ShoeError, match=rf"6 cards, but only {size} (is|are) left"):
        weigh(Composition.of(parse_cards("Kh 9d 5c 4s 8h")[:size]))


def test_a_half_dealt_coup_needs_only_the_cards_still_to_come() -> None:
    half = Coup.parse("K♠ 5x | 2x 3x …")
    assert sum(weight for _, weight in coups(Composition.of(parse_cards("9x 8x")), coup=half)) == 2
    assert sum(weight for _, weight in coups(Composition.of(parse_cards("9x")), coup=half)) == 1
    with pytest.raises(ShoeError, match="2 more cards, but only 1 is left"):
        list(coups(Composition.of(parse_cards("4x")), coup=half))


def test_a_printed_card_leaves_five_to_draw(plain_deal: Dealer) -> None:
    cards = parse_cards("7x Ah As 2c 3d 6h 7s Tc")
    rules = Rules(printed=cards[0])
    expected: Counter[str] = Counter()
    for five in permutations(cards[1:], 5):
        six = [cards[0], *five]
        player, banker = plain_deal([card.points for card in six])
        hands = [" ".join(str(six[place]) for place in hand) for hand in (player, banker)]
        expected[" | ".join(hands)] += 1
    found: Counter[str] = Counter()
    for coup, weight in coups(Composition.of(cards[1:]), rules):
        found[str(coup)] += weight
    assert found == expected
    assert found.total() == falling(7, 5)


def test_free_cells_are_decided_or_complained_of() -> None:
    rules, small = Rules(tableau=CHEMIN_DE_FER), Composition.of(parse_cards(SHOES[0]))
    assert Counter(dict(coups(small, rules, following(PUNTO_BANCO)))) == Counter(dict(coups(small)))
    with pytest.raises(CoupError, match="somebody must decide"):
        list(coups(small, rules))


def test_a_finished_coup_is_its_own_only_end() -> None:
    coup = Coup.parse("9 0 | 8 0")
    assert list(coups(Composition((1,) * 10), coup=coup)) == [(coup, 10 * 9)]
