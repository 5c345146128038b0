"""The register lets strangers in and keeps trouble out, whatever kind of thing they bring."""

import re
import sys
from importlib.metadata import EntryPoint

import pytest

import baccarat as bac
from baccarat import Bet, Outcome, Side, bet
from baccarat.bets import pairs
from baccarat.errors import BadValue, NameTaken, UnknownName
from baccarat.plugins import BrokenPlugin, Register, opened


def won_if(outcome: Outcome) -> str | None:
    return "won" if outcome.winner is Side.BANKER else None


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, "baccarat.bets")


GOOD = Bet("Good", won_if, {"won": 1}, wins_when="Banker wins")
GOOD_TOO = Bet("Good", won_if, {"won": 2}, wins_when="Banker wins")
NOT_A_BET = 7
EVERYTHING = [GOOD, NOT_A_BET]


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Register[Bet]:
    monkeypatch.setitem(sys.modules, "plug", sys.modules[__name__])
    return Register(Bet)


def test_a_broken_plug_in_is_named_in_a_line_and_stops_nobody(door: Register[Bet]) -> None:
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


def test_of_two_plug_ins_with_one_name_neither_is_taken(door: Register[Bet]) -> None:
    with pytest.warns(BrokenPlugin, match="claimed by more than one"):
        door.add_plugins([point("a", "plug:GOOD"), point("b", "plug:GOOD_TOO")])
    assert list(door) == []
    assert len(door.faults) == 2


def test_a_plug_in_cannot_take_the_name_of_a_bet_that_is_there(door: Register[Bet]) -> None:
    door.add(GOOD)
    with pytest.warns(BrokenPlugin, match="already a bet named 'good'"):
        door.add_plugins([point("b", "plug:GOOD_TOO")])
    assert door.find("good") is GOOD


def test_a_name_cannot_be_registered_twice() -> None:
    with pytest.raises(NameTaken, match="already a bet named 'tie'"):
        bac.register(Bet("Tie", won_if, {"won": 1}))
    with pytest.raises(NameTaken, match="already a bet named 'fortune-7'"):
        bac.register(Bet("My Own", won_if, {"won": 1}, also=("fortune-7",)))
    with pytest.raises(UnknownName):
        bet("my-own")


def test_an_entry_point_may_name_a_bet_a_list_or_a_module(door: Register[Bet]) -> None:
    assert door.listed(GOOD) == (GOOD,)
    assert door.listed([GOOD]) == (GOOD,)
    assert door.listed(pairs) == pairs.BETS
    with pytest.raises(BadValue, match="expected one Bet, a list of them, or a module with a list"):
        door.listed(re)


def test_a_thing_may_come_twice_but_not_two_of_one_name(door: Register[Bet]) -> None:
    door.add(GOOD)
    door.add(GOOD)
    assert list(door) == [GOOD]
    with pytest.raises(NameTaken, match="already a bet named 'good'"):
        door.add(GOOD_TOO)
    assert door.find("GOOD") is GOOD


def test_what_is_removed_leaves_no_name_behind(door: Register[Bet]) -> None:
    known = Bet("Known", won_if, {"won": 1}, also=("renowned",))
    door.add(GOOD, known)
    door.remove(known)
    assert list(door) == [GOOD]
    assert "renowned" not in door
    door.add(known)
    assert door.find("Renowned") is known


def test_a_register_knows_one_kind_only() -> None:
    with pytest.raises(BadValue, match="a bet, a game, an engine or a reader, not 7"):
        bac.register(7)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="nothing is registered as <class 'int'>"):
        opened(int)  # type: ignore[type-var]


def test_a_stranger_is_not_asked_for_what_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entry points are loaded for a name that nobody here has, and once."""
    door, asked = Register(Bet), []

    def nobody(group: str) -> list[EntryPoint]:
        asked.append(group)
        return []

    monkeypatch.setattr("baccarat.plugins.entry_points", nobody)
    door.add(GOOD)
    door.find("good")
    assert asked == []
    for _ in range(2):
        with pytest.raises(UnknownName):
            door.find("better")
    assert asked == ["baccarat.bets"]
