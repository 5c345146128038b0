"""Exact weights of a coup that is partly known, and the reason if no coup fits.

Every open card is put back, and all coups are weighed as if nothing were known. Then only the
coups that fit are kept. A coup fits if both its hands fit, so a trait of each hand can show it.
This works for every bet, every depth and an endless deck.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import perm, prod

from baccarat.base.errors import CoupError
from baccarat.base.hints import checked
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import OUTCOMES, Hand, Side
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.tableau import STOOD, Move
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.coup_law import Law, law_of
from baccarat.exact.partial_coup import UNSEEN, Glimpse, Slots, cards_of, depth_of, written
from baccarat.exact.weights.by_hand import Label
from baccarat.exact.weights.by_start import HandView, KeyJudge, Labels


@checked
def law_glimpsed(
    views: tuple[HandView, ...],
    composition: Composition,
    rules: Rules,
    glimpse: Glimpse,
    decide: Strategy = nobody,
    endless: bool = False,
) -> Law:
    """The law of the coups that fit a glimpse; labels of `views` come first, then labels of fit.

    The weights count orders of the cards in the composition, without the open cards.
    """
    depth = max(glimpse.depth, *(view.depth for view in views))
    cards = composition.at(depth)
    gone = Counter(card.at(depth) for card in glimpse.open_cards(rules))
    counts = {
        kind: count + (not endless) * gone[kind]
        for kind, count in zip(cards.kinds, cards.counts, strict=True)
    }
    fits = fits_of(glimpse, rules, depth)
    whole = Composition(tuple(counts.values()))
    law = law_of((*views, *fits), whole, rules, decide, rules.opening, endless)
    # The open cards can be picked in `ways` ways, each with the same orders of the other cards.
    ways = prod(
        counts[kind] ** many if endless else perm(counts[kind], many) for kind, many in gone.items()
    )
    fitting = law.kept(("fits", len(views)), _fit(len(views)))
    if not fitting.weights.any():
        raise CoupError(_contradiction(glimpse, composition, rules))
    return replace(fitting, weights=fitting.weights // ways)


def _fit(seen: int) -> KeyJudge[bool]:
    """A judge of whether both hands fit, by their labels after the first `seen` labels."""
    all_fit = cache(_all_fit)  # there are many keys, but few different labels in them
    return lambda _, player, banker: (
        all_fit(player[seen:], PLAYER) and all_fit(banker[seen:], BANKER)
    )


def next_glimpsed(glimpse: Glimpse, tally: Tally) -> Side | None:
    """The side that takes the next card; None if the coup is over.

    Raise an error if the answer depends on hidden cards.
    """
    player, banker = len(glimpse.player), len(glimpse.banker)
    if banker < 2:
        return Side.PLAYER if player == banker else Side.BANKER
    sides = set()
    for outcome, weight in zip(OUTCOMES, tally.cells, strict=True):
        if weight:
            ends = outcome.player.cards, outcome.banker.cards
            more = [
                side
                for side, end, now in zip(Side, ends, (player, banker), strict=True)
                if end > now
            ]
            # If Banker's third card is known, Player's cards were all dealt before it.
            sides.add(more[0] if more and banker == 2 else None)
    if len(sides) > 1:
        raise CoupError(
            f"the next card may go to Player or to Banker, because cards are hidden: {glimpse}"
        )
    return sides.pop()


def fits_of(glimpse: Glimpse, rules: Rules, depth: Depth) -> list[HandView]:
    """Views of a hand that show whether its first two cards fit, and whether a third card fits."""
    # A printed card is always there, and may be known less exactly than the other cards.
    printed = len(rules.opening)
    hands = ((UNSEEN,) * printed + glimpse.player[printed:], glimpse.banker)
    views = []
    for first in (0, 2) if glimpse.has_third else (0,):
        player, banker = (slots[first : first + 2] for slots in hands)
        # The depth is no finer than needed, because finer hands are more; an open card needs the
        # depth of the shoe.
        has_open = any(isinstance(slot, Card) for slot in (*player, *banker))
        deep = depth if has_open else depth_of((*player, *banker))
        totals = (None, None) if first else (glimpse.player_total, glimpse.banker_total)
        own, other = (_Fits.of(*told, deep) for told in zip((player, banker), totals, strict=True))
        if first and _has_stood(glimpse, rules):
            own = replace(own, is_all=True)
        views.append(HandView(deep, _Fitting(own, other), at_start=not first, is_third=bool(first)))
    return views


def _has_stood(glimpse: Glimpse, rules: Rules) -> bool:
    """Whether the glimpse shows that Player stood: a known hand of two cards; Banker has three."""
    if (len(glimpse.player), len(glimpse.banker)) != (2, 3):
        return False
    told = glimpse.player[len(rules.opening) :]
    return glimpse.player_total is not None or any(slot != UNSEEN for slot in told)


@dataclass(frozen=True, slots=True)
class _Fits:
    """The cards that some slots of one hand may hold."""

    slots: tuple[frozenset[Card], ...]
    total: int | None
    is_all: bool = False
    """whether the hand has no more cards than these"""

    @classmethod
    def of(cls, slots: Slots, total: int | None, depth: Depth) -> "_Fits":
        return cls(tuple(frozenset(cards_of(slot, depth)) for slot in slots), total)

    def take(self, hand: tuple[Card, ...]) -> bool:
        if len(hand) < len(self.slots) or (self.is_all and len(hand) > len(self.slots)):
            return False
        if self.total is not None and (hand[0].points + hand[1].points) % 10 != self.total:
            return False
        return all(card in cards for card, cards in zip(hand, self.slots, strict=False))


BOTH, PLAYER, BANKER = "both", "player", "banker"


@dataclass(frozen=True, slots=True)
class _Fitting:
    """A trait that shows whether a hand may be Player's, or Banker's, or both, or neither."""

    player: _Fits
    banker: _Fits

    def __call__(self, hand: Hand) -> Label:
        player, banker = self.player.take(hand.cards), self.banker.take(hand.cards)
        return (BOTH if banker else PLAYER) if player else BANKER if banker else None


def _all_fit(labels: Labels, whose: str) -> bool:
    return all(label in (BOTH, whose) for label in labels)


def _contradiction(glimpse: Glimpse, composition: Composition, rules: Rules) -> str:
    """The reason why no coup fits."""
    left = {kind for kind, n in zip(composition.kinds, composition.counts, strict=True) if n}
    starts: dict[Side, set[int]] = {}
    for side in Side:
        slots, total = glimpse.slots(side), glimpse.total(side)
        # An open card has left the composition.
        may_be = [
            {slot} if isinstance(slot, Card) else left & {*cards_of(slot, composition.depth)}
            for slot in slots
        ]
        for slot, cards in zip(slots, may_be, strict=True):
            if not cards:
                return f"no card left can be {written(slot)}"
        starts[side] = {sum(card.points for card in pair) % 10 for pair in product(*may_be[:2])}
        if total is None:
            continue
        if total not in starts[side]:
            seen = [written(slot) for slot in slots[:2] if slot != UNSEEN]
            beside = f" with {' and '.join(seen)}" if seen else ""
            return f"no two cards left make {side}'s {total}{beside}"
        starts[side] = {total}
    no_third = _no_third(glimpse, starts, rules) if glimpse.has_third else None
    return no_third or f"no cards left fit {glimpse}"


def _no_third(glimpse: Glimpse, starts: dict[Side, set[int]], rules: Rules) -> str | None:
    """The error for a third card that cannot be dealt or is missing; None if there is no error."""
    tableau = rules.tableau
    for side, totals in starts.items():
        if min(totals) >= tableau.natural:
            return f"{side} has a natural {_either(totals)}: no third card is dealt"
    player, banker = ({t for t in starts[side] if t < tableau.natural} for side in Side)
    moves = {tableau.player[total] for total in player}
    if len(glimpse.player) == 3:
        if moves == {Move.STAND}:
            return f"Player has {_either(player)} and stands: Player gets no third card"
        thirds = {card.points for card in cards_of(glimpse.player[2])}
        beside = f" against a third card of {_either(thirds)}"
    elif _has_stood(glimpse, rules) and moves == {Move.DRAW}:
        held = _either(player)
        return f"Player has {held} and draws first: give that card, too ('?' if it was not seen)"
    elif _has_stood(glimpse, rules) or moves == {Move.STAND}:
        thirds, beside = {STOOD}, " against a Player who stands"
    else:
        thirds, beside = {*range(STOOD + 1)}, ""
    is_drawn = {tableau.banker[total][third] for total in banker for third in thirds}
    if len(glimpse.banker) == 3 and is_drawn == {Move.STAND}:
        return f"Banker has {_either(banker)} and stands{beside}: Banker gets no third card"
    return None


def _either(numbers: set[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))
