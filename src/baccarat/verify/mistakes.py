"""The mistakes in printed figures: each function repeats a mistake to get the printed figure."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil

from baccarat.core.bets import Bet
from baccarat.core.bets.events import partly
from baccarat.core.bets.matches import LUCKY_NINES
from baccarat.core.bets.pairs import LUCKY_8_BANKER, LUCKY_8_PLAYER
from baccarat.core.coup import Outcome, Side
from baccarat.verify.published import Figure, Recounted
from baccarat.verify.recount import BELLAGIO_MATCH, KINDS, odds_of, table
from baccarat.verify.rules_of_thumb import RULES


def round_twice(figure: Figure, ours: Recounted) -> Recounted:
    """Our figure, rounded first to one digit more than the printed figure has, with halves up."""
    scale = 10 ** (figure.digits + 1)
    return Fraction(int(Fraction(ours) * scale + Fraction(1, 2)), scale)


def round_up(figure: Figure, ours: Recounted) -> Recounted:
    scale = 10**figure.digits
    return Fraction(ceil(Fraction(ours) * scale), scale)


def round_chances(figure: Figure, ours: Recounted) -> Recounted:
    """Round the chance of each tier first, to two digits more than the printed percentage has."""
    found, paid = odds_of(figure), Fraction(0)
    for tier in found.bet.pays:
        chance = Fraction(found.weights[tier], found.total)
        paid += round(chance, figure.digits + 2) * (1 + found.bet.net(tier))
    return 100 * (1 - paid)


def take_six_decks(figure: Figure, ours: Recounted) -> Recounted:
    return KINDS[figure.kind].recount(replace(figure, decks="6"))


def miscount(figure: Figure, ours: Recounted) -> Recounted:
    return 100 * table(figure.decks).of(MISCOUNTS[figure.what]).edge


def defy_the_rule(figure: Figure, ours: Recounted) -> Recounted:
    """The printed house edge if it is too low for every possible drawing rule, else our value.

    Three of a kind is likeliest under a rule that gives Player a third card in every coup.
    """
    copies = 4 * int(figure.decks)
    cards = 13 * copies
    most = Fraction((copies - 1) * (copies - 2), (cards - 1) * (cards - 2))
    printed = Fraction(figure.published)
    return printed if printed < 100 * (1 - most * (1 + BELLAGIO_MATCH.net("win"))) else ours


def follow_the_rule(figure: Figure, ours: Recounted) -> Recounted:
    """What a common rule says: it leaves out ties, winning guests, or ruin, or mixes up stakes."""
    return RULES[figure.what].rule()


def lucky_8_miscounted(outcome: Outcome, right: Bet, side: Side) -> str | None:
    """The Lucky 8 tier, but a suited 8 against two cards is a plain win, and a suited tie loses."""
    tier, other = right.judge(outcome), outcome.held(side.other)
    if tier == "suited" and other.cards == 2:
        return "wins with 8"
    if tier == "8-8 tie" and other.trait:
        return None
    return tier


def lucky_nines_miscounted(outcome: Outcome) -> str | None:
    """The Lucky Nines tier, but three nines of spades count as plain, not as suited."""
    tier, suits = LUCKY_NINES.judge(outcome), (outcome.player.trait, outcome.banker.trait)
    is_spades = all(set(some or "s") == {"s"} for some in suits)
    return "three nines" if tier == "three suited nines" and is_spades else tier


MISCOUNTS = {
    right.key: replace(right, event=partly(lucky_8_miscounted, right, side))
    for right, side in ((LUCKY_8_PLAYER, Side.PLAYER), (LUCKY_8_BANKER, Side.BANKER))
} | {LUCKY_NINES.key: replace(LUCKY_NINES, event=lucky_nines_miscounted)}

MISTAKES: dict[str, Callable[[Figure, Recounted], Recounted]] = {
    "rounded twice": round_twice,
    "rounded up": round_up,
    "rounded chances": round_chances,
    "six decks": take_six_decks,
    "miscounted": miscount,
    "impossible": defy_the_rule,
    "false rule": follow_the_rule,
}
