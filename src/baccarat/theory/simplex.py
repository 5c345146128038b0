"""The simplex method in exact rationals, for few rows and bounded columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq


@dataclass(frozen=True, slots=True)
class Optimum:
    """The smallest value, a point with this value, and the row prices that prove it."""

    value: fmpq
    point: tuple[fmpq, ...]
    prices: tuple[fmpq, ...]


def minimise(
    cost: Sequence[fmpq], rows: Sequence[Sequence[fmpq]], right: Sequence[fmpq]
) -> Optimum:
    """Minimise a linear cost plus the positive parts of linear functions (rows), for y in [0, 1].

    That is the least `cost · y + Σ max(0, right + rows · y)`, with every part of y from 0 to 1.
    The prices are one x between 0 and 1 for each row, such that no y makes
    `cost · y + Σ x (right + rows · y)` smaller. Bland's rule prevents cycles.
    """
    # Row i reads u − s − rows[i] · y = right[i] with u, s ≥ 0 and costs u: columns y, then u, s.
    wide, high = len(cost), len(rows)
    zero, one = fmpq(0), fmpq(1)
    columns = wide + 2 * high
    upper: list[fmpq | None] = [one] * wide + [None] * (2 * high)
    costs = [*cost, *[one] * high, *[zero] * high]
    table, basis, values = [], [], []
    for i in range(high):
        sign = one if right[i] >= 0 else -one
        slack = [zero] * (2 * high)
        slack[i], slack[high + i] = sign, -sign
        table.append([*(-sign * a for a in rows[i]), *slack])
        basis.append(wide + i if right[i] >= 0 else wide + high + i)
        values.append(sign * right[i])
    at_top = [False] * columns
    # The reduced cost of each column: the cost of one more unit of it, with the basis adjusted.
    reduced = list(costs)
    for i in range(high):
        if costs[basis[i]]:
            reduced = [r - a for r, a in zip(reduced, table[i], strict=True)]

    while True:
        entering = next(
            (j for j in range(columns) if (reduced[j] > 0 if at_top[j] else reduced[j] < 0)), None
        )
        if entering is None:
            break
        up = -one if at_top[entering] else one
        # The step ends at the variable's other bound, or where a basic variable meets a bound.
        step, leaving, to_top = upper[entering], None, False
        for i in range(high):
            slope = up * table[i][entering]
            top = upper[basis[i]]
            if slope > 0:
                room = values[i] / slope
            elif slope < 0 and top is not None:
                room = (top - values[i]) / -slope
            else:
                continue
            nearer = step is None or room < step
            if nearer or (room == step and leaving is not None and basis[i] < basis[leaving]):
                step, leaving, to_top = room, i, slope < 0
        assert step is not None, "the value is bounded below, for every y is"
        values = [v - up * step * row[entering] for v, row in zip(values, table, strict=True)]
        if leaving is None:
            at_top[entering] = not at_top[entering]
            continue
        pivot = table[leaving][entering]
        pivot_row = [a / pivot for a in table[leaving]]
        for i in range(high):
            factor = table[i][entering]
            if i != leaving and factor:
                table[i] = [a - factor * b for a, b in zip(table[i], pivot_row, strict=True)]
        factor = reduced[entering]
        reduced = [a - factor * b for a, b in zip(reduced, pivot_row, strict=True)]
        table[leaving] = pivot_row
        at_top[basis[leaving]] = to_top
        values[leaving] = (upper[entering] if at_top[entering] else zero) + up * step  # type: ignore[operator]
        at_top[entering] = False
        basis[leaving] = entering

    point = [one if at_top[j] else zero for j in range(columns)]
    for i in range(high):
        point[basis[i]] = values[i]
    value = sum((c * v for c, v in zip(costs, point, strict=True)), start=zero)
    # The price of row i is the cost of its column s.
    return Optimum(value, tuple(point[:wide]), tuple(reduced[wide + high :]))
