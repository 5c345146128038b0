"""The first minute of a guest who has never seen the table: the door, the first coup, the keys."""

from pathlib import Path

import pytest
from pilot import SMALL, play, rows, shown, table_of
from rich.cells import cell_len
from textual.geometry import Region, Size
from textual.pilot import Pilot
from tui.screen_tour import SIZES

import baccarat as bac
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.stats import statistics
from baccarat.table import Phase
from baccarat.table.acts import Open
from baccarat.table.view.choices import decks_text, offered
from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.card_arc import RANKS, ribbon
from baccarat.tui.draw.lettering import LETTERS, block_title, draw_squares
from baccarat.tui.draw.pack import PICTURES, ROWS, draw_shuffle
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.keys import COMMANDS
from baccarat.tui.screens.sheets import Shuffling
from baccarat.tui.screens.start import FIRST, StartScreen
from baccarat.tui.screens.table.screen import TableScreen
from baccarat.tui.screens.table.tour import AFTER, PARTS, FirstCoup
from baccarat.tui.widgets.hint_box import HintBox
from baccarat.tui.widgets.share_table import CountedCoups, draw_shares
from baccarat.tui.widgets.welcome import Tile, Welcome


def painted(size: tuple[int, int], words: Words, *tiles: Tile, note: str = "") -> list[str]:
    """The doorway with these choices; the last row is for the keys."""
    canvas = Canvas(size[0], size[1] - 1, Look(is_ascii=words.is_ascii))
    welcome = Welcome(words)
    welcome.tiles, welcome.note = tiles, note
    welcome.paint(canvas)
    return canvas.lines()


@pytest.mark.parametrize(
    ("language", "size"),
    [*((language, SMALL) for language in LANGUAGES), *(("fr", size) for size in SIZES[1:])],
)
def test_every_choice_fits_on_its_tile_in_every_language(
    language: str, size: tuple[int, int]
) -> None:
    words = Words.of(language)
    offers = offered(words)
    for turn in range(max(len(offer.said) for offer in offers)):
        tiles = [
            Tile(offer.label, offer.said[turn % len(offer.said)] or decks_text(None, "ez", words))
            for offer in offers
        ]
        lines = painted(size, words, *tiles, Tile(words("start.seed"), "9" * 20))
        text = "\n".join(lines)
        for tile in tiles:
            assert f" {tile.label} " in text
            assert tile.value in text
            assert f"{tile.value}│" in text or f"{tile.value} " in text
        assert max(map(cell_len, lines)) <= size[0]
        assert words("key.start") in text


@pytest.mark.parametrize("size", SIZES)
def test_the_door_says_what_enter_does_and_shows_the_whole_pack(size: tuple[int, int]) -> None:
    words = Words.of("en")
    few = [Tile("Game", "punto-banco"), Tile("Bankroll", "1,000"), Tile("Coach", "speaks")]
    lines = painted(size, words, *few)
    text = "\n".join(lines)
    assert "Enter   sit down" in text
    assert words("start.money") in text
    heads = "\n".join(lines[: size[1] // 2])
    assert all(rank in heads for rank in RANKS)


def test_a_long_note_is_read_whole_on_the_smallest_screen() -> None:
    words = Words.of("fr")
    tiles = [Tile(f"label {n}", f"value {n}") for n in range(4)]
    note = "sitting-0001.jsonl: " + "a long complaint " * 14
    told = " ".join(" ".join(painted(SMALL, words, *tiles, note=note)).split())
    assert " ".join(note.split()) in told
    assert words("key.start") in told


def test_the_pack_has_every_rank_once_with_four_suits() -> None:
    canvas = Canvas(80, 8, Look())
    ribbon(canvas.part(0, 0, 80, 6))
    signs = "".join(canvas.lines())
    assert [signs.count(suit) for suit in "♥♣♦♠"] == [3, 3, 3, 4]
    plain = Canvas(80, 8, Look(is_ascii=True))
    ribbon(plain.part(0, 0, 80, 6))
    assert "".join(plain.lines()).isascii()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [1, 2])
def test_the_name_of_the_house_is_spelled_in_large_type(language: str, scale: int) -> None:
    """Read back from its dots; what the blocks cannot spell is there in letters."""
    title = Words.of(language)("start.title")
    canvas = Canvas(120, 12, Look())
    rows_taken = block_title(canvas, 0, title, scale)
    lines = canvas.lines()
    assert not "".join(lines[rows_taken:]).strip()
    if not title.isascii():
        assert "".join("".join(lines).split()).translate(dict.fromkeys(map(ord, "▄▀"))) == title
        return
    alone = Canvas(120, 12, Look())
    for place, letter in enumerate(title.upper()):
        draw_squares(alone, 6 * scale * place, 0, LETTERS[letter], "#ffffff", scale)
    left = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    assert [line[left:] for line in lines] == [line.rstrip() for line in alone.lines()]


def test_what_experts_choose_is_folded_away_behind_a_key(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        assert "Bankroll" in shown(app)
        assert "Decks" not in shown(app)
        await pilot.press("o")
        assert isinstance(app.screen, StartScreen)
        assert len(app.screen.shown) > len(FIRST)
        text = shown(app)
        for label in ("Decks", "Cards behind the cut card", "Last coup", "Limits", "Shoes"):
            assert label in text
        await pilot.press("o")
        assert "Decks" not in shown(app)

    play(tmp_path, script, Open())


@pytest.mark.parametrize(
    ("language", "colon"),
    [("en", ": "), ("fr", " : "), *((name, "\uff1a") for name in ("ja", "zh-hans", "zh-hant"))],
)
def test_what_is_folded_away_and_not_as_usual_is_told_with_the_colon_of_the_language(
    language: str, colon: str, tmp_path: Path
) -> None:
    words = Words.of(language)

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        text = shown(app).replace("\u00a0", " ")
        assert f"{words('start.seed')}{colon}7" in text
        assert f"{words('start.shoes')}{colon}{words('start.seeded')}" in text

    play(tmp_path, script, language=language)


def test_a_seed_is_typed_and_the_door_can_be_used_with_the_mouse(tmp_path: Path) -> None:
    def place(app: TableApp, text: str) -> tuple[int, int]:
        """Its last letter: the left third of a tile goes back."""
        [(row, line)] = [(n, line) for n, line in enumerate(rows(app)[:-1]) if text in line]
        return line.index(text) + len(text) - 1, row

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("o")
        await pilot.click(offset=place(app, "random"))
        await pilot.click(offset=place(app, "fair: both sides"))
        assert "from a seed" in shown(app)
        assert isinstance(app.screen, StartScreen)
        while app.screen.name_chosen != "seed":
            await pilot.press("j")
        await pilot.press("backspace", "4", "2", "l")
        await pilot.click(offset=place(app, "1,000"))
        await pilot.click(offset=place(app, "Enter   sit down"))
        opened = table_of(app).opened
        assert (opened.seed, table_of(app).bankroll) == (42, 5_000)

    play(tmp_path, script, Open())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_asks_the_roads_in_the_words_that_stand_beside_them(language: str) -> None:
    words = Words.of(language)
    for side in ("banker", "player"):
        assert words("mark.asked", side=words.bet(side)) in words("help.text")


def test_how_to_be_ponte_or_banquier_is_said_at_the_door(tmp_path: Path) -> None:
    words = Words.of("zh-hans")

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        told = "".join(shown(app).split())
        assert "".join(words("start.roles").split()) in told
        await pilot.press("l")
        assert words("start.roles")[:8] not in shown(app)

    play(tmp_path, script, Open("chemin-de-fer"), language="zh-hans")


@pytest.mark.parametrize(
    "language", ["fr", *(pytest.param(other, marks=pytest.mark.long) for other in ("en", "ja"))]
)
def test_the_help_says_all_of_itself_on_the_smallest_screen(language: str, tmp_path: Path) -> None:
    words = Words.of(language)

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "question_mark")
        text = shown(app)
        for line in words("help.text").strip("\n").splitlines():
            assert line.strip() in text
        for _, _, word in COMMANDS:
            assert f" {words(f'key.{word}')} " in text
        assert words("key.close") in text

    play(tmp_path, script, language=language)


def test_the_cut_is_shown_on_a_drawn_pack_and_made_where_it_is_clicked(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter")
        assert "after card 208" in shown(app)
        pack = app.screen.query_one("#pack")
        wide = pack.size.width
        await pilot.click(pack, offset=(wide * 3 // 4, 2))
        wanted = round(416 * (wide * 3 // 4) / (wide - 1))
        assert f"after card {wanted}" in shown(app)
        [sticks_out] = [line for line in rows(app) if line.count("█") == 1][:1]
        assert sticks_out.index("█") == pack.region.x + wide * 3 // 4
        await pilot.press("left", "enter")
        assert table_of(app).ceremony.cut == wanted - 1

    play(tmp_path, script)


@pytest.mark.parametrize("is_ascii", [False, True])
@pytest.mark.parametrize("step", dict.fromkeys(Shuffling.STEPS))
def test_every_step_of_the_shuffle_is_drawn_and_named(step: str, is_ascii: bool) -> None:
    words = Words.of("en", is_ascii)
    seen = set()
    for part in range(PICTURES):
        canvas = Canvas(70, ROWS + 3, Look(is_ascii=is_ascii))
        draw_shuffle(canvas, step, part, words)
        text = "\n".join(canvas.lines())
        assert words(f"ceremony.{step}") in text
        assert text.isascii() or not is_ascii
        seen.add(text)
    assert (len(seen) > 1) == (step != "box")


def hinted(app: TableApp) -> str:
    """The hint on the screen; nothing where there is none."""
    box = app.screen.query_one(HintBox)
    return box.text if box.display else ""


def test_the_first_coup_is_explained_once_one_hint_at_a_time(tmp_path: Path) -> None:
    words = Words.of("en")
    seen = tmp_path / "state" / "tour-seen"

    async def first(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        steps = (("right", "spot"), ("left", "spot"), ("plus", "deal"), ("enter", "paid"))
        for key, hint in (*steps, ("p", "roads"), ("enter", "rest")):
            await pilot.press(key)
            assert hinted(app) == words(f"hint.{hint}")
            assert "skip the tour" in shown(app)
            assert seen.exists() == (hint in AFTER)
        assert table_of(app).coups == 2  # every key did what it does
        await pilot.press("p")
        assert hinted(app) == ""
        assert table_of(app).on_the_felt == 20

    async def later(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        assert hinted(app) == ""

    play(tmp_path / "first", first, tour_seen=seen)
    play(tmp_path / "later", later, tour_seen=seen)


def test_esc_ends_the_tour_for_good_and_changes_nothing_else(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus")
        table = table_of(app)
        await pilot.press("escape")
        assert hinted(app) == ""
        assert table_of(app) == table
        assert app.tour is not None
        assert (tmp_path / "tour-seen").exists()
        await pilot.press("enter")
        assert hinted(app) == ""

    play(tmp_path, script, tour_seen=tmp_path / "tour-seen")


def test_a_guest_who_goes_on_with_a_table_needs_no_tour(tmp_path: Path) -> None:
    seen = tmp_path / "tour-seen"

    async def leave(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "f", "q", "enter")

    async def come_back(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter")
        assert table_of(app).coups == 1
        assert hinted(app) == ""

    play(tmp_path, leave)
    play(tmp_path, come_back, tour_seen=seen)


def test_where_nothing_can_be_kept_the_tour_is_shown_all_the_same(tmp_path: Path) -> None:
    tour = FirstCoup(tmp_path / "file" / "tour-seen")
    (tmp_path / "file").write_text("in its way")
    assert not tour.is_over
    tour.skip()
    assert tour.is_over


@pytest.mark.parametrize("size", [SMALL, SIZES[2]])
def test_a_hint_lies_beside_what_it_speaks_of(size: tuple[int, int], tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        screen = app.screen
        box = screen.query_one(HintBox)
        for key, hint in (("left", "spot"), ("plus", "deal"), ("enter", "paid"), ("w", "roads")):
            await pilot.press(key)
            if key == "w":
                await pilot.press("escape")
            await pilot.pause()
            part = Region.from_union([one.region for one in screen.query(PARTS[hint])])
            assert screen.region.contains_region(box.region)
            assert not box.region.overlaps(part)
            assert box.region.y == part.bottom or box.region.bottom == part.y

    play(tmp_path, script, size=size, tour_seen=tmp_path / "tour-seen")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hint", PARTS)
def test_every_hint_is_read_whole(hint: str, language: str) -> None:
    words = Words.of(language)
    box = HintBox(words)
    box.show(words(f"hint.{hint}"), Region(0, 4, 80, 6), Size(80, 24))
    wide, tall = box.styles.width, box.styles.height
    assert wide is not None
    assert tall is not None
    canvas = Canvas(int(wide.value), int(tall.value), Look())
    box.paint(canvas)
    lines = [line[1:-1].strip() for line in canvas.lines()[1:-1]]
    assert "".join("".join(lines[:-1]).split()) == "".join(words(f"hint.{hint}").split())
    assert lines[-1].split("  ") == [words.cap("Esc"), words("hint.skip")]


def test_the_first_refusal_names_the_keys(tmp_path: Path) -> None:
    words = Words.of("fr")

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "enter")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.said == words("say.no-bets", bet=words.bet("banker"))
        await pilot.press("f")
        assert table_of(app).coups == 1

    async def chemin(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "left", "enter")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.said == words("say.no-role", bet=words.bet("player"))
        await pilot.press("plus", "enter")
        assert table_of(app).phase is not Phase.BETS or table_of(app).coups

    play(tmp_path / "one", script, language="fr")
    opening = Open("chemin-de-fer", seed=7, opponent="equilibrium")
    play(tmp_path / "two", chemin, opening, language="fr")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [66, 120])
def test_statistics_have_every_count_and_a_line_where_the_chance_lies(
    language: str, columns: int
) -> None:
    words = Words.of(language)
    coups = bac.Record.deal(seed=3).results
    found = statistics(coups)
    canvas = Canvas(columns, 20, Look())
    draw_shares(canvas, CountedCoups(words("stats.shoe"), found, ["more"]), words)
    lines = canvas.lines()
    assert max(map(cell_len, lines)) <= columns
    assert lines[0].endswith(f" {len(coups)}")
    assert lines[1] == words("stats.line")
    assert lines[-1] == "" or "more" in lines
    for line, (name, share) in zip(lines[2:], found.shares(), strict=False):
        assert line.startswith(words.say(name))
        assert f" {share.count}/{share.of} " in line
        assert f" {words.percent(share.count / share.of, 1)} " in line
        track = line[-len(line.split()[-1]) :]
        bright = [n for n, sign in enumerate(track) if sign in "━●"]
        low, high = share.interval()
        assert (bright[0], bright[-1]) == (
            round(low * (len(track) - 1)),
            round(high * (len(track) - 1)),
        )
        assert track.index("●") == round(share.count / share.of * (len(track) - 1))
