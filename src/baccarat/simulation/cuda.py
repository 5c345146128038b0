"""The CUDA engine: one shoe a thread, the source compiled at run time by CuPy."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.cards import Depth
from baccarat.coup import OUTCOMES, Strategy, nobody
from baccarat.errors import Missing, Refused
from baccarat.shoe import FEWEST_CARDS, Composition, LastCoup
from baccarat.simulation.deep import Sight, sight_of
from baccarat.simulation.plan import Plan
from baccarat.simulation.tables import HISTOGRAMS, MOST, SLOTS, Steps, counted, steps_of, tables_of
from baccarat.tally import Tally

COUNTS = SLOTS + len(HISTOGRAMS) * MOST
THREADS = 1024
"""A block of the largest size for each processor: the fewer blocks, the fewer tables."""
JOB = 1 << 32
"""Coups between two reports: no more than a 32-bit count can hold."""
DEEP_INSIDE = 8192
"""So many deeper counts have room in the fast memory of a processor; more are kept outside."""
WORDS = 16
WIDEST = 468
"""A shoe of so many cards has room in narrow fields."""


class Shape(ctypes.Structure):
    """`Shape` of shoe.cuh."""

    _fields_ = [
        *(
            (name, ctypes.c_int)
            for name in "size end cut_at fixed burns last_rule follows "
            "printed printed_kind first begin labels wholes".split()
        ),
        ("left", ctypes.c_uint32 * WORDS),
        ("suits", ctypes.c_uint32),
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """All that a plan needs: how the source is compiled, and its tables."""

    plan: Plan
    steps: Steps
    sight: Sight | None

    @classmethod
    def of(cls, plan: Plan, decide: Strategy = nobody) -> "Program":
        rules = plan.rules
        printed = None if rules.printed is None else rules.printed.points
        sight = sight_of(plan.bets, rules, decide)
        if sight is not None and sight.starts.max() + sight.kinds >= 1 << 16:
            raise Refused("these bets tell too many hands apart for the cuda engine: take cpu")
        return cls(plan, steps_of(tables_of(rules, decide), printed), sight)

    @property
    def urn(self) -> Composition:
        depth = Depth.POINTS if self.sight is None else self.sight.depth
        return Composition.decks(1 if self.plan.endless else self.plan.rules.decks).at(depth)

    @property
    def options(self) -> dict[str, int]:
        """What the source is compiled for."""
        return {
            "KINDS": len(self.urn.counts),
            "FIELD": 10 if len(self.urn) <= WIDEST else 16,
            "WINDOW": 4 if self.plan.rules.printed is None else 2,
            "DEEP": 0 if self.sight is None else 1 if self.deep <= DEEP_INSIDE else 2,
            "ENDLESS": int(self.plan.endless),
            "THREADS": THREADS,
        }

    @property
    def small(self) -> list[npt.NDArray[np.uint16]]:
        """The tables of small numbers, in the order of the source."""
        if self.sight is None:
            return [self.steps.table, np.zeros(0, np.uint16), np.zeros(0, np.uint16)]
        return [self.steps.table, self.sight.starts.astype(np.uint16), self.sight.labels]

    @property
    def cells(self) -> npt.NDArray[np.uint32]:
        return np.zeros(len(OUTCOMES), np.uint32) if self.sight is None else self.sight.cells

    @property
    def wholes(self) -> npt.NDArray[np.uint8]:
        return np.zeros(1, np.uint8) if self.sight is None else self.sight.wholes

    @property
    def deep(self) -> int:
        """How many deeper counts there are."""
        return 0 if self.sight is None else self.sight.slots

    @property
    def shape(self) -> Shape:
        """How the shoes of a plan are dealt, in numbers."""
        rules, urn, sight = self.plan.rules, self.urn, self.sight
        size = len(urn)
        by_rank = urn if urn.depth <= Depth.RANKS else urn.at(Depth.RANKS)
        printed = rules.printed
        return Shape(
            size,
            min(size - rules.cut_card, size - FEWEST_CARDS),
            size - rules.cut_card,
            self.plan.coups or 0,
            int(rules.burn),
            list(LastCoup).index(rules.last_coup),
            int(not self.plan.is_fresh),
            -1 if printed is None else printed.points,
            0 if printed is None else urn.kinds.index(printed.at(urn.depth)),
            self.steps.burn if rules.burn else self.steps.begin,
            self.steps.begin,
            0 if sight is None else sight.many,
            1 if sight is None else sight.many_wholes,
            (ctypes.c_uint32 * WORDS)(*_packed(by_rank, self.options["FIELD"])),
            sum((128 + rules.decks * (suit + 1)) << 8 * suit for suit in range(3)),
        )

    def tally(self, counts: npt.NDArray[np.int64], deep: npt.NDArray[np.uint32]) -> Tally:
        """What a kernel counted."""
        shoes = None if self.plan.is_fresh else counts[SLOTS:].reshape(len(HISTOGRAMS), MOST)
        return counted(counts[:SLOTS], shoes, {} if self.sight is None else self.sight.events(deep))


def _packed(urn: Composition, field: int) -> list[int]:
    """The cards left of the first kinds, several in a word, the highest bit of each field set."""
    below = np.cumsum(urn.counts)[:-1].tolist()
    per = 32 // field
    below += [0] * (-len(below) % per)
    return [
        sum(
            (1 << field - 1 | left) << field * place
            for place, left in enumerate(below[i : i + per])
        )
        for i in range(0, len(below), per)
    ]


def source() -> str:
    return files(__package__).joinpath("shoe.cuh").read_text("utf-8")


def has_gpu() -> bool:
    """Whether CuPy is here and finds a GPU."""
    try:
        return bool(_cupy())
    except Missing:
        return False


def warm_up(plan: Plan, decide: Strategy = nobody) -> None:
    """Compile what a plan needs, or say what is missing."""
    _kernel(**Program.of(plan, decide).options)


@cache
def _cupy() -> Any:
    if find_spec("cupy") is None:
        raise Missing("the cuda engine needs CuPy: pip install cupy-cuda13x")
    import cupy

    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as trouble:
        raise Missing(f"the cuda engine finds no GPU: {trouble}") from None
    return cupy


@cache
def _kernel(**options: int) -> Any:
    defined = (f"-D{name}={value}" for name, value in options.items())
    module = _cupy().RawModule(code=source(), options=("-std=c++17", *defined))
    kernel = module.get_function("deal")
    kernel.max_dynamic_shared_size_bytes = 200 * 1024
    return kernel


def run_jobs(
    plan: Plan, decide: Strategy = nobody, threads: int | None = None
) -> Iterator[tuple[Tally, int]]:
    """The tallies of the plan's parts and their numbers of shoes, each as soon as it is done."""
    cupy = _cupy()
    program = Program.of(plan, decide)
    kernel, shape = _kernel(**program.options), program.shape
    small = program.small
    words = cupy.asarray(np.concatenate(small))
    cells, wholes = cupy.asarray(program.cells), cupy.asarray(program.wholes)
    options = program.options
    inside = program.deep if options["DEEP"] == 1 else 0
    shared = 4 * (COUNTS + inside) + words.nbytes
    if options["KINDS"] == 52:
        shared += 4 * 13 * THREADS
    if options["DEEP"]:
        shared += program.cells.nbytes
    blocks = cupy.cuda.Device().attributes["MultiProcessorCount"]
    for job in plan.jobs(JOB // (plan.coups or MOST)):
        out = cupy.zeros(COUNTS, dtype=cupy.uint64)
        deep = cupy.zeros(max(1, program.deep), dtype=cupy.uint32)
        kernel(
            (blocks,),
            (THREADS,),
            (
                np.frombuffer(bytes(shape), dtype=np.uint8).view(SHAPE)[0],
                np.uint64(job.first),
                np.uint64(job.shoes),
                np.uint64(job.seed),
                words,
                *(np.int32(len(table)) for table in small),
                cells,
                wholes,
                np.int32(inside),
                out,
                deep,
            ),
            shared_mem=shared,
        )
        yield program.tally(out.get().astype(np.int64), deep.get()[: program.deep]), job.shoes


SHAPE = np.dtype([("numbers", np.int32, ctypes.sizeof(Shape) // 4)])
"""`Shape` as an argument that CuPy passes by value."""
