"""`/metrics`: figures of this server for its host, in the text format of Prometheus."""

import os
from collections import Counter
from collections.abc import Iterator
from time import monotonic

from fastapi import APIRouter, Request, Response

from baccarat.web.api.tables import Calls
from baccarat.web.gate.callers import gate_of
from baccarat.web.gate.keys import Level
from baccarat.web.house.places import HouseTable
from baccarat.web.house.seats import house_of, threads_of
from baccarat.web.runs.run import RunState

router = APIRouter(include_in_schema=False)
KIND = "text/plain; version=0.0.4; charset=utf-8"
OWN_MEMORY = "/proc/self/statm"
"""Where Linux tells it, in pages."""
COUNTER, GAUGE = "counter", "gauge"
Metric = tuple[str, str, str, int | float | dict[str, int]]
"""A name, its kind, what it is, and its value, or one for each label."""


@router.get("/metrics")
async def show_metrics(request: Request, caller: Calls) -> Response:
    """All figures as they are now."""
    caller.require(Level.HOST)
    told = await threads_of(request).look(lambda: list(figures_of(request)))
    return Response("".join(map(written, told)), media_type=KIND)


def figures_of(request: Request) -> Iterator[Metric]:
    """What is told, and nothing that names a guest, a table or a key."""
    state, gate, house = request.app.state, gate_of(request), house_of(request)
    tables, boards = house.tables(), house.boards()
    answers = {f'status="{kind}xx"': gate.answers[kind] for kind in sorted(gate.answers)}
    runs = Counter(run.state for run in state.lab.runs())
    live = {f'state="{one}"': runs[one] for one in RunState}
    yield "requests_total", COUNTER, "answers that were begun", answers
    acts = sum(here.last for here in tables) + sum(here.last for here in boards)
    yield "acts_total", COUNTER, "acts of all tables and boards", acts
    yield "streams", GAUGE, "event streams that are open", len(gate.streams)
    yield "connections", GAUGE, "connections that are open", gate.connections()
    is_open = [here for here in tables if here.is_open]
    yield "tables", GAUGE, "tables that are open", len(is_open)
    yield "boards", GAUGE, "boards that are open", sum(one.is_open for one in boards)
    yield "guests", GAUGE, "guests who sit at tables", sum(map(_guests, is_open))
    yield "runs", GAUGE, "runs of the laboratory", live
    odds = {'from="memory"': state.reckoners.known.hits, 'from="process"': state.reckoners.begun}
    yield "odds_total", COUNTER, "questions about odds", odds
    if (memory := own_memory()) is not None:
        yield "memory_bytes", GAUGE, "memory of the server's own process", memory
    yield "uptime_seconds", GAUGE, "since the server was started", monotonic() - gate.began


def _guests(here: HouseTable) -> int:
    """How many sit there; of a table that nobody has looked at since an upgrade none is counted."""
    seated = here.table if here.is_folded else here.kept_listing
    return 0 if seated is None else len(seated.seats)


def written(told: Metric) -> str:
    """A figure as Prometheus reads it."""
    name, kind, what, value = told
    values = value if isinstance(value, dict) else {"": value}
    lines = [f"# HELP baccarat_{name} {what}", f"# TYPE baccarat_{name} {kind}"]
    for label, number in values.items():
        lines.append(f"baccarat_{name}{f'{{{label}}}' if label else ''} {number}")
    return "\n".join(lines) + "\n"


def own_memory() -> int | None:
    """Bytes of memory that this process has; None where nobody tells."""
    try:
        with open(OWN_MEMORY, encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None
