"""The exact risk of one bet, laid flat on coups of fresh shoes.

risk("banker").ruin(100, goal=200, coups=500)      before a goal, within a session
risk("banker").bankroll(0.05, coups=500)           the units for a stated risk
"""

from dataclasses import dataclass
from functools import lru_cache
from math import inf

from baccarat.base.errors import BadValue
from baccarat.base.hints import displayed, guided, helpful, require_fields
from baccarat.core.bets import Bet
from baccarat.core.games import Game, as_game, is_endless
from baccarat.core.rules import Rules
from baccarat.core.tally import Odds
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.odds import odds as exact_odds
from baccarat.systems.counting.play import require_before
from baccarat.systems.counting.totals import coins_of
from baccarat.systems.risk.offers import Offers
from baccarat.systems.risk.prospects import Asked
from baccarat.systems.risk.stepped import WalkRisk


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True)
class FlatRisk(Asked, Offers):
    """The risk of one unit on the same bet, coup after coup, each coup from a fresh shoe.

    Money, goals and bankrolls are units of the stake. With less than one unit a guest is ruined.

    >>> flat = risk("player")
    >>> round(flat.ruin(10, goal=20), 12), flat.bankroll(0.05, coups=500)
    (0.567831743551, 47)
    """

    odds: Odds
    """the exact odds of the bet"""

    def __post_init__(self) -> None:
        require_fields(self)
        require_before(self.odds.bet)
        if self.odds.bet.drawn:
            raise BadValue(
                f"the price of {self.odds.bet.key} is drawn at random, but risk needs fixed "
                "prices: choose another bet"
            )
        if not any(steps_of(self.odds)):
            raise BadValue(
                f"{self.odds.bet.key} neither wins nor loses, so it has no risk: choose another bet"
            )

    @property
    def bet(self) -> Bet:
        """The bet laid on every coup."""
        return self.odds.bet

    @property
    def _name(self) -> str:
        return self.bet.key

    @property
    def _law(self) -> WalkRisk:
        return law_of(self.odds)


@guided
def risk(
    bet: str | Bet = "banker",
    *,
    game: str | Game = "punto-banco",
    decks: float | None = None,
    rules: Rules | None = None,
    decide: Strategy = nobody,
) -> FlatRisk:
    """The exact risk of a bet laid flat on coups of fresh shoes.

    >>> risk("banker").ruin(100, coups=500) < 1e-5
    True
    """
    table = as_game(game, decks=decks, rules=rules)
    shoe = inf if is_endless(decks) else table.rules.decks
    return FlatRisk(exact_odds(shoe, game=table, decide=decide).of(table.layout.find(bet)))


def steps_of(odds: Odds) -> dict[int, int]:
    """For each number of coins: how often a coup wins it; a loss is a negative number."""
    coins, found = coins_of(odds.bet), dict[int, int]()
    for tier, times in odds.tiers.items():
        if times:
            step = int(odds.bet.net(tier) * coins)
            found[step] = found.get(step, 0) + times
    return found


@lru_cache(maxsize=32)
def law_of(odds: Odds) -> WalkRisk:
    """The law of the money: the chance of each number of coins won in a coup."""
    steps = {step: times / odds.total for step, times in steps_of(odds).items()}
    return WalkRisk(steps, coins_of(odds.bet), float(odds.expectation))
