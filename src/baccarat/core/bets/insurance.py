"""Insurance bets, offered during a coup: if Player is behind after four cards, or on a natural."""

from baccarat.core.bets.bet_types import PUSH, Bet, Price
from baccarat.core.bets.events import partly
from baccarat.core.coup import TOTALS, Outcome, Side


def is_saved(outcome: Outcome) -> bool | str:
    """Whether Player wins after all; "tie" for a tie."""
    return "tie" if outcome.winner is None else outcome.winner is Side.PLAYER


def is_spoilt(outcome: Outcome, side: Side) -> bool | str:
    """Whether the hand's natural does not win; "tie on 8" for a tie of two natural eights."""
    if outcome.winner is None and outcome.held(side).total == 8:
        return "tie on 8"
    return outcome.winner is not side


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


def natural_insurance(side: Side, on_nine: Price) -> Bet:
    """The bet that insures a side's natural, offered while the other hand is face down."""
    return Bet(
        f"Natural Insurance {side}",
        partly(is_spoilt, side),
        pays={"natural 8": 7, "natural 9": on_nine, "tie on 8": PUSH},
        offered={
            (own, other) if side is Side.PLAYER else (other, own): f"natural {own}"
            for own in (8, 9)
            for other in TOTALS
        },
        wins_when=f"{side}'s natural 8 loses (its tie pushes), or {side}'s natural 9 ties",
        source="truth.bet, rules of baccarat insurance",
    )


NATURAL_INSURANCES = natural_insurance(Side.PLAYER, 10), natural_insurance(Side.BANKER, 8)
