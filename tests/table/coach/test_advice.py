"""The coach's thread: what it tells of which moment, and that it counts also while it is silent."""

from queue import SimpleQueue

import pytest

import baccarat as bac
from baccarat.table import Phase, Table
from baccarat.table.acts import Deal, Draw
from baccarat.table.coach.coach import Account
from baccarat.table.coach.thread import Advice, Adviser, advise, moment

PATIENCE = 60
"""Seconds after which something is wrong."""


@pytest.fixture(scope="module")
def table() -> Table:
    table = Table.open(seed=7, bankroll=1_000)
    for _ in range(6):
        table = table.bet("banker=20 tie=5").deal()
    return table


@pytest.mark.parametrize("speaks", [True, False])
def test_a_sitting_is_counted_whether_the_coach_speaks_or_not(table: Table, speaks: bool) -> None:
    told: SimpleQueue[Advice] = SimpleQueue()
    adviser = Adviser(told.put)
    adviser.start()
    adviser.ask(table, table.played, speaks)
    advice = told.get(timeout=PATIENCE)
    assert advice.is_counting
    assert advice.cost is None
    assert bool(advice.edges) == bool(advice.chances) == speaks
    advice = told.get(timeout=PATIENCE)
    assert not advice.is_counting
    assert advice.account == adviser.account == Account().after(table)
    more = table.bet("banker=20").deal()
    adviser.ask(more, more.played, speaks)
    advice = told.get(timeout=PATIENCE)  # one coup more is counted before anything is told
    assert advice.cost == Account().after(more).cost
    adviser.stop()
    adviser.join(PATIENCE)
    assert told.empty()


def test_every_card_is_a_moment_of_its_own(table: Table) -> None:
    table = table.bet("banker=20").apply(Deal())
    seen = {moment(table)}
    cards = 0
    while table.phase is Phase.DEALING:
        assert advise(table).when == moment(table)
        table = table.apply(Draw())
        cards += 1
        seen.add(moment(table))
    assert len(seen) == cards + 1


def test_chances_of_a_coup_that_is_dealt_are_those_after_its_cards(table: Table) -> None:
    seen = [table.ceremony.burn_card, *(played.coup for played in table.played)]
    table = table.bet("banker=20").apply(Deal())
    for _ in range(3):
        table = table.apply(Draw())
    known = [card for card in seen if card is not None]
    wanted = bac.odds(decks=8, seen=known, given=table.coup).tally.chances
    assert list(advise(table).chances.values()) == [
        wanted[bac.Side.PLAYER],
        wanted[None],
        wanted[bac.Side.BANKER],
    ]
