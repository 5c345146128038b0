"""All Nash equilibria of banque, when each Player maximises the value of his own tableau only.

    equilibria(payoffs, theta) -> tuple[Nash, ...]

Let x1, x2 be the chances that the Players draw on 5. The banquier's gain from drawing in a cell is
a bilinear function of them, so its zeros form a curve in the unit square; off the curves his
reply is pure. Player 1's gain from drawing is linear in x2 and in the banquier's chances, and
Player 2's likewise. An equilibrium therefore lies

- off all curves, where two linear equations give x1 and x2;
- on one curve, where eliminating both leaves a quadratic equation for the chance in that cell;
- where curves cross, which is a quadratic equation for x1;
- or on the border of the square, where the gains are straight lines.

So all numbers are of the form a + b √n. Boxes of the square in which no gain can vanish are set
aside by bounds in rational numbers; in the others every such system is solved, and every solution
is tried as a whole. The solutions that pass are the complete list.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, pairwise, product

from flint import fmpq

from baccarat.base.errors import BaccaratError
from baccarat.base.frozen import freezes
from baccarat.theory.banque.payoffs import BanquePayoffs
from baccarat.theory.banque.surd import Surd
from baccarat.theory.numbers import rational
from baccarat.theory.polynomials import cramer

ZERO, ONE = fmpq(0), fmpq(1)
FEW = 2
"""Boxes with no more curves than this are solved rather than cut."""
DEEPEST = 24
"""A box that was halved this often is solved, whatever it holds."""
Bilinear = tuple[fmpq, fmpq, fmpq, fmpq]
"""Constant, slope in x1, slope in x2, slope in x1 x2."""
BothChances = tuple[Surd, Surd]


@dataclass(frozen=True, slots=True)
@freezes("mixed", "draws")
class Nash:
    """A Nash equilibrium of the three sides; its numbers have the form a + b √n."""

    players: tuple[Surd, Surd]
    """how often each Player draws on 5"""
    values: tuple[Surd, Surd]
    """of the whole game to each tableau, per unit staked there"""
    mixed: Mapping[str, Surd]
    """how often the banquier draws where he is indifferent"""
    is_single: bool
    """whether only these chances in the tied cells keep the Players in equilibrium"""
    draws: frozenset[str] = field(repr=False)
    """where the banquier draws for sure; in all other cells he stands"""


class Continuum(BaccaratError):
    """Raised if the equilibria may form a curve: only single equilibria are listed."""


@dataclass(frozen=True, slots=True)
class _Cell:
    gain: Bilinear
    """what a draw here brings both tableaux, as staked"""
    first: tuple[fmpq, fmpq]
    """Player 1's gain from drawing on 5 if the banquier draws here: constant, slope in x2"""
    second: tuple[fmpq, fmpq]
    """Player 2's gain in the same way: constant, slope in x1"""

    def gain_at(self, point: BothChances) -> Surd:
        return bilinear(self.gain, point)

    def effects_at(self, point: BothChances) -> tuple[Surd, Surd]:
        x1, x2 = point
        return x2 * self.first[1] + self.first[0], x1 * self.second[1] + self.second[0]


@dataclass(frozen=True, slots=True)
class _Box:
    low: tuple[fmpq, fmpq]
    high: tuple[fmpq, fmpq]
    first: tuple[fmpq, fmpq]
    """Player 1's gain from drawing, from the cells that are decided in this box"""
    second: tuple[fmpq, fmpq]
    open: tuple[_Cell, ...]
    """the cells that are still undecided in this box"""
    depth: int = 0


def bilinear(form: Sequence[fmpq], point: tuple[Surd, Surd]) -> Surd:
    x1, x2 = point
    return form[0] + x1 * form[1] + x2 * form[2] + x1 * x2 * form[3]


def _form(corners: Sequence[fmpq | int]) -> Bilinear:
    ss, sd, ds, dd = map(fmpq, corners)
    return ss, ds - ss, sd - ss, dd - ds - sd + ss


def equilibria(
    payoffs: BanquePayoffs, theta: Fraction, fixed: Fraction = Fraction(0)
) -> tuple[Nash, ...]:
    """All equilibria for a stake `theta` on tableau 1, above 0 and below 1; sorted by `players`.

    `fixed` is what each tableau gets from the coups that have a natural; its value is added.
    """
    return _NashSearch(payoffs, theta, fixed).all()


class _NashSearch:
    def __init__(self, payoffs: BanquePayoffs, theta: Fraction, fixed: Fraction) -> None:
        stake, total, self.fixed = rational(theta), payoffs.total, rational(fixed)
        self.stands = [_form([fmpq(w, total) for w in corners]) for corners in payoffs.stands]
        self.sure: set[str] = set()
        self.forms: dict[str, tuple[Bilinear, Bilinear]] = {}
        self.cells: dict[str, _Cell] = {}
        for name, (one, two) in payoffs.draws.items():
            gains = [stake * p + (1 - stake) * q for p, q in zip(one, two, strict=True)]
            f1, f2 = (_form([fmpq(weight, total) for weight in side]) for side in (one, two))
            if max(gains) < 0:  # he draws here whatever the Players do
                self.sure.add(name)
                self.stands = [
                    (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])
                    for a, b in zip(self.stands, (f1, f2), strict=True)
                ]
            elif min(gains) <= 0 and (any(one) or any(two)):
                self.forms[name] = f1, f2
                self.cells[name] = _Cell(_form(gains), (f1[1], f1[3]), (f2[2], f2[3]))

    def all(self) -> tuple[Nash, ...]:
        points = {*self._inside(), *self._border()}
        found = [self._try(point) for point in points]
        return tuple(sorted((one for one in found if one is not None), key=lambda one: one.players))

    # Inside the square

    def _inside(self) -> Iterator[BothChances]:
        base = self.stands
        whole = _Box(
            (ZERO, ZERO),
            (ONE, ONE),
            (base[0][1], base[0][3]),
            (base[1][2], base[1][3]),
            tuple(self.cells.values()),
        )
        boxes = [whole]
        while boxes:
            box = _decide(boxes.pop())
            if box is None:
                continue
            if len(box.open) > FEW and box.depth < DEEPEST:
                boxes += _halves(box)
                continue
            try:
                yield from [point for point in _solve(box) if _is_in(box, point)]
            except Continuum:
                if box.depth >= DEEPEST:
                    raise
                boxes += _halves(box)  # the curve of equilibria may lie outside this box

    # On its border

    def _border(self) -> Iterator[BothChances]:
        """The corners of the unit square, and the points of its border where a cell's gain is 0."""
        zero, one = Surd(ZERO), Surd(ONE)
        for end in (zero, one):
            for first in (True, False):
                stops = {zero, one}
                for cell in self.cells.values():
                    a, b1, b2, c = cell.gain
                    fixed, moving = (b1, b2) if first else (b2, b1)
                    constant, slope = end * fixed + a, end * c + moving
                    if slope == 0 == constant:
                        raise Continuum(
                            "the banquier is indifferent in a cell on the whole border: try "
                            "another stake"
                        )
                    if slope != 0 and 0 <= (root := -constant / slope) <= 1:
                        stops.add(root)
                ordered = sorted(stops)
                for left, right in pairwise(ordered):
                    middle = (left + right) / 2
                    self._require_no_stretch((end, middle) if first else (middle, end), first)
                for stop in ordered:
                    yield (end, stop) if first else (stop, end)

    def _require_no_stretch(self, point: BothChances, first: bool) -> None:
        """Raise `Continuum` if a Player is indifferent all along this part of the border."""
        gains = self._gains(point, [c for c in self.cells.values() if c.gain_at(point) < 0])
        if gains[1 if first else 0] == 0:
            raise Continuum(
                "a Player is indifferent on a whole part of the border: try another stake"
            )

    # Anywhere

    def _gains(self, point: BothChances, drawn: Sequence[_Cell]) -> tuple[Surd, Surd]:
        """What each Player gains by drawing on 5 when the banquier draws in these cells."""
        x1, x2 = point
        first = x2 * self.stands[0][3] + self.stands[0][1]
        second = x1 * self.stands[1][3] + self.stands[1][2]
        for cell in drawn:
            one, two = cell.effects_at(point)
            first, second = first + one, second + two
        return first, second

    def _try(self, point: BothChances) -> Nash | None:
        """The Nash equilibrium in which the Players draw with these chances, or None."""
        tied, draws = [], set()
        for name, cell in self.cells.items():
            sign = cell.gain_at(point).sign
            if sign < 0:
                draws.add(name)
            elif sign == 0:
                tied.append(name)
        sure = self._gains(point, [self.cells[name] for name in draws])
        effects = [self.cells[name].effects_at(point) for name in tied]
        # A Player on 5 always draws if that gains, never if it loses, mixes only if neither.
        wanted = [1 if x == 1 else -1 if x == 0 else 0 for x in point]
        found = _corners(sure, effects, wanted)
        if not found:
            return None
        mixed = dict(zip(tied, found[0], strict=True))
        values = []
        for side in (0, 1):
            value = bilinear(self.stands[side], point) + self.fixed
            for name, part in (dict.fromkeys(draws, Surd(ONE)) | mixed).items():
                value = value + bilinear(self.forms[name][side], point) * part
            values.append(value)
        drawn = frozenset(draws | self.sure)
        return Nash(point, (values[0], values[1]), mixed, len(found) == 1, drawn)


def _decide(box: _Box) -> _Box | None:
    """The box after its bounds have decided some open cells; None if it has no equilibrium."""
    first, second = list(box.first), list(box.second)
    still = []
    for cell in box.open:
        a, b1, b2, c = cell.gain
        gains = []
        for x1, x2 in product(*zip(box.low, box.high, strict=True)):
            gain = a + b1 * x1 + b2 * x2 + c * x1 * x2
            # A zero on the border of the square tells nothing about the inside.
            if gain != 0 or not {x1, x2} & {ZERO, ONE}:
                gains.append(gain)
        if not gains or min(gains) <= 0 <= max(gains):
            still.append(cell)
        elif gains[0] < 0:
            first = [x + y for x, y in zip(first, cell.first, strict=True)]
            second = [x + y for x, y in zip(second, cell.second, strict=True)]
    if not _may_vanish(box, first, second, still):
        return None
    return _Box(
        box.low, box.high, (first[0], first[1]), (second[0], second[1]), tuple(still), box.depth
    )


def _may_vanish(
    box: _Box, first: Sequence[fmpq], second: Sequence[fmpq], free: Sequence[_Cell]
) -> bool:
    """Whether both Players may be indifferent in the box, for some replies in `free` cells."""
    for (constant, slope), axis, swings in (
        (first, 1, [cell.first for cell in free]),
        (second, 0, [cell.second for cell in free]),
    ):
        least, most = [], []
        for x in (box.low[axis], box.high[axis]):
            swing = [start + rise * x for start, rise in swings]
            least.append(constant + slope * x + sum((part for part in swing if part < 0), ZERO))
            most.append(constant + slope * x + sum((part for part in swing if part > 0), ZERO))
        if min(least) > 0 or max(most) < 0:
            return False
    return True


def _halves(box: _Box) -> list[_Box]:
    middle = [(low + high) / 2 for low, high in zip(box.low, box.high, strict=True)]
    cuts = [
        ((low, half), (half, high))
        for low, half, high in zip(box.low, middle, box.high, strict=True)
    ]
    return [
        _Box((a, c), (b, d), box.first, box.second, box.open, box.depth + 1)
        for (a, b), (c, d) in product(*cuts)
    ]


def _is_in(box: _Box, point: BothChances) -> bool:
    return all(
        low <= x <= high and 0 < x < 1
        for low, x, high in zip(box.low, point, box.high, strict=True)
    )


def _solve(box: _Box) -> Iterator[BothChances]:
    """Points that may be equilibria: all where both Players are indifferent, and some others."""
    groups: list[list[_Cell]] = []
    for cell in box.open:
        alike = next((group for group in groups if _is_same_curve(group[0], cell)), None)
        if alike is None:
            groups.append([cell])
        else:
            alike.append(cell)
    for one, two in combinations(groups, 2):
        yield from _crossings(one[0].gain, two[0].gain)
    for first, second in _pure(box, box.open):
        if first[1] != 0 and second[1] != 0:
            yield Surd(-second[0] / second[1]), Surd(-first[0] / first[1])
        elif not any(first) or not any(second):
            raise Continuum(
                "a Player is indifferent to every choice of the other Player: try another stake"
            )
    for group in groups:
        for first, second in _pure(box, [cell for cell in box.open if cell not in group]):
            if len(group) == 1:
                yield from _on_curve(group[0], first, second)
            elif _may_vanish(box, first, second, group):
                raise Continuum(
                    "the banquier is indifferent in two cells along one curve: try another stake"
                )


def _pure(box: _Box, cells: Sequence[_Cell]) -> Iterator[tuple[list[fmpq], list[fmpq]]]:
    """Both Players' gains as linear functions, for each pure choice of the banquier in `cells`."""
    for choice in product((False, True), repeat=len(cells)):
        drawn = [cell for cell, draws in zip(cells, choice, strict=True) if draws]
        firsts = zip(box.first, *(cell.first for cell in drawn), strict=True)
        seconds = zip(box.second, *(cell.second for cell in drawn), strict=True)
        yield [sum(parts, ZERO) for parts in firsts], [sum(parts, ZERO) for parts in seconds]


def _is_same_curve(one: _Cell, two: _Cell) -> bool:
    pairs = list(zip(one.gain, two.gain, strict=True))
    return all(p * s == q * r for (p, q), (r, s) in combinations(pairs, 2))


def _crossings(one: Bilinear, two: Bilinear) -> Iterator[BothChances]:
    """The points where the curves of two cells meet.

    The first curve gives x2; then the second curve is a quadratic equation for x1.
    """
    (a, b1, b2, c), (p, q1, q2, r) = one, two
    parts = (q1 * c - r * b1, p * c + q1 * b2 - q2 * b1 - r * a, p * b2 - q2 * a)
    if not any(parts):
        raise Continuum(
            "the banquier is indifferent in two cells along one curve: try another stake"
        )
    for x1 in Surd.roots(*parts):
        for constant, start, slope, both in (one, two):
            below = x1 * both + slope
            if below != 0:
                yield x1, -(x1 * start + constant) / below
                break
        else:
            raise Continuum(
                "the banquier is indifferent in two cells along one line: try another stake"
            )


def _on_curve(cell: _Cell, first: Sequence[fmpq], second: Sequence[fmpq]) -> Iterator[BothChances]:
    """The points at which both Players are indifferent while the banquier mixes in one cell.

    With his chance y, x2 = −(f0 + y h0) / (f1 + y h1) and x1 = −(s0 + y k0) / (s1 + y k1); both are
    put into the curve.
    """
    a, b1, b2, c = cell.gain
    # Each of the four sums is linear in y: (constant, slope).
    f0, f1 = zip(first, cell.first, strict=True)
    s0, s1 = zip(second, cell.second, strict=True)
    terms = ((a, f1, s1), (-b1, f1, s0), (-b2, f0, s1), (c, f0, s0))
    parts = (
        sum((k * p[1] * q[1] for k, p, q in terms), ZERO),
        sum((k * (p[0] * q[1] + p[1] * q[0]) for k, p, q in terms), ZERO),
        sum((k * p[0] * q[0] for k, p, q in terms), ZERO),
    )
    if not any(parts):
        raise Continuum("both Players are indifferent along a whole curve: try another stake")
    for y in Surd.roots(*parts):
        below2, below1 = y * f1[1] + f1[0], y * s1[1] + s1[0]
        above2, above1 = y * f0[1] + f0[0], y * s0[1] + s0[0]
        if all(part == 0 for part in (above1, above2, below1, below2)):
            raise Continuum("both Players are indifferent along a whole curve: try another stake")
        x1 = -above1 / below1 if below1 != 0 else None
        x2 = -above2 / below2 if below2 != 0 else None
        # Where a gain vanishes for every x, the curve itself determines the other coordinate.
        if x1 is None and x2 is not None and (slope := x2 * c + b1) != 0:
            x1 = -(x2 * b2 + a) / slope
        if x2 is None and x1 is not None and (slope := x1 * c + b2) != 0:
            x2 = -(x1 * b1 + a) / slope
        if x1 is not None and x2 is not None:
            yield x1, x2


def _corners(
    sure: Sequence[Surd], effects: Sequence[Sequence[Surd]], wanted: Sequence[int]
) -> list[tuple[Surd, ...]]:
    """The banquier's chances in tied cells for which each gain has the wanted sign or is 0.

    The list has only the corners of the set of all such chances.
    """
    size = len(effects)
    found: list[tuple[Surd, ...]] = []
    for side, want in enumerate(wanted):
        low = sum((effect[side] for effect in effects if effect[side] < 0), sure[side])
        high = sum((effect[side] for effect in effects if effect[side] > 0), sure[side])
        if (want >= 0 and high < 0) or (want <= 0 and low > 0):
            return found  # no choice reaches the signs wanted
    for free in range(min(2, size) + 1):
        for cells, sides in product(combinations(range(size), free), combinations((0, 1), free)):
            for ends in product((Surd(ZERO), Surd(ONE)), repeat=size - free):
                given = iter(ends)
                chances = [Surd(ZERO) if k in cells else next(given) for k in range(size)]
                solved = _solve_for(cells, sides, _sum(sure, effects, chances), effects)
                if solved is None:
                    continue
                for cell, chance in zip(cells, solved, strict=True):
                    chances[cell] = chance
                gains = _sum(sure, effects, chances)
                if (
                    all(0 <= chance <= 1 for chance in chances)
                    and all(g.sign in (0, want) for g, want in zip(gains, wanted, strict=True))
                    and tuple(chances) not in found
                ):
                    found.append(tuple(chances))
    return found


def _sum(
    sure: Sequence[Surd], effects: Sequence[Sequence[Surd]], chances: Sequence[Surd]
) -> list[Surd]:
    total = list(sure)
    for effect, chance in zip(effects, chances, strict=True):
        total = [gain + part * chance for gain, part in zip(total, effect, strict=True)]
    return total


def _solve_for(
    cells: Sequence[int],
    sides: Sequence[int],
    gains: Sequence[Surd],
    effects: Sequence[Sequence[Surd]],
) -> list[Surd] | None:
    """The chances in n cells that make n gains 0; None if they are not unique."""
    lines = [[gains[side], *(effects[cell][side] for cell in cells)] for side in sides]
    above, below = cramer(lines, Surd(ONE))
    return None if below == 0 else [part / below for part in above]
