"""Bets on the ranks and suits of one hand: pairs, matches, Lucky 8."""

from fractions import Fraction

from baccarat.core.bets.bet_types import Bet
from baccarat.core.bets.events import FABULOUS_4, WIZARD, Tiers, partly
from baccarat.core.cards import Depth, Rank
from baccarat.core.coup import Hand, Outcome, Side


def paired(hand: Hand) -> str | None:
    return "pair" if hand.is_pair else None


def perfectly_paired(hand: Hand) -> str | None:
    return "perfect pair" if hand.is_perfect_pair else None


def matched(hand: Hand) -> str | None:
    """`suited king and queen`, or `suited` for other cards of one suit; None for mixed suits."""
    if not hand.is_suited:
        return None
    royal = {card.rank for card in hand} == {Rank.KING, Rank.QUEEN}
    return "suited king and queen" if royal else "suited"


def fabulously_paired(hand: Hand) -> str | None:
    """The trait of two cards with the same rank, the same suit, or both; None for other cards."""
    if hand.is_perfect_pair:
        return "suited pair"
    return "pair" if hand.is_pair else "suited" if hand.is_suited else None


def made_of_nine(hand: Hand) -> str | None:
    """How two cards make 9: `with a ten or face`, `suited` or `off-suit`; None if they do not."""
    if hand.start != 9:
        return None
    if any(card.points == 0 for card in hand):
        return "with a ten or face"
    return "suited" if hand.is_suited else "off-suit"


def suited_three(hand: Hand) -> str | None:
    return "suited" if len(hand) == 3 and hand.is_suited else None


def trait_of(outcome: Outcome, side: Side) -> str | None:
    return outcome.held(side).trait


def shows(outcome: Outcome, *sides: Side) -> bool:
    """Whether all these hands have the bet's trait."""
    return all(outcome.held(side).trait for side in sides)


def shows_once(outcome: Outcome) -> bool:
    """Whether either hand has the bet's trait."""
    return bool(outcome.player.trait or outcome.banker.trait)


def pair(side: Side) -> Bet:
    return Bet(
        f"{side} Pair",
        Tiers({"pair": partly(shows, side)}),
        pays={"pair": 11},
        depth=Depth.RANKS,
        trait=paired,
        at_start=True,
        wins_when=f"{side}'s first two cards have the same rank",
        source=WIZARD,
    )


def majestic_match(side: Side) -> Bet:
    return Bet(
        f"Majestic Match {side}",
        partly(trait_of, side),
        pays={"suited king and queen": 25, "suited": Fraction(5, 2)},
        depth=Depth.CARDS,
        trait=matched,
        at_start=True,
        wins_when=f"{side}'s first two cards are suited; suited king and queen pay more",
        source=WIZARD,
    )


def fabulous_pair(side: Side) -> Bet:
    return Bet(
        f"{side} Fabulous Pair",
        partly(trait_of, side),
        pays={"suited pair": 7, "pair": 4, "suited": 1},
        depth=Depth.CARDS,
        trait=fabulously_paired,
        at_start=True,
        wins_when=f"{side}'s first two cards have the same rank or suit; both alike pay more",
        source=FABULOUS_4,
    )


def eight(outcome: Outcome, side: Side) -> str | None:
    """The highest tier of a hand with a total of 8; None for another total."""
    named, other = outcome.held(side), outcome.held(side.other)
    if named.total != 8:
        return None
    if named.trait:
        return "both suited" if other.trait and other.total == 8 else "suited"
    if outcome.winner is None:
        return "8-8 tie"
    return "wins with 8" if outcome.winner is side else "loses with 8"


def lucky_8(side: Side) -> Bet:
    return Bet(
        f"Lucky 8 {side}",
        partly(eight, side),
        pays={"both suited": 200, "suited": 25, "8-8 tie": 15, "loses with 8": 8, "wins with 8": 4},
        depth=Depth.CARDS,
        trait=suited_three,
        wins_when=f"{side} has 8; a suited three-card 8 pays more, and most in both hands",
        source=WIZARD,
    )


PLAYER_PAIR, BANKER_PAIR = map(pair, Side)
EITHER_PAIR = Bet(
    "Either Pair",
    Tiers({"pair": shows_once}),
    pays={"pair": 5},
    depth=Depth.RANKS,
    trait=paired,
    at_start=True,
    wins_when="the first two cards of a hand have the same rank",
    source=WIZARD,
)
PERFECT_PAIR = Bet(
    "Perfect Pair",
    Tiers({"both hands": partly(shows, *Side), "one hand": shows_once}),
    # Some houses pay 200 for both hands: perfect-pair:25/200.
    pays={"one hand": 25, "both hands": 25},
    depth=Depth.CARDS,
    trait=perfectly_paired,
    at_start=True,
    wins_when="the first two cards of a hand have the same rank and suit",
    source=WIZARD,
)
MAJESTIC_MATCH_PLAYER, MAJESTIC_MATCH_BANKER = map(majestic_match, Side)
PLAYER_FABULOUS_PAIR, BANKER_FABULOUS_PAIR = map(fabulous_pair, Side)
PERFECT_9_BONUS = Bet(
    "Perfect 9 Bonus",
    partly(trait_of, Side.PLAYER),
    pays={"suited": 20, "off-suit": 10, "with a ten or face": 5},
    depth=Depth.CARDS,
    trait=made_of_nine,
    at_start=True,
    also=("perfect-9",),
    wins_when="Player's first two cards make 9; without a ten or face they pay more",
    source="wizardofodds.com/article/perfect-9-bonus-baccarat",
)
LUCKY_8_PLAYER, LUCKY_8_BANKER = map(lucky_8, Side)
