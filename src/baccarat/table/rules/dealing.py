"""A coup at the table: its cards, its decisions and its payout."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from baccarat.core.layout import Wager
from baccarat.core.result import Result
from baccarat.core.roads.result_counts import count
from baccarat.core.third_card import Choice, next_hand
from baccarat.table.acts import Act, ActRefused, Deal, Decide, Draw, Reveal
from baccarat.table.rules.factors import drawn_for
from baccarat.table.rules.offers import offered_now
from baccarat.table.rules.squeeze import squeezers_of
from baccarat.table.rules.streak_wagers import carry_on
from baccarat.table.rules.wagers import (
    as_paid,
    objection_to,
    of_one_coup,
    pay,
    require_bets,
    with_wagers,
)
from baccarat.table.state import Decision, NotTaken, Phase, Played, Seat

if TYPE_CHECKING:
    from baccarat.table.table import Table


class _Asked(Exception):
    """Raised when someone must choose to draw or stand; holds the opponent's choice, if any."""

    def __init__(self, choice: Choice, draws: bool | None = None) -> None:
        self.choice = choice
        self.draws = draws


def deal(table: "Table", act: Deal) -> "Table":
    if table.has_many_seats:
        seats = (_as_taken(seat, objection_to(table, seat)) for seat in table.seats)
        table = replace(table, seats=tuple(seats))
    else:
        require_bets(table, table.seat(), act.free)
    if act.squeeze and table.is_free_game:
        raise ActRefused("a coup with decisions cannot be squeezed: deal it without the squeeze")
    return replace(
        table,
        phase=Phase.DEALING,
        seats=tuple(replace(seat, past=()) for seat in table.seats),
        coup=table.game.rules.opening,
        drawn=drawn_for(table, act),
        squeezers=squeezers_of(table) if act.squeeze else (),
        decisions=(),
    )


def _as_taken(seat: Seat, why: str | None) -> Seat:
    """The seat when bets close; if the house refuses its wagers, the guest gets them back.

    No guest may hold up the table. All wagers go back, because they belong together: half a hedge
    is not the bet that the guest meant.
    """
    if why is None:
        return replace(seat, not_taken=None)
    return with_wagers(seat, (), not_taken=NotTaken(seat.wagers, why))


def draw(table: "Table", act: Draw) -> "Table":
    side = next_hand(table.coup, table.game.rules.tableau, partial(_decided, table))
    if side is None:
        raise AssertionError("a coup that is over is still being dealt")
    used = len(table.coup) - len(table.game.rules.opening)
    coup = table.coup.receive(side, table.the_shoe.peek()[used])
    table = replace(table, coup=coup)
    if side in dict(table.squeezers) and len(coup.hand(side)) >= 2:
        # Both hands may have a squeezer; Player's card is squeezed first.
        table = replace(table, held=(*table.held, side))
    return _look_ahead(table, act.paid)


def decide(table: "Table", act: Decide) -> "Table":
    choice = table.choice
    if choice is None:
        raise AssertionError("there is nothing to decide")
    decision = Decision(choice, act.draw, by_guest=True)
    return _look_ahead(replace(table, decisions=(*table.decisions, decision)), act.paid)


def reveal(table: "Table", act: Reveal) -> "Table":
    return _look_ahead(replace(table, held=table.held[1:], lifted=()), act.paid)


def _look_ahead(table: "Table", paid: tuple[int, ...] | None) -> "Table":
    """The table after a card or a decision: in its next phase, or paid if the coup is over."""
    if table.is_held and len(table.coup) >= 4:
        return replace(table, phase=Phase.SQUEEZE)
    while True:
        try:
            side = next_hand(table.coup, table.game.rules.tableau, partial(_decided, table))
        except _Asked as asked:
            if asked.draws is None:
                return replace(table, phase=Phase.DECISION)
            decision = Decision(asked.choice, asked.draws, by_guest=False)
            table = replace(table, decisions=(*table.decisions, decision))
        else:
            if side is None:
                return _settle(table, paid)
            offers = offered_now(table)
            return replace(table, phase=Phase.OFFER if offers else Phase.DEALING, offers=offers)


def _decided(table: "Table", choice: Choice) -> bool:
    """Whether the side that has the choice draws; raises _Asked if it has not decided yet."""
    for decision in table.decisions:
        if decision.choice.side is choice.side:
            return decision.draws
    if table.opponent and choice.side is not table.role:
        from baccarat.table.coach.opponent import answer  # theory is slow to load

        raise _Asked(choice, answer(table, choice))
    raise _Asked(choice)


def _settle(table: "Table", paid: tuple[int, ...] | None) -> "Table":
    """End the coup and pay the wagers; a saved act brings its payouts along as `paid`."""
    coup, before = table.coup.finish(), table.the_shoe
    shoe = before.after_coup(len(coup) - len(table.game.rules.opening))
    streaks = [carry_on(table, seat, coup.winner, shoe.is_finished) for seat in table.seats]
    due = [
        (*pay(coup, of_one_coup(table, seat), table.game.layout, table.drawn), *ended)
        for seat, (ended, _) in zip(table.seats, streaks, strict=True)
    ]
    lines = iter(as_paid([line for each in due for line in each], paid))
    seats = tuple(
        seat.after_coup(tuple(islice(lines, len(each))), _usual(table, seat), running)
        for seat, each, (_, running) in zip(table.seats, due, streaks, strict=True)
    )
    played = Played(
        table.number + 1, table.shoes - 1, before, coup, table.decisions, Result.of(coup), seats
    )
    return replace(
        table,
        phase=Phase.FINISHED if shoe.is_finished else Phase.BETS,
        seats=seats,
        house=table.house - sum(played.paid),
        shoe=shoe,
        coup=coup,
        played=(*table.played, played),
        counts=table.counts.and_also(count((played.result,))),
    )


def _usual(table: "Table", seat: Seat) -> tuple[Wager, ...]:
    """The wagers laid before the coup began, except those on streaks."""
    bets = table.game.layout.bets
    return tuple(wager for wager in of_one_coup(table, seat) if not bets[wager.spot].offered)


def choice_of(table: "Table") -> Choice | None:
    """The decision that the guest has to make now; None if there is none."""
    if table.phase is not Phase.DECISION:
        return None
    try:
        next_hand(table.coup, table.game.rules.tableau, partial(_decided, table))
    except _Asked as asked:
        return asked.choice
    raise AssertionError("the table waits for a decision that nobody has to make")


HANDLERS: dict[type[Act], Callable[..., "Table"]] = {
    Deal: deal,
    Draw: draw,
    Decide: decide,
    Reveal: reveal,
}
