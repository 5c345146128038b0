"""The main bets, and their variants in the no-commission games."""

from fractions import Fraction

from baccarat.core.bets.bet_types import LOSES, PUSH, Bet
from baccarat.core.bets.events import CASINO, FABULOUS_4, WIZARD, Tiers, partly, ties, wins
from baccarat.core.coup import Held, Side

HALF = Fraction(1, 2)
FIVE_PERCENT = Fraction(1, 20)


def has_total(held: Held, total: int) -> bool:
    return held.total == total


def has_three_cards(held: Held, *totals: int) -> bool:
    """Whether the hand has one of these totals, on three cards."""
    return held.cards == 3 and held.total in totals


PLAYER = Bet(
    "Player",
    wins(Side.PLAYER),
    pays={"win": 1, "tie": PUSH},
    wins_when="Player wins; a tie pushes",
    source=CASINO,
)
BANKER = Bet(
    "Banker",
    wins(Side.BANKER),
    pays={"win": 1, "tie": PUSH},
    commission=FIVE_PERCENT,
    wins_when="Banker wins; a tie pushes",
    source=CASINO,
)
TIE = Bet(
    "Tie",
    Tiers({"tie": ties}),
    pays={"tie": 8},
    wins_when="the hands tie",
    source=CASINO,
)
BANKER_EZ = Bet(
    "Banker EZ",
    wins(Side.BANKER, {"three-card 7": partly(has_three_cards, 7)}),
    pays={"win": 1, "three-card 7": PUSH, "tie": PUSH},
    wins_when="Banker wins; a win with a three-card 7 pushes, so does a tie",
    source=f"{WIZARD} (EZ Baccarat)",
)
BANKER_SUPER_6 = Bet(
    "Banker Super 6",
    wins(Side.BANKER, {"six": partly(has_total, 6)}),
    pays={"win": 1, "six": HALF, "tie": PUSH},
    also=("banker-no-commission", "banker-punto-2000", "banker-nepal"),
    wins_when="Banker wins, at half with 6; a tie pushes",
    source=f"{WIZARD} (Super 6)",
)
BANKER_SIX_PUSHES = Bet(
    "Banker Six Pushes",
    wins(Side.BANKER, {"six": partly(has_total, 6)}),
    pays={"win": 1, "six": PUSH, "tie": PUSH},
    wins_when="Banker wins; a win with 6 pushes, so does a tie",
    source="house rules",
)
BANKER_THREE_CARD_SIX_PUSHES = Bet(
    "Banker Three-Card Six Pushes",
    wins(Side.BANKER, {"three-card 6": partly(has_three_cards, 6)}),
    pays={"win": 1, "three-card 6": PUSH, "tie": PUSH},
    wins_when="Banker wins; a win with a three-card 6 pushes, so does a tie",
    source="house rules",
)


def two_to_one(side: Side) -> Bet:
    return Bet(
        f"{side} 2 to 1",
        wins(side, {"three-card 8 or 9": partly(has_three_cards, 8, 9)}),
        pays={"three-card 8 or 9": 2, "win": 1, "tie": LOSES},
        wins_when=f"{side} wins, at 2:1 with a three-card 8 or 9; a tie loses",
        source=f"{WIZARD} (2 to 1 Baccarat, Crown)",
    )


PLAYER_2_TO_1, BANKER_2_TO_1 = map(two_to_one, Side)
SEVEN_UP = f"{WIZARD} (7 Up Baccarat, Marina Bay Sands)"
PLAYER_7_UP = Bet(
    "Player 7 Up",
    wins(Side.PLAYER, {"seven": partly(has_total, 7)}),
    pays={"win": 1, "seven": HALF, "tie": PUSH},
    wins_when="Player wins, at half with 7; a tie pushes",
    source=SEVEN_UP,
)
BANKER_7_UP = Bet(
    "Banker 7 Up",
    wins(Side.BANKER, {"seven": partly(has_total, 7)}),
    pays={"seven": Fraction(9, 5), "win": 1, "tie": PUSH},
    wins_when="Banker wins, at 9 to 5 with 7; a tie pushes",
    source=SEVEN_UP,
)
TIE_7_UP = Bet(
    "Tie 7 Up",
    Tiers({"tie on 7": partly(ties, 7), "tie": ties}),
    pays={"tie on 7": 9, "tie": 7},
    wins_when="the hands tie, at 9:1 on 7",
    source=SEVEN_UP,
)
PLAYER_AT_FABULOUS_4 = Bet(
    "Player at Fabulous 4",
    wins(Side.PLAYER, {"one": partly(has_total, 1), "four": partly(has_total, 4)}),
    pays={"one": 2, "win": 1, "four": HALF, "tie": PUSH},
    wins_when="Player wins, at 2:1 with 1 and at half with 4; a tie pushes",
    source=FABULOUS_4,
)
BANKER_AT_FABULOUS_4 = Bet(
    "Banker at Fabulous 4",
    wins(Side.BANKER, {"one": partly(has_total, 1), "four": partly(has_total, 4)}),
    pays={"one": 2, "win": 1, "four": PUSH, "tie": PUSH},
    wins_when="Banker wins, at 2:1 with 1; a win with 4 pushes, so does a tie",
    source=FABULOUS_4,
)
