"""Bets: an event and a price each; ours, and the door for a stranger's."""

from baccarat.bets.bet import LOSES, PUSH, Bet, Cap, Price
from baccarat.bets.door import BrokenPlugin, bet, register, registered

__all__ = ["LOSES", "PUSH", "Bet", "BrokenPlugin", "Cap", "Price", "bet", "register", "registered"]
