"""`/metrics` for Prometheus, and `/healthz` for proxies: how this server is doing."""

import os
from collections import Counter
from collections.abc import Iterator
from time import monotonic

from fastapi import APIRouter, Request, Response

from baccarat.web.api.tables import Calls
from baccarat.web.gate.callers import gate_of
from baccarat.web.gate.house_problems import SOON, STORE_AWAY
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem
from baccarat.web.house.places import HouseTable
from baccarat.web.house.seats import house_of, threads_of
from baccarat.web.runs.run import RunState

router, health = APIRouter(include_in_schema=False), APIRouter(include_in_schema=False)
KIND = "text/plain; version=0.0.4; charset=utf-8"
OWN_MEMORY = "/proc/self/statm"
"""The memory of this process on Linux, in pages."""
COUNTER, GAUGE = "counter", "gauge"
Metric = tuple[str, str, str, int | float | dict[str, int]]
"""The name, the kind, the help text, and one value or a value for each label."""


@router.get("/metrics")
async def show_metrics(request: Request, caller: Calls) -> Response:
    """The present value of every metric."""
    caller.require(Level.HOST)
    told = await threads_of(request).look(lambda: list(figures_of(request)))
    return Response("".join(map(written, told)), media_type=KIND)


@health.get("/healthz")
async def show_health(request: Request) -> Response:
    """The text `ok`; an error response while the store does not respond. No key is needed."""
    if not await gate_of(request).hears_store():
        raise Problem(503, STORE_AWAY, headers=SOON)
    return Response("ok\n", media_type="text/plain")


def figures_of(request: Request) -> Iterator[Metric]:
    """The metrics; no metric names a guest, a table or a key."""
    state, gate, house = request.app.state, gate_of(request), house_of(request)
    tables, boards = house.tables(), house.boards()
    answers = {f'status="{kind}xx"': gate.answers[kind] for kind in sorted(gate.answers)}
    runs = Counter(run.state for run in state.lab.runs())
    live = {f'state="{one}"': runs[one] for one in RunState}
    yield "requests_total", COUNTER, "responses started", answers
    acts = sum(here.last for here in tables) + sum(here.last for here in boards)
    yield "acts_total", COUNTER, "acts of all tables and boards", acts
    yield "streams", GAUGE, "open event streams", len(gate.streams)
    yield "connections", GAUGE, "open connections", gate.connections()
    is_open = [here for here in tables if here.is_open]
    yield "tables", GAUGE, "open tables", len(is_open)
    yield "boards", GAUGE, "open boards", sum(one.is_open for one in boards)
    yield "guests", GAUGE, "guests seated at tables", sum(map(_guests, is_open))
    yield "runs", GAUGE, "runs of the laboratory", live
    odds = {'from="memory"': state.odds_desk.known.hits, 'from="process"': state.odds_desk.begun}
    yield "odds_total", COUNTER, "questions about odds", odds
    if (memory := own_memory()) is not None:
        yield "memory_bytes", GAUGE, "memory of the server process", memory
    yield "uptime_seconds", GAUGE, "seconds since the server started", monotonic() - gate.began


def _guests(here: HouseTable) -> int:
    """The number of guests at the table; 0 if the table has not been loaded since an upgrade."""
    seated = here.table if here.is_folded else here.kept_listing
    return 0 if seated is None else len(seated.seats)


def written(told: Metric) -> str:
    """The metric in the text format of Prometheus."""
    name, kind, what, value = told
    values = value if isinstance(value, dict) else {"": value}
    lines = [f"# HELP baccarat_{name} {what}", f"# TYPE baccarat_{name} {kind}"]
    for label, number in values.items():
        lines.append(f"baccarat_{name}{f'{{{label}}}' if label else ''} {number}")
    return "\n".join(lines) + "\n"


def own_memory() -> int | None:
    """The memory of this process in bytes; None if the system does not report it."""
    try:
        with open(OWN_MEMORY, encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None
