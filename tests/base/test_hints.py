"""The door: arguments are held to their type hints, and text is read where a value is expected."""

import pickle
from fractions import Fraction
from inspect import signature
from typing import Any

import numpy as np
import pytest

import baccarat as bac
from baccarat import Card, Composition, Depth, Hand, Result, Rules
from baccarat.base.errors import (
    BadValue,
)
from baccarat.base.hints import checked
from baccarat.core.rules import deal_from
from baccarat.table import Table

PRELUDE = """
from baccarat import *
from baccarat.core.third_card import play

card, parsed, coup, half = Card.parse("9h"), Card.parse("7x"), deal("2h 9d 5c Ks"), deal("Kh")
decks, few = Composition.decks(2), odds(1)
"""


@pytest.fixture(scope="module")
def names() -> dict[str, object]:
    found: dict[str, object] = {}
    exec(PRELUDE, found)
    return found


def untyped(value: object) -> Any:
    """A value of which a type checker knows nothing."""
    return value


def test_numbers_and_lists_of_others_become_ours() -> None:
    six, sixteen, nine = untyped(np.int64(6)), untyped(np.uint8(16)), untyped([Card.parse("9h")])
    rules = Rules(decks=six, cut_card=sixteen)
    assert (type(rules.decks), type(rules.cut_card)) == (int, int)
    assert rules == Rules(6, cut_card=16)
    composition = Composition(untyped([six] * 10))
    assert composition == Composition((6,) * 10)
    assert type(composition.counts[0]) is int
    assert hash(Hand(nine)) == hash(Hand.parse("9h"))


def test_a_door_is_the_function_it_guards() -> None:
    assert list(signature(deal_from).parameters) == ["shoe", "rules", "decide"]
    assert deal_from.__doc__ is not None
    assert deal_from.__doc__.startswith("Deal one coup; return it with the shoe that remains.")
    assert pickle.loads(pickle.dumps(deal_from)) is deal_from
    assert pickle.loads(pickle.dumps(Card.parse)) == Card.parse


def test_arguments_are_held_to_their_hints_however_they_are_given() -> None:
    @checked
    def count(first: int, *rest: int, named: Depth | None = None, **more: object) -> int:
        return first + sum(rest)

    call: Any = count
    assert call(1, np.int8(2), 3, named=Depth.POINTS, other="x") == 6
    for args, named in ((("1",), {}), ((1, 2.0), {}), ((1,), {"named": 1}), ((), {"first": True})):
        with pytest.raises(BadValue, match="cannot be"):
            call(*args, **named)
    with pytest.raises(TypeError, match="needs first"):
        call()
    with pytest.raises(TypeError, match="is given 'first' twice"):
        call(1, 2, first=3)

    @checked
    def several(*rest: int, named: int) -> int:
        return sum(rest) + named

    with pytest.raises(bac.BadCall, match=r"several\(\) needs named"):
        several(1, 2, 3)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Rules(tableau=str(CHEMIN_DE_FER))", "Rules(tableau=CHEMIN_DE_FER)"),
        ("Rules(last_coup='C', printed='7x')", "Rules(last_coup=LastCoup.C, printed=parsed)"),
        ("Coup('2h 5c', '9d Ks', True)", "coup"),
        ("call('2h 5c | 9d Ks')", "call(coup)"),
        ("deal(['2h', '9d', '5c', 'Ks'])", "coup"),
        ("deal(iter(['2h', '9d', '5c', 'Ks']))", "coup"),
        ("decks.without(['9h', card])", "decks.without('9h').without('9h')"),
        ("Card.of('king', 'h')", "Card.parse('Kh')"),
        ("card.at('points')", "Card(9)"),
        ("decks.at('ranks')", "decks.at(Depth.RANKS)"),
        ("half.receive('banker', card)", "half.receive(Side.BANKER, card)"),
        ("Layout({}, rounding='up')", "Layout({}, rounding=Rounding.UP)"),
        ("next_hand('Kh | …', PUNTO_BANCO)", "Side.BANKER"),
        ("Record(burn_card='9h')", "Record(burn_card=card)"),
        ("few.next_cards('ranks').keys()", "few.next_cards(Depth.RANKS).keys()"),
        ("play(['2h', '9d', '5c', 'Ks'])", "coup"),
    ],
)
def test_text_is_read_where_a_value_is_meant(
    names: dict[str, object], written: str, meant: str
) -> None:
    assert eval(written, names) == eval(meant, names)


def test_text_that_may_stay_text_is_not_read() -> None:
    @checked
    def told(card: Card | str, several: list[Card | str]) -> tuple[object, object]:
        return card, several

    assert told("Kh", ["9d"]) == ("Kh", ["9d"])


def test_a_value_that_cannot_be_printed_is_named_by_its_type() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    with pytest.raises(BadValue, match=r"\bcards\b.*\bMute\b"):
        bac.deal(untyped(Mute()))
    with pytest.raises(BadValue, match=r"\bdecks\b.*\bint\b"):
        Rules(decks=10**5000)


@pytest.mark.parametrize(
    ("call", "line"),
    [
        ("Layout.of(1)", "Layout.of: bets cannot be 1 (expected text or a Bet)"),
        ("Coup(5)", "Coup: player cannot be 5 (expected a Hand)"),
        ("Rules(burn='no')", "Rules: burn cannot be 'no' (expected True or False)"),
        (
            "Layout({}, rounding='sideways')",
            "Layout: rounding cannot be 'sideways' (expected a Rounding, e.g. Rounding.DOWN)",
        ),
        ("Cap(2.0, ('tie',))", "Cap: share cannot be 2.0 (expected a Fraction)"),
        ("game('ez', 6.0)", "game: decks cannot be 6.0 (expected a whole number or None)"),
        ("Cap(1, 'tie')", "Cap: of cannot be 'tie' (expected several of text)"),
    ],
)
def test_a_complaint_says_what_was_expected(names: dict[str, object], call: str, line: str) -> None:
    with pytest.raises(BadValue) as found:
        eval(call, names)
    assert str(found.value) == line


def test_right_calls_are_taken_as_before() -> None:
    assert bac.Cap(Fraction(1, 10), ("banker",)).said.startswith("at most 10%")
    assert bac.statistics(iter([Result(None)])).coups == 1
    assert Table.open(seed=7, bankroll=100).bankroll == 100
