"""Measures durations: the shortest of several runs counts."""

import gc
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter

ROUNDS = 7


@dataclass(frozen=True, slots=True)
class Measured:
    """One measurement and its target."""

    what: str
    seconds: float
    beside: str = ""
    ratio: float | None = None
    """the speed relative to the compared run; 2 is twice as fast"""
    wanted: str = ""

    def cells(self) -> tuple[str, ...]:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return self.what, _time(self.seconds), self.beside, ratio, self.wanted

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def best_of(run: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The shortest of several runs, in seconds; the longer runs were slowed by other work."""
    times = []
    gc.disable()
    try:
        for _ in range(rounds):
            start = perf_counter()
            run()
            times.append(perf_counter() - start)
    finally:
        gc.enable()
    return min(times)
