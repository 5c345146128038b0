"""Questions about odds for `serve.py`: all different while tables deal, then known ones."""

import asyncio
import json
import os
from array import array
from collections.abc import Callable
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import numpy as np
import uvloop
from serve_clients import Dealer, used

TICK = os.sysconf("SC_CLK_TCK")
CONNECTIONS = 480
"""Over which different questions go, as many as wait within the bound; 12 to an address."""
EACH = 12
FIRST = 48
"""Of them those that ask before it begins, because processes start when they are needed."""
AT_ONCE = 0.2
"""Seconds within which a refusal comes at once; others waited for their turn in vain."""
TURNS = 3
"""Each deals alone at first, then beside the questions: others may use the machine, too."""
FAST = 16
"""Connections over which known questions go, one after the other."""
DECKS = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * 8
MIX = ("felt",) * 8 + ("coup",) * 5 + ("bets",) * 3 + ("matrix",) * 2 + ("next",) + ("totals",)
"""What is asked for: the whole felt, half-dealt coups, bets at a price, and closer looks."""
PRICED = ("lucky-6:12/23", "dragon-7:40", "tie:9", "perfect-pair:25/200", "panda-8:25", "small:1.5")


def questions(seed: int) -> Callable[[], dict[str, Any]]:
    """A stream of questions, none of which comes twice."""
    chance, numbers = Random(seed), count(seed)

    def one() -> dict[str, Any]:
        kind = MIX[next(numbers) % len(MIX)]
        cards = chance.sample(DECKS, chance.randint(10, 330))
        if kind == "coup" or kind == "next":
            dealt = chance.randint(1, 3 if kind == "next" else 4)
            coup = " ".join(cards[:dealt])
            return {"seen": cards[dealt:], "given": [coup], "next_cards": kind == "next"}
        if kind == "bets":
            return {"seen": cards, "bets": chance.sample(PRICED, 2)}
        if kind == "totals":
            coup = f"player: {chance.randint(0, 5)}, banker: {chance.randint(0, 7)}"
            return {"seen": cards, "given": [coup]}
        return {"seen": cards, "matrix": kind == "matrix"}

    return one


class Asker:
    """A connection over which one question goes after the other; answers stay pressed."""

    def __init__(self, port: int, place: int) -> None:
        self.port, self.address = port, f"127.2.0.{1 + place // EACH}"

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=1 << 20, local_addr=(self.address, 0)
        )

    async def ask(self, body: bytes) -> int:
        """The status of the answer."""
        self._writer.write(
            b"POST /api/v1/odds HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept-Encoding: gzip\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            % (self.port, len(body))
            + body
        )
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"content-length:")[2].partition(b"\r")[0]
        await self._reader.readexactly(int(length))
        return int(head[9:12])

    def close(self) -> None:
        self._writer.close()


def ask(pipe: Connection, port: int, rate: float, seconds: float, seed: int) -> None:
    """A process that asks different questions at a rate, whether or not they are answered."""
    uvloop.run(_ask(pipe, port, rate, seconds, seed))


async def _ask(pipe: Connection, port: int, rate: float, seconds: float, seed: int) -> None:
    askers = [Asker(port, place) for place in range(CONNECTIONS)]
    new = questions(seed)
    for asker in askers[:FIRST]:
        await asker.open()
    for _ in range(2):
        await asyncio.gather(*(one.ask(json.dumps(new()).encode()) for one in askers[:FIRST]))
    bodies = [json.dumps(new()).encode() for _ in range(int(rate * seconds))]
    for asker in askers[FIRST:]:  # only now: the server closes a connection that asks nothing
        await asker.open()
    pipe.send("ready")
    await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
    start, before = monotonic() + 0.2, used()
    took, statuses = array("d"), array("i")
    due = enumerate(bodies)

    async def over(asker: Asker) -> None:
        for place, body in due:  # whoever is free takes the next one
            when = start + place / rate
            await asyncio.sleep(max(0.0, when - monotonic()))
            statuses.append(await asker.ask(body))
            took.append(monotonic() - when)

    await asyncio.gather(*map(over, askers))
    told = {"cpu": used() - before, "took": took.tobytes(), "statuses": statuses.tobytes()}
    pipe.send({**told, "for": monotonic() - start})
    for asker in askers:
        asker.close()


def ask_again(pipe: Connection, port: int, seconds: float) -> None:
    """A process that asks what is known, as fast as the answers come."""
    uvloop.run(_ask_again(pipe, port, seconds))


async def _ask_again(pipe: Connection, port: int, seconds: float) -> None:
    askers = [Asker(port, place) for place in range(FAST)]
    new = questions(0)
    bodies = [json.dumps(new()).encode() for _ in askers]
    for asker, body in zip(askers, bodies, strict=True):
        await asker.open()
        await asker.ask(body)
    pipe.send("ready")
    await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
    start, before = monotonic(), used()
    answered = 0

    async def over(place: int) -> None:
        nonlocal answered
        for turn in count(place):
            if monotonic() - start >= seconds:
                return
            assert await askers[place].ask(bodies[turn % FAST]) == 200
            answered += 1

    await asyncio.gather(*map(over, range(FAST)))
    pipe.send({"cpu": used() - before, "answered": answered, "for": monotonic() - start})
    for asker in askers:
        asker.close()


def deal_timed(pipe: Connection, port: int, tables: list[int]) -> None:
    """A process that deals a coup a second at every table, and tells of each stretch of time."""
    uvloop.run(_deal_timed(pipe, port, tables))


async def _deal_timed(pipe: Connection, port: int, tables: list[int]) -> None:
    dealers = [Dealer(port, table) for table in tables]
    for dealer in dealers:
        await dealer.prepare()
    pipe.send("ready")
    while (seconds := await asyncio.get_running_loop().run_in_executor(None, pipe.recv)) > 0:
        start, took = monotonic() + 0.2, array("d")

        async def at_one(place: int, dealer: Dealer, start: float, took: "array[float]") -> None:
            for turn in range(int(seconds)):
                due = start + turn + place / len(dealers)
                await asyncio.sleep(max(0.0, due - monotonic()))
                await dealer.deal()
                took.append(monotonic() - due)
                await dealer.prepare()

        at_all = (at_one(place, one, start, took) for place, one in enumerate(dealers))
        await asyncio.gather(*at_all)
        pipe.send(took.tobytes())
    for dealer in dealers:
        dealer.speaker.close()


def processes_of(server: int) -> list[int]:
    """The processes that a server has started."""
    found = Path(f"/proc/{server}/task").glob("*/children")
    return [int(pid) for file in found for pid in file.read_text().split()]


def cpu_of(pids: list[int]) -> float:
    """Seconds of the processor that processes have taken."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICK


def _times(name: str, seconds: Any) -> dict[str, float]:
    if not len(seconds):
        return {}
    p50, p99 = np.percentile(seconds, [50, 99]) * 1_000
    return {
        f"{name}_p50_ms": round(float(p50), 1),
        f"{name}_p99_ms": round(float(p99), 1),
        f"{name}_most_ms": round(float(seconds.max()) * 1_000, 1),
    }


def measure_odds(
    server: Any, start: Callable[..., Any], tables: list[int], rate: float, seconds: float
) -> dict[str, Any]:
    """Different questions at a rate beside tables that deal, then known ones; `start` a process."""
    dealers = start(deal_timed, server.port, tables)
    dealers.hear()
    own = theirs = client = lasted = 0.0
    alone, beside, took, statuses = [], [], [], []
    for turn in range(TURNS):
        dealers.say(seconds / TURNS)
        alone.append(np.frombuffer(dealers.hear(seconds + 60)))
        asking = start(ask, server.port, rate, seconds / TURNS, 1 + turn)
        asking.hear()
        children = processes_of(server.process.pid)
        own, theirs = own - cpu_of([server.process.pid]), theirs - cpu_of(children)
        dealers.say(seconds / TURNS)
        asking.say("go")
        told = asking.hear(seconds + 180)
        beside.append(np.frombuffer(dealers.hear(seconds + 180)))
        own, theirs = own + cpu_of([server.process.pid]), theirs + cpu_of(children)
        client, lasted = client + told["cpu"], lasted + told["for"]
        took.append(np.frombuffer(told["took"]))
        statuses.append(np.frombuffer(told["statuses"], dtype=np.int32))
    dealers.say(0)
    is_answered = np.concatenate(statuses) == 200
    odds = np.concatenate(took)
    ratios = [
        np.percentile(turn, 99) / np.percentile(before, 99)
        for before, turn in zip(alone, beside, strict=True)
    ]
    again = start(ask_again, server.port, seconds)
    again.hear()
    known_cpu = cpu_of([server.process.pid])
    again.say("go")
    known = again.hear(seconds + 60)
    known_cpu = cpu_of([server.process.pid]) - known_cpu
    return {
        "tables": len(tables),
        "asked_per_second": rate,
        "questions": len(odds),
        "answered_per_second": round(int(is_answered.sum()) / lasted, 1),
        "refused": int((~is_answered).sum()),
        "refused_at_once": int((odds[~is_answered] < AT_ONCE).sum()),
        **_times("odds", odds[is_answered]),
        **_times("refusal", odds[~is_answered]),
        **_times("deal_alone", np.concatenate(alone)),
        **_times("deal_beside", np.concatenate(beside)),
        "deal_p99_beside_to_alone": round(float(np.median(ratios)), 2),
        "reckoners": len(children),
        "reckoner_ms_per_question": round(theirs / int(is_answered.sum()) * 1_000, 2),
        "server_cores": round(own / lasted, 2),
        "client_cores": round(client / lasted, 2),
        "known_per_second": round(known["answered"] / known["for"]),
        "server_us_per_known": round(known_cpu / known["answered"] * 1e6),
        "known_client_cores": round(known["cpu"] / known["for"], 2),
    }
