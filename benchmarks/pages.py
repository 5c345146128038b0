"""Pages in a browser: how soon the first one is there, what it weighs, how soon a click is drawn.

    python benchmarks/pages.py                 about a minute; --json for programs

It starts `baccarat serve` with a store of its own and the system's Chromium without a window, both
on this machine. Cards move as they do for guests; the layout is watched while they do.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep

import httpx
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from baccarat.client import Client

CLICKS, COUPS = 50, 20
LONG = 34
"""Milliseconds: a frame that takes longer is seen."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LAPTOP = {"width": 1440, "height": 900}
WATCHES = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value;
}).observe({ type: "layout-shift", buffered: true });
window.frames = [];
let last = 0;
requestAnimationFrame(function note(now) {
  if (document.body?.matches(".dealing")) { if (last) frames.push(now - last); last = now; }
  else last = 0;
  requestAnimationFrame(note);
});
"""
CLICK = """() => new Promise((drawn) => {
  const spot = document.querySelector("[data-spot=banker]");
  const stake = () => spot.querySelector(".mine[data-stake]")?.dataset.stake;
  const before = stake();
  const start = performance.now();
  const look = () => {
    if (stake() === before) requestAnimationFrame(look);
    else requestAnimationFrame(() => drawn(performance.now() - start));
  };
  spot.click();
  look();
})"""


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """A server of our own, and its address."""
    command = [sys.executable, "-m", "baccarat", "serve", "--port", "0"]
    command += ["--store", str(Path(folder) / "store.sqlite")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+?(?=/?\s|/$)", server.stdout.readline())
        assert found, "the server does not start"
        yield found[0]
    finally:
        server.terminate()
        server.wait()


@contextmanager
def browsing() -> Iterator[Browser]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        sys.exit("there is no Chromium: apt-get install --no-install-recommends chromium")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium's sandbox refuses root
    with sync_playwright() as playwright:
        args = ["--no-sandbox"] if is_root else []
        yield playwright.chromium.launch(executable_path=path, args=args)


def first_page(browser: Browser, url: str) -> dict[str, float]:
    """From the line that the server prints to a lobby that is loaded."""
    start = perf_counter()
    page = browser.new_page(viewport=LAPTOP)
    page.goto(url, wait_until="load")
    took = perf_counter() - start
    page.context.close()
    return {"first page, ms": 1000 * took}


def weight(page: Page, url: str) -> float:
    """Kilobytes over the wire until the page and all that it loads are there."""
    wire, found = page.context.new_cdp_session(page), [0.0]
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda told: found.append(told["encodedDataLength"]))
    page.goto(url, wait_until="load")
    page.wait_for_timeout(500)
    return sum(found) / 1000


def clicks(page: Page) -> dict[str, float]:
    """From a click on a spot to the frame that has its chip."""
    page.check("[name=chip][value='1']", force=True)
    found = []
    for _ in range(CLICKS):
        found.append(page.evaluate(CLICK))
        page.wait_for_timeout(30)
    p50, p95 = np.percentile(found, (50, 95))
    return {"click to drawn, p50, ms": p50, "click to drawn, p95, ms": p95}


def coups(page: Page) -> dict[str, float]:
    """Frames and shifts of the layout while cards move."""
    page.evaluate("() => { shifts = 0; frames.length = 0; }")
    for coup in range(1, COUPS + 1):
        page.click("#next")
        page.wait_for_selector("body.dealing", timeout=5_000)
        page.wait_for_selector("body:not(.dealing)", timeout=60_000)
        page.wait_for_timeout(200)
        assert int(page.inner_text(".k-all dd")) == coup
    frames, shifts = page.evaluate("() => [frames, shifts]")
    long = sum(frame > LONG for frame in frames)
    return {
        "layout shift of a coup": shifts / COUPS,
        "frames while cards move": len(frames),
        f"frames over {LONG} ms, %": 100 * long / max(1, len(frames)),
        "longest frame, ms": max(frames, default=0),
    }


def wire(url: str, table: int) -> dict[str, float]:
    """Bytes that a watcher gets of each coup, pressed."""
    got: list[int] = []

    def listen() -> None:
        asked = f"{url}/live?watch=table/{table}:table"
        with httpx.stream("GET", asked, headers={"accept-encoding": "gzip"}, timeout=None) as told:
            for piece in told.iter_raw():
                got.append(len(piece))

    Thread(target=listen, daemon=True).start()
    sleep(1)
    found = []
    with Client(url) as client:
        for _ in range(COUPS):
            before = sum(got)
            client.table(table).deal(free=True)
            sleep(0.3)
            found.append(sum(got) - before)
    return {"wire of a coup, mean, KB": np.mean(found) / 1000, "wire, most, KB": max(found) / 1000}


def measure() -> dict[str, float]:
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, browsing() as browser, serving(folder) as url:
        found |= first_page(browser, url)
        with Client(url) as client:
            table = client.open_table(seats=3, seed=7)
            table.new_shoe()
            table.cut()
        page = browser.new_context(viewport=LAPTOP).new_page()
        page.add_init_script(WATCHES)
        address = f"{url}/tables/{table.number}"
        acts = f"{url}/api/v1/tables/{table.number}/acts"
        body = {"act": "sit", "guest": "Ann", "bankroll": 1_000}
        assert page.context.request.post(acts, data=body).ok
        found["table page in all, KB"] = weight(page, address)
        found |= clicks(page)
        page.keyboard.press("c")
        page.wait_for_timeout(500)
        found |= coups(page)
        page.context.close()
        found |= wire(url, table.number)
        browser.close()
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--json", action="store_true", help="as JSON")
    given = asked.parse_args()
    found = measure()
    if given.json:
        print(json.dumps(found))
        return
    for what, value in found.items():
        print(f"{what:32}{round(value, 4):10.4g}")


if __name__ == "__main__":
    main()
