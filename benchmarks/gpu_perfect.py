"""Hold perfect play of all bets on totals on the GPU to the CPU, digest by digest, and time it.

PYTHONPATH=src python benchmarks/gpu_perfect.py [SHOES]     needs CuPy and a GPU
"""

import sys
from collections import defaultdict
from collections.abc import Sequence
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import cupy

import baccarat as bac
from baccarat.core.bets import registered
from baccarat.core.cards import Depth
from baccarat.exact.batch import cuda as sums_cuda
from baccarat.systems.counting import reader_cuda as laying_cuda
from baccarat.systems.counting.expectations import can_be_weighed
from baccarat.systems.counting.play import PerfectBet
from baccarat.systems.counting.shoes import count_cards
from baccarat.systems.counting.totals import USUAL, Ending

SHOES, COMPARED, TRIED = 10_000_000, 2_000, 1 << 17
MOST_SECONDS = 400
"""If so many shoes would take longer, fewer are timed."""
NINE = [Ending(cut, bac.LastCoup.parse(rule)) for cut in (14, 26, 52) for rule in "ABC"]


def perfectly(
    plays: Sequence[PerfectBet], shoes: int, engine: str, **more: Any
) -> tuple[str, float]:
    """The digest, and seconds."""
    start = perf_counter()
    found = count_cards(plays, shoes, 7, engine=engine, **more)
    return found.tally.digest, perf_counter() - start


def compare(plays: Sequence[PerfectBet], shoes: int, told: str, **more: Any) -> None:
    there, _ = perfectly(plays, shoes, "cuda", **more)
    print(f"{shoes:,} shoes, {told}: {there}", flush=True)
    if find_spec("numba") is None:
        print("no Numba here, so no CPU: compare the digest with that of another machine")
        return
    here, seconds = perfectly(plays, shoes, "cpu", **more)
    assert here == there, here
    print(f"the same on the CPU, in {seconds:.1f} s", flush=True)


def look_inside(plays: Sequence[PerfectBet]) -> None:
    """Where the time of a part goes; each step waits for the one before, so all take longer."""
    times = defaultdict[str, float](float)

    def timed(name: str, work: Any) -> Any:
        def wait(*given: Any, **more: Any) -> Any:
            cupy.cuda.Device().synchronize()
            start = perf_counter()
            found = work(*given, **more)
            cupy.cuda.Device().synchronize()
            times[name] += perf_counter() - start
            return found

        return wait

    asks, laid, function = sums_cuda.ask, laying_cuda._laid, laying_cuda._function
    rough = timed("find the coups that may be favourable", asks)
    exact = timed("weigh them", asks)
    sums_cuda.ask = lambda launch, rows: (exact if launch.answer == 1 else rough)(launch, rows)
    laying_cuda._laid = timed("write the tally", laid)
    laying_cuda._function = lambda name: timed(name, function(name))  # type: ignore[assignment]
    _, whole = perfectly(plays, TRIED, "cuda")
    sums_cuda.ask, laying_cuda._laid, laying_cuda._function = asks, laid, function
    for name, seconds in times.items():
        print(f"{name:40}{seconds:8.3f} s")
    print(f"{f'a part of {TRIED:,} shoes in all':40}{whole:8.3f} s", flush=True)


def main() -> None:
    shoes = int(sys.argv[1]) if len(sys.argv) > 1 else SHOES
    bets = [bet for bet in can_be_weighed(registered())[0] if bet.depth is Depth.TOTALS]
    plays = [PerfectBet(bet) for bet in bets]
    print(f"{len(plays)} bets on totals, seed 7, {USUAL}", flush=True)
    compare(plays, COMPARED, "one ending")
    compare(plays, 300, "nine endings", endings=NINE)
    compare(plays[:12], 300, "six decks", decks=6)
    look_inside(plays)
    _, seconds = perfectly(plays, 2 * TRIED, "cuda")
    expected = shoes * seconds / (2 * TRIED)
    print(
        f"{2 * TRIED:,} shoes in {seconds:.1f} s: {shoes:,} would take {expected:.0f} s", flush=True
    )
    if expected > MOST_SECONDS:
        shoes = int(shoes * MOST_SECONDS / expected)
    digest, seconds = perfectly(plays, shoes, "cuda")
    print(f"{shoes:,} shoes of all {len(plays)} bets in {seconds:.1f} s: {digest}")


if __name__ == "__main__":
    main()
