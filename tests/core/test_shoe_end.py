"""Odds near the end of a shoe: whatever can be answered is, and every order is tried to tell."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from sample_sizes import examples

import baccarat as bac
from baccarat.base.errors import CoupError, ShoeError
from baccarat.core.bets import Bet
from baccarat.core.cards import Card, Depth, parse_cards
from baccarat.core.coup import Coup, Hand
from baccarat.core.games import game
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.exact.joint import joint
from baccarat.exact.odds import OddsTable
from baccarat.exact.weights.plain import cards_to_come

Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]

FIRST_IS_NINE = Bet(
    "First Nine",
    lambda coup: "nine" if coup.player.cards[0].points == 9 else None,
    pays={"nine": 11},
    depth=Depth.POINTS,
)
BETS = [
    *map(bac.bet, ["banker", "tie", "small", "3-giving-8", "either-pair", "perfect-pair"]),
    FIRST_IS_NINE,
]
"""On totals, on points (with a trait and on whole coups), on ranks and on whole cards."""

KINDS = [Card.parse(kind) for kind in "Kh Ks 9d 9c 8h 7h 6c 5s 2d".split()]
"""Many naturals, so that many coups end early."""


def parse(cards: str) -> list[Card]:
    return list(parse_cards(cards))


@st.composite
def ends(draw: st.DrawFn) -> tuple[list[Card], list[Card]]:
    """The cards dealt of a coup, and too few others to be sure that it can be ended."""
    dealt = draw(st.integers(0, 5))
    left = draw(st.integers(max(0, 3 - dealt), 5 - dealt))
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
    drawn = [draw(st.sampled_from(kinds)) for _ in range(dealt + left)]
    return drawn[:dealt], drawn[dealt:]


def every_order(given: Sequence[Card], left: Sequence[Card], deal: Dealer) -> list[Coup]:
    """The coup of each order in which the cards left may lie; IndexError when one runs out."""
    ended = []
    for order in permutations(left):
        dealt = [*given, *order]
        places = deal([card.points for card in dealt])
        player, banker = (Hand(tuple(dealt[place] for place in hand)) for hand in places)
        ended.append(Coup(player, banker, is_over=True))
    return ended


def may_need(given: Sequence[Card], left: Sequence[Card], deal: Dealer) -> int:
    """How many more cards the longest coup takes, whatever follows the cards that are left."""
    points = [[card.points for card in cards] for cards in (given, left)]
    missing = 6 - len(given) - len(left)
    return max(
        sum(map(len, deal([*points[0], *order, *rest]))) - len(given)
        for order in permutations(points[1])
        for rest in product(range(10), repeat=missing)
    )


@pytest.mark.slow
@given(ends())
@example(end=(parse("6d Ks Kh 5s"), parse("5c")))
@example(end=(parse("Kh 5s"), parse("9d 9c 9d")))
@example(end=([], parse("9d 9c 9d Kh Ks")))
@example(end=(parse("Kh Kh 2d"), parse("9d 9c 8h")))
@example(end=(parse("Kh 2d 6c 5s"), parse("9d")))
@examples(32)
def test_the_last_cards_of_a_shoe_are_weighed_as_every_order_deals_them(
    plain_deal: Dealer, end: tuple[list[Card], list[Card]]
) -> None:
    given, left = end
    try:
        half = bac.deal(given)
    except CoupError:
        assume(False)
    assume(not half.is_over)
    table = OddsTable(game("punto-banco"), Composition.of(left, Depth.CARDS), half)
    try:
        ended = every_order(given, left, plain_deal)
    except IndexError:
        for bet in BETS:
            with pytest.raises(ShoeError, match="a coup may need") as refused:
                table.of(bet)
        with pytest.raises(ShoeError, match="a coup may need"):
            joint(table, BETS)
        if len(given) + len(left) >= 4:
            needed = may_need(given, left, plain_deal)
            assert re.findall("[0-9]+", str(refused.value)) == [str(needed), str(len(left))]
        return
    assert table.tally.total == len(ended)
    for bet in BETS:
        assert Counter(table.of(bet).weights) == Counter(map(bet.tier, ended))
    assert joint(table, BETS) == Counter(tuple(bet.tier(coup) for bet in BETS) for coup in ended)
    for depth in (Depth.POINTS, Depth.RANKS, Depth.CARDS):
        following = table.next_cards(depth)
        assert sum(chance for chance, _ in following.values()) == 1
        chances = [chance * after["banker"].chance for chance, after in following.values()]
        assert sum(chances) == table["banker"].chance


def test_one_card_is_enough_where_only_one_is_drawn() -> None:
    table = bac.odds(composition="5:1", given="6 0 0 5")
    assert table["player"].chance == 1
    assert table["tie"].chance == 0


def test_a_fresh_coup_of_five_cards_is_answered_where_none_runs_out() -> None:
    """Nines and tens: a hand of 0, 9 or 8, and 0 against 0 is the only coup that draws."""
    assert bac.odds(composition="9:4")["tie"].chance == 1
    assert bac.odds(composition="9:3 0:2")["player"].chance == Fraction(3, 10)
    with pytest.raises(ShoeError, match="a coup may need 6 cards, but only 5 are left"):
        bac.odds(composition="9:1 0:4")["tie"]


def test_a_printed_card_needs_no_card_of_the_shoe() -> None:
    rules = Rules(printed=Card.parse("7x"))
    four = Composition.parse("1:1 2:1 8:1 9:1")
    assert cards_to_come(Composition.decks(1), rules) == 5
    with pytest.raises(ShoeError, match="a coup may need 5 cards, but only 4 are left"):
        cards_to_come(four, rules)
    assert cards_to_come(Composition.parse("1:2 2:2"), rules) == 4


def test_with_no_card_left_no_card_is_to_come() -> None:
    half = bac.deal("6 0 0 5")
    table = OddsTable(game("punto-banco"), Composition.parse("5:0"), half)
    with pytest.raises(ShoeError, match="the shoe has no card left for Banker"):
        table.next_cards()
