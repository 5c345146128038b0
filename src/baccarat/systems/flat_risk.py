"""The risk of one bet, laid flat on coups of fresh shoes: exact.

risk("banker").ruin(100, goal=200, coups=500)      before a goal, within a session
risk("banker").bankroll(0.05, coups=500)           the units for a stated risk
"""

from dataclasses import dataclass
from functools import lru_cache
from math import gcd, inf, log

import numpy as np

from baccarat.bets import Bet
from baccarat.coup import Strategy, nobody
from baccarat.errors import BadValue
from baccarat.exact.odds import odds as exact_odds
from baccarat.games import Game, as_game, is_endless
from baccarat.hints import guided, helpful, require_fields, whole
from baccarat.layout import MOST_MONEY
from baccarat.rules import Rules
from baccarat.systems.counting.counted_bet import require_before
from baccarat.systems.counting.laid import coins_of
from baccarat.systems.lattice import LatticeWalk
from baccarat.systems.prospects import (
    MIDDLE,
    ONE_IN_TWENTY,
    Prospects,
    RiskMoment,
    fewest,
    marks,
    require_risk,
    require_terms,
)
from baccarat.systems.smooth import Motion
from baccarat.tally import Odds

LARGE, MANY = 40, 20_000
"""A run whose matrix is slow to multiply, and coups that take longer still one by one."""


@helpful
@guided
@dataclass(frozen=True, slots=True)
class FlatRisk:
    """One unit on the same bet, coup after coup, each from a fresh shoe.

    Money, goals and bankrolls are units of the stake. Ruined is who has less than one in hand.

    >>> flat = risk("player")
    >>> round(flat.ruin(10, goal=20), 12), flat.bankroll(0.05, coups=500)
    (0.567831743551, 47)
    """

    odds: Odds
    """of the bet, exactly"""

    def __post_init__(self) -> None:
        require_fields(self)
        require_before(self.odds.bet)
        if not any(self.odds.bet.net(tier) for tier, times in self.odds.tiers.items() if times):
            raise BadValue(f"{self.odds.bet.key} neither wins nor loses: it has no risk")

    @property
    def bet(self) -> Bet:
        return self.odds.bet

    @property
    def cost(self) -> float:
        """Units that a coup loses on average: the edge."""
        return float(self.odds.edge)

    def ruin(self, bankroll: int, goal: int | None = None, coups: int | None = None) -> float:
        """The chance to be ruined: for ever, before a goal, within so many coups, or both."""
        require_terms(bankroll, goal, coups)
        below, above = self._barriers(bankroll, goal)
        if coups is not None:
            *_, last = self._walk.moments(below, above, coups)
            return last.down
        if goal is None and self.odds.edge >= 0:
            return 1.0
        return self._walk.leave(below, above).down

    def reach(self, bankroll: int, goal: int, coups: int | None = None) -> float:
        """The chance to have the goal in hand before ruin, and perhaps within so many coups."""
        require_terms(bankroll, whole(goal, "a goal"), coups)
        below, above = self._barriers(bankroll, goal)
        if coups is None:
            return self._walk.leave(below, above).up
        *_, last = self._walk.moments(below, above, coups)
        return last.up

    def bankroll(self, risk: float, goal: int | None = None, coups: int | None = None) -> int:
        """The fewest units with which the chance to be ruined is at most this."""
        require_risk(risk)
        require_terms(1, goal, coups)
        if goal is None and coups is None and self.odds.edge >= 0:
            told = f"{self.bet.key} wins nothing on average, so its ruin for ever is certain"
            raise BadValue(f"no bankroll is enough: {told}")
        most = MOST_MONEY // coins_of(self.bet) if goal is None else goal - 1
        # As if money moved smoothly: from there it is not far.
        motion, time = self._motion, inf if coups is None else coups
        top = inf if goal is None else goal
        guess = fewest(lambda units: motion.ruin(units, top - units, time) <= risk, 1, most)
        found = fewest(
            lambda units: self.ruin(units, goal, coups) <= risk, guess or float(most), most
        )
        if found is None:
            told = "" if goal is None else f" below the goal of {goal} units"
            raise BadValue(f"no bankroll{told} is enough for a risk of {risk:g}")
        return found

    def drawdown(self, coups: int, share: float = ONE_IN_TWENTY) -> int:
        """Whole units below the most in hand that this share of sessions do not exceed.

        Of all the coups: nobody is ruined, and no goal ends them.
        """
        require_terms(1, None, whole(coups, "the number of coups"))
        require_risk(share)
        unit, walk, motion = coins_of(self.bet) // self._step, self._walk, self._motion
        most = 1 + coups * max(1, -min(walk.law) // unit)
        guess = fewest(lambda units: motion.fall(units, coups) <= 1 - share, 1, most)
        found = fewest(
            lambda units: walk.fall(units * unit, coups) <= 1 - share, guess or most, most
        )
        return (found or most) - 1

    def losing_run(self, coups: int, share: float = ONE_IN_TWENTY) -> int:
        """Bets lost in a row that this share of sessions do not exceed; a push breaks no run."""
        require_terms(1, None, whole(coups, "the number of coups"))
        require_risk(share)
        lost, won = self._chance(-1), self._chance(1)
        return longest_run(lost, 1 - lost - won, coups, share)

    def prospects(
        self, bankroll: int, goal: int | None = None, coups: int | None = None
    ) -> Prospects:
        """All that comes of a bankroll; without a number of coups, for ever or to the goal."""
        require_terms(bankroll, goal, coups)
        below, above = self._barriers(bankroll, goal)
        if coups is not None:
            return self._in_a_session(bankroll, goal, coups)
        ended = self._walk.leave(below, above)
        has_end = goal is not None or self.odds.edge > 0
        to_ruin = ended.down_steps if has_end or self.odds.edge < 0 else inf
        return Prospects(
            *(bankroll, goal, None),
            ruin=self.ruin(bankroll, goal),
            reach=None if goal is None else ended.up,
            coups_to_ruin=to_ruin if ended.down and to_ruin < inf else None,
            coups_to_goal=ended.up_steps if goal is not None and ended.up else None,
            mean_coups=ended.steps if has_end else None,
            ahead=None,
            result=-self.cost * ended.steps if has_end else None,
            drawdown=None,
            losing_run=None,
            curve=(),
        )

    def _in_a_session(self, bankroll: int, goal: int | None, coups: int) -> Prospects:
        shown, curve = set(marks(coups)), []
        played = to_ruin = to_goal = 0.0
        before = None
        for moment in self._walk.moments(*self._barriers(bankroll, goal), coups):
            if moment.step in shown:
                curve.append(RiskMoment(moment.step, moment.down, moment.up))
            if before is not None:
                played += 1 - before.down - before.up
                to_ruin += moment.step * (moment.down - before.down)
                to_goal += moment.step * (moment.up - before.up)
            before = last = moment
        return Prospects(
            *(bankroll, goal, coups),
            ruin=last.down,
            reach=None if goal is None else last.up,
            coups_to_ruin=to_ruin / last.down if last.down else None,
            coups_to_goal=to_goal / last.up if last.up else None,
            mean_coups=played,
            ahead=last.up + last.above(0),
            # Every coup stakes one unit, and loses its edge on average.
            result=-self.cost * played,
            drawdown=(self.drawdown(coups, MIDDLE), self.drawdown(coups)),
            losing_run=(self.losing_run(coups, MIDDLE), self.losing_run(coups)),
            curve=tuple(curve),
        )

    def as_json(self) -> dict[str, object]:
        """The bet, and its chances."""
        return {"bet": self.bet.key, "spelled": str(self.bet), **self.odds.as_json()}

    @property
    def _walk(self) -> LatticeWalk:
        return walk_of(self.odds)

    @property
    def _motion(self) -> Motion:
        return Motion(-self.cost, float(self.odds.variance) or 1e-300)

    @property
    def _step(self) -> int:
        """Coins of which every win and every loss is a multiple."""
        return gcd(*steps_of(self.odds))

    def _chance(self, sign: int) -> float:
        """The chance that a coup wins, 1, or loses, -1."""
        return sum(chance for step, chance in self._walk.law.items() if sign * step > 0)

    def _barriers(self, bankroll: int, goal: int | None) -> tuple[int, int | None]:
        """By how many steps money falls to less than a unit, and rises to the goal."""
        unit, step = coins_of(self.bet), self._step
        below = -(-((bankroll - 1) * unit + 1) // step)
        return below, None if goal is None else -(-(goal - bankroll) * unit // step)


@guided
def risk(
    bet: str | Bet = "banker",
    *,
    game: str | Game = "punto-banco",
    decks: float | None = None,
    rules: Rules | None = None,
    decide: Strategy = nobody,
) -> FlatRisk:
    """The risk of a bet that is laid flat on coups of fresh shoes, exactly.

    >>> risk("banker").ruin(100, coups=500) < 1e-5
    True
    """
    table = as_game(game, decks=decks, rules=rules)
    shoe = inf if is_endless(decks) else table.rules.decks
    return FlatRisk(exact_odds(shoe, game=table, decide=decide).of(table.layout.find(bet)))


def steps_of(odds: Odds) -> dict[int, int]:
    """How often a coup wins so many coins; a loss is below nothing."""
    coins, found = coins_of(odds.bet), dict[int, int]()
    for tier, times in odds.tiers.items():
        if times:
            step = int(odds.bet.net(tier) * coins)
            found[step] = found.get(step, 0) + times
    return found


@lru_cache(maxsize=32)
def walk_of(odds: Odds) -> LatticeWalk:
    """The walk of the money; it keeps what it has found, so that the next answer is quick."""
    steps = steps_of(odds)
    each = gcd(*steps)
    return LatticeWalk({step // each: times / odds.total for step, times in steps.items()})


def chance_of_run(lost: float, pushed: float, run: int, coups: int) -> float:
    """The chance to lose so many bets in a row; pushes do not break a run.

    >>> chance_of_run(0.5, 0.0, 2, 3)
    0.375
    """
    if run > LARGE and coups < MANY:  # coup by coup is quicker
        runs, reached = np.zeros(run), 0.0
        runs[0] = 1
        for _ in range(coups):
            reached += lost * float(runs[-1])
            after = pushed * runs
            after[1:] += lost * runs[:-1]
            after[0] += (1 - lost - pushed) * float(runs.sum())
            runs = after
        return reached
    step = np.zeros((run + 1, run + 1))
    for length in range(run):
        step[length, length + 1] = lost
        step[length, length] = pushed
        step[length, 0] += 1 - lost - pushed
    step[run, run] = 1
    return float(np.linalg.matrix_power(step, coups)[0, run])


def longest_run(lost: float, pushed: float, coups: int, share: float) -> int:
    """The least run that this share of sessions do not exceed."""
    won, guess = 1 - lost - pushed, float(coups)
    if won > 0 and lost > 0:
        # Runs begin with about every win, and each goes on independently of the others.
        guess = log(coups * won / -log(share)) / -log(lost / (lost + won)) if coups * won > 1 else 1
    found = fewest(
        lambda run: chance_of_run(lost, pushed, run, coups) <= 1 - share, guess, coups + 1
    )
    return (found or coups + 1) - 1
