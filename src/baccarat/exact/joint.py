"""Several bets at once: how often their tiers come together in one coup.

joint(odds(8), [PLAYER, TIE]) -> {("win", None): weight, (None, None): …, ("tie", "tie"): …}

The odds of single bets do not tell how they win together, because they depend on the same cards.
So each hand gets one label of all that the bets see of it, and all hands are weighed once.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from baccarat.bets import Bet
from baccarat.cards import Card, Depth, write_cards
from baccarat.coup import OUTCOMES, Coup, Hand, Outcome
from baccarat.exact.hand_weights import HandLabel, Label, weigh_hands
from baccarat.exact.odds import OddsTable
from baccarat.hints import checked

JointTiers = tuple[str | None, ...]
"""What became of each bet, in their order; None is the plain loss."""
Labels = tuple[Label, ...]
"""What each view sees of a hand."""


@checked
def joint(odds: OddsTable, bets: Sequence[Bet]) -> dict[JointTiers, int]:
    """The exact weight of every possible combination of tiers.

    >>> from baccarat.bets import bet
    >>> from baccarat.exact.odds import odds
    >>> table = odds(8)
    >>> both = joint(table, [bet("player"), bet("tie")])
    >>> sorted(both, key=str)
    [('tie', 'tie'), ('win', None), (None, None)]
    >>> both["tie", "tie"] == table["tie"].wins
    True
    """
    if odds.coup.is_over:
        return {tuple(bet.tier(odds.coup) for bet in bets): 1}
    weights: Counter[JointTiers] = Counter()
    deep = [bet for bet in bets if bet.depth is not Depth.TOTALS]
    if not deep:
        for outcome, weight in zip(OUTCOMES, odds.tally.cells, strict=True):
            if weight:
                weights[tuple(bet.judge(outcome) for bet in bets)] += weight
        return dict(weights)
    views = tuple(dict.fromkeys(map(_View.of, deep)))
    weighed = weigh_hands(
        odds.composition.at(max(view.depth for view in views)),
        odds.rules,
        _Views(views),
        odds.decide,
        odds.coup,
        odds.endless,
        all(view.at_start for view in views),
    )
    judges = [_judge(bet, views) for bet in bets]
    for (cell, player, banker), weight in weighed.items():
        both = cast("Labels", player), cast("Labels", banker)
        weights[tuple(judge(cell, *both) for judge in judges)] += weight
    return dict(weights)


@dataclass(frozen=True, slots=True)
class _View:
    """What a bet sees of a hand."""

    depth: Depth
    trait: HandLabel | None
    at_start: bool

    @classmethod
    def of(cls, bet: Bet) -> "_View":
        return cls(bet.depth, bet.trait, bet.at_start)

    def label(self, cards: tuple[Card, ...]) -> Label:
        shown = cards[:2] if self.at_start else cards
        seen = tuple(_card_at(card, self.depth) for card in shown)
        # A bet without a trait looks at whole coups: it sees both hands by their points.
        return write_cards(seen) if self.trait is None else self.trait(Hand(seen))


@dataclass(frozen=True, slots=True)
class _Views:
    """The trait of a hand that several bets see."""

    views: tuple[_View, ...]

    def __call__(self, hand: Hand) -> Label:
        # Only differences between labels matter, so a tuple of labels is a label, too.
        return cast("Label", tuple(view.label(hand.cards) for view in self.views))


_card_at = cache(Card.at)  # every hand is made of the same few cards


def _judge(bet: Bet, views: Sequence[_View]) -> Callable[[int, Labels, Labels], str | None]:
    """The tier of a bet, by cell and by what is seen of Player's hand and of Banker's."""

    @cache
    def judge(cell: int, player: Label, banker: Label) -> str | None:
        outcome = OUTCOMES[cell]
        if bet.depth is Depth.TOTALS:
            return bet.judge(outcome)
        if bet.trait is None:
            return bet.judge(Coup(Hand.parse(player or ""), Hand.parse(banker or ""), is_over=True))
        seen = Outcome(replace(outcome.player, trait=player), replace(outcome.banker, trait=banker))
        return bet.judge(seen)

    if bet.depth is Depth.TOTALS:
        return lambda cell, player, banker: judge(cell, None, None)
    place = views.index(_View.of(bet))
    return lambda cell, player, banker: judge(cell, player[place], banker[place])
