"""Cards: every spelling, every reading back, and no other complaint than BadText."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BadText, TooShallow
from baccarat.core.cards import DECK, KINDS, Card, Depth, Rank, Suit, parse_cards, write_cards

RANKS = "TJQKA23456789"
SUITS = "cdhs"
SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))
POINTS = dict(zip(RANKS, [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9], strict=True))
BURNS = dict(zip(RANKS, [10, 10, 10, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9], strict=True))

ALL = [card for kinds in KINDS.values() for card in kinds]
NEAR_CARDS = st.text("0123456789TJQKAtjqkacdhsCDHSxX♠♥♦♣ ,|:…\n\t\u0661", max_size=8)


def test_there_are_ten_points_thirteen_ranks_and_fifty_two_cards() -> None:
    assert [len(KINDS[depth]) for depth in (Depth.POINTS, Depth.RANKS, Depth.CARDS)] == [10, 13, 52]
    assert len(set(ALL)) == 75
    assert {str(card) for card in DECK} == {rank + suit for rank in RANKS for suit in SUITS}


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [
        ("9h", Rank.NINE, Suit.HEARTS),
        ("Td", Rank.TEN, Suit.DIAMONDS),
        ("10d", Rank.TEN, Suit.DIAMONDS),
        ("10D", Rank.TEN, Suit.DIAMONDS),
        ("TD", Rank.TEN, Suit.DIAMONDS),
        ("td", Rank.TEN, Suit.DIAMONDS),
        ("10♦", Rank.TEN, Suit.DIAMONDS),
        ("A♠", Rank.ACE, Suit.SPADES),
        ("aS", Rank.ACE, Suit.SPADES),
        (" Qc\n", Rank.QUEEN, Suit.CLUBS),
    ],
)
def test_a_card_is_read_in_every_usual_spelling(text: str, rank: Rank, suit: Suit) -> None:
    card = Card.parse(text)
    assert (card.rank, card.suit, card.depth) == (rank, suit, Depth.CARDS)


def test_every_card_reads_in_small_and_capital_letters_and_with_its_symbol() -> None:
    for rank in RANKS:
        for suit in SUITS:
            ranks = [rank, rank.lower(), *(["10"] if rank == "T" else [])]
            spellings = [r + s for r in ranks for s in (suit, suit.upper(), SYMBOLS[suit])]
            read = {Card.parse(text) for text in spellings}
            assert len(read) == 1
            card = read.pop()
            assert (card.rank.value, card.suit.value) == (rank, suit)


@pytest.mark.parametrize("text", ["Kx", "KX", "kx", "kX"])
def test_an_x_leaves_the_suit_open(text: str) -> None:
    card = Card.parse(text)
    assert (card.rank, card.depth) == (Rank.KING, Depth.RANKS)


@pytest.mark.parametrize("digit", "0123456789")
def test_a_digit_alone_is_points_alone(digit: str) -> None:
    card = Card.parse(digit)
    assert (card.points, card.depth) == (int(digit), Depth.POINTS)


@pytest.mark.parametrize("card", ALL, ids=str)
def test_reading_undoes_writing(card: Card, front_door: dict[str, object]) -> None:
    assert Card.parse(str(card)) == card
    assert Card.parse(card.pretty) == card
    assert eval(repr(card), front_door) == card


def test_ranks_suits_and_depths_can_be_pasted(front_door: dict[str, object]) -> None:
    for name in (*Rank, *Suit, *Depth):
        assert eval(repr(name), front_door) is name


def test_points_are_those_of_the_game() -> None:
    for rank in RANKS:
        assert Card.parse(rank + "h").points == POINTS[rank]
        assert Card.parse(rank + "x").points == POINTS[rank]
    assert [Card.parse(digit).points for digit in "0123456789"] == list(range(10))


def test_a_burn_card_burns_its_pips_an_ace_one_tens_and_faces_ten() -> None:
    for rank in RANKS:
        assert Card.parse(rank + "s").burns == BURNS[rank]
        assert Card.parse(rank + "x").burns == BURNS[rank]
    assert [Card.parse(d).burns for d in "0123456789"] == [10, 1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_a_sorted_shoe_goes_by_points_then_rank_then_suit() -> None:
    def key(card: Card) -> tuple[int, int, int]:
        rank, suit = card.rank.value, card.suit.value
        return POINTS[rank], RANKS.index(rank), SUITS.index(suit)

    assert list(DECK) == sorted(DECK, key=key)
    assert "".join(str(card)[0] for card in KINDS[Depth.RANKS]) == RANKS
    assert "".join(map(str, KINDS[Depth.POINTS])) == "0123456789"
    assert all(a.points <= b.points for kinds in KINDS.values() for a, b in pairwise(kinds))


def test_half_the_suits_are_red() -> None:
    assert [suit.is_red for suit in Suit] == [False, True, True, False]


def test_what_is_not_known_cannot_be_asked() -> None:
    for card in KINDS[Depth.POINTS]:
        with pytest.raises(TooShallow, match=r"^the rank of \d is not known"):
            _ = card.rank
    for card in (*KINDS[Depth.POINTS], *KINDS[Depth.RANKS]):
        with pytest.raises(TooShallow, match=r"^the suit of \S+ is not known"):
            _ = card.suit


@pytest.mark.parametrize("card", ALL, ids=str)
def test_a_card_can_be_known_less_but_not_more(card: Card) -> None:
    text = str(card)
    for depth in (Depth.POINTS, Depth.RANKS, Depth.CARDS):
        if depth > card.depth:
            with pytest.raises(TooShallow):
                card.at(depth)
            continue
        less = {
            Depth.POINTS: str(card.points),
            Depth.RANKS: text[0] + "x",
            Depth.CARDS: text,
        }[depth]
        assert str(card.at(depth)) == less
        assert card.at(depth).points == card.points


def test_a_card_that_contradicts_itself_is_refused() -> None:
    for points in (-1, 10):
        with pytest.raises(BadText):
            Card(points)
    with pytest.raises(BadText):
        Card(5, Rank.SIX)
    with pytest.raises(BadText):
        Card(5, None, Suit.HEARTS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "1h",
        "0h",
        "10",
        "11h",
        "Th Td",
        "h9",
        "9hh",
        "9 h",
        "x",
        "♠",
        "joker",
        "-1",
        "\u0663",
    ],
)
def test_what_is_no_card_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadText, match=r"^not a card: ") as told:
        Card.parse(text)
    assert len(str(told.value).splitlines()) == 1


def test_a_whole_file_is_not_quoted_in_a_complaint() -> None:
    with pytest.raises(BadText) as told:
        Card.parse("9h\n" * 100_000)
    assert len(str(told.value)) < 150


@given(st.text() | NEAR_CARDS)
@examples(200)
def test_any_text_is_a_card_or_bad_text(text: str) -> None:
    try:
        card = Card.parse(text)
    except BadText as told:
        assert len(str(told).splitlines()) == 1
    else:
        assert card in ALL


@given(st.lists(st.sampled_from(ALL), max_size=20), st.data())
@examples(40)
def test_cards_are_parted_by_spaces_or_commas(cards: list[Card], data: st.DataObject) -> None:
    assert parse_cards(write_cards(cards)) == tuple(cards)
    gap = st.sampled_from([" ", ",", ", ", "\n", "\t ", " , "])
    text = "".join(data.draw(gap) + str(card) for card in cards) + data.draw(gap)
    assert parse_cards(text) == tuple(cards)


@given(st.text() | NEAR_CARDS | st.lists(NEAR_CARDS, max_size=6).map(" ".join))
@examples(200)
def test_any_text_is_cards_or_bad_text(text: str) -> None:
    try:
        cards = parse_cards(text)
    except BadText as told:
        assert len(str(told).splitlines()) == 1
    else:
        assert set(cards) <= set(ALL)
        assert parse_cards(write_cards(cards)) == cards
