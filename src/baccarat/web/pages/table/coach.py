"""The coach on a table's page: exact chances of the present coup, and the cost of the bets."""

from dataclasses import dataclass

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.table.coach.coach import Prediction, expected, predict
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.table.view.view import Audience, View


@dataclass(frozen=True, slots=True)
class CoachSaid:
    """The texts of the coach; if the chances are missing, `why_not` says why."""

    prediction: Prediction | None
    why_not: str = ""
    player: str = ""
    tie: str = ""
    banker: str = ""
    widths: tuple[int, int, int] = (0, 0, 0)
    """widths of the bar's three pieces, which sum to 10,000"""
    felt: str | None = None
    """the expected cost of the guest's wagers"""
    when: str = ""
    """the last coup: when it changes, the page fetches the guest's luck again"""
    decided: str | None = None
    """when it changes, the page fetches the decisions again; None in games without decisions"""


def coach_said(table: Table, view: View, words: Words) -> CoachSaid:
    """The texts of the coach for a viewer of the table."""
    felt, when = _cost(table, view, words), f"{table.shoes}.{table.coups}"
    decided = f"{when}.{len(view.decisions)}" if table.is_free_game else None
    try:
        found = predict(table)
    except BaccaratError as refused:
        return CoachSaid(None, words.complain(refused), felt=felt, when=when, decided=decided)
    player, tie = round(10_000 * found.player), round(10_000 * found.tie)
    return CoachSaid(
        found,
        player=words.percent(found.player),
        tie=words.percent(found.tie),
        banker=words.percent(found.banker),
        widths=(player, tie, 10_000 - player - tie),
        felt=felt,
        when=when,
    )


def _cost(table: Table, view: View, words: Words) -> str | None:
    """The expected loss of the guest's wagers in coins, or None if it is unknown."""
    if view.audience is not Audience.GUEST or not view.wagers or view.phase is not Phase.BETS:
        return None
    try:
        mean = expected(view.wagers, table.only(view.guest))
    except BaccaratError:
        return None
    return words.number(-mean, ",.2f")
