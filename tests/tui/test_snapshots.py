"""Every screen of the terminal table as it was looked at, in each language and two sizes.

After a change that is meant, `python tests/test_tui_snapshots.py` writes the snapshots anew; the
difference is then to be read, as a guest would see it.
"""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from pilot import LARGE, SMALL, is_counting, play, rows, table_of, until
from textual.pilot import Pilot

from baccarat.table import Phase
from baccarat.table.acts import Open
from baccarat.tui.app import TableApp
from baccarat.words import LANGUAGES

FOLDER = Path(__file__).parents[1] / "golden" / "screens"
CASES = [(language, size) for language in LANGUAGES for size in (SMALL, LARGE)]
ALWAYS = [("en", SMALL), ("en", LARGE), ("fr", SMALL), ("ja", LARGE), ("zh-hans", SMALL)]
"""The others are looked at in the long run."""


def file_of(language: str, size: tuple[int, int]) -> Path:
    return FOLDER / f"{language}-{size[0]}x{size[1]}.txt"


def snapshots(folder: Path, language: str, size: tuple[int, int]) -> str:
    """A tour through all screens, each under its title."""
    pictures: list[str] = []

    def snap(title: str, app: TableApp) -> None:
        lines = [row.rstrip() for row in rows(app)]
        assert len(lines) <= size[1]
        pictures.append("\n".join([f"===== {title}", *lines]))

    async def punto_banco(app: TableApp, pilot: Pilot[str]) -> None:
        snap("the start", app)
        await pilot.press("enter")
        snap("the cut", app)
        await pilot.press("left", "enter")
        snap("the burn card", app)
        await pilot.press("enter")
        snap("a refusal", app)
        await pilot.press("4", "plus", "right", "1", "plus", "enter")
        snap("a coup that was paid", app)
        for key, title in (
            ("w", "why"),
            ("s", "statistics"),
            ("g", "the roads"),
            ("question_mark", "help"),
        ):
            await pilot.press(key)
            snap(title, app)
            await pilot.press("escape")
        for _ in range(6):
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
        await pilot.press("a", "enter", "l", "l")
        snap("a replay", app)
        await pilot.press("q", "p", "q")
        await until(pilot, lambda: not is_counting(app))
        snap("the report", app)

    async def chemin_de_fer(app: TableApp, pilot: Pilot[str]) -> None:
        snap("chemin de fer: the start", app)
        await pilot.press("enter", "escape", "plus", "enter")
        while table_of(app).phase is not Phase.DECISION:
            await pilot.press("p", "enter")
        snap("chemin de fer: a decision", app)
        await pilot.press("d")
        snap("chemin de fer: what it cost", app)

    play(folder / "punto-banco", punto_banco, size=size, language=language)
    opening = Open("chemin-de-fer", bets=("banker:1-5%",), seed=7)
    play(folder / "chemin-de-fer", chemin_de_fer, opening, size, language=language, coach=True)
    return "\n".join(pictures) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "size"),
    [pytest.param(*case, marks=[pytest.mark.long] * (case not in ALWAYS)) for case in CASES],
)
def test_every_screen_is_as_it_was_looked_at(
    language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    wanted = file_of(language, size).read_text("utf-8").split("===== ")
    found = snapshots(tmp_path, language, size).split("===== ")
    assert found == wanted, "run `python tests/test_tui_snapshots.py` and read the difference"


@pytest.mark.parametrize(("language", "size"), CASES)
def test_no_english_is_left_in_another_language(language: str, size: tuple[int, int]) -> None:
    """Sentences of the rooms below, of which at least these once came to every screen."""
    text = file_of(language, size).read_text("utf-8")
    english = ("Nobody can tell", "no bets", "no third card", "confidence", "the equilibrium")
    for phrase in english:
        assert bool(re.search(phrase, text)) == (language == "en"), phrase


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for language, size in CASES:
        with TemporaryDirectory() as folder:
            file_of(language, size).write_text(snapshots(Path(folder), language, size), "utf-8")
