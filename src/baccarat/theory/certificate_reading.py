"""How certificates are read: JSON without repeated keys, exact numbers, short error messages.

read_json(text); read_fields(text, kind, keys)      a whole certificate
require_kind(fields, kind, keys)                    the same for a part that is a certificate
read_text, read_number, read_strategy, read_player  its parts
read_coefficients(value)                            of a polynomial, the constant first
write_strategy(strategy)                            in the form that is read
require_short(value)                                BadText if it takes too long to check
shown(value)                                        its first characters, for an error message
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from baccarat.base.errors import BadText
from baccarat.core.tableau import Move

NUMBER = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
COEFFICIENT = "-?[0-9]{1,400}"
COEFFICIENTS = re.compile(rf"{COEFFICIENT}( {COEFFICIENT}){{0,49}}")
MOST_CHARACTERS = 5_000_000
MOST_STEPS = 20_000
"""The most steps of all proofs by signs in a certificate; a search has no more either."""
TOO_MANY = f"not a certificate: its proofs have more than {MOST_STEPS} steps"
LONG, MOST_LONG = 250, 100_000
"""All texts of more than 250 characters have at most 100,000 characters together.

Our certificates have at most a quarter of that, most of them none. A sum of many long fractions
takes minutes.
"""
SHOWN = 24
ROW, PARTS = (list, tuple), (str, dict, list, tuple)


def shown(value: object) -> str:
    """The first characters of a value that may be long, in one line."""
    return str(value)[:SHOWN].encode("unicode_escape").decode()[: 2 * SHOWN]


def read_json(text: str) -> Any:
    """The value of a JSON text in which no object repeats a key."""
    if len(text) > MOST_CHARACTERS:
        raise BadText(f"not a certificate: it has more than {MOST_CHARACTERS} characters")
    if text.count('"forced"') > MOST_STEPS:
        raise BadText(TOO_MANY)
    try:
        value = json.loads(text, object_pairs_hook=_said_once, parse_constant=_no_number)
    except BadText:
        raise
    except (ValueError, RecursionError):
        raise BadText("not a certificate: expected JSON") from None
    require_short(value)
    return value


def require_short(value: object) -> None:
    """Refuse a value whose long numbers or many steps take too much time to check."""
    parts = list(_parts(value))
    if sum(len(part) for part in parts if isinstance(part, str) and len(part) > LONG) > MOST_LONG:
        raise BadText(f"not a certificate: its long numbers have more than {MOST_LONG} digits")
    if sum("forced" in part for part in parts if isinstance(part, dict)) > MOST_STEPS:
        raise BadText(TOO_MANY)


def read_fields(text: str, kind: str, keys: Collection[str]) -> dict[str, Any]:
    """The fields of a certificate of one kind: exactly these keys."""
    return require_kind(read_json(text), kind, keys)


def require_kind(fields: object, kind: str, keys: Collection[str]) -> dict[str, Any]:
    """The fields unchanged; `BadText` if they are not those of a certificate of this kind."""
    if not isinstance(fields, dict) or fields.get("certificate") != kind:
        raise BadText(f"not a certificate: expected an object with 'certificate': {kind!r}")
    if fields.keys() != set(keys):
        raise BadText(f"not a certificate: its keys must be {', '.join(keys)}")
    return fields


def read_text(value: object) -> str:
    if not isinstance(value, str):
        raise BadText(f"not a certificate: expected text, not '{shown(value)}'")
    return value


def read_number(value: object) -> Fraction:
    text = read_text(value)
    if not NUMBER.fullmatch(text) or re.search(r"/0+$", text):
        raise BadText(f"not a fraction: '{shown(text)}' (expected e.g. '9/11')")
    return Fraction(text)


def read_strategy(fields: object) -> Mapping[str, Fraction]:
    if not isinstance(fields, dict):
        raise BadText("not a certificate: expected an object of fractions")
    return {name: read_number(value) for name, value in fields.items()}


def read_coefficients(value: object) -> list[int]:
    text = read_text(value)
    if not COEFFICIENTS.fullmatch(text):
        raise BadText(f"not a polynomial: '{shown(text)}' (expected coefficients, e.g. '-3 0 2')")
    return [int(a) for a in text.split()]


def read_player(value: object) -> tuple[Move, ...]:
    """Player's eight moves in a certificate: draw, stand, or free for the ponte."""
    if not isinstance(value, str) or not re.fullmatch(r"[D*-]{8}", value):
        raise BadText("not a certificate: 'player' must be eight marks, each D, - or *")
    return tuple(map(Move, value))


def write_strategy(strategy: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: str(draws) for name, draws in strategy.items()}


def _parts(value: object) -> Iterator[object]:
    """Every text, object and list of a JSON value, at any depth, without the keys."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        yield part
        inner = part.values() if isinstance(part, dict) else part if isinstance(part, ROW) else ()
        waiting += [one for one in inner if isinstance(one, PARTS)]


def _said_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise BadText("not a certificate: an object repeats a key")
    return fields


def _no_number(name: str) -> None:
    raise BadText(f"not a certificate: {name} is not a number of JSON")
