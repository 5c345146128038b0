"""Counts published for eight decks, with the figures that their authors give."""

from dataclasses import dataclass

from baccarat.core.bets import bet
from baccarat.systems.counting.play import CountedBet, Divisor, parse_tags
from baccarat.systems.counting.totals import USUAL, Ending


@dataclass(frozen=True, slots=True)
class KnownCount:
    """A count, the ending of the shoes in its trial, and the published figures."""

    count: CountedBet
    ending: Ending = USUAL
    units: str | None = None
    """units per shoe, as printed"""
    bets: str | None = None
    """bets per shoe"""
    share: str | None = None
    """the share of coups with a bet, in per cent"""
    edge: str | None = None
    """the mean edge when betting, in per cent"""
    best: int | None = None
    """the trigger that earns most, if it is not the published one: calculated here, not printed"""


def _true(name: str, tags: str, trigger: int) -> CountedBet:
    return CountedBet(bet(name), parse_tags(tags), ((trigger, 1),))


def known_counts() -> tuple[KnownCount, ...]:
    """The published counts."""
    unbalanced = CountedBet(
        bet("dragon-7"),
        parse_tags("1 0 0 -1 -1 -1 -1 2 2 0"),
        ((1, 1),),
        start=-32,
        divisor=Divisor.NOTHING,
        sees_burn=False,
    )
    return (
        KnownCount(_true("dragon-7", "0 0 0 -1 -1 -1 -1 2 2 0", 4), units="0.597"),
        KnownCount(_true("panda-8", "1 1 -2 -2 -2 -1 -1 -2 4 1", 11), units="0.237"),
        KnownCount(unbalanced, Ending(16), units="0.52", bets="6.8", best=0),
        KnownCount(_true("big-tiger", "0 0 -1 -1 -1 -2 1 2 2 0", 8), share="3.536", edge="7.227"),
        KnownCount(_true("88-89-98-99", "1 1 0 0 0 0 0 -3 -3 1", 4), share="13.61", edge="8.91"),
        KnownCount(_true("9-over-7", "0 1 1 1 1 1 -5 1 -5 1", 6), share="14.33", edge="10.85"),
        KnownCount(_true("bad-beat", "0 1 1 1 1 1 1 -5 -5 1", 6), share="14.31", edge="10.54"),
        # No trigger of these tags fits the figures printed for this count, 23.207 % of coups and an
        # edge of 16.926 %.
        KnownCount(_true("3-giving-8", "1 1 -3 1 1 1 1 -8 1 1", 2), best=4),
    )
