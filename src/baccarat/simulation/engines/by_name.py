"""Engines by name, each ready to deal a plan."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from baccarat.coup import Strategy
from baccarat.errors import BadValue, Missing, UnknownName
from baccarat.signals import undisturbed
from baccarat.simulation.engines import cuda, reference
from baccarat.simulation.engines.cluster import check_installed, opened
from baccarat.simulation.engines.cuda import has_gpu
from baccarat.simulation.folding import Engine
from baccarat.simulation.plan import Plan

ENGINES = ("auto", "reference", "cpu", "cuda", "dask")


def choose(engine: str, scheduler: str | None = None) -> str:
    """The engine that will deal."""
    if not isinstance(engine, str) or engine not in ENGINES:
        raise UnknownName("engine", str(engine)[:40], ENGINES)
    if scheduler is not None:
        if engine not in ("auto", "dask"):
            raise BadValue(f"a scheduler is for the dask engine, not for {engine}")
        engine = "dask"
    has_numba = find_spec("numba") is not None
    if engine == "cpu" and not has_numba:
        raise Missing("the cpu engine needs Numba: pip install numba")
    if engine == "dask":
        check_installed()
    if engine == "auto":
        return "cuda" if has_gpu() else "cpu" if has_numba else "reference"
    return engine


@contextmanager
def ready(
    name: str, plan: Plan, decide: Strategy, threads: int | None, scheduler: str | None
) -> Iterator[Engine]:
    """An engine, ready to deal a plan."""
    if name == "dask":
        with opened(threads, scheduler) as cluster:
            yield cluster
        return
    engine = _engine(name)
    engine.warm_up(plan, decide)
    yield engine


def _engine(name: str) -> Engine:
    if name == "reference":
        return reference
    if name == "cuda":
        return cuda
    with undisturbed():
        from baccarat.simulation.engines import cpu  # it compiles when it is first needed

    return cpu
