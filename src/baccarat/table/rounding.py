"""How rounding changes a win: payouts are whole chips, so some stakes are not paid in full.

first_chip(layout)                    the chip that is selected at first
rounded_wins(wagers, table)           the wins that rounding changes, exact and as paid
rounded_text(win, words)              Banker: 25 wins 23, not 23.75
rounding_texts(bet, layout, words)    how a bet is rounded, with or without a stake
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import inf, lcm
from typing import NamedTuple

from baccarat.base.words import Words
from baccarat.core.bets import Bet, StreakBet
from baccarat.core.layout import Layout, Wager, whole_step, wins_of
from baccarat.table.table import Table
from baccarat.table.view.choices import CHIPS, IN_HAND

MAIN = ("player", "banker", "tie")


class RoundedWin(NamedTuple):
    """A win that chips cannot pay exactly."""

    wager: Wager
    exact: Fraction
    won: int


def bets_of(table: Table) -> Mapping[str, Bet | StreakBet]:
    """The bets of a table, by spot; streaks come after the bets of the layout."""
    return {**table.game.layout.bets, **{bet.key: bet for bet in table.streaks}}


def first_chip(layout: Layout) -> int:
    """The index in `CHIPS` of the chip selected at first: if possible, main bets pay it exactly.

    >>> from baccarat.core.games import game
    >>> [CHIPS[first_chip(game(name).layout)] for name in ("punto-banco", "four-percent")]
    [20, 100]
    """
    steps = lcm(*(whole_step(layout.bets[spot], layout) for spot in MAIN if spot in layout.bets))
    limits = layout.limits
    most = inf if limits.most is None else limits.most
    stakes = [chips * layout.chip for chips in CHIPS]
    taken = [place for place, stake in enumerate(stakes) if limits.least <= stake <= most]
    for place in taken:
        if place >= IN_HAND and stakes[place] % steps == 0:
            return place
    below = [place for place, stake in enumerate(stakes) if stake <= most]  # a stake of several
    return min(taken, key=lambda place: abs(place - IN_HAND), default=max(below, default=0))


def rounded_wins(wagers: Iterable[Wager], table: Table) -> list[RoundedWin]:
    """The wins that rounding changes, at most one for each of these wagers."""
    bets, layout = bets_of(table), table.game.layout
    found = []
    for wager in wagers:
        for exact in (wager.stake * net for net in wins_of(bets[wager.spot])):
            won = layout.rounding.round(exact, layout.chip)
            if won != exact:
                found.append(RoundedWin(wager, exact, won))
                break
    return found


def rounded_text(win: RoundedWin, words: Words) -> str:
    """A sentence with the rounded win and the exact win of a stake."""
    exact = words.number(win.exact, ",.2f")
    spot, stake = win.wager.spot, win.wager.stake
    return words("felt.rounded", bet=words.bet(spot), stake=stake, won=win.won, exact=exact)


def rounding_texts(bet: Bet | StreakBet, layout: Layout, words: Words) -> list[str]:
    """How wins are rounded, and which stakes are paid in full; empty if nothing is rounded."""
    step = whole_step(bet, layout)
    is_whole = step == layout.chip
    return [] if is_whole else [words(f"felt.rounds-{layout.rounding.value}", step=step)]
