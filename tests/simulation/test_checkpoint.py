"""A checkpoint survives anything: the next start goes on, and ends with the same digest."""

import errno
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asking import command, first_line
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat import Rules, Tally, bet, game
from baccarat.base.errors import BaccaratError, FileTrouble
from baccarat.base.files import write_whole
from baccarat.base.jsonable import seal_of
from baccarat.core.tableau import PUNTO_BANCO
from baccarat.core.third_card import Choice, following, nobody
from baccarat.simulation import checkpoint, runner
from baccarat.simulation.checkpoint import Checkpoint, Counted
from baccarat.simulation.engines import reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.planning import shoes_until
from baccarat.simulation.readers.tally import TallyReader
from baccarat.simulation.run import simulate

COMMAND = [sys.executable, "-m", "baccarat", "simulate"]
# The same command, but every shoe is a part and every part is written, so that most kills
# come while the file is being written.
BUSY = [
    sys.executable,
    "-c",
    "from baccarat.simulation import checkpoint\n"
    "from baccarat.simulation.engines import reference\n"
    "checkpoint.EVERY, reference.MOST_COUPS = 0, 1\n"
    "from baccarat.cli import start\n"
    "start()",
    "simulate",
    "--engine",
    "reference",
]


def keeper_of(file: Path, plan: Plan) -> Checkpoint[Tally]:
    return Checkpoint(file, plan, nobody, TallyReader(plan))


def started(program: list[str], shoes: int, file: Path) -> "subprocess.Popen[str]":
    args = ["--shoes", str(shoes), "--seed", "7", "--checkpoint", str(file), "--json"]
    return subprocess.Popen([*program, *args], stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "shoes", "kills", "longest"),
    [pytest.param(COMMAND, 1_500_000, 2, 1.5, marks=pytest.mark.long), (BUSY, 250, 3, 0.4)],
)
def test_a_process_killed_at_any_moment_goes_on(
    program: list[str], shoes: int, kills: int, longest: float, tmp_path: Path
) -> None:
    """The moments are seeded; what each finds half done depends on the machine."""
    chance = random.Random(1953)
    file = tmp_path / "run.json"
    finished = [0]
    for _ in range(kills):
        process = started(program, shoes, file)
        before = file.stat().st_mtime_ns if file.exists() else None
        while process.poll() is None and (
            not file.exists() or file.stat().st_mtime_ns == before
        ):  # it is written as soon as the dealing begins
            time.sleep(0.01)
        time.sleep(chance.uniform(0, longest))
        process.kill()
        process.communicate()
        finished.append(json.loads(file.read_text("utf-8"))["finished"])
    assert finished == sorted(finished), "finished work was lost"
    process = started(program, shoes, file)
    told = json.loads(process.communicate(timeout=60)[0])
    assert told["resumed_shoes"] >= finished[-1]
    assert told["digest"] == simulate(shoes, seed=7).tally.digest


@pytest.mark.slow
@examples(12)
@given(st.lists(st.integers(1, 10), min_size=1, max_size=4), st.booleans())
def test_any_split_resumes_to_the_same_tally(
    tmp_path_factory: pytest.TempPathFactory, splits: list[int], fresh: bool
) -> None:
    file = tmp_path_factory.mktemp("split") / "run.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reference, "MOST_COUPS", 5)  # or few shoes would be one part
        for shoes in sorted(splits):
            found = simulate(shoes, 7, fresh=fresh, engine="reference", checkpoint=file)
    whole = simulate(max(splits), 7, fresh=fresh, engine="cpu")
    assert found.tally == whole.tally
    assert found.tally.digest == whole.tally.digest
    assert found.shoes == max(splits)


def test_a_finished_one_gives_its_result_again(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    first = simulate(50, 7, checkpoint=file)
    written = file.read_bytes()
    again = simulate(50, 7, checkpoint=file)
    assert again.tally == first.tally
    assert (again.resumed, again.is_whole, again.speed) == (50, True, 0)
    assert file.read_bytes() == written


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    def interrupt(_: Tally, shoes: int) -> None:
        if shoes >= 40:
            raise KeyboardInterrupt

    file = tmp_path / "run.json"
    stopped = simulate(100, 7, engine="reference", checkpoint=file, progress=interrupt)
    assert not stopped.is_whole
    assert simulate(stopped.shoes, 7, checkpoint=file).tally == stopped.tally
    done = simulate(100, 7, checkpoint=file)
    assert done.resumed == stopped.shoes
    assert done.tally == simulate(100, 7).tally


def test_what_fails_in_the_engine_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def read(self, plan: Plan, *_: object) -> Iterator[tuple[Tally, int]]:
            yield reference.run(replace(plan, shoes=40)), 40
            raise RuntimeError("the engine broke down")

    file = tmp_path / "run.json"
    with monkeypatch.context() as patch:
        patch.setattr(runner, "ready", lambda *_: nullcontext(Broken()))
        with pytest.raises(RuntimeError, match="broke down"):
            simulate(100, 7, checkpoint=file)
    assert simulate(100, 7, checkpoint=file).resumed == 40


def test_it_is_written_about_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(checkpoint, "monotonic", lambda: clock[0])
    keeper = keeper_of(tmp_path / "run.json", Plan(100))
    keeper.save(Counted(Tally()))
    for shoes, now in ((1, 100.5), (2, 101.1), (3, 101.9)):
        clock[0] = now
        keeper.keep(Counted(reference.run(Plan(shoes)), shoes))
    assert keeper.load().shoes == 2


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": 8}, "seed 7 and not 8"),
        ({"decks": 6}, "decks 8 and not 6"),
        ({"coups": 5}, "coups of each shoe None and not 5"),
        ({"game": "7-up"}, "printed card None and not '7x'"),
        ({"shoes": 20}, "50 finished shoes, more than the 20 requested"),
        ({"fresh": True}, "burn True and not False"),
        ({"game": "chemin-de-fer", "decide": following(PUNTO_BANCO)}, "another tableau"),
    ],
)
def test_another_plan_is_refused_with_the_reason(
    change: dict[str, object], complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    simulate(50, 7, checkpoint=file)
    written = file.read_bytes()
    asked: dict[str, object] = {"shoes": 50, "seed": 7} | change
    with pytest.raises(FileTrouble, match=complaint):
        simulate(**asked, checkpoint=file)  # type: ignore[arg-type]
    assert file.read_bytes() == written


def test_a_felt_does_not_matter_but_the_rules_do(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    simulate(50, 7, depth="totals", checkpoint=file)
    assert simulate(50, 7, game="ez", depth="totals", checkpoint=file).resumed == 50


def test_events_that_the_cells_cannot_tell_are_kept(tmp_path: Path) -> None:
    file, pair = tmp_path / "run.json", bet("player-pair")
    keeper = keeper_of(file, Plan(30, 7, bets=(pair,)))
    counted = Counted(reference.run(Plan(20, 7, bets=(pair,))), 20)
    assert counted.tally.events[pair.key]
    keeper.save(counted)
    assert keeper.load() == counted
    dearer = pair.priced(9)  # the price takes no part in the counting
    assert keeper_of(file, Plan(30, 7, bets=(dearer,))).load() == counted
    with pytest.raises(FileTrouble, match="deeper bets"):
        keeper_of(file, Plan(30, 7)).load()


def test_free_cells_are_known_by_how_they_are_decided(tmp_path: Path) -> None:
    def bold(choice: Choice) -> bool:
        return choice.hand.total < 7

    def as_bold(choice: Choice) -> bool:
        return choice.hand.total <= 6

    file = tmp_path / "run.json"
    simulate(30, 7, game="chemin-de-fer", decide=bold, checkpoint=file)
    assert simulate(30, 7, game="chemin-de-fer", decide=as_bold, checkpoint=file).resumed == 30
    with pytest.raises(FileTrouble, match="another strategy"):
        simulate(30, 7, game="chemin-de-fer", decide=following(PUNTO_BANCO), checkpoint=file)


def test_other_versions_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "run.json"
    simulate(50, 7, checkpoint=file)
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "STREAM_VERSION", 2)
        with pytest.raises(FileTrouble, match="stream 1 and not 2"):
            simulate(50, 7, checkpoint=file)
    monkeypatch.setattr(checkpoint, "FORMAT", 3)
    with pytest.raises(FileTrouble, match="format 2; this version reads 3"):
        simulate(50, 7, checkpoint=file)


@examples(24)
@given(st.integers(0, 2**16), st.integers(0, 255), st.booleans())
def test_a_damaged_file_is_refused_and_left_alone(
    tmp_path_factory: pytest.TempPathFactory, place: int, byte: int, cut: bool
) -> None:
    file = tmp_path_factory.mktemp("damaged") / "run.json"
    plan = Plan(50, 7)
    keeper = keeper_of(file, plan)
    whole = Counted(reference.run(Plan(1, 7)), 1)
    keeper.save(whole)
    data = bytearray(file.read_bytes())
    place %= len(data) - 1
    damaged = bytes(data[:place]) if cut else bytes([*data[:place], byte, *data[place + 1 :]])
    file.write_bytes(damaged)
    try:
        assert keeper.load() == whole  # a blank for a blank, say, changes nothing
    except FileTrouble as refused:
        assert "\n" not in str(refused)
    assert file.read_bytes() == damaged


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", "7", "null", "[" * 100_000, "9" * 5000, "\x00", " " * 10**6, "\udc80"),
        *('"checkpoint"', '{"checkpoint": 2}', '{"checkpoint": [1]}'),
        '{"checkpoint": 2, "sha256": 3}',
    ],
)
def test_something_else_is_no_checkpoint(text: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(FileTrouble, match=r"letter\.json"):
        simulate(1, checkpoint=file)
    assert file.read_bytes() == text.encode("utf-8", "surrogateescape")


def test_a_forged_seal_opens_nothing(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    simulate(5, 7, checkpoint=file)
    found = json.loads(file.read_text("utf-8"))
    del found["sha256"]
    changes: list[dict[str, object]] = [{"cells": [1]}, {"cells": None}, {"plan": 3}]
    for change in changes:
        forged = found | change
        forged["sha256"] = seal_of(forged)
        file.write_text(json.dumps(forged), "utf-8")
        with pytest.raises(FileTrouble, match="damaged"):
            simulate(5, 7, checkpoint=file)


@pytest.mark.slow
@pytest.mark.parametrize("asked", [99, 50])
def test_a_slow_run_takes_nothing_from_a_fast_one(asked: int, tmp_path: Path) -> None:
    """The fast one begins, and ends, while the slow one deals; it may even be asked for more."""
    file = tmp_path / "run.json"
    written: list[bytes] = []

    def overtake(_: Tally, shoes: int) -> None:
        if shoes and not written:
            simulate(99, 7, checkpoint=file)
            written.append(file.read_bytes())

    slow = simulate(asked, 7, engine="reference", checkpoint=file, progress=overtake)
    assert slow.tally == simulate(asked, 7).tally
    assert file.read_bytes() == written[0]
    assert simulate(99, 7, checkpoint=file).resumed == 99


def test_the_file_of_another_run_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    slow = keeper_of(file, Plan(9, 7))
    slow.save(Counted(Tally()))
    file.unlink()
    simulate(5, 8, checkpoint=file)
    written = file.read_bytes()
    with pytest.warns(UserWarning, match="seed 8 and not 7.*the dealing continues"):
        slow.keep(Counted(reference.run(Plan(9, 7)), 9), is_last=True)
    assert file.read_bytes() == written


@pytest.mark.skipif(os.name != "posix", reason="folders are locked on POSIX")
def test_nobody_writes_between_the_look_and_the_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def write(path: Path, text: str) -> None:
        lock = os.open(tmp_path, os.O_RDONLY)
        try:
            with pytest.raises(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        finally:
            os.close(lock)
        path.write_text(text, "utf-8")

    file = tmp_path / "run.json"
    monkeypatch.setattr(checkpoint, "write_whole", write)
    keeper_of(file, Plan(9, 7)).save(Counted(Tally()))
    assert file.exists()


def forged(file: Path, **changes: object) -> None:
    """Write other things into a checkpoint, and seal it again."""
    found = json.loads(file.read_text("utf-8"))
    del found["sha256"]
    for name, value in changes.items():
        found[name] = value(found[name]) if callable(value) else value
    found["sha256"] = seal_of(found)
    file.write_text(json.dumps(found), "utf-8")


PAIRS = {"player-pair": {"pair": 9}, "banker-pair": {"pair": 9}, "either-pair": {"pair": 9}}


NO_HISTOGRAMS: list[Any] = [{}, [], None, {"coups": {"80": 5}}]


@pytest.mark.parametrize("more", [0, 3])
@pytest.mark.parametrize(
    "changes",
    [
        *({"finished": value} for value in (True, 2.7, -1, 0, 4, 5.0, "5", None, float("inf"))),
        *({"planned": value} for value in ("x", 4, 5.0, True, 2**65, None)),
        *({"checkpoint": 2.0}, {"stream": True}, {"another": 1}),
        {"plan": lambda plan: {**plan, "another": 1}},
        {"plan": lambda plan: {**plan, "burn": 1}},
        *({"cells": lambda cells, n=n: [n, *cells[1:]]} for n in (10**40, 1.9, True, -1, "1")),
        *({"cells": lambda cells, n=n: [cells[0] + n, *cells[1:]]} for n in (1, -1)),
        {"cells": lambda cells: [0] * len(cells)},
        {"cells": lambda cells: [cells[1], cells[0], *cells[2:-1], sum(cells)]},
        *({"histograms": value} for value in NO_HISTOGRAMS),
        {"histograms": lambda found: {**found, "another": {"1": 1}}},
        {"histograms": lambda found: {**found, "longest": {}}},
        {"histograms": lambda found: {**found, "longest": {"6": -5, "7": 10}}},
        {"histograms": lambda found: {**found, "longest": {"10000": 5}}},
        {"histograms": lambda found: {**found, "runs of tie": {"1": 1}}},
        {"histograms": lambda found: {**found, "runs of tie": {**found["runs of tie"], "0": 7}}},
        {"histograms": lambda found: {**found, "coups": {"080": 5}}},
        *({"events": value} for value in (*NO_HISTOGRAMS[:3], PAIRS)),
        {"events": lambda found: {**found, "another": {"win": 1}}},
        {"events": lambda found: {**found, "player-pair": {}}},
        {"events": lambda found: {**found, "player-pair": {"pair": 1, "another": 1}}},
        *(
            {"events": lambda found, n=n: {**found, "player-pair": {"pair": n}}}
            for n in (-1, 10**6, 2.5, True)
        ),
        {"events": lambda found: {**found, "perfect-pair": {"both hands": 300, "one hand": 300}}},
    ],
)
def test_numbers_that_no_dealing_can_give_are_refused(
    changes: dict[str, object], more: int, tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    simulate(5, 7, checkpoint=file)
    forged(file, **changes)
    written = file.read_bytes()
    with pytest.raises(FileTrouble, match=r"run\.json: not a checkpoint, or damaged"):
        simulate(5 + more, 7, checkpoint=file)
    assert file.read_bytes() == written


@pytest.mark.parametrize(
    ("plan", "changes"),
    [
        ({"fresh": True}, {"finished": 4}),
        ({"fresh": True}, {"histograms": {"coups": {"1": 5}}}),
        ({"coups": 3}, {"finished": 4}),
        ({"coups": 3}, {"histograms": lambda found: {**found, "coups": {"2": 2, "4": 2, "3": 1}}}),
    ],
)
def test_numbers_that_no_plan_of_few_coups_can_give_are_refused(
    plan: dict[str, Any], changes: dict[str, object], tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    simulate(5, 7, checkpoint=file, **plan)
    assert simulate(5, 7, checkpoint=file, **plan).resumed == 5
    forged(file, **changes)
    with pytest.raises(FileTrouble, match="damaged"):
        simulate(5, 7, checkpoint=file, **plan)


@pytest.mark.parametrize("engine", ["reference", "cpu"])
@pytest.mark.parametrize("name", ["punto-banco", "ez", "7-up", "super-6"])
@pytest.mark.parametrize(
    "asked", [{}, {"coups": 1}, {"coups": 7}, {"fresh": True}, {"depth": "totals"}, {"decks": 1}]
)
def test_what_was_dealt_is_always_taken_again(
    engine: Any, name: str, asked: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    asked = {"seed": 7, "game": name, "engine": engine, "checkpoint": file, **asked}
    first = simulate(6, **asked)
    again = simulate(6, **asked)
    assert (again.resumed, again.tally) == (6, first.tally)
    assert simulate(9, **asked).resumed == 6


def test_a_full_disk_keeps_what_was_saved(
    tmp_path: Path, on_a_full_disk: Callable[[int], list[str]]
) -> None:
    file = tmp_path / "run.json"
    simulate(50, 7, checkpoint=file)
    written = file.read_bytes()
    done = subprocess.run(
        [*on_a_full_disk(1000), *COMMAND, "--shoes", "99", "--seed", "7", "--checkpoint", file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "run.json: cannot be written: File too large" in first_line(done)
    assert file.read_bytes() == written
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.slow
def test_a_disk_that_fills_up_half_way_keeps_what_was_saved_and_deals_on(
    tmp_path: Path, on_a_full_disk: Callable[[int], list[str]]
) -> None:
    """A checkpoint grows with its numbers: there is room for that of five shoes."""
    file = tmp_path / "run.json"
    simulate(5, 7, checkpoint=file)
    room = file.stat().st_size + 10
    file.unlink()
    done = subprocess.run(
        [*on_a_full_disk(room), *BUSY, "--shoes", "99", "--seed", "7", "--checkpoint", file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert simulate(99, 7).tally.digest in done.stdout
    assert done.stderr == (
        f"baccarat: {file}: cannot be written: File too large; "
        "the dealing continues, and the old file stays\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
    again = simulate(99, 7, checkpoint=file)
    assert 5 <= again.resumed < 99
    assert again.tally == simulate(99, 7).tally


@pytest.mark.slow
def test_a_disk_that_has_room_again_leaves_all_of_it_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str | Path] = []

    def full_once(path: str | Path, text: str) -> None:
        tries.append(path)
        if len(tries) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_whole(path, text)

    monkeypatch.setattr(checkpoint, "write_whole", full_once)
    monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    with pytest.warns(UserWarning, match="the dealing continues"):
        found = simulate(99, 7, engine="reference", checkpoint=tmp_path / "run.json")
    assert found.is_saved
    assert json.loads((tmp_path / "run.json").read_text("utf-8"))["finished"] == 99


def test_trouble_with_the_file_is_one_line(tmp_path: Path) -> None:
    asked = ("--shoes", "5", "--checkpoint")
    assert "cannot be written" in first_line(command(*asked, str(tmp_path / "no" / "run.json")))
    assert "it is a folder" in first_line(command(*asked, str(tmp_path)))
    file = tmp_path / "run.json"
    assert command(*asked, str(file)).returncode == 0
    assert "seed 0 and not 8" in first_line(command(*asked, str(file), "--seed", "8"))


def test_the_command_says_what_came_from_the_checkpoint(tmp_path: Path) -> None:
    args = ("--game", "chemin-de-fer", "--checkpoint", str(tmp_path / "run.json"))
    assert "checkpoint" not in command("--shoes", "5", *args).stdout
    assert "5 shoes from the checkpoint" in command("--shoes", "9", *args).stdout
    assert "all from the checkpoint" in command("--shoes", "9", *args).stdout


@pytest.mark.parametrize("key", ["banker", "tie", "dragon-7"])
@pytest.mark.parametrize("coups", [None, 20])
def test_until_makes_an_interval_that_narrow(key: str, coups: int | None) -> None:
    """Three in 100,000 honest runs are wider."""
    wanted = 0.03
    shoes = shoes_until(wanted, key, coups=coups)
    found = simulate(shoes, 7, coups=coups)
    low, high = found.of(bet(key)).edge_interval()
    assert 0.9 * wanted < (high - low) / 2 <= wanted


def test_until_knows_how_long_a_shoe_is() -> None:
    """So many coups are needed; the shoes have them, and not many more."""
    coups = shoes_until(0.001, fresh=True)
    for rules in (Rules(), Rules(burn=False), Rules(cut_card=200), Rules(decks=1)):
        table = game("punto-banco", rules.decks)
        shoes = shoes_until(0.001, game=type(table)(table.name, rules, table.layout))
        mean = simulate(2000, game=type(table)(table.name, rules, table.layout)).tally.total / 2000
        assert 0.99 < shoes * mean / coups < 1.15


def test_until_takes_a_bet_that_is_not_on_the_felt() -> None:
    done = command("--until", "20", "--bet", "dragon-7:50", "--json")
    told = json.loads(done.stdout)["bets"]["dragon-7"]["edge_simulated"]
    assert (told["high"] - told["low"]) / 2 <= 0.2


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--until", "0"], "above 0 and at most 100 per cent of the stake, not 0"),
        (["--until", "nan"], "not nan"),
        (["--until", "-1"], "not -1"),
        (["--until", "soon"], "not a number"),
        (["--until", "1e-15"], "from 0 to 2^64 - 1"),
        (["--until", "5e-324"], "above 0"),
        (["--until", "1", "--bet", "blackjack"], "unknown bet"),
        (["--until", "1", "--shoes", "5"], "give exactly one length"),
    ],
)
def test_bad_widths_are_told_in_one_line(args: list[str], complaint: str) -> None:
    assert complaint in first_line(command(*args))


def test_the_library_refuses_a_width_of_nothing() -> None:
    with pytest.raises(BaccaratError, match="above 0"):
        shoes_until(0)
