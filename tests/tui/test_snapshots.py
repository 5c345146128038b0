"""Every screen of the terminal table as it was looked at, in each language and four sizes.

After a change that is meant, `PYTHONPATH=tests python tests/tui/test_snapshots.py` writes all
snapshots anew (with words behind it, those that have one of them in their name: `fr 80x24`). The
difference is then to be read, and the pictures of screen_picture.py are looked at.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from checkout import ROOT
from pilot import rows
from rich.cells import cell_len
from tui.screen_tour import SIZES, tour

from baccarat.base.words import LANGUAGES
from baccarat.tui.app import TableApp

FOLDER = ROOT / "tests" / "golden" / "screens"
CASES = [(language, size) for language in LANGUAGES for size in SIZES]
ALWAYS = [("en", SIZES[0])]
"""The others are looked at in the long run."""
AGAIN = "run `PYTHONPATH=tests python tests/tui/test_snapshots.py` and read the difference"


def file_of(language: str, size: tuple[int, int]) -> Path:
    return FOLDER / f"{language}-{size[0]}x{size[1]}.txt"


def snapshots(folder: Path, language: str, size: tuple[int, int]) -> str:
    """A tour through all screens, each under its title."""
    pictures: list[str] = []

    def snap(title: str, app: TableApp) -> None:
        lines = [row.rstrip() for row in rows(app)]
        assert len(lines) == size[1]
        assert all(cell_len(line) <= size[0] for line in lines)
        pictures.append("\n".join([f"===== {title}", *lines]))

    tour(folder, snap, language=language, size=size)
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
    assert found == wanted, AGAIN


@pytest.mark.parametrize(("language", "size"), CASES)
def test_no_english_is_left_in_another_language(language: str, size: tuple[int, int]) -> None:
    """Sentences of the rooms below, of which at least these once came to every screen."""
    text = file_of(language, size).read_text("utf-8")
    english = (
        "Nobody can tell",
        "No chip",
        "no third card",
        "confidence interval",
        "the equilibrium",
    )
    for phrase in english:
        assert bool(re.search(phrase, text)) == (language == "en"), phrase


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for language, size in CASES:
        path = file_of(language, size)
        if len(sys.argv) == 1 or any(word in path.name for word in sys.argv[1:]):
            with TemporaryDirectory() as folder:
                path.write_text(snapshots(Path(folder), language, size), "utf-8")
