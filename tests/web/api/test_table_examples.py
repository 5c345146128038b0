"""The examples of tables and boards in our OpenAPI: each is asked for, in order, and compared.

`python -m web.api.test_table_examples` in this folder's parent writes them anew.
"""

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator
from web.salon import Salon

import baccarat.web
from baccarat.web.api.examples import examples

FILE = Path(baccarat.web.__file__).parent / "api" / "table_examples.json"
TIME = "2026-11-16T03:00:00.000Z"
"""Stands for every time."""


class Asked(NamedTuple):
    """One example: its endpoint, its name, and how it is asked for."""

    endpoint: str
    name: str
    method: str
    path: str
    body: dict[str, Any] | None = None
    guest: str = ""


SIT = {"act": "sit", "guest": "Ann", "bankroll": 1_000}
OPEN = {"name": "Salon", "seed": 7, "seats": 5, "most_money": 10_000, "clock": {"bets": None}}
BOARD = {"name": "Table 3", "decks": 8}
ACTS, BOARD_ACTS = "/tables/1/acts", "/boards/1/acts"
IN_ORDER = (
    Asked("open table", "a seeded table of five seats", "POST", "/tables", OPEN),
    Asked("table act", "a guest sits down", "POST", ACTS, SIT),
    Asked("table act", "the dealer brings a new shoe", "POST", ACTS, {"act": "shoe"}),
    Asked("table act", "the guest cuts it", "POST", ACTS, {"act": "cut", "at": 100}, "Ann"),
    Asked(
        "table act",
        "the guest bets",
        "POST",
        ACTS,
        {"act": "bet", "wagers": "banker=100 tie=5", "number": 6},
        "Ann",
    ),
    Asked("table act", "the dealer deals", "POST", ACTS, {"act": "deal", "number": 8}),
    Asked("tables", "one table", "GET", "/tables"),
    Asked("table", "all of it, as the guest sees it", "GET", "/tables/1", None, "Ann"),
    Asked("table", "what is new since act 7", "GET", "/tables/1?since=7&as=spectator"),
    Asked("shoes", "one shoe", "GET", "/tables/1/shoes"),
    Asked("shoe", "the first shoe so far", "GET", "/tables/1/shoes/1", None, "Ann"),
    Asked("table roads", "after one coup", "GET", "/tables/1/roads"),
    Asked("table statistics", "after one coup", "GET", "/tables/1/statistics"),
    Asked("report", "after one coup", "GET", "/tables/1/report", None, "Ann"),
    Asked("close table", "the host closes it", "DELETE", "/tables/1"),
    Asked("open board", "a board for a real table", "POST", "/boards", BOARD),
    Asked("board act", "a result", "POST", BOARD_ACTS, {"act": "result", "said": "B"}),
    Asked(
        "board act", "with cards", "POST", BOARD_ACTS, {"act": "result", "said": "Kh 5c 8h | 9d 4s"}
    ),
    Asked(
        "board act",
        "a mistake is corrected",
        "POST",
        BOARD_ACTS,
        {"act": "correct", "coup": 1, "said": "P 9-7 +P"},
    ),
    Asked("boards", "one board", "GET", "/boards"),
    Asked("board", "two coups", "GET", "/boards/1"),
    Asked("board record", "two coups", "GET", "/boards/1/record"),
    Asked("board roads", "two coups", "GET", "/boards/1/roads"),
    Asked("board statistics", "two coups", "GET", "/boards/1/statistics"),
)
NUMBERS = {"number": "integer", "since": "integer", "view": "object"}
OF_TABLE = {"table": "integer", **NUMBERS}
OF_BOARD = {"board": "integer", **NUMBERS}
SHAPES: dict[str, tuple[str, dict[str, str]]] = {
    "open table": ("The table, as its host sees it.", OF_TABLE),
    "table act": ("The table after the act, as its author sees it.", OF_TABLE),
    "tables": ("The tables that you may look at.", {"tables": "array", "damaged": "array"}),
    "table": ("The table as you may see it.", OF_TABLE),
    "shoes": ("Every shoe so far.", {"shoes": "array"}),
    "shoe": ("A shoe, coup by coup.", {"game": "string", "entries": "array"}),
    "table roads": ("The five roads.", {"coups": "integer", "roads": "object"}),
    "table statistics": ("The statistics.", {"coups": "integer"}),
    "report": (
        "The guest's report.",
        {"guest": "string", "bankroll": "integer", "shoe": "object"},
    ),
    "close table": ("The closed table.", OF_TABLE),
    "open board": ("The board.", OF_BOARD),
    "board act": ("The board after the act.", OF_BOARD),
    "boards": ("The boards.", {"boards": "array", "damaged": "array"}),
    "board": ("Everything that a wall shows.", OF_BOARD),
    "board record": ("The present shoe.", {"game": "string", "entries": "array"}),
    "board roads": ("The five roads.", {"coups": "integer", "roads": "object"}),
    "board statistics": ("The statistics.", {"coups": "integer"}),
}


def ask_all() -> dict[str, Any]:
    """The examples with the answers that a new server gives."""
    salon = Salon()
    found: dict[str, Any] = {}
    for asked in IN_ORDER:
        about, fields = SHAPES[asked.endpoint]
        token = salon.tokens.get(asked.guest, "")
        answer = salon.call(asked.method, asked.path, asked.body, token=token)
        assert answer.status_code == 200, (asked, answer.text)
        told = without_times(answer.json())
        salon.tokens[told.get("guest", "")] = told.get("token", "")
        schema = {
            "type": "object",
            "required": list(fields),
            "properties": {name: {"type": kind} for name, kind in fields.items()},
        }
        known = found.setdefault(asked.endpoint, {"about": about, "schema": schema, "examples": {}})
        known["examples"][asked.name] = {"asked": asked.body, "answer": told}
    return found


def without_times(told: Any) -> Any:
    if isinstance(told, dict):
        return {n: TIME if n == "time" else without_times(value) for n, value in told.items()}
    return [without_times(one) for one in told] if isinstance(told, list) else told


def test_every_example_is_answered_as_our_openapi_says() -> None:
    found = ask_all()
    for endpoint, told in found.items():
        assert examples()[endpoint] == told, endpoint
        for example in told["examples"].values():
            Draft202012Validator(told["schema"]).validate(example["answer"])


def test_every_address_of_tables_and_boards_has_a_description_and_an_example() -> None:
    found = Salon().app.openapi()["paths"]
    ours = {path: found[path] for path in found if "/tables" in path or "/boards" in path}
    assert len(ours) == 14
    for path, methods in ours.items():
        for method, told in methods.items():
            assert told["description"], (method, path)
            answer = told["responses"]["200"]["content"]["application/json"]
            assert answer["examples"], (method, path)
            if "requestBody" in told:
                asked = told["requestBody"]["content"]["application/json"]
                assert asked["examples"].keys() == answer["examples"].keys()
            assert "default" in told["responses"], (method, path)


if __name__ == "__main__":
    FILE.write_text(json.dumps(ask_all(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    sys.stdout.write(f"{FILE} is written\n")
