"""The roads say what the casino's rule says, sit where a display puts them, and can be undone."""

import json
import re
from collections.abc import Callable
from copy import copy
from functools import cache
from itertools import groupby, product
from typing import Any
from unicodedata import combining, normalize

import pytest
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st

from baccarat import Side, coups
from baccarat.base.errors import BadText, BadValue, CoupError, Refused
from baccarat.core.result import BY_LETTER, FILE, Known, Result, parse_results, write_results
from baccarat.core.roads import (
    Colour,
    Derived,
    GridPlace,
    Scoreboard,
    Tail,
    derived_road,
    lay_out,
    streaks,
)
from baccarat.core.rules import Rules, deal, deal_shoe

DATA = ROOT / "tests" / "data"
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


@given(sequences | dragons, st.integers(1, 8), st.sampled_from(Tail))
def test_a_live_board_says_what_the_whole_sequence_says(
    results: list[Result], rows: int, tail: Tail
) -> None:
    board = Scoreboard(results, rows, tail)
    assert list(board.depths) == streaks(results)
    assert [mark.place for mark in board.big] == lay_out(streaks(results), rows, tail)
    for road in Derived:
        colours = derived_road(streaks(results), road)
        assert list(board.derived[road].colours) == colours
        runs = streaks([BY_LETTER["B" if colour is Colour.RED else "P"] for colour in colours])
        assert list(board.derived[road].places) == lay_out(runs, rows, tail)


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


@given(sequences | dragons, sequences | dragons, st.sampled_from(Tail))
def test_undo_undoes(results: list[Result], more: list[Result], tail: Tail) -> None:
    board = Scoreboard(results, tail=tail)
    before = state(Scoreboard(results, tail=tail))
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


def compared(decisions: str, back: int) -> tuple[int, str]:
    """As a croupier compares columns: the decisions before the first mark, and the marks."""
    columns: list[int] = []
    marks = ""
    start = len(decisions)
    for at, decision in enumerate(decisions):
        goes_down = at > 0 and decision == decisions[at - 1]
        if goes_down:
            columns[-1] += 1
        else:
            columns.append(1)
        # A new column looks at the streak that ended, a longer one at its row and the row above.
        newest = len(columns) - (1 if goes_down else 2)
        if newest - back >= 0:
            depth, other = columns[newest], columns[newest - back]
            is_red = (other >= depth) == (other >= depth - 1) if goes_down else depth == other
            marks += "R" if is_red else "B"
            start = min(start, at)
    return start, marks


@pytest.mark.parametrize("road", Derived)
def test_fair_decisions_make_a_derived_road_of_fair_coins(road: Derived) -> None:
    """All rows of twelve decisions: from its first mark on, each row of colours comes once."""
    roads: dict[str, list[str]] = {}
    for row in product("BP", repeat=12):
        decisions = "".join(row)
        start, marks = compared(decisions, road)
        assert marks == "".join(map(str, derived_road(streaks(parse_results(decisions)), road)))
        roads.setdefault(decisions[:start], []).append(marks)
    for before, rows in roads.items():
        every = ["".join(colours) for colours in product("BR", repeat=12 - len(before))]
        assert sorted(rows) == every


@given(dragons, st.integers(1, 8), st.sampled_from(Tail))
def test_no_two_marks_share_a_cell_and_none_leaves_the_grid(
    results: list[Result], rows: int, tail: Tail
) -> None:
    places = lay_out(streaks(results), rows, tail)
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


def test_a_dragon_tail_stays_in_its_row() -> None:
    # Eight Banker wins turn at the bottom; six Player wins turn on top of that tail.
    assert lay_out([8, 7])[6:8] == [(1, 5), (2, 5)]
    assert lay_out([8, 7])[8:] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]


def test_a_tail_that_falls_turns_down_where_the_tail_below_it_ends() -> None:
    stays, falls = lay_out([8, 10]), lay_out([8, 10], tail="falls")
    assert stays[13:] == [(2, 4), (3, 4), (4, 4), (5, 4), (6, 4)]
    assert falls[13:] == [(2, 4), (3, 4), (3, 5), (4, 5), (5, 5)]
    # Three tails on each other: the third falls twice, past each of the others.
    third = lay_out([12, 8, 12], tail="falls")[20:]
    assert third[:6] == [(2, 0), (2, 1), (2, 2), (2, 3), (3, 3), (4, 3)]
    assert third[6:] == [(5, 3), (5, 4), (6, 4), (7, 4), (7, 5), (8, 5)]


def streak_by_streak(lengths: list[int], rows: int, falls: bool) -> list[GridPlace]:
    """The same another way: a sheet of letters, and each streak as runs down and steps right."""
    sheet = [["."] * (sum(lengths) + 1) for _ in range(rows)]
    places: list[GridPlace] = []
    start = -1
    for length in lengths:
        start = sheet[0].index(".", start + 1)
        column, row, left, may_drop = start, 0, length, True
        while left:
            below = "".join(line[column] for line in sheet[row:])
            run = min(left, len(below.partition("x")[0])) if may_drop else 1
            for deeper in range(run):
                sheet[row + deeper][column] = "x"
                places.append((column, row + deeper))
            column, row, left, may_drop = column + 1, row + run - 1, left - run, falls
    return places


@cache
def dealt() -> list[list[Result]]:
    return [shoe for batch in coups(shoes=1_500, seed=7) for shoe in batch]


@pytest.mark.slow
@pytest.mark.parametrize("tail", Tail)
def test_both_tails_of_thousands_of_shoes_are_those_of_a_plainer_walk(tail: Tail) -> None:
    falls = tail is Tail.FALLS
    for shoe in dealt():
        board = Scoreboard(shoe, tail=tail)
        walked = streak_by_streak([len(list(run)) for _, run in groupby(_winners(shoe))], 6, falls)
        assert [mark.place for mark in board.big] == walked
        for road in board.derived.values():
            runs = [len(list(run)) for _, run in groupby(road.colours)]
            assert list(road.places) == streak_by_streak(runs, 6, falls)


@given(st.lists(st.integers(1, 20), max_size=12), st.integers(1, 8), st.booleans())
def test_long_streaks_fall_as_in_a_plainer_walk(lengths: list[int], rows: int, falls: bool) -> None:
    tail = "falls" if falls else "stays"
    assert lay_out(lengths, rows, tail) == streak_by_streak(lengths, rows, falls)


def test_the_house_rule_shows_on_the_big_road_of_one_shoe_in_a_hundred() -> None:
    shows = [lay_out(streaks(shoe)) != lay_out(streaks(shoe), tail="falls") for shoe in dealt()]
    assert 0.005 < sum(shows) / len(shows) < 0.015  # of 3,000 shoes: five errors are 0.009


def _winners(shoe: list[Result]) -> list[Side]:
    return [result.winner for result in shoe if result.winner is not None]


def test_a_tail_changes_places_alone() -> None:
    letters = "B" * 8 + "P" * 10 + "TB"
    stays, falls = Scoreboard(letters), Scoreboard(letters, tail="falls")
    assert (stays.tail, falls.tail) == (Tail.STAYS, Tail.FALLS)
    assert stays != falls == copy(falls)
    assert (stays.bead, stays.ask(Side.PLAYER)) == (falls.bead, falls.ask(Side.PLAYER))
    for road in Derived:
        assert stays.derived[road].colours == falls.derived[road].colours
    assert (stays.as_json()["tail"], falls.as_json()["tail"]) == ("stays", "falls")


@pytest.mark.parametrize("make", [Scoreboard, lambda tail: lay_out([1], tail=tail)])
def test_a_tail_that_no_house_has_is_one_line(make: Any) -> None:
    with pytest.raises(BadText, match=r"^not a tail: 'sideways' \(expected stays or falls\)$"):
        make(tail="sideways")
    assert Tail("Falls") is Tail.FALLS


def test_a_new_streak_skips_columns_whose_top_is_taken() -> None:
    assert lay_out([3, 1], rows=1) == [(0, 0), (1, 0), (2, 0), (3, 0)]


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


def beside_totals(winner: str, player: int, banker: int) -> Result:
    return Result(Result.parse(winner).winner, Known(total=player), Known(total=banker))


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: Scoreboard().undo(), Refused, "no coup to undo"),
        (lambda: Scoreboard(rows=0), BadValue, "at least one row"),
        (lambda: beside_totals("P", 3, 7), CoupError, "P is not the result of 3 against 7"),
        (lambda: beside_totals("B", 7, 3), CoupError, "B is not the result of 7 against 3"),
        (lambda: beside_totals("T", 1, 2), CoupError, "T is not the result of 1 against 2"),
        (lambda: parse_results("BPT\nBB X"), BadText, "line 2, column 4: not a result: 'X'"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


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
        assert {x for x in letters if not combining(x)} <= set(
            "BPTE庄莊闲閒閑和平"
        )  # É is a tie in French


def _is_a_word(word: str) -> bool:
    """Whether it is one of the words for a result, such as `JUGADOR`."""
    try:
        return len(word) > 1 and bool(Result.parse(word))
    except BadText:
        return False


def test_pairs_and_naturals_of_a_real_shoe_reach_the_board() -> None:
    coups = list(deal_shoe(Rules().shoe(seed=7)))
    board = Scoreboard(map(Result.of, coups))
    assert [result.player.is_pair for _, result in board.bead] == [c.player.is_pair for c in coups]
