"""The pictures of the docs: each is a real run, drawn anew and compared.

`PYTHONPATH=tests python tests/tui/test_pictures.py` draws them; then somebody looks at them.
"""

import re
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from pilot import COLUMN, LARGE, SMALL, Script, is_counting, play, rows_of, table_of, until
from rich.cells import cell_len
from textual.pilot import Pilot

from baccarat.table import Phase
from baccarat.table.acts import Open
from baccarat.tui.app import TableApp

FOLDER = Path(__file__).parents[2] / "docs" / "_static"
TEXT = r'(<text[^>]*)textLength="[\d.]+"([^>]*>)([^<]*)</text>'


async def sit_a_while(app: TableApp, pilot: Pilot[str]) -> None:
    """Forty coups on Banker and on a tie; then the coach is asked."""
    await pilot.press("enter", "escape", "3", "plus", "1", "right", "plus", "enter")
    for _ in range(39):
        await pilot.press("p", "enter")
    await pilot.press("t")
    await until(pilot, lambda: not is_counting(app))
    await pilot.press("left", "right")  # the coach's announcement makes room for the call


async def squeeze(app: TableApp, pilot: Pilot[str]) -> None:
    app.theme = "day"
    await pilot.press("enter", "escape", "4", "plus", "enter")
    for _ in range(14):
        await pilot.press("p", "enter")
    await pilot.press("p", "z", "enter", "enter")


async def decide(app: TableApp, pilot: Pilot[str]) -> None:
    app.theme = "safe"
    await pilot.press("enter", "escape", "4", "plus", "enter")
    while table_of(app).phase is not Phase.DECISION:
        await pilot.press("p", "enter")
    await pilot.press("d")


async def leave(app: TableApp, pilot: Pilot[str]) -> None:
    await pilot.press("enter", "escape", "3", "plus", "enter")
    for _ in range(59):
        await pilot.press("p", "enter")
    await pilot.press("q")
    await until(pilot, lambda: not is_counting(app))


def stretch(text: re.Match[str]) -> str:
    """Give wide characters their two columns, which the picture takes for one."""
    head, tail, said = text.groups()
    width = round(cell_len(unescape(said)) * COLUMN, 1)
    return f'{head}textLength="{width:g}"{tail}{said}</text>'


SCRIPTS: dict[str, Script] = {
    "play": sit_a_while,
    "play-squeeze": squeeze,
    "play-chemin": decide,
    "play-report": leave,
}


def draw_picture(name: str, folder: Path) -> str:
    """A picture of a real run, without fonts from elsewhere."""
    drawn: list[str] = []

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await SCRIPTS[name](app, pilot)
        drawn.append(app.export_screenshot(simplify=True))

    is_chemin = name == "play-chemin"
    play(
        folder,
        script,
        Open("chemin-de-fer", bets=("banker:1-5%",), seed=7) if is_chemin else None,
        size=LARGE if name == "play" else SMALL,
        coach=is_chemin,
        language="ja" if name == "play-squeeze" else "en",
    )
    picture = re.sub(TEXT, stretch, drawn[0])
    picture = re.sub(r"@font-face\s*\{.*?\}\s*|<!--.*?-->\s*", "", picture, flags=re.S)
    return re.sub(r"terminal-\d+", "t", picture).replace("font-family: Fira Code,", "font-family:")


@pytest.mark.slow
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_picture_in_the_docs_shows_a_real_run(name: str, tmp_path: Path) -> None:
    picture = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert rows_of(picture) == rows_of(draw_picture(name, tmp_path)), (
        "run `PYTHONPATH=tests python tests/tui/test_pictures.py` and look at the pictures"
    )
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


if __name__ == "__main__":
    for name in SCRIPTS:
        with TemporaryDirectory() as folder:
            (FOLDER / f"{name}.svg").write_text(draw_picture(name, Path(folder)), "utf-8")
