"""Exact solutions of zero-sum games: one side has a few rows, the other decides in each cell.

    solve_rows(stands, draws) -> Saddle

Rows are the choices of the Players' side on 5; they get `stands` if the banquier never draws, and
each cell in which he draws adds its line of `draws`. Against a mixture of rows his best reply is
found cell by cell, so a handful of columns is enough for a game of 2^968: solve it with the columns
met until now, add the best reply to that solution, and stop when the reply does no better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq

from baccarat.base.frozen import freezes
from baccarat.theory.numbers import dot
from baccarat.theory.polytope import kernel

Vector = Sequence[fmpq]
Changes = Mapping[str, Vector]
ZERO, ONE = fmpq(0), fmpq(1)


@dataclass(frozen=True, slots=True)
@freezes("cells")
class Saddle:
    """An optimal pair of strategies, and the dimensions of both optimal sets."""

    value: fmpq
    rows: tuple[fmpq, ...]
    """how often each row is played"""
    cells: Mapping[str, fmpq]
    """how often the banquier draws in each cell"""
    freedom: tuple[int, int]
    """the dimensions of the sets of all optimal rows and of all optimal replies"""


def against(cells: Mapping[str, fmpq], stands: Vector, draws: Changes) -> list[fmpq]:
    """The payoff of each row when the banquier draws in these cells with these chances."""
    paid = list(stands)
    for cell, part in cells.items():
        paid = [pay + part * change for pay, change in zip(paid, draws[cell], strict=True)]
    return paid


def solve_rows(stands: Vector, draws: Changes) -> Saddle:
    """Solve exactly a game in which one side chooses a row and the other decides in each cell."""
    replies: list[dict[str, fmpq]] = [{}]
    columns = [list(stands)]
    while True:
        value, rows, mixture = matrix_game(columns)
        reply = {cell: ONE for cell, change in draws.items() if dot(rows, change) < 0}
        column = against(reply, stands, draws)
        if dot(rows, column) == value:
            break
        replies.append(reply)
        columns.append(column)
    cells = dict.fromkeys(draws, ZERO)
    for part, reply in zip(mixture, replies, strict=True):
        for cell in reply:
            cells[cell] += part
    freedom = tuple(
        count(value, rows, cells, stands, draws) for count in (_rows_freedom, _cells_freedom)
    )
    return Saddle(value, tuple(rows), cells, (freedom[0], freedom[1]))


def _rows_freedom(
    value: fmpq, rows: Vector, cells: Mapping[str, fmpq], stands: Vector, draws: Changes
) -> int:
    """The dimension of the set of optimal mixtures: all mixtures in equilibrium with this reply."""
    equal, at_least = [[ONE] * len(rows)], []
    for row, pay in enumerate(against(cells, stands, draws)):
        unit = [fmpq(row == other) for other in range(len(rows))]
        if pay < value:
            equal.append(unit)
        elif rows[row] == 0:
            at_least.append(unit)
    for cell, change in draws.items():
        if dot(rows, change) == 0:
            sign = 1 - 2 * cells[cell]
            if sign in (1, -1):
                at_least.append([sign * part for part in change])
            else:
                equal.append(list(change))
    return _dimension(equal, at_least, len(rows))


def _cells_freedom(
    value: fmpq, rows: Vector, cells: Mapping[str, fmpq], stands: Vector, draws: Changes
) -> int:
    """The dimension of the set of optimal replies: all replies in equilibrium with this mixture."""
    tied = [cell for cell, change in draws.items() if dot(rows, change) == 0]
    equal, at_least = [], []
    for row, pay in enumerate(against(cells, stands, draws)):
        line = [-draws[cell][row] for cell in tied]
        if rows[row] > 0:
            equal.append(line)
        elif pay == value:
            at_least.append(line)
    for k, cell in enumerate(tied):
        sign = 1 - 2 * cells[cell]
        if sign in (1, -1):
            at_least.append([fmpq(sign * (k == other)) for other in range(len(tied))])
    return _dimension(equal, at_least, len(tied))


def _dimension(equal: list[list[fmpq]], at_least: list[list[fmpq]], size: int) -> int:
    """The dimension of the cone of all d with equal · d = 0 and at_least · d ≥ 0.

    Around a point of a polytope only the bounds that the point touches matter; they leave a cone of
    moves. In a matrix game one side chooses a move, forwards or backwards, and the other side a
    bound. If its value is above 0, some move leaves all bounds. If it is 0, no move leaves a bound
    that is part of an optimal mixture, so these bounds are equations.
    """
    while True:
        moves = kernel(equal, size)
        if not moves or not at_least:
            return len(moves)
        slopes = [[dot(line, move) for move in moves] for line in at_least]
        value, _, mixture = matrix_game([[*slope, *(-a for a in slope)] for slope in slopes])
        if value > 0:
            return len(moves)
        bounds = list(zip(at_least, mixture, strict=True))
        equal = [*equal, *(line for line, part in bounds if part)]
        at_least = [line for line, part in bounds if not part]


def matrix_game(columns: Sequence[Vector]) -> tuple[fmpq, list[fmpq], list[fmpq]]:
    """The value of a matrix game to its rows, and an optimal mixture of rows and of columns.

    A shift makes all payoffs positive. The game is then: maximise Σ u, where columns · u ≤ 1.
    """
    shift = 1 - min(min(column) for column in columns)
    high, wide = len(columns[0]), len(columns)
    table = [
        [column[i] + shift for column in columns] + [fmpq(i == j) for j in range(high)] + [ONE]
        for i in range(high)
    ]
    gain = [ONE] * wide + [ZERO] * (high + 1)
    basis = list(range(wide, wide + high))
    _simplex(table, basis, gain)
    value = -1 / gain[-1]
    mixture = [ZERO] * wide
    for row, column in zip(table, basis, strict=True):
        if column < wide:
            mixture[column] = row[-1] * value
    return value - shift, [-price * value for price in gain[wide:-1]], mixture


def _simplex(table: list[list[fmpq]], basis: list[int], gain: list[fmpq]) -> None:
    """Bring columns into the basis while a column gains; Bland's rule prevents cycles."""
    while (enters := next((j for j, part in enumerate(gain[:-1]) if part > 0), None)) is not None:
        _, _, leaves = min(
            (row[-1] / row[enters], basis[i], i) for i, row in enumerate(table) if row[enters] > 0
        )
        pivot = table[leaves][enters]
        unit = table[leaves] = [entry / pivot for entry in table[leaves]]
        for row in [*table[:leaves], *table[leaves + 1 :], gain]:
            factor = row[enters]
            if factor != 0:
                row[:] = [entry - factor * one for entry, one in zip(row, unit, strict=True)]
        basis[leaves] = enters
