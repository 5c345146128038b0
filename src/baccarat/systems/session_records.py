"""Writes records of single sessions into a file: a row for each session of each system.

The sessions are played part by part, so that memory does not grow with the file. The file gets its
name when it is complete.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from baccarat.base.errors import BadSystem
from baccarat.base.signals import insisting
from baccarat.core.cards import Depth
from baccarat.core.third_card import Strategy, as_key, nobody
from baccarat.simulation.engines.choice import CPU, ready
from baccarat.simulation.readers.records import LIMIT, check_records, row_file
from baccarat.systems.session import ENDS, SessionPlan
from baccarat.systems.stake import reader_of
from baccarat.systems.system import System, seated
from baccarat.systems.walk.session_arrays import Booked
from baccarat.systems.walk.states import Deeper

COLUMNS = {
    "session": "uint64",
    "system": "string",
    "result": "int64",
    "action": "int64",
    "coups": "int64",
    "drawdown": "int64",
    "losing_run": "int64",
    "end": "string",
}
"""Result and drawdown are coins, action is units."""
PART = 1_024
"""The sessions of a part: they are played, then written."""

SessionRow = tuple[int, str, int, int, int, int, int, str]


@dataclass(frozen=True, slots=True)
class RecordedSessions:
    """A written file: its path, and the numbers of its rows and of its sessions."""

    path: str
    rows: int
    sessions: int


def write_sessions(
    plan: SessionPlan,
    systems: Sequence[System],
    path: str | os.PathLike[str],
    decide: Strategy = nobody,
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
) -> RecordedSessions:
    """Write the sessions of a plan, up to the limit of rows, to a .csv or .parquet file.

    Among several systems, a system that breaks has no rows from that part on.
    """
    check_records(path, limit, "session")
    room = min(plan.sessions, limit // len(systems))
    rows = sessions = 0
    recorder = _Recorder(plan, systems, as_key(decide))
    with insisting() as insist, row_file(path, COLUMNS) as write:
        for part in plan.part(0, room).jobs(PART) if room else ():
            lines = list(recorder.rows(part))
            write(lines)
            rows, sessions = rows + len(lines), sessions + part.sessions
            if progress is not None:
                progress(sessions)
            insist()
    return RecordedSessions(os.fspath(path), rows, sessions)


class _Recorder:
    """Plays parts of a plan, and remembers the depth of cards that the bets need."""

    def __init__(self, plan: SessionPlan, systems: Sequence[System], decide: Strategy) -> None:
        self.plan, self.decide, self.playing = plan, decide, list[System]()
        self.depth: Depth | None = None
        for system in systems:
            try:
                self.playing.append(seated(system, plan.game, decide))
            except BadSystem:
                if len(systems) == 1:
                    raise

    def rows(self, part: SessionPlan) -> Iterator[SessionRow]:
        """The rows of some sessions: each session has a row for every system."""
        booked = list[tuple[str, Booked]]()
        for system in list(self.playing):
            try:
                booked.append((str(system), self._booked(part, system)))
            except BadSystem:
                if len(self.playing) == 1:
                    raise
                self.playing.remove(system)
        columns = [(name, book.sessions.tolist()) for name, book in booked]
        for place in range(part.sessions):
            for name, sessions in columns:
                *numbers, end = sessions[place]
                yield part.first + place, name, *numbers, ENDS[end]

    def _booked(self, part: SessionPlan, system: System) -> Booked:
        while True:
            reader = reader_of(self.plan, system, self.depth, self.decide)
            if find_spec("numba") is None:
                return reader.played(part.dealing, self.decide)
            try:
                with ready(CPU, part.dealing, self.decide, 1, None) as dealer:
                    batches = dealer.coups(part.dealing, self.decide, reader.cards)
                    return Booked.joined([reader.booked(batch) for batch in batches])
            except Deeper as deeper:
                self.depth = deeper.depth
