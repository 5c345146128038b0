"""Perfect play on a GPU: it deals, evaluates and sums shoes, with the same numbers as a CPU.

The GPU deals a part of the shoes and stores the composition before every coup. Then it works bet by
bet: floats find the coups that may favour the guest, 64-bit numbers decide which coups do and give
their expected values, and the bets of each shoe are summed.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import perm
from typing import Any

import numpy as np

from baccarat.base.compiling import cupy_here
from baccarat.base.frozen import FrozenDict
from baccarat.core.cards import Depth
from baccarat.core.shoe import Composition
from baccarat.core.third_card import Strategy
from baccarat.exact.batch import cuda as sums_cuda
from baccarat.exact.weights.constants import Ints
from baccarat.simulation.engines import cuda
from baccarat.simulation.plan import Plan
from baccarat.simulation.protocols import Never
from baccarat.systems.counting.expectations import expectation_of
from baccarat.systems.counting.play import PerfectBet, Play
from baccarat.systems.counting.reader import CountReader, net_coins
from baccarat.systems.counting.totals import PAIRS, Laid, LaidTally

THREADS = 256
"""Threads of a block: the registers allow no more, and the sums of 1024 shoes still fit."""
HALF, COLUMNS = 24, 5
NUMBERS = COLUMNS + COLUMNS * (COLUMNS + 1) // 2
"""How many numbers `gather` sums: five columns, and their products."""
MOST_COINS, MOST_PRICE = 1 << 17, 1000
"""The most coins that a unit may win, and the most units, for which a block's sums fit."""
WORD = 32


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A bet in the form that the GPU reads."""

    rough: sums_cuda.Launch
    """finds the coups that may favour the guest"""
    exact: sums_cuda.Launch
    nets: Ints
    """by cell: the coins that a unit wins"""


def asked_of(play: Play, plan: Plan, decide: Strategy) -> Weighed | None:
    """The GPU's work for a guest; None if the CPU must do it."""
    if not isinstance(play, PerfectBet) or play.bet.depth is not Depth.TOTALS:
        return None
    formula = expectation_of(play.bet, plan.rules, decide).formula
    assert formula is not None
    highest = max(map(abs, formula.prices))
    total = perm(52 * plan.rules.decks, formula.ready.cards)
    rough, exact = (sums_cuda.launch_of(formula, of, total) for of in ("sign", "fraction"))
    if rough is None or exact is None:
        return None
    if highest >= MOST_COINS or highest > MOST_PRICE * formula.unit:
        return None
    return Weighed(rough, exact, net_coins(play.bet))


class ReaderThere:
    """Reads parts of a plan on the GPU; all cores read the bets that the GPU cannot evaluate."""

    def __init__(self, reader: CountReader, plan: Plan, decide: Strategy) -> None:
        self._reader, self._decide, rules = reader, decide, plan.rules
        self._asked = [asked_of(play, plan, decide) for play in reader.plays]
        others = [p for p, asked in zip(reader.plays, self._asked, strict=True) if asked is None]
        self._others = (
            CountReader(tuple(others), reader.endings, reader.exact, decide) if others else None
        )
        self._kernel = cuda.Kernel(cuda.Program.written(plan, decide, Depth.POINTS))
        self._endings = np.array(
            [(e.cut_card, e.last_coup.before, e.last_coup.inside) for e in reader.endings], np.int32
        )
        self._full = np.array(Composition.decks(rules.decks).at(Depth.POINTS).counts, np.uint8)

    def __call__(self, part: Plan) -> LaidTally:
        """The bets that the guests laid in some shoes of the plan."""
        with ThreadPoolExecutor(1) as beside:
            others = beside.submit(self._here, part)
            there, here = iter(self._there(part)), iter(others.result())
        each = [here if asked is None else there for asked in self._asked]
        return LaidTally(tuple(next(laid) for laid in each for _ in self._reader.endings))

    def _here(self, part: Plan) -> tuple[Laid, ...]:
        if self._others is None:
            return ()
        from baccarat.simulation.engines import cpu  # it compiles

        read = cpu.read(part, self._decide, self._others, None, Never())
        return sum((tally for tally, _ in read), start=self._others(())).laid

    def _there(self, part: Plan) -> list[Laid]:
        asked = [each for each in self._asked if each is not None]
        cupy, rules = cupy_here(), part.rules
        size, shoes, endings = 52 * rules.decks, part.shoes, len(self._endings)
        sheets = self._kernel.sheets(part)
        coups = sheets[-1].reshape(-1)[:shoes].astype(np.int64)
        ends = cupy.cumsum(coups)
        firsts, total = ends - coups, int(ends[-1])
        counts = cupy.empty((total, 10), np.uint8)
        unseen, cells = (cupy.empty(total, np.uint16) for _ in range(2))
        lengths = cupy.empty((endings, shoes), np.uint16)
        out = counts, unseen, cells, lengths
        blocks = -(-shoes // THREADS)
        shape = *self._kernel.program.rows, size, len(rules.opening)
        given = cupy.asarray(self._full), cupy.asarray(self._endings), np.int32(endings)
        _function("rows")(
            (blocks,),
            (THREADS,),
            (*sheets, *map(np.int32, shape), *given, np.int64(shoes), firsts, *out),
        )
        numbers = cupy.zeros((len(asked), endings, blocks, NUMBERS), np.int64)
        by_cards = cupy.zeros((len(asked), endings, size + 1, 3), np.int64)
        gather = _function("gather")
        shared = 4 * 4 * (size + 1)
        for at, each in enumerate(asked):
            # A sign of 2 means that the float is not certain: that coup is evaluated exactly, too.
            chosen = cupy.flatnonzero(sums_cuda.ask(each.rough, counts)[:, 0] > 0)
            won = sums_cuda.ask(each.exact, cupy.take(counts, chosen, axis=0))
            begins = cupy.searchsorted(chosen, firsts) if len(chosen) else 0 * firsts
            places = chosen, won, begins, np.int64(len(chosen)), unseen, cells, firsts, lengths
            sizes = np.int64(shoes), np.int32(endings), np.int32(size + 1)
            gather(
                (blocks,),
                (THREADS,),
                (*places, *sizes, cupy.asarray(each.nets), numbers[at], by_cards[at]),
                shared_mem=shared,
            )
        # The sums of a block fit into 64 bits; those of all blocks may not.
        low = (numbers & ((1 << WORD) - 1)).sum(axis=2).get()
        high = (numbers >> WORD).sum(axis=2).get()
        return _laid(shoes, low, high, by_cards.get(), self._reader.exact)


def _laid(shoes: int, low: Ints, high: Ints, by_cards: Ints, exact: bool) -> list[Laid]:
    """The bets of each guest in each ending, guest by guest."""
    found = []
    for words, cards in zip(
        zip(low.reshape(-1, NUMBERS).tolist(), high.reshape(-1, NUMBERS).tolist(), strict=True),
        by_cards.reshape(-1, *by_cards.shape[2:]),
        strict=True,
    ):
        numbers = [(top << WORD) + bottom for bottom, top in zip(*words, strict=True)]
        sums, products = _columns(numbers, exact)
        places = np.flatnonzero(cards[:, 0])
        rows = {
            place: (bets, bets, coins, worth if exact else 0)
            for place, (bets, coins, worth) in zip(
                places.tolist(), cards[places].tolist(), strict=True
            )
        }
        found.append(Laid(shoes, sums, products, FrozenDict(rows)))
    return found


def _columns(numbers: Sequence[int], exact: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sums and products of a guest's columns, from the numbers of the GPU."""
    # Column: its parts, as places among the numbers of `gather` and factors.
    made = [((0, 1),), ((1, 1),), ((1, 1),), ((2, 1),), ((3, 1 << HALF), (4, 1)) if exact else ()]
    place, products = COLUMNS, {}
    for one in range(COLUMNS):
        for other in range(one, COLUMNS):
            products[one, other] = products[other, one] = numbers[place]
            place += 1
    sums = tuple(sum(factor * numbers[at] for at, factor in parts) for parts in made)
    found = tuple(
        sum(a * b * products[i, j] for i, a in made[one] for j, b in made[other])
        for one, other in PAIRS
    )
    return sums, found


def source() -> str:
    return files(__package__).joinpath("gather.cuh").read_text("utf-8")


@cache
def _function(name: str) -> Any:
    options = ("-std=c++17", f"-DTHREADS={THREADS}")
    return cupy_here().RawModule(code=source(), options=options).get_function(name)
