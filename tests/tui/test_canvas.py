"""The canvas on which the terminal's widgets draw, and the rooms that a terminal has."""

import pytest

from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import NIGHT, PALETTES, SAFE
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.sizes import ROOMS, Room, room_for


def test_a_wide_letter_takes_two_cells_and_is_left_out_where_one_is_left() -> None:
    canvas = Canvas(5, 1, Look())
    assert canvas.put(0, 0, "莊閒和") == 6
    assert canvas.lines() == ["莊閒"]
    assert all(strip.cell_length == 5 for strip in canvas.strips())


def test_what_lies_outside_is_left_out() -> None:
    canvas = Canvas(3, 2, Look())
    canvas.put(-1, 0, "abcde")
    canvas.put(0, 5, "far")
    canvas.box(1, 1, 9, 9, NIGHT.hair)
    canvas.click(-4, -4, 20, 20, "screen.go")
    assert canvas.lines() == ["bcd", " ╭─"]


def test_without_unicode_every_line_is_drawn_in_ascii() -> None:
    canvas = Canvas(8, 4, Look(is_ascii=True))
    canvas.box(0, 0, 8, 4, NIGHT.hair, heavy=True)
    canvas.centre(0, 1, 8, "●○♠►")
    assert canvas.lines() == ["+======+", "| Oos> |", "|      |", "+======+"]


def test_writing_keeps_the_ground_and_what_a_click_does() -> None:
    canvas = Canvas(4, 1, Look())
    canvas.fill(0, 0, 4, 1, NIGHT.paper)
    canvas.click(0, 0, 4, 1, "screen.chip(1)")
    canvas.put(1, 0, "x", NIGHT.banker, bold=True)
    cell = canvas.cells[0][1]
    assert (cell.ground, cell.ink, cell.action) == (NIGHT.paper, NIGHT.banker, "screen.chip(1)")
    metas = [segment.style.meta for segment in canvas.strips()[0] if segment.style]
    assert all(meta["@click"] == "screen.chip(1)" for meta in metas)


def test_roads_are_letters_where_colours_do_not_tell() -> None:
    assert not Look().is_lettered
    assert Look(SAFE).is_lettered
    assert Look(is_ascii=True).is_lettered
    assert Look(has_colour=False).is_lettered


@pytest.mark.parametrize("room", ROOMS)
def test_the_parts_of_a_room_fit_into_it(room: Room) -> None:
    assert room_for(room.columns, room.rows) is room
    bar, keys, roads = 1, 1, 1 + 6 * room.bead
    parts = bar + room.deal + room.main + room.side + room.rack + roads + keys
    assert parts <= room.rows
    assert 2 * room.hand + 20 + room.coach <= room.columns


def test_a_terminal_takes_the_largest_room_that_fits_both_ways() -> None:
    assert room_for(300, 30).columns == 100
    assert room_for(120, 100).columns == 100
    assert room_for(10, 10) is ROOMS[0]


def light(colour: str) -> float:
    """Relative luminance as the web's rules for contrast define it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", PALETTES)
def test_every_text_can_be_read_on_its_ground(name: str) -> None:
    colours = PALETTES[name]
    for ground in (colours.cloth, colours.panel, colours.deep):
        for ink in (colours.ink, colours.soft, colours.faint, colours.brass, colours.warning):
            assert contrast(ink, ground) >= 4.5, (ink, ground)
        for ink in (colours.banker_lit, colours.player_lit, colours.tie_lit):
            assert contrast(ink, ground) >= 4.5, (ink, ground)
    for side in (colours.banker, colours.player, colours.tie):
        assert contrast(colours.on_side, side) >= 4.5, side
        assert contrast(side, colours.paper) >= 4.0, side
    for ink in (colours.suit_red, colours.suit_black):
        assert contrast(ink, colours.paper) >= 4.5
    assert contrast(colours.on_brass, colours.brass) >= 4.5
