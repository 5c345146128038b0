"""Bets offered in the middle of a coup: when, at which price, and what they are worth."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import inf
from random import Random
from typing import Any

import pytest

import baccarat as bac
from baccarat import Bet, Outcome
from baccarat.base.errors import BaccaratError, BadBet, BetRefused, TooShallow
from baccarat.exact.joint import joint
from baccarat.simulation.planning import shoes_until
from baccarat.testing import check_bet

PUBLISHED = {
    5: "+0.001185 -0.107027 -0.154193 -0.085786 -0.014426",
    6: "+0.024389 -0.107975 -0.060646 -0.014235 +0.033478 +0.084397",
    7: "-0.152035 -0.156852 -0.156814 -0.152294 -0.156882 -0.152312",
}
"""The guest's expectation at eight decks, by Banker's total and by Player's from 0 upwards."""
PRICES = {5: 2, 6: 3, 7: 4}


def test_the_published_expectations_are_met() -> None:
    told = bac.odds(8).by_start("insurance")
    for banker, row in PUBLISHED.items():
        ours = [told[player, banker].expectation for player in range(len(row.split()))]
        assert [f"{float(value):+.6f}" for value in ours] == row.split()
    assert len(told) == sum(len(row.split()) for row in PUBLISHED.values())


def dealt(cards: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Both starts and both final totals, by the rules as they are told, not by our tableau."""
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    start, rest = (player, banker), list(cards[4:])
    if max(start) < 8:
        third = None
        if player <= 5:
            third = rest.pop(0)
            player = (player + third) % 10
        if third is None:
            draws = banker <= 5
        else:
            against = {3: "0123456790", 4: "234567", 5: "4567", 6: "67"}
            draws = banker <= 2 or str(third) in against.get(banker, "")
        if draws:
            banker = (banker + rest.pop(0)) % 10
    return *start, player, banker


def by_brute_force(cards: list[int], begun: tuple[int, ...] = ()) -> Counter[str]:
    """What became of one unit laid whenever it is offered, over every order of the cards."""
    found: Counter[str] = Counter()
    for order in permutations(cards, 6 - len(begun)):
        own, other, player, banker = dealt((*begun, *order))
        if not (own < other and own <= 5 and other in PRICES):
            found["not offered"] += 1
        elif player == banker:
            found["tie"] += 1
        else:
            found[f"against {other}" if player > banker else "lost"] += 1
    return found


def same(odds: bac.Odds, found: Counter[str]) -> bool:
    laid = found.total() - found["not offered"]
    assert odds.offered == Fraction(laid, found.total())
    tiers = {tier: odds.probability(tier) for tier in odds.bet.pays}
    assert tiers == {tier: Fraction(found[tier], laid) for tier in tiers}
    worth = sum(PRICES[other] * found[f"against {other}"] for other in PRICES) - found["lost"]
    assert odds.expectation == Fraction(worth, laid)
    return True


@pytest.mark.parametrize("number", range(4))
def test_odds_of_a_small_shoe_are_those_of_all_its_orders(number: int) -> None:
    draw = Random(number)
    cards = [5, 6, 0, 0, *draw.choices(range(10), k=4)]
    composition = " ".join(f"{points}:{times}" for points, times in Counter(cards).items())
    table = bac.odds(composition)
    assert same(table["insurance"], by_brute_force(cards))
    shares = {start: found.total for start, found in table.by_start("insurance").items()}
    assert sum(shares.values()) == table["insurance"].total


@pytest.mark.parametrize("begun", ["5", "5 6", "0 6 4", "5 6 0 0", "0 7 4 0", "5 0 0 6 7"])
def test_odds_of_a_begun_coup_are_those_of_all_orders_of_the_rest(begun: str) -> None:
    cards = [0, 0, 1, 2, 3, 4, 5, 7, 8, 9]
    composition = " ".join(f"{points}:{times}" for points, times in Counter(cards).items())
    table = bac.odds(composition, given=begun)
    assert same(table["insurance"], by_brute_force(cards, tuple(map(int, begun.split()))))


@pytest.mark.parametrize(
    ("known", "fits"),
    [
        ("player: 5", lambda cards: (cards[0] + cards[2]) % 10 == 5),
        ("banker: 6", lambda cards: (cards[1] + cards[3]) % 10 == 6),
        ("? 6 ? 0", lambda cards: (cards[1], cards[3]) == (6, 0)),
        ("player: 5, banker: 6", lambda cards: dealt(cards)[:2] == (5, 6)),
    ],
)
def test_what_is_known_of_the_coup_counts(
    known: str, fits: Callable[[tuple[int, ...]], bool]
) -> None:
    cards = [0, 0, 1, 4, 5, 6, 7, 9]
    found: Counter[str] = Counter()
    for order in filter(fits, permutations(cards, 6)):
        found += by_brute_force([], order)
    seen = [6, 0] if "?" in known else []  # a composition is without the cards that are seen
    assert same(bac.odds(without(cards, *seen), given=known)["insurance"], found)


def without(cards: list[int], *gone: int) -> str:
    left = Counter(cards) - Counter(gone)
    return " ".join(f"{points}:{times}" for points, times in left.items())


def test_five_against_six_is_one_line() -> None:
    edge = bac.odds(8, given="player: 5, banker: 6")["insurance"].edge
    assert edge == bac.odds(8).by_start("insurance")[5, 6].edge
    with pytest.raises(TooShallow, match="insurance is not offered here"):
        bac.odds(8, given="player: 6, banker: 7")["insurance"]


def test_a_bet_on_totals_has_odds_by_start_too() -> None:
    table = bac.odds(6)
    found = table.by_start("tie")
    assert len(found) == 100
    assert sum(odds.wins for odds in found.values()) == table["tie"].wins
    assert sum(odds.total for odds in found.values()) == table["tie"].total
    over = bac.odds(8, given="9 0 0 0")
    assert over.by_start("player") == {(9, 0): over["player"]}
    assert bac.odds(inf).by_start("insurance")[5, 6].chance == Fraction(3 * 13 + 1 + 2, 13 * 13)
    with pytest.raises(TooShallow, match="player-pair needs ranks, but totals after two cards"):
        table.by_start("player-pair")


def test_after_four_cards_the_odds_are_of_one_unit_laid_then() -> None:
    found = bac.odds(8, given="5h 6d Kc Ks")["insurance"]
    assert found.offered == 1
    # Player wins with 2, 3 and 4; a 6 makes 1 and a 7 makes 2, and Banker's six draws on them.
    assert found.weights["against 5"] == found.weights["against 7"] == 0
    later = bac.odds(8, given="5h 6d Kc Ks 3h")["insurance"]
    assert later.chance == 1
    assert later.expectation == 3


@pytest.mark.parametrize(
    "coup", ["9h 6d Kc Ks", "6h 7d Kc Ks", "5h 5d Kc Ks", "Kh 4d Kc Ks", "Kh 8d Kc Ks", "9h 6d Kc"]
)
def test_odds_of_a_bet_that_is_not_offered_are_refused_in_a_line(coup: str) -> None:
    table = bac.odds(8, given=coup)
    assert not table.offers("insurance")
    with pytest.raises(TooShallow) as complaint:
        table["insurance"]
    assert str(complaint.value) == (
        "insurance is not offered here: it is offered on 0–4 against 5, 0–5 against 6, 0–5 "
        "against 7 (the "
        "totals of Player and Banker after two cards)"
    )
    assert "insurance" in table.told({"insurance": bac.bet("insurance")})[1]


def test_a_unit_that_was_not_laid_neither_wins_nor_loses() -> None:
    bet, table = bac.bet("insurance"), bac.odds("0:3 2:2 5:2 6:1")
    both = joint(table, [bet, bac.bet("player")])
    mean = Fraction(sum(bet.net(own) * times for (own, _), times in both.items()))
    odds = table[bet]
    assert mean / sum(both.values()) == odds.expectation * odds.offered
    with pytest.raises(BaccaratError, match="insurance has no tier None"):
        odds.probability(None)


# Simulation


def test_a_simulation_lays_a_unit_whenever_it_is_offered() -> None:
    plain = bac.simulate(40, seed=7, bets="insurance", engine="reference")
    laid: Counter[str] = Counter()
    for number in range(40):
        for coup in bac.deal_shoe(bac.Rules().shoe(seed=7, number=number)):
            starts = coup.player.start, coup.banker.start
            if starts in bac.bet("insurance").offered:
                laid[f"{coup.winner}"] += 1
    found = plain["insurance"]
    assert found.total == laid.total()
    assert (found.wins, found.weights["tie"]) == (laid["Player"], laid["None"])
    assert bac.simulate(40, seed=7, bets="insurance", engine="cpu").tally == plain.tally
    assert found.offered == Fraction(laid.total(), plain.tally.total)


def test_estimates_are_within_their_intervals() -> None:
    """An honest program fails one of the four for one seed in a hundred; this seed is fixed."""
    found = bac.simulate(60_000, seed=11, bets="insurance", fresh=True)
    odds, exact = found["insurance"], found.exact["insurance"]
    for value, (low, high) in (
        (exact.offered, odds.offered_interval()),
        (exact.chance, odds.chance_interval()),
        (exact.edge, odds.edge_interval()),
    ):
        assert low < value < high
    z = found.z("insurance")
    assert z is not None
    assert abs(z) < 2.6
    assert z == pytest.approx(float(odds.edge - exact.edge) / exact.deviation * odds.total**0.5)
    told = found.bet_json(bac.bet("insurance"))
    assert told["offered_probability"] == "77339104/461223945"
    assert told["offered_simulated"]["estimate"] == float(odds.offered)  # type: ignore[index]


def test_other_prices_are_told_from_the_same_coups() -> None:
    found = bac.simulate(200, seed=3, bets="insurance")
    low, high = (found[f"insurance:{price}/3/4"].edge for price in (2, 3))
    against = found["insurance"].probability("against 5")
    assert low - high == against


def test_a_bet_that_never_was_offered_has_no_estimate() -> None:
    found = bac.simulate(1, seed=3, bets="insurance", fresh=True, milestones=True)
    assert found.z("insurance") is None
    told = found.bet_json(bac.bet("insurance"))
    assert (told["probability_simulated"], told["edge_simulated"]) == (None, None)
    row = next(row for row in found.rows() if row["name"] == "insurance")
    assert (row["coups"], row["edge"], row["low"]) == (0, None, None)
    with pytest.raises(
        TooShallow, match="insurance was not offered in any coup: there are no odds of this bet"
    ):
        assert found["insurance"].edge
    with pytest.raises(TooShallow, match="insurance was not offered in any coup"):
        found.plot("insurance")


def test_a_narrow_interval_needs_as_many_coups_as_offer_the_bet() -> None:
    coups = shoes_until(0.05, "insurance", fresh=True)
    found = bac.simulate(coups, seed=5, bets="insurance", fresh=True)["insurance"]
    low, high = found.edge_interval()
    assert 0.04 < (high - low) / 2 <= 0.05


# A bet of one's own


def saved(outcome: Outcome) -> bool:
    return outcome.winner is bac.Side.BANKER


BANKER_BEHIND = Bet(
    "Banker Behind",
    saved,
    pays={"win": 2},
    offered={(6, 2): "win", (7, 2): "win", (6, 3): "win"},
    wins_when="Banker wins who was far behind",
)


def test_a_stranger_writes_one_in_a_table() -> None:
    check_bet(BANKER_BEHIND)
    assert BANKER_BEHIND.offered_when == "on 6–7 against 2, 6 against 3"
    assert BANKER_BEHIND.pays == {"win": 2, "lost": -1}
    assert str(BANKER_BEHIND) == "banker-behind:2"
    assert BANKER_BEHIND.priced(3).offered == BANKER_BEHIND.offered
    table = bac.odds(8)
    assert list(table.by_start(BANKER_BEHIND)) == [(6, 2), (6, 3), (7, 2)]
    few = [2, 0, 6, 0, 7, 3, 9, 1]
    found = Counter(
        (own, other) in BANKER_BEHIND.offered and (banker > player)
        for own, other, player, banker in map(dealt, permutations(few, 6))
        if (own, other) in BANKER_BEHIND.offered
    )
    small = bac.odds(" ".join(f"{points}:{times}" for points, times in Counter(few).items()))
    assert small[BANKER_BEHIND].chance == Fraction(found[True], found.total())


def offering(offered: Any) -> Bet:
    return replace(BANKER_BEHIND, offered=offered)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: offering({(6, 10): "win"}), "e.g. {(5, 6): 'win'}, not"),
        (lambda: offering({(6, 2, 1): "win"}), "by pairs of totals"),
        (lambda: offering({6: "win"}), "by pairs of totals"),
        (lambda: offering([(6, 2)]), "by pairs of totals"),
        (lambda: offering({(6, 2): "six"}), "no price for 'six', offered on"),
        (lambda: offering({(6, 2): ["win"]}), "no price for ('win',), offered on"),
        (lambda: replace(bac.bet("player-pair"), offered={(6, 2): "win"}), "no price for 'win'"),
        (lambda: replace(bac.bet("player-pair"), offered={(6, 2): "pair"}), "leave the trait out"),
        (lambda: bac.bet("insurance:2/3"), "insurance takes 3 prices"),
        (lambda: bac.bet("insurance:2/3/0"), "a winning tier must pay more than 0"),
    ],
)
def test_an_offer_that_cannot_be_is_refused_in_a_line(
    make: Callable[[], object], complaint: str
) -> None:
    with pytest.raises(BadBet) as told:
        make()
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


def test_no_coup_that_is_over_is_insured() -> None:
    felt = bac.Layout.of("player", "insurance")
    with pytest.raises(BetRefused) as told:
        bac.settle(bac.deal("5h 6d Kc Ks 3h"), "insurance=5", felt)
    complaint = "insurance is offered in the middle of a coup, after four cards"
    assert str(told.value) == complaint


def test_every_price_is_for_what_lies_on_the_table() -> None:
    for (player, banker), tier in bac.bet("insurance").offered.items():
        coup = bac.Coup.parse(f"{player} 0 {8 - player} | {banker} 0")
        assert bac.bet("insurance").tier(coup) == tier
        assert bac.bet("insurance").net(tier) == PRICES[banker]
