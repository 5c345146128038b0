"""A terminal that nobody sees, with a guest who follows a script; for the tests of the screens."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual._compositor import LayoutUpdate
from textual.app import App
from textual.pilot import Pilot

from baccarat.base.words import Words
from baccarat.table import Table
from baccarat.table.acts import Act, Open
from baccarat.table.view.choices import Wishes
from baccarat.tui.app import TableApp
from baccarat.tui.saved_sittings import SittingPlace
from baccarat.tui.screens.sheets import ModalSheet
from baccarat.tui.screens.table.screen import TableScreen
from baccarat.tui.screens.table.view import TableView
from baccarat.tui.widgets.felt_grid import Felt

SMALL, LARGE = (80, 24), (140, 40)
PATIENCE = 600
"""Tenths of a second after which something is wrong."""
Script = Callable[[TableApp, Pilot[str]], Awaitable[None]]


def play(
    folder: Path,
    script: Script,
    opening: Open | None = None,
    size: tuple[int, int] = SMALL,
    *,
    bankroll: int = 1_000,
    coach: bool = False,
    language: str = "en",
    is_ascii: bool = False,
    pace: str = "fast",
    replayed: Sequence[Act] = (),
    place: SittingPlace | None = None,
    tour_seen: Path | None = None,
) -> None:
    """Sit down in a terminal that nobody sees, and follow a script."""
    wishes = Wishes(opening or Open(seed=7), bankroll, coach)
    words = Words.of(language, is_ascii)
    app = TableApp(
        wishes,
        words,
        folder=folder,
        place=place,
        pace=pace,
        replayed=replayed,
        tour_seen=tour_seen,
    )

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await script(app, pilot)

    asyncio.run(run())


def segments_of(app: App[Any]) -> list[list[Segment]]:
    """What the screen shows, row by row, with its styles."""
    # As App.export_screenshot has it, which takes ten times as long to write it as SVG.
    below = app._background_screens
    update = app.screen._compositor.render_update(full=True, screen_stack=below)
    assert isinstance(update, LayoutUpdate)
    return [[segment for strip in line for segment in strip] for line in update.strips]


def rows(app: App[Any]) -> list[str]:
    """What the screen shows, row by row."""
    return ["".join(segment.text for segment in row) for row in segments_of(app)]


def shown(app: TableApp) -> str:
    return "\n".join(rows(app))


def between(app: TableApp) -> str:
    """What stands between the hands, in one line."""
    screen = app.screen
    assert isinstance(screen, TableView)
    places = screen.places
    start, end = 2 + places.room.hand, places.cloth - 2 - places.room.hand
    lines = rows(app)[1 : 1 + places.head + places.room.deal]
    return " ".join(" ".join(columns(line, start, end) for line in lines).split())


def columns(line: str, start: int, end: int) -> str:
    """A part of a line by its columns, of which wide characters have two."""
    places = accumulate(map(cell_len, line), initial=0)
    return "".join(sign for sign, place in zip(line, places, strict=False) if start <= place < end)


def table_of(app: TableApp) -> Table:
    assert app.sitting is not None
    return app.sitting.table


async def press_spot(app: TableApp, pilot: Pilot[str], spot: str, button: int = 1) -> None:
    """Turn the wheel until a spot is seen, and press the mouse on it."""
    await pilot.pause()
    felt = app.screen.query_one(Felt)
    for _ in range(len(felt.names)):
        if felt.place(spot) is None:
            felt.post_message(events.MouseScrollDown(felt, 1, 1, 0, 1, 0, False, False, False))
            await pilot.pause()
    place = felt.place(spot)
    assert place is not None, f"{spot} is not on the felt"
    await pilot.click(Felt, offset=place, button=button)


def is_counting(app: TableApp) -> bool:
    """Whether the screen waits for the coach; to look at a picture of it would take longer."""
    screen = app.screen
    if isinstance(screen, TableScreen):
        return screen.coach.advice is None or screen.coach.advice.cost is None
    assert isinstance(screen, ModalSheet)
    return screen.words("say.counting") in screen.lines


async def until(pilot: Pilot[str], is_so: Callable[[], bool]) -> None:
    """Wait for what another thread works out."""
    for _ in range(PATIENCE):
        if is_so():
            return
        await pilot.pause(0.1)
    raise AssertionError("it never came to the screen:\n" + "\n".join(rows(pilot.app)))
