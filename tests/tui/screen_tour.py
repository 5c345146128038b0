"""A tour through every screen of the terminal table, for its snapshots and its pictures."""

from collections.abc import Callable
from pathlib import Path

from pilot import is_counting, play, table_of, until
from textual.pilot import Pilot

from baccarat.table import Phase
from baccarat.table.acts import Open
from baccarat.tui.app import TableApp
from baccarat.tui.rooms import ROOMS

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

    async def punto_banco(app: TableApp, pilot: Pilot[str]) -> None:
        app.theme = theme
        await pilot.pause()
        snap("the start", app)
        await pilot.press("o")
        snap("the start: all choices", app)
        await pilot.press("o", "enter")
        snap("the cut", app)
        await pilot.press("left", "enter")
        snap("the burn card", app)
        await pilot.press("enter")
        snap("a refusal", app)
        await pilot.press("4", "plus", "right", "1", "plus")
        snap("bets", app)
        await pilot.press("enter")
        snap("a payout", app)
        for key, title in (
            ("w", "why"),
            ("s", "statistics"),
            ("g", "the roads"),
            ("i", "prices"),
            ("question_mark", "help"),
        ):
            await pilot.press(key)
            snap(title, app)
            await pilot.press("escape")
        for _ in range(coups):
            await pilot.press("p", "enter")
        await pilot.press("t")
        await until(pilot, lambda: not is_counting(app))
        await pilot.press("left", "right")
        snap("the coach", app)
        await pilot.press("o")
        await until(pilot, lambda: not is_counting(app))
        snap("a prediction", app)
        await pilot.press("escape", "z", "p", "enter", "enter")
        snap("a squeeze", app)
        while table_of(app).phase is Phase.SQUEEZE:
            await pilot.press("enter")
        snap("a turned card", app)
        await pilot.press("a", "enter", "l", "l")
        snap("a replay", app)
        await pilot.press("q", "p", "q")
        await until(pilot, lambda: not is_counting(app))
        snap("the report", app)

    async def chemin_de_fer(app: TableApp, pilot: Pilot[str]) -> None:
        app.theme = theme
        await pilot.pause()
        snap("chemin de fer: the start", app)
        await pilot.press("enter", "escape", "plus", "enter")
        while table_of(app).phase is not Phase.DECISION:
            await pilot.press("p", "enter")
        snap("chemin de fer: a decision", app)
        await pilot.press("d")
        snap("chemin de fer: what it cost", app)

    async def first_coup(app: TableApp, pilot: Pilot[str]) -> None:
        app.theme = theme
        await pilot.press("enter", "escape", "left")
        snap("the first coup: a spot", app)
        await pilot.press("plus")
        snap("the first coup: the cards", app)
        await pilot.press("enter")
        snap("the first coup: the payout", app)
        await pilot.press("left")
        snap("the first coup: the roads", app)

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
