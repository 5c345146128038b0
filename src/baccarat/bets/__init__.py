"""Bets: an event and a price each; ours, and the door for a stranger's."""

from baccarat.bets.door import as_bet, bet, registered
from baccarat.bets.streaks import StreakBet, streak
from baccarat.bets.values import LOSES, PUSH, Bet, Cap, Price

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
