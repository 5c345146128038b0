"""The written shoe as a table."""

import pytest
from recorded import SOUND

from baccarat.base.errors import UnknownName
from baccarat.core.coup import Coup
from baccarat.core.record import BadRecord, Entry, Record, read_csv, write_csv
from baccarat.core.result import parse_results


def test_a_table_looks_like_this() -> None:
    assert write_csv(Record.parse(SOUND)) == (
        "coup,player,banker,winner,player_total,banker_total,player_pair,banker_pair,wagers\n"
        "1,Kh 5c 8h,9d 4s,T,3,3,no,no,\n"
        "2,9h Kd,2c 3d,P,9,5,no,no,player=20 banker=100 lucky-6:12/23=5\n"
        "3,,,B,4,7,,,\n"
        "4,,,T,,,,,\n"
    )


def test_columns_may_be_left_out_or_stand_elsewhere() -> None:
    record = read_csv("banker,player\n9d 4s,Kh 5c 8h\n")
    assert record.entries == (Entry.of(Coup.parse("Kh 5c 8h | 9d 4s")),)
    assert read_csv("winner\nB\np\n").entries == tuple(map(Entry.of, parse_results("BP")))


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "the table is empty"),
        ("winner,colour\n", 1, 2, "not a column: 'colour'"),
        ("winner,winner\n", 1, 2, "the column winner is there twice"),
        ("winner,coup\nB\n", 2, 1, "expected 2 cells, not 1"),
        ("winner\nB,1\n", 2, 1, "expected 1 cells, not 2"),
        ("coup,winner\n1,B\n3,P\n", 3, 1, "coup: expected 2, not '3'"),
        ("coup,winner\n1,B\n2,X\n", 3, 2, "winner: not a result: 'X'"),
        ("coup,winner\n1,\n", 2, 2, "winner: expected B, P or T"),
        ("winner,player_total,banker_total\nB,7,4\n", 2, 1, "winner: B is not the result of 7"),
        ("winner,player_total\nB,10\n", 2, 2, "player_total: not a total: '10'"),
        ("winner,banker_pair\nB,maybe\n", 2, 2, "banker_pair: not yes or no"),
        ("winner,wagers\nB,player=x\n", 2, 2, "wagers: not a stake"),
        ("winner,wagers\nB,pl@yer=5\n", 2, 2, "wagers: not a spot"),
        ("player,banker\nKh 5c 8z,9d 4s\n", 2, 1, "player: not a card: '8z'"),
        ("player,banker\nKh 5c 8h,\n", 2, 2, "banker: both hands, or neither"),
        ("player,banker\nKh 5c,9d 4s\n", 2, 1, "player: the tableau forbids"),
        ("player,banker\nKh,9d 4s\n", 2, 1, "player: Player cannot have 1"),
        ("player,banker,winner\nKh 5c 8h,9d 4s,B\n", 2, 3, "winner: the cards say T"),
        ("player,banker,player_total\nKh 5c 8h,9d 4s,4\n", 2, 3, "player_total: the cards say 3"),
        ("player,banker,banker_pair\nKh 5c 8h,9d 4s,yes\n", 2, 3, "banker_pair: the cards say no"),
        ('winner\n"B\n', 2, 1, "not a table"),
        ('winner\n"B"x\n', 2, 1, "not a table"),
        (f"winner\n{'B' * 200_000}\n", 2, 1, "not a table: field larger"),
        ("winner\n\x00\n", 2, 1, "winner: "),
    ],
)
def test_a_broken_table_is_refused_with_line_and_cell(
    text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        read_csv(text)
    assert str(caught.value).startswith(f"line {line}, column {column}: {words}")


def test_a_table_of_too_many_cards_is_refused() -> None:
    rows = "9h Kd,2c 3d\n" * 2
    with pytest.raises(BadRecord) as caught:
        read_csv(f"player,banker\n{rows}", decks=1)
    assert (caught.value.line, caught.value.column) == (3, 1)
    assert "9h" in caught.value.fault
    with pytest.raises(UnknownName):
        read_csv("winner\nB\n", "chess")
