"""Engines of one's own: what they deal is compared with the plan, and a stop ends them."""

from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

import baccarat as bac
from baccarat import Depth
from baccarat.base.errors import Refused, TooShallow
from baccarat.core.tally import Tally
from baccarat.simulation.coups import Coups
from baccarat.simulation.engines import reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.stream import coups


def short(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
    yield from reference.coups(replace(plan, shoes=max(1, plan.shoes // 2)), decide, cards)


def twice(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
    for _ in range(2):
        yield from reference.coups(plan, decide, cards)


def other_seed(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
    yield from reference.coups(replace(plan, seed=plan.seed + 1), decide, cards)


def no_coups(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Any]:
    yield 1


def never(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
    return iter(())


def shares_too_little(
    plan: Plan, decide: Any, reader: Any, threads: Any, stop: Any
) -> Iterator[Any]:
    yield reader(reference.coups(replace(plan, shoes=3), decide, reader.cards)), 3


def points_alone(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
    return reference.coups(plan, decide, None if cards is None else Depth.POINTS)


@pytest.mark.parametrize(
    ("engine", "error", "says"),
    [
        *(
            (bac.Engine("odd", deal), Refused, r"the engine odd (deals|dealt|must yield)")
            for deal in (short, twice, other_seed, no_coups, never)
        ),
        (
            bac.Engine("odd", reference.coups, shares_too_little),
            Refused,
            "the engine odd dealt 3 of 20 shoes",
        ),
        (
            bac.Engine("odd", points_alone),
            TooShallow,
            "these bets need cards, but the coups show only points",
        ),
    ],
)
def test_an_engine_that_deals_something_else_is_not_believed(
    engine: bac.Engine, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        bac.simulate(20, 5, engine=engine)


@pytest.mark.parametrize("deal", [short, twice, other_seed, no_coups, never])
def test_its_coups_are_not_believed_either(deal: Any) -> None:
    with pytest.raises(Refused, match="engine odd"):
        list(coups(20, 5, engine=bac.Engine("odd", deal)))


def test_a_slow_engine_of_ones_own_hears_a_stop() -> None:
    stop = Event()

    def began(_: Tally, shoes: int) -> None:
        if shoes >= 2:
            stop.set()

    found = bac.simulate(
        10**6, 7, engine=bac.Engine("slow", reference.coups), stop=stop, progress=began
    )
    assert 2 <= found.shoes < 100
