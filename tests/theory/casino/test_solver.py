"""All equilibria at one commission: against solutions by hand, brute force and other algorithms."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import assume, given
from hypothesis import strategies as st
from made_up_games import made_up
from sample_sizes import examples

from baccarat.base.errors import BadText, NotProved
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Move, Tableau
from baccarat.theory import polytope
from baccarat.theory.casino.check import CasinoCertificate, check_casino
from baccarat.theory.casino.solver import CasinoSolution, equilibria_of, solve_casino
from baccarat.theory.chemin.payoffs import Payoffs, payoffs
from baccarat.theory.chemin.solver import solve
from baccarat.theory.strategy_sets import OptimalSet

USUAL = Fraction(1, 20)
HALF = Fraction(1, 2)
WHOLLY_FREE = Tableau((Move.FREE,) * 8, CHEMIN_DE_FER.banker)
Point = tuple[Fraction, ...]
commissions_at = st.sampled_from(
    [Fraction(0), Fraction(1, 100), Fraction(1, 30), USUAL, Fraction(7, 97), Fraction(1, 10)]
)
small_shoes = st.lists(st.integers(0, 3), min_size=10, max_size=10).filter(lambda c: sum(c) >= 6)


class Bimatrix:
    """The game written out from its payoffs: what drawing is worth to either side."""

    def __init__(self, game: Payoffs, alpha: Fraction) -> None:
        self.game, self.alpha = game, alpha
        self.brings = [[Fraction(0)] for _ in game.ponte]
        self.gains = []
        for win, lose in zip(game.win, game.lose, strict=True):
            for i, line in enumerate(self.brings, 1):
                stands, draws = (win[m][i] - lose[m][i] for m in (0, 1))
                line[0] += stands
                line.append(Fraction(draws - stands))
            self.gains.append(
                [
                    (1 - alpha) * (lose[1][k] - lose[0][k]) - (win[1][k] - win[0][k])
                    for k in range(1 + len(game.ponte))
                ]
            )

    def replies_best(self, lines: Sequence[Sequence[Fraction]], own: Point, other: Point) -> bool:
        """Whether nobody who plays `own` would change anything against `other`."""
        worth = [at(line, other) for line in lines]
        return all(
            (w <= 0 or p == 1) and (w >= 0 or p == 0) for w, p in zip(worth, own, strict=True)
        )

    def is_equilibrium(self, x: Point, y: Point) -> bool:
        return self.replies_best(self.brings, x, y) and self.replies_best(self.gains, y, x)


def at(line: Sequence[Fraction | int], point: Point) -> Fraction:
    return sum((a * p for a, p in zip(line[1:], point, strict=True)), start=Fraction(line[0]))


def vertices(lines: Sequence[Sequence[Fraction]], size: int) -> set[Point]:
    """All points of the cube that as many lines and sides of the cube determine as it has sides."""
    sides = [
        [Fraction(-c), *(Fraction(j == k) for j in range(size))]
        for k in range(size)
        for c in (0, 1)
    ]
    found = set()
    for chosen in combinations([*lines, *sides], size):
        matrix = fmpq_mat([[fmpq(a.numerator, a.denominator) for a in line[1:]] for line in chosen])
        if matrix.rank() < size:
            continue
        right = fmpq_mat([[fmpq(-line[0].numerator, line[0].denominator)] for line in chosen])
        solved = matrix.solve(right)
        point = tuple(Fraction(int(solved[k, 0].p), int(solved[k, 0].q)) for k in range(size))
        if all(0 <= p <= 1 for p in point):
            found.add(point)
    return found


def brute_force(game: Bimatrix, idle: Iterable[str]) -> set[tuple[Point, Point]] | None:
    """Every equilibrium that is a corner: of all x, and of all y where the gains leave a choice.

    None if there are too many to try.
    """
    idle = set(idle)
    unused = [k for k, name in enumerate(game.game.ponte) if name in idle]
    found = set()
    for x in vertices(game.gains, len(game.brings)):
        if any(x[k] for k in unused):
            continue
        gains = [at(line, x) for line in game.gains]
        cells = game.game.banquier
        tied = [j for j, g in enumerate(gains) if g == 0 and cells[j] not in idle]
        if len(tied) > 5:
            return None
        fixed = [Fraction(g > 0) for g in gains]
        rest = []
        for line in game.brings:
            rest.append([at([line[0], *line[1:]], tuple(fixed)), *(line[1 + j] for j in tied)])
        for corner in vertices(rest, len(tied)) if tied else {()}:
            y = list(fixed)
            for j, q in zip(tied, corner, strict=True):
                y[j] = q
            if game.is_equilibrium(x, tuple(y)):
                found.add((x, tuple(y)))
    return found


def corners(solution: CasinoSolution) -> set[tuple[Point, Point]]:
    """All pairs of corners of the sets of equilibria."""
    found = set()
    for one in solution.equilibria:
        sides = []
        for own, named in ((one.ponte, one.ponte_set), (one.banquier, one.banquier_set)):
            assert named.corners is not None
            full = [{**own, **dict(zip(named.names, c, strict=True))} for c in named.corners]
            sides.append([tuple(f.values()) for f in full])
        found |= set(product(sides[0], sides[1]))
    return found


def test_the_endless_game_is_solved_as_by_hand() -> None:
    """A banquier with six, against a Player who stood, must be indifferent.

    Every other cell that is open has a sign there; the search sees to that.
    """
    ranks = [4, *[1] * 9]
    ways = [0] * 10
    for a, b in product(range(10), repeat=2):
        ways[(a + b) % 10] += ranks[a] * ranks[b]

    def worth(player: int, banker: int) -> Fraction:
        return 1 - USUAL if banker > player else Fraction(-1) if banker < player else Fraction(0)

    gain = {}
    for player in (5, 6, 7):
        drawn = sum(ranks[c] * worth(player, (6 + c) % 10) for c in range(10)) / 13
        gain[player] = ways[player] * (drawn - worth(player, 6))
    stands_on_five = -(gain[6] + gain[7]) / gain[5]
    one = solve_casino("A1", USUAL).equilibrium
    assert one.ponte["5"] == 1 - stands_on_five


@pytest.mark.parametrize("name", ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"])
def test_without_commission_it_is_the_parlor_game(name: str) -> None:
    decks = None if name[0] == "A" else 6
    casino, parlor = solve_casino(name, 0, decks), solve(name, decks)
    (only,) = casino.equilibria
    assert only.value == parlor.value == -only.banquier_value
    assert only.ponte_set == parlor.ponte_set
    assert only.banquier_set == parlor.banquier_set
    assert casino.is_unique == parlor.is_unique
    if parlor.is_unique:
        assert (only.ponte, only.banquier) == (parlor.ponte, parlor.banquier)


@pytest.mark.slow
@given(small_shoes, st.sampled_from(["B1", "B2", "B3", "B4"]))
@examples(6)
def test_without_commission_all_equilibria_of_a_small_shoe_are_the_optimal_pairs(
    counts: list[int], name: str
) -> None:
    shoe = Composition(tuple(counts))
    casino, parlor = solve_casino(name, 0, composition=shoe), solve(name, composition=shoe)
    assume(casino.idle == parlor.idle)  # wins and losses may change alike, and the value not
    (only,) = casino.equilibria
    assert only.value == parlor.value
    assert only.ponte_set == parlor.ponte_set
    assert only.banquier_set == parlor.banquier_set


@pytest.mark.parametrize("name", ["A1", "A4", "B1", "B2", "B3", "B4"])
def test_each_side_replies_best_to_the_other(name: str) -> None:
    decks = None if name[0] == "A" else 8
    game = Bimatrix(payoffs(name, decks), USUAL)
    for x, y in corners(solve_casino(name, USUAL, decks)):
        assert game.is_equilibrium(x, y)


@pytest.mark.parametrize("name", ["A1", "B1", "B2"])
@pytest.mark.parametrize("alpha", [Fraction(0), USUAL, Fraction(1, 10)])
def test_brute_force_over_all_corners_finds_the_same_equilibrium(
    name: str, alpha: Fraction
) -> None:
    solution = solve_casino(name, alpha, None if name == "A1" else 6)
    game = Bimatrix(solution.payoffs, alpha)
    assert brute_force(game, solution.idle) == corners(solution)


@pytest.mark.slow
@given(small_shoes, st.sampled_from(["A1", "B1", "B2"]), commissions_at)
@examples(8)
def test_brute_force_finds_the_same_equilibria_of_small_shoes(
    counts: list[int], name: str, alpha: Fraction
) -> None:
    solution = solve_casino(name, alpha, composition=Composition(tuple(counts)))
    check_casino(solution.certificate)
    tried = brute_force(Bimatrix(solution.payoffs, alpha), solution.idle)
    assume(tried is not None)
    assert tried == corners(solution)


@pytest.mark.slow
@given(small_shoes, commissions_at)
@examples(4)
def test_brute_force_finds_the_same_equilibria_when_the_ponte_is_free_on_two_totals(
    counts: list[int], alpha: Fraction
) -> None:
    player = tuple(Move.FREE if t in (4, 5) else m for t, m in enumerate(CHEMIN_DE_FER.player))
    tableau = Tableau(player, CHEMIN_DE_FER.banker)
    shoe = Composition(tuple(counts))
    solution = solve_casino("B1", alpha, composition=shoe, tableau=tableau)
    check_casino(solution.certificate)
    tried = brute_force(Bimatrix(solution.payoffs, alpha), solution.idle)
    assume(tried is not None)
    assert tried == corners(solution)


@pytest.mark.parametrize(("sets", "cells"), [(1, 2), (2, 2), (2, 3), (3, 2)])
@given(st.data(), commissions_at)
@examples(16)
def test_brute_force_finds_the_same_equilibria_of_games_that_are_made_up(
    sets: int, cells: int, data: st.DataObject, alpha: Fraction
) -> None:
    """Unlike games of cards these often have several equilibria, apart or in whole sets."""
    size = 2 * cells * (1 + sets)
    weights = st.lists(st.integers(-4, 4), min_size=size, max_size=size)
    game = made_up(data.draw(weights), data.draw(weights), 1 + sets)
    solution = equilibria_of(game, alpha, {})
    assert brute_force(Bimatrix(game, alpha), solution.idle) == corners(solution)


def test_a_game_of_coordination_has_three_equilibria() -> None:
    """A commission of 1/10 makes drawing worth 2y − 1 to the ponte and 2x − 1 to the banquier."""
    game = made_up([0, -1, 10, -39], [0, 0, 10, -40], 2)
    found = equilibria_of(game, Fraction(1, 10), {})
    pairs = [(*one.ponte.values(), *one.banquier.values()) for one in found.equilibria]
    assert sorted(pairs) == [(0, 0), (HALF, HALF), (1, 1)]
    assert not found.is_unique
    assert all(one.is_single for one in found.equilibria)


def lemke_howson(a: list[list[Fraction]], b: list[list[Fraction]]) -> tuple[Point, Point]:
    """One equilibrium of a bimatrix game with positive payoffs; ties are broken in one order."""
    rows, columns = len(a), len(a[0])
    size = rows + columns  # labels: rows 0 …, columns after
    one, zero = Fraction(1), Fraction(0)

    def tableau(body: list[list[Fraction]], slack: Sequence[int], other: Sequence[int]) -> Any:
        wide = {label: k for k, label in enumerate([*other, *slack])}
        lines = [
            [*row, *(one if j == i else zero for j in range(len(body))), one]
            for i, row in enumerate(body)
        ]
        return {"lines": lines, "basis": list(slack), "place": wide}

    own = list(range(rows)), list(range(rows, size))
    # the row player's payoffs bound y, the column player's bound x
    tables = [
        tableau([list(col) for col in zip(*b, strict=True)], own[1], own[0]),
        tableau(a, own[0], own[1]),
    ]
    entering, turn = 0, 0
    while True:
        table = tables[turn]
        lines, place = table["lines"], table["place"][entering]
        ratios = []
        for i, line in enumerate(lines):
            if line[place] > 0:
                slack = line[-1 - len(lines) : -1]
                ratios.append(([line[-1] / line[place], *(s / line[place] for s in slack)], i))
        row = min(ratios)[1]
        pivot = lines[row][place]
        lines[row] = [v / pivot for v in lines[row]]
        for i, line in enumerate(lines):
            if i != row and line[place]:
                factor = line[place]
                lines[i] = [v - factor * w for v, w in zip(line, lines[row], strict=True)]
        entering, table["basis"][row] = table["basis"][row], entering
        if entering == 0:
            break
        turn = 1 - turn
    found = []
    for table, labels in zip(tables, own, strict=True):
        value = dict(zip(table["basis"], (line[-1] for line in table["lines"]), strict=True))
        weights = [value.get(label, zero) for label in labels]
        found.append(tuple(w / sum(weights) for w in weights))
    return found[0], found[1]


@pytest.mark.parametrize("alpha", [Fraction(0), USUAL, Fraction(1, 10)])
def test_lemke_and_howson_find_the_equilibrium_of_b4(alpha: Fraction) -> None:
    """Over the 32 pure strategies of the ponte and all of the banquier in his open cells."""
    game = payoffs("B4", 6)
    cells = ["3|9", "4|1", "5|4", "6|6", "6|-"]
    pure = list(product((0, 1), repeat=5))
    weights = [[Fraction(end) for end in game.fixed] for _ in pure]
    free, draws = {}, {}
    for cell, *lines in zip(game.banquier, game.win, game.lose, strict=True):
        # by the ponte's pure strategy and the banquier's move: how much is won and lost here
        moves = [
            [[at(end[move], x) for end in lines] for move in (0, 1)]
            for x in [tuple(map(Fraction, x)) for x in pure]
        ]
        if cell in cells:
            free[cell] = moves
            continue
        gains = [(1 - alpha) * (d[1] - s[1]) - (d[0] - s[0]) for s, d in moves]
        assert min(gains) > 0 or max(gains) < 0, "what is left out is dominated"
        draws[cell] = int(min(gains) > 0)
        for sums, here in zip(weights, moves, strict=True):
            for end in (0, 1):
                sums[end] += here[draws[cell]][end]
    a, b = [], []
    for k, (win, lose) in enumerate(weights):
        ends = []
        for y in pure:
            won = win + sum(free[c][k][m][0] for c, m in zip(cells, y, strict=True))
            lost = lose + sum(free[c][k][m][1] for c, m in zip(cells, y, strict=True))
            ends.append((won / game.total, lost / game.total))
        a.append([2 + won - lost for won, lost in ends])
        b.append([2 + (1 - alpha) * lost - won for won, lost in ends])
    xs = [dict(zip(game.ponte, x, strict=True)) for x in pure]
    ys = [{**draws, **dict(zip(cells, y, strict=True))} for y in pure]
    rows, columns = lemke_howson(a, b)
    one = solve_casino("B4", alpha, 6).equilibrium
    for name, draw in one.ponte.items():
        assert sum(w * x[name] for w, x in zip(rows, xs, strict=True)) == draw
    for cell, draw in one.banquier.items():
        assert sum(w * y[cell] for w, y in zip(columns, ys, strict=True)) == draw


@pytest.mark.parametrize("name", ["B1", "B2", "B3", "B4"])
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_at_the_usual_commission_there_is_one_equilibrium_and_a_certificate_says_so(
    name: str, decks: int
) -> None:
    solution = solve_casino(name, USUAL, decks)
    assert solution.is_unique
    assert check_casino(solution.certificate.dump()).endswith("one equilibrium and no other")
    assert solution.decks == decks


def test_the_house_is_paid_by_the_banquier_alone() -> None:
    """Ponte's and banquier's results and the commission sum to nothing."""
    one = solve_casino("B3", USUAL, 6).equilibrium
    assert one.value + one.banquier_value + USUAL * one.chances.lose == 0


def test_the_modern_game_leaves_the_banquier_two_cells() -> None:
    """Bound by the punto banco tableau but for 3 against 9 and 5 against 4; the ponte has his five.

    Both of his cells are then decided by best reply to the ponte, who has a pure best reply.
    """
    game = payoffs("B1", 6)
    _, y = game.follow(PUNTO_BANCO)
    bind = {cell: draws for cell, draws in y.items() if cell not in ("3|9", "5|4")}
    solution = solve_casino("B1", USUAL, 6, bind=bind)
    best = [
        ((x,), tuple({**y, "3|9": Fraction(a), "5|4": Fraction(b)}.values()))
        for x, a, b in product((Fraction(0), Fraction(1)), (0, 1), (0, 1))
    ]
    table = Bimatrix(game, USUAL)

    def holds(x: Point, own: Point) -> bool:
        free = [game.banquier.index(cell) for cell in ("3|9", "5|4")]
        return table.replies_best(table.brings, x, own) and table.replies_best(
            [table.gains[j] for j in free], tuple(own[j] for j in free), x
        )

    assert corners(solution) == {pair for pair in best if holds(*pair)}
    assert check_casino(solution.certificate).endswith("one equilibrium and no other")
    as_tableau = Tableau(CHEMIN_DE_FER.player, _free(PUNTO_BANCO, {(3, 9), (5, 4)}))
    again = solve_casino("B1", USUAL, 6, tableau=as_tableau)
    assert again.equilibria == solution.equilibria
    assert check_casino(again.certificate).endswith("one equilibrium and no other")


def _free(tableau: Tableau, cells: set[tuple[int, int]]) -> tuple[tuple[Move, ...], ...]:
    return tuple(
        tuple(Move.FREE if (total, c) in cells else move for c, move in enumerate(row))
        for total, row in enumerate(tableau.banker)
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["B1", "B3", "B4"])
def test_a_wholly_free_ponte_keeps_to_the_rules_at_the_usual_commission(name: str) -> None:
    bound = solve_casino(name, USUAL, 6)
    free = solve_casino(name, USUAL, 6, tableau=WHOLLY_FREE)
    check_casino(free.certificate)
    assert free.equilibrium.mixed == bound.equilibrium.mixed
    for name_, draws in free.equilibrium.ponte.items():
        total = sum(map(int, name_.split(","))) % 10
        assert total == 5 or draws == (total < 5)


def test_a_bound_decision_may_be_bound_to_chance() -> None:
    solution = solve_casino("B1", USUAL, 6, bind={"5": HALF})
    assert solution.equilibrium.ponte == {"5": HALF}
    check_casino(solution.certificate)
    table = Bimatrix(solution.payoffs, USUAL)
    y = tuple(solution.equilibrium.banquier.values())
    assert table.replies_best(table.gains, y, (HALF,))


@pytest.mark.parametrize("alpha", [Fraction(-1, 100), Fraction(11, 100), 1])
def test_a_commission_out_of_bounds_is_refused_in_one_line(alpha: Fraction | int) -> None:
    with pytest.raises(BadText, match=r"^a commission must be a fraction from 0 to 1/10, not .*$"):
        solve_casino("A1", alpha)


@pytest.mark.parametrize("bind", [{"9|9": 1}, {"5": 2}])
def test_what_cannot_be_bound_is_refused(bind: dict[str, int]) -> None:
    with pytest.raises(BadText):
        solve_casino("A1", USUAL, bind=bind)


def test_several_equilibria_are_not_taken_for_one() -> None:
    solution = solve_casino("A2", USUAL)
    assert not solution.is_unique
    with pytest.raises(Exception, match="several equilibria"):
        _ = solution.equilibrium


# The checker.


def certificate(name: str = "B1") -> dict[str, Any]:
    decks = None if name[0] == "A" else 6
    fields: dict[str, Any] = json.loads(solve_casino(name, USUAL, decks).certificate.dump())
    return fields


def nodes(node: dict[str, Any]) -> Iterable[dict[str, Any]]:
    yield node
    for branch in node.get("branches", []):
        yield from nodes(branch)


def test_a_certificate_reads_back() -> None:
    one = solve_casino("B3", USUAL, 6).certificate
    assert CasinoCertificate.parse(one.dump()) == one


def test_a_proof_that_leaves_something_out_is_refused() -> None:
    """Whatever step of the proof is taken away, the rest proves nothing."""
    fields = certificate()
    count = sum(1 for _ in nodes(fields["proof"]))
    for number in range(count):
        broken = json.loads(json.dumps(fields))
        step = list(nodes(broken["proof"]))[number]
        if "refuted" in step:
            step["refuted"] = dict.fromkeys(step["refuted"], "0")
        elif "split" in step:
            step["branches"].pop()
        else:
            step["found"] = 7
        with pytest.raises(NotProved):
            check_casino(json.dumps(broken))


@pytest.mark.parametrize(
    "step",
    [
        None,
        [],
        {},
        {"forced": 5},
        {"forced": [5]},
        {"forced": [["5"]]},
        {"forced": [["9|9", "+"]]},
        {"forced": [], "refuted": {}},
        {"forced": [], "refuted": {"5": "1"}},
        {"forced": [], "found": True},
        {"forced": [], "split": ["5"], "branches": []},
        {"forced": [], "split": "5", "branches": [{}, {}]},
        {"forced": [], "split": "5", "branches": [{}, {}, {}]},
    ],
)
def test_what_is_no_step_of_a_proof_is_refused(step: object) -> None:
    one = solve_casino("B1", USUAL, 6).certificate
    with pytest.raises(NotProved):
        check_casino(replace(one, proof={"forced": [], "split": "5", "branches": [step] * 3}))
    with pytest.raises(NotProved):
        check_casino(replace(one, proof={**one.proof, "branches": [step] * 3}))


def test_what_is_bound_must_be_there_and_be_a_probability() -> None:
    one = solve_casino("B1", USUAL, 6).certificate
    for bound in ({"9|9": Fraction(1)}, {"5": Fraction(2)}):
        with pytest.raises(NotProved):
            check_casino(replace(one, bound=bound))


def test_a_sign_that_is_not_forced_is_refused() -> None:
    fields = certificate()
    fields["proof"]["forced"].append(["6|-", "+"])
    with pytest.raises(NotProved, match="do not force"):
        check_casino(json.dumps(fields))


def test_weights_against_the_signs_are_refused() -> None:
    fields = certificate()
    for step in nodes(fields["proof"]):
        if "refuted" in step:
            step["refuted"] = {
                name: weight[1:] if weight[0] == "-" else f"-{weight}"
                for name, weight in step["refuted"].items()
            }
    with pytest.raises(NotProved):
        check_casino(json.dumps(fields))


@pytest.mark.parametrize("side", ["ponte", "banquier"])
def test_a_strategy_that_is_a_little_off_is_refused(side: str) -> None:
    fields = certificate()
    strategy = fields["patches"][0][side]
    name = next(name for name, draws in strategy.items() if draws not in "01")
    strategy[name] = str(Fraction(strategy[name]) + Fraction(1, 10**30))
    with pytest.raises(NotProved, match="must give"):
        check_casino(json.dumps(fields))


def test_the_proof_of_one_commission_does_not_serve_another() -> None:
    fields = certificate()
    fields["commission"] = ["3/50", "3/50"]
    with pytest.raises(NotProved):
        check_casino(json.dumps(fields))


def test_many_equilibria_may_not_be_said_to_be_one() -> None:
    fields = certificate("A4")
    fields["is_unique"] = True
    with pytest.raises(NotProved, match="not excluded"):
        check_casino(json.dumps(fields))


def test_a_set_may_not_be_said_to_be_larger_than_its_corners() -> None:
    fields = certificate("A4")
    fields["patches"][0]["ponte_set"]["dimension"] += 1
    with pytest.raises(NotProved, match="span"):
        check_casino(json.dumps(fields))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("model", 7),
        ("player", "DDD"),
        ("commission", "1/20"),
        ("commission", ["1/20", "1/0"]),
        ("proof", []),
        ("patches", {}),
        ("patches", [{}]),
        ("is_unique", 1),
        ("bound", {"5": 0.5}),
        ("certificate", "other"),
    ],
)
def test_what_is_no_certificate_is_refused_in_one_line(key: str, value: object) -> None:
    with pytest.raises(BadText) as complaint:
        check_casino(json.dumps({**certificate(), key: value}))
    assert "\n" not in str(complaint.value)


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000])
def test_other_text_is_no_certificate(text: str) -> None:
    with pytest.raises(BadText):
        check_casino(text)


@pytest.mark.slow
def test_sets_with_too_many_corners_are_not_listed_and_only_signs_are_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(polytope, "MOST_CORNERS", 10)
    solution = solve_casino("A3", USUAL)
    assert solution.equilibria[0].ponte_set.corners is None
    said = check_casino(solution.certificate.dump())
    assert said.endswith("commission 1/20: every equilibrium has this set of signs")


def test_a_set_of_equilibria_is_a_record() -> None:
    """A2: the ponte has one strategy, the banquier a cube in six dimensions cut by a plane."""
    (only,) = solve_casino("A2", USUAL).equilibria
    assert isinstance(only.banquier_set, OptimalSet)
    assert (only.ponte_set.dimension, only.banquier_set.dimension) == (0, 5)
    assert only.ponte == solve_casino("A1", USUAL).equilibrium.ponte
