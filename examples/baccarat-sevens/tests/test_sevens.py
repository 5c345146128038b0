import pytest
from baccarat_sevens import BETS

from baccarat import Bet, bet, deal
from baccarat.testing import check_bet


@pytest.mark.parametrize("item", BETS, ids=lambda item: item.key)
def test_a_bet_conforms(item: Bet) -> None:
    check_bet(item)


def test_two_hands_of_seven_win_double_seven() -> None:
    assert bet("double-seven").tier(deal("7h Kd Ks 7c")) == "fewer"


def test_a_red_seven_is_seen_and_a_black_one_is_not() -> None:
    assert bet("red-sevens").tier(deal("7h Kd Ks 7c")) == "one hand"
