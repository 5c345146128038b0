"""Counts what followed a string of decisions, beside the exact chances in fresh shoes."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import log
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import BadValue, CoupError
from baccarat.base.frozen import freeze
from baccarat.base.hints import checked, quoted
from baccarat.core.coup import Side
from baccarat.core.result import LETTERS
from baccarat.exact.odds import odds

if TYPE_CHECKING:
    from baccarat.archive.archive import Archive

LONGEST = 12
"""The most decisions of a string."""
ERROR = 0.05
"""The chance, at most, that any of the intervals misses its chance."""
STEPS = 60
"""The number of halvings that find the end of an interval."""

StringTable = npt.NDArray[np.int64]
CountsByLaw = Mapping[tuple[str, int], tuple[StringTable, ...]]


@dataclass(frozen=True, slots=True)
class Followed:
    """What followed a string of decisions in an archive.

    >>> from baccarat import coups
    >>> from baccarat.archive.archive import Archive
    >>> answer = Archive.of_coups(next(coups(shoes=1000, seed=7))).after("BBP")
    >>> answer.times, answer.counts, answer.is_flat
    (7068, {'P': 3148, 'B': 3215, 'T': 705}, True)
    """

    decisions: str
    skips_ties: bool
    """whether ties are left out, as roads leave them out"""
    counts: Mapping[str, int]
    """how often each decision followed"""
    law: Mapping[str, Fraction]
    """the chance of each decision in the first coup of a fresh shoe"""
    intervals: Mapping[str, tuple[float, float]]
    """the interval of each chance, corrected for all strings of up to this length"""
    strings: int
    """the number of strings of up to this length"""
    seen: int
    """the number of strings of this length that something followed"""
    outside: int
    """how many of these have an interval that misses the law"""

    def __post_init__(self) -> None:
        freeze(self, "counts", "law", "intervals")

    @property
    def times(self) -> int:
        """How often the string was followed by a decision of the same shoe."""
        return sum(self.counts.values())

    @property
    def is_flat(self) -> bool:
        """Whether the law is inside all intervals of this string."""
        return all(low <= self.law[way] <= high for way, (low, high) in self.intervals.items())

    @property
    def why(self) -> tuple[str, ...]:
        """Four lines that say why the decisions of the past predict nothing."""
        return (
            "The next cards lie in the shoe in an order that no past winner can change.",
            "The law is that of a fresh shoe; within a shoe, missing cards change it slightly.",
            f"Of {self.strings:,} strings of up to {len(self.decisions)} decisions, some look "
            "unusual by luck alone.",
            "So each interval is wide enough for all strings together (Bonferroni, Chernoff).",
        )

    def as_json(self) -> dict[str, object]:
        """The answer as JSON."""
        return {
            "after": self.decisions,
            "skips_ties": self.skips_ties,
            "times": self.times,
            "followed": [
                {
                    "decision": way,
                    "count": self.counts[way],
                    "chance": float(self.law[way]),
                    "interval": list(self.intervals[way]),
                }
                for way in self.counts
            ],
            "is_flat": self.is_flat,
            "strings": self.strings,
            "strings_seen": self.seen,
            "strings_outside": self.outside,
            "why": list(self.why),
        }


@dataclass(frozen=True, slots=True)
class StringCounts:
    """How often each string of one to thirteen decisions occurs, for each game and its decks."""

    ways: str
    """the letters of the decisions, in the order of their codes"""
    by_law: CountsByLaw
    """by game and decks: by length, from 1: by string, read as a number: how often it occurs"""
    flatness: tuple[tuple[int, int], ...]
    """by length, from 1: how many strings something followed, and how many of these miss the law"""

    @classmethod
    def of(cls, archive: "Archive", skip_ties: bool) -> "StringCounts":
        """The counts of all strings in an archive."""
        laws = np.unique(np.stack([archive.games, archive.decks]), axis=1).T.tolist()
        by_law: dict[tuple[str, int], tuple[StringTable, ...]] = {}
        for game, decks in laws:
            is_chosen = (archive.games == game) & (archive.decks == decks)
            shoes = archive if is_chosen.all() else archive.only(is_chosen)
            key = archive.game_names[game], int(decks)
            by_law[key] = _count_strings(shoes.winners, shoes.starts, skip_ties)
        ways = "".join(LETTERS)[: 3 - skip_ties]
        lengths = range(1, LONGEST + 1)
        return cls(ways, by_law, tuple(_flatness(by_law, size, len(ways)) for size in lengths))

    def after(self, decisions: str) -> Followed:
        """What followed this string."""
        base, length = len(self.ways), len(decisions)
        code = int("".join(str(self.ways.index(way)) for way in decisions), base)
        rows = {law: _by_next(counts, length, base)[code] for law, counts in self.by_law.items()}
        counted = sum(rows.values(), np.zeros(base, np.int64))
        times = int(counted.sum())
        weights = {law: int(row.sum()) for law, row in rows.items()}
        if not times:  # then all shoes count, each of them once for each of its decisions
            weights = {law: int(counts[0].sum()) for law, counts in self.by_law.items()}
        whole = sum(weights.values()) or 1
        chances = [
            sum(
                (weight * chances_of(*law, base)[way] for law, weight in weights.items()),
                Fraction(0),
            )
            / whole
            for way in range(base)
        ]
        bound = _bound(length, base)
        seen, outside = self.flatness[length - 1]
        return Followed(
            decisions,
            base == 2,
            dict(zip(self.ways, counted.tolist(), strict=True)),
            dict(zip(self.ways, chances, strict=True)),
            {
                way: interval(int(count), times, bound)
                for way, count in zip(self.ways, counted, strict=True)
            },
            _strings_up_to(length, base),
            seen,
            outside,
        )


@checked
def read_decisions(text: str, skip_ties: bool) -> str:
    """A string of decisions in capitals; raises `BadValue` if it is too long or not a string."""
    decisions = "".join(text.split()).upper()
    ways = "BP" if skip_ties else "BPT"
    if not 1 <= len(decisions) <= LONGEST or not set(decisions) <= set(ways):
        letters = " and ".join(", ".join(ways).rsplit(", ", 1))
        raise BadValue(f"decisions must be 1 to {LONGEST} letters of {letters}, not {quoted(text)}")
    return decisions


def _strings_up_to(length: int, base: int) -> int:
    return sum(base**size for size in range(1, length + 1))


def _bound(length: int, base: int) -> float:
    """−log of the chance that one interval misses; the chance that any of them misses is ERROR."""
    return log(2 * base * _strings_up_to(length, base) / ERROR)


def _flatness(by_law: CountsByLaw, length: int, base: int) -> tuple[int, int]:
    """How many strings of this length were followed by a decision, and how many miss the law."""
    counts = np.zeros((base**length, base), np.int64)
    means = np.zeros(counts.shape)
    for law, counts_of_law in by_law.items():
        followed = _by_next(counts_of_law, length, base)
        counts += followed
        chances = np.array([float(chance) for chance in chances_of(*law, base)])
        means += followed.sum(axis=1, keepdims=True) * chances
    is_seen = counts.any(axis=1)
    won, mean = counts[is_seen], means[is_seen]
    times = won.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):  # nothing won: 0 times a logarithm is 0
        wins = np.where(won > 0, won * np.log(won / mean), 0)
        losses = (times - won) * np.log((times - won) / (times - mean))
    is_far = wins + np.where(won < times, losses, 0) > _bound(length, base)
    return int(is_seen.sum()), int(is_far.any(axis=1).sum())


def interval(count: int, times: int, bound: float) -> tuple[float, float]:
    """The chances for which a count this far from the mean is likelier than e^-bound (Chernoff)."""
    if not times:
        return 0.0, 1.0
    share = count / times

    def is_far(chance: float) -> bool:
        won = count * log(share / chance) if count else 0.0
        lost = (times - count) * log((1 - share) / (1 - chance)) if count < times else 0.0
        return won + lost > bound

    def end(outer: float) -> float:
        """The chance nearest to this end that is not too far from the share."""
        inner = share
        for _ in range(STEPS):
            middle = (inner + outer) / 2
            inner, outer = (inner, middle) if is_far(middle) else (middle, outer)
        return inner

    return (0.0 if not count else end(0.0)), (1.0 if count == times else end(1.0))


@cache
def chances_of(game: str, decks: int, base: int) -> tuple[Fraction, ...]:
    """The exact chances of Player, Banker and tie in a fresh shoe; base 2 leaves out the ties."""
    try:
        chances = odds(game=game, decks=decks).tally.chances
    except CoupError:
        raise BadValue(
            f"{game} has no law before its players decide: leave its shoes out"
        ) from None
    parts = [chances[winner] for winner in (*Side, None)][:base]
    return tuple(part / sum(parts) for part in parts)


def _by_next(counts: tuple[StringTable, ...], length: int, base: int) -> StringTable:
    """For each string of this length: how often each decision followed."""
    return counts[length].reshape(-1, base)


def _count_strings(
    winners: npt.NDArray[np.uint8], starts: npt.NDArray[np.int64], skip_ties: bool
) -> tuple[StringTable, ...]:
    """For each length from 1 to 13: how often each string occurs within a shoe.

    The longest strings are counted. A shorter string occurs where a longer one ends in it, or at
    the beginning of a shoe.
    """
    base = 2 if skip_ties else 3
    if skip_ties:
        is_decided = winners < base
        starts = np.concatenate([[0], np.cumsum(is_decided)])[starts]
        winners = winners[is_decided]
    lengths = np.diff(starts)
    places = np.arange(len(winners)) - np.repeat(starts[:-1], lengths)
    digits = winners.astype(np.int32)
    codes = np.zeros(len(digits), np.int32)
    counts: list[StringTable] = []
    begun: list[StringTable] = []
    for length in range(1, LONGEST + 2):
        behind = length - 1
        codes[behind:] += digits[: max(0, len(digits) - behind)] * base**behind
        firsts = codes[starts[:-1][lengths >= length] + behind]
        begun.append(np.bincount(firsts, minlength=base**length))
    counts = [np.bincount(codes[places >= LONGEST], minlength=base ** (LONGEST + 1))]
    for length in range(LONGEST, 0, -1):
        longer = counts[0].reshape(base, -1).sum(axis=0)
        counts.insert(0, longer + begun[length - 1])
    return tuple(counts)
