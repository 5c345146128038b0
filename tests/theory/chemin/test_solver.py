"""The solver meets the published solutions, and a second one that goes another way."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from flint import fmpq
from hypothesis import assume, given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BaccaratError, BadText, BadValue
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Move, Tableau
from baccarat.theory import polytope
from baccarat.theory.chemin.as_text import letters, write_solution
from baccarat.theory.chemin.certificate import check
from baccarat.theory.chemin.model import MODELS
from baccarat.theory.chemin.payoffs import Payoffs, payoffs
from baccarat.theory.chemin.solver import Solution, solve
from baccarat.theory.polytope import dimension_of, optimal_set

DEALT_OUT = ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]
WHOLLY_FREE = Tableau((Move.FREE,) * 8, CHEMIN_DE_FER.banker)

# Ethier & Gámez, arXiv 1305.5468: rows 0 to 7; D draws, S stands, * and † are told apart below.
PUBLISHED_OPEN_A1 = """
    0 D D D D D D D D D D D
    1 D D D D D D D D D D D
    2 D D D D D D D D D D D
    3 D D D D D D D D S * D
    4 S * D D D D D D S S D
    5 S S S S * D D D S S D
    6 S S S S S S D D S S *
    7 S S S S S S S S S S S
"""
PUBLISHED_OPEN_B3 = {
    "": """
    0 D D D D D D D D D D D
    1 D D D D D D D D D D D
    2 D D D D D D D D D D D
    3 D D D D D D D D S * D
    4 S S D D D D D D S S D
    5 S S S S * D D D S S D
    6 S S S S S S D D S S *
    7 S S S S S S S S S S S
    """,
    "2,2 6,8 7,7": "4 S * D D D D D D S S D",
    "1,4 2,3": "5 S S S S S D D D S S D",
    "3,3": "6 S S S S S S * D S S *",
}
PUBLISHED_B3 = """
    0 D D D D D D D D D D D
    1 D D D D D D D D D D D
    2 D D D D D D D D D D D
    3 D D D D D D D D S D D
    4 S S D D D D D D S S D
    5 S S S S * D D D S S D
    6 S S S S S S D D S S †
    7 S S S S S S S S S S S
"""
FOOTNOTES_B3 = {
    ("0,5", "4"): Fraction(1),
    ("6,9", "4"): Fraction(1),
    ("7,8", "4"): Fraction(1),
    ("1,4", "4"): Fraction(0),
    ("2,3", "4"): Fraction(0),
    ("0,6", "-"): Fraction(18885571, 36781056),
    ("1,5", "-"): Fraction(0),
    ("2,4", "-"): Fraction(0),
    ("3,3", "-"): Fraction(0),
    ("7,9", "-"): Fraction(0),
    ("8,8", "-"): Fraction(1),
}


def read(table: str) -> dict[tuple[int, str], str]:
    """A printed table by total and column."""
    lines = [line.split() for line in table.strip().splitlines()]
    return {
        (int(line[0]), column): mark
        for line in lines
        for column, mark in zip("0123456789-", line[1:], strict=True)
    }


def total(hand: str) -> int:
    return sum(map(int, hand.split(","))) % 10


def test_model_a1_is_solved_as_published() -> None:
    """Kemeny & Snell 1957; Ethier & Gámez, arXiv 1305.5468."""
    solution = solve("A1")
    assert solution.ponte == {"5": Fraction(9, 11)}
    assert solution.value == Fraction(-679568, 53094899)
    assert len(solution.open_cells) == 4
    assert solution.is_unique
    settled = {"3|9": Fraction(1), "4|1": Fraction(0), "5|4": Fraction(1)}
    settled["6|-"] = Fraction(859, 2288)
    assert {cell: solution.banquier[cell] for cell in settled} == settled
    for (row, column), mark in read(PUBLISHED_OPEN_A1).items():
        cell = f"{row}|{column}"
        assert (mark == "*") == (cell in solution.open_cells)
        if mark != "*":
            assert solution.banquier[cell] == (mark == "D")


def test_model_b3_with_six_decks_is_solved_as_published() -> None:
    """Ethier & Gámez, arXiv 1305.5468, every cell."""
    solution = solve("B3", decks=6)
    assert solution.value == Fraction(-73356216203119, 5712649844821920)
    assert solution.ponte == {
        "0,5": 1,
        "1,4": Fraction(35003, 74880),
        "2,3": 0,
        "6,9": 1,
        "7,8": 1,
    }
    assert solution.is_unique
    table = read(PUBLISHED_B3)
    for cell, draws in solution.banquier.items():
        hand, _, column = cell.partition("|")
        mark = table[total(hand), column]
        assert draws == (FOOTNOTES_B3[hand, column] if mark in "*†" else (mark == "D"))


def test_strict_dominance_leaves_the_published_cells_of_b3_open() -> None:
    """Ethier & Gámez, arXiv 1305.5468: 18 cells with six decks."""
    solution = solve("B3", decks=6)
    assert len(solution.open_cells) == 18
    general = read(PUBLISHED_OPEN_B3[""])
    special = {
        hand: read(line) for hands, line in PUBLISHED_OPEN_B3.items() for hand in hands.split()
    }
    for cell, draws in solution.banquier.items():
        hand, _, column = cell.partition("|")
        mark = special.get(hand, general)[total(hand), column]
        assert (mark == "*") == (cell in solution.open_cells)
        if mark != "*":
            assert draws == (mark == "D")


@pytest.mark.parametrize("decks", [1, 2, 3, 6, 8, 9, 13])
@pytest.mark.parametrize("name", ["B1", "B2"])
def test_b1_and_b2_have_one_solution_for_every_number_of_decks(name: str, decks: int) -> None:
    """Ethier & Gámez, arXiv 1305.5468."""
    assert solve(name, decks).is_unique


@pytest.mark.parametrize(("name", "ponte", "banquier"), [("A2", 0, 5), ("A3", 4, 5), ("A4", 4, 0)])
def test_endless_models_that_see_more_have_many_solutions_of_one_value(
    name: str, ponte: int, banquier: int
) -> None:
    """The value of A1: in an endless deck the composition of one's own hand says nothing more.

    The same argument gives the sets: all that matters is the mean over the hands of one total.
    """
    solution = solve(name)
    assert solution.value == solve("A1").value
    assert not solution.is_unique
    assert (solution.ponte_set.dimension, solution.banquier_set.dimension) == (ponte, banquier)
    for who, seen, mean in (
        (solution.ponte_set, "{}", Fraction(9, 11)),
        (solution.banquier_set, "{}|-", Fraction(859, 2288)),
    ):
        if not who.dimension:
            continue
        total_of_hands = 5 if who is solution.ponte_set else 6
        weights = {
            seen.format(f"{a},{b}"): (1 + (a != b)) * (4 if a == 0 else 1) * (4 if b == 0 else 1)
            for a in range(10)
            for b in range(a, 10)
            if (a + b) % 10 == total_of_hands
        }
        assert set(who.names) == set(weights)
        assert who.corners == corners_by_hand([weights[name] for name in who.names], mean)


def corners_by_hand(weights: Sequence[int], mean: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """The corners of a cube cut by one plane: all but one coordinate are 0 or 1."""
    corners = set()
    for place in range(len(weights)):
        for ends in product((0, 1), repeat=len(weights) - 1):
            point = [Fraction(a) for a in (*ends[:place], 0, *ends[place:])]
            rest = mean * sum(weights) - sum(w * a for w, a in zip(weights, point, strict=True))
            point[place] = rest / weights[place]
            if 0 <= point[place] <= 1:
                corners.add(tuple(point))
    return tuple(sorted(corners))


# A second solver: the ponte's own linear program, by a plain simplex tableau in Fractions.


def second_value(game: Payoffs) -> Fraction:
    """The most that the ponte can make sure of."""
    cells = []
    point = [Fraction(0)] * (1 + len(game.ponte))
    point[0] += game.fixed[0] - game.fixed[1]
    for win, lose in zip(game.win, game.lose, strict=True):
        stand, draw = ([a - b for a, b in zip(win[m], lose[m], strict=True)] for m in (0, 1))
        gains = [
            sum(
                d - s
                for k, (s, d) in enumerate(zip(stand, draw, strict=True))
                if k == 0 or x[k - 1]
            )
            for x in product((0, 1), repeat=len(game.ponte))
        ]
        if min(gains) >= 0 or max(gains) <= 0:  # for the value, weak dominance will do
            chosen = stand if min(gains) >= 0 else draw
            point = [a + b for a, b in zip(point, chosen, strict=True)]
        else:
            cells.append((stand, draw))
    # max Σ point · x + Σ z with z ≤ stand(x), z ≤ draw(x), x ≤ 1; z is lifted above 0.
    size = len(game.ponte)
    lifts = [sum(abs(a) for line in cell for a in line) for cell in cells]
    rows, right = [], []
    for n, (cell, lift) in enumerate(zip(cells, lifts, strict=True)):
        for line in cell:
            z = [Fraction(n == k) for k in range(len(cells))]
            rows.append([*(Fraction(-a) for a in line[1:]), *z])
            right.append(Fraction(line[0] + lift))
    for i in range(size):
        rows.append([Fraction(i == k) for k in range(size + len(cells))])
        right.append(Fraction(1))
    best = plain_simplex([*point[1:], *[Fraction(1)] * len(cells)], rows, right)
    return (point[0] + best - sum(lifts)) / game.total


def plain_simplex(
    gain: Sequence[Fraction], rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]
) -> Fraction:
    """The largest gain · v with rows · v ≤ right and v ≥ 0, where right ≥ 0."""
    height = len(rows)
    table = [
        [*row, *(Fraction(i == k) for k in range(height)), b]
        for i, (row, b) in enumerate(zip(rows, right, strict=True))
    ]
    goal = [*(-g for g in gain), *[Fraction(0)] * height, Fraction(0)]
    basis = [len(gain) + i for i in range(height)]
    while any(a < 0 for a in goal[:-1]):
        column = next(k for k, a in enumerate(goal) if a < 0)
        ratios = [
            (line[-1] / line[column], basis[i], i)
            for i, line in enumerate(table)
            if line[column] > 0
        ]
        _, _, pivot = min(ratios)
        divisor = table[pivot][column]
        table[pivot] = [a / divisor for a in table[pivot]]
        for line in (*(t for i, t in enumerate(table) if i != pivot), goal):
            if factor := line[column]:
                line[:] = [a - factor * b for a, b in zip(line, table[pivot], strict=True)]
        basis[pivot] = column
    return goal[-1]


@st.composite
def shoes(draw: st.DrawFn, most: int = 16) -> Composition:
    counts = draw(st.lists(st.integers(0, most), min_size=10, max_size=10))
    assume(sum(counts) >= 6)
    return Composition(tuple(counts))


@pytest.mark.slow
@examples(6)
@given(shoes(), st.sampled_from(DEALT_OUT))
def test_a_second_solver_finds_the_same_value_in_any_shoe(shoe: Composition, name: str) -> None:
    solution = solve(name, composition=shoe)
    assert solution.value == second_value(payoffs(name, composition=shoe))
    check(solution.certificate.dump())


@pytest.mark.parametrize("name", ["A1", "B1", "B2", "B4"])
def test_a_second_solver_finds_the_same_value_of_whole_decks(name: str) -> None:
    decks = None if name.startswith("A") else 6
    assert solve(name, decks).value == second_value(payoffs(name, decks))


@pytest.mark.slow
@examples(10)
@given(shoes(), st.sampled_from(["A1", "A2", "B1", "B2"]))
def test_where_the_ponte_has_one_probability_a_walk_over_its_kinks_agrees(
    shoe: Composition, name: str
) -> None:
    """A concave function made of straight pieces is highest at an end or at a kink."""
    game = payoffs(name, composition=shoe)
    lines = []
    for win, lose in zip(game.win, game.lose, strict=True):
        lines.append([[a - b for a, b in zip(win[m], lose[m], strict=True)] for m in (0, 1)])
    kinks = {Fraction(0), Fraction(1)}
    for (s, slope), (d, other) in lines:
        if slope != other and 0 <= (x := Fraction(d - s, slope - other)) <= 1:
            kinks.add(x)
    heights = {x: sum(min(a + b * x for a, b in pair) for pair in lines) for x in kinks}
    best = max(heights.values())
    solution = solve(name, composition=shoe)
    assert solution.value == (best + game.fixed[0] - game.fixed[1]) / game.total
    if "5" not in solution.idle:
        highest = [x for x in kinks if heights[x] == best]
        ends = {solution.ponte["5"]} if solution.ponte_set.dimension == 0 else None
        corners = ends or {corner[0] for corner in solution.ponte_set.corners or ()}
        assert corners == {min(highest), max(highest)}


@pytest.mark.slow
@examples(10)
@given(shoes(most=6), st.sampled_from(DEALT_OUT))
def test_every_corner_of_the_optimal_sets_is_optimal(shoe: Composition, name: str) -> None:
    solution = solve(name, composition=shoe)
    game = solution.payoffs
    for x in strategies(solution.ponte, solution.ponte_set.names, solution.ponte_set.corners):
        replies = least_reply(game, x)
        assert game.value(x, replies) == solution.value
    assert game.value(solution.ponte, solution.banquier) == solution.value


def strategies(
    own: object, names: Sequence[str], corners: Sequence[Sequence[Fraction]] | None
) -> list[dict[str, Fraction]]:
    assert isinstance(own, dict)
    return [{**own, **dict(zip(names, corner, strict=True))} for corner in (corners or ())[:6]]


def least_reply(game: Payoffs, x: dict[str, Fraction]) -> dict[str, Fraction]:
    """The banquier's best reply, cell by cell."""
    reply = {}
    point = [Fraction(1), *(x[name] for name in game.ponte)]
    for cell, win, lose in zip(game.banquier, game.win, game.lose, strict=True):
        stand, draw = (
            sum(p * (a - b) for p, a, b in zip(point, win[m], lose[m], strict=True)) for m in (0, 1)
        )
        reply[cell] = Fraction(draw < stand)
    return reply


numbers = st.integers(-3, 3).map(fmpq)


@pytest.mark.slow
@examples(24)
@given(st.data(), st.integers(1, 4))
def test_corners_are_those_of_a_search_among_all_crossings(data: st.DataObject, size: int) -> None:
    line = st.lists(numbers, min_size=size + 1, max_size=size + 1)
    equal = data.draw(st.lists(line, max_size=1))
    at_least = data.draw(st.lists(line, max_size=3))
    sides = [
        [fmpq(top), *(fmpq((1 - 2 * top) * (k == j)) for k in range(size))]
        for j in range(size)
        for top in (0, 1)
    ]
    wanted = crossings(equal, [*at_least, *sides], size)
    assume(wanted)
    found = optimal_set([str(j) for j in range(size)], equal, at_least)
    moving = [j for j in range(size) if len({corner[j] for corner in wanted}) > 1]
    assert found.names == tuple(map(str, moving))
    corners = {tuple(corner[j] for j in moving) for corner in wanted}
    assert found.corners == tuple(sorted(corners))
    assert dimension_of(equal, [*at_least, *sides], size) == found.dimension


def crossings(
    equal: Sequence[Sequence[fmpq]], at_least: Sequence[Sequence[fmpq]], size: int
) -> set[tuple[Fraction, ...]]:
    """Every point in which as many conditions as there are unknowns hold, and the others too."""
    found = set()
    for chosen in combinations([*equal, *at_least], size):
        rows = [[Fraction(int(a.p), int(a.q)) for a in line] for line in chosen]
        point = gauss(rows)
        if point is None:
            continue
        heights = [
            line[0]
            + sum(
                (fmpq(p.numerator, p.denominator) * a for p, a in zip(point, line[1:], strict=True))
            )
            for line in (*equal, *at_least)
        ]
        if all(h == 0 for h in heights[: len(equal)]) and all(h >= 0 for h in heights):
            found.add(tuple(point))
    return found


def gauss(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Where all these lines are 0; None if that is not one point."""
    size = len(rows)
    for k in range(size):
        pivot = next((row for row in rows[k:] if row[k + 1]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        pivot = [a / pivot[k + 1] for a in pivot]
        rows = [[a - row[k + 1] * b for a, b in zip(row, pivot, strict=True)] for row in rows]
        rows.insert(k, pivot)
    return [-row[0] for row in rows]


def test_too_many_corners_are_not_listed_but_their_dimension_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(polytope, "MOST_CORNERS", 10)
    solution = solve("A3")
    assert solution.ponte_set.corners is None
    assert solution.banquier_set.corners is None
    assert (solution.ponte_set.dimension, solution.banquier_set.dimension) == (4, 5)
    assert check(solution.certificate.dump()).endswith("; nothing is said about others")


def test_the_punto_banco_tableau_leaves_nothing_to_decide() -> None:
    solution = solve("B2", 8, tableau=PUNTO_BANCO)
    game = payoffs("B2", 8)
    assert solution.value == game.value(*game.follow(PUNTO_BANCO))
    check(solution.certificate.dump())
    assert solution.ponte == {}
    assert solution.open_cells == ()
    assert solution.is_unique


def test_a_bound_cell_stays_bound_and_the_rest_adapts() -> None:
    free, bound = solve("A1"), solve("A1", bind={"6|-": 1})
    assert bound.banquier["6|-"] == 1
    assert bound.value > free.value
    assert bound.ponte == {"5": Fraction(0)}  # the more the banquier draws, the better to stand
    assert solve("A1", bind={"6|-": Fraction(859, 2288)}).value == free.value


@pytest.mark.parametrize("name", DEALT_OUT)
def test_a_ponte_who_is_wholly_free_does_what_he_is_bound_to(name: str) -> None:
    decks = None if name.startswith("A") else 6
    free = solve(name, decks, tableau=WHOLLY_FREE)
    assert free.value == solve(name, decks).value
    for seen, draws in free.ponte.items():
        if total(seen) != 5:
            assert draws == (total(seen) < 5)


def test_in_a_shoe_half_gone_the_rules_can_cost_the_ponte() -> None:
    """Forty cards of one deck in which he ought to stand on four at times."""
    shoe = "0:13 1:4 2:4 3:2 4:4 5:1 6:3 7:4 8:2 9:3"
    bound, free = (
        solve("B1", composition=shoe, tableau=tableau) for tableau in (CHEMIN_DE_FER, WHOLLY_FREE)
    )
    check(bound.certificate.dump())
    check(free.certificate.dump())
    assert free.value > bound.value
    assert 0 < free.ponte["4"] < 1


def test_the_printed_solution_is_the_published_table() -> None:
    """Ethier & Gámez, arXiv 1305.5468; their * and † are footnotes a and b."""
    lines = write_solution(solve("B3", 6)).splitlines()
    printed = {line[:14].strip(): line[15:].split() for line in lines}
    published = read(PUBLISHED_B3.replace("*", "a").replace("†", "b"))
    for row in range(8):
        heading = "0, 1, 2" if row < 3 else str(row)
        assert printed[heading] == [published[row, column] for column in "0123456789-"]
    assert lines[-2].endswith("D on 0,5 6,9 7,8; S on 1,4 2,3")
    assert "D on 8,8; S on 1,5 2,4 3,3 7,9; 0,6: D with 18885571/36781056" in lines[-1]
    assert "D on 0,5 6,9 7,8; S on 2,3; 1,4: D with 35003/74880" in lines[1]


def test_what_never_matters_is_a_dot_in_the_printed_table() -> None:
    solution = solve("B1", composition="0:20 5:20 6:20")
    marks = letters(solution)
    assert all(
        (marks[row, column] == ".") == (f"{row}|{column}" in solution.idle) for row, column in marks
    )
    assert "." in marks.values()


def test_rows_of_the_table_hold_every_hand_once_in_order() -> None:
    solution = solve("B3", 6)
    rows = solution.rows
    hands = [hand for row in rows for hand in row.hands]
    assert sorted(hands) == sorted(MODELS["B3"].banquier.sets())
    assert [row.total for row in rows] == sorted(row.total for row in rows)
    assert all(len(row.draws) == 11 for row in rows)
    assert len([row for row in rows if row.total == 6]) == 3
    assert len(solve("A1").rows) == 8


def test_a_solution_remembers_its_question() -> None:
    solution = solve("b3", decks=6)
    assert (solution.model, solution.decks) == (MODELS["B3"], 6)
    assert solve("B1", composition="0:9 1:9 5:9").decks is None
    assert solve("A1").decks == 1
    assert solve("B3", composition="0:96 1:24 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:24") == solution


def test_decisions_that_no_coup_meets_are_idle() -> None:
    solution = solve("B3", composition="0:20 5:20 6:20")
    reached = {"0,0", "0,5", "0,6", "5,5", "5,6", "6,6"}
    assert {"1,4", "2,3", "6,9", "7,8"} <= set(solution.idle)
    for cell in solution.banquier:
        hand, _, third = cell.partition("|")
        if hand not in reached or third not in "056-":
            assert cell in solution.idle


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (
            lambda: solve("B3", 6, bind={"1,9|44": 1}),
            "there is no decision at '1,9|44' in model B3",
        ),
        (lambda: solve("B1", 6, bind={"5|4": 2}), "a probability of drawing, not to 2"),
        (lambda: solve("B5", 6), "not a model: 'B5'"),
        (lambda: solve("B1", -1), "at least 1 deck, not -1"),
    ],
)
def test_bad_questions_are_answered_in_one_line(ask: Callable[[], Solution], words: str) -> None:
    with pytest.raises(BaccaratError) as complaint:
        ask()
    assert words in str(complaint.value)
    assert "\n" not in str(complaint.value)


def test_a_total_binds_all_its_hands_and_moves_are_spelled_as_on_the_command_line() -> None:
    hands = dict.fromkeys(solve("B3", 6).payoffs.ponte, Fraction(1))
    for bind in ({"5": 1}, {"5": "D"}, {"5": Fraction(1)}, hands):
        assert solve("B3", 6, bind=bind).bound == hands
    cells = {cell: 0 for cell in solve("B3", 6).banquier if cell in SIXES_AGAINST_NONE}
    assert solve("B3", 6, bind={"6|-": "S"}) == solve("B3", 6, bind=cells)


SIXES_AGAINST_NONE = ("0,6|-", "1,5|-", "2,4|-", "3,3|-", "7,9|-", "8,8|-")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: UNTYPED(3),
        lambda: UNTYPED(None),
        lambda: UNTYPED("B3", "6"),
        lambda: UNTYPED("B3", True),
        lambda: UNTYPED("B3", 6.0),
        lambda: UNTYPED("B3", 6, tableau="x"),
        lambda: UNTYPED("B3", composition=[24] * 10),
        lambda: UNTYPED("B3", 6, bind=[("5", 1)]),
        lambda: UNTYPED("B3", 6, bind={"5": 1.0}),
        lambda: UNTYPED("B3", 6, bind={"5": True}),
        lambda: UNTYPED("B3", 6, bind={"5": "X"}),
        lambda: UNTYPED("B3", 6, bind={7: 1}),
    ],
)
def test_a_wrong_call_is_one_line(ask: Callable[[], object]) -> None:
    with pytest.raises((BadText, BadValue)) as complaint:
        ask()
    assert "\n" not in str(complaint.value)


UNTYPED: Any = solve
