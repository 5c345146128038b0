"""The register lets strangers in and keeps trouble out, whatever kind of thing they bring."""

import json
import pickle
import re
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

import baccarat as bac
from baccarat import Bet, Outcome, Side, bet
from baccarat.base.errors import BaccaratError, BadValue, NameTaken, UnknownName
from baccarat.cli import main
from baccarat.core.plugins import BrokenPlugin, Register, opened, register_of
from baccarat.core.record import read_json
from baccarat.table.act_lines import act_line
from baccarat.table.acts import Open
from baccarat.table.saving import ActFile
from baccarat.table.shoe_records import replay
from baccarat.table.sitting import Sitting


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
    with pytest.warns(BrokenPlugin, match="more than one plug-in registers"):
        door.add_plugins([point("a", "plug:GOOD"), point("b", "plug:GOOD_TOO")])
    assert list(door) == []
    assert len(door.faults) == 2


def test_a_plug_in_cannot_take_the_name_of_a_bet_that_is_there(door: Register[Bet]) -> None:
    door.add(GOOD)
    with pytest.warns(BrokenPlugin, match="already a bet named 'good'"):
        door.add_plugins([point("b", "plug:GOOD_TOO")])
    assert door.find("good") is GOOD


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (
            lambda: bac.register(Bet("Tie", won_if, {"won": 1})),
            NameTaken,
            "already a bet named 'tie'",
        ),
        (
            lambda: bac.register(Bet("My Own", won_if, {"won": 1}, also=("fortune-7",))),
            NameTaken,
            "already a bet named 'fortune-7'",
        ),
        (
            lambda: bac.register(7),  # type: ignore[arg-type]
            BadValue,
            "an engine or a reader can be registered, not 7",
        ),
        (
            lambda: opened(int),  # type: ignore[type-var]
            BadValue,
            "nothing is registered as <class 'int'>",
        ),
    ],
)
def test_what_cannot_be_registered_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


def test_a_bet_with_one_name_that_is_taken_is_not_registered_at_all() -> None:
    with pytest.raises(NameTaken):
        bac.register(Bet("My Own", won_if, {"won": 1}, also=("fortune-7",)))
    with pytest.raises(UnknownName):
        bet("my-own")


def test_an_entry_point_may_name_a_bet_a_list_or_a_module(door: Register[Bet]) -> None:
    assert door.listed(GOOD) == (GOOD,)
    assert door.listed([GOOD]) == (GOOD,)
    mine = ModuleType("mine")
    mine.BETS = [GOOD]  # type: ignore[attr-defined]
    assert door.listed(mine) == (GOOD,)
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


def test_a_stranger_is_not_asked_for_what_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entry points are loaded for a name that nobody here has, and once."""
    door, asked = Register(Bet), []

    def nobody(group: str) -> list[EntryPoint]:
        asked.append(group)
        return []

    monkeypatch.setattr("importlib.metadata.entry_points", nobody)
    door.add(GOOD)
    door.find("good")
    assert asked == []
    for _ in range(2):
        with pytest.raises(UnknownName):
            door.find("better")
    assert asked == ["baccarat.bets"]


def test_where_nothing_is_registered_that_is_said(
    door: Register[Bet], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [])
    with pytest.raises(UnknownName) as unknown:
        door.find("x")
    assert str(unknown.value) == ("unknown bet: 'x' (none is registered, --plugin FILE adds yours)")
    assert str(pickle.loads(pickle.dumps(unknown.value))) == str(unknown.value)
    with pytest.raises(UnknownName, match=r"unknown bet: 'x' \(there is none\)"):
        bac.Layout.of().bet("x")


# An installed package that nobody asked for


WITH_GAME = '[Baccarat "1"]\n[Game "theirs"]\n\n1. B\nend 1\n'
WITH_BET = '[Baccarat "1"]\n\n1. 9h Kd | 5c Ks  P 9-5 {%s=5}\nend 1\n'
THEIR_BET = Bet("Their Bet", won_if, {"won": 1}, wins_when="Banker wins")
THEIR_GAME = bac.Game("theirs", bac.Rules(), bac.Layout.of("player"), "a stranger's")


@pytest.fixture
def loaded(bring: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The groups that were loaded of an installed package with a game and a bet."""
    groups: list[str] = []

    class Point(EntryPoint):
        def load(self) -> object:
            groups.append(self.group)
            return {"baccarat.games": THEIR_GAME, "baccarat.bets": THEIR_BET}[self.group]

    for kind in (bac.Game, Bet):
        monkeypatch.setattr(register_of(kind), "_is_open", False)
    monkeypatch.setattr(
        "importlib.metadata.entry_points",
        lambda group: [Point("theirs", "theirs", group)] if group[9:] in ("games", "bets") else [],
    )
    return groups


@pytest.mark.parametrize("name", ["theirs", "nobodys"])
def test_no_file_loads_an_installed_package_by_naming_a_game(
    name: str, loaded: list[str], tmp_path: Path
) -> None:
    (tmp_path / "sitting-1.jsonl").write_text(act_line(1, Open(name)) + "\n")
    readings: list[Callable[[], object]] = [
        lambda: bac.Record.parse(WITH_GAME.replace("theirs", name)),
        lambda: read_json(json.dumps({"game": name, "entries": []})),
        lambda: Sitting(ActFile(tmp_path / "sitting-1.jsonl")),
    ]
    for read in readings:
        with pytest.raises(BaccaratError, match=f"unknown game: '{name}' .*--plugin installed"):
            read()
    assert loaded == []
    assert bac.game("theirs") is THEIR_GAME
    assert loaded == ["baccarat.games"]
    assert bac.Record.parse(WITH_GAME).game == "theirs"


def test_no_file_loads_an_installed_package_by_naming_a_bet(
    loaded: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sitting-1.jsonl").write_text(act_line(1, Open(bets=("their-bet",))) + "\n")
    (tmp_path / "1.shoe").write_text(WITH_BET % "their-bet")
    record = bac.Record.load(tmp_path / "1.shoe")
    with pytest.raises(BaccaratError, match="unknown bet: 'their-bet'"):
        Sitting(ActFile(tmp_path / "sitting-1.jsonl"))
    with pytest.raises(BaccaratError, match="unknown bet: 'their-bet'"):
        replay(record)
    asked = ["record", "replay", str(tmp_path / "1.shoe")]
    with pytest.raises(SystemExit):
        main(asked)
    assert "not settled (unknown bet: 'their-bet'" in capsys.readouterr().out
    assert loaded == []
    with pytest.raises(SystemExit):
        main([*asked, "--plugin", "installed"])
    assert "their-bet: 5 lost" in capsys.readouterr().out
    assert sorted(loaded) == ["baccarat.bets", "baccarat.games"]
