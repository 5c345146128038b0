"""Bets: an event and a price each; ours, and the door for a stranger's."""

from baccarat.bets.door import BrokenPlugin, as_bet, bet, register, registered
from baccarat.bets.values import LOSES, PUSH, Bet, Cap, Price

__all__ = [
    "LOSES",
    "PUSH",
    "Bet",
    "BrokenPlugin",
    "Cap",
    "Price",
    "as_bet",
    "bet",
    "register",
    "registered",
]
