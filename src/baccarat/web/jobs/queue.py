"""A fair queue: whoever asks takes turns with all others, however many runs each has waiting."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple


class LabJob(NamedTuple):
    """A run that is to be dealt, or checked."""

    digest: str
    is_check: bool = False


class FairQueue:
    """Jobs by who asked for them.

    >>> queue = FairQueue()
    >>> for who, name in [("Ann", "a"), ("Ann", "b"), ("Bob", "c")]:
    ...     queue.add(who, LabJob(name))
    >>> [job.digest for job in queue]
    ['a', 'c', 'b']
    """

    def __init__(self) -> None:
        self._lines: dict[str, deque[LabJob]] = {}
        """those who wait, in the order of their turns"""

    def __iter__(self) -> Iterator[LabJob]:
        """All jobs in the order in which they will be taken."""
        lines = [list(line) for line in self._lines.values()]
        for place in range(max(map(len, lines), default=0)):
            for line in lines:
                if place < len(line):
                    yield line[place]

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def add(self, who: str, job: LabJob, *, is_first: bool = False) -> None:
        """Wait for a turn; first among one's own, if so much was done already."""
        line = self._lines.setdefault(who, deque())
        if is_first:
            line.appendleft(job)
        else:
            line.append(job)

    def take(self) -> tuple[str, LabJob]:
        """The next job, and whose it is; they wait again behind all others."""
        who = next(iter(self._lines))
        line = self._lines.pop(who)
        job = line.popleft()
        if line:
            self._lines[who] = line
        return who, job

    def drop(self, job: LabJob) -> bool:
        """Wait no more; False if it did not."""
        for who, line in self._lines.items():
            if job in line:
                line.remove(job)
                if not line:
                    del self._lines[who]
                return True
        return False

    def waiting_of(self, who: str) -> int:
        """How many jobs of one caller wait."""
        return len(self._lines.get(who, ()))
