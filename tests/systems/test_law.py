"""The law that every system obeys: of fresh coups, of a fixed number of coups, and in any shoe.

Each statistical test fixes its seed; an honest program fails one about once in a million seeds.
"""

from math import sqrt

import numpy as np
import pytest

import baccarat as bac
from baccarat.core.cards import Depth
from baccarat.core.games import game
from baccarat.simulation.engines import cpu
from baccarat.systems.reference_player import play_plan
from baccarat.systems.register import OURS, system
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import stake

PUNTO = game("punto-banco")
FAR = 4.9
"""Standard errors: one honest run in a million is farther off."""


@pytest.mark.parametrize("pick", ["banker", "tie", "random", "before-last"])
def test_of_fresh_coups_every_system_loses_its_edge_times_its_action(pick: str) -> None:
    for each in OURS:
        found = stake(each, 1_000, 11, on=pick, session=Session(60, most=40, coups=50), fresh=True)
        assert found.z is not None
        assert abs(found.z) < FAR, each.key


@pytest.mark.parametrize("bet", ["player", "banker", "tie", "player-pair"])
def test_flat_bets_lose_their_edge_on_coups_that_every_shoe_has(bet: str) -> None:
    """At most 65 coups of eight decks: then any order of results is as likely as any other."""
    found = stake("flat", 5_000, 11, on=bet, session=Session(200, coups=60))
    assert found.plan.numbers == 1
    error = float(found.exact[bet].deviation) * sqrt(60 / found.sessions)
    assert abs(found.mean - found.by_law) < FAR * error


@pytest.mark.slow
@pytest.mark.parametrize("spelled", ["martingale", "labouchere on follow", "paroli on random"])
def test_in_any_shoe_what_is_won_is_what_the_unseen_cards_promise(spelled: str) -> None:
    """Stakes x (result − exact expectation of the unseen cards) have mean nothing."""
    rules = bac.Rules(decks=1, cut_card=6, last_coup=bac.LastCoup.C)
    plan = SessionPlan(150, 11, bac.Game("one deck", rules, PUNTO.layout), Session(40, shoes=1))
    (batch,) = cpu.coups(plan.dealing, cards=Depth.POINTS)
    off, spread = 0.0, 0.0
    for shoe, played in enumerate(play_plan(plan, system(spelled))):
        for turn, coup in enumerate(played.coups):
            left = batch.compositions[shoe, turn][None]
            for wager in coup.wagers:
                (expected,) = bac.batch(np.ascontiguousarray(left), wager.bet, of="expectation")
                won = wager.won / 20 - wager.staked * float(expected)
                off += won
                spread += won * won
    assert spread > 1_000
    assert abs(off) < FAR * sqrt(spread)
