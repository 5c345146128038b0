"""The progressions, held to worked examples, and what to bet on, held to the roads."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bac
from baccarat.base.errors import BaccaratError, BadText, BadValue, UnknownName
from baccarat.core.roads import Derived
from baccarat.core.roads.road import Colour
from baccarat.systems.pickers import ROADS, picker
from baccarat.systems.register import OURS, system
from baccarat.systems.stakings import Flat
from baccarat.systems.system import KNOWN, Joined, Portion, Shown, Staking, System, Wish

RESULTS = {"W": "win", "L": "loss", "T": "push"}


def staking(text: str) -> Staking:
    found = system(text)
    assert isinstance(found, Joined)
    return found.staking


def played(text: str, results: str, pays: Fraction = Fraction(1)) -> tuple[list[int], Fraction]:
    """The stakes of a staking over wins, losses and ties, and what it won."""
    how = staking(text)
    state, stakes, total = how.start, [], Fraction(0)
    for letter in results.replace(" ", ""):
        units = how.want(state)
        assert isinstance(units, int)
        won = {"W": units * pays, "L": Fraction(-units), "T": Fraction(0)}[letter]
        state = how.then(state, Shown("banker", RESULTS[letter], units, won))
        stakes.append(units)
        total += won
    return stakes, total


@pytest.mark.parametrize(
    ("text", "results", "stakes", "total"),
    [
        ("d'Alembert", "LLLWLWWLWWW", [1, 2, 3, 4, 3, 4, 3, 2, 3, 2, 1], 6),
        ("martingale", "L" * 10, [1 << n for n in range(10)], -1023),
        ("martingale", "LLWLTLW", [1, 2, 4, 1, 2, 2, 4], 2),
        ("grand-martingale", "LLLW", [1, 3, 7, 15], 4),
        ("1-3-2-6", "WWWWL", [1, 3, 2, 6, 1], 11),
        ("1-3-2-6", "WL", [1, 3], -2),
        ("paroli", "WWWWL", [1, 2, 4, 1, 2], 6),
        ("paroli", "WLWWTWW", [1, 2, 1, 2, 4, 4, 1], 7),
        ("fibonacci", "LLLLLWWLW", [1, 1, 2, 3, 5, 8, 3, 1, 2], 0),
        ("labouchere", "LWWWW", [5, 6, 6, 3, 5], 15),
        ("labouchere:1-2-3", "LWWLW", [4, 5, 5, 4, 5], 7),
        ("labouchere:3", "LW WL", [3, 6, 3, 3], 3),
        ("reverse-labouchere", "WLLL", [5, 6, 6, 3], -10),
        ("reverse-labouchere:1-2", "WWL LL", [3, 4, 5, 5, 3], -6),
        ("oscars-grind", "LLWWW", [1, 1, 1, 2, 1], 2),
        ("oscars-grind", "LLLLWWWL", [1, 1, 1, 1, 1, 2, 2, 1], 0),
        ("stearn", "LLLWLWWLL", [1, 1, 2, 2, 2, 4, 4, 1, 1], 2),
        ("flat:5", "WLT", [5, 5, 5], 0),
        ("1-1-2", "WWWW", [1, 1, 2, 1], 5),
    ],
)
def test_worked_examples(text: str, results: str, stakes: list[int], total: int) -> None:
    assert played(text, results) == (stakes, Fraction(total))


def test_a_cycle_of_1_3_2_6_never_loses_more_than_two_units_and_gains_twelve() -> None:
    cycles = {"L": -1, "WL": -2, "WWL": 2, "WWWL": 0, "WWWW": 12}
    assert {results: int(played("1-3-2-6", results)[1]) for results in cycles} == cycles


def test_oscar_stakes_on_banker_what_ends_the_cycle_after_the_commission() -> None:
    """After a loss and a win the cycle stands at −0.05: one unit would bring only 0.95."""
    stakes, total = played("oscars-grind", "LWW W", Fraction(19, 20))
    assert stakes == [1, 1, 2, 1]
    assert total == Fraction(-1) + Fraction(19, 20) * 4


def test_only_labouchere_and_oscar_remember_what_was_really_staked() -> None:
    whole, cut = Shown("player", "loss", 5, Fraction(-5)), Shown("player", "loss", 2, Fraction(-2))
    differ = {
        each.key
        for each in OURS
        if each.staking.then(each.staking.start, whole)
        != each.staking.then(each.staking.start, cut)
    }
    assert differ == {"labouchere", "oscars-grind"}
    assert staking("labouchere").then((1, 2), cut) == (1, 2, 2)
    won = Shown("player", "win", 2, Fraction(2))
    assert staking("reverse-labouchere").then((1, 2), won) == (1, 2, 2)


@pytest.mark.parametrize("name", [each.key for each in OURS])
def test_a_push_moves_no_staking_and_the_wish_is_always_a_whole_stake(name: str) -> None:
    how = staking(name)
    state = how.start
    for number in range(200):
        units = how.want(state)
        assert isinstance(units, int)
        assert 1 <= units <= 10**15
        assert how.then(state, Shown("tie", "push", units)) == state
        result, won = ("win", units) if number % 7 == 0 else ("loss", -units)
        state = how.then(state, Shown("banker", result, units, Fraction(won)))


def test_a_share_is_at_least_one_unit() -> None:
    assert staking("share:5%").want(None) == Portion(Fraction(1, 20))
    assert Portion(Fraction(1, 20)).units(2_000, 20) == 5
    assert Portion(Fraction(1, 20)).units(100, 20) == 1
    assert staking("kelly:4%/8").want(None) == Portion(Fraction(1, 200))


def picks(text: str, decisions: str) -> str:
    """What is picked before each coup, by first letters; a dash to wait."""
    chosen, letters = picker(text), {"B": "banker", "P": "player", "T": "tie"}
    state, told = chosen.start, ""
    for letter in decisions:
        bet = chosen.pick(state)
        told += "-" if bet is None else str(bet)[0]
        state = chosen.see(state, letters[letter])
    return told


@pytest.mark.parametrize(
    ("text", "decisions", "told"),
    [
        ("tie", "BPT", "ttt"),
        ("follow", "TBTPPB", "--bbpp"),
        ("opposite", "TBTPPB", "--ppbb"),
        ("before-last", "BPPTB", "--bpp"),
        ("bbp>p", "BBPBBTP", "---p---"),
        ("b>p,pp>tie", "BPPB", "-p-t"),
        ("pattern:bbp", "BTPBB", "bbbpb"),
        ("wait:3>opposite", "BBTBBPPPB", "----pp--b"),
        ("wait:2>follow", "BBBPP", "--bb-"),
    ],
)
def test_what_is_picked(text: str, decisions: str, told: str) -> None:
    assert picks(text, decisions) == told


@pytest.mark.parametrize("road", ROADS)
@given(decisions=st.text("BPT", max_size=60))
def test_asking_the_road_bets_on_the_red_mark(road: str, decisions: str) -> None:
    place = Derived(ROADS[road])
    board, told = bac.Scoreboard(), ""
    for letter in decisions:
        asked = {side: board.ask(side) for side in bac.Side}
        red = [
            str(side).lower()[0]
            for side, marks in asked.items()
            if getattr(marks, place.name.lower()) is Colour.RED
        ]
        told += red[0] if red else "-"
        board.add(letter)
    assert picks(f"road:{road}", decisions) == told


def test_a_system_may_be_typed_in_capitals() -> None:
    for spelled in ("martingale on follow", "labouchere:1-2-3 on bbp>p"):
        assert system(spelled.upper()) == system(spelled)
    typed = bac.stake("FLAT ON BANKER", 50, 7).ledger
    assert typed == bac.stake("flat on banker", 50, 7).ledger


def test_every_system_reads_back_from_how_it_is_spelled() -> None:
    spelled = [
        *map(str, OURS),
        *("flat:5 on dragon-7", "1-2-3 on bbp>p", "labouchere:1-2-3 on follow"),
        *("share:5% on random", "kelly:1%/8 on tie", "paroli on road:small-road"),
        *("paroli on pattern:bbp", "stearn on wait:3>opposite", "reverse-labouchere:1-1 on tie:9"),
    ]
    for text in spelled:
        assert str(system(text)) == text
        assert system(str(system(text))) == system(text)


def test_the_systems_are_registered_by_the_same_door() -> None:
    assert set(OURS) <= set(KNOWN)
    assert KNOWN.find("oscar").key == "oscars-grind"
    mine = Joined(picker("tie"), Flat(2), "Mine")
    bac.register(mine)
    try:
        assert system("mine", on="player") == Joined(picker("player"), Flat(2), "Mine")
    finally:
        KNOWN.remove(mine)


class Whole(System):
    def want(self, state: object) -> Wish:
        return Wish("banker")


def test_a_whole_system_says_itself_what_to_bet_on() -> None:
    assert Whole().key == "whole"
    with pytest.raises(BadValue, match="whole chooses its own bets"):
        system(Whole(), on="tie")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("labouchere:1-x", "not stakes: '1-x'"),
        ("labouchere:0-1", "whole units, 1 or more, not 0, 1"),
        ("flat:0", "1 or more, not 0"),
        ("flat:2-3", "not a staking: flat:2-3"),
        ("share:0%", "more than 0"),
        ("share:x", "not a share: 'x'"),
        ("kelly:1%/0", "more than 0"),
        ("paroli:1-2", "not a staking: paroli:1-2"),
        ("", "a system has a name"),
        ("1-", "not stakes: '1-'"),
        ("flat on bb>", "no bet after the sign"),
        ("flat on bx>p", "not decisions: 'bx'"),
        ("flat on bb>p,pp>b,bb>b", "bb has two bets, player and banker: give one bet"),
        ("flat on pattern:", "not decisions: ''"),
        ("flat on wait:3>tie", "not a wait"),
        ("flat on road:long", "not a road: 'long'"),
    ],
)
def test_what_does_not_read_is_told_in_a_line(text: str, told: str) -> None:
    with pytest.raises((BadText, BadValue)) as complaint:
        system(text)
    assert told in str(complaint.value)
    assert "\n" not in str(complaint.value)


def test_an_unknown_system_is_told_with_a_guess() -> None:
    with pytest.raises(UnknownName, match="did you mean martingale"):
        system("martingal")
    with pytest.raises(BaccaratError, match="name the bet once"):
        system("flat on tie", on="player")
    with pytest.raises(BadValue, match="a system must be a System or its name"):
        system(None)  # type: ignore[arg-type]


def test_who_names_no_system_is_told_where_they_are_shown() -> None:
    with pytest.raises(UnknownName, match="stake --compare all` shows them") as unknown:
        system("zzzz")
    assert "`baccarat systems`" not in str(unknown.value)
