"""Several servers of one store: each knows what the others do, and nothing is done twice."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from threading import Barrier
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from postgres import PostgresServer
from web.salon import deal_on
from web_client import client_of

from baccarat.store import Store, StoreTrouble
from baccarat.store.peers import ALL, MOST_TOLD, written
from baccarat.table.acts import Open
from baccarat.table.board.board import BoardAct
from baccarat.table.log import HOUSE
from baccarat.table.requests import Request
from baccarat.table.rules.clock import waits_since
from baccarat.web.app import build_app
from baccarat.web.gate.problems import Problem
from baccarat.web.house.freshness import named
from baccarat.web.house.house import House
from baccarat.web.house.views import SPECTATOR
from baccarat.web.settings import Settings

PATIENCE = 30.0
DEAL = Request("deal", {"free": True})


def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so; on a busy machine that may take a while."""
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end, "it never came"
        sleep(0.005)


@pytest.fixture
def place(postgres: PostgresServer) -> str:
    return postgres.emptied()


@pytest.fixture
def pair(place: str) -> Iterator[tuple[House, House]]:
    """Two servers of one store, without their doors."""
    with (
        Store.open(place, serving=True, shared=True) as one,
        Store.open(place, serving=True, shared=True) as other,
    ):
        houses = House(one), House(other)
        for house in houses:
            assert house.fellows is not None
            house.fellows.start()
        yield houses
        for house in houses:
            house.close()


@pytest.fixture
def strangers(place: str) -> Iterator[tuple[House, House]]:
    """Two servers of which neither hears of the other: what they know is in the store."""
    with (
        Store.open(place, serving=True, shared=True) as one,
        Store.open(place, serving=True, shared=True) as other,
    ):
        yield House(one), House(other)


def seated(house: House, *guests: str, **options: Any) -> int:
    """A table with a shoe that is cut, and these guests."""
    table = house.open_table(Open(seats=5, **{"seed": 7, **options}))
    for guest in guests:
        house.ask(table, Request("sit", {"guest": guest, "bankroll": 9_000}), guest)
    house.ask(table, Request("shoe"), "dealer")
    house.ask(table, Request("cut"), "dealer")
    return table


def place_chip(house: House, table: int, guest: str, **how: Any) -> Any:
    return house.ask(table, Request("place", {"spot": "banker", "stake": 1}), guest, **how)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What comes of several calls in the same moment; problems are what they raise."""
    start = Barrier(len(calls))

    def go(call: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return call()
        except Problem as problem:
            return problem

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(go, calls))


def test_what_happens_at_one_server_is_known_at_the_other(pair: tuple[House, House]) -> None:
    here, there = pair
    told: list[tuple[str, int]] = []
    there.listen(lambda place, number: told.append((place, number)))
    table = seated(here, "Ann")
    board = here.open_board(BoardAct("open", "Table 3")).body["board"]
    here.ask_board(board, BoardAct("result", "P 9-7 +P"), "dealer")
    last = deal_on(here, table)
    until(lambda: (f"table/{table}", last) in told and (f"board/{board}", 2) in told)
    assert there.at(table).table == here.at(table).table
    assert there.board_at(board).board == here.board_at(board).board
    number = deal_on(there, table)
    until(lambda: here.at(table).table.number == number)
    assert there.at(table).table == here.at(table).table
    assert here.look(here.at(table), SPECTATOR) == there.look(there.at(table), SPECTATOR)


def test_the_end_of_a_shoe_is_told_where_another_server_has_dealt_it(
    pair: tuple[House, House],
) -> None:
    here, there = pair
    table = seated(here, cut_card=400)
    until(lambda: there.find(f"table/{table}") is not None)
    assert there.at(table).table.shoes == 1  # somebody looks on there, so it is folded
    while here.at(table).table.shoes == 1:
        number = here.at(table).table.number
        before = here.at(table).table
        deal_on(here, table)
    until(lambda: there.at(table).table == here.at(table).table)
    assert (
        there.at(table).memo_since(before.number - 1).tell(SPECTATOR, before.number - 1)[0]
        == (here.at(table).memo_since(number - 1).tell(SPECTATOR, number - 1)[0])
    )


def test_both_are_asked_for_the_same_table_and_each_act_is_done_once(
    pair: tuple[House, House],
) -> None:
    here, there = pair
    table = seated(here, "Ann", "Bob")
    until(lambda: there.find(f"table/{table}") is not None)
    begin, many = here.at(table).table.number, 25

    def bet(house: House, guest: str) -> list[int]:
        return [place_chip(house, table, guest).body["number"] for _ in range(many)]

    numbers = at_once(lambda: bet(here, "Ann"), lambda: bet(there, "Bob"))
    assert sorted(chain(*numbers)) == list(range(begin + 1, begin + 2 * many + 1))
    until(lambda: here.at(table).table == there.at(table).table)
    assert [seat.on_the_felt for seat in here.at(table).table.seats] == [many, many]


def test_of_two_acts_with_one_number_one_is_too_late(pair: tuple[House, House]) -> None:
    table = seated(pair[0], "Ann", "Bob")
    until(lambda: pair[1].find(f"table/{table}") is not None)
    for _ in range(5):
        number = pair[0].at(table).table.number + 1
        done = at_once(
            *(
                partial(place_chip, house, table, guest, number=number)
                for house, guest in zip(pair, ("Ann", "Bob"), strict=True)
            )
        )
        late = [one for one in done if isinstance(one, Problem)]
        assert [one.status for one in late] == [409]
        assert late[0].extras["number"] == number
        until(lambda: pair[0].at(table).table == pair[1].at(table).table)


def test_a_clock_that_slept_while_another_dealt_deals_nothing(
    strangers: tuple[House, House],
) -> None:
    here = strangers[0]
    table = seated(here)
    assert strangers[1].fellows is not None
    assert strangers[1].fellows.caught_up(f"table/{table}")
    waits = waits_since(here.at(table).table)
    here.ask(table, DEAL, HOUSE, waits=waits)
    with pytest.raises(Problem) as refused:
        strangers[1].ask(table, DEAL, HOUSE, waits=waits)
    assert refused.value.status == 409
    assert here.store.tables()[0].last == here.at(table).table.number
    assert strangers[1].at(table).table == here.at(table).table


def test_one_key_at_two_servers_is_one_act_and_one_answer(pair: tuple[House, House]) -> None:
    tables = at_once(*(partial(house.ask_to_open, Open(seed=7), key="k") for house in pair))
    assert tables[0].text == tables[1].text
    assert sorted(one.was_kept for one in tables) == [False, True]
    opening = BoardAct("open", "Wall")
    boards = at_once(*(partial(house.open_board, opening, key="k") for house in pair))
    assert boards[0].text == boards[1].text
    table = seated(pair[0], "Ann")
    until(lambda: pair[1].find(f"table/{table}") is not None)
    for key in "abc":
        done = at_once(*(partial(house.ask, table, DEAL, "dealer", key=key) for house in pair))
        assert done[0].text == done[1].text
        assert sorted(one.was_kept for one in done) == [False, True]
    until(lambda: pair[1].at(table).table.coups == 3)
    assert pair[0].at(table).table.coups == 3


def test_a_table_has_one_clock_and_the_next_server_takes_it_over(place: str) -> None:
    with Store.open(place, serving=True, shared=True) as store:
        left = House(store)
        assert left.fellows is not None
        left.fellows.start()
        tables = [left.open_table(Open(seed=number)) for number in range(3)]
        until(lambda: all(map(left.deals, tables)))
        with Store.open(place, serving=True, shared=True) as other:
            stays = House(other)
            assert stays.fellows is not None
            woken: list[str] = []
            stays.listen(lambda place, number: woken.append(place))
            stays.fellows.start()
            until(lambda: store.sharing is not None and store.sharing._heard)
            assert not any(map(stays.deals, tables))
            left.ask(tables[0], Request("close"), "host")
            until(lambda: stays.at(tables[0]).table == left.at(tables[0]).table)
            left.close()
            until(lambda: all(map(stays.deals, tables[1:])))
            assert not any(map(left.deals, tables))
            assert not stays.deals(tables[0])
            assert {f"table/{table}" for table in tables[1:]} <= set(woken)
            stays.close()


def test_who_watches_at_one_server_keeps_the_clock_of_another_awake(
    pair: tuple[House, House],
) -> None:
    here, there = pair
    table = seated(here)
    until(lambda: there.find(f"table/{table}") is not None)
    began = monotonic()
    there.at(table).watched(+1)
    until(lambda: here.at(table).seen_elsewhere > began)
    here.at(table).seen = began - 100
    until(lambda: there.at(table).seen_elsewhere < monotonic() - 1.5)  # and it does not echo


def test_a_server_whose_connections_are_cut_goes_on(
    pair: tuple[House, House], postgres: PostgresServer
) -> None:
    here, there = pair
    table = seated(here, "Ann")
    until(lambda: here.deals(table) or there.deals(table))
    postgres.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name LIKE 'baccarat %'"
    )
    place_chip(here, table, "Ann")
    place_chip(there, table, "Ann")
    until(lambda: here.deals(table) != there.deals(table))
    last = place_chip(here, table, "Ann").body["number"]
    until(lambda: there.at(table).table.number == last)
    assert there.at(table).table == here.at(table).table


def test_a_store_is_shared_by_all_of_its_servers_or_by_none(place: str) -> None:
    taken = "another server uses this store"
    with Store.open(place, serving=True, shared=True):
        with pytest.raises(StoreTrouble, match=taken):
            Store.open(place, serving=True)
        Store.open(place, serving=True, shared=True).close()
    with (
        Store.open(place, serving=True),
        pytest.raises(StoreTrouble, match=taken),
    ):
        Store.open(place, serving=True, shared=True)


def test_a_file_has_one_server(tmp_path: Any) -> None:
    with pytest.raises(StoreTrouble, match="use PostgreSQL for several"):
        Store.open(tmp_path / "store.sqlite", serving=True, shared=True)
    assert not (tmp_path / "store.sqlite").exists()


def test_two_servers_deal_a_coup_that_is_named_once(pair: tuple[House, House]) -> None:
    here, there = pair
    table = here.open_table(Open(seats=5, seed=7))
    here.ask(table, Request("shoe"), "dealer")
    deal_on(here, table)
    until(lambda: there.find(f"table/{table}"))
    together = Barrier(2)

    def deal(house: House, coup: int) -> bool:
        together.wait(PATIENCE)
        request = Request("deal", {"free": True, "coup": coup})
        return house.ask(table, request, "dealer").was_kept

    with ThreadPoolExecutor(2) as threads:
        for coup in range(2, 22):
            replayed = list(threads.map(partial(deal, coup=coup), (here, there)))
            assert sorted(replayed) == [False, True]
    assert here.store.keeper(table).since(0) == there.store.keeper(table).since(0)
    until(lambda: here.at(table).table.coups == there.at(table).table.coups == 21)


# What a request knows that the news has not brought yet.


def http_of(house: House) -> httpx.Client:
    return client_of(build_app(house, Settings(port=80)))


def test_whoever_comes_from_another_server_is_known_at_once(
    strangers: tuple[House, House],
) -> None:
    here, there = map(http_of, strangers)
    api = "/api/v1/tables"
    assert here.post(api, json={"seed": 7}).status_code == 200
    assert there.get(f"{api}/1").json()["number"] == 1  # a table that was not known
    sat = here.post(f"{api}/1/acts", json={"act": "sit", "bankroll": 500}).json()
    token = {"Baccarat-Guest": sat["token"]}
    assert there.get(f"{api}/1", headers=token).json()["view"]["audience"] == "guest"
    for act in ("shoe", "cut"):
        assert here.post(f"{api}/1/acts", json={"act": act}).status_code == 200
    bet = there.post(f"{api}/1/acts", json={"act": "bet", "wagers": "tie=5"}, headers=token)
    assert bet.json()["number"] == 6  # it was known there that there is no shoe
    after = here.get(f"{api}/1?since=6", headers=token).json()
    assert (after["number"], after["since"]) == (6, 6)
    assert here.get(f"{api}/2").status_code == 404


@pytest.mark.parametrize(
    ("path", "query", "last", "known"),
    [
        ("/api/v1/tables/3/acts", "since=41", "", {"table/3": 41}),
        ("/tables/3", "", "", {"table/3": 0}),
        ("/boards/12/wall", "", "", {"board/12": 0}),
        ("/api/v1/events", "tables=1,2&boards=4", "table/1:40", {"table/1": 40, "table/2": 0}),
        ("/live", "watch=table%2F1:card,hall:hall&last=board/4:7", "", {"table/1": 0}),
        ("/api/v1/tables", "closed=true", "", {}),
        ("/odds", "since=4&tables=1", "", {}),
        ("/api/v1/tables/99999999999999/acts", "", "", {}),
    ],
)
def test_what_a_request_knows_of_places(
    path: str, query: str, last: str, known: dict[str, int]
) -> None:
    headers = [(b"last-event-id", last.encode())] if last else []
    scope = {"path": path, "query_string": query.encode(), "headers": headers}
    found = named(scope)
    assert known.items() <= found.items()
    assert bool(known) == bool(found)


def test_a_notice_that_is_too_long_says_that_much_has_happened() -> None:
    assert written("4f1c", ["table/3", "board/1"]) == "4f1c wrote table/3 board/1"
    many = written("4f1c", [f"table/{number}" for number in range(2_000)])
    assert many == f"4f1c wrote {ALL}"
    assert len(many) < MOST_TOLD


def test_a_server_that_comes_folds_only_the_tables_where_somebody_is(place: str) -> None:
    with Store.open(place, serving=True, shared=True) as one:
        here = House(one)
        tables = [seated(here, "Ann") for _ in range(3)]
        with Store.open(place, serving=True, shared=True) as other:
            there = House(other)
            for house in (here, there):
                assert house.fellows is not None
                house.fellows.start()
            try:
                last = deal_on(here, tables[1])
                until(lambda: there.at(tables[1]).last == last)
                assert there.at(tables[1]).table == here.at(tables[1]).table
                assert [house.is_folded for house in there.tables()] == [False, True, False]
                assert [row.listing for row in there.tables()] == [
                    row.listing for row in here.tables()
                ]
                here.ask(tables[2], Request("close"), "host")
                until(lambda: not there.at(tables[2]).is_open)
            finally:
                here.close()
                there.close()
