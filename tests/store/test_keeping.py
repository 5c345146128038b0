"""What is kept of tables and boards: all that was answered, as it was."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread
from time import sleep

import pytest
from store.playing import back, play_shoe, sat_down

from baccarat.base.errors import NameTaken
from baccarat.core.fair import commit as commitment_of
from baccarat.store import Store, StoreTrouble
from baccarat.table.acts import ActRefused, Buy, Leave, Promise, Sit
from baccarat.table.board.board import BoardAct
from baccarat.table.board.sitting import BoardSitting
from baccarat.table.log import Commit, KeyUsed
from baccarat.table.sitting import Sitting
from baccarat.table.table import fold


def test_a_table_is_back_as_it_was_from_its_last_shoe_alone(store: Store) -> None:
    number, sitting = sat_down(store)
    for _ in range(3):
        play_shoe(sitting)
    again = back(store, number)
    assert again.table == sitting.table
    assert again.log[0].number > 20
    acts = [act for commit in store.commits(number) for act in commit.acts]
    assert fold(acts) == sitting.table


def test_coups_guests_and_shoes_are_written_with_their_acts(store: Store) -> None:
    number, sitting = sat_down(store)
    play_shoe(sitting)
    played = sitting.chronicle.played
    sitting.do(Leave("Bob"))
    kept = store.coups(number, 1)
    assert [coup.number for coup in kept] == [one.number for one in played]
    assert [coup.cards for coup in kept] == [str(one.coup) for one in played]
    assert sum(won for coup in kept for _, _, _, won, _ in coup.paid) == -sitting.table.house
    ann, bob = store.guests(number)
    assert (ann.guest, ann.bankroll, ann.left_at) == ("Ann", sitting.table.bankroll, None)
    assert (bob.guest, bob.bankroll, bob.left_at) == ("Bob", 500 + bob.won, sitting.table.number)
    assert [shoe.ceremony["seed"] for shoe in store.shoes(number)] == [7]


def test_what_was_paid_is_told_wager_by_wager(store: Store) -> None:
    number, sitting = sat_down(store)
    play_shoe(sitting)
    play_shoe(sitting)
    paid = store.paid(number)
    assert sum(wager.won for wager in paid.wagers) == -sitting.table.house
    last = [wager for wager in paid.wagers if wager.shoe == 2]
    assert last == list(sitting.table.paid.wagers)
    assert last == [wager for wager in sitting.chronicle.paid.wagers if wager.shoe == 2]
    assert [(one.coup, one.guest) for one in last[:3]] == [(1, "Ann"), (1, "Bob"), (2, "Ann")]


def test_no_seed_is_promised_twice_at_a_table(store: Store) -> None:
    number, sitting = sat_down(store, fair=True)
    play_shoe(sitting)
    first = store.shoes(number)[0].ceremony["fair"]
    assert commitment_of(first["house_seed"]) == first["commitment"]
    play_shoe(sitting)
    play_shoe(sitting)
    with pytest.raises(ActRefused, match="promised before"):
        back(store, number).do(Promise(first["house_seed"]))


def test_those_who_wait_for_somebody_who_writes_share_the_next_commit(store: Store) -> None:
    sittings = [sat_down(store)[1] for _ in range(8)]
    writer, goes_on = store.database.writer, Event()
    before = writer.commits
    first = Thread(target=store.database.change, args=(lambda _: goes_on.wait(30),))
    others = [Thread(target=one.do, args=(Sit("Cyd", 5),)) for one in sittings]
    first.start()
    while not writer._is_writing:
        sleep(0.001)
    for thread in others:
        thread.start()
    while len(writer._waiting) < len(others):
        sleep(0.001)
    goes_on.set()
    for thread in (first, *others):
        thread.join()
    assert writer.commits - before == 2
    assert all(len(one.table.seats) == 3 for one in sittings)


def test_two_who_go_on_with_one_table_are_told_and_one_of_them_has_not_acted(store: Store) -> None:
    number, sitting = sat_down(store)
    other = back(store, number)
    sitting.do(Sit("Cyd", 5))
    with pytest.raises(
        StoreTrouble, match="another program has written to the same place: open the store again"
    ):
        other.do(Sit("Dee", 5))
    assert other.keeper.is_unsure  # type: ignore[attr-defined]
    assert back(store, number).table == sitting.table != other.table


def test_an_answer_is_found_again_under_its_key(store: Store) -> None:
    number, sitting = sat_down(store)
    sitting.do(Sit("Cyd", 5), author="Cyd", key="k", asked="ab", answer=lambda table: "told")
    found = store.find_answer(f"table/{number}", "Cyd", "k")
    assert found is not None
    assert (found.asked, found.answer) == ("ab", "told")
    assert store.find_answer(f"table/{number}", "Bob", "k") is None
    assert store.find_answer(f"table/{number + 1}", "Cyd", "k") is None


def buy(sitting: Sitting, told: str) -> None:
    act, answer = Buy(10, "Ann"), lambda _: told
    sitting.do(act, author="Ann", key="k", asked="ab", answer=answer)


def test_a_key_is_taken_once(store: Store) -> None:
    number, sitting = sat_down(store)
    buy(sitting, "first")
    before = sitting.table
    with pytest.raises(KeyUsed):
        buy(sitting, "second")
    assert sitting.table == back(store, number).table == before
    assert not sitting.keeper.is_unsure  # type: ignore[attr-defined]
    found = store.find_answer(f"table/{number}", "Ann", "k")
    assert found is not None
    assert found.answer == "first"


def test_a_keeper_without_tables_folds_them_itself(store: Store) -> None:
    number, sitting = sat_down(store)
    store.keeper(number).append(Commit(4, (Leave("Ann"),), "Ann"))
    assert store.guests(number)[0].left_at == 4
    assert back(store, number).table == sitting.table.apply(Leave("Ann"))


def test_a_board_is_back_with_all_that_undo_can_reach(store: Store) -> None:
    number = store.new_board("Table 3")
    board = BoardSitting(store.board_keeper(number))
    board.do(BoardAct("open", "Table 3"))
    for coup in range(150):
        board.do(BoardAct("shoe") if coup % 20 == 19 else BoardAct("result", "BPT"[coup % 3]))
        if coup % 50 == 0:
            board.do(BoardAct("undo"), key=str(coup), asked="ab", answer=lambda board: board.name)
    keeper = store.board_keeper(number)
    start = keeper.start()
    assert start is not None
    assert BoardSitting(keeper, start=start).board == board.board
    assert len(keeper.load()) < 140
    assert store.boards()[0].last == board.board.number
    assert store.find_answer(f"board/{number}", "house", "50") is not None
    board.do(BoardAct("close"))
    assert store.boards()[0].closed
    assert BoardSitting(keeper, start=keeper.start()).board == board.board


def test_keys_are_found_by_their_hash_and_codes_are_good_once(store: Store) -> None:
    before = store.keys_version()
    wall = store.add_key("wall", "watch", [2, 1], "aa")
    store.add_key("me", "host", None, "bb")
    found = store.find_key("aa")
    assert found is not None
    assert (found.number, found.kind, found.tables) == (wall, "watch", frozenset({1, 2}))
    keys = store.keys()
    assert [key.tables for key in keys] == [frozenset({1, 2}), None]
    assert store.keys_version() > before
    store.add_code("cc", wall, until=1_000)
    assert store.take_code("cc", at=999) == wall
    assert store.take_code("cc", at=999) is None
    store.add_code("dd", wall, until=1_000)
    assert store.take_code("dd", at=1_001) is None
    version = store.keys_version()
    assert store.revoke(wall)
    assert not store.revoke(wall)
    assert store.keys()[0].revoked
    assert store.keys_version() > version


def test_of_many_who_make_a_key_of_one_name_at_once_one_gets_it(place: str, store: Store) -> None:
    with Store.open(place) as other:
        begin = Barrier(8)

        def make(number: int) -> bool:
            begin.wait()
            try:
                (store, other)[number % 2].add_key("Ann", "play", None, f"{number:02x}")
            except NameTaken as taken:
                assert str(taken) == (
                    "another key has the name 'Ann': revoke that key, or choose another name"
                )
                return False
            return True

        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(make, range(8))) == 1
    (ann,) = store.keys()
    store.revoke(ann.number)
    store.add_key("Ann", "play", None, "ff")


def test_runs_are_kept_with_their_questions(store: Store) -> None:
    store.keep_run("simulate", '{"shoes": 5}', '{"coups": 400}')
    assert [(run.kind, run.answer) for run in store.runs()] == [("simulate", '{"coups": 400}')]
    [plain] = store.runs(with_answers=False)
    assert (plain.question, plain.answer) == ('{"shoes": 5}', "")
    store.change_run(plain.number, '{"shoes": 6}')
    assert store.answer_of_run(plain.number) == '{"coups": 400}'
    store.change_run(plain.number, '{"shoes": 6}', "{}")
    assert [(run.question, run.answer) for run in store.runs()] == [('{"shoes": 6}', "{}")]
    store.drop_run(plain.number)
    assert (store.runs(), store.answer_of_run(plain.number)) == ([], "")
