"""A store is checked, pruned, and takes in sittings from files."""

import shutil
from pathlib import Path

import pytest
from checkout import ROOT
from sqlalchemy import insert, text
from store.playing import all_boards, all_tables, back, marked, play_shoe, sat_down

from baccarat.base.errors import FileTrouble
from baccarat.store import Store
from baccarat.store import answer_rows as kept_answers
from baccarat.store.schema import guests
from baccarat.store.table_keeper import TableKeeper
from baccarat.store.upkeep.check import check
from baccarat.store.upkeep.import_files import import_sitting
from baccarat.store.upkeep.pruning import prune
from baccarat.table.acts import ActRefused, Burn, Close, Cut, Deal, Leave, Open, Place, Promise, Sit
from baccarat.table.board.board import BoardAct
from baccarat.table.board.sitting import BoardSitting
from baccarat.table.log import KeyUsed
from baccarat.table.saving import ActFile
from baccarat.table.sitting import Sitting

LATER = "2999-01-01"


def played(store: Store) -> None:
    """Three tables, one of fair shoes and one with streaks, and a board of six shoes."""
    for fair in (False, True):
        _, sitting = sat_down(store, fair=fair)
        for _ in range(3):
            play_shoe(sitting)
    sitting.do(Leave("Bob"))
    streaks = Sitting(store.keeper(store.new_table()), forgets=True)
    opening = Open(seats=2, seed=3, cut_card=380, bets=("banker-streak",))
    streaks.do(opening, Sit("Ann", 100), Sit("Bob", 100))
    streaks.shuffle()
    streaks.do(Cut(), Burn())
    while not streaks.table.seat("Ann").running:
        for guest in ("Ann", "Bob"):
            streaks.do(Place("banker-streak", 5, guest))
        streaks.do(Deal(), go_on=True)
    streaks.do(Leave("Ann"))
    streaks.do(Close())
    marked(store, *(["B", "P 9-7", "T", "shoe"] * 6))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store in which nothing is wrong."""
    path = tmp_path_factory.mktemp("whole") / "store.sqlite"
    with Store.open(path) as store:
        played(store)
    return path


def execute(store: Store, statement: str) -> None:
    store.database.change(lambda connection: connection.execute(text(statement)) and None)


def test_a_store_that_is_as_it_should_be_has_no_faults(store: Store) -> None:
    played(store)
    found = check(store)
    assert found.faults == ()
    assert (found.tables, found.boards) == (3, 1)
    lasts = [one.last for one in store.tables()] + [one.last for one in store.boards()]
    assert found.acts == sum(lasts)
    for number, table in enumerate(all_tables(store), start=1):
        money = [guest.bankroll - guest.bought for guest in store.guests(number)]
        assert sum(money) == -table.house


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE coups SET letter = 'X' WHERE number = 14", "table 1: coup 14 does not follow"),
        ("DELETE FROM coups WHERE table_number = 2 AND place = 2", "table 2: coup"),
        ("UPDATE guests SET seat = '{}' WHERE guest = 'Ann'", "table 1: guest Ann does not follow"),
        ("UPDATE shoes SET snapshot = '{}' WHERE number = 2", "table 1: shoe 2 does not follow"),
        ("UPDATE shoes SET ceremony = '{}' WHERE number = 1", "table 1: shoe 1 does not follow"),
        ("DELETE FROM promises", "table 2: promise"),
        ("UPDATE tables SET last = 3 WHERE number = 1", "table 1: its last act is"),
        ("DELETE FROM acts WHERE number = 5", "act 5 is missing"),
        ("UPDATE acts SET line = replace(line, 'Ann', 'Eve')", "seal does not fit"),
        ("UPDATE board_acts SET page = '{}' WHERE page != ''", "board 1: the page before act"),
        ("UPDATE board_acts SET line = replace(line, 'B', 'P')", "seal does not fit"),
        ("DELETE FROM board_acts WHERE number = 7", "board 1, act 7: it is missing"),
        ("UPDATE boards SET name = 'Table 4'", "board 1: its last act is 25 (Table 3)"),
        ("UPDATE boards SET closed = 'now'", "board 1: it is stored as closed, but is not"),
        ("UPDATE board_acts SET what = 'undo' WHERE number = 7", "act 7 is stored as another kind"),
        ("UPDATE tables SET closed = 'now' WHERE number = 1", "it is stored as closed, but is not"),
        ("UPDATE tables SET clock = '[1]' WHERE number = 2", "table 2: its clock is damaged"),
        ("INSERT INTO guests VALUES (1, 1, 'Eve', NULL, '{}')", "a guest of table 1 is damaged"),
        ("INSERT INTO keys VALUES (1, '', '', 'x', '', '', '')", "key 1 is damaged"),
        (
            "UPDATE tables SET last = 'abc' WHERE number = 2",
            "row 2 of its table tables has no integer",
        ),
        (
            "UPDATE tables SET name = x'00' WHERE number = 2",
            "its table tables has no text in column name",
        ),
        ("DROP TABLE codes", "its table codes is missing"),
    ],
)
def test_whatever_is_changed_is_found(whole: Path, tmp_path: Path, damage: str, fault: str) -> None:
    with Store.open(shutil.copy(whole, tmp_path / "store.sqlite")) as store:
        execute(store, damage)
        assert any(fault in one for one in check(store).faults)


def test_a_check_is_of_one_moment_while_the_store_is_in_use(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, sitting = sat_down(store)
    play_shoe(sitting)
    load = TableKeeper.load

    def load_and_play_on(keeper: TableKeeper) -> object:
        loaded = load(keeper)
        play_shoe(sitting)
        return loaded

    before = store.tables()[0].last
    monkeypatch.setattr(TableKeeper, "load", load_and_play_on)
    found = check(store)
    assert (found.faults, found.acts) == ((), before)
    assert store.tables()[0].last > before


def test_counts_that_are_not_those_of_the_table_are_found(store: Store) -> None:
    played(store)
    prune(store, LATER)
    assert check(store).faults == ()
    execute(store, """UPDATE shoes SET counts = '{"P": 999}' WHERE counts != ''""")
    assert len(check(store).faults) == 2
    assert all("counts of its pruned shoes" in one for one in check(store).faults)
    seat = '{"bought": 5, "bankroll": 5, "staked": 0, "won": 0, "kept": 0}'
    eve = insert(guests).values(table_number=1, since=1, guest="Eve", seat=seat)
    store.database.change(lambda connection: connection.execute(eve) and None)
    assert "table 1: guest Eve does not follow from its acts" in check(store).faults


def test_old_shoes_become_counts_and_the_tables_go_on(store: Store) -> None:
    played(store)
    tables, boards, shoes = all_tables(store), all_boards(store), store.shoes(1)
    coups = [store.coups(1, shoe) for shoe in (1, 2)]
    done = prune(store, LATER)
    assert (done.shoes, done.commits > 0) == (4, True)
    assert done.coups >= sum(map(len, coups))
    assert all_tables(store) == tables
    assert all_boards(store) == boards
    assert store.coups(1, 1) == store.coups(1, 2) == []
    assert len(store.coups(1, 3)) > 0
    for shoe, was in zip(store.shoes(1), coups, strict=False):
        letters = [coup.letter for coup in was]
        assert dict(shoe.counts) == {letter: letters.count(letter) for letter in "PBT"}
    assert [shoe.ceremony for shoe in store.shoes(1)] == [shoe.ceremony for shoe in shoes]
    assert next(store.commits(1)).number == store.shoes(1)[2].since
    assert check(store).faults == ()
    assert prune(store, LATER).shoes == 0
    again = back(store, 1)
    play_shoe(again)
    assert back(store, 1).table == again.table
    assert check(store).faults == ()
    keeper = store.keeper(1, is_whole=True)
    assert Sitting(keeper, start=keeper.start()).table == again.table


def test_a_seed_of_a_pruned_shoe_is_not_promised_again(store: Store) -> None:
    played(store)
    seed = store.shoes(2)[0].ceremony["fair"]["house_seed"]
    prune(store, LATER)
    with pytest.raises(ActRefused, match="promised before"):
        back(store, 2).do(Promise(seed))


def test_nothing_younger_than_the_date_is_pruned_whatever_the_clock_did(store: Store) -> None:
    number = store.new_table()
    days = iter(range(1, 1_000))
    jumps = {3: "2026-05-01T00:00:00.000Z"}
    sitting = Sitting(store.keeper(number), forgets=True)
    sitting.do(Open(seats=3, seed=7, cut_card=380), Sit("Ann", 1_000), Sit("Bob", 500))
    for shoe in range(1, 6):
        time = jumps.get(shoe, f"2026-01-{next(days):02}T00:00:00.000Z")
        sitting.clock = lambda time=time: time  # type: ignore[misc]
        play_shoe(sitting)
    assert prune(store, "2026-01-01").shoes == 0
    assert prune(store, "2026-02-01").shoes == 1  # the third seems to come later
    assert back(store, number).table == sitting.table
    assert check(store).faults == ()


def test_a_board_that_is_pruned_can_still_undo(store: Store) -> None:
    number, board = marked(store, *(["B", "P 9-7", "T", "shoe"] * 40))
    before = len(store.board_keeper(number).load())
    assert prune(store, LATER).commits > 30
    keeper = store.board_keeper(number)
    assert len(keeper.load()) <= before
    again = BoardSitting(keeper, start=keeper.start())
    assert again.board == board.board
    for _ in range(100):
        again.do(BoardAct("undo"))
        board.board = board.board.undo()
    assert again.board == board.board
    keeper = store.board_keeper(number)
    assert BoardSitting(keeper, start=keeper.start()).board == board.board
    assert check(store).faults == ()


def test_answers_are_forgotten_after_a_day_and_keys_may_come_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, sitting = sat_down(store)

    def ask(guest: str, time: str, key: str) -> None:
        sitting.clock = lambda: time
        sitting.do(Sit(guest, 5), author="x", key=key, asked="ab", answer=lambda table: guest)
        sitting.do(Leave(guest))

    def known(key: str) -> str:
        found = store.find_answer(f"table/{number}", "x", key)
        return "" if found is None else found.answer

    ask("Cyd", "2020-01-01T00:00:00.000Z", "k")
    ask("Dee", "2020-01-02T00:00:00.000Z", "l")
    ask("Eve", "2999-01-01T00:00:00.000Z", "m")
    with pytest.raises(KeyUsed):
        ask("Fay", "2999-01-01T00:00:00.000Z", "k")
    sitting = Sitting(keeper := store.keeper(number), start=keeper.start())
    assert store.forget_answers() == 0  # they are the last ones, whatever the clock says
    monkeypatch.setattr(kept_answers, "LAST_KEPT", 2)
    assert store.forget_answers() == 1
    assert [known(key) for key in "klm"] == ["", "Dee", "Eve"]
    monkeypatch.setattr(kept_answers, "LAST_KEPT", 1)
    assert store.forget_answers() == 1
    assert [known(key) for key in "klm"] == ["", "", "Eve"]
    ask("Gil", "2999-01-02T00:00:00.000Z", "k")
    assert known("k") == "Gil"
    assert store.forget_answers() == 0  # not a day ago


def test_a_sitting_comes_in_from_its_file_once(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "sitting-0001.jsonl"
    file = ActFile(path)
    sitting = Sitting(file)
    sitting.do(Open(seed=7, cut_card=380), Sit("guest", 500))
    sitting.shuffle()
    sitting.do(Cut(), Burn())
    for _ in range(3):
        sitting.do(Place("banker", 10))
        sitting.do(Deal(), go_on=True)
    file.close()
    number = import_sitting(store, path)
    keeper = store.keeper(number, is_whole=True)
    assert Sitting(keeper, start=keeper.start()).table == sitting.table
    assert store.tables("terminal")[0].name == "sitting-0001"
    assert store.tables() == []
    assert check(store).faults == ()
    with pytest.raises(FileTrouble, match=f"in the store already, as table {number}"):
        import_sitting(store, path)


def test_every_kind_of_file_of_before_comes_in(store: Store) -> None:
    golden = ROOT / "tests" / "golden" / "sittings"
    files = sorted(golden.glob("*.jsonl"))
    assert files
    for path in files:
        before = path.read_bytes()
        number = import_sitting(store, path)
        acts = [act for commit in store.commits(number) for act in commit.acts]
        assert len(acts) == store.tables("terminal")[-1].last
        assert path.read_bytes() == before
    assert check(store).faults == ()


def test_what_is_no_sitting_is_told_and_leaves_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "none").write_text("")
    (tmp_path / "shoe").write_text("1. B\n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\n")
    with pytest.raises(FileTrouble, match="none: not a sitting"):
        import_sitting(store, tmp_path / "none")
    with pytest.raises(FileTrouble, match="shoe: act 1: not an act"):
        import_sitting(store, tmp_path / "shoe")
    with pytest.raises(FileTrouble, match="bytes: act 1: the line is not text"):
        import_sitting(store, tmp_path / "bytes")
    with pytest.raises(FileTrouble, match="nowhere: cannot be read: No such file"):
        import_sitting(store, tmp_path / "nowhere")
    assert store.tables(None) == []
