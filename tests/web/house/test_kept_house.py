"""A house over a real store: what was answered is there after a restart, byte for byte."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update
from web.salon import HERE, Salon, deal_on
from web_client import client_of

from baccarat.store import Store
from baccarat.store import answer_rows as kept_answers
from baccarat.store.schema import answers, tables
from baccarat.store.upkeep.pruning import prune
from baccarat.table.acts import Open
from baccarat.table.board.board import BoardAct
from baccarat.table.requests import Request
from baccarat.web.app import build_app
from baccarat.web.gate.house_problems import OTHER_CONTENT
from baccarat.web.gate.problems import Problem
from baccarat.web.house.house import House
from baccarat.web.house.views import SPECTATOR

KEY = "0b8f4c1e-6a77-4f0f-9d53-0d6a5a1c9d11"


def play(house: House, table: int, coups: int) -> None:
    """Some coups, with a new shoe when one is over."""
    for _ in range(coups):
        deal_on(house, table)


def test_tables_and_boards_go_on_where_they_were(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    with Store.open(file, serving=True) as store:
        house = House(store)
        fair = house.open_table(Open(seats=5, decks=1, cut_card=30, fair=True), "Salon")
        sat = house.ask(fair, Request("sit", {"guest": "", "bankroll": 500}), "", key=KEY)
        house.ask(fair, Request("shoe"), "dealer")
        play(house, fair, 12)
        board = house.open_board(BoardAct("open", "Table 3"), key=KEY)
        entered = house.ask_board(1, BoardAct("result", "B"), "dealer", key=KEY)
        before = (
            house.at(fair).table,
            house.board_at(1).board,
            house.look(house.at(fair), SPECTATOR),
        )
    with Store.open(file, serving=True) as store:
        again = House(store)
        after = again.at(fair).table, again.board_at(1).board, again.look(again.at(fair), SPECTATOR)
        assert after == before
        assert again.at(fair).name == "Salon"
        kept = again.ask(fair, Request("sit", {"guest": "", "bankroll": 500}), "", key=KEY)
        assert (kept.text, kept.was_kept) == (sat.text, True)
        assert again.open_board(BoardAct("open", "Table 3"), key=KEY).text == board.text
        asked = again.ask_board(1, BoardAct("result", "B"), "dealer", key=KEY)
        assert asked.text == entered.text
        play(again, fair, 3)
        assert again.at(fair).table.coups == before[0].coups + 3


def is_over(house: House, table: int) -> bool:
    return house.at(table).table.phase.value == "finished"


def test_older_shoes_and_guests_who_left_are_found_in_the_store(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite", serving=True) as store:
        house = House(store)
        salon = Salon()
        salon.house, salon.app = house, build_app(house, HERE)
        salon.http = client_of(salon.app)
        table = salon.ready("Ann", decks=1, cut_card=30)
        salon.act(table, "bet", "Ann", wagers="banker=100")
        salon.act(table, "deal")
        first = salon.try_act(table, "leave", "Ann", key=KEY)
        while not is_over(house, table):
            salon.act(table, "deal", free=True)
        path = f"/tables/{table}/shoes/1"
        present = salon.call("GET", path, accept="text/plain").text
        salon.act(table, "shoe")
        assert salon.call("GET", path, accept="text/plain").text == present
        assert salon.try_act(table, "leave", "Ann", key=KEY).content == first.content
        assert [one["is_over"] for one in salon.get(f"/tables/{table}/shoes")["shoes"]] == [
            True,
            False,
        ]


def test_a_pruned_shoe_is_told_by_its_counts_and_not_as_one_without_coups(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite", serving=True) as store:
        salon = Salon()
        salon.house = House(store)
        salon.app = build_app(salon.house, HERE)
        salon.http = client_of(salon.app)
        table = salon.ready("Ann", decks=1, cut_card=30)
        while not is_over(salon.house, table):
            salon.act(table, "deal", free=True)
        letters = salon.get(f"/tables/{table}/shoes/1")["results"]
        salon.act(table, "shoe")
        assert prune(store, "2999-01-01").shoes == 1
        first, second = salon.get(f"/tables/{table}/shoes")["shoes"]
        names = {"banker_wins": "B", "player_wins": "P", "ties": "T"}
        assert first["counts"] == {name: letters.count(of) for name, of in names.items()}
        assert "counts" not in second
        for path in ("shoes/1", "roads?shoe=1", "statistics?shoe=1"):
            refused = salon.call("GET", f"/tables/{table}/{path}")
            assert refused.status_code == 404
            assert refused.json()["detail"].startswith("shoe 1 has become counts")


def test_acts_at_many_tables_at_once_are_all_kept(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    with Store.open(file, serving=True) as store:
        house = House(store)
        tables = [house.open_table(Open(seats=3, seed=7)) for _ in range(6)]
        for table in tables:
            house.ask(table, Request("shoe"), "dealer")
            house.ask(table, Request("cut"), "dealer")
        with ThreadPoolExecutor(12) as threads:
            list(threads.map(lambda table: play(house, table, 4), tables * 2))
        before = [house.at(table).table for table in tables]
    assert [table.coups for table in before] == [8] * 6
    with Store.open(file) as store:
        assert [House(store).at(table).table for table in tables] == before


def test_a_damaged_clock_keeps_one_table_away_and_no_other(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite", serving=True) as store:
        house = House(store)
        for _ in range(4):
            house.open_table(Open(seats=5))

        def damage(connection: Connection) -> None:
            for number, clock in enumerate(("nonsense", "[1]", '{"x": 1}'), start=1):
                here = tables.c.number == number
                connection.execute(update(tables).where(here).values(clock=clock))

        store.database.change(damage)
        again = House(store)
        assert [here.number for here in again.tables() if here.fault is None] == [4]
        with pytest.raises(Problem, match="table 2 is damaged"):
            again.at(2)


def test_a_server_drops_answers_that_are_older_than_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_answers, "LAST_KEPT", 1)
    with Store.open(tmp_path / "store.sqlite", serving=True) as store:
        house = House(store)
        for key in ("old", "new"):
            house.ask_to_open(Open(), key=key)

        def age(connection: Connection) -> None:
            connection.execute(update(answers).where(answers.c.key == "old").values(time="2020"))

        def left() -> list[str]:
            return [row.key for row in store.database.read(select(answers.c.key))]

        store.database.change(age)
        assert sorted(left()) == ["new", "old"]

        async def serve() -> None:
            app = build_app(house, HERE)
            async with app.router.lifespan_context(app):
                while "old" in left():
                    await asyncio.sleep(0.01)

        asyncio.run(asyncio.wait_for(serve(), 30))
        assert left() == ["new"]


def test_a_key_from_before_a_restart_does_nothing_again(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    coins = Request("buy", {"coins": 10})
    with Store.open(file, serving=True) as store:
        house = House(store)
        table = house.open_table(Open(seats=3))
        house.ask(table, Request("sit", {"guest": "Ann", "bankroll": 500}), "Ann")
        first = house.ask(table, coins, "Ann", key=KEY)
    with Store.open(file, serving=True) as store:
        house = House(store)
        before = house.at(table).table
        again = house.ask(table, coins, "Ann", key=KEY)
        assert (again.text, again.was_kept) == (first.text, True)
        with pytest.raises(Problem) as refused:
            house.ask(table, Request("buy", {"coins": 11}), "Ann", key=KEY)
        assert refused.value.kind == OTHER_CONTENT
        assert house.at(table).table == before
        assert not house.ask(table, coins, "Ann", key="another").was_kept
        assert house.at(table).table.number == before.number + 1
