"""Acts: all that can happen at a table, each a small value that is one line of JSON.

act_line(12, Place("banker", 100)) -> '{"number": 12, "act": "place", …}'
read_act(line) -> (12, Place("banker", 100))
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import EnumType
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from baccarat.chance import SEEDS
from baccarat.errors import BadText, Refused
from baccarat.hints import checked, noun, quoted
from baccarat.layout import Rounding
from baccarat.shoe import LastCoup

MOST_LINE = 1 << 16
"""No act is longer: one with the cards of twelve decks has some thousands of bytes."""


class ActRefused(Refused):
    """An act that the table does not take, now or ever; the table stays as it was."""


class BadAct(BadText):
    """A line that is no act, or a damaged one."""


@dataclass(frozen=True, slots=True)
class Open:
    """The house opens a table: its game, its ceremony, its limits, where its shoes come from."""

    game: str = "punto-banco"
    decks: int | None = None
    """None is the number of the game"""
    cut_card: int = 14
    last_coup: LastCoup = LastCoup.A
    burn: bool = True
    bets: tuple[str, ...] = ()
    """bets beside the game's own, or other prices for them: `lucky-6:12/23`"""
    least: int = 1
    most: int | None = None
    chip: int = 1
    rounding: Rounding = Rounding.DOWN
    differential: int | None = None
    both_sides: bool = True
    seed: int | None = None
    """shoes follow from this seed, one after the other"""
    first_shoe: int = 0
    """the number of the first of them"""
    fair: bool = False
    """shoes follow from two seeds, the house's and the guest's; without seeds cards are given"""
    opponent: str = ""
    """who decides for the other hand at chemin de fer; without one every choice is an act"""
    model: str = "B3"
    """what ponte and banquier see at chemin de fer"""
    fingerprint: str = ""
    """of how a stranger's game is dealt; the house writes it down, and for no game of ours"""
    seats: int = 1
    """how many guests may sit; a table of one seat waits for its guest, and ends with them"""
    most_money: int | None = None
    """how much play money a guest may bring in all; None is as much as they like"""


@dataclass(frozen=True, slots=True)
class Sit:
    """A guest sits down with some play money, in coins."""

    guest: str
    """the name; who gives none becomes Guest 1, or the next that is free"""
    bankroll: int


@dataclass(frozen=True, slots=True)
class Buy:
    """The guest takes more play money."""

    coins: int
    guest: str = ""
    """whose act it is; without a name the only guest's"""


@dataclass(frozen=True, slots=True)
class Promise:
    """The house draws its seed for the next fair shoe; only the commitment is shown."""

    house_seed: str
    shoe: int = 0
    """which shoe of these seeds"""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A new shoe: from the table's seed, from both seeds of a fair one, or card by card."""

    cards: str = ""
    """the order, where no seed tells it"""
    guest_seed: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """The guest cuts, or waves the cut card on."""

    at: int | None = None


@dataclass(frozen=True, slots=True)
class Burn:
    """The first card is turned up, and as many as it says are laid away."""


@dataclass(frozen=True, slots=True)
class Place:
    """The guest puts coins on a spot, beside those that are there."""

    spot: str
    stake: int
    guest: str = ""
    """whose act it is; without a name the only guest's"""


@dataclass(frozen=True, slots=True)
class Lift:
    """The guest takes a wager back, or a part of it."""

    spot: str
    stake: int | None = None
    """None is all of it"""
    guest: str = ""
    """whose act it is; without a name the only guest's"""


@dataclass(frozen=True, slots=True)
class Clear:
    """The guest takes every wager back."""

    guest: str = ""
    """whose act it is; without a name the only guest's"""


@dataclass(frozen=True, slots=True)
class Repeat:
    """The guest bets as in the last coup."""

    guest: str = ""
    """whose act it is; without a name the only guest's"""


@dataclass(frozen=True, slots=True)
class Double:
    """The guest doubles every wager."""

    guest: str = ""
    """whose act it is; without a name the only guest's"""


@dataclass(frozen=True, slots=True)
class Undo:
    """The guest takes back the last thing done to the wagers."""

    guest: str = ""
    """whose act it is; without a name the only guest's"""


@dataclass(frozen=True, slots=True)
class Deal:
    """No more bets: a coup begins."""

    squeeze: bool = False
    """whether the hand with the larger bet gets its last cards face down"""
    free: bool = False
    """whether to deal although nobody has bet"""


@dataclass(frozen=True, slots=True)
class Draw:
    """The next card of the coup is dealt; after the last one the layout is paid."""

    paid: tuple[int, ...] | None = None
    """what each wager won when the coup ended with this act; the house writes it down"""


@dataclass(frozen=True, slots=True)
class Decide:
    """The guest draws or stands where the tableau leaves it open."""

    draw: bool
    paid: tuple[int, ...] | None = None
    """as with a card that is dealt"""


@dataclass(frozen=True, slots=True)
class Pass:
    """The guest takes no more of what is offered in the middle of a coup."""

    guest: str = ""
    """whose act it is; without a name the only guest's, or the house's"""


@dataclass(frozen=True, slots=True)
class Peel:
    """The guest lifts an edge of the card that lies face down."""

    step: str = "long"
    """`long`, `short`, or `corner`, which shows rank and suit"""
    guest: str = ""
    """whose act it is; without a name the only guest's"""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The guest turns that card up, or the house does where several sit."""

    paid: tuple[int, ...] | None = None
    """as with a card that is dealt"""
    guest: str = ""
    """whose act it is; without a name the only guest's, or the house's"""


@dataclass(frozen=True, slots=True)
class Leave:
    """The guest takes the wagers that stand, and leaves."""

    guest: str = ""
    """whose act it is; without a name the only guest's"""


@dataclass(frozen=True, slots=True)
class Close:
    """The house closes a table of several seats; every guest takes the wagers that stand."""


Act = (
    Open
    | Sit
    | Buy
    | Promise
    | Shuffle
    | Cut
    | Burn
    | Place
    | Lift
    | Clear
    | Repeat
    | Double
    | Undo
    | Deal
    | Draw
    | Decide
    | Pass
    | Peel
    | Reveal
    | Leave
    | Close
)

KINDS: dict[str, type[Act]] = {kind.__name__.lower(): kind for kind in get_args(Act)}
"""Every kind of act by the name it is written with."""
HINTS = {name: get_type_hints(kind) for name, kind in KINDS.items()}
"""The types of its fields."""
UNSAID = {"fingerprint": "", "seats": 1, "most_money": None, "guest": "", "step": "long"}
"""Fields that are not written where they say the usual, as files of before do not have them."""


def kind_of(act: Act) -> str:
    return type(act).__name__.lower()


@checked
def act_line(number: int, act: Act) -> str:
    """An act as one line of JSON, sealed so that no damage goes unnoticed.

    >>> act_line(3, Place("banker", 100))
    '{"number": 3, "act": "place", "spot": "banker", "stake": 100, "seal": "b6c6e793a22fec0a"}'
    """
    body = {"number": number, "act": kind_of(act), **act_json(act)}
    return json.dumps({**body, "seal": seal(body)})


def act_json(act: Act) -> dict[str, object]:
    """The fields of an act as JSON has them."""
    told = {item.name: _plain(getattr(act, item.name)) for item in fields(act)}
    unsaid = {} if isinstance(act, Sit) else UNSAID
    return {key: value for key, value in told.items() if unsaid.get(key, ...) != value}


@checked
def read_act(line: str) -> tuple[int, Act]:
    """Read an act and its number; whatever is not exactly as it was written is refused."""
    body = read_sealed(line)
    number = body.pop("number", None)
    if not _fits(number, int):
        raise BadAct(f"an act has a number, not {_quoted(number)}")
    return number, make_act(str(body.pop("act", None)), body)


def read_sealed(line: str) -> dict[str, Any]:
    """The JSON of a line whose seal fits."""
    if len(line) > MOST_LINE:
        raise BadAct(f"no act has a line of {len(line)} characters")
    try:
        body = json.loads(line)
    except (ValueError, RecursionError):
        raise BadAct(f"not an act: {line[:40]!r} (expected a line of JSON)") from None
    if not isinstance(body, dict) or body.pop("seal", None) != seal(body):
        raise BadAct("a damaged act: its seal does not fit")
    return body


@checked
def make_act(name: str, values: Mapping[str, object]) -> Act:
    """An act by its name and its fields as JSON has them; what is left out is the usual.

    >>> make_act("place", {"spot": "banker", "stake": 100})
    Place(spot='banker', stake=100, guest='')
    """
    kind = KINDS.get(name)
    if kind is None:
        raise BadAct(f"not an act: {name[:24]!r} (expected e.g. 'place' or 'deal')")
    hints = HINTS[name]
    if strange := values.keys() - hints.keys():
        raise BadAct(f"{name}: there is no {min(strange)[:24]!r}")
    made = {key: _value(name, key, value, hints[key]) for key, value in values.items()}
    try:
        # The fields have just been held to their types.
        return kind(**made)  # type: ignore[arg-type]
    except TypeError:
        needed = ", ".join(hints)
        raise BadAct(f"{name}: something is left out (expected {needed})") from None


def require_types(act: Act) -> None:
    """Complain of an act whose fields have other types than they should."""
    if type(act) not in KINDS.values():
        raise BadAct(f"not an act: {quoted(act)} (expected e.g. Place('banker', 100))")
    for key, hint in HINTS[kind_of(act)].items():
        value = getattr(act, key)
        if not _fits(value, hint):
            raise _misfit(kind_of(act), key, value, hint)


def _plain(value: object) -> object:
    if isinstance(value, Rounding):
        return value.value
    if isinstance(value, LastCoup):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _value(name: str, key: str, value: object, hint: object) -> object:
    """The field of an act, from its value in JSON."""
    if isinstance(hint, EnumType):
        with suppress(ValueError):
            return hint(value)
    elif hint is LastCoup and isinstance(value, str):
        with suppress(ValueError):
            return LastCoup.parse(value)
    else:
        value = tuple(value) if isinstance(value, list) else value
        if _fits(value, hint):
            return value
    raise _misfit(name, key, value, hint)


def _fits(value: object, hint: object) -> bool:
    """Whether a value has the type; True is no number here."""
    if isinstance(hint, UnionType):
        return any(_fits(value, one) for one in get_args(hint))
    if get_origin(hint) is tuple:
        kind = get_args(hint)[0]
        return isinstance(value, tuple) and all(_fits(item, kind) for item in value)
    if type(value) is int and abs(value) >= SEEDS:
        return False  # no seed and no sum of money is so large
    return type(value) is hint


def _misfit(name: str, key: str, value: object, hint: object) -> BadAct:
    return BadAct(f"{name}: {key} cannot be {_quoted(value)} (expected {noun(hint)})")


def _quoted(value: object) -> str:
    """A value as a complaint shows it; Python writes no number of thousands of digits."""
    return "so large" if type(value) is int and abs(value) >= SEEDS else repr(str(value)[:24])


def seal(body: object) -> str:
    """What a line of JSON ends with, so that damage is noticed."""
    return hashlib.sha256(json.dumps(body).encode()).hexdigest()[:16]
