"""The view of a table hides everything that its audience may not see yet.

table.view(Audience.SPECTATOR) -> View     a frozen value with all that a screen needs
view.as_json()                             the same as JSON values
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import NoneType
from typing import Any

from baccarat.base.enums import NamedEnum
from baccarat.base.frozen import FrozenDict
from baccarat.core.cards import Card, Depth, Rank, write_cards
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.fair import Fair
from baccarat.core.layout import Limits, Line, Wager
from baccarat.core.result import Result
from baccarat.core.roads.result_counts import Counts
from baccarat.core.shoe import Composition
from baccarat.core.third_card import Choice
from baccarat.table.rules.factors import DrawnFactors
from baccarat.table.state import Decision, NotTaken, Phase, Running

SAME_ALWAYS = ("shoes_from", "game", "spots", "chip", "limits")
"""Facts that do not change from a table's opening to its end."""
AS_THEY_ARE = frozenset((str, int, bool, NoneType))
"""Types whose values are valid JSON; most values of a view have these types."""
Writes = Callable[[Any], object]
WRITERS: dict[type, Writes] = {}
"""How values are written, cached by type."""


class Audience(NamedEnum):
    """The audience of a view.

    >>> [audience.value for audience in Audience]
    ['guest', 'spectator', 'dealer', 'house']
    """

    GUEST = "guest"
    SPECTATOR = "spectator"
    DEALER = "dealer"
    """sees what spectators see, and which requests a dealer may make"""
    HOUSE = "house"
    """sees everything"""


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand as it lies on the table; None is a card face down."""

    cards: tuple[Card | None, ...] = ()
    total: int | None = None
    """None while a card is face down, or before the first card"""


@dataclass(frozen=True, slots=True)
class ShoeShown:
    """The visible state of the shoe."""

    number: int
    """the number of the shoe in the sitting, from 1"""
    cards: int
    cards_left: int
    cut_card: int
    """the number of cards behind the cut card"""
    coups: int
    is_last_coup: bool
    """whether the present coup is the last; between two coups, whether the next coup is"""
    cut: int | None
    burn_card: Card | None
    burned: int
    """the number of cards burned face down"""


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds of a shoe, as far as this audience may know them."""

    seed: int | None = None
    number: int = 0
    fair: Fair | None = None


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A guest as this audience sees the guest; None stands for a field that only the guest sees."""

    guest: str
    wagers: tuple[Wager, ...]
    running: tuple[Running, ...]
    """stakes on streaks that have begun"""
    lines: tuple[Line, ...]
    """the payout of the finished coup"""
    not_taken: NotTaken | None
    """what the guest got back when bets closed for the last coup, and why"""
    bought: int | None = None
    bankroll: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a screen shows; a guest's own fields are empty for other audiences.

    >>> from baccarat import Table
    >>> view = Table.open(seed=7).bet("banker=100").view()
    >>> view.bankroll, view.wagers, "deal" in view.may
    (900, (Wager(spot='banker', stake=100),), True)
    """

    audience: Audience
    number: int
    """the number of the last act"""
    since: int
    """the view has only what is new after this act; 0: it has everything"""
    phase: Phase
    may: tuple[str, ...]
    """the kinds of acts that are taken now"""
    asks: tuple[str, ...]
    """the requests that this audience may make now"""
    shoes_from: str
    """where shoes come from: `system`, `fair` or `seeded`"""
    game: str
    spots: tuple[tuple[str, str], ...]
    """the bets on the felt: spot and price; they never change, and are left out with `since`"""
    chip: int
    """the worth of a chip in coins; stakes are whole chips"""
    limits: Limits
    """the limits of bets without limits of their own"""
    guest: str
    bought: int
    bankroll: int
    wagers: tuple[Wager, ...]
    running: tuple[Running, ...]
    """stakes on streaks that have begun"""
    on_the_felt: int
    objection: str | None
    """while bets are open: why the house does not deal yet"""
    player: HandShown
    banker: HandShown
    is_over: bool
    winner: Side | None
    """the hand that won the finished coup"""
    call: str | None
    why: tuple[str, ...]
    offers: tuple[str, ...]
    """the spots of bets that are offered now, in the middle of the coup"""
    seats: tuple[SeatShown, ...]
    """every guest, with the wagers that everyone may see"""
    squeezed: Side | None
    """the hand whose last card lies face down before the guest"""
    squeezer: str
    """the guest who squeezes this card"""
    edge: str | None
    """the part of this card that its long edge shows, if it is lifted"""
    lifted: tuple[tuple[str, str], ...]
    """every lifted edge and what it shows; "" if the card is not known"""
    choice: Choice | None
    """the decision that the guest has to make"""
    decisions: tuple[Decision, ...]
    """the decisions of this coup that this audience has seen"""
    lines: tuple[Line, ...]
    """the payout of the finished coup"""
    not_taken: NotTaken | None
    """what the guest got back when bets closed for the last coup, and why; until the next deal"""
    won: int
    kept: int
    """the house's part of the win: commission and rounding; nothing is owed later"""
    kept_so_far: int
    """the house's part of all wins of the sitting"""
    coups: int
    next_coup: int
    """the number of the coup that the next deal begins, from 1, over all shoes"""
    results: tuple[Result, ...]
    """the results of the present shoe; with `since`, only the results after that act"""
    counts: Counts
    """the counts of every coup of the sitting"""
    unseen: Composition | None
    """the cards that this audience has not seen, including burned cards"""
    shoe: ShoeShown | None
    seeds: Seeds
    """the seeds of the promised shoe, if there is one; otherwise of the present shoe"""
    last_seeds: Seeds | None
    """the seeds of the last finished shoe"""
    factors: DrawnFactors | None = None
    """the cards with factors in the coup on the felt; None if no price is drawn"""
    to_come: tuple[Card, ...] = ()
    """the cards still in the shoe, in order; for the house only"""

    @property
    def left_by_rank(self) -> dict[str, int]:
        """The number of unseen cards of each rank; empty if the ranks are not known."""
        if self.unseen is None or len(self.unseen.counts) < len(Rank):
            return {}
        return dict(_by_rank(self.unseen))

    def as_json(self) -> dict[str, object]:
        """The view as JSON, with texts for cards, hands and fractions.

        With `since`, fields that never change at a table are left out; so are factors without a
        drawn price.
        """
        unsaid = (*(SAME_ALWAYS if self.since else ()), *["factors"] * (self.factors is None))
        told = {name: plain(getattr(self, name)) for name in FIELDS if name not in unsaid}
        return {**told, "left_by_rank": self.left_by_rank}


def plain(value: object) -> object:
    """A value as JSON."""
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
    """The function that turns values of this type into JSON."""
    for known, write in KNOWN:
        if issubclass(kind, known):
            return write
    if not is_dataclass(kind):
        return lambda value: value
    names = _names(kind)
    return lambda value: {name: plain(getattr(value, name)) for name in names}


def _names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(item.name for item in fields(kind))


@lru_cache(maxsize=256)
def _by_rank(unseen: Composition) -> FrozenDict[str, int]:
    ranks = unseen.at(Depth.RANKS)
    pairs = zip(ranks.kinds, ranks.counts, strict=True)
    return FrozenDict({str(kind.rank): count for kind, count in pairs})


KNOWN: tuple[tuple[type | tuple[type, ...], Writes], ...] = (
    (Fraction, lambda value: f"{value.numerator}/{value.denominator}"),
    (Composition, lru_cache(maxsize=256)(str)),  # slow to write, and every view of a coup has it
    ((Card, Coup), str),
    (Counts, Counts.as_json),
    (Hand, write_cards),
    (Side, lambda side: str(side).lower()),
    (Enum, lambda member: member.value),
    ((tuple, list), lambda values: [plain(item) for item in values]),
)
"""Types that are not written field by field."""
FIELDS = _names(View)
"""The fields of a view."""
