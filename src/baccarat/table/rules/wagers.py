"""Wagers: laying them, taking them back, refusing them, and paying them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from baccarat.base.errors import BaccaratError, BetRefused
from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Side
from baccarat.core.layout import MOST_MONEY, Layout, Line, Wager, pay_wager
from baccarat.core.plugins import kebab
from baccarat.table.acts import Act, ActRefused, Clear, Double, Lift, Place, Repeat, Undo
from baccarat.table.rules.factors import DrawnFactors
from baccarat.table.rules.strangers_bets import asked
from baccarat.table.rules.streak_wagers import run_of, streak_on
from baccarat.table.state import Phase, Seat

if TYPE_CHECKING:
    from baccarat.table.table import Table

MOST_UNDO = 1000
"""The number of changes of the wagers that can be taken back."""
VOID, AS_PAID = "not judged", "as paid"
"""Tiers of a wager whose bet could not be judged, so that the stake goes back; and of a wager that
was paid at another price than today's."""


def require_coins(form: str, coins: int, least: int) -> None:
    """Refuse a sum of play money that is too small or too large; `form` is the error message."""
    if not least <= coins <= MOST_MONEY:
        raise ActRefused(form, least=least, most=MOST_MONEY, coins=coins)


def place(table: "Table", act: Place) -> "Table":
    _require_stake(act.spot, act.stake)
    seat, spot = table.seat(act.guest), _spot(table, act.spot)
    _require_offered(table, spot)
    stakes = stakes_of(seat.wagers)
    stakes[spot] = stakes.get(spot, 0) + act.stake
    return _lay(table, seat, stakes)


def lift(table: "Table", act: Lift) -> "Table":
    seat, spot = table.seat(act.guest), _spot(table, act.spot)
    stakes = stakes_of(seat.wagers)
    if spot not in stakes:
        raise ActRefused("there is no wager on {spot}", spot=spot)
    _require_offered(table, spot)
    taken = stakes[spot] if act.stake is None else act.stake
    _require_stake(spot, taken)
    stakes[spot] -= taken
    return _lay(table, seat, {spot: stake for spot, stake in stakes.items() if stake > 0})


def clear(table: "Table", act: Clear) -> "Table":
    return _lay(table, table.seat(act.guest), {})


def repeat(table: "Table", act: Repeat) -> "Table":
    seat = table.seat(act.guest)
    return _lay(table, seat, stakes_of(seat.last_wagers))


def double(table: "Table", act: Double) -> "Table":
    seat = table.seat(act.guest)
    return _lay(table, seat, {wager.spot: 2 * wager.stake for wager in seat.wagers})


def undo(table: "Table", act: Undo) -> "Table":
    seat = table.seat(act.guest)
    *past, wagers = seat.past
    return _with_felt(table, seat, wagers, tuple(past))


def _lay(table: "Table", seat: Seat, stakes: dict[str, int]) -> "Table":
    """The table after a guest lays these stakes; refused if the guest has too little money."""
    wagers = tuple(Wager(spot, stake) for spot, stake in stakes.items())
    _refuse_hopeless(table.game.layout, wagers)
    return _with_felt(table, seat, wagers, (*seat.past, seat.wagers)[-MOST_UNDO:])


def _with_felt(
    table: "Table", seat: Seat, wagers: tuple[Wager, ...], past: tuple[tuple[Wager, ...], ...]
) -> "Table":
    """The table with a guest's wagers replaced; each spot keeps the number of its first act."""
    since = dict(seat.laid)
    laid = tuple((wager.spot, since.get(wager.spot, table.number + 1)) for wager in wagers)
    return table.with_seat(with_wagers(seat, wagers, past=past, laid=laid))


def with_wagers(seat: Seat, wagers: tuple[Wager, ...], **changes: Any) -> Seat:
    """The seat with these wagers and other changes; the bankroll pays for added stakes."""
    more = sum(wager.stake for wager in wagers) - sum(wager.stake for wager in seat.wagers)
    if more > seat.bankroll:
        form = "not enough money: it takes {more} coins, and {left} are left"
        raise BetRefused(form, more=more, left=seat.bankroll)
    return replace(seat, wagers=wagers, bankroll=seat.bankroll - more, **changes)


def objection_to(table: "Table", seat: Seat) -> str | None:
    """Why the house refuses the wagers of this guest; None if it takes them."""
    try:
        require_bets(table, seat, free=table.has_many_seats)
    except BaccaratError as refused:
        return refused.said
    return None


def require_bets(table: "Table", seat: Seat, free: bool) -> None:
    """Refuse to deal with these wagers of a guest, and say why."""
    if table.opponent and larger_bet(seat.wagers) is None:
        raise ActRefused(
            "no bets: stake on player to be the ponte, or on banker to be the banquier"
        )
    if not seat.on_the_felt and not free:
        raise ActRefused("no bets: place one, or ask for a free coup")
    layout, usual = table.game.layout, of_one_coup(table, seat)
    layout.check(usual)
    for wager in seat.wagers:
        if wager not in usual:
            layout.check_size(wager.spot, wager.stake, layout.limits_of(wager.spot).least)


def of_one_coup(table: "Table", seat: Seat) -> tuple[Wager, ...]:
    """The wagers of a guest, except those on streaks."""
    return tuple(wager for wager in seat.wagers if wager.spot in table.game.layout.bets)


def _spot(table: "Table", name: str) -> str:
    """The spot of a bet, by any of its names."""
    for bet in table.streaks:
        if kebab(name) in (bet.key, *bet.also):
            return bet.key
    return table.game.layout.spot(name)


def _require_offered(table: "Table", spot: str) -> None:
    """Refuse a bet that is not offered now."""
    if table.phase is Phase.OFFER and spot not in table.offers:
        raise ActRefused("no more bets, except the bets that are offered now")
    bet = streak_on(table, spot)
    if bet is not None:
        if run_of(table, bet):
            raise ActRefused(
                "a streak of {spot} is running: lay a new bet when the streak ends", spot=spot
            )
    elif table.phase is Phase.BETS and table.game.layout.bets[spot].offered:
        raise ActRefused("{spot} is offered in the middle of a coup, after four cards", spot=spot)


def _require_stake(spot: str, stake: int) -> None:
    if stake < 1:
        form = "{spot}: a stake is more than zero, not {stake}"
        raise BetRefused(form, spot=spot[:40], stake=stake)


def stakes_of(wagers: Iterable[Wager]) -> dict[str, int]:
    """The stakes by their spots."""
    return {wager.spot: wager.stake for wager in wagers}


def larger_bet(wagers: Iterable[Wager]) -> Side | None:
    """The hand with more money on it, which the guest squeezes; None if both have equal money."""
    stakes = stakes_of(wagers)
    player, banker = stakes.get("player", 0), stakes.get("banker", 0)
    if player == banker:
        return None
    return Side.PLAYER if player > banker else Side.BANKER


def _refuse_hopeless(layout: Layout, wagers: Iterable[Wager]) -> None:
    """Refuse wagers that no added chips can make valid; other rules are checked when bets close."""
    placed = {wager.spot: wager for wager in wagers}
    for spot, wager in placed.items():
        layout.check_size(spot, wager.stake, least=1)
    if not layout.both_sides and {"player", "banker"} <= placed.keys():
        raise BetRefused("this table takes no bet on Player and Banker together")


def pay(
    coup: Coup, wagers: Iterable[Wager], layout: Layout, drawn: DrawnFactors = ()
) -> tuple[Line, ...]:
    """The results of these wagers; if a bet cannot be judged, its stake goes back.

    Such a bet is a plug-in's mistake, not the guest's or the house's.
    """
    factors = dict(drawn)
    return tuple(_pay(coup, wager, layout, factors) for wager in wagers)


def as_paid(lines: Sequence[Line], paid: tuple[int, ...] | None) -> tuple[Line, ...]:
    """The results of wagers with the saved payouts `paid`, even if a bet's price has changed."""
    if paid is None:
        return tuple(lines)
    if len(paid) != len(lines):
        raise ActRefused("{paid} payouts do not fit {bets} bets", paid=len(paid), bets=len(lines))
    return tuple(
        line if line.won == won else Line(line.wager, AS_PAID, Fraction(won), won, 0)
        for line, won in zip(lines, paid, strict=True)
    )


def _pay(coup: Coup, wager: Wager, layout: Layout, factors: Mapping[Card, int]) -> Line:
    try:
        return asked(layout.bet(wager.spot), lambda: pay_wager(coup, wager, layout, factors))
    except Exception:  # a stranger's code may raise anything
        return Line(wager, VOID, Fraction(0), 0, 0)


HANDLERS: dict[type[Act], Callable[..., "Table"]] = {
    Place: place,
    Lift: lift,
    Clear: clear,
    Repeat: repeat,
    Double: double,
    Undo: undo,
}
