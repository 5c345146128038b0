"""The inspector: watches a shoe coup by coup, and complains of what could not have been dealt."""

from functools import cache

from baccarat.base.errors import CoupError, ShoeError
from baccarat.core.cards import KINDS, Card
from baccarat.core.coup import Coup
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.third_card import check

EVERY_KIND = tuple(kind for kinds in KINDS.values() for kind in kinds)
"""Ten numbers of points, thirteen ranks, fifty-two cards."""
PLACES = {
    card: tuple(
        EVERY_KIND.index(card.at(depth)) for depth in reversed(KINDS) if depth <= card.depth
    )
    for card in EVERY_KIND
}
"""The kinds that a card is one of, by their places, the finest first."""


class Inspector:
    """Holds each coup to the tableau, and its cards to those that are left.

    A record may know some cards whole and some by their points: each is counted at every depth
    at which it is known, which a `Composition`, of one depth, cannot do.
    """

    def __init__(self, rules: Rules, burn_card: Card | None = None) -> None:
        self.rules = rules
        self.printed = rules.opening.player.cards
        self.left = _held(rules.decks)
        """how many there are of each kind"""
        self.cards_left = 52 * rules.decks
        if burn_card is not None:
            self.cards_left -= burn_card.burns
            self._take((burn_card,))

    def see(self, coup: Coup) -> None:
        printed = self.printed
        if printed and coup.player.cards[:1] != printed:
            raise CoupError(f"Player's first card is the printed {printed[0]}")
        check(coup, self.rules.tableau)
        self._take(coup.cards[len(printed) :])

    def _take(self, cards: tuple[Card, ...]) -> None:
        """Take cards out of the count, all or none."""
        left = list(self.left)
        for card in cards:
            for place in PLACES[card]:
                if not left[place]:
                    kind, held = EVERY_KIND[place], _held(self.rules.decks)[place]
                    raise ShoeError(f"too many of {kind}: there are only {held}")
                left[place] -= 1
        if len(cards) > self.cards_left:
            raise ShoeError(f"too many cards: {self.rules.decks} decks do not hold so many")
        self.left = tuple(left)
        self.cards_left -= len(cards)


@cache
def _held(decks: int) -> tuple[int, ...]:
    """How many cards of each kind these decks hold."""
    whole = Composition.decks(decks)
    return tuple(whole[kind] for kind in EVERY_KIND)
