"""Bets offered in the middle of a coup; the coup waits for the guests who may take them."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from baccarat.base.errors import BetRefused
from baccarat.core.layout import Wager
from baccarat.table.acts import Act, Pass
from baccarat.table.rules.wagers import with_wagers
from baccarat.table.state import Phase, Seat

if TYPE_CHECKING:
    from baccarat.table.table import Table


def offered_now(table: "Table") -> tuple[str, ...]:
    """The spots of the bets that are offered after these four cards; none if no guest can pay."""
    player, banker = table.coup.player, table.coup.banker
    if len(player) != 2 or len(banker) != 2 or not _takers(table):
        return ()
    start = player.total, banker.total
    return tuple(spot for spot, bet in table.game.layout.bets.items() if start in bet.offered)


def pass_on(table: "Table", act: Pass) -> "Table":
    """A guest takes no more offers; the coup goes on when all guests or the house have passed."""
    if table.has_many_seats and act.guest:
        return pass_if_all_have(replace(table, passed=(*table.passed, act.guest)))
    return _passed(table)


def pass_if_all_have(table: "Table") -> "Table":
    """Go on with the coup if no guest is left who may take an offered bet."""
    return table if _takers(table) else _passed(table)


def _passed(table: "Table") -> "Table":
    seats = tuple(_closed(table, seat) for seat in table.seats)
    return replace(table, phase=Phase.DEALING, seats=seats, offers=(), passed=())


def _takers(table: "Table") -> list[Seat]:
    """The guests who may still take an offered bet."""
    return [seat for seat in table.seats if seat.bankroll and seat.guest not in table.passed]


def _closed(table: "Table", seat: Seat) -> Seat:
    """The seat after the guest can no longer take the bets offered in the middle of the coup.

    A wager that is too small is an error at a table of one seat. At a table for several, the guest
    gets the wager back.
    """
    layout = table.game.layout
    kept: list[Wager] = []
    for wager in seat.wagers:
        try:
            if wager.spot in table.offers:
                layout.check_size(wager.spot, wager.stake, layout.limits_of(wager.spot).least)
        except BetRefused:
            if not table.has_many_seats:
                raise
        else:
            kept.append(wager)
    return with_wagers(seat, tuple(kept))


HANDLERS: dict[type[Act], Callable[..., "Table"]] = {Pass: pass_on}
