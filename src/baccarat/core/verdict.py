"""The verdict table: what `next_hand` says of every coup, asked once and then looked up.

Who takes a third card depends on the points of the first four cards and of Player's third. The
order of a hand's first two cards, its *start*, does not matter. Starts that `next_hand` treats
alike are one *class*, so the table is small for every strategy. Every engine plays by this table;
none restates what a natural is or who takes the fifth card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Hand, Side, Strategy, next_hand, nobody
from baccarat.core.tableau import Tableau

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

    def asked(player: Sequence[Card], banker: Sequence[Card]) -> int:
        side = next_hand(Coup(Hand(tuple(player)), Hand(tuple(banker))), tableau, decide)
        return {None: STAND, Side.BANKER: BANKER_DRAWS, Side.PLAYER: PLAYER_DRAWS}[side]

    hands = list(_starts())
    draws = {hand: asked(hand, hands[0]) == PLAYER_DRAWS for hand in hands}
    # Neither side sees the other's start, so one Player who draws and one who stands are enough.
    # The lowest who stands has no natural, unless all who stand have one.
    drawers = [hand for hand in hands if draws[hand]][:1]
    standers = sorted((hand for hand in hands if not draws[hand]), key=_total)[:1]

    def row(banker: Start) -> tuple[bool, ...]:
        """Whether Banker draws, by the third card of a Player who drew; then, if Player stood."""
        players = [(*cards, Card(third)) for cards in drawers for third in POINTS] + standers
        return tuple(asked(cards, banker) == BANKER_DRAWS for cards in players)

    players = _Classes({hand: (_total(hand), draws[hand]) for hand in hands})
    bankers = _Classes({hand: (_total(hand), *row(hand)) for hand in hands})
    return Verdicts(
        players.by_points,
        bankers.by_points,
        players.totals,
        bankers.totals,
        tuple(tuple(asked(own, other) for other in bankers.firsts) for own in players.firsts),
        tuple((*row(hand), *[False] * 10)[:10] for hand in bankers.firsts),
    )


Start = tuple[Card, Card]


def _starts() -> Iterator[Start]:
    """Every two cards by their points, the lower one first."""
    return ((Card(low), Card(high)) for low in POINTS for high in range(low, 10))


def _total(start: Start) -> int:
    return Hand(start).total


class _Classes:
    """Numbers the classes of starts: starts with equal entries in `said` share one."""

    def __init__(self, said: dict[Start, tuple[int, ...]]) -> None:
        numbers: dict[tuple[int, ...], int] = {}
        places = {hand: numbers.setdefault(key, len(numbers)) for hand, key in said.items()}
        self.firsts = [next(hand for hand in said if said[hand] == key) for key in numbers]
        """class: the first of its starts"""
        self.totals = tuple(map(_total, self.firsts))
        both_orders = {(one.points, two.points): place for (one, two), place in places.items()}
        both_orders |= {(two, one): place for (one, two), place in both_orders.items()}
        self.by_points = tuple(both_orders[one, two] for one in POINTS for two in POINTS)
