"""The set of all optimal strategies of one side, as a polytope with its corners."""

from collections.abc import Sequence

from flint import fmpq, fmpq_mat

from baccarat.theory.numbers import dot, fraction
from baccarat.theory.simplex import minimise
from baccarat.theory.strategy_sets import OptimalSet, rank

MOST_CORNERS = 600
"""The most corners, at the end or on the way; a set with more gets no list."""


def optimal_set(
    names: Sequence[str], equal: Sequence[Sequence[fmpq]], at_least: Sequence[Sequence[fmpq]]
) -> OptimalSet:
    """The probabilities at which all functions in `equal` are 0 and none in `at_least` is negative.

    A line is a constant and a slope for each name.
    """
    size = len(names)
    sides = [
        [fmpq(at_top), *(fmpq(0 if k != j else 1 - 2 * at_top) for k in range(size))]
        for j in range(size)
        for at_top in (0, 1)
    ]
    apex = [fmpq(1), *[fmpq(0)] * size]
    rays = corners_of(kernel(equal, size + 1), [apex, *sides, *at_least])
    if rays is None:
        dimension = dimension_of(equal, [*sides, *at_least], size)
        return OptimalSet(tuple(names), dimension, None)
    points = [[value / ray[0] for value in ray[1:]] for ray in rays]
    moving = [j for j in range(size) if any(point[j] != points[0][j] for point in points)]
    spread = [[a - b for a, b in zip(point, points[0], strict=True)] for point in points[1:]]
    corners = sorted(tuple(fraction(point[j]) for j in moving) for point in points)
    return OptimalSet(tuple(names[j] for j in moving), rank(spread), tuple(corners))


def corners_of(
    lines: Sequence[Sequence[fmpq]], sides: Sequence[Sequence[fmpq]]
) -> list[list[fmpq]] | None:
    """The extreme rays of the cone spanned by lines and cut by sides, by double description.

    The sides together must leave no line in it. None if the rays become too many.
    """
    # Coordinates along the lines: a side is then a row with one number for each line.
    width = len(lines)
    rows = [[dot(side, line) for line in lines] for side in sides]
    first = _independent(rows, width)
    inverse = fmpq_mat([rows[i] for i in first]).inv()
    # Each ray with the set of sides that it lies on, one bit for each side.
    rays = [
        ([inverse[k, n] for k in range(width)], sum(1 << i for i in first if i != own))
        for n, own in enumerate(first)
    ]
    for i, row in enumerate(rows):
        if i in first:
            continue
        height = [dot(row, ray) for ray, _ in rays]
        above = [n for n, h in enumerate(height) if h > 0]
        below = [n for n, h in enumerate(height) if h < 0]
        kept = [
            (ray, on | (1 << i if h == 0 else 0))
            for (ray, on), h in zip(rays, height, strict=True)
            if h >= 0
        ]
        for a in above:
            for b in below:
                common = rays[a][1] & rays[b][1]
                # Neighbours share an edge: enough common sides, on which no third ray lies.
                if common.bit_count() < width - 2 or any(
                    n not in (a, b) and on & common == common for n, (_, on) in enumerate(rays)
                ):
                    continue
                cut = [
                    height[a] * q - height[b] * p
                    for p, q in zip(rays[a][0], rays[b][0], strict=True)
                ]
                kept.append((cut, common | 1 << i))
        rays = kept
        if len(rays) > MOST_CORNERS:
            return None
    columns = list(zip(*lines, strict=True))
    return [[dot(ray, column) for column in columns] for ray, _ in rays]


def dimension_of(
    equal: Sequence[Sequence[fmpq]], at_least: Sequence[Sequence[fmpq]], size: int
) -> int:
    """The dimension of the set that `optimal_set` describes, calculated without its corners.

    The dimension is the number of names less the rank of all lines that are 0 everywhere in the
    set: the lines that must be 0, and the lines that are never more than 0.
    """
    always = [list(line) for line in equal]
    for line in at_least:
        if not _most(line, equal, at_least, size):
            always.append(list(line))
    return size - rank([line[1:] for line in always])


def _most(
    line: Sequence[fmpq],
    equal: Sequence[Sequence[fmpq]],
    at_least: Sequence[Sequence[fmpq]],
    size: int,
) -> fmpq:
    """The greatest value of a linear function on the set that `optimal_set` describes."""
    broken = [*equal, *([-a for a in other] for other in (*equal, *at_least))]
    weight = fmpq(1)
    while True:
        # Breaking a condition has a price, which is raised until the best point breaks none.
        weight *= 2**20
        best = minimise(
            [-a for a in line[1:]],
            [[weight * a for a in other[1:]] for other in broken],
            [weight * other[0] for other in broken],
        )
        point = [fmpq(1), *best.point]
        if all(dot(other, point) <= 0 for other in broken):
            return line[0] - best.value


def kernel(equal: Sequence[Sequence[fmpq]], width: int) -> list[list[fmpq]]:
    """A basis of all vectors of this width on which every linear function in `equal` is 0."""
    if not equal or not width:
        return [[fmpq(k == free) for k in range(width)] for free in range(width)]
    whole, _ = fmpq_mat([list(line) for line in equal]).numer_denom()
    vectors, dimension = whole.nullspace()
    return [list(map(fmpq, vector)) for vector in vectors.transpose().tolist()[:dimension]]


def _independent(rows: Sequence[Sequence[fmpq]], width: int) -> list[int]:
    """The indices of the first `width` rows that are linearly independent."""
    assert rank(rows) == width, "the sides leave a line"
    columns = fmpq_mat([list(row) for row in rows]).transpose().rref()[0].tolist()
    return [next(k for k, a in enumerate(line) if a) for line in columns[:width]]
