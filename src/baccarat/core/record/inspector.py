"""The inspector watches a shoe coup by coup, and complains about coups that are impossible."""

from functools import cache

from baccarat.base.errors import CoupError, ShoeError
from baccarat.core.cards import KINDS, Card
from baccarat.core.coup import Coup
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.third_card import check

EVERY_KIND = tuple(kind for kinds in KINDS.values() for kind in kinds)
"""All kinds of cards: ten by points, thirteen by rank, fifty-two whole cards."""
PLACES = {
    card: tuple(
        EVERY_KIND.index(card.at(depth)) for depth in reversed(KINDS) if depth <= card.depth
    )
    for card in EVERY_KIND
}
"""For each card, the indices of the kinds to which it belongs, the finest kind first."""


class Inspector:
    """Checks each coup against the tableau, and its cards against the cards left in the shoe.

    A record may know some cards fully and others only by their points. Each card is therefore
    counted at every depth at which it is known; a `Composition` has only one depth.
    """

    def __init__(self, rules: Rules, burn_card: Card | None = None) -> None:
        self.rules = rules
        self.printed = rules.opening.player.cards
        self.left = _held(rules.decks)
        """how many cards of each kind are left"""
        self.cards_left = 52 * rules.decks
        if burn_card is not None:
            self.cards_left -= burn_card.burns
            self._take((burn_card,))

    def see(self, coup: Coup) -> None:
        printed = self.printed
        if printed and coup.player.cards[:1] != printed:
            raise CoupError(
                f"Player's first card is printed: begin Player's hand with {printed[0]}"
            )
        check(coup, self.rules.tableau)
        self._take(coup.cards[len(printed) :])

    def _take(self, cards: tuple[Card, ...]) -> None:
        """Take cards out of the count, all of them or none."""
        left = list(self.left)
        for card in cards:
            for place in PLACES[card]:
                if not left[place]:
                    kind, held = EVERY_KIND[place], _held(self.rules.decks)[place]
                    raise ShoeError(f"too many of {kind}: there are only {held}")
                left[place] -= 1
        if len(cards) > self.cards_left:
            raise ShoeError(f"too many cards for {self.rules.decks} decks")
        self.left = tuple(left)
        self.cards_left -= len(cards)


@cache
def _held(decks: int) -> tuple[int, ...]:
    """How many cards of each kind these decks hold."""
    whole = Composition.decks(decks)
    return tuple(whole[kind] for kind in EVERY_KIND)
