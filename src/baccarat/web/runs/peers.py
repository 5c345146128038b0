"""Several servers with one store: one of them deals all runs, and the others follow it.

peers = LabPeers(dealer, do)
peers.begin_to_deal(), peers.stop_dealing()    this server got the lock, or lost it
peers.catch_up([17]), peers.look_around()      other servers have written these rows, or any rows

The server that is asked for a new run writes its row. A request about a run that another server
deals becomes a row, too: a wish, which the dealing server does and drops. Only the dealing server
writes the progress of runs; the others read it when they are notified.
"""

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from threading import Lock
from time import monotonic

from baccarat.store import KeptRun
from baccarat.table.saving import NotKept
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.queue import FairQueue, LabJob
from baccarat.web.runs.dealer import CLOSING, LAST, LOOKS, LabDealer
from baccarat.web.runs.process import LabChild
from baccarat.web.runs.rows import WISH, LabWish, read_row, read_wish, write_row, write_wish
from baccarat.web.runs.run import LabEntry, Run, RunState


class LabPeers:
    """Lets this server deal the runs of all servers, or follow the server that deals."""

    def __init__(self, dealer: LabDealer, do: Callable[[LabWish], Run]) -> None:
        """`do` carries out a wish on this server: it stops, resumes or checks a run."""
        self._dealer, self._do_here = dealer, do
        self.bounds = dealer.bounds
        self._is_ours = False
        """whether this server has the lock of the laboratory"""
        self._knowing = Lock()
        """held while rows are read and applied, and during wishes; locked before the dealer's"""
        self._last = 0
        """the highest row number read so far: new rows come after it"""
        self._left: list[LabChild] = []
        """processes that were told to end because another server deals now"""

    # For the other servers.

    def begin_to_deal(self) -> None:
        """Begin to deal the runs of all servers."""
        with self._dealer.lock:
            self._is_ours = True
            self._dealer.wake.notify_all()

    def stop_dealing(self) -> None:
        """Stop all processes, because another server deals the runs from now on."""
        with self._dealer.lock:
            self._is_ours = self._dealer.is_dealing = False
            for child in self._dealer.children.values():
                child.stop(CLOSING)
                self._left.append(child)
            self._dealer.children.clear()
            self._dealer.unsaved.clear()
            self._line_up()

    def catch_up(self, numbers: Collection[int] = ()) -> None:
        """Read the rows with these numbers and all new rows from the store."""
        with self._knowing:
            self._catch_up(numbers)

    def look_around(self) -> None:
        """Read all rows of runs from the store again."""
        with self._knowing:
            rows = self._dealer.store.runs(with_answers=False)
            numbers = {row.number for row in rows}
            with self._dealer.lock:
                dropped = {entry.number for entry in self._dealer.entries.values()} - numbers
            self._know(rows, dropped)

    # What callers of this server do.

    def keep(self, run: Run) -> Run:
        """Save a new run, unless another server has already saved a run with the same question."""
        with self._knowing:
            if self._dealer.is_dealing:
                self._dealer.forget_old()
            while run.digest not in self._dealer.entries:
                number = self._dealer.store.keep_next_run(run.kind, write_row(run), self._last)
                if number is None:  # another server has written meanwhile, perhaps the same run
                    self._catch_up()
                    continue
                self._last = number
                with self._dealer.lock:
                    self._dealer.take_up(run, number)
                    self._dealer.wake.notify_all()
            with self._dealer.lock:
                return self._dealer.seen(self._dealer.entries[run.digest])

    def do(self, wish: LabWish) -> Run:
        """Carry out a wish (stop, resume or check a run); store it if another server deals."""
        with self._knowing:
            entry = self._dealer.entries.get(wish.digest)
            self._catch_up(() if entry is None else [entry.number])
            run = self._do_here(wish)
            if not self._dealer.is_dealing:
                self._dealer.store.keep_run(WISH, write_wish(wish), "")
            return run

    def _grant(self, wishes: Iterable[tuple[int, LabWish]]) -> None:
        """If this server deals, carry out the wishes that other servers have stored."""
        for number, wish in wishes:
            if not self._dealer.is_dealing:
                return
            with suppress(Problem):
                self._do_here(wish)
            entry = self._dealer.entries.get(wish.digest)
            # A server that cannot save does not deal any more: the wish stays for the next dealer.
            if entry is None or (self._dealer.save(entry) and self._dealer.is_dealing):
                self._dealer.store.drop_run(number)

    # Reading rows.

    def _catch_up(self, numbers: Iterable[int] = ()) -> None:
        old = {number for number in numbers if number <= self._last}
        rows = self._dealer.store.runs(with_answers=False, after=self._last, numbers=old)
        self._know(rows, old - {row.number for row in rows})

    def _know(self, rows: Iterable[KeptRun], dropped: Collection[int]) -> None:
        """Apply rows that other servers have written, and remove the runs of `dropped` rows."""
        with self._dealer.lock:
            wishes = self._note(rows)
            if self._dealer.is_dealing:
                self._dealer.wake.notify_all()
            else:
                for digest in [
                    digest
                    for digest, entry in self._dealer.entries.items()
                    if entry.number in dropped
                ]:
                    del self._dealer.entries[digest]
                self._line_up()
        self._grant(wishes)

    def _note(self, rows: Iterable[KeptRun]) -> list[tuple[int, LabWish]]:
        """Add the runs in these rows; return the wishes in them, with the numbers of their rows."""
        wishes = []
        for row in rows:
            self._last = max(self._last, row.number)
            if (wish := read_wish(row)) is not None:
                wishes.append((row.number, wish))
            elif (run := read_row(row)) is None:
                continue
            elif not self._dealer.is_dealing:
                self._dealer.entries[run.digest] = LabEntry(run, row.number, 1.0)
            elif run.digest not in self._dealer.entries:
                self._dealer.take_up(run, row.number)
        return wishes

    def _line_up(self) -> None:
        """Build the queue of runs again, in nearly the same order as on the server that deals."""
        self._dealer.queue = FairQueue()
        for digest, entry in self._dealer.entries.items():
            run, check = entry.run, entry.run.check
            if run.state is RunState.WAITING:
                self._dealer.queue.add(run.who, LabJob(digest))
            if check is not None and check.state is RunState.WAITING:
                self._dealer.queue.add(run.who, LabJob(digest, True))

    # Dealing.

    def go(self) -> None:
        """Deal runs while this server has the lock for it, and save changed runs for the others."""
        while not self._dealer.is_closing:
            if self._is_ours and not self._dealer.is_dealing:
                with suppress(NotKept):  # the next round tries again
                    self._begin()
            with self._dealer.lock:
                if self._dealer.is_dealing and not self._dealer.is_closing:
                    self._dealer.deal()
                unsaved = [
                    self._dealer.entries[digest]
                    for digest in self._dealer.unsaved
                    if digest in self._dealer.entries
                ]
                self._dealer.unsaved.clear()
                if not unsaved and not self._dealer.is_closing:
                    is_due = self._dealer.children or self._is_ours != self._dealer.is_dealing
                    self._dealer.wake.wait(LOOKS if is_due else None)
            for entry in unsaved:
                self._dealer.save(entry)

    def _begin(self) -> None:
        """Take over all runs and wishes from the server that dealt before."""
        self.end_left()
        with self._knowing:
            rows = self._dealer.store.runs(with_answers=False)
            with self._dealer.lock:
                if not self._is_ours:
                    return
                self._dealer.entries, self._dealer.queue = {}, FairQueue()
                self._dealer.is_dealing = True
                wishes = self._note(rows)
            self._grant(wishes)

    def end_left(self) -> None:
        """Wait for processes that were told to end, for at most `LAST` seconds; then kill them."""
        until = monotonic() + LAST
        while self._left:
            self._left.pop().wait(until)
