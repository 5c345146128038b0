"""What may be shown to whom: a view hides what its audience may not see yet.

table.view(Audience.SPECTATOR) -> View     a frozen value with all that a screen needs
view.as_json()                             the same as plain JSON values
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import NoneType
from typing import Any

from baccarat.base.frozen import FrozenDict
from baccarat.core.cards import Card, Depth, Rank, write_cards
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.fair import Fair
from baccarat.core.layout import Limits, Line, Wager
from baccarat.core.result import Result
from baccarat.core.roads.result_counts import Counts
from baccarat.core.shoe import Composition
from baccarat.core.third_card import Choice
from baccarat.table.state import Decision, NotTaken, Phase, Running

SAME_ALWAYS = ("shoes_from", "game", "spots", "chip", "limits")
"""What a table has from its opening to its end."""
AS_THEY_ARE = frozenset((str, int, bool, NoneType))
"""Types whose values JSON has, too; most values of a view are of these."""
Writes = Callable[[Any], object]
WRITERS: dict[type, Writes] = {}
"""How values are written, by the types that came so far."""


class Audience(Enum):
    """Who is looking.

    >>> [audience.value for audience in Audience]
    ['guest', 'spectator', 'dealer', 'house']
    """

    GUEST = "guest"
    SPECTATOR = "spectator"
    DEALER = "dealer"
    """sees what spectators do, and is told what a dealer may ask for"""
    HOUSE = "house"
    """sees everything"""

    def __repr__(self) -> str:
        return f"Audience.{self.name}"


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand as it lies on the felt; None is a card face down."""

    cards: tuple[Card | None, ...] = ()
    total: int | None = None
    """None while a card is face down, or before the first one"""


@dataclass(frozen=True, slots=True)
class ShoeShown:
    """What the shoe shows from outside."""

    number: int
    """which shoe of the sitting, from 1"""
    cards: int
    cards_left: int
    cut_card: int
    """how many cards lie behind the cut card"""
    coups: int
    is_last_coup: bool
    """whether the coup that is dealt, or else the next one, is the last"""
    cut: int | None
    burn_card: Card | None
    burned: int
    """how many cards were burned face down"""


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds of a shoe, as far as they may be told."""

    seed: int | None = None
    number: int = 0
    fair: Fair | None = None


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A guest as others see them; None is what is nobody else's to see."""

    guest: str
    wagers: tuple[Wager, ...]
    running: tuple[Running, ...]
    """stakes on streaks that have begun"""
    lines: tuple[Line, ...]
    """the payout of the coup that is over"""
    not_taken: NotTaken | None
    """what went back when bets were closed for the last coup, and why"""
    bought: int | None = None
    bankroll: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything a screen needs; what is a guest's own is empty for whoever is no guest.

    >>> from baccarat import Table
    >>> view = Table.open(seed=7).bet("banker=100").view()
    >>> view.bankroll, view.wagers, "deal" in view.may
    (900, (Wager(spot='banker', stake=100),), True)
    """

    audience: Audience
    number: int
    """of the last act"""
    since: int
    """the act after which it tells what is new; 0 if it tells all"""
    phase: Phase
    may: tuple[str, ...]
    """the kinds of acts that are taken now"""
    asks: tuple[str, ...]
    """what this audience may ask the house for now"""
    shoes_from: str
    """where shoes come from: `system`, `fair` or `seeded`"""
    game: str
    spots: tuple[tuple[str, str], ...]
    """the bets on the felt: spot and price; they stay the same, and are told once"""
    chip: int
    """how many coins a chip is worth; stakes are whole chips"""
    limits: Limits
    """of a bet that has none of its own"""
    guest: str
    bought: int
    bankroll: int
    wagers: tuple[Wager, ...]
    running: tuple[Running, ...]
    """stakes on streaks that have begun"""
    on_the_felt: int
    objection: str | None
    """while bets are open: why the house would not deal yet"""
    player: HandShown
    banker: HandShown
    is_over: bool
    winner: Side | None
    """the hand that has won the coup on the felt"""
    call: str | None
    why: tuple[str, ...]
    offers: tuple[str, ...]
    """the spots of bets that are offered now, in the middle of the coup"""
    seats: tuple[SeatShown, ...]
    """every guest, with what lies on the felt for all to see"""
    squeezed: Side | None
    """the hand whose last card lies face down before the guest"""
    squeezer: str
    """the guest who squeezes it"""
    edge: str | None
    """what its long edge shows, if it is lifted"""
    lifted: tuple[tuple[str, str], ...]
    """every edge that is lifted, and what it shows: nothing of a card that is not known"""
    choice: Choice | None
    """what the guest is to decide"""
    decisions: tuple[Decision, ...]
    """what has been decided in this coup, as far as it is seen"""
    lines: tuple[Line, ...]
    """the payout of the coup that is over"""
    not_taken: NotTaken | None
    """what went back when bets were closed for the last coup, and why: until the next deal"""
    won: int
    kept: int
    """commission taken from it, and what was rounded off; nothing is owed later"""
    kept_so_far: int
    """the same for the sitting"""
    coups: int
    next_coup: int
    """the number of the coup that the next deal begins, from 1, over all shoes"""
    results: tuple[Result, ...]
    """of the present shoe, or of its coups since that act"""
    counts: Counts
    """of every coup of the sitting"""
    unseen: Composition | None
    """the cards that this audience has not seen, burned ones included"""
    shoe: ShoeShown | None
    seeds: Seeds
    """of the present shoe, or of the one that is promised"""
    last_seeds: Seeds | None
    """of the last shoe that is over"""
    to_come: tuple[Card, ...] = ()
    """the order of the shoe: for the house alone"""

    @property
    def left_by_rank(self) -> dict[str, int]:
        """How many cards of each rank have not been seen, where ranks are known."""
        if self.unseen is None or len(self.unseen.counts) < len(Rank):
            return {}
        return dict(_by_rank(self.unseen))

    def as_json(self) -> dict[str, object]:
        """As JSON has it; texts stand for cards, hands and fractions.

        What never changes at a table is left out where only what is new is told.
        """
        unsaid = SAME_ALWAYS if self.since else ()
        told = {name: plain(getattr(self, name)) for name in FIELDS if name not in unsaid}
        return {**told, "left_by_rank": self.left_by_rank}


def plain(value: object) -> object:
    """A value as JSON has it."""
    kind = type(value)
    if kind in AS_THEY_ARE:
        return value
    if kind is tuple:
        return [plain(item) for item in value]  # type: ignore[attr-defined]
    write = WRITERS.get(kind)
    if write is None:
        write = WRITERS[kind] = _writer(kind)
    return write(value)


def _writer(kind: type) -> Writes:
    """How values of this type are written."""
    for known, write in KNOWN:
        if issubclass(kind, known):
            return write
    if not is_dataclass(kind):
        return _as_it_is
    names = _names(kind)
    return lambda value: {name: plain(getattr(value, name)) for name in names}


def _names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(item.name for item in fields(kind))


def _as_it_is(value: object) -> object:
    return value


def _several(values: Sequence[object]) -> list[object]:
    return [plain(item) for item in values]


@lru_cache(maxsize=256)
def _spelled(unseen: Composition) -> str:
    """The same for every view of a coup, and slow to write."""
    return str(unseen)


@lru_cache(maxsize=256)
def _by_rank(unseen: Composition) -> FrozenDict[str, int]:
    ranks = unseen.at(Depth.RANKS)
    pairs = zip(ranks.kinds, ranks.counts, strict=True)
    return FrozenDict({str(kind.rank): count for kind, count in pairs})


KNOWN: tuple[tuple[type | tuple[type, ...], Writes], ...] = (
    (Fraction, lambda value: f"{value.numerator}/{value.denominator}"),
    (Composition, _spelled),
    ((Card, Coup), str),
    (Counts, Counts.as_json),
    (Hand, write_cards),
    (Side, lambda side: str(side).lower()),
    (Enum, lambda member: member.value),
    ((tuple, list), _several),
)
"""Types that are not written field by field."""
FIELDS = _names(View)
"""What a view tells."""
