"""Requests to tables and boards that nobody thought of: none makes the server fail."""

from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import given
from schemathesis import GenerationMode
from troubled_store import closed_stores
from web.salon import ASKS_FOR_KEYS, Salon
from web.strange_requests import answer_to, tries

from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import MEDIA_TYPE


@cache
def operations() -> dict[str, Any]:
    with closed_stores():
        schema = schemathesis.openapi.from_dict(Salon().app.openapi())
    found: Any = schema.get_all_operations()
    every = {result.ok().label: result.ok() for result in found}
    return {name: one for name, one in every.items() if "/tables" in name or "/boards" in name}


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", list(operations()))
def test_no_request_makes_the_server_fail(label: str, mode: GenerationMode) -> None:
    salon = Salon()
    salon.ready("Ann")
    salon.act(1, "deal", free=True)
    salon.call("POST", "/boards", {"name": "Table 3"})
    salon.http.headers["Baccarat-Guest"] = salon.tokens["1 Ann"]

    @tries(5)
    @given(case=operations()[label].as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        if mode is GenerationMode.POSITIVE:  # most numbers are of no table
            case.path_parameters.update(dict.fromkeys(case.path_parameters, 1))
        answer = answer_to(salon.http, case)
        assert answer.status_code < 500, answer.text
        if answer.status_code != 200:
            assert answer.headers["content-type"] == MEDIA_TYPE, answer.text

    ask()


def test_every_address_is_tried() -> None:
    assert len(operations()) == 17


def test_every_address_tells_of_its_problems_as_they_are() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    told = salon.app.openapi()
    for path, ways in told["paths"].items():
        for way, operation in ways.items():
            others = {status for status in operation["responses"] if status[0] != "2"}
            assert others == {"default"}, (way, path)
            assert [*operation["responses"]["default"]["content"]] == [MEDIA_TYPE], (way, path)
    assert "HTTPValidationError" not in told["components"]["schemas"]
    for wrong in ({}, {"key": 5}, {"key": "bac_host_x"}):
        assert salon.call("POST", "/login", wrong).headers["content-type"] == MEDIA_TYPE


def test_it_is_told_how_a_key_and_the_token_of_a_guest_are_sent() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    told = salon.app.openapi()
    key, guest = (told["components"]["securitySchemes"][name] for name in ("key", "guest"))
    assert {"key": [], "guest": []} in told["security"]
    headers = {"Authorization": f"{key['scheme']} {salon.new_key(Level.HOST)}"}

    def ask(**body: Any) -> Any:
        path = "/api/v1/tables/1/acts" if "act" in body else "/api/v1/tables"
        return salon.http.post(path, json=body, headers=headers).json()

    ask(seats=5)
    token = ask(act="sit", guest="Ann", bankroll=100)["token"]
    salon.http.cookies.clear()
    assert (guest["type"], guest["in"]) == ("apiKey", "header")
    headers[guest["name"]] = token
    assert ask(act="buy", coins=5)["view"]["bankroll"] == 105
