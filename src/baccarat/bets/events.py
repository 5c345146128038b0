"""The words that events are made of."""

from collections.abc import Callable, Mapping

from baccarat.bets.bet import OutcomeEvent
from baccarat.coup import Held, Outcome, Side

Happens = Callable[[Outcome], bool]

CASINO = "58 Pa. Code 627a"
WIZARD = "wizardofodds.com/games/baccarat"
JACOBSON = "888casino.com blog (E. Jacobson)"
HOW = "discountgambling.net (S. How)"
MACAU = "ggrasia.com, 2024"


def tiers(table: Mapping[str, Happens]) -> OutcomeEvent:
    """The first tier of the table that happened: only the highest pays."""

    def event(outcome: Outcome) -> str | None:
        return next((tier for tier, happens in table.items() if happens(outcome)), None)

    return event


def is_made(held: Held, total: int, cards: int) -> bool:
    """Whether the hand has that total on so many cards: `is_made(held, 7, 3)`, a three-card 7."""
    return held.total == total and held.cards == cards


def wins_with(outcome: Outcome, side: Side, total: int, cards: int | None = None) -> bool:
    """Whether that hand wins with that total, on so many cards if it matters."""
    held = outcome.held(side)
    return outcome.winner is side and held.total == total and cards in (None, held.cards)


def beats(outcome: Outcome, winning: int, losing: int, cards: int | None = None) -> bool:
    """Whether one total beats the other, whichever hand has it, each on so many cards."""
    if outcome.winner is None:
        return False
    winner, loser = outcome.held(outcome.winner), outcome.held(outcome.winner.other)
    return (
        (winner.total, loser.total) == (winning, losing)
        and cards in (None, winner.cards)
        and cards in (None, loser.cards)
    )
