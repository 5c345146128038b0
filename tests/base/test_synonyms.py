"""Wrong guesses: a name that is not there is answered with what to write instead."""

import re
from enum import Enum
from inspect import signature
from types import FunctionType
from typing import Any

import pytest

import baccarat as bac
from baccarat import Depth, Scoreboard, Side
from baccarat.base import synonyms as guesses
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
odds(unseen=8)                    | without a name: odds(8)
odds(8, 6)                        | odds() takes 1 without a name, not 2
odds(bet="tie")                   | odds()['tie'] are the odds of one bet
odds(commission=0.04)             | odds()['banker:1-4%']
odds(tableau="x")                 | odds(rules=Rules(tableau=…))
Rules(commission=0.04)            | odds()['banker:1-4%']
Rules(8, decks=6)                 | Rules() is given 'decks' twice
Rules(tableau={"player": "D"})    | print(PUNTO_BANCO) shows one
Tableau(str(PUNTO_BANCO))         | Tableau.parse(text) reads a printed one
simulate(n=100)                   | did you mean 'shoes'?
simulate(100, n_jobs=2)           | did you mean 'threads'?
bet("tie", pays=9)                | bet('tie:9')
bet("tie", 9)                     | bet('tie:9')
tie.priced(pays=9)                | priced(9)
bet()                             | bet() needs spelled
Bet("x", payout=9)                | did you mean 'pays'?
Bet("x", when=len, pays=9)        | did you mean 'event'?
Bet("x", {"tie": 9})              | Bet('Mine', pays={'tie': 9}) pays for who won
Bet("x", "tie", 9)                | Bet('Mine', pays={'tie': 9}) pays for who won
Bet("x", pays={"six": 9})         | give it one, or pay for player, banker or tie
Bet("x", pays={"tie": 9.5})       | Fraction('9.5')
few[Bet("x", lambda seen: seen.winner == "banker", 1)] | x can never win
few[Bet("x", lambda seen: seen.result == "B", 1)] | an Outcome has winner, and player and banker
few[Bet("x", lambda seen: len(seen.player.cards) == 3, 1)] | cards (how many)
few[Bet("x", lambda: True, 1)]    | x: its event breaks
Fair()                            | Fair() needs commitment: Fair.promise()
Fair.promise(guest_seed="x")      | Fair.promise().with_guest('my words')
Card(rank="K", suit="h")          | Card.parse('Kh')
Card("Kh")                        | Card.parse('Kh')
Hand("Kh 5c")                     | Hand.parse('Kh 5c')
Composition(decks=8)              | Composition.decks(8)
Card.parse("K")                   | 'Kx' for its rank alone
Shoe(8)                           | Shoe(decks=8)
Shoe(seed=fair)                   | Shoe(fair=…) is a fair one
Shoe(seed=7, fair=fair)           | a shoe follows from a seed or is a fair one, not both
Shoe(shoe.cards, fair=fair)       | the cards that it is given
fair.shoe(decks=8)                | Fair has no 'shoe': bac.Shoe(fair=fair)
fair.seed                         | bac.Shoe(fair=fair) is its shoe
fair.verify()                     | fair.is_kept checks the promise
fair.guest("my words")            | fair.with_guest('my words')
Fair(decks=8)                     | Fair.promise()
Table.open(fair=fair)             | (expected True or False)
Table.open(decks="six")           | (expected a whole number or None)
Shoe(num_decks=8)                 | did you mean 'decks'?
Composition(8)                    | Composition.decks(8)
Wager("banker=100")               | Wager.parse('banker=100')
Layout(["player"])                | Layout.of('player', 'banker')
Game("x", Rules())                | game('punto-banco').layout
deal(shoe)                        | deal_from(shoe)
deal_shoe(seed=7)                 | deal_shoe(Shoe(decks=8, seed=7))
draw("BBPT", "x.svg")             | draw('BBPT').save('roads.svg')
draw("BBPT", path="x.svg")        | draw('BBPT').save('roads.svg')
settle(coup, "tie=5", game("ez")) | game('ez').layout
read_results("x.csv", col="A")    | did you mean 'column'?
removal("tie", seen="Kh")         | removal('tie', odds(seen='Kh'))
solve("B3", n_decks=6)            | did you mean 'decks'?
Table(seed=7)                     | Table.open(bankroll=1000, seed=7)
Table().deal()                    | Table.open(bankroll=1000) opens one
Table(bankroll=9).bet("tie=5")    | Table.open(bankroll=1000, seed=7) opens a table
Table.open(money=9)               | Table.open() has no 'money': did you mean 'bankroll'?
Table.open(rules=rules)           | Table.open(decks=6)
statistics("shoe.csv")            | read_results('shoe.csv') reads it
Scoreboard(Path("shoe.csv"))      | read_results('shoe.csv') reads it
draw("a/shoe.CSV")                | read_results('a/shoe.CSV') reads it
statistics(few)                   | results are letters such as 'BPT'
odds("tie")                       | the odds of a bet are odds()['tie']
odds("tie:9")                     | the odds of a bet are odds()['tie:9']
odds("ez")                        | the odds of a game are odds(game='ez')
odds("EZ baccarat", decks=8)      | the odds of a game are odds(game='EZ baccarat')
odds("super-6")                   | odds()['super-6'], of a game are odds(game='super-6')
odds("no-such-game")              | a game is game=
odds(game("ez"))                  | odds(game=…)
odds(game("ez"), decks=8)         | odds(game=…)
odds(game="chemin-de-fer")["tie"] | give decide=, e.g. following(PUNTO_BANCO)
simulate(tableau="x")             | simulate(rules=Rules(tableau=…))
simulate(cut_card=20)             | simulate(rules=Rules(cut_card=…))
coups(last_coup="B")             | coups(rules=Rules(last_coup=…))
Record.deal(burn=False)           | Record.deal(rules=Rules(burn=…))
call("2h 9d 5c Ks")               | deal() reads cards as they are dealt
table.deal("banker=100")          | without a name, not 1: bet first: .bet('banker=10').deal()
Table.open(1000)                  | Table.open(bankroll=1000) brings money
Table.open("ez", 1000)            | Table.open('ez', bankroll=1000)
table.bet("banker", 10)           | bet(banker=10)
table.bet("banker", 10, tie=5)    | Table.bet() takes 1 without a name, not 2
shoe.deal()                       | coup, shoe = bac.deal_from(shoe)
shoe.shuffle()                    | bac.Shoe(decks=8, seed=7) is a shuffled one
shoe.remaining                    | Shoe has no 'remaining': did you mean 'cards_left'?
shoe.composition                  | did you mean 'unseen'?
decks.remove("Kh")                | did you mean 'without'?
table.balance                     | Table has no 'balance': did you mean 'bankroll'?
table.place("banker=10")          | did you mean 'bet'?
Coups(shoes=3, seed=7)            | coups(shoes=100, seed=7) deals them
coups(n=3)                       | coups() has no 'n': did you mean 'shoes'?
next(coups(1, 7)).results        | batch.winners is shoe, turn: 0 Player, 1 Banker
next(coups(1, 7)).winner         | Coups has no 'winner': did you mean 'winners'?
statistics(next(coups(1, 7)))    | these are many shoes: go through them, shoe by shoe
board.draw()                      | bac.draw(board) draws it
board.to_json()                   | Scoreboard has no 'to_json': did you mean 'as_json'?
few.banker                        | OddsTable has no 'banker': ask for ['banker']
found.house_edge                  | did you mean 'edge'?
few.to_frame()                    | did you mean 'to_pandas'?
removal("tie").to_frame()         | did you mean 'to_pandas'?
decks.without(iter([5]))          | Composition.without: seen cannot be (5,)
Composition.of(iter([5]))         | Composition.of: cards cannot be (5,)
Shoe.of(iter([5]))                | Shoe.of: cards cannot be (5,)
statistics("BBPT").banker         | did you mean 'winners'?
Record.deal(seed=7).verify()      | did you mean 'differs'?
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
        ("fair_shoe", "Fair.promise()"),
        ("compare", "odds()['tie:9']"),
        ("verify_shoe", "Record.differs()"),
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
    for way in (*guesses.NAMES.values(), *guesses.WAYS.values(), *guesses.MISFITS.values()):
        for name in re.findall(r"(?<![\w.`'])([A-Za-z_]+)(?=[(.])", way):
            assert name in (*vars(bac)["__all__"], "as_json", "print"), way
    for kinds in guesses.KEYWORDS.values():
        assert set(kinds) <= KEYWORDS_OF_THE_DOOR
    assert not guesses.NAMES.keys() & set(vars(bac)["__all__"])


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
