"""The reference engine: plain Python that calls `next_hand()`; slow, short and obviously right."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from baccarat.core.cards import Card, Depth
from baccarat.core.chance import draw, endless_dice, seeded_dice
from baccarat.core.coup import Coup
from baccarat.core.result import Result
from baccarat.core.rules import deal_shoe
from baccarat.core.shoe import decks_of
from baccarat.core.stats import statistics
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, nobody, play
from baccarat.simulation.coups import LANES, Coups
from baccarat.simulation.plan import EQUAL_START, WHOLE_SHOE, Pace, Plan
from baccarat.simulation.protocols import Folds, Stop, Value, cards_for, paced
from baccarat.simulation.readers.tally import TallyReader

FIRST_COUPS, MOST_COUPS = WHOLE_SHOE, 80_000
"""The coups of the first part and of the largest; the engine reports after each part."""


def run(plan: Plan, decide: Strategy = nobody) -> Tally:
    """Deal every shoe of the plan, and return the tally."""
    dealt = (_count(coups, plan) for _, coups in deal_plan(plan, decide))
    return sum(dealt, start=Tally())


def coups(plan: Plan, decide: Strategy = nobody, cards: Depth | None = None) -> Iterator[Coups]:
    """The coups of a plan, batch by batch, with cards if a depth is given."""
    for part in plan.jobs(LANES):
        yield Coups.of(part, [_shoe(number, part, decide) for number in part.numbers], cards)


def coups_of(
    plan: Plan, numbers: Sequence[int], decide: Strategy = nobody, cards: Depth | None = None
) -> Coups:
    """The shoes with these numbers, dealt by the rules of a plan, as one batch."""
    part = plan.part(0, len(numbers))
    return Coups.of(part, [_shoe(number, plan, decide) for number in numbers], cards)


def read(
    plan: Plan, decide: Strategy, reader: Folds[Value], threads: int | None, stop: Stop
) -> Iterator[tuple[Value, int]]:
    """The reader's value for each part of the plan; more than one thread would not be faster.

    A tally is counted coup by coup, without arrays, which is the plainest way.
    """

    def count(part: Plan) -> Any:
        if isinstance(reader, TallyReader):
            return run(part, decide)
        return reader(coups(part, decide, cards_for(reader)))

    return paced(Pace(plan, FIRST_COUPS, MOST_COUPS), stop, count)


def deal_plan(plan: Plan, decide: Strategy = nobody) -> Iterator[tuple[int, list[Coup]]]:
    """For each shoe of the plan: its number, and its coups."""
    for number in plan.numbers:
        yield number, _shoe(number, plan, decide)[1]


def _shoe(number: int, plan: Plan, decide: Strategy) -> tuple[Card | None, list[Coup]]:
    """A shoe of the plan: its burn card or None, and its coups."""
    if plan.is_fresh:
        return None, [_fresh_coup(number, plan, decide)]
    # The cut card does not end a fixed number of coups.
    rules = plan.rules if plan.coups is None else replace(plan.rules, cut_card=0)
    shoe = rules.shoe(plan.seed, number)
    return shoe.burn_card, list(islice(deal_shoe(shoe, rules, decide), plan.coups))


def _count(coups: list[Coup], plan: Plan) -> Tally:
    """The tally of one shoe: its cells, events, number of coups, and streaks."""
    cells = Tally.of((coup.outcome(), 1) for coup in coups).cells
    level = sum(coup.has_equal_start for coup in coups)
    events = {EQUAL_START.key: {"equal": level}}
    for bet in plan.bets:
        events[bet.key] = dict.fromkeys(bet.pays, 0)
        for tier in map(bet.tier, coups):
            if tier is not None:
                events[bet.key][tier] += 1
    if plan.is_fresh:
        return Tally(cells, events=events)
    found = statistics(map(Result.of, coups))
    histograms = {
        "coups": {len(coups): 1},
        "longest": {max(streaks.longest for streaks in found.streaks.values()): 1},
        **{f"streaks of {name}": streaks.lengths for name, streaks in found.streaks.items()},
        **{f"runs of {name}": runs.lengths for name, runs in found.streaks_with_ties.items()},
    }
    return Tally(cells, histograms, events)


def _fresh_coup(number: int, plan: Plan, decide: Strategy) -> Coup:
    """The first coup of a shoe without burned cards."""
    rules = plan.rules
    cards = decks_of(1 if plan.endless else rules.decks)
    drawn = draw(cards, seeded_dice(plan.seed, number, len(cards)))
    if plan.endless:
        drawn = (cards[die] for die in endless_dice(plan.seed, number, len(cards)))
    return play(drawn, rules.tableau, decide, rules.opening)
