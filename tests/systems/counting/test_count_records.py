"""Single bets in a file: those that the plain way lays, whole or not there at all."""

import csv
import importlib.util
import json
from dataclasses import replace
from math import floor
from pathlib import Path

import pytest
from asking import run

import baccarat as bac
from baccarat import Rules
from baccarat.simulation.plan import Plan
from baccarat.systems.counting.play import CountedBet, PerfectBet, Play, parse_tags
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.records import BET_COLUMNS, write_bets
from baccarat.systems.counting.reference_reader import lay_shoe
from baccarat.systems.counting.totals import Ending, deepest

TAGS = parse_tags("0 0 0 -1 -1 -1 -1 2 2 0")
PLAYS: tuple[Play, ...] = (
    CountedBet(bac.bet("banker"), TAGS, ((0, 1), (3, 4))),
    PerfectBet(bac.bet("dragon-7")),
)
ENDINGS = (Ending(), Ending(30, bac.LastCoup.C))
PLAN = Plan(70, 7, deepest(Rules(decks=1), ENDINGS))


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def plainly(number: int, first: int = 1) -> list[tuple[object, ...]]:
    """The rows of a shoe, without any shortcut."""
    found = list[tuple[object, ...]]()
    for guest, play in enumerate(PLAYS, start=first):
        for ending in ENDINGS:
            rules = replace(PLAN.rules, cut_card=ending.cut_card, last_coup=ending.last_coup)
            for bet in lay_shoe(play, rules, PLAN.seed, number)[1]:
                count = "" if bet.count is None else str(floor(bet.count))
                money = (float(bet.units * bet.won), bet.units * round(10**9 * bet.expected))
                where = (number, guest, play.bet.key, ending.cut_card, str(ending.last_coup))
                found.append((*where, bet.coup, len(bet.unseen), count, bet.units, *money))
    return found


def test_a_row_is_a_bet_that_was_laid(tmp_path: Path) -> None:
    file = tmp_path / "bets.csv"
    written = write_bets(replace(PLAN, shoes=5), CountReader(PLAYS, ENDINGS), file)
    found = rows(file)
    assert [*found[0]] == [*BET_COLUMNS]
    assert (written.rows, written.shoes) == (len(found), 5)
    wanted = [row for number in range(5) for row in plainly(number)]
    told = [
        (
            *(int(row["shoe"]), int(row["guest"]), row["bet"], int(row["cut_card"])),
            *(row["last_coup"], int(row["coup"]), int(row["unseen"]), row["count"]),
            *(int(row["units"]), float(row["won"]), round(10**9 * float(row["expected"]))),
        )
        for row in found
    ]
    assert told == wanted
    assert len({row[1] for row in told}) == 2


def test_the_limit_leaves_whole_shoes(tmp_path: Path) -> None:
    everything, some = tmp_path / "all.csv", tmp_path / "some.csv"
    reader = CountReader(PLAYS, ENDINGS, exact=False)
    whole = write_bets(PLAN, reader, everything)
    assert whole.shoes == PLAN.shoes > 64  # more than one batch
    written = write_bets(PLAN, reader, some, limit=whole.rows // 2)
    assert whole.rows // 2 - 200 < written.rows <= whole.rows // 2
    assert rows(some) == [row for row in rows(everything) if int(row["shoe"]) < written.shoes]
    assert {row["expected"] for row in rows(some)} == {""}


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="Parquet needs pyarrow")
def test_parquet_has_the_same_bets(tmp_path: Path) -> None:
    from pyarrow import parquet

    reader = CountReader(PLAYS, ENDINGS)
    for name in ("bets.csv", "bets.parquet"):
        write_bets(replace(PLAN, shoes=9), reader, tmp_path / name)
    table = parquet.read_table(tmp_path / "bets.parquet").to_pylist()
    told = [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in table
    ]
    assert told == rows(tmp_path / "bets.csv")


def test_records_that_are_stopped_are_not_there(tmp_path: Path) -> None:
    def stop(_rows: int, shoes: int) -> None:
        if shoes == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_bets(PLAN, CountReader(PLAYS, ENDINGS), tmp_path / "bets.csv", progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_what_it_counts(tmp_path: Path) -> None:
    file = tmp_path / "bets.csv"
    asked = ["tie", "--tags", "8:1 9:-1", "--trigger", "2", "--shoes", "70"]
    code, out, _ = run("count", *asked, "--records", file, "--json")
    assert code == 0
    told = json.loads(out)
    found = rows(file)
    assert told["records"] == {"path": str(file), "rows": len(found), "shoes": 70}
    [play] = told["plays"]
    assert play["bets_a_shoe"]["estimate"] == pytest.approx(len(found) / 70)
    won = sum(float(row["won"]) for row in found)
    assert play["units_won"]["estimate"] == pytest.approx(won / 70)
    code, out, _ = run("count", *asked, "--records", file, "--records-limit", "100")
    assert "--records-limit leaves no room for more" in out
    assert 80 < len(rows(file)) <= 100


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--records", "bets.txt"], "bets.txt: use a name that ends in .csv or .parquet"),
        (["--records", "/nowhere/bets.csv"], "there is no such folder"),
        (["--records", "a.csv", "--csv", "a.csv"], "need different files"),
        (["--records", "a.csv", "--records-limit", "0"], "at least 1 bet"),
        (["--records-limit", "9"], "add --records FILE"),
    ],
)
def test_records_that_cannot_be_written_are_refused_first(args: list[str], complaint: str) -> None:
    code, out, err = run("count", "tie", "--perfect", *args)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1
