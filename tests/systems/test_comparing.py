"""Several systems on the same shoes, held to sessions that were played one by one."""

import json
import re
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

import numpy as np
import pytest

import baccarat as bac
from baccarat.base.errors import BadSystem
from baccarat.core.games import game
from baccarat.core.stats import deviations
from baccarat.systems.comparison import ComparedSum, compare
from baccarat.systems.reference_player import play_plan
from baccarat.systems.register import system
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import stake
from baccarat.systems.walk.session_arrays import Booked

PUNTO = game("punto-banco")


class Torn(bac.System):
    """Breaks at once."""

    def want(self, state: object) -> bac.Wish:
        return bac.Wish("banker", 0)


def test_differences_are_those_of_sessions_played_one_by_one() -> None:
    plan = SessionPlan(40, 7, PUNTO, Session(20, most=9, coups=30), fresh=True)
    systems = [system(name) for name in ("flat", "martingale", "paroli on random")]
    found = compare(plan, systems)
    results = [[each.result / 20 for each in play_plan(plan, one)] for one in systems]
    for place, difference in enumerate(found.differences):
        apart = [won - first for won, first in zip(results[place], results[0], strict=True)]
        assert difference.mean == pytest.approx(fmean(apart))
        half = deviations(0.99) * pstdev(apart) / sqrt(40)
        assert difference.high - difference.low == pytest.approx(2 * half)


def test_each_ledger_is_that_of_the_system_alone() -> None:
    session = Session(30, coups=70)
    plan = SessionPlan(500, 7, PUNTO, session)
    systems = [system(name) for name in ("flat on player-pair", "stearn", "flat on bb>dragon-7")]
    for each in compare(plan, systems, threads=2).found:
        assert each.ledger == stake(each.system, 500, 7, session=session).ledger


def test_one_that_breaks_is_left_out_and_the_others_go_on() -> None:
    plan = SessionPlan(20, 7, PUNTO, Session(30, coups=10))
    found = compare(plan, [system("flat"), Torn(), system("paroli")])
    assert [str(each.system) for each in found.found] == ["flat on banker", "paroli on banker"]
    assert found.left_out[0].startswith("torn: session 0: torn wants to stake 0")
    with pytest.raises(BadSystem, match="none of the systems can be played: torn"):
        compare(plan, [Torn()])


class Late(bac.System):
    """Breaks when it has lost five times."""

    start = 0

    def want(self, state: int) -> bac.Wish:
        return bac.Wish("banker", 1 if state < 5 else 0)

    def then(self, state: int, shown: bac.Shown) -> int:
        return state + (shown.result == "loss")


@pytest.mark.slow
@pytest.mark.parametrize("fresh", [True, False])
def test_sessions_without_limit_are_compared(fresh: bool) -> None:
    session = Session(9, goal=15)
    plan = SessionPlan(70, 7, PUNTO, session, fresh=fresh)
    systems = [system("martingale"), system("flat on random")]
    found = compare(plan, systems)
    results = [[each.result / 20 for each in play_plan(plan, one)] for one in systems]
    apart = [won - first for won, first in zip(results[1], results[0], strict=True)]
    assert found.differences[1].mean == pytest.approx(fmean(apart))
    for each in found.found:
        assert each.ledger == stake(each.system, 70, 7, session=session, fresh=fresh).ledger


@pytest.mark.long
@pytest.mark.slow
def test_the_first_may_break_late_and_differences_go_to_the_next() -> None:
    plan = SessionPlan(200, 7, PUNTO, Session(30, coups=12))
    whole = compare(plan, [system("flat"), system("paroli")])
    for engine in ("cpu", "reference"):
        found = compare(plan, [Late(), system("flat"), system("paroli")], engine)
        assert found.differences == whole.differences
        assert [each.ledger for each in found.found] == [each.ledger for each in whole.found]
        assert re.match(r"late: session \d+: late wants to stake 0.*coup \d+", found.left_out[0])


def test_a_comparison_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    file, session = tmp_path / "systems.json", Session(30, coups=12)
    systems = [Late(), system("flat"), system("paroli on random")]
    told: list[int] = []
    first = compare(SessionPlan(100, 7, PUNTO, session), systems, checkpoint=file)
    again = compare(
        SessionPlan(250, 7, PUNTO, session),
        systems,
        checkpoint=file,
        progress=lambda _, done: told.append(done),
    )
    assert (first.resumed, again.resumed, told[0], told[-1]) == (0, 100, 100, 250)
    whole = compare(SessionPlan(250, 7, PUNTO, session), systems)
    assert [each.ledger for each in again.found] == [each.ledger for each in whole.found]
    assert again.differences == whole.differences
    assert again.left_out == whole.left_out == first.left_out
    with pytest.raises(bac.BaccaratError, match="another simulation"):
        compare(SessionPlan(250, 7, PUNTO, session), systems[1:], checkpoint=file)


def test_products_of_great_results_are_whole() -> None:
    most = 10**15
    columns = np.array([[most, 0, 0, 0, 0, 0]] * 3, np.int64)
    booked = Booked(columns, np.zeros((3, 0), np.int64), {})
    summed = ComparedSum.of([booked, booked], {})
    assert summed.products == [[3 * most**2] * 2] * 2
    assert ComparedSum.read(json.loads(json.dumps(summed.written()))) == summed
