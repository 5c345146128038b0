"""Makes the views of a table; each view shows only what its audience may see."""

from functools import lru_cache

from baccarat.base.errors import BadValue
from baccarat.base.hints import checked
from baccarat.base.sentences import Sentence
from baccarat.core.calls import call, explain
from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Side
from baccarat.core.layout import Line
from baccarat.core.shoe import Composition
from baccarat.core.tableau import Tableau
from baccarat.table.requests import askable
from baccarat.table.rules.factors import factors_on
from baccarat.table.rules.permitted import GUESTS_OWN, GUESTS_TOO, possible
from baccarat.table.rules.squeeze import LONG, shown_by
from baccarat.table.rules.wagers import objection_to
from baccarat.table.state import IN_A_COUP, NOBODY, Ceremony, Decision, Phase, Seat
from baccarat.table.table import Table
from baccarat.table.view.view import Audience, HandShown, SeatShown, Seeds, ShoeShown, View

_called = lru_cache(maxsize=256)(call)
"""The call of a coup, cached because every view has it until the next coup."""
_priced = lru_cache(maxsize=1_024)(str)
"""A bet with its price as text; cached, because writing the text is slow."""
OUTSIDE = (Audience.SPECTATOR, Audience.DEALER)
"""Audiences without a seat, except the house."""


@checked
def look(table: Table, audience: Audience | str, since: int = 0) -> View:
    """A table as this audience may see it; the audience is a guest's name, or an `Audience`.

    If act `since` belongs to an older shoe, the view has everything.
    """
    if not 0 <= since <= table.number:
        raise BadValue(
            f"`since` must be from 0 to the number of acts so far, {table.number}, not {since}"
        )
    since = since if since >= table.shoe_since else 0
    seat = _own_seat(table, audience)
    audience = Audience.GUEST if isinstance(audience, str) else audience
    is_outside = audience in OUTSIDE
    hands = {side: _hand(table, side, audience) for side in Side}
    is_open = all(card is not None for hand in hands.values() for card in hand.cards)
    coup, lines = table.coup, () if seat is None else _lines(table, seat)
    own = seat or NOBODY
    lifted = _lifted(table)
    # The croupier calls no hand with a card face down, and explains no choice during the coup.
    is_called = is_open and not table.is_held and len(coup.banker) >= 2
    is_explained = is_called and (coup.is_over or not table.is_free_game)
    # The factors of the last coup go when the guest bets on the next coup.
    is_of_coup = table.phase in IN_A_COUP or (coup.is_over and not own.wagers)
    factors = table.drawn if is_of_coup else ()
    return View(
        audience=audience,
        number=table.number,
        since=since,
        phase=table.phase,
        may=_may(table, seat, audience),
        asks=askable(table, seat, is_staff=audience in (Audience.DEALER, Audience.HOUSE)),
        shoes_from=table.opened.shoes_from,
        game=table.game.name,
        spots=() if since else _spots(table),
        chip=table.game.layout.chip,
        limits=table.game.layout.limits,
        guest=own.guest,
        bought=own.bought,
        bankroll=own.bankroll,
        wagers=own.wagers,
        running=own.running,
        on_the_felt=own.on_the_felt,
        objection=objection_to(table, seat) if seat and table.phase is Phase.BETS else None,
        player=hands[Side.PLAYER],
        banker=hands[Side.BANKER],
        is_over=coup.is_over,
        winner=coup.winner if coup.is_over else None,
        call=_called(coup) if is_called else None,
        why=_explained(coup, table.game.rules.tableau) if is_explained else (),
        offers=table.offers,
        seats=tuple(_seat(table, one, audience, seat) for one in table.seats),
        squeezed=table.squeezed,
        squeezer=table.squeezer,
        edge=dict(lifted).get(LONG) or None,
        lifted=lifted,
        choice=None if is_outside else table.choice,
        decisions=tuple(d for d in table.decisions if _is_seen(d, table, audience)),
        lines=lines,
        not_taken=own.not_taken,
        won=sum(line.won for line in lines),
        kept=sum(line.kept for line in lines),
        kept_so_far=own.kept,
        coups=table.coups,
        next_coup=table.next_coup,
        results=tuple(one.result for one in table.played if one.number > since),
        counts=table.counts,
        unseen=_unseen(table, (hands[Side.PLAYER], hands[Side.BANKER])),
        shoe=_shoe(table),
        seeds=_seeds(table, audience),
        last_seeds=_last_seeds(table, audience),
        factors=None if factors_on(table.game.layout) is None else factors,
        to_come=_to_come(table) if audience is Audience.HOUSE else (),
    )


@lru_cache(maxsize=256)
def _explained(coup: Coup, tableau: Tableau) -> tuple[Sentence, ...]:
    return tuple(explain(coup, tableau))


def _own_seat(table: Table, audience: Audience | str) -> Seat | None:
    """The seat of the guest who looks; for the house, the only guest's seat; otherwise None."""
    if isinstance(audience, str):
        return table.seat(audience)
    if audience in OUTSIDE or (audience is Audience.HOUSE and table.has_many_seats):
        return None
    return table.seat()


def _may(table: Table, seat: Seat | None, audience: Audience) -> tuple[str, ...]:
    if audience in OUTSIDE:
        return ()
    if not table.has_many_seats:
        return table.may
    kinds = possible(table, seat)
    return (
        kinds if seat is None else tuple(kind for kind in kinds if kind in GUESTS_OWN | GUESTS_TOO)
    )


def _spots(table: Table) -> tuple[tuple[str, str], ...]:
    bets = table.game.layout.bets.items()
    return tuple([(s, _priced(b)) for s, b in bets] + [(b.key, _priced(b)) for b in table.streaks])


def _lines(table: Table, seat: Seat) -> tuple[Line, ...]:
    return seat.lines if table.coup.is_over else ()


def _seat(table: Table, seat: Seat, audience: Audience, own: Seat | None) -> SeatShown:
    felt = seat.guest, seat.wagers, seat.running, _lines(table, seat), seat.not_taken
    is_own = audience is Audience.HOUSE or seat is own
    return SeatShown(*felt, seat.bought, seat.bankroll) if is_own else SeatShown(*felt)


def _hand(table: Table, side: Side, audience: Audience) -> HandShown:
    hand = table.coup.hand(side)
    shown: list[Card | None] = list(hand.cards)
    if audience is not Audience.HOUSE and not table.coup.is_over:
        if side in table.held:
            shown[-1] = None
        if _is_secret(table, side, audience):
            shown[:2] = [None] * len(shown[:2])  # a third card is dealt face up
    is_open = bool(shown) and None not in shown
    return HandShown(tuple(shown), hand.total if is_open else None)


def _is_secret(table: Table, side: Side, audience: Audience) -> bool:
    """Whether a hand is hidden from this audience, because only its own side may see it."""
    return bool(table.opponent) and (side is not table.role or audience in OUTSIDE)


def _is_seen(decision: Decision, table: Table, audience: Audience) -> bool:
    """Whether this audience has seen the hand of this decision."""
    is_open = audience is Audience.HOUSE or table.coup.is_over
    return is_open or not _is_secret(table, decision.choice.side, audience)


def _lifted(table: Table) -> tuple[tuple[str, str], ...]:
    """The lifted edges of the squeezed card, and the part that each edge shows to everyone."""
    if table.squeezed is None:
        return ()
    card = table.coup.hand(table.squeezed).cards[-1]
    return tuple((step, shown_by(step, card)) for step in table.lifted)


def _dealt(table: Table) -> int:
    """The number of cards dealt for the unfinished coup."""
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
    dealt = _dealt(table)
    last = shoe.after_coup(dealt).last if dealt else shoe.last
    return ShoeShown(
        number=table.shoes,
        cards=len(shoe.cards),
        cards_left=shoe.cards_left - dealt,
        cut_card=shoe.cut_card,
        coups=shoe.coups,
        is_last_coup=last == shoe.coups + 1,
        cut=ceremony.cut,
        burn_card=ceremony.burn_card,
        burned=shoe.burned,
    )


def seeds_of(table: Table, ceremony: Ceremony, audience: Audience | str) -> Seeds:
    """The seeds of a shoe, as far as this audience may know them.

    The seeds of a fair shoe are shown when the shoe is over. The table's own seed is shown when the
    guest has left, because all shoes follow from this seed.
    """
    fair = ceremony.fair
    sees_all = audience is Audience.HOUSE or table.phase is Phase.LEFT
    is_over = table.is_shoe_over or ceremony != table.ceremony
    if fair is not None and not (sees_all or is_over):
        fair = fair.public
    return Seeds(ceremony.seed if sees_all else None, ceremony.number, fair)


def _seeds(table: Table, audience: Audience) -> Seeds:
    """The seeds of the promised shoe, if there is one; otherwise the seeds of the present shoe."""
    if table.promise is not None:
        promise = table.promise if audience is Audience.HOUSE else table.promise.public
        return Seeds(number=promise.number, fair=promise)
    return seeds_of(table, table.ceremony, audience)


def _last_seeds(table: Table, audience: Audience) -> Seeds | None:
    over = table.shoes if table.is_shoe_over else table.shoes - 1
    ceremony = table.ceremony if table.is_shoe_over else table.last_ceremony
    return seeds_of(table, ceremony, audience) if over > 0 else None
