"""The first step: what the talk prints, what the solver leaves open, and a plain recount."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

import pytest

from baccarat.base.errors import BaccaratError
from baccarat.theory.chemin.first_step import FirstStepRow, first_step, write_first_step
from baccarat.theory.chemin.model import COLUMNS, total_of
from baccarat.theory.chemin.payoffs import Payoffs, payoffs
from baccarat.theory.chemin.solver import solve

# S. Ethier and C. Gámez, "A Game-Theoretic Analysis of Baccara Chemin de Fer" (talk): "Banker
# strategy under Model A1", and "under Model B3, d = 6", first step.
A1 = """
first step     0 1 2 3 4 5 6 7 8 9  -
0, 1, 2        D D D D D D D D D D  D
3              D D D D D D D D S *  D
4              S * D D D D D D S S  D
5              S S S S * D D D S S  D
6              S S S S S S D D S S  *
7              S S S S S S S S S S  S
"""
B3 = """
first step             0 1 2 3 4 5 6 7 8 9  -
0, 1, 2                D D D D D D D D D D  D
3                      D D D D D D D D S *  D
4: 0,4 1,3 5,9         S S D D D D D D S S  D
4: 2,2 6,8 7,7         S * D D D D D D S S  D
5: 0,5 6,9 7,8         S S S S * D D D S S  D
5: 1,4 2,3             S S S S S D D D S S  D
6: 0,6 1,5 2,4 7,9 8,8 S S S S S S D D S S  *
6: 3,3                 S S S S S S * D S S  *
7                      S S S S S S S S S S  S
"""
SMALL = "0:20 1:5 4:6 5:9 6:3 8:4 9:5"


def moves(game: Payoffs, rows: tuple[FirstStepRow, ...]) -> dict[str, str]:
    """What the table says, cell by cell."""
    found: dict[str, str] = {}
    for row in rows:
        every = game.model.banquier.sets(row.totals)
        for seen in row.hands or every:
            assert total_of(seen) in row.totals
            found |= {f"{seen}|{c}": move for c, move in zip(COLUMNS, row.moves, strict=True)}
    return found


def gains(game: Payoffs, cell: str, commission: Fraction) -> Iterator[Fraction]:
    """What drawing brings the banquier, for each pure strategy of the ponte: by whole payoffs."""
    still = dict.fromkeys(game.banquier, Fraction(0))
    for pure in product((Fraction(0), Fraction(1)), repeat=len(game.ponte)):
        x = dict(zip(game.ponte, pure, strict=True))
        worth = []
        for draws in (0, 1):
            chances = game.chances(x, {**still, cell: Fraction(draws)})
            worth.append((1 - commission) * chances.lose - chances.win)
        yield worth[1] - worth[0]


@pytest.mark.parametrize(("model", "decks", "printed"), [("A1", None, A1), ("B3", 6, B3)])
def test_the_tables_are_those_of_the_talk(model: str, decks: int | None, printed: str) -> None:
    assert write_first_step(first_step(payoffs(model, decks))) == printed.strip()


@pytest.mark.parametrize("model", ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"])
def test_what_is_open_is_what_the_solver_leaves_open(model: str) -> None:
    for shoe in ({"decks": 6}, {"composition": SMALL}):
        question = {} if model[0] == "A" and "decks" in shoe else shoe
        game = payoffs(model, **question)
        solution = solve(model, **question)
        told = moves(game, first_step(game))
        assert [cell for cell in game.banquier if told[cell] == "*"] == list(solution.open_cells)
        assert {cell for cell in told if told[cell] == "."} == set(solution.idle) & set(told)
        for cell, move in told.items():
            if move in "DS":
                assert solution.banquier[cell] == (move == "D")


def test_a_move_is_gone_if_each_strategy_of_the_ponte_says_so() -> None:
    """With a commission; without one it is compared with the solver above."""
    game, commission = payoffs("B1", 1), Fraction(1, 20)
    told = moves(game, first_step(game, commission=commission))
    for cell in game.banquier[34:77:2]:  # half of those on 3 to 6, the open ones among them
        found = list(gains(game, cell, commission))
        sign = "D" if min(found) > 0 else "S" if max(found) < 0 else "*"
        assert told[cell] == sign


def test_a_commission_changes_the_table() -> None:
    game = payoffs("B1", 2)
    free, taxed = (moves(game, first_step(game, commission=c)) for c in (0, Fraction(1, 10)))
    assert free.keys() == taxed.keys()
    assert set("".join(taxed.values())) <= set("DS*")


@pytest.mark.parametrize(
    ("bind", "expected"),
    [({"6|-": "S"}, "S"), ({"6|-": 1}, "D"), ({"6|-": Fraction(1, 3)}, "=")],
)
def test_what_is_bound_is_not_open(bind: Mapping[str, Fraction | int | str], expected: str) -> None:
    game = payoffs("A1")
    assert moves(game, first_step(game, bind))["6|-"] == expected
    told = moves(game, first_step(game, {"5": Fraction(1)}))  # then nothing depends on the ponte
    assert set("".join(told.values())) == {"D", "S"}
    with pytest.raises(BaccaratError, match="there is no decision"):
        first_step(game, {"9|-": "S"})
    with pytest.raises(BaccaratError, match="first_step"):
        first_step("A1")  # type: ignore[arg-type]
