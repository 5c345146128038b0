"""Calculates a random walk on whole numbers that ends at one of two barriers.

If the number of steps is not limited, the walk is cut into blocks as long as its longest step. A
chain of blocks is described by the place where a walk leaves it and the number of steps until then.
Two chains make one of double length, so a barrier a million blocks away takes twenty doublings.
Nothing is ever subtracted: every chance, even the smallest, is right to about 15 digits.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import expm1

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import BadValue, Refused

Floats = npt.NDArray[np.float64]

FAR = 60
"""Without an upper barrier, the walk is followed up to at most 2^60 blocks away."""
TRIFLE = 1e-20
"""The total chance at each end of a distribution that is left out."""
TRIM_EVERY = 16
"""The number of steps between two searches for such ends."""
MOST_WORK = 4 * 10**9
"""The most steps times places, as a product; more would take half a minute or longer."""
MOST_SIZE = 600
"""The most places of a block: a walk without a limit then takes 400 MB and half a minute."""


def _too_long(coups: int, most_coups: int) -> str:
    return f"{coups:,} coups take too long exactly: ask for at most {most_coups:,}"


@dataclass(frozen=True, slots=True)
class Leaving:
    """The chance that a walk ends at each barrier, and the mean number of steps until then."""

    down: float
    """the chance to end at the lower barrier"""
    up: float
    down_steps: float
    """the mean steps of walks that end at the lower barrier; 0 if none do"""
    up_steps: float

    @property
    def steps(self) -> float:
        """The mean number of steps until either barrier."""
        return self.down * self.down_steps + self.up * self.up_steps


@dataclass(frozen=True, slots=True)
class Moment:
    """After `step` steps: the chance that a walk is at each place, or has met each barrier."""

    step: int
    down: float
    """the chance that the walk has ended at the lower barrier"""
    up: float
    lowest: int
    """the place of the first chance"""
    chances: Floats
    """for each place from `lowest` on, the chance that the walk is there and goes on"""

    def above(self, place: int) -> float:
        """The chance that the walk has not ended and is above this place."""
        return float(self.chances[max(0, place + 1 - self.lowest) :].sum())

    @property
    def mean(self) -> float:
        """The sum of place x chance over all places of walks that have not ended."""
        return float(self.chances @ np.arange(self.lowest, self.lowest + len(self.chances)))


class LatticeWalk:
    """A random walk; `law` gives the chance of each length of step, negative for a step down."""

    def __init__(self, law: dict[int, float]) -> None:
        self.law = {step: chance for step, chance in sorted(law.items()) if chance}
        if not any(self.law):
            raise BadValue("every step of this walk is 0, so the walk never ends")
        self.size = max(map(abs, self.law))
        self.is_wide = self.size > MOST_SIZE
        """whether its steps are too long for a walk without a limit"""
        self._doubled: dict[int, Segment] = {}

    def leave(self, below: int, above: int | None = None) -> Leaving:
        """How the walk ends: at a barrier `below` places under its start or `above` over it.

        If `above` is None, there is no upper barrier.
        """
        size = self.size
        if self.is_wide:
            raise self._too_wide()
        blocks, remainder = divmod(below - 1, size)
        lower = self._chain(blocks, self._block(size - remainder, size))
        if above is None:
            upper = self._endless()
        else:
            blocks, remainder = divmod(above, size)
            upper = self._chain(blocks, self._block(0, remainder), is_upper=True)
        # The start is the first place of the first block of `upper`.
        again = times(upper.left_left, lower.right_right)
        down = times(upper.left_left, lower.right_left)
        from_start = visits(again, down[0].sum(1) + upper.left_right[0].sum(1))
        from_start = from_start[:, :1]
        (ruined,), (chances_after,) = times(from_start, down).sum(2)
        (reached,), (later,) = times(from_start, upper.left_right).sum(2)
        return Leaving(
            float(ruined),
            float(reached),
            float(chances_after / ruined) if ruined else 0.0,
            float(later / reached) if reached else 0.0,
        )

    def sinks(self, below: int) -> float:
        """The chance that a walk that rises on average ever falls `below` places below its start.

        The greatest depth has the generating function Π (1 - z) / (1 - z x), by Wiener and Hopf:
        the z are the roots inside the unit circle of Σ chance z^step = 1.
        """
        if min(self.law) >= 0:
            return 0.0
        if self.is_wide:
            raise self._too_wide()
        logs = self._logs_of_roots
        roots, ones = np.exp(logs), np.eye(len(logs), dtype=bool)
        if roots[0] == 1:
            return 1.0
        parts = np.where(ones, 1, (1 - roots) / np.where(ones, 1, 1 - roots / roots[:, None]))
        return float(np.exp(np.log(parts).sum(axis=1) + below * logs).sum().real)

    @cached_property
    def _logs_of_roots(self) -> npt.NDArray[np.complex128]:
        """The logarithms of the roots z that `sinks` needs, from the largest root down."""
        deepest, highest = -min(self.law), max(self.law)
        low, high = 0.0, 1.0
        while self._sinks_faster(high):
            low, high = high, 2 * high
        while low < (middle := (low + high) / 2) < high:
            low, high = (middle, high) if self._sinks_faster(middle) else (low, middle)
        terms = np.zeros(deepest + highest + 1)
        for step, chance in self.law.items():
            terms[highest - step] = chance
        terms[highest] -= 1
        roots = np.roots(terms) if deepest > 1 else np.zeros(0)
        small_roots = roots[np.argsort(abs(roots))][: deepest - 1]
        return np.array([-high, *np.log(small_roots.astype(np.complex128))])

    def _sinks_faster(self, rate: float) -> bool:
        """Whether the chance to sink n places falls faster than e^(-rate x n) as n grows."""
        return sum(chance * expm1(-step * rate) for step, chance in self.law.items()) < 0

    def require_quick(self, below: int, above: int | None, steps: int, share: float = 1.0) -> None:
        """Refuse more steps than can be calculated quickly; one coup counts as `share` steps."""
        spread = np.sqrt(sum(chance * step * step for step, chance in self.law.items()))
        room = below + above if above is not None else np.inf

        def is_quick(count: int) -> bool:
            return bool(count * min(room, 20 * spread * np.sqrt(count) + self.size) <= MOST_WORK)

        if not is_quick(steps):
            most_steps = bisect_left(range(1, steps), True, key=lambda count: not is_quick(count))
            raise Refused(_too_long(round(steps / share), int(most_steps / share)))

    def moments(self, below: int, above: int | None, steps: int) -> Iterator[Moment]:
        """A `Moment` after each number of steps, from 0 on."""
        self.require_quick(below, above, steps)
        least, highest = min(self.law), max(self.law)
        chances, lowest, down, up = np.ones(1), 0, 0.0, 0.0
        yield Moment(0, down, up, lowest, chances)
        for step in range(1, steps + 1):
            wider = np.zeros(len(chances) + highest - least)
            for length, chance in self.law.items():
                start = length - least
                wider[start : start + len(chances)] += chance * chances
            chances, lowest = wider, lowest + least
            if (below_count := 1 - below - lowest) > 0:
                down += float(chances[:below_count].sum())
                chances, lowest = chances[below_count:], 1 - below
            if above is not None and (inside_count := above - lowest) < len(chances):
                inside_count = max(0, inside_count)
                up += float(chances[inside_count:].sum())
                chances = chances[:inside_count]
            if step % TRIM_EVERY == 0 and len(chances):
                first = int(np.searchsorted(np.cumsum(chances), TRIFLE))
                last = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), TRIFLE))
                chances, lowest = chances[first : max(first, last)], lowest + first
            yield Moment(step, down, up, lowest, chances)

    def fall(self, depth: int, steps: int) -> float:
        """The chance that the walk ever falls `depth` or more below its highest place so far."""
        return float(self.falls(depth, steps)[-1])

    def falls(self, depth: int, steps: int) -> Floats:
        """For 0, 1, 2, … steps: the chance of a fall by `depth` within this number of steps."""
        if steps * depth > MOST_WORK:
            raise Refused(_too_long(steps, MOST_WORK // depth))
        places = np.zeros(depth)
        places[0] = 1.0
        fallen, chances = 0.0, np.zeros(steps + 1)
        for step in range(1, steps + 1):
            following = np.zeros(depth)
            for length, chance in self.law.items():
                if length < 0:
                    following[-length:] += chance * places[:length]
                    fallen += chance * float(places[length:].sum())
                else:
                    following[: max(0, depth - length)] += chance * places[length:]
                    following[0] += chance * float(places[:length].sum())
            places, chances[step] = following, fallen
        return chances

    def _too_wide(self) -> Refused:
        complaint = f"money in steps of 1 to {self.size:,} coins takes too long exactly without end"
        return Refused(f"{complaint}: take a rounder price, or some coups without a goal")

    def _block(self, first: int, last: int) -> "Segment":
        """One block of `size` places; the places below `first` and from `last` on are barriers."""
        size, inside = self.size, slice(first, last)
        reach = np.zeros(4 * size + 1)
        for length, chance in self.law.items():
            reach[2 * size + length] = chance
        # [place, place after the step], from the block before to the block after
        steps = np.array([reach[size - at : 4 * size - at] for at in range(size)])[inside]
        within = steps[:, size + first : size + last]
        down, up = steps[:, :size].copy(), steps[:, 2 * size :].copy()
        down[:, :first] += steps[:, size : size + first]
        up[:, last:] += steps[:, size + last : 2 * size]
        crossings = visits(np.stack([within, within]), down.sum(1) + up.sum(1))
        lefts, rights = np.zeros((2, 2, size, size))
        for into, out in ((lefts, down), (rights, up)):
            into[:, inside] = times(crossings, np.stack([out, out]))
        # A walk that comes to a place beyond a barrier has left already, after 0 steps.
        lefts[0, range(first), range(first)] = 1
        rights[0, range(last, size), range(last, size)] = 1
        return Segment(lefts, rights, lefts, rights)

    def _power(self, doublings: int) -> "Segment":
        """A chain of 2^doublings blocks without barriers."""
        for power in range(doublings + 1):
            if power not in self._doubled:
                half = self._doubled.get(power - 1)
                power_segment = self._block(0, self.size) if half is None else half + half
                self._doubled[power] = power_segment
        return self._doubled[doublings]

    def _endless(self) -> "Segment":
        """A chain so long that more blocks would change no chance at the chain's lower end."""
        for doublings in range(FAR):
            shorter, longer = self._power(doublings), self._power(doublings + 1)
            if np.array_equal(shorter.left_left, longer.left_left):
                break
        return longer

    def _chain(self, blocks: int, end: "Segment", is_upper: bool = False) -> "Segment":
        """This number of blocks without barriers, joined to `end`, the block with the barrier."""
        for place in range(blocks.bit_length()):
            if blocks >> place & 1:
                segment = self._power(place)
                end = segment + end if is_upper else end + segment
        return end


@dataclass(frozen=True, slots=True)
class Segment:
    """The chances that a walk inside some neighbouring blocks leaves them at the left or right.

    Each field is an array [0: chances, 1: chances times steps; place of entry; place of exit].
    """

    left_left: Floats
    left_right: Floats
    right_left: Floats
    right_right: Floats

    def __add__(self, other: "Segment") -> "Segment":
        """This segment, joined to another segment on its right."""
        forth, back = other.left_left, self.right_right
        # From the left border of the other, and from the right border of this one, back to it.
        to_the_other, to_this = times(forth, back), times(back, forth)
        gone_left, gone_right = times(forth, self.right_left), times(back, other.left_right)
        from_other = visits(to_the_other, gone_left[0].sum(1) + other.left_right[0].sum(1))
        from_this = visits(to_this, gone_right[0].sum(1) + self.right_left[0].sum(1))
        into, out = times(self.left_right, from_other), times(other.right_left, from_this)
        return Segment(
            self.left_left + times(into, gone_left),
            times(into, other.left_right),
            times(out, self.right_left),
            other.right_right + times(out, gone_right),
        )


def times(first: Floats, second: Floats) -> Floats:
    """Paths of `first`, continued by paths of `second`: chances multiply, and steps add."""
    return np.stack([first[0] @ second[0], first[0] @ second[1] + first[1] @ second[0]])


def visits(again: Floats, leaving: Floats) -> Floats:
    """For each start and place: the mean number of visits (1 + again + again² + …), and of steps
    before these visits.

    `leaving` is the chance that a place is not visited again. The elimination of Grassmann, Taksar
    and Heyman (1985) uses it in place of 1 - again, so nothing is subtracted.
    """
    size = len(leaving)
    among, exits, visits_matrix = again[0].copy(), leaving.copy(), np.eye(size)
    for place in range(size - 1, -1, -1):
        scale = among[place, :place].sum() + exits[place]
        among[place, :place] /= scale
        exits[place] /= scale
        visits_matrix[place] /= scale
        by = among[:place, place]
        among[:place, :place] += np.outer(by, among[place, :place])
        exits[:place] += by * exits[place]
        visits_matrix[:place] += np.outer(by, visits_matrix[place])
    for place in range(1, size):
        visits_matrix[place] += among[place, :place] @ visits_matrix[:place]
    return np.stack([visits_matrix, visits_matrix @ again[1] @ visits_matrix])
