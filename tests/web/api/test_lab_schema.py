"""Requests to the laboratory that nobody thought of: none makes the server fail."""

from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import given
from schemathesis import GenerationMode
from troubled_store import closed_stores
from web.salon import Salon
from web.strange_requests import answer_to, tries

from baccarat.web.gate.problems import MEDIA_TYPE


@cache
def operations() -> dict[str, Any]:
    with closed_stores():
        schema = schemathesis.openapi.from_dict(Salon().app.openapi())
    found: Any = schema.get_all_operations()
    every = {result.ok().label: result.ok() for result in found}
    return {name: one for name, one in every.items() if "/runs" in name}


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", list(operations()))
def test_no_request_makes_the_server_fail(label: str, mode: GenerationMode) -> None:
    operation = operations()[label]
    if mode is GenerationMode.NEGATIVE and not (operation.body or operation.path_parameters):
        return  # nothing of it can be wrong
    salon = Salon()
    run = salon.call("POST", "/runs", {"kind": "simulate", "shoes": 5}).json()

    @tries(5)
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        if isinstance(case.body, dict):
            case.body.pop("all_bets", None)  # it takes a second
        if mode is GenerationMode.POSITIVE:
            case.path_parameters.update(dict.fromkeys(case.path_parameters, run["digest"]))
        answer = answer_to(salon.http, case)
        assert answer.status_code < 500, answer.text
        if answer.status_code not in (200, 202):
            assert answer.headers["content-type"] == MEDIA_TYPE, answer.text

    ask()


def test_every_address_is_tried() -> None:
    assert len(operations()) == 6
