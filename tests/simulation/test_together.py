"""Bets are counted together as far as the tables allow, and apart where they do not."""

from baccarat import Bet, Depth, bet, registered
from baccarat.coup import Hand, Outcome
from baccarat.rules import Rules
from baccarat.simulation.engines import cpu, reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.readers.tallying import TallyReader
from baccarat.simulation.sight import MOST_LABELS, sight_of
from baccarat.simulation.together import groups_of

EVERY_BET = tuple(registered())
DRAGONS = tuple(item for item in EVERY_BET if item.key.startswith("matching-dragon"))


def test_every_bet_is_in_one_group_that_fits() -> None:
    groups = groups_of(EVERY_BET)
    assert 1 < len(groups) < 6
    assert sorted(item.key for group in groups for item in group) == sorted(
        item.key for item in EVERY_BET
    )
    for group in groups:
        sight = sight_of(group, Rules())
        assert sight is not None
        assert sight.many <= MOST_LABELS


def test_bets_that_fit_stay_together() -> None:
    few = tuple(map(bet, ("tie", "perfect-pair", "lucky-8-player", "3-giving-8")))
    assert groups_of(few) == (few,)
    assert groups_of(()) == ((),)


def test_thirteen_dragons_are_counted_as_the_plain_engine_does() -> None:
    """Too many ranks for one table: three groups, on the same coups."""
    assert len(groups_of(DRAGONS)) == 3
    plan = Plan(20, 7, bets=(*DRAGONS, bet("all-red")))
    plainly = reference.run(plan)
    assert cpu.run(plan) == plainly
    reader = TallyReader(plan)
    assert reader(cpu.coups(plan, cards=reader.cards)) == plainly


def every_card(hand: Hand) -> str:
    return str(hand)


def is_short(outcome: Outcome) -> bool:
    return outcome.player.cards == 2


def test_a_bet_that_is_too_fine_stands_alone() -> None:
    fine = Bet("Fine", is_short, {"win": 1}, Depth.RANKS, trait=every_card)
    assert groups_of((bet("player-pair"), fine)) == ((bet("player-pair"),), (fine,))
