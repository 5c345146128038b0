"""Hold batches on the GPU to those on the CPU, bit for bit, and measure both.

PYTHONPATH=src python benchmarks/gpu_exact.py [ROWS]     needs CuPy and a GPU
"""

import sys
from time import perf_counter
from typing import Any

import cupy
import numpy as np

import baccarat as bac

ANSWERS = ("weights", "fraction", "expectation", "sign")
BETS = ("banker", "dragon-7", "dragon-bonus-player", "tie:9")


def shoes(rows: int, decks: int, seed: int = 7) -> Any:
    """Whole decks, shoes with a few cards gone, and shoes with nearly all of them gone."""
    dice = np.random.default_rng(seed)
    whole = np.array([16, *[4] * 9]) * decks
    left = dice.integers(0, whole + 1, size=(rows, 10))
    left[::3] = whole - dice.integers(0, 4, size=(len(left[::3]), 10))
    left[left.sum(axis=1) < 6, 3] += 6
    return left


def same(rows: Any, *asked: Any, **more: Any) -> None:
    cpu, cuda = bac.batch(rows, *asked, **more), bac.batch(rows, *asked, engine="cuda", **more)
    assert cpu.dtype == cuda.dtype, (asked, more)
    assert cpu.shape == cuda.shape, (asked, more)
    # The bytes of Python's own numbers are where they lie.
    told = [found.tolist() if found.dtype == object else found.tobytes() for found in (cpu, cuda)]
    assert told[0] == told[1], (asked, more)


def seconds(rows: Any, *asked: Any, **more: Any) -> float:
    """The best of several runs, each until the GPU is done."""
    best = float("inf")
    for _ in range(6):
        cupy.cuda.Device().synchronize()
        start = perf_counter()
        bac.batch(rows, *asked, engine="cuda", **more)
        cupy.cuda.Device().synchronize()
        best = min(best, perf_counter() - start)
    return best


def main() -> None:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000_000
    seven_up = bac.game("7-up")
    for decks in (1, 8, 12, 27):
        rows = shoes(3_000, decks)
        same(rows)
        for bet in BETS:
            for of in ANSWERS:
                same(rows, bet, of=of)
        same(rows, seven_up.layout.bet("banker"), of="fraction", rules=seven_up.rules)
        print(
            f"the same numbers: {decks} decks, {len(BETS)} bets, {len(ANSWERS)} answers", flush=True
        )

    rows = np.array([128, *[32] * 9]) - np.random.default_rng(7).integers(0, 20, size=(many, 10))
    bytes_, there = rows.astype(np.uint8), cupy.asarray(rows.astype(np.uint8))
    print(f"\n{many:,} shoes of eight decks; millions a second")
    print(f"{'':36}{'on the GPU':>12}{'bytes':>10}{'int64':>10}")
    for name, asked, more in (
        ("three outcomes", (), {}),
        ("one tier: Dragon 7", ("dragon-7",), {}),
        ("Dragon 7, expectation", ("dragon-7",), {"of": "expectation"}),
        ("Dragon Bonus, eight tiers", ("dragon-bonus-player",), {}),
        ("Dragon Bonus, expectation", ("dragon-bonus-player",), {"of": "expectation"}),
        ("Dragon Bonus, sign", ("dragon-bonus-player",), {"of": "sign"}),
        ("Banker, fraction", ("banker",), {"of": "fraction"}),
    ):
        speeds = [many / seconds(given, *asked, **more) / 1e6 for given in (there, bytes_, rows)]
        print(f"{name:36}{speeds[0]:12,.0f}{speeds[1]:10,.0f}{speeds[2]:10,.0f}", flush=True)


if __name__ == "__main__":
    main()
