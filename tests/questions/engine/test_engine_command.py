"""`baccarat engine` as another program starts it: the conformance file, clients, pipes, Ctrl-C."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from typing import Any

import pytest
from checkout import ROOT

ENGINE = [sys.executable, "-m", "baccarat", "engine"]
EXAMPLES = ROOT / "examples" / "engine"
PATIENCE = 300.0


def holds(expected: Any, given: Any) -> bool:
    """Whether every expected name and value is in the given JSON."""
    if isinstance(expected, dict):
        return isinstance(given, dict) and all(
            name in given and holds(value, given[name]) for name, value in expected.items()
        )
    if isinstance(expected, list):
        return len(expected) == len(given) and all(map(holds, expected, given))
    return bool(expected == given)


@pytest.fixture(scope="module")
def answered() -> dict[object, dict[str, Any]]:
    """The last line of every question of the conformance file, by its id."""
    questions = [case["line"] for case in cases()]
    text = "".join(json.dumps(question) + "\n" for question in questions)
    run = subprocess.run(
        [*ENGINE, "--seconds", "60"], input=text, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (run.returncode, run.stderr) == (0, "")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    last = {line["id"]: line for line in lines if "progress" not in line}
    assert len(last) == len(questions)
    return last


def cases() -> list[dict[str, Any]]:
    text = (EXAMPLES / "conformance.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["line"]["id"]))
def test_the_engine_answers_the_conformance_file(
    case: dict[str, Any], answered: dict[object, dict[str, Any]]
) -> None:
    last = answered[case["line"]["id"]]
    for name, expected in case["last"].items():
        assert name in last
        assert expected is None or holds(expected, last[name])


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        ([sys.executable, "ask.py"], ["Dragon 7 without nothing: 7.61"]),
        (["node", "ask.js"], ["Banker, 1 decks: 1.0117 %", "Banker, 6 decks: 1.0558 %"]),
        (["sh", "ask.sh"], ['"edge": "114753351728/10847218479825"',
                            '"value": "-73356216203119/5712649844821920"']),
    ],
    ids=["Python", "JavaScript", "shell"],
)  # fmt: skip
def test_a_client_of_fifty_lines_asks_the_engine(client: list[str], expected: list[str]) -> None:
    """The edges are published: Wizard of Odds, baccarat, by number of decks."""
    if shutil.which(client[0]) is None:
        pytest.skip(f"{client[0]} is missing: its client is not tried")
    source = EXAMPLES / client[1]
    assert len(source.read_text("utf-8").splitlines()) <= 50
    run = subprocess.run(
        client,
        cwd=EXAMPLES,
        env={**os.environ, "ENGINE": shlex.join(ENGINE)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (run.returncode, run.stderr) == (0, "")
    for line in expected:
        assert line in run.stdout


def test_ctrl_c_ends_the_engine_without_a_traceback() -> None:
    with subprocess.Popen(
        [*ENGINE, "--processes", "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as engine:  # fmt: skip
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write('{"id": 1, "kind": "odds"}\n')
        engine.stdin.flush()
        assert json.loads(engine.stdout.readline())["id"] == 1
        engine.send_signal(signal.SIGINT)
        _, complaint = engine.communicate(timeout=PATIENCE)
    assert engine.returncode == 130
    assert "Traceback" not in complaint


def test_half_a_line_ends_the_engine_cleanly() -> None:
    run = subprocess.run(
        ENGINE, input='{"id": 1, "kin', capture_output=True, text=True, timeout=PATIENCE
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "must be JSON" in json.loads(run.stdout)["refused"]
