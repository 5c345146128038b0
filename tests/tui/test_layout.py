"""The whole screen at every size: its parts in their order, whole, and none above another."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest
from pilot import between, play, rows, shown, table_of, until
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widget import Widget

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.bets import register as door
from baccarat.core.shoe import LastCoup
from baccarat.table import Phase, Table
from baccarat.table.acts import Deal, Draw, Open
from baccarat.table.view.view import HandShown
from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import NIGHT
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.row_plan import places_for
from baccarat.tui.screens.table.scene import without_coup
from baccarat.tui.screens.table.view import TableView
from baccarat.tui.sizes import ROOMS
from baccarat.tui.widgets.key_line import draw_keys, keys_that_fit, width_of
from baccarat.tui.widgets.top_bar import (
    cards_texts,
    coup_of,
    draw_bar,
    draw_news,
    is_out,
    news_of,
)

SIZES = [(room.columns, room.rows) for room in ROOMS]
BETWEEN = [(81, 25), (80, 60), (200, 24), (99, 29), (120, 33), (139, 60), (170, 45), (199, 59)]
ENGLISH = Words.of("en")
CUT = 20
"""Cards behind the cut card of the small shoes here."""


@pytest.mark.parametrize("felt", [3, 6, 12, 40])
def test_the_parts_fill_the_terminal_and_the_roads_keep_their_rows(felt: int) -> None:
    for columns, rows_ in product(range(80, 221, 7), range(24, 81)):
        places = places_for(columns, rows_, felt)
        room = places.room
        parts = (1, places.head, room.deal, places.felt, places.foot, room.rack, places.roads, 1)
        assert sum(parts) == rows_
        assert min(parts) >= 0
        assert places.roads >= room.roads
        assert places.felt == felt or not (places.head or places.foot)


def test_no_row_is_air_before_the_felt_has_what_it_wants() -> None:
    wanted = [places_for(140, 48, felt).felt for felt in range(1, 30)]
    assert wanted[:10] == [*range(1, 11)]
    assert wanted == sorted(wanted)


def parts_of(screen: TableView) -> list[Widget]:
    """Bar, hands, felt, rack, roads and keys."""
    return [
        screen.query_one(f"#{name}") for name in ("top", "deal", "felt", "rack", "roads", "keys")
    ]


async def resize(app: TableApp, pilot: Pilot[str], size: tuple[int, int]) -> None:
    """Give the terminal another size, and wait until the screen is laid out in it."""
    await pilot.resize_terminal(*size)

    def is_laid_out() -> bool:
        screen = app.screen
        if not isinstance(screen, TableView):
            return app.size == size
        return screen.query_one("#top").region.width in (size[0], screen.places.cloth)

    await until(pilot, is_laid_out)
    await pilot.pause()


def check(app: TableApp) -> None:
    """Every part is on the screen, below the one before it, as wide as the screen or the cloth."""
    screen = app.screen
    assert isinstance(screen, TableView)
    places = screen.places
    parts = parts_of(screen)
    for part in parts:
        assert screen.region.contains_region(part.region), (app.size, part)
        assert part.region.width in (app.size.width, places.cloth), (app.size, part)
    for above, below in pairwise(parts):
        assert above.region.bottom <= below.region.y, (app.size, above, below)
    panel = screen.query_one("#coach")
    assert panel.display == places.room.is_large
    if panel.display:
        assert panel.region.x == places.cloth
        assert (panel.region.y, panel.region.bottom) == (1, parts[3].region.y)
    assert [cell_len(row) <= app.size.width for row in rows(app)]


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(name, marks=pytest.mark.long) for name in LANGUAGES[1:])]
)
def test_every_part_is_whole_at_every_size_in_every_language(language: str, tmp_path: Path) -> None:
    words = Words.of(language)

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus")
        await pilot.press("enter")
        for size in (*SIZES, *(BETWEEN if language == "en" else ())):
            await resize(app, pilot, size)
            check(app)
            roads = ("bead", "big", "big-eye", "small", "cockroach")
            is_all = size[0] >= 100 and size[1] >= 30
            for road in roads if is_all else roads[:2]:
                assert words(f"road.{road}") in shown(app), (size, road)
            assert words("key.help") in rows(app)[-1]
            assert words("key.leave") in rows(app)[-1]

    play(tmp_path, script, language=language)


def test_a_felt_with_every_bet_leaves_the_roads_their_room(tmp_path: Path) -> None:
    many = tuple(bet.key for bet in door.registered() if not bet.offered and not bet.drawn)

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        for size in (*SIZES, (140, 50)):
            await resize(app, pilot, size)
            check(app)

    play(tmp_path, script, Open(seed=7, bets=many))


def test_the_table_is_resized_in_the_middle_of_a_coup(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "z", "enter")
        assert table_of(app).phase is Phase.SQUEEZE
        for size in (*SIZES, (60, 20), (200, 60), (80, 24)):
            await resize(app, pilot, size)
            if size != (60, 20):
                check(app)
        while table_of(app).phase is Phase.SQUEEZE:
            await pilot.press("enter")
        assert table_of(app).coups == 1

    play(tmp_path, script)


def test_the_next_chip_clears_the_felt_and_taking_it_back_shows_the_coup_again(
    tmp_path: Path,
) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter")
        view = table_of(app).view()
        call = f"{view.winner} wins".upper()
        assert call in between(app)
        await pilot.press("plus")
        assert call not in between(app)
        assert "Place your bets" in between(app)
        await pilot.press("u")
        assert call in between(app)

    play(tmp_path, script)


def test_a_clear_felt_has_no_card_no_call_and_no_payout_and_keeps_the_money() -> None:
    view = Table.open(seed=7, bankroll=500).bet("banker=20").deal().bet("tie=5").view()
    clear = without_coup(view)
    assert view.lines
    assert clear.player == clear.banker == HandShown()
    assert clear.lines == ()
    assert (clear.call, clear.winner, clear.won) == (None, None, 0)
    kept = ("wagers", "bankroll", "on_the_felt", "results", "shoe", "phase", "may", "number")
    assert [getattr(clear, name) for name in kept] == [getattr(view, name) for name in kept]


# The bar.


def bar(table: Table, columns: int, words: Words = ENGLISH, is_ascii: bool = False) -> str:
    canvas = Canvas(columns, 1, Look(NIGHT, is_ascii))
    draw_bar(canvas, table.view(), words)
    return canvas.lines()[0]


def shoe_of(rule: LastCoup, decks: int = 1) -> Iterator[Table]:
    """A table after every act of a shoe that is dealt card by card."""
    table = Table.open(seed=7, bankroll=1, last_coup=rule, cut_card=CUT, decks=decks)
    while table.phase is Phase.BETS:
        yield table
        table = table.then(Deal(free=True))
        while table.phase is Phase.DEALING:
            yield table
            table = table.then(Draw())
    yield table


def test_the_bar_says_once_what_is_played() -> None:
    """The house's game by its name in each language; another kind of it beside that."""

    def begins(game: str, language: str) -> str:
        table = Table.open(game, seed=7, bankroll=500)
        return bar(table, 100, Words.of(language)).split("1")[0].strip()

    assert begins("punto-banco", "en") == "baccarat  Punto banco  shoe"
    assert begins("ez", "en") == "EZ baccarat  shoe"
    assert begins("punto-banco", "zh-hant") == "百家樂  第"
    assert begins("chemin-de-fer", "zh-hant") == "鐵路百家樂  第"
    assert begins("super-6", "ja") == "バカラ  スーパー6  シュー"


def test_the_bar_tells_the_shoe_the_coup_and_the_cards_to_the_cut_card() -> None:
    table = Table.open(seed=7, bankroll=500)
    assert "shoe 1, coup 1 " in bar(table, 100)
    left = table.view().shoe
    assert left is not None
    assert bar(table, 140).endswith(
        f"{left.cards_left} cards left, {left.cards_left - 14} to the cut card"
    )
    after = table.bet("banker=20").deal()
    assert "coup 1 " in bar(after, 100)  # it still lies there
    assert coup_of(without_coup(after.bet("tie=5").view())) == 2
    assert bar(table, 80, is_ascii=True).isascii()


def test_the_line_of_the_shoe_grows_card_by_card_up_to_its_length() -> None:
    gone = []
    for table in shoe_of(LastCoup.A, decks=2):
        line = bar(table, 140)
        gone.append(line.count("━"))
        assert line.count("┃") == 1
    assert gone == sorted(gone)
    assert gone[0] < gone[-1] // 3
    assert line.index("┃") < line.rindex("━")  # the cut card is out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bar_says_in_every_language_what_stays_true_of_the_shoe(language: str) -> None:
    words = Words.of(language)
    for table in shoe_of(LastCoup.C):
        shoe = table.view().shoe
        assert shoe is not None
        said = words("top.last" if shoe.is_last_coup else "top.out")
        is_near = shoe.is_last_coup or is_out(shoe)
        for columns in (80, 100, 140, 200):
            line = bar(table, columns, words)
            assert (said in line) == is_near
            assert words("top.shoe", shoe=1, coup=coup_of(table.view())) in line
            assert line.rstrip().endswith(tuple(cards_texts(shoe, words)))
            assert cell_len(line) <= columns - 2


# News of the shoe.


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (LastCoup.A, ["news.shoe", "news.out-this"]),
        (LastCoup.B, ["news.shoe", "news.out", "news.out-next"]),
        (LastCoup(2, 2), ["news.shoe", "news.out", "news.last"]),
    ],
)
def test_a_new_shoe_the_cut_card_and_the_last_coup_are_said_once(
    rule: LastCoup, told: list[str]
) -> None:
    said = [news_of(table.view(), ENGLISH) for table in shoe_of(rule)]
    changes = [after for before, after in pairwise(["", *said]) if after and after != before]
    assert changes == [ENGLISH(key, cards=52, behind=CUT) for key in told]
    assert said[-1] == ""


def test_the_next_chip_takes_the_news_away() -> None:
    table = Table.open(seed=7, bankroll=500)
    assert news_of(table.view(), ENGLISH)
    assert not news_of(table.bet("tie=5").view(), ENGLISH)
    assert not news_of(replace(table.view(), shoe=None), ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_news_fit_into_the_smallest_terminal(language: str) -> None:
    words = Words.of(language)
    for key in ("shoe", "out", "out-this", "out-next", "last"):
        said = words(f"news.{key}", cards=416, behind=104)
        canvas = Canvas(80, 1, Look())
        draw_news(canvas, said)
        assert said in canvas.lines()[0]


def test_news_are_seen_above_the_hands_and_hide_none_of_them(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        assert "A new shoe: 416 cards" in rows(app)[1]
        assert "PLAYER" in rows(app)[2]
        await pilot.press("plus")
        assert "A new shoe" not in shown(app)

    play(tmp_path, script)


# Keys.

MANY = [(key, f"do_{key}", word) for key, word in zip("abcdefgh", ["word"] * 8, strict=True)]


def test_what_does_not_fit_is_left_off_before_help_and_leave() -> None:
    for columns in range(28, 80):
        kept = keys_that_fit(MANY, columns)
        assert kept[-2:] == MANY[-2:]
        assert kept[:-2] == MANY[: len(kept) - 2]
        assert width_of(kept) <= columns
        assert len(kept) == len(MANY) or width_of([*kept, MANY[0]]) > columns


@pytest.mark.parametrize("is_ascii", [False, True])
def test_a_cap_and_its_word_can_be_clicked(is_ascii: bool) -> None:
    canvas = Canvas(60, 1, Look(is_ascii=is_ascii))
    draw_keys(canvas, [("Enter", "go", "deal"), ("?", "help", "help")])
    line = canvas.lines()[0]
    assert line == ("[Enter] deal  [?] help" if is_ascii else " Enter  deal   ?  help")
    actions = [cell.action for cell in canvas.cells[0][: len(line)]]
    assert actions == ["screen.go"] * 12 + [""] * 2 + ["screen.help"] * 8


def test_caps_have_brackets_where_there_is_no_colour() -> None:
    canvas = Canvas(60, 1, Look(has_colour=False))
    draw_keys(canvas, [("Enter", "go", "deal")])
    assert canvas.lines() == ["[Enter] deal"]


def test_a_terminal_without_colour_may_change_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual's filter of colours takes no cell without a style."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus")
        for size in (*SIZES[1:], (60, 20), SIZES[0]):
            await pilot.resize_terminal(*size)
        await until(pilot, lambda: "on the felt 20" in shown(app))  # a busy machine draws later
        assert {cell_len(row) for row in rows(app)} == {SIZES[0][0]}

    play(tmp_path, script)
