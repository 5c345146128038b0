"""The conformance suite that every bet must pass, ours or a stranger's.

A test of your own needs one line: `check_bet(MY_BET)`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, product

from baccarat.bets import Bet
from baccarat.cards import KINDS, Depth
from baccarat.coup import OUTCOMES, Coup, Hand, Held, Outcome
from baccarat.exact.enumerate import coups
from baccarat.shoe import Composition

MOST_TRAITS = 16
"""A trait is a small label: engines keep a table over the labels of both hands."""


def check_bet(bet: Bet) -> None:
    """Hold a bet to its word; an AssertionError says what is wrong with it."""
    tiers = set()
    for seen in _everything_it_may_see(bet):
        try:
            tier, again = bet.judge(seen), bet.judge(seen)
        except Exception as fault:
            raise AssertionError(f"{bet.key} breaks on {seen!r}: {fault!r}") from fault
        assert tier == again, f"{bet.key} judges {seen!r} now as {tier!r}, now as {again!r}"
        if isinstance(seen, Coup) or _can_happen(seen):
            tiers.add(tier)
    never = [tier for tier in bet.pays if tier not in tiers]
    assert not never, f"{bet.key} has a price for what never happens: {never}"
    assert bet.winning, f"{bet.key} can never win"
    assert any(bet.net(tier) < 0 for tier in tiers), f"{bet.key} can never lose"
    assert bet.wins_when, f"{bet.key} does not say when it wins (wins_when)"
    price = str(bet).partition(":")[2]
    assert bet.priced_as(price) == bet, f"{bet.key} is not the same when its price is {price!r}"


def _everything_it_may_see(bet: Bet) -> Iterable[Outcome | Coup]:
    if bet.depth is Depth.TOTALS:
        return OUTCOMES
    if bet.trait is None:
        plenty = Composition((6,) * 10)
        return (coup for coup, _ in coups(plenty))
    return _with_traits(bet)


def _with_traits(bet: Bet) -> Iterator[Outcome]:
    """Every outcome with every pair of traits that such hands can have."""
    labels: dict[Held, set[str | None]] = defaultdict(set)
    kinds = KINDS[bet.depth]
    for cards in chain(product(kinds, repeat=2), product(kinds, repeat=3)):
        hand = Hand(cards)
        labels[Held(len(hand), hand.total)].add(_trait(bet, hand))
    found = set().union(*labels.values())
    assert len(found) <= MOST_TRAITS, f"{bet.key} has {len(found)} traits: {MOST_TRAITS} at most"
    for outcome in OUTCOMES:
        for player, banker in product(labels[outcome.player], labels[outcome.banker]):
            yield Outcome(
                replace(outcome.player, trait=player), replace(outcome.banker, trait=banker)
            )


def _trait(bet: Bet, hand: Hand) -> str | None:
    try:
        label, again = bet.label(hand), bet.label(hand)
    except Exception as fault:
        raise AssertionError(f"{bet.key}'s trait breaks on {hand!r}: {fault!r}") from fault
    assert label == again, f"{bet.key}'s trait of {hand!r} is now {label!r}, now {again!r}"
    assert label is None or isinstance(label, str), f"{bet.key}'s trait is a str, not {label!r}"
    return label


def _can_happen(outcome: Outcome) -> bool:
    """A natural ends the coup, so no hand has three cards beside it."""
    return not (outcome.has_natural and outcome.player.cards + outcome.banker.cards > 4)
