"""The law of a coup: the weight of every possible outcome, and of the tiers of bets."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import inf
from typing import TypeVar, cast

import numpy as np

from baccarat.base.errors import BaccaratError
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import broken_trait
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import OUTCOMES, Coup, Hand, Outcome
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.third_card import Strategy
from baccarat.exact.weights.by_hand import HandLabel, Label, no_trait, seconds_to_weigh, weigh_hands
from baccarat.exact.weights.by_start import (
    HandView,
    Judged,
    KeyJudge,
    Labels,
    LawKey,
    StartWeights,
    start_weights,
)
from baccarat.exact.weights.constants import Numbers

T = TypeVar("T", bound=Hashable)
JointTiers = tuple[str | None, ...]
"""The tier of each bet, in the order of the bets; None is a loss."""

MOST_TIERS = 1 << 14
"""The number of outcomes for which the tier of a bet is cached."""
MOST_VIEWS = 12
"""More views than this make labels slow: there are 140,608 hands of three cards."""
SECONDS_A_KEY = 1e-6
"""Measured: to weigh and to judge a result."""
NOTHING = HandView(Depth.POINTS, no_trait)
"""The view of bets on totals, which see nothing more of a hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """The weight of every outcome of a coup, split by the labels that its views give both hands."""

    views: tuple[HandView, ...]
    keys: Sequence[LawKey]
    weights: Numbers
    found: StartWeights | None
    """the weights of starts that the law is made from; None if all hands were weighed instead"""

    def tiers(self, bets: tuple[Bet, ...]) -> dict[JointTiers, int]:
        """The weight of every combination of tiers of these bets."""
        return self.sums(bets, judge_of(bets, self.views))

    def sums(self, named: Hashable, judge: KeyJudge[T]) -> dict[T, int]:
        """The weight of each result that `judge` gives; the results are cached under `named`."""
        return self._judged(named, judge).sums(self.weights)

    def kept(self, named: Hashable, judge: KeyJudge[bool]) -> "Law":
        """The law of the coups that `judge` accepts; its answers are cached under `named`."""
        return replace(self, weights=self._judged(named, judge).kept(self.weights))

    def _judged(self, named: Hashable, judge: KeyJudge[T]) -> Judged[T]:
        if self.found is None:
            return Judged(self.keys, judge)
        return self.found.judged(named, judge)


def law_of(
    views: tuple[HandView, ...],
    composition: Composition,
    rules: Rules,
    decide: Strategy,
    coup: Coup,
    endless: bool,
) -> Law:
    """The weight of every outcome of the rest of a coup, split by these views' labels."""
    cards = composition.at(max(view.depth for view in views))
    found = start_weights(rules.tableau, decide, coup, *views)
    if found is not None:
        return Law(views, found.keys, found.weigh(cards, rules, endless), found)
    alone, at_start = _together(views)
    weighed = weigh_hands(cards, rules, alone or _Views(views), decide, coup, endless, at_start)
    keys = [
        (cell, (one,), (other,)) if alone else (cell, cast("Labels", one), cast("Labels", other))
        for cell, one, other in weighed
    ]
    return Law(views, keys, np.array(list(weighed.values()), dtype=np.int64), None)


def seconds_of(
    views: tuple[HandView, ...],
    composition: Composition,
    rules: Rules,
    decide: Strategy,
    coup: Coup,
    endless: bool,
) -> float:
    """About how many seconds `law_of` and a judge take with a new shoe."""
    if (found := start_weights(rules.tableau, decide, coup, *views)) is not None:
        return len(found.keys) * SECONDS_A_KEY
    if len(views) > MOST_VIEWS:
        return inf
    cards = composition.at(max(view.depth for view in views))
    alone, at_start = _together(views)
    return seconds_to_weigh(cards, rules, alone or _Views(views), decide, coup, endless, at_start)


def _together(views: tuple[HandView, ...]) -> tuple[HandLabel | None, bool]:
    """The trait of a single view, else None; whether all views see only the first two cards."""
    alone = views[0].trait if len(views) == 1 else None
    return alone, all(view.at_start for view in views)


def labels_of(views: tuple[HandView, ...], hand: Hand) -> Labels:
    """The label that each view gives a complete hand."""
    return tuple(_label(view, hand.cards) for view in views)


def view_of(bet: Bet) -> HandView:
    """The `HandView` that a bet needs."""
    if bet.depth is Depth.TOTALS:
        return NOTHING
    # A bet without a trait looks at whole coups: its label is the text of each hand's points.
    return HandView(bet.depth, bet.trait or str, bet.at_start)


def judge_of(
    bets: Sequence[Bet], views: Sequence[HandView]
) -> Callable[[int, Labels, Labels], JointTiers]:
    """A function that finds each bet's tier from a cell and the views' labels of both hands."""
    judges = [(tier_of(bet), views.index(view_of(bet))) for bet in bets]

    def judge(cell: int, player: Labels, banker: Labels) -> JointTiers:
        # A list is quicker than a generator, and each moment of a coup needs thousands of calls.
        return tuple([each(cell, player[at], banker[at]) for each, at in judges])

    return judge


@lru_cache(maxsize=256)
def tier_of(bet: Bet) -> Callable[[int, Label, Label], str | None]:
    """A function that finds the bet's tier from a cell and the bet's labels of both hands."""

    # Each moment of a coup has its own law, but the event's answers are the same in all of them.
    @lru_cache(maxsize=MOST_TIERS)
    def judge(cell: int, player: Label, banker: Label) -> str | None:
        outcome = OUTCOMES[cell]
        if bet.depth is Depth.TOTALS:
            return bet.judge(outcome)
        if bet.trait is None:
            return bet.judge(Coup(Hand.parse(player or ""), Hand.parse(banker or ""), is_over=True))
        seen = Outcome(replace(outcome.player, trait=player), replace(outcome.banker, trait=banker))
        return bet.judge(seen)

    return judge


@dataclass(frozen=True, slots=True)
class _Views:
    """A trait of a hand that combines several views: a tuple of their labels."""

    views: tuple[HandView, ...]

    def __call__(self, hand: Hand) -> Label:
        # Only differences between labels matter, so a tuple of labels is a label, too.
        return cast("Label", labels_of(self.views, hand))


def _label(view: HandView, cards: tuple[Card, ...]) -> Label:
    shown = cards[:2] if view.at_start else cards[2:] if view.is_third else cards
    seen = Hand(tuple(_card_at(card, view.depth) for card in shown))
    try:
        label = view.trait(seen)
        hash(label)
    except BaccaratError:
        raise
    except Exception as fault:  # a stranger's code may raise anything
        raise broken_trait(view.trait, fault) from fault
    return label


_card_at = cache(Card.at)  # all hands consist of the same few cards
