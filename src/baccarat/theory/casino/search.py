"""A complete search for equilibria by the signs of all gains, with a reason for each exclusion.

    search(sets, cells, brings, gains) -> Node

An equilibrium has a sign at each decision: drawing there is worse (-), the same (0) or better (+)
for the side that decides, given what the other side does. At - the side stands, at + it draws, at 0
it may do either. Once all signs are known, each side's strategies solve linear equations and
inequalities of their own. So the search fixes one sign after another, and gives up a set of signs
as soon as a weighted sum of its lines shows a contradiction:

    forced    a line has the same sign whatever the other side does
    refuted   weights: each has the sign that its line should have, or any sign if that is 0; yet
              the weighted sum of the lines is positive nowhere
    split     the three signs that a decision may have
    found     all signs are known, and strategies with these signs exist

`gains` may be given at two commissions. Between them the lines are means of those at the ends. So
weights that refute a set of signs at both ends refute it everywhere between. A leaf is then `found`
if no weights refute it at both ends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flint import fmpq

from baccarat.base.errors import BaccaratError
from baccarat.base.frozen import freezes
from baccarat.theory.casino.game import NOTHING, ExactLine
from baccarat.theory.numbers import value_at
from baccarat.theory.simplex import minimise

MOST_NODES = 20_000
"""the most nodes of a search; a game with more is too degenerate for a list"""
ONE = fmpq(1)
SIGNS = ("-", "0", "+")
PINNED = {"-": NOTHING, "+": ONE}
"""The probability of drawing at a sign that leaves no choice."""
Signs = Mapping[str, str]


@dataclass(frozen=True, slots=True)
@freezes("refuted", "found", "point")
class Node:
    """A search step: the signs forced here; then a refutation, all remaining signs, or a split."""

    forced: tuple[tuple[str, str], ...] = ()
    refuted: Mapping[str, Any] | None = None
    split: str | None = None
    branches: tuple["Node", ...] = ()
    """for the signs -, 0, + in this order"""
    found: Signs | None = None
    point: Mapping[str, fmpq] = field(default_factory=dict)
    """for a leaf at one commission: how often to draw where the sign is 0"""

    def leaves(self) -> list["Node"]:
        """The leaves whose signs belong to equilibria."""
        if self.found is not None:
            return [self]
        return [leaf for branch in self.branches for leaf in branch.leaves()]


@dataclass(slots=True)
class Half:
    """One side's decisions, each with its gain from drawing as a linear function."""

    names: tuple[str, ...]
    others: tuple[str, ...]
    """the decisions of the other side, whose probabilities are the unknowns of the lines"""
    ends: tuple[list[ExactLine], ...]
    """for each commission, a line for each decision"""
    scales: dict[str, fmpq] = field(init=False)
    place: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.place = {name: k for k, name in enumerate(self.names)}
        self.scales = {}
        for k, name in enumerate(self.names):
            size = max(abs(a) for lines in self.ends for a in lines[k])
            self.scales[name] = size if size else ONE

    def sign(self, name: str, signs: Signs) -> str | None:
        """The sign that a decision has whatever the other side does; None if it may vary."""
        found = set()
        for lines in self.ends:
            line = lines[self.place[name]]
            least = most = line[0]
            for other, slope in zip(self.others, line[1:], strict=True):
                pinned = PINNED.get(signs.get(other, "0"))
                if pinned is not None:
                    least, most = least + pinned * slope, most + pinned * slope
                elif slope < 0:
                    least += slope
                else:
                    most += slope
            found |= {_sign(least), _sign(most)}
        return found.pop() if len(found) == 1 else None

    def refute(
        self, asked: Sequence[str], signs: Signs
    ) -> tuple[dict[str, fmpq] | None, dict[str, fmpq]]:
        """Weights that prove the signs impossible, or choices of the other side that allow them."""
        free, drawn = free_and_drawn(self.others, signs)
        rows = []
        for name in asked:
            if name not in self.place or self.sign(name, signs) == signs[name]:
                continue
            pieces = []
            for lines in self.ends:
                line = of_free(lines[self.place[name]], free, drawn)
                pieces.append([a / self.scales[name] for a in line])
            if signs[name] != "+":
                rows.append(_Inequality(name, -1, signs[name] == "-", _joined(pieces)))
            if signs[name] != "-":
                rows.append(_Inequality(name, 1, signs[name] == "+", [-a for a in _joined(pieces)]))
        if not rows:
            return None, {self.others[k]: NOTHING for k in free}
        # Few rows are enough for a contradiction; the newest row is probably one of them.
        working = [rows[-1]]
        while True:
            weights, point = _contradiction(working, _sides(len(free)) if self.is_span else [])
            if weights is not None:
                found: dict[str, fmpq] = {}
                for row, weight in zip(working, weights, strict=False):
                    weight = found.get(row.name, NOTHING) + row.direction * weight
                    found[row.name] = weight
                return {name: w / self.scales[name] for name, w in found.items() if w}, {}
            broken = [row for row in rows if row.is_broken_at(point)]
            if not broken:
                # Over a span the point does not start with probabilities; its numbers are unused.
                names = [self.others[k] for k in free]
                return None, dict(zip(names, point, strict=False))
            working.append(max(broken, key=lambda row: value_at(row.line, point)))

    def refuted_at(self, weights: Mapping[str, fmpq], signs: Signs) -> tuple[fmpq, ...] | None:
        """The point where a weighted sum of gains is greatest; None if the sum refutes nothing."""
        if any(w and _sign(w) != signs[name] != "0" for name, w in weights.items()):
            return None
        is_strict = any(w and signs[name] != "0" for name, w in weights.items())
        point: list[fmpq] = []
        for lines in self.ends:
            parts = [[w * a for a in lines[self.place[name]]] for name, w in weights.items()]
            most, *slopes = (sum(part, start=NOTHING) for part in zip(*parts, strict=True))
            for other, slope in zip(self.others, slopes, strict=True):
                point.append(PINNED.get(signs.get(other, "0"), fmpq(slope > 0)))
                most += point[-1] * slope
            if most > 0 or (most == 0 and not is_strict):
                return None
        return tuple(point)

    def less(self, signs: Signs) -> "Half":
        """The decisions of this side that have no sign yet.

        The other side's decisions with a sign become part of the constants.
        """
        free, drawn = free_and_drawn(self.others, signs)
        names = tuple(name for name in self.names if name not in signs)
        ends = (
            [of_free(lines[self.place[name]], free, drawn) for name in names] for lines in self.ends
        )
        return Half(names, tuple(self.others[k] for k in free), tuple(ends))

    @property
    def is_span(self) -> bool:
        """Whether the gains are given at both ends of a span of commissions."""
        return len(self.ends) == 2


def free_and_drawn(names: Sequence[str], signs: Signs) -> tuple[list[int], list[int]]:
    """Two lists of places: the decisions with the sign 0 or no sign, and those with the sign +."""
    free = [k for k, name in enumerate(names) if signs.get(name, "0") == "0"]
    return free, [k for k, name in enumerate(names) if signs.get(name) == "+"]


def of_free(line: ExactLine, free: Sequence[int], drawn: Sequence[int]) -> ExactLine:
    """A linear function of the free decisions alone; its constant includes the drawn decisions."""
    return [sum((line[1 + k] for k in drawn), start=line[0]), *(line[1 + k] for k in free)]


@dataclass(frozen=True, slots=True)
class _Inequality:
    """A linear function that must not be positive; if `strict`, it must be negative."""

    name: str
    direction: int
    """1 if the line is negated, -1 if it is the decision's own line"""
    strict: bool
    line: ExactLine

    def is_broken_at(self, point: Sequence[fmpq]) -> bool:
        value = value_at(self.line, point)
        return bool(value >= 0 if self.strict else value > 0)


def _joined(ends: Sequence[ExactLine]) -> ExactLine:
    """A linear function for a whole span: the weighted mean of the functions at its ends.

    Its unknowns are the weight of the first end, the probabilities times this weight, and the
    probabilities times the other weight.
    """
    if len(ends) == 1:
        return ends[0]
    first, second = ends
    return [second[0], first[0] - second[0], *first[1:], *second[1:]]


def _sides(size: int) -> list[ExactLine]:
    """The bounds on `_joined`'s unknowns: a probability times a weight is at most this weight."""
    sides = []
    for k in range(size):
        for at, part, constant in ((2 + k, -ONE, NOTHING), (2 + size + k, ONE, -ONE)):
            side = [constant, part, *[NOTHING] * (2 * size)]
            side[at] = ONE
            sides.append(side)
    return sides


def _contradiction(
    rows: Sequence[_Inequality], sides: Sequence[ExactLine]
) -> tuple[Sequence[fmpq] | None, Sequence[fmpq]]:
    """Weights that prove the inequalities contradictory, or a point that satisfies them all."""
    # The last unknown is the margin by which all strict rows hold. Breaking a row has a price,
    # which is raised until the best point breaks no row.
    lines = [*(row.line for row in rows), *sides]
    stricts = [*(fmpq(row.strict) for row in rows), *[NOTHING] * len(sides)]
    costs = [*[NOTHING] * (len(lines[0]) - 1), -ONE]
    price = fmpq(1 << 20)
    while True:
        best = minimise(
            costs,
            [
                [*(price * a for a in line[1:]), price * strict]
                for line, strict in zip(lines, stricts, strict=True)
            ],
            [price * line[0] for line in lines],
        )
        if best.value >= 0:
            return best.prices, ()
        *point, _ = best.point
        held = all(value_at(side, point) <= 0 for side in sides)
        if held and not any(row.is_broken_at(point) for row in rows):
            return None, point
        price *= 1 << 20


def search(
    sets: tuple[str, ...],
    cells: tuple[str, ...],
    brings: list[ExactLine],
    gains: Sequence[list[ExactLine]],
) -> Node:
    """The tree of all signs that equilibria may have."""
    return search_signs((Half(sets, cells, (brings,)), Half(cells, sets, tuple(gains))))


def search_signs(halves: tuple[Half, Half]) -> Node:
    """The tree of all signs that the gains of ponte and of banquier may have."""
    signs: dict[str, str] = {}
    forced = _force(halves, signs)
    # Most cells are settled by now; the other decisions make a small game.
    rest = _SignSearch((halves[0].less(signs), halves[1].less(signs))).node(signs, ())
    return replace(rest, forced=(*forced, *rest.forced))


class _SignSearch:
    def __init__(self, halves: tuple[Half, Half]) -> None:
        self.halves = halves
        # The ponte's few decisions come first, then the cells by their worth to him.
        sets, cells = halves
        worth = dict.fromkeys(cells.names, NOTHING)
        for name, line in zip(sets.names, sets.ends[0], strict=True):
            for cell, slope in zip(sets.others, line[1:], strict=True):
                if cell in worth:
                    worth[cell] += abs(slope) / sets.scales[name]
        self.order = [*sets.names, *sorted(cells.names, key=lambda cell: -worth[cell])]
        self.nodes = 0

    def node(self, known: Signs, asked: tuple[str, ...]) -> Node:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise BaccaratError("the game has too many equilibria to list")
        signs = dict(known)
        forced = _force(self.halves, signs)
        point: dict[str, fmpq] = {}
        for half in self.halves:
            weights, others = half.refute(asked, signs)
            if weights is not None:
                return Node(forced, refuted=weights)
            point |= others
        name = next((name for name in self.order if name not in signs), None)
        if name is None:
            return Node(forced, found=signs, point=point)
        branches = tuple(self.node({**signs, name: sign}, (*asked, name)) for sign in SIGNS)
        return Node(forced, split=name, branches=branches)


def _force(halves: tuple[Half, Half], signs: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Add, one after the other, the signs that follow from known signs; return the new signs."""
    forced = []
    waiting = True
    while waiting:
        waiting = False
        for half in halves:
            for name in half.names:
                if name not in signs and (sign := half.sign(name, signs)):
                    signs[name] = sign
                    forced.append((name, sign))
                    waiting = True
    return tuple(forced)


def _sign(number: fmpq) -> str:
    return "+" if number > 0 else "-" if number < 0 else "0"
