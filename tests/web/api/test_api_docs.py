"""docs/api.md: each curl is asked, and the block below it is part of the answer."""

import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from checkout import ROOT
from httpx import Client
from web_client import client_of, library_app

from baccarat.web.api.library import router

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
VARIABLE = "$B"


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def asked(text: str) -> Iterator[tuple[str, str, str]]:
    """Each command of a section, with the kind and the text of the block below it."""
    blocks = list(BLOCK.finditer(text))
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        if block["kind"] == "sh":
            is_answer = after is not None and after["kind"] in ("json", "text")
            kind, answer = (after["kind"], after["text"]) if is_answer and after else ("", "")
            yield block["text"], kind, answer


EXAMPLES = [*asked(section("What the library answers")), *asked(section("Problems"))]


def ask(client: Client, command: str) -> Any:
    """Ask what a curl would: `curl -s URL [--json BODY] [-H HEADER]`."""
    program, quiet, url, *options = shlex.split(command)
    assert (program, quiet, url[:2]) == ("curl", "-s", VARIABLE)
    headers = {"Accept": "*/*"}
    body = None
    for option, value in zip(options[::2], options[1::2], strict=True):
        if option == "--json":
            body, headers["Content-Type"] = value, "application/json"
        else:
            assert option == "-H"
            name, _, said = value.partition(": ")
            headers[name] = said
    address = url.replace(VARIABLE, "/api/v1")
    if body is None:
        return client.get(address, headers=headers)
    return client.post(address, content=body.encode(), headers=headers)


def is_part(shown: Any, answer: Any) -> bool:
    """Whether all that is shown of an answer is in it."""
    if isinstance(shown, dict) and isinstance(answer, dict):
        return all(name in answer and is_part(shown[name], answer[name]) for name in shown)
    return bool(shown == answer)


@pytest.mark.parametrize(("command", "kind", "answer"), EXAMPLES)
def test_what_the_page_types_is_answered_as_it_shows(command: str, kind: str, answer: str) -> None:
    with client_of(library_app()) as client:
        found = ask(client, command)
    if kind == "json":
        assert is_part(json.loads(answer), found.json()), found.text
    elif kind == "text":
        assert found.text == answer
    else:
        assert found.text.startswith("<svg"), found.text


def test_the_page_names_every_address() -> None:
    for path, operations in library_app().openapi()["paths"].items():
        short = re.sub(r"/\{.*\}", "/", path.removeprefix(router.prefix))
        for method in operations:
            assert f"`{method.upper()} {short}" in PAGE


def test_a_page_that_is_wrong_would_be_found() -> None:
    assert len(EXAMPLES) >= 13
    assert not is_part({"a": {"b": 1}}, {"a": {"b": 2}})
    assert not is_part({"a": None}, {})
