"""Several bets at once: how often each combination of their tiers occurs in one coup.

joint(odds(8), [PLAYER, TIE]) -> {("win", None): weight, (None, None): …, ("tie", "tie"): …}

The odds of single bets do not give the odds of winning together, because the bets depend on the
same cards. So each hand gets one label for everything that the bets see of it, and all hands are
weighed once.
"""

from collections.abc import Sequence

from baccarat.base.hints import checked
from baccarat.core.bets import Bet
from baccarat.exact.coup_law import NOTHING, JointTiers, view_of
from baccarat.exact.odds import OddsTable


@checked
def joint(odds: OddsTable, bets: Sequence[Bet]) -> dict[JointTiers, int]:
    """The exact weight of every possible combination of these bets' tiers.

    >>> from baccarat.core.bets import bet
    >>> from baccarat.exact.odds import odds
    >>> table = odds(8)
    >>> both = joint(table, [bet("player"), bet("tie")])
    >>> sorted(both, key=str)
    [('tie', 'tie'), ('win', None), (None, None)]
    >>> both["tie", "tie"] == table["tie"].wins
    True
    """
    if odds.coup.is_over:
        return {tuple(bet.tier(odds.coup) for bet in bets): 1}
    views = dict.fromkeys(map(view_of, bets)) or [NOTHING]
    return odds.law(*views).tiers(tuple(bets))
