"""The GPU's source, compiled as plain C++, deals the same shoes; a GPU is not needed to know."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat import Card, LastCoup, Rules
from baccarat.errors import ShoeError
from baccarat.simulation import cpu, cuda, reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.tables import tables_of
from baccarat.tally import Tally

COMPILER = shutil.which("g++") or shutil.which("clang++")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler, e.g. g++")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("host")
    (folder / "shoe.cpp").write_text(cuda.source())
    library = folder / "shoe.so"
    options = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run([str(COMPILER), *options, "-o", library, folder / "shoe.cpp"], check=True)
    return ctypes.CDLL(str(library))


def deal(host: ctypes.CDLL, plan: Plan) -> Tally:
    tables = tables_of(plan.rules)
    words, small = cuda.packed(tables)
    slots = np.zeros(cuda.SLOTS, np.uint32)
    shape = cuda.shape_of(plan)
    host.deal_on_host(
        ctypes.byref(shape),
        ctypes.c_uint64(plan.first),
        ctypes.c_uint64(plan.shoes),
        ctypes.c_uint64(plan.seed),
        ctypes.c_int(cuda.has_histograms(plan)),
        words.ctypes.data_as(ctypes.c_void_p),
        small.ctypes.data_as(ctypes.c_void_p),
        ctypes.c_int(len(tables.fifth)),
        ctypes.c_int(len(tables.used)),
        slots.ctypes.data_as(ctypes.c_void_p),
    )
    return cuda.tally_of(slots.tolist(), plan)


all_rules = st.builds(
    Rules,
    decks=st.integers(1, 12),
    burn=st.booleans(),
    cut_card=st.integers(0, 52),
    last_coup=st.sampled_from(list(LastCoup)),
    printed=st.none() | st.just(Card.parse("7x")),
)


@needs_compiler
@settings(max_examples=40, deadline=None)
@given(all_rules, st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 100), st.data())
def test_the_gpus_source_is_the_reference_said_for_a_gpu(
    host: ctypes.CDLL, rules: Rules, seed: int, first: int, data: st.DataObject
) -> None:
    plan = Plan(5, seed, rules, data.draw(st.none() | st.integers(1, 6)), first)
    assert deal(host, plan) == reference.run(plan)


@needs_compiler
def test_so_it_is_for_ten_thousand_shoes(host: ctypes.CDLL) -> None:
    """Some twenty of them have a word that is thrown again."""
    assert deal(host, Plan(10_000, 7)) == cpu.run(Plan(10_000, 7))
    assert deal(host, Plan.fresh(20_000, 7)) == cpu.run(Plan.fresh(20_000, 7))


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs the CUDA compiler nvcc")
def test_the_cuda_compiler_takes_the_source(tmp_path: Path) -> None:
    (tmp_path / "shoe.cu").write_text(cuda.source())
    done = subprocess.run(
        ["nvcc", "-std=c++17", "-Werror", "all-warnings", "-ptx", "-o", "shoe.ptx", "shoe.cu"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert ".entry deal" in (tmp_path / "shoe.ptx").read_text()


def test_without_cupy_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "find_spec", lambda name: None)
    with pytest.raises(ShoeError, match="needs CuPy: pip install"):
        list(cuda.run_jobs(Plan(1)))
