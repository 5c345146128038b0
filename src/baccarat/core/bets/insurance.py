"""Insurance is offered after four cards, when Player is behind and draws."""

from baccarat.core.bets.bet_types import PUSH, Bet
from baccarat.core.coup import Outcome, Side


def is_saved(outcome: Outcome) -> bool | str:
    """True if Player wins, False if Banker wins, and "tie" for a tie."""
    return "tie" if outcome.winner is None else outcome.winner is Side.PLAYER


# Player draws on 5 or less; on 6 against 7 both hands stand, and nothing can be saved.
INSURANCE = Bet(
    "Insurance",
    is_saved,
    pays={"against 5": 2, "against 6": 3, "against 7": 4, "tie": PUSH},
    offered={
        (player, banker): f"against {banker}"
        for banker, behind in ((5, 4), (6, 5), (7, 5))
        for player in range(behind + 1)
    },
    wins_when="Player, behind after four cards, wins; the price depends on Banker's total; "
    "a tie pushes",
    source="Asia Gaming; Marina Bay Sands",
)

BETS = (INSURANCE,)
