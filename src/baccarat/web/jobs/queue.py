"""A fair queue: whoever asks takes turns with all others, however much each has waiting."""

from collections import deque
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

J = TypeVar("J")


class LabJob(NamedTuple):
    """A run that is to be dealt, or checked."""

    digest: str
    is_check: bool = False


class FairQueue(Generic[J]):
    """Jobs by who asked for them.

    >>> queue = FairQueue[LabJob]()
    >>> for client, name in [("Ann", "a"), ("Ann", "b"), ("Bob", "c")]:
    ...     queue.add(client, LabJob(name))
    >>> [job.digest for job in queue]
    ['a', 'c', 'b']
    """

    def __init__(self) -> None:
        self._lines: dict[str, deque[J]] = {}
        """those who wait, in the order of their turns"""

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
        """Wait for a turn; first among one's own, if so much was done already."""
        line = self._lines.setdefault(client, deque())
        if is_first:
            line.appendleft(job)
        else:
            line.append(job)

    def take(self) -> tuple[str, J]:
        """The next job, and whose it is; they wait again behind all others."""
        client = next(iter(self._lines))
        line = self._lines.pop(client)
        job = line.popleft()
        if line:
            self._lines[client] = line
        return client, job

    def drop(self, job: J) -> bool:
        """Wait no more; False if it did not."""
        for client, line in self._lines.items():
            if job in line:
                line.remove(job)
                if not line:
                    del self._lines[client]
                return True
        return False

    def waiting_of(self, client: str) -> int:
        """How many jobs of one caller wait."""
        return len(self._lines.get(client, ()))

    def before(self, client: str) -> int:
        """How many jobs have their turn before the next one of a caller."""
        turns = self.waiting_of(client) + 1
        return sum(min(len(line), turns) for line in self._lines.values())
