"""A guest who presses whatever comes to hand: the table stands, and keeps its books."""

import random
from pathlib import Path

import pytest
from pilot import LARGE, SMALL, play
from textual.pilot import Pilot

from baccarat.base.words import LANGUAGES
from baccarat.core.games import GAMES
from baccarat.table import fold
from baccarat.table.acts import Open
from baccarat.table.saving import ActFile, sittings
from baccarat.table.sitting import Sitting
from baccarat.tui.app import TableApp

KEYS = (
    "enter space left right up down h j k l plus minus 1 2 3 4 5 6 u c p d f b r v z w s g t o a "
    "y x question_mark escape backspace home end tab enter enter p plus"
).split()
PRESSED = 90
SIZES = (SMALL, (60, 20), (100, 30), LARGE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 9))]
)
def test_no_row_of_keys_and_clicks_upsets_the_table(number: int, tmp_path: Path) -> None:
    fingers = random.Random(number)
    size = fingers.choice((SMALL, LARGE))

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter")
        for _ in range(PRESSED):
            await pilot.press(fingers.choice(KEYS))
            columns, rows = app.size
            if fingers.random() < 0.05:
                place = fingers.randrange(columns), fingers.randrange(rows)
                await pilot.click(offset=place, button=fingers.choice((1, 3)))
            if fingers.random() < 0.03:
                await pilot.resize_terminal(*fingers.choice(SIZES))
        assert app.sitting is not None
        assert app.file is not None
        app.file.close()
        table = app.sitting.table
        assert fold(app.sitting.chronicle.acts) == table
        assert table.bankroll + table.on_the_felt + table.house == table.bought

    opening = Open(GAMES[number % len(GAMES)].name, decks=fingers.choice((None, 1)), seed=number)
    play(
        tmp_path,
        script,
        opening,
        size,
        coach=number % 2 == 0,
        language=LANGUAGES[number % len(LANGUAGES)],
        pace=fingers.choice(("fast", "usual")),
    )
    file = ActFile(sittings(tmp_path)[-1])
    try:
        assert Sitting(file).note is None
    finally:
        file.close()
