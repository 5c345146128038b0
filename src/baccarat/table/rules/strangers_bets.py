"""Runs other authors' bets under a watchdog, because a bet that hangs would block all tables.

asked(bet, lambda: bet.tier(coup))

A bet that did not return once is not asked again. The watchdog interrupts Python code at its next
step; it must wait for code outside Python (a long `sleep`) and for code that holds Python's lock.
"""

from collections.abc import Callable
from typing import TypeVar

from baccarat.base.errors import BadBet
from baccarat.base.watchdog import Hangs, Watch
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import is_strangers

T = TypeVar("T")
_deaf: set[Bet] = set()


def asked(bet: Bet, call: Callable[[], T]) -> T:
    """The result of `call`, which runs the code of a bet; raises `BadBet` if that code hangs."""
    if not is_strangers(bet):
        return call()
    if bet not in _deaf:
        try:
            with Watch(bet):
                return call()
        except Hangs:
            _deaf.add(bet)
    raise BadBet(f"{bet.key} does not answer")
