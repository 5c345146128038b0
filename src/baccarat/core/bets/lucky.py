"""Bets on fours, sixes, sevens and nines; for some of them the hand must win, too."""

from fractions import Fraction

from baccarat.core.bets.bet_types import Bet, Cap
from baccarat.core.bets.dragon import DRAGON_7, PANDA_8
from baccarat.core.bets.events import (
    FABULOUS_4,
    JACOBSON,
    MACAU,
    WIZARD,
    Tiers,
    is_held,
    is_made,
    partly,
    wins_with,
)
from baccarat.core.coup import Outcome, Side

TENTH_OF_BANKER = Cap(Fraction(1, 10), ("banker",))


def winning_six(outcome: Outcome) -> str | None:
    """The tier of Banker's win with six, by its number of cards; None without such a win."""
    if outcome.winner is Side.BANKER and outcome.banker.total == 6:
        return "two-card six" if outcome.banker.cards == 2 else "three-card six"
    return None


def any_winning_six(outcome: Outcome) -> str | None:
    return "six" if winning_six(outcome) else None


def is_held_by(outcome: Outcome, hands: int, total: int, cards: int) -> bool:
    """Whether exactly `hands` hands have this total on `cards` cards; they need not win."""
    player, banker = outcome.player, outcome.banker
    return is_made(player, total, cards) + is_made(banker, total, cards) == hands


def any_wins(outcome: Outcome, *bets: Bet) -> bool:
    return any(bet.judge(outcome) for bet in bets)


def seven_beats_six(outcome: Outcome) -> str | None:
    """The tier if Player's 7 beats Banker's 6, by numbers of cards: `3 v 2`; else None."""
    if (outcome.player.total, outcome.banker.total) != (7, 6):
        return None
    cards = (outcome.player.cards, outcome.banker.cards)
    return {(2, 2): "2 v 2", (3, 2): "3 v 2", (3, 3): "3 v 3"}.get(cards)


def three_card_hands(name: str, total: int, both: int, one: int) -> Bet:
    """A bet that one hand has the total on three cards, with a higher price if both have."""
    return Bet(
        name,
        Tiers(
            {
                "both hands": partly(is_held_by, 2, total, 3),
                "one hand": partly(is_held_by, 1, total, 3),
            }
        ),
        pays={"both hands": both, "one hand": one},
        wins_when=f"one hand or both have a three-card {total}, winning or not",
        source=WIZARD,
    )


def fabulous_4(side: Side, price: int) -> Bet:
    return Bet(
        f"{side} Fabulous 4",
        Tiers({"four": partly(wins_with, side, 4)}),
        pays={"four": price},
        wins_when=f"{side} wins with 4",
        source=FABULOUS_4,
    )


LUCKY_6 = Bet(
    "Lucky 6",
    winning_six,
    pays={"two-card six": 12, "three-card six": 20},
    also=("tiger",),
    wins_when="Banker wins with 6, on two cards or three",
    source=WIZARD,
)
SUPER_6 = Bet(
    "Super 6",
    any_winning_six,
    pays={"six": 12},
    wins_when="Banker wins with 6",
    source=WIZARD,
)
LUCKY_BONUS = Bet(
    "Lucky Bonus",
    any_winning_six,
    pays={"six": 18},
    cap=TENTH_OF_BANKER,
    wins_when="Banker wins with 6",
    source=WIZARD,
)
SMALL_TIGER = Bet(
    "Small Tiger",
    Tiers({"two-card six": partly(wins_with, Side.BANKER, 6, 2)}),
    pays={"two-card six": 22},
    also=("small-6",),
    wins_when="Banker wins with a two-card 6",
    source=WIZARD,
)
BIG_TIGER = Bet(
    "Big Tiger",
    Tiers({"three-card six": partly(wins_with, Side.BANKER, 6, 3)}),
    pays={"three-card six": 50},
    also=("big-6",),
    wins_when="Banker wins with a three-card 6",
    source=JACOBSON,
)
LUCKY_7 = Bet(
    "Lucky 7",
    Tiers(
        {
            "two-card seven": partly(wins_with, Side.PLAYER, 7, 2),
            "three-card seven": partly(wins_with, Side.PLAYER, 7, 3),
        }
    ),
    pays={"two-card seven": 6, "three-card seven": 15},
    wins_when="Player wins with 7, on two cards or three",
    source=MACAU,
)
SUPER_LUCKY_7 = Bet(
    "Super Lucky 7",
    seven_beats_six,
    pays={"2 v 2": 30, "3 v 2": 40, "3 v 3": 100},
    wins_when="Player's 7 beats Banker's 6; more cards pay more (2 cards against 3 lose)",
    source=MACAU,
)
HEAVENLY_9 = three_card_hands("Heavenly 9", 9, both=75, one=10)
BLAZING_7S = Bet(
    "Blazing 7s",
    Tiers(
        {
            "three cards each": partly(is_held_by, 2, 7, 3),
            "two cards each": partly(is_held_by, 2, 7, 2),
        }
    ),
    pays={"three cards each": 200, "two cards each": 50},
    wins_when="both hands have 7 on the same number of cards",
    source=WIZARD,
)
COVER_ALL = Bet(
    "Cover All",
    Tiers({"covered": partly(any_wins, DRAGON_7, PANDA_8, HEAVENLY_9, BLAZING_7S)}),
    pays={"covered": 6},
    wins_when="Dragon 7, Panda 8, Heavenly 9 or Blazing 7s wins",
    source=WIZARD,
)
THREE_CARD_SIX = three_card_hands("Three-Card Six", 6, both=100, one=8)
LUCKY_99 = Bet(
    "Lucky 99",
    Tiers(
        {
            "both natural 9": partly(is_held_by, 2, 9, 2),
            "Banker's natural 9": partly(is_held, Side.BANKER, 9, 2),
            "Player's natural 9": partly(is_held, Side.PLAYER, 9, 2),
        }
    ),
    pays={"both natural 9": 25, "Banker's natural 9": 5, "Player's natural 9": 2},
    for_one=True,
    wins_when="one hand or both have a natural 9 (pays for one)",
    source=WIZARD,
)
PLAYER_FABULOUS_4 = fabulous_4(Side.PLAYER, 50)
BANKER_FABULOUS_4 = fabulous_4(Side.BANKER, 25)
