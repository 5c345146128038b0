"""Reading our notation: strictly with the place of a fault, or leniently with what was repaired."""

import contextlib
import pickle
import runpy

import pytest
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st
from recorded import COUPS, HEADER, SOUND
from sample_sizes import examples

from baccarat.base.errors import BaccaratError
from baccarat.core.record import BadRecord, Record, read, read_csv
from baccarat.core.result import write_results

# Strict reading complains with the place

BROKEN = [
    # what is replaced, by what, line, column, words
    (SOUND, "", 1, 1, 'expected [Baccarat "1"] first'),
    ('[Baccarat "1"]\n', "", 1, 1, 'expected [Baccarat "1"] first'),
    ('[Baccarat "1"]', '[Baccarat "3"]', 1, 12, "unknown version '3': this reader knows 1 and 2"),
    ('[Baccarat "1"]', '\ufeff[Baccarat "1"]', 1, 1, "a byte order mark"),
    ('"14"]\n', '"14"]\r\n', 4, 15, "a carriage return"),
    ('[Game "punto-banco"]', '[Game "chess"]', 2, 8, "unknown game: 'chess'"),
    ('[Game "punto-banco"]', '[Game "punto-banco]', 2, 1, "not a tag"),
    ('[Game "punto-banco"]', "[Game punto-banco]", 2, 1, "not a tag"),
    ('[Game "punto-banco"]', '  [Game "punto-banco"', 2, 3, "not a tag"),
    ('[Game "punto-banco"]', '[Game "a\\nb"]', 2, 1, "not a tag"),
    ('[Game "punto-banco"]', '[Game "a\u0007b"]', 2, 9, "cannot be printed"),
    ('[Decks "8"]', '[Decks "0"]', 3, 9, "1 to 12 decks, not 0"),
    ('[Decks "8"]', '[Decks "13"]', 3, 9, "not 13"),
    ('[Decks "8"]', '[Decks "08"]', 3, 9, "not a whole number: '08'"),
    ('[Decks "8"]', f'[Decks "{"9" * 5000}"]', 3, 9, "not a whole number"),
    ('[Decks "8"]', '[Decks "8"]\n[Decks "8"]', 4, 1, "the tag Decks is given twice"),
    ('[CutCard "14"]', '[CutCard "417"]', 4, 11, "0 to 416 cards from the end, not 417"),
    ('[LastCoup "A"]', '[LastCoup "D"]', 5, 12, "expected A, B, C or two numbers"),
    ('[Burn "5d"]', '[Burn "5D"]', 6, 8, "'5D' is written 5d"),
    ('[Burn "5d"]', '[Burn "1z"]', 6, 8, "not a card: '1z'"),
    ('[Burn "5d"]', '[Burning "no"]\n[Burn "5d"]', 7, 8, "the rules burn no card"),
    ('[Burn "5d"]', '[Burning "perhaps"]', 6, 11, "yes or no"),
    ('[Burn "5d"]', '[Cut "9"]', 6, 7, "10 to 406, not 9"),
    ('[Burn "5d"]', '[Seed "18446744073709551616"]', 6, 8, "from 0 to 2^64 - 1"),
    ('[Burn "5d"]', '[Shoe "3"]', 6, 8, "a shoe number needs a seed"),
    ('[Burn "5d"]', '[GuestSeed "me"]', 6, 13, "need a commitment"),
    ('[Burn "5d"]', '[Commitment "abc"]', 6, 14, "64 hexadecimal digits"),
    ("1. Kh", "2. Kh", 9, 1, "expected the number '1.', not '2.'"),
    ("1. Kh", "Kh", 9, 1, "expected the number '1.', not 'Kh'"),
    ("3. B", "4. B", 11, 1, "expected the number '3.', not '4.'"),
    ("9d 4s", "9d 4z", 9, 18, "not a card: '4z'"),
    ("9d 4s", "9d 10s", 9, 18, "'10s' is written Ts"),
    ("9d 4s", "9d 4♠", 9, 18, "'4♠' is written 4s"),
    ("Kh 5c", "kh 5c", 9, 4, "'kh' is written Kh"),
    ("9d 4s", "9d", 9, 4, "Player cannot have 3 cards while Banker has 1"),
    ("9d 4s", "9d 4s 2c", 9, 4, "the tableau forbids"),
    ("5c 8h |", "5c 8h 2c |", 9, 4, "at most three cards"),
    ("8h | 9d", "8h 9d", 9, 4, "expected Player's hand | Banker's hand"),
    ("8h | 9d", "8h || 9d", 9, 4, "expected Player's hand | Banker's hand"),
    ("8h | 9d", "8h, | 9d", 9, 10, "not a card: '8h,'"),
    ("9d 4s  T", "9d 4s …  T", 9, 21, "not a card: '…'"),
    ("T 3-3", "B 3-3", 9, 22, "the cards say T 3-3"),
    ("T 3-3", "T 3-4", 9, 22, "the cards say T 3-3"),
    ("T 3-3", "t 3-3", 9, 22, "not a card: 't'"),
    ("T 3-3", "TP 3-3", 9, 22, "not a card: 'TP'"),
    ("T 3-3", "T 3-3 +P", 9, 22, "the cards say that Player has no pair"),
    ("T 3-3", "T 3-3 3-3", 9, 28, "unexpected '3-3'"),
    ("  T 3-3\n", "\n", 9, 20, "the winner is missing"),
    ("B 4-7", "B 7-4", 11, 4, "B is not the result of 7 against 4"),
    ("B 4-7", "B 4-10", 11, 6, "unexpected '4-10'"),
    ("B 4-7", "B 4-7 +P +P", 11, 13, "unexpected '+P'"),
    ("B 4-7", "X", 11, 4, "not a card: 'X'"),
    ("B 4-7", "", 11, 3, "the winner is missing"),
    ("{player=20 ", "{player ", 10, 26, "not a wager: 'player'"),
    ("{player=20 ", "{player=two ", 10, 26, "not a stake: 'two'"),
    ("{player=20 ", "{player=0 ", 10, 26, "a stake must be 1 to"),
    ("{player=20 ", "{pl@yer=20 ", 10, 26, "not a spot"),
    ("=5}", "=5", 10, 62, "the wagers have no '}'"),
    ("=5}", "=5} }", 10, 64, "unexpected '}'"),
    ("{player=20 banker=100 lucky-6:12/23=5}", "{}", 10, 25, "no wager"),
    ("4. T", "4. T\n[Date \"1953\"]", 13, 1, "tags stand before the first coup"),
    ("end 4", "end 5", 13, 5, "there are 4 coups, not '5'"),
    ("end 4", "end", 13, 1, "there are 4 coups, not ''"),
    ("end 4", "en", 13, 1, "expected the number '5.', not 'en'"),
    ("end 4\n", "", 13, 1, "the record is cut short: no 'end' line"),
    (COUPS, "", 9, 1, "the record is cut short: no 'end' line"),
    ("end 4\n", "end 4\n5. T\n", 14, 1, "something follows the 'end' line"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "column", "words"), BROKEN)
def test_strict_reading_complains_with_the_place(
    old: str, new: str, line: int, column: int, words: str
) -> None:
    assert SOUND.count(old) == 1
    with pytest.raises(BadRecord) as caught:
        Record.parse(SOUND.replace(old, new))
    complaint = caught.value
    assert words in str(complaint)
    assert str(complaint).startswith(f"line {line}, column {column}: ")
    assert (complaint.line, complaint.column) == (line, column)
    assert "\n" not in str(complaint)
    assert str(pickle.loads(pickle.dumps(complaint))) == str(complaint)


@given(st.integers(0, len(SOUND) - 2))
def test_a_file_cut_anywhere_is_noticed(length: int) -> None:
    with pytest.raises(BadRecord):
        Record.parse(SOUND[:length])


# Lenient reading says what it repaired

REPAIRED = [
    ('[Baccarat "1"]', '\ufeff[Baccarat "1"]', ["line 1, column 1: a byte order mark: left out"]),
    ("end 4\n", "", ["line 13, column 1: the record is cut short: no 'end' line: taken as the"]),
    ("end 4", "end 40", ["line 13, column 5: there are 4 coups, not '40': corrected"]),
    ("1. Kh", "1) Kh", ["line 9, column 1: expected the number '1.', not '1)': numbered anew"]),
    ("1. Kh", "Kh", ["line 9, column 1: expected the number '1.', not 'Kh': numbered"]),
    ("T 3-3", "t 3-3", ["line 9, column 22: 't' is written T: rewritten"]),
    ("T 3-3", "B 3-3", ["line 9, column 22: the cards say T 3-3: corrected"]),
    ("T 3-3", "T 4-4", ["line 9, column 22: the cards say T 3-3: corrected"]),
    ("T 3-3", "T 3:3", ["line 9, column 24: '3:3' is written with '-': rewritten"]),
    ("T 3-3", "", ["line 9, column 20: the winner is missing (expected B, P or T): taken from"]),
    ("T 3-3", "T 3-3 hurrah", ["line 9, column 28: unexpected 'hurrah': left out"]),
    ("Kh 5c", "kH 5C", ["line 9, column 4: 'kH' is written Kh", "line 9, column 7: '5C' is"]),
    ("Kh 5c", "Kh, 5c", ["line 9, column 6: a stray comma: left out"]),
    ("8h | 9d", "8h || 9d", ["line 9, column 14: a stray bar: left out"]),
    ("9d 4s ", "9d 4s |", ["line 9, column 21: a stray bar: left out"]),
    ("=5}", "=5", ["line 10, column 62: the wagers have no '}': closed"]),
    ("end 4\n", "end 4\nend 4\n", ["line 14, column 1: something follows the 'end' line: line le"]),
    ('[Baccarat "1"]\n', "", ['line 1, column 1: expected [Baccarat "1"] first: read as that ver']),
    ('[Baccarat "1"]', '[Baccarat "9"]', ["line 1, column 12: unknown version '9'"]),
    (
        '[Decks "8"]',
        '[Decks "88"]',
        ["line 3, column 9: a shoe must have 1 to 12 decks, not 88: left"],
    ),
    ('[Decks "8"]', '[Decks 8]', ["line 3, column 1: not a tag"]),
    ('[Decks "8"]', '[Decks "8"]\n[Decks "1"]', ["line 4, column 1: the tag Decks is given twice"]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), REPAIRED)
def test_lenient_reading_repairs_and_says_so(old: str, new: str, told: list[str]) -> None:
    assert SOUND.count(old) == 1
    record, repairs = read(SOUND.replace(old, new), lenient=True)
    assert record == Record.parse(SOUND)
    assert len(repairs) == len(told)
    for repair, words in zip(repairs, told, strict=True):
        assert repair.startswith(words)


def test_lenient_reading_leaves_out_what_cannot_be_repaired() -> None:
    text = SOUND.replace("2c 3d", "2c 3z").replace("\n", "\r\n")
    record, repairs = read(text, lenient=True)
    assert write_results(record.results) == "TBT"
    assert repairs == [
        "line 1, column 15: a carriage return: lines end in a line feed alone: left out",
        "line 10, column 15: not a card: '3z' (expected e.g. '9h', 'Td' or '10d'): line left out",
    ]


def test_lenient_reading_needs_no_header() -> None:
    record, repairs = read("1. Kh 5c 8h | 9d 4s T\n2. b\nend 2", lenient=True)
    assert (record.game, write_results(record.results)) == ("punto-banco", "TB")
    assert repairs[0] == 'line 1, column 1: expected [Baccarat "1"] first: read as punto-banco'
    assert repairs[1:] == ["line 2, column 4: 'b' is written B: rewritten"]


@pytest.mark.parametrize("cut", ["2. 9h Kd | 2c 3", "2. 9h Kd | 2c 3d", "2. P {player=2", "2. 9"])
def test_a_last_line_that_was_cut_is_left_out(cut: str) -> None:
    record, repairs = read(f"{HEADER}\n1. T 3-3\n{cut}", lenient=True)
    assert write_results(record.results) == "T"
    assert len(repairs) == 2
    assert repairs[0].endswith(": line left out")
    assert "cut short" in repairs[1]


def test_a_line_left_out_does_not_make_the_others_wrongly_numbered() -> None:
    record, repairs = read(SOUND.replace("2. 9h", "2. zz"), lenient=True)
    assert len(record.entries) == 3
    assert len(repairs) == 1


@pytest.mark.parametrize(
    "text", ["", "\n\n", "; nothing", "Lorem ipsum\ndolor", f"{HEADER}\n1. zz"]
)
def test_lenient_reading_complains_when_nothing_is_left(text: str) -> None:
    with pytest.raises(BadRecord):
        read(text, lenient=True)


def test_what_was_repaired_can_be_read_strictly() -> None:
    text = "1. kh,5c,8h | 9d,4s\n3. 10h 9c | 2h 3h p 9:5\nbanco!\n9. t"
    record, repairs = read(text, lenient=True)
    assert write_results(record.results) == "TPT"
    assert Record.parse(str(record)) == record
    assert len(repairs) == 12


# Whatever the file, nothing but our own error


@examples(120)
@given(st.text() | st.text('[]"|{};.?-+ \n0123456789KhBPTend,=', max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for attempt in (lambda: read(text), lambda: read(text, True), lambda: read_csv(text)):
        with contextlib.suppress(BaccaratError):
            attempt()


@pytest.mark.slow
def test_thousands_of_mutated_files_raise_nothing_but_our_own_error() -> None:
    fuzz = runpy.run_path(str(ROOT / "tests" / "fuzz_records.py"))["fuzz"]
    *_, counts = fuzz(1500, seed=1)
    assert all(counts.values())
    assert len(counts) == 5
