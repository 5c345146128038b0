"""The reference engine: plain Python over `next_hand()`, slow, short and obviously right."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from baccarat.chance import draw, seeded_dice
from baccarat.coup import Coup, Strategy, nobody, play
from baccarat.result import Result
from baccarat.rules import STANDARD, Rules, deal_shoe
from baccarat.shoe import decks_of
from baccarat.simulation.plan import Plan
from baccarat.stats import statistics
from baccarat.tally import Tally


def run(plan: Plan, decide: Strategy = nobody) -> Tally:
    """Deal every shoe of the plan and count."""
    dealt = (coups for _, coups in deal_plan(plan, decide))
    if plan.is_fresh and not plan.rules.burn:
        return Tally.of((coup.outcome(), 1) for coups in dealt for coup in coups)
    return sum(map(_count, dealt), start=Tally())


def deal_plan(plan: Plan, decide: Strategy = nobody) -> Iterator[tuple[int, list[Coup]]]:
    """The number of each shoe, and its coups."""
    # A fixed number of coups takes no notice of the cut card.
    rules = plan.rules if plan.coups is None else replace(plan.rules, cut_card=0)
    for number in plan.numbers:
        if plan.is_fresh and not rules.burn:
            yield number, [_fresh_coup(number, plan.seed, rules, decide)]
        else:
            shoe = deal_shoe(rules.shoe(plan.seed, number), rules, decide)
            yield number, list(islice(shoe, plan.coups))


def _count(coups: list[Coup]) -> Tally:
    """One shoe: its cells, how many coups it had, and its streaks."""
    found = statistics(map(Result.of, coups))
    histograms = {
        "coups": {len(coups): 1},
        "longest": {max(streaks.longest for streaks in found.streaks.values()): 1},
        **{f"streaks of {name}": streaks.lengths for name, streaks in found.streaks.items()},
        **{f"runs of {name}": runs.lengths for name, runs in found.streaks_with_ties.items()},
    }
    return Tally(Tally.of((coup.outcome(), 1) for coup in coups).cells, histograms)


def whole_shoes(
    shoes: Iterable[int], seed: int, rules: Rules = STANDARD, decide: Strategy = nobody
) -> Tally:
    """Deal these shoes of a seed from the burn to the last coup."""
    dealt = (deal_shoe(rules.shoe(seed, number), rules, decide) for number in shoes)
    return Tally.of((coup.outcome(), 1) for shoe in dealt for coup in shoe)


def fresh_coups(
    shoes: Iterable[int], seed: int, rules: Rules = STANDARD, decide: Strategy = nobody
) -> Tally:
    """Deal one coup from each of these shoes of a seed, unburned: every coup has fresh odds."""
    dealt = (_fresh_coup(number, seed, rules, decide) for number in shoes)
    return Tally.of((coup.outcome(), 1) for coup in dealt)


def _fresh_coup(number: int, seed: int, rules: Rules, decide: Strategy) -> Coup:
    """The first coup of an unburned shoe, of which no more than its cards are drawn."""
    cards = decks_of(rules.decks)
    drawn = draw(cards, seeded_dice(seed, number, len(cards)))
    return play(drawn, rules.tableau, decide, rules.opening)
