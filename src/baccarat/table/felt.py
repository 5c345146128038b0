"""The money on the felt: what is refused at once, and what becomes of what was taken."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from baccarat.coup import Coup
from baccarat.errors import BetRefused
from baccarat.layout import MOST_MONEY, Layout, Line, Wager, settle
from baccarat.table.acts import ActRefused

VOID = "void"
"""The tier of a wager that goes back because its bet could not be judged."""


def require_coins(what: str, coins: int, least: int) -> None:
    if not least <= coins <= MOST_MONEY:
        raise ActRefused(f"{what} is {least} to {MOST_MONEY} coins, not {coins}")


def refuse_hopeless(layout: Layout, wagers: Iterable[Wager]) -> None:
    """Refuse what no further chip can mend; the rest is looked at when bets are closed."""
    placed = {wager.spot: wager for wager in wagers}
    for spot, wager in placed.items():
        limits = layout.spot_limits.get(spot, layout.limits)
        if wager.stake % layout.chip:
            raise BetRefused(f"{spot}: stakes are whole chips of {layout.chip}, not {wager.stake}")
        most = MOST_MONEY if limits.most is None else limits.most
        if wager.stake > most:
            raise BetRefused(f"{spot}: the limits are {limits.least} to {most}, not {wager.stake}")
    if not layout.both_sides and {"player", "banker"} <= placed.keys():
        raise BetRefused("this table takes no bet on Player and Banker together")


def pay(coup: Coup, wagers: Iterable[Wager], layout: Layout) -> tuple[Line, ...]:
    """What becomes of wagers that were taken; a bet that cannot be judged gives its stake back.

    Such a bet is a stranger's mistake, neither the guest's nor the house's.
    """
    wagers = tuple(wagers)
    judged = [wager for wager in wagers if _can_be_judged(coup, wager, layout)]
    # The limits were held when bets were closed; a void bet is not to break another's cap.
    bets = {spot: replace(bet, cap=None) for spot, bet in layout.bets.items()}
    paying = Layout(bets, chip=layout.chip, rounding=layout.rounding)
    paid = {line.wager: line for line in settle(coup, judged, paying).lines}
    return tuple(paid.get(wager) or Line(wager, VOID, Fraction(0), 0, 0) for wager in wagers)


def _can_be_judged(coup: Coup, wager: Wager, layout: Layout) -> bool:
    try:
        layout.bet(wager.spot).tier(coup)
    except Exception:  # a stranger's code may raise anything
        return False
    return True
