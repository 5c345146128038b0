"""Readers of one's own: on every engine, in checkpoints, with a stop, and named on a command."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event, Timer
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from checkout import ROOT

import baccarat as bac
from baccarat import Card, Depth, Rules, Side
from baccarat.base.errors import BadValue, FileTrouble
from baccarat.cli import main
from baccarat.cli.output.show import STOPPED
from baccarat.core.tally import Tally
from baccarat.simulation.coups import Coups
from baccarat.simulation.stream import coups, fold


def naturals(batches: Iterable[Coups]) -> Counter[int]:
    found: Counter[int] = Counter()
    for batch in batches:
        found.update(batch.winners[batch.used == 4].tolist())
    return found


@pytest.mark.parametrize("engine", ["reference", "cpu", "dask"])
def test_a_reader_of_ones_own_is_folded_by_every_engine(engine: str) -> None:
    plain = Counter(
        (Side.PLAYER, Side.BANKER, None).index(coup.winner)
        for number in range(60)
        for coup in bac.deal_shoe(Rules().shoe(7, number))
        if len(coup.cards) == 4
    )
    assert fold(naturals, 60, 7, engine=engine, threads=2) == plain


class Sevens:
    """How many sevens were dealt: what it counts can be kept in a checkpoint."""

    cards = "ranks"

    def __call__(self, batches: Iterable[Coups]) -> "Seen":
        found = 0
        for batch in batches:
            seven = batch.kinds.index(Card.parse("7x"))
            found += int((batch.hands == seven).sum())
        return Seen(found)


class Seen:
    def __init__(self, times: int) -> None:
        self.times = times

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(self.times + other.times)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.times == other.times

    def __hash__(self) -> int:
        return hash(self.times)

    @property
    def digest(self) -> str:
        return str(self.times)

    def written(self) -> dict[str, Any]:
        return {"times": self.times}

    @classmethod
    def read(cls, written: dict[str, Any]) -> "Seen":
        return cls(int(written["times"]))


def test_a_reader_of_ones_own_goes_on_from_a_checkpoint(tmp_path: Path) -> None:
    file, reader = tmp_path / "sevens.json", Sevens()
    plain = sum(
        str(card)[0] == "7"
        for number in range(90)
        for coup in bac.deal_shoe(Rules().shoe(7, number))
        for card in coup.cards
    )
    first = fold(reader, 40, 7, checkpoint=file)
    asked: list[int] = []
    done = fold(reader, 90, 7, checkpoint=file, progress=lambda _, shoes: asked.append(shoes))
    assert (asked[0], done.times) == (40, plain)
    assert first.times < plain
    with pytest.raises(
        FileTrouble, match="checkpoint belongs to another simulation: reader 'Sevens'"
    ):
        bac.simulate(90, 7, depth="totals", checkpoint=file)
    with pytest.raises(BadValue, match="naturals cannot use a checkpoint"):
        fold(naturals, 90, 7, checkpoint=tmp_path / "other.json")
    assert not (tmp_path / "other.json").exists()


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "cpu", "dask"])
def test_a_stop_is_heard_within_a_second(engine: str) -> None:
    """Ten thousand million shoes would take minutes on any engine."""
    stop, first = Event(), list[float]()

    def began(_: Tally, shoes: int) -> None:
        if shoes and not first:
            first.append(perf_counter())
            Timer(0.2, stop.set).start()

    found = bac.simulate(10**10, 7, engine=engine, threads=2, stop=stop, progress=began)
    assert stop.is_set()
    assert 0 < found.shoes < 10**10
    assert not found.is_whole
    assert found.tally == bac.simulate(found.shoes, 7).tally


def test_a_stop_set_before_it_began_deals_nothing() -> None:
    stop = Event()
    stop.set()
    assert fold(naturals, 10**9, 7, stop=stop) == Counter()


READS_TIES = """
import baccarat as bac

def ties(batches):
    return sum((int((batch.winners == 2).sum()) for batch in batches), start=0)

def broken(batches):
    return {}["no such key"]

READERS = [bac.Reader("ties", ties, about="coups that nobody won"), bac.Reader("broken", broken)]
"""


@pytest.fixture
def ties_file(tmp_path: Path, bring: Callable[..., None]) -> str:
    file = tmp_path / "ties.py"
    file.write_text(READS_TIES)
    return str(file)


def test_a_reader_of_a_plain_file_is_taken_by_its_name(
    ties_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["simulate", "--shoes", "50", "--seed", "7", "--plugin", ties_file]

    def said(*more: str) -> str:
        with pytest.raises(SystemExit) as left:
            main([*asked, "--reader", "ties", *more])
        assert not left.value.code
        return capsys.readouterr().out

    told = json.loads(said("--json"))
    expected = bac.simulate(50, 7)["tie"].wins
    assert told["readers"] == {"ties": expected}
    assert f"ties: {expected}\n" in said()
    assert fold("ties", 50, 7, threads=1) == expected


def test_a_reader_that_is_not_there_is_told_in_one_line(
    ties_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["simulate", "--shoes", "5", "--plugin", ties_file, "--reader", "tie"])
    assert left.value.code == 2
    assert capsys.readouterr().err == "baccarat: unknown reader: 'tie' (did you mean ties?)\n"


def test_the_page_shows_the_example() -> None:
    page = (ROOT / "docs" / "simulation.md").read_text("utf-8")
    example = (ROOT / "examples" / "tie_waits.py").read_text("utf-8")
    assert example.rpartition("READERS")[2].strip() in page
    assert "--plugin examples/tie_waits.py --reader tie-waits" in page


@dataclass(frozen=True)
class Wins:
    """How often one side won."""

    side: int

    def __call__(self, batches: Iterable[Coups]) -> Seen:
        return Seen(sum(int((batch.winners == self.side).sum()) for batch in batches))


def test_nobody_goes_on_from_the_checkpoint_of_another_reader(tmp_path: Path) -> None:
    file = tmp_path / "wins.json"
    fold(Wins(0), 20, 7, checkpoint=file)
    with pytest.raises(FileTrouble, match=r"another simulation: reader 'Wins\(side=0\)' and not"):
        fold(Wins(1), 40, 7, checkpoint=file)
    named = [bac.Reader(name, Wins(side)) for side, name in enumerate(("players", "bankers"))]
    file.unlink()
    fold(named[0], 20, 7, checkpoint=file)
    with pytest.raises(FileTrouble, match="another simulation: reader 'players' and not 'bankers'"):
        fold(named[1], 40, 7, checkpoint=file)
    nameless: list[Any] = [lambda batches: Seen(0), partial(Wins.__call__, Wins(0))]
    for reader in nameless:
        with pytest.raises(BadValue, match=r": give th(is|e) reader (its own|a) name, bac.Reader"):
            fold(reader, 20, 7, checkpoint=tmp_path / "other.json")
    assert fold(nameless[0], 20, 7) == Seen(0)


class Unwritable(Seen):
    told: Any = None

    def written(self) -> Any:
        return self.told


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ([1, 2], r"written\(\) must return a dict, not \[1, 2\]"),
        ({"n": np.int64(3)}, r"written\(\) must return values for JSON: .*int64"),
        ({"n": float("nan")}, r"written\(\) must return values for JSON"),
        ({"plan": 1}, "has 'plan', a key of checkpoints"),
    ],
)
def test_what_a_reader_cannot_write_is_one_line(told: Any, line: str, tmp_path: Path) -> None:
    def count(batches: Iterable[Coups]) -> Seen:
        found = Unwritable(0)
        found.told = told
        return found

    with pytest.raises(BadValue, match=line):
        fold(bac.Reader("odd", count), 2, 7, checkpoint=tmp_path / "odd.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("read", "says"),
    [
        *(
            (partial(lambda counted, _: counted, counted), "the value of a reader must support [+]")
            for counted in (None, {}, set(), object())
        ),
        # at first it adds
        (
            lambda batches: "x" if list(batches) else 0,
            "the values of a reader must support [+]: 0 and 'x' do not",
        ),
    ],
)
def test_what_does_not_add_is_one_line(read: Callable[..., Any], says: str) -> None:
    with pytest.raises(BadValue, match=says):
        fold(read, 2, 7)


def test_ctrl_c_does_not_pass_a_part_for_the_whole(tmp_path: Path) -> None:
    def interrupt(_: Seen, shoes: int) -> None:
        if shoes:
            raise KeyboardInterrupt

    file = tmp_path / "wins.json"
    with pytest.raises(KeyboardInterrupt):
        fold(Wins(1), 10**6, 7, checkpoint=file, progress=interrupt)
    kept = json.loads(file.read_text("utf-8"))
    assert 0 < kept["finished"] < 10**6
    assert kept["times"] == fold(Wins(1), kept["finished"], 7).times


def test_a_stop_may_be_whatever_can_be_set() -> None:
    class Empty:
        def is_set(self) -> bool:
            return True

        def __len__(self) -> int:
            return 0

    assert fold(naturals, 10**9, 7, stop=Empty()) == Counter()
    with pytest.raises(BadValue, match=r"a stop must be a threading\.Event, not"):
        fold(naturals, 5, 7, stop=Event)  # type: ignore[arg-type]


def test_a_reader_sees_as_deep_as_its_function_says() -> None:
    def hands(batches: Iterable[Coups]) -> int:
        return sum(batch.hands.size for batch in batches)

    hands.cards = "ranks"  # type: ignore[attr-defined]
    reader = bac.Reader("hands", hands)
    assert reader.cards is Depth.RANKS
    assert fold(reader, 3, 7) == fold(hands, 3, 7) > 0

    def outcomes(batches: Iterable[Coups]) -> int:
        return sum(batch.total for batch in batches)

    outcomes.cards = "totals"  # type: ignore[attr-defined]
    assert fold(outcomes, 3, 7) == sum(batch.total for batch in coups(3, 7))
    for wrong in (True, 1, "faces", object()):
        outcomes.cards = wrong  # type: ignore[attr-defined]
        with pytest.raises(bac.BaccaratError):
            fold(outcomes, 3, 7)


FIVE = ["simulate", "--shoes", "5", "--seed", "7"]

NUMPY_READERS = """
import numpy as np
import baccarat as bac

def cells(batches):
    found = np.zeros(400, int)
    for b in batches:
        found += np.bincount(b.cells[b.cells >= 0], minlength=400)
    return found

def share(batches):
    list(batches)
    return float("nan")

def one(batches):
    return np.int64(sum(b.total for b in batches))

READERS = [bac.Reader("cells", cells), bac.Reader("share", share), bac.Reader("one", one)]
"""


def test_what_numpy_counts_is_told_whole(
    tmp_path: Path, bring: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "np.py").write_text(NUMPY_READERS)
    asked = ["simulate", "--shoes", "20", "--seed", "7", "--plugin", str(tmp_path / "np.py")]
    named = [part for name in ("cells", "share", "one") for part in ("--reader", name)]
    with pytest.raises(SystemExit):
        main([*asked, *named, "--json"])
    told = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    tally = bac.simulate(20, 7).tally
    assert told["readers"] == {"cells": list(tally.cells), "share": None, "one": tally.total}
    with pytest.raises(SystemExit):
        main([*asked, *named])
    assert f"cells: {list(tally.cells)}" in capsys.readouterr().out.replace("\n", " ")


def test_a_reader_that_breaks_leaves_the_report(
    ties_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(
            ["simulate", "--shoes", "5", "--seed", "7", "--plugin", ties_file, "--reader", "broken"]
        )
    told = capsys.readouterr()
    assert left.value.code == 2
    assert bac.simulate(5, 7).tally.digest in told.out
    assert told.err == "baccarat: the reader broken breaks: KeyError: 'no such key'\n"


def test_a_stop_while_a_reader_counts_is_told(
    ties_file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("baccarat.cli.commands.simulate.fold", interrupted)
    with pytest.raises(SystemExit) as left:
        main([*FIVE, "--plugin", ties_file, "--reader", "ties"])
    told = capsys.readouterr()
    assert left.value.code == STOPPED
    assert bac.simulate(5, 7).tally.digest in told.out
    assert "ties:" not in told.out
    assert told.err == "baccarat: stopped while a reader counted; the report stands\n"
