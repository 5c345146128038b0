"""The pictures of the docs: each is a real run, drawn anew and compared.

`PYTHONPATH=tests python tests/tui/test_pictures.py` draws them; then somebody looks at them.
"""

import re
import unicodedata
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from checkout import ROOT
from pilot import LARGE, Script, is_counting, play, press_spot, table_of, until
from textual.pilot import Pilot
from tui.screen_picture import HIGH, WIDE, boxes_of, cells_of, draw

from baccarat.table import Phase
from baccarat.table.acts import Open
from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.terminal_look import Look

FOLDER = ROOT / "docs" / "_static"


async def sit_a_while(app: TableApp, pilot: Pilot[str]) -> None:
    """Fifty-four coups on Banker; then kings come, and five bets lie there."""
    await pilot.press("enter", "escape", "t", "3", "plus", "enter")
    for _ in range(53):
        await pilot.press("p", "enter")
    for chip, spot in (
        ("4", "banker"),
        ("3", "banker-pair"),
        ("3", "big"),
        ("2", "tie"),
        ("2", "perfect-pair"),
    ):
        await pilot.press(chip)
        await press_spot(app, pilot, spot)
    await pilot.press("4", "enter")
    await until(pilot, lambda: not is_counting(app))


async def squeeze(app: TableApp, pilot: Pilot[str]) -> None:
    app.theme = "day"
    await pilot.press("enter", "escape", "t", "3", "plus", "enter")
    for _ in range(43):
        await pilot.press("p", "enter")
    await pilot.press("4", "plus", "z", "enter", "t", "enter")
    await until(pilot, lambda: not is_counting(app))


async def decide(app: TableApp, pilot: Pilot[str]) -> None:
    app.theme = "safe"
    await pilot.press("enter", "escape", "4", "plus", "enter")
    while table_of(app).phase is not Phase.DECISION:
        await pilot.press("p", "enter")
    await until(pilot, lambda: not is_counting(app))


async def leave(app: TableApp, pilot: Pilot[str]) -> None:
    await pilot.press("enter", "escape", "3", "plus", "enter")
    for _ in range(59):
        await pilot.press("p", "enter")
    await pilot.press("q")
    await until(pilot, lambda: not is_counting(app))


SCRIPTS: dict[str, Script] = {
    "play": sit_a_while,
    "play-squeeze": squeeze,
    "play-chemin": decide,
    "play-report": leave,
}


SEEDS = {"play": 339, "play-squeeze": 320, "play-report": 339}


def draw_picture(name: str, folder: Path) -> str:
    """A picture of a real run."""
    language = "ja" if name == "play-squeeze" else "en"
    drawn: list[str] = []

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await SCRIPTS[name](app, pilot)
        drawn.append(draw(cells_of(app), language))

    is_chemin = name == "play-chemin"
    chemin = Open("chemin-de-fer", bets=("banker:1-5%",), seed=7)
    play(
        folder,
        script,
        chemin if is_chemin else Open(seed=SEEDS[name]),
        size=(100, 30) if is_chemin else LARGE,
        coach=is_chemin,
        language=language,
    )
    return drawn[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * (name != "play-chemin")) for name in SCRIPTS],
)
def test_a_picture_in_the_docs_shows_a_real_run(name: str, tmp_path: Path) -> None:
    picture = (FOLDER / f"{name}.svg").read_text("utf-8")
    is_same = picture == draw_picture(name, tmp_path)  # to show where they differ takes too long
    assert is_same, "run `PYTHONPATH=tests python tests/tui/test_pictures.py` and look at them"
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_blocks_fill_their_share_of_a_cell() -> None:
    """Eighths by the names that Unicode gives them."""
    parts = {"ONE": 1, "THREE": 3, "FIVE": 5, "SEVEN": 7, "HALF": 4, "FULL": 8, "QUADRANT": 2}
    parts |= {"LOWER ONE QUARTER": 2, "LOWER THREE QUARTERS": 6, "LEFT ONE QUARTER": 2}
    parts |= {"LEFT THREE QUARTERS": 6}
    for char in "▀▄▌▐█▁▂▃▅▆▇▏▎▍▋▊▉▔▕▖▗▘▝":
        said = max((name for name in parts if name in unicodedata.name(char)), key=len)
        area = sum(wide * high for _, _, wide, high in boxes_of(char))
        assert area * 8 == parts[said] * WIDE * HIGH, char


def test_a_picture_has_every_letter_at_its_place() -> None:
    canvas = Canvas(8, 2, Look())
    canvas.put(1, 0, "莊B", "#ff0000", bold=True)
    canvas.put(0, 1, "─╭○⠁█", "#00ff00")
    picture = draw(canvas.cells)
    assert re.findall(r"<text x=\"([^\"]*)\" y[^>]*>([^<]*)<", picture) == [("20 35", "莊B")]
    assert len(re.findall("#00ff00", picture)) == 3  # blocks and lines, strokes, dots


if __name__ == "__main__":
    for name in SCRIPTS:
        with TemporaryDirectory() as folder:
            (FOLDER / f"{name}.svg").write_text(draw_picture(name, Path(folder)), "utf-8")
