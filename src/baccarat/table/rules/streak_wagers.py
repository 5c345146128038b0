"""Stakes on streaks; they stay on the felt until the streak or the shoe ends."""

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from baccarat.core.bets import StreakBet
from baccarat.core.coup import Side
from baccarat.core.layout import Line, Wager
from baccarat.table.state import Running, Seat

if TYPE_CHECKING:
    from baccarat.table.table import Table


def streak_on(table: "Table", spot: str) -> StreakBet | None:
    """The streak bet on a spot; None if there is none."""
    return next((bet for bet in table.streaks if bet.key == spot), None)


def run_of(table: "Table", bet: StreakBet) -> int:
    """The number of wins in a bet's present streak; after its last paid number it is 0 again."""
    wins = 0
    for played in reversed(table.played):
        if played.coup.winner is not bet.side:
            break
        wins += 1
    return wins % bet.most


def carry_on(
    table: "Table", seat: Seat, winner: Side | None, is_last: bool
) -> tuple[tuple[Line, ...], tuple[Running, ...]]:
    """The payouts of a guest's streaks that ended with this coup, and the streaks that go on."""
    lines: list[Line] = []
    on: list[Running] = []
    new = [Running(wager, 0) for wager in seat.wagers if streak_on(table, wager.spot)]
    for one in (*seat.running, *new):
        bet = _bet(table, one.wager)
        wins = one.wins + (winner is bet.side)
        if wins == one.wins or wins == bet.most:
            lines.append(_line(table, one.wager, wins))
        elif is_last:
            lines.append(_line(table, one.wager, None))
        else:
            on.append(Running(one.wager, wins))
    return tuple(lines), tuple(on)


def end_streaks(table: "Table", *seats: Seat) -> "Table":
    """The table after these guests' streaks end early, each paid at the price for a shoe's end."""
    for seat in seats:
        lines = tuple(_line(table, one.wager, None) for one in seat.running)
        house = table.house - sum(line.won for line in lines)
        table = replace(table.with_seat(seat.paid(lines, running=())), house=house)
    return table


def _bet(table: "Table", wager: Wager) -> StreakBet:
    bet = streak_on(table, wager.spot)
    if bet is None:
        raise AssertionError(f"{wager.spot} is not a streak")
    return bet


def _line(table: "Table", wager: Wager, wins: int | None) -> Line:
    """The payout of a streak with this number of wins; `wins` is None if the shoe ended first."""
    net, layout = _bet(table, wager).net(wins), table.game.layout
    exact = Fraction(wager.stake * net)
    won = layout.rounding.round(exact, layout.chip)
    tier = None if net < 0 else "the shoe ended" if wins is None else f"{wins} in a row"
    return Line(wager, tier, exact, won, max(0, int(exact) - won))
