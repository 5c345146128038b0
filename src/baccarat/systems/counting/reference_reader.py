"""Lays bets by a count, one coup at a time: the fast reader must give the same result."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from baccarat.base.hints import guided
from baccarat.core.bets import Bet
from baccarat.core.rules import Rules, deal_shoe
from baccarat.core.shoe import Composition
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.odds import odds
from baccarat.systems.counting.play import CountedBet, Play
from baccarat.systems.counting.totals import (
    BILLION,
    LARGEST_COUNT,
    PAIRS,
    USUAL,
    Ending,
    Laid,
    LaidRow,
    LaidTally,
    coins_of,
)


@dataclass(frozen=True, slots=True)
class LaidBet:
    """A bet that was laid: its coup, the count before the coup, and its result."""

    coup: int
    """the number of the coup in its shoe, counted from 1"""
    unseen: Composition
    """the unseen cards when it was laid"""
    count: Fraction | None
    """the count when it was laid; None in perfect play"""
    units: int
    won: Fraction
    """the units that one unit won; −1 if it was lost"""
    expected: Fraction
    """the exact expected value of one unit when it was laid"""


@guided
def lay_shoe(
    play: Play, rules: Rules, seed: int, number: int = 0, decide: Strategy = nobody
) -> tuple[int, list[LaidBet]]:
    """The number of coups of a shoe, and the bets that a guest lays in it.

    The guest decides before the first card of a coup, from the cards seen until then.
    """
    shoe = rules.shoe(seed, number)
    unseen, running, hidden = rules.composition, 0, 0
    if isinstance(play, CountedBet):
        running = play.start
    if (burn_card := shoe.burn_card) is not None:
        unseen = unseen.without([burn_card])
        if isinstance(play, CountedBet):
            hidden = int(not play.sees_burn)
            running += 0 if hidden else play.tag(burn_card)
    laid, coups = [], 0
    for coup in deal_shoe(shoe, rules, decide):
        coups += 1
        count, units, expected = None, 1, None
        if isinstance(play, CountedBet):
            count = play.count(running, len(unseen) + hidden)
            units = play.units(running, len(unseen) + hidden)
        else:
            expected = _expectation(play.bet, unseen, rules, decide)
            units = int(expected > 0)
        if units:
            if expected is None:
                expected = _expectation(play.bet, unseen, rules, decide)
            won = play.bet.net(play.bet.tier(coup))
            laid.append(LaidBet(coups, unseen, count, units, won, expected))
        cards = coup.cards[len(rules.opening) :]
        unseen = unseen.without(cards)
        if isinstance(play, CountedBet):
            running += sum(map(play.tag, cards))
    return coups, laid


def _expectation(bet: Bet, unseen: Composition, rules: Rules, decide: Strategy) -> Fraction:
    return odds(unseen, rules=rules, decide=decide).of(bet).expectation


def lay_plainly(
    plays: Iterable[Play],
    shoes: int,
    seed: int = 0,
    rules: Rules | None = None,
    endings: Iterable[Ending] = (USUAL,),
    decide: Strategy = nobody,
) -> LaidTally:
    """The tally that `CountReader` gives, calculated coup by coup without any shortcut."""
    rules, endings = rules or Rules(), tuple(endings)
    laid = []
    for play in plays:
        for ending in endings:
            dealt = replace(rules, cut_card=ending.cut_card, last_coup=ending.last_coup)
            each = (lay_shoe(play, dealt, seed, number, decide) for number in range(shoes))
            laid.append(sum((_one(play, *shoe) for shoe in each), start=Laid()))
    return LaidTally(tuple(laid))


def _one(play: Play, coups: int, bets: list[LaidBet]) -> Laid:
    """The tally of one shoe."""
    coins = coins_of(play.bet)
    rows = []
    by_cards: dict[int, LaidRow] = {}
    by_count: dict[int, LaidRow] = {}
    for bet in bets:
        won, expected = bet.units * int(coins * bet.won), bet.units * round(BILLION * bet.expected)
        row = 1, bet.units, won, expected
        rows.append(row)
        by_cards[len(bet.unseen)] = row
        if bet.count is not None:
            at = min(max(floor(bet.count), -LARGEST_COUNT), LARGEST_COUNT)
            old = by_count.get(at, (0, 0, 0, 0))
            by_count[at] = old[0] + 1, old[1] + row[1], old[2] + row[2], old[3] + row[3]
    sums = (coups, *(sum(column) for column in zip(*rows, strict=True))) if rows else (coups,)
    sums += (0,) * (5 - len(sums))
    return Laid(1, sums, tuple(sums[one] * sums[other] for one, other in PAIRS), by_cards, by_count)
