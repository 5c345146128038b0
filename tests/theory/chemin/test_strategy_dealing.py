"""Theory meets dealing: the seeded shoes pay what the exact payoffs say."""

from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.errors import BaccaratError, BadText, CoupError
from baccarat.core.cards import Depth
from baccarat.core.chance import seeded_dice
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.rules import Rules, deal_shoe
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO
from baccarat.core.third_card import Choice, following
from baccarat.simulation.engines import reference
from baccarat.simulation.plan import Plan
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import Payoffs, payoffs
from baccarat.theory.chemin.solver import solve
from baccarat.theory.chemin.strategy_dealing import (
    deal_coups,
    deal_out,
    deal_whole_shoe,
    name_of,
    playing,
    throw,
)

CHEMIN = Rules(decks=6, tableau=CHEMIN_DE_FER)


def philox(counter: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, ...]:
    """Philox4x32-10 once more, as the page on the stream describes it."""
    c, k = counter, key
    for _ in range(10):
        p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = (q >> 32 ^ c[1] ^ k[0], q % 2**32, p >> 32 ^ c[3] ^ k[1], p % 2**32)
        k = ((k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32)
    return c


def coin(seed: int, shoe: int, coup: int, lane: int, digits: int) -> Fraction:
    """So many digits of a coin as a number between 0 and 1, by the page alone."""
    found = Fraction(0)
    for digit in range(digits):
        counter = (coup, 2**16 + digit, shoe % 2**32, shoe // 2**32)
        word = philox(counter, (seed % 2**32, seed // 2**32))[lane]
        found += Fraction(word, 2 ** (32 * (digit + 1)))
    return found


def lopsided(names: tuple[str, ...]) -> dict[str, Fraction]:
    """A strategy that nobody would play, mixed nearly everywhere."""
    digits = (sha256(name.encode()).digest()[0] for name in names)
    return {name: Fraction(digit, 255) for name, digit in zip(names, digits, strict=True)}


def missed(
    game: Payoffs, x: Mapping[str, Fraction], y: Mapping[str, Fraction], coups: int
) -> list[float]:
    """By how many standard errors the coups miss the exact chances of a win and of a loss."""
    dealt = deal_out(game, x, y, coups, seed=7)
    exact = game.chances(x, y)
    assert dealt.exact == exact.value
    count = dealt.player.weights
    errors = []
    for tier, chance in (("win", exact.win), (None, exact.lose)):
        spread = float(chance * (1 - chance) / dealt.tally.total) ** 0.5
        errors.append(float(Fraction(count[tier], dealt.tally.total) - chance) / spread)
    low, high = dealt.interval(confidence=0.999_999)
    assert low < dealt.exact < high
    return errors


@pytest.mark.slow
def test_the_solution_of_b3_is_worth_what_theory_says() -> None:
    """An honest dealer fails about twice in a million: two counts within five errors, one mean."""
    found = solve("B3", decks=6)
    errors = missed(found.payoffs, found.ponte, found.banquier, 80_000)
    assert max(map(abs, errors)) < 5


@pytest.mark.slow
def test_any_two_mixed_strategies_are_worth_what_theory_says() -> None:
    """Again about twice in a million; nearly every cell is mixed, and the shoe is odd."""
    game = payoffs("B3", composition="0:20 1:9 2:3 3:4 4:7 5:8 6:2 7:6 8:5 9:4")
    errors = missed(game, lopsided(game.ponte), lopsided(game.banquier), 30_000)
    assert max(map(abs, errors)) < 5


@pytest.mark.parametrize("model", ["B1", "B2", "B3", "B4"])
def test_a_pure_strategy_deals_the_coups_of_the_reference_engine(model: str) -> None:
    game = payoffs(model, decks=6)
    ours = deal_coups(game, *game.follow(PUNTO_BANCO), coups=300, seed=7)
    plan = Plan.fresh(300, 7, CHEMIN)
    theirs = [coups[0] for _, coups in reference.deal_plan(plan, following(PUNTO_BANCO))]
    assert list(ours) == [coup.at(Depth.POINTS) for coup in theirs]


def test_a_whole_shoe_is_dealt_to_its_last_coup() -> None:
    game = payoffs("B3", decks=6)
    x, y = game.follow(PUNTO_BANCO)
    for number in range(3):
        ours = list(deal_whole_shoe("B3", x, y, CHEMIN, 7, number))
        shoe = CHEMIN.shoe(7, number)
        assert ours == list(deal_shoe(shoe, CHEMIN, following(PUNTO_BANCO)))


def test_coins_change_neither_the_cards_nor_each_other() -> None:
    """Two pontes meet the same cards and, where the second draws as well, the same banquier."""
    game = payoffs("B1", decks=6)
    half = dict.fromkeys(game.banquier, Fraction(1, 2))
    often, seldom = (
        list(deal_coups(game, {"5": p}, half, coups=2000, seed=7))
        for p in (Fraction(2, 3), Fraction(1, 3))
    )
    same = 0
    for one, other in zip(often, seldom, strict=True):
        assert one.player.cards[:2] == other.player.cards[:2]
        assert one.banker.cards[:2] == other.banker.cards[:2]
        assert len(one.player) >= len(other.player)
        if len(one.player) == len(other.player):
            assert one == other
            same += 1
    assert 1700 < same < 2000


def test_coins_differ_from_coup_to_coup_of_a_shoe() -> None:
    """Of 81 coups the banquier's coin draws in about half; all alike are impossible by chance."""
    fallen = [throw(Fraction(1, 2), 7, 0, coup, Side.BANKER) for coup in range(81)]
    assert 20 < sum(fallen) < 61
    assert fallen != [throw(Fraction(1, 2), 7, 0, coup, Side.PLAYER) for coup in range(81)]
    assert fallen != [throw(Fraction(1, 2), 7, 1, coup, Side.BANKER) for coup in range(81)]


@given(
    seed=st.integers(0, 2**64 - 1),
    shoe=st.integers(0, 2**64 - 1),
    coup=st.integers(0, 2**32 - 1),
    side=st.sampled_from(Side),
    draws=st.fractions(0, 1),
)
def test_a_coin_is_a_number_below_the_probability(
    seed: int, shoe: int, coup: int, side: Side, draws: Fraction
) -> None:
    fallen = coin(seed, shoe, coup, 0 if side is Side.PLAYER else 1, digits=4)
    assert throw(draws, seed, shoe, coup, side) is (fallen < draws)


@given(coup=st.integers(0, 2**32 - 1), side=st.sampled_from(Side), digits=st.integers(1, 3))
def test_a_probability_that_begins_like_the_coin_is_told_by_the_next_word(
    coup: int, side: Side, digits: int
) -> None:
    lane = 0 if side is Side.PLAYER else 1
    same = coin(7, 0, coup, lane, digits)
    longer = coin(7, 0, coup, lane, digits + 1)
    assert throw(same, 7, 0, coup, side) is False  # the coin has more digits, and is not less
    above = longer + Fraction(1, 2 ** (32 * (digits + 1)))
    if above <= 1:
        assert throw(above, 7, 0, coup, side) is True


def test_what_is_certain_needs_no_coin() -> None:
    assert throw(Fraction(1), 7, 0, 0, Side.PLAYER)
    assert not throw(Fraction(0), 7, 0, 0, Side.PLAYER)


def test_a_decision_has_the_name_that_theory_gives_it() -> None:
    seen = {model: Model.parse(model) for model in ("B1", "B2", "B3", "B4")}
    ponte = Choice(Side.PLAYER, Hand.parse("9h 6d"))
    assert {name: name_of(ponte, model) for name, model in seen.items()} == {
        "B1": "5",
        "B2": "5",
        "B3": "6,9",
        "B4": "6,9",
    }
    third = Hand.parse("Kh").cards[0]
    banquier = Choice(Side.BANKER, Hand.parse("6s Qh"), third)
    assert name_of(banquier, seen["B1"]) == name_of(banquier, seen["B4"]) == "6|0"
    assert name_of(banquier, seen["B2"]) == name_of(banquier, seen["B3"]) == "0,6|0"
    assert name_of(Choice(Side.BANKER, Hand.parse("6s Qh")), seen["B2"]) == "0,6|-"


def test_a_decision_that_a_strategy_leaves_out_is_said() -> None:
    decide = playing("B1", {}, {"6|-": Fraction(1)}, seed=7)
    with pytest.raises(CoupError, match="must say what to do at 5"):
        decide(Choice(Side.PLAYER, Hand.parse("2h 3d")))


def test_what_cannot_be_dealt_is_refused() -> None:
    endless, shoe = payoffs("A1"), payoffs("B1", decks=6)
    x, y = shoe.follow(PUNTO_BANCO)
    with pytest.raises(BaccaratError, match="every card returns"):
        deal_coups(endless, x, y, coups=1)
    with pytest.raises(BaccaratError, match="at least one coup"):
        deal_coups(shoe, x, y, coups=0)
    with pytest.raises(BadText, match="must say what to do at 5"):
        deal_coups(shoe, {}, y, coups=1)
    with pytest.raises(BaccaratError, match="seed"):
        list(deal_coups(shoe, x, y, coups=1, seed=-1))


def test_a_fresh_coup_is_dealt_from_the_first_dice_of_its_shoe() -> None:
    game = payoffs("B1", decks=6)
    first: Coup = next(iter(deal_coups(game, *game.follow(PUNTO_BANCO), coups=1, seed=3)))
    cards = sorted(card.points for card in game.composition.cards)
    taken = [cards.pop(die) for die in islice(seeded_dice(3, 0, len(cards)), len(first))]
    assert [card.points for card in first.cards] == taken
