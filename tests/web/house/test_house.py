"""The house: one commit and one answer for one request, whatever happens in between."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from troubled_store import TroubledStore

from baccarat.table.acts import ActRefused, Open
from baccarat.table.board.board import BoardAct
from baccarat.table.requests import Request
from baccarat.table.rules.clock import Clock
from baccarat.table.view.view import Audience
from baccarat.web.gate.problems import Problem
from baccarat.web.house.house import House
from baccarat.web.house.views import SPECTATOR, Viewer


def opened(store: TroubledStore, **options: object) -> tuple[House, int]:
    """A house with a table whose shoe is cut, and with Ann."""
    house = House(store)
    table = house.open_table(Open(seats=5, **{"seed": 7, **options}), "Salon", Clock(bets=20))  # type: ignore[arg-type]
    house.ask(table, Request("sit", {"guest": "Ann", "bankroll": 500}), "Ann")
    house.ask(table, Request("shoe"), "dealer")
    house.ask(table, Request("cut"), "dealer")
    return house, table


def test_every_table_and_board_is_back_after_a_restart() -> None:
    store = TroubledStore()
    house, table = opened(store)
    board = house.open_board(BoardAct("open", "Table 3")).body["board"]
    house.ask_board(board, BoardAct("result", "B"), "dealer")
    again = House(store)
    assert again.at(table).table == house.at(table).table
    assert (again.at(table).name, again.at(table).clock) == ("Salon", Clock(bets=20))
    assert again.board_at(board).board == house.board_at(board).board


def test_a_table_that_was_not_opened_when_the_server_went_is_not_there() -> None:
    store = TroubledStore()
    store.new_table(name="half", clock="")
    with pytest.raises(Problem) as refused:
        House(store).at(1)
    assert refused.value.status == 404


@pytest.mark.parametrize("is_restarted", [False, True])
def test_the_same_key_gives_the_same_answer_and_no_second_coup(is_restarted: bool) -> None:
    store = TroubledStore()
    house, table = opened(store)
    first = house.ask(table, Request("deal", {"free": True}), "dealer", key="k-1")
    house.ask(table, Request("place", {"spot": "tie", "stake": 5}), "Ann")
    house = House(store) if is_restarted else house
    second = house.ask(table, Request("deal", {"free": True}), "dealer", key="k-1")
    assert second.text == first.text
    assert (first.was_kept, second.was_kept) == (False, True)
    assert house.at(table).table.coups == 1


def test_the_same_key_of_somebody_else_is_another_key() -> None:
    house, table = opened(TroubledStore())
    house.ask(table, Request("deal", {"free": True}), "dealer", key="k-1")
    house.ask(table, Request("deal", {"free": True}), "host", key="k-1")
    assert house.at(table).table.coups == 2


def test_the_same_key_with_other_content_is_refused() -> None:
    house, table = opened(TroubledStore())
    bet = Request("place", {"spot": "tie", "stake": 5})
    house.ask(table, bet, "Ann", key="k-1")
    for other, number in ((Request("place", {"spot": "tie", "stake": 6}), None), (bet, 7)):
        with pytest.raises(Problem) as refused:
            house.ask(table, other, "Ann", key="k-1", number=number)
        assert refused.value.status == 422
    assert [str(wager) for wager in house.at(table).table.seat("Ann").wagers] == ["tie=5"]


def test_a_stale_number_is_refused_with_the_present_one() -> None:
    house, table = opened(TroubledStore())
    present = house.at(table).table.number
    house.ask(table, Request("deal", {"free": True}), "dealer", number=present + 1)
    with pytest.raises(Problem) as refused:
        house.ask(table, Request("deal", {"free": True}), "dealer", number=present + 1)
    assert (refused.value.status, refused.value.extras) == (
        409,
        {"number": house.at(table).table.number},
    )
    assert house.at(table).table.coups == 1


@pytest.mark.parametrize(("key", "number"), [("k-1", None), ("", 6)])
def test_many_at_once_deal_one_coup(key: str, number: int | None) -> None:
    house, table = opened(TroubledStore())
    assert house.at(table).table.number == 5

    def deal(_: int) -> str:
        asked = Request("deal", {"free": True})
        try:
            return house.ask(table, asked, "dealer", key=key, number=number).text
        except Problem as stale:
            assert stale.status == 409
            return ""

    with ThreadPoolExecutor(16) as threads:
        told = list(threads.map(deal, range(16)))
    assert house.at(table).table.coups == 1
    assert len(set(told)) == (1 if key else 2)


def test_a_full_store_refuses_the_act_and_nothing_has_happened() -> None:
    store = TroubledStore()
    house, table = opened(store)
    before = house.at(table).table
    heard: list[tuple[str, int]] = []
    house.listen(lambda place, number: heard.append((place, number)))
    store.trouble.is_full = True
    with pytest.raises(Problem, match="kept"):
        house.ask(table, Request("deal", {"free": True}), "dealer", key="k-1")
    assert house.at(table).table == before
    assert heard == []
    store.trouble.is_full = False
    house.ask(table, Request("deal", {"free": True}), "dealer", key="k-1")
    assert house.at(table).table.coups == 1
    assert heard == [("table/1", house.at(table).table.number)]


def test_a_table_is_loaded_again_where_nobody_knows_whether_its_act_was_kept() -> None:
    store = TroubledStore()
    house, table = opened(store)
    asked = Request("deal", {"free": True})
    store.trouble.is_lost_after = True
    with pytest.raises(Problem, match="kept"):
        house.ask(table, asked, "dealer", key="k-1")
    store.trouble.is_lost_after = False
    again = house.ask(table, asked, "dealer", key="k-1")
    assert again.was_kept
    assert house.at(table).table.coups == 1
    assert house.at(table).table == House(store).at(table).table


def test_what_is_looked_at_is_what_was_kept_where_nobody_knew() -> None:
    store = TroubledStore()
    house, table = opened(store)
    store.trouble.is_lost_after = True
    with pytest.raises(Problem, match="kept"):
        house.ask(table, Request("deal", {"free": True}), "dealer")
    store.trouble.is_lost_after = False
    assert b'"coups":1' in house.look(house.at(table), SPECTATOR)


def test_opening_again_with_the_same_key_opens_one_table() -> None:
    store = TroubledStore()
    house = House(store)
    first = house.ask_to_open(Open(seats=3), "Salon", key="k-1")
    again = House(store).ask_to_open(Open(seats=3), "Salon", key="k-1")
    assert again.text == first.text
    assert len(house.tables()) == len(store.tables()) == 1
    with pytest.raises(Problem) as refused:
        house.ask_to_open(Open(seats=4), "Salon", key="k-1")
    assert refused.value.status == 422
    boards = [house.open_board(BoardAct("open", "Table 3"), key="k-1").text for _ in range(2)]
    assert boards[0] == boards[1]
    assert len(house.boards()) == 1


def test_a_table_that_cannot_be_opened_has_no_number() -> None:
    store = TroubledStore()
    with pytest.raises(ActRefused):
        House(store).open_table(Open(seats=1_000))
    assert store.tables() == []


def test_who_has_the_name_of_a_guest_who_left_is_another_guest() -> None:
    house, table = opened(TroubledStore())
    sat = house.at(table).table.seat("Ann").since
    old = Viewer(Audience.GUEST, "Ann", sat)
    house.ask(table, Request("leave"), "Ann", sat=sat)
    house.ask(table, Request("sit", {"guest": "Ann", "bankroll": 77}), "Ann")
    assert b'"bankroll":77' not in house.look(house.at(table), old)
    with pytest.raises(Problem) as refused:
        house.ask(table, Request("place", {"spot": "tie", "stake": 5}), "Ann", sat=sat)
    assert refused.value.status == 403


def test_all_who_may_see_the_same_are_told_the_same_line() -> None:
    house, table = opened(TroubledStore())
    assert house.look(house.at(table), SPECTATOR) is house.look(house.at(table), SPECTATOR)
    before = house.look(house.at(table), SPECTATOR, 3)
    house.ask(table, Request("deal", {"free": True}), "dealer")
    assert house.look(house.at(table), SPECTATOR, 3) != before


def test_after_an_act_that_never_was_all_is_new() -> None:
    house, table = opened(TroubledStore())
    assert b'"since":0,' in house.look(house.at(table), SPECTATOR, 1_000)
