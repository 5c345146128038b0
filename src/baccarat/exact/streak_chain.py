"""A streak as a chain: each coup continues the streak with the same chance, or ends it.

Coups are taken as independent, each with the chances of the cards as they are now. This is not
quite true, because dealt cards do not return: a simulation of shoes shows the difference.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from baccarat.base.errors import BadValue, TooShallow
from baccarat.base.frozen import freeze
from baccarat.base.hints import checked, displayed, guided, helpful, quoted, require_fields
from baccarat.base.jsonable import exact, sampled
from baccarat.core.bets.streaks import StreakBet, streak
from baccarat.core.stats import CONFIDENCE, chance_interval
from baccarat.core.tally import StakeWorth


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True, repr=False)
class StreakOdds(StakeWorth):
    """How often a streak bet gets each number of wins: exact, or counted in dealt shoes.

    >>> from baccarat import fold
    >>> odds: StreakOdds = fold("banker-streak", shoes=100, seed=7)
    >>> odds.bet.key, sum(odds.weights.values()), odds.is_exact
    ('banker-streak', 4354, False)
    """

    bet: StreakBet
    weights: Mapping[int | None, int]
    """the weight of each number of wins in a row; None: the shoe ended before the streak"""
    is_exact: bool = field(default=False, compare=False)
    """whether the odds are computed, with independent coups, and not counted in dealt shoes"""

    def __post_init__(self) -> None:
        require_fields(self, "weights")
        known = {None, *range(self.bet.most + 1)}
        is_sound = isinstance(self.weights, Mapping) and all(
            wins in known and type(times) is int and times >= 0
            for wins, times in self.weights.items()
        )
        if not is_sound:
            least = f"{{0: 5, 1: 3}}, up to {self.bet.most}"
            raise BadValue(
                f"give counts by wins in a row, e.g. {least}, not {quoted(self.weights)}"
            )
        came = {wins: times for wins, times in self.weights.items() if times}
        object.__setattr__(self, "weights", came)
        freeze(self, "weights")

    @property
    def total(self) -> int:
        """The number of units laid."""
        return sum(self.weights.values())

    def probability(self, wins: int | None) -> Fraction:
        """The chance of this number of wins in a row, or, for None, that the shoe ends first."""
        return Fraction(self.weights.get(wins, 0), self._counted)

    @property
    def _counted(self) -> int:
        """The number of units laid; raises TooShallow if it is zero."""
        if not self.total:
            raise TooShallow(f"no bet has been counted, so there are no odds of {self.bet.key}")
        return self.total

    def _nets(self) -> Iterable[tuple[int, Fraction]]:
        ends = (None, *range(self.bet.most + 1))
        return ((self.weights.get(wins, 0), self.bet.net(wins)) for wins in ends)

    @property
    def chance(self) -> Fraction:
        """The chance of winning anything."""
        return sum((self.probability(wins) for wins in self.bet.pays), Fraction(0))

    @property
    def unfinished(self) -> Fraction:
        """The chance that the shoe ends before the streak ends."""
        return self.probability(None)

    def chance_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of the chance of winning, if the bets were independent."""
        self._require_sample()
        return chance_interval(int(self.chance * self.total), self.total, confidence)

    @checked
    def __add__(self, other: "StreakOdds") -> "StreakOdds":
        """Add two counts of the same bet, in any order."""
        if self.bet != other.bet or self.is_exact or other.is_exact:
            raise BadValue(
                f"add counts of {self.bet} to counts of the same bet, not to {quoted(other)}"
            )
        return StreakOdds(self.bet, Counter(self.weights) + Counter(other.weights))

    def as_json(self) -> dict[str, object]:
        """The chance of each number of wins and the edge as JSON: exact, or with intervals."""
        about: dict[str, object] = {
            "bet": self.bet.key,
            "spelled": str(self.bet),
            "is_independent": self.is_exact,
        }
        if self.is_exact:
            about |= {**exact("probability", self.chance), **exact("edge", self.edge)}
        else:
            about["laid"] = self.total
            about["probability_simulated"] = sampled(
                self.chance, self.chance_interval(), CONFIDENCE
            )
            about["edge_simulated"] = sampled(self.edge, self.edge_interval(), CONFIDENCE)
        return {
            **about,
            "deviation_float": self.deviation,
            "in_a_row": [
                {
                    "wins": wins,
                    "weight": str(self.weights.get(wins, 0)),
                    **(exact("probability", self.probability(wins)) if self.is_exact else {}),
                }
                for wins in range(self.bet.most + 1)
            ],
            "unfinished_weight": str(self.weights.get(None, 0)),
        }

    def __str__(self) -> str:
        """The edge in one line, and whether it was computed or counted in dealt shoes."""
        if not self.total:
            return f"no {self.bet.key} was laid"
        edge = f"edge {100 * float(self.edge):.4f} %"
        if self.is_exact:
            return f"{edge}, exactly, coups being taken as independent"
        low, high = (f"{100 * bound:.4f} %" for bound in self.edge_interval())
        back = self.weights.get(None, 0)
        return (
            f"{edge} ({low} … {high}) in shoes as they were dealt; {self.total:,} units laid, "
            f"{back:,} of them not decided when the shoe ended"
        )

    def __repr__(self) -> str:
        how = "exact odds" if self.is_exact else "count"
        return f"<{how} of {self.bet}: {self}>"


@checked
def streak_odds(bet: str | StreakBet, goes_on: Fraction, coups: int | None = None) -> StreakOdds:
    """The exact odds of a streak; `goes_on` is the chance that a coup continues the streak.

    If `coups` limits the coups to come, the shoe may end before the streak.

    >>> coin = streak_odds("banker-streak", Fraction(1, 2))
    >>> [str(coin.probability(wins)) for wins in (0, 4, 10)]
    ['1/2', '1/32', '1/1024']
    """
    bet = streak(bet)
    if not 0 <= goes_on <= 1:
        raise BadValue(f"a chance must be from 0 to 1, not {quoted(goes_on)}")
    if coups is not None and coups < 1:
        raise BadValue(f"the number of coups to come must be at least 1, not {quoted(coups)}")
    won, lost = goes_on.numerator, goes_on.denominator - goes_on.numerator
    end = bet.most if coups is None else min(coups, bet.most)
    # The weights of all ways in which `end` coups can go: lost after some wins, or all won.
    weights: dict[int | None, int] = {
        wins: won**wins * lost * (won + lost) ** (end - 1 - wins) for wins in range(end)
    }
    weights[end if end == bet.most else None] = won**end
    return StreakOdds(bet, weights, is_exact=True)
