"""What knowledge is worth: published figures, and small shoes dealt in every order."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import permutations, product
from math import inf
from typing import Any

import pytest
from small_shoes import Row, coup

import baccarat as bac
from baccarat.base.errors import BaccaratError
from baccarat.exact.knowledge import KnowledgeWorth, knowledge

EIGHT = bac.odds(8)
Signal = tuple[object, ...]
Ending = Any
Deal = tuple[Row, str, Fraction]
"""Points in dealing order, the winner of the first coup, and the number of such orders."""

WON = {
    "player": {"P": Fraction(1), "B": Fraction(-1), "T": Fraction(0)},
    "banker": {"P": Fraction(-1), "B": Fraction(19, 20), "T": Fraction(0)},
    "tie": {"P": Fraction(-1), "B": Fraction(-1), "T": Fraction(8)},
}
SHOES = [(0, 0, 0, 1, 4, 6, 8, 9), (0, 0, 2, 3, 5, 6, 7, 9), (1, 1, 4, 4, 5, 6, 6, 8)]


def all_deals(cards: Row, behind: int = 0) -> list[Deal]:
    """The first six cards and `behind` more, in every order, with the winner."""
    rows = Counter(permutations(cards, 6 + behind))
    return [(row, coup(row[:6])[0], Fraction(many)) for row, many in rows.items()]


def gain(
    told: Iterable[tuple[Signal, Ending, Fraction]],
    won: Mapping[str, Mapping[Ending, Fraction]] = WON,
) -> tuple[Fraction, dict[str, Fraction]]:
    """The gain of one unit on the best bet, and how often each bet is laid.

    Each way to deal has what is seen, how it ends, and its weight.
    """
    by_signal: dict[Signal, dict[Ending, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for signal, ending, weight in told:
        by_signal[signal][ending] += weight
    whole = sum((n for endings in by_signal.values() for n in endings.values()), Fraction(0))
    total, laid = Fraction(0), dict.fromkeys(won, Fraction(0))
    for endings in by_signal.values():
        wins = {
            bet: sum((n * prices[end] for end, n in endings.items()), Fraction(0))
            for bet, prices in won.items()
        }
        bet = max(wins, key=lambda name: wins[name])
        if wins[bet] > 0:
            total += wins[bet] / whole
            laid[bet] += sum(endings.values(), Fraction(0)) / whole
    return total, laid


def of_four(deals: list[Deal]) -> dict[tuple[Row, str], Fraction]:
    """By the first four cards and the winner: the number of orders."""
    four: dict[tuple[Row, str], Fraction] = defaultdict(Fraction)
    for row, winner, many in deals:
        four[row[:4], winner] += many
    return four


def composition(cards: Row) -> bac.OddsTable:
    counts = Counter(cards)
    return bac.odds(" ".join(f"{points}:{many}" for points, many in counts.items()))


def as_told(worth: KnowledgeWorth) -> tuple[Fraction, dict[str, Fraction]]:
    return worth.gain, {bet: worth.chance(bet) for bet in worth.bets}


LOOKS: list[tuple[str, Callable[[Row], Signal]]] = [
    ("first-card", lambda row: row[:1]),
    ("second-card", lambda row: row[1:2]),
    ("fifth-card", lambda row: row[4:5]),
    ("sixth-card", lambda row: row[5:6]),
    ("player-hand", lambda row: (row[0], row[2])),
    ("banker-hand", lambda row: (row[1], row[3])),
    ("four-cards", lambda row: row[:4]),
    ("first-card:6-9", lambda row: (row[0] in {6, 7, 8, 9},)),
    ("four-cards:6-9", lambda row: tuple(card in {6, 7, 8, 9} for card in row[:4])),
    ("four-cards:0-3/5", lambda row: tuple(card in {0, 1, 2, 3, 5} for card in row[:4])),
    ("player-hand:6/7/8", lambda row: tuple(row[at] in {6, 7, 8} for at in (0, 2))),
    ("fifth-card:0-4", lambda row: (row[4] < 5,)),
    ("banker-hand:0/9", lambda row: tuple(row[at] in {0, 9} for at in (1, 3))),
]


@pytest.mark.parametrize("cards", SHOES)
def test_knowledge_is_worth_what_all_orders_of_a_small_shoe_give(cards: Row) -> None:
    deals, table = all_deals(cards), composition(cards)
    for what, look in LOOKS:
        ways = [(look(row), winner, many) for row, winner, many in deals]
        assert as_told(knowledge(what, table)) == gain(ways), what
    nothing, _ = gain(((), winner, many) for _, winner, many in deals)
    assert knowledge("first-card", table).without == nothing


@pytest.mark.parametrize("cards", SHOES)
@pytest.mark.parametrize("at", [6, -1], ids=["next", "last"])
def test_a_card_that_is_not_dealt_is_worth_what_all_orders_give(cards: Row, at: int) -> None:
    table = composition(cards)
    deals = all_deals(cards, 2)
    for what, group in [("bottom-card", None), ("burn-card:0/6", {0, 6})]:
        ways = [
            ((row[at] if group is None else row[at] in group,), winner, many)
            for row, winner, many in deals
        ]
        assert as_told(knowledge(what, table)) == gain(ways)


def test_the_burn_card_is_worth_as_much_as_the_bottom_card() -> None:
    cards = SHOES[0]
    burned = [((row[0],), coup(row[1:])[0], Fraction(1)) for row in permutations(cards, 7)]
    told = knowledge("burn-card", composition(cards))
    assert as_told(told) == gain(burned)
    assert told.values == knowledge("bottom-card", composition(cards)).values


@pytest.mark.parametrize("cards", SHOES[:2])
def test_the_best_sort_is_the_best_of_all_sorts_of_a_small_shoe(cards: Row) -> None:
    four = of_four(all_deals(cards))
    points = sorted({*cards})

    def sorted_by(group: set[int]) -> Fraction:
        ways = [
            (tuple(card in group for card in row), winner, many)
            for (row, winner), many in four.items()
        ]
        return gain(ways)[0]

    sorts = [
        {point for point, is_in in zip(points, marks, strict=True) if is_in}
        for marks in product([True, False], repeat=len(points))
    ]
    best = knowledge("four-cards:best", composition(cards))
    assert best.gain == max(map(sorted_by, sorts))
    assert best.tried == 511
    assert knowledge(best.what, composition(cards)).gain == best.gain


@pytest.mark.parametrize("wrong", [Fraction(1, 10), Fraction(3, 8), Fraction(1, 2)])
def test_cards_that_lie_the_wrong_way_take_the_gain_away(wrong: Fraction) -> None:
    cards = SHOES[0]
    four = of_four(all_deals(cards))
    ways = [
        (
            tuple(
                (card in {6, 7, 8, 9}) is not flip for card, flip in zip(row, flips, strict=False)
            ),
            winner,
            many * wrong ** sum(flips) * (1 - wrong) ** (4 - sum(flips)),
        )
        for (row, winner), many in four.items()
        for flips in product([True, False], repeat=4)
    ]
    told = knowledge(f"four-cards:6-9:{wrong}", composition(cards))
    assert as_told(told) == gain(ways)
    if wrong == Fraction(1, 2):
        assert told.gain == told.without


@pytest.mark.parametrize("cards", SHOES[:2])
def test_a_turned_shoe_shows_only_which_cards_are_alike(cards: Row) -> None:
    alike = []
    for (row, winner), many in of_four(all_deals(cards)).items():
        first, *rest = (card in {6, 7, 8, 9} for card in row)
        alike.append((tuple(card is first for card in rest), winner, many))
    assert knowledge("four-cards:6-9:turned", composition(cards)).gain == gain(alike)[0]
    told = knowledge("first-card:6-9:turned", composition(cards))
    assert told.gain == told.without


def test_a_marked_rank_is_told_from_other_cards_of_its_points() -> None:
    """Two kings, a queen and a ten in a shoe of eight cards; the kings are marked."""
    ranks = ["Kx", "Kx", "Qx", "Tx", "5x", "6x", "8x", "9x"]
    points = [0 if rank[0] in "KQT" else int(rank[0]) for rank in ranks]
    table = bac.odds(" ".join(f"{rank}:{many}" for rank, many in Counter(ranks).items()))
    orders = list(permutations(range(8), 6))
    won = {"player-pair": {True: Fraction(11), False: Fraction(-1)}}
    for what, seen in [("four-cards:Kx", 4), ("first-card:Kx/9", 1)]:
        marked = {"Kx", "9x"} if "9" in what else {"Kx"}
        signals = [tuple(ranks[at] in marked for at in order[:seen]) for order in orders]
        winners = [coup(tuple(points[at] for at in order))[0] for order in orders]
        ones = [Fraction(1)] * len(orders)
        assert as_told(knowledge(what, table)) == gain(zip(signals, winners, ones, strict=True))
        pairs = [ranks[order[0]] == ranks[order[2]] for order in orders]
        told = knowledge(what, table, ["player-pair"])
        assert as_told(told) == gain(zip(signals, pairs, ones, strict=True), won)


# Eliot Jacobson, "Edge Sorting in Baccarat" (2012) and its "Update #1", 888casino.com blog and
# apheat.net: eight decks; H are the cards 6 to 9. The best sort was found by Fred Roach.
PUBLISHED = {"first-card:6-9": "6.765", "four-cards:6-9": "20.928", "four-cards:best": "30.291"}
# The same, "Baccarat: The Known Card" (2012).
PUBLISHED |= {"first-card": "6.765", "second-card": "6.406"}
PUBLISHED |= {"fifth-card": "8.973", "sixth-card": "9.098"}


@pytest.mark.parametrize("what", PUBLISHED)
def test_the_published_gains_are_met(what: str) -> None:
    assert f"{100 * float(knowledge(what, EIGHT).gain):.3f}" == PUBLISHED[what]


def test_the_published_parts_of_the_gain_of_sorted_edges() -> None:
    four = knowledge("four-cards:6-9", EIGHT)
    assert f"{100 * float(four.chance('tie')):.3f}" == "19.075"
    player = [value for value in four.values if value.bet == "player"]
    best = max(value.expectation for value in player)
    assert f"{100 * float(best):.3f}" == "36.332"
    chance = sum(value.chance for value in player if value.expectation == best)
    assert f"{100 * float(chance):.3f}" == "20.502"
    (idle,) = (value for value in four.values if value.bet is None)
    assert idle.told == ("out",) * 4
    assert f"{100 * float(idle.chance):.3f}" == "22.824"
    assert knowledge("four-cards:best", EIGHT).what == "four-cards:0/1/2/3"


def test_whether_the_first_card_is_high_is_worth_as_much_as_its_points() -> None:
    known = knowledge("first-card", EIGHT)
    assert known.gain == knowledge("first-card:6-9", EIGHT).gain
    assert [value.bet for value in known.values] == ["banker"] * 6 + ["player"] * 4
    for value in known.values:
        after = bac.odds(8, given=value.told[0])
        assert value.bet is not None
        assert after[value.bet].expectation == value.expectation


def test_more_knowledge_is_never_worth_less() -> None:
    rising = ["burn-card", "first-card:9", "first-card", "player-hand"]
    worths = [knowledge(what, EIGHT) for what in rising]
    assert [worth.gain for worth in worths] == sorted(worth.gain for worth in worths)
    for worth in worths:
        assert sum(value.chance for value in worth.values) == 1
        assert worth.chance() == sum(map(worth.chance, worth.bets))


def test_a_printed_card_tells_nothing() -> None:
    seven_up = bac.odds(game="7-up")
    assert knowledge("first-card:7", seven_up).gain == knowledge("first-card", seven_up).without
    points = (0, 0, 1, 3, 6, 8, 9)
    small = bac.odds("0:2 1:1 3:1 6:1 8:1 9:1", game="7-up")
    rows = [((7, *row), coup((7, *row[:5]))[0]) for row in permutations(points, 6)]
    for what, look in LOOKS:
        told = knowledge(what, small, list(map(bac.bet, WON)))
        assert told.gain == gain((look(row), winner, Fraction(1)) for row, winner in rows)[0]


def test_cards_of_an_endless_deck_are_independent() -> None:
    endless = bac.odds(inf)
    worth = knowledge("first-card:6", endless)
    chance, six = endless.next_cards()[bac.Card(6)]
    assert [value.chance for value in worth.values] == [chance, 1 - chance]
    assert worth.values[0].expectation == six["player"].expectation
    assert knowledge("bottom-card:6", endless).gain == 0


UNTYPED: Any = knowledge


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda: knowledge("hole-card"), "expected one of first-card, second-card"),
        (lambda: knowledge("four-cards:"), "expected e.g. 'four-cards:6-9:10%'"),
        (lambda: knowledge("four-cards:6-9:5%:1"), "expected e.g. 'four-cards:6-9:10%'"),
        (lambda: knowledge("four-cards:king"), "'6-9', '0/5' or 'Kx': not a card: 'king'"),
        (lambda: knowledge("four-cards:9-6"), "not one group of cards"),
        (lambda: knowledge("four-cards:6 | 7"), "not one group of cards"),
        (lambda: knowledge("four-cards:6-9:51%"), "a share from 0 to 50%"),
        (lambda: knowledge("four-cards:6-9:1/0"), "a share from 0 to 50%"),
        (lambda: knowledge("four-cards:6-9:-1%"), "a share from 0 to 50%"),
        (lambda: knowledge("first-card", bac.odds(8, given="5")), "before a coup"),
        (lambda: knowledge("first-card", bac.odds(8, given="player: 5")), "before a coup"),
        (lambda: knowledge("first-card", EIGHT, ["insurance"]), "offered after four cards"),
        (lambda: knowledge("first-card", EIGHT, []), "needs a bet"),
        (lambda: knowledge("sixth-card", bac.odds("0:5")), "needs 6 unseen cards"),
        (lambda: knowledge("four-cards:Kx", bac.odds("0:64 9:64")), "by points, not by ranks"),
        (lambda: UNTYPED(5), "what"),
    ],
)
def test_knowledge_that_cannot_be_is_refused(call: Callable[[], object], part: str) -> None:
    with pytest.raises(BaccaratError, match=part.replace("|", r"\|")):
        call()
