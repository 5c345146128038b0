"""Parts of a table's page for chemin de fer: the decisions of a coup, and what each one costs.

GET /tables/3/decisions     the decisions of the coup on the felt, as they are made
GET /tables/3/choice        before deciding: the value of drawing and of standing

Only the guest sees both answers. The theory is slow the first time, so the page fetches them later.
"""

from dataclasses import dataclass
from fractions import Fraction

from fastapi import APIRouter, Request, Response

from baccarat.base.errors import BaccaratError
from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.core.third_card import Choice
from baccarat.table.rules.wagers import stakes_of
from baccarat.table.state import Decision
from baccarat.table.table import Table
from baccarat.table.view.view import View
from baccarat.web.api.tables import Calls, TableNumber
from baccarat.web.gate.problems import Problem
from baccarat.web.house.seats import require_seat, table_of, threads_of
from baccarat.web.house.views import Viewer, seen_as
from baccarat.web.pages.shell import page_words, shell_of

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class DecisionTold:
    """A decision in words, with its cost."""

    done: str
    """the side and its move"""
    where: str
    """the hand"""
    lesson: str = ""
    """the equilibrium's move; empty if nothing was at stake or there is no theory"""
    cost: Fraction | None = None
    """in coins; None if it does not concern the guest"""
    share: Fraction | None = None
    """the cost as a share of the stake"""


@dataclass(frozen=True, slots=True)
class ChoiceWorth:
    """The choice to draw or to stand, with its expected value and its expected cost."""

    act: str
    """`draw` or `stand`"""
    wins: Fraction
    """the expected win in coins"""
    cost: Fraction
    share: Fraction


@router.get("/tables/{table}/decisions")
async def show_decisions(request: Request, caller: Calls, table: TableNumber) -> Response:
    """The HTML with the decisions of the present coup, and the cost of each."""
    here = table_of(request, caller, table)
    viewer, words = require_seat(request, here), page_words(request)
    told = await threads_of(request).look(lambda: decisions_told(here.table, viewer, words))
    return shell_of(request).fragment(request, "decisions.html", told=told)


@router.get("/tables/{table}/choice")
async def show_choice(request: Request, caller: Calls, table: TableNumber) -> Response:
    """The HTML with the values of drawing and of standing, for the guest who must decide."""
    here = table_of(request, caller, table)
    viewer, words = require_seat(request, here), page_words(request)

    def look() -> dict[str, object]:
        state = here.table
        view = state.view(seen_as(viewer, state))
        if view.choice is None:
            raise Problem(404, Sentence("there is nothing at this address"))
        stake = _stakes(state, view).get(str(view.choice.side).lower(), 0)
        draws, rows = choice_worth(view.choice, state, stake)
        opponent = state.opponent and words(f"opponent.{state.opponent}")
        return {
            "said": words.say(view.choice.said),
            "stake": stake,
            "draws": draws,
            "rows": rows,
            "opponent": opponent,
        }

    told = await threads_of(request).look(look)
    return shell_of(request).fragment(request, "choice.html", **told)


def choice_worth(
    choice: Choice, table: Table, stake: int
) -> tuple[Fraction, tuple[ChoiceWorth, ...]]:
    """The probability that the equilibrium draws, and the values of drawing and of standing."""
    from baccarat.table.coach.opponent import assess  # theory is heavy, and only needed here

    found = [
        (act, assess(Decision(choice, draws, by_guest=True), table, stake or None))
        for act, draws in (("draw", True), ("stand", False))
    ]
    rows = tuple(
        ChoiceWorth(
            act,
            stake * (one.drawing if one.decision.draws else one.standing),
            stake * one.cost,
            one.cost,
        )
        for act, one in found
    )
    return found[0][1].equilibrium, rows


def decisions_told(table: Table, viewer: Viewer, words: Words) -> list[DecisionTold]:
    """The decisions of the present coup that this guest has seen, each with its cost."""
    view = table.view(seen_as(viewer, table))
    return [_told(one, table, _stakes(table, view), words) for one in view.decisions]


def _told(decision: Decision, table: Table, stakes: dict[str, int], words: Words) -> DecisionTold:
    who = "you" if decision.by_guest else "they"
    done = words(f"chemin.{who}-{'drew' if decision.draws else 'stood'}")
    where = words.say(decision.choice.said)
    stake = stakes.get(str(decision.choice.side).lower(), 0)
    if not (decision.by_guest and stake):
        return DecisionTold(done, where)
    from baccarat.table.coach.opponent import assess  # theory is heavy, and only needed here

    try:
        found = assess(decision, table, stake)
    except BaccaratError:  # a game that no theory covers has no price
        return DecisionTold(done, where)
    return DecisionTold(done, where, words.say(found.said), stake * found.cost, found.cost)


def _stakes(table: Table, view: View) -> dict[str, int]:
    """The guest's stakes on Player and on Banker in this coup."""
    if not table.coup.is_over:
        return dict(stakes_of(view.wagers))
    mine = table.played[-1].of(view.guest) if table.played else None
    return {} if mine is None else dict(stakes_of(mine.wagers))
