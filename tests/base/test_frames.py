"""Frames hold what rows hold: compared with the rows, with each other, and with other sums."""

import csv
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import isnan
from pathlib import Path
from typing import Any

import pytest
from asking import printed

import baccarat as bac
from baccarat.base import frames
from baccarat.base.errors import BadValue, Missing
from baccarat.base.frames import Framed, one_table, table_of_arrays, table_of_rows
from baccarat.core.chance import SEEDS
from baccarat.core.layout import Wager
from baccarat.simulation.coups import coup_columns
from baccarat.simulation.plan import Plan
from baccarat.simulation.readers.records import COLUMNS, write_records
from baccarat.systems.comparison import compare
from baccarat.systems.ledger import Ledger
from baccarat.systems.session import Session, SessionPlan
from baccarat.table import Phase
from baccarat.table.acts import Deal, Draw, Place
from baccarat.table.chronicle import Chronicle
from baccarat.table.paid_wagers import PaidWagers

pyarrow: Any = pytest.importorskip("pyarrow")
pandas: Any = pytest.importorskip("pandas")
polars: Any = pytest.importorskip("polars")

SOURCE = Path(bac.__file__).parent
TAGS = "0 0 0 -1 -1 -1 -1 2 2 0"
PLAY = bac.CountedBet(bac.bet("dragon-7"), bac.parse_tags(TAGS), ((Fraction(4), 1),))
SHORT = Session(bankroll=50, coups=20)


@cache
def table() -> bac.Table:
    opened = bac.Table.open(seed=7)
    for _ in range(3):
        opened = opened.bet("banker=100 tie=5").deal()
    return opened


SAMPLES: dict[str, Callable[[], Framed]] = {
    "odds": bac.odds,
    "odds of a bet": lambda: bac.odds()["lucky-6"],
    "odds of a coup": lambda: bac.odds(given="Kh 9d 5c 4s"),
    "tally": lambda: bac.odds().tally,
    "removal": lambda: bac.removal("tie"),
    "record": lambda: bac.Record.deal(seed=7),
    "record without cards": lambda: bac.Record.of("BPT"),
    "statistics": lambda: bac.statistics("BBTBP"),
    "scoreboard": lambda: bac.Scoreboard(bac.Record.deal(seed=7).results),
    "simulation": lambda: bac.simulate(20, 7),
    "staked": lambda: bac.stake("martingale", 50, seed=7, session=SHORT),
    "ledger": lambda: bac.stake("martingale", 50, seed=7, session=SHORT).ledger,
    "comparison": lambda: compare(
        SessionPlan(50, 7, bac.game("punto-banco"), SHORT),
        [bac.system("flat"), bac.system("martingale")],
    ),
    "counted shoes": lambda: bac.count_cards([PLAY, PLAY], 20, compare=True),
    "paid wagers": lambda: table().paid,
}
EMPTY: dict[str, Callable[[], Framed]] = {
    "record": lambda: bac.Record.of(""),
    "tally": lambda: bac.Tally(),
    "statistics": lambda: bac.statistics(""),
    "scoreboard": lambda: bac.Scoreboard(),
    "ledger": lambda: Ledger(),
    "paid wagers": lambda: PaidWagers(()),
}


def rows_of(framed: Any) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = (
        framed.marks() if isinstance(framed, bac.Scoreboard) else framed.rows()
    )
    return rows


def plain(frame: Any) -> list[dict[str, object]]:
    """The rows of a frame of pandas, in which what is missing is None again."""
    records = frame.astype(object).to_dict("records")
    return [
        {
            name: None if value is pandas.NA or is_nan(value) else value
            for name, value in row.items()
        }
        for row in records
    ]


def is_nan(value: object) -> bool:
    return isinstance(value, float) and isnan(value)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_frame_has_the_rows(name: str) -> None:
    framed = SAMPLES[name]()
    rows, told = rows_of(framed), framed.to_arrow()
    assert rows
    assert told.column_names == list(rows[0])
    assert told.to_pylist() == rows
    assert framed.to_polars().to_dicts() == rows
    assert plain(framed.to_pandas()) == rows
    told.validate(full=True)
    assert [
        each.name for each in told.schema if not each.nullable and told[each.name].null_count
    ] == []


@pytest.mark.parametrize("name", ["statistics", "scoreboard", "paid wagers"])
def test_libraries_that_speak_arrow_take_it_as_it_is(name: str) -> None:
    framed = SAMPLES[name]()
    assert polars.DataFrame(framed).equals(framed.to_polars())
    assert pyarrow.table(framed).equals(framed.to_arrow())
    assert pyarrow.table(bac.odds()).equals(bac.odds().to_arrow())  # polars takes a mapping apart


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_frame_has_the_same_types(name: str) -> None:
    empty, full = EMPTY[name](), SAMPLES[name]()
    assert rows_of(empty) == []
    assert empty.to_arrow().schema == full.to_arrow().schema
    assert empty.to_polars().schema == full.to_polars().schema
    assert list(empty.to_pandas().dtypes) == list(full.to_pandas().dtypes)


def test_what_is_not_known_changes_no_type() -> None:
    known, unknown = SAMPLES["record"](), SAMPLES["record without cards"]()
    assert unknown.to_polars().schema == known.to_polars().schema
    assert list(unknown.to_pandas().dtypes) == list(known.to_pandas().dtypes)
    dtypes = unknown.to_pandas().dtypes
    assert (str(dtypes["player_total"]), str(dtypes["player_pair"])) == ("Int8", "boolean")
    assert known.to_pandas()["player_total"].sum() == sum(
        result.player.total or 0 for result in bac.Record.deal(seed=7).results
    )


def test_of_results_that_are_all_alike_no_interval_of_money_is_told() -> None:
    """One session tells nothing of the others; an edge has its prices, which bound it."""
    one = bac.stake("flat", 1, seed=1, session=Session(bankroll=50, coups=1))
    dealt = bac.simulate(1, 1, fresh=True)
    assert (one.row()["low"], one.row()["high"]) == (None, None)
    table = dealt.to_polars()
    assert (table["low"] < table["high"]).all()
    json: Any = one.as_json()
    assert (json["mean_simulated"]["low"], json["mean_simulated"]["high"]) == (None, None)
    # What a unit won lies where the law of the bet spreads it, which is known.
    assert json["won_simulated"]["low"] < -1.0106 < json["won_simulated"]["high"]


def test_how_sessions_end_stands_beside_how_long_they_are() -> None:
    found = bac.stake("martingale", 200, session=Session(coups=50))
    row: dict[str, Any] = found.row()
    ends = {name: share for name, share in row.items() if name.startswith("ended_")}
    assert sum(ends.values()) == pytest.approx(1)
    assert ends["ended_coups"] == found.ledger.ends["coups"] / 200
    assert found.to_polars()["coups"][0] == found.ledger.mean("coups") > 40


def test_a_difference_of_small_numbers_may_be_negative() -> None:
    for framed in (SAMPLES["record"](), SAMPLES["tally"](), next(bac.coups(2, 7))):
        frame: Any = framed.to_polars()
        lost = frame.filter(polars.col("winner") == "banker")
        assert (lost["player_total"] - lost["banker_total"]).max() < 0
        inside = framed.to_pandas()
        lost = inside[inside["winner"] == "banker"]
        assert (lost["player_total"] - lost["banker_total"]).max() < 0


def test_an_edge_is_exact_beside_its_float() -> None:
    """Summed from another frame, that of the 400 cells."""
    table = bac.odds(decks=6)
    cells = table.tally.to_pandas().groupby("winner", observed=True)["count"].sum()
    total = sum(map(int, cells))
    banker, player = (Fraction(int(cells[side]), total) for side in ("banker", "player"))
    told = {row["name"]: row for row in table.to_arrow().to_pylist()}
    assert Fraction(told["banker"]["edge_fraction"]) == player - banker * Fraction(19, 20)
    assert Fraction(told["banker"]["probability_fraction"]) == banker
    assert told["banker"]["edge"] == float(player - banker * Fraction(19, 20))
    tiers = table["banker"].to_polars().to_dicts()
    won = (
        Fraction(each["net_fraction"]) * Fraction(each["probability_fraction"]) for each in tiers
    )
    assert -sum(won) == Fraction(told["banker"]["edge_fraction"])


def test_a_number_of_more_than_64_bits_stays_whole() -> None:
    tally = bac.Tally.of([(bac.deal("Kh 9d 5c 4s 8h").outcome(), 10**30)])
    assert tally.to_arrow()["count"].to_pylist() == [Decimal(10**30)]
    assert tally.to_polars()["count"].to_list() == [Decimal(10**30)]
    assert tally.to_pandas()["count"].tolist() == [Decimal(10**30)]
    huge = bac.Tally.of([(bac.deal("Kh 9d 5c 4s 8h").outcome(), 10**38)])
    with pytest.raises(
        BadValue, match=r"^count: a number in a frame can have at most 38 digits; use rows"
    ):
        huge.to_arrow()
    assert huge.rows()[0]["count"] == 10**38


def test_the_largest_seeds_and_shoes_stay_whole() -> None:
    found = bac.count_cards(PLAY, 2, seed=SEEDS - 1)
    assert found.to_pandas()["seed"].tolist() == found.to_polars()["seed"].to_list() == [SEEDS - 1]
    coup = bac.deal("Kh 9d 5c 4s 8h")
    plan = Plan(2, first=SEEDS - 4, apart=3)
    batch = bac.Coups.of(plan, [(None, [coup]), (None, [coup, coup])], None)
    numbers = [SEEDS - 4, SEEDS - 1, SEEDS - 1]
    assert batch.to_pandas()["shoe"].tolist() == batch.to_polars()["shoe"].to_list() == numbers
    assert batch.columns["shoe"].tolist() == numbers


@pytest.mark.parametrize("depth", [None, *list(bac.Depth)[1:]])
def test_coups_are_those_that_are_dealt_plainly(depth: bac.Depth | None) -> None:
    def card(hand: bac.Hand, place: int) -> str | None:
        if depth is None or place >= len(hand):
            return None
        return str(hand.cards[place].at(depth))

    dealt = [
        {
            "shoe": number,
            "coup": turn,
            "winner": str(coup.winner or "tie").lower(),
            "player_total": coup.player.total,
            "banker_total": coup.banker.total,
            "player_cards": len(coup.player),
            "banker_cards": len(coup.banker),
            **{f"player_{place + 1}": card(coup.player, place) for place in range(3)},
            **{f"banker_{place + 1}": card(coup.banker, place) for place in range(3)},
        }
        for number in range(3)
        for turn, entry in enumerate(bac.Record.deal(seed=7, number=number).entries, start=1)
        if (coup := entry.coup) is not None
    ]
    stream = bac.coups(3, 7, cards=depth)
    assert next(stream).total == len(dealt) > 200  # taking a batch changes no table
    told = stream.to_arrow()
    assert told.to_pylist() == [{name: row[name] for name in told.column_names} for row in dealt]
    assert len(told.column_names) == (7 if depth is None else 13)
    assert told.schema == table_of_rows(coup_columns(depth), []).schema
    assert plain(stream.to_pandas()) == stream.to_polars().to_dicts() == told.to_pylist()


def test_a_stream_tells_what_it_is() -> None:
    assert repr(bac.coups(2, 7)) == "<batches of coups: 2 shoes of seed 7>"


def test_a_stream_is_read_batch_by_batch() -> None:
    stream = bac.coups(100, 7, engine="reference", fresh=True, cards="points")
    read = pyarrow.RecordBatchReader.from_stream(stream)
    assert read.schema == stream.to_arrow().schema
    assert read.read_all().equals(stream.to_arrow().combine_chunks())
    assert polars.DataFrame(stream).equals(stream.to_polars())
    wide = one_table({"number": "int64"}, [])
    assert (wide.num_rows, wide.column_names) == (0, ["number"])


def test_flat_columns_are_not_copied() -> None:
    """The address of an array is that of Arrow's memory."""
    batch = next(bac.coups(20, 7))
    flat = batch._flat()
    told = table_of_arrays(coup_columns(None), flat)
    for name in ("shoe", "coup", "player_total", "banker_cards"):
        assert told[name].chunk(0).buffers()[1].address == flat[name].ctypes.data
    assert told["winner"].chunk(0).indices.buffers()[1].address == flat["winner"].ctypes.data


def test_files_of_coups_hold_the_same(tmp_path: Path) -> None:
    write_records(Plan(2, 7), tmp_path / "coups.parquet")
    file = polars.read_parquet(tmp_path / "coups.parquet")
    frame = bac.coups(2, 7, cards="cards").to_polars()
    assert file.columns == list(COLUMNS)
    for name in ("shoe", "coup", "player_total", "banker_total"):
        assert file[name].equals(frame[name])
    written = [f"{row['player']} | {row['banker']}" for row in file.to_dicts()]
    cards = frame.select(polars.concat_str("^player_[123]$", separator=" ", ignore_nulls=True))
    assert [each.partition(" | ")[0] for each in written] == cards.to_series().to_list()


def written(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def as_text(rows: list[dict[str, object]], names: set[str]) -> list[dict[str, str]]:
    return [
        {name: "" if row[name] is None else str(row[name]) for name in row if name in names}
        for row in rows
    ]


def test_the_csv_of_a_count_is_its_frame(tmp_path: Path) -> None:
    file = tmp_path / "count.csv"
    asked = ("dragon-7", "--shoes", "20", "--seed", "7", "--tags", TAGS, "--trigger", "4")
    printed("count", *asked, "--csv", file)
    frame = bac.count_cards(PLAY, 20, 7).to_polars()
    assert written(file) == as_text(frame.to_dicts(), set(frame.columns))


def test_the_csv_of_sessions_begins_with_their_frame(tmp_path: Path) -> None:
    file = tmp_path / "stake.csv"
    printed("stake", "martingale", "--sessions", "50", "--seed", "7", "--csv", file)
    frame = bac.stake("martingale", 50, 7).to_polars()
    columns = set(frame.columns)
    told = [{name: row[name] for name in row if name in columns} for row in written(file)]
    assert told == as_text(frame.to_dicts(), columns)


def test_what_was_paid_is_what_the_guest_has() -> None:
    frame = table().paid.to_pandas()
    assert frame["won"].sum() == table().bankroll - 1_000
    assert frame["coup"].tolist() == [1, 1, 2, 2, 3, 3]
    for _, row in frame.iterrows():
        coup = bac.Coup.parse(f"{row['player']} | {row['banker']}").finish()
        line = bac.settle(coup, [Wager(row["spot"], row["stake"])]).lines[0]
        assert (line.won, line.kept) == (row["won"], row["kept"])


def test_a_chronicle_that_begins_in_a_shoe_counts_its_coups_on() -> None:
    chronicle = Chronicle(table())
    after = chronicle.follow([Place("tie", 5), Deal()])
    while after.phase is Phase.DEALING:
        after = chronicle.follow([Draw()], after)
    assert chronicle.paid.wagers == after.paid.wagers[-1:]
    assert chronicle.paid.wagers[0].coup == 4


@pytest.mark.parametrize("library", ["pyarrow", "pandas", "polars"])
def test_a_missing_library_is_told_in_one_line(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "find_spec", lambda name: None if name == library else object())
    found = bac.statistics("BPT")
    ask = {"pyarrow": found.to_arrow, "pandas": found.to_pandas, "polars": found.to_polars}[library]
    extra = {"pyarrow": "data"}.get(library, library)
    with pytest.raises(Missing, match=rf"{library}: .*baccarat\[{extra}\]'$"):
        ask()


def test_no_other_room_loads_these_libraries() -> None:
    """Also not by a name in quotation marks, which the import contract does not see."""
    named = re.compile(
        r"[\"'](pyarrow|pandas|polars)[\"'.]|^\s*(import|from) (pyarrow|pandas|polars)", re.M
    )
    found = {path.name for path in SOURCE.rglob("*.py") if named.search(path.read_text("utf-8"))}
    assert found == {"frames.py", "parquet.py"}  # an archive is a file of Arrow's


@pytest.mark.parametrize("guess", ["to_df", "to_dataframe", "to_frame", "as_arrow"])
def test_another_name_is_told(guess: str) -> None:
    meant = "to_arrow" if guess == "as_arrow" else "to_pandas"
    with pytest.raises(AttributeError, match=f"'{meant}'"):
        getattr(bac.odds(), guess)
