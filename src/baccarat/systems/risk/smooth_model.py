"""The risk of money that moves smoothly: a quick approximation, good if wins are small."""

from math import inf

from baccarat.systems.risk.prospects import Prospects, RiskMoment, along, marks
from baccarat.systems.risk.smooth import Motion


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
