"""What the coach says beside the table: the exact chances of the coup, and what the bets cost."""

from dataclasses import dataclass

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.table.coach.coach import Prediction, expected, predict
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.table.view.view import Audience, View


@dataclass(frozen=True, slots=True)
class CoachSaid:
    """All that stands in the coach's part; without a prediction it says why there is none."""

    prediction: Prediction | None
    why_not: str = ""
    player: str = ""
    tie: str = ""
    banker: str = ""
    widths: tuple[int, int, int] = (0, 0, 0)
    """of the bar's three pieces, 10,000 in all"""
    felt: str | None = None
    """what the guest's wagers cost on average"""
    when: str = ""
    """the coup after which the guest's luck is asked for again"""
    decided: str | None = None
    """the same of decisions; None where there are none"""


def coach_said(table: Table, view: View, words: Words) -> CoachSaid:
    """What the coach can say of a table as somebody sees it."""
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
    """What the wagers that lie there cost on average, after rounding."""
    if view.audience is not Audience.GUEST or not view.wagers or view.phase is not Phase.BETS:
        return None
    try:
        mean = expected(view.wagers, table.only(view.guest))
    except BaccaratError:
        return None
    return words.number(-mean, ",.2f")
