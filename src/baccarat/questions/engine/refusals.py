"""Errors of the library as JSON, which one process writes and another process reads.

write_refusal(error)         {"kind": "CoupError", "made_of": [...]}
read_refusal(refusal)        the same error; its sentence can still be translated
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from baccarat.base import errors
from baccarat.base.errors import BaccaratError, BadBet, UnknownName
from baccarat.base.sentences import Sentence
from baccarat.core.cards import Card


def write_refusal(error: BaccaratError) -> dict[str, Any]:
    """An error as JSON; a plug-in's own class of error becomes `BadBet`."""
    if type(error).__module__ != BaccaratError.__module__:
        error = BadBet(error.said)
    parts = error.__reduce__()[1] if isinstance(error, UnknownName) else (error.said,)
    return {"kind": type(error).__name__, "made_of": [_write(part) for part in parts]}


def read_refusal(refusal: Mapping[str, Any]) -> BaccaratError:
    """Undo `write_refusal`."""
    error: BaccaratError = getattr(errors, refusal["kind"])(*map(_read, refusal["made_of"]))
    return error


def _write(value: object) -> object:
    """A value in an error's text as JSON; sentences, cards and fractions can be read back."""
    match value:
        case Sentence():
            return {"form": value.form, "values": {k: _write(v) for k, v in value.values.items()}}
        case Card():
            return {"card": str(value)}
        case Fraction():
            return {"fraction": str(value)}
        case None | bool() | int() | float() | list():
            return value
    return str(value)


def _read(value: Any) -> object:
    match value:
        case {"form": form, "values": values}:
            return Sentence(form, **{name: _read(part) for name, part in values.items()})
        case {"card": text}:
            return Card.parse(text)
        case {"fraction": text}:
            return Fraction(text)
    return value
