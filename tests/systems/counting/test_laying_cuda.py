"""Perfect play on a GPU lays the same bets; the source as plain C++ shows it without one."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from host import Host, needs_compiler
from hypothesis import given
from hypothesis import strategies as st
from plain_gpu import PlainGpu
from sample_sizes import examples

from baccarat import Bet, Rules, bet
from baccarat.base.errors import BadValue
from baccarat.core.cards import Card
from baccarat.core.shoe import LastCoup
from baccarat.core.third_card import nobody
from baccarat.exact.batch import cuda as sums_cuda
from baccarat.simulation.engines import cpu, cuda
from baccarat.simulation.plan import Plan
from baccarat.simulation.protocols import Never
from baccarat.systems.counting import reader_cuda as laying_cuda
from baccarat.systems.counting.play import PerfectBet
from baccarat.systems.counting.published import known_counts
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.reference_reader import lay_plainly
from baccarat.systems.counting.totals import USUAL, Ending, LaidTally, deepest

BETS = ("player", "banker", "dragon-7", "tie:9", "dragon-bonus-player")
endings = st.lists(
    st.builds(Ending, st.integers(0, 52), st.sampled_from([*map(LastCoup.parse, "ABC")])),
    min_size=1,
    max_size=3,
    unique=True,
)


@pytest.fixture(scope="module")
def gpu(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Plain C++ in the place of a GPU, which deals, weighs and sums up."""
    machine = PlainGpu(tmp_path_factory.mktemp("gpu"))
    dealer = Host(tmp_path_factory.mktemp("dealer"))

    def kernel(program: cuda.Program) -> Any:
        def sheets(part: Plan) -> list[Any]:
            return [machine.asarray(s) for s in dealer._run(replace(program, plan=part))[2]]

        return SimpleNamespace(program=program, sheets=sheets)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums_cuda, "cupy_here", lambda: machine)
        patch.setattr(laying_cuda, "cupy_here", lambda: machine)
        patch.setattr(cuda, "Kernel", kernel)
        yield
    for kept in (sums_cuda._function, sums_cuda._brought, laying_cuda._function):
        kept.cache_clear()


def on_gpu(plan: Plan, reader: CountReader) -> LaidTally:
    parts = [tally for tally, _ in cuda.read(plan, nobody, reader, None, Never())]
    return sum(parts[1:], start=parts[0])


def on_cpu(plan: Plan, reader: CountReader) -> LaidTally:
    return reader(cpu.coups(plan, nobody, reader.cards))


def perfectly(*names: str, **more: Any) -> CountReader:
    return CountReader(tuple(PerfectBet(bet(name)) for name in names), **more)


@pytest.mark.long
@pytest.mark.slow
@needs_compiler
@examples(5)
@given(
    st.sampled_from([1, 6, 8, 12]),
    st.booleans(),
    st.none() | st.just(Card.parse("7x")),
    endings,
    st.integers(0, 2**64 - 1),
    st.booleans(),
)
def test_a_gpu_lays_what_the_cpu_lays(
    gpu: None,
    decks: int,
    burn: bool,
    printed: Card | None,
    endings: list[Ending],
    seed: int,
    exact: bool,
) -> None:
    rules = deepest(Rules(decks=decks, burn=burn, printed=printed), endings)
    reader = perfectly(*BETS, endings=tuple(endings), exact=exact)
    plan = Plan(20, seed, rules, first=3)
    assert on_gpu(plan, reader).digest == on_cpu(plan, reader).digest


@needs_compiler
def test_a_gpu_lays_what_the_plain_way_lays(gpu: None) -> None:
    endings = Ending(14, LastCoup.parse("A")), Ending(30, LastCoup.parse("C"))
    rules = deepest(Rules(decks=1, burn=True), endings)
    reader = perfectly("dragon-7", "banker", endings=endings)
    assert on_gpu(Plan(8, 7, rules), reader) == lay_plainly(reader.plays, 8, 7, rules, endings)


@needs_compiler
def test_bets_that_a_gpu_does_not_weigh_keep_their_place(
    gpu: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pairs, a count, and a price whose sums might not fit; in parts that are not whole blocks."""
    dear = Bet("Dear", pays={"tie": Fraction(9 * 10**6, 10**6 - 1)})
    plays = (
        PerfectBet(bet("either-pair")),
        PerfectBet(bet("tie:9")),
        known_counts()[0].count,
        PerfectBet(dear),
        PerfectBet(bet("small")),
    )
    monkeypatch.setattr(cuda, "SHOES_THERE", 300)
    reader = CountReader(plays)
    plan = Plan(700, 5, deepest(Rules(decks=1), [USUAL]))
    asked = [laying_cuda.asked_of(play, plan, nobody) is not None for play in plays]
    assert asked == [False, True, False, False, True]
    assert on_gpu(plan, reader).digest == on_cpu(plan, reader).digest


def test_a_reader_that_a_gpu_cannot_help_reads_as_any_other() -> None:
    plan = Plan(5, 7, deepest(Rules(), [USUAL]))
    assert CountReader((known_counts()[0].count,)).there(plan, nobody) is None
    assert perfectly("either-pair").there(plan, nobody) is None


@needs_compiler
def test_shoes_that_end_too_soon_are_refused_there_too(gpu: None) -> None:
    with pytest.raises(BadValue, match="these shoes end too early for this ending"):
        perfectly("tie").there(Plan(5, 7, Rules(cut_card=52)), nobody)


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs the CUDA compiler nvcc")
def test_the_cuda_compiler_takes_the_source(tmp_path: Path) -> None:
    (tmp_path / "gather.cu").write_text(laying_cuda.source())
    command = ["nvcc", "-std=c++17", "-DTHREADS=256", "-ptx", "-o", "gather.ptx", "gather.cu"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert ".entry gather" in (tmp_path / "gather.ptx").read_text()
