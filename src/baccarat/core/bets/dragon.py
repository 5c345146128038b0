"""The Dragon family: bonuses by margin, and the three-card sixes, sevens and eights of EZ."""

from fractions import Fraction

from baccarat.core.bets.bet_types import PUSH, Bet, Cap
from baccarat.core.bets.events import CASINO, WIZARD, Tiers, is_made, partly, wins_with
from baccarat.core.coup import Outcome, Side

UP_TO_THE_MAIN_BET = Cap(Fraction(1), ("player", "banker"))


def by_margin(outcome: Outcome, side: Side) -> str | None:
    """The tier of a natural win, of a win by 4 or more, or of a tie of naturals; else None."""
    winner = outcome.winner
    if winner is None:
        return "natural tie" if outcome.has_natural else None
    if winner is not side:
        return None
    if outcome.held(side).is_natural:
        return "natural win"
    margin = outcome.margin
    return f"wins by {margin}" if margin >= 4 else None


def dragon_bonus(side: Side) -> Bet:
    return Bet(
        f"Dragon Bonus {side}",
        partly(by_margin, side),
        pays={
            "wins by 9": 30,
            "wins by 8": 10,
            "wins by 7": 6,
            "wins by 6": 4,
            "wins by 5": 2,
            "wins by 4": 1,
            "natural win": 1,
            "natural tie": PUSH,
        },
        wins_when=f"{side} wins with a natural, or by 4 or more; a natural tie pushes",
        source=WIZARD,
    )


def kills_the_ox_or_tiger(outcome: Outcome) -> bool:
    """Whether Banker has a three-card 7, or Player a three-card 6, that does not win."""
    tiger = is_made(outcome.banker, 7, 3) and outcome.winner is not Side.BANKER
    ox = is_made(outcome.player, 6, 3) and outcome.winner is not Side.PLAYER
    return tiger or ox


DRAGON_BONUS_PLAYER, DRAGON_BONUS_BANKER = map(dragon_bonus, Side)
DRAGON_7 = Bet(
    "Dragon 7",
    Tiers({"three-card 7": partly(wins_with, Side.BANKER, 7, 3)}),
    pays={"three-card 7": 40},
    cap=UP_TO_THE_MAIN_BET,
    also=("fortune-7", "tiger-7"),
    wins_when="Banker wins with a three-card 7",
    source=CASINO,
)
PANDA_8 = Bet(
    "Panda 8",
    Tiers({"three-card 8": partly(wins_with, Side.PLAYER, 8, 3)}),
    pays={"three-card 8": 25},
    cap=UP_TO_THE_MAIN_BET,
    also=("golden-8",),
    wins_when="Player wins with a three-card 8",
    source=CASINO,
)
OX_6 = Bet(
    "Ox 6",
    Tiers({"three-card 6": partly(wins_with, Side.PLAYER, 6, 3)}),
    pays={"three-card 6": 40},
    wins_when="Player wins with a three-card 6",
    source=WIZARD,
)
KILL_THE_OX_TIGER = Bet(
    "Kill the Ox/Tiger",
    Tiers({"killed": kills_the_ox_or_tiger}),
    pays={"killed": 30},
    wins_when="Banker's three-card 7, or Player's three-card 6, does not win",
    source=WIZARD,
)
