"""The acts that are permitted now, and the reasons why other acts are refused."""

from typing import TYPE_CHECKING

from baccarat.table.acts import Act, Close, Pass, Reveal, Sit
from baccarat.table.rules.squeeze import LAST_STEP
from baccarat.table.state import BETWEEN_COUPS, NOBODY, Phase, Seat

if TYPE_CHECKING:
    from baccarat.table.table import Table

WAITS = {
    Phase.CLOSED: "the table is not open yet",
    Phase.SEAT: "a guest must sit down first",
    Phase.SHOE: "the shoe must be shuffled first",
    Phase.CUT: "the shoe is not cut yet: cut it, or choose no cut",
    Phase.BURN: "the first card is not burned yet: burn it first",
    Phase.BETS: "bets are open, and no coup is being dealt",
    Phase.DEALING: "no more bets: a coup is being dealt",
    Phase.DECISION: "no more bets: the coup waits for the guest to draw or to stand",
    Phase.OFFER: "no more bets, except the bets that are offered now",
    Phase.SQUEEZE: "no more bets: the coup waits for the guest to turn a card up",
    Phase.FINISHED: "the shoe is finished: shuffle a new one",
    Phase.LEFT: "the guest has left",
}


GUESTS_OWN = frozenset(
    ("place", "lift", "clear", "repeat", "double", "undo", "peel", "buy", "leave")
)
"""Acts that only a guest does."""
GUESTS_TOO = frozenset(("cut", "reveal", "pass"))
"""Acts that a guest or the house does; at a table for several, the other acts are the house's."""


def seat_of(table: "Table", act: Act) -> Seat | None:
    """The seat of the guest who acts; None for the house, or before the guest sits."""
    guest = getattr(act, "guest", None)
    if isinstance(act, Sit | Close) or (table.has_many_seats and guest is None):
        return None
    if not guest and (not table.seats or (table.has_many_seats and isinstance(act, Reveal | Pass))):
        return None
    return table.seat(guest or "")


def possible(table: "Table", guest: Seat | None) -> tuple[str, ...]:
    """The kinds of acts that are taken now from a guest, or from the house (None)."""
    phase, seat = table.phase, guest or NOBODY
    bets, between, has_wagers = phase is Phase.BETS, phase in BETWEEN_COUPS, bool(seat.wagers)
    is_many = table.has_many_seats and phase not in (Phase.CLOSED, Phase.LEFT)
    new_shoe = between and not any(one.wagers for one in table.seats)
    has_promise = table.promise is not None
    offer = phase is Phase.OFFER and guest is not None and seat.guest not in table.passed
    has_taken = any(wager.spot in table.offers for wager in seat.wagers)
    is_squeezer = guest is not None and (not is_many or seat.guest == table.squeezer)
    answers = {
        "open": phase is Phase.CLOSED,
        "sit": phase is Phase.SEAT or (is_many and len(table.seats) < table.opened.seats),
        "promise": new_shoe and table.opened.fair and not has_promise,
        "shuffle": new_shoe and table.opened.fair is has_promise,
        "cut": phase is Phase.CUT,
        "burn": phase is Phase.BURN,
        "place": (bets or offer) and seat.bankroll > 0,
        "lift": (bets and has_wagers) or (offer and has_taken),
        "clear": bets and has_wagers,
        "repeat": bets and not has_wagers and bool(seat.last_wagers),
        "double": bets and has_wagers,
        "undo": bets and bool(seat.past),
        "deal": bets,
        "draw": phase is Phase.DEALING,
        "decide": phase is Phase.DECISION,
        "pass": offer or (phase is Phase.OFFER and guest is None),
        "peel": table.is_held and is_squeezer and LAST_STEP not in table.lifted,
        "reveal": table.is_held and (is_squeezer or guest is None),
        "buy": guest is not None and between,
        "leave": guest is not None and may_leave(table, guest),
        # A guest who never decides would block the table for ever: no clock decides for them.
        "close": guest is None and (between or phase in (Phase.SEAT, Phase.DECISION)),
    }
    return tuple(kind for kind, answer in answers.items() if answer)


def may_leave(table: "Table", seat: Seat) -> bool:
    """Whether a guest may leave: between coups or, at a table of several seats, without a stake."""
    if table.phase in BETWEEN_COUPS:
        return True
    is_over = table.phase is Phase.LEFT
    return table.has_many_seats and not is_over and not seat.on_the_felt


def why_not(table: "Table", kind: str, guest: Seat | None) -> str:
    """The reason why an act of this kind is refused now."""
    if kind in ("peel", "reveal"):
        return _why_not_squeezed(table, guest)
    if kind == "promise" and not table.opened.fair and table.phase is not Phase.CLOSED:
        return "no seed is promised at this table: its shoes are not fair ones"
    if table.has_many_seats:
        if table.phase is Phase.LEFT:
            return "the table is closed"
        if kind == "sit":
            return "every seat is taken"
        if kind in GUESTS_OWN and guest is None and table.phase in BETWEEN_COUPS:
            return "nobody sits at this table"
    if table.phase is Phase.BETS or (
        table.phase is Phase.OFFER and kind == "place" and guest is not None and not guest.bankroll
    ):
        return _why_not_while_bets_are_open(table, kind, guest or NOBODY)
    if table.phase in BETWEEN_COUPS:
        if kind == "shuffle":
            return "the house must promise its seed before the guest gives a seed"
        if kind == "promise":
            return "the house has promised a seed already"
    return WAITS[table.phase]


def _why_not_squeezed(table: "Table", guest: Seat | None) -> str:
    if not table.is_held:
        return "no card lies face down before the guest"
    if table.has_many_seats and (guest is None or guest.guest != table.squeezer):
        return "another guest squeezes this card"
    return "the edge of the card has been lifted already: turn the card up"


def _why_not_while_bets_are_open(table: "Table", kind: str, seat: Seat) -> str:
    if kind in ("lift", "clear", "double"):
        return "there is no wager on the felt"
    is_laid = any(one.wagers for one in table.seats)
    if (kind in ("shuffle", "promise") and is_laid) or (kind == "repeat" and seat.wagers):
        return "wagers lie on the felt: clear it first"
    return {
        "place": "not enough money: the guest has none left",
        "repeat": "there is no earlier wager to repeat",
        "undo": "there is nothing to undo: dealt cards stay dealt",
        "shuffle": "the house must promise its seed before the guest gives a seed",
        "promise": "the house has promised a seed already",
    }.get(kind, WAITS[Phase.BETS])
