"""Writes runs, without their answers, as JSON for the store, and reads them back.

If several servers share the store, a wish is a row, too: a caller of one server wants to change a
run that another server deals. The dealing server does the wish and drops the row.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from math import log
from typing import Any, NamedTuple

from baccarat.base.sentences import Sentence
from baccarat.store import KeptRun
from baccarat.web.runs.run import Run, RunCheck, RunProgress, RunState, TracePoint

ROW = 1
"""The version of the format of rows."""
MOST_POINTS = 200
WISH = "wish"
"""The kind of a row that holds a wish."""
STOP, GO_ON, CHECK = "stop", "go on", "check"


class LabWish(NamedTuple):
    """A caller's wish to stop, resume or check a run."""

    what: str
    digest: str
    who: str


def write_row(run: Run) -> str:
    """A run as JSON for the store, without its answer."""
    check = run.check
    why_not_checked = None if check is None else _taken_apart(check.why)
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
            "check": None if check is None else {**asdict(check), "why": why_not_checked},
        }
    )


def read_row(row: KeptRun) -> Run | None:
    """The run in a row of the store; None if the row has another format."""
    try:
        run_json = json.loads(row.question)
        if run_json["row"] != ROW:
            return None
        check = run_json["check"]
        return Run(
            run_json["digest"],
            row.kind,
            run_json["question"],
            run_json["command"],
            row.made,
            run_json["who"],
            RunState(run_json["state"]),
            why=_put_together(run_json["why"]),
            engine=run_json["engine"],
            version=run_json["version"],
            progress=RunProgress(**run_json["progress"]),
            trace=tuple(map(TracePoint.read, run_json["trace"])),
            exact=run_json["exact"],
            answer_digest=run_json["answer_digest"],
            check=None if check is None else _read_check(check),
        )
    except (ValueError, KeyError, TypeError):
        return None


def write_wish(wish: LabWish) -> str:
    """A wish as JSON for the store."""
    return json.dumps(wish._asdict())


def read_wish(row: KeptRun) -> LabWish | None:
    """The wish in a row of the store; None if the row has no wish."""
    if row.kind != WISH:
        return None
    try:
        return LabWish(**json.loads(row.question))
    except (ValueError, TypeError):
        return None


def _read_check(check_json: Mapping[str, Any]) -> RunCheck:
    return RunCheck(
        RunState(check_json["state"]),
        RunProgress(**check_json["progress"]),
        check_json["answer_digest"],
        check_json["agrees"],
        _put_together(check_json.get("why")),  # rows of older servers have no such field
    )


def _taken_apart(text: str | None) -> list[Any] | None:
    """A sentence as a list of its form and its values, for JSON; None for None."""
    if text is None:
        return None
    return [text.form, dict(text.values)] if isinstance(text, Sentence) else [text, None]


def _put_together(parts: list[Any] | None) -> str | None:
    if parts is None:
        return None
    form, values = parts
    return str(form) if values is None else Sentence(form, **values)


def thinned(trace: tuple[TracePoint, ...], point: TracePoint) -> tuple[TracePoint, ...]:
    """A run's trace (its estimates over time) with a new point; a long trace loses another point.

    Distances are on a logarithmic scale, because early figures change the most.
    """
    points = [earlier for earlier in trace if earlier.done < point.done] + [point]
    if len(points) <= MOST_POINTS:
        return tuple(points)
    logs = [log(max(1, trace_point.done)) for trace_point in points]
    gaps = [later - earlier for earlier, later in zip(logs, logs[2:], strict=False)]
    del points[1 + gaps.index(min(gaps))]
    return tuple(points)
