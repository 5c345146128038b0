"""The CUDA engine: one shoe a thread, the source compiled at run time by CuPy."""

import ctypes
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.cards import Depth
from baccarat.coup import Strategy, nobody
from baccarat.errors import ShoeError
from baccarat.shoe import FEWEST_CARDS, Composition, LastCoup
from baccarat.simulation.plan import Plan
from baccarat.simulation.tables import HISTOGRAMS, Tables, tables_of
from baccarat.tally import Tally

CELLS, MOST = 400, 256
SLOTS = CELLS + len(HISTOGRAMS) * MOST
THREADS = 128
BLOCKS_A_PROCESSOR = 16
JOB = 1 << 26
"""Shoes between two reports: more would not fit 32-bit counts of a block."""


class Shape(ctypes.Structure):
    """`Shape` of shoe.cuh."""

    _fields_ = [
        *((name, ctypes.c_int) for name in "size end cut_at fixed burns printed last_rule".split()),
        ("below", ctypes.c_int * 9),
    ]


def shape_of(plan: Plan) -> Shape:
    """How the shoes of a plan are dealt, in numbers."""
    rules = plan.rules
    counts = Composition.decks(rules.decks).at(Depth.POINTS).counts
    size = sum(counts)
    return Shape(
        size,
        min(size - rules.cut_card, size - FEWEST_CARDS),
        size - rules.cut_card,
        plan.coups or 0,
        int(rules.burn),
        -1 if rules.printed is None else rules.printed.points,
        list(LastCoup).index(rules.last_coup),
        (ctypes.c_int * 9)(*np.cumsum(counts)[:9].tolist()),
    )


def packed(tables: Tables) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    """The tables one behind the other, as the kernel wants them."""
    words = np.concatenate([tables.player, tables.banker, tables.fifth, tables.sixth])
    return words, np.concatenate([tables.used, tables.winner])


def has_histograms(plan: Plan) -> bool:
    """A single fresh coup has no streaks to follow."""
    return not (plan.is_fresh and not plan.rules.burn)


def tally_of(slots: list[int], plan: Plan) -> Tally:
    """The counts of a kernel as a tally."""
    cells = tuple(slots[:CELLS])
    if not has_histograms(plan):
        return Tally(cells)
    rows = [slots[start : start + MOST] for start in range(CELLS, SLOTS, MOST)]
    return Tally(
        cells,
        {
            name: {number: times for number, times in enumerate(row) if times}
            for name, row in zip(HISTOGRAMS, rows, strict=True)
        },
    )


def source() -> str:
    return files(__package__).joinpath("shoe.cuh").read_text("utf-8")


def has_gpu() -> bool:
    """Whether CuPy is here and finds a GPU."""
    try:
        return bool(_kernel())
    except ShoeError:
        return False


def warm_up() -> None:
    """Compile, or say what is missing."""
    _kernel()


@cache
def _kernel() -> Any:
    if find_spec("cupy") is None:
        raise ShoeError("the cuda engine needs CuPy: pip install cupy-cuda13x")
    import cupy

    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as trouble:
        raise ShoeError(f"the cuda engine finds no GPU: {trouble}") from None
    return cupy.RawModule(code=source(), options=("-std=c++17",)).get_function("deal")


def run_jobs(
    plan: Plan, decide: Strategy = nobody, threads: int | None = None
) -> Iterator[tuple[Tally, int]]:
    """The tallies of the plan's parts and their numbers of shoes, each as soon as it is done."""
    kernel = _kernel()
    import cupy

    tables = tables_of(plan.rules, decide)
    words, small = packed(tables)
    on_device = cupy.asarray(words), cupy.asarray(small)
    shared = 4 * SLOTS + words.nbytes + small.nbytes
    processors = cupy.cuda.Device().attributes["MultiProcessorCount"]
    for job in plan.jobs(JOB):
        out = cupy.zeros(SLOTS, dtype=cupy.uint64)
        kernel(
            (processors * BLOCKS_A_PROCESSOR,),
            (THREADS,),
            (
                np.frombuffer(bytes(shape_of(job)), dtype=np.uint8).view(SHAPE)[0],
                np.uint64(job.first),
                np.uint64(job.shoes),
                np.uint64(job.seed),
                np.int32(has_histograms(job)),
                *on_device,
                np.int32(len(tables.fifth)),
                np.int32(len(tables.used)),
                out,
            ),
            shared_mem=shared,
        )
        yield tally_of(out.get().tolist(), job), job.shoes


SHAPE = np.dtype([("numbers", np.int32, 16)])
"""`Shape` as an argument that CuPy passes by value."""
