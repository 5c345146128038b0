"""Several systems on the same shoes, held to sessions that were played one by one."""

from math import sqrt
from statistics import fmean, pstdev

import pytest

import baccarat as bac
from baccarat.errors import BadSystem, BadValue
from baccarat.games import game
from baccarat.stats import deviations
from baccarat.systems.comparing import compare
from baccarat.systems.naming import system
from baccarat.systems.playing import play_plan
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import stake

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


def test_sessions_without_limit_are_not_compared() -> None:
    with pytest.raises(BadValue, match="say how many"):
        compare(SessionPlan(2, 7, PUNTO, Session(9, goal=12)), [system("flat")])
