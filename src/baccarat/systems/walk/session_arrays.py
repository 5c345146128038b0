"""Played sessions as arrays, of which many are counted at a time."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.systems.ledger import BOOK, HISTOGRAMS, MARK, Ledger
from baccarat.systems.reference_player import PlayedSession
from baccarat.systems.session import ENDS, EVERY, RUINED

COUPS_AT, END_AT = 2, 5
"""Columns: the first HISTOGRAMS, then the index of the end among the ENDS."""
TIGHT = 1 << 22
"""Numbers within a span of this size are counted by an array."""
MOST_NUMBERS = 2_000_000
"""The most numbers that wait to be counted."""


class Booked:
    """Some played sessions, as an array with a row for each, and the stakes on each bet."""

    def __init__(
        self,
        sessions: npt.NDArray[np.int64],
        marks: npt.NDArray[np.int64],
        bets: Mapping[str, Sequence[int]],
    ) -> None:
        """`sessions` and `marks` have a row for each session; `bets` has the sums for each bet."""
        self.sessions, self.marks, self.bets = sessions, marks, bets

    @classmethod
    def of(cls, played: Sequence[PlayedSession], marks: Sequence[int]) -> "Booked":
        """These sessions of the reference player, as arrays."""
        bets: dict[str, list[int]] = {}
        for coup in (coup for session in played for coup in session.coups):
            for wager in coup.wagers:
                book, stake = bets.setdefault(wager.bet, [0] * len(BOOK)), wager.staked
                for place, number in enumerate((1, stake, stake * stake, wager.won)):
                    book[place] += number
        rows = [(*session.figures, ENDS.index(session.end)) for session in played]
        money = [[session.money_after(mark) for mark in marks] for session in played]
        return cls(
            np.array(rows, np.int64).reshape(len(played), END_AT + 1),
            np.array(money, np.int64).reshape(len(played), len(marks)),
            bets,
        )

    @classmethod
    def joined(cls, parts: Sequence["Booked"]) -> "Booked":
        """The sessions of all parts in one `Booked`."""
        bets: dict[str, list[int]] = {}
        for part in parts:
            for bet, book in part.bets.items():
                sums = bets.get(bet, [0] * len(BOOK))
                bets[bet] = [first + second for first, second in zip(sums, book, strict=True)]
        sessions = np.concatenate([part.sessions for part in parts])
        return cls(sessions, np.concatenate([part.marks for part in parts]), bets)

    @property
    def ledger(self) -> Ledger:
        """The sessions as a ledger."""
        if not len(self.sessions):
            return Ledger()
        ends = self.sessions[:, END_AT]
        ruined = self.sessions[ends == ENDS.index(RUINED), COUPS_AT]
        columns = [*self.sessions[:, :END_AT].T, ruined]
        histograms = dict(zip(HISTOGRAMS, map(_counted, columns), strict=True))
        for place, money in enumerate(self.marks.T, start=1):
            histograms[MARK.format(place * EVERY)] = _counted(money)
        bets = {bet: dict(zip(BOOK, row, strict=True)) for bet, row in self.bets.items() if row[0]}
        return Ledger(histograms, bets, {ENDS[end]: n for end, n in _counted(ends).items()})


class LedgerSum:
    """A ledger that grows: sessions wait until there are enough of them to count at once."""

    def __init__(
        self, counted: Ledger | None = None, *waiting: Booked, room: int = MOST_NUMBERS
    ) -> None:
        """`room`: how many numbers may wait to be counted; divide it among several ledgers."""
        self._counted, self._waiting, self._room = counted or Ledger(), waiting, room
        if sum(book.sessions.size + book.marks.size for book in waiting) > room:
            self._counted, self._waiting = self.ledger, ()

    @property
    def ledger(self) -> Ledger:
        """The ledger of all sessions."""
        if not self._waiting:
            return self._counted
        return self._counted + Booked.joined(self._waiting).ledger

    def __add__(self, other: "LedgerSum") -> "LedgerSum":
        room = min(self._room, other._room)
        if not other._counted.sessions:
            return LedgerSum(self._counted, *self._waiting, *other._waiting, room=room)
        return LedgerSum(self.ledger + other.ledger, room=room)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LedgerSum) and self.ledger == other.ledger

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def sessions(self) -> int:
        return self._counted.sessions + sum(len(book.sessions) for book in self._waiting)

    @property
    def digest(self) -> str:
        return self.ledger.digest

    def written(self) -> dict[str, Any]:
        """All counts, for a checkpoint."""
        return self.ledger.written()

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "LedgerSum":
        """The value from which `written` made this JSON."""
        return cls(Ledger.read(written))


def _counted(numbers: npt.NDArray[np.int64]) -> dict[int, int]:
    """How often each number occurs, in ascending order of the numbers."""
    if not len(numbers):
        return {}
    low, high = int(numbers.min()), int(numbers.max())
    if high - low < TIGHT:
        times = np.bincount(numbers - low)
        values = np.flatnonzero(times)
        return dict(zip((values + low).tolist(), times[values].tolist(), strict=True))
    values, times = np.unique(numbers, return_counts=True)
    return dict(zip(values.tolist(), times.tolist(), strict=True))
