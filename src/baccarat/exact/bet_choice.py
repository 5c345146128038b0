"""The bets of a question about odds: the named bets, the bets on a felt, or all registered bets."""

from collections.abc import Sequence

from baccarat.core.bets import Bet, registered, streak
from baccarat.core.bets.streaks import is_streak
from baccarat.core.layout import Layout

MAIN = ("player", "banker", "tie")
"""The spots shown first in a closer look; a felt may have a dozen spots."""


def answer_names(layout: Layout, names: Sequence[str]) -> dict[str, str]:
    """For each name of a bet in a question: the name of this bet in the answer.

    >>> from baccarat import game
    >>> answer_names(game("punto-banco").layout, ["tiger", "Lucky 6"])
    {'tiger': 'lucky-6', 'Lucky 6': 'lucky-6'}
    """
    return {name: streak_name(name) if is_streak(name) else layout.name_of(name) for name in names}


def streak_name(spelled: str) -> str:
    """The name of a streak bet, with its prices if the spelling has prices."""
    bet = streak(spelled)
    return str(bet) if ":" in spelled else bet.key


def asked_bets(
    layout: Layout, names: Sequence[str] = (), every: bool = False, closely: bool = False
) -> dict[str, Bet]:
    """The bets of a question, each under a name by which the layout finds the bet."""
    if names:
        return {layout.name_of(spelled): layout.find(spelled) for spelled in names}
    felt = layout.bets
    chosen = {spot: felt[spot] for spot in MAIN if spot in felt} if closely else dict(felt)
    if every:
        keys = {bet.key for bet in chosen.values()}
        others = [bet for bet in registered() if bet.key not in keys]
        # If the felt has another bet on a spot of the same name, the price tells them apart.
        chosen |= {str(bet) if bet.key in chosen else bet.key: bet for bet in others}
    return chosen
