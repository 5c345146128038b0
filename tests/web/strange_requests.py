"""Requests that schemathesis makes of a schema: a few, and the same ones every time."""

from typing import Any

from httpx import Client, InvalidURL, Response
from hypothesis import HealthCheck, Phase, reject, settings


def tries(many: int) -> settings:
    """So many for one address."""
    return settings(
        max_examples=many,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def answer_to(client: Client, case: Any) -> Response:
    """What a server says to such a request; no client sends an address of 64 KB."""
    asked: dict[str, Any] = case.as_transport_kwargs(base_url="http://127.0.0.1")
    del asked["cookies"]
    if "data" in asked:
        asked["content"] = asked.pop("data")
    try:
        return client.request(**asked)
    except InvalidURL:
        reject()
