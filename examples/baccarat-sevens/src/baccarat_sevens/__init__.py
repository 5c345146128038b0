"""Two side bets on sevens, as a plug-in for baccarat."""

from baccarat import Bet, Depth, Hand, Outcome, Rank


def double_seven(outcome: Outcome) -> str | None:
    """Both hands end on seven."""
    if outcome.player.total == outcome.banker.total == 7:
        return "six cards" if outcome.player.cards + outcome.banker.cards == 6 else "fewer"
    return None


def red_seven(hand: Hand) -> str | None:
    """A trait: a label of one hand alone."""
    has_one = any(card.rank is Rank.SEVEN and card.suit.is_red for card in hand)
    return "red seven" if has_one else None


def red_sevens(outcome: Outcome) -> str | None:
    """A hand holds a red seven, or both do."""
    hands = [held for held in (outcome.player, outcome.banker) if held.trait]
    return {2: "both hands", 1: "one hand"}.get(len(hands))


BETS = [
    Bet(
        "Double Seven",
        double_seven,
        pays={"six cards": 200, "fewer": 40},
        wins_when="both hands end on 7",
    ),
    Bet(
        "Red Sevens",
        red_sevens,
        pays={"both hands": 30, "one hand": 4},
        depth=Depth.CARDS,
        trait=red_seven,
        wins_when="a hand holds a red seven, or both do",
    ),
]
