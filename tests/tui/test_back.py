"""Coming back to the terminal table: which sitting is offered, and what is said of the others."""

import errno
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pilot import play, shown, table_of
from textual.pilot import Pilot

from baccarat.core.bets import Bet
from baccarat.core.bets import register as door
from baccarat.core.coup import Outcome
from baccarat.table import Phase
from baccarat.table.acts import (
    Act,
    Burn,
    Cut,
    Deal,
    Draw,
    Leave,
    Open,
    Place,
    Promise,
    Shuffle,
    Sit,
)
from baccarat.table.saving import ActFile, has_ended, new_sitting, sittings
from baccarat.table.sitting import Sitting
from baccarat.tui.app import TableApp
from baccarat.tui.screens.sheets import KeyQuestion
from baccarat.tui.screens.start import StartScreen
from baccarat.tui.widgets.felt_grid import Felt

CASINO = Open("chemin-de-fer", seed=7, opponent="timid")
BEGUN = (Open(seed=7), Sit("guest", 500), Shuffle(), Cut(), Burn())


def keep(folder: Path, *acts: Act) -> Path:
    """A sitting with these acts in its file."""
    file = ActFile(new_sitting(folder))
    sitting = Sitting(file)
    for act in acts:
        sitting.do(act)
    file.close()
    return file.path


def at_start(app: TableApp) -> None:
    assert isinstance(app.screen, StartScreen)


def test_the_last_table_that_is_still_open_is_offered(tmp_path: Path) -> None:
    keep(tmp_path, *BEGUN)

    async def end_another(app: TableApp, pilot: Pilot[str]) -> None:
        assert isinstance(app.screen, KeyQuestion)
        await pilot.press("n", "enter", "escape", "q", "e")
        assert table_of(app).phase is Phase.LEFT

    async def come_back(app: TableApp, pilot: Pilot[str]) -> None:
        assert isinstance(app.screen, KeyQuestion)
        await pilot.press("enter")
        assert table_of(app).bankroll == 500

    play(tmp_path, end_another)
    assert len(sittings(tmp_path)) == 2
    play(tmp_path, come_back)


def test_an_ended_sitting_is_known_by_its_last_line(tmp_path: Path) -> None:
    assert not has_ended(keep(tmp_path, *BEGUN))
    ended = keep(tmp_path, *BEGUN, Leave())
    assert has_ended(ended)
    ended.write_bytes(ended.read_bytes()[:-9])
    assert not has_ended(ended)
    assert not has_ended(tmp_path / "nobody")


def test_a_table_that_cannot_be_opened_leaves_no_file(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter")
        at_start(app)
        assert "the cut card lies" in shown(app)

    play(tmp_path, script, Open(decks=1, cut_card=60))
    assert sittings(tmp_path) == []


def test_a_damaged_beginning_is_said(tmp_path: Path) -> None:
    path = keep(tmp_path, *BEGUN)
    path.write_bytes(b"nonsense\n" + path.read_bytes())

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        at_start(app)
        assert "damaged-1" in shown(app).replace("\n", "")

    play(tmp_path, script)


def rare(outcome: Outcome) -> str | None:
    return None


def test_a_table_whose_bet_is_missing_waits_for_it(
    tmp_path: Path, bring_bet: Callable[..., None]
) -> None:
    bring_bet(Bet("Rare", rare, pays={"never": 5}))
    path = keep(tmp_path, Open(seed=7, bets=("rare",)), Sit("guest", 500), Shuffle())
    before = path.read_bytes()
    bring_bet()

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        at_start(app)
        assert "this table cannot be opened: unknown bet: 'rare'" in shown(app)

    play(tmp_path, script)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("acts", "phase"),
    [
        (BEGUN[:2], Phase.SHOE),
        (BEGUN[:3], Phase.CUT),
        (BEGUN[:4], Phase.BURN),
        ((*BEGUN, Place("banker", 20), Deal(), Draw()), Phase.DEALING),
        ((*BEGUN, Place("banker", 20), Deal(squeeze=True), *[Draw()] * 4), Phase.SQUEEZE),
        ((CASINO, *BEGUN[1:], Place("banker", 20), Deal(), *[Draw()] * 5), Phase.DECISION),
        ((Open(fair=True), BEGUN[1], Promise("ab" * 32)), Phase.SHOE),
    ],
)
def test_a_table_goes_on_from_wherever_it_was_left(
    acts: Sequence[Act], phase: Phase, tmp_path: Path
) -> None:
    keep(tmp_path, *acts)

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        assert table_of(app).phase is phase
        await pilot.press("enter")
        for _ in range(9):
            if table_of(app).phase is Phase.BETS:
                break
            await pilot.press("n" if table_of(app).phase is Phase.DECISION else "enter")
        assert table_of(app).phase is Phase.BETS

    play(tmp_path, script)


def test_an_unfinished_shoe_goes_only_when_that_is_meant(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "f", "r", "escape")
        assert table_of(app).shoes == 1
        await pilot.press("r", "enter")
        assert table_of(app).shoes == 2

    play(tmp_path, script)


def test_chips_are_whole_chips_of_the_table(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "1", "plus", "plus")
        assert table_of(app).on_the_felt == 6_000

    play(tmp_path, script, Open(seed=7, chip=3_000), bankroll=10_000)


def test_a_felt_with_more_bets_than_room_scrolls(tmp_path: Path) -> None:
    many = tuple(bet.key for bet in door.registered() if not bet.offered and not bet.drawn)

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", *["down"] * 9)
        for part in app.screen.query("#top, #deal, #felt, #rack, #roads, #keys"):
            assert app.screen.region.contains_region(part.region)
        felt = app.screen.query_one(Felt)
        await pilot.pause()
        assert felt.place(felt.spot) is not None
        assert felt.place("banker") is not None
        assert "▲" in shown(app)
        assert "▼" in shown(app)
        assert app.screen.query_one("#roads").region.height >= 7

    play(tmp_path, script, Open(seed=7, bets=many))


def test_ctrl_c_leaves_from_any_sheet_and_keeps_the_table(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "s", "ctrl+c")
        assert app.return_value is not None
        assert "resumes" in app.return_value

    play(tmp_path, script)
    file = ActFile(sittings(tmp_path)[-1])
    assert Sitting(file).table.on_the_felt == 20
    file.close()


def test_where_nothing_can_be_saved_the_guest_may_play_unsaved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_read_only(_: ActFile) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(ActFile, "_open", is_read_only)

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter")
        assert isinstance(app.screen, KeyQuestion)
        assert "the disk is read-only" in " ".join(app.screen.lines)
        await pilot.press("enter", "escape", "plus", "enter")
        assert table_of(app).coups == 1
        await pilot.press("q", "enter")
        assert app.return_value is not None
        assert app.return_value.startswith("Thank you")

    play(tmp_path, script)
    assert sittings(tmp_path) == []
