"""Questions that nobody thought of: schemathesis reads our OpenAPI and asks what it allows."""

from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import given
from jsonschema import Draft202012Validator
from schemathesis import GenerationMode
from web.strange_requests import answer_to, tries
from web_client import client_of, library_app

from baccarat.web.gate.problems import MEDIA_TYPE


@cache
def operations() -> dict[str, Any]:
    schema = schemathesis.openapi.from_dict(library_app().openapi())
    found: Any = schema.get_all_operations()
    return {result.ok().label: result.ok() for result in found}


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", list(operations()))
def test_no_question_makes_the_server_fail(label: str, mode: GenerationMode) -> None:
    operation = operations()[label]
    if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query):
        return  # a name in the path cannot be wrong by its shape

    @tries(8)
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        if isinstance(case.body, dict):
            case.body.pop("all_bets", None)  # it takes a second, and has tests of its own
        answer = answer_to(client, case)
        assert answer.status_code < 500, answer.text
        if answer.status_code == 200:
            shape = operation.definition.raw["responses"]["200"]["content"]["application/json"]
            Draft202012Validator(shape["schema"]).validate(answer.json())
        else:
            assert answer.headers["content-type"] == MEDIA_TYPE

    with client_of(library_app()) as client:
        ask()
