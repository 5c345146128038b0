"""The system's own Chromium, for tests that need a browser."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@contextmanager
def open_page() -> Iterator[Page]:
    """An empty page; where no browser is installed the test says how to get one."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("there is no Chromium: apt-get install --no-install-recommends chromium")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium's sandbox refuses root
    with sync_playwright() as playwright:
        args = ["--no-sandbox"] if is_root else []
        browser = playwright.chromium.launch(executable_path=path, args=args)
        try:
            yield browser.new_page()
        finally:
            browser.close()
