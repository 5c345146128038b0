"""Faults that strangers found in values and calls: each was once wrong, or no clear line."""

import copy
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.pretty import pretty_repr

import baccarat as bac
from baccarat.base.errors import BadBet
from baccarat.core.fair import Fair
from baccarat.core.roads import Derived
from baccarat.core.stats import Share
from baccarat.core.tally import Odds
from baccarat.table import Table
from baccarat.table.acts import ActRefused, Promise, Shuffle
from baccarat.table.view.view import Audience

UNTYPED: Any = bac
SEED = "0123456789abcdef" * 4
FREE = bac.game("chemin-de-fer").rules
FORGOTTEN = UNTYPED.odds(game="chemin-de-fer", decide=lambda choice: None)
"""odds by a strategy that forgets to return its answer"""
NO_TRUTH = "a strategy must answer True or False, not "
NO_TRUTHS: tuple[Any, ...] = (None, "no", "", 2, [], np.array([True, False]))
NO_WORDS: tuple[Any, ...] = ("tie", "", None, 7, [], b"B")
SIDES = "(expected Player or Banker)"
DEPTHS = "(expected totals or points or ranks or cards)"


def complaint(kind: type[Exception], call: Callable[[], object]) -> str:
    """The one line with which a call is refused."""
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)
    return str(caught.value)


def decided_by(answer: Any) -> bac.Coup:
    """A coup whose strategy gives this answer."""
    return bac.deal("2h 2d 3c 2s 9h 9d", FREE, lambda _: answer)


@pytest.mark.parametrize(
    ("kind", "call", "line"),
    [
        *(
            (bac.CoupError, partial(decided_by, answer), f"{NO_TRUTH}{answer!r}")
            for answer in NO_TRUTHS
        ),
        (bac.CoupError, lambda: FORGOTTEN["player"], f"{NO_TRUTH}None"),
        *(
            (bac.BadText, partial(bac.Side, word), f"not a side: {word!r} {SIDES}")
            for word in NO_WORDS
        ),
        *(
            (bac.BadText, partial(bac.Depth, word), f"not a depth: {word!r} {DEPTHS}")
            for word in NO_WORDS
        ),
        (bac.BadValue, lambda: bac.Known(total=12), "a total must be 0 to 9, not 12"),
        (bac.BadValue, lambda: bac.Known(total=-1), "a total must be 0 to 9, not -1"),
        (
            bac.BadValue,
            lambda: bac.Known(total=True),
            "Known: total cannot be True (expected a whole number or None)",
        ),
        (bac.BadValue, lambda: bac.Known(cards=17), "a hand must have two or three cards, not 17"),
        (
            bac.BadValue,
            lambda: UNTYPED.Known(cards="2"),
            "Known: cards cannot be '2' (expected a whole number or None)",
        ),
        (
            bac.BadValue,
            lambda: bac.Known(start=10),
            "the total of the first two cards must be 0 to 9, not 10",
        ),
        (bac.BadValue, lambda: bac.Known(third=10), "a card must have 0 to 9 points, not 10"),
        (
            bac.BadValue,
            lambda: UNTYPED.Known(is_pair=1),
            "Known: is_pair cannot be 1 (expected True or False or None)",
        ),
        (
            bac.BadValue,
            lambda: Odds(bac.bet("tie"), {"tie": -3}),
            "tie: 'tie' cannot happen -3 times",
        ),
        (
            bac.BadValue,
            lambda: UNTYPED.Drawing(3),
            "Drawing: svg cannot be 3 (expected text)",
        ),
        (
            BadBet,
            lambda: bac.Bet("庄 赢", lambda outcome: None, pays={"win": 1}),
            "a bet's name must have Latin letters or digits, e.g. 'Lucky 6', not '庄 赢'",
        ),
        (
            bac.BadValue,
            lambda: UNTYPED.Layout({"x": "tie"}),
            "Layout: bets cannot be {'x': 'tie'} (expected a mapping of text to a Bet)",
        ),
    ],
)
def test_bad_input_is_refused_in_one_line(
    kind: type[Exception], call: Callable[[], object], line: str
) -> None:
    assert complaint(kind, call) == line


@pytest.mark.parametrize("draws", [True, np.True_, 1])
def test_a_truth_of_another_kind_is_one(draws: Any) -> None:
    coup = bac.deal("2h 2d 3c 2s 9h", FREE, lambda choice: draws)
    assert coup.player.third is not None
    stood = bac.deal("2h 2d 3c 2s", FREE, lambda choice: type(draws)(0))
    assert stood.is_over
    assert stood.player.third is None


def test_the_prices_of_a_bet_cannot_be_filled_again() -> None:
    pays, edge = bac.bet("tie").pays, bac.odds()["tie"].edge
    before, code = dict(pays), hash(pays)
    pays.__init__({"tie": 999}, tie=999)  # type: ignore[misc]
    assert dict(pays) == before
    assert hash(pays) == code
    assert pickle.loads(pickle.dumps(pays)) == copy.deepcopy(pays) == before
    assert bac.odds()["tie"].edge == edge


def test_no_text_of_a_value_tells_the_house_seed() -> None:
    fair = Fair.promise(SEED).with_guest("guest")
    table = Table.open(fair=True).apply(Promise(SEED))
    dealt = table.apply(Shuffle(guest_seed="guest")).ready()
    shown: list[object] = [fair, fair.public, bac.Rules().shoe(fair=fair), table, dealt]
    shown += [one.view(audience) for one in (table, dealt) for audience in Audience]
    shown += [dealt.ceremony, bac.Record(fair=fair.public)]
    for value in shown:
        assert SEED not in repr(value)
        assert SEED not in str(value)
    assert fair.commitment in repr(fair)
    assert SEED not in pretty_repr(fair)
    assert SEED not in pretty_repr(dealt.view(Audience.HOUSE))
    assert fair.house_seed == SEED
    assert Fair.promise(SEED) != Fair.promise(SEED).public


@pytest.mark.parametrize("word", ["B", "banker", "Banker", " BANKER "])
def test_a_side_is_read_from_its_word(word: str) -> None:
    assert bac.Side(word) is bac.Side.BANKER


@pytest.mark.parametrize("word", [2, "ranks", "Ranks", "RANKS"])
def test_a_depth_is_read_from_its_word(word: Any) -> None:
    assert bac.Depth(word) is bac.Depth.RANKS


def test_a_copy_of_a_board_grows_alone() -> None:
    board = bac.Scoreboard("TBPBBPT", rows=4)
    for twin in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board
        assert twin.as_json() == board.as_json()
        twin.add("B")
        assert twin != board
        assert len(board.results) == 7
        assert len(board.big) == 5
        assert twin.undo().letter == "B"
        assert twin == board


def test_boards_are_equal_by_rows_and_results_and_have_no_hash() -> None:
    assert bac.Scoreboard("BPT") == bac.Scoreboard(["Banker", "Player", "Tie"])
    assert bac.Scoreboard("BPT") != bac.Scoreboard("BPT", rows=5)
    assert bac.Scoreboard("BPT") != bac.Scoreboard("BPB")
    assert bac.Scoreboard("BPT") != "BPT"
    with pytest.raises(TypeError):
        hash(bac.Scoreboard())


def test_a_board_prints_its_last_results() -> None:
    assert repr(bac.Scoreboard()) == "<scoreboard: 0 coups>"
    assert repr(bac.Scoreboard("B")) == "<scoreboard: 1 coup, B>"
    assert repr(bac.Scoreboard("BPBPB")) == "<scoreboard: 5 coups, BPBPB>"
    assert repr(bac.Scoreboard("T" + "BP" * 10)) == f"<scoreboard: 21 coups, …{'BP' * 10}>"


def test_the_results_of_a_board_cannot_be_changed_from_outside() -> None:
    board = bac.Scoreboard("BP")
    seen = board.results
    board.add("B")
    assert seen == tuple(bac.parse_results("BP"))
    assert len(board.results) == 3
    assert len(board.derived[Derived.BIG_EYE].colours) == 1


def test_a_result_of_no_hands_is_refused() -> None:
    line = complaint(bac.BadValue, lambda: UNTYPED.Result(None, 3, 4))
    assert line == "Result: player cannot be 3 (expected a Known)"
    assert type(UNTYPED.Known(np.int64(7)).total) is int


@pytest.mark.parametrize("svg", ["not svg", "<svg/>", '<svg width="3"/>', ""])
def test_a_drawing_without_a_size_is_one_line(svg: str, tmp_path: Path) -> None:
    drawing = bac.Drawing(svg)
    for call in (drawing.png, lambda: drawing.save(tmp_path / "n.png"), lambda: drawing.size):
        assert complaint(bac.BadValue, call).startswith(
            "a drawing must be SVG with a width and a height"
        )
    assert not [*tmp_path.iterdir()]


def test_a_drawing_that_does_not_read_as_svg_is_one_line() -> None:
    pytest.importorskip("resvg_py")
    broken = bac.Drawing('<svg width="5" height="5"')
    complaint(bac.BadValue, broken.png)


def test_a_bet_is_taken_as_it_is() -> None:
    tie = bac.bet("tie:9")
    assert bac.bet(tie) is tie


def test_a_whole_number_of_numpy_is_a_price() -> None:
    price: Any = np.int64(9)
    assert bac.bet("tie").priced(price) == bac.bet("tie:9")
    assert {type(price) for price in bac.bet("tie").priced(price).pays.values()} == {int}
    inexact: Any = np.float64(9)
    assert "a price must be exact" in complaint(BadBet, lambda: bac.bet("tie").priced(inexact))


def test_a_table_takes_one_of_our_games() -> None:
    table = Table.open(bac.game("ez"), seed=8)
    assert table == Table.open("ez", seed=8)
    assert table.opened.game == "ez"


def test_a_table_takes_no_game_of_another_make() -> None:
    line = complaint(ActRefused, lambda: Table.open(bac.game("ez", decks=6)))
    assert "Table.open('ez', decks=6)" in line


def test_a_table_takes_whole_numbers_of_numpy() -> None:
    seed: Any = np.int64(8)
    coins: Any = np.int32(500)
    assert Table.open(seed=seed, bankroll=coins) == Table.open(seed=8, bankroll=500)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: UNTYPED.Composition.decks("8"), "Composition.decks"),
        (lambda: UNTYPED.Fair.promise(5), "Fair.promise"),
        (lambda: UNTYPED.Scoreboard("B", rows="6"), "Scoreboard"),
        (lambda: UNTYPED.Hand.parse(5), "Hand.parse"),
        (lambda: UNTYPED.Shoe.parse(5), "Shoe.parse"),
        (lambda: UNTYPED.Shoe.parse("9h", "x"), "Shoe.parse"),
        (lambda: UNTYPED.deal(iter([9])), "deal"),
        (lambda: Share(3, 5).interval("x"), "Share.interval"),  # type: ignore[arg-type]
        (lambda: bac.odds()["tie"].chance_interval("x"), "Odds.chance_interval"),  # type: ignore[arg-type]
    ],
)
def test_a_complaint_names_what_was_called(call: Callable[[], object], name: str) -> None:
    assert complaint(bac.BadValue, call).partition(":")[0] == name


def test_a_removal_is_asked_in_text() -> None:
    effects: Any = bac.removal("tie", decks=1)
    assert effects["9"] == effects[bac.Card.parse("9")]
    line = complaint(bac.UnknownName, lambda: effects["9h"])
    assert line == "unknown card: '9h' (did you mean 9?)"
    assert complaint(bac.BadText, lambda: effects["zz"]).startswith("not a card: 'zz'")
    assert complaint(bac.BadValue, lambda: effects[[]]).startswith("Removal: card")
    assert bac.Card.parse("9h") not in effects
