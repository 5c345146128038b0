"""The heat map of final totals: every cell in its place, the same bytes every time.

`python tests/render/test_matrix.py` draws the picture of the docs again.
"""

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.core.coup import OUTCOMES, Side, winner_of
from baccarat.exact.odds import odds
from baccarat.render.drawing import Drawing
from baccarat.render.matrix import HIGH, LEFT, TOP, WIDE, draw_matrix

PICTURE = ROOT / "docs" / "_static" / "matrix.svg"
ROOM = "{http://www.w3.org/2000/svg}"
CLASSES = {Side.PLAYER: "player", Side.BANKER: "banker", None: "tie"}
FRESH = "punto-banco, 8 decks, 416 cards unseen"

grids = st.lists(
    st.lists(st.integers(0, 10**18), min_size=10, max_size=10), min_size=10, max_size=10
).filter(lambda grid: any(map(any, grid)))


def fresh_shoe() -> list[list[int]]:
    grid = [[0] * 10 for _ in range(10)]
    for outcome, weight in zip(OUTCOMES, odds(8).tally.cells, strict=True):
        grid[outcome.player.total][outcome.banker.total] += weight
    return grid


def cells(drawing: Drawing) -> dict[tuple[int, int], ElementTree.Element]:
    found = ElementTree.fromstring(drawing.svg).iterfind(f".//{ROOM}g[@data-cell]")
    return {place(cell): cell for cell in found}


def place(cell: ElementTree.Element) -> tuple[int, int]:
    player, _, banker = cell.attrib["data-cell"].partition(",")
    return int(player), int(banker)


def number_in(cell: ElementTree.Element) -> str | None:
    return next((part.text for part in cell if part.tag == f"{ROOM}text"), None)


def light(cell: ElementTree.Element) -> int:
    fill = next(part.attrib["fill"] for part in cell if part.tag == f"{ROOM}rect")
    return sum(int(fill[first : first + 2], 16) for first in (1, 3, 5))


@examples(8)
@given(grids)
def test_every_pair_of_totals_has_its_cell_number_and_colour(grid: list[list[int]]) -> None:
    whole = sum(map(sum, grid))
    drawn = cells(draw_matrix(grid))
    assert drawn.keys() == {(player, banker) for player in range(10) for banker in range(10)}
    for (player, banker), cell in drawn.items():
        weight = grid[player][banker]
        percent = f"{100 * float(Fraction(weight, whole)):.2f}"
        assert number_in(cell) == (percent if weight else None)
        title = cell.findtext(f"{ROOM}title")
        assert title == f"Player {player}, Banker {banker}: {percent} %"
        x, y = LEFT + banker * WIDE, TOP + player * HIGH
        assert cell.attrib["transform"] == f"translate({x} {y})"
        assert cell.find(f"{ROOM}rect[@class='{CLASSES[winner_of(player, banker)]}']") is not None


@examples(8)
@given(grids)
def test_of_two_cells_of_a_colour_the_likelier_is_no_lighter(grid: list[list[int]]) -> None:
    drawn = cells(draw_matrix(grid))
    for winner in CLASSES:
        alike = [at for at in drawn if winner_of(*at) is winner]
        alike.sort(key=lambda at: grid[at[0]][at[1]])
        lights = [light(drawn[at]) for at in alike]
        assert lights == sorted(lights, reverse=True)


def test_the_winner_is_the_higher_total() -> None:
    assert winner_of(9, 8) is Side.PLAYER
    assert winner_of(0, 1) is Side.BANKER
    assert winner_of(6, 6) is None


def test_sums_and_chances_stand_beside_the_cells() -> None:
    written = re.findall(r">([^<>]+)</text>", draw_matrix(fresh_shoe(), FRESH).svg)
    assert written.count("all") == 2
    # wizardofodds.com/games/baccarat: how often each side wins, of eight decks
    assert "Player wins 44.6247 %" in written
    assert "Banker wins 45.8597 %" in written
    assert "tie 9.5156 %" in written
    assert f"In per cent of all coups: {FRESH}" in written


def test_a_long_note_is_broken_and_the_picture_grows() -> None:
    short, long = draw_matrix(fresh_shoe(), "eight decks"), draw_matrix(fresh_shoe(), "word " * 40)
    heights = [int(ElementTree.fromstring(each.svg).attrib["height"]) for each in (short, long)]
    assert heights[0] < heights[1]
    assert "cards &lt; 6" in draw_matrix(fresh_shoe(), "cards < 6").svg


def test_it_is_plain_ascii_and_always_the_same() -> None:
    drawing = draw_matrix(fresh_shoe(), "after K♥ 5♣ | 9♦ …")
    assert drawing.svg.isascii()
    assert drawing == draw_matrix(fresh_shoe(), "after K♥ 5♣ | 9♦ …")


def test_the_picture_of_the_docs_is_todays() -> None:
    assert PICTURE.read_bytes() == draw_matrix(fresh_shoe(), FRESH).svg.encode("ascii")


@pytest.mark.parametrize("side", [Side.PLAYER, Side.BANKER, None])
def test_a_certain_result_is_one_dark_cell(side: Side | None) -> None:
    grid = [[0] * 10 for _ in range(10)]
    grid[5 + (side is Side.PLAYER)][5 + (side is Side.BANKER)] = 1
    numbers = [number_in(cell) for cell in cells(draw_matrix(grid)).values()]
    assert [number for number in numbers if number] == ["100.00"]


if __name__ == "__main__":
    draw_matrix(fresh_shoe(), FRESH).save(PICTURE)
