"""Answers held to the schemas of the docs, for tests that are not in test_json.py."""

import json
from typing import Any

from checkout import ROOT
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

FOLDER = ROOT / "docs" / "schemas"


def complaints(name: str, told: object) -> list[str]:
    """What a schema has to say against an answer."""
    found = {path.name: json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.json")}
    resources = [(file, Resource.from_contents(schema)) for file, schema in found.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    checker = Draft202012Validator(found[f"{name}.json"], registry=registry)
    return [fault.message for fault in checker.iter_errors(told)]
