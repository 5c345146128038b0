"""Acts: everything that can happen at a table, each as a small value."""

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
    """An act that the table refuses; the table stays as it was.

    >>> from baccarat.table import ActRefused, Table
    >>> try:
    ...     Table.open(seed=7).deal()
    ... except ActRefused as refused:
    ...     print(refused)
    no bets: place one, or ask for a free coup
    """


class BadAct(BadText):
    """A line that is not an act, or a damaged act."""


@dataclass(frozen=True, slots=True)
class Open:
    """The house opens a table: its game, ceremony and limits, and the source of its shoes."""

    game: str = "punto-banco"
    decks: int | None = None
    """default: the game's own number"""
    cut_card: int = 14
    last_coup: LastCoup = LastCoup.A
    burn: bool = True
    bets: tuple[str, ...] = ()
    """bets in addition to the game's own, or other prices for them: `lucky-6:12/23`"""
    least: int = 1
    most: int | None = None
    chip: int = 1
    rounding: Rounding = Rounding.DOWN
    differential: int | None = None
    both_sides: bool = True
    seed: int | None = None
    """the seed of all shoes of the table"""
    first_shoe: int = 0
    """the number of the first shoe that is dealt from the seed"""
    fair: bool = False
    """shoes follow from two seeds, the house's and the guest's"""
    opponent: str = ""
    """the opponent at chemin de fer; without an opponent every choice is an act"""
    model: str = "B3"
    """the model of chemin de fer, A1 to B4: the shoe, and the cards that each side sees"""
    fingerprint: str = ""
    """a digest of how a stranger's game is dealt; the house adds it, and only for such games"""
    seats: int = 1
    """the number of seats; a table of one seat waits for its guest, and ends without the guest"""
    most_money: int | None = None
    """the most play money that a guest may bring, from sitting down to leaving; None: no limit"""

    @property
    def shoes_from(self) -> str:
        """The source of the table's shoes: `fair`, `system` or `seeded`; everyone may know it."""
        return "fair" if self.fair else "system" if self.seed is None else "seeded"


@dataclass(frozen=True, slots=True)
class Sit:
    """A guest sits down with some play money, in coins."""

    guest: str
    """the name; a guest without a name becomes Guest 1, or the next free number"""
    bankroll: int


@dataclass(frozen=True, slots=True)
class Buy:
    """The guest buys more play money."""

    coins: int
    guest: str = ""
    """the guest who acts; default: the only guest"""


@dataclass(frozen=True, slots=True)
class Promise:
    """The house draws its seed for the next fair shoe; guests see only the commitment."""

    house_seed: str
    shoe: int = 0
    """the number of the shoe that follows from these seeds"""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A new shoe: from the table's seed, from the two seeds of a fair shoe, or from given cards."""

    cards: str = ""
    """the order of the cards, if no seed determines it"""
    guest_seed: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """The guest cuts the shoe, or declines to cut."""

    at: int | None = None


@dataclass(frozen=True, slots=True)
class Burn:
    """The house turns the first card up, and burns as many cards as its points (ten for zero)."""


@dataclass(frozen=True, slots=True)
class Place:
    """The guest adds coins to a spot."""

    spot: str
    stake: int
    guest: str = ""
    """the guest who acts; default: the only guest"""


@dataclass(frozen=True, slots=True)
class Lift:
    """The guest takes back a wager or a part of it."""

    spot: str
    stake: int | None = None
    """default: the whole wager"""
    guest: str = ""
    """the guest who acts; default: the only guest"""


@dataclass(frozen=True, slots=True)
class GuestsAct:
    """An act whose only field is the guest."""

    guest: str = ""
    """the guest who acts; default: the only guest"""


@dataclass(frozen=True, slots=True)
class Clear(GuestsAct):
    """The guest takes every wager back."""


@dataclass(frozen=True, slots=True)
class Repeat(GuestsAct):
    """The guest repeats the bets of the last coup."""


@dataclass(frozen=True, slots=True)
class Double(GuestsAct):
    """The guest doubles every wager."""


@dataclass(frozen=True, slots=True)
class Undo(GuestsAct):
    """The guest takes back the last change of the wagers."""


@dataclass(frozen=True, slots=True)
class Deal:
    """No more bets: a coup begins."""

    squeeze: bool = False
    """whether the hand with the larger bet gets its last cards face down"""
    free: bool = False
    """whether to deal although there are no bets"""
    drawn: str = ""
    """cards with factors, `9h=2 Ks=3`, if no seed gives them; the house adds these factors"""


@dataclass(frozen=True, slots=True)
class Draw:
    """The next card of the coup is dealt; after the last card the layout is paid."""

    paid: tuple[int, ...] | None = None
    """the win of each wager, if the coup ended with this act; the house adds these wins"""


@dataclass(frozen=True, slots=True)
class Decide:
    """The guest draws or stands, where the drawing rules leave the choice to the guest."""

    draw: bool
    paid: tuple[int, ...] | None = None
    """as in `Draw`"""


@dataclass(frozen=True, slots=True)
class Pass:
    """The guest takes no more of the bets that are offered in the middle of a coup."""

    guest: str = ""
    """the guest who acts; default: the only guest, or the house"""


@dataclass(frozen=True, slots=True)
class Peel:
    """The guest lifts an edge of the card that lies face down."""

    step: str = "long"
    """`long`, `short` or `corner`; the corner shows rank and suit"""
    guest: str = ""
    """the guest who acts; default: the only guest"""


@dataclass(frozen=True, slots=True)
class Reveal:
    """A guest, or the house at a table of several seats, turns up the card that lies face down."""

    paid: tuple[int, ...] | None = None
    """as in `Draw`"""
    guest: str = ""
    """the guest who acts; default: the only guest, or the house"""


@dataclass(frozen=True, slots=True)
class Leave(GuestsAct):
    """The guest takes back the standing wagers and leaves."""


@dataclass(frozen=True, slots=True)
class Close:
    """The house closes the table; every guest takes back the standing wagers.

    The house closes between two coups, or while a coup waits for a guest's decision; that coup is
    void.
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
"""Every kind of act, by its name in the log."""
HINTS = {name: get_type_hints(kind) for name, kind in KINDS.items()}
"""The types of an act's fields, by the same name."""


def kind_of(act: Act) -> str:
    return type(act).__name__.lower()


def require_types(act: Act) -> None:
    """Raise `BadAct` if a field of an act does not have the right type."""
    if type(act) not in KINDS.values():
        raise BadAct(f"not an act: {quoted(act)} (expected e.g. Place('banker', 100))")
    for key, hint in HINTS[kind_of(act)].items():
        value = getattr(act, key)
        if not fits(value, hint):
            raise misfit(kind_of(act), key, value, hint)


def fits(value: object, hint: object) -> bool:
    """Whether a value has the right type; True and False do not pass as numbers."""
    if isinstance(hint, UnionType):
        return any(fits(value, one) for one in get_args(hint))
    if get_origin(hint) is tuple:
        kind = get_args(hint)[0]
        return isinstance(value, tuple) and all(fits(item, kind) for item in value)
    if type(value) is int and abs(value) >= SEEDS:
        return False  # no seed and no sum of money is so large
    return type(value) is hint


def misfit(name: str, key: str, value: object, hint: object) -> BadAct:
    """The error for a field with a wrong type."""
    return BadAct(f"{name}: {key} cannot be {quoted_value(value)} (expected {noun(hint)})")


def quoted_value(value: object) -> str:
    """A value as an error message shows it; Python prints no number of several thousand digits."""
    return "so large" if type(value) is int and abs(value) >= SEEDS else repr(str(value)[:24])
