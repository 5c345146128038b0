"""The prices of a bet as a felt prints them."""

from baccarat.bets.streaks import StreakBet
from baccarat.bets.values import Bet


def pays(item: Bet | StreakBet) -> str:
    """Its prices in one line: `12 / 20`, `1 less 5 %`.

    >>> from baccarat.bets import bet
    >>> pays(bet("lucky-6")), pays(bet("banker"))
    ('12 / 20', '1 less 5 %')
    """
    prices = str(item).partition(":")[2]
    gross, _, commission = prices.partition("-")
    less = f" less {commission.replace('%', ' %')}" if commission else ""
    is_for_one = isinstance(item, Bet) and item.for_one
    return f"{gross.replace('/', ' / ')}{' for one' if is_for_one else ''}{less}"
