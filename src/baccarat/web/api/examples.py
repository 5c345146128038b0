"""Examples of questions and answers for OpenAPI; the tests ask each and compare."""

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
"""By what the answer of an endpoint with examples is found."""
Responses = dict[int | str, dict[str, Any]]
KEY, GUEST = "key", "guest"
WHO_ASKS = {
    KEY: {
        "type": "http",
        "scheme": "bearer",
        "description": "A key, or the token of a session; on loopback none is needed.",
    },
    GUEST: {
        "type": "apiKey",
        "in": "header",
        "name": GUEST_HEADER.title(),
        "description": "The token that a guest got when they sat down.",
    },
}
"""How a caller says who they are; a browser has cookies instead."""
ANY_OF_THEM: list[dict[str, list[str]]] = [{}, {KEY: []}, {GUEST: []}, {KEY: [], GUEST: []}]


@cache
def examples() -> dict[str, Any]:
    """By endpoint: the shape of an answer, and questions with their answers by name."""
    folder = files("baccarat.web.api")
    found: dict[str, Any] = {}
    for file in FILES:
        found |= json.loads(folder.joinpath(file).read_bytes())
    return found


def bodies(endpoint: str) -> dict[str, Example]:
    """The questions that a body may ask, by name."""
    asked = examples()[endpoint]["examples"]
    return {name: {"summary": name, "value": example["asked"]} for name, example in asked.items()}


def documented(endpoint: str, *others: str) -> Responses:
    """How an endpoint answers: JSON with the answers to its examples, other content, problems."""
    known = examples()[endpoint]
    content: dict[str, Any] = {JSON: {"schema": known["schema"]}}
    content |= {kind: {"schema": {"type": "string"}} for kind in others}
    answer = {"description": known["about"], "content": content, MARK: endpoint}
    return {200: answer, "default": DOCUMENTED}


def describe(app: FastAPI) -> None:
    """Put who may ask, and the answers to the examples, into an app's OpenAPI.

    FastAPI would leave out each null of an answer.
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
