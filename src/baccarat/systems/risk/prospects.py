"""The questions about risk and their answers, for money that moves in steps or smoothly."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from numbers import Real
from typing import Protocol

from baccarat.base.errors import BadValue
from baccarat.base.frozen import freeze
from baccarat.base.hints import displayed, quoted, require_fields, whole
from baccarat.systems.risk.smooth import Motion
from baccarat.systems.session import ENDLESS

MIDDLE, ONE_IN_TWENTY = 0.5, 0.95
"""Drawdowns and losing runs are given for the median session, and for one session of 20."""
MOST_BANKROLL = 10**12
"""The most units of a bankroll or a goal."""
POINTS = 100
"""The most moments of a curve, beside its start."""


@dataclass(frozen=True, slots=True)
class RiskMoment:
    """The shares of sessions that are ruined, or have reached the goal, after `coup` coups."""

    coup: int
    ruined: float
    reached: float


@displayed
@dataclass(frozen=True, slots=True)
class Prospects:
    """The figures of a bankroll, with or without a goal, in a session or without a limit."""

    bankroll: int
    goal: int | None
    coups: int | None
    ruin: float
    """the chance of ruin, before the goal and within the session if these are given"""
    reach: float | None
    """the chance to reach the goal"""
    coups_to_ruin: float | None
    """the mean coups of guests who are ruined; None if there are none, or if it is infinite"""
    coups_to_goal: float | None
    """the mean coups of guests who reach the goal"""
    mean_coups: float | None
    """the mean coups played; None if that is infinite"""
    ahead: float | None
    """the chance to leave the session with more than the bankroll"""
    result: float | None
    """the mean of all units won"""
    drawdown: tuple[int, int] | None = None
    """units below the highest bankroll, for the median session and for one session of 20"""
    losing_run: tuple[int, int] | None = None
    """bets lost in a row, for the same two sessions"""
    curve: tuple[RiskMoment, ...] = ()
    """the chances of ruin and of the goal, moment by moment, in a session"""

    def __post_init__(self) -> None:
        freeze(self, "drawdown", "losing_run", "curve")
        require_fields(self)

    def as_json(self) -> dict[str, object]:
        """All fields as JSON."""
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
    """Calculates the risk of money that moves in steps or smoothly."""

    motion: Motion
    """the smooth motion with the same mean and variance, from which a search begins"""

    def ruin(self, bankroll: int, goal: int | None, coups: int | None) -> float: ...
    def reach(self, bankroll: int, goal: int, coups: int | None) -> float: ...
    def fall(self, units: int, coups: int) -> float: ...
    def losing_run(self, coups: int, share: float) -> int | None: ...
    def ended(self, bankroll: int, goal: int | None) -> Prospects: ...
    def session(self, bankroll: int, goal: int | None, coups: int) -> Prospects: ...


class Asked:
    """The questions about the risk of a bet, laid flat or by a count."""

    __slots__ = ()

    @property
    def _name(self) -> str:
        raise NotImplementedError

    @property
    def _law(self) -> LawOfMoney:
        raise NotImplementedError

    @property
    def cost(self) -> float:
        """Units that a coup loses on average; negative if it wins."""
        return -self._law.motion.mean

    def ruin(self, bankroll: int, goal: int | None = None, coups: int | None = None) -> float:
        """The chance of ruin before the goal; within `coups` coups, if given."""
        require_terms(bankroll, goal, coups)
        if goal is None and coups is None and self.cost >= 0:
            return 1.0
        return self._law.ruin(bankroll, goal, coups)

    def reach(self, bankroll: int, goal: int, coups: int | None = None) -> float:
        """The chance to reach the goal before ruin; within `coups` coups, if given."""
        require_terms(bankroll, whole(goal, "a goal"), coups)
        return self._law.reach(bankroll, goal, coups)

    def bankroll(self, risk: float, goal: int | None = None, coups: int | None = None) -> int:
        """The fewest units with which the chance of ruin is at most `risk`."""
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
        """The smallest drawdown, in units, that this share of the sessions does not exceed.

        All coups are played: neither ruin nor a goal ends the session.
        """
        require_terms(1, None, whole(coups, "the number of coups"))
        share = as_chance(share, "a share")
        law, motion = self._law, self._law.motion
        guess = fewest(lambda units: motion.fall(units, coups) <= 1 - share, 1, MOST_BANKROLL) or 1
        # The search is for units + 1, because 0 units may be enough.
        more = fewest(lambda more: law.fall(more - 1, coups) <= 1 - share, guess + 1, MOST_BANKROLL)
        return (more or MOST_BANKROLL) - 1

    def losing_run(self, coups: int, share: float = ONE_IN_TWENTY) -> int | None:
        """The shortest losing run, in bets, that this share of the sessions does not exceed.

        A push breaks no run. None if the law of a single bet is not known.
        """
        require_terms(1, None, whole(coups, "the number of coups"))
        share = as_chance(share, "a share")
        return self._law.losing_run(coups, share)

    def prospects(
        self, bankroll: int, goal: int | None = None, coups: int | None = None
    ) -> Prospects:
        """All figures of a bankroll; without `coups`, only ruin or the goal ends a session."""
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
    """Refuse an impossible bankroll, goal or number of coups."""
    if not 1 <= whole(bankroll, "a bankroll") <= MOST_BANKROLL:
        raise BadValue(f"a bankroll must be 1 to {MOST_BANKROLL:,} units, not {quoted(bankroll)}")
    if goal is not None and whole(goal, "a goal") <= bankroll:
        raise BadValue(
            f"a goal of {quoted(goal)} units is too low: give more than the bankroll, {bankroll}"
        )
    if goal is not None and goal > MOST_BANKROLL:
        raise BadValue(f"a goal must be at most {MOST_BANKROLL:,} units: give a smaller goal")
    if coups is not None and not 1 <= whole(coups, "the number of coups") <= ENDLESS:
        raise BadValue(f"a session must have 1 to {ENDLESS:,} coups, not {quoted(coups)}")


def as_chance(number: float | Fraction, what: str) -> float:
    """A number as a float, if it is between 0 and 1; any type of number is accepted."""
    is_number = isinstance(number, Real) and not isinstance(number, bool)
    if not is_number or not 0 < number < 1:
        raise BadValue(f"{what} must be between 0 and 1, or 0 % and 100 %, not {quoted(number)}")
    return float(number)


def fewest(is_enough: Callable[[int], bool], guess: float, most: int) -> int | None:
    """The smallest whole number from 1 to `most` that is enough; None if even `most` is not enough.

    A larger number must never be worse. The search begins near the guess.
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
    """The moments of a curve: the start, the last coup, and evenly spaced coups between them."""
    many = min(POINTS, coups)
    return sorted({coups * number // many for number in range(many + 1)})


def along(
    bankroll: int, goal: int | None, curve: Sequence[RiskMoment], mean: float, ahead: float
) -> Prospects:
    """The prospects of a session, from the chances at each moment of its curve after the start."""
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


class SmoothRisk:
    """The risk of money that moves smoothly, not in steps."""

    def __init__(self, motion: Motion) -> None:
        self.motion = motion

    def ruin(self, bankroll: int, goal: int | None, coups: int | None) -> float:
        """The chance to have 0 in hand, before the goal and within these coups."""
        return self.motion.ruin(bankroll, _above(bankroll, goal), inf if coups is None else coups)

    def reach(self, bankroll: int, goal: int, coups: int | None) -> float:
        """The chance to reach the goal."""
        return self.motion.reach(bankroll, goal - bankroll, inf if coups is None else coups)

    def fall(self, units: int, coups: int) -> float:
        """The chance that the money ever falls more than `units` units below its highest value."""
        return self.motion.fall(units, coups) if units else 1.0

    def losing_run(self, coups: int, share: float) -> None:
        """None, because smooth money has no single bets."""

    def ended(self, bankroll: int, goal: int | None) -> Prospects:
        """The prospects without a limit of coups."""
        motion, above = self.motion, _above(bankroll, goal)
        ruin, reach = motion.ruin(bankroll, above), motion.reach(bankroll, above)
        to_ruin = motion.coups_to_ruin(bankroll, above)
        to_goal = None if goal is None else motion.turned.coups_to_ruin(above, bankroll)
        played: float | None = to_ruin if motion.mean < 0 else None
        if to_goal is not None:
            played = ruin * to_ruin + reach * to_goal
        return Prospects(
            *(bankroll, goal, None),
            ruin=ruin,
            reach=None if goal is None else reach,
            coups_to_ruin=to_ruin if ruin and to_ruin < inf else None,
            coups_to_goal=to_goal if reach else None,
            mean_coups=played,
            ahead=None,
            result=None if played is None else played * motion.mean,
        )

    def session(self, bankroll: int, goal: int | None, coups: int) -> Prospects:
        """The prospects of a session of this many coups."""
        motion, above = self.motion, _above(bankroll, goal)
        curve = [
            RiskMoment(
                coup, motion.ruin(bankroll, above, coup), motion.reach(bankroll, above, coup)
            )
            for coup in marks(coups)[1:]
        ]
        return along(bankroll, goal, curve, motion.mean, motion.ahead(bankroll, above, coups))


def _above(bankroll: int, goal: int | None) -> float:
    return inf if goal is None else goal - bankroll
