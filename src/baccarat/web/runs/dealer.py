"""Starts the processes of runs when it is their turn, and stores what they report."""

import json
import logging
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from threading import Condition, Lock, RLock, Thread
from time import monotonic
from typing import Any

from baccarat import __version__
from baccarat.base.errors import BaccaratError
from baccarat.base.sentences import Sentence
from baccarat.core.plugins import modules
from baccarat.store import Store
from baccarat.table.saving import NotKept, data_directory
from baccarat.web.jobs.memory import AnswerMemory
from baccarat.web.jobs.queue import FairQueue, LabJob
from baccarat.web.runs.bounds import RunBounds
from baccarat.web.runs.process import LabChild
from baccarat.web.runs.rows import read_row, thinned, write_row
from baccarat.web.runs.run import (
    LabEntry,
    Run,
    RunCheck,
    RunEstimate,
    RunProgress,
    RunState,
    TracePoint,
)
from baccarat.web.runs.work import read_work
from baccarat.web.runs.worker import CHECKPOINT, Orders

ASKED, TURN, TIME, CLOSING = "asked", "turn", "time", "closing"
"""Reasons why a process is told to stop."""
LOOKS = 0.25
"""Seconds between two checks of the time that runs have had."""
SAVES = 5.0
"""Seconds between two saves of a run's progress; its process writes the checkpoint."""
TELLS = 1.0
"""Seconds between two saves if other servers show the progress."""
LAST = 2.5
"""Seconds that a stopping server waits for its processes."""
MOST_DEATHS = 3
"""Number of times that a process is killed without progress before its run fails."""
ANSWERS = 8
"""Parsed answers that are cached."""
logger = logging.getLogger("baccarat.web")


class LabDealer:
    """All runs of the laboratory: waiting, in progress, and over."""

    def __init__(
        self, store: Store, bounds: RunBounds, scheduler: str | None, is_shared: bool
    ) -> None:
        self.bounds, self.store, self._scheduler = bounds, store, scheduler
        self._is_shared = is_shared
        """whether other servers read the progress of runs"""
        self.is_dealing = not is_shared
        """whether this server deals; with several servers, `LabPeers` sets it"""
        self.unsaved: set[str] = set()
        """runs whose state has changed and must be saved for other servers"""
        self._folder = folder_of(store)
        self.lock = RLock()
        self.wake = Condition(self.lock)
        self._saving = Lock()
        self.entries: dict[str, LabEntry] = {}
        self.queue: FairQueue[LabJob] = FairQueue()
        self.children: dict[LabJob, LabChild] = {}
        self.answers: AnswerMemory[dict[str, Any]] = AnswerMemory(ANSWERS)
        self.is_closing = False
        self._thread: Thread | None = None

    def read_rows(self) -> None:
        for row in self.store.runs(with_answers=False):
            run = read_row(row)
            if run is not None:
                self.take_up(run, row.number)

    def take_up(self, run: Run, number: int) -> None:
        """Add a run from the store; a run that was in progress returns to the queue."""
        if not run.state.is_over:
            run = replace(run, state=RunState.WAITING)
            self.queue.add(run.who, LabJob(run.digest))
        if run.check is not None and not run.check.state.is_over:
            run = replace(run, check=replace(run.check, state=RunState.WAITING))
            self.queue.add(run.who, LabJob(run.digest, True))
        entry = LabEntry(run, number, 1.0, before=run.progress.seconds, furthest=run.progress.done)
        self.entries[run.digest] = entry

    def start(self, go: Callable[[], None] | None = None) -> None:
        """Start the thread that deals runs; `go` replaces the function that it runs."""
        self._thread = Thread(target=go or self._go, name="laboratory", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop all processes; the next server continues their runs."""
        with self.lock:
            self.is_closing = True
            self.wake.notify_all()
            children = list(self.children.values())
        if self._thread is not None:
            self._thread.join()
        for child in children:
            child.stop(CLOSING)
        until = monotonic() + LAST
        for child in children:
            child.wait(until)

    def _go(self) -> None:
        with self.lock:
            while not self.is_closing:
                self.deal()
                self.wake.wait(LOOKS if self.children else None)

    def deal(self) -> None:
        """Start the runs whose turn has come, and stop the runs that have used up their time."""
        while len(self.children) < self.bounds.at_once and len(self.queue):
            self._start(*self.queue.take())
        self.mind_the_time()

    def _start(self, client: str, job: LabJob) -> None:
        entry = self.entries[job.digest]
        run = entry.run
        try:
            question = read_work(run.kind, run.question)
        except BaccaratError as fault:  # a plug-in of an earlier server may be missing
            self.put(entry, job, RunState.FAILED, fault.said)
            return
        except Exception as fault:  # a plug-in may raise anything
            self.put(entry, job, RunState.FAILED, type(fault).__name__)
            return
        entry.coups_each = question.work / question.size
        orders = Orders(
            run.kind,
            json.loads(json.dumps(run.question)),
            run.digest,
            str(self.place(job)),
            self._engine(run),
            self.bounds.cores,
            self.bounds.most_bytes,
            self.bounds.gives_way,
            self._scheduler,
            tuple(str(module.__file__) for module in modules() if module.__file__),
        )
        if not job.is_check:
            entry.run = replace(run, version=__version__)
        self.put(entry, job, RunState.RUNNING)
        try:
            self.children[job] = LabChild(client, job, orders, self._hear, self._end)
        except OSError as trouble:
            reason = Sentence("its process cannot be started: {why}", why=trouble.strerror or "")
            self.put(entry, job, RunState.FAILED, reason)

    def _engine(self, run: Run) -> str:
        """The name of the engine that deals a run: `dask`, `reference` or `cpu`.

        A GPU is not used, because there a run cannot give way to other work.
        """
        if self._scheduler:
            return "dask"
        return "reference" if run.engine == "reference" or not find_spec("numba") else "cpu"

    def mind_the_time(self) -> None:
        """Stop runs that have used up their time or their turn."""
        clock, waiting = monotonic(), len(self.queue)
        for child in sorted(self.children.values(), key=lambda child: child.began):
            child.look()
            entry, seconds = self.entries[child.job.digest], clock - child.began
            if entry.used + seconds > self.bounds.most_seconds:
                child.stop(TIME)
            elif waiting and child.first and clock - child.first > self.bounds.turn_seconds:
                waiting -= 1
                child.stop(TURN)

    def _hear(self, child: LabChild, line: dict[str, Any]) -> None:
        """Store the progress that a process reports."""
        if "done" not in line:
            return
        with self.lock:
            if self.children.get(child.job) is not child:  # another server deals now
                return
            entry = self.entries[child.job.digest]
            run, done = entry.run, int(line["done"])
            if done > entry.furthest:
                entry.furthest, entry.deaths = done, 0
            if done > int(line["before"]) and child.first is None:
                child.first = monotonic()
            seconds = float(line["seconds"])
            speed = (done - int(line["before"])) * entry.coups_each / seconds if seconds else 0.0
            of, unit = run.progress.of, run.progress.unit
            progress = RunProgress(done, of, unit, speed, entry.before + seconds)
            if child.job.is_check:
                assert run.check is not None
                entry.run = replace(run, check=replace(run.check, progress=progress))
            else:
                estimates = {key: RunEstimate(**value) for key, value in line["estimates"].items()}
                trace = run.trace
                if estimates:
                    trace = thinned(trace, TracePoint(done, estimates))
                exact = line["exact"] or run.exact
                entry.run = replace(run, progress=progress, trace=trace, exact=exact)
            is_due = self._is_due(entry, child.job)
        if is_due:
            self.save(entry)

    def _is_due(self, entry: LabEntry, job: LabJob) -> bool:
        """Whether the progress of a run must be saved now, because the last save was long ago."""
        if self._is_shared:
            return monotonic() - entry.saved > TELLS
        return not job.is_check and monotonic() - entry.saved > SAVES

    def _end(self, child: LabChild) -> None:
        """Handle the end of a process, which has answered, was stopped, or was killed."""
        job, line = child.job, child.last
        with self.lock:
            if self.children.get(job) is not child:
                return
            del self.children[job]
            entry = self.entries[job.digest]
            entry.used += monotonic() - child.began
            entry.before = self._progress(entry, job).seconds
            answer = None
            if "answer" in line:
                answer = self._answered(entry, job, line)
            elif "failed" in line:
                self.put(entry, job, RunState.FAILED, self.fault(line))
            elif child.why == ASKED:
                self.put(entry, job, RunState.STOPPED)
            elif child.why == TIME:
                reason = Sentence(
                    "it reached the limit of {most:,} seconds for a run here: it can go on",
                    most=round(self.bounds.most_seconds),
                )
                self.put(entry, job, RunState.STOPPED, reason)
            else:
                self._wait_again(entry, child)
            self.wake.notify_all()
        is_saved = self.save(entry, answer)
        if answer is not None and not is_saved:  # the checkpoint is whole, so little is lost
            with self.lock:
                reason = Sentence("its answer could not be saved: it can go on")
                self.put(entry, job, RunState.STOPPED, reason)
        elif "answer" in line:
            shutil.rmtree(self.place(job), ignore_errors=True)

    def _answered(self, entry: LabEntry, job: LabJob, line: dict[str, Any]) -> str | None:
        """Store the answer of a run and return it as text; for a check, return None."""
        run, digest, of = entry.run, str(line["answer_digest"]), int(line["of"])
        progress = replace(self._progress(entry, job), done=of)
        if job.is_check:
            agrees = digest == run.answer_digest
            entry.run = replace(run, check=RunCheck(RunState.DONE, progress, digest, agrees))
            return None
        entry.run = replace(
            run,
            state=RunState.DONE,
            why=None,
            progress=progress,
            answer_digest=digest,
            engine=str(line["engine"]),
        )
        self.answers.add(run.digest, line["answer"])
        return json.dumps(line["answer"])

    def _wait_again(self, entry: LabEntry, child: LabChild) -> None:
        """Put a run back into the queue; after 3 kills without progress, the run fails instead."""
        is_killed = child.why is None and "stopped" not in child.last
        if is_killed and not self.is_closing:
            entry.deaths += 1
            if entry.deaths >= MOST_DEATHS:
                reason = Sentence(
                    "its process was killed {times} times without progress",
                    times=entry.deaths,
                )
                self.put(entry, child.job, RunState.FAILED, reason)
                return
        self.put(entry, child.job, RunState.WAITING)
        self.queue.add(child.who, child.job, is_first=child.why != TURN)

    def fault(self, line: dict[str, Any]) -> str:
        """Why a run has failed, from the last line of its process."""
        if line.get("is_memory"):
            size = self.bounds.most_bytes >> 20
            return Sentence("it needs more memory than the {most:,} MB of a run here", most=size)
        if line.get("is_other"):
            return Sentence("it belongs to another version of this program: ask for it again")
        if line.get("is_file"):
            return Sentence(
                "its checkpoint cannot be used ({why}): resuming starts the run again, and "
                "keeps the old checkpoint",
                why=Path(str(line["failed"])).name,
            )
        return str(line["failed"])

    def begin_anew(self, entry: LabEntry, job: LabJob) -> None:
        """Start a run again from 0; its unusable checkpoint is kept with the suffix `.old`."""
        file = self.place(job) / CHECKPOINT
        with suppress(OSError):
            file.rename(file.with_suffix(".old"))
        progress = RunProgress(0, entry.run.progress.of, entry.run.progress.unit)
        entry.before, entry.furthest = 0.0, 0
        if job.is_check:
            entry.run = replace(entry.run, check=RunCheck(progress=progress))
        else:
            entry.run = replace(entry.run, progress=progress, trace=())

    # How runs are shown and saved.

    def seen(self, entry: LabEntry) -> Run:
        """A run as callers see it, with the number of runs before it in the queue."""
        run = entry.run
        if run.state is not RunState.WAITING:
            return run
        jobs = list(self.queue)
        job = LabJob(run.digest)
        ahead = jobs.index(job) if job in jobs else 0
        return replace(run, ahead=len(self.dealt_for()) + ahead)

    def dealt_for(self) -> list[str]:
        """The callers for whom a run or a check is in progress, one entry for each."""
        if self.is_dealing:
            return [child.who for child in self.children.values()]
        clients = []
        for run in (entry.run for entry in self.entries.values()):
            states = [run.state] if run.check is None else [run.state, run.check.state]
            clients += [run.who] * states.count(RunState.RUNNING)
        return clients

    def _progress(self, entry: LabEntry, job: LabJob) -> RunProgress:
        check = entry.run.check
        return check.progress if job.is_check and check is not None else entry.run.progress

    def put(self, entry: LabEntry, job: LabJob, state: RunState, reason: str | None = None) -> None:
        """Set the state of a run or of its check, and the reason for it."""
        if job.is_check:
            assert entry.run.check is not None
            entry.run = replace(entry.run, check=replace(entry.run.check, state=state, why=reason))
        else:
            entry.run = replace(entry.run, state=state, why=reason)
        if self._is_shared:
            self.unsaved.add(entry.run.digest)

    def save(self, entry: LabEntry, answer: str | None = None) -> bool:
        """Save the state of a run in the store; return whether it was saved.

        A server that does not deal leaves this to the server that does.
        """
        if not self.is_dealing:
            return answer is None
        with self._saving:
            with self.lock:
                line = write_row(entry.run)
                entry.saved = monotonic()
            try:
                self.store.change_run(entry.number, line, answer)
            except NotKept:
                logger.error("a run of the laboratory could not be written down")
                return False
        return True

    def place(self, job: LabJob) -> Path:
        """The folder in which the process of a run keeps its checkpoint."""
        return self._folder / (f"{job.digest}-check" if job.is_check else job.digest)

    def clear(self, digest: str) -> None:
        for job in (LabJob(digest), LabJob(digest, True)):
            shutil.rmtree(self.place(job), ignore_errors=True)

    def forget_old(self) -> None:
        """Delete the oldest finished run if the store has no room for one more run."""
        with self.lock:
            if len(self.entries) < self.bounds.most_kept:
                return
            over = (
                entry
                for entry in self.entries.values()
                if entry.run.state.is_over and LabJob(entry.run.digest, True) not in self.children
            )
            oldest = next(over, None)
            if oldest is None:
                return
            del self.entries[oldest.run.digest]
            self.queue.drop(LabJob(oldest.run.digest, True))
        self.store.drop_run(oldest.number)
        self.clear(oldest.run.digest)


def folder_of(store: Store) -> Path:
    """The folder for checkpoints: beside the store's file, or in the user's data directory."""
    url = store.database.url
    if url.drivername == "sqlite" and url.database:
        return Path(os.path.realpath(f"{url.database}.runs"))
    return data_directory() / "runs"
