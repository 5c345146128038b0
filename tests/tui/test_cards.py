"""Cards in cells: pips as every deck prints them, each card inside its size, all of it in ASCII."""

import re
from collections import Counter, defaultdict
from itertools import combinations

import pytest

from baccarat.core.cards import DECK, Card, Rank, Suit
from baccarat.render.card_faces import COLUMNS
from baccarat.table.rules.squeeze import STEPS, shown_by
from baccarat.tui.draw.canvas import Canvas, Cell
from baccarat.tui.draw.colours import PALETTES
from baccarat.tui.draw.printed_cards import (
    draw_face,
    draw_lifted,
    draw_place,
    is_across,
    is_small,
    pip_place,
    pips_of,
)
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.sizes import ROOMS, Size

SIZES = [size for room in ROOMS for size in (room.card, room.across)]
LARGE = [size for size in SIZES if not is_small(size)]
LOOKS = [Look(), Look(PALETTES["day"]), Look(PALETTES["safe"]), Look(is_ascii=True)]
PLAIN_LOOKS = [LOOKS[0], LOOKS[-1]]
FEW = [Card.of(rank, suit) for rank in Rank for suit in (Suit.HEARTS, Suit.CLUBS)]
IN_PART = [Card.parse(text) for text in ("9x", "Kx", "Ax", "Tx", "0", "7")]
MARGIN = 2
"""Cells around a card in a test."""
PIPS = {rank: 10 if rank is Rank.TEN else rank.points for rank in COLUMNS}
"""How many pips a card has, as everybody can count them."""


def blank(size: Size, look: Look) -> Canvas:
    return Canvas(size[0] + 2 * MARGIN, size[1] + 2 * MARGIN, look)


def face(card: Card, size: Size, look: Look = LOOKS[0]) -> Canvas:
    canvas = blank(size, look)
    draw_face(canvas.part(MARGIN, MARGIN, *size), card)
    return canvas


def lifted(card: Card, size: Size, steps: tuple[str, ...], look: Look = LOOKS[0]) -> Canvas:
    canvas = blank(size, look)
    draw_lifted(
        canvas.part(MARGIN, MARGIN, *size), [(step, shown_by(step, card)) for step in steps]
    )
    return canvas


def cells(canvas: Canvas) -> dict[tuple[int, int], Cell]:
    """The cells of the card, from its upper left one."""
    return {
        (column - MARGIN, row - MARGIN): cell
        for row, line in enumerate(canvas.cells)
        for column, cell in enumerate(line)
    }


def places(canvas: Canvas, sign: str) -> set[tuple[int, int]]:
    return {place for place, cell in cells(canvas).items() if cell.char == sign}


def inner(size: Size) -> set[tuple[int, int]]:
    """Where pips lie: not in the rows of the indices."""
    return {(column, row) for column in range(size[0]) for row in range(1, size[1] - 1)}


@pytest.mark.parametrize("size", LARGE, ids=str)
@pytest.mark.parametrize("look", PLAIN_LOOKS, ids=["green", "ascii"])
def test_a_card_has_as_many_pips_as_its_rank(look: Look, size: Size) -> None:
    for card in (card for card in DECK if card.rank in PIPS):
        sign = str(card.suit) if look.is_ascii else card.suit.symbol
        assert len(places(face(card, size, look), sign) & inner(size)) == PIPS[card.rank]


@pytest.mark.parametrize("size", LARGE, ids=str)
@pytest.mark.parametrize("rank", PIPS, ids=str)
def test_pips_lie_as_a_page_prints_them(rank: Rank, size: Size) -> None:
    """As many in each column as the cards of the pages have, and turned about the same."""
    card = Card.of(rank, Suit.SPADES)
    found = places(face(card, size), "♠") & inner(size)
    along, other = (1, 0) if is_across(size) else (0, 1)
    in_columns = Counter(place[along] for place in found)
    sides = {"": 0, "two": 2, "three": 3, "four": 4}[COLUMNS[rank][0]]
    between = len(COLUMNS[rank][1])
    assert sorted(in_columns.values()) == sorted(n for n in (sides, between, sides) if n)
    turned = {(size[0] - 1 - column, size[1] - 1 - row) for column, row in found}
    assert (found == turned) is (rank is not Rank.SEVEN)
    assert len({place[other] for place in found}) > 1


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", PLAIN_LOOKS, ids=["green", "ascii"])
def test_every_card_stays_inside_its_size(look: Look, size: Size) -> None:
    empty = cells(blank(size, look))
    inside = {(column, row) for column in range(size[0]) for row in range(size[1])}
    outside = [place for place in empty if place not in inside]
    back, place = blank(size, look), blank(size, look)
    draw_lifted(back.part(MARGIN, MARGIN, *size), ())
    draw_place(place.part(MARGIN, MARGIN, *size))
    steps = [kept for count in (1, 2, 3) for kept in combinations(STEPS, count)]
    drawn = [face(card, size, look) for card in (*DECK, *IN_PART)]
    drawn += [lifted(card, size, kept, look) for card in FEW for kept in steps]
    for canvas in (*drawn, back, place):
        found = cells(canvas)
        assert all(found[at] == empty[at] for at in outside)
        assert found != empty
        if look.is_ascii:
            assert "".join(canvas.lines()).isascii()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", LOOKS, ids=["green", "day", "safe", "ascii"])
def test_no_two_cards_look_the_same(look: Look, size: Size) -> None:
    """By their signs alone, without any colour."""
    drawn = ["\n".join(face(card, size, look).lines()) for card in (*DECK, *IN_PART)]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", LOOKS, ids=["green", "day", "safe", "ascii"])
def test_a_card_tells_rank_and_suit(look: Look, size: Size) -> None:
    for card in DECK:
        index = "10" if card.rank is Rank.TEN else str(card.rank)
        drawn = face(card, size, look)
        text = "\n".join(drawn.lines())
        assert index in re.findall(r"10|[A2-9JQK]", text)
        assert (str(card.suit) if look.is_ascii else card.suit.symbol) in text
        corner, colours = cells(drawn)[1, 0], look.colours
        if not look.is_ascii:
            assert corner.char == index[0]
            assert corner.ink == (colours.suit_red if card.suit.is_red else colours.suit_black)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_known_in_part_shows_no_suit(size: Size) -> None:
    for card in IN_PART:
        text = "\n".join(face(card, size).lines())
        assert not re.search("[♠♥♦♣]", text)
    assert "7" in "\n".join(face(Card.parse("7"), size, LOOKS[-1]).lines())


@pytest.mark.parametrize("steps", [("long",), ("short",), ("long", "short")], ids=str)
@pytest.mark.parametrize("size", LARGE, ids=str)
def test_an_edge_shows_the_pips_that_are_printed_along_it(
    size: Size, steps: tuple[str, ...]
) -> None:
    """Found on the face itself: its first row or column of pips, at the same cells."""
    for rank in PIPS:
        card = Card.of(rank, Suit.SPADES)
        printed = places(face(card, size), "♠") & inner(size)
        sides = {pip_place(size, pip) for other in PIPS for pip in pips_of(other)}
        first = [min(place[axis] for place in sides) for axis in (0, 1)]
        along = {"long": 1, "short": 0} if is_across(size) else {"long": 0, "short": 1}
        wanted = {p for p in printed for step in steps if p[along[step]] == first[along[step]]}
        assert places(lifted(card, size, steps), "●") == wanted


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_an_edge_is_said_to_show_is_what_it_shows(size: Size) -> None:
    numbers = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4}
    for card in (Card.of(rank, Suit.HEARTS) for rank in PIPS):
        for step in ("long", "short"):
            told = numbers[shown_by(step, card).split()[0]]
            for look, sign in zip(PLAIN_LOOKS, "●O", strict=True):
                assert len(places(lifted(card, size, (step,), look), sign)) == told


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", PLAIN_LOOKS, ids=["green", "ascii"])
def test_a_squeezed_card_tells_what_was_lifted_and_no_more(look: Look, size: Size) -> None:
    for count in (1, 2, 3):
        for steps in combinations(STEPS, count):
            drawn, signs = defaultdict(set), set()
            for card in FEW:
                told = tuple(shown_by(step, card) for step in steps)
                canvas = lifted(card, size, steps, look)
                drawn[told].add(tuple(cell for row in canvas.cells for cell in row))
                signs.add("\n".join(canvas.lines()))
            assert all(len(found) == 1 for found in drawn.values())
            assert len(signs) == len(drawn)  # without any colour


def test_a_card_that_nobody_knows_shows_nothing_at_its_edges() -> None:
    canvas, back = blank((9, 7), LOOKS[0]), blank((9, 7), LOOKS[0])
    draw_lifted(canvas.part(MARGIN, MARGIN, 9, 7), [("long", "")])
    draw_lifted(back.part(MARGIN, MARGIN, 9, 7), ())
    assert canvas.lines() == back.lines()
