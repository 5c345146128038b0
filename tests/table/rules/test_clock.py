"""The house by the clock: what it asks for, when, and when it rests."""

import pytest

from baccarat.base.errors import BaccaratError
from baccarat.table import Phase
from baccarat.table.acts import Open, Peel, Place, Sit
from baccarat.table.log import HOUSE
from baccarat.table.requests import Request
from baccarat.table.rules.clock import Clock, waits_since
from baccarat.table.sitting import Sitting


def run(sitting: Sitting, clock: Clock, seconds: int, alone: float = 0) -> list[tuple[int, str]]:
    """What the clock asks for in so many seconds, and at which of them."""
    asked, since, began = [], waits_since(sitting.table), 0
    for second in range(seconds):
        if (now := waits_since(sitting.table)) != since:
            since, began = now, second
        request = clock.due(sitting.table, second - began, alone)
        if request is not None:
            asked.append((second, request.kind))
            sitting.ask(request, HOUSE)
    return asked


def many(**options: object) -> Sitting:
    sitting = Sitting()
    sitting.do(Open(decks=1, seed=None if options.get("fair") else 7, seats=3, **options))  # type: ignore[arg-type]
    return sitting


def test_a_table_deals_by_the_clock_with_nobody_seated() -> None:
    sitting = many()
    asked = run(sitting, Clock(bets=10), 60)
    assert asked[:4] == [(10, "shoe"), (21, "cut"), (32, "deal"), (43, "deal")]
    assert sitting.table.coups == 3


def test_a_fair_shoe_is_promised_and_cut_by_the_house_if_nobody_does() -> None:
    sitting = many(fair=True)
    asked = run(sitting, Clock(bets=5), 40)
    assert [kind for _, kind in asked[:3]] == ["shoe", "cut", "deal"]
    assert sitting.table.ceremony.fair is not None


def test_it_rests_when_nobody_has_been_there_for_ten_minutes() -> None:
    for alone, coups in ((599.9, 3), (600, 0)):
        sitting = many()
        run(sitting, Clock(bets=10), 60, alone)
        assert sitting.table.coups == coups
    sitting = many()
    run(sitting, Clock(bets=10, rests=None), 60, alone=1e9)
    assert sitting.table.coups == 3


def test_a_squeeze_has_its_time_also_where_a_person_deals_and_where_it_rests() -> None:
    sitting = many()
    sitting.do(Sit("Ann", 100))
    sitting.ask(Request("shoe"), HOUSE)
    sitting.ask(Request("cut"), HOUSE)
    sitting.do(Place("player", 10, "Ann"))
    sitting.ask(Request("deal", {"squeeze": True}), HOUSE)
    assert sitting.table.phase is Phase.SQUEEZE
    sitting.do(Peel("long", "Ann"))  # lifting an edge does not put the end off
    assert run(sitting, Clock(squeeze=7), 8, alone=1e9) == [(7, "reveal")]
    assert run(Sitting(start=sitting.table), Clock(squeeze=None), 500) == []


def test_wagers_do_not_put_the_deal_off() -> None:
    sitting = many()
    run(sitting, Clock(bets=0), 2)
    assert sitting.table.phase is Phase.BETS
    sitting.do(Sit("Ann", 100))
    before = waits_since(sitting.table)
    sitting.do(Place("player", 10, "Ann"))
    assert waits_since(sitting.table) == before


def test_the_house_waits_for_the_stake_of_a_guest_who_plays_alone() -> None:
    chemin = Sitting()
    chemin.do(Open("chemin-de-fer", seed=7, opponent="timid"), Sit("Ann", 100))
    assert [kind for _, kind in run(chemin, Clock(bets=5), 60)] == ["shoe", "cut"]
    chemin.do(Place("player", 10))
    assert run(chemin, Clock(bets=5), 7) == [(5, "deal")]
    punto = Sitting()
    punto.do(Open(seed=7, least=10), Sit("Ann", 100))
    run(punto, Clock(bets=0), 2)
    punto.do(Place("banker", 5))
    assert run(punto, Clock(bets=5), 60) == []  # less than the table takes
    punto.do(Place("banker", 5))
    assert run(punto, Clock(bets=5), 7) == [(5, "deal")]


def test_a_clock_that_cannot_be_is_told_in_one_line() -> None:
    for wrong in (-1, float("nan"), float("inf"), 1e9, "ten", True, None):
        if wrong is not None:
            with pytest.raises(BaccaratError):
                Clock(bets=wrong)  # type: ignore[arg-type]
    assert Clock(bets=None).due(many().table, 1e6, 0) is None
