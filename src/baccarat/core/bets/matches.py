"""Bets on ranks, suits and colours that both hands have together."""

from baccarat.core.bets.bet_types import Bet
from baccarat.core.bets.events import WIZARD, partly
from baccarat.core.cards import Depth, Rank, Suit
from baccarat.core.coup import Hand, Outcome


def paired_rank(hand: Hand) -> str | None:
    """The common rank of the first two cards; None if their ranks differ."""
    return str(hand.cards[0].rank) if hand.is_pair else None


def pairs_together(outcome: Outcome) -> str | None:
    """Which hands begin with a pair: `one hand`, `both hands`, both of the `same rank`, or None."""
    player, banker = outcome.player.trait, outcome.banker.trait
    if player and banker:
        return "same rank" if player == banker else "both hands"
    return "one hand" if player or banker else None


def suits_of_nines(hand: Hand) -> str | None:
    """The suits of the hand's nines as sorted letters, e.g. `dh`; None without a nine."""
    return "".join(sorted(str(card.suit) for card in hand if card.rank is Rank.NINE)) or None


def nines(outcome: Outcome) -> str | None:
    """The tier by number and suits of the nines among the first four cards; None without a nine."""
    suits = (outcome.player.trait or "") + (outcome.banker.trait or "")
    if len(suits) == 1:
        return "nine of diamonds" if suits == str(Suit.DIAMONDS) else "one nine"
    suited = "suited " if len(set(suits)) == 1 else ""
    return {2: f"two {suited}nines", 3: f"three {suited}nines", 4: "four nines"}.get(len(suits))


def count_of_rank(hand: Hand, rank: Rank) -> str | None:
    """The number of the hand's cards with that rank, as text; None for 0."""
    return str(sum(card.rank is rank for card in hand) or "") or None


def in_all(outcome: Outcome) -> str | None:
    """The sum of both hands' traits, which are counts, as text; None if the sum is zero."""
    return str(int(outcome.player.trait or 0) + int(outcome.banker.trait or 0) or "") or None


def matching_dragon(rank: Rank) -> Bet:
    spelled = "10" if rank is Rank.TEN else str(rank)
    return Bet(
        f"Matching Dragon {spelled}",
        in_all,
        # Other houses pay less for two, three and four: matching-dragon-a:1/2/15/30/60/100.
        pays={str(cards): price for cards, price in enumerate((1, 3, 20, 40, 60, 100), start=1)},
        depth=Depth.RANKS,
        trait=partly(count_of_rank, rank),
        also=("matching-dragon-t",) if rank is Rank.TEN else (),
        wins_when=f"the coup has a card of the rank {spelled}; more such cards pay more",
        source=f"{WIZARD}/matching-dragon",
    )


def one_colour(hand: Hand) -> str | None:
    """The common colour of all cards of the hand; None if their colours differ."""
    colours = {card.suit.is_red for card in hand}
    return None if len(colours) > 1 else "red" if True in colours else "black"


def is_all(outcome: Outcome, colour: str) -> bool:
    """Whether every card of the coup has that colour."""
    return outcome.player.trait == outcome.banker.trait == colour


def all_of(colour: str, price: int) -> Bet:
    return Bet(
        f"All {colour.title()}",
        partly(is_all, colour),
        pays={colour: price},
        depth=Depth.CARDS,
        trait=one_colour,
        wins_when=f"every card of the coup is {colour}",
        source=f"{WIZARD}, appendix 5",
    )


TIGER_PAIR = Bet(
    "Tiger Pair",
    pairs_together,
    pays={"one hand": 4, "both hands": 20, "same rank": 100},
    depth=Depth.RANKS,
    trait=paired_rank,
    at_start=True,
    wins_when="the first two cards of a hand have the same rank; two pairs of one rank pay most",
    source=WIZARD,
)
LUCKY_NINES = Bet(
    "Lucky Nines",
    nines,
    # At the Red Rock, 2023: lucky-nines:1000/500/35/16/5/2/1.
    pays={
        "four nines": 500,
        "three suited nines": 250,
        "three nines": 20,
        "two suited nines": 8,
        "two nines": 5,
        "nine of diamonds": 2,
        "one nine": 1,
    },
    depth=Depth.CARDS,
    trait=suits_of_nines,
    at_start=True,
    wins_when="the first four cards have a nine; more nines, and nines of one suit, pay more",
    source=f"{WIZARD}/side-bets/lucky-nines",
)
MATCHING_DRAGONS = tuple(
    matching_dragon(Rank(letter)) for letter in ("A", *map(str, range(2, 10)), *"TJQK")
)
ALL_RED = all_of("red", 22)
ALL_BLACK = all_of("black", 24)
