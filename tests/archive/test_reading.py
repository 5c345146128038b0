"""Reading many shoes: every form and encoding, and everything that can be wrong with a file."""

import io
import json
import os
import random
import tracemalloc
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest
from fuzz_records import mutated, texts
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat import Record
from baccarat.archive import forms, lines
from baccarat.archive.archive import Archive
from baccarat.archive.forms import plain_shoes
from baccarat.archive.parquet import GROUP, archive_file
from baccarat.archive.reading import MOST_KEPT, ReadingReport, import_shoes
from baccarat.base.errors import BadText
from baccarat.core.record import write_csv
from baccarat.core.record.formats import Format
from baccarat.core.result import _words

SOUND = texts()
DEALT = [Record.deal(seed=7, number=number) for number in range(3)]


def read(data: bytes | str, **options: str) -> tuple[list[str], list[str], Archive]:
    """The letters of the shoes in a file, what was refused, and the archive."""
    parts: list[Archive] = []
    given = data.encode() if isinstance(data, str) else data
    report = import_shoes([io.BytesIO(given)], parts.append, **options)  # type: ignore[arg-type]
    archive = Archive.joined(parts)
    assert (report.shoes, report.coups) == (len(archive), archive.coups)
    letters = [archive.letters(shoe) for shoe in range(len(archive))]
    refused = [str(refusal).removeprefix("standard input, ") for refusal in report.refusals]
    return letters, refused, archive


def entries(archive: Archive) -> list[object]:
    return [record.entries for record in archive]


@pytest.mark.parametrize("form", [Format.SHOE, Format.JSON])
def test_records_stand_one_behind_the_other(form: Format) -> None:
    _, refused, archive = read("\n".join(map(form.write, DEALT)))
    assert (entries(archive), refused) == ([record.entries for record in DEALT], [])
    assert archive.numbers.tolist() == [1, 2, 3]


def test_json_may_have_a_record_on_each_line() -> None:
    text = "".join(json.dumps(record.as_json()) + "\n" for record in DEALT)
    assert entries(read(text)[2]) == [record.entries for record in DEALT]
    cut = text.splitlines(keepends=True)
    cut[1] = cut[1][:200] + "\n"
    letters, refused, archive = read("".join(cut))
    assert (len(letters), archive.numbers.tolist()) == (2, [1, 3])
    assert refused[0].startswith("line 2: not JSON")


def test_tables_of_ours_stand_one_behind_the_other_or_have_a_column_of_shoes() -> None:
    tables = [write_csv(record) for record in DEALT]
    assert entries(read("".join(tables))[2]) == [record.entries for record in DEALT]
    rows = [(number, row) for number, table in enumerate(tables) for row in table.splitlines()[1:]]
    marked = "".join(f"{number},{row}\n" for number, row in rows)
    heading = tables[0].splitlines()[0]
    assert entries(read(f"shoe,{heading}\n{marked}")[2]) == [record.entries for record in DEALT]


def test_a_bad_row_costs_one_shoe() -> None:
    table = "shoe,winner,player_total\n1,B,4\n1,T,\n2,B,11\n2,P,\n3,T,3\n"
    letters, refused, _ = read(table)
    assert letters == ["BT", "T"]
    assert refused == ["line 4: player_total: not a total: '11'"]


@pytest.mark.parametrize(
    ("text", "options", "letters"),
    [
        ("BPT\nbp\n", {}, ["BPT", "BP"]),
        ("Banker Player, Tie\n庄闲和\n", {}, ["BPT", "BPT"]),
        ("B\nP\n\nBanker\nT\nBPP\n", {}, ["BP", "BT", "BPP"]),
        ("1 2 3\n2\n1\n", {"codes": "1=B 2=P 3=T"}, ["BPT", "PB"]),
        ("BP\r\nPB\rTT", {}, ["BP", "PB", "TT"]),
        ("winner\nB\nP\n", {}, ["BP"]),
        ("Time;Winner\n9:01;Banker\n9:02;闲\n", {}, ["BP"]),
        ("靴号,结果\n1,庄\n1,和\n2,闲\n", {}, ["BT", "P"]),
        ("shoe,result\n1,1\n2,2\n", {"codes": "1=B 2=P"}, ["B", "P"]),
        ("Result\nB\n\nWinner;x\nP;1\n", {}, ["B", "P"]),
        ('winner,note\nB,"a, ""b"""\nP,\n', {}, ["BP"]),
    ],
)
def test_letters_and_tables_of_casinos(
    text: str, options: dict[str, str], letters: list[str]
) -> None:
    assert read(text, **options)[:2] == (letters, [])


@pytest.mark.parametrize(
    "encoding", ["utf-8-sig", "gbk", "big5", "utf-16", "utf-16-le", "shift_jis"]
)
def test_encodings(encoding: str) -> None:
    text = "shoe,結果\n1,庄\n1,和\n2,B\n"
    if encoding == "gbk":
        text = "shoe,结果\n1,庄\n1,和\n2,B\n"
    word = "莊" if encoding == "big5" else "庄" if encoding != "shift_jis" else "B"
    data = text.replace("庄", word).encode(encoding)
    assert read(data, encoding=encoding)[:2] == (["BT", "B"], [])
    if encoding in ("utf-16", "utf-8-sig"):
        with_mark = io.BufferedReader(io.BytesIO(data))
        parts: list[Archive] = []
        assert import_shoes([with_mark], parts.append).refused == 0
        assert sum(map(len, parts)) == 2


@pytest.mark.parametrize(
    "above", ["results", "# Monday", "; Monday\n# B P", "Table 5, Monday", "shoes of May:", '"a']
)
@pytest.mark.parametrize("shoes", ["BPT\nPP\n", "Banker Player Tie\n庄 庄\n"])
def test_a_line_above_letters_is_refused_alone(above: str, shoes: str) -> None:
    letters, refused, _ = read(f"{above}\n\n{shoes}")
    assert letters == read(shoes)[0]
    assert [line.partition(":")[0] for line in refused] == [
        f"line {line}" for line in range(1, 2 + above.count("\n"))
    ]


def test_a_comment_above_our_notation_is_no_line_above_letters() -> None:
    text = f"; Monday\n{DEALT[0]}"
    assert entries(read(text)[2]) == [DEALT[0].entries]


LONG = "BPTBBPPT" * 20
HOSTILE = [
    ("", ": nothing is written at its beginning"),
    ("PAR1\0\0", ": not a text"),
    ("hello\nworld\n", 'line 1: expected [Baccarat "1"] first'),
    (LONG, "line 1: a shoe of 8 decks has at most 104 coups"),
    ("\n".join(LONG), "line 1: a shoe of 8 decks has at most 104 coups"),
    ("winner\n" + "\n".join(LONG), "line 2: a shoe of 8 decks has at most 104 coups"),
    ("BPT\nB1T\n", "line 2: column 2: not a result: '1' (expected B, P or T"),
    (b"BPT\nB\xffT\n", "line 2: not UTF-8: say which encoding it is"),
    ("时间,结果\n9:01,1\n", "line 2: not a result: '1' (expected B, P or T"),
    ("结果\n1\n赢家;x\n1;2\n", "line 3: another table begins here, and codes hold for one table"),
    ('winner\n"B\nP\n', "line 2: not a table: unexpected end of data"),
    ("winner,winner\nB,P\n", "line 1: the column winner is there twice"),
    ("Winner;Result\nB;P\n", "line 1: more than one column is named winner or result"),
    ("coup,wrong,winner\n", "line 1: not a column: 'wrong'"),
    ('[Baccarat "1"]\n\n1. B\n', "the record is cut short: no 'end' line"),
    ('[Baccarat "1"]\n\n1. B\n[Baccarat "1"]\n\n1. X\nend 1\n', "cut short"),
    ('{"game": "punto-banco", "entries": [{"winner": "red"}]}', "line 1: coup 1: winner: expected"),
    ("{" * 3000, "line 1: not JSON"),
    ('{"game": [' * 2000, "line 1: not a record: its parts are nested too deeply"),
    ("B" * (lines.MOST_LINE + 9), "line 1: the line is longer than 1,048,576 bytes"),
]


@pytest.mark.parametrize(("data", "fault"), HOSTILE, ids=[fault for _, fault in HOSTILE])
def test_a_fault_names_its_line(data: bytes | str, fault: str) -> None:
    options = {"codes": "1=B 2=P 3=T"} if "赢家" in str(data) else {}
    refused = read(data, **options)[1]
    assert fault in refused[0].replace("standard input", "")
    assert all("\n" not in line for line in refused)


@pytest.mark.parametrize(("first", "second"), list(product(HOSTILE[4:8], repeat=2)))
def test_good_shoes_around_faults_are_read(
    first: tuple[bytes | str, str], second: tuple[bytes | str, str]
) -> None:
    files = [first[0], "BPT\nPPB\n", second[0], "\n".join(map(str, DEALT))]
    parts: list[Archive] = []
    streams = [io.BytesIO(file.encode() if isinstance(file, str) else file) for file in files]
    report = import_shoes(streams, parts.append)
    read_alone = [len(read(file)[0]) for file in files]
    assert report.shoes == sum(read_alone) >= 5
    assert report.refused == sum(len(read(file)[1]) for file in files) >= 2


@given(
    st.lists(st.text("BPT", min_size=3, max_size=5), min_size=2, max_size=6),
    st.integers(0, 99),
    st.sampled_from(["note", "shoe", "line", "bytes"]),
)
@examples(60)
def test_a_row_that_cannot_be_read_costs_only_the_shoes_that_may_hold_it(
    shoes: list[str], place: int, where: str
) -> None:
    """A stray quotation mark in a cell, a note of two lines, or a line in another encoding."""
    owners = [number for number, shoe in enumerate(shoes) for _ in shoe]
    rows = [f"{owner},{letter}," for owner, letter in zip(owners, "".join(shoes), strict=True)]
    place %= len(rows)
    tail = {"note": '"Bob', "line": '"two\nlines"'}.get(where, "")
    head = {"shoe": '"', "bytes": "\xff"}.get(where, "")
    rows[place] = head + rows[place] + tail
    data = "\n".join(["shoe,winner,note", *rows, ""]).encode("latin-1")
    letters, refused, _ = read(data)
    owner = owners[place]
    may_hold = {owner}
    if where in ("shoe", "bytes"):  # the row's shoe is unknown: it may be that before or behind
        may_hold |= set(owners[max(0, place - 1) : place + 2])
    kept = [shoe for number, shoe in enumerate(shoes) if number not in may_hold]
    assert letters == kept
    assert any(line.startswith(f"line {place + 2}: not ") for line in refused)


letters_lines = st.lists(st.text("BPTbpt ,;\t", max_size=12), max_size=30)


@given(letters_lines, st.sampled_from(["\n", "\r\n", "\r"]), st.integers(1, 40))
@examples(60)
def test_the_fast_path_reads_what_the_plain_reader_reads(
    rows: list[str], end: str, block: int
) -> None:
    data = end.join(["BP", *rows]).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "BLOCK", block)
        quick = read(data)
        patch.setattr(forms, "plain_shoes", lambda block, most: None)
        assert read(data) == quick


def test_no_word_for_a_result_is_read_as_letters() -> None:
    assert [word for word in _words() if len(word) > 1 and set(word) <= set("bpt ,;")] == []
    assert plain_shoes(b"BPT\nB\n", 104) is None


@given(st.integers(0, 10**6))
@examples(60)
def test_accidents_bring_nothing_but_refusals(seed: int) -> None:
    dice, sound = random.Random(seed), SOUND
    data = "\n".join(mutated(dice, sound) for _ in range(3)).encode("utf-8", "surrogatepass")
    _, refused, archive = read(data)
    assert len(refused) <= MOST_KEPT
    again = Archive.of(archive)
    assert again.cards.tolist() == archive.cards.tolist()
    assert again.winners.tolist() == archive.winners.tolist()


class Endless(io.RawIOBase):
    """A large file that no disk holds: one piece again and again."""

    def __init__(self, piece: bytes, size: int) -> None:
        self.piece, self.left = piece, size

    def read(self, size: int = -1) -> bytes:
        size = min(size, self.left)
        self.left -= size
        return (self.piece * (1 + size // len(self.piece)))[:size]


@pytest.mark.parametrize("piece", [b"B", b"BPT\n", b'{"', b'"', b"\xff"])
def test_memory_is_bounded_whatever_comes(piece: bytes) -> None:
    assert read_endless(piece, 60 * 10**6) < 60 * 10**6


BY_LINES = [
    *(b"B\n" * 9 + b"X" * 9, b"X\n", b"\r", b"\n[Baccarat", b'{"\n'),
    *(b'winner,"' + b"\n" * 50, b"x;winner\nB;P\n"),
]


@pytest.mark.parametrize("piece", BY_LINES)
def test_memory_does_not_grow_with_what_is_read_line_by_line(piece: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "BLOCK", 4_000)
        patch.setattr(forms, "MOST_TEXT", 4_000)
        assert read_endless(piece, 100_000) < 500_000


def read_endless(piece: bytes, size: int) -> int:
    """The most memory that reading such a file takes."""
    read("BPT\n")  # what stays in memory is loaded before
    tracemalloc.start()
    import_shoes([Endless(piece, size)], lambda part: None)  # type: ignore[list-item]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def tree(folder: Path) -> Iterator[tuple[str, str]]:
    """Files in folders, with names that appear twice, hidden files, and one that cannot be read."""
    for name, text in {
        "a/monday.txt": "BPT\nPP\n",
        "b/monday.txt": "BB\n",
        "b/.hidden": "TTT\n",
        ".git/config": "TTT\n",
        "c/bad.txt": "BXT\n",
        "c/line\nbreak.csv": "winner\nT\n",
    }.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        yield name, text


def test_folders_are_read_in_order_and_sources_have_names_without_paths(tmp_path: Path) -> None:
    list(tree(tmp_path))
    (tmp_path / "c" / "gone").symlink_to(tmp_path / "nowhere")
    parts: list[Archive] = []
    report = import_shoes([tmp_path, tmp_path / "missing"], parts.append)
    archive = Archive.joined(parts)
    assert archive.source_names == ("monday.txt", "monday.txt (2)", "line?break.csv")
    assert [archive.letters(shoe) for shoe in range(4)] == ["BPT", "PP", "BB", "T"]
    assert [(refusal.source, refusal.line) for refusal in report.refusals] == [
        ("bad.txt", 1),
        ("missing", 0),
    ]
    assert str(tmp_path) not in "".join(map(str, report.refusals))


def test_an_exported_archive_is_imported_as_the_same_bytes(tmp_path: Path) -> None:
    list(tree(tmp_path))
    (tmp_path / "dealt.shoe").write_text("".join(map(str, DEALT)), "utf-8")

    def imported(path: Path, name: str) -> bytes:
        into = tmp_path / ".imported" / name
        into.parent.mkdir(exist_ok=True)
        with archive_file(into) as write:
            assert import_shoes([path], write).refused <= 1
        return into.read_bytes()

    first = imported(tmp_path, "first.parquet")
    archive = Archive.load(tmp_path / ".imported" / "first.parquet")
    exported = tmp_path / ".imported" / "exported.shoe"
    exported.write_text("\n".join(map(str, archive)), "utf-8")
    assert imported(exported, "second.parquet") == first
    assert imported(tmp_path / ".imported" / "first.parquet", "third.parquet") == first


def test_a_report_keeps_the_first_refusals_and_every_rest_and_counts_all() -> None:
    report = import_shoes([io.BytesIO(b"BP\n" + b"X\n" * 5000)], lambda part: None)
    assert isinstance(report, ReadingReport)
    assert (report.refused, len(report.refusals)) == (1001, MOST_KEPT + 1)
    assert report.refusals[-1].line == 1001
    assert report.refusals[-1].fault == "the rest is left out after 1000 faults in a row"


def test_folders_that_are_not_read_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(tree(tmp_path))
    (tmp_path / "d").symlink_to(tmp_path / "a")
    look = os.scandir

    def guarded(path: str) -> Any:
        if Path(path).name == "b":
            raise PermissionError(13, "Permission denied", path)
        return look(path)

    monkeypatch.setattr(os, "scandir", guarded)
    linked = ("d", "a link to a folder: name the folder itself")
    locked = ("b", "the folder cannot be read: Permission denied")
    for paths, expected in (([tmp_path], [linked, locked]), ([tmp_path / "b"], [locked])):
        report = import_shoes(paths, lambda part: None)
        refusals = [(refusal.source, refusal.fault) for refusal in report.refusals]
        assert [refusal for refusal in refusals if refusal[0] in "bd"] == expected
    assert import_shoes([tmp_path / "d"], lambda part: None).shoes == 2


def test_an_archive_that_is_broken_in_its_middle_is_read_in_part(tmp_path: Path) -> None:
    path = tmp_path / "shoes.parquet"
    dice = random.Random(1)
    letters = ["".join(dice.choices("BPT", k=9)) for _ in range(GROUP + 9)]
    Archive.read([io.BytesIO("\n".join(letters).encode())])[0].save(path)
    winners = parquet.ParquetFile(path).metadata.row_group(1).column(4)
    data = bytearray(path.read_bytes())
    data[winners.data_page_offset + winners.total_compressed_size - 1] ^= 255
    path.write_bytes(data)
    report = import_shoes([path], lambda part: None)
    assert (report.shoes, report.refused) == (GROUP, 1)
    assert report.refusals[0].fault.startswith("read in part: not a sound archive of shoes: ")


def test_wrong_codes_are_refused_before_anything_is_read() -> None:
    with pytest.raises(BadText, match="not a code"):
        import_shoes(["missing"], lambda part: None, codes="1=X")
