"""Requests: what a client may ask the house for; the house turns requests into acts.

Request("place", {"spot": "banker", "stake": 100})       a request of a guest
Request("deal")                                          a request of a dealer
sitting.ask(request, author="Ann")                       the house turns it into acts

No request can set the order of a shoe, the house's seed, a payout, or how a table is opened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from baccarat.base.frozen import freeze
from baccarat.base.hints import checked, require_fields
from baccarat.core.layout import as_wagers
from baccarat.table.act_lines import make_act
from baccarat.table.acts import Act, ActRefused, BadAct, Burn, Place, Shuffle, fits, misfit
from baccarat.table.log import HOUSE
from baccarat.table.rules.permitted import GUESTS_OWN, GUESTS_TOO, may_leave, possible
from baccarat.table.rules.seats import look_of, refuse_disguise
from baccarat.table.state import Seat
from baccarat.table.table import Table

DEALER, HOST = "dealer", "host"
STAFF = frozenset((HOUSE, DEALER, HOST))
"""Authors who are not guests; no guest may have one of these names."""
NEW_SHOE, DISMISS = "shoe", "dismiss"
ASKED: dict[str, tuple[str, ...]] = {
    "sit": ("guest", "bankroll"),
    "buy": ("coins",),
    "leave": (),
    "bet": ("wagers",),
    "place": ("spot", "stake"),
    "lift": ("spot", "stake"),
    "clear": (),
    "repeat": (),
    "double": (),
    "undo": (),
    "cut": ("at", "guest_seed"),
    "peel": ("step",),
    "reveal": (),
    "decide": ("draw",),
    "pass": (),
    "deal": ("squeeze", "free", "coup"),
    NEW_SHOE: (),
    DISMISS: ("guest",),
    "close": (),
}
"""The kinds of requests, and the fields of each; acts with these names have more fields."""
HOSTS_OWN = frozenset((DISMISS, "close"))
"""Requests that only the host may make."""
STAFFS_OWN = frozenset(("deal", NEW_SHOE, *HOSTS_OWN))
"""Requests that no guest may make at a table for several."""
GOES_ON = frozenset(("deal", "reveal", "decide", "pass", "leave", DISMISS))
"""After these requests the house deals until somebody has to decide."""


class NotDue(ActRefused):
    """The error for a request to deal a coup that is not the next coup."""


class CoupDealt(NotDue):
    """The error for a request to deal a coup that has been dealt already; nothing is dealt."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to the house; only the types of its values have been checked."""

    kind: str
    values: Mapping[str, object] = field(default_factory=dict)
    """as JSON values; omitted values get their defaults"""

    def __post_init__(self) -> None:
        require_fields(self)
        if self.kind not in ASKED:
            raise BadAct(f"not a request: {self.kind[:24]!r} (expected e.g. 'place' or 'deal')")
        if strange := self.values.keys() - set(ASKED[self.kind]):
            raise BadAct(f"{self.kind}: a request has no field {min(strange)[:24]!r}")
        _acts(self)  # raises if a value has a wrong type
        freeze(self, "values")


@checked
def askable(table: Table, seat: Seat | None, is_staff: bool) -> tuple[str, ...]:
    """The kinds of requests that the table accepts now from this author."""
    kinds = set(possible(table, None if is_staff else seat))
    if "place" in kinds:
        kinds.add("bet")
    if kinds & {"promise", "shuffle"} and (table.promise is None):
        kinds.add(NEW_SHOE)
    if "shuffle" in kinds and table.promise is not None:
        kinds.add("cut")  # a guest's seed is sent with the cut
    if is_staff:
        if any(may_leave(table, one) for one in table.seats):
            kinds.add(DISMISS)
        kinds &= {"cut", "reveal", "pass", *STAFFS_OWN}
    elif seat is None:
        kinds &= {"sit"}
    elif table.has_many_seats:
        kinds &= {"bet", *GUESTS_OWN, *GUESTS_TOO}
    else:
        kinds -= {"sit"}
    return tuple(kind for kind in ASKED if kind in kinds)


@checked
def acts_for(request: Request, table: Table, author: str) -> tuple[Act, ...]:
    """The acts that a request asks for; none for a new shoe, which the sitting shuffles."""
    guest = _guest(request.kind, table, author)
    if request.kind == "sit":
        name = str(request.values["guest"])
        if look_of(name) in STAFF:
            raise ActRefused(
                "a guest cannot have the name {guest}: choose another name", guest=name
            )
        refuse_disguise(name, table)
    acts = _acts(request, guest)
    require_due(request, table)
    if request.kind != "cut":
        return acts
    shuffle, cut = acts
    burn = (Burn(),) if table.game.rules.burn else ()
    if table.promise is not None:
        return (shuffle, cut, *burn)  # the guest's seed is added to the house's
    if shuffle != Shuffle():
        raise ActRefused("too late for a guest's seed: the shoe has been shuffled")
    return (cut, *burn)


def require_due(request: Request, table: Table) -> None:
    """Refuse a request to deal if it names a coup that is not the next coup."""
    coup = request.values.get("coup")
    if not isinstance(coup, int) or coup == table.next_coup:
        return
    if coup < table.next_coup:
        raise CoupDealt("coup {coup} has been dealt already", coup=coup)
    form = "coup {coup} is not due yet: the next deal begins coup {due}"
    raise NotDue(form, coup=coup, due=table.next_coup)


def _acts(request: Request, guest: str = "") -> tuple[Act, ...]:
    values = dict(request.values)
    if request.kind == "deal" and "coup" in values:
        coup = values.pop("coup")
        if not isinstance(coup, int) or not fits(coup, int) or coup < 1:
            raise misfit("deal", "coup", coup, int)
    if request.kind == NEW_SHOE:
        return ()
    if request.kind == "cut":
        seed = {"guest_seed": values.pop("guest_seed", "")}
        return make_act("shuffle", seed), make_act("cut", values)
    if request.kind == "bet":
        return _bets(values, guest)
    if request.kind == DISMISS:
        if not values.get("guest"):
            raise BadAct("dismiss: guest cannot be left out (expected e.g. 'Ann')")
        return (make_act("leave", values),)
    if guest:
        values["guest"] = guest
    return (make_act(request.kind, values),)


def _bets(values: dict[str, object], guest: str) -> tuple[Act, ...]:
    """Several wagers in one request, in a guest's spelling: `banker=100 tie=5`."""
    said = values.get("wagers")
    if not isinstance(said, str) or not (wagers := as_wagers(said)):
        raise BadAct("bet: wagers cannot be left out (expected e.g. 'banker=100 tie=5')")
    return tuple(Place(wager.spot, wager.stake, guest) for wager in wagers)


def _guest(kind: str, table: Table, author: str) -> str:
    """The guest for whom this author may act; "" is the house or the only guest."""
    if author in STAFF:
        if kind in GUESTS_OWN or kind in ("sit", "bet", "decide"):
            raise ActRefused("only a guest can do this")
        if kind in HOSTS_OWN and author == DEALER:
            raise _hosts(kind)
        return ""
    if kind == "sit":
        return ""
    if not author:
        raise ActRefused("a request must name its guest")
    if kind in HOSTS_OWN:
        raise _hosts(kind)
    if kind in STAFFS_OWN and table.has_many_seats:
        raise ActRefused("only the dealer can do this")
    table.seat(author)  # raises if the author does not sit here
    is_named = kind in GUESTS_OWN or kind in ("bet", "reveal", "pass")
    return author if table.has_many_seats and is_named else ""


def _hosts(kind: str) -> ActRefused:
    is_close = kind == "close"
    form = "only the host can close a table" if is_close else "only the host can send a guest away"
    return ActRefused(form)
