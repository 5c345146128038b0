"""The terminal table kept in a store: it is found again, and its report is whole."""

from pathlib import Path

from checkout import ROOT
from pilot import play, shown, table_of
from textual.pilot import Pilot

from baccarat.store import Store
from baccarat.store.terminal import StoredSittings
from baccarat.store.upkeep.import_files import import_sitting
from baccarat.table import Phase
from baccarat.table.acts import Open
from baccarat.tui.app import TableApp
from baccarat.tui.screens.sheets import KeyQuestion
from baccarat.tui.screens.start import StartScreen

GOLDEN = ROOT / "tests" / "golden" / "sittings" / "one-act-a-line.jsonl"


def test_a_table_of_the_terminal_goes_on_in_the_store(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite") as store:
        place = StoredSittings(store)

        async def sit_down(app: TableApp, pilot: Pilot[str]) -> None:
            assert isinstance(app.screen, StartScreen)
            await pilot.press("enter", "escape")
            assert table_of(app).phase is not Phase.SEAT

        async def come_back(app: TableApp, pilot: Pilot[str]) -> None:
            assert isinstance(app.screen, KeyQuestion)
            await pilot.press("enter")
            assert table_of(app).bankroll == 700
            assert app.sitting is not None
            assert app.sitting.log[0].number == 1
            await pilot.press("escape", "q", "e")
            assert table_of(app).phase is Phase.LEFT

        async def nothing_left(app: TableApp, pilot: Pilot[str]) -> None:
            assert isinstance(app.screen, StartScreen)

        play(tmp_path, sit_down, Open(seed=7), bankroll=700, place=place)
        assert store.tables() == []
        assert store.tables("terminal")[0].last > 2
        play(tmp_path, come_back, place=place)
        play(tmp_path, nothing_left, place=place)
    assert not list(tmp_path.glob("*.jsonl"))


def test_a_sitting_that_came_from_a_file_goes_on(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite") as store:
        number = import_sitting(store, GOLDEN)
        is_open = not store.tables("terminal")[0].closed

        async def script(app: TableApp, pilot: Pilot[str]) -> None:
            assert isinstance(app.screen, KeyQuestion if is_open else StartScreen)
            assert "cannot be" not in shown(app)

        play(tmp_path, script, place=StoredSittings(store))
        assert number == 1
