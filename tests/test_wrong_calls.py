"""Wrong calls: whatever is given, the answer is right or one clear line, never Python's own error.

Every call stands here with an `x`, which is each of the things in WHAT in turn; behind `;` stand
those that may be meant. All others must be refused, and those must not.
"""

from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

import baccarat as bac
from baccarat import Card, Composition, Hand, Result, Rules, Scoreboard, Side
from baccarat.base.errors import (
    BaccaratError,
    BadText,
    BadValue,
    BetRefused,
    CoupError,
    ShoeError,
    TooShallow,
)
from baccarat.core.stats import wilson
from baccarat.core.third_card import cell_of

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
from baccarat.core.chance import endless_dice, seeded_dice, system_dice
from baccarat.core.third_card import as_dealt, check, following, play
from baccarat.drill import Answered, Drill, Form, Kind, ask, read, spell
from baccarat.exact.weights.plain import coups, weigh as plainly
from baccarat.exact.weights.by_hand import weigh_hands
from baccarat.exact.joint import joint
from baccarat.core.fair import commit
from baccarat.core.record import Entry, read_csv, write_csv
from baccarat.core.record import read as read_record
from baccarat.render import text
from baccarat.core.roads import Derived, derived_road, lay_out, streaks
from baccarat.core.roads.grid import Grid
from baccarat.core.shoe import decks_of
from baccarat.simulation.stream import coups as stream
from baccarat.core.stats import Share, wilson
from baccarat.table import Table, fold
from baccarat.table.acts import Place
from baccarat.table.act_lines import act_line, make_act, read_act
from baccarat.table.coach.coach import costs, expected, odds_now, predict
from baccarat.core.tally import Odds
from baccarat.base.words import Words

card, hand, coup, half = Card.parse("9h"), Hand.parse("2h 3c"), deal("2h 9d 5c Ks"), deal("Kh")
rules, shoe, decks, fair = Rules(), Rules().shoe(7), Composition.decks(1), Fair.promise("ab" * 32)
uncut, tie, layout, tally = Rules().shuffle(7), bet("tie"), game("ez").layout, Tally()
result, board, question = Result(None), Scoreboard(), ask(7, 0)
table, certain, few = Table.open(seed=7, bankroll=100), odds(given="2h 9d 5c Ks"), odds(1)
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
Composition([x] * 10)
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
Scoreboard([], 6, x)
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
plainly(decks, x)
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
Table.open(bankroll=100, guest=x)                ; 'x' ''
Table.open(bankroll=100, seed=x)                 ; None
Table.open(bankroll=100, decks=x)                ; None
Table.open(bankroll=100, nonsense=x)
table.apply(x)
table.apply(Place("tie", 5), x)                  ; None
table.apply(Place("tie", x))
table.bet(x)                                     ; '' [] {}
table.bet("tie=5").deal(squeeze=x)               ; True
table.bet("tie=5").deal(free=x)                  ; True
table.view(x)                                    ; None ''
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
system(x)
system("flat", on=x)                             ; None '' 'x'
stake(x)
stake("flat", x)
stake("flat", 2, x)
stake("flat", 2, on=x)                           ; None
stake("flat", 2, session=x)                      ; None
stake("flat", 2, fresh=x)                        ; True
stake("flat", 2, progress=x)                     ; None
Session(x)
Session(unit=x)
Session(most=x)                                  ; None
Session(stop_loss=x, trailing=True)
Session(coups=x)                                 ; None
Session(short=x)
Portion(x)
risk(x)
risk("tie", game=x)
risk("tie", decks=x)                             ; None inf
FlatRisk(x)
risk().ruin(x)
risk().ruin(10, x)                               ; None
risk().ruin(10, None, x)                         ; None
risk().reach(10, x)
risk().bankroll(x, coups=9)
risk().drawdown(x)
risk().losing_run(9, x)
risk().prospects(x)
Client(x)
Client("http://127.0.0.1:1", x)                  ; None 'x' ''
Client("http://127.0.0.1:1", patience=x)         ; 1.5 -1 1e30 huge inf
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
        with pytest.raises(TooShallow):
            getattr(odds, ask)
    with pytest.raises(TooShallow):
        _ = bac.Tally().chances
    with pytest.raises(TooShallow):
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


UNTYPED: Any = bac
EIGHT = bac.Choice(Side.PLAYER, Hand.parse("9h 9c"))


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        # three used to be taken for points
        (lambda: UNTYPED.Card.parse("9h").at(3), BadValue, "depth cannot be 3"),
        (
            lambda: UNTYPED.Wager("tie", 1.5),
            BetRefused,
            r"tie: a stake is whole coins, not 1\.5",
        ),
        (
            lambda: cell_of(EIGHT, bac.PUNTO_BANCO),
            CoupError,
            "with a total of 8 there is nothing to decide",
        ),
    ],
)
def test_bad_input_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


@pytest.mark.parametrize(
    "dice", [[0] * 51, [52] + [0] * 51, [-1] + [0] * 51, [0] * 51 + [1], ["x"] * 52]
)
def test_dice_that_do_not_shuffle_a_shoe_are_refused(dice: list[int]) -> None:
    with pytest.raises(BadValue, match=r"cannot shuffle 52 cards|di(c)?e"):
        bac.Shoe.shuffled(Composition.decks(1).cards, dice=dice)


def test_a_shoe_that_cannot_be_is_refused() -> None:
    cards = Rules(decks=1).shuffle(7).cards
    for position, burned, coups in ((53, 0, 0), (3, 4, 0), (3, 0, -1)):
        with pytest.raises(ShoeError):
            bac.Shoe(cards, position=position, burned=burned, coups=coups)


def test_a_confidence_is_between_none_and_all() -> None:
    for confidence in (0, 1, 99):
        with pytest.raises(BadValue, match="between 0 and 1"):
            wilson(3, 5, confidence)


@pytest.mark.parametrize("cell", [0.5, "1", None, True])
def test_a_cell_of_a_tally_is_a_whole_number(cell: Any) -> None:
    with pytest.raises(BadValue):
        bac.Tally((cell, *[0] * 399))
    with pytest.raises(BadValue):
        bac.Tally((cell,) * 400)
