"""Spectators for `serve.py`: quiet and rough crowds, a server that dies, those who only ask."""

from collections.abc import Callable
from itertools import cycle, islice
from time import monotonic, sleep
from typing import Any

import numpy as np
from serve_clients import Dealt, deal, watch
from serve_crowds import (
    Persistent,
    come_and_go,
    deal_runs,
    never_read,
    poll_tables,
    return_later,
)
from serve_server import PATIENCE, Server, Worker, open_tables

SETTLE = 2.0
"""Seconds for the last events to arrive."""
SLEEPERS = 0.05
"""The share of spectators who never read."""
RUNS = 2
"""At once; each has a thread for every core."""
VISITORS = 100.0
"""A second."""
Beside = Callable[[Server, list[int], int], list[Worker]]
"""Begins processes beside the spectators, who are so many."""


def measure_watching(
    server: Server, spectators: int, tables: int, seconds: float, beside: Beside | None = None
) -> dict[str, Any]:
    """Spectators of tables with a coup a second at each, perhaps with others beside them."""
    numbers = open_tables(server.port, tables, 7)
    others = beside(server, numbers, spectators) if beside else []
    for other in others:
        other.hear()
    dealers = Worker(deal, server.port, numbers, seconds)
    dealers.hear()
    before = server.memory
    watched = [numbers[place % tables] for place in range(spectators)]
    half = (spectators + 1) // 2
    halves = [(first, watched[first : first + half]) for first in range(0, spectators, half)]
    started = monotonic()
    crowd = [Worker(watch, server.port, first, these) for first, these in halves]
    for worker in crowd:
        worker.hear()
    arrival = monotonic() - started
    sleep(1)
    memory, cpu = server.memory, server.cpu
    for worker in (*others, *crowd, dealers):
        worker.say("go")
    dealt = dealers.hear(seconds + PATIENCE)
    sleep(SETTLE)
    for other in others:
        other.say("stop")
    told_beside = [other.hear() for other in others]
    cpu = server.cpu - cpu
    most_memory = server.memory
    for worker in crowd:
        worker.say("stop")
    heard = [worker.hear() for worker in crowd]
    checked = check(dealt["dealt"], [one for each in heard for one in each["spectators"]])
    came = [pair for each in heard for pair in each["came"]]
    delays = delays_of(dealt["dealt"], came) * 1_000
    deliveries = len(delays)
    p50, p99 = np.percentile(delays, [50, 99]) if deliveries else (float("nan"),) * 2
    return {
        "spectators": spectators,
        "tables": tables,
        "seconds": round(dealt["took"], 1),
        "arrival_s": round(arrival, 1),
        "coups": sum(one.coups for one in dealt["dealt"]),
        "deliveries": deliveries,
        **checked,
        "p50_ms": round(float(p50), 1),
        "p99_ms": round(float(p99), 1),
        "most_ms": round(float(delays.max()), 1) if deliveries else None,
        "server_us_per_delivery": round(cpu / max(deliveries, 1) * 1e6, 1),
        "kb_per_spectator": round((memory - before) / spectators, 1),
        "kb_per_spectator_after": round((most_memory - before) / spectators, 1),
        "server_cores": round(cpu / dealt["took"], 2),
        "client_cores": round(
            (dealt["cpu"] + sum(each["cpu"] for each in heard)) / dealt["took"], 2
        ),
        **{name: value for told in told_beside for name, value in told.items() if name != "cpu"},
    }


def check(dealt: list[Dealt], spectators: list[tuple[Any, ...]]) -> dict[str, Any]:
    """Whether every spectator got every coup of their table once, and in order."""
    by_table = {one.table: one for one in dealt}
    wrong = [
        (table, coups, faults)
        for table, coups, digest, _, _, faults in spectators
        if faults or (coups, digest) != (by_table[table].coups, by_table[table].digest)
    ]
    received = sum(one[4] for one in spectators)
    events = sum(one[3] for one in spectators)
    return {
        "wrong_spectators": len(wrong),
        "first_fault": str(wrong[0]) if wrong else None,
        "bytes_per_event": round(received / max(events, 1)),
    }


def delays_of(dealt: list[Dealt], came: list[tuple[int, bytes]]) -> "np.ndarray[Any, Any]":
    """Seconds from just before a deal is asked for to its arrival, of every spectator and coup."""
    asked = {one.table: np.full(one.coups + 1, np.nan) for one in dealt}
    for one in dealt:
        for coup, when in one.asked.items():
            asked[one.table][coup] = when
    delays = [
        pairs[:, 1] - asked[table][pairs[:, 0].astype(int)]
        for table, told in came
        if len(pairs := np.frombuffer(told).reshape(-1, 2))
    ]
    return np.concatenate(delays) if delays else np.array([])


def sleepers(server: Server, tables: list[int], spectators: int) -> list[Worker]:
    """Beside the spectators, some who never read."""
    theirs = list(islice(cycle(tables), round(SLEEPERS * spectators)))
    return [Worker(never_read, server.port, theirs)]


def visitors(server: Server, tables: list[int], spectators: int) -> list[Worker]:
    """Beside the spectators, a hundred who come and go every second."""
    return [Worker(come_and_go, server.port, tables, VISITORS)]


def runs(server: Server, tables: list[int], spectators: int) -> list[Worker]:
    """Beside the spectators, runs of the laboratory on every core."""
    return [Worker(deal_runs, server.port, RUNS)]


def measure_return(
    start: Callable[[int], Server], spectators: int, tables: int, seconds: float
) -> dict[str, Any]:
    """A server that is killed under its spectators, and started again a moment later."""
    server = start(0)
    try:
        numbers = open_tables(server.port, tables, 7)
        dealers = Worker(deal, server.port, numbers, seconds, Persistent)
        dealers.hear()
        watched = list(islice(cycle(numbers), spectators))
        crowd = Worker(return_later, server.port, 0, watched)
        crowd.hear()
        dealers.say("go")
        sleep(seconds / 3)
        server.process.kill()
        server.process.wait()
        killed = monotonic()
        server = start(server.port)
        up = monotonic()
        dealt = dealers.hear(seconds + PATIENCE)
        sleep(SETTLE)
        crowd.say("stop")
        heard = crowd.hear()
    finally:
        server.stop()
    back = [when - up for when in heard["back"] if when is not None]
    return {
        "spectators": spectators,
        "tables": tables,
        "coups": sum(one.coups for one in dealt["dealt"]),
        **check(dealt["dealt"], heard["spectators"]),
        "server_away_s": round(up - killed, 2),
        "came_back": len(back),
        "last_back_s": round(max(back, default=float("nan")), 2),
        "tries_mean": round(float(np.mean(heard["tries"])), 2),
        "tries_most": max(heard["tries"]),
    }


def measure_polling(server: Server, clients: int, tables: int, seconds: float) -> dict[str, Any]:
    """The same tables for clients who ask every second what is new."""
    numbers = open_tables(server.port, tables, 7)
    dealers = Worker(deal, server.port, numbers, seconds)
    dealers.hear()
    crowd = Worker(poll_tables, server.port, list(islice(cycle(numbers), clients)))
    crowd.hear()
    cpu = server.cpu
    for worker in (crowd, dealers):
        worker.say("go")
    dealt = dealers.hear(seconds + PATIENCE)
    cpu = server.cpu - cpu
    crowd.say("stop")
    told = crowd.hear()
    p50, p99 = np.percentile(np.frombuffer(told["took"]) * 1_000, [50, 99])
    return {
        "clients": clients,
        "tables": tables,
        "seconds": round(dealt["took"], 1),
        "asked_per_second": round(told["asked"] / dealt["took"]),
        "answer_p50_ms": round(float(p50), 1),
        "answer_p99_ms": round(float(p99), 1),
        "server_us_per_question": round(cpu / max(told["asked"], 1) * 1e6, 1),
        "server_cores": round(cpu / dealt["took"], 2),
        "client_cores": round((dealt["cpu"] + told["cpu"]) / dealt["took"], 2),
    }
