"""What becomes of a hundred evenings, in sentences made from the figures of sessions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Any, Self

from baccarat.base.words import Words
from baccarat.systems.chain.sessions import ExactSessions, mean_of, total_of
from baccarat.systems.session import ALL_SHOES, RUINED
from baccarat.systems.stake import Staked

HUNDRED = 100
"""The evenings of the sentences; fewer if fewer were played."""
FEW_UNITS = 10
"""Fewer units than this are written with two digits."""


@dataclass(frozen=True, slots=True)
class Evenings:
    """How sessions end: shares of all, and mean units."""

    of: int
    ahead: Fraction
    behind: Fraction
    ruined: Fraction
    won: Fraction
    """units, of the sessions that end ahead"""
    lost: Fraction
    """units, of the sessions that end behind"""
    rebate: Fraction = Fraction(0)
    """the share of a session's loss that comes back"""
    is_cut: bool = False
    """whether the written shoes ran out before the last session ended"""

    @classmethod
    def of_results(
        cls, results: Mapping[int, Fraction | int], ruined: Fraction, unit: int, of: int = HUNDRED
    ) -> Self:
        """Evenings made from how often, or how likely, each result in coins is."""
        chances = {coins: Fraction(times) for coins, times in results.items()}
        whole = total_of(chances.values())
        ahead, won = _above_zero(chances, unit)
        behind, lost = _above_zero({-coins: chance for coins, chance in chances.items()}, unit)
        return cls(min(of, HUNDRED), ahead / whole, behind / whole, ruined, won, lost)

    @classmethod
    def of_sessions(cls, staked: Staked, solved: ExactSessions | None = None) -> Self:
        """Evenings made from the exact chances of fresh coups, or else from the played sessions."""
        session, ledger, rebate = staked.plan.session, staked.ledger, staked.rebate or Fraction(0)
        if solved is not None and solved.stopped is None and staked.plan.fresh:
            ruined = solved.ends.get(RUINED, Fraction(0))
            return replace(cls.of_results(solved.results, ruined, session.unit), rebate=rebate)
        ruined = Fraction(ledger.ends.get(RUINED, 0), staked.sessions)
        played = cls.of_results(ledger.histograms["result"], ruined, session.unit, staked.sessions)
        is_cut = session.shoes is None and ALL_SHOES in ledger.ends
        return replace(played, rebate=rebate, is_cut=is_cut)

    @classmethod
    def of_answer(cls, system: Mapping[str, Any], unit: int) -> Self:
        """Evenings made from a system's figures in a saved answer."""
        sessions, rebate = system["sessions"], system.get("rebate")
        results = {int(coins): times for coins, times in system["histograms"]["result"].items()}
        ruined = Fraction(sum(system["histograms"]["ruined at"].values()), sessions)
        played = cls.of_results(results, ruined, unit, sessions)
        return replace(played, rebate=Fraction(rebate["share"])) if rebate else played

    @property
    def mean(self) -> Fraction:
        """The mean result of a session, in units."""
        return self.ahead * self.won - self.behind * self.lost

    @property
    def worth(self) -> Fraction:
        """The mean result of a session with the rebate, in units."""
        return self.mean + self.rebate * self.behind * self.lost

    def sentences(self, words: Words) -> Iterator[str]:
        """What becomes of these evenings, in short sentences."""
        ahead, behind, ruined = self.counts()
        values: dict[str, object] = {
            "of": self.of,
            "ahead": ahead,
            "behind": behind,
            "ruined": ruined,
            "won": _units(self.won),
            "lost": _units(self.lost),
        }
        yield words(f"evenings.ahead{_kind(self.ahead, ahead)}", **values)
        if self.behind or not self.ahead:
            yield words(f"evenings.ruined{_kind(self.ruined, ruined)}", **values)
        kind = _kind(self.behind, behind)
        if not kind and ahead:
            kind = "-more" if self.mean < 0 else "-less"
        yield words(f"evenings.behind{kind}", **values)
        yield _on_average(self.mean, "evenings.", words)
        if self.rebate:
            yield _on_average(self.worth, "evenings.rebate-", words)
        if self.is_cut:
            yield words("evenings.cut")

    def counts(self) -> tuple[int, int, int]:
        """How many of these evenings end ahead, behind and ruined, in whole numbers.

        The parts of an evening go to the largest of them, so that all evenings are counted once.
        """
        shares = [self.ahead, self.behind, 1 - self.ahead - self.behind]
        counts = [int(share * self.of) for share in shares]
        rests = sorted(range(3), key=lambda place: counts[place] - shares[place] * self.of)
        for place in rests[: self.of - sum(counts)]:
            counts[place] += 1
        return counts[0], counts[1], min(counts[1], floor(self.ruined * self.of + Fraction(1, 2)))


def _above_zero(chances: Mapping[int, Fraction], unit: int) -> tuple[Fraction, Fraction]:
    """The chance of a result above zero, and the mean of such results; 0 if there is none."""
    above = {coins: chance for coins, chance in chances.items() if coins > 0}
    total = total_of(above.values())
    return total, mean_of(above) / total / unit if total else Fraction(0)


def _kind(share: Fraction, count: int) -> str:
    """The end of a text's key: for none, for fewer than one evening, for all, or for some."""
    if not share:
        return "-none"
    return "-all" if share == 1 else "" if count else "-few"


def _on_average(mean: Fraction, key: str, words: Words) -> str:
    """The sentence about a mean result; `key` is the beginning of its key."""
    end = "pay" if mean < 0 else "win" if mean > 0 else "even"
    return words(f"{key}{end}", units=_units(abs(mean)))


def _units(units: Fraction) -> int | float:
    """Units as the sentences write them: whole, or with two digits if they are few.

    A half is rounded up.
    """
    scale = 1
    while 0 < units * scale < FEW_UNITS:
        scale *= 10
    rounded = Fraction(floor(units * scale + Fraction(1, 2)), scale)
    return int(rounded) if rounded.denominator == 1 else float(rounded)
