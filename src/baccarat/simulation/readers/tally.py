"""Counts a stream of coups: outcomes, equal two-card totals, streaks, events of deeper bets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from baccarat.base.errors import TooShallow
from baccarat.base.signals import undisturbed
from baccarat.core.cards import ORDER, Depth
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.coups import Coups
from baccarat.simulation.label_tables import Sight, sights_of
from baccarat.simulation.plan import EQUAL_START, Plan
from baccarat.simulation.verdict_tables import HISTOGRAMS, MOST, SLOT, SLOTS, counted

SIX = 6
"""The number of cards that are read at the start of every coup."""


@dataclass(frozen=True, slots=True)
class TallyReader:
    """Counts the coups of a plan, and the events of its bets deeper than totals."""

    plan: Plan
    decide: Strategy = nobody

    @property
    def sights(self) -> tuple[Sight, ...]:
        """The lookup tables of the bets deeper than totals; empty if there are no such bets."""
        return sights_of(self.plan.bets, self.plan.rules, self.decide)

    @property
    def cards(self) -> Depth | None:
        """The depth of cards that the reader needs."""
        return self.sights[0].depth if self.sights else None

    def __call__(self, batches: Iterable[Coups]) -> Tally:
        sums = None
        for batch in batches:
            sums = sums or TallySums(self)
            sums.add(batch)
        return Tally() if sums is None else sums.tally

    def fits(self, tally: Tally, shoes: int) -> bool:
        """Whether this many shoes of the plan can have this tally."""
        total = tally.total
        tiers = {bet.key: set(bet.pays) for bet in (*self.plan.bets, EQUAL_START)}
        if {name: set(counts) for name, counts in tally.events.items()} != tiers:
            return False
        every: list[Mapping[Any, int]] = [*tally.events.values(), *tally.histograms.values()]
        if any(times < 0 for counts in every for times in counts.values()):
            return False
        if any(sum(counts.values()) > total for counts in tally.events.values()):
            return False
        if self.plan.is_fresh:
            return tally.histograms == {} and total == shoes
        return _can_be_shoes(tally, shoes, self.plan)


class TallySums:
    """The counts so far, in arrays that are updated in place."""

    def __init__(self, reader: TallyReader) -> None:
        with undisturbed():
            from baccarat.simulation.readers import (
                tally_loops as compiled,  # imported here because it compiles
            )

        self._compiled, self._sights, self._depth = compiled, reader.sights, reader.cards
        self._follows, self._printed = not reader.plan.is_fresh, reader.plan.rules.printed
        self._slots = np.zeros(SLOT + 1, np.int64)
        self._shoes = np.zeros((len(HISTOGRAMS), MOST), np.int64)
        looks = [compiled.loop_tables(sight) for sight in self._sights]
        self._looks = [(look, np.zeros(look.counts, np.uint32)) for look in looks]

    def add(self, batch: Coups) -> None:
        """Count a batch."""
        self._compiled.count(
            batch.verdicts, batch.dealt, batch.shoes, self._follows, self._slots, self._shoes
        )
        depth, gone, drawn = self._depth, batch.gone, batch.drawn
        if depth is None:
            return
        if batch.depth is not depth or gone is None or drawn is None:
            told = "no cards" if batch.depth is None else f"only {batch.depth}"
            raise TooShallow(f"these bets need {depth}, but the coups show {told}")
        # Six cards are read even if a coup took the last four of a shoe.
        missing = int(gone.max()) + SIX - drawn.shape[1]
        if missing > 0:
            drawn = np.pad(drawn, ((0, 0), (0, missing), (0, 0)))
        kind = -1 if self._printed is None else ORDER[self._printed.at(depth)]
        for look, deep in self._looks:
            self._compiled.look_at(
                *(batch.verdicts, batch.dealt, gone, drawn, kind),
                *(look.table, look.cells, look.wholes, deep),
            )

    @property
    def tally(self) -> Tally:
        events: dict[str, dict[str, int]] = {}
        for sight, (_, deep) in zip(self._sights, self._looks, strict=True):
            events |= sight.events(deep[: sight.slots])
        shoes = self._shoes if self._follows else None
        return counted(self._slots[:SLOTS], shoes, events)


def _can_be_shoes(tally: Tally, shoes: int, plan: Plan) -> bool:
    """Whether the histograms of the tally are consistent with its cells and this many shoes."""
    rows = tally.matrix
    won = {
        "player": sum(sum(row[:own]) for own, row in enumerate(rows)),
        "banker": sum(sum(row[own + 1 :]) for own, row in enumerate(rows)),
    }
    ties = sum(row[own] for own, row in enumerate(rows))
    coups = {
        "coups": tally.total,
        **{f"streaks of {name}": times for name, times in won.items()},
        **{f"runs of {name}": times for name, times in {**won, "tie": ties}.items()},
    }
    found = tally.histograms
    if found.keys() != {*coups, "longest"}:
        return False
    if any(sum(found[name].values()) != shoes for name in ("coups", "longest")):
        return False
    if any(sum(n * times for n, times in found[name].items()) != coups[name] for name in coups):
        return False
    if plan.coups is not None and found["coups"] != {plan.coups: shoes}:
        return False
    most = 52 * plan.rules.decks  # a coup takes a card or more
    return all(
        0 < number <= most or (name, number) == ("longest", 0)  # nobody won a coup
        for name in found
        for number in found[name]
    )
