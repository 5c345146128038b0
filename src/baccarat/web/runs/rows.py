"""Runs of the laboratory in the store: a row for each, with all but its answer in one line.

Where several servers share the store, a wish is a row, too: what somebody who asked one server
wants of a run that another deals. That one does it, and drops the row.
"""

import json
from collections.abc import Mapping
from math import log
from typing import Any, NamedTuple

from baccarat.base.sentences import Sentence
from baccarat.store import KeptRun
from baccarat.web.runs.run import Run, RunCheck, RunProgress, RunState, TracePoint

ROW = 1
"""The version of what stands in a row."""
MOST_POINTS = 200
WISH = "wish"
"""The kind of a row that is a wish."""
STOP, GO_ON, CHECK = "stop", "go on", "check"


class LabWish(NamedTuple):
    """What somebody wants of a run."""

    what: str
    digest: str
    who: str


def write_row(run: Run) -> str:
    """All of a run but its answer."""
    check = run.check
    return json.dumps(
        {
            "row": ROW,
            "digest": run.digest,
            "question": run.question,
            "command": run.command,
            "who": run.who,
            "state": run.state,
            "why": _taken_apart(run.why),
            "engine": run.engine,
            "version": run.version,
            "progress": run.progress.as_json(),
            "trace": [point.as_json() for point in run.trace],
            "exact": run.exact,
            "answer_digest": run.answer_digest,
            "check": None if check is None else _write_check(check),
        }
    )


def read_row(row: KeptRun) -> Run | None:
    """Undo `write_row`; None for a row that others have written."""
    try:
        told = json.loads(row.question)
        if told["row"] != ROW:
            return None
        check = told["check"]
        return Run(
            told["digest"],
            row.kind,
            told["question"],
            told["command"],
            row.made,
            told["who"],
            RunState(told["state"]),
            why=_put_together(told["why"]),
            engine=told["engine"],
            version=told["version"],
            progress=RunProgress(**told["progress"]),
            trace=tuple(map(TracePoint.read, told["trace"])),
            exact=told["exact"],
            answer_digest=told["answer_digest"],
            check=None if check is None else _read_check(check),
        )
    except (ValueError, KeyError, TypeError):
        return None


def write_wish(wish: LabWish) -> str:
    """A wish as a line."""
    return json.dumps(wish._asdict())


def read_wish(row: KeptRun) -> LabWish | None:
    """Undo `write_wish`; None for a row that is none."""
    if row.kind != WISH:
        return None
    try:
        return LabWish(**json.loads(row.question))
    except (ValueError, TypeError):
        return None


def _write_check(check: RunCheck) -> dict[str, Any]:
    return {
        "state": check.state,
        "progress": check.progress.as_json(),
        "answer_digest": check.answer_digest,
        "agrees": check.agrees,
        "why": _taken_apart(check.why),
    }


def _read_check(told: Mapping[str, Any]) -> RunCheck:
    return RunCheck(
        RunState(told["state"]),
        RunProgress(**told["progress"]),
        told["answer_digest"],
        told["agrees"],
        _put_together(told.get("why")),  # rows of older servers have none
    )


def _taken_apart(text: str | None) -> list[Any] | None:
    """A sentence as its form and its values, which are text and numbers here."""
    if text is None:
        return None
    return [text.form, dict(text.values)] if isinstance(text, Sentence) else [text, None]


def _put_together(told: list[Any] | None) -> str | None:
    if told is None:
        return None
    form, values = told
    return str(form) if values is None else Sentence(form, **values)


def thinned(trace: tuple[TracePoint, ...], point: TracePoint) -> tuple[TracePoint, ...]:
    """The trace with one more point, and without the one that lies closest between two others.

    How close is a matter of how many times as much was done: early figures move the most.
    """
    points = [each for each in trace if each.done < point.done] + [point]
    if len(points) <= MOST_POINTS:
        return tuple(points)
    logs = [log(max(1, each.done)) for each in points]
    gaps = [after - before for before, after in zip(logs, logs[2:], strict=False)]
    del points[1 + gaps.index(min(gaps))]
    return tuple(points)
