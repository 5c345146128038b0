"""Reading the JSON of `Record.as_json()`."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn, TypeVar

from baccarat.base.errors import BaccaratError, BadText
from baccarat.base.jsonable import VERSION, winner
from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Side
from baccarat.core.fair import Fair
from baccarat.core.games import game
from baccarat.core.layout import Wager
from baccarat.core.plugins import nothing_loaded
from baccarat.core.record.entry import Entry, with_pairs
from baccarat.core.record.record import Record
from baccarat.core.result import Known, Result
from baccarat.core.shoe import LastCoup

HEAD = {"version": VERSION, "command": "record", "form": "convert"}
"""The keys that the command line puts before a record; they may be missing."""
MOST_DIGITS = 20
"""The most digits of a number; the longest seed has 20."""
WINNERS = {winner(side): side for side in (*Side, None)}
WORDS = {
    int: "a whole number",
    str: "text",
    bool: "true or false",
    dict: "an object",
    list: "a list",
}

T = TypeVar("T")


@nothing_loaded()
def read_json(text: str) -> Record:
    """Read a record from its JSON; the keys version, command and form may be missing.

    Values that follow from other values may be missing; if they are there, they must be right.

    >>> read_json('{"game": "punto-banco", "entries": [{"winner": "tie"}]}').entries[0].letter
    'T'
    """
    try:
        told = json.loads(text, object_pairs_hook=_once, parse_int=_whole)
        if not isinstance(told, dict):
            raise BadText("not a record: expected an object with the keys game and entries")
        record = _record(told)
        _hold({**HEAD, **record.as_json()}, told, "")
    except json.JSONDecodeError as trouble:
        raise BadText(f"not JSON: {trouble}") from None
    except RecursionError:
        raise BadText("not a record: its parts are nested too deeply") from None
    return record


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) < len(pairs):
        raise BadText("not a record: an object has a key twice")
    return told


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadText(f"not a record: a number has {len(digits)} digits (at most {MOST_DIGITS})")
    return int(digits)


def _record(told: Mapping[str, Any]) -> Record:
    name, shoe = _field(told, "game", str), _field(told, "shoe", dict, {})
    played = game(_needed("game", name))
    rules = played.rules
    rules = replace(
        rules,
        decks=_field(told, "decks", int, rules.decks),
        cut_card=_field(shoe, "cut_card", int, rules.cut_card),
        last_coup=LastCoup.parse(_field(shoe, "last_coup", str, str(rules.last_coup))),
        burn=_field(shoe, "burn", bool, rules.burn),
    )
    number = _field(shoe, "number", int, 0)
    entries = _needed("entries", _field(told, "entries", list))
    card = _field(shoe, "burn_card", str)
    return Record(
        tuple(_entry(entry, place) for place, entry in enumerate(entries, start=1)),
        played.name,
        rules,
        None if card is None else Card.parse(card),
        _field(shoe, "cut", int),
        _field(shoe, "seed", int),
        number,
        _fair(_field(told, "fair", dict), number),
        tuple(_tags(_field(told, "other_tags", dict, {}))),
    )


def _fair(told: Mapping[str, Any] | None, number: int) -> Fair | None:
    if told is None:
        return None
    commitment = _needed("commitment", _field(told, "commitment", str))
    guest, house = _field(told, "guest_seed", str, ""), _field(told, "house_seed", str)
    return Fair(commitment, guest, house, number)


def _tags(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, _needed(name, _field(told, name, str))) for name in told]


def _entry(told: Any, number: int) -> Entry:
    try:
        if not isinstance(told, dict):
            raise BadText("expected an object")
        text = _field(told, "coup", str)
        coup = None if text is None else Coup.parse(text)
        known = {side: _known(_field(told, winner(side), dict, {})) for side in Side}
        if coup is None:
            won = _needed("winner", _field(told, "winner", str))
            if won not in WINNERS:
                raise BadText(f"winner: expected player, banker or tie, not {won[:24]!r}")
            result = Result(WINNERS[won], known[Side.PLAYER], known[Side.BANKER])
        else:
            pairs = {side: hand.is_pair for side, hand in known.items()}
            result = with_pairs(Result.of(coup), pairs)
        wagers = (_wager(wager) for wager in _field(told, "wagers", list, []))
        return Entry(result, coup, tuple(wagers))
    except BaccaratError as complaint:
        raise BadText(f"coup {number}: {complaint}") from None


def _known(told: Mapping[str, Any]) -> Known:
    names = {"total": "total", "cards": "held", "start": "start", "third": "third"}
    numbers = {name: _field(told, word, int) for name, word in names.items()}
    return Known(**numbers, is_pair=_field(told, "pair", bool))


def _wager(told: Any) -> Wager:
    if not isinstance(told, dict):
        raise BadText("wagers: expected objects with spot and stake")
    spot, stake = _field(told, "spot", str), _field(told, "stake", int)
    return Wager(_needed("spot", spot), _needed("stake", stake))


def _field(told: Mapping[str, Any], name: str, kind: type[T], default: Any = None) -> Any:
    """The value of a key; the default if the key is missing or null."""
    value = told.get(name)
    if value is None:
        return default
    if type(value) is not kind:
        _differ(name, WORDS[kind], value)
    return value


def _needed(name: str, value: T | None) -> T:
    if value is None:
        raise BadText(f"{name}: missing")
    return value


def _hold(ours: object, told: object, where: str) -> None:
    """Raise an error at the first value in the given JSON (`told`) that differs from ours."""
    if isinstance(ours, dict) and isinstance(told, dict):
        for name, value in told.items():
            place = f"{where}.{name[:24]}" if where else name[:24]
            if name not in ours:
                raise BadText(f"{place}: a record has no such key")
            _hold(ours[name], value, place)
    elif isinstance(ours, list) and isinstance(told, list) and len(ours) == len(told):
        for number, (one, other) in enumerate(zip(ours, told, strict=True), start=1):
            _hold(one, other, f"{where} {number}")
    elif type(ours) is not type(told) or ours != told:
        _differ(where, json.dumps(ours)[:40], told)


def _differ(where: str, wanted: str, told: object) -> NoReturn:
    raise BadText(f"{where}: expected {wanted}, not {json.dumps(told)[:40]}")
