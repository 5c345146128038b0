"""Strangers' bets at a table: asked under a watch, for one that hangs would hold every table.

asked(bet, lambda: bet.tier(coup))

One that did not come back is not asked again. Python code is interrupted at its next step; what
waits outside Python, a long `sleep` say, is waited for, and what holds Python itself is, too.
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
    """What a call says that runs a bet's code; an error if it does not come back."""
    if not is_strangers(bet):
        return call()
    if bet not in _deaf:
        try:
            with Watch(bet):
                return call()
        except Hangs:
            _deaf.add(bet)
    raise BadBet(f"{bet.key} does not answer")
