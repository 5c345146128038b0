"""The examples of runs in our OpenAPI: each is asked for, in order, and compared.

`python -m web.api.test_lab_examples` in this folder's parent writes them anew.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from troubled_store import closed_stores
from web.fake_lab import FakeLab
from web.salon import Salon

import baccarat.web
from baccarat.web.api.examples import examples
from baccarat.web.runs.laboratory import Lab
from baccarat.web.runs.run import RunCheck, RunProgress, RunState

FILE = Path(baccarat.web.__file__).parent / "api" / "run_examples.json"
SHOWN = {"made": "2026-11-16T03:00:00.000Z", "version": "1.0"}
"""Stand for every time, and for every version."""
SIMULATE = {"kind": "simulate", "shoes": 1_000, "seed": 7}
ASKED = {
    "a thousand shoes": SIMULATE,
    "edges to a tenth of a per cent": {"kind": "simulate", "until": 0.1, "bets": ["dragon-7"]},
    "three systems on the same shoes": {
        "kind": "stake",
        "compare": ["flat", "martingale", "labouchere:1-2-3 on player"],
        "sessions": 1_000,
    },
    "a count against perfect play": {
        "kind": "count",
        "counts": ["0 0 0 -1 -1 -1 -1 2 2 0 at 4", "perfect"],
        "bets": ["dragon-7"],
        "shoes": 1_000,
    },
}
OF_RUN = {
    "digest": "string",
    "kind": "string",
    "question": "object",
    "state": "string",
    "ahead": "integer",
    "made": "string",
    "engine": "string",
    "version": "string",
    "command": "string",
    "address": "string",
    "progress": "object",
}
SHAPES = {
    "runs": ("The run; status 200 if it was asked for before.", {**OF_RUN, "trace": "array"}),
    "run-list": ("Every run that the server remembers.", {"runs": "array"}),
    "run": ("The run, and its answer when it is done.", {**OF_RUN, "trace": "array"}),
}


def answers() -> dict[str, Any]:
    """All examples as a server tells them that has not begun to deal."""
    salon = Salon()
    told: dict[str, dict[str, Any]] = {name: {} for name in SHAPES}
    for name, asked in ASKED.items():
        answer = salon.call("POST", "/runs", asked)
        assert answer.status_code == 202, answer.text
        told["runs"][name] = {"asked": asked, "answer": answer.json()}
    path = f"/runs/{told['runs']['a thousand shoes']['answer']['digest']}"
    told["run-list"]["four runs"] = {"asked": None, "answer": salon.get("/runs")}
    told["run"]["one that waits"] = {"asked": None, "answer": salon.get(path)}
    told["run-list"]["one whose check has failed"] = {"asked": None, "answer": failed_check()}
    return {
        name: {
            "about": about,
            "schema": {
                "type": "object",
                "required": list(fields),
                "properties": {field: {"type": kind} for field, kind in fields.items()},
            },
            "examples": _without_times(told[name]),
        }
        for name, (about, fields) in SHAPES.items()
    }


def failed_check() -> Any:
    """A run that is done, and was checked with too little memory."""
    salon = Salon()
    why = Lab(salon.store).dealer.fault({"is_memory": True})
    lab = salon.app.state.lab = FakeLab()
    run = lab.find(salon.call("POST", "/runs", {"kind": "simulate", "fresh": 1}).json()["digest"])
    assert run is not None
    check = RunCheck(RunState.FAILED, RunProgress(0, 1, "coups"), why=why)
    lab.put(replace(run, check=check))
    return salon.get("/runs")


def _without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: SHOWN.get(key) or _without_times(each) for key, each in value.items()}
    return [_without_times(each) for each in value] if isinstance(value, list) else value


def test_every_example_is_answered_as_it_is_documented() -> None:
    documented = {name: examples()[name] for name in SHAPES}
    assert answers() == documented


if __name__ == "__main__":
    with closed_stores():
        FILE.write_text(json.dumps(answers(), ensure_ascii=False, indent=1) + "\n", "utf-8")
    sys.stdout.write(f"{FILE}\n")
