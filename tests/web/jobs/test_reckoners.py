"""Odds calculated in separate processes: the same answers, dropped questions, strangers' bets."""

import asyncio
import gc
import gzip
import json
import os
import signal
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterator
from itertools import takewhile
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from web.salon import API, Salon

from baccarat.base.errors import BadBet, UnknownName
from baccarat.core import plugins
from baccarat.questions.engine.process import JobBounds, JobGone, JobLine, JobProcess
from baccarat.questions.engine.refusals import read_refusal
from baccarat.questions.odds import OddsQuestion
from baccarat.web import app as application
from baccarat.web.api import odds as api_odds
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs import desk as desks
from baccarat.web.jobs import odds
from baccarat.web.jobs.desk import Desk
from baccarat.web.jobs.memory import CompressedOdds, known_odds
from baccarat.web.jobs.odds import OddsDesk, OddsKind, calculate_odds, odds_desk
from baccarat.web.jobs.odds_answer import odds_json
from baccarat.web.jobs.odds_page import OddsPageQuestion
from baccarat.web.jobs.queue import FairQueue

LONGEST_WAIT, LONGEST_EXPECTED = OddsKind.longest_wait, OddsKind.longest_expected
STRANGERS = """
import os, time
from baccarat import Bet, Game, Layout, Rules, bet

def sleeping(outcome):
    time.sleep(1000)

def raising(outcome):
    raise RuntimeError("sorry")

def leaving(outcome):
    os._exit(3)

BETS = [
    Bet("Sleeper", sleeping, pays=1),
    Bet("Raiser", raising, pays=1),
    Bet("Leaver", leaving, pays=1),
    Bet("Printer", lambda outcome: print("six") or outcome.banker.total == 6, pays=7),
]
GAMES = [Game("Strange", Rules(), Layout({"tie": bet("tie"), **{one.key: one for one in BETS}}))]
"""


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("plugin") / "strangers.py"
    file.write_text(STRANGERS, "utf-8")
    return str(file)


@pytest.fixture(scope="module")
def pool() -> Iterator[OddsDesk]:
    found = odds_desk(1)
    yield found
    found.close()


class Made(JobProcess):
    """Is ready at once, and answers as soon as the test says so."""

    is_gone = False

    def __init__(self) -> None:
        self.is_ready, self.may_answer = False, threading.Event()
        self.kill = self.may_answer.set  # type: ignore[assignment]

    def say(self, line: JobLine) -> None:
        pass

    def hear(self, seconds: float) -> JobLine | None:
        if not self.is_ready:
            self.is_ready = True
            return {"ready": True}
        is_told = self.may_answer.wait(min(seconds, 0.01))
        return {"answer": b64encode(gzip.compress(b"{}")).decode()} if is_told else None


def made_desk() -> tuple[OddsDesk, Made]:
    """A desk with one process, which is made."""
    made = Made()
    return Desk(OddsKind(), known_odds(), start=lambda: made), made


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is refused because this machine is slow."""
    monkeypatch.setattr(OddsKind, "longest_wait", 600.0)
    monkeypatch.setattr(OddsKind, "longest_expected", 600.0)


def asking(pool: OddsDesk, gone: asyncio.Event | None = None, address: str = "::1") -> Request:
    """A request whose sender goes at some time."""

    async def receive() -> Any:
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    app = SimpleNamespace(state=SimpleNamespace(odds_desk=pool))
    scope = {"type": "http", "app": app, "client": (address, 1), "headers": [], "state": {}}
    return Request(scope, receive)


def run(call: Callable[[], Awaitable[Any]]) -> Any:
    async def bounded() -> Any:
        async with asyncio.timeout(60):
            return await call()

    return asyncio.run(bounded())


def question(number: int, **fields: Any) -> OddsQuestion:
    """One of many that differ."""
    ranks = "A23456789TJQK"
    return OddsQuestion(seen=(f"{ranks[number % 13]}{'shdc'[number // 13 % 4]}",), **fields)


def test_an_answer_is_that_of_the_library(pool: OddsDesk) -> None:
    asked = OddsQuestion(decks=6, given=("Kh 9d",), bets=("lucky-6:12/23", "perfect-pair"))
    found = run(lambda: calculate_odds(asking(pool), asked))
    assert found.told == odds_json(asked)


def test_a_complaint_is_that_of_the_library(pool: OddsDesk) -> None:
    with pytest.raises(UnknownName, match="did you mean lucky-6"):
        run(lambda: calculate_odds(asking(pool), OddsQuestion(bets=("luky-6",))))


def test_what_is_known_needs_no_process(pool: OddsDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(lambda: calculate_odds(asking(pool), question(1)))
    monkeypatch.setattr(pool, "ask", None)
    again = OddsQuestion.read({"seen": ["2s"], "decks": None, "given": []})
    assert run(lambda: calculate_odds(asking(pool), again)) is first


def test_those_who_ask_the_same_wait_for_one_answer(pool: OddsDesk) -> None:
    async def both() -> Any:
        return await asyncio.gather(*(calculate_odds(asking(pool), question(2)) for _ in range(3)))

    first, *others = run(both)
    assert all(other is first for other in others)


def test_who_has_gone_is_not_calculated_for(
    pool: OddsDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[JobLine] = []
    all_are_gone = threading.Event()
    plainly = JobProcess.say

    def say(self: JobProcess, line: JobLine) -> None:
        begun.append(line["question"])
        assert all_are_gone.wait(10)
        plainly(self, line)

    monkeypatch.setattr(JobProcess, "say", say)

    async def drag() -> Any:
        going = [asyncio.Event() for _ in range(10)]
        asks = [
            calculate_odds(asking(pool, gone), question(10 + n)) for n, gone in enumerate(going)
        ]
        tasks = [asyncio.ensure_future(ask) for ask in asks]
        await asyncio.sleep(0)
        for gone in going[:-1]:
            gone.set()
        await asyncio.wait(tasks[:-1])
        all_are_gone.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    *dropped, last = run(drag)
    assert last.told == odds_json(question(19))
    assert all(isinstance(one, Problem) for one in dropped)
    assert begun == [question(number).said for number in (10, 19)]


def test_one_who_asks_much_waits_alone(pool: OddsDesk) -> None:
    async def ask() -> Any:
        flood = [
            calculate_odds(asking(pool, address="10.0.0.1"), question(n)) for n in range(20, 50)
        ]
        tasks = [asyncio.ensure_future(one) for one in flood]
        await asyncio.sleep(0)
        await calculate_odds(asking(pool, address="10.0.0.2"), question(50))
        return sum(task.done() for task in tasks), await asyncio.gather(*tasks)

    before, answers = run(ask)
    assert before <= 2
    assert len(answers) == 30


def test_there_is_room_for_so_many(pool: OddsDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_EACH", 2)
    monkeypatch.setattr(odds, "MOST_WAITING", 3)

    async def ask() -> Any:
        gone = asyncio.Event()
        clients = ["10.0.0.1"] * 4 + ["10.0.0.2"] * 2
        tasks = [
            asyncio.ensure_future(
                calculate_odds(asking(pool, gone, client), question(n, bets=["banker"]))
            )
            for n, client in enumerate(clients)
        ]
        await asyncio.sleep(0)
        gone.set()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        await calculate_odds(asking(pool), question(52))  # what has begun comes to its end
        return told

    told = run(ask)
    refused = [(one.status, one.headers) for one in told if isinstance(one, Problem)]
    soon = {"Retry-After": "1"}
    assert refused.count((429, soon)) == 1
    assert refused.count((503, soon)) == 1


def test_who_would_probably_wait_longer_than_a_second_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(OddsKind, "longest_wait", LONGEST_WAIT)
    monkeypatch.setattr(OddsKind, "longest_expected", LONGEST_EXPECTED)
    monkeypatch.setattr(OddsKind, "usual", 0.25)  # so four may be before somebody
    monkeypatch.setattr(desks, "monotonic", lambda: 100.0)
    pool, made = made_desk()

    async def ask() -> Any:
        first = asyncio.ensure_future(calculate_odds(asking(pool), question(0)))
        while not pool.begun:
            await asyncio.sleep(0.001)
        clients = ["10.0.0.1"] * 9 + ["10.0.0.2"] * 2
        tasks = [
            asyncio.ensure_future(calculate_odds(asking(pool, address=client), question(n)))
            for n, client in enumerate(clients, 1)
        ]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        refused = [place for place, task in enumerate(tasks) if task.done()]
        made.may_answer.set()
        told = await asyncio.gather(first, *tasks, return_exceptions=True)
        return refused, told[1:]

    try:
        refused, told = run(ask)
    finally:
        pool.close()
    assert refused == [5, 6, 7, 8]  # another caller has one turn of the first before each of theirs
    assert all(isinstance(told[place], Problem) == (place in refused) for place in range(11))
    assert {told[place].status for place in refused} == {503}
    assert {told[place].headers["Retry-After"] for place in refused} == {"2"}


def test_callers_who_keep_asking_are_refused_at_once_and_not_after_they_have_waited() -> None:
    """Forty callers ask half as much again as one process can answer."""
    seconds, queue = 0.01, FairQueue[tuple[str, int]]()
    chance, waits, refused = Random(7), [], 0
    for now in range(9_000):  # in ticks: a question comes at each, two of three get an answer
        client = f"10.0.0.{chance.randrange(40)}"
        if queue.before(client) * 1.5 * seconds > LONGEST_EXPECTED:
            refused += 1
        else:
            queue.add(client, (client, now))
        if now % 3 and len(queue):
            waits.append((now - queue.take()[1][1]) * seconds)
    assert refused > 2_500
    assert max(waits) < LONGEST_WAIT


def test_nobody_waits_longer_although_those_before_take_longer_than_usual(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(OddsKind, "longest_wait", 0.05)
    pool, made = made_desk()

    async def ask() -> Any:
        tasks = [asyncio.ensure_future(calculate_odds(asking(pool), question(n))) for n in range(2)]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        made.may_answer.set()
        assert done == {tasks[1]}
        return await asyncio.gather(*tasks, return_exceptions=True)

    try:
        answer, refused = run(ask)
    finally:
        pool.close()
    assert isinstance(answer, CompressedOdds)
    assert (refused.status, refused.headers) == (503, {"Retry-After": "1"})


def test_a_question_that_takes_long_keeps_others_from_waiting_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(OddsKind, "longest_wait", LONGEST_WAIT)
    monkeypatch.setattr(OddsKind, "longest_expected", LONGEST_EXPECTED)
    now = [100.0]
    monkeypatch.setattr(desks, "monotonic", lambda: now[0])
    pool, made = made_desk()

    async def ask() -> Any:
        first = asyncio.ensure_future(calculate_odds(asking(pool), question(0)))
        while not pool.begun:
            await asyncio.sleep(0.001)
        waits = []
        for seconds in (0.5, 3.5):
            now[0] = 100 + seconds
            waits.append(pool.wait_of("somebody"))
        made.may_answer.set()
        await first
        return waits, pool.wait_of("somebody")

    try:
        assert run(ask) == ([0.5, 3.5], 0.0)
    finally:
        pool.close()


def test_a_process_that_dies_is_replaced(pool: OddsDesk) -> None:
    async def ask() -> Any:
        await calculate_odds(asking(pool), question(51))
        (worker,) = pool._all
        os.kill(worker.pid, signal.SIGKILL)
        return await calculate_odds(asking(pool), question(51, matrix=True))

    assert run(ask).told == odds_json(question(51, matrix=True))


def test_who_had_a_process_that_died_is_not_refused_as_late(
    pool: OddsDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> Any:
        await calculate_odds(asking(pool), question(51))
        (worker,) = pool._all
        os.kill(worker.pid, signal.SIGSTOP)  # it takes the question, and does not answer
        monkeypatch.setattr(OddsKind, "longest_wait", 0.0)
        answer = asyncio.ensure_future(calculate_odds(asking(pool), question(51, removal=True)))
        while not pool._busy:
            await asyncio.sleep(0.01)
        os.kill(worker.pid, signal.SIGKILL)
        return await answer

    assert run(ask).told == odds_json(question(51, removal=True))


SCRIBBLER = """
print('{"ready": true}', 5, '[1]', sep="\\n", flush=True)
for _ in open(0):
    print('7', '{"answer": %s}', sep="\\n", flush=True)
"""


def test_what_a_stranger_writes_among_the_answers_costs_one_answer() -> None:
    """A bet may find the pipe of its process, and write into it what is none."""
    whole = json.dumps(b64encode(gzip.compress(b"{}")).decode())
    programs = [SCRIBBLER % answer for answer in ("5", "5", whole)]  # each question is tried twice

    def start() -> JobProcess:
        command = [sys.executable, "-c", programs.pop(0)]
        return JobProcess("", JobBounds(), command=command)

    pool = Desk(OddsKind(), known_odds(), start=start)
    try:
        with pytest.raises(Problem) as refused:
            run(lambda: calculate_odds(asking(pool), question(54)))
        assert refused.value.status == 503
        assert run(lambda: calculate_odds(asking(pool), question(54))).told == {}
    finally:
        pool.close()


def test_a_server_gets_ready_for_odds_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "READY", 0)
    app = Salon().app
    pool: OddsDesk = app.state.odds_desk

    async def ask() -> Any:
        async with app.router.lifespan_context(app):
            while not pool._idle:
                await asyncio.sleep(0.02)
            (ready,) = pool._all
            pool.get_ready()  # one is enough
            found = await calculate_odds(asking(pool), question(53))
            assert ready in pool._idle
            assert pool._all == {ready}
            return found

    assert run(ask).told == odds_json(question(53))
    pool.get_ready()
    assert all(one.is_gone for one in pool._all)  # a server that has ended starts none


def test_all_processes_killed_while_they_had_nothing_to_do_cost_no_answer() -> None:
    pool = odds_desk(2)

    async def ask() -> Any:
        await calculate_odds(asking(pool), question(52))
        if len(pool._all) < 2:
            pool._add_process()
        while len(pool._idle) < 2:
            await asyncio.sleep(0.02)
        for worker in pool._all:
            os.kill(worker.pid, signal.SIGKILL)
            worker.wait()
        return await calculate_odds(asking(pool), question(52, matrix=True))

    try:
        assert run(ask).told == odds_json(question(52, matrix=True))
    finally:
        pool.close()


@pytest.mark.slow
def test_a_strangers_bet_that_hangs_or_leaves_is_named_and_holds_nobody(
    strangers: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(desks, "modules", lambda: [SimpleNamespace(__file__=strangers)])
    pool = odds_desk(1)

    async def ask(*bets: str) -> Any:
        return await calculate_odds(asking(pool), OddsQuestion(bets=bets))

    try:
        assert "printer" in run(lambda: ask("printer")).told["bets"]
        with pytest.raises(BadBet, match="raiser"):
            run(lambda: ask("raiser"))
        with pytest.raises(BadBet, match="leaver: it did not answer"):
            run(lambda: ask("tie", "leaver"))
        monkeypatch.setattr(OddsKind, "patience", 1)
        with pytest.raises(BadBet, match="sleeper: it did not answer"):
            run(lambda: ask("tie", "sleeper"))
        monkeypatch.setattr(OddsKind, "patience", 60)
        with pytest.raises(BadBet, match="sleeper: it did not"):  # nor is asked again
            run(lambda: ask("sleeper"))
        whole = run(lambda: calculate_odds(asking(pool), OddsQuestion(game="strange")))
        left_out = whole.told["left_out"]
        assert {*left_out} == {"sleeper", "raiser", "leaver"}
        assert left_out["sleeper"] == left_out["leaver"] != left_out["raiser"]
        assert {*whole.told["bets"]} == {"tie", "printer"}
    finally:
        pool.close()
    assert "sleeper: no answer" in caplog.text


@pytest.mark.slow
def test_a_page_with_a_strangers_bet_that_leaves_shows_the_others(
    strangers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "modules", lambda: [SimpleNamespace(__file__=strangers)])
    pool = odds_desk(1)
    page = OddsPageQuestion(wishes=("leaver", "printer"), look="matrix")
    try:
        answer = run(lambda: calculate_odds(asking(pool), page)).told
    finally:
        pool.close()
    assert "leaver: it did not answer" in str(read_refusal(answer["refused"]["leaver"]))
    assert {*answer["refused"]} == {"leaver"}
    assert answer["odds"]["named"] == ["printer"]


def test_a_plug_in_that_no_longer_loads_is_said_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gone = SimpleNamespace(__file__=str(tmp_path / "gone.py"))
    monkeypatch.setattr(desks, "modules", lambda: [gone])
    pool = odds_desk(1)
    try:
        with pytest.raises(Problem) as refused:
            run(lambda: calculate_odds(asking(pool), OddsQuestion()))
        assert refused.value.status == 503
        assert "gone.py" in caplog.text
    finally:
        pool.close()


@pytest.mark.parametrize("is_warm", [False, True])
def test_what_waits_when_the_server_goes_hears_it_and_nothing_complains(is_warm: bool) -> None:
    pool = odds_desk(1)
    complaints: list[dict[str, Any]] = []

    async def ask() -> Any:
        asyncio.get_running_loop().set_exception_handler(lambda _, said: complaints.append(said))
        if is_warm:
            await calculate_odds(asking(pool), question(60))
        tasks = [asyncio.ensure_future(calculate_odds(asking(pool), question(n))) for n in range(3)]
        await asyncio.sleep(0)
        pool.close()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(pool._threads.shutdown)
        for _ in range(3):  # what came of the threads is heard, and forgotten
            await asyncio.sleep(0)
        gc.collect()
        return told

    assert [one.status for one in run(ask)] == [503] * 3
    assert complaints == []


@pytest.mark.slow
def test_a_server_has_strangers_bets_and_its_processes_end_with_it_even_if_it_is_killed(
    strangers: str, tmp_path: Path
) -> None:
    where = ["--port", "0", "--store", str(tmp_path / "felt.sqlite"), "--plugin", strangers]
    command = [sys.executable, "-m", "baccarat", "serve", *where, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            told = "".join(takewhile("}\n".__ne__, server.stdout)) + "}"
            address = json.loads(told)["url"]
            asked = {"bets": ["printer", "printer:9"]}
            found = httpx.post(f"{address}api/v1/odds", json=asked, timeout=60).json()
            assert found["bets"]["printer:9"]["tiers"][0]["net"] == "9/1"
            threads = Path(f"/proc/{server.pid}/task").glob("*/children")
            (pid,) = (int(pid) for children in threads for pid in children.read_text().split())
        finally:
            server.kill()
    wait_until_gone(pid)


def wait_until_gone(pid: int) -> None:
    """Its new parent may be slow to notice: a process that has ended has no memory any more."""
    status = Path(f"/proc/{pid}/status")
    for _ in range(1_000):
        try:
            if "VmRSS" not in status.read_text():
                return
        except (FileNotFoundError, ProcessLookupError):
            return
        asyncio.run(asyncio.sleep(0.01))
    pytest.fail("it goes on")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no such alarm")
def test_a_process_that_hangs_ends_by_itself_at_last(strangers: str) -> None:
    process = JobProcess(OddsKind.module, JobBounds(longest=0.3, plugins=(strangers,)))
    process.say(OddsKind().line(OddsQuestion(bets=("sleeper",))))
    assert [process.hear(60), process.hear(60)] == [{"ready": True}, {"weighing": ["sleeper"]}]
    with pytest.raises(JobGone):
        process.hear(60)


def test_the_answers_asked_for_last_are_remembered() -> None:
    known = known_odds(most=3_000)
    for name in b"abc":
        known.add(bytes([name]), CompressedOdds(b"x" * 500))
    assert known.get(b"a") is not None
    known.add(b"d", CompressedOdds(b"y" * 500))
    assert [known.get(bytes([name])) is not None for name in b"abcd"] == [True, False, True, True]


def test_the_same_bytes_are_answered_before_they_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    salon = Salon()
    body = b'{"seen": ["Kh", "9d"], "matrix": true}'
    as_json = {"content-type": "application/json"}

    def post(body: bytes, headers: dict[str, str], query: str = "") -> Any:
        return salon.http.post(f"{API}/odds{query}", content=body, headers=headers)

    try:
        first = post(body, as_json)
        assert first.status_code == 200
        monkeypatch.setattr(api_odds, "calculate_odds", None)
        again = post(body, as_json)
        assert again.json() == first.json() == odds_json(OddsQuestion.read(json.loads(body)))
        assert again.headers.items() == first.headers.items()
        plain = post(body, {**as_json, "accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json() == first.json()
        assert post(body, {"content-type": "text/plain"}).status_code == 415
        assert post(body + b" ", as_json).status_code == 500  # other bytes go the long way
    finally:
        salon.app.state.odds_desk.close()


@pytest.mark.usefixtures("bring")
def test_a_file_that_was_loaded_is_loaded_by_the_processes(strangers: str) -> None:
    plugins.load_plugin(strangers)
    assert strangers in [module.__file__ for module in plugins.modules()]
