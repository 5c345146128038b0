"""The client and a real server in a process of its own: every word is understood."""

import asyncio
import re
import runpy
from collections.abc import Iterator
from itertools import islice

import pytest
from chaos import Killed
from checkout import ROOT

import baccarat as bac
from baccarat.client import AsyncClient, Client, Done, Event, ServerRefused, StaleNumber
from baccarat.core.record import read
from baccarat.table.board.board import Board


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Killed]:
    made = Killed(str(tmp_path_factory.mktemp("real") / "store.sqlite"))
    try:
        made.start()
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def client(server: Killed) -> Iterator[Client]:
    with Client(server.url, patience=60) as client:
        yield client


def test_two_guests_play_and_a_third_watches(client: Client) -> None:
    dealer = client.open_table("ez", name="Salon", seats=3, seed=7, clock={"bets": None})
    ann, bob = client.table(dealer.number), client.table(dealer.number)
    assert ann.sit("Ann", 1_000).guest == "Ann"
    bob.sit("", 500)
    assert bob.guest == "Guest 1"
    dealer.new_shoe()
    ann.cut(100)
    wall = client.table(dealer.number, role="spectator")
    events = wall.events()
    view = next(events).view
    ann.bet("banker=100 tie=5")
    bob.place("player", 50)
    bob.lift("player", 20)
    bob.undo()
    dealer.deal()
    for event in events:
        view = event.onto(view)
        if view["coups"] == 1:
            break
    assert view == wall.view()
    assert view["audience"] == "spectator"
    assert [seat["bankroll"] for seat in view["seats"]] == [None, None]
    own = ann.view()
    assert own["bankroll"] == 1_000 + sum(line["won"] for line in own["lines"])
    assert client.table(dealer.number, token=ann.token).view() == own
    (row,) = (row for row in client.tables() if row["table"] == dealer.number)
    assert (row["name"], row["guests"], row["coups"]) == ("Salon", ["Ann", "Guest 1"], 1)
    assert len(read(ann.shoe(1))[0].entries) == 1
    assert ann.report()
    assert {"bets": None}.items() <= row["clock"].items()
    dealer.close()


def test_the_example_does_what_the_page_shows(
    server: Killed, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    example = ROOT / "examples" / "two_guests.py"
    (script,) = re.findall(r"^(with bac\.Client\(url\).*?)^```\n", page, re.M | re.S)
    (shown,) = re.findall(r"^>>> shown\n(.*\n)", page, re.M)
    assert script in example.read_text("utf-8")
    monkeypatch.setattr("sys.argv", [str(example), server.url])
    runpy.run_path(str(example))
    assert capsys.readouterr().out == shown


def test_a_real_shoe_is_entered_and_a_board_shows_it(client: Client) -> None:
    board = client.open_board("Table 3", decks=6)
    plain = Board.open("Table 3", decks=6)
    done = board.enter("B 4-7")
    assert done.place == f"board/{board.number}"
    board.enter("P")
    board.enter("Kh 5c 8h | 9d 4s")
    board.correct(2, "T 6-6")
    board.insert(1, "P 9-7 +P")
    board.strike(2)
    board.enter("B")
    board.undo()
    plain = plain.enter("B 4-7").enter("P").enter("Kh 5c 8h | 9d 4s").correct(2, "T 6-6")
    plain = plain.insert(1, "P 9-7 +P").strike(2).enter("B").undo()
    assert board.view() == plain.as_json()
    assert board.record() == str(plain.record)
    assert done.number == 2
    (event,) = islice(client.events(boards=[board.number]), 1)
    assert event == Event(f"board/{board.number}", plain.number, 0, board.view())
    board.new_shoe()
    board.close()
    assert board.number not in [row["board"] for row in client.boards()]
    with pytest.raises(ServerRefused, match="closed"):
        board.enter("B")


def test_what_the_library_answers_it_answers_here(client: Client) -> None:
    banker = client.odds(bets=["banker"])["bets"]["banker"]
    assert banker["edge"] == str(bac.odds()["banker"].edge)
    assert client.roads("BPTBB")["roads"].keys() >= {"big", "bead"}
    assert client.statistics("BPTBB") == bac.statistics("BPTBB").as_json()
    assert client.games()["games"].keys() >= {"ez", "punto-banco"}
    assert client.bets()["bets"].keys() >= {"tie", "lucky-6"}
    assert client.check_record(str(bac.Record.deal(seed=7)))["difference"] is None
    run = client.run("simulate", shoes=5, seed=7)
    assert run["command"] == "baccarat simulate --shoes 5 --seed 7"
    assert client.run("simulate", seed=7, shoes=5)["digest"] == run["digest"]
    assert [each["digest"] for each in client.runs()] == [run["digest"]]
    assert client.get("games/ez") == client.games()["games"]["ez"]


def test_a_problem_is_told_in_the_language_that_was_asked_for(server: Killed) -> None:
    with Client(server.url, language="fr") as client:
        dealer = client.open_table(seats=2, seed=7)
        ann = client.table(dealer.number)
        ann.sit("Ann", 10)
        dealer.new_shoe()
        dealer.cut()
        with pytest.raises(ServerRefused, match="pas assez d'argent") as refused:
            ann.bet("tie=5000")
        assert refused.value.status == 422
        with pytest.raises(StaleNumber) as stale:
            dealer.deal(free=True, number=2)
        number = dealer.view()["number"]
        assert stale.value.number == number
        assert str(stale.value) == f"le prochain acte porte le numéro {number + 1}"
        with pytest.raises(ServerRefused) as unknown:
            client.table(999).view()
        assert unknown.value.status == 404


def test_the_same_key_again_is_the_same_answer(client: Client) -> None:
    dealer = client.open_table(seats=2, seed=7)
    first = dealer.new_shoe(key="the very same key")
    again = dealer.new_shoe(key="the very same key")
    assert (first.is_replayed, again.is_replayed) == (False, True)
    assert (first.number, first.view) == (again.number, again.view)
    with pytest.raises(ServerRefused) as refused:
        dealer.cut(key="the very same key")
    assert refused.value.status == 422


def test_two_dealers_who_saw_the_same_table_deal_one_coup(client: Client) -> None:
    here = client.open_table(seats=2, seed=7)
    here.new_shoe()
    here.cut()
    there = client.table(here.number)
    there.view()
    ann = client.table(here.number)
    ann.sit("Ann", 100)
    first = here.deal(free=True)
    ann.bet("tie=5")
    second = there.deal(free=True)
    assert (first.is_replayed, second.is_replayed) == (False, True)
    assert second.view == first.view
    assert there.deal().view["coups"] == 2  # it knows the next one by now
    assert here.deal(coup=0).view["coups"] == 3  # whichever is due
    assert here.deal(free=True, coup=3).view["coups"] == 3
    with pytest.raises(ServerRefused, match="coup 9 is not due yet") as early:
        here.deal(free=True, coup=9)
    assert early.value.status == 409


def test_who_follows_a_table_means_the_coup_that_the_stream_has_shown(server: Killed) -> None:
    async def play() -> list[int]:
        async with AsyncClient(server.url) as client:
            dealer = await client.open_table(seats=2, seed=7)
            await dealer.new_shoe()
            await dealer.cut()
            watching, coups = client.table(dealer.number), []
            async for event in watching.events():
                coups.append(event.view["coups"])
                if len(coups) == 4:
                    return coups
                mine = watching if len(coups) % 2 else dealer
                both = await mine.deal(free=True), await dealer.deal(free=True, coup=len(coups))
                assert [done.is_replayed for done in both] == [False, True]
        raise AssertionError("the stream ended")

    assert asyncio.run(play()) == [0, 1, 2, 3]


def test_the_client_of_asyncio_plays_while_it_listens(server: Killed) -> None:
    async def play() -> tuple[list[Done], list[Event]]:
        async with AsyncClient(server.url) as client:
            dealer = await client.open_table(seats=2, seed=7)
            await dealer.new_shoe()
            await dealer.cut()
            heard, done = [], []
            async for event in dealer.events():
                heard.append(event)
                if event.view["coups"] == 3:
                    break
                done.append(await dealer.deal(free=True))
            return done, heard

    done, heard = asyncio.run(play())
    assert [one.number for one in done] == [event.number for event in heard[1:]]
    assert [event.view["coups"] for event in heard] == [0, 1, 2, 3]
    assert [event.since for event in heard[1:]] == [event.number for event in heard[:-1]]
