"""A laboratory without processes: each run is dealt at once, in this process.

For tests of pages: `app.state.lab = FakeLab()`. A run can be put into any state by `put`.
"""

from dataclasses import replace
from threading import Event
from typing import Any

from baccarat import __version__
from baccarat.questions.run import Figures, RunDealer, RunQuestion
from baccarat.web.gate.callers import Caller
from baccarat.web.runs.bodies import RunBody, fields_of
from baccarat.web.runs.run import Run, RunCheck, RunProgress, RunState, TracePoint
from baccarat.web.runs.work import read_work


class FakeLab:
    """Answers every question at once."""

    def __init__(self, *, is_quick: bool = True) -> None:
        """One that is not quick leaves every run waiting."""
        self.is_quick = is_quick
        self._runs: dict[str, Run] = {}

    def ask(self, asked: RunBody, caller: Caller) -> Run:
        work = read_work(asked.kind, fields_of(asked))
        if work.digest in self._runs:
            return self._runs[work.digest]
        run = waiting(work)
        return self.put(dealt(work, run) if self.is_quick else run)

    def find(self, digest: str) -> Run | None:
        return self._runs.get(digest)

    def runs(self) -> tuple[Run, ...]:
        return tuple(reversed(self._runs.values()))

    def stop(self, digest: str, caller: Caller) -> Run:
        return self.put(replace(self._runs[digest], state=RunState.STOPPED))

    def go_on(self, digest: str, caller: Caller) -> Run:
        return self.put(replace(self._runs[digest], state=RunState.WAITING))

    def check(self, digest: str, caller: Caller) -> Run:
        run = self._runs[digest]
        check = RunCheck(RunState.DONE, run.progress, run.answer_digest, True)
        return self.put(replace(run, check=check))

    def put(self, run: Run) -> Run:
        self._runs[run.digest] = run
        return run


def waiting(work: RunQuestion) -> Run:
    """A run that nobody has begun."""
    return Run(
        work.digest,
        work.kind,
        work.spelling,
        work.command,
        "2026-11-16T09:00:00+00:00",
        version=__version__,
        progress=RunProgress(0, work.size, work.noun),
    )


def dealt(work: RunQuestion, run: Run) -> Run:
    """The same run, done."""
    trace: list[TracePoint] = []
    exact: dict[str, float] = {}

    def tell(done: int, figures: Any) -> None:
        if done:
            found: Figures = figures()
            trace.append(TracePoint(done, found.estimates))
            exact.update(found.exact)

    found = work.answer(RunDealer(tell, Event(), engine="reference"))
    return replace(
        run,
        state=RunState.DONE,
        engine=found.engine,
        trace=tuple(trace),
        exact=exact,
        answer=found.as_json(),
        answer_digest=found.answer_digest,
        progress=RunProgress(work.size, work.size, work.noun, 1e6, 0.5),
    )
