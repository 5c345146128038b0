"""Drawn prices over HTTP: every viewer sees the factors, and no client chooses them."""

import pytest
from web.salon import Salon

from baccarat.store.upkeep.check import check
from baccarat.table.sitting import Sitting

BETS = ["lightning-player", "lightning-banker"]


@pytest.mark.parametrize("shoes", [{}, {"fair": True, "seed": None}, {"seed": None}])
def test_the_factors_come_with_the_deal(shoes: dict[str, object]) -> None:
    salon = Salon()
    table = salon.ready("Ann", bets=BETS, **shoes)
    assert salon.get(f"/tables/{table}")["view"]["factors"] == []
    salon.act(table, "bet", "Ann", wagers="lightning-player=60")
    factors = salon.act(table, "deal")["view"]["factors"]
    assert 1 <= len(factors) <= 5
    assert salon.get(f"/tables/{table}")["view"]["factors"] == factors
    here = salon.house.at(table)
    assert [[str(card), times] for card, times in here.table.drawn] == factors
    assert Sitting(salon.store.keeper(table)).table == here.table
    assert not check(salon.store).faults
    page = salon.http.get(f"/tables/{table}").text
    assert f"×{factors[0][1]}" in page


def test_no_client_chooses_the_factors() -> None:
    salon = Salon()
    table = salon.ready("Ann", bets=BETS, seed=None)
    answer = salon.try_act(table, "deal", free=True, drawn="9h=8")
    assert answer.status_code == 422
    assert not salon.house.at(table).table.drawn


def test_a_table_takes_one_law_of_factors() -> None:
    answer = Salon().call("POST", "/tables", {"bets": [*BETS, "prosperity-player"]})
    assert (answer.status_code, "the same chances" in answer.text) == (422, True)
