"""A table that is damaged in the store is shown for what it is, and keeps nobody else away."""

import json
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, Delete, Update, and_, delete, select, update
from web.salon import Salon

from baccarat.store import StoreTrouble
from baccarat.store.schema import acts, board_acts, tables
from baccarat.store.upkeep.check import check
from baccarat.table.act_lines import sealed

PAGE = {"accept": "text/html"}
THIRD = and_(acts.c.table_number == 2, acts.c.number == 3)
DAMAGED = "table 2 is damaged, so nobody can enter it"


def spoil(connection: Connection) -> None:
    line = connection.execute(select(acts.c.line).where(THIRD)).scalar_one()
    changed = update(acts).where(THIRD).values(line=line.replace("number", "lumber"))
    connection.execute(changed)


def lose(connection: Connection) -> None:
    connection.execute(delete(acts).where(THIRD))


def cut_off(connection: Connection) -> None:
    """The last acts are gone, and the row of the table knows of them."""
    connection.execute(delete(acts).where(acts.c.table_number == 2, acts.c.number >= 3))


def refuse(connection: Connection) -> None:
    """An act that has its seal, and is not possible there."""
    told = json.loads(connection.execute(select(acts.c.line).where(THIRD)).scalar_one())
    del told["seal"]
    told["acts"] = [{"act": "burn"}] * len(told["acts"])
    connection.execute(update(acts).where(THIRD).values(line=sealed(told)))


def stop(connection: Connection) -> None:
    connection.execute(update(tables).where(tables.c.number == 2).values(clock="late"))


def damaged(how: Callable[[Connection], None]) -> Salon:
    """A server whose second table of three was damaged while it was away."""
    salon = Salon()
    for name in ("One", "Two", "Three"):
        salon.ready("Ann", name=name)
    salon.store.database.change(how)
    return Salon(salon.store)


@pytest.mark.parametrize("how", [spoil, lose, cut_off, stop])
def test_a_damaged_table_is_listed_as_damaged(how: Callable[[Connection], None]) -> None:
    salon = damaged(how)
    told = salon.get("/tables")
    assert [row["table"] for row in told["tables"]] == [1, 3]
    assert told["damaged"] == [{"table": 2, "name": "Two", "detail": DAMAGED}]
    page = salon.http.get("/", headers=PAGE).text
    assert DAMAGED in page
    assert "/tables/1" in page
    assert "/tables/2" not in page
    assert 'data-watch="table/2' not in page


@pytest.mark.parametrize("how", [spoil, lose, stop])
def test_a_damaged_table_of_an_older_store_keeps_nobody_from_the_lobby(
    how: Callable[[Connection], None],
) -> None:
    """Such a store does not say yet how lists show its tables."""

    def age(connection: Connection) -> None:
        connection.execute(update(tables).values(listed=""))
        how(connection)

    answer = damaged(age).http.get("/", headers=PAGE)
    assert answer.status_code == 200
    assert DAMAGED in answer.text
    assert "/tables/1" in answer.text
    assert "/tables/2" not in answer.text


@pytest.mark.parametrize("how", [spoil, lose, cut_off, stop, refuse])
def test_the_address_of_a_damaged_table_says_so_and_all_others_answer(
    how: Callable[[Connection], None], caplog: pytest.LogCaptureFixture
) -> None:
    salon = damaged(how)
    answers = [
        salon.call("GET", "/tables/2"),
        salon.call("GET", "/tables/2/shoes"),
        salon.try_act(2, "deal", free=True),
        salon.call("GET", "/events?tables=2"),
        salon.call("DELETE", "/tables/2"),
    ]
    for answer in answers:
        assert (answer.status_code, answer.json()["type"]) == (409, "/problems/damaged")
        assert answer.json()["detail"] == DAMAGED
        assert answer.json()["title"] == "cannot be entered"
        assert "store check" in answer.json()["what_to_do"]
    page = salon.http.get("/tables/2", headers=PAGE)
    assert page.status_code == 409
    assert DAMAGED in page.text
    assert salon.http.get("/wall", headers=PAGE).status_code == 200
    salon.act(1, "deal", free=True)
    assert [row["table"] for row in salon.get("/tables")["damaged"]] == [2]
    assert len([record for record in caplog.records if "table/2" in record.getMessage()]) == 1


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        (spoil, "table 2, act 3: a damaged act: its seal does not fit"),
        (lose, "table 2: act 3 is missing"),
        (cut_off, "table 2: act 3 is missing"),
        (stop, "table 2: its clock is damaged"),
        (refuse, "table 2: act 3 is refused"),
    ],
)
def test_the_check_names_the_table_and_what_is_wrong_with_it(
    how: Callable[[Connection], None], fault: str
) -> None:
    faults = check(damaged(how).store).faults
    assert [line for line in faults if fault in line], faults
    assert all(line.startswith("table 2") and line.count("table 2") == 1 for line in faults)


OF_BOARD_2 = board_acts.c.board_number == 2


@pytest.mark.parametrize(
    "how",
    [update(board_acts).where(OF_BOARD_2).values(line="{}"), delete(board_acts).where(OF_BOARD_2)],
)
def test_a_damaged_board_is_listed_as_damaged_and_its_address_says_so(how: Update | Delete) -> None:
    salon = Salon()
    for name in ("North", "South"):
        salon.call("POST", "/boards", {"name": name})
    salon.store.database.change(lambda connection: connection.execute(how))
    again = Salon(salon.store)
    told = again.get("/boards")
    detail = "board 2 is damaged, so nobody can enter it"
    assert [row["board"] for row in told["boards"]] == [1]
    assert told["damaged"] == [{"board": 2, "name": "South", "detail": detail}]
    answer = again.call("GET", "/boards/2")
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/damaged")
    assert detail in again.http.get("/", headers=PAGE).text
    assert [line for line in check(again.store).faults if line.startswith("board 2, act 1")]


def test_a_store_that_is_away_for_a_moment_damages_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    salon = Salon()
    salon.ready("Ann", name="One")
    again = Salon(salon.store)
    with monkeypatch.context() as away:
        away.setattr(again.store.database, "read", _nothing_answers)
        assert again.call("GET", "/tables/1").status_code == 503
    assert again.get("/tables/1") == salon.get("/tables/1")


def _nothing_answers(*_: object) -> None:
    raise StoreTrouble("{store}: the database does not answer", store="club")
