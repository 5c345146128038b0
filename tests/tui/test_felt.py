"""The felt and the rack: every bet has its spot and its figures, by key and by mouse."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pilot import play, press_spot, shown, table_of
from rich.cells import cell_len
from sample_sizes import examples
from textual.geometry import Region
from textual.pilot import Pilot

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.bets import Bet, bet, registered
from baccarat.core.games import GAMES, Game
from baccarat.core.layout import Line, Wager
from baccarat.table import Table
from baccarat.table.acts import Open
from baccarat.table.view.choices import CHIPS
from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Canvas, Cell
from baccarat.tui.draw.chips import short_sum
from baccarat.tui.draw.colours import DAY, NIGHT, SAFE
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.screens.table.payout import Payout, moment
from baccarat.tui.screens.table.screen import TableScreen
from baccarat.tui.sizes import ROOMS, Room
from baccarat.tui.widgets.felt_grid import Felt, edges_of, names_of, prices_of
from baccarat.tui.widgets.felt_rows import (
    SpotRows,
    arrange,
    draw_felt,
    felt_height,
    rows_in_sight,
)
from baccarat.tui.widgets.rack import SUMS, draw_rack
from baccarat.tui.widgets.spots import Spot

ENGLISH = Words.of("en")
NIGHTLY = Look()
PLAIN_LOOKS = (Look(is_ascii=True), Look(has_colour=False))
MANY = [one.key for one in registered(Bet)][:40]


def spots_of(game: Game) -> dict[str, str]:
    return {spot: str(found) for spot, found in game.layout.bets.items()}


def felt(
    spots: Mapping[str, str],
    room: Room,
    look: Look = NIGHTLY,
    words: Words = ENGLISH,
    *,
    stakes: Mapping[str, int] | None = None,
    edge: Fraction | None = Fraction(1171, 10_000),
    payout: Payout | None = None,
    chosen: str = "banker",
    height: int | None = None,
) -> tuple[Canvas, dict[str, Region], SpotRows]:
    """A felt as a screen of this size would show it."""
    columns = room.columns - room.coach
    names = {spot: names_of(spot, words) for spot in spots}
    rows = arrange(names, columns - 2)
    tall = felt_height(rows, room) if height is None else height
    canvas = Canvas(columns, tall, look)
    lying = dict(stakes or {})
    if payout is not None:
        lying = {line.wager.spot: line.wager.stake for line in payout.lines}
    drawn = {
        spot: Spot(
            spot,
            names[spot],
            prices_of(price, words),
            edges_of(edge, words),
            stake=lying.get(spot, 0),
            is_chosen=spot == chosen,
        )
        for spot, price in spots.items()
    }
    if payout is not None:
        for spot, one in drawn.items():
            line = payout.line(spot)
            won = 0 if line is None else line.won
            drawn[spot] = replace(one, fate=payout.fate(spot), won=won)
    _, seen = rows_in_sight(rows, chosen, tall, room)
    return canvas, draw_felt(canvas, rows, seen, drawn, room, words), rows


def text_in(canvas: Canvas, place: Region) -> str:
    """The characters of a part of a canvas."""
    cells = (row[place.x : place.right] for row in canvas.cells[place.y : place.bottom])
    return "\n".join("".join(cell.char for cell in row) for row in cells)


def cells_of(canvas: Canvas, text: str) -> list[Cell]:
    """The cells of a text that stands on the canvas once."""
    for row, line in zip(canvas.cells, canvas.lines(), strict=True):
        if text in line:
            at = cell_len(line[: line.index(text)])
            return row[at : at + cell_len(text)]
    raise AssertionError(f"{text!r} is not there:\n" + "\n".join(canvas.lines()))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.columns}x{room.rows}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_shows_every_name_whole_in_every_language(language: str, room: Room) -> None:
    words = Words.of(language)
    for game in GAMES:
        canvas, places, _ = felt(spots_of(game), room, words=words, stakes={"banker": 5})
        assert places.keys() == game.layout.bets.keys()
        for spot, place in places.items():
            text = text_in(canvas, place).replace(" ", "").lower()
            names = [name.replace(" ", "").lower() for name in names_of(spot, words)]
            assert any(name in text for name in names), (game.name, spot, text)
            assert ".." not in text
            assert Region(0, 0, canvas.columns, canvas.rows).contains_region(place)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.columns}x{room.rows}")
def test_every_spot_shows_its_price_and_its_edge(room: Room) -> None:
    for look in (Look(), *PLAIN_LOOKS):
        canvas, places, _ = felt(spots_of(GAMES[0]), room, look)
        for spot, price in spots_of(GAMES[0]).items():
            text = text_in(canvas, places[spot]).replace(" ", "")
            assert any(form.replace(" ", "") in text for form in prices_of(price, ENGLISH)), text
            assert any(form in text for form in ("11.71%", "11.7%", "12%")), text


def test_spots_do_not_lie_on_each_other_and_fill_their_row() -> None:
    for room in ROOMS:
        for game in GAMES:
            _, places, rows = felt(spots_of(game), room)
            for one in places.values():
                assert sum(one.overlaps(other) for other in places.values()) == 1
            main = [places[spot] for spot in rows[0]]
            assert main[0].x == 1 or len(main) < 2
            assert [place.x for place in main] == sorted(place.x for place in main)


def test_player_and_banker_are_wider_than_their_pairs_and_stand_around_the_tie() -> None:
    for room in ROOMS:
        _, places, rows = felt(spots_of(GAMES[0]), room)
        assert rows[0] == ("player-pair", "player", "tie", "banker", "banker-pair")
        assert places["player"].width > places["tie"].width > places["player-pair"].width
        assert len(rows[1]) == 6
        assert rows[1][0] == "dragon-bonus-player"
        assert rows[1][-1] == "dragon-bonus-banker"


@examples(12)
@given(
    st.lists(st.sampled_from(MANY), min_size=1, max_size=40, unique=True),
    st.sampled_from(ROOMS),
    st.integers(3, 40),
    st.data(),
)
def test_the_chosen_spot_is_seen_however_many_there_are(
    chosen: list[str], room: Room, height: int, data: st.DataObject
) -> None:
    height = max(height, room.main)
    spots = {spot: str(bet(spot)) for spot in chosen}
    spot = data.draw(st.sampled_from(chosen))
    canvas, places, rows = felt(spots, room, chosen=spot, height=height)
    assert sorted(one for row in rows for one in row) == sorted(chosen)
    assert spot in places
    for place in places.values():
        assert Region(0, 0, canvas.columns, height).contains_region(place)
    text = "\n".join(canvas.lines())
    last = rows.index(next(row for row in reversed(rows) if row[0] in places))
    assert ("▼" in text) == (last + 1 < len(rows))
    is_main = bool({"player", "tie", "banker"} & set(rows[0]))
    above = [row for row in rows[is_main:last] if row[0] not in places]
    assert ("▲" in text) == bool(above)


def test_arrows_in_a_terminal_without_unicode_are_ascii() -> None:
    spots = {spot: str(bet(spot)) for spot in MANY}
    for look in PLAIN_LOOKS:
        canvas, _, rows = felt(spots, ROOMS[0], look, chosen=MANY[-1], height=9)
        text = "\n".join(canvas.lines())
        assert ("^" if look.is_ascii else "▲") in text
        canvas, _, _ = felt(spots, ROOMS[0], look, chosen=rows[0][0], height=9)
        text = "\n".join(canvas.lines())
        assert ("v" if look.is_ascii else "▼") in text
        assert text.isascii() == look.is_ascii


PAID = moment(
    [
        Line(Wager("banker", 100), "win", Fraction(95), 95, 5),
        Line(Wager("tie", 5), None, Fraction(-5), -5, 0),
        Line(Wager("big", 25), "won", Fraction(27, 2), 13, 0),
        Line(Wager("small", 12_500), "push", Fraction(0), 0, 0),
    ]
)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.columns}x{room.rows}")
@pytest.mark.parametrize("colours", [NIGHT, DAY, SAFE], ids=["night", "day", "safe"])
def test_winners_are_brass_and_say_what_they_won(colours: object, room: Room) -> None:
    look = Look(colours=colours)  # type: ignore[arg-type]
    canvas, places, _ = felt(spots_of(GAMES[0]), room, look, payout=PAID)
    for gain in ("+95", "+13"):
        assert {cell.ground for cell in cells_of(canvas, gain)} == {look.colours.brass}
    assert "100" in text_in(canvas, places["banker"])
    assert "○ 5" in text_in(canvas, places["tie"])
    assert "back" in text_in(canvas, places["small"])
    grounds = {cell.ground for cell in cells_of(canvas, "○ 5")}
    assert look.colours.brass not in grounds
    has_star = "* " in text_in(canvas, places["banker"])
    assert has_star == (colours is SAFE)


@pytest.mark.parametrize("look", PLAIN_LOOKS, ids=["ascii", "no colour"])
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.columns}x{room.rows}")
def test_without_colour_or_unicode_signs_tell_it_all(room: Room, look: Look) -> None:
    canvas, places, _ = felt(spots_of(GAMES[0]), room, look, payout=PAID, chosen="player")
    won, lost = text_in(canvas, places["banker"]), text_in(canvas, places["tie"])
    assert "* " in won
    assert "(100)" in won
    assert "+95" in won
    minus = "-5" if look.is_ascii else "−5"
    assert minus in lost
    assert "*" not in lost
    assert (">" if look.is_ascii else "►") in text_in(canvas, places["player"])
    assert all(text.isascii() for text in canvas.lines()) == look.is_ascii
    canvas, places, _ = felt(spots_of(GAMES[0]), room, look, stakes={"tie": 5})
    assert "(5)" in text_in(canvas, places["tie"])


@pytest.mark.parametrize("stake", [1, 999, 12_500, 999_999, 10**15])
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.columns}x{room.rows}")
def test_a_stake_of_any_size_stays_inside_its_spot(stake: int, room: Room) -> None:
    lines = [Line(Wager(spot, stake), "win", Fraction(stake), stake, 0) for spot in ("tie", "big")]
    for look in (NIGHTLY, PLAIN_LOOKS[1]):
        empty, places, _ = felt(spots_of(GAMES[0]), room, look)
        staked, _, _ = felt(spots_of(GAMES[0]), room, look, stakes={"tie": stake, "big": stake})
        paid, _, _ = felt(spots_of(GAMES[0]), room, look, payout=moment(lines))
        for spot, place in places.items():
            is_staked = spot in ("tie", "big")
            for canvas in (staked, paid):
                assert (text_in(canvas, place) != text_in(empty, place)) == is_staked


@given(st.integers(0, 10**15), st.integers(4, 20), st.sampled_from(LANGUAGES))
def test_a_short_sum_is_never_more_than_there_is_and_near_it(
    coins: int, columns: int, language: str
) -> None:
    words = Words.of(language)
    text = short_sum(coins, words, columns)
    units = words("money.large").split()
    sizes = {sign: 10 ** int(power) for power, sign in zip(units[::2], units[1::2], strict=True)}
    figure = text.rstrip("".join(sizes))
    sign = text[len(figure) :]
    plain = figure.replace("\u202f", "").replace(",", "." if language == "fr" else "")
    value = Fraction(plain) * sizes.get(sign, 1)
    assert value <= coins
    assert coins - value < max(1, sizes.get(sign, 1))
    if not sign:
        assert value == coins


def test_prices_are_what_is_paid() -> None:
    for game in GAMES:
        for found in game.layout.bets.values():
            *_, best = prices_of(str(found), ENGLISH)
            price, _, rate = best.partition(" -")
            paid = float(price.removesuffix(":1")) * (1 - float(rate.removesuffix("%") or 0) / 100)
            assert paid == pytest.approx(float(max(found.net(tier) for tier in found.pays)))


def rack(view_of: Table, held: int | None, columns: int, rows: int, look: Look = NIGHTLY) -> Canvas:
    canvas = Canvas(columns, rows, look)
    view = view_of.view()
    payout = moment(view.lines) if view.is_over else None
    draw_rack(canvas, view, held, payout, ENGLISH)
    return canvas


def clicks(canvas: Canvas) -> set[str]:
    return {cell.action for row in canvas.cells for cell in row} - {""}


@pytest.mark.parametrize("size", [(80, 1), (100, 1), (140, 3), (200, 5)])
@pytest.mark.parametrize("money", [0, 4, 99, 100, 2_499, 10**6])
def test_only_chips_that_can_be_paid_can_be_clicked(money: int, size: tuple[int, int]) -> None:
    for look in (Look(), *PLAIN_LOOKS):
        canvas = rack(Table.open(seed=7, bankroll=money), 2, *size, look)
        payable = [place for place, chips in enumerate(CHIPS) if chips <= money]
        assert clicks(canvas) == {f"screen.chip({place})" for place in payable}
        text = canvas.lines()[size[1] // 2]
        assert f"In hand {money:,}" in text
        marked = ">" if look.is_ascii else "►"
        assert text.count(marked) == 1
        assert text.partition(marked)[2].lstrip("▌( ").startswith("20")
        for place, chips in enumerate(CHIPS):
            is_bold = cells_of(canvas, f"{chips:,}")[-1].is_bold
            assert is_bold == (place in payable) or f"{chips}" in f"{money}"


def test_chips_are_discs_of_three_rows_in_a_large_room() -> None:
    canvas = rack(Table.open(seed=7), 0, 140, 3)
    top, line, foot = canvas.lines()
    assert top.count("▗▄▄▄▖") + top.count("▗▄▄▄▄▄▖") == len(CHIPS)
    assert foot.count("▝▀▀▀▘") + foot.count("▝▀▀▀▀▀▘") == len(CHIPS)
    assert "►▌ 1 ▐" in line
    colours = [cells_of(canvas, f"{text}▐")[0].ground for text in ("5 ", "100")]
    assert colours == [NIGHT.chips[1], NIGHT.chips[3]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rack_fits_a_small_terminal_with_any_money(language: str) -> None:
    words = Words.of(language)
    for money in (0, 1_000, 12_345_678, 10**15):
        table = Table.open(seed=7, bankroll=money)
        if money:
            table = table.bet(f"banker={min(money, 10**12)}").deal()
        canvas = Canvas(80, 1, Look())
        view = table.view()
        draw_rack(canvas, view, 2, moment(view.lines), words)
        [line] = canvas.lines()
        money_part, _, tray = line.partition("►")
        assert all(short_sum(chips, words, 5) in line for chips in CHIPS)
        assert any(short_sum(view.bankroll, words, columns) in money_part for columns in SUMS)
        assert tray.endswith(("▐", "2,500 "))


def test_the_rack_tells_what_the_last_coup_brought_and_what_the_house_kept() -> None:
    table = Table.open(seed=7, bankroll=1_000).bet("banker=100").deal()
    [line] = rack(table, 2, 120, 1).lines()
    view = table.view()
    assert (view.won, view.kept) == (95, 5)
    assert "In hand 1,095  on the felt 0  last coup +95  house kept 5" in line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", range(72, 100, 4))
def test_what_the_house_kept_is_never_a_figure_without_a_word(columns: int, language: str) -> None:
    words = Words.of(language)
    table = Table.open(seed=7, bankroll=1_000).bet("banker=140").deal().bet("banker=100")
    canvas = Canvas(columns, 1, Look())
    draw_rack(canvas, table.view(), 2, None, words)
    money = canvas.lines()[0].partition("▌")[0]
    kept = words("money.kept", coins=words.number(7))
    assert table.view().kept_so_far == 7
    assert kept in money or "7" not in money.split()


def test_the_rack_counts_the_last_coup_and_shows_no_money_that_is_not_there() -> None:
    view = Table.open(seed=7, bankroll=1_000).bet("banker=100").deal().view()
    counted = []
    for at in range(0, 1_300, 100):
        canvas = Canvas(100, 1, Look())
        draw_rack(canvas, view, 2, moment(view.lines, at), ENGLISH)
        told = re.match(r" +In hand 1,095 +on the felt 0 +last coup \+?(\d+)", canvas.lines()[0])
        assert told is not None
        counted.append(int(told[1]))
    assert counted == sorted(counted)
    assert (counted[0], counted[-1]) == (0, 95)
    canvas = Canvas(80, 1, Look())
    draw_rack(canvas, view, 2, moment(view.lines), ENGLISH)
    assert canvas.lines()[0].startswith("  In hand 1,095  on the felt 0  +95  ")


def walk(felt_shown: Felt, steps: Sequence[tuple[int, int]]) -> list[str]:
    seen = []
    for step in steps:
        felt_shown.move(*step)
        seen.append(felt_shown.spot)
    return seen


def test_arrows_lead_to_the_nearest_spot_and_back(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        shown_felt = app.screen.query_one(Felt)
        assert shown_felt.spot == "banker"
        down, up, left, right = (0, 1), (0, -1), (-1, 0), (1, 0)
        assert walk(shown_felt, [down, up]) == ["big", "banker"]
        assert walk(shown_felt, [up, right, right]) == [
            "banker",
            "banker-pair",
            "dragon-bonus-player",
        ]
        assert walk(shown_felt, [left, left]) == ["banker-pair", "banker"]
        every = walk(shown_felt, [left] * 20)[-1:] + walk(shown_felt, [right] * 20)
        assert set(every) == {spot for spot, _ in table_of(app).view().spots}
        assert walk(shown_felt, [down, up])[0] == "dragon-bonus-banker"

    play(tmp_path, script)


def test_the_mouse_puts_takes_back_chooses_chips_and_scrolls(tmp_path: Path) -> None:
    many = tuple(key for key in MANY if key not in ("insurance", "player", "banker", "tie"))

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        await press_spot(app, pilot, "player")
        await press_spot(app, pilot, "player")
        place = app.screen.query_one(Felt).place("player")
        assert place is not None
        await pilot.click(Felt, offset=place, shift=True)
        assert table_of(app).on_the_felt == 20
        tray = next(line for line in shown(app).splitlines() if "►" in line)
        await pilot.click("#rack", offset=(tray.index("100▐"), 0))
        await press_spot(app, pilot, "player")
        assert table_of(app).on_the_felt == 120
        felt_shown = app.screen.query_one(Felt)
        assert felt_shown.place("quik") is None
        await pilot.click(Felt, offset=(felt_shown.size.width - 1, felt_shown.size.height - 1))
        assert felt_shown.spot != "player"
        felt_shown.choose(many[-1])
        await pilot.pause()
        assert felt_shown.place(many[-1]) is not None
        assert felt_shown.place("player") is not None

    play(tmp_path, script, Open(seed=7, bets=many))


def test_a_chip_that_is_too_dear_is_refused_with_a_word(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "6")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.said == "You cannot pay a chip of 2,500: you have 1,000."
        assert "You cannot pay" in shown(app)
        await pilot.press("plus")
        assert table_of(app).on_the_felt == 20
        await pilot.press("5")
        assert "You cannot pay" not in shown(app)
        await pilot.press("plus")
        assert table_of(app).on_the_felt == 520

    play(tmp_path, script)
