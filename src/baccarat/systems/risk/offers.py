"""What an offer of the house is worth to a guest who lays one unit on the same bet.

risk("player").rebate(0.1)                  10 % of a losing trip comes back: the best stops
risk("player").rebate(0.1, coups=1000)      the same after 1,000 coups, whatever they brought
risk("player").rebate_costs(0.1)            what that costs the house, for 100 to 10,000 coups
risk("player").rolling(0.009)               0.9 % of the rolling chips that are lost
risk("banker").bonus(50, 1500, bankroll=100)    50 units, free after stakes of 1,500
risk("banker").luck(-120, 1000)             how lucky a guest was

A coup is dealt from a fresh shoe. Chances come from the exact chain, to about 15 digits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite, sqrt
from numbers import Real

import numpy as np

from baccarat.base.errors import BadValue, Refused
from baccarat.base.hints import quoted, whole
from baccarat.exact.weights.by_hand import Bools
from baccarat.systems.chain.lattice import Floats, Moment
from baccarat.systems.risk.prospects import as_chance, require_terms
from baccarat.systems.risk.stepped import WalkRisk

MOST_PLACES = 10_000
"""The most sums of money, up or down, among which the best stops are searched."""
BLOCK = 40
"""The fewest equations that are solved together."""
COST_COUPS = (100, 300, 1_000, 3_000, 10_000)
"""The numbers of coups for which the house asks what a rebate costs."""
SMALL = 1e-12
"""A gain of less than this many units is rounding: the guest stops."""


@dataclass(frozen=True, slots=True)
class Rebate:
    """A share of the loss that comes back to the guest, and its effect on the results."""

    share: float
    coups: int | None
    """the number of coups after which the loss is counted; None for a trip that the guest ends"""
    goal: float | None
    """the units won at which the guest does best to stop; None if the number of coups is given"""
    stop: float | None
    """the units lost at which the guest does best to stop"""
    worth: float
    """the mean units that the guest wins, with the rebate"""
    cost: float
    """the mean units that come back"""
    played: float
    """the mean number of coups"""

    def as_json(self) -> dict[str, object]:
        """All fields as JSON."""
        return {
            "share_float": self.share,
            "coups_of_each": self.coups,
            "goal_float": self.goal,
            "stop_float": self.stop,
            "worth_float": self.worth,
            "cost_float": self.cost,
            "mean_coups_float": self.played,
        }


@dataclass(frozen=True, slots=True)
class RebateCost:
    """What a rebate costs the house after a number of coups."""

    coups: int
    win: float
    """the mean units that the house wins without the rebate: its theoretical win"""
    cost: float
    """the mean units that go back"""

    @property
    def of_win(self) -> float | None:
        """The cost as a share of the theoretical win; None if the house does not win."""
        return self.cost / self.win if self.win > 0 else None

    def as_json(self) -> dict[str, object]:
        """All fields as JSON, with the share of the win."""
        return {
            "coups_of_each": self.coups,
            "win_float": self.win,
            "cost_float": self.cost,
            "of_win_float": self.of_win,
        }


@dataclass(frozen=True, slots=True)
class RebateCosts:
    """What a rebate costs the house, for several numbers of coups."""

    share: float
    rows: tuple[RebateCost, ...]

    def as_json(self) -> dict[str, object]:
        """The share, and a row for each number of coups, as JSON."""
        return {"share_float": self.share, "by_coups": [row.as_json() for row in self.rows]}


@dataclass(frozen=True, slots=True)
class Rolling:
    """A commission on lost rolling chips: chips that are staked until they are lost."""

    commission: float
    """the share of the lost chips that the house pays"""
    plays: float
    """how often a chip is staked until it is lost, on average"""
    worth: float
    """the mean units that a chip wins, with the commission"""
    fair: float
    """the commission with which the bet has no house edge"""

    def as_json(self) -> dict[str, object]:
        """All fields as JSON."""
        return {
            "commission_float": self.commission,
            "plays_float": self.plays,
            "worth_float": self.worth,
            "fair_float": self.fair,
        }


@dataclass(frozen=True, slots=True)
class Bonus:
    """Units that a guest gets for playing, and may take home after enough stakes."""

    units: int
    turnover: int
    """the stakes that count before the money may be taken home"""
    bankroll: int
    """the guest's own units"""
    coups: int
    """the coups that bring the turnover"""
    worth: float
    """the mean units that the guest wins, with the bonus"""
    kept_back: float
    """the same if the house takes the bonus back at the end"""
    ruin: float
    """the chance to be ruined before the turnover is reached"""

    def as_json(self) -> dict[str, object]:
        """All fields as JSON."""
        return {
            "bonus_units": self.units,
            "turnover": self.turnover,
            "bankroll": self.bankroll,
            "coups_of_each": self.coups,
            "worth_float": self.worth,
            "kept_back_float": self.kept_back,
            "ruin_float": self.ruin,
        }


@dataclass(frozen=True, slots=True)
class GuestLuck:
    """How lucky a guest was: the units won, compared with what the bet wins on average."""

    won: float
    coups: int
    expected: float
    """the mean units that this many coups win: minus the theoretical win of the house"""
    deviation: float
    """the standard deviation of the units won"""
    at_least: float
    """the exact chance to win as much or more"""
    at_most: float
    """the exact chance to win as much or less"""

    @property
    def z(self) -> float:
        """The distance from the mean, in standard deviations."""
        return (self.won - self.expected) / self.deviation

    def as_json(self) -> dict[str, object]:
        """All fields as JSON, with z."""
        return {
            "won_float": self.won,
            "coups_of_each": self.coups,
            "expected_float": self.expected,
            "deviation_float": self.deviation,
            "z_float": self.z,
            "at_least_float": self.at_least,
            "at_most_float": self.at_most,
        }


class Offers:
    """Offers of the house, for one unit on the same bet in every coup."""

    __slots__ = ()

    @property
    def _law(self) -> WalkRisk:
        raise NotImplementedError

    def rebate(self, share: float, coups: int | None = None) -> Rebate:
        """What a rebate on the loss is worth: after a number of coups, or with the best stops."""
        share, law = as_chance(share, "a rebate"), self._law
        if coups is None:
            return best_stops(law, share)
        cost = share * _lost(law, last_moment(law, None, coups))
        worth = law.motion.mean * coups + cost
        return Rebate(share, coups, None, None, worth, cost, float(coups))

    def rebate_costs(self, share: float, coups: Sequence[int] = COST_COUPS) -> RebateCosts:
        """What a rebate on the loss after these numbers of coups costs the house."""
        share, law = as_chance(share, "a rebate"), self._law
        rows = tuple(
            RebateCost(moment.step, -law.motion.mean * moment.step, share * _lost(law, moment))
            for moment in _moments(law, None, max(coups, default=0))
            if moment.step in coups
        )
        return RebateCosts(share, rows)

    def rolling(self, commission: float) -> Rolling:
        """What a commission on lost rolling chips is worth; a won chip is staked again."""
        commission, law = as_chance(commission, "a commission"), self._law
        losing = sum(chance for step, chance in law.walk.law.items() if step < 0)
        fair = -law.motion.mean / losing
        return Rolling(commission, 1 / losing, commission - fair, fair)

    def bonus(self, units: int, turnover: int, *, bankroll: int = 1, counts: float = 1.0) -> Bonus:
        """What a bonus is worth if stakes of `turnover` units must come first; `counts` is the
        share of each stake that counts.
        """
        units, turnover = whole(units, "a bonus"), whole(turnover, "a turnover")
        if units < 1 or turnover < 1:
            raise BadValue("a bonus and its turnover must be at least one unit")
        share = 1.0 if counts == 1 else as_chance(counts, "the share of a stake that counts")
        coups, law = ceil(turnover / share - SMALL), self._law
        start = bankroll + units
        require_terms(start, None, coups)
        session = law.session(start, None, coups)
        assert session.result is not None
        last = last_moment(law, start, coups)
        money = start + _units(law, last)
        taken_home = float(np.maximum(money - units, 0) @ last.chances)
        # What is left of a ruined guest's money is less than a unit, and less than the bonus.
        return Bonus(units, turnover, bankroll, coups, units + session.result,
                     taken_home - bankroll, session.ruin)  # fmt: skip

    def luck(self, won: float, coups: int) -> GuestLuck:
        """How likely it is to win this many units or more, and this many or less."""
        law = self._law
        if not (isinstance(won, Real) and isfinite(won)):
            raise BadValue(f"the units won must be a number, not {quoted(won)}")
        money, chances = money_after(law, coups)
        near = 0.5 * law.step / law.coins  # half of the distance between two sums of money
        return GuestLuck(
            float(won), coups, law.motion.mean * coups, sqrt(law.motion.variance * coups),
            float(chances[money > won - near].sum()), float(chances[money < won + near].sum()),
        )  # fmt: skip


def last_moment(law: WalkRisk, bankroll: int | None, coups: int) -> Moment:
    """The chance of each sum of money after these coups; without a bankroll nobody is ruined."""
    *_, last = _moments(law, bankroll, coups)
    return last


def _moments(law: WalkRisk, bankroll: int | None, coups: int) -> Iterator[Moment]:
    require_terms(1, None, whole(coups, "the number of coups"))
    below, _ = law.barriers(bankroll or 1, None)
    if bankroll is None:
        below = coups * law.walk.size + 1
    return law.walk.moments(below, None, coups)


def money_after(law: WalkRisk, coups: int) -> tuple[Floats, Floats]:
    """The units won after this many coups, and the chance of each."""
    last = last_moment(law, None, coups)
    return _units(law, last), last.chances


def _lost(law: WalkRisk, moment: Moment) -> float:
    """The mean units lost; a guest who is ahead has lost 0."""
    return -float(np.minimum(_units(law, moment), 0) @ moment.chances)


def _units(law: WalkRisk, moment: Moment) -> Floats:
    places = np.arange(moment.lowest, moment.lowest + len(moment.chances))
    return np.asarray(places * (law.step / law.coins), dtype=np.float64)


def best_stops(law: WalkRisk, share: float) -> Rebate:
    """The rebate on a trip that the guest ends at the best moment of all (Howard's iteration)."""
    if law.motion.mean >= 0:
        raise BadValue("a bet that wins on average has no best stops: give the number of coups")
    size, half = law.walk.size, law.coins // law.step
    unit = half
    while not law.walk.is_wide and (half := 2 * half) <= MOST_PLACES:
        money = np.arange(-half - size, half + size + 1) / unit
        payoff = np.where(money < 0, (1 - share) * money, money)
        better = np.zeros(len(money), dtype=bool)
        better[size:-size] = True
        gained, total = True, -inf
        while gained:
            going = better
            worth, steps = _followed(law, going, payoff)
            gained, total = float(worth.sum()) > total + SMALL * len(money), float(worth.sum())
            ahead = sum(p * np.roll(worth, -step) for step, p in law.walk.law.items())
            better = ahead > payoff + SMALL
            better[:size] = better[-size:] = False
        start = half + size
        if going[size] or going[-size - 1]:
            continue  # a wider room may be better
        if not going[start]:
            return Rebate(share, None, 0.0, 0.0, 0.0, 0.0, 0.0)
        goal, stop = (int(np.argmin(way)) / unit for way in (going[start:], going[start::-1]))
        played = float(steps[start])
        cost = float(worth[start]) - law.motion.mean * played
        return Rebate(share, None, goal, stop, float(worth[start]), cost, played)
    raise Refused("the best stops are too far away: give the number of coups")


def _followed(law: WalkRisk, going: Bools, payoff: Floats) -> tuple[Floats, Floats]:
    """From each place: the mean payoff where the walk stops, and the mean number of steps.

    The equations are solved block by block; no step is longer than a block.
    """
    size, many = max(law.walk.size, BLOCK), len(payoff)
    blocks = -(-many // size)
    known = np.zeros((blocks * size, 2))
    known[:many, 0], known[:many, 1] = np.where(going, 0, payoff), going
    matrices: list[Floats] = []
    values: list[Floats] = []
    for block in range(blocks):
        rows = np.zeros((size, 3 * size))
        for place in range(size):
            at = block * size + place
            rows[place, size + place] = 1
            if at < many and going[at]:
                for step, chance in law.walk.law.items():
                    rows[place, size + place + step] -= chance
        left, middle, right = np.split(rows, 3, axis=1)
        value = known[block * size : (block + 1) * size]
        if block:
            middle, value = middle - left @ matrices[-1], value - left @ values[-1]
        solved: Floats = np.linalg.solve(middle, np.hstack([right, value])).astype(np.float64)
        matrices.append(solved[:, :size])
        values.append(solved[:, size:])
    for block in range(blocks - 2, -1, -1):
        values[block] = values[block] - matrices[block] @ values[block + 1]
    found = np.concatenate(values)[:many]
    return found[:, 0], found[:, 1]
