"""The CUDA engine: one shoe for each thread; CuPy compiles the source at run time."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.base.compiling import cupy_here
from baccarat.base.errors import Missing, Refused
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES
from baccarat.core.shoe import FEWEST_CARDS, Composition
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.coups import LANES, Coups
from baccarat.simulation.label_tables import Sight, sights_of
from baccarat.simulation.plan import Pace, Plan
from baccarat.simulation.protocols import Folds, Never, Stop, Value, cards_for, paced
from baccarat.simulation.readers.tally import TallyReader
from baccarat.simulation.verdict_tables import (
    HISTOGRAMS,
    MOST,
    NONE,
    SLOTS,
    Steps,
    counted,
    steps_of,
    tables_of,
)

COUNTS = SLOTS + len(HISTOGRAMS) * MOST
THREADS = 1024
"""The largest size of a block; each processor has one block, so that there are few tables."""
FIRST_COUPS = MOST_COUPS = 1 << 30
"""The approximate coups of a part: a 32-bit count holds them even if all shoes are the longest."""
BATCH_COUPS = 1 << 24
"""The approximate coups of a batch."""
SHOES_THERE = 1 << 17
"""The shoes of a part that a reader counts on the GPU: about a second of perfect play."""
DEEP_INSIDE = 8192
"""The most deeper counts in the fast memory of a processor; more are kept outside."""
WORDS = 16
WIDEST = 468
"""The most cards in a shoe whose counts fit into narrow fields."""


class Shape(ctypes.Structure):
    """The fields of the struct `Shape` in the CUDA source `shoe.cuh`."""

    _fields_ = [
        *(
            (name, ctypes.c_int)
            for name in "size end cut_at fixed burns before inside follows "
            "printed printed_kind first begin labels wholes".split()
        ),
        ("left", ctypes.c_uint32 * WORDS),
        ("suits", ctypes.c_uint32),
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """The options and tables with which the CUDA source deals a plan."""

    plan: Plan
    steps: Steps
    sight: Sight | None = None
    stream: int = 0
    """0 to count coups, 1 to write them out, 2 to write them out with their cards"""
    depth: Depth = Depth.POINTS
    """the depth of the cards"""

    @classmethod
    def all_of(cls, plan: Plan, decide: Strategy = nobody) -> "list[Program]":
        """Programs that count the coups of a plan: one for each group of its deeper bets."""
        rules = plan.rules
        printed = None if rules.printed is None else rules.printed.points
        if not has_room(plan, decide):
            raise Refused("these bets distinguish too many hands for the cuda engine: use cpu")
        plain = cls(plan, steps_of(tables_of(rules, decide), printed))
        sights = sights_of(plan.bets, rules, decide)
        return [replace(plain, sight=sight, depth=sight.depth) for sight in sights] or [plain]

    @classmethod
    def written(cls, plan: Plan, decide: Strategy, cards: Depth | None) -> "Program":
        """The program that writes out the coups of a plan."""
        (program,) = cls.all_of(replace(plan, bets=()), decide)
        return replace(program, stream=1 if cards is None else 2, depth=cards or Depth.POINTS)

    @property
    def urn(self) -> Composition:
        decks = 1 if self.plan.endless else self.plan.rules.decks
        return Composition.decks(decks).at(self.depth)

    @property
    def options(self) -> dict[str, int]:
        """The options with which the source is compiled."""
        return {
            "KINDS": len(self.urn.counts),
            "FIELD": 10 if len(self.urn) <= WIDEST else 16,
            "WINDOW": 4 if self.plan.rules.printed is None else 2,
            "DEEP": 0 if self.sight is None else 1 if self.deep <= DEEP_INSIDE else 2,
            "ENDLESS": int(self.plan.endless),
            "STREAM": self.stream,
            "THREADS": THREADS,
        }

    @property
    def small(self) -> list[npt.NDArray[np.uint16]]:
        """The tables of 16-bit numbers, in the order in which the CUDA source takes them."""
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
        """How many counts the bets deeper than totals need."""
        return 0 if self.sight is None else self.sight.slots

    @property
    def shape(self) -> Shape:
        """The settings by which the kernel deals the shoes of the plan."""
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
            rules.last_coup.before,
            rules.last_coup.inside,
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
        """The counts of a kernel as a tally."""
        shoes = None if self.plan.is_fresh else counts[SLOTS:].reshape(len(HISTOGRAMS), MOST)
        return counted(counts[:SLOTS], shoes, {} if self.sight is None else self.sight.events(deep))

    def sheets(self, shoes: int, made_by: Any = np) -> list[Any]:
        """Empty arrays for the coups of some shoes, in the order that the CUDA source expects.

        They are NumPy arrays, or CuPy arrays, which are on the GPU.
        """
        turns, draws = self.rows
        groups = -(-shoes // LANES) if self.stream else 0
        kept = groups if self.stream == 2 else 0
        return [
            made_by.full((groups, turns, LANES), NONE, np.uint16),
            made_by.zeros((kept, turns, LANES), np.uint16),
            made_by.zeros((kept, draws, LANES), np.uint8),
            made_by.zeros((groups, LANES), np.uint8),
            made_by.zeros((groups, LANES), np.uint16),
        ]

    @property
    def rows(self) -> tuple[int, int]:
        """The largest number of turns, and of draws, in a group of shoes."""
        size = len(self.urn)
        turns, burns = self.plan.most_coups, int(self.plan.rules.burn)
        return turns, size if self.plan.coups is None else burns + FEWEST_CARDS * turns

    def coups(self, plan: Plan, sheets: list[npt.NDArray[Any]]) -> Coups:
        """A batch from the arrays that a kernel filled for some shoes of the plan."""
        verdicts, gone, drawn, burned, coups = sheets
        lengths = coups.astype(np.int64)
        if self.stream == 1:
            return Coups(plan, verdicts, lengths, burned)
        return Coups(plan, verdicts, lengths, burned, self.depth, gone, drawn)


def _packed(urn: Composition, field: int) -> list[int]:
    """Running sums of the numbers of cards of each kind, several packed into each 32-bit word."""
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
    """Whether CuPy is installed and finds a GPU."""
    try:
        return bool(cupy_here())
    except Missing:
        return False


def has_room(plan: Plan, decide: Strategy = nobody) -> bool:
    """Whether the 16-bit tables of this engine can distinguish the hands of the plan's bets."""
    sights = sights_of(plan.bets, plan.rules, decide)
    return all(sight.starts.max() + sight.kinds < 1 << 16 for sight in sights)


def warm_up(plan: Plan, decide: Strategy = nobody) -> None:
    """Compile the kernels that a plan needs; raises Missing without a GPU or CuPy."""
    for program in Program.all_of(plan, decide):
        _kernel(**program.options)


@cache
def _kernel(**options: int) -> Any:
    defined = (f"-D{name}={value}" for name, value in options.items())
    module = cupy_here().RawModule(code=source(), options=("-std=c++17", *defined))
    kernel = module.get_function("deal")
    kernel.max_dynamic_shared_size_bytes = 200 * 1024
    return kernel


def run(plan: Plan, decide: Strategy = nobody) -> Tally:
    """Deal every shoe of the plan, and return the tally."""
    parts = read(plan, decide, TallyReader(plan, decide), None, Never())
    return sum((tally for tally, _ in parts), start=Tally())


def coups(plan: Plan, decide: Strategy = nobody, cards: Depth | None = None) -> Iterator[Coups]:
    """The coups of a plan, batch by batch, with cards if a depth is given."""
    if plan.apart > 1:  # the kernel deals only consecutive numbers
        from baccarat.simulation.engines import cpu

        yield from cpu.coups(plan, decide, cards)
        return
    kernel = Kernel(Program.written(plan, decide, cards))
    size = max(LANES, BATCH_COUPS // plan.coups_a_shoe // LANES * LANES)
    for part in plan.jobs(size):
        yield kernel.coups(part)


def read(
    plan: Plan, decide: Strategy, reader: Folds[Value], threads: int | None, stop: Stop
) -> Iterator[tuple[Value, int]]:
    """The reader's value for each part of the plan; the GPU counts tallies.

    Other readers may count on the GPU, too; see `Folds`.
    """
    there = getattr(reader, "there", None)
    read_there = None if there is None else there(plan, decide)
    if read_there is not None:
        for part in plan.jobs(SHOES_THERE):
            if stop.is_set():
                return
            yield read_there(part), part.shoes
        return
    kernels: list[Kernel] = []
    if isinstance(reader, TallyReader):
        kernels = [Kernel(program) for program in Program.all_of(plan, decide)]

    def count(part: Plan) -> Any:
        if kernels:  # each sight deals the same shoes again
            return together([kernel.tally(part) for kernel in kernels])
        return reader(coups(part, decide, cards_for(reader)))

    yield from paced(Pace(plan, FIRST_COUPS, MOST_COUPS), stop, count)


def together(tallies: list[Tally]) -> Tally:
    """One tally from several tallies of the same coups that counted different bets."""
    events = {name: counts for tally in tallies for name, counts in tally.events.items()}
    return replace(tallies[0], events=events)


class Kernel:
    """A program compiled for the GPU, and its tables in the memory of the GPU."""

    def __init__(self, program: Program) -> None:
        self._cupy = cupy = cupy_here()
        self.program, options, small = program, program.options, program.small
        self._kernel, self._shape = _kernel(**options), bytes(program.shape)
        self._words = cupy.asarray(np.concatenate(small))
        self._lengths = [np.int32(len(table)) for table in small]
        self._cells, self._wholes = cupy.asarray(program.cells), cupy.asarray(program.wholes)
        self._inside = program.deep if options["DEEP"] == 1 else 0
        self._shared = 4 * (COUNTS + self._inside) + self._words.nbytes
        if options["KINDS"] == 52:
            self._shared += 4 * 13 * THREADS
        if options["DEEP"]:
            self._shared += program.cells.nbytes

    def tally(self, plan: Plan) -> Tally:
        """Deal some shoes of the program's plan, and return their tally."""
        cupy, program = self._cupy, self.program
        out = cupy.zeros(COUNTS, dtype=cupy.uint64)
        deep = cupy.zeros(max(1, program.deep), dtype=cupy.uint32)
        self._launch(plan, out, deep, program.sheets(plan.shoes, cupy))
        return program.tally(out.get().astype(np.int64), deep.get()[: program.deep])

    def coups(self, plan: Plan) -> Coups:
        """Deal some shoes of the program's plan, as a batch."""
        return self.program.coups(plan, [sheet.get() for sheet in self.sheets(plan)])

    def sheets(self, plan: Plan) -> list[Any]:
        """Deal some shoes; return the arrays of their coups, which stay on the GPU."""
        cupy = self._cupy
        nothing = cupy.zeros(COUNTS, dtype=cupy.uint64), cupy.zeros(1, dtype=cupy.uint32)
        sheets = self.program.sheets(plan.shoes, cupy)
        self._launch(plan, *nothing, sheets)
        return sheets

    def _launch(self, plan: Plan, out: Any, deep: Any, sheets: list[Any]) -> None:
        self._kernel(
            (self._cupy.cuda.Device().attributes["MultiProcessorCount"],),
            (THREADS,),
            (
                np.frombuffer(self._shape, dtype=np.uint8).view(SHAPE)[0],
                *map(np.uint64, (plan.first, plan.shoes, plan.seed)),
                self._words,
                *self._lengths,
                self._cells,
                self._wholes,
                np.int32(self._inside),
                out,
                deep,
                *sheets,
                *map(np.int32, self.program.rows),
            ),
            shared_mem=self._shared,
        )


SHAPE = np.dtype([("numbers", np.int32, ctypes.sizeof(Shape) // 4)])
"""The type of `Shape` as an argument that CuPy passes by value."""
