"""Both hands on the cloth and what stands between them, at every size and in every language."""

from itertools import product

import pytest
from rich.cells import cell_len

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.calls import call_totals
from baccarat.core.coup import Side
from baccarat.table import Table
from baccarat.table.acts import Deal, Draw
from baccarat.table.view.croupier import Spoken, Tone, croupier
from baccarat.table.view.view import View
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import PALETTES
from baccarat.tui.draw.half_blocks import DIGITS
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.screens.table.scene import without_coup
from baccarat.tui.sizes import ROOMS, Room
from baccarat.tui.widgets.call_lines import call_painter, result_painter
from baccarat.tui.widgets.hands import STAR, draw_stage

EN = Words.of("en")
BEFORE = Table.open(seed=7, bankroll=1_000)
OVER = BEFORE.bet("banker=40 tie=20").deal()
NEXT = OVER.bet("banker=20")


def stage(
    view: View, room: Room, words: Words = EN, look: Look | None = None, **more: object
) -> Canvas:
    canvas = Canvas(room.columns - room.coach, room.deal, look or Look(is_ascii=words.is_ascii))
    draw_stage(canvas, room, view, words, **more)  # type: ignore[arg-type]
    return canvas


def text_of(canvas: Canvas) -> str:
    return "\n".join(canvas.lines())


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.columns}x{room.rows}")
def test_both_hands_stand_with_their_names_and_totals(room: Room) -> None:
    view = OVER.view()
    canvas = stage(view, room)
    colours = canvas.look.colours
    title = next(row for row in canvas.cells if any(cell.ground == colours.player for cell in row))
    for total, ground in ((view.player.total, colours.player), (view.banker.total, colours.banker)):
        assert "".join(cell.char for cell in title if cell.ground == ground) == f" {total} "
    names = "PLAYER", "BANKER"
    if room.is_large:
        names = "P L A Y E R", "B A N K E R"
    line = "".join(cell.char for cell in title)
    assert line.index(names[0]) < line.index(names[1])
    papers = [sum(cell.ground == colours.paper for cell in row) for row in canvas.cells]
    assert papers[-1] == 0  # a blank row under the hands
    assert max(papers) > 2 * room.card[0]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.columns}x{room.rows}")
def test_the_winner_is_seen_without_colour(room: Room) -> None:
    view = OVER.view()
    assert view.winner is not None
    for look, star in ((Look(), STAR), (Look(is_ascii=True), "*")):
        line = next(line for line in stage(view, room, look=look).lines() if star in line)
        place = line.index(star)
        assert line.count(star) == 1
        assert (place > len(line) // 2) is (view.winner is Side.BANKER)
    assert STAR not in text_of(stage(BEFORE.view(), room))


def test_the_next_bet_clears_the_hands() -> None:
    for room in ROOMS:
        assert text_of(stage(without_coup(NEXT.view()), room)) == text_of(
            stage(BEFORE.view(), room)
        )
        assert text_of(stage(without_coup(NEXT.view()), room)) != text_of(stage(OVER.view(), room))


def test_cards_come_one_by_one() -> None:
    table, room = BEFORE.bet("player=40").apply(Deal()), ROOMS[0]
    for cards in range(5):
        text = text_of(stage(table.view(), room))
        assert sum(text.count(suit) for suit in "♠♥♦♣") == cards
        table = table.apply(Draw())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.columns}x{room.rows}")
def test_what_stands_in_the_middle_covers_no_card(room: Room, language: str) -> None:
    words, view = Words.of(language), OVER.view()
    alone = stage(view, room, words)
    lines = croupier(view, words)
    for middle in (call_painter(lines, words), result_painter(view, words)):
        both = stage(view, room, words, middle=middle)
        assert text_of(both) != text_of(alone)
        for row, (one, other) in enumerate(zip(alone.cells, both.cells, strict=True)):
            for column, (cell, now) in enumerate(zip(one, other, strict=True)):
                is_empty = cell.char == " " and cell.ground == alone.look.colours.cloth
                assert is_empty or cell == now, (row, column)


def place_of(part: Canvas) -> tuple[int, int, int, int]:
    return part.left, part.top, *part.size


def test_a_painter_gets_the_place_between_the_hands() -> None:
    for columns, room in product((None, 300), ROOMS):
        got: list[Canvas] = []
        canvas = Canvas(columns or room.columns - room.coach, room.deal, Look())
        draw_stage(canvas, room, OVER.view(), EN, got.append)
        ((x, y, wide, high),) = map(place_of, got)
        assert y + high == room.deal - 1
        assert wide >= 28
        assert 2 * x + wide == canvas.columns
        if columns is None:
            assert x == 2 + room.hand + 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_is_said_is_cut_in_silence(language: str) -> None:
    words = Words.of(language)
    lines = croupier(OVER.view(), words)
    for columns, rows in product((20, 28, 40), range(3, 14)):
        canvas = Canvas(columns + 4, rows + 2, Look())
        call_painter(lines, words)(canvas.part(2, 1, columns, rows))
        inside = [row[2:-2] for row in canvas.cells[1:-1]]
        told = "".join(cell.char for row in inside for cell in row)
        everything = "".join("".join(line.text for line in lines).split())
        shown = "".join(told.split()).replace("─", "")
        assert shown == everything or words("say.more").replace(" ", "") in shown
        outside = [*canvas.cells[0], *canvas.cells[-1]]
        outside += [cell for row in canvas.cells for cell in (*row[:2], *row[-2:])]
        assert {cell.char for cell in outside} == {" "}


def test_a_refusal_has_the_warnings_colour() -> None:
    canvas = Canvas(40, 6, Look())
    call_painter([Spoken(Tone.NOTICE, "no bets"), Spoken(Tone.PROMPT, "Bets")], EN)(canvas)
    inks = {cell.ink for row in canvas.cells for cell in row if cell.char in "nobets" and cell.char}
    assert canvas.look.colours.warning in inks


@pytest.mark.parametrize("spot", ["player", "banker", "tie"])
def test_a_result_is_drawn_in_large_figures_and_a_band(spot: str) -> None:
    table = BEFORE
    names = {None: "tie", Side.PLAYER: "player", Side.BANKER: "banker"}
    for _ in range(60):
        table = table.bet("banker=20").deal()
        if names[table.view().winner] == spot:
            break
    view = table.view()
    assert names[view.winner] == spot
    canvas = Canvas(40, 12, Look())
    result_painter(view, EN)(canvas)
    colours = canvas.look.colours
    ground = {"player": colours.player, "banker": colours.banker, "tie": colours.tie}[spot]
    band = [row for row in canvas.cells if all(cell.ground == ground for cell in row)]
    assert len(band) == 1
    said = {"player": "PLAYER WINS", "banker": "BANKER WINS", "tie": "TIE"}[spot]
    assert "".join(cell.char for cell in band[0]).replace(" ", "") == said.replace(" ", "")
    for total, ink in (
        (view.player.total, colours.player_lit),
        (view.banker.total, colours.banker_lit),
    ):
        assert total is not None
        dots = {"█": 2, "▀": 1, "▄": 1}
        lit = sum(dots.get(cell.char, 0) for row in canvas.cells for cell in row if cell.ink == ink)
        assert lit == DIGITS[total].count("#")
    assert view.player.total is not None
    assert view.banker.total is not None
    assert call_totals(view.player.total, view.banker.total) in text_of(canvas)
    assert (f"{abs(view.won)}." if view.won else "You are even.") in text_of(canvas)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [28, 33, 34, 40])
def test_the_band_has_room_for_every_language(language: str, columns: int) -> None:
    words = Words.of(language)
    for key in ("player", "banker", "tie"):
        assert cell_len(words(f"stage.{key}").upper()) <= columns - 8


def test_a_ledger_has_the_rest_of_a_low_place() -> None:
    got: list[Canvas] = []
    canvas = Canvas(28, 6, Look())
    result_painter(OVER.view(), EN, got.append)(canvas)
    assert [*map(place_of, got)] == [(0, 1, 28, 5)]


def test_what_stands_below_a_call_has_the_rows_that_are_left() -> None:
    got: list[Canvas] = []
    canvas = Canvas(40, 6, Look())
    below = got.append
    lines = [Spoken(Tone.PROMPT, "Place your bets, please.")]
    call_painter(lines, EN, below)(canvas)
    call_painter([*lines, *lines * 4], EN, below)(canvas)
    call_painter((), EN, below)(canvas)
    assert [*map(place_of, got)] == [(0, 2, 40, 4), (0, 1, 40, 5)]


def test_a_screen_that_is_made_has_no_size_yet() -> None:
    view, middle = OVER.view(), result_painter(OVER.view(), EN)
    for columns, rows, room in product((0, 1, 20, 60), (0, 1, 3), ROOMS):
        canvas = Canvas(columns, rows, Look())
        draw_stage(canvas, room, view, EN, middle)
        draw_stage(canvas, room, view, EN, call_painter(croupier(view, EN), EN))
        assert len(canvas.cells) == rows


@pytest.mark.parametrize("theme", PALETTES)
def test_a_theme_changes_no_sign(theme: str) -> None:
    room = ROOMS[2]
    assert text_of(stage(OVER.view(), room, look=Look(PALETTES[theme]))) == text_of(
        stage(OVER.view(), room)
    )
