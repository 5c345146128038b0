"""What a croupier types of a coup: pieces become what a board reads, and nothing is guessed."""

import random

import pytest

import baccarat as bac
from baccarat.base.errors import BaccaratError
from baccarat.core.coup import Side
from baccarat.table.board.board import Board
from baccarat.table.board.coup_draft import Awaits, CoupDraft, read_draft

BOARD = Board.open("Table 3")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("b", "B"),
        ("P +P", "P +P"),
        ("+p +b p", "P +P +B"),
        ("p b", "B"),
        ("B N9", "B ?-9 B2"),
        ("bn9+p", "B ?-9 +P B2"),
        ("t n8", "T 8-8 P2 B2"),
        ("9-7", "P 9-7"),
        ("?-7 9-?", "P 9-7"),
        ("7-9 n", "B 7-9 B2"),
        ("6-6", "T 6-6"),
        ("P 9-7 P3:1+8", "P 9-7 P3:1+8"),
        ("Banker", "B"),
        ("égalité", "T"),
        ("庄", "B"),
        ("kh 9d 5c 4s 8h", "Kh 5c 8h | 9d 4s"),
        ("KH9D5C4S8H", "Kh 5c 8h | 9d 4s"),
        ("10h,9♦ 5x 4 8", "Th 5x 8 | 9d 4"),
        ("kh 5c 8h | 9d 4s", "Kh 5c 8h | 9d 4s"),
        ("9x Kx 9x 5x P -B", "9x 9x | Kx 5x P -B"),
        ("9h 2d Kd 3c", "9h Kd | 2d 3c"),
    ],
)
def test_what_is_typed_becomes_what_a_board_reads(typed: str, said: str) -> None:
    draft = read_draft(BOARD, typed)
    assert (draft.said, draft.awaits) == (said, Awaits.NOTHING)
    assert read_draft(BOARD, draft.text) == draft


@pytest.mark.parametrize("typed", ["*9h*", "]C09h", "\x029h\x03", "#9h\t", "]E0*9h*~"])
def test_what_a_reader_puts_around_a_card_is_left_out(typed: str) -> None:
    assert read_draft(BOARD, typed).text == "9h"
    assert read_draft(BOARD, f"Kh {typed}").text == "Kh 9h"


@pytest.mark.parametrize(
    ("typed", "awaits", "side"),
    [
        ("", Awaits.ANYTHING, None),
        ("* *", Awaits.ANYTHING, None),
        ("+P", Awaits.WINNER, None),
        ("N9", Awaits.WINNER, None),
        ("9-?", Awaits.TOTAL, Side.BANKER),
        ("B N", Awaits.TOTAL, Side.BANKER),
        ("Kh", Awaits.CARD, Side.BANKER),
        ("Kh 9d 5c 4s", Awaits.CARD, Side.PLAYER),
        ("Kh 9d 7c 4s", Awaits.CARD, Side.BANKER),
    ],
)
def test_a_draft_says_what_it_still_needs(typed: str, awaits: Awaits, side: Side | None) -> None:
    draft = read_draft(BOARD, typed)
    assert (draft.awaits, draft.side, draft.said) == (awaits, side, "")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("x", "not a card or a result: x (expected e.g. 9h, B, +P or N9)"),
        ("10", "not a card or a result: 10"),
        ("hello", "not a card or a result: hello"),
        ("9h Kd 9d 3c 4c", "the coup is over (9h 9d | Kd 3c): 4c cannot be dealt"),
        ("B N7", "Banker with 7 is no natural"),
        ("B 6-9 N8", "Banker with 9 is no natural"),
        ("Kh 9d N9", "the cards already show the result: leave N9 out"),
        ("Kh 9d +P", "give the winner, too, if you give pairs beside cards"),
        ("9h B", "B before all cards of the coup are there: enter the rest"),
        ("9h b+p", "B +P before all cards"),
        ("Kh 9d 5c tie", "T before all cards"),
        ("Kh /", "Banker cannot stand here"),
        ("B" * 90, "too long"),
    ],
)
def test_what_cannot_be_right_is_told(typed: str, told: str) -> None:
    with pytest.raises(BaccaratError) as refused:
        read_draft(BOARD, typed)
    assert told in str(refused.value)


def test_cards_in_dealing_order_ask_for_the_hands_that_a_dealt_shoe_gave_them_to() -> None:
    for coup in bac.deal_shoe(bac.Rules().shuffle(seed=5)):
        cards = list(map(str, coup.cards))
        for many in range(1, len(cards)):
            draft = read_draft(BOARD, "".join(cards[:many]))
            given = coup.cards[many]
            assert draft.side is not None
            assert len(draft.coup.hand(draft.side)) < 3  # type: ignore[union-attr]
            after = draft.coup.receive(draft.side, given)  # type: ignore[union-attr]
            assert set(after.player) <= set(coup.player)
            assert set(after.banker) <= set(coup.banker)
        assert read_draft(BOARD, " ".join(cards)).said == str(coup)


def test_where_the_tableau_is_free_a_hand_draws_or_a_stroke_says_that_it_stands() -> None:
    board = Board.open("Salon", "chemin-de-fer")
    asked = read_draft(board, "2h 3d 3c 2s")
    assert (asked.awaits, asked.side) == (Awaits.CHOICE, Side.PLAYER)
    assert read_draft(board, "2h 3d 3c 2s /").side is Side.BANKER
    for typed, letters in (("2h 3d 3c 2s / /", "T"), ("2h 3d 3c 2s 4s /", "P")):
        assert str(board.enter(read_draft(board, typed).said)) == f"<board Salon: {letters}>"


def test_a_printed_card_is_not_typed() -> None:
    board = Board.open("Seven", "7 up")
    assert str(read_draft(board, "Kh").coup) == "7x | Kh …"
    draft = read_draft(board, "Kh Ah 5d")
    assert board.enter(draft.said).results[0].player.total == 8


def test_any_text_is_read_or_refused_in_words() -> None:
    chance = random.Random(3)
    signs = "bptBPTn+-|/ 0123456789hsdcxKQJA?,:]*\x00é庄♥"
    drafts = 0
    for _ in range(3_000):
        typed = "".join(chance.choices(signs, k=chance.randrange(12)))
        try:
            draft = read_draft(BOARD, typed)
            if draft.is_complete:
                BOARD.enter(draft.said)
                drafts += 1
        except BaccaratError as refused:
            assert str(refused)
    assert drafts > 50
    assert read_draft(BOARD, "") == CoupDraft()
