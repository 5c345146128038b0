"""A board of a real table: the shoe is what the dealer said last, whatever was mended."""

from functools import reduce
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BaccaratError
from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Hand
from baccarat.core.record import Record
from baccarat.core.result import write_results
from baccarat.core.third_card import next_hand
from baccarat.table.acts import ActRefused
from baccarat.table.board.board import MOST_PAGES, Board, BoardAct

ACES = [Card.parse(f"{points}") for points in range(10)]


def test_a_real_shoe_is_entered_corrected_and_written_in_our_notation() -> None:
    board = Board.open("Table 3", decks=6, burn=False).enter("B").enter("p 9-7 +P")
    board = board.enter("Kh 5c 8h | 9d 4s").enter("T P2 B2").correct(1, "T 6-6")
    assert str(board) == "<board Table 3: TPTT>"
    written = str(board.record)
    assert written.splitlines()[-5:] == [
        "1. T 6-6",
        "2. P 9-7 +P",
        "3. Kh 5c 8h | 9d 4s  T 3-3",
        "4. T P2 B2",
        "end 4",
    ]
    assert '[Decks "6"]' in written
    assert '[Table "Table 3"]' in written
    assert Record.parse(written) == board.record


def test_a_coup_that_was_forgotten_is_inserted_and_one_that_never_was_is_struck() -> None:
    board = Board.open("x").enter("B").enter("P").insert(2, "T")
    assert write_results(board.results) == "BTP"
    assert write_results(board.strike(1).results) == "TP"
    assert write_results(board.strike(1).undo().results) == "BTP"


def test_every_third_card_is_held_to_the_rule_card_by_card() -> None:
    """All totals of two hands, every third card or none, against the rule asked step by step."""
    board = Board.open("x")
    for p, b, third, fourth in product(range(10), range(10), [None, *range(10)], [None, 6]):
        player = [ACES[p], ACES[0], *([] if third is None else [ACES[third]])]
        banker = [ACES[b], ACES[0], *([] if fourth is None else [ACES[fourth]])]
        is_right = follows_the_rule(player, banker)
        text = f"{' '.join(map(str, player))} | {' '.join(map(str, banker))}"
        try:
            board.enter(text)
            assert is_right, text
        except ActRefused as refused:
            assert not is_right, text
            assert str(refused).startswith("these cards do not follow the tableau: "), refused


def follows_the_rule(player: list[Card], banker: list[Card]) -> bool:
    """Whether each third card is there if, and only if, its hand was asked for it."""
    hands = {"P": list(player), "B": list(banker)}
    coup = Coup(Hand(tuple(player[:2])), Hand(tuple(banker[:2])), is_over=False)
    thirds = {side: cards[2:] for side, cards in hands.items()}
    while (side := next_hand(coup)) is not None:
        if not thirds[side.value]:
            return False
        coup = coup.receive(side, thirds[side.value].pop())
    return thirds == {"P": [], "B": []}


def test_a_wrong_third_card_is_told_with_the_rule() -> None:
    board = Board.open("x")
    with pytest.raises(ActRefused, match="Player has 5 and must draw: Player draws on 0–5"):
        board.enter("Kh 5c | 9d 4s")
    with pytest.raises(ActRefused, match="Banker has a natural 9: no third card"):
        board.enter("Kh Kh 8h | 9d Ks 3d")


@pytest.mark.parametrize(
    "said",
    [
        *("", "X", "B 7-4", "B {banker=5}", "1. B", "B ; no", "B\nP", "Qh | 9d", "B" * 81, "B P"),
        *("Kh 5c 8h | 9d 4s B", "|", "B 7-?7", "B 5-9 B3 P2 +X"),
    ],
)
def test_what_no_coup_can_be_is_refused_and_nothing_has_happened(said: str) -> None:
    board = Board.open("x").enter("B")
    with pytest.raises(BaccaratError) as refused:
        board.enter(said)
    assert "\n" not in str(refused.value)
    assert board == Board.open("x").enter("B")


def test_a_card_comes_no_oftener_than_the_decks_hold_it() -> None:
    board = Board.open("x", decks=1).enter("Kh 8c | 9d 4s")
    with pytest.raises(ActRefused, match="too many of Kh"):
        board.enter("Kh 9c | 2d 4d")
    # Another coup makes room for it.
    assert board.correct(1, "B").enter("Kh 9c | 2d 4d").record.entries[1].letter == "P"


def test_undo_takes_back_a_new_shoe_and_stops_at_its_limit() -> None:
    board = Board.open("x").enter("B").enter("P").new_shoe().enter("T")
    assert (board.page.shoe, dict(board.page.before)) == (2, {"B": 1, "P": 1})
    assert write_results(board.undo().undo().results) == "BP"
    for _ in range(MOST_PAGES + 20):
        board = board.correct(1, "B")
    for _ in range(MOST_PAGES):
        board = board.undo()
    with pytest.raises(ActRefused, match="nothing to undo"):
        board.undo()


def test_a_board_is_opened_once_and_closed_once() -> None:
    closed = Board.open("x").enter("B").close()
    for act in ("open", "result", "undo", "shoe", "close"):
        with pytest.raises(ActRefused):
            closed.apply(BoardAct(act, "B"))
    assert write_results(closed.results) == "B"
    with pytest.raises(ActRefused, match="open already"):
        Board.open("x").apply(BoardAct("open", "y"))
    with pytest.raises(ActRefused, match="closed"):
        Board().enter("B")


def test_a_stale_number_is_refused_with_the_one_that_is_due() -> None:
    board = Board.open("x").enter("B")
    assert board.apply(BoardAct("result", "P"), number=3).number == 3
    with pytest.raises(ActRefused, match="the next act is number 3, not 2"):
        board.apply(BoardAct("result", "P"), number=2)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        *(("", {}), ("a\nb", {}), ("x" * 41, {}), ("x", {"seed": 3}), ("x", {"decks": 99})),
        *(("x", {"cut_card": "a"}), ("x", {"game": "whist"}), ("x", {"last_coup": "Z"})),
    ],
)
def test_a_board_that_no_table_has_is_not_opened(name: str, rules: dict[str, object]) -> None:
    with pytest.raises(BaccaratError) as refused:
        Board().apply(BoardAct("open", name, rules=rules))
    assert "\n" not in str(refused.value)


COUP = st.integers(1, 6)
SAID = st.sampled_from(["B", "P", "T", "P 9-7", "T 0-0 +B", "9h Kd | 2c 3d", "B P3:5+8"])
ACTS = st.one_of(
    st.builds(BoardAct, st.just("result"), SAID),
    st.builds(BoardAct, st.sampled_from(["correct", "insert"]), SAID, COUP),
    st.builds(BoardAct, st.just("strike"), coup=COUP),
    st.builds(BoardAct, st.sampled_from(["undo", "undo", "shoe"])),
)


@examples(40)
@given(st.lists(ACTS, max_size=25))
def test_a_board_is_a_plain_list_with_a_pencil(acts: list[BoardAct]) -> None:
    board, taken = (
        Board.open("x", decks=12),
        [BoardAct("open", "x", rules={"game": "punto-banco", "decks": 12})],
    )
    shoe: list[str] = []
    pages: list[list[str]] = []
    for act in acts:
        at = (act.coup or 1) - 1
        is_possible = {
            "result": True,
            "undo": bool(pages),
            "shoe": True,
        }.get(act.what, at < len(shoe))
        if not is_possible:
            with pytest.raises(ActRefused):
                board.apply(act)
            continue
        board = board.apply(act)
        taken.append(act)
        letter = "P" if act.said.startswith("9h") else act.said[:1]
        if act.what == "undo":
            shoe = pages.pop()
            continue
        pages.append(list(shoe))
        match act.what:
            case "result":
                shoe.append(letter)
            case "insert":
                shoe.insert(at, letter)
            case "correct":
                shoe[at] = letter
            case "strike":
                del shoe[at]
            case "shoe":
                shoe = []
        assert write_results(board.results) == "".join(shoe)
    assert write_results(board.results) == "".join(shoe)
    assert reduce(Board.apply, taken, Board()) == board
    assert board.number == len(taken)


def test_what_an_act_does_not_take_is_refused_and_not_passed_over() -> None:
    board = Board.open("Table 3").enter("B").enter("P")
    for act, told in (
        (BoardAct("result", "T", 1), "result does not take coup"),  # to correct was meant
        (BoardAct("strike", "T", 1), "strike does not take said"),
        (BoardAct("undo", "T"), "undo does not take said"),
        (BoardAct("shoe", coup=2), "shoe does not take coup"),
        (BoardAct("result", "T", rules={"decks": 6}), "result does not take rules"),
        (BoardAct("correct", "T"), "give the number of a coup: 1 or more"),
        (BoardAct("strike"), "give the number of a coup: 1 or more"),
    ):
        with pytest.raises(ActRefused) as refused:
            board.apply(act)
        assert refused.value.said == told
