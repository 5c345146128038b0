"""Bets on ties, on the number of cards, on one total, and on two totals against each other."""

from fractions import Fraction

from baccarat.core.bets.bet_types import PUSH, Bet
from baccarat.core.bets.events import (
    HOW,
    JACOBSON,
    WIZARD,
    Tiers,
    beats,
    is_held,
    partly,
    ties,
    wins_with,
)
from baccarat.core.cards import Depth
from baccarat.core.coup import Hand, Outcome, Side


def egalite(price: int, *totals: int) -> Bet:
    """A bet on a tie at one of these totals."""
    span = str(totals[0]) if len(totals) == 1 else f"{totals[0]}–{totals[-1]}"
    return Bet(
        f"Égalité {span}",
        Tiers({"tie": partly(ties, *totals)}),
        pays={"tie": price},
        wins_when=f"the hands tie on {span}",
        source=WIZARD,
    )


def takes(outcome: Outcome, *counts: int) -> bool:
    """Whether the coup takes one of these numbers of cards."""
    return outcome.player.cards + outcome.banker.cards in counts


def cards_in_all(name: str, price: int | Fraction, *counts: int, also: tuple[str, ...] = ()) -> Bet:
    span = " or ".join(map(str, counts))
    return Bet(
        name,
        Tiers({"won": partly(takes, *counts)}),
        pays={"won": price},
        also=also,
        wins_when=f"the coup takes {span} cards",
        source=WIZARD,
    )


def wins_on_three_cards(outcome: Outcome, side: Side) -> bool:
    return outcome.winner is side and outcome.held(side).cards == 3


def three_card_win(side: Side, price: int) -> Bet:
    return Bet(
        f"Three-Card Win {side}",
        Tiers({"won": partly(wins_on_three_cards, side)}),
        pays={"won": price},
        wins_when=f"{side} wins with three cards",
        source=WIZARD,
    )


def natural(total: int, side: Side) -> Bet:
    return Bet(
        f"Natural {total} {side}",
        Tiers({"natural": partly(is_held, side, total, 2)}),
        pays={"natural": 9},
        wins_when=f"{side} has a natural {total}",
        source=WIZARD,
    )


def natural_win(total: int, side: Side) -> Bet:
    return Bet(
        f"Natural Win {total} {side}",
        Tiers({"natural win": partly(wins_with, side, total, 2)}),
        pays={"natural win": 8},
        wins_when=f"{side} wins with a natural {total}",
        source="excelpunks.com, 2018",
    )


def has_parity(outcome: Outcome, side: Side, rest: int) -> bool:
    """Whether the hand's total is even (`rest` 0) or odd (`rest` 1)."""
    return outcome.held(side).total % 2 == rest


def parity(side: Side, word: str, price: Fraction) -> Bet:
    return Bet(
        f"{side} {word.title()}",
        Tiers({word: partly(has_parity, side, ("even", "odd").index(word))}),
        pays={word: price},
        wins_when=f"{side}'s final total is {word}",
        source=f"{WIZARD}/side-bets/even-odd (Triple PG)",
    )


def won_or_tied(outcome: Outcome, *totals: int) -> str | None:
    """`win` if the winning hand has one of these totals, `tie` if the hands tie; else None."""
    side = outcome.winner
    if side is None:
        return "tie"
    return "win" if outcome.held(side).total in totals else None


def knockout(price: int | Fraction, *totals: int) -> Bet:
    span = str(totals[0]) if len(totals) == 1 else f"{totals[0]}–{totals[-1]}"
    return Bet(
        f"Knockout {span}",
        partly(won_or_tied, *totals),
        pays={"win": price, "tie": PUSH},
        wins_when=f"a hand wins with {span}; a tie pushes",
        source=f"{JACOBSON}, Knockout Baccarat",
    )


def natural_or_tie(outcome: Outcome, side: Side) -> str | None:
    """`natural win` if the hand wins with a natural, `tie` if the hands tie; else None."""
    winner = outcome.winner
    if winner is None:
        return "tie"
    return "natural win" if winner is side and outcome.held(side).is_natural else None


def knockout_natural(side: Side) -> Bet:
    return Bet(
        f"Knockout Natural {side}",
        partly(natural_or_tie, side),
        pays={"natural win": 4, "tie": PUSH},
        wins_when=f"{side} wins with a natural; a tie pushes",
        source=f"{JACOBSON}, Knockout Baccarat",
    )


def golden_frog(winning: int, losing: int, price: int, cards: int | None = None) -> Bet:
    hands = f"a total of {winning} beats a total of {losing}"
    if cards:
        hands += f", each on {cards} cards"
    return Bet(
        f"Golden Frog {winning} {losing}",
        Tiers({"won": partly(beats, winning, losing, cards)}),
        pays={"won": price},
        wins_when=f"{hands}, in either hand",
        source=HOW,
    )


def three_or_eight(hand: Hand) -> str | None:
    """`3` if two cards make three, `8` if the third is an eight, `38` for both; else None."""
    drew_eight = hand.third is not None and hand.third.points == 8
    return ("3" if hand.start == 3 else "") + ("8" if drew_eight else "") or None


def three_giving_eight(outcome: Outcome) -> str | None:
    """`won` if Banker's two cards make three and Player's third card is an eight; else None."""
    player, banker = outcome.player.trait or "", outcome.banker.trait or ""
    return "won" if "8" in player and "3" in banker else None


def has_eights_or_nines(outcome: Outcome) -> bool:
    """Whether both totals are 8 or 9."""
    return min(outcome.player.total, outcome.banker.total) >= 8


def quik(outcome: Outcome) -> str | None:
    total = outcome.player.total + outcome.banker.total
    if total in (0, 18):
        return str(total)
    return "1–3 or 15–17" if total <= 3 or total >= 15 else None


EGALITES = tuple(
    egalite(price, total)
    for total, price in enumerate((150, 215, 225, 200, 120, 110, 45, 45, 80, 80))
)
# Houses that group the ties pay 160 for the one on 0: egalite-0:160.
EGALITE_GROUPS = (egalite(70, 1, 2, 3), egalite(60, 4, 5), egalite(22, 6, 7), egalite(40, 8, 9))
TIGER_TIE = Bet(
    "Tiger Tie",
    EGALITES[6].event,
    pays={"tie": 35},
    wins_when="the hands tie on 6",
    source=WIZARD,
)
SMALL = cards_in_all("Small", Fraction("1.5"), 4, also=("four-cards",))
BIG = cards_in_all("Big", Fraction("0.54"), 5, 6)
FIVE_CARDS = cards_in_all("Five Cards", 2, 5)
SIX_CARDS = cards_in_all("Six Cards", 2, 6)
THREE_CARD_WIN_PLAYER = three_card_win(Side.PLAYER, 4)
THREE_CARD_WIN_BANKER = three_card_win(Side.BANKER, 5)
NATURALS = tuple(natural(total, side) for total in (9, 8) for side in Side)
NATURAL_WINS = tuple(natural_win(total, side) for total in (9, 8) for side in Side)
# Another maker (eBET) pays 0.90 and 0.96 on Player, and 0.94 on Banker: player-odd:0.96.
PARITIES = (
    parity(Side.PLAYER, "even", Fraction("0.86")),
    parity(Side.PLAYER, "odd", Fraction("0.90")),
    parity(Side.BANKER, "even", Fraction("0.86")),
    parity(Side.BANKER, "odd", Fraction("0.86")),
)
KNOCKOUTS = (
    knockout(7, 1, 2, 3, 4),
    knockout(Fraction("3.5"), 5, 6),
    knockout(Fraction("4.5"), 7),
    knockout(3, 8),
    knockout(Fraction("2.5"), 9),
    *map(knockout_natural, Side),
)
THREE_GIVING_8 = Bet(
    "3 Giving 8",
    three_giving_eight,
    pays={"won": 200},
    depth=Depth.POINTS,
    trait=three_or_eight,
    wins_when="Banker's two cards make 3 and Player's third card is an 8",
    source=JACOBSON,
)
EIGHTS_AND_NINES = Bet(
    "88/89/98/99",
    Tiers({"won": has_eights_or_nines}),
    pays={"won": 20},
    wins_when="both final totals are 8 or 9",
    source=JACOBSON,
)
BAD_BEAT = Bet(
    "Bad Beat",
    Tiers({"won": partly(beats, 9, 8, 2)}),
    pays={"won": 50},
    wins_when="a natural 9 beats a natural 8",
    source=JACOBSON,
)
NINE_OVER_7 = Bet(
    "9 over 7",
    Tiers({"won": partly(beats, 9, 7, 2)}),
    pays={"won": 50},
    wins_when="a two-card 9 beats a two-card 7",
    source=JACOBSON,
)
GOLDEN_FROGS = (golden_frog(8, 6, 25), golden_frog(9, 1, 150, cards=3), golden_frog(9, 7, 200, 3))
QUIK = Bet(
    "Quik",
    quik,
    pays={"0": 50, "18": 25, "1–3 or 15–17": 1},
    wins_when="both totals together make 0, 18, 1 to 3, or 15 to 17",
    source=WIZARD,
)
