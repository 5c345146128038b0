"""What a guest asks about risk, and the answer, whether it is exact or about right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from numbers import Real
from typing import Protocol

from baccarat.base.errors import BadValue
from baccarat.base.frozen import freeze
from baccarat.base.hints import displayed, quoted, require_fields, whole
from baccarat.systems.risk.smooth import Motion
from baccarat.systems.session import ENDLESS

MIDDLE, ONE_IN_TWENTY = 0.5, 0.95
"""Drawdowns and losing runs are told in the middle, and in one session of twenty."""
MOST_BANKROLL = 10**12
"""Units, at the most."""
POINTS = 100
"""The most moments of a curve, beside its start."""


@dataclass(frozen=True, slots=True)
class RiskMoment:
    """What has come of sessions by now."""

    coup: int
    ruined: float
    reached: float


@displayed
@dataclass(frozen=True, slots=True)
class Prospects:
    """What comes of a bankroll: with a goal or without, in a session or for ever."""

    bankroll: int
    goal: int | None
    coups: int | None
    ruin: float
    """the chance to be ruined, before the goal and within the session where there are such"""
    reach: float | None
    """the chance to reach the goal"""
    coups_to_ruin: float | None
    """of those who are ruined, on average; None if nobody is, or if it is infinite"""
    coups_to_goal: float | None
    """of those who reach the goal, on average"""
    mean_coups: float | None
    """coups that are played, on average; None if that is infinite"""
    ahead: float | None
    """the chance to leave the session with more than the bankroll"""
    result: float | None
    """units that are won in all, on average"""
    drawdown: tuple[int, int] | None = None
    """units below the most that was in hand, in the middle and in one session of twenty"""
    losing_run: tuple[int, int] | None = None
    """bets lost in a row, in the same way"""
    curve: tuple[RiskMoment, ...] = ()
    """the same chances, moment by moment, in a session"""

    def __post_init__(self) -> None:
        freeze(self, "drawdown", "losing_run", "curve")
        require_fields(self)

    def as_json(self) -> dict[str, object]:
        """All of it."""
        drawdown, run = self.drawdown or (None, None), self.losing_run or (None, None)
        return {
            "bankroll": self.bankroll,
            "goal": self.goal,
            "coups_of_each": self.coups,
            "ruin_float": self.ruin,
            "reach_float": self.reach,
            "coups_to_ruin_float": self.coups_to_ruin,
            "coups_to_goal_float": self.coups_to_goal,
            "mean_coups_float": self.mean_coups,
            "ahead_float": self.ahead,
            "result_float": self.result,
            "drawdown_middle": drawdown[0],
            "drawdown_one_in_twenty": drawdown[1],
            "losing_run_middle": run[0],
            "losing_run_one_in_twenty": run[1],
            "curve": [
                {"number": each.coup, "ruined_float": each.ruined, "reached_float": each.reached}
                for each in self.curve
            ],
        }


class LawOfMoney(Protocol):
    """Finds the figures of one law of money, as steps or smoothly."""

    motion: Motion
    """the same as if money moved smoothly, from which a search begins"""

    def ruin(self, bankroll: int, goal: int | None, coups: int | None) -> float: ...
    def reach(self, bankroll: int, goal: int, coups: int | None) -> float: ...
    def fall(self, units: int, coups: int) -> float: ...
    def losing_run(self, coups: int, share: float) -> int | None: ...
    def ended(self, bankroll: int, goal: int | None) -> Prospects: ...
    def session(self, bankroll: int, goal: int | None, coups: int) -> Prospects: ...


class Asked:
    """What can be asked of a bet, whether it is laid flat or by a count."""

    __slots__ = ()

    @property
    def _name(self) -> str:
        raise NotImplementedError

    @property
    def _law(self) -> LawOfMoney:
        raise NotImplementedError

    @property
    def cost(self) -> float:
        """Units that a coup loses on average; below nothing if it wins."""
        return -self._law.motion.mean

    def ruin(self, bankroll: int, goal: int | None = None, coups: int | None = None) -> float:
        """The chance to be ruined: for ever, before a goal, within so many coups, or both."""
        require_terms(bankroll, goal, coups)
        if goal is None and coups is None and self.cost >= 0:
            return 1.0
        return self._law.ruin(bankroll, goal, coups)

    def reach(self, bankroll: int, goal: int, coups: int | None = None) -> float:
        """The chance to have the goal in hand before ruin, and perhaps within so many coups."""
        require_terms(bankroll, whole(goal, "a goal"), coups)
        return self._law.reach(bankroll, goal, coups)

    def bankroll(self, risk: float, goal: int | None = None, coups: int | None = None) -> int:
        """The fewest units with which the chance to be ruined is at most this."""
        risk = as_chance(risk, "a risk")
        require_terms(1, goal, coups)
        if goal is None and coups is None and self.cost >= 0:
            told = f"{self._name} wins nothing on average, so ruin for ever is certain"
            raise BadValue(f"no bankroll is enough: {told}")
        most = MOST_BANKROLL if goal is None else goal - 1
        motion, time = self._law.motion, inf if coups is None else coups
        top = inf if goal is None else goal
        guess = fewest(lambda units: motion.ruin(units, top - units, time) <= risk, 1, most)
        found = fewest(lambda units: self.ruin(units, goal, coups) <= risk, guess or most, most)
        if found is None:
            told = "" if goal is None else f" below the goal of {goal} units"
            raise BadValue(f"no bankroll{told} is enough for a risk of {risk:g}")
        return found

    def drawdown(self, coups: int, share: float = ONE_IN_TWENTY) -> int:
        """The fewest whole units below the most in hand that this share of sessions do not exceed.

        Of all the coups: nobody is ruined, and no goal ends them.
        """
        require_terms(1, None, whole(coups, "the number of coups"))
        share = as_chance(share, "a share")
        law, motion = self._law, self._law.motion
        guess = fewest(lambda units: motion.fall(units, coups) <= 1 - share, 1, MOST_BANKROLL) or 1
        # One more than the units, because none may be enough.
        more = fewest(lambda more: law.fall(more - 1, coups) <= 1 - share, guess + 1, MOST_BANKROLL)
        return (more or MOST_BANKROLL) - 1

    def losing_run(self, coups: int, share: float = ONE_IN_TWENTY) -> int | None:
        """Bets lost in a row that this share of sessions do not exceed; a push breaks no run.

        None where the law of a single bet is not known.
        """
        require_terms(1, None, whole(coups, "the number of coups"))
        share = as_chance(share, "a share")
        return self._law.losing_run(coups, share)

    def prospects(
        self, bankroll: int, goal: int | None = None, coups: int | None = None
    ) -> Prospects:
        """All that comes of a bankroll; without a number of coups, for ever or to the goal."""
        require_terms(bankroll, goal, coups)
        if coups is None:
            return self._law.ended(bankroll, goal)
        middle, most = self.losing_run(coups, MIDDLE), self.losing_run(coups)
        return replace(
            self._law.session(bankroll, goal, coups),
            drawdown=(self.drawdown(coups, MIDDLE), self.drawdown(coups)),
            losing_run=None if middle is None or most is None else (middle, most),
        )


def require_terms(bankroll: int, goal: int | None = None, coups: int | None = None) -> None:
    """Complain of a bankroll, a goal or a number of coups that cannot be."""
    if not 1 <= whole(bankroll, "a bankroll") <= MOST_BANKROLL:
        raise BadValue(f"a bankroll is 1 to {MOST_BANKROLL:,} units, not {quoted(bankroll)}")
    if goal is not None and whole(goal, "a goal") <= bankroll:
        raise BadValue(f"a goal of {quoted(goal)} units is not above the bankroll {bankroll}")
    if goal is not None and goal > MOST_BANKROLL:
        raise BadValue(f"a goal is at most {MOST_BANKROLL:,} units: say a smaller one")
    if coups is not None and not 1 <= whole(coups, "the number of coups") <= ENDLESS:
        raise BadValue(f"a session has 1 to {ENDLESS:,} coups, not {quoted(coups)}")


def as_chance(number: float, what: str) -> float:
    """A chance that is neither certain nor impossible; any kind of number will do."""
    is_number = isinstance(number, Real) and not isinstance(number, bool)
    if not is_number or not 0 < number < 1:
        raise BadValue(f"{what} is between 0 and 1, or 0 % and 100 %, not {quoted(number)}")
    return float(number)


def fewest(is_enough: Callable[[int], bool], guess: float, most: int) -> int | None:
    """The least whole number from 1 on that is enough, if more is never worse; None above `most`.

    It looks near the guess first.
    """
    low, high = 0, most + 1
    at, step = min(most, max(1, round(min(guess, float(most))))), 1
    while high - low > 1:
        if is_enough(at):
            high = at
        else:
            low = at
        at = min(most, at + step) if low == at else max(1, at - step)
        step *= 2
        if not low < at < high:
            at = (low + high) // 2
    return high if high <= most else None


def marks(coups: int) -> list[int]:
    """The moments of a curve: the start, the last coup, and others evenly between."""
    many = min(POINTS, coups)
    return sorted({coups * number // many for number in range(many + 1)})


def along(
    bankroll: int, goal: int | None, curve: Sequence[RiskMoment], mean: float, ahead: float
) -> Prospects:
    """A session by the moments of its curve, from the second on; its means are sums over them."""
    last = RiskMoment(0, 0.0, 0.0)
    moments = [last]
    to_ruin = to_goal = played = 0.0
    for now in curve:
        middle = (last.coup + now.coup) / 2
        to_ruin += middle * (now.ruined - last.ruined)
        to_goal += middle * (now.reached - last.reached)
        gone = (now.ruined + now.reached + last.ruined + last.reached) / 2
        played += (now.coup - last.coup) * (1 - gone)
        moments.append(last := now)
    return Prospects(
        *(bankroll, goal, last.coup),
        ruin=last.ruined,
        reach=None if goal is None else last.reached,
        coups_to_ruin=to_ruin / last.ruined if last.ruined else None,
        coups_to_goal=to_goal / last.reached if last.reached else None,
        mean_coups=played,
        ahead=ahead,
        result=played * mean,
        curve=tuple(moments),
    )
