"""Bets: an event and a price each; ours, and the door for a stranger's."""

from baccarat.bets.door import as_bet, bet, registered
from baccarat.bets.values import LOSES, PUSH, Bet, Cap, Price

__all__ = [
    "LOSES",
    "PUSH",
    "Bet",
    "Cap",
    "Price",
    "as_bet",
    "bet",
    "registered",
]
