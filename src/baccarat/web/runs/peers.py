"""The laboratory of a server that is not alone: one of them deals all runs, and all know them.

lab = fellows.lab = SharedLab(store)
lab.begin_to_deal(), lab.stop_dealing()    this server has the lock of the laboratory, or lost it
lab.catch_up([17]), lab.look_around()      others have written these rows, or any

Whoever is asked for a new run writes its row. What is wanted of a run that another server deals is
a row, too: a wish, which that server grants and drops. It alone writes how far runs are, and the
others read it when they are told of it.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress
from threading import Lock
from time import monotonic

from baccarat.store import KeptRun, Store
from baccarat.table.saving import NotKept
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.queue import FairQueue, LabJob
from baccarat.web.runs.bounds import RunBounds
from baccarat.web.runs.dealer import CLOSING, LAST, LOOKS, LabEntry
from baccarat.web.runs.laboratory import Lab
from baccarat.web.runs.process import LabChild
from baccarat.web.runs.rows import WISH, LabWish, read_row, read_wish, write_row, write_wish
from baccarat.web.runs.run import Run, RunState

TELLS = 1.0
"""Seconds between two writings of how far a run is: so old is what other servers show."""


class SharedLab(Lab):
    """All runs of several servers; this one deals them, or follows the one that does."""

    def __init__(
        self, store: Store, bounds: RunBounds | None = None, scheduler: str | None = None
    ) -> None:
        self._is_ours = False
        """whether this server has the lock of the laboratory"""
        self._is_dealing = False
        """whether it has taken up what the one before has left"""
        self._knowing = Lock()
        """held while rows are read and known, and while something is done; before `_lock`"""
        self._last = 0
        """the highest number of a row that was read: whatever is new comes after it"""
        self._unsaved: set[str] = set()
        """runs with another state than their rows say"""
        self._left: list[LabChild] = []
        """processes that were told to end because another server deals"""
        super().__init__(store, bounds, scheduler)

    # For the other servers.

    def begin_to_deal(self) -> None:
        """This server deals from now on; our own thread takes up what there is."""
        with self._lock:
            self._is_ours = True
            self._wake.notify_all()

    def stop_dealing(self) -> None:
        """Another server deals from now on."""
        with self._lock:
            self._is_ours = self._is_dealing = False
            for child in self._children.values():
                child.stop(CLOSING)
                self._left.append(child)
            self._children.clear()
            self._unsaved.clear()
            self._line_up()

    def catch_up(self, numbers: Collection[int] = ()) -> None:
        """Others have written these rows, or new ones."""
        with self._knowing:
            self._catch_up(numbers)

    def look_around(self) -> None:
        """Others may have written any row."""
        with self._knowing:
            rows = self._store.runs(with_answers=False)
            kept = {row.number for row in rows}
            with self._lock:
                gone = {entry.number for entry in self._entries.values()} - kept
            self._know(rows, gone)

    # What is done here is known there.

    def find(self, digest: str) -> Run | None:
        """A run with its answer, also if it was asked for elsewhere just now."""
        found = super().find(digest)
        if found is None:
            self.catch_up()
            found = super().find(digest)
        return found

    def close(self) -> None:
        """Stop all processes; another server takes their runs up."""
        super().close()
        self._end_left()

    def _keep(self, run: Run) -> Run:
        with self._knowing:
            if self._is_dealing:
                self._forget_old()
            while run.digest not in self._entries:
                number = self._store.keep_next_run(run.kind, write_row(run), self._last)
                if number is None:  # another server has written meanwhile, perhaps the same
                    self._catch_up()
                    continue
                self._last = number
                with self._lock:
                    self._take_up(run, number)
                    self._wake.notify_all()
            with self._lock:
                return self._seen(self._entries[run.digest])

    def _require_own(self, digest: str, caller: Caller) -> None:
        if digest not in self._entries:
            self.catch_up()
        super()._require_own(digest, caller)

    def _do(self, wish: LabWish) -> Run:
        """Do it; or, where another server deals, show it as done, and let that one do it."""
        with self._knowing:
            known = self._entries.get(wish.digest)
            self._catch_up(() if known is None else [known.number])
            run = super()._do(wish)
            if not self._is_dealing:
                self._store.keep_run(WISH, write_wish(wish), "")
            return run

    def _grant(self, wishes: Iterable[tuple[int, LabWish]]) -> None:
        """Do what other servers were asked for, if we deal; they hear what came of it."""
        for number, wish in wishes:
            if not self._is_dealing:
                return
            with suppress(Problem):
                super()._do(wish)
            entry = self._entries.get(wish.digest)
            # Who cannot write is not the one who deals: the wish stays for that one.
            if entry is None or (self._save(entry) and self._is_dealing):
                self._store.drop_run(number)

    # What rows say.

    def _read_rows(self) -> None:
        self.look_around()

    def _catch_up(self, numbers: Iterable[int] = ()) -> None:
        old = {number for number in numbers if number <= self._last}
        rows = self._store.runs(with_answers=False, after=self._last, numbers=old)
        self._know(rows, old - {row.number for row in rows})

    def _know(self, rows: Iterable[KeptRun], gone: Collection[int]) -> None:
        """What rows say is so; of its own runs the server that deals knows more."""
        with self._lock:
            wishes = self._note(rows)
            if self._is_dealing:
                self._wake.notify_all()
            else:
                for digest in [one for one, here in self._entries.items() if here.number in gone]:
                    del self._entries[digest]
                self._line_up()
        self._grant(wishes)

    def _note(self, rows: Iterable[KeptRun]) -> list[tuple[int, LabWish]]:
        """Note runs; the wishes among the rows, with their numbers."""
        wishes = []
        for row in rows:
            self._last = max(self._last, row.number)
            if (wish := read_wish(row)) is not None:
                wishes.append((row.number, wish))
            elif (run := read_row(row)) is None:
                continue
            elif not self._is_dealing:
                self._entries[run.digest] = LabEntry(run, row.number, 1.0)
            elif run.digest not in self._entries:
                self._take_up(run, row.number)
        return wishes

    def _line_up(self) -> None:
        """The queue as the server that deals has it, about."""
        self._queue = FairQueue()
        for digest, entry in self._entries.items():
            run, check = entry.run, entry.run.check
            if run.state is RunState.WAITING:
                self._queue.add(run.who, LabJob(digest))
            if check is not None and check.state is RunState.WAITING:
                self._queue.add(run.who, LabJob(digest, True))

    def _dealt_for(self) -> list[str]:
        if self._is_dealing:
            return super()._dealt_for()
        dealt = []
        for run in (entry.run for entry in self._entries.values()):
            states = [run.state] if run.check is None else [run.state, run.check.state]
            dealt += [run.who] * states.count(RunState.RUNNING)
        return dealt

    # How it deals.

    def _go(self) -> None:
        while not self._is_closing:
            if self._is_ours and not self._is_dealing:
                with suppress(NotKept):  # we try again
                    self._begin()
            with self._lock:
                if self._is_dealing and not self._is_closing:
                    self._deal()
                unsaved = [self._entries[one] for one in self._unsaved if one in self._entries]
                self._unsaved.clear()
                if not unsaved and not self._is_closing:
                    is_due = self._children or self._is_ours != self._is_dealing
                    self._wake.wait(LOOKS if is_due else None)
            for entry in unsaved:
                self._save(entry)

    def _begin(self) -> None:
        """Take up what the server before has left, and what is wanted of it."""
        self._end_left()
        with self._knowing:
            rows = self._store.runs(with_answers=False)
            with self._lock:
                if not self._is_ours:
                    return
                self._entries, self._queue = {}, FairQueue()
                self._is_dealing = True
                wishes = self._note(rows)
            self._grant(wishes)

    def _end_left(self) -> None:
        """Wait for processes that were told to end, and no longer than an ending server does."""
        until = monotonic() + LAST
        while self._left:
            self._left.pop().wait(until)

    def _put(self, entry: LabEntry, job: LabJob, state: RunState, why: str | None = None) -> None:
        super()._put(entry, job, state, why)
        self._unsaved.add(entry.run.digest)

    def _is_due(self, entry: LabEntry, job: LabJob) -> bool:
        return monotonic() - entry.saved > TELLS

    def _save(self, entry: LabEntry, answer: str | None = None) -> bool:
        """Write a run into its row; who does not deal leaves that to who does."""
        return super()._save(entry, answer) if self._is_dealing else answer is None
