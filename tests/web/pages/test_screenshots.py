"""Pages look as they did when somebody last looked at them.

`PYTHONPATH=tests python tests/web/pages/test_screenshots.py` takes the pictures anew; then somebody
looks at them. Another Chromium or other fonts draw letters otherwise: there nothing is compared.
"""

import json
import re
import subprocess
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from checkout import ROOT
from chromium import open_browser
from web.browser import Hall, Visit, open_hall
from web.page_pictures import PHONE, SCREEN, Evening

from baccarat.web.pages.static_files import STATIC

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
KEPT = ROOT / "tests" / "golden" / "pages"
MADE_WITH = KEPT / "made-with.json"
PAGES = ("table", "phone", "wall")
COUPS = 14
SMALL = 0.38
"""Small pictures show all that matters; none has more than 100 KB."""
TOLERANCE = 0.003
"""Share of the pixels that may differ: letters at their edges. A card has 0.013 of them."""
DIFFERING = """async (pictures) => {
  const [a, b] = await Promise.all(pictures.map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  }));
  if (a.width !== b.width || a.height !== b.height) return 1;
  let many = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const differs = (part) => Math.abs(a.data[at + part] - b.data[at + part]) > 32;
    if (differs(0) || differs(1) || differs(2)) many += 1;
  }
  return many / (a.width * a.height);
}"""


def differing(blank: "Page", one: bytes, other: bytes) -> float:
    """The share of pixels in which two pictures differ; the browser unpacks them."""
    found: float = blank.evaluate(DIFFERING, [b64encode(two).decode() for two in (one, other)])
    return found


def made_with(browser: "Browser") -> dict[str, object]:
    """What decides how letters look: the browser, and the fonts that it finds for our families."""
    colours = STATIC["colours.css"].read_text("utf-8")
    lists = re.findall(r"--(?:serif|sans): ([^;]+);", colours)
    names = [re.sub(r"[\"\s]+", " ", name).strip() for one in lists for name in one.split(",")]
    ask = ["fc-match", "--format", "%{family} %{fontversion} %{file|basename}", "--"]
    try:
        found = [subprocess.check_output([*ask, name], text=True) for name in names]
    except (OSError, subprocess.CalledProcessError) as trouble:
        return {"chromium": browser.version, "fonts": str(trouble)}
    return {"chromium": browser.version, "fonts": sorted(set(found))}


def take(evening: Evening) -> dict[str, "Page"]:
    """A coup that is paid, on a laptop and on a phone; and a wall."""
    evening.bets()
    evening.deal()
    phone = evening.show_table(PHONE, scale=1.5 * SMALL, theme="light", look="shapes", touch=True)
    table = evening.show_table(scale=SMALL, theme="dark")
    wall = evening.show(f"/tables/{evening.table}/wall", SCREEN, scale=SMALL, theme="dark")
    return {"table": table, "phone": phone, "wall": wall}


@pytest.fixture(scope="module")
def pages(browser: "Browser", hall: Hall) -> "dict[str, Page]":
    kept = json.loads(MADE_WITH.read_text("utf-8"))
    if (found := made_with(browser)) != kept:
        pytest.skip(f"kept pictures were made with {kept}, and this is {found}: not compared")
    return take(Evening(hall, Visit(browser, hall.url), COUPS))


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_it_was_kept(
    browser: "Browser", pages: "dict[str, Page]", name: str
) -> None:
    found, kept = pages[name].screenshot(), (KEPT / f"{name}.png").read_bytes()
    blank = browser.new_page()
    share = differing(blank, found, kept)
    blank.close()
    assert share <= TOLERANCE, (
        f"{share:.2%} of {name} look otherwise: "
        "run `PYTHONPATH=tests python tests/web/pages/test_screenshots.py` and look at the pictures"
    )


@pytest.mark.long
def test_a_card_that_is_missing_would_be_noticed(
    browser: "Browser", pages: "dict[str, Page]"
) -> None:
    page = pages["table"]
    before = page.screenshot()
    page.evaluate("() => document.querySelector('[data-card]').remove()")
    blank = browser.new_page()
    assert differing(blank, before, before) == 0
    assert differing(blank, before, page.screenshot()) > TOLERANCE
    blank.close()


def main() -> None:
    with TemporaryDirectory() as folder, open_browser() as browser, open_hall(Path(folder)) as hall:
        KEPT.mkdir(exist_ok=True)
        for name, page in take(Evening(hall, Visit(browser, hall.url), COUPS)).items():
            page.screenshot(path=KEPT / f"{name}.png")
        MADE_WITH.write_text(json.dumps(made_with(browser), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
