"""The phrases of the rule sheet (CONTRIBUTING.md, "Plain English") stand nowhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import ROOT

SHEET = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Plain English")[2]
[TABLE] = re.findall(r"^\| not \| but \|\n\|---\|---\|\n((?:\|.*\n)+)", SHEET, re.M)
PHRASES = [row.split("|")[1].strip() for row in TABLE.splitlines()]
KINDS = (".css", ".html", ".js", ".md", ".py", ".toml")
FOLDERS = ("docs", "examples", "notebooks", "src")
WORDS = {
    phrase: re.compile(r"\b" + r"\s+(?:#\s*)?".join(map(re.escape, phrase.split())), re.I)
    for phrase in PHRASES
}
"""A phrase may go over the end of a line, also of a comment; `reckon` covers `reckoned`."""


def texts() -> Iterator[tuple[Path, str]]:
    for page in ("CHANGELOG.md", "README.md", "SECURITY.md"):
        yield ROOT / page, (ROOT / page).read_text("utf-8")
    makers = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    yield ROOT / "CONTRIBUTING.md", makers.replace(TABLE, "")
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in KINDS and not {"_build", "vendor"} & {*path.parts}:
                yield path, path.read_text("utf-8")


@pytest.fixture(scope="module")
def every_text() -> list[tuple[Path, str]]:
    return list(texts())


@pytest.mark.parametrize("phrase", PHRASES)
def test_no_page_or_source_says(phrase: str, every_text: list[tuple[Path, str]]) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, place.start()) + 1}"
        for path, text in every_text
        for place in WORDS[phrase].finditer(text)
    ]
    assert not found, f"{phrase!r} stands in {', '.join(found)}: see CONTRIBUTING.md"


def test_a_phrase_is_seen_where_a_line_ends() -> None:
    assert WORDS["so many"].search("and so\n    # many of them")
    assert not WORDS["so many"].search("also many")
