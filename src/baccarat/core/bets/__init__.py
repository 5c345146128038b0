"""Bets: an event and a price each; ours, and the door for a stranger's."""

from baccarat.core.bets.bet_types import LOSES, PUSH, Bet, Cap, Price
from baccarat.core.bets.register import as_bet, bet, registered
from baccarat.core.bets.streaks import StreakBet, streak

__all__ = [
    "LOSES",
    "PUSH",
    "Bet",
    "Cap",
    "Price",
    "StreakBet",
    "as_bet",
    "bet",
    "registered",
    "streak",
]
