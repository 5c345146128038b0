"""The GPU's sums, compiled as plain C++, are the same; a GPU is not needed to know."""

import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from compositions import PARLOR, PRINTED, shoes, timid
from host import needs_compiler
from plain_gpu import H200, OnHost, PlainGpu

from baccarat import Bet, batch, bet
from baccarat.base import compiling
from baccarat.base.errors import BaccaratError, Missing, UnknownName
from baccarat.exact.batch import cuda as sums_cuda
from baccarat.exact.batch.compositions import ANSWERS, formula
from baccarat.exact.batch.loops import FLOATS, INTS


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlainGpu]:
    made = PlainGpu(tmp_path_factory.mktemp("sums"))
    yield made
    sums_cuda._function.cache_clear()
    sums_cuda._brought.cache_clear()


@pytest.fixture
def host(machine: PlainGpu, monkeypatch: pytest.MonkeyPatch) -> PlainGpu:
    monkeypatch.setattr(sums_cuda, "cupy_here", lambda: machine)
    return machine


def same(rows: Any, one: Any = None, **asked: Any) -> None:
    """Bit for bit the same as without a GPU."""
    cpu, cuda = batch(rows, one, **asked), batch(rows, one, engine="cuda", **asked)
    assert cuda.dtype == cpu.dtype
    assert cuda.shape == cpu.shape
    assert cuda.tobytes() == cpu.tobytes() or (cuda == cpu).all()
    assert cpu.dtype != np.float64 or cuda.tobytes() == cpu.tobytes()


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    "asked",
    [
        {},
        pytest.param({"rules": PRINTED}, marks=pytest.mark.long),
        pytest.param({"rules": PARLOR, "decide": timid}, marks=pytest.mark.long),
    ],
)
def test_every_answer_is_the_same(host: PlainGpu, asked: dict[str, Any]) -> None:
    """In floats, in 64 bits, and where neither is enough."""
    for decks in (1, 8, 12, 27, 60):
        rows = shoes(4 if decks == 60 else 30, decks)
        same(rows, **asked)
        for of in ANSWERS:
            same(rows, "banker", of=of, **asked)
        same(rows, "dragon-bonus-player", of="expectation", **asked)
    same(shoes(500, 8), "dragon-bonus-player", **asked)


@needs_compiler
@pytest.mark.parametrize("count", ["u1", "u2", "u8", "i4", ">i4"])
def test_counts_of_every_type_are_taken(host: PlainGpu, count: str) -> None:
    rows = shoes(40, 4)
    assert (batch(rows.astype(count), "tie", engine="cuda") == batch(rows, "tie")).all()
    assert (batch(rows.astype(count), "tie", engine="gpu") == batch(rows, "tie")).all()


@needs_compiler
def test_many_parts_and_none_are_one_answer(
    host: PlainGpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums_cuda, "PART", 7)
    for many in (0, 1, 7, 8, 20):
        rows = shoes(21, 8)[:many]
        same(rows, "banker", of="fraction")
        same(rows, "banker", of="sign")
    # Once a shoe is too large for 64 bits, all are counted in Python's numbers.
    same([*shoes(20, 1).tolist(), [10**6] * 10], "banker", of="fraction")


@needs_compiler
def test_a_sign_that_is_not_certain_is_counted_again(host: PlainGpu) -> None:
    rows = shoes(12, 12)
    player, banker, tie = batch(rows[3:4])[0].tolist()
    for off in (-1, 0, 1):
        price = Fraction(player + banker, tie) + Fraction(off, 10**40)
        fair = Bet("Fair", pays={"tie": price})
        assert batch(rows, fair, of="sign", engine="cuda")[3] == off
        same(rows, fair, of="sign")


@needs_compiler
@pytest.mark.parametrize("price", [Fraction(123456789, 1000), Fraction(-1, 3), 10**7])
def test_coefficients_have_the_width_that_a_price_needs(host: PlainGpu, price: Any) -> None:
    """Up to 32 bits and more, and prices below nothing."""
    for decks in (1, 8, 10):
        for of in ANSWERS:
            same(shoes(20, decks), Bet("Mine", pays={"tie": price, "banker": 2}), of=of)


@needs_compiler
def test_rows_on_the_gpu_are_answered_there(host: PlainGpu) -> None:
    class There(np.ndarray[Any, Any]):
        __cuda_array_interface__ = "yes"

    rows = shoes(20, 8)
    found = batch(rows.view(There), "tie", engine="cuda")
    assert isinstance(found, OnHost)
    assert (found == batch(rows, "tie")).all()


@needs_compiler
@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([[1] * 9], "row of ten"),
        ([[1.5] * 10], "whole counts"),
        ([[-1, *[5] * 9]], "from 0 to"),
        ([[1 << 40, *[5] * 9]], "from 0 to"),
        ([[(1 << 64) - 1] * 10], "from 0 to"),
        ([[5, *[0] * 9]], "at least 6 cards, not 5"),
    ],
)
def test_what_is_no_batch_is_refused_in_the_same_words(
    host: PlainGpu, rows: list[list[int]], complaint: str
) -> None:
    for engine in ("cpu", "cuda"):
        with pytest.raises(BaccaratError, match=complaint):
            batch(np.array(rows), engine=engine)


def test_each_coefficient_has_a_place_of_its_own() -> None:
    for rules in (PARLOR, PRINTED):
        columns = formula(bet("tie"), rules, timid).priced
        places, length = sums_cuda._places(columns.forms)
        assert len(set(places.tolist())) == len(places)
        assert places.max() < length
        assert length % 2 == 0


def test_a_block_has_as_many_threads_as_there_is_room_for() -> None:
    launch = sums_cuda.Launch(formula(bet("tie")).priced, FLOATS, 2)
    assert launch.threads(227 << 10) == 384
    for room in (64 << 10, 99 << 10, 163 << 10):
        threads = launch.threads(room)
        assert threads % 32 == 0
        assert launch.shared(threads) <= room < launch.shared(threads + 32)
    assert launch.threads(48 << 10) < 1


@needs_compiler
def test_a_gpu_that_is_too_small_is_named(host: PlainGpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(H200, "MaxSharedMemoryPerBlockOptin", 48 << 10)
    with pytest.raises(Missing, match="needs a GPU with at least 64 KiB"):
        batch(shoes(3, 8), engine="cuda")


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs the CUDA compiler nvcc")
@pytest.mark.parametrize(("number", "answer"), [(FLOATS, 0), (INTS, 2), (FLOATS, 4)])
def test_the_cuda_compiler_takes_the_source(number: Any, answer: int, tmp_path: Path) -> None:
    (tmp_path / "sums.cu").write_text(sums_cuda.source())
    launch = sums_cuda.Launch(formula(bet("tie")).priced, number, answer)
    defined = [
        f"-D{name}={value}" for name, value in launch.options(np.dtype(np.uint8), 384).items()
    ]
    command = ["nvcc", "-std=c++17", "-Werror", "all-warnings", *defined, "-ptx"]
    done = subprocess.run(
        [*command, "-o", "sums.ptx", "sums.cu"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert ".entry sums" in (tmp_path / "sums.ptx").read_text()


def test_without_cupy_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "find_spec", lambda name: None)
    compiling.cupy_here.cache_clear()
    with pytest.raises(Missing, match="CuPy"):
        batch(shoes(3, 8), engine="cuda")


def test_an_engine_that_there_is_not_is_refused() -> None:
    asked: Any
    for asked in ("gpus", "", None, 5):
        with pytest.raises(UnknownName):
            batch(shoes(3, 8), engine=asked)
