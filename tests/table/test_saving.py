"""Nothing that was told is ever lost: not by a sudden end, not by a damaged file."""

import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import pytest
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BaccaratError
from baccarat.core.layout import Rounding
from baccarat.core.shoe import LastCoup
from baccarat.table import ActRefused, Phase, Table
from baccarat.table.act_lines import act_json, act_line, make_act, read_act, sealed
from baccarat.table.acts import (
    HINTS,
    KINDS,
    Act,
    BadAct,
    Burn,
    Cut,
    Deal,
    Decide,
    Open,
    Place,
    Promise,
    Shuffle,
    Sit,
    kind_of,
)
from baccarat.table.chronicle import Chronicle
from baccarat.table.log import HOUSE, Commit, Memory, commit_line, read_commit
from baccarat.table.saving import HOME, ActFile, NotKept, data_directory, new_sitting, sittings
from baccarat.table.sitting import Sitting

BEFORE = ROOT / "tests" / "golden/sittings/one-act-a-line.jsonl"
FIELDS: dict[object, st.SearchStrategy[object]] = {
    int: st.integers(-(2**63), 2**63),
    int | None: st.none() | st.integers(0, 2**63),
    str: st.text(max_size=20),
    bool: st.booleans(),
    tuple[str, ...]: st.lists(st.text(max_size=5), max_size=3).map(tuple),
    tuple[int, ...] | None: st.none() | st.lists(st.integers(-9, 9), max_size=3).map(tuple),
    LastCoup: st.builds(LastCoup, st.integers(0, 99), st.integers(0, 99)),
    Rounding: st.sampled_from(Rounding),
}
ACTS = st.sampled_from(sorted(KINDS)).flatmap(
    lambda kind: st.fixed_dictionaries(
        {key: FIELDS[hint] for key, hint in HINTS[kind].items()}
    ).map(lambda values: KINDS[kind](**values))  # type: ignore[arg-type]
)


@given(st.integers(1, 2**60), ACTS)
def test_reading_undoes_writing(number: int, act: Act) -> None:
    line = act_line(number, act)
    assert "\n" not in line
    assert read_act(line) == (number, act)
    assert make_act(kind_of(act), act_json(act)) == act


@given(ACTS, st.data())
def test_no_damage_to_a_line_goes_unnoticed(act: Act, data: st.DataObject) -> None:
    line = act_line(7, act)
    place = data.draw(st.integers(0, len(line) - 1))
    letter = data.draw(st.characters(codec="ascii"))
    damaged = line[:place] + letter + line[place + 1 :]
    try:
        assert read_act(damaged) == (7, act)  # a letter for the same letter, say
    except BadAct as bad:
        assert "\n" not in str(bad)


def test_no_field_has_the_name_of_a_lines_own() -> None:
    taken = {"number", "act", "seal"}
    assert [kind for kind, hints in HINTS.items() if taken & hints.keys()] == []


@pytest.mark.parametrize(
    ("name", "values", "complaint"),
    [
        ("bluff", {}, "not an act: 'bluff'"),
        ("place", {"spot": "banker"}, "a field is missing"),
        ("place", {"spot": "banker", "stake": True}, "stake cannot be 'True'"),
        ("place", {"spot": "banker", "stake": 1.5}, r"stake cannot be '1\.5'"),
        ("place", {"spot": "banker", "stake": 10**5000}, "stake cannot be so large"),
        ("place", {"spot": 5, "stake": 1}, "spot cannot be '5'"),
        ("place", {"spot": "banker", "stake": 1, "tip": 3}, "an act has no field 'tip'"),
        ("open", {"last_coup": "D"}, "last_coup cannot be 'D'"),
        ("open", {"bets": ["tie", 3]}, "bets cannot be"),
        ("open", {"rounding": []}, "rounding cannot be"),
    ],
)
def test_what_is_no_act_is_refused_in_one_line(
    name: str, values: dict[str, object], complaint: str
) -> None:
    with pytest.raises(BadAct, match=complaint) as told:
        make_act(name, values)
    assert "\n" not in str(told.value)


def test_an_act_made_by_hand_is_held_to_its_types() -> None:
    table = Table.open(seed=7, bankroll=100)
    for stake in (1.5, True, "5", 10**30):
        with pytest.raises(BadAct, match="stake"):
            table.apply(Place("banker", stake))  # type: ignore[arg-type]


def played(path: Path, coups: int = 3) -> Table:
    """A sitting in a file, closed again."""
    file = ActFile(path)
    sitting = Sitting(file)
    sitting.do(Open(decks=1), Sit("guest", 1000))
    sitting.shuffle()
    sitting.do(Cut(20))
    sitting.do(Burn())
    for _ in range(coups):
        sitting.do(Place("banker", 10), author="guest")
        sitting.do(Deal(), go_on=True)
    file.close()
    return sitting.table


def reopened(path: Path) -> Sitting:
    file = ActFile(path)
    sitting = Sitting(file)
    file.close()
    return sitting


def resumed(path: Path) -> tuple[Table, str | None]:
    sitting = reopened(path)
    return sitting.table, sitting.note


def test_a_sitting_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "sitting.jsonl"
    table = played(path)
    assert resumed(path) == (table, None)
    file = ActFile(path)
    sitting = Sitting(file)
    sitting.do(Place("tie", 3))
    file.close()
    assert resumed(path)[0] == table.apply(Place("tie", 3))


@examples(24)
@given(st.integers(1, 10**6))
def test_a_torn_last_line_is_dropped(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    path = tmp_path_factory.mktemp("torn") / "sitting.jsonl"
    played(path, coups=1)
    acts = reopened(path).chronicle.acts
    data = path.read_bytes()
    path.write_bytes(data[: cut % len(data)])
    whole = data[: cut % len(data)].count(b"\n")
    found, note = resumed(path)
    assert note is None
    # A line that has lost nothing but its end is whole.
    assert len(reopened(path).log) in (whole, whole + 1)
    assert found == Table().then(*acts[: found.number])
    assert resumed(path) == (found, None)
    assert path.read_bytes() == data[: len(path.read_bytes())]
    assert os.listdir(path.parent) == ["sitting.jsonl"]


@pytest.mark.slow
@examples(24)
@given(st.integers(0, 10**6), st.integers(0, 255))
def test_damage_in_the_middle_costs_only_what_follows(
    tmp_path_factory: pytest.TempPathFactory, place: int, byte: int
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "sitting.jsonl"
    table = played(path, coups=1)
    acts, log = reopened(path).chronicle.acts, reopened(path).log
    data = path.read_bytes()
    place %= len(data) - 1
    damaged = data[:place] + bytes([byte]) + data[place + 1 :]
    path.write_bytes(damaged)
    before = data[:place].count(b"\n")
    found, note = resumed(path)
    if found == table:
        return  # the same byte, or one that JSON reads alike
    assert note is not None
    number = 1 + sum(len(commit.acts) for commit in log[:before])
    assert f"act {number}: " in note
    assert "\n" not in note
    assert found == Table().then(*acts[: number - 1])
    aside = path.with_name("sitting.jsonl.damaged-1")
    assert aside.name in note
    assert aside.read_bytes() == damaged
    assert resumed(path) == (found, None)


def test_an_act_that_the_table_refuses_ends_what_is_recovered(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    table = played(path)
    file = ActFile(path)
    file.load()
    # Well written, and against the rules.
    file.append(Commit(table.number + 1, (Place("banker", 5), Decide(True))))
    file.append(Commit(table.number + 3, (Place("banker", 5),)))
    lines = path.read_text().splitlines()
    file.close()
    found, note = resumed(path)
    assert found == table
    assert note is not None
    assert f"act {table.number + 1}: bets are open" in note
    aside = (tmp_path / "sitting.jsonl.damaged-1").read_text()
    assert aside.splitlines() == lines
    assert resumed(path) == (table, None)


def test_two_damaged_files_are_both_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    for number in (1, 2):
        path.write_bytes(b"number %d\n" % number)
        assert resumed(path)[0] == Table()
    kept = [(tmp_path / f"sitting.jsonl.damaged-{number}").read_bytes() for number in (1, 2)]
    assert kept == [b"number 1\n", b"number 2\n"]


@pytest.mark.parametrize(
    "letter", [b"Dear aunt", b"\xff\xfe", b"{}", b'{"number": 1}\n', b"\n", b"\0"]
)
def test_something_else_is_never_destroyed(letter: bytes, tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_bytes(letter)
    table, note = resumed(path)
    assert table == Table()
    assert note is not None
    assert (tmp_path / "letter.damaged-1").read_bytes() == letter


def test_one_sitting_is_open_once(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    played(path)
    file = ActFile(path)
    file.load()
    with pytest.raises(NotKept, match="another table has this sitting open"):
        ActFile(path).load()
    file.close()
    assert resumed(path)[1] is None


def test_trouble_with_the_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(NotKept, match="cannot be read: Is a directory"):
        ActFile(tmp_path).load()
    with pytest.raises(NotKept, match="cannot be read"):
        ActFile("a\0b").load()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotKept, match="not a file"):
        ActFile(tmp_path / "pipe").load()


FULL_DISK = """
import sys
from baccarat.table.acts import *
from baccarat.table.saving import ActFile, NotKept
from baccarat.table.sitting import Sitting
sitting = Sitting(ActFile(sys.argv[1]))
done = sitting.table.number
try:
    while True:
        sitting.do(Buy(1))
        done += 1
except NotKept as full:
    assert sitting.table.number == done
    sys.stdout.write(f"{done} {full}")
"""


def test_a_full_disk_keeps_what_was_saved(tmp_path: Path) -> None:
    """A limit on the size of files is the nearest thing to a full disk that a test may have."""
    path = tmp_path / "sitting.jsonl"
    played(path)
    room = path.stat().st_size + 500
    done = subprocess.run(
        [sys.executable, "-B", "-c", FULL_DISK, str(path)],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    number, _, complaint = done.stdout.partition(" ")
    assert complaint == f"{path}: cannot be written: File too large"
    table, note = resumed(path)
    assert note is None
    assert table.number == int(number)


def test_what_a_failed_write_left_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sitting.jsonl"
    table = played(path)
    file = ActFile(path)
    sitting = Sitting(file)
    write = os.write

    def breaking(handle: int, data: bytes) -> int:
        write(handle, data[:-10])
        raise OSError(5, "the disk broke")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", breaking)
        with pytest.raises(NotKept, match="cannot be written: the disk broke"):
            sitting.shuffle()
    assert sitting.table == table
    sitting.do(Place("tie", 1))  # a much shorter line
    file.close()
    assert resumed(path) == (table.apply(Place("tie", 1)), None)


GUEST = """
import random, sys
from baccarat.table.acts import *
from baccarat.table.saving import ActFile
from baccarat.table.sitting import Sitting
from baccarat.table.state import Phase
sitting = Sitting(ActFile(sys.argv[1]))
chance = random.Random(int(sys.argv[2]))
if sitting.table.phase is Phase.CLOSED:
    sitting.do(Open(decks=1))
    sitting.do(Sit("guest", 10**6))
while True:
    table = sitting.table
    if table.phase in (Phase.SHOE, Phase.FINISHED):
        sitting.shuffle()
    elif table.phase is Phase.CUT:
        sitting.do(Cut(chance.randrange(10, 43)))
    elif table.phase is Phase.BURN:
        sitting.do(Burn())
    elif table.phase is Phase.BETS and not table.wagers:
        sitting.do(Place("banker", chance.randrange(1, 50)))
    elif table.phase is Phase.BETS:
        sitting.do(Deal(squeeze=chance.random() < 0.5), go_on=chance.random() < 0.5)
    elif table.phase is Phase.SQUEEZE:
        sitting.do(Reveal())
    else:
        sitting.do(Draw())
    told = f"{sitting.table.number} {sitting.table.coups} {sitting.table.bankroll}\\n"
    sys.stdout.write(told)
    sys.stdout.flush()
"""


@pytest.mark.slow
def test_a_guest_killed_at_any_moment_loses_nothing_that_was_told(tmp_path: Path) -> None:
    """The moments are seeded; what each finds half done depends on the machine."""
    chance = random.Random(1953)
    path = tmp_path / "sitting.jsonl"
    for round_ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", GUEST, str(path), str(round_)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(chance.uniform(0, 0.4))
        process.kill()
        lines = (first + process.communicate()[0]).splitlines(keepends=True)
        told = [line.split() for line in lines if line.endswith("\n")]
        acts, coups, bankroll = map(int, told[-1])
        sitting = reopened(path)
        assert sitting.note is None
        # Every commit that was told of is there, and at most one that was not.
        assert sitting.log[-1].number <= acts + 1
        assert sitting.table.number >= acts
        then = Table().then(*sitting.chronicle.acts[:acts])
        assert (then.coups, then.bankroll) == (coups, bankroll)
    assert sitting.table.coups


def test_an_act_can_be_held_to_its_number(tmp_path: Path) -> None:
    """So that one sent twice is done once."""
    path = tmp_path / "sitting.jsonl"
    number = played(path).number + 1
    file = ActFile(path)
    sitting = Sitting(file)
    sitting.do(Place("banker", 5), number=number)
    with pytest.raises(ActRefused, match=f"the next act is number {number + 1}, not {number}"):
        sitting.do(Place("banker", 5), number=number)
    assert sitting.table.on_the_felt == 5
    file.close()


class Shelf:
    """A keeper of lines, as a database would be one."""

    def __init__(self, *acts: Act) -> None:
        self.lines = [act_line(number, act) for number, act in enumerate(acts, start=1)]
        self.is_full = False

    def load(self) -> tuple[list[Commit], None]:
        return [read_commit(line) for line in self.lines], None

    def append(self, commit: Commit, tables: Sequence[Table] = ()) -> None:
        if self.is_full:
            raise NotKept("the shelf is full")
        self.lines.append(commit_line(commit))

    def set_aside(self, good: Sequence[Commit], why: str) -> str:
        del self.lines[len(good) :]
        return why


def test_any_keeper_serves_and_what_is_not_kept_has_not_happened() -> None:
    shelf = Shelf()
    sitting = Sitting(shelf)
    sitting.do(Open(fair=True))
    sitting.do(Sit("guest", 50))
    promised = sitting.promise()
    commitment = promised.view().seeds.fair
    assert commitment is not None
    assert commitment.house_seed is None
    sitting.shuffle("my lucky words")
    shelf.is_full = True
    before = sitting.table
    with pytest.raises(NotKept, match="full"):
        sitting.do(Cut())
    assert sitting.table is before
    shelf.is_full = False
    sitting.do(Cut())
    assert Sitting(shelf).table == sitting.table
    assert Sitting(Shelf(Open(), Open())).note == "act 2: a guest must sit down first"


def test_whoever_looks_sees_no_half_of_acts_that_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, note, seen = Sitting(), Chronicle.note, set()

    def noting(chronicle: Chronicle, act: Act, table: Table) -> None:
        seen.add(sitting.table.number)  # as another thread would, in the middle
        note(chronicle, act, table)

    sitting.do(Open(seed=7), Sit("guest", 100))
    monkeypatch.setattr(Chronicle, "note", noting)
    sitting.do(Shuffle(), Cut(), Burn())
    sitting.do(Place("banker", 5))
    sitting.do(Deal(), go_on=True)
    assert seen == {2, 5, 6}


def test_refused_acts_are_not_kept() -> None:
    shelf = Shelf()
    sitting = Sitting(shelf)
    with pytest.raises(BaccaratError):
        sitting.do(Shuffle())
    with pytest.raises(BaccaratError):
        sitting.do(Promise("00"))
    assert shelf.lines == []


def test_a_shoe_without_seeds_is_written_down_card_by_card() -> None:
    shelf = Shelf(Open(), Sit("guest", 1))
    table = Sitting(shelf).shuffle()
    order = json.loads(shelf.lines[-1])["acts"][0]["cards"].split()
    assert sorted(order) == sorted(8 * [r + s for r in "A23456789TJQK" for s in "cdhs"])
    assert Sitting(shelf).table == table


def test_a_folder_that_cannot_be_is_told_with_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    folders = {tmp_path / ("x" * 300): "", Path("nul\0"): "null byte"}
    if not os.access(locked, os.X_OK):
        folders |= {locked: "", locked / "in": ""}
    for folder, why in folders.items():
        monkeypatch.setenv(HOME, "")  # or it would be this one
        with pytest.raises(NotKept, match=f"no table can be saved there: .*{why}.*; set {HOME}"):
            sittings(folder)
    monkeypatch.delenv(HOME)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(NotKept, match=f"no home folder to save tables in: set {HOME}"):
        sittings()


def test_where_sittings_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOME, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_directory() == tmp_path / "baccarat"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert data_directory() == Path.home() / ".local" / "share" / "baccarat"
    monkeypatch.setenv(HOME, str(tmp_path / "mine"))
    assert data_directory() == tmp_path / "mine"
    assert sittings() == []
    for number in range(1, 12):
        path = new_sitting()
        assert path.name == f"sitting-{number:04}.jsonl"
        played(path, coups=0)
    (tmp_path / "mine" / "sitting-notes.jsonl").touch()
    assert [path.stem[-4:] for path in sittings()] == [f"{n:04}" for n in range(1, 12)]


@pytest.mark.skipif(os.name != "posix", reason="other systems have other permissions")
def test_a_sitting_and_what_is_kept_aside_are_nobody_elses_to_read(tmp_path: Path) -> None:
    """Seeds may be in them."""
    path = tmp_path / "sitting.jsonl"
    before = os.umask(0)  # which would hide what the file itself allows
    try:
        played(path, coups=1)
        path.write_bytes(b"damaged\n" + path.read_bytes())
        resumed(path)
    finally:
        os.umask(before)
    for file in (path, path.with_name("sitting.jsonl.damaged-1")):
        assert file.stat().st_mode & 0o777 == 0o600


def test_what_a_line_leaves_out_is_the_usual() -> None:
    """Files of before say no more than this, so the usual must stay what it was."""
    assert act_json(make_act("open", {})) == {
        "game": "punto-banco",
        "decks": None,
        "cut_card": 14,
        "last_coup": "A",
        "burn": True,
        "bets": [],
        "least": 1,
        "most": None,
        "chip": 1,
        "rounding": "down",
        "differential": None,
        "both_sides": True,
        "seed": None,
        "first_shoe": 0,
        "fair": False,
        "opponent": "",
        "model": "B3",
    }
    for name, values, rest in (
        ("promise", {"house_seed": "00"}, {"shoe": 0}),
        ("shuffle", {}, {"cards": "", "guest_seed": ""}),
        ("cut", {}, {"at": None}),
        ("lift", {"spot": "tie"}, {"stake": None}),
        ("deal", {}, {"squeeze": False, "free": False}),
        ("draw", {}, {"paid": None}),
        ("decide", {"draw": True}, {"paid": None}),
        ("reveal", {}, {"paid": None}),
    ):
        assert act_json(make_act(name, values)) == {**values, **rest}


def test_no_number_of_an_act_is_as_large_as_two_to_the_64() -> None:
    assert make_act("open", {"seed": 2**64 - 1}) == Open(seed=2**64 - 1)
    for seed in (2**64, -(2**64)):
        with pytest.raises(BadAct, match="seed cannot be so large"):
            make_act("open", {"seed": seed})


def test_a_seed_of_any_shoe_before_is_not_promised_again() -> None:
    sitting = Sitting(Shelf())
    sitting.do(Open(decks=1, fair=True))
    sitting.do(Sit("guest", 100))
    for number in range(4):
        sitting.do(Promise(f"{number:064}"))
        sitting.do(Shuffle())
    before = sitting.table
    for number in range(4):
        with pytest.raises(ActRefused, match="this seed was promised before"):
            sitting.do(Promise(f"{number:064}"))
        assert sitting.table == before


COMMITS = st.builds(
    Commit,
    st.integers(1, 2**60),
    st.lists(ACTS, min_size=1, max_size=4).map(tuple),
    st.text(max_size=9),
    st.text(max_size=9),
    st.text(max_size=9),
)


@given(COMMITS, st.data())
def test_a_commit_reads_back_and_no_damage_goes_unnoticed(
    commit: Commit, data: st.DataObject
) -> None:
    line = commit_line(commit)
    assert "\n" not in line
    assert read_commit(line) == commit
    place = data.draw(st.integers(0, len(line) - 1))
    letter = data.draw(st.characters(codec="ascii"))
    try:
        assert read_commit(line[:place] + letter + line[place + 1 :]) == commit
    except BadAct as bad:
        assert "\n" not in str(bad)


def test_a_coup_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    table = played(path, coups=1)
    before, lines = reopened(path).log, path.read_bytes().splitlines(keepends=True)
    assert isinstance(before[-1].acts[0], Deal)
    assert len(before[-1].acts) > 4
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:-30])
    found, note = resumed(path)
    assert note is None
    assert (found.phase, found.on_the_felt, found.coups) == (Phase.BETS, 10, 0)
    assert found.bankroll == 990
    assert table.coups == 1


def test_the_log_says_who_did_what_and_when(tmp_path: Path) -> None:
    times = iter(["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:07.000Z"])
    path = tmp_path / "sitting.jsonl"
    file = ActFile(path)
    sitting = Sitting(file, clock=lambda: next(times))
    sitting.do(Open(decks=1, seed=7))
    sitting.do(Sit("Ann", 50), Shuffle(), author="Ann", key="abc")
    file.close()
    log = reopened(path).log
    assert log == sitting.log
    assert log == [
        Commit(1, (Open(decks=1, seed=7),), HOUSE, "2026-01-01T00:00:00.000Z"),
        Commit(2, (Sit("Ann", 50), Shuffle()), "Ann", "2026-01-01T00:00:07.000Z", "abc"),
    ]


def test_a_file_of_before_is_read_and_goes_on(tmp_path: Path) -> None:
    """Then every line was one act, and named nobody; the figures are those of its own program."""
    path = tmp_path / "sitting.jsonl"
    path.write_bytes(before := BEFORE.read_bytes())
    file = ActFile(path)
    sitting = Sitting(file)
    table = sitting.table
    assert sitting.note is None
    assert (table.number, table.coups, table.shoes, table.phase) == (216, 17, 4, Phase.DEALING)
    assert (table.bankroll, table.on_the_felt, table.bought, table.house) == (549, 30, 600, 21)
    assert table.seat().kept == 7
    dealt = sitting.do(go_on=True)
    assert dealt.phase is Phase.SQUEEZE
    file.close()
    assert path.read_bytes().startswith(before)
    assert path.read_bytes().count(b"\n") == 217
    assert resumed(path) == (dealt, None)


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    played(path)
    body = {"number": 99, "format": 3, "who_knows": "what"}
    with path.open("a") as file:
        file.write(sealed(body) + "\n")
    before = path.read_bytes()
    with pytest.raises(NotKept, match="a newer version of baccarat has written it"):
        resumed(path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["sitting.jsonl"]


def test_threads_at_one_sitting_lose_no_act_and_damage_no_file(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    file = ActFile(path)
    sitting = Sitting(file)
    sitting.do(Open(decks=1, seed=7), Sit("guest", 100), Shuffle(), Cut(), Burn())

    def place() -> None:
        for _ in range(20):
            sitting.do(Place("tie", 1))

    threads = [Thread(target=place) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    file.close()
    assert sitting.table.on_the_felt == 80
    assert resumed(path) == (sitting.table, None)


def test_of_acts_that_are_one_none_is_done_when_one_is_refused() -> None:
    memory = Memory()
    sitting = Sitting(memory)
    sitting.do(Open(seed=7), Sit("guest", 100), Shuffle(), Cut(), Burn())
    before = sitting.table
    with pytest.raises(BaccaratError, match="not enough money"):
        sitting.do(Place("tie", 5), Place("banker", 500))
    assert sitting.table is before
    assert len(memory.commits) == len(sitting.log) == 1
    assert sitting.do(go_on=True) is before
    assert len(sitting.log) == 1


def test_a_commit_too_long_for_a_line_is_refused() -> None:
    shelf = Shelf()
    sitting = Sitting(shelf)
    with pytest.raises(BadAct, match="not a commit: a line of"):
        sitting.do(Open(), key="k" * 70_000)
    assert (sitting.table, shelf.lines) == (Table(), [])


def test_to_go_on_can_be_held_to_its_number_too() -> None:
    sitting = Sitting()
    sitting.do(Open(seed=7), Sit("guest", 100), Shuffle(), Cut(), Burn(), Deal(free=True))
    with pytest.raises(ActRefused, match="the next act is number 7, not 6"):
        sitting.do(number=6, go_on=True)
    assert sitting.do(number=7, go_on=True).coups == 1
