"""Wrong calls: whatever is given, the answer is right or one clear line, never Python's own error.

Every call stands here with an `x`, which is each of the things in WHAT in turn; behind `;` stand
those that may be meant. All others must be refused, and those must not.
"""

import pickle
import re
from enum import Enum
from fractions import Fraction
from inspect import signature
from math import inf, nan
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import baccarat as bac
from baccarat import Card, Composition, Depth, Hand, Result, Rules, Scoreboard, Side, guesses
from baccarat.coup import cell_of
from baccarat.errors import (
    BaccaratError,
    BadBet,
    BadText,
    BadValue,
    BetRefused,
    CoupError,
    ShoeError,
    TooShallow,
)
from baccarat.hints import checked
from baccarat.rules import deal_from
from baccarat.stats import wilson
from baccarat.table import Table

WHAT: dict[str, object] = {
    "None": None,
    "1.5": 1.5,
    "nan": nan,
    "inf": inf,
    "True": True,
    "''": "",
    "'x'": "x",
    "-1": -1,
    "1e30": 10**30,
    "huge": 10**5000,
    "[]": [],
    "[None]": [None],
    "{}": {},
    "object": object(),
    "bytes": b"x",
    "Move": bac.Move.DRAW,
}

PRELUDE = """
from fractions import Fraction
from pathlib import Path
from baccarat import *
from baccarat.chance import endless_dice, seeded_dice, system_dice
from baccarat.coup import as_dealt, check, following, play
from baccarat.drill import Answered, Drill, Form, Kind, ask, read, spell
from baccarat.exact.enumerate import coups, weigh as plainly
from baccarat.exact.hand_weights import weigh_hands
from baccarat.exact.joint import joint
from baccarat.exact.weights import weigh
from baccarat.fair import commit
from baccarat.record import Entry, read_csv, write_csv
from baccarat.record import read as read_record
from baccarat.render import text
from baccarat.roads import Derived, derived_road, lay_out, streaks
from baccarat.roads.grid import Grid
from baccarat.shoe import decks_of
from baccarat.simulation.stream import coups as stream
from baccarat.stats import Share, wilson
from baccarat.table import Table, fold
from baccarat.table.acts import Place, act_line, make_act, read_act
from baccarat.table.coach import costs, expected, odds_now, predict
from baccarat.tally import Odds
from baccarat.words import Words

card, hand, coup, half = Card.parse("9h"), Hand.parse("2h 3c"), deal("2h 9d 5c Ks"), deal("Kh")
rules, shoe, decks, fair = Rules(), Rules().shoe(7), Composition.decks(1), Fair.promise("ab" * 32)
uncut, tie, layout, tally = Rules().shuffle(7), bet("tie"), game("ez").layout, Tally()
result, board, question = Result(None), Scoreboard(), ask(7, 0)
table, certain, few = Table.open(seed=7, bankroll=100), odds(coup="2h 9d 5c Ks"), odds(1)
share, found, drill = Share(3, 5), certain["tie"], Drill(7)
"""

CALLS = """
Card(x)
Card(9, x)                                       ; None
Card(9, Rank.NINE, x)                            ; None
Card.of(x)
Card.of(Rank.NINE, x)                            ; None
Card.parse(x)
card.at(x)
parse_cards(x)                                   ; ''
seeded_dice(x, 0, 52)
seeded_dice(7, x, 52)
seeded_dice(7, 0, x)
endless_dice(x, 0, 52)
endless_dice(7, 0, x)
system_dice(x)                                   ; 1e30
Fair(x)
Fair("ab" * 32, x)                               ; '' 'x'
Fair("ab" * 32, "", x)                           ; None
Fair("ab" * 32, "", None, x)
Fair.promise(x)                                  ; None
fair.with_guest(x)                               ; '' 'x'
fair.dice(x)
commit(x)
decks_of(x)
Shoe(x)                                          ; None
Shoe(decks=x)                                    ; None
Shoe(seed=x)                                     ; None
Shoe(fair=x)                                     ; None
Shoe(seed=7, fair=x)                             ; None
Shoe(shoe.cards, fair=x)                         ; None
Shoe(decks=1, cut_card=x)
Shoe(decks=1, last_coup=x)
Shoe(decks=1, position=x)
Shoe(shoe.cards, decks=x)                        ; None
Shoe(shoe.cards, x)
Shoe(shoe.cards, 14, x)
Shoe(shoe.cards, 14, LastCoup.A, x)
Shoe(shoe.cards, 14, LastCoup.A, 12, x)
Shoe(shoe.cards, 14, LastCoup.A, 12, 3, x)       ; 1e30 huge
Shoe.of(x)                                       ; [] {}
Shoe.parse(x)                                    ; ''
Shoe.shuffled(x, cut_card=0)                     ; [] {}
Shoe.shuffled(shoe.cards, seed=x)                ; None
Shoe.shuffled(shoe.cards, seed=7, number=x)
Shoe.shuffled(shoe.cards, dice=x)                ; None
Shoe.shuffled(shoe.cards, will_burn=x)           ; True
Shoe.shuffled(shoe.cards, cut_card=x)
Shoe.shuffled(shoe.cards, last_coup=x)
uncut.cut(x)
shoe.after_coup(x)
Composition(x)
Composition([x] * 10)                            ; 1e30 huge
Composition.decks(x)
Composition.of(x)                                ; [] {}
Composition.of([card], x)                        ; None
Composition.parse(x)
decks[x]
decks.at(x)
decks.without(x)                                 ; '' [] {}
Tableau(x, PUNTO_BANCO.banker)
Tableau(PUNTO_BANCO.player, x)
Tableau.read(x)
Hand(x)                                          ; []
Hand((x,))
Hand.parse(x)                                    ; ''
hand.at(x)
Held(x, 8)
Held(2, x)
Outcome(x, Held(2, 8))
coup.outcome().held(x)
Coup(x)                                          ; ''
Coup(hand, hand, x)                              ; True
Coup.parse(x)
half.receive(x, card)
half.receive(Side.BANKER, x)
coup.hand(x)
coup.outcome(x)                                  ; None
coup.at(x)
Choice(x, hand)
Choice(Side.BANKER, x)                           ; ''
Choice(Side.BANKER, hand, x)                     ; None
following(x)
as_dealt(x)
next_hand(x)
next_hand(half, x)
next_hand(deal("2h 3c 3d 4s"), CHEMIN_DE_FER, x)
play(x)                                          ; [] {}
play([card], x)
play([card], coup=x)
check(x)
check(coup, x)
call(x)
explain(x)
explain(coup, x)
Rules(x)
Rules(tableau=x)
Rules(burn=x)                                    ; True
Rules(cut_card=x)
Rules(last_coup=x)
Rules(printed=x)                                 ; None
rules.require(x)                                 ; []
rules.shuffle(x)                                 ; None
rules.shuffle(7, x)
rules.shuffle(7, 0, x)                           ; None
rules.shoe(x)                                    ; None
rules.shoe(7, 0, x)                              ; None
deal(x)                                          ; '' [] {}
deal("9h", x)
deal("9h", decide=x)
deal_from(x)
deal_from(shoe, x)
deal_shoe(x)                                     ; ''
Cap(x, ("banker",))                              ; 1e30 huge
Cap(Fraction(1), x)
Bet(x, tie.event, {"tie": 8})                    ; 'x'
Bet("X", x, {"tie": 8})
Bet("X", tie.event, x)                           ; -1 1e30 huge
Bet("X", pays=x)
Bet("X", pays={"tie": x})                        ; -1 1e30 huge
Bet("X", tie.event, {"tie": x})                  ; -1 1e30 huge
Bet("X", tie.event, {"tie": 8}, x)
Bet("X", tie.event, {"tie": 8}, trait=x)         ; None
Bet("X", tie.event, {"tie": 8}, at_start=x)      ; True
Bet("X", tie.event, {"tie": 8}, commission=x)
Bet("X", tie.event, {"tie": 8}, for_one=x)       ; True
Bet("X", tie.event, {"tie": 8}, cap=x)           ; None
Bet("X", tie.event, {"tie": 8}, also=x)          ; []
tie.sees(x)
tie.tier(x)
tie.gross(x)                                     ; None
tie.net(x)                                       ; None
tie.priced(x)                                    ; 1e30 huge
tie.priced_as(x)
register(x)
registered(x)
load_plugin(x)
Limits(x)                                        ; 1e30
Limits(1, x)                                     ; None 1e30
Wager(x, 5)                                      ; '' 'x'
Wager("tie", x)                                  ; -1 1e30
Wager.parse(x)
Layout(x)                                        ; {}
Layout({"tie": x})
Layout({}, x)
Layout({}, spot_limits=x)                        ; {}
Layout({}, chip=x)                               ; 1e30
Layout({}, rounding=x)
Layout({}, differential=x)                       ; None 1e30
Layout({}, both_sides=x)                         ; True
Layout.of(x)
layout.spot(x)
layout.bet(x)
layout.check(x)                                  ; [] {}
settle(x, "tie=5", layout)
settle(coup, x, layout)                          ; '' [] {}
settle(coup, "tie=5", x)
game(x)
game("ez", x)                                    ; None
Game(x, rules, layout)                           ; 'x'
Game("x", x, layout)
Game("x", rules, x)
wilson(x, 5)
wilson(3, x)                                     ; 1e30
wilson(3, 5, x)
Share(x, 5)
Share(3, x)                                      ; 1e30
share.interval(x)
statistics(x)                                    ; [] {} ''
Scoreboard(x)                                    ; [] {} ''
Scoreboard([], x)                                ; 1e30
board.add(x)
board.ask(x)
derived_road(x, Derived.SMALL)                   ; []
derived_road([3, 1], x)
lay_out(x)                                       ; [] {}
lay_out([3, 1], x)                               ; 1e30
streaks(x)                                       ; [] {}
Grid(x)                                          ; 1e30
draw(x)                                          ; [] {} ''
draw(board, x)                                   ; None
draw(board, road=x)                              ; None
text(x)
text(board, x)                                   ; 1e30
text(board, 80, x)                               ; True
Entry(x)
Entry(result, x)                                 ; None
Entry(result, None, x)                           ; []
Entry.of(x)
Record(x)                                        ; []
Record(game=x)
Record(rules=x)
Record(burn_card=x)                              ; None
Record(cut=x)                                    ; None
Record(seed=x)                                   ; None
Record(seed=7, number=x)
Record(fair=x)                                   ; None
Record(tags=x)                                   ; []
Record(tags=[(x, "y")])                          ; 'x'
Record.of(x)                                     ; [] {} ''
Record.of([], x)
Record.of([], "ez", x)                           ; None
Record.deal(x)
Record.deal(rules=x)                             ; None
Record.deal(seed=x)                              ; None
Record.deal(cut=x)                               ; None
Record.deal(fair=x)                              ; None
Record.parse(x)
read_record(x)
read_record("", x)
read_csv(x)
write_csv(x)
Tally(x)
Tally(tally.cells, x)                            ; {}
Tally(tally.cells, {}, x)                        ; {}
Tally.of(x)                                      ; [] {}
tally + x
x + tally
tally.of_bet(x)
Odds(x, {}).total
Odds(tie, x).total                               ; {}
found.probability(x)                             ; None
found.edge_interval(x)
found.chance_interval(x)
joint(x, [tie])
joint(few, x)                                    ; []
few.next_cards(x)
weigh(x)
weigh(decks, x)
coups(x)
coups(decks, coup=x)                             ; None
plainly(x)
weigh_hands(x, rules)
ask(x, 0)
ask(7, x)
ask(7, 0, x)
ask(7, 0, 1, x)
Drill(x).question
Drill(7, x)
Drill(7, level=x)
Drill(7, run=x)
Drill(7, language=x)
drill.answer(x, 2.5)                             ; '' 'x'
drill.answer("draw", x)                          ; 1.5 inf 1e30 huge
Answered(x, "draw", 2.5)
read(x, "draw")
read(Form.MOVE, x)
spell(x)                                         ; ''
Table.open(x, bankroll=100)
Table.open(bankroll=x)
Table.open(bankroll=100, guest=x)                ; 'x'
Table.open(bankroll=100, seed=x)                 ; None
Table.open(bankroll=100, decks=x)                ; None
Table.open(bankroll=100, nonsense=x)
table.apply(x)
table.apply(Place("tie", 5), x)                  ; None
table.apply(Place("tie", x))
table.bet(x)                                     ; '' [] {}
table.bet("tie=5").deal(squeeze=x)               ; True
table.bet("tie=5").deal(free=x)                  ; True
table.view(x)                                    ; None
fold(x)                                          ; [] {}
make_act(x, {})
make_act("place", x)
read_act(x)
act_line(x, Place("tie", 5))                     ; -1 1e30
act_line(1, x)
odds_now(x)
expected(x, table)                               ; [] {}
expected([], x)
predict(x)
costs(x)
Words.of(x)                                      ; None
"""


ROWS = [
    (call.strip(), set(fine.split()))
    for call, _, fine in (line.partition(";") for line in CALLS.strip().splitlines())
]


@pytest.fixture(scope="module")
def names() -> dict[str, object]:
    found: dict[str, object] = {}
    exec(PRELUDE, found)
    return found


@pytest.mark.parametrize(("call", "fine"), ROWS, ids=[call for call, _ in ROWS])
def test_a_wrong_call_is_answered_in_one_clear_line(
    names: dict[str, object], call: str, fine: set[str]
) -> None:
    assert fine <= WHAT.keys()
    for name, value in WHAT.items():
        try:
            eval(call, names | {"x": value})
        except BaccaratError as complaint:
            assert name not in fine, f"{name} is refused: {complaint}"
            line = str(complaint)
            assert line, name
            assert line.isprintable(), name
            assert len(line) <= 200, name
        else:
            assert name in fine, f"{name} is taken"


def test_there_are_many_calls() -> None:
    assert len({call for call, _ in ROWS}) == len(ROWS) >= 80


# What lies behind such a line


def test_what_is_no_card_is_not_among_them() -> None:
    decks = Composition.decks(1)
    assert [given for given in WHAT.values() if not isinstance(given, str) and given in decks] == []
    with pytest.raises(BadText, match="not a card"):
        assert "x" in decks


def test_an_empty_tally_has_no_odds() -> None:
    odds = bac.Tally().of_bet(bac.bet("tie"))
    asks = "chance", "edge", "edge_resolved", "expectation", "push", "variance", "deviation"
    for ask in asks:
        with pytest.raises(TooShallow, match="no coup has been counted"):
            getattr(odds, ask)
    with pytest.raises(TooShallow, match="no coup has been counted"):
        _ = bac.Tally().chances
    with pytest.raises(TooShallow, match="no coup has been counted"):
        odds.probability("tie")


@pytest.mark.parametrize("given", [[5], [None], [Result(None), object()], ["Bonker"]])
@pytest.mark.parametrize("count", [bac.statistics, Scoreboard])
def test_what_is_no_result_is_not_counted(count: Any, given: Any) -> None:
    for results in (given, iter(given)):
        with pytest.raises(bac.BaccaratError):
            count(results)


def test_a_side_is_a_side() -> None:
    """A word used to be Banker, whatever it said."""
    coup = bac.deal("2h 9d 5c Ks")
    calls: list[Any] = [coup.hand, coup.outcome().held, Scoreboard().ask]
    for call in calls:
        assert call("player") == call("P") == call(Side.PLAYER)
        with pytest.raises(BadValue, match="side cannot be 'croupier'"):
            call("croupier")
    half: Any = bac.deal("2h 9d 5c")
    assert half.receive("banker", Card.parse("Ks")).banker == Hand.parse("9d Ks")


def test_a_depth_is_a_depth() -> None:
    """Three used to be taken for points."""
    three: Any = 3
    with pytest.raises(BadValue, match="depth cannot be 3"):
        Card.parse("9h").at(three)


def test_a_stake_is_whole_coins_from_the_beginning() -> None:
    stake: Any = 1.5
    with pytest.raises(BetRefused, match=r"tie: a stake is whole coins, not 1\.5"):
        bac.Wager("tie", stake)


@pytest.mark.parametrize(
    "dice", [[0] * 51, [52] + [0] * 51, [-1] + [0] * 51, [0] * 51 + [1], ["x"] * 52]
)
def test_dice_that_do_not_shuffle_a_shoe_are_refused(dice: list[int]) -> None:
    with pytest.raises(BadValue, match=r"di(c)?e"):
        bac.Shoe.shuffled(Composition.decks(1).cards, dice=dice)


def test_a_shoe_that_cannot_be_is_refused() -> None:
    cards = Rules(decks=1).shuffle(7).cards
    for position, burned, coups in ((53, 0, 0), (3, 4, 0), (3, 0, -1)):
        with pytest.raises(ShoeError):
            bac.Shoe(cards, position=position, burned=burned, coups=coups)


def test_nobody_decides_on_eight() -> None:
    choice = bac.Choice(Side.PLAYER, Hand.parse("9h 9c"))
    with pytest.raises(CoupError, match="with 8 there is nothing to decide"):
        cell_of(choice, bac.PUNTO_BANCO)


def test_a_confidence_is_between_none_and_all() -> None:
    for confidence in (0, 1, 99):
        with pytest.raises(BadValue, match="between 0 and 1"):
            wilson(3, 5, confidence)


# Who is lost is told the way


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
Table(bankroll=9).bet("tie=5")    | Table.open(bankroll=1000) opens one
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
stream(last_coup="B")             | coups(rules=Rules(last_coup=…))
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
stream(n=3)                       | coups() has no 'n': did you mean 'shoes'?
next(stream(1, 7)).results        | batch.winners is shoe, turn: 0 Player, 1 Banker
next(stream(1, 7)).winner         | Coups has no 'winner': did you mean 'winners'?
statistics(next(stream(1, 7)))    | these are many shoes: go through them, shoe by shoe
board.draw()                      | bac.draw(board) draws it
board.to_json()                   | Scoreboard has no 'to_json': did you mean 'as_json'?
few.banker                        | OddsTable has no 'banker': ask for ['banker']
found.house_edge                  | did you mean 'edge'?
few.to_frame()                    | did you mean 'rows'?
removal("tie").to_frame()         | did you mean 'rows'?
decks.without(iter([5]))          | Composition.without: seen cannot be (5,)
Composition.of(iter([5]))         | Composition.of: cards cannot be (5,)
Shoe.of(iter([5]))                | Shoe.of: cards cannot be (5,)
statistics("BBPT").banker         | did you mean 'winners'?
Record.deal(seed=7).verify()      | did you mean 'differs'?
"""


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
    mine = bac.Bet("Mine", lambda seen: untyped(seen).result == "banker", {"win": 1}, depth)
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


# The door itself


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
    assert deal_from.__doc__ == "Deal one coup; return it with the shoe that remains."
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
    names = names | {"parsed": Card.parse("7x")}
    names["decks"] = Composition.decks(2)
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

    with pytest.raises(BadValue, match="cards cannot be such a Mute"):
        bac.deal(untyped(Mute()))
    with pytest.raises(BadValue, match="decks cannot be such a int"):
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


@pytest.mark.parametrize("cell", [0.5, "1", None, True])
def test_a_cell_of_a_tally_is_a_whole_number(cell: Any) -> None:
    with pytest.raises(BadValue):
        bac.Tally((cell, *[0] * 399))
    with pytest.raises(BadValue):
        bac.Tally((cell,) * 400)
