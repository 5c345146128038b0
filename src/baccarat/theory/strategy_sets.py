"""Sets of strategies, given by their corners, and a checker of claims about a set.

    OptimalSet(names, dimension, corners)
    OptimalSet.read(fields); named.write()                 as JSON
    whole_corners(named, who, own, free) -> strategies     one for each corner, or NotProved
    require_whole_set(named, who, own, free, equal, more)  its dimension, and that it has no other
                                                           corner, or NotProved with the reason

A set is all probabilities for the free decisions that make some lines 0 and others 0 or more. Its
dimension is checked from both sides: the corners span at least this dimension, and enough of the
equations are independent to allow no more. To see that no corner is missing it is enough to know
which corners lie on which sides. Take those facets of the corners' hull that lie on a side of the
set. If each ridge of each of these facets belongs to a second one, they are all the facets of the
hull, because a path across ridges leads from any facet of a polytope to any other. And a hull whose
facets all lie on sides of the set is the whole set.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import and_
from typing import Any

from flint import fmpq, fmpq_mat

from baccarat.base.errors import BadText, NotProved
from baccarat.base.frozen import freezes
from baccarat.theory.certificate_reading import read_number, read_text, shown
from baccarat.theory.numbers import rational
from baccarat.theory.strategies import MixedStrategy

NamedLine = Mapping[str, fmpq | int]
"""A constant, named "", and a slope for each decision."""
MOST_FACES = 100_000

MOST_READ = 1000
"""The most corners of a set; the solver lists fewer, and more would take long to check."""


@dataclass(frozen=True, slots=True)
@freezes("names", "corners")
class OptimalSet:
    """All optimal strategies of one side: the decisions that may vary, and the corners of the set.

    Idle decisions, which change nobody's expected value, are set aside.
    """

    names: tuple[str, ...]
    """the decisions that are not the same in all of the strategies"""
    dimension: int
    corners: tuple[tuple[Fraction, ...], ...] | None
    """for each corner, the probability of drawing by name; None if there are too many to list"""

    @property
    def middle(self) -> dict[str, Fraction]:
        """The mean of the corners, by name; empty if the corners are not listed."""
        corners = self.corners or ()
        sums = (sum(column) for column in zip(*corners, strict=True))
        return {name: part / len(corners) for name, part in zip(self.names, sums, strict=False)}

    @classmethod
    def read(cls, fields: object) -> "OptimalSet":
        """The set in the fields of a certificate."""
        if not isinstance(fields, dict) or fields.keys() != {"names", "dimension", "corners"}:
            raise BadText("not a certificate: a set must have names, dimension and corners")
        names, dimension, corners = fields["names"], fields["dimension"], fields["corners"]
        if not isinstance(names, list) or not isinstance(corners, list):
            raise BadText("not a certificate: names and corners of a set must be lists")
        if type(dimension) is not int:
            raise BadText("not a certificate: the dimension of a set must be a whole number")
        if not all(isinstance(corner, list) for corner in corners):
            raise BadText("not a certificate: a corner must be a list of fractions")
        if len(corners) > MOST_READ:
            raise BadText(f"not a certificate: a set must list at most {MOST_READ} corners")
        points = tuple(tuple(map(read_number, corner)) for corner in corners)
        return cls(tuple(map(read_text, names)), dimension, points)

    def write(self) -> dict[str, Any]:
        """The set as the fields of a certificate."""
        corners = [[str(a) for a in corner] for corner in self.corners or ()]
        return {"names": list(self.names), "dimension": self.dimension, "corners": corners}


def whole_corners(
    named: OptimalSet, who: str, own: MixedStrategy, free: Sequence[str]
) -> list[dict[str, Fraction]]:
    """Every corner as a whole strategy, with the decisions that do not vary."""
    names, corners = named.names, named.corners or ()
    if not corners or any(len(corner) != len(names) for corner in corners):
        raise NotProved(f"a corner of the {who}'s set needs a probability for each of its names")
    if len(set(names)) != len(names) or not set(names) <= set(free):
        raise NotProved(f"the {who}'s set must name free decisions, each once")
    if len(set(corners)) != len(corners):
        raise NotProved(f"a corner of the {who}'s set is listed twice")
    return [{**own, **dict(zip(names, corner, strict=True))} for corner in corners]


def require_whole_set(
    named: OptimalSet,
    who: str,
    own: MixedStrategy,
    free: Sequence[str],
    equal: Sequence[NamedLine],
    at_least: Sequence[NamedLine],
) -> None:
    """Raise `NotProved` unless the set is exactly the strategies that the conditions allow."""
    free = _loose(free, own, equal)
    whole = whole_corners(named, who, own, free)
    points = [{"": fmpq(1), **{name: rational(p) for name, p in one.items()}} for one in whole]
    sides: list[NamedLine] = [{name: 1} for name in free]
    sides += [{"": 1, name: -1} for name in free]
    sides += at_least
    heights = [[along(side, point) for point in points] for side in sides]
    if any(min(line) < 0 for line in heights) or any(
        along(line, point) != 0 for line in equal for point in points
    ):
        raise NotProved(f"a corner of the {who}'s set must lie in the set")
    first = points[0]
    if named.dimension != rank([[p[name] - first[name] for name in free] for p in points]):
        raise NotProved(f"the {who}'s corners must span {shown(named.dimension)} dimensions")
    if named.dimension != len(free) - rank([[line.get(n, 0) for n in free] for line in equal]):
        raise NotProved(f"the {who}'s set may have more dimensions than the certificate claims")
    on = {sum(1 << k for k, height in enumerate(line) if height == 0) for line in heights}
    if not _are_all_corners(len(points), on, named.dimension):
        raise NotProved(f"the {who}'s set must list all its corners and no other points")


def _loose(free: Sequence[str], own: MixedStrategy, equal: Sequence[NamedLine]) -> list[str]:
    """The free decisions that no equation keeps at 0 or 1.

    Suppose each of a line's decisions is at the end that makes the line smallest, and the line is 0
    there. Then none of them can move without making the line positive. The same holds for largest.
    """
    loose = list(free)
    while True:
        held: set[str] = set()
        for line in equal:
            slopes = {name: line[name] for name in loose if line.get(name)}
            is_least = all(own[name] == (slope < 0) for name, slope in slopes.items())
            is_most = all(own[name] == (slope > 0) for name, slope in slopes.items())
            if is_least or is_most:
                held |= slopes.keys()
        if not held:
            return loose
        loose = [name for name in loose if name not in held]


def _are_all_corners(count: int, sides: set[int], dimension: int) -> bool:
    """Whether this many points are all the corners of a set of this dimension.

    Each side is given by the points that lie on it.

    A face is a set of points, one bit for each. A face inside another has a smaller dimension. So
    the longest chain of faces inside a face bounds its dimension from below, and the chain of
    faces around it bounds it from above.
    """
    everything = (1 << count) - 1
    size: dict[int, int] = {}
    facets: dict[int, set[int]] = {}
    for face in sorted(_faces(everything, sides), key=int.bit_count):
        smaller = {face & side for side in sides} - {face}
        size[face] = 1 + max((size[one] for one in smaller), default=-1) if face else -1
        facets[face] = {one for one in smaller if size[one] == size[face] - 1}
        ridges = Counter(ridge for facet in facets[face] for ridge in facets[facet])
        if size[face] == 0:
            facets[face] = {0}
        elif set(ridges.values()) != {2}:  # some facet is missing
            facets[face] = set()
    return (
        size[everything] == dimension
        and bool(facets[everything])
        and all(
            reduce(and_, (side for side in sides if side >> k & 1), everything) == 1 << k
            for k in range(count)
        )
    )


def _faces(everything: int, sides: set[int]) -> set[int]:
    """All faces of a set: every intersection of sides, and the empty face."""
    faces, new = {0}, {everything}
    while new:
        faces |= new
        if len(faces) > MOST_FACES:
            raise NotProved(f"a set must have at most {MOST_FACES} faces")
        new = {face & side for face in new for side in sides} - faces
    return faces


def along(line: NamedLine, point: Mapping[str, fmpq]) -> fmpq:
    return sum((slope * point[name] for name, slope in line.items() if slope), start=fmpq(0))


def rank(rows: Sequence[Sequence[fmpq | int]]) -> int:
    return int(fmpq_mat([list(row) for row in rows]).rank()) if rows and rows[0] else 0
