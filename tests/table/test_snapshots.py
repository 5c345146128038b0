"""What a table carries from one shoe to the next is enough to go on with."""

import json

import pytest

from baccarat.table import ActRefused, Audience, Phase, Table, fold
from baccarat.table.acts import BadAct, Burn, Cut, Deal, Open, Place, Sit
from baccarat.table.log import Memory
from baccarat.table.sitting import Sitting
from baccarat.table.snapshots import carried, read_snapshot, snapshot_line

OPENINGS = (
    Open(decks=1, seats=3, bets=("lucky-6:12/23", "banker-streak")),
    Open(decks=1, seed=7, cut_card=20),
    Open("ez", decks=1, fair=True, seats=2),
)


def play_shoe(sitting: Sitting) -> None:
    if "promise" in sitting.table.may:
        sitting.promise()
    sitting.shuffle()
    sitting.do(Cut(20), Burn())
    while sitting.table.phase is Phase.BETS:
        sitting.do(Place("banker", 20), Deal(), go_on=True)


@pytest.mark.parametrize("opened", OPENINGS, ids=["system", "seeded", "fair"])
def test_a_table_goes_on_from_a_snapshot_as_from_its_first_act(opened: Open) -> None:
    memory = Memory()
    sitting = Sitting(memory)
    sitting.do(opened, Sit("Ann", 5_000))
    for _ in range(3):
        play_shoe(sitting)
        line = snapshot_line(sitting.table)
        before = len(memory.commits)
        start = read_snapshot(line)
        assert start == carried(sitting.table)
        assert "\n" not in line
    play_shoe(sitting)
    again = Sitting(Memory(memory.commits[before:]), start=start)
    assert again.table == sitting.table
    assert again.table == fold(sitting.chronicle.acts)
    for audience in Audience:
        assert again.table.view(audience) == sitting.table.view(audience)
    assert again.chronicle.played == [p for p in sitting.chronicle.played if p.shoe == 3]
    assert again.chronicle.ceremonies == sitting.chronicle.ceremonies[3:]


def test_a_promise_that_was_given_is_carried() -> None:
    sitting = Sitting()
    sitting.do(Open(decks=1, fair=True), Sit("Ann", 100))
    sitting.promise()
    start = read_snapshot(snapshot_line(sitting.table))
    assert start == sitting.table
    assert Sitting(start=start).shuffle("mine") == sitting.shuffle("mine")


def test_a_snapshot_is_small_however_many_shoes_there_were() -> None:
    sitting = Sitting()
    sitting.do(Open(decks=1, cut_card=40), Sit("Ann", 10**6))
    sizes = []
    for _ in range(12):
        play_shoe(sitting)
        sizes.append(len(snapshot_line(sitting.table)))
    assert max(sizes) < 1.1 * min(sizes) < 2000


def test_what_is_no_snapshot_is_told_in_one_line() -> None:
    with pytest.raises(ActRefused, match="a snapshot can be taken only between two shoes"):
        snapshot_line(Table.open(seed=7))
    sitting = Sitting()
    sitting.do(Open(decks=1), Sit("Ann", 100))
    line = snapshot_line(sitting.table)
    for bad in (line[:-9], line.replace("100", "900"), "{}", "x", json.dumps([1])):
        with pytest.raises(BadAct) as told:
            read_snapshot(bad)
        assert "\n" not in str(told.value)
