"""The verdict table: the answers of `next_hand` for every coup, computed once and then looked up.

Third cards depend on the points of the first four cards and of Player's third card. The first two
cards of a hand are its *start*; their order does not matter. Starts that `next_hand` treats alike
form one *class*, so the table is small for every strategy. Every engine plays by this table, so no
engine repeats the rules for naturals or for the fifth card.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from operator import attrgetter

from baccarat.core.cards import Card
from baccarat.core.coup import Hand, Side
from baccarat.core.tableau import Tableau
from baccarat.core.third_card import Strategy, hand_to_draw, nobody

POINTS = range(10)
STAND, BANKER_DRAWS, PLAYER_DRAWS = 0, 1, 2
ANSWERS = {None: STAND, Side.BANKER: BANKER_DRAWS, Side.PLAYER: PLAYER_DRAWS}


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Which hands may draw, for every two cards of each hand and every third card of Player."""

    player: tuple[int, ...]
    """Player's class, by 10 x points of the first card + points of the second"""
    banker: tuple[int, ...]
    """Banker's class, by the same index"""
    player_totals: tuple[int, ...]
    """the total of the starts of each of Player's classes"""
    banker_totals: tuple[int, ...]
    first: tuple[tuple[int, ...], ...]
    """the side that takes the fifth card (or STAND), by Player's class and Banker's class"""
    after: tuple[tuple[bool, ...], ...]
    """whether Banker draws, too, by Banker's class and the points of Player's third card"""

    @property
    def player_draws(self) -> tuple[bool, ...]:
        """Whether Player may draw, at the index 10 x first card's points + second card's points."""
        return tuple(PLAYER_DRAWS in self.first[own] for own in self.player)

    @property
    def banker_draws(self) -> tuple[tuple[bool, ...], ...]:
        """Whether Banker may draw, by Banker's cards, then Player's third card (0 to 9, none)."""
        stood = [BANKER_DRAWS in column for column in zip(*self.first, strict=True)]
        return tuple((*self.after[own], stood[own]) for own in self.banker)


@lru_cache(maxsize=64)
def verdicts(tableau: Tableau, decide: Strategy = nobody) -> Verdicts:
    """Which hands may draw by a tableau and a strategy, for all cards, as a table.

    >>> from baccarat.core.tableau import PUNTO_BANCO
    >>> found = verdicts(PUNTO_BANCO)
    >>> three, six = found.player[12], found.banker[33]
    >>> found.first[three][six] == PLAYER_DRAWS, found.after[six][5:8]
    (True, (False, True, True))
    """

    @cache
    def draws(player: Hand, banker: Hand) -> int:
        return ANSWERS[hand_to_draw(player, banker, tableau, decide)]

    cards = [Card(points) for points in POINTS]
    # Every pair of cards by their points, the lower card first.
    starts = [(low, high) for low in POINTS for high in range(low, 10)]
    totals = [sum(start) % 10 for start in starts]
    # A printed cell depends on the total alone, so one start of each total is enough.
    firsts = [starts[totals.index(total)] for total in totals]
    asked = starts if tableau.has_free_cells else firsts
    hands = {start: Hand((cards[start[0]], cards[start[1]])) for start in dict.fromkeys(asked)}
    is_drawer = {start: draws(hand, hands[0, 0]) == PLAYER_DRAWS for start, hand in hands.items()}
    # Neither side sees the other's start, so one Player hand that draws and one that stands are
    # enough. The lowest hand that stands has no natural, unless all such hands have one.
    drawers = [hand for start, hand in hands.items() if is_drawer[start]][:1]
    standers = [hand for start, hand in hands.items() if not is_drawer[start]]
    players = [Hand((*hand.cards, third)) for hand in drawers for third in cards]
    players += sorted(standers, key=attrgetter("total"))[:1]
    # Whether Banker draws: for each third card of Player, and last for a Player who stood.
    rows = {
        start: tuple(draws(player, hand) == BANKER_DRAWS for player in players)
        for start, hand in hands.items()
    }
    places = list(zip(starts, totals, asked, strict=True))
    own = _Classes({start: (total, is_drawer[like]) for start, total, like in places})
    other = _Classes({start: (total, *rows[like]) for start, total, like in places})
    deciders = [drawers[0] if is_drawer[start] else hands[start] for start in own.firsts]
    return Verdicts(
        own.by_points,
        other.by_points,
        own.totals,
        other.totals,
        tuple(tuple(draws(hand, hands[start]) for start in other.firsts) for hand in deciders),
        tuple((*rows[start], *[False] * 10)[:10] for start in other.firsts),
    )


class _Classes:
    """Gives each two-card hand the number of its class; hands with equal traits share a class."""

    def __init__(self, traits: dict[tuple[int, int], tuple[int, ...]]) -> None:
        firsts: dict[tuple[int, ...], tuple[int, int]] = {}
        for start, trait in traits.items():
            firsts.setdefault(trait, start)
        self.firsts = list(firsts.values())
        """the first start of each class"""
        self.totals = tuple(total for total, *_ in firsts)
        numbers = {trait: number for number, trait in enumerate(firsts)}
        self.by_points = tuple(
            numbers[traits[min(first, second), max(first, second)]]
            for first in POINTS
            for second in POINTS
        )
