"""Tables are folded when somebody comes, once each; lists tell of them without that."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import update
from web.salon import HERE, Salon, deal_on

from baccarat.store.schema import tables
from baccarat.table.acts import Open
from baccarat.table.requests import Request
from baccarat.table.rules.clock import Clock
from baccarat.table.sitting import Sitting
from baccarat.table.state import Phase
from baccarat.web.app import build_app
from baccarat.web.house.house import House
from baccarat.web.house.views import SPECTATOR
from baccarat.web.streams.events import Watching

COUPS = 5
PAGE = {"accept": "text/html"}


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of all tables whose acts are read and done from now on."""
    numbers: list[int] = []
    load = Sitting.__init__

    def note(sitting: Sitting, keeper: object, **how: object) -> None:
        numbers.append(keeper.number)  # type: ignore[attr-defined]
        load(sitting, keeper, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(Sitting, "__init__", note)
    return numbers


def played() -> Salon:
    """Tables in several phases: dealt, squeezed, fair, alone, closed."""
    salon = Salon()
    first = salon.ready("Ann", "Bob", least=25, most=5_000, name="Salon Rouge")
    for _ in range(COUPS):
        salon.act(first, "deal", free=True)
    squeezed = salon.ready("Cy", seed=3)
    salon.act(squeezed, "bet", "Cy", wagers="player=100")
    salon.act(squeezed, "deal", squeeze=True)
    fair = salon.open(fair=True, name="<b>& Fair", clock={"bets": 20})
    salon.act(fair, "shoe")
    salon.open(game="chemin-de-fer")
    salon.act(salon.open(), "close")
    return salon


def lobby(salon: Salon) -> str:
    answer = salon.http.get("/", headers=PAGE)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_lists_tell_the_same_of_tables_that_nobody_has_folded(folded: list[int]) -> None:
    before = played()
    folded.clear()
    again = Salon(before.store)
    assert again.get("/tables?closed=true") == before.get("/tables?closed=true")
    assert {row["phase"] for row in again.get("/tables?closed=true")["tables"]} >= {
        *map(str, (Phase.BETS, Phase.SQUEEZE, Phase.LEFT))
    }
    assert lobby(again) == lobby(before)
    assert again.http.get("/metrics").text.count("baccarat_tables 4") == 1
    assert folded == []


def test_a_table_is_folded_by_its_address_and_no_other_is(folded: list[int]) -> None:
    before = played()
    folded.clear()
    again = Salon(before.store)
    assert again.get("/tables/1") == before.get("/tables/1")
    again.act(1, "deal", free=True)
    assert folded == [1]
    assert again.get("/tables")["tables"][0]["coups"] == COUPS + 1


def test_a_guest_sits_where_they_sat_in_the_lobby_of_a_server_that_was_restarted(
    folded: list[int],
) -> None:
    before = played()
    again = Salon(before.store)
    folded.clear()
    again.http.cookies.set("baccarat-guest-80-1", before.tokens["1 Ann"])
    card = re.search(r'id="table-1".*?</article>', lobby(again), re.S)
    assert card is not None
    assert "Go on playing" in card[0]
    assert folded == []


def test_two_who_come_at_once_have_a_table_folded_once(folded: list[int]) -> None:
    before = played()
    folded.clear()
    house = House(before.store)
    start = Barrier(8)

    def come(_: int) -> int:
        start.wait()
        return house.at(1).table.number

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(come, range(8))) == {before.house.at(1).table.number}
    assert folded == [1]


def test_a_store_of_before_has_no_listings_and_lists_are_the_same() -> None:
    before = played()
    before.store.database.change(lambda c: c.execute(update(tables).values(listed="")))
    again = Salon(before.store)
    assert again.get("/tables?closed=true") == before.get("/tables?closed=true")
    assert lobby(again) == lobby(before)


def test_a_listing_that_does_not_read_is_made_from_the_acts() -> None:
    before = played()
    before.store.database.change(lambda c: c.execute(update(tables).values(listed='{"phase": 1}')))
    assert Salon(before.store).get("/tables") == before.get("/tables")


def test_a_card_of_the_lobby_follows_a_table_that_is_folded_later() -> None:
    again = Salon(played().store)
    asked = "/parts?watch=table/1:card"
    [card] = again.http.get(asked).json()
    assert again.http.get(f"{asked}&last=table/1:{card['number']}").json() == []
    again.act(1, "deal", free=True)
    [after] = again.http.get(f"{asked}&last=table/1:{card['number']}").json()
    assert after["number"] == again.get("/tables/1")["number"]
    assert f"{COUPS + 1} coups" in re.sub(r"\s+", " ", after["parts"]["card"])


@pytest.mark.parametrize(
    ("clock", "is_squeezed"),
    [(Clock(bets=0, rests=None), False), (Clock(squeeze=0.001), True)],
    ids=["deals for nobody", "turns a card that was squeezed"],
)
def test_a_clock_that_waits_for_nobody_folds_its_table_and_goes_on(
    clock: Clock, is_squeezed: bool
) -> None:
    first = Salon().house
    for _ in range(3):
        first.open_table(Open(seats=5), clock=Clock(bets=0))  # nobody is there: these rest
    table = first.open_table(Open(seats=5, seed=3), clock=clock)
    if is_squeezed:
        first.ask(table, Request("shoe"), "dealer")
        deal_on(first, table)
        first.ask(table, Request("sit", {"guest": "Cy", "bankroll": 900}), "Cy")
        first.ask(table, Request("place", {"spot": "player", "stake": 100}), "Cy")
        first.ask(table, Request("deal", {"squeeze": True}), "dealer")
        assert first.at(table).table.phase is Phase.SQUEEZE
    number = first.at(table).table.number
    again = House(first.store)

    async def serve() -> None:
        app = build_app(again, HERE)
        async with app.router.lifespan_context(app), asyncio.timeout(60):
            while again.at(table).last == number:
                await asyncio.sleep(0.01)

    asyncio.run(serve())
    assert [here.is_folded for here in again.tables()] == [False] * 3 + [True]


def test_a_resting_table_is_folded_and_dealt_when_somebody_watches_it_in_the_lobby() -> None:
    first = Salon().house
    table = first.open_table(Open(seats=5, seed=3), clock=Clock(bets=0))
    again = House(first.store)

    async def serve() -> None:
        app = build_app(again, HERE)
        async with app.router.lifespan_context(app), asyncio.timeout(60):
            Watching(again.at(table), SPECTATOR, 0).here.watched(+1)
            while not again.at(table).last > 3:
                await asyncio.sleep(0.01)

    asyncio.run(serve())
    assert again.at(table).is_folded
