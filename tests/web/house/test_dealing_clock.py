"""The clock that deals: what is due is asked for once, and a table with nobody rests."""

import asyncio
from math import inf

import pytest
from troubled_store import TroubledStore

from baccarat.table.acts import Open
from baccarat.table.log import HOUSE
from baccarat.table.requests import Request
from baccarat.table.rules.clock import Clock
from baccarat.web.gate.problems import Problem
from baccarat.web.house import clock as dealing_clock
from baccarat.web.house.clock import DealingClock
from baccarat.web.house.house import House
from baccarat.web.threads import HouseThreads


class Watch:
    """A house with one table, its clock, and a time that the test tells."""

    def __init__(self, clock: Clock, store: TroubledStore | None = None) -> None:
        self.store = store or TroubledStore()
        self.house = House(self.store)
        self.clock = DealingClock(self.house, HouseThreads(self.house.store))
        self.house.listen(self.clock.moved)
        number = self.house.open_table(Open(seats=5, seed=7), clock=clock)
        self.here = self.house.at(number)
        self.here.seen = 0.0

    def at(self, now: float) -> list[str]:
        """What the house does at this time."""
        asked = []
        for due in self.clock.turn(now):
            assert due.request is not None
            self.house.ask(due.here.number, due.request, HOUSE, waits=due.waits)
            self.clock.done(due.here.number, now, is_kept=True)
            asked.append(due.request.kind)
        assert self.clock.turn(now) == []  # the next wait begins
        return asked


def test_the_house_deals_by_its_clock_from_shuffle_to_coup() -> None:
    watch = Watch(Clock(bets=20, rests=None))
    assert watch.at(100) == []
    assert watch.clock.next == 120
    assert watch.at(119) == []
    assert watch.at(120) == ["shoe"]
    assert [watch.at(now) for now in (121, 140, 160, 179, 180)] == [
        [],
        ["cut"],
        ["deal"],
        [],
        ["deal"],
    ]
    assert watch.here.table.coups == 2


def test_wagers_do_not_put_the_coup_off_and_a_coup_of_the_dealer_does() -> None:
    watch = Watch(Clock(bets=20, rests=None))
    for now in (0, 20, 40):
        watch.at(now)
    watch.house.ask(1, Request("sit", {"guest": "Ann", "bankroll": 100}), "Ann")
    watch.house.ask(1, Request("place", {"spot": "tie", "stake": 5}), "Ann")
    assert watch.at(59) == []
    watch.house.ask(1, Request("deal"), "dealer")
    assert watch.at(60) == []
    assert watch.at(80) == ["deal"]


def test_a_guest_who_never_stops_betting_does_not_hold_the_house_up() -> None:
    watch = Watch(Clock(bets=20, rests=None))
    for now in (0, 20, 40):
        watch.at(now)
    house = watch.house
    house.ask(1, Request("sit", {"guest": "Ann", "bankroll": 100}), "Ann")
    (due,) = watch.clock.turn(60)
    assert due.request is not None
    house.ask(1, Request("place", {"spot": "tie", "stake": 5}), "Ann")  # in the last moment
    house.ask(1, due.request, HOUSE, waits=due.waits)
    assert (watch.here.table.coups, watch.here.table.seats[0].staked) == (1, 5)
    with pytest.raises(Problem) as late:  # the coup was dealt already
        house.ask(1, due.request, HOUSE, waits=due.waits)
    assert (late.value.status, watch.here.table.coups) == (409, 1)


def test_a_squeeze_has_its_time_also_where_a_person_deals() -> None:
    watch = Watch(Clock(squeeze=30))
    house = watch.house
    house.ask(1, Request("sit", {"guest": "Ann", "bankroll": 100}), "Ann")
    house.ask(1, Request("shoe"), "dealer")
    house.ask(1, Request("cut"), "dealer")
    assert (watch.at(0), watch.at(1_000)) == ([], [])
    assert watch.clock.next == inf
    house.ask(1, Request("place", {"spot": "banker", "stake": 5}), "Ann")
    house.ask(1, Request("deal", {"squeeze": True}), "dealer")
    assert watch.here.table.is_held
    assert watch.at(1_000) == []
    house.ask(1, Request("peel"), "Ann")
    assert watch.at(1_029) == []
    assert watch.at(1_030) == ["reveal"]


def test_a_table_with_nobody_rests_and_goes_on_when_somebody_comes() -> None:
    watch = Watch(Clock(bets=100, rests=600))
    assert [now for now in range(0, 2_000, 100) if watch.at(now)] == [100, 200, 300, 400, 500]
    assert watch.clock.next == 1_900 + dealing_clock.RESTING
    watch.here.watchers = 1
    assert watch.at(1_901) == ["deal"]
    watch.here.watchers, watch.here.seen = 0, 1_950.0
    assert watch.at(2_001) == ["deal"]


def test_a_table_that_rests_goes_on_with_the_first_act_of_a_guest() -> None:
    watch = Watch(Clock(bets=100, rests=600))
    for now in range(0, 2_000, 100):
        watch.at(now)
    watch.here.seen = 1_900.5
    watch.house.ask(1, Request("sit", {"guest": "Ann", "bankroll": 100}), "Ann")
    assert watch.at(1_900.5) == ["deal"]


def test_after_a_restart_a_table_rests_until_somebody_comes() -> None:
    watch = Watch(Clock(bets=1, rests=600))
    again = House(watch.store)
    clock = DealingClock(again, HouseThreads(again.store))
    assert [clock.turn(now) for now in (0, 10, 20)] == [[], [], []]
    here = again.at(1)
    assert not here.is_folded
    here.watchers = 1
    assert [due.request for due in clock.turn(30)] == [None]  # it is folded first
    here.fold()
    clock.done(1, 30, is_kept=True)
    assert [due.request for due in clock.turn(30)] == [Request("shoe")]


def test_what_is_due_is_told_once_until_it_is_done() -> None:
    watch = Watch(Clock(bets=0, rests=None))
    assert len(watch.clock.turn(0)) == 1
    assert watch.clock.turn(1) == []
    assert watch.clock.next == inf


def test_a_table_that_cannot_be_kept_is_tried_less_and_less_often() -> None:
    watch = Watch(Clock(bets=0, rests=None))
    tried = []
    for now in range(100):
        for due in watch.clock.turn(now):
            tried.append(now)
            watch.clock.done(due.here.number, now, is_kept=False)
            watch.clock.moved(due.here.place, 1)  # others look at it meanwhile
    assert tried == [0, 1, 3, 7, 15, 31, 61, 91]


def test_a_running_clock_deals_and_survives_a_store_in_trouble(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(dealing_clock, "LONGEST", 0.01)
    watch = Watch(Clock(bets=0, squeeze=0, rests=None))

    async def until(more: int) -> None:
        async with asyncio.timeout(10):
            while watch.here.table.coups < more:
                await asyncio.sleep(0.001)

    async def run() -> None:
        running = asyncio.create_task(watch.clock.run())
        await until(5)
        watch.store.trouble.is_full = True
        async with asyncio.timeout(10):
            while caplog.text.count("the disk is full") < 3:
                await asyncio.sleep(0.001)
        coups = watch.here.table.coups
        watch.store.trouble.is_full = False
        await until(coups + 5)
        running.cancel()

    asyncio.run(run())
