"""docs/api-tables.md: each curl is asked in order, and the block below it is part of the answer."""

import json
import re
from typing import Any

from checkout import ROOT
from web.api.test_api_docs import ask, asked, is_part
from web.salon import API, Salon

DOCS = ROOT / "docs"
PAGE = (DOCS / "api-tables.md").read_text("utf-8")
EXAMPLES = [one for one in asked(PAGE) if one[0].startswith("curl")]


def test_what_the_page_types_is_answered_as_it_shows() -> None:
    salon = Salon()
    token = ""
    for command, kind, answer in EXAMPLES:
        found = ask(salon.http, command.replace("$T", token))
        salon.http.cookies.clear()
        if kind == "json":
            assert is_part(json.loads(answer), found.json()), (command, found.text)
            token = found.json().get("token", token)
        elif kind == "text":
            assert found.text.startswith(answer), found.text
        else:
            assert found.status_code == 200, (command, found.text)
    assert len(EXAMPLES) == 13


def test_the_page_names_every_address_and_every_act() -> None:
    paths: dict[str, Any] = Salon().app.openapi()["paths"]
    for path, operations in paths.items():
        if "/tables" in path or "/boards" in path:
            short = re.sub(r"\{\w+\}", "1", path.removeprefix("/api/v1"))
            for method in operations:
                is_told = f"`{method.upper()} {short}`" in PAGE or f"$B{short} " in PAGE
                assert is_told, (method, short)


def test_openapi_lies_where_the_page_says() -> None:
    page = (DOCS / "api.md").read_text("utf-8")
    assert f"`{API}/openapi.json`" in page
    salon = Salon()
    assert salon.get("/openapi.json") == salon.app.openapi()
