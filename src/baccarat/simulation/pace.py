"""Divides a plan into parts that take about 0.1 seconds each, on any machine.

So progress is reported often, and a stop takes effect soon. The parts do not change the counts.
"""

from collections.abc import Iterator
from math import lcm

from baccarat.simulation.plan import Plan

AIM = 0.1
"""The seconds that a part should take, unless the reader sets its own time."""


class Pace:
    """Divides a plan into parts; the engine reports how long each part took."""

    def __init__(self, plan: Plan, first: int, most: int, step: int = 1, aim: float = AIM) -> None:
        """`first` is the number of coups in the first part; `most` is the most coups in any part.

        Each part has a multiple of `step` shoes, except the last. A part should take `aim` seconds.
        """
        self._plan, self._step, self._aim = plan, lcm(step, plan.together), aim
        self._most = self._shoes(most)
        self._size = min(self._most, self._shoes(first))

    def _shoes(self, coups: int) -> int:
        return max(1, coups // self._plan.coups_a_shoe // self._step) * self._step

    def __iter__(self) -> Iterator[Plan]:
        """The parts; their size follows the reported times."""
        done = 0
        while done < self._plan.shoes:
            shoes = min(self._size, self._plan.shoes - done)
            yield self._plan.part(done, shoes)
            done += shoes

    def took(self, shoes: int, seconds: float) -> None:
        """Report how long a part took; the next parts grow or shrink by a factor of 2 at most."""
        fitting = int(shoes * self._aim / max(seconds, self._aim / 1000))
        shoes = min(max(fitting, self._size // 2), 2 * self._size)
        self._size = min(self._most, max(1, shoes // self._step) * self._step)
