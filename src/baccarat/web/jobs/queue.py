"""A fair queue: each caller in turn gets one job done, even if some callers have more jobs."""

from collections import deque
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

J = TypeVar("J")


class LabJob(NamedTuple):
    """A run that waits in the queue: to be dealt, or to be checked by a second deal."""

    digest: str
    is_check: bool = False


class FairQueue(Generic[J]):
    """A queue of jobs in which callers take turns, one job at each turn.

    >>> queue = FairQueue[LabJob]()
    >>> for client, name in [("Ann", "a"), ("Ann", "b"), ("Bob", "c")]:
    ...     queue.add(client, LabJob(name))
    >>> [job.digest for job in queue]
    ['a', 'c', 'b']
    """

    def __init__(self) -> None:
        self._lines: dict[str, deque[J]] = {}
        """the waiting jobs of each caller; callers in the order of their turns"""

    def __iter__(self) -> Iterator[J]:
        """All jobs in the order in which they will be taken."""
        lines = [list(line) for line in self._lines.values()]
        for place in range(max(map(len, lines), default=0)):
            for line in lines:
                if place < len(line):
                    yield line[place]

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def add(self, client: str, job: J, *, is_first: bool = False) -> None:
        """Add a job after the caller's other jobs, or before them with `is_first`."""
        line = self._lines.setdefault(client, deque())
        if is_first:
            line.appendleft(job)
        else:
            line.append(job)

    def take(self) -> tuple[str, J]:
        """Remove the next job; return its caller and the job."""
        client = next(iter(self._lines))
        line = self._lines.pop(client)
        job = line.popleft()
        if line:
            self._lines[client] = line
        return client, job

    def drop(self, job: J) -> bool:
        """Remove a job; False if it was not in the queue."""
        for client, line in self._lines.items():
            if job in line:
                line.remove(job)
                if not line:
                    del self._lines[client]
                return True
        return False

    def waiting_of(self, client: str) -> int:
        """The number of waiting jobs of a caller."""
        return len(self._lines.get(client, ()))

    def before(self, client: str) -> int:
        """The number of jobs before a new job of this caller, if no other caller runs out of jobs.

        Every caller who waits gets a turn in each round, also for a job that is added later.
        """
        rounds = self.waiting_of(client) + 1
        return rounds * len(self._lines.keys() | {client}) - 1
