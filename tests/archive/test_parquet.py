"""The file of an archive: what was written is read, and broken files get one line."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat import Record, coups
from baccarat.archive.archive import Archive
from baccarat.archive.parquet import GROUP, archive_file, archive_parts
from baccarat.base.errors import FileTrouble
from baccarat.core.record.inspector import EVERY_KIND

TYPED = '[Baccarat "2"]\n[Decks "6"]\n\n1. B 4-7 +P -B\n2. P 7-3 P2 B3:5+8\n3. T\nend 3\n'
SHOES = Archive.joined(
    [
        Archive.of([Record.of("BPT"), Record.of(""), Record.parse(TYPED)], ["a", "b", "a"]),
        *(Archive.of_coups(next(coups(shoes=4, seed=7, cards=depth))) for depth in (None, "cards")),
        Archive.of([Record.deal("ez", seed=1)], numbers=[17]),
    ]
)


@given(st.lists(st.integers(0, len(SHOES) - 1), max_size=20))
@examples(10)
def test_what_was_written_is_read(tmp_path_factory: Any, shoes: list[int]) -> None:
    path = tmp_path_factory.mktemp("archive") / "shoes.parquet"
    archive = SHOES.only(np.array(shoes, int))
    archive.save(path)
    assert Archive.load(path) == archive


def test_every_code_of_a_card_is_read_back(tmp_path: Path) -> None:
    codes = np.resize(np.arange(len(EVERY_KIND) + 1, dtype=np.uint8), (13, 6))
    archive = Archive(**{**vars(Archive.of([Record.of("B" * 13)])), "cards": codes})
    archive.save(tmp_path / "codes.parquet")
    assert Archive.load(tmp_path / "codes.parquet").cards.tolist() == codes.tolist()
    column = parquet.read_table(tmp_path / "codes.parquet")["cards"][0].as_py()
    words = [column[place : place + 2].rstrip("-") for place in range(0, len(column), 2)]
    assert words[: len(EVERY_KIND) + 1] == ["", *map(str, EVERY_KIND)]


def test_the_bytes_do_not_depend_on_how_the_shoes_came(tmp_path: Path) -> None:
    dice = random.Random(1)
    letters = ["".join(dice.choices("BPT", k=dice.randrange(90))) for _ in range(GROUP + 50)]
    archive = Archive.of(map(Record.of, letters[:50])).only(np.arange(GROUP + 50) % 50)
    archive.save(tmp_path / "whole.parquet")
    with archive_file(tmp_path / "parts.parquet") as write:
        for first in range(0, len(archive), 1000):
            write(archive.only(np.arange(first, min(first + 1000, len(archive)))))
    whole = (tmp_path / "whole.parquet").read_bytes()
    assert whole == (tmp_path / "parts.parquet").read_bytes()
    assert [len(part) for part in archive_parts(tmp_path / "whole.parquet")] == [GROUP, 50]


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "shoes.parquet"
    SHOES.save(path)
    before = path.read_bytes()

    def stopped(part: Archive) -> None:
        with archive_file(path) as write:
            write(part)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped(SHOES)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@given(st.integers(0, 10**6), st.integers(1, 255), st.booleans())
@examples(40)
def test_a_broken_file_is_read_as_it_was_or_gets_one_line(
    tmp_path_factory: Any, place: int, change: int, is_cut: bool
) -> None:
    path = tmp_path_factory.mktemp("broken") / "shoes.parquet"
    SHOES.save(path)
    data = bytearray(path.read_bytes())
    place %= len(data)
    data[place] ^= change
    path.write_bytes(data[:place] if is_cut else data)
    try:
        Archive.load(path)
    except FileTrouble as trouble:
        assert str(trouble).startswith(f"{path}: ")
        assert "\n" not in str(trouble)


def forged(path: Path, **columns: Any) -> Path:
    """An archive of one shoe with other columns; None leaves a column out."""
    Archive.of([Record.of("BPT")]).save(path)
    table = parquet.read_table(path).to_pydict()
    kept = {name: column for name, column in (table | columns).items() if column is not None}
    parquet.write_table(arrow.table(kept), path)
    return path


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ({"winners": None}, "it lacks the column winners"),
        ({"winners": ["BPX"]}, "'X' is written where a fact of a coup must be"),
        ({"winners": [None]}, "the source, number, game, decks or winners of a shoe are missing"),
        ({"player_totals": ["12"]}, "player_totals: 2 characters for 3 coups"),
        ({"cards": ["Kh" * 18 + "K"]}, "cards: 37 characters for 3 coups"),
        ({"decks": [13]}, "decks: the values must be 1 to 12"),
        ({"decks": [300]}, "not in range"),
        ({"number": [-1]}, "numbers: the values must be 0 to"),
        ({"source": ["a\nb"]}, "not a name"),
        ({"game": ["x" * 300]}, "not a name"),
    ],
)
def test_a_forged_file_gets_one_line(columns: Any, fault: str, tmp_path: Path) -> None:
    path = forged(tmp_path / "forged.parquet", **columns)
    with pytest.raises(FileTrouble) as trouble:
        Archive.load(path)
    assert fault in str(trouble.value)
    assert str(trouble.value).startswith(f"{path}: not a sound archive of shoes: ")


def test_a_table_with_other_types_of_text_is_read(tmp_path: Path) -> None:
    path = forged(
        tmp_path / "other.parquet", player_totals=arrow.array(["??7"]).dictionary_encode()
    )
    assert Archive.load(path).player_totals.tolist() == [-1, -1, 7]


def test_a_name_without_the_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileTrouble, match=r"use a name that ends in \.parquet"):
        SHOES.save(tmp_path / "shoes.csv")
    assert list(tmp_path.iterdir()) == []
