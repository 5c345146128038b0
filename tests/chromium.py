"""The system's own Chromium, for tests that need a browser."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "there is no Chromium: apt-get install --no-install-recommends chromium"


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser; where none is installed the test says how to get one."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        if os.environ.get("CI"):  # ./test has installed it there
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium's sandbox refuses root
    with sync_playwright() as playwright:
        args = ["--no-sandbox"] if is_root else []
        browser = playwright.chromium.launch(executable_path=path, args=args)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def open_page() -> Iterator[Page]:
    """An empty page of a browser of its own."""
    with open_browser() as browser:
        yield browser.new_page()
