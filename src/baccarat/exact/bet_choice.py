"""Which bets a question about odds is about: those it names, a felt's, or every bet there is."""

from collections.abc import Sequence

from baccarat.core.bets import Bet, registered, streak
from baccarat.core.bets.streaks import is_streak
from baccarat.core.layout import Layout

MAIN = ("player", "banker", "tie")
"""The spots that a closer look begins with; a felt may have a dozen."""


def answer_names(layout: Layout, names: Sequence[str]) -> dict[str, str]:
    """By each name that a question has: the name under which its answer is told.

    >>> from baccarat import game
    >>> answer_names(game("punto-banco").layout, ["tiger", "Lucky 6"])
    {'tiger': 'lucky-6', 'Lucky 6': 'lucky-6'}
    """
    return {name: streak_name(name) if is_streak(name) else layout.name_of(name) for name in names}


def streak_name(spelled: str) -> str:
    """As it is asked for again: with its prices, if they were said."""
    bet = streak(spelled)
    return str(bet) if ":" in spelled else bet.key


def asked_bets(
    layout: Layout, names: Sequence[str] = (), every: bool = False, closely: bool = False
) -> dict[str, Bet]:
    """Bets by the names under which they can be asked for again."""
    if names:
        return {layout.name_of(spelled): layout.find(spelled) for spelled in names}
    felt = layout.bets
    chosen = {spot: felt[spot] for spot in MAIN if spot in felt} if closely else dict(felt)
    if every:
        keys = {bet.key for bet in chosen.values()}
        others = [bet for bet in registered() if bet.key not in keys]
        # Where the felt has another bet on the spot of that name, the price tells them apart.
        chosen |= {str(bet) if bet.key in chosen else bet.key: bet for bet in others}
    return chosen
