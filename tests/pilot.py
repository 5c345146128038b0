"""A terminal that nobody sees, with a guest who follows a script; for the tests of the screens."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from html import unescape
from pathlib import Path

from rich.cells import cell_len
from textual.pilot import Pilot

from baccarat.table import Table
from baccarat.table.acts import Act, Open
from baccarat.table.choices import Wishes
from baccarat.tui.app import TableApp
from baccarat.tui.screens.sheets import ModalSheet
from baccarat.tui.screens.table_screen import TableScreen
from baccarat.tui.sitting_places import SittingPlace
from baccarat.words import Words

SMALL, LARGE = (80, 24), (140, 40)
COLUMN = 12.2
"""How wide a character is in the picture of a screen."""
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
) -> None:
    """Sit down in a terminal that nobody sees, and follow a script."""
    wishes = Wishes(opening or Open(seed=7), bankroll, coach)
    words = Words.of(language, is_ascii)
    app = TableApp(wishes, words, folder=folder, place=place, pace=pace, replayed=replayed)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await script(app, pilot)

    asyncio.run(run())


def rows(app: TableApp) -> list[str]:
    """What the screen shows, row by row."""
    return rows_of(app.export_screenshot())


def rows_of(picture: str) -> list[str]:
    """What a picture of a screen shows, row by row."""
    found: dict[int, str] = {}
    text = r'<text[^>]* x="([\d.]+)"[^>]*clip-path="url\(#[\w-]*line-(\d+)\)"[^>]*>([^<]*)<'
    for x, line, run in re.findall(text, picture):
        before = found.get(int(line), "")
        gap = round(float(x) / COLUMN) - cell_len(before)
        found[int(line)] = before + " " * gap + unescape(run).replace("\xa0", " ").rstrip("\n")
    return [found.get(line, "") for line in range(max(found) + 1)]


def shown(app: TableApp) -> str:
    return "\n".join(rows(app))


def table_of(app: TableApp) -> Table:
    assert app.sitting is not None
    return app.sitting.table


def is_counting(app: TableApp) -> bool:
    """Whether the screen waits for the coach; to look at a picture of it would take longer."""
    screen = app.screen
    if isinstance(screen, TableScreen):
        return screen.advice is None or screen.advice.cost is None
    assert isinstance(screen, ModalSheet)
    return screen.words("say.counting") in screen.lines


async def until(pilot: Pilot[str], is_so: Callable[[], bool]) -> None:
    """Wait for what another thread works out."""
    for _ in range(PATIENCE):
        if is_so():
            return
        await pilot.pause(0.1)
    raise AssertionError(
        "it never came to the screen:\n" + "\n".join(rows_of(pilot.app.export_screenshot()))
    )
