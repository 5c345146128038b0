"""The ranks that a squeezed card can have, each with the exact chances of the hand.

squeeze_cases(view, game) -> (CardCase(Rank.NINE, cards=5, win=Fraction(1), …), …)
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from baccarat.core.bets.bet_types import is_strangers
from baccarat.core.cards import Card, Depth, Rank
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.games import Game
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.third_card import next_hand
from baccarat.table.rules.squeeze import CORNER, possible_ranks
from baccarat.table.rules.wagers import pay
from baccarat.table.view.view import View

WIN, TIE, LOSE, OPEN = ENDS = ("win", "tie", "lose", "open")
"""How a coup ends for the squeezed hand; it is open if more cards decide."""


@dataclass(frozen=True, slots=True)
class CardCase:
    """One rank that the card may have, with the chances of the hand."""

    rank: Rank
    cards: int
    """the number of unseen cards with this rank"""
    win: Fraction
    """the chance that the hand wins with this rank"""
    tie: Fraction
    lose: Fraction
    coins: tuple[int, int] | None = None
    """the least and the most that the guest's wagers win with this rank, if no more cards come"""

    @property
    def end(self) -> str:
        """How the coup ends if this card decides it; otherwise "open"."""
        chances = (self.win, self.tie, self.lose)
        return ENDS[chances.index(Fraction(1))] if 1 in chances else OPEN


def squeeze_cases(view: View, game: Game) -> tuple[CardCase, ...]:
    """Every rank that the card face down can have; empty if the shoe's ranks are not known."""
    unseen, side = view.unseen, view.squeezed
    if unseen is None or unseen.depth < Depth.RANKS or side is None:
        return ()
    if None in (view.banker if side is Side.PLAYER else view.player).cards:
        return ()
    seen = tuple(
        tuple(card for card in hand.cards if card is not None)
        for hand in (view.player, view.banker)
    )
    corner = dict(view.lifted).get(CORNER)
    found = []
    for rank in possible_ranks(view.lifted):
        cards = [card for card in unseen.kinds if card.known_rank is rank and unseen[card]]
        if not cards:
            continue
        turned = _with(seen, side, Card.of(rank)).at(Depth.POINTS)
        chances = _chances(game.rules, unseen.at(Depth.POINTS), turned, side, rank.points)
        may_be = [Card.parse(corner)] if corner else cards
        coins = _coins(view, game, [_with(seen, side, card) for card in may_be])
        found.append(CardCase(rank, 1 if corner else unseen[Card.of(rank)], *chances, coins))
    return tuple(found)


def together(cases: Iterable[CardCase]) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the hand wins, ties and loses, if all unseen cards are equally likely."""
    known = list(cases)
    total = sum(case.cards for case in known)
    if not total:
        return Fraction(0), Fraction(0), Fraction(0)
    win, tie, lose = (
        sum((getattr(case, end) * case.cards for case in known), start=Fraction(0)) / total
        for end in (WIN, TIE, LOSE)
    )
    return win, tie, lose


def cards_by_end(cases: Iterable[CardCase]) -> dict[str, int]:
    """How many unseen cards lead to a win, a tie, a loss, or a coup that is still open."""
    found: Counter[str] = Counter()
    for case in cases:
        found[case.end] += case.cards
    return {end: found[end] for end in ENDS if found[end]}


def _with(seen: tuple[tuple[Card, ...], ...], side: Side, card: Card) -> Coup:
    """Both hands, with this card in place of the card face down."""
    player, banker = (
        Hand((*cards, card) if whose is side else cards)
        for whose, cards in zip(Side, seen, strict=True)
    )
    return Coup(player, banker)


@lru_cache(maxsize=256)
def _chances(
    rules: Rules, unseen: Composition, turned: Coup, side: Side, points: int
) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the hand wins, ties and loses after a card with these points."""
    from baccarat.exact.weights.plain import coups  # slow to load, and needed only for a squeeze

    ended: Counter[Side | None] = Counter()
    for coup, weight in coups(unseen.without([Card(points)]), rules, coup=turned):
        ended[coup.winner] += weight
    total = ended.total()
    win, tie, lose = (Fraction(ended[one], total) for one in (side, None, side.other))
    return win, tie, lose


def _coins(view: View, game: Game, turned: list[Coup]) -> tuple[int, int] | None:
    """The lowest and the highest win of the wagers over these coups; None if it is not known."""
    bets = game.layout.bets
    wagers = [wager for wager in view.wagers if wager.spot in bets]
    if any(next_hand(coup, game.rules.tableau) is not None for coup in turned):
        return None
    if not wagers or any(is_strangers(bets[wager.spot]) for wager in wagers):
        return None
    drawn, layout = view.factors or (), game.layout
    paid = [pay(coup.finish(), wagers, layout, drawn) for coup in turned]
    won = [sum(line.won for line in lines) for lines in paid]
    return min(won), max(won)
