"""What may be shown to whom: a view hides what its audience may not see yet.

look(table, Audience.SPECTATOR) -> View      a frozen value with all that a screen needs
view.as_json()                               the same as plain JSON values
"""

from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction

from baccarat.calls import call, explain
from baccarat.cards import Card, Rank, write_cards
from baccarat.coup import Choice, Coup, Hand, Side
from baccarat.fair import Fair
from baccarat.hints import checked
from baccarat.layout import Limits, Line, Wager
from baccarat.result import Result
from baccarat.roads.result_counts import Counts
from baccarat.shoe import Composition
from baccarat.table.permitted import GUESTS_OWN, possible
from baccarat.table.squeeze import LONG, shown_by
from baccarat.table.state import NOBODY, Ceremony, Decision, Phase, Seat
from baccarat.table.table import Table
from baccarat.table.wagers import objection_to


class Audience(Enum):
    """Who is looking."""

    GUEST = "guest"
    SPECTATOR = "spectator"
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
    lines: tuple[Line, ...]
    """the payout of the coup that is over"""
    bought: int | None = None
    bankroll: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything a screen needs; what is a guest's own is empty for whoever is no guest."""

    audience: Audience
    number: int
    """of the last act"""
    phase: Phase
    may: tuple[str, ...]
    """the kinds of acts that are taken now"""
    game: str
    spots: tuple[tuple[str, str], ...]
    """the bets on the felt: spot and price"""
    chip: int
    """how many coins a chip is worth; stakes are whole chips"""
    limits: Limits
    """of a bet that has none of its own"""
    guest: str
    bought: int
    bankroll: int
    wagers: tuple[Wager, ...]
    on_the_felt: int
    objection: str | None
    """while bets are open: why the house would not deal yet"""
    player: HandShown
    banker: HandShown
    is_over: bool
    call: str | None
    why: tuple[str, ...]
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
    won: int
    kept: int
    """commission taken from it, and what was rounded off; nothing is owed later"""
    kept_so_far: int
    """the same for the sitting"""
    coups: int
    results: tuple[Result, ...]
    """of the present shoe"""
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
    def winner(self) -> Side | None:
        """The hand that has won the coup on the felt."""
        return self.results[-1].winner if self.is_over and self.results else None

    @property
    def left_by_rank(self) -> dict[str, int]:
        """How many cards of each rank have not been seen, where ranks are known."""
        if self.unseen is None or len(self.unseen.counts) < len(Rank):
            return {}
        return {str(rank): self.unseen[Card.of(rank)] for rank in Rank}

    def as_json(self) -> dict[str, object]:
        """As JSON has it; texts stand for cards, hands and fractions."""
        told = {item.name: plain(getattr(self, item.name)) for item in fields(self)}
        return {**told, "left_by_rank": self.left_by_rank}


@checked
def look(table: Table, audience: Audience | str) -> View:
    """A table as this audience may see it: a guest by name, or somebody else."""
    seat = _own_seat(table, audience)
    audience = Audience.GUEST if isinstance(audience, str) else audience
    hands = {side: _hand(table, side, audience) for side in Side}
    is_open = all(card is not None for hand in hands.values() for card in hand.cards)
    coup, lines = table.coup, () if seat is None else _lines(table, seat)
    own = seat or NOBODY
    lifted = _lifted(table)
    # Nobody calls while a card is face down, or explains a choice before the coup is over.
    is_called = is_open and not table.is_held and len(coup.banker) >= 2
    is_explained = is_called and (coup.is_over or not table.is_free_game)
    return View(
        audience=audience,
        number=table.number,
        phase=table.phase,
        may=_may(table, seat, audience),
        game=table.game.name,
        spots=tuple((spot, str(bet)) for spot, bet in table.game.layout.bets.items()),
        chip=table.game.layout.chip,
        limits=table.game.layout.limits,
        guest=own.guest,
        bought=own.bought,
        bankroll=own.bankroll,
        wagers=own.wagers,
        on_the_felt=own.on_the_felt,
        objection=objection_to(table, seat) if seat and table.phase is Phase.BETS else None,
        player=hands[Side.PLAYER],
        banker=hands[Side.BANKER],
        is_over=coup.is_over,
        call=call(coup) if is_called else None,
        why=tuple(explain(coup, table.game.rules.tableau)) if is_explained else (),
        seats=tuple(_seat(table, one, audience, seat) for one in table.seats),
        squeezed=table.squeezed,
        squeezer=table.squeezer,
        edge=dict(lifted).get(LONG) or None,
        lifted=lifted,
        choice=table.choice if audience is not Audience.SPECTATOR else None,
        decisions=tuple(d for d in table.decisions if _is_seen(d, table, audience)),
        lines=lines,
        won=sum(line.won for line in lines),
        kept=sum(line.kept for line in lines),
        kept_so_far=own.kept,
        coups=table.coups,
        results=table.results,
        counts=table.counts,
        unseen=_unseen(table, (hands[Side.PLAYER], hands[Side.BANKER])),
        shoe=_shoe(table),
        seeds=_seeds(table, audience),
        last_seeds=_last_seeds(table, audience),
        to_come=_to_come(table) if audience is Audience.HOUSE else (),
    )


def _own_seat(table: Table, audience: Audience | str) -> Seat | None:
    """The seat of whoever looks; the house looks at the only guest's."""
    if isinstance(audience, str):
        return table.seat(audience)
    if audience is Audience.SPECTATOR or (audience is Audience.HOUSE and table.has_many_seats):
        return None
    return table.seat()


def _may(table: Table, seat: Seat | None, audience: Audience) -> tuple[str, ...]:
    if audience is Audience.SPECTATOR:
        return ()
    if not table.has_many_seats:
        return table.may
    kinds = possible(table, seat)
    return kinds if seat is None else tuple(kind for kind in kinds if kind in GUESTS_OWN)


def _lines(table: Table, seat: Seat) -> tuple[Line, ...]:
    return seat.lines if table.coup.is_over else ()


def _seat(table: Table, seat: Seat, audience: Audience, own: Seat | None) -> SeatShown:
    if audience is Audience.HOUSE or seat is own:
        return SeatShown(seat.guest, seat.wagers, _lines(table, seat), seat.bought, seat.bankroll)
    return SeatShown(seat.guest, seat.wagers, _lines(table, seat))


def _hand(table: Table, side: Side, audience: Audience) -> HandShown:
    hand = table.coup.hand(side)
    shown: list[Card | None] = list(hand.cards)
    if audience is not Audience.HOUSE and not table.coup.is_over:
        if side in table.held:
            shown[-1] = None
        if _is_secret(table, side, audience):
            shown[:2] = [None] * len(shown[:2])  # a third card comes face up
    is_open = bool(shown) and None not in shown
    return HandShown(tuple(shown), hand.total if is_open else None)


def _is_secret(table: Table, side: Side, audience: Audience) -> bool:
    """Whether only whoever decides for this hand may see it."""
    return bool(table.opponent) and (side is not table.role or audience is Audience.SPECTATOR)


def _is_seen(decision: Decision, table: Table, audience: Audience) -> bool:
    """Whether this audience has seen the hand with which it was decided."""
    is_open = audience is Audience.HOUSE or table.coup.is_over
    return is_open or not _is_secret(table, decision.choice.side, audience)


def _lifted(table: Table) -> tuple[tuple[str, str], ...]:
    """What everybody sees of the card that is squeezed."""
    if table.squeezed is None:
        return ()
    card = table.coup.hand(table.squeezed).cards[-1]
    return tuple((step, shown_by(step, card)) for step in table.lifted)


def _dealt(table: Table) -> int:
    """How many cards have left the shoe for the coup that is being dealt."""
    if table.coup.is_over or not len(table.coup):
        return 0
    return len(table.coup) - len(table.game.rules.opening)


def _unseen(table: Table, hands: tuple[HandShown, HandShown]) -> Composition | None:
    if table.shoe is None:
        return None
    if not _dealt(table):
        return table.shoe.unseen
    player, banker = (hand.cards for hand in hands)
    drawn = (*player[len(table.game.rules.opening.player) :], *banker)
    unseen = table.shoe.unseen
    return unseen.without(card.at(unseen.depth) for card in drawn if card is not None)


def _to_come(table: Table) -> tuple[Card, ...]:
    return () if table.shoe is None else table.shoe.cards[table.shoe.position + _dealt(table) :]


def _shoe(table: Table) -> ShoeShown | None:
    shoe, ceremony = table.shoe, table.ceremony
    if shoe is None:
        return None
    return ShoeShown(
        number=table.shoes,
        cards=len(shoe.cards),
        cards_left=shoe.cards_left - _dealt(table),
        cut_card=shoe.cut_card,
        coups=shoe.coups,
        is_last_coup=shoe.last == shoe.coups + 1,
        cut=ceremony.cut,
        burn_card=ceremony.burn_card,
        burned=shoe.burned,
    )


def seeds_of(table: Table, ceremony: Ceremony, audience: Audience | str) -> Seeds:
    """The seeds of a shoe as far as this audience may know them.

    Those of a fair shoe are shown when it is over. The table's own seed is shown when the guest
    has left, because all shoes follow from it.
    """
    fair = ceremony.fair
    sees_all = audience is Audience.HOUSE or table.phase is Phase.LEFT
    is_over = table.is_shoe_over or ceremony != table.ceremony
    if fair is not None and not (sees_all or is_over):
        fair = fair.public
    return Seeds(ceremony.seed if sees_all else None, ceremony.number, fair)


def _seeds(table: Table, audience: Audience) -> Seeds:
    """Those of the promise that was given, or of the present shoe."""
    if table.promise is not None:
        promise = table.promise if audience is Audience.HOUSE else table.promise.public
        return Seeds(number=promise.number, fair=promise)
    return seeds_of(table, table.ceremony, audience)


def _last_seeds(table: Table, audience: Audience) -> Seeds | None:
    over = table.shoes if table.is_shoe_over else table.shoes - 1
    ceremony = table.ceremony if table.is_shoe_over else table.last_ceremony
    return seeds_of(table, ceremony, audience) if over > 0 else None


def plain(value: object) -> object:
    """A value as JSON has it."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Card | Coup | Composition):
        return str(value)
    if isinstance(value, Counts):
        return value.as_json()
    if isinstance(value, Hand):
        return write_cards(value)
    if isinstance(value, Side):
        return str(value).lower()
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value
