"""Acts as lines of JSON, for the log only.

act_line(12, Place("banker", 100)) -> '{"number": 12, "act": "place", …}'
read_act(line) -> (12, Place("banker", 100))
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from enum import EnumType
from typing import Any

from baccarat.base.hints import checked
from baccarat.core.layout import Rounding
from baccarat.core.shoe import LastCoup
from baccarat.table.acts import HINTS, KINDS, Act, BadAct, Sit, fits, kind_of, misfit, quoted_value

MOST_LINE = 1 << 16
"""The longest line of an act; an act with the cards of twelve decks has several thousand bytes."""
SEAL = ', "seal": "'
"""The text before the seal, at the end of a line."""
UNSEALED = "a damaged act: its seal does not fit"
UNSAID = {
    "fingerprint": "",
    "seats": 1,
    "most_money": None,
    "guest": "",
    "step": "long",
    "drawn": "",
}
"""Fields that are omitted at their default, because older files do not have them."""


@checked
def act_line(number: int, act: Act) -> str:
    """An act as one line of JSON, with a seal that shows any damage.

    >>> from baccarat.table.acts import Place
    >>> act_line(3, Place("banker", 100))
    '{"number": 3, "act": "place", "spot": "banker", "stake": 100, "seal": "b6c6e793a22fec0a"}'
    """
    body = {"number": number, "act": kind_of(act), **act_json(act)}
    return sealed(body)


def act_json(act: Act) -> dict[str, object]:
    """The fields of an act as JSON values."""
    told = {item.name: _plain(getattr(act, item.name)) for item in fields(act)}
    unsaid = {} if isinstance(act, Sit) else UNSAID
    return {key: value for key, value in told.items() if unsaid.get(key, ...) != value}


@checked
def read_act(line: str) -> tuple[int, Act]:
    """Read an act and its number; refuse a line that has changed since it was written."""
    body = read_sealed(line)
    number = body.pop("number", None)
    if not fits(number, int):
        raise BadAct(f"an act must have a whole number, not {quoted_value(number)}")
    return number, make_act(str(body.pop("act", None)), body)


def read_sealed(line: str) -> dict[str, Any]:
    """The JSON of a line whose seal fits."""
    if len(line) > MOST_LINE:
        raise BadAct(f"not an act: a line of {len(line)} characters is too long")
    try:
        body = json.loads(line)
    except (ValueError, RecursionError):
        raise BadAct(f"not an act: {line[:40]!r} (expected a line of JSON)") from None
    if not isinstance(body, dict) or body.pop("seal", None) != _seal(json.dumps(body)):
        raise BadAct(UNSEALED)
    return body


def has_its_seal(line: str) -> bool:
    """Whether a line is unchanged since it was written; faster than reading it."""
    text, _, end = line.rpartition(SEAL)
    return end == f'{_seal(f"{text}}}")}"}}'


@checked
def make_act(name: str, values: Mapping[str, object]) -> Act:
    """An act from its name and its fields as JSON values; omitted fields get their defaults.

    >>> make_act("place", {"spot": "banker", "stake": 100})
    Place(spot='banker', stake=100, guest='')
    """
    kind = KINDS.get(name)
    if kind is None:
        raise BadAct(f"not an act: {name[:24]!r} (expected e.g. 'place' or 'deal')")
    hints = HINTS[name]
    if strange := values.keys() - hints.keys():
        raise BadAct(f"{name}: an act has no field {min(strange)[:24]!r}")
    made = {key: _value(name, key, value, hints[key]) for key, value in values.items()}
    try:
        # The types of the fields have just been checked.
        return kind(**made)  # type: ignore[arg-type]
    except TypeError:
        needed = ", ".join(hints)
        raise BadAct(f"{name}: a field is missing (expected {needed})") from None


def _plain(value: object) -> object:
    if isinstance(value, Rounding):
        return value.value
    if isinstance(value, LastCoup):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _value(name: str, key: str, value: object, hint: object) -> object:
    """The field of an act, from its JSON value."""
    if isinstance(hint, EnumType):
        with suppress(ValueError):
            return hint(value)
    elif hint is LastCoup and isinstance(value, str):
        with suppress(ValueError):
            return LastCoup.parse(value)
    else:
        value = tuple(value) if isinstance(value, list) else value
        if fits(value, hint):
            return value
    raise misfit(name, key, value, hint)


def sealed(body: Mapping[str, object]) -> str:
    """A line of JSON that ends with a seal, which shows any damage."""
    text = json.dumps(body)
    return f'{text[:-1]}{SEAL}{_seal(text)}"}}'


def _seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
