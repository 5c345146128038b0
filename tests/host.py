"""The GPU's source as plain C++, and rules of all kinds, for tests of every engine."""

import ctypes
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from baccarat import Bet, Card, Depth, LastCoup, Rank, Rules
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.coups import Coups
from baccarat.simulation.engines import cuda
from baccarat.simulation.plan import Plan

Array = np.ndarray[Any, Any]
COMPILER = shutil.which("g++") or shutil.which("clang++")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler, e.g. g++")


class Host:
    """The GPU's source as plain C++, compiled for whatever a plan needs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.libraries: dict[str, ctypes.CDLL] = {}

    def library(self, options: dict[str, int]) -> ctypes.CDLL:
        defined = [f"-D{name}={value}" for name, value in options.items()]
        name = " ".join(defined)
        if name not in self.libraries:
            file = self.folder / f"shoe{len(self.libraries)}.cpp"
            file.write_text(cuda.source())
            command = [str(COMPILER), "-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", *defined]
            library = file.with_suffix(".so")
            subprocess.run([*command, "-shared", "-fPIC", "-o", library, file], check=True)
            self.libraries[name] = ctypes.CDLL(str(library))
        return self.libraries[name]

    def deal(self, plan: Plan, decide: Strategy = nobody) -> Tally:
        tallies = []
        for program in cuda.Program.all_of(plan, decide):
            counts, deep, _ = self._run(program)
            tallies.append(program.tally(counts.astype(np.int64), deep[: program.deep]))
        return cuda.together(tallies)

    def coups(
        self, plan: Plan, decide: Strategy = nobody, cards: Depth | None = None
    ) -> Iterator[Coups]:
        for part in plan.jobs(100):
            program = cuda.Program.written(part, decide, cards)
            yield program.coups(part, self._run(program)[2])

    def _run(self, program: cuda.Program) -> tuple[Array, Array, list[Array]]:
        plan = program.plan
        small = np.concatenate(program.small)
        counts = np.zeros(cuda.COUNTS, np.uint32)
        deep = np.zeros(max(1, program.deep), np.uint32)
        sheets = program.sheets(plan.shoes)
        self.library(program.options).deal_on_host(
            ctypes.byref(program.shape),
            *map(ctypes.c_uint64, (plan.first, plan.shoes, plan.seed)),
            _pointer(small),
            *(ctypes.c_int(len(table)) for table in program.small[:2]),
            *(_pointer(array) for array in (program.cells, program.wholes, counts, deep)),
            *map(_pointer, sheets),
            *map(ctypes.c_int, program.rows),
        )
        return counts, deep, sheets


def _pointer(array: Array) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)


all_rules = st.builds(
    Rules,
    decks=st.integers(1, 12),
    burn=st.booleans(),
    cut_card=st.integers(0, 52),
    last_coup=st.builds(LastCoup, st.integers(0, 3), st.integers(0, 3)),
    printed=st.none() | st.just(Card.parse("7x")),
)


def _how_many(rank: Rank) -> Bet:
    """A stranger's bet on how many cards of a rank there are."""
    return Bet(
        f"How many {rank}",
        lambda outcome: str(int(outcome.player.trait or 0) + int(outcome.banker.trait or 0)),
        pays={str(many): many for many in range(7)},
        depth=Depth.RANKS,
        trait=lambda hand: str(sum(card.rank is rank for card in hand)),
    )


EACH_RANK = tuple(map(_how_many, Rank))
"""Each of these bets is small, but together they know every hand."""
