"""Batches on a GPU, with the same whole numbers as on a CPU.

CuPy compiles the source at run time.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import factorial, perm
from typing import Any

import numpy as np

from baccarat.base.compiling import cupy_here
from baccarat.base.errors import Missing
from baccarat.exact.batch.compositions import (
    ROUNDED,
    Compositions,
    Formula,
    as_rows,
    require_rows,
    require_shoes,
)
from baccarat.exact.batch.loops import FLOATS, INTS, OBJECTS, Columns, Forms, number_for
from baccarat.exact.weights.constants import Ints, Numbers

THREADS = 384
"""The most threads in a block; the registers have no room for more."""
PART = 1 << 24
"""The number of compositions that are copied to the GPU at a time."""
KEPT = 512
"""The number of cached rows of coefficients, 40 kB each: enough for two for each bet of perfect
play."""
TYPES = {"u1": "unsigned char", "u2": "unsigned short", "u4": "unsigned int", "u8": "long long"}
TYPES |= {"i1": "signed char", "i2": "short", "i4": "int", "i8": "long long", "f8": "double"}
"""The names of number types in the source. A count from 2^63 on becomes negative there, which is
refused too."""
FACTORS = {"f8": "double", "u4": "unsigned int", "u8": "unsigned long long"}
KINDS = {"weights": 0, "fraction": 1, "expectation": 2, "sign": 3}
OPTIONS: dict[str, object] = {
    "CARDS": 6,
    "NUMBER": "double",
    "FACTOR": "double",
    "OUT": "long long",
    "ANSWER": 0,
    "THREADS": 32,
}
"""The default options with which the source is compiled."""
ROUGH = 4
"""The answer kind: a sign from rounded coefficients."""
NEAR = 2
"""The value that marks an uncertain sign."""


@dataclass(frozen=True, slots=True, eq=False)
class Launch:
    """A calculation on the GPU: the options of the CUDA source, and its arguments."""

    columns: Columns
    number: np.dtype[Any]
    answer: int
    unit: int = 1
    rounded: float = 0.0

    @property
    def out(self) -> np.dtype[Any]:
        """The number type of the answers."""
        return (INTS, INTS, FLOATS, np.dtype(np.int8), np.dtype(np.int8))[self.answer]

    @property
    def width(self) -> int:
        """The number of columns in the answers."""
        return len(self.columns.values) + (self.answer in (0, 1))

    @property
    def shift(self) -> int:
        """The number added to every price so that none is negative; 0 for floats and weights."""
        return 0 if self.number is FLOATS else self.unit * (self.answer != KINDS["weights"])

    @property
    def lines(self) -> Numbers:
        """For each column and place: the coefficient, in the order of the CUDA source."""
        return _lines(self.columns, self.number, self.shift)

    def shared(self, threads: int) -> int:
        """The shared memory, in bytes, of a block with this number of threads."""
        cards = self.columns.forms.cards
        return int(self.lines[0].nbytes) + 8 * (cards + 1) * (cards + 2) * threads

    def threads(self, room: int) -> int:
        """The most threads, in whole warps of 32, that fit into `room` bytes of shared memory."""
        each = self.shared(1) - self.shared(0)
        return min(THREADS, (room - self.shared(0)) // each // 32 * 32)

    def options(self, count: np.dtype[Any], threads: int) -> dict[str, object]:
        """The options with which the source is compiled."""
        return {
            **OPTIONS,
            "CARDS": self.columns.forms.cards,
            "NUMBER": "double" if self.number is FLOATS else "unsigned long long",
            "FACTOR": FACTORS[self.lines.dtype.str[1:]],
            "COUNT": TYPES[count.str[1:]],
            "OUT": TYPES[self.out.str[1:]],
            "ANSWER": self.answer,
            "THREADS": threads,
        }


@lru_cache(maxsize=KEPT)
def _lines(columns: Columns, number: np.dtype[Any], shift: int) -> Numbers:
    forms = columns.forms
    values = columns.values
    if number is not FLOATS:
        values = values + shift * (factorial(forms.cards) // forms.orders)
        number = np.dtype(np.uint32 if values.max() < 1 << 32 else np.uint64)
    places, length = _places(forms)
    lines = np.zeros((len(values), length), dtype=number)
    lines[:, places] = values
    return lines


@cache
def _places(forms: Forms) -> tuple[Ints, int]:
    """For each multiset: its coefficient's place in the CUDA source. Also the number of places.

    First come the forms with no card in one half, then those with one card, and so on. Each form
    lists, for every product of the longer side, the coefficients with the products of the shorter
    side: first those whose shorter side is the lower half, then the upper. Each list is padded to
    an even length.
    """
    most, starts = forms.cards, forms.starts[-1]
    degree = np.searchsorted(starts, forms.lower, side="right") - 1
    few = np.minimum(degree, most - degree)
    is_lower = 2 * degree <= most
    row = np.where(is_lower, forms.lower, forms.upper) - starts[few]
    column = np.where(is_lower, forms.upper, forms.lower) - starts[most - few]
    size = np.diff(starts)
    padded = size + size % 2
    sides = np.array([1 if 2 * cards == most else 2 for cards in range(most // 2 + 1)])
    lengths = [size[most - cards] * sides[cards] * padded[cards] for cards in range(len(sides))]
    firsts = np.concatenate([[0], np.cumsum(lengths)])
    places = firsts[few] + (column * sides[few] + ~is_lower) * padded[few] + row
    return places, int(firsts[-1])


def launch_of(found: Formula, of: str, total: int) -> Launch | None:
    """The GPU calculation for up to `total` orders of cards; None if 64 bits are not enough."""
    if of == "weights":
        number = number_for(total)
        return None if number == OBJECTS else Launch(found.tiers, number, KINDS[of])
    exact = found.priced.number(total)
    if of == "sign" and exact is not FLOATS:
        return Launch(found.priced.scaled, FLOATS, ROUGH, rounded=ROUNDED)
    return None if exact == OBJECTS else Launch(found.priced, exact, KINDS[of], found.unit)


def source() -> str:
    return files(__package__).joinpath("sums.cuh").read_text("utf-8")


def answer(found: Formula, of: str, counts: Compositions) -> Numbers:
    """The answers for the rows of a batch: on the GPU if the rows are there, else on the CPU.

    If 64 bits are not enough, the CPU answers in Python's numbers, which never go to the GPU.
    """
    cupy = cupy_here()
    stays = hasattr(counts, "__cuda_array_interface__")
    rows: Any = cupy.asarray(counts) if stays else as_rows(counts)
    require_rows(rows)
    rows = rows.astype(rows.dtype.newbyteorder("="), copy=False)
    many, parts = len(rows) if stays else PART, list[Any]()
    for first in range(0, max(1, len(rows)), max(1, many)):
        part = _part(found, of, cupy.ascontiguousarray(cupy.asarray(rows[first : first + many])))
        if part is None:
            known: Numbers = getattr(found, of)(rows.get() if stays else rows)
            return cupy.asarray(known) if stays and known.dtype != object else known
        parts.append(part if stays else part.get())
    whole: Numbers = (cupy if stays else np).concatenate(parts) if len(parts) > 1 else parts[0]
    return whole


def _part(found: Formula, of: str, rows: Any) -> Any:
    """The answers for rows that are on the GPU; None if 64 bits are not enough."""
    cupy, cards = cupy_here(), found.ready.cards
    total = perm(_largest(rows, cards) if len(rows) else cards, cards)
    launch = launch_of(found, of, total)
    if launch is None:
        return None
    out = ask(launch, rows)
    if launch.answer == ROUGH:
        near = cupy.flatnonzero(out == NEAR)
        if len(near):
            exact = np.sign(found.fraction(rows[near].get())[:, 0]).astype(np.int8)
            out[near, 0] = cupy.asarray(exact)
    return out if of in ("weights", "fraction") else out[:, 0]


def ask(launch: Launch, rows: Any) -> Any:
    """Run a launch for checked rows that are on the GPU, and return the answers."""
    cupy = cupy_here()
    out = cupy.empty((len(rows), launch.width), dtype=launch.out)
    if len(rows):
        device = cupy.cuda.Device().attributes
        threads = launch.threads(device["MaxSharedMemoryPerBlockOptin"])
        if threads < 1:
            raise Missing("the cuda engine needs a GPU with at least 64 KiB of shared memory")
        blocks = min(device["MultiProcessorCount"], -(-len(rows) // threads))
        lines = _brought(launch.columns, launch.number, launch.shift)
        kernel = _function("sums", **launch.options(rows.dtype, threads))
        kernel.max_dynamic_shared_size_bytes = shared = launch.shared(threads)
        given = rows, np.int64(len(rows)), lines, np.int32(lines.shape[1] // 2)
        asked = np.int32(len(lines)), *map(np.int64, (launch.unit, launch.shift))
        kernel(
            (blocks,),
            (threads,),
            (*given, *asked, np.float64(launch.rounded), out),
            shared_mem=shared,
        )
    return out


def _largest(rows: Any, cards: int) -> int:
    """Check every row, and return the size of the largest shoe."""
    limits = np.iinfo(np.int64)
    found = cupy_here().asarray([limits.max, limits.min] * 2)
    kernel = _function("extent", **OPTIONS, COUNT=TYPES[rows.dtype.str[1:]])
    kernel((512,), (256,), (rows, np.int64(len(rows)), found))
    lowest, highest, fewest, most = found.get().tolist()
    require_shoes(lowest, highest, fewest, cards)
    return int(most)


@cache
def _function(name: str, **options: object) -> Any:
    defined = (f"-D{option}={value}" for option, value in options.items())
    module = cupy_here().RawModule(code=source(), options=("-std=c++17", *defined))
    return module.get_function(name)


@lru_cache(maxsize=KEPT)
def _brought(columns: Columns, number: np.dtype[Any], shift: int) -> Any:
    return cupy_here().asarray(_lines(columns, number, shift))
