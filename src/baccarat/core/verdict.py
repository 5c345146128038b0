"""The verdict table: what `next_hand` says of every coup, asked once and then looked up.

Who takes a third card depends on the points of the first four cards and of Player's third. The
order of a hand's first two cards, its *start*, does not matter. Starts that `next_hand` treats
alike are one *class*, so the table is small for every strategy. Every engine plays by this table;
none restates what a natural is or who takes the fifth card.
"""

from dataclasses import dataclass
from functools import lru_cache

from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.tableau import Tableau
from baccarat.core.third_card import Strategy, next_hand, nobody

POINTS = range(10)
STAND, BANKER_DRAWS, PLAYER_DRAWS = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Who draws, for every pair of starts and every third card of Player."""

    player: tuple[int, ...]
    """10 x points of the first card + of the second: Player's class"""
    banker: tuple[int, ...]
    """the same for Banker"""
    player_totals: tuple[int, ...]
    """Player's class: the total of its starts"""
    banker_totals: tuple[int, ...]
    first: tuple[tuple[int, ...], ...]
    """Player's class, Banker's class: who takes the fifth card; STAND if there is none"""
    after: tuple[tuple[bool, ...], ...]
    """Banker's class, points of Player's third card: whether Banker draws as well"""

    @property
    def player_draws(self) -> tuple[bool, ...]:
        """10 x points of the first card + of the second: whether Player may draw."""
        return tuple(PLAYER_DRAWS in self.first[own] for own in self.player)

    @property
    def banker_draws(self) -> tuple[tuple[bool, ...], ...]:
        """The same for Banker: by Player's third card, and last if Player stood."""
        stood = [BANKER_DRAWS in column for column in zip(*self.first, strict=True)]
        return tuple((*self.after[own], stood[own]) for own in self.banker)


@lru_cache(maxsize=64)
def verdicts(tableau: Tableau, decide: Strategy = nobody) -> Verdicts:
    """Ask `next_hand` about everything that can happen.

    >>> from baccarat.core.tableau import PUNTO_BANCO
    >>> found = verdicts(PUNTO_BANCO)
    >>> three, six = found.player[12], found.banker[33]
    >>> found.first[three][six] == PLAYER_DRAWS, found.after[six][5:8]
    (True, (False, True, True))
    """

    def draws(player: Hand, banker: Hand) -> int:
        side = next_hand(Coup(player, banker), tableau, decide)
        return {None: STAND, Side.BANKER: BANKER_DRAWS, Side.PLAYER: PLAYER_DRAWS}[side]

    cards = [Card(points) for points in POINTS]
    # Every two cards by their points, the lower one first.
    starts = [Hand((low, high)) for place, low in enumerate(cards) for high in cards[place:]]
    player_draws = {start: draws(start, starts[0]) == PLAYER_DRAWS for start in starts}
    # Neither side sees the other's start, so one Player who draws and one who stands are enough.
    # The lowest who stands has no natural, unless all who stand have one.
    drawers = [start for start in starts if player_draws[start]][:1]
    standers = sorted((start for start in starts if not player_draws[start]), key=_total)[:1]
    with_third = [Hand((*start.cards, third)) for start in drawers for third in cards]
    # Whether Banker draws, by the third card of a Player who drew; then, if Player stood.
    rows = {
        start: tuple(draws(player, start) == BANKER_DRAWS for player in with_third + standers)
        for start in starts
    }
    players = _Classes({start: (_total(start), player_draws[start]) for start in starts})
    bankers = _Classes({start: (_total(start), *rows[start]) for start in starts})
    return Verdicts(
        players.by_points,
        bankers.by_points,
        players.totals,
        bankers.totals,
        tuple(tuple(draws(own, other) for other in bankers.firsts) for own in players.firsts),
        tuple((*rows[start], *[False] * 10)[:10] for start in bankers.firsts),
    )


def _total(hand: Hand) -> int:
    return hand.total


class _Classes:
    """Numbers the classes of starts: starts with equal traits share one."""

    def __init__(self, traits: dict[Hand, tuple[int, ...]]) -> None:
        firsts: dict[tuple[int, ...], Hand] = {}
        for start, trait in traits.items():
            firsts.setdefault(trait, start)
        self.firsts = list(firsts.values())
        """class: the first of its starts"""
        self.totals = tuple(map(_total, self.firsts))
        numbers = {trait: number for number, trait in enumerate(firsts)}
        by_points: dict[tuple[int, int], int] = {}
        for start, trait in traits.items():
            low, high = (card.points for card in start.cards)
            by_points[low, high] = by_points[high, low] = numbers[trait]
        self.by_points = tuple(by_points[first, second] for first in POINTS for second in POINTS)
