"""What opens above the terminal table, and what was played looked at again."""

from dataclasses import replace
from pathlib import Path

import pytest
from pilot import LARGE, play, shown, table_of, until
from textual.binding import Binding
from textual.pilot import Pilot

import baccarat as bac
from baccarat.table import Phase
from baccarat.table.acts import Open
from baccarat.table.labels import tier_texts
from baccarat.table.saving import sittings
from baccarat.table.shoe_records import replay_acts
from baccarat.tui.app import TableApp
from baccarat.tui.screens.replay import Replay
from baccarat.tui.screens.sheets import Cutting, Reading, Shuffling
from baccarat.tui.screens.sitting_report import Report
from baccarat.tui.screens.table_screen import TableScreen
from baccarat.tui.table_keys import COMMANDS
from baccarat.tui.themes import NAMES
from baccarat.words import LANGUAGES, Words


def test_what_was_played_is_seen_again_coup_by_coup(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter", "p", "enter", "p", "enter")
        table = table_of(app)
        calls = [bac.call(played.coup) for played in table.played]
        await pilot.press("a")
        assert "0 of 3 coups" in shown(app)
        for keys, coup in ((("l",), 1), (("l", "l"), 3), (("h",), 2), (("home", "l"), 1)):
            await pilot.press(*keys)
            assert f"{coup} of 3 coups" in shown(app)
            assert calls[coup - 1] in shown(app)
        await pilot.press("backspace")
        assert "0 of 3 coups" in shown(app)
        assert "No more bets" in shown(app)
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
        await pilot.press("space")
        await until(pilot, lambda: screen.timer is None)
        assert "3 of 3 coups" in shown(app)
        assert [*screen.table.results] == [entry.result for entry in entries]
        await pilot.press("q")

    play(tmp_path, script, replayed=acts)
    assert sittings(tmp_path) == []


def test_a_fair_shoe_is_opened_at_its_end_and_proves_itself(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "enter", "escape")
        assert "opens its seed" not in shown(app)
        while table_of(app).phase is Phase.BETS:
            await pilot.press("f")
        assert "opens its seed" in shown(app)
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
        entries = app.screen.query("#menu > Static")
        assert len(entries) == len(COMMANDS)
        assert all(app.screen.region.contains_region(entry.region) for entry in entries)
        place = [action for _, action, _ in COMMANDS].index("undo")
        await pilot.click(entries[place], offset=(4, 0))
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
        assert "Asking" in text

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


@pytest.mark.parametrize("language", LANGUAGES)
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
        await pilot.press("enter", "enter", "plus", "q")  # the card is turned up
        assert isinstance(app.screen, Report)
        assert words("report.bets", coins="20") in app.screen.lines
        await pilot.press("e")
        assert table_of(app).phase is Phase.LEFT

    play(tmp_path, script, language=language)


def test_a_refusal_does_not_stand_above_the_result(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "escape", "plus", "enter", "plus")
        assert "a coup is being dealt" in shown(app)
        await pilot.press("enter")
        assert table_of(app).coups == 1
        assert "a coup is being dealt" not in shown(app)

    play(tmp_path, script, pace="slow")


def test_no_forecast_is_made_of_a_finished_shoe(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        while table_of(app).phase is not Phase.FINISHED:
            await pilot.press("f")
        await pilot.press("o")
        assert isinstance(app.screen, Reading)
        assert app.screen.lines == ["The shoe is finished. Enter shuffles a new one."]

    play(tmp_path, script, Open(seed=7, decks=1))


def test_only_the_keys_of_a_sheet_are_shown(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        assert "Enter deal" in shown(app)
        await pilot.press("s")
        await pilot.pause()
        assert "Enter deal" not in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "Enter deal" in shown(app)

    play(tmp_path, script)


def test_unseen_cards_are_counted_with_the_burnt_ones(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "f")
        shoe = table_of(app).view().shoe
        assert shoe is not None
        unseen = shoe.cards_left + shoe.burned
        assert f"Unseen: {unseen} cards, {shoe.burned} burnt" in shown(app)

    play(tmp_path, script, size=LARGE)


def test_a_tie_that_pushes_is_said_to_give_the_stake_back() -> None:
    lines = tier_texts(bac.game("ez").layout.bets["banker"], Words.of("en"))
    assert [line for line in lines if "goes back" in line]
    assert not [line for line in lines if ": 0 to 1" in line]
