"""What opens above the terminal table, and what was played looked at again."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from pilot import LARGE, SMALL, between, play, rows, shown, table_of, until
from textual.binding import Binding
from textual.pilot import Pilot

import baccarat as bac
from baccarat.base.words import LANGUAGES, Words
from baccarat.table import Phase
from baccarat.table.acts import Open
from baccarat.table.saving import sittings
from baccarat.table.shoe_records import replay_acts
from baccarat.table.view.labels import price_texts
from baccarat.tui.app import TableApp
from baccarat.tui.draw.themes import NAMES
from baccarat.tui.keys import COMMANDS, capped
from baccarat.tui.screens.replay import Replay
from baccarat.tui.screens.sheets import Cutting, Reading, Shuffling
from baccarat.tui.screens.sitting_report import Report
from baccarat.tui.screens.table.screen import TableScreen
from baccarat.tui.screens.table.sitting import PACES
from baccarat.tui.widgets.key_line import KeyGrid, keys_that_fit


def test_what_was_played_is_seen_again_coup_by_coup(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter", "p", "enter", "p", "enter")
        table = table_of(app)
        winners = [str(played.result.winner or "tie").lower() for played in table.played]
        await pilot.press("a")
        assert "0 of 3 coups" in between(app)
        for keys, coup in ((("l",), 1), (("l", "l"), 3), (("h",), 2), (("home", "l"), 1)):
            await pilot.press(*keys)
            assert f"{coup} of 3 coups" in between(app)
            assert Words.of("en")(f"stage.{winners[coup - 1]}").upper() in between(app)
        await pilot.press("backspace")
        assert "0 of 3 coups" in between(app)
        assert "No more bets" in between(app)
        await pilot.press("q")
        assert isinstance(app.screen, TableScreen)
        assert table_of(app) == table

    play(tmp_path, script)


def test_a_recorded_shoe_runs_by_itself_until_its_end(tmp_path: Path) -> None:
    record = bac.Record.deal(seed=7)
    entries = record.entries[:3]
    # Without its seed the record tells no more cards than were dealt.
    acts = replay_acts(replace(record, entries=entries, seed=None))

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        screen = app.screen
        assert isinstance(screen, Replay)
        assert "b to buy" not in between(app)
        await pilot.press("space")
        await until(pilot, lambda: screen.timer is None)
        assert "3 of 3 coups" in between(app)
        assert "b to buy" not in between(app)
        assert [*screen.replayed.table.results] == [entry.result for entry in entries]
        await pilot.press("q")

    play(tmp_path, script, replayed=acts)
    assert sittings(tmp_path) == []


def test_a_fair_shoe_is_opened_at_its_end_and_proves_itself(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "enter", "escape")
        assert "reveals its seed" not in shown(app)
        while table_of(app).phase is Phase.BETS:
            await pilot.press("f")
        assert "reveals its seed" in shown(app)
        await pilot.press("x")
        [written] = tmp_path.glob("*.txt")
        record = bac.Record.parse(written.read_text("utf-8"))
        assert record.can_be_dealt_again
        assert record.differs() is None

    # One deck with the cut card near its front: a few coups. Nobody knows which, and on a small
    # screen a long call would hide the last line.
    play(tmp_path, script, Open(fair=True, decks=1, cut_card=30), LARGE)


def test_the_help_does_what_it_names_by_key_and_by_click(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "question_mark", "d")
        assert table_of(app).on_the_felt == 40
        await pilot.press("question_mark")
        grid = app.screen.query_one(KeyGrid)
        assert len(grid.keys) == len(COMMANDS)
        assert app.screen.region.contains_region(grid.region)
        number = [action for _, action, _ in COMMANDS].index("undo")
        await pilot.click(grid, offset=grid.place(number, grid.size.width))
        assert table_of(app).on_the_felt == 20

    play(tmp_path, script)


def test_every_key_of_the_help_is_bound_to_what_it_names() -> None:
    names = {"Enter": "enter", "+": "plus", "-": "minus"}
    bound = {
        key: binding.action
        for binding in TableScreen.BINDINGS
        if isinstance(binding, Binding)
        for key in binding.key.split(",")
    }
    for key, action, _ in COMMANDS:
        assert bound[names.get(key, key)] == action


def test_all_five_roads_can_be_seen_on_the_smallest_screen(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "f", "g")
        text = shown(app)
        for road in ("Bead plate", "Big road", "Big eye boy", "Small road", "Cockroach pig"):
            assert road in text
        assert "Banker?" in text
        assert "Player?" in text

    play(tmp_path, script)


def test_the_colours_change_at_the_table(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        seen = []
        for _ in NAMES:
            await pilot.press("y")
            seen.append(app.theme)
        assert sorted(seen) == sorted(NAMES)

    play(tmp_path, script)


def test_the_shuffle_is_seen_and_can_be_hurried(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter")
        assert isinstance(app.screen, Shuffling)
        await until(pilot, lambda: isinstance(app.screen, Cutting))
        await pilot.press("enter", "r")
        assert isinstance(app.screen, Shuffling)
        await pilot.press("space")
        assert isinstance(app.screen, Cutting)

    play(tmp_path, script, pace="usual")


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(name, marks=pytest.mark.long) for name in LANGUAGES[1:])]
)
def test_a_sitting_cannot_be_ended_within_a_coup_and_the_report_says_so(
    language: str, tmp_path: Path
) -> None:
    words = Words.of(language)

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "z", "plus", "enter")
        assert table_of(app).phase is Phase.SQUEEZE
        await pilot.press("q")
        assert isinstance(app.screen, Report)
        assert words("report.coup") in app.screen.lines
        offered = app.screen.keys()
        assert "e" not in [shown_key for shown_key, _, _ in offered]
        await pilot.press("e")
        assert table_of(app).phase is Phase.SQUEEZE
        await pilot.press("t", "plus", "q")  # the card is turned up
        assert isinstance(app.screen, Report)
        assert words("report.bets", coins="20") in app.screen.lines
        await pilot.press("e")
        assert table_of(app).phase is Phase.LEFT

    play(tmp_path, script, language=language)


def test_a_refusal_does_not_stand_above_the_result(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "escape", "plus", "enter", "plus")
        assert "a coup is being dealt" in between(app)
        await pilot.press("enter")
        assert table_of(app).coups == 1
        assert "a coup is being dealt" not in between(app)

    play(tmp_path, script, pace="slow")


def test_no_forecast_is_made_of_a_finished_shoe(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        while table_of(app).phase is not Phase.FINISHED:
            await pilot.press("f")
        await pilot.press("o")
        assert isinstance(app.screen, Reading)
        assert app.screen.lines == ["The shoe is finished. Press Enter to shuffle a new shoe."]

    play(tmp_path, script, Open(seed=7, decks=1))


def test_no_forecast_is_made_in_mid_coup_or_where_somebody_decides(tmp_path: Path) -> None:
    words = Words.of("en")

    async def deciding(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "o")
        assert isinstance(app.screen, Reading)
        assert app.screen.lines == [words("coach.decided")]

    async def squeezing(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "z", "plus", "enter", "o")
        assert table_of(app).phase is Phase.SQUEEZE
        assert isinstance(app.screen, Reading)
        assert app.screen.lines == [words("coach.unfinished")]

    opening = Open("chemin-de-fer", seed=7, opponent="equilibrium")
    play(tmp_path / "one", deciding, opening)
    play(tmp_path / "two", squeezing)


def test_no_row_of_a_sheet_begins_with_a_full_stop(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        sheet = Reading(app.words, "", ["もう一度。"])
        await app.push_screen(sheet)
        wide = sheet.query_one("#text").size.width // 2
        sheet.read(["東" * wide + "。" + "西" * wide + "、終わり"])
        await pilot.pause()
        told = re.findall("[東西][東西、。終わり]*", "\n".join(rows(app)))
        assert told == ["東" * (wide - 1), "東。" + "西" * (wide - 2), "西西、終わり"]

    play(tmp_path, script, language="ja")


def test_a_coup_waits_while_the_guest_reads_a_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PACES, "slow", 60)  # no card falls by itself
    opening = Open("chemin-de-fer", seed=7, opponent="equilibrium")

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "x", "escape", "plus", "enter", "w")
        table = table_of(app)
        [below] = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
        below.house.draw_card(table.number)
        assert isinstance(app.screen, Reading)
        assert table_of(app) == table
        await pilot.press("escape")
        below.house.draw_card(table.number)
        assert len(table_of(app).coup) == len(table.coup) + 1

    play(tmp_path, script, opening, pace="slow")


def test_only_the_keys_of_a_sheet_are_shown(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        assert "Enter  deal" in shown(app)
        await pilot.press("s")
        await pilot.pause()
        assert "Enter  deal" not in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "Enter  deal" in shown(app)

    play(tmp_path, script)


def test_unseen_cards_are_counted_with_the_burnt_ones(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "f")
        shoe = table_of(app).view().shoe
        assert shoe is not None
        unseen = shoe.cards_left + shoe.burned
        assert f"{unseen}, {shoe.burned} burnt" in shown(app)

    play(tmp_path, script, size=LARGE)


def test_a_tie_that_pushes_is_said_to_give_the_stake_back() -> None:
    lines = price_texts(bac.game("ez").layout.bets["banker"], Words.of("en"))
    assert [line for line in lines if "goes back" in line]
    assert not [line for line in lines if ": 0 to 1" in line]


@pytest.mark.parametrize(
    ("opened", "quick"),
    [("roads", "mark(1)"), ("roads", "done"), ("why", "scroll(1)"), ("replay", "coup(1)")],
)
def test_the_second_of_two_quick_keys_waits_for_the_sheet(
    opened: str, quick: str, tmp_path: Path
) -> None:
    """It may come before the sheet has its parts, which it needs."""

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter")
        table = app.screen
        await table.run_action(opened)
        sheet = app.screen
        assert sheet is not table
        assert not sheet.is_mounted
        await app.run_action(quick, sheet)
        await pilot.pause()
        assert app.screen is (table if quick == "done" else sheet)

    play(tmp_path, script)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_replay_names_the_key_that_runs_it_at_every_size(language: str) -> None:
    words = Words.of(language)
    replay = Replay([], words, "fast")
    kept = [action for _, action, _ in keys_that_fit(capped(replay.scene.keys, words), SMALL[0])]
    assert {"step(1)", "coup(1)", "run", "done"} <= {*kept}


def test_a_sheet_that_a_key_closes_before_it_is_there_ends_nothing(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        table = app.screen
        for _ in range(5):
            sheet = Cutting(Words.of("en"), 416, [])
            app.push_screen(sheet)
            sheet.done(None)
            await pilot.pause()
            assert app.screen is table

    play(tmp_path, script)
