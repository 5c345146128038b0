"""The roads of the terminal table: what is painted is read back, and is what the library says."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from pilot import play, shown, table_of
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.coup import Side
from baccarat.core.result import Known, Result
from baccarat.core.roads import Colour, Derived, GridPlace, Scoreboard, compared
from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Canvas, Cell
from baccarat.tui.draw.colours import PALETTES, Colours, mix
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.screens.roads_sheet import RoadsSheet
from baccarat.tui.screens.table.screen import TableScreen
from baccarat.tui.sizes import ROOMS, Room
from baccarat.tui.widgets.road_board import Roads, newest, paint_roads

LOOKS = {
    "green": Look(),
    "day": Look(PALETTES["day"]),
    "safe": Look(PALETTES["safe"]),
    "no colour": Look(has_colour=False),
    "ascii": Look(is_ascii=True),
}
ROWS = {80: 7, 100: 11, 140: 14, 200: 20}
"""Rows that the table leaves to the roads at least, by the columns of the room."""
DERIVED = {"big-eye": Derived.BIG_EYE, "small": Derived.SMALL, "cockroach": Derived.COCKROACH}
SIGNS = {"big-eye": "○", "small": "●", "cockroach": "╱"}  # noqa: RUF001  it is meant
NAMES = {Side.BANKER: "banker", Side.PLAYER: "player", None: "tie"}
Drawn = dict[GridPlace, object]


def shoe(seed: int, coups: int) -> list[Result]:
    """Results in long streaks now and then, with ties and pairs: no shoe is so rich."""
    random = Random(seed)
    found: list[Result] = []
    while len(found) < coups:
        side = random.choice([*Side])
        for _ in range(random.choice([1, 1, 1, 2, 3, 5, 9])):
            hands = [Known(is_pair=random.random() < 0.2) for _ in Side]
            winner = None if random.random() < 0.15 else side
            found += [Result(winner, *hands)] * random.choice([1, 1, 1, 1, 3])
    return found[:coups]


def painted(
    results: Sequence[Result], room: Room, look: Look, language: str = "en", is_new: bool = False
) -> Canvas:
    canvas = Canvas(room.columns, ROWS[room.columns], look)
    board = Scoreboard(results)
    lit = newest(board, look.colours.new) if is_new else {}
    paint_roads(canvas, board, Words.of(language, look.is_ascii), room, lit)
    return canvas


class SeenRoad:
    """A road as an eye finds it: paper below a title."""

    def __init__(self, canvas: Canvas, words: Words, key: str, room: Room) -> None:
        self.canvas, self.look = canvas, canvas.look
        self.colours: Colours = self.look.colours
        self.key, self.room = key, room
        self.letters = {words(f"mark.{name}"): side for side, name in NAMES.items()}
        self.is_wide = max(map(cell_len, self.letters)) > 1
        self.is_written = self.look.is_ascii or not self.look.has_colour
        self.has_halves = key in DERIVED and room.derived == 1 and not self.look.is_lettered
        title = words(f"road.{key}")
        lines = canvas.lines()
        line = next(row for row, text in enumerate(lines) if title in text)
        self.x = cell_len(lines[line][: lines[line].index(title)])
        self.y = line + 1
        self.wide, self.high = self._cell()
        row = canvas.cells[self.y]
        end = self.x
        while end < canvas.columns and row[end].ground != self.colours.deep:
            end += 1
        self.columns, left = divmod(end - self.x, self.wide)
        assert not left
        assert self.columns

    def _cell(self) -> tuple[int, int]:
        if self.key == "bead":
            return {1: (3, 1), 2: (5 if self.is_wide else 4, 2), 3: (6, 3)}[self.room.bead]
        if self.key == "big":
            more = self.is_wide and self.look.is_lettered
            return {1: (2 + more, 1), 2: (3 + more, 2)}[self.room.ring]
        return (2 if self.room.derived == 3 else 1), 1

    def places(self) -> Iterator[tuple[GridPlace, list[list[Cell]]]]:
        """Every place of the paper with its cells, row by row."""
        for column in range(self.columns):
            for row in range(3 if self.has_halves else 6):
                x, y = self.x + column * self.wide, self.y + row * self.high
                lines = self.canvas.cells[y : y + self.high]
                yield (column, row), [line[x : x + self.wide] for line in lines]

    def marks(self) -> Drawn:
        read = {"bead": self._bead, "big": self._big}.get(self.key, self._derived)
        if self.has_halves:
            return {
                place: mark for at, rows in self.places() for place, mark in self._half(at, rows)
            }
        found = {place: read(rows) for place, rows in self.places()}
        return {place: mark for place, mark in found.items() if mark is not None}

    def lit(self) -> set[GridPlace]:
        """The places with amber; that of a half cell lies at its right."""
        amber = self.colours.new
        if self.has_halves:
            return {
                (column - 1, 2 * row + (rows[0][0].char == "▖"))
                for (column, row), rows in self.places()
                if rows[0][0].ink == amber
            }
        return {
            place
            for place, rows in self.places()
            if any(amber in (cell.ink, cell.ground) for row in rows for cell in row)
        }

    def _winner(self, cell: Cell) -> Side | None:
        """Who won, by the letter; its colour says the same."""
        side = self.letters[cell.char]
        colour = getattr(self.colours, NAMES[side])
        assert colour in (cell.ink, cell.ground) or mix(colour, "#000000", 0.88) == cell.ground
        return side

    def _bead(self, rows: list[list[Cell]]) -> object:
        cells = [cell for row in rows for cell in row]
        letter = [cell for cell in cells if cell.char in self.letters]
        if not letter:
            assert all(cell.char == " " for cell in cells)
            return None
        [one] = letter
        return self._winner(one), *self._pairs(rows, one)

    def _pairs(self, rows: list[list[Cell]], letter: Cell) -> tuple[bool, bool]:
        if self.is_written:
            [line] = [row for row in rows if letter in row]
            after = line[line.index(letter) + cell_len(letter.char)].char
            return after in "':", after in ".:"
        edge = self.colours.paper_ink if self.look.is_lettered else self.colours.brass
        if self.room.bead > 1:
            return rows[0][-1].char == "•", rows[-1][-1].char == "•"
        first, _, last = rows[0]
        if self.is_wide:
            return last.char in "▘▌", last.char in "▖▌"
        return first.ground == edge, last.ground == edge

    def _big(self, rows: list[list[Cell]]) -> object:
        cells = [cell for row in rows for cell in row]
        ties = [cell for cell in cells if cell.char.isdecimal() or cell.char == SIGNS["cockroach"]]
        count = 0
        if ties:
            [tie] = ties
            assert tie.ink == self.colours.tie
            count = int(tie.char) if tie.char.isdecimal() else 1
        rings = [cell for cell in cells if cell.char in ("○", "╭")]
        letters = [cell for cell in cells if cell.char in self.letters]
        if self.look.is_lettered:
            if letters:
                return self._winner(letters[0]), count
        elif rings:
            sides = {self.colours.banker: Side.BANKER, self.colours.player: Side.PLAYER}
            return sides[rings[0].ink], count
        return (None, count) if count else None

    def _derived(self, rows: list[list[Cell]]) -> object:
        cell = rows[0][0]
        if cell.char == " ":
            return None
        colour = self._colour(cell.ink)
        wanted = colour.name[0].lower() if self.look.is_lettered else SIGNS[self.key]
        assert cell.char == wanted
        return colour

    def _half(self, at: GridPlace, rows: list[list[Cell]]) -> Iterator[tuple[GridPlace, object]]:
        (column, row), cell = at, rows[0][0]
        if cell.char in "▀▄":
            yield (column, 2 * row + (cell.char == "▄")), self._colour(cell.ink)
        if cell.ground in (self.colours.banker, self.colours.player):
            yield (column, 2 * row + 1), self._colour(cell.ground)

    def _colour(self, found: str) -> Colour:
        return {self.colours.banker: Colour.RED, self.colours.player: Colour.BLUE}[found]


def expected(board: Scoreboard, key: str) -> Drawn:
    """What the library says of a road."""
    if key == "bead":
        return {
            place: (result.winner, bool(result.banker.is_pair), bool(result.player.is_pair))
            for place, result in board.bead
        }
    if key != "big":
        return dict(board.derived[DERIVED[key]].marks)
    if board.leading_ties:
        return {(0, 0): (None, len(board.leading_ties))}
    return {mark.place: (mark.result.winner, len(mark.ties)) for mark in board.big}


def last_columns(marks: Mapping[GridPlace, object], columns: int) -> Drawn:
    """The marks that are seen on so many columns."""
    first = max(0, 1 + max((column for column, _ in marks), default=-1) - columns)
    return {(column - first, row): mark for (column, row), mark in marks.items() if column >= first}


def keys_of(room: Room) -> tuple[str, ...]:
    return ("bead", "big", *(DERIVED if room.derived else ()))


def room_id(room: Room) -> str:
    return f"{room.columns}x{room.rows}"


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("room", ROOMS, ids=room_id)
def test_painted_marks_are_those_of_the_library(room: Room, look: Look) -> None:
    for seed, coups in enumerate((0, 1, 3, 12, 45, 90)):
        for language in ("en", "zh-hant") if coups in (12, 90) else ("fr",):
            words, results = Words.of(language, look.is_ascii), shoe(seed, coups)
            canvas = painted(results, room, look, language)
            board = Scoreboard(results)
            for key in keys_of(room):
                road = SeenRoad(canvas, words, key, room)
                wanted = last_columns(expected(board, key), road.columns - road.has_halves)
                assert road.marks() == wanted, (key, language, coups)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("room", ROOMS, ids=room_id)
def test_the_marks_of_the_last_coup_are_told_apart_until_the_next_bet(
    room: Room, look: Look
) -> None:
    words, dealt = Words.of("en", look.is_ascii), shoe(7, 60)
    ends = {result.winner: number for number, result in enumerate(dealt, start=1)}
    assert len(ends) == 3
    for coups in ends.values():
        results = dealt[:coups]
        before, after = Scoreboard(results[:-1]), Scoreboard(results)
        canvas = painted(results, room, look, is_new=True)
        for key in keys_of(room):
            road = SeenRoad(canvas, words, key, room)
            old = expected(before, key)
            new = {place: old.get(place) != mark for place, mark in expected(after, key).items()}
            seen = last_columns(new, road.columns - road.has_halves)
            assert road.lit() == {place for place, is_new in seen.items() if is_new}, key


def test_what_is_new_is_told_without_colour_too() -> None:
    results = [*shoe(7, 30), Result(Side.PLAYER)]
    for look in (LOOKS["no colour"], LOOKS["ascii"]):
        for room in ROOMS:
            calm = painted(results, room, look).lines()
            new = painted(results, room, look, is_new=True).lines()
            assert "[P]" in "".join(new)
            assert "P<" in "".join(new)
            assert "[" not in "".join(calm)
            assert "<" not in "".join(calm)


def test_ties_that_wait_for_the_first_win_are_seen_on_the_big_road() -> None:
    tie = Result(None)
    for room in ROOMS:
        for look in LOOKS.values():
            road = SeenRoad(painted([tie, tie], room, look), Words.of("en"), "big", room)
            assert road.marks() == {(0, 0): (None, 2)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS[1:], ids=room_id)
def test_asking_and_counts_say_what_the_library_says(room: Room, language: str) -> None:
    results = shoe(3, 60)
    board = Scoreboard(results)
    winners = [result.winner for result in results]
    for look in (LOOKS["green"], LOOKS["safe"], LOOKS["ascii"]):
        words = Words.of(language, look.is_ascii)
        canvas = painted(results, room, look, language)
        for side in Side:
            name = words("mark.asked", side=words.bet(NAMES[side]))
            line = next(row for row, text in enumerate(canvas.lines()) if name in text)
            after = canvas.lines()[line].index(name) + len(name)
            marks = canvas.lines()[line][after:].split()[:3]
            inks = {cell.char: cell.ink for cell in canvas.cells[line]}
            for sign, key, colour in zip(marks, DERIVED, board.ask(side), strict=True):
                assert colour is not None
                if look.is_lettered:
                    assert sign == colour.name[0].lower()
                else:
                    assert sign == SIGNS[key]
                    red = inks[sign] == look.colours.banker
                    assert red == (colour is Colour.RED)
        text = " ".join(" ".join(canvas.lines()).split())
        for winner, name in NAMES.items():
            told = {words.bet(name), words(f"mark.{name}")}
            assert any(f"{one} {winners.count(winner)}" in text for one in told), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_keep_to_their_papers_in_every_language(language: str) -> None:
    words = Words.of(language)
    for room in ROOMS:
        for look in (LOOKS["green"], LOOKS["safe"]):
            canvas = painted(shoe(1, 40), room, look, language)
            for key in keys_of(room):
                road = SeenRoad(canvas, words, key, room)
                assert cell_len(words(f"road.{key}")) <= road.columns * road.wide


def test_all_columns_of_a_whole_shoe_are_seen_where_a_sheet_has_room() -> None:
    results = shoe(5, 60)
    board = Scoreboard(results)
    canvas = Canvas(196, 50, Look())
    paint_roads(canvas, board, Words.of("en"), None, {}, "screen.why('{mark}')")
    marks = {cell.action for row in canvas.cells for cell in row if cell.action}
    assert len(marks) == sum(len(expected(board, key)) for key in ("bead", "big", *DERIVED))


# The sheet.


def clicks(roads: Roads) -> dict[str, tuple[int, int]]:
    """Where each mark that can be clicked is seen."""
    found = dict[str, tuple[int, int]]()
    for y in range(roads.size.height):
        x = 0
        for segment in roads.render_line(y):
            if segment.style is not None and "@click" in segment.style.meta:
                found.setdefault(segment.style.meta["@click"], (x, y))
            x += segment.cell_length
    return found


def test_a_mark_tells_why_it_is_red_by_key_and_by_mouse(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "g", "l", "h", "j", "k")
        assert isinstance(app.screen, RoadsSheet)
        assert app.screen.asked == ""  # an empty shoe has nothing to explain
        await pilot.press("escape", *"f" * 20)
        board = Scoreboard(table_of(app).results)
        reasons = compared(board, Derived.BIG_EYE)
        assert len(reasons) > 5
        await pilot.click("#roads", offset=(40, 3))
        sheet = app.screen
        assert isinstance(sheet, RoadsSheet)
        for road in ("bead", "big", *DERIVED):
            assert sheet.words(f"road.{road}") in shown(app)
        assert "marks that a Banker win would add" in shown(app)
        await pilot.press("right", "left", "h")
        said = str(sheet.query_one("#why", Static).content)
        assert f"Big eye boy, mark {len(reasons) - 2}" in said
        assert f"Coup {reasons[-3].coup}: " in said
        assert reasons[-3].colour.name.lower() in said
        lit = sheet.query_one(Roads).grounds
        assert set(lit["big"]) == {*reasons[-3].own, *reasons[-3].other}
        await pilot.press("down", "j", "j", "down", "up")
        assert sheet.asked.startswith("bead:")
        column, row = board.big[-1].place
        x, y = clicks(sheet.query_one(Roads))[f"screen.why('big:{column}.{row}')"]
        await pilot.click("#roads", offset=(x, y))
        assert "Big road, mark" in shown(app)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)

    play(tmp_path, script)


def test_new_marks_stay_lit_until_the_next_chip_goes_down(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        roads = app.screen.query_one(Roads)
        seen = []
        for key in ("plus", "enter", "plus", "enter"):
            await pilot.press(key)
            seen.append(roads.is_new)
        assert seen == [False, True, False, True]

    play(tmp_path, script)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_sheet_says_of_its_roads_fits_in_five_rows(language: str) -> None:
    words = Words.of(language)
    told = words("tour.rule-1"), words("road.asks"), words("road.ask-why")
    assert sum(-(-cell_len(line) // 70) for line in told) <= 5
