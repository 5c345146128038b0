"""The prices of a bet as a casino prints them."""

from baccarat.core.bets.bet_types import Bet
from baccarat.core.bets.streaks import StreakBet


def pays(item: Bet | StreakBet) -> str:
    """The prices of a bet in one line: `12 / 20`, `1 less 5 %`.

    >>> from baccarat.core.bets import bet
    >>> pays(bet("lucky-6")), pays(bet("banker"))
    ('12 / 20', '1 less 5 %')
    """
    prices = str(item).partition(":")[2]
    gross, _, commission = prices.partition("-")
    less = f" less {commission.replace('%', ' %')}" if commission else ""
    is_for_one = isinstance(item, Bet) and item.for_one
    if isinstance(item, Bet) and item.drawn:
        factors, fee = item.drawn.factors, 100 * float(item.drawn.fee)
        less = f" × {min(factors)} to {max(factors)}, fee {fee:g} %"
    return f"{gross.replace('/', ' / ')}{' for one' if is_for_one else ''}{less}"
