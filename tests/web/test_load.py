"""The benchmark of the server: it runs, and its spectators would notice what they missed."""

import json
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest
from checkout import ROOT

BENCHMARKS = ROOT / "benchmarks"


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> Any:
    pytest.importorskip("uvloop")
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return import_module("serve_clients")


def event(number: int, since: int, coups: int, results: list[str]) -> bytes:
    view = {"coups": coups, "results": [{"winner": winner} for winner in results]}
    told = json.dumps({"table": 1, "number": number, "since": since, "view": view})
    sent = f"id: table/1:{number}\nevent: table\ndata: {told}\n\n".encode()
    return f"{len(sent):x}\r\n".encode() + sent + b"\r\n"


HEAD = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
FIRST = event(4, 0, 0, [])
SECOND = event(9, 4, 1, ["banker"])
THIRD = event(14, 9, 2, ["tie"])
BOTH = event(14, 4, 2, ["banker", "tie"])
NEXT_SHOE = event(17, 0, 2, [])


def heard(clients: Any, *stream: bytes, cut: int = 0) -> Any:
    spectator = clients.Spectator(1, {}, lambda _: None)
    whole = HEAD + b"".join(stream)
    for start in range(0, len(whole), cut or len(whole)):
        spectator.data_received(whole[start : start + (cut or len(whole))])
    return spectator


@pytest.mark.parametrize("cut", [0, 1, 7, 100])
def test_a_spectator_reads_every_coup_wherever_the_bytes_are_cut(clients: Any, cut: int) -> None:
    one = heard(clients, FIRST, SECOND, THIRD, NEXT_SHOE, cut=cut)
    together = heard(clients, FIRST, BOTH, NEXT_SHOE)
    assert (one.faults, one.coups, one.number) == ([], 2, 17)
    assert (together.faults, together.digest) == ([], one.digest)
    assert list(one.came[::2]) == [1, 2]


@pytest.mark.parametrize(
    "stream",
    [
        (FIRST, THIRD),  # a coup is missing
        (FIRST, SECOND, SECOND),  # a coup came twice
        (FIRST, SECOND, BOTH),  # so did this one
        (FIRST, NEXT_SHOE),  # the end of a shoe is missing
    ],
)
def test_a_spectator_notices_what_is_missing_or_comes_twice(
    clients: Any, stream: tuple[bytes, ...]
) -> None:
    assert heard(clients, *stream).faults


def measured(case: str, *few: str) -> Any:
    """What the benchmark finds in a case of its own."""
    command = [sys.executable, str(BENCHMARKS / "serve.py"), "--only", case, "--json", *few]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)[case.replace("-", "_")]


@pytest.mark.long
@pytest.mark.slow
def test_of_a_hundred_nobody_misses_a_coup_while_others_come_and_go() -> None:
    told = measured("come-and-go", "--spectators", "100", "--tables", "2", "--seconds", "10")
    assert told["wrong_spectators"] == 0, told["first_fault"]
    assert (told["coups"], told["deliveries"]) == (20, 1_000)
    assert told["heard"] > 0  # who leaves at once has perhaps not heard anything yet
    assert told["faults"] == 0


@pytest.mark.long
@pytest.mark.slow
def test_all_come_back_to_a_server_that_was_killed_and_nobody_misses_a_coup() -> None:
    told = measured("return", "--spectators", "20", "--tables", "2", "--seconds", "4")
    assert told["wrong_spectators"] == 0, told["first_fault"]
    assert told["came_back"] == 20


@pytest.mark.long
@pytest.mark.parametrize("case", ["never-read", "polling"])
def test_the_other_cases_run(case: str) -> None:
    told = measured(case, "--spectators", "20", "--tables", "2", "--seconds", "3")
    assert told.get("wrong_spectators", 0) == 0, told


def test_no_question_about_odds_comes_twice(clients: Any) -> None:
    new = import_module("serve_odds").questions(1)
    asked = [json.dumps(new(), sort_keys=True) for _ in range(200)]
    assert len({*asked}) == 200


@pytest.mark.long
def test_the_benchmark_of_odds_runs_and_everybody_is_answered() -> None:
    told = measured("odds", "--tables", "2", "--odds", "10", "--odds-seconds", "3")
    assert (told["questions"], told["refused"]) == (30, 0)
    assert told["known_per_second"] > 0
