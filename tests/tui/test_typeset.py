"""Text in cells: where lines end, and what is done where there is no room."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from baccarat.tui.draw.typeset import CUT, cut, fitting, pair, wrapped

TEXTS = st.text(st.sampled_from("abc 閒莊ー"), max_size=30)


def test_words_are_wrapped_whole_and_wide_ones_between_signs() -> None:
    assert wrapped("", 10) == []
    assert wrapped("Banco gagne", 5) == ["Banco", "gagne"]
    assert wrapped("abcdefgh", 3) == ["abc", "def", "gh"]
    assert wrapped("閒8點、莊9點。莊贏。", 8) == ["閒8點、", "莊9點。", "莊贏。"]
    assert wrapped("プレイヤー8 バンカー9。", 12) == ["プレイヤー8", "バンカー9。"]
    assert wrapped("ab", 0) == wrapped("ab", 2) == ["ab"]
    for columns in range(2, 30):
        assert all(cell_len(line) <= columns for line in wrapped("閒8點、莊9點 wins。", columns))


def test_a_text_keeps_its_own_lines() -> None:
    assert wrapped("one two\n\nthree", 4) == ["one", "two", "", "thre", "e"]


def test_no_line_ends_at_a_space_that_holds_a_number_together() -> None:
    assert wrapped("Gain\u00a0: 5\u202f000 jetons", 8) == ["Gain\u00a0:", "5\u202f000", "jetons"]


@given(TEXTS, st.integers(0, 40))
def test_a_text_is_cut_only_where_there_is_no_room_and_says_so(text: str, columns: int) -> None:
    kept = cut(text, columns)
    assert cell_len(kept) <= columns
    assert kept == text or not kept or kept.endswith(CUT)
    assert (kept == text) is (cell_len(text) <= columns)


@given(st.lists(TEXTS, min_size=1, max_size=3), st.integers(0, 40))
def test_the_first_form_for_which_there_is_room_is_taken(texts: list[str], columns: int) -> None:
    forms = [text for text in texts if cell_len(text) <= columns]
    assert fitting(texts, columns) == (forms[0] if forms else cut(texts[-1], columns))


@given(st.lists(TEXTS, max_size=2), st.lists(TEXTS, max_size=2), st.integers(0, 40))
def test_two_texts_beside_each_other_keep_apart(
    lefts: list[str], rights: list[str], columns: int
) -> None:
    left, right = pair(lefts, rights, columns)
    assert left in (*lefts, "")
    assert right in (*rights, "")
    assert cell_len(left) + cell_len(right) + bool(left and right) <= columns
