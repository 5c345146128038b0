"""Hold the GPU to the CPU: the same tallies, the same coups, and a stop that is heard.

PYTHONPATH=src python benchmarks/gpu.py     needs CuPy and a GPU
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from threading import Event, Timer
from time import perf_counter

import baccarat as bac
from baccarat.simulation.coups import Coups


def winners(batches: Iterable[Coups]) -> Counter[int]:
    found: Counter[int] = Counter()
    for batch in batches:
        found.update(batch.winners[batch.used > 0].tolist())
    return found


def main() -> None:
    for asked in (
        {"shoes": 200_000},
        {"shoes": 2_000_000, "fresh": True},
        {"shoes": 50_000, "game": "7-up"},
        {"shoes": 50_000, "rules": bac.Rules(last_coup=bac.LastCoup(2, 3), cut_card=60)},
    ):
        cpu, cuda = (bac.simulate(seed=7, engine=engine, **asked) for engine in ("cpu", "cuda"))
        assert cpu.tally == cuda.tally, asked
        print("the same tally:", asked, cuda.tally.digest[:16])
    for cards in (None, "points", "ranks", "cards"):
        streams = [list(bac.coups(3_000, 7, cards=cards, engine=engine)) for engine in ENGINES]
        told = [sum(map(len, batches)) for batches in streams]
        (one,), (other,) = (bac.coups(500, 7, cards=cards, engine=engine) for engine in ENGINES)
        assert one == other, cards
        print("the same coups:", cards, told, one.digest[:16])
    assert bac.fold(winners, 20_000, 7, engine="cuda") == bac.fold(winners, 20_000, 7, engine="cpu")
    stop, seen = Event(), list[float]()

    def progress(_: object, shoes: int) -> None:
        seen.append(perf_counter())
        if shoes and len(seen) == 2:
            Timer(1.0, stop.set).start()

    stopped = bac.simulate(10**13, 7, fresh=True, engine="cuda", stop=stop, progress=progress)
    gaps = [b - a for a, b in pairwise(seen[1:])]
    after = perf_counter() - seen[1] - 1.0
    print(f"stopped after {stopped.shoes:,} shoes, {after:.2f} s after it was asked;")
    print(f"{len(gaps)} reports, at most {max(gaps):.2f} s apart")


ENGINES = ("cpu", "cuda")

if __name__ == "__main__":
    main()
