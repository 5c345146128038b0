"""Bets over several coups: the chain against every sequence, and against shoes dealt."""

import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product, takewhile
from math import factorial, inf, prod
from typing import Any

import pytest

import baccarat as bac
from baccarat import Shoe, Side, StreakBet, StreakOdds, StreakReader
from baccarat.base.errors import BaccaratError, BadBet, BadText, BadValue, CoupError, TooShallow
from baccarat.core.bets.streaks import BANKER_STREAK
from baccarat.core.cards import parse_cards
from baccarat.core.rules import deal_shoe
from baccarat.exact.streak_chain import streak_odds
from baccarat.simulation.reader import KNOWN

SHORT = StreakBet("Short", {2: 3, 3: 9}, bac.Side.PLAYER, wins_when="Player wins twice or more")
"""So short that every sequence of coups can be gone through."""


def test_the_published_edges_are_met() -> None:
    table = bac.odds(8)
    assert f"{100 * float(table.streak('banker-streak').edge):.4f}" == "9.4006"
    orleans = table.streak("banker-streak:10/15/25/40/60/100/250")
    assert f"{100 * float(orleans.edge):.4f}" == "11.8293"
    assert orleans.is_exact


@pytest.mark.parametrize("coups", [None, 1, 2, 3, 4])
@pytest.mark.parametrize("unfinished", [0, -1, Fraction(1, 2)])
def test_the_chain_is_the_sum_over_all_sequences(coups: int | None, unfinished: int) -> None:
    bet = StreakBet("Short", {2: 3, 3: 9}, bac.Side.PLAYER, unfinished)
    chances = dict(zip("PBT", map(Fraction, ("4/9", "3/9", "2/9")), strict=True))
    found: Counter[int | None] = Counter()
    worth = Fraction(0)
    for sequence in product("PBT", repeat=coups or 5):
        chance = prod((chances[letter] for letter in sequence), start=Fraction(1))
        wins = len(sequence) - len("".join(sequence).lstrip("P"))
        length = None if wins == len(sequence) < 3 else min(wins, 3)
        pays = {None: unfinished, 2: 3, 3: 9}.get(length, -1)
        found[length] += chance  # type: ignore[assignment]
        worth += chance * pays
    odds = streak_odds(bet, chances["P"], coups)
    assert {wins: odds.probability(wins) for wins in (None, *range(4))} == {
        wins: found[wins] for wins in (None, *range(4))
    }
    assert odds.expectation == worth == -odds.edge
    assert odds.unfinished == found[None]
    assert odds.chance == found[2] + found[3]
    square = sum(chance * bet.net(wins) ** 2 for wins, chance in found.items())
    assert odds.variance == square - worth**2


def test_odds_take_the_chances_of_the_cards_that_are_there() -> None:
    for table in (bac.odds(6), bac.odds("0:30 4:9 7:8 9:5"), bac.odds(inf)):
        goes_on = table["banker"].probability("win")
        assert table.streak("banker-streak") == streak_odds("banker-streak", goes_on)
    with pytest.raises(
        CoupError, match=r"a streak must begin with a whole coup, not in the middle of 9h \|"
    ):
        bac.odds(8, given="9h").streak("banker-streak")
    with pytest.raises(CoupError, match="not in the middle of player: 5, banker: 6"):
        bac.odds(8, given="player: 5, banker: 6").streak("banker-streak")


# Shoes as they are dealt


def by_hand(bet: StreakBet, shoes: int, seed: int) -> Counter[int | None]:
    """One unit after the other in every shoe, coup by coup."""
    found: Counter[int | None] = Counter()
    for number in range(shoes):
        wins = 0
        for coup in bac.deal_shoe(bac.Rules().shoe(seed=seed, number=number)):
            if coup.winner is bet.side:
                wins += 1
            if coup.winner is not bet.side or wins == bet.most:
                found[wins] += 1
                wins = 0
        found[None] += wins > 0
    return found


@pytest.mark.parametrize("bet", [BANKER_STREAK, SHORT], ids=str)
def test_a_reader_lays_a_unit_whenever_no_streak_is_running(bet: StreakBet) -> None:
    expected = by_hand(bet, 30, seed=7)
    for engine in ("reference", "cpu"):
        found = bac.fold(StreakReader(bet), shoes=30, seed=7, engine=engine)
        assert found == StreakOdds(bet, expected)
        assert found.total == expected.total()


def test_parts_add_up_and_a_name_finds_the_reader() -> None:
    whole: StreakOdds = bac.fold("banker-streak", shoes=300, seed=5)
    assert bac.fold(StreakReader(BANKER_STREAK), shoes=300, seed=5, threads=2) == whole
    assert bac.fold("Banker Streak", shoes=300, seed=5, threads=1) == whole
    assert whole + KNOWN.find("banker-streak").fold(()) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


def expected_in(coups: int, goes_on: float, bet: StreakBet) -> float:
    """What all units laid in so many independent coups are worth, per unit: by recursion."""
    laid, worth = [0.0], [0.0]  # by the number of coups that are left
    for left in range(1, coups + 1):
        units, value = 1.0, 0.0
        for wins in range(min(left, bet.most) + 1):
            decided = wins == bet.most or wins < left
            carried = goes_on**wins * (1 if wins == bet.most or wins == left else 1 - goes_on)
            rest = max(0, left - wins - (wins < bet.most))
            value += carried * (float(bet.net(wins if decided else None)) + worth[rest])
            units += carried * laid[rest]
        laid.append(units)
        worth.append(value)
    return worth[-1] / laid[-1]


@pytest.mark.parametrize("coups", [5, 12, 40])
def test_dealt_shoes_agree_with_the_chain_of_as_many_coups(coups: int) -> None:
    """The chain is outside the 99 % interval for one seed in a hundred; these seeds are fixed."""
    goes_on = float(bac.odds(8).tally.chances[bac.Side.BANKER])
    found: StreakOdds = bac.fold("banker-streak", shoes=20_000, seed=coups, coups=coups)
    low, high = found.edge_interval()
    assert low < -expected_in(coups, goes_on, BANKER_STREAK) < high


def test_the_end_of_a_shoe_costs_the_guest() -> None:
    """A streak may be cut off before it has won: so whole shoes are dearer than the chain."""
    goes_on = float(bac.odds(8).tally.chances[bac.Side.BANKER])
    assert -expected_in(80, goes_on, BANKER_STREAK) > 0.14
    assert expected_in(20_000, goes_on, BANKER_STREAK) == pytest.approx(-0.094006, abs=3e-4)


# What is refused


@pytest.mark.parametrize(
    ("make", "kind", "complaint"),
    [
        (lambda: bac.streak("bunker-streak"), BaccaratError, "unknown streak: 'bunker-streak'"),
        (lambda: bac.streak("banker-streak:"), BadText, "no price after the colon"),
        (lambda: bac.streak("banker-streak:1/2"), BadBet, "takes 7 prices (for 4 to 10 wins in a"),
        (lambda: bac.streak("banker-streak:0/1/2/3/4/5/6"), BadBet, "must pay more than 0"),
        (lambda: bac.streak("banker-streak:a"), BadText, "not a price: 'a'"),
        (lambda: bac.streak(7), BadValue, "a streak must be a StreakBet or its name, not 7"),  # type: ignore[arg-type]
        (lambda: bac.bet("banker-streak"), BadText, "odds().streak('banker-streak')"),
        (lambda: bac.odds(8)["banker-streak"], BadText, "is a bet on several coups"),
        (lambda: bac.simulate(2, bets="banker-streak"), BadText, "fold(StreakReader("),
        (lambda: bac.odds(8).streak("banker-streak", 0), BadValue, "the number of coups to come"),
        (
            lambda: streak_odds("banker-streak", Fraction(3, 2)),
            BadValue,
            "a chance must be from 0 to 1",
        ),
        (lambda: StreakBet("!", {1: 1}), BadBet, "Latin letters"),
        (lambda: StreakBet("Mine", {}), BadBet, "must pay by the number of wins in a row"),
        (lambda: StreakBet("Mine", {1: 1, 3: 2}), BadBet, "without a gap up to"),
        (
            lambda: StreakBet("Mine", {0: 1, 1: 2}),
            BadBet,
            "must pay by the number of wins in a row",
        ),
        (
            lambda: StreakBet("Mine", {2: 1, 1: 2}),
            BadBet,
            "must pay by the number of wins in a row",
        ),
        (lambda: StreakBet("Mine", {101: 1}), BadBet, "up to 100"),
        (lambda: StreakBet("Mine", {True: 1}), BadBet, "must pay by the number of wins in a row"),
        (lambda: StreakBet("Mine", {1: 0.5}), BadBet, "a price must be exact"),  # type: ignore[dict-item]
        (
            lambda: StreakBet("Mine", {1: 1}, unfinished=-2),
            BadBet,
            "cannot lose more than the stake",
        ),
        (lambda: StreakOdds(SHORT, {4: 1}), BadValue, "counts by wins in a row"),
        (lambda: StreakOdds(SHORT, {1: -1}), BadValue, "counts by wins in a row"),
        (lambda: StreakOdds(SHORT, {}).edge, TooShallow, "no bet has been counted"),
        (
            lambda: bac.odds(8).streak(SHORT).edge_interval(),
            BadValue,
            "exact, so they have no interval",
        ),
        (
            lambda: StreakOdds(SHORT, {}) + StreakOdds(BANKER_STREAK, {}),
            BadValue,
            "counts of short",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_line(
    make: Callable[[], object], kind: type[BaccaratError], complaint: str
) -> None:
    with pytest.raises(kind) as told:
        make()
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


def test_a_printed_card_does_not_begin_a_coup() -> None:
    table = bac.odds(game="7-up")  # Player's first card is a printed seven
    wins = table.chance("banker wins")
    assert table.streak(BANKER_STREAK) == streak_odds(BANKER_STREAK, wins)
    with pytest.raises(CoupError, match="whole coup"):
        bac.odds(game="7-up", given="Kh 5c").streak(BANKER_STREAK)


def test_a_streak_reads_back_as_it_is_written() -> None:
    for bet in (BANKER_STREAK, BANKER_STREAK.priced(1, 2, 3, 4, 5, 6, 7)):
        assert bac.streak(str(bet)) == bet == eval(repr(bet), {"streak": bac.streak})
    assert repr(SHORT) == "<streak short:3/9>"
    assert [SHORT.net(wins) for wins in (1, 2, None)] == [Fraction(net) for net in (-1, 3, 0)]
    assert SHORT.as_json()["side"] == "player"


@pytest.mark.slow
def test_a_unit_laid_at_the_end_of_a_shoe_runs_as_all_orders_of_its_cards_do() -> None:
    """Eight cards left: a coup, and a second one if the first took four. Each order is counted."""
    cards = parse_cards("0 0 0 9 9 6 7 2")
    shoe = Shoe.of(cards)
    twice = StreakBet("Twice", {2: 3}, Side.BANKER)
    counts: Counter[int | None] = Counter()
    for order in permutations(cards):
        winners = [coup.winner for coup in deal_shoe(replace(shoe, cards=order))]
        wins = len(list(takewhile(lambda winner: winner is Side.BANKER, winners)))
        counts[None if wins == len(winners) < 2 else min(wins, 2)] += 1
    laid = StreakReader(twice).from_shoe(shoe, units=4_000, seed=1)
    assert laid.total == 4_000
    assert set(laid.weights) == set(counts)
    for run, times in counts.items():
        chance = times / factorial(8)
        spread = (chance * (1 - chance) / 4_000) ** 0.5
        assert abs(laid.probability(run) - chance) < 4.5 * spread, run


def test_cards_that_were_seen_do_not_come_again() -> None:
    """All cards that can win a coup have been seen: only ties are left."""
    shoe = Shoe.parse("0 9 5 7 0 " + "0 " * 20, cut_card=3).after_coup(5)
    assert StreakReader(BANKER_STREAK).from_shoe(shoe, units=20).weights == {0: 20}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"units": 0}, "the number of units must be at least 1"),
        ({"units": 2.5}, "units"),
        ({"seed": -1}, "seed"),
        ({"shoe": 5}, "shoe"),
        ({"shoe": Shoe.parse("0 9 5")}, "finished"),
    ],
)
def test_a_shoe_that_is_no_shoe_and_units_that_are_none_are_told(
    asked: dict[str, Any], told: str
) -> None:
    with pytest.raises(BaccaratError, match=told):
        StreakReader(BANKER_STREAK).from_shoe(**{"shoe": Shoe.parse("0 " * 30), **asked})
