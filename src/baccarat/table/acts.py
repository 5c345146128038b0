"""Acts: all that can happen at a table, each a small value."""

from dataclasses import dataclass
from types import UnionType
from typing import get_args, get_origin, get_type_hints

from baccarat.base.errors import BadText, Refused
from baccarat.base.hints import noun, quoted
from baccarat.core.chance import SEEDS
from baccarat.core.layout import Rounding
from baccarat.core.shoe import LastCoup

MOST_NAME = 40
"""Characters in the name of a guest, a table or a board."""


class ActRefused(Refused):
    """An act that the table does not take, now or ever; the table stays as it was.

    >>> from baccarat.table import ActRefused, Table
    >>> try:
    ...     Table.open(seed=7).deal()
    ... except ActRefused as refused:
    ...     print(refused)
    no bets: place one, or ask for a free coup
    """


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
    """how much play money a guest may bring from sitting down to leaving; None: as they like"""


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
    """The house closes the table; every guest takes the wagers that stand.

    It does so between two coups, or where a coup waits for a guest to decide: that one is void.
    """


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


def kind_of(act: Act) -> str:
    return type(act).__name__.lower()


def require_types(act: Act) -> None:
    """Complain of an act whose fields have other types than they should."""
    if type(act) not in KINDS.values():
        raise BadAct(f"not an act: {quoted(act)} (expected e.g. Place('banker', 100))")
    for key, hint in HINTS[kind_of(act)].items():
        value = getattr(act, key)
        if not fits(value, hint):
            raise misfit(kind_of(act), key, value, hint)


def fits(value: object, hint: object) -> bool:
    """Whether a value has the type; True is no number here."""
    if isinstance(hint, UnionType):
        return any(fits(value, one) for one in get_args(hint))
    if get_origin(hint) is tuple:
        kind = get_args(hint)[0]
        return isinstance(value, tuple) and all(fits(item, kind) for item in value)
    if type(value) is int and abs(value) >= SEEDS:
        return False  # no seed and no sum of money is so large
    return type(value) is hint


def misfit(name: str, key: str, value: object, hint: object) -> BadAct:
    """The complaint about a field of another type."""
    return BadAct(f"{name}: {key} cannot be {quoted_value(value)} (expected {noun(hint)})")


def quoted_value(value: object) -> str:
    """A value as a complaint shows it; Python writes no number of thousands of digits."""
    return "so large" if type(value) is int and abs(value) >= SEEDS else repr(str(value)[:24])
