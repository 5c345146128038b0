"""The bets that casinos sell, counted a second time: by hand, and by a dealer that is not ours."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, perm

import pytest

from baccarat import Bet, bet, game, odds, simulate
from baccarat.core.cards import Rank
from baccarat.exact.odds import OddsTable

DECKS = 8
SIZE = 52 * DECKS
Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]
Points = tuple[int, ...]
Coups = dict[tuple[Points, Points], int]
"""The points of Player's and of Banker's hand, each sorted: in how many orders of six cards."""


@cache
def table(name: str = "punto-banco") -> OddsTable:
    return odds(DECKS, game=name)


def met(spelled: str, printed: str) -> bool:
    """Whether a printed edge is ours, to its digits."""
    digits = len(printed.partition(".")[2])
    return f"{100 * float(table()[spelled].edge):.{digits}f}" == printed


EDGES = {
    "tiger-pair": "16.1217",
    "lucky-nines": "19.0583",
    "lucky-nines:1000/500/35/16/5/2/1": "8.2730",
    "perfect-9-bonus": "7.4699",
    "matching-dragon-a": "16.98",
    "matching-dragon-10": "16.98",
    "matching-dragon-k": "16.98",
    "matching-dragon-9": "19.78",
    "player-at-fabulous-4": "1.6041",
    "banker-at-fabulous-4": "1.5472",
    "player-fabulous-4": "12.0827",
    "banker-fabulous-4": "15.0257",
    "player-fabulous-pair": "11.3253",
    "banker-fabulous-pair": "11.3253",
    "player-even": "5.3109",
    "player-odd": "6.7254",
    "banker-even": "6.9317",
    "banker-odd": "7.0683",
    "player-even:0.90": "3.2746",
    "player-odd:0.96": "3.7799",
    "banker-even:0.94": "2.9288",
    "banker-odd:0.94": "3.0712",
    "all-red": "14.0022",
    "all-black": "6.5241",
    "natural-win-9-player": "22.6612",
    "natural-win-9-banker": "22.6612",
    "natural-win-8-player": "31.0087",
    "natural-win-8-banker": "31.0087",
    "knockout-1-4": "6.7231",
    "knockout-5-6": "7.5277",
    "knockout-7": "3.3009",
    "knockout-8": "3.5976",
    "knockout-9": "6.4628",
    "knockout-natural-player": "9.1899",
    "knockout-natural-banker": "9.1899",
}


@pytest.mark.parametrize(("spelled", "printed"), EDGES.items())
def test_the_edge_is_the_printed_one(spelled: str, printed: str) -> None:
    assert met(spelled, printed)


def test_the_matching_dragons_lie_between_the_aces_and_the_nines() -> None:
    edges = [table()[f"matching-dragon-{rank}"].edge for rank in "a 2 3 4 5 6 7 8 9".split()]
    assert edges[0] == min(edges)
    assert edges[-1] == max(edges)


def chances(spelled: str) -> dict[str, Fraction]:
    """Our chance of every tier that wins, loses or pushes by name."""
    found = table()[spelled]
    return {tier: Fraction(found.weights[tier], found.total) for tier in found.bet.pays}


# By choosing cards: the bets on the first two or four


def test_tiger_pair_is_counted_by_choosing_ranks() -> None:
    four = perm(SIZE, 4)
    same = Fraction(13 * perm(32, 4), four)
    other = Fraction(13 * 12 * perm(32, 2) ** 2, four)
    paired = Fraction(13 * perm(32, 2), perm(SIZE, 2))
    one = 2 * (paired - same - other)
    assert chances("tiger-pair") == {"one hand": one, "both hands": other, "same rank": same}


def test_lucky_nines_are_counted_by_choosing_suits() -> None:
    """Three of one suit are 86,016 of 1,229,930,520: there are four suits, not three."""
    rest, four = SIZE - 32, comb(SIZE, 4)
    assert four == 1_229_930_520
    suited_three, suited_two = 4 * comb(8, 3) * rest, 4 * comb(8, 2) * comb(rest, 2)
    ways = {
        "four nines": comb(32, 4),
        "three suited nines": suited_three,
        "three nines": comb(32, 3) * rest - suited_three,
        "two suited nines": suited_two,
        "two nines": comb(32, 2) * comb(rest, 2) - suited_two,
        "nine of diamonds": 8 * comb(rest, 3),
        "one nine": 24 * comb(rest, 3),
    }
    assert ways["three suited nines"] == 86_016
    assert chances("lucky-nines") == {tier: Fraction(n, four) for tier, n in ways.items()}


def test_bets_on_two_cards_are_counted_by_choosing_them() -> None:
    deck = list(product((*range(1, 10), *"TJQK"), "cdhs")) * DECKS
    nine: Counter[str] = Counter()
    pair: Counter[str] = Counter()
    for (rank, suit), (other, colour) in combinations(deck, 2):
        low = [0 if isinstance(one, str) else one for one in (rank, other)]
        if sum(low) % 10 == 9:
            off = "suited" if suit == colour else "off-suit"
            nine["with a ten or face" if 0 in low else off] += 1
        if rank == other:
            pair["suited pair" if suit == colour else "pair"] += 1
        elif suit == colour:
            pair["suited"] += 1
    assert nine == {"suited": 1024, "off-suit": 3072, "with a ten or face": 4096}
    two = comb(SIZE, 2)
    assert chances("perfect-9-bonus") == {tier: Fraction(n, two) for tier, n in nine.items()}
    for name in ("player-fabulous-pair", "banker-fabulous-pair"):
        assert chances(name) == {tier: Fraction(n, two) for tier, n in pair.items()}


# By another dealer: the bets on whole coups


@pytest.fixture(scope="module")
def coups(plain_deal: Dealer) -> Coups:
    """Every coup that eight decks can deal, by the points of its cards."""
    found: Counter[tuple[Points, Points]] = Counter()
    start = [16 * DECKS] + [4 * DECKS] * 9
    todo: list[Points] = list(product(range(10), repeat=4))
    while todo:
        points = todo.pop()
        try:
            hands = plain_deal(points)
        except IndexError:
            todo.extend((*points, more) for more in range(10))
            continue
        left, orders = start.copy(), perm(SIZE - len(points), 6 - len(points))
        for card in points:
            orders *= left[card]
            left[card] -= 1
        player, banker = (tuple(sorted(points[place] for place in hand)) for hand in hands)
        found[player, banker] += orders
    assert sum(found.values()) == perm(SIZE, 6)
    return found


def total(hand: Points) -> int:
    return sum(hand) % 10


def won(price: Callable[[int, Points], Fraction | int | None]) -> Callable[..., Fraction | int]:
    """A bet on how a coup is won: a price by the winner (0 is Player) and his hand; ties push."""

    def pays(player: Points, banker: Points) -> Fraction | int:
        if total(player) == total(banker):
            return 0
        winner = int(total(banker) > total(player))
        found = price(winner, (player, banker)[winner])
        return -1 if found is None else found

    return pays


def fabulous(side: int, four: Fraction | int) -> Callable[..., Fraction | int]:
    return won(lambda winner, hand: {1: 2, 4: four}.get(total(hand), 1) if winner == side else None)


def knocked(price: Fraction | int, *totals: int) -> Callable[..., Fraction | int]:
    return won(lambda winner, hand: price if total(hand) in totals else None)


def two_card(side: int, *totals: int, price: int, tie: int = 0) -> Callable[..., Fraction | int]:
    pushing = won(
        lambda winner, hand: (
            price if winner == side and len(hand) == 2 and total(hand) in totals else None
        )
    )
    return lambda player, banker: tie if total(player) == total(banker) else pushing(player, banker)


def left_over(side: int, rest: int, price: str) -> Callable[..., Fraction | int]:
    return lambda *hands: Fraction(price) if total(hands[side]) % 2 == rest else -1


def only_four(side: int, price: int) -> Callable[..., Fraction | int]:
    return lambda *hands: price if total(hands[side]) == 4 > total(hands[1 - side]) else -1


SECOND = {
    "player-at-fabulous-4": fabulous(0, Fraction(1, 2)),
    "banker-at-fabulous-4": fabulous(1, 0),
    "player-fabulous-4": only_four(0, 50),
    "banker-fabulous-4": only_four(1, 25),
    "knockout-1-4": knocked(7, 1, 2, 3, 4),
    "knockout-5-6": knocked(Fraction(7, 2), 5, 6),
    "knockout-7": knocked(Fraction(9, 2), 7),
    "knockout-8": knocked(3, 8),
    "knockout-9": knocked(Fraction(5, 2), 9),
    "knockout-natural-player": two_card(0, 8, 9, price=4),
    "knockout-natural-banker": two_card(1, 8, 9, price=4),
    "natural-win-9-player": two_card(0, 9, price=8, tie=-1),
    "natural-win-9-banker": two_card(1, 9, price=8, tie=-1),
    "natural-win-8-player": two_card(0, 8, price=8, tie=-1),
    "natural-win-8-banker": two_card(1, 8, price=8, tie=-1),
    "player-even:0.86": left_over(0, 0, "0.86"),
    "player-odd:0.90": left_over(0, 1, "0.90"),
    "banker-even:0.86": left_over(1, 0, "0.86"),
    "banker-odd:0.86": left_over(1, 1, "0.86"),
}


@pytest.mark.slow
@pytest.mark.parametrize("spelled", SECOND)
def test_a_second_dealer_gives_the_same_edge(spelled: str, coups: Coups) -> None:
    pays = SECOND[spelled]
    by_price: Counter[Fraction | int] = Counter()
    for hands, orders in coups.items():
        by_price[pays(*hands)] += orders
    paid = sum((price * orders for price, orders in by_price.items()), Fraction(0))
    assert table()[spelled].expectation == paid / perm(SIZE, 6)


@pytest.mark.parametrize("points", range(1, 10))
def test_a_matching_dragon_counts_its_rank_in_both_hands(points: int, coups: Coups) -> None:
    found: Counter[int] = Counter()
    for (player, banker), orders in coups.items():
        found[player.count(points) + banker.count(points)] += orders
    weights = table()[f"matching-dragon-{'a' if points == 1 else points}"].weights
    assert weights == {str(n): found[n] for n in range(1, 7)} | {None: found[0]}


def test_the_matching_dragons_of_ten_to_king_count_a_quarter_of_the_tens(coups: Coups) -> None:
    """Of 128 cards without points any z are as likely: 32 of them have the rank."""
    found: Counter[int] = Counter()
    for (player, banker), orders in coups.items():
        z = player.count(0) + banker.count(0)
        for n in range(z + 1):
            found[n] += orders * comb(32, n) * comb(96, z - n) // comb(128, z)
            assert orders * comb(32, n) * comb(96, z - n) % comb(128, z) == 0
    for rank in ("10", "j", "q", "k"):
        weights = table()[f"matching-dragon-{rank}"].weights
        assert weights == {str(n): found[n] for n in range(1, 7)} | {None: found[0]}


def test_all_of_one_colour_is_half_of_every_kind_of_card(coups: Coups) -> None:
    one_colour = 0
    for (player, banker), orders in coups.items():
        of_all, of_one = 1, 1
        for points, n in Counter(player + banker).items():
            cards = (16 if points == 0 else 4) * DECKS
            of_all *= perm(cards, n)
            of_one *= perm(cards // 2, n)
        assert orders * of_one % of_all == 0
        one_colour += orders * of_one // of_all
    assert table()["all-red"].wins == table()["all-black"].wins == one_colour


# Names, and the game


def test_the_same_bet_is_known_by_its_other_names() -> None:
    also = {
        "tiger": "lucky-6",
        "big-6": "big-tiger",
        "small-6": "small-tiger",
        "tiger-7": "dragon-7",
        "perfect-9": "perfect-9-bonus",
        "matching-dragon-t": "matching-dragon-10",
    }
    for name, known in also.items():
        assert bet(name) is bet(known)


def test_every_rank_has_a_matching_dragon() -> None:
    ranks = {"10" if rank is Rank.TEN else rank.value.lower() for rank in Rank}
    assert len({bet(f"matching-dragon-{rank}") for rank in ranks}) == 13


def test_fabulous_4_pays_twice_for_one_and_little_for_four() -> None:
    edges = {spot: f"{100 * float(found.edge):.4f}" for spot, found in table("fabulous-4").items()}
    assert edges == {
        "player": "1.6041",
        "banker": "1.5472",
        "tie": "14.3596",
        "player-fabulous-4": "12.0827",
        "banker-fabulous-4": "15.0257",
        "player-fabulous-pair": "11.3253",
        "banker-fabulous-pair": "11.3253",
    }
    assert game("Fabulous 4 Baccarat") is game("fabulous-4")


@pytest.mark.long
def test_simulation_counts_the_bets_that_look_at_cards() -> None:
    """An honest dealer is beyond five deviations less than once in a million."""
    names = ["lucky-nines", "tiger-pair", "matching-dragon-k", "all-black", "perfect-9-bonus"]
    dealt = simulate(200_000, seed=7, fresh=True, bets=names)
    for name in names:
        found, exact = dealt[name], table()[name]
        assert isinstance(found.bet, Bet)
        error = exact.deviation / 200_000**0.5
        assert abs(float(found.expectation) - float(exact.expectation)) < 5 * error
