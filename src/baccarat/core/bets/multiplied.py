"""Bets whose prices are drawn: Lightning Baccarat and Prosperity Tree Baccarat.

The makers publish how many cards are drawn and which factors they may get, but not how often. The
laws here meet the published returns; `docs/reference/bets.md` says which others do, too.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from baccarat.core.bets.bet_types import PUSH, Bet, Price
from baccarat.core.bets.drawn import HELD, Factors, alike
from baccarat.core.bets.events import partly
from baccarat.core.bets.pairs import trait_of
from baccarat.core.cards import Depth
from baccarat.core.coup import Hand, Outcome, Side

FactorLaw = Mapping[int, Fraction]


def won_alike(outcome: Outcome, side: Side) -> str | None:
    """How many cards of the winning hand are alike, if this hand won; "tie" for a tie."""
    if outcome.winner is None:
        return "tie"
    return outcome.held(side).trait if outcome.winner is side else None


def alike_in_a_pair(hand: Hand) -> str | None:
    return alike(hand) if hand.is_pair else None


def multiplied(
    game: str, side: Side, laws: tuple[FactorLaw, FactorLaw], pair: Price, source: str
) -> tuple[Bet, Bet]:
    """The bets of a multiplier game on one hand: that it wins, and that it begins with a pair."""
    withheld = Fraction(1, 20) if side is Side.BANKER else Fraction(0)
    told = "the factors of its cards multiply the win; the fee is a fifth of the bet"
    wins = Bet(
        f"{game} {side}",
        partly(won_alike, side),
        pays={**dict.fromkeys(HELD, 1), "tie": PUSH},
        depth=Depth.CARDS,
        trait=alike,
        drawn=Factors(*laws, side, withheld=withheld),
        wins_when=f"{side} wins; {told}",
        source=source,
    )
    paired = replace(
        wins,
        name=f"{game} {side} Pair",
        event=partly(trait_of, side),
        pays=dict.fromkeys(("two cards", "two alike"), pair),
        trait=alike_in_a_pair,
        at_start=True,
        drawn=Factors(*laws, side),
        wins_when=f"{side}'s first two cards have the same rank; {told}",
    )
    return wins, paired


LIGHTNING: tuple[FactorLaw, FactorLaw] = (
    {number: Fraction(number, 15) for number in range(1, 6)},
    {2: Fraction(13, 24), **dict.fromkeys((3, 4, 5), Fraction(1, 8)), 8: Fraction(1, 12)},
)
"""One to five cards, from ×2 to ×8, as printed; the chances meet 98.76 % and 98.59 %."""
PROSPERITY: tuple[FactorLaw, FactorLaw] = (
    {8: Fraction(1)},
    {2: Fraction(469, 500), 3: Fraction(31, 500)},
)
"""Eight cards, ×2 or ×3, as printed; the chance of ×3 meets 98.89 % and 92.53 %."""

BETS = tuple(
    bet
    for name, game, laws, pair in (
        ("Lightning", "Lightning Baccarat", LIGHTNING, 9),
        ("Prosperity", "Prosperity Tree", PROSPERITY, 10),
    )
    for side in Side
    for bet in multiplied(
        name, side, laws, pair, f"Evolution, {game}; the law of the factors is ours"
    )
)
