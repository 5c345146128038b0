"""The house report: exact odds of the main bets beside a simulation."""

from collections.abc import Iterable
from dataclasses import dataclass

from baccarat.exact.weights import weigh
from baccarat.games import Game, game
from baccarat.simulation.reference import fresh_coups
from baccarat.tally import Odds

MAIN_SPOTS = ("player", "banker", "tie")


@dataclass(frozen=True, slots=True)
class HouseReport:
    """What the house knows of its main bets, and how it was found."""

    game: Game
    seed: int
    coups: int
    exact: dict[str, Odds]
    """by spot, from every way to deal a coup from a whole shoe"""
    simulated: dict[str, Odds]
    """by spot, each coup from a fresh shoe, so that both have the same odds"""


def house_report(seed: int, coups: Iterable[int], name: str = "punto-banco") -> HouseReport:
    """Weigh the main bets exactly, and deal these coups of a seed beside it."""
    table = game(name)
    bets = {spot: table.layout.bet(spot) for spot in MAIN_SPOTS}
    exact = weigh(table.rules.composition, table.rules)
    dealt = fresh_coups(coups, seed, table.rules)
    return HouseReport(
        game=table,
        seed=seed,
        coups=dealt.total,
        exact={spot: exact.of_bet(bet) for spot, bet in bets.items()},
        simulated={spot: dealt.of_bet(bet) for spot, bet in bets.items()},
    )
