"""The roads say what the casino's rule says, sit where a display puts them, and can be undone."""

import json
import re
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat import Side
from baccarat.errors import BadText, BadValue, CoupError, Refused
from baccarat.result import BY_LETTER, FILE, Known, Result, parse_results, write_results
from baccarat.roads import Colour, Derived, Scoreboard, derived_road, lay_out, streaks
from baccarat.rules import Rules, deal, deal_shoe

DATA = Path(__file__).parents[1] / "data"
VECTORS = [json.loads(line) for line in (DATA / "roads.jsonl").read_text().splitlines()]
ROADS = {Derived.BIG_EYE: "big_eye", Derived.SMALL: "small", Derived.COCKROACH: "cockroach"}

sequences = st.text("BPT", max_size=90).map(parse_results)
# Few letters in long runs: dragons, stacked dragons and their tails.
dragons = st.lists(st.tuples(st.sampled_from("BPT"), st.integers(1, 14)), max_size=12).map(
    lambda runs: parse_results("".join(letter * times for letter, times in runs))
)


def state(board: Scoreboard) -> tuple[object, ...]:
    """Everything a board shows."""
    derived = [board.derived[road].marks for road in Derived]
    return board.results, board.bead, board.big, board.leading_ties, derived, board.depths


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['kind']}-{vector['id']}")
def test_every_cell_of_every_road_is_rebuilt(vector: dict[str, object]) -> None:
    """450 sequences on which two independent implementations of the casino rules agree."""
    board = Scoreboard(parse_results(str(vector["seq"])))
    logical = [column for column, depth in enumerate(board.depths) for _ in range(depth)]
    cells = [
        [*mark.place, column, mark.result.letter, len(mark.ties)]
        for mark, column in zip(board.big, logical, strict=True)
    ]
    assert cells == vector["big"]
    for road, name in ROADS.items():
        marks = board.derived[road].marks
        assert "".join(str(colour) for _, colour in marks) == vector[name]
        assert [[*place, str(colour)] for place, colour in marks] == vector[f"{name}_grid"]
    assert len(board.leading_ties) == vector["leading_ties"]


@given(sequences | dragons, st.integers(1, 8))
def test_a_live_board_says_what_the_whole_sequence_says(results: list[Result], rows: int) -> None:
    board = Scoreboard(results, rows)
    assert list(board.depths) == streaks(results)
    assert [mark.place for mark in board.big] == lay_out(streaks(results), rows)
    for road in Derived:
        colours = derived_road(streaks(results), road)
        assert list(board.derived[road].colours) == colours
        runs = streaks([BY_LETTER["B" if colour is Colour.RED else "P"] for colour in colours])
        assert list(board.derived[road].places) == lay_out(runs, rows)


def test_what_a_board_hands_out_does_not_change_it() -> None:
    board = Scoreboard("BPBBPPBPT")
    depths, derived = board.depths, board.derived
    big_eye = derived[Derived.BIG_EYE]
    handed_out: Any = derived
    handed_out.clear()
    board.add("P")
    assert (depths, board.depths) == ((1, 1, 2, 2, 1, 1), (1, 1, 2, 2, 1, 2))
    assert len(board.derived[Derived.BIG_EYE].colours) == len(big_eye.colours) + 1 == 7
    for attribute in ("depths", "derived"):
        with pytest.raises(AttributeError):
            setattr(board, attribute, ())


@given(sequences | dragons, sequences)
def test_undo_undoes(results: list[Result], more: list[Result]) -> None:
    board = Scoreboard(results)
    before = state(Scoreboard(results))
    for result in more:
        board.add(result)
    assert [board.undo() for _ in more] == more[::-1]
    assert state(board) == before


@given(sequences | dragons)
def test_asking_tells_what_the_next_win_will_mark(results: list[Result]) -> None:
    board = Scoreboard(results)
    for side in Side:
        asked = board.ask(side)
        counts = [len(board.derived[road].colours) for road in Derived]
        board.add(Result(side))
        for road, count, colour in zip(Derived, counts, asked, strict=True):
            assert board.derived[road].colours[count:] == (() if colour is None else (colour,))
        board.undo()


@given(sequences | dragons)
def test_the_two_answers_come_together_and_are_opposite(results: list[Result]) -> None:
    board = Scoreboard(results)
    for banker, player in zip(board.ask(Side.BANKER), board.ask(Side.PLAYER), strict=True):
        assert (banker is None) == (player is None)
        assert banker is None or player is banker.other


@given(dragons, st.integers(1, 8))
def test_no_two_marks_share_a_cell_and_none_leaves_the_grid(
    results: list[Result], rows: int
) -> None:
    places = lay_out(streaks(results), rows)
    assert len(set(places)) == len(places)
    assert all(0 <= row < rows and column >= 0 for column, row in places)


@given(sequences)
def test_ties_change_nothing_but_their_own_marks(results: list[Result]) -> None:
    wins = [result for result in results if result.winner is not None]
    board, plain = Scoreboard(results), Scoreboard(wins)
    assert [mark.place for mark in board.big] == [mark.place for mark in plain.big]
    for road in Derived:
        assert board.derived[road].marks == plain.derived[road].marks
    ties = len(board.leading_ties) + sum(len(mark.ties) for mark in board.big)
    assert ties == len(results) - len(wins)


def test_a_dragon_tail_never_turns_down_again() -> None:
    # Eight Banker wins turn at the bottom; six Player wins turn on top of that tail.
    assert lay_out([8, 7])[6:8] == [(1, 5), (2, 5)]
    assert lay_out([8, 7])[8:] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]


def test_a_new_streak_skips_columns_whose_top_is_taken() -> None:
    assert lay_out([3, 1], rows=1) == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_there_is_nothing_to_undo_on_an_empty_board() -> None:
    with pytest.raises(Refused, match="no coup to undo"):
        Scoreboard().undo()
    with pytest.raises(BadValue, match="at least one row"):
        Scoreboard(rows=0)


# Results


def test_a_result_knows_what_its_coup_tells() -> None:
    result = Result.of(deal("Kh 9d Kd 4s 8h"))
    assert result.winner is Side.PLAYER
    assert result.player == Known(total=8, cards=3, start=0, third=8, is_pair=True)
    assert result.banker == Known(total=3, cards=2, start=3, third=None, is_pair=False)
    assert (result.margin, result.equal_start) == (5, False)


def test_what_is_not_known_is_none() -> None:
    bare, points = Result.parse("B"), Result.of(deal("0 9 5 4 8"))
    assert (bare.margin, bare.equal_start, bare.player.is_natural) == (None, None, None)
    assert points.player.is_pair is None
    assert points.banker.is_natural is False
    assert Known(total=5).is_natural is False
    assert Known(total=9).is_natural is None
    assert Known(total=9, cards=2).is_natural is True
    assert Known(cards=3).is_natural is False


@pytest.mark.parametrize(("winner", "player", "banker"), [("P", 3, 7), ("B", 7, 3), ("T", 1, 2)])
def test_a_winner_must_have_the_higher_total(winner: str, player: int, banker: int) -> None:
    with pytest.raises(CoupError, match=f"{winner} is not the result of {player} against {banker}"):
        Result(Result.parse(winner).winner, Known(total=player), Known(total=banker))


@given(sequences)
def test_a_sequence_reads_back(results: list[Result]) -> None:
    assert parse_results(write_results(results)) == results


@given(st.text())
def test_any_text_is_a_sequence_or_a_complaint_with_its_place(text: str) -> None:
    try:
        parse_results(text)
    except BadText as complaint:
        assert str(complaint).startswith(
            "a file's name" if FILE.fullmatch(text.strip()) else "line "
        )
        assert "\n" not in str(complaint)
    else:
        read = [word for word in re.split(r"[\s,;]+", text) if not _is_a_word(word)]
        letters = normalize("NFKD", "".join(read).upper())
        assert {x for x in letters if not combining(x)} <= set("BPT庄莊闲閒閑和平")


def _is_a_word(word: str) -> bool:
    """Whether it is one of the words for a result, such as `JUGADOR`."""
    try:
        return len(word) > 1 and bool(Result.parse(word))
    except BadText:
        return False


def test_a_bad_letter_is_told_with_its_line_and_column() -> None:
    with pytest.raises(BadText, match="line 2, column 4: not a result: 'X'"):
        parse_results("BPT\nBB X")


def test_pairs_and_naturals_of_a_real_shoe_reach_the_board() -> None:
    coups = list(deal_shoe(Rules().shoe(seed=7)))
    board = Scoreboard(map(Result.of, coups))
    assert [result.player.is_pair for _, result in board.bead] == [c.player.is_pair for c in coups]
