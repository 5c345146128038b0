"""Wrong guesses: a name that is not there is answered with what to write instead."""

import re
from enum import Enum
from inspect import signature
from types import FunctionType
from typing import Any

import pytest

import baccarat as bac
from baccarat import Depth, Scoreboard, Side
from baccarat.base import synonyms
from baccarat.base.errors import (
    BaccaratError,
    BadBet,
    BadValue,
)


def _parameters_of(thing: Any) -> set[str]:
    members = [thing, *(getattr(thing, name) for name in dir(thing) if not name.startswith("_"))]
    return {
        name
        for each in members
        if callable(each) and not (isinstance(each, type) and issubclass(each, Enum))
        for name in signature(each).parameters
    }


def is_called_by_names(thing: Any) -> bool:
    """Whether it is a function or a class of values: neither an error nor a choice of a few."""
    if isinstance(thing, type):
        return not issubclass(thing, Enum | Exception)
    return isinstance(thing, FunctionType)


CALLED = [name for name in vars(bac)["__all__"] if is_called_by_names(getattr(bac, name))]

KEYWORDS_OF_THE_DOOR = {word for name in CALLED for word in _parameters_of(getattr(bac, name))}


@pytest.mark.parametrize("name", CALLED)
def test_a_name_that_a_call_does_not_have_is_told(name: str) -> None:
    with pytest.raises(bac.BadCall) as lost:
        getattr(bac, name)(nonsense=1)
    assert str(lost.value).startswith(f"{name}() has no 'nonsense'")
    assert isinstance(lost.value, TypeError)
    assert isinstance(lost.value, BadValue)
    assert len(str(lost.value)) <= 200


PRELUDE = """
from pathlib import Path
from baccarat import *

shoe, decks, fair = Rules().shoe(7), Composition.decks(1), Fair.promise("ab" * 32)
rules, tie, coup, board = Rules(), bet("tie"), deal("2h 9d 5c Ks"), Scoreboard()
table, few, found = Table.open(seed=7, bankroll=100), odds(1), odds(1)["tie"]
"""

TOLD = """
odds(removed=["Kh"])              | odds() has no 'removed': did you mean 'seen'? (it takes unseen,
odds(cards="Kh")                  | did you mean 'seen'?
odds(num_decks=6)                 | did you mean 'decks'?
odds(dekcs=6)                     | did you mean 'decks'?
odds(8, 6)                        | odds() takes 1 without a name, not 2
odds(bet="tie")                   | odds()['tie'] are the odds of one bet
odds(commission=0.04)             | odds()['banker:1-4%']
odds(tableau="x")                 | odds(rules=Rules(tableau=…))
Rules(commission=0.04)            | odds()['banker:1-4%']
Rules(8, decks=6)                 | Rules() is given 'decks' twice
simulate(n=100)                   | did you mean 'shoes'?
simulate(100, n_jobs=2)           | did you mean 'threads'?
bet("tie", pays=9)                | bet('tie:9')
bet("tie", 9)                     | bet('tie:9')
bet()                             | bet() needs spelled
Bet("x", payout=9)                | did you mean 'pays'?
Bet("x", pays={"six": 9})         | add the event, or pay for player, banker or tie
Bet("x", pays={"tie": 9.5})       | Fraction('9.5')
few[Bet("x", lambda seen: seen.winner == "banker", 1)] | x can never win
few[Bet("x", lambda seen: seen.result == "B", 1)] | an Outcome has winner, and player and banker
few[Bet("x", lambda seen: len(seen.player.cards) == 3, 1)] | cards (how many)
few[Bet("x", lambda: True, 1)]    | x: its event breaks
Fair()                            | Fair() needs commitment: Fair.promise()
Card("Kh")                        | Card.parse('Kh')
Hand("Kh 5c")                     | Hand.parse('Kh 5c')
Composition(decks=8)              | Composition.decks(8)
Card.parse("K")                   | 'Kx' for its rank alone
Shoe(8)                           | Shoe(decks=8, seed=7)
Shoe(seed=7, fair=fair)           | give a seed or a fair shoe, not both
Shoe(shoe.cards, fair=fair)       | give the cards, or decks and a seed, not both
Table.open(fair=fair)             | (expected True or False)
Table.open(decks="six")           | (expected a whole number or None)
Shoe(num_decks=8)                 | did you mean 'decks'?
Composition(8)                    | Composition.decks(8)
Wager("banker=100")               | Wager.parse('banker=100')
deal(shoe)                        | deal_from(shoe)
draw("BBPT", path="x.svg")        | draw('BBPT').save('roads.svg')
solve("B3", n_decks=6)            | did you mean 'decks'?
Table(seed=7)                     | Table.open(bankroll=1000, seed=7)
Table().deal()                    | Table.open(bankroll=1000) opens one
Table(bankroll=9).bet("tie=5")    | Table.open(bankroll=1000, seed=7) opens a table
Table.open(budget=9)              | Table.open() has no 'budget': did you mean 'bankroll'?
simulate(trials=9)                | did you mean 'shoes'?
stake("flat", trials=9)           | did you mean 'sessions'?
simulate(hands=9)                 | did you mean 'coups'?
stake("martingal")                | did you mean martingale
stake("Martingale strategy")      | did you mean martingale
Table.open(money=9)               | Table.open() has no 'money': did you mean 'bankroll'?
statistics("shoe.csv")            | read_results('shoe.csv')
Scoreboard(Path("shoe.csv"))      | read_results('shoe.csv')
draw("a/shoe.CSV")                | read_results('a/shoe.CSV')
statistics(few)                   | results must be letters such as 'BPT'
odds("tie")                       | the odds of a bet are odds()['tie']
odds("tie:9")                     | the odds of a bet are odds()['tie:9']
odds("ez")                        | the odds of a game are odds(game='ez')
odds("EZ baccarat", decks=8)      | the odds of a game are odds(game='EZ baccarat')
odds("super-6")                   | odds()['super-6'], of a game are odds(game='super-6')
odds("no-such-game")              | give a game as game=
odds(game("ez"))                  | odds(game=…)
odds(game("ez"), decks=8)         | odds(game=…)
odds(game="chemin-de-fer")["tie"] | give decide=, e.g. following(PUNTO_BANCO)
simulate(tableau="x")             | simulate(rules=Rules(tableau=…))
simulate(cut_card=20)             | simulate(rules=Rules(cut_card=…))
coups(last_coup="B")             | coups(rules=Rules(last_coup=…))
Record.deal(burn=False)           | Record.deal(rules=Rules(burn=…))
call("2h 9d 5c Ks")               | for cards in the order of dealing, use deal()
Table.open(1000)                  | Table.open(bankroll=1000, seed=7)
table.bet("banker", 10)           | bet(banker=10)
table.bet("banker", 10, tie=5)    | Table.bet() takes 1 without a name, not 2
shoe.deal()                       | coup, shoe = deal_from(shoe)
shoe.shuffle()                    | Shoe(decks=8, seed=7) is a shuffled shoe
shoe.remaining                    | Shoe has no 'remaining': did you mean 'cards_left'?
table.balance                     | Table has no 'balance': did you mean 'bankroll'?
coups(n=3)                       | coups() has no 'n': did you mean 'shoes'?
next(coups(1, 7)).winner         | Coups has no 'winner': did you mean 'winners'?
statistics(next(coups(1, 7)))    | these results have several shoes: read one shoe at a time
board.draw()                      | draw('BBPT').save('roads.svg')
board.to_json()                   | Scoreboard has no 'to_json': did you mean 'as_json'?
few.banker                        | OddsTable has no 'banker': ask for ['banker']
found.house_edge                  | did you mean 'edge'?
few.to_frame()                    | did you mean 'to_pandas'?
removal("tie").to_frame()         | did you mean 'to_pandas'?
decks.without(iter([5]))          | Composition.without: seen cannot be (5,)
Composition.of(iter([5]))         | Composition.of: cards cannot be (5,)
Shoe.of(iter([5]))                | Shoe.of: cards cannot be (5,)
"""


@pytest.fixture(scope="module")
def names() -> dict[str, object]:
    found: dict[str, object] = {}
    exec(PRELUDE, found)
    return found


@pytest.mark.parametrize("line", TOLD.strip().splitlines())
def test_a_wrong_guess_is_told_the_way(names: dict[str, object], line: str) -> None:
    call, _, way = (part.strip() for part in line.partition("|"))
    with pytest.raises((BaccaratError, AttributeError)) as lost:
        eval(call, names)
    assert way in str(lost.value)
    assert len(str(lost.value)) <= 200


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("read_csv", "read_results('shoe.csv')"),
        ("Player", "bet('player')"),
        ("house_edge", "odds()['banker'].edge"),
        ("stats", "did you mean statistics"),
        ("oddds", "did you mean odds"),
        ("scoreboard", "did you mean Scoreboard"),
        ("blackjack", "dir(baccarat)"),
    ],
)
def test_a_name_that_the_front_door_does_not_have_is_told_the_way(name: str, way: str) -> None:
    with pytest.raises(AttributeError) as lost:
        getattr(bac, name)
    assert str(lost.value).startswith(f"baccarat has no {name!r}: ")
    assert way in str(lost.value)


def test_python_adds_no_guess_of_its_own() -> None:
    for value, name in ((bac, "oddds"), (Scoreboard(), "beads")):
        with pytest.raises(AttributeError, match="did you mean") as lost:
            getattr(value, name)
        assert lost.value.name is None  # what Python's own would be made of


def test_the_ways_that_are_told_lead_somewhere() -> None:
    """Every name that a way tells is there."""
    for way in synonyms.WAYS.values():
        for name in re.findall(r"(?<![\w.`'])([A-Za-z_]+)(?=[(.])", way):
            assert name in vars(bac)["__all__"], way
    known = KEYWORDS_OF_THE_DOOR | {name for value in CALLED for name in dir(getattr(bac, value))}
    assert synonyms.SYNONYMS.keys() <= known | set(CALLED)
    front = {name for where, name in synonyms.WAYS if where == synonyms.FRONT_DOOR}
    assert not front & set(vars(bac)["__all__"])


def test_an_error_inside_a_guided_call_is_not_mistaken_for_a_wrong_call() -> None:
    def decide(choice: object) -> bool:
        raise TypeError("a stranger's own")

    with pytest.raises(TypeError, match="a stranger's own"):
        bac.odds(game="chemin-de-fer", decide=decide)["player"].edge  # noqa: B018


@pytest.mark.parametrize(
    ("depth", "has"),
    [
        (Depth.TOTALS, "(an Outcome has winner, and player and banker, each with total and cards"),
        (Depth.POINTS, "(a Coup has winner, and player and banker, each with total and cards)"),
    ],
)
def test_an_event_that_asks_for_what_is_not_there_is_told_what_is(depth: Depth, has: str) -> None:
    def event(seen: Any) -> bool:
        return bool(seen.result == "banker")

    mine = bac.Bet("Mine", event, {"win": 1}, depth)
    coup = bac.deal("2h 9d 5c Ks")
    for ask in (lambda: mine.tier(coup), lambda: bac.odds(1)[mine]):
        with pytest.raises(
            BadBet, match=r"^mine: its event breaks: .* no attribute 'result"
        ) as told:
            ask()
        assert has in str(told.value)
        assert isinstance(told.value.__cause__, AttributeError)
    seen: Any = mine.sees(coup)
    assert (seen.winner, seen.player.total, seen.banker.total) == (Side.BANKER, 7, 9)
    assert seen.player.cards == (2 if depth is Depth.TOTALS else coup.player.at(depth).cards)
