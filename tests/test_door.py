"""The plug-in door lets strangers in and keeps trouble out."""

import re
import sys
from importlib.metadata import EntryPoint

import pytest

import baccarat as bac
from baccarat import Bet, Outcome, Side, bet
from baccarat.bets import pairs
from baccarat.bets.door import BrokenPlugin, Register, bets_in
from baccarat.errors import BadBet, UnknownName


def won_if(outcome: Outcome) -> str | None:
    return "won" if outcome.winner is Side.BANKER else None


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, "baccarat.bets")


GOOD = Bet("Good", won_if, {"won": 1}, wins_when="Banker wins")
GOOD_TOO = Bet("Good", won_if, {"won": 2}, wins_when="Banker wins")
NOT_A_BET = 7
EVERYTHING = [GOOD, NOT_A_BET]


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Register:
    monkeypatch.setitem(sys.modules, "plug", sys.modules[__name__])
    return Register()


def test_a_broken_plug_in_is_named_in_a_line_and_stops_nobody(door: Register) -> None:
    broken = [
        point("a", "no_such_package:BET"),
        point("b", "plug:NO_SUCH_NAME"),
        point("c", "plug:NOT_A_BET"),
        point("d", "plug:EVERYTHING"),
    ]
    with pytest.warns(BrokenPlugin):
        door.add_plugins([*broken, point("z", "plug:GOOD")])
    assert [item.key for item in door] == ["good"]
    assert len(door.faults) == 4
    for fault, name in zip(door.faults, "abcd", strict=True):
        assert f"plug-in {name!r}" in fault
        assert "\n" not in fault


def test_of_two_plug_ins_with_one_name_neither_is_taken(door: Register) -> None:
    with pytest.warns(BrokenPlugin, match="claimed by more than one"):
        door.add_plugins([point("a", "plug:GOOD"), point("b", "plug:GOOD_TOO")])
    assert list(door) == []
    assert len(door.faults) == 2


def test_a_plug_in_cannot_take_the_name_of_a_bet_that_is_there(door: Register) -> None:
    door.add(GOOD)
    with pytest.warns(BrokenPlugin, match="already a bet named 'good'"):
        door.add_plugins([point("b", "plug:GOOD_TOO")])
    assert door.find("good") is GOOD


def test_a_name_cannot_be_registered_twice() -> None:
    with pytest.raises(BadBet, match="already a bet named 'tie'"):
        bac.register(Bet("Tie", won_if, {"won": 1}))
    with pytest.raises(BadBet, match="already a bet named 'fortune-7'"):
        bac.register(Bet("My Own", won_if, {"won": 1}, also=("fortune-7",)))
    with pytest.raises(UnknownName):
        bet("my-own")


def test_an_entry_point_may_name_a_bet_a_list_or_a_module() -> None:
    assert bets_in(GOOD) == (GOOD,)
    assert bets_in([GOOD]) == (GOOD,)
    assert bets_in(pairs) == pairs.BETS
    with pytest.raises(BadBet):
        bets_in(re)
