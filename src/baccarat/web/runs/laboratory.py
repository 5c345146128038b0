"""The laboratory: callers ask for runs here, and stop, resume and check them.

lab = Lab(store)
lab.start()                          continues the runs of an earlier server, and deals
lab.ask(question, caller)            a run; the same question gets the same run
lab.find(digest), lab.runs()         thread-safe, like the others
lab.stop(digest, caller), lab.go_on(digest, caller), lab.check(digest, caller)
"""

import json
import shutil
from dataclasses import replace
from time import monotonic

from baccarat import __version__
from baccarat.base.sentences import Sentence
from baccarat.questions.run import RunQuestion
from baccarat.store import Store
from baccarat.table.sitting import now
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.queue import LabJob
from baccarat.web.runs.bodies import RunBody, fields_of
from baccarat.web.runs.bounds import RunBounds
from baccarat.web.runs.dealer import ASKED, TIME, TURN, LabDealer
from baccarat.web.runs.peers import LabPeers
from baccarat.web.runs.rows import CHECK, GO_ON, STOP, LabWish, write_row
from baccarat.web.runs.run import LabEntry, Run, RunCheck, RunProgress, RunState
from baccarat.web.runs.work import read_work

RETRY = {"Retry-After": "20"}


class Lab:
    """All runs of a server, or of several servers with the same store."""

    def __init__(
        self,
        store: Store,
        bounds: RunBounds | None = None,
        scheduler: str | None = None,
        *,
        is_shared: bool = False,
    ) -> None:
        self.dealer = LabDealer(store, bounds or RunBounds(), scheduler, is_shared)
        self.peers = LabPeers(self.dealer, self._do_here) if is_shared else None
        if self.peers is None:
            self.dealer.read_rows()
        else:
            self.peers.look_around()

    def start(self) -> None:
        """Start to deal runs; of several servers with one store, only one deals."""
        self.dealer.start(None if self.peers is None else self.peers.go)

    def close(self) -> None:
        """Stop all processes; another server, or the next server, resumes their runs."""
        self.dealer.close()
        if self.peers is not None:
            self.peers.end_left()

    def ask(self, question: RunBody, caller: Caller) -> Run:
        """The run that answers a question; if there is none yet, a new run in the queue."""
        caller.require(Level.PLAY)
        asked = read_work(question.kind, fields_of(question))
        run_here = self.find(asked.digest)
        if run_here is not None:
            return run_here
        self.dealer.bounds.require_small(asked)
        self._require_room(who_of(caller), asked.command)
        run = Run(
            asked.digest,
            asked.kind,
            asked.spelling,
            asked.command,
            now(),
            who_of(caller),
            engine=question.engine,
            version=__version__,
            progress=RunProgress(0, asked.size, asked.noun),
        )
        return self._keep(run)

    def _keep(self, run: Run) -> Run:
        """Save a new run, put it into the queue, and return it."""
        if self.peers is not None:
            return self.peers.keep(run)
        self.dealer.forget_old()
        number = self.dealer.store.keep_run(run.kind, write_row(run), "")
        with self.dealer.lock:
            if run.digest in self.dealer.entries:  # another caller asked the same at this moment
                self.dealer.store.drop_run(number)
            else:
                self.dealer.take_up(run, number)
                self.dealer.wake.notify_all()
            return self.dealer.seen(self.dealer.entries[run.digest])

    def find(self, digest: str) -> Run | None:
        """The run with this digest, with its answer if it is finished; None if there is none."""
        if self.peers is not None and digest not in self.dealer.entries:
            self.peers.catch_up()
        with self.dealer.lock:
            entry = self.dealer.entries.get(digest)
            if entry is None:
                return None
            run = self.dealer.seen(entry)
            if run.state is not RunState.DONE:
                return run
            answer = self.dealer.answers.get(digest)
        if answer is None:
            answer = json.loads(self.dealer.store.answer_of_run(entry.number) or "null")
            if answer is not None:
                self.dealer.answers.add(digest, answer)
        return replace(run, answer=answer)

    def runs(self) -> tuple[Run, ...]:
        """All runs without their answers, the newest first."""
        with self.dealer.lock:
            return tuple(
                self.dealer.seen(entry) for entry in reversed(self.dealer.entries.values())
            )

    def stop(self, digest: str, caller: Caller) -> Run:
        """Stop a run or its check; its checkpoint is kept, so that it can be resumed."""
        self._require_own(digest, caller)
        return self._do(LabWish(STOP, digest, who_of(caller)))

    def go_on(self, digest: str, caller: Caller) -> Run:
        """Resume a run from its checkpoint; a run that has failed starts again."""
        self._require_own(digest, caller)
        return self._do(LabWish(GO_ON, digest, who_of(caller)))

    def check(self, digest: str, caller: Caller) -> Run:
        """Deal a finished run a second time from the start, and compare both answers."""
        caller.require(Level.PLAY)
        return self._do(LabWish(CHECK, digest, who_of(caller)))

    def _do(self, wish: LabWish) -> Run:
        """Carry out a wish (stop, resume or check a run) of a caller who has the right to it."""
        return self._do_here(wish) if self.peers is None else self.peers.do(wish)

    def _do_here(self, wish: LabWish) -> Run:
        with self.dealer.lock:
            entry = self._entry(wish.digest)
            if wish.what == STOP:
                self._stop(entry)
            elif wish.what == GO_ON:
                self._go_on(entry, wish.who)
            else:
                self._check(entry, wish.who)
            run = self.dealer.seen(entry)
        self.dealer.save(entry)
        return run

    def _stop(self, entry: LabEntry) -> None:
        for job in (LabJob(entry.run.digest), LabJob(entry.run.digest, True)):
            if (child := self.dealer.children.get(job)) is not None:
                child.stop(ASKED)
                child.why = ASKED  # even if it already stops for another reason
            elif self.dealer.queue.drop(job):
                self.dealer.put(entry, job, RunState.STOPPED)

    def _go_on(self, entry: LabEntry, client: str) -> None:
        run, job, state = entry.run, LabJob(entry.run.digest), entry.run.state
        if state is RunState.DONE and run.check is not None:
            job, state = LabJob(run.digest, True), run.check.state
        child = self.dealer.children.get(job)
        if child is not None:
            if child.why in (ASKED, TIME):  # the process is ending, and the run starts again
                child.why, child.began, entry.used = TURN, monotonic(), 0.0
        elif state in (RunState.STOPPED, RunState.FAILED):
            self._require_room(client, run.command)
            if state is RunState.FAILED:
                self.dealer.begin_anew(entry, job)
            entry.used, entry.deaths = 0.0, 0
            self.dealer.put(entry, job, RunState.WAITING)
            self.dealer.queue.add(client, job)
            self.dealer.wake.notify_all()

    def _check(self, entry: LabEntry, client: str) -> None:
        job, check = LabJob(entry.run.digest, True), entry.run.check
        if entry.run.state is not RunState.DONE:
            raise Problem(409, Sentence("only a run that is done can be checked"))
        if check is None or check.state.is_over:
            self._require_room(client, entry.run.command)
            shutil.rmtree(self.dealer.place(job), ignore_errors=True)
            progress = RunProgress(0, entry.run.progress.of, entry.run.progress.unit)
            entry.run = replace(entry.run, check=RunCheck(progress=progress))
            entry.used, entry.before, entry.deaths, entry.furthest = 0.0, 0.0, 0, 0
            self.dealer.queue.add(client, job)
            self.dealer.wake.notify_all()

    def _entry(self, digest: str) -> LabEntry:
        if digest not in self.dealer.entries:
            raise not_here(digest)
        return self.dealer.entries[digest]

    def _require_own(self, digest: str, caller: Caller) -> None:
        """Raise a problem unless the caller asked for this run, or is the host."""
        caller.require(Level.PLAY)
        if self.peers is not None and digest not in self.dealer.entries:
            self.peers.catch_up()
        with self.dealer.lock:
            entry = self._entry(digest)
        if entry.run.who != who_of(caller) and not caller.may(Level.HOST):
            raise Problem(
                403,
                Sentence("only the caller who asked for a run, or the host, can stop or resume it"),
            )

    def _require_room(self, client: str, command: str) -> None:
        """Raise a problem if the caller, or all callers together, have too many runs."""
        bounds = self.dealer.bounds
        yourself = Sentence("deal it yourself: {command}", command=command)
        if not bounds.at_once:
            reason = Sentence("this server deals no runs")
            raise Problem(403, reason, what_to_do=yourself, command=command)
        with self.dealer.lock:
            clients = self.dealer.dealt_for()
            theirs = self.dealer.queue.waiting_of(client) + clients.count(client)
            total = len(self.dealer.queue) + len(clients)
        if theirs >= bounds.most_each:
            reason = Sentence(
                "{most} of your runs wait or are dealt already, and others want a turn, too",
                most=bounds.most_each,
            )
            do = Sentence("wait until one is done, or stop one")
            raise Problem(429, reason, what_to_do=do, headers=RETRY, most=bounds.most_each)
        if total >= bounds.most_waiting:
            reason = Sentence("{most} runs wait or are dealt already", most=bounds.most_waiting)
            raise Problem(429, reason, what_to_do=yourself, headers=RETRY, command=command)


def who_of(caller: Caller) -> str:
    """The owner of a caller's runs: the caller's key, or `here` for a caller without a key."""
    return "here" if caller.key is None else f"key {caller.key}"


def not_here(digest: str, question: RunQuestion | None = None) -> Problem:
    """The error response if no run has this digest."""
    reason = Sentence("there is no run {digest} here", digest=f"{digest[:12]}…")
    if question is None:
        hint = Sentence("ask the person who sent the address for the command")
        return Problem(404, reason, what_to_do=hint)
    hint = Sentence("this makes it: {command}", command=question.command)
    return Problem(404, reason, what_to_do=hint, command=question.command)
