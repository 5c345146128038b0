"""Risk of money that moves in steps: each bet wins or loses a number of coins."""

from collections.abc import Iterator
from math import gcd, inf, log

import numpy as np

from baccarat.systems.chain.lattice import Floats, LatticeWalk, Moment
from baccarat.systems.risk.prospects import Prospects, RiskMoment, fewest, marks
from baccarat.systems.risk.smooth import Motion

LARGE, MANY = 40, 20_000
"""Longer runs have matrices that are slow to multiply; for this many bets, bet by bet is slower."""


class WalkRisk:
    """The risk of bets on every coup, or on an evenly spread share of the coups.

    It keeps the results of its walk, so that the next answer is fast.
    """

    def __init__(self, law: dict[int, float], coins: int, mean: float, share: float = 1.0) -> None:
        """`law` has the chance of each win in coins; `mean` is the mean units won in a coup."""
        self.step = gcd(*law)
        """the largest number of coins that divides every win and every loss"""
        self.walk = LatticeWalk({net // self.step: chance for net, chance in law.items()})
        self.coins, self.share = coins, share
        squares = sum(net * net * chance for net, chance in law.items()) / coins**2
        self.motion = Motion(mean, max(share * squares - mean * mean, 1e-300))

    def ruin(self, bankroll: int, goal: int | None, coups: int | None) -> float:
        """The chance to be ruined (less than a unit in hand) before the goal and in these coups."""
        if coups is None and goal is None and self.motion.mean > 0 and not self.walk.is_wide:
            return self.walk.sinks(self.barriers(bankroll, None)[0])
        return self._ends(bankroll, goal, coups)[0]

    def reach(self, bankroll: int, goal: int, coups: int | None) -> float:
        """The chance to reach the goal."""
        return self._ends(bankroll, goal, coups)[1]

    def fall(self, units: int, coups: int) -> float:
        """The chance that the money ever falls more than `units` units below its highest value."""
        bets, deepest = self._bets(coups), -min(self.walk.law) * self.step
        if units * self.coins >= bets * deepest:
            return 0.0
        return self.walk.fall(units * self.coins // self.step + 1, bets)

    def losing_run(self, coups: int, share: float) -> int:
        """The shortest losing run, in bets, that this share of the sessions does not exceed."""
        return longest_run(*self._lost_and_pushed(), self._bets(coups), share)

    def ended(self, bankroll: int, goal: int | None) -> Prospects:
        """The prospects without a limit of coups."""
        ended, mean = self.walk.leave(*self.barriers(bankroll, goal)), self.motion.mean
        has_end = goal is not None or mean < 0
        to_ruin = ended.down_steps / self.share if goal is not None or mean else inf
        played = ended.steps / self.share if has_end else None
        return Prospects(
            *(bankroll, goal, None),
            ruin=1.0 if goal is None and mean <= 0 else ended.down,
            reach=None if goal is None else ended.up,
            coups_to_ruin=to_ruin if ended.down and to_ruin < inf else None,
            coups_to_goal=ended.up_steps / self.share if goal is not None and ended.up else None,
            mean_coups=played,
            ahead=None,
            result=None if played is None else mean * played,
        )

    def session(self, bankroll: int, goal: int | None, coups: int) -> Prospects:
        """The prospects of a session of this many coups, calculated bet by bet."""
        bets = self._bets(coups)
        # The moments of the curve, by the number of bets laid until then.
        mark_of = {self._bets(coup) if coup else 0: coup for coup in marks(coups)}
        curve, previous = [], None
        played = to_ruin = to_goal = 0.0
        for moment in self._moments(*self.barriers(bankroll, goal), coups):
            if moment.step in mark_of:
                curve.append(RiskMoment(mark_of[moment.step], moment.down, moment.up))
            if previous is not None:
                played += 1 - previous.down - previous.up
                to_ruin += moment.step * (moment.down - previous.down)
                to_goal += moment.step * (moment.up - previous.up)
            previous = last = moment
        coups_each = coups / bets
        return Prospects(
            *(bankroll, goal, coups),
            ruin=last.down,
            reach=None if goal is None else last.up,
            coups_to_ruin=coups_each * to_ruin / last.down if last.down else None,
            coups_to_goal=coups_each * to_goal / last.up if last.up else None,
            mean_coups=coups_each * played,
            ahead=last.up + last.above(0),
            # Every coup played wins its mean on average, whatever ends the session (Wald).
            result=self.motion.mean * coups_each * played,
            curve=tuple(curve),
        )

    def _ends(self, bankroll: int, goal: int | None, coups: int | None) -> tuple[float, float]:
        """The chances of ruin and of the goal, within these coups if they are given."""
        below, above = self.barriers(bankroll, goal)
        if coups is None:
            ended = self.walk.leave(below, above)
            return ended.down, ended.up
        *_, last = self._moments(below, above, coups)
        return last.down, last.up

    def _moments(self, below: int, above: int | None, coups: int) -> Iterator[Moment]:
        """The distribution of the money after every bet, within this many coups."""
        bets = self._bets(coups)
        self.walk.require_quick(below, above, bets, self.share)
        return self.walk.moments(below, above, bets)

    def _bets(self, coups: int) -> int:
        """The number of bets in this many coups."""
        return max(1, round(coups * self.share))

    def _lost_and_pushed(self) -> tuple[float, float]:
        law = self.walk.law.items()
        loss, gain = (sum(p for step, p in law if sign * step > 0) for sign in (-1, 1))
        return loss, 1 - loss - gain

    def barriers(self, bankroll: int, goal: int | None) -> tuple[int, int | None]:
        """The number of steps down to ruin, and up to the goal; None if there is no goal."""
        below = -(-((bankroll - 1) * self.coins + 1) // self.step)
        return below, None if goal is None else -(-(goal - bankroll) * self.coins // self.step)


def chance_of_run(loss: float, pushed: float, run: int, bets: int) -> float:
    """The chance of a run of this many lost bets; pushes do not break a run.

    >>> chance_of_run(0.5, 0.0, 2, 3)
    0.375
    """
    if run > LARGE and bets < MANY:  # bet by bet is faster
        return float(chances_of_run(loss, pushed, run, bets)[-1])
    step = np.zeros((run + 1, run + 1))
    for length in range(run):
        step[length, length + 1] = loss
        step[length, length] = pushed
        step[length, 0] += 1 - loss - pushed
    step[run, run] = 1
    return float(np.linalg.matrix_power(step, bets)[0, run])


def chances_of_run(loss: float, pushed: float, run: int, bets: int) -> Floats:
    """For each number of bets from 0 on: the chance that they have a run of this many lost bets."""
    runs, reached, chances = np.zeros(run), 0.0, np.zeros(bets + 1)
    runs[0] = 1
    for bet in range(1, bets + 1):
        reached += loss * float(runs[-1])
        following = pushed * runs
        following[1:] += loss * runs[:-1]
        following[0] += (1 - loss - pushed) * float(runs.sum())
        runs, chances[bet] = following, reached
    return chances


def longest_run(loss: float, pushed: float, bets: int, share: float) -> int:
    """The shortest losing run, in bets, that this share of the sessions does not exceed."""
    win, guess = 1 - loss - pushed, float(bets)
    if win > 0 and loss > 0:
        # A run begins with about every win, and runs are independent of each other.
        guess = log(bets * win / -log(share)) / -log(loss / (loss + win)) if bets * win > 1 else 1
    least = fewest(lambda run: chance_of_run(loss, pushed, run, bets) <= 1 - share, guess, bets + 1)
    return (least or bets + 1) - 1
