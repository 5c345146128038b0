"""The first two coups of a shoe: exchangeable, and almost independent."""

from fractions import Fraction

import pytest

import baccarat as bac
from baccarat.core.bets.bet_types import WINNERS
from baccarat.systems.two_coups import TwoCoups, two_coups


@pytest.fixture(scope="module")
def eight() -> TwoCoups:
    return two_coups(8)


@pytest.mark.long
@pytest.mark.slow
def test_banker_twice_has_its_published_chance(eight: TwoCoups) -> None:
    twice = Fraction(3141985750423935169039576, 14939707742464295551658625)
    assert eight.chances["banker"]["banker"] == twice


def test_any_order_of_results_is_as_likely_as_any_other(eight: TwoCoups) -> None:
    for first in WINNERS:
        for second in WINNERS:
            assert eight.chances[first][second] == eight.chances[second][first]


def test_either_coup_alone_has_the_odds_of_a_fresh_shoe(eight: TwoCoups) -> None:
    exact = bac.odds(decks=8).tally.chances
    alone = {name: eight.one(name) for name in WINNERS}
    assert list(alone.values()) == [exact[side] for side in (*bac.Side, None)]


@pytest.mark.long
def test_the_law_bends_by_millionths(eight: TwoCoups) -> None:
    assert float(eight.bent(follows=False)) == pytest.approx(1.7e-6, abs=5e-8)
    assert float(eight.bent(follows=True)) == pytest.approx(-1.7e-6, abs=5e-8)
    one = two_coups(1)
    assert eight.bent(follows=False) < one.bent(follows=False) < Fraction(1, 1000)
