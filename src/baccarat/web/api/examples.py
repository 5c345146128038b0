"""Examples of questions and answers for OpenAPI; tests compare each answer with the server's."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.models import Example

from baccarat.web.gate.callers import GUEST_HEADER
from baccarat.web.gate.problems import DOCUMENTED
from baccarat.web.gate.responses import JSON

FILES = ("library_examples.json", "table_examples.json", "run_examples.json")
MARK = "x-examples"
"""The key that marks the answer of an endpoint with examples, until the examples are added."""
Responses = dict[int | str, dict[str, Any]]
KEY, GUEST = "key", "guest"
WHO_ASKS = {
    KEY: {
        "type": "http",
        "scheme": "bearer",
        "description": "A key, or the token of a session. Loopback needs neither.",
    },
    GUEST: {
        "type": "apiKey",
        "in": "header",
        "name": GUEST_HEADER.title(),
        "description": "The token that the guest received on sitting down.",
    },
}
"""The ways to send a key or token; a browser sends cookies instead."""
ANY_OF_THEM: list[dict[str, list[str]]] = [{}, {KEY: []}, {GUEST: []}, {KEY: [], GUEST: []}]


@cache
def examples() -> dict[str, Any]:
    """For each endpoint, the JSON schema of its answer, and its examples by name."""
    folder = files("baccarat.web.api")
    found: dict[str, Any] = {}
    for file in FILES:
        found |= json.loads(folder.joinpath(file).read_bytes())
    return found


def bodies(endpoint: str) -> dict[str, Example]:
    """The example request bodies of an endpoint, by the names of the examples."""
    asked = examples()[endpoint]["examples"]
    return {name: {"summary": name, "value": example["asked"]} for name, example in asked.items()}


def documented(endpoint: str, *others: str) -> Responses:
    """The OpenAPI description of an endpoint's responses: content types, schema, problems."""
    known = examples()[endpoint]
    content: dict[str, Any] = {JSON: {"schema": known["schema"]}}
    content |= {kind: {"schema": {"type": "string"}} for kind in others}
    answer = {"description": known["about"], "content": content, MARK: endpoint}
    return {200: answer, "default": DOCUMENTED}


def describe(app: FastAPI) -> None:
    """Add the examples of answers, and the ways to send a key, to the OpenAPI text of an app.

    The answers are added here because FastAPI would leave out every null in them.
    """
    plain = app.openapi

    def described() -> dict[str, Any]:
        told = plain()
        told.setdefault("components", {})["securitySchemes"] = WHO_ASKS
        told["security"] = ANY_OF_THEM
        for operations in told["paths"].values():
            for operation in operations.values():
                answer = operation["responses"].get("200", {})
                if MARK in answer:
                    known = examples()[answer.pop(MARK)]["examples"]
                    answer["content"][JSON]["examples"] = {
                        name: {"summary": name, "value": each["answer"]}
                        for name, each in known.items()
                    }
        return told

    app.openapi = described  # type: ignore[method-assign]
