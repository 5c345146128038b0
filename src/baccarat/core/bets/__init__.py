"""Bets: each is an event and a price. Our bets are here, and plug-ins register their bets here."""

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
