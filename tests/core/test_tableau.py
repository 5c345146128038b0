"""The tableau: what is printed can be read, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BadText
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, STOOD, Move, Tableau

MOVES = st.sampled_from(Move)
TABLEAUX = st.builds(
    Tableau,
    st.tuples(*[MOVES] * 8),
    st.tuples(*[st.tuples(*[MOVES] * 11)] * 8),
)


@given(TABLEAUX)
@examples(40)
def test_any_tableau_reads_back(front_door: dict[str, object], tableau: Tableau) -> None:
    assert Tableau.read(str(tableau)) == tableau
    assert eval(repr(tableau), front_door) == tableau


@pytest.mark.parametrize("tableau", [PUNTO_BANCO, CHEMIN_DE_FER])
def test_the_named_tableaux_read_back(front_door: dict[str, object], tableau: Tableau) -> None:
    assert Tableau.read(str(tableau)) == tableau
    assert eval(repr(tableau), front_door) == tableau


def test_moves_can_be_pasted(front_door: dict[str, object]) -> None:
    for move in Move:
        assert eval(repr(move), front_door) is move


def test_every_cell_is_read_into_its_own_place() -> None:
    """One cell alone draws: it must come back at its row and column."""
    stand = (Move.STAND,) * 11
    lines = str(Tableau(stand[:8], (stand,) * 8)).splitlines()
    for total in range(8):
        text = lines[1].split()
        text[total] = "D"
        read = Tableau.read("\n".join([lines[0], " ".join(text), *lines[2:]]))
        assert [i for i, move in enumerate(read.player) if move is Move.DRAW] == [total]
        assert read.banker == (stand,) * 8
        for column in range(11):
            row = lines[3 + total].split()
            row[-11 + column] = "D"
            read = Tableau.read(
                "\n".join([*lines[: 3 + total], " ".join(row), *lines[4 + total :]])
            )
            cells = {
                (b, third)
                for b in range(8)
                for third in range(11)
                if read.banker[b][third] is Move.DRAW
            }
            assert cells == {(total, column)}


def test_stood_is_the_column_after_nine() -> None:
    text = str(PUNTO_BANCO).splitlines()[2].split()
    assert text[2 + STOOD] == "stood"


def test_chemin_de_fer_is_free_for_player_on_five_and_for_banker_everywhere() -> None:
    assert [str(move) for move in CHEMIN_DE_FER.player] == list("DDDDD*--")
    assert {move for row in CHEMIN_DE_FER.banker for move in row} == {Move.FREE}


def test_spaces_and_empty_lines_do_not_matter() -> None:
    text = "\n\n".join("   " + "  ".join(line.split()) for line in str(PUNTO_BANCO).splitlines())
    assert Tableau.read(text) == PUNTO_BANCO


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Player has", "Banker has"),
        ("Banker has", "Player has"),
        ("Banker has     0", "Banker has"),
        ("Banker has     0", "0"),
        ("0 1 2 3 4 5 6 7\n", "0 1 2 3 4 5 7 6\n"),
        ("0 1 2 3 4 5 6 7\n", "1 2 3 4 5 6 7 8\n"),
        ("8 9  stood", "9 8  stood"),
        ("8 9  stood", "stood 8 9"),
        ("8 9  stood", "8 9"),
        ("               3    ", "               4    "),
        ("               7    ", "               8    "),
        ("D D D D D D - -\n", "D D D D D D -\n"),
        ("D D D D D D - -\n", "D D D D D D - - -\n"),
        ("D - D  D", "D - D"),
        ("D - D  D", "D - D  D D"),
        ("D - D  D", "D x D  D"),
        ("D - D  D", "D d D  D"),
        ("D - D  D", "D – D  D"),
    ],
)
def test_a_slip_in_a_heading_a_row_or_a_cell_is_refused(old: str, new: str) -> None:
    text = str(PUNTO_BANCO)
    assert old in text
    with pytest.raises(BadText, match="not a tableau: ") as told:
        Tableau.read(text.replace(old, new))
    assert len(str(told.value).splitlines()) == 1


def test_rows_missing_swapped_or_added_are_refused() -> None:
    lines = str(PUNTO_BANCO).splitlines()
    for place in range(len(lines)):
        with pytest.raises(BadText):
            Tableau.read("\n".join(lines[:place] + lines[place + 1 :]))
        with pytest.raises(BadText):
            Tableau.read("\n".join([*lines, lines[place]]))
    for place in range(len(lines) - 1):
        swapped = lines.copy()
        swapped[place : place + 2] = swapped[place + 1], swapped[place]
        with pytest.raises(BadText):
            Tableau.read("\n".join(swapped))


@pytest.mark.parametrize(
    ("player", "rows", "cells"), [(7, 8, 11), (9, 8, 11), (8, 7, 11), (8, 8, 10), (8, 8, 12)]
)
def test_other_shapes_are_no_tableau(player: int, rows: int, cells: int) -> None:
    with pytest.raises(BadText):
        Tableau((Move.DRAW,) * player, ((Move.DRAW,) * cells,) * rows)


@pytest.mark.slow
@given(st.sampled_from([PUNTO_BANCO, CHEMIN_DE_FER]), st.data())
@examples(120)
def test_a_damaged_tableau_is_read_or_refused(tableau: Tableau, data: st.DataObject) -> None:
    text = str(tableau)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.text("D-*01789 \nPBx\u2028", max_size=3)) + text[at + cut :]
    try:
        read = Tableau.read(text)
    except BadText as told:
        assert len(str(told).splitlines()) == 1
    else:
        assert Tableau.read(str(read)) == read


@given(st.text())
@examples(40)
def test_no_other_text_is_a_tableau(text: str) -> None:
    with pytest.raises(BadText):
        Tableau.read(text)


def test_a_long_cell_is_not_quoted_whole() -> None:
    with pytest.raises(BadText) as told:
        Tableau.read(str(PUNTO_BANCO).replace("D - D  D", f"D {'x' * 100_000} D  D"))
    assert len(str(told.value)) < 200


def of_size(totals: int) -> Tableau:
    """A tableau on which so many totals may draw, and all of them do."""
    return Tableau((Move.DRAW,) * totals, ((Move.DRAW,) * 11,) * totals)


@pytest.mark.parametrize("totals", range(1, 10))
def test_one_to_nine_totals_may_draw(totals: int) -> None:
    tableau = of_size(totals)
    assert tableau.natural == totals
    assert Tableau.read(str(tableau)) == tableau


@pytest.mark.parametrize("totals", [0, 10])
def test_no_total_and_every_total_are_too_few_and_too_many(totals: int) -> None:
    with pytest.raises(BadText):
        of_size(totals)


def test_one_free_cell_leaves_something_to_decide() -> None:
    draw, free = (Move.DRAW,) * 11, (*[Move.DRAW] * 10, Move.FREE)
    assert Tableau(draw[:8], (*[draw] * 7, free)).has_free_cells is True
    assert Tableau((*draw[:7], Move.FREE), (draw,) * 8).has_free_cells is True
    assert of_size(8).has_free_cells is False
