"""Bets are counted together as far as the tables allow, and apart where they do not."""

import pytest

from baccarat import Bet, Depth, bet, registered
from baccarat.base.errors import BadBet
from baccarat.core.coup import Hand, Outcome
from baccarat.core.rules import STANDARD
from baccarat.simulation.engines import cpu, reference
from baccarat.simulation.label_tables import MOST_LABELS, groups_of, sights_of
from baccarat.simulation.plan import Plan
from baccarat.simulation.readers.tally import TallyReader

DEEP = [item for item in registered() if item.depth is not Depth.TOTALS]
DRAGONS = tuple(item for item in DEEP if item.key.startswith("matching-dragon"))


def test_every_bet_is_in_one_group_that_fits() -> None:
    groups = groups_of(DEEP, Depth.CARDS)
    assert 1 < len(groups) < 6
    keys = sorted(item.key for group in groups for item in group)
    assert keys == sorted(item.key for item in DEEP)
    assert all(sight.many <= MOST_LABELS for sight in sights_of(tuple(DEEP), STANDARD))


def test_bets_that_fit_stay_together() -> None:
    few = [bet(name) for name in ("perfect-pair", "lucky-8-player", "3-giving-8")]
    assert groups_of(few, Depth.CARDS) == [few]
    assert sights_of((bet("tie"),), STANDARD) == ()


def test_thirteen_dragons_are_counted_as_the_plain_engine_does() -> None:
    """Too many ranks for one table: three groups, on the same coups."""
    assert len(groups_of(list(DRAGONS), Depth.RANKS)) == 3
    plan = Plan(20, 7, bets=(*DRAGONS, bet("all-red")))
    plainly = reference.run(plan)
    assert cpu.run(plan) == plainly
    reader = TallyReader(plan)
    assert reader(cpu.coups(plan, cards=reader.cards)) == plainly


def every_card(hand: Hand) -> str:
    return str(hand)


def is_short(outcome: Outcome) -> bool:
    return outcome.player.cards == 2


def test_a_bet_that_is_too_fine_stands_alone_and_is_refused() -> None:
    fine = Bet("Fine", is_short, {"win": 1}, Depth.RANKS, trait=every_card)
    assert groups_of([bet("player-pair"), fine], Depth.RANKS) == [[bet("player-pair")], [fine]]
    with pytest.raises(BadBet, match="use the reference engine"):
        cpu.run(Plan(1, bets=(bet("player-pair"), fine)))
