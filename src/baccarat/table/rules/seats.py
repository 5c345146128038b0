"""The seats at the table: guests come with play money, buy more, and leave."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING
from unicodedata import name as letter_name
from unicodedata import normalize

from baccarat.core.coup import Coup
from baccarat.table.acts import MOST_NAME, Act, ActRefused, Buy, Close, Leave, Sit
from baccarat.table.rules.offers import pass_if_all_have
from baccarat.table.rules.streak_wagers import end_streaks
from baccarat.table.rules.wagers import require_coins, with_wagers
from baccarat.table.state import Phase, Seat

if TYPE_CHECKING:
    from baccarat.table.table import Table

ALPHABETS = frozenset(("LATIN", "GREEK", "CYRILLIC"))
"""Alphabets whose letters look alike."""
LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРԚСТУҮԜХӀаеѕіјкмоһԁрԛстуүԝхӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγηικνορυχ",
    "ABESIJKMHOPQCTYYWXIaesijkmohdpqctyywxlABEZHIKMNOPTYXaynikvopux",
)
"""Cyrillic and Greek letters, and the Latin ones that look the same."""
UNSEEN = {
    **dict.fromkeys((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)),
    **dict.fromkeys((*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
"""Characters that Python calls printable but no screen shows: fillers, joiners and the like."""
BAD_NAME = "a guest has a name of 1 to {most} printable characters"
BANKROLL = "a bankroll is {least} to {most} coins, not {coins}"
BOUGHT = "a guest can buy {least} to {most} coins, not {coins}"


def sit(table: "Table", act: Sit) -> "Table":
    guest = act.guest or _free_name(table)
    if len(guest) > MOST_NAME or not guest.isprintable() or not guest.strip():
        raise ActRefused(BAD_NAME, most=MOST_NAME)
    if any(_alike(guest, seat.guest) for seat in table.seats):
        raise ActRefused("{guest} sits here already: choose another name", guest=guest)
    require_coins(BANKROLL, act.bankroll, least=0)
    _require_allowed(table, act.bankroll)
    seat = Seat(guest, bought=act.bankroll, bankroll=act.bankroll, since=table.number + 1)
    phase = Phase.SHOE if table.phase is Phase.SEAT else table.phase
    return replace(table, phase=phase, seats=(*table.seats, seat))


def buy(table: "Table", act: Buy) -> "Table":
    seat = table.seat(act.guest)
    require_coins(BOUGHT, act.coins, least=1)
    require_coins(BANKROLL, seat.bankroll + act.coins, least=1)
    _require_allowed(table, seat.bought + act.coins)
    return table.with_seat(
        replace(seat, bought=seat.bought + act.coins, bankroll=seat.bankroll + act.coins)
    )


def leave(table: "Table", act: Leave) -> "Table":
    """The guest leaves with all their money; a table of one seat ends with its guest."""
    table = end_streaks(table, table.seat(act.guest))
    seat = with_wagers(table.seat(act.guest), ())
    if table.has_many_seats:
        left = replace(table, seats=tuple(s for s in table.seats if s.guest != seat.guest))
        return pass_if_all_have(left) if table.phase is Phase.OFFER else left
    return replace(table.with_seat(replace(seat, past=())), phase=Phase.LEFT)


def close(table: "Table", act: Close) -> "Table":
    """Every guest takes back the standing wagers and the table ends; an unfinished coup is void."""
    table = end_streaks(table, *table.seats)
    if table.phase is Phase.DECISION:
        table = replace(table, coup=Coup(), decisions=())
    seats = tuple(replace(with_wagers(seat, ()), past=()) for seat in table.seats)
    return replace(table, phase=Phase.LEFT, seats=seats)


def _require_allowed(table: "Table", bought: int) -> None:
    most = table.opened.most_money
    if most is not None and bought > most:
        raise ActRefused("a guest can bring at most {most} coins to this table", most=most)


def _free_name(table: "Table") -> str:
    """The first of Guest 1, Guest 2 … that is not taken."""
    names = (f"Guest {number}" for number in count(1))
    return next(n for n in names if not any(_alike(n, seat.guest) for seat in table.seats))


def heard(name: str) -> str:
    """A guest's name in the form that we compare: in lower case, with accents joined to letters."""
    return normalize("NFKC", normalize("NFKC", name.strip()).casefold())


def look_of(name: str) -> str:
    """A name as it looks: letters that look the same become the same letter.

    Invisible characters are dropped, and several spaces become one, as on a page.
    """
    seen = normalize("NFKD", name.translate(UNSEEN)).translate(LOOK_ALIKES)
    return heard(" ".join(seen.split()))


def refuse_disguise(name: str, table: "Table") -> None:
    """Refuse a name that looks like another guest's name; old logs may have such names."""
    if name and not look_of(name):
        raise ActRefused(BAD_NAME, most=MOST_NAME)
    letters = (letter for letter in normalize("NFKC", name) if letter.isalpha())
    alphabets = {letter_name(letter, "").partition(" ")[0] for letter in letters}
    if len(alphabets & ALPHABETS) > 1:
        form = "{guest} mixes letters of several alphabets: use only one"
        raise ActRefused(form, guest=name)
    for seat in table.seats:
        if look_of(name) == look_of(seat.guest) and not _alike(name, seat.guest):
            form = "{guest} looks like {other}, who sits here: take another name"
            raise ActRefused(form, guest=name, other=seat.guest)


def _alike(one: str, other: str) -> bool:
    return heard(one) == heard(other)


HANDLERS: dict[type[Act], Callable[..., "Table"]] = {Sit: sit, Buy: buy, Leave: leave, Close: close}
