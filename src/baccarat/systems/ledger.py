"""A ledger counts the results of many sessions, in whole numbers that can be added exactly."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from baccarat.base.errors import BadValue
from baccarat.base.frames import ColumnTypes, Framed
from baccarat.base.frozen import freeze
from baccarat.base.hints import quoted, require_fields
from baccarat.core.tally import added, digest_of, lines_of, read_counts
from baccarat.systems.reference_player import PlayedSession
from baccarat.systems.session import RUINED

HISTOGRAMS = ("result", "action", "coups", "drawdown", "losing run", "ruined at")
"""The figures of a session that are counted; result and drawdown in coins, action in units."""
ENDS = "ends"
MARK = "money at {}"
"""The name of the histogram of the money, in coins, after a number of coups."""
BOOK = ("laid", "action", "squares", "result")
"""The counts for each bet: times laid, units staked, the sum of squared stakes, coins won."""


@dataclass(frozen=True, slots=True, repr=False)
class Ledger(Framed):
    """Histograms of sessions, the stakes on each bet, and how the sessions ended."""

    histograms: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    bets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    ends: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        require_fields(self)
        freeze(self)

    @classmethod
    def of(cls, played: Iterable[PlayedSession], marks: Iterable[int] = ()) -> "Ledger":
        """The ledger of these sessions, counted one by one."""
        histograms: dict[str, Counter[int]] = {name: Counter() for name in HISTOGRAMS}
        histograms |= {MARK.format(mark): Counter() for mark in marks}
        bets: dict[str, Counter[str]] = defaultdict(Counter)
        ends: Counter[str] = Counter()
        for session in played:
            for name, number in _told(session, marks):
                histograms[name][number] += 1
            for coup in session.coups:
                for wager in coup.wagers:
                    numbers = (1, wager.staked, wager.staked**2, wager.won)
                    bets[wager.bet].update(dict(zip(BOOK, numbers, strict=True)))
            ends[session.end] += 1
        return cls() if not ends else cls() + cls(histograms, bets, ends)

    def __repr__(self) -> str:
        return f"<ledger of {self.sessions:,} sessions>"

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        return sum(self.ends.values())

    def __add__(self, other: "Ledger") -> "Ledger":
        """The sum of two ledgers."""
        if not isinstance(other, Ledger):
            raise BadValue(f"a ledger must be added to another ledger, not to {quoted(other)}")
        return Ledger(
            added(self.histograms, other.histograms),
            added(self.bets, other.bets),
            added({ENDS: self.ends}, {ENDS: other.ends})[ENDS],
        )

    def mean(self, name: str) -> float:
        """The mean of a histogram."""
        return self.total(name) / self.sessions

    def total(self, name: str) -> int:
        """The sum of the numbers in a histogram, over all sessions."""
        return sum(number * times for number, times in self.histograms[name].items())

    def deviation(self, name: str) -> float:
        """The standard deviation of a histogram."""
        counts, mean = self.histograms[name], self.mean(name)
        squares = sum((number - mean) ** 2 * times for number, times in counts.items())
        return sqrt(squares / max(1, self.sessions - 1))

    def quantile(self, name: str, share: float) -> int:
        """The smallest number in a histogram that this share of the sessions does not exceed."""
        counts, below = self.histograms[name], 0
        wanted = share * sum(counts.values())
        for number, times in sorted(counts.items()):
            below += times
            if below >= wanted:
                return number
        return max(counts)

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each number of each histogram, for tables."""
        return [
            {"what": name, "number": number, "sessions": times}
            for name, counts in self.histograms.items()
            for number, times in sorted(counts.items())
        ]

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        return {"what": "string", "number": "int64", "sessions": "int64"}, self.rows()

    @property
    def digest(self) -> str:
        """The SHA-256 of all numbers in the ledger, as text."""
        parts = (lines_of(self.histograms), lines_of(self.bets), lines_of({ENDS: self.ends}))
        return digest_of([line for lines in parts for line in lines])

    def written(self) -> dict[str, Any]:
        """All counts, for a checkpoint."""
        return {"histograms": self.histograms, "bets": self.bets, "ends": self.ends}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "Ledger":
        """The ledger from which `written` made this JSON."""
        ends = {end: int(times) for end, times in written["ends"].items()}
        return cls(read_counts(written["histograms"], int), read_counts(written["bets"], str), ends)


def _told(played: PlayedSession, marks: Iterable[int]) -> Iterator[tuple[str, int]]:
    """For each histogram: its name, and the number that this session adds to it."""
    yield from zip(HISTOGRAMS, played.figures, strict=False)
    if played.end == RUINED:
        yield HISTOGRAMS[-1], len(played.coups)
    for mark in marks:
        yield MARK.format(mark), played.money_after(mark)
