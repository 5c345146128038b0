"""A tour through every screen of the terminal table, for its snapshots and its pictures."""

from collections.abc import Callable
from pathlib import Path

from pilot import is_counting, play, rows, table_of, until
from textual.pilot import Pilot

from baccarat.table import Phase
from baccarat.table.acts import Open
from baccarat.tui.app import TableApp
from baccarat.tui.sizes import ROOMS

SIZES = tuple((room.columns, room.rows) for room in ROOMS)
Snap = Callable[[str, TableApp], None]
"""Takes a screen under its title."""


def tour(
    folder: Path,
    snap: Snap,
    *,
    size: tuple[int, int] = SIZES[0],
    language: str = "en",
    theme: str = "green",
    is_ascii: bool = False,
    coups: int = 6,
) -> None:
    """Every screen, each under its title; the roads are those of so many coups."""

    async def look(title: str, app: TableApp, pilot: Pilot[str]) -> None:
        """Take the screen when nothing on it moves: a scroll bar is drawn a moment later."""
        seen = None
        while seen != (now := rows(app)):
            seen = now
            await pilot.pause()
        snap(title, app)

    async def punto_banco(app: TableApp, pilot: Pilot[str]) -> None:
        app.theme = theme
        await pilot.pause()
        await look("the start", app, pilot)
        await pilot.press("o")
        await look("the start: all choices", app, pilot)
        await pilot.press("o", "enter")
        await look("the cut", app, pilot)
        await pilot.press("left", "enter")
        await look("the burn card", app, pilot)
        await pilot.press("enter")
        await look("a refusal", app, pilot)
        await pilot.press("4", "plus", "right", "1", "plus")
        await look("bets", app, pilot)
        await pilot.press("enter")
        await look("a payout", app, pilot)
        for key, title in (
            ("w", "why"),
            ("s", "statistics"),
            ("g", "the roads"),
            ("i", "prices"),
            ("question_mark", "help"),
        ):
            await pilot.press(key)
            await look(title, app, pilot)
            await pilot.press("escape")
        for _ in range(coups):
            await pilot.press("p", "enter")
        await pilot.press("t")
        await until(pilot, lambda: not is_counting(app))
        await pilot.press("left", "right")
        await look("the coach", app, pilot)
        await pilot.press("o")
        await until(pilot, lambda: not is_counting(app))
        await look("a prediction", app, pilot)
        await pilot.press("escape", "z", "p", "enter", "enter")
        await look("a squeeze", app, pilot)
        while table_of(app).phase is Phase.SQUEEZE:
            await pilot.press("enter")
        await look("a turned card", app, pilot)
        await pilot.press("a", "enter", "l", "l")
        await look("a replay", app, pilot)
        await pilot.press("q", "p", "q")
        await until(pilot, lambda: not is_counting(app))
        await look("the report", app, pilot)

    async def chemin_de_fer(app: TableApp, pilot: Pilot[str]) -> None:
        app.theme = theme
        await pilot.pause()
        await look("chemin de fer: the start", app, pilot)
        await pilot.press("enter", "escape", "plus", "enter")
        while table_of(app).phase is not Phase.DECISION:
            await pilot.press("p", "enter")
        await look("chemin de fer: a decision", app, pilot)
        await pilot.press("d")
        await look("chemin de fer: what it cost", app, pilot)

    async def first_coup(app: TableApp, pilot: Pilot[str]) -> None:
        app.theme = theme
        await pilot.press("enter", "escape", "left")
        await look("the first coup: a spot", app, pilot)
        await pilot.press("plus")
        await look("the first coup: the cards", app, pilot)
        await pilot.press("enter")
        await look("the first coup: the payout", app, pilot)
        await pilot.press("left")
        await look("the first coup: the roads", app, pilot)

    play(folder / "one", punto_banco, size=size, language=language, is_ascii=is_ascii)
    opening = Open("chemin-de-fer", bets=("banker:1-5%",), seed=7)
    play(
        folder / "two",
        chemin_de_fer,
        opening,
        size,
        coach=True,
        language=language,
        is_ascii=is_ascii,
    )
    play(
        folder / "three",
        first_coup,
        size=size,
        language=language,
        is_ascii=is_ascii,
        tour_seen=folder / "tour-seen",
    )
