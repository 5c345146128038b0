"""Our engines, registered like those of plug-ins, and the choice of an engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from baccarat.base.compiling import CUDA_NAMES
from baccarat.base.errors import BadValue, Missing, UnknownName
from baccarat.base.signals import undisturbed
from baccarat.core.cards import Depth
from baccarat.core.plugins import names_of, register
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.coups import Coups
from baccarat.simulation.engine import AUTO, KNOWN
from baccarat.simulation.engine import Engine as Engine
from baccarat.simulation.engines import cluster, cuda, reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.protocols import Dealer, Folds, Stop, Value


def _compile(plan: Plan, decide: Strategy) -> None:
    with undisturbed():
        from baccarat.simulation.engines import cpu  # imported here because it compiles

    cpu.warm_up(plan)


def _compiled_coups(plan: Plan, decide: Strategy, cards: Depth | None) -> Iterator[Coups]:
    from baccarat.simulation.engines import cpu

    return cpu.coups(plan, decide, cards)


def _compiled_read(
    plan: Plan, decide: Strategy, reader: Folds[Value], threads: int | None, stop: Stop
) -> Iterator[tuple[Value, int]]:
    from baccarat.simulation.engines import cpu

    return cpu.read(plan, decide, reader, threads, stop)


def _check_compiler() -> None:
    if find_spec("numba") is None:
        raise Missing("the cpu engine needs Numba: pip install numba")


REFERENCE = Engine("reference", reference.coups, reference.read)
CPU = Engine("cpu", _compiled_coups, _compiled_read, _compile, _check_compiler)
CUDA = Engine(CUDA_NAMES[0], cuda.coups, cuda.read, cuda.warm_up, also=CUDA_NAMES[1:])
DASK = Engine("dask", cluster.coups, cluster.read, check=cluster.check_installed)
register(REFERENCE, CPU, CUDA, DASK)
ENGINES = (AUTO, *(name for engine in KNOWN for name in names_of(engine)))
"""All names of our engines."""


def choose(
    engine: str | Engine,
    scheduler: str | None = None,
    plan: Plan | None = None,
    decide: Strategy = nobody,
) -> Engine:
    """The engine with this name, or the given Engine; raises an error if it cannot be used here.

    For `auto`, the plan says which bets the engine must count; default: no bet deeper than totals.
    """
    if engine == AUTO:
        found = _fastest(plan, decide)
    else:
        found = engine if isinstance(engine, Engine) else _named(engine)
    if scheduler is not None:
        if engine not in (AUTO, DASK, DASK.name):
            raise BadValue(f"a scheduler is for the dask engine, not for {found}")
        found = DASK
    found.check()
    return found


def _fastest(plan: Plan | None, decide: Strategy) -> Engine:
    if cuda.has_gpu() and (plan is None or cuda.has_room(plan, decide)):
        return CUDA
    return CPU if find_spec("numba") else REFERENCE


def _named(engine: str) -> Engine:
    try:
        return KNOWN.find(engine if isinstance(engine, str) else "")
    except UnknownName:
        names = (AUTO, *(name for known in KNOWN for name in names_of(known)))
        raise UnknownName("engine", str(engine)[:40], names) from None


@contextmanager
def ready(
    engine: Engine, plan: Plan, decide: Strategy, threads: int | None, scheduler: str | None
) -> Iterator[Dealer]:
    """An engine that is ready to deal a plan."""
    if engine is DASK:  # its workers are kept while the plan is dealt
        with cluster.opened(threads, scheduler) as workers:
            yield workers
    else:
        engine.warm_up(plan, decide)
        yield engine
