"""Requests to tables and boards that nobody thought of: none makes the server fail."""

from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from web.salon import Salon

from baccarat.web.problems import MEDIA_TYPE


@cache
def operations() -> dict[str, Any]:
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

    @settings(
        max_examples=5,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operations()[label].as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        if mode is GenerationMode.POSITIVE:  # most numbers are of no table
            case.path_parameters.update(dict.fromkeys(case.path_parameters, 1))
        asked = case.as_transport_kwargs(base_url="http://127.0.0.1")
        del asked["cookies"]
        if "data" in asked:
            asked["content"] = asked.pop("data")
        answer = salon.http.request(**asked)
        assert answer.status_code < 500, answer.text
        if answer.status_code != 200:
            assert answer.headers["content-type"] == MEDIA_TYPE, answer.text

    ask()


def test_every_address_is_tried() -> None:
    assert len(operations()) == 17
