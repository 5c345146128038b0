"""The client in JavaScript, run in Chromium."""

import base64
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from chromium import open_page
from plain_events import plainly
from playwright.sync_api import Page

import baccarat

MODULE = Path(baccarat.__file__).parent / "web" / "static" / "client.js"


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with open_page() as page:
        code = base64.b64encode(MODULE.read_bytes()).decode()
        page.evaluate(
            "async code => { window.ours = await import(`data:text/javascript;base64,${code}`) }",
            code,
        )
        yield page


PARTS = [
    *(b"data", b"event", b"id", b"retry", b"data: ", b":", b": ", b" ", b"7", b"x", b"\0"),
    *(b"\r", b"\n", b"\r\n", b"\n\n", b"\xc3", b"\xff"),
    *("é".encode(), "\ufeff".encode(), "\u2028".encode()),
]


def test_it_reads_streams_as_the_standard_says_wherever_the_bytes_are_cut(page: Page) -> None:
    chance = random.Random(7)
    streams = []
    for _ in range(600):
        whole = b"".join(chance.choices(PARTS, k=chance.randrange(40))) + b":"
        cuts = sorted(chance.choices(range(len(whole) + 1), k=chance.randrange(8)))
        places = [0, *cuts, len(whole)]
        streams.append([whole[a:b] for a, b in pairwise(places)])
    found = page.evaluate(
        """streams => streams.map(chunks => {
            const reader = new ours.EventReader();
            const bytes = chunk => Uint8Array.from(chunk);
            return chunks.flatMap(chunk => [...reader.feed(bytes(chunk))]);
        })""",
        [[list(chunk) for chunk in chunks] for chunks in streams],
    )
    for chunks, events in zip(streams, found, strict=True):
        expected = plainly(b"".join(chunks))[0]
        assert [(one["kind"], one["data"], one["id"]) for one in events] == [
            (one.kind, one.data, one.last_id) for one in expected
        ]
    assert sum(map(len, found)) >= 60
