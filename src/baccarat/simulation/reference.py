"""The reference engine: plain Python over `next_hand()`, slow, short and obviously right."""

from collections.abc import Iterable

from baccarat.chance import draw, seeded_dice
from baccarat.coup import Strategy, nobody, play
from baccarat.rules import STANDARD, Rules, deal_shoe
from baccarat.shoe import decks_of
from baccarat.tally import Tally


def whole_shoes(
    shoes: Iterable[int], seed: int, rules: Rules = STANDARD, decide: Strategy = nobody
) -> Tally:
    """Deal these shoes of a seed from the burn to the last coup."""
    dealt = (deal_shoe(rules.shoe(seed, number), rules, decide) for number in shoes)
    return Tally.of((coup.outcome(), 1) for shoe in dealt for coup in shoe)


def fresh_coups(
    shoes: Iterable[int], seed: int, rules: Rules = STANDARD, decide: Strategy = nobody
) -> Tally:
    """Deal one coup from each of these shoes of a seed, unburned: every coup has fresh odds."""
    cards = decks_of(rules.decks)
    dealt = (draw(cards, seeded_dice(seed, number, len(cards))) for number in shoes)
    coups = (play(shoe, rules.tableau, decide, rules.opening) for shoe in dealt)
    return Tally.of((coup.outcome(), 1) for coup in coups)
