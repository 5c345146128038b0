"""The answer of the odds page: several questions to the library, and their figures.

answered = await answer_of(request, asked, problems, words)
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from baccarat.base.errors import BaccaratError, CoupError, ShoeError, UnknownName
from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.core.bets import streak
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import Depth
from baccarat.core.games import Game
from baccarat.core.shoe import FEWEST_CARDS, Composition
from baccarat.exact.bet_choice import MAIN
from baccarat.figures.odds import (
    ExactShare,
    ToldOdds,
    WeighedBet,
    bet_rows,
    matrix_rows,
    next_rows,
    outcomes,
    removal_tables,
    title_of,
)
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.odds import reckon
from baccarat.web.jobs.odds_question import MOST_BETS, OddsQuestion
from baccarat.web.pages.odds.address import AskedOdds, in_place, misfit


@dataclass(frozen=True, slots=True)
class OddsAnswered:
    """What the page shows as the answer."""

    coup: str | None
    is_over: bool
    outcomes: list[tuple[str, ExactShare]]
    rows: list[WeighedBet]
    left_out: list[tuple[str, list[str]]]
    """why bets are not told, and which"""
    has_free_cells: bool
    matrix: dict[str, object] | None = None
    following: dict[str, Any] | None = None
    removals: dict[str, Any] | None = None
    why_not: str = ""
    """why the closer look cannot be had"""

    @property
    def has_moved(self) -> bool:
        """Whether the shoe is not full any more."""
        return any(row.moved is not None for row in self.rows)

    @property
    def best(self) -> WeighedBet | None:
        return min(self.rows, key=lambda row: row.edge.exact, default=None)

    @property
    def worst(self) -> WeighedBet | None:
        return max(self.rows, key=lambda row: row.edge.exact, default=None)

    def verdict(self, words: Words) -> str:
        """The best bet and the worst, in a line."""
        best, worst = self.best, self.worst
        if best is None or worst is None:
            return ""
        key = "odds.favours" if best.edge.exact < 0 else "odds.best-is"
        said = words(key, bet=best.title, edge=best.edge.percent)
        if worst is not best:
            said += " " + words("odds.worst-is", bet=worst.title, edge=worst.edge.percent)
        return said


async def ask(request: Request, question: OddsQuestion, **more: object) -> dict[str, Any]:
    """What the library tells; it is reckoned in a process of its own."""
    return (await reckon(request, question.model_copy(update=more))).told


async def answer_of(
    request: Request, asked: AskedOdds, problems: dict[str, Problem], words: Words
) -> OddsAnswered:
    """The figures of all bets; a bet that is not there is a problem of its own."""
    question, game = asked.question(), asked.played()
    named = _named(asked, game, problems)
    try:
        told = await ask(request, question, all_bets=asked.every)
    except BaccaratError as error:
        raise _no_answer(error, asked, game) from None
    own, names = await _asked_by_name(request, question, named, problems)
    told |= {kind: {**own[kind], **told.get(kind, {})} for kind in own}
    fresh, look = await asyncio.gather(
        _fresh(request, question, asked.every, names),
        _look(request, asked, question, game, told, names, words),
    )
    return OddsAnswered(
        coup=told["coup"],
        is_over=_is_over(told),
        outcomes=outcomes(told, words),
        rows=bet_rows(told, fresh, names, game, words),
        left_out=_left_out(told, game, words),
        has_free_cells=told["free_cells"] is not None,
        **look,
    )


async def _asked_by_name(
    request: Request, question: OddsQuestion, named: list[str], problems: dict[str, Problem]
) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """The bets that were named, and their names; one that these cards do not tell is a problem."""
    answers = await asyncio.gather(
        *(ask(request, question, bets=[name]) for name in named), return_exceptions=True
    )
    own: dict[str, dict[str, Any]] = {"bets": {}, "streaks": {}}
    for name, found in zip(named, answers, strict=True):
        if isinstance(found, BaccaratError):
            why = Sentence("{bet}: {why}", bet=name, why=found.said)
            problems.setdefault("bets", misfit("bets", why))
        elif isinstance(found, BaseException):
            raise found
        else:
            own["bets"] |= found["bets"]
            own["streaks"] |= found.get("streaks", {})
    return own, [*own["bets"], *own["streaks"]]


def _is_over(told: ToldOdds) -> bool:
    """Whether the coup needs no more cards; of totals, whether they decide it."""
    coup = told["coup"] or "…"
    if "|" in coup or coup.endswith("…"):
        return not coup.endswith("…")
    return any(one["probability"] == "1/1" for one in told["outcomes"].values())


def _left_out(told: ToldOdds, game: Game, words: Words) -> list[tuple[str, list[str]]]:
    """Why bets are not told, each reason once with its bets."""
    if not told["left_out"]:
        return []
    known = Composition.parse(told["unseen"]).depth
    reasons: dict[str, list[str]] = {}
    for name, why in told["left_out"].items():
        depth = game.layout.find(name).depth
        if depth > known:
            why = words("odds.needs-suits" if depth is Depth.CARDS else "odds.needs-ranks")
        reasons.setdefault(words.say(why), []).append(title_of(name, game, words))
    return list(reasons.items())


def _named(asked: AskedOdds, game: Game, problems: dict[str, Problem]) -> list[str]:
    """The bets that are asked for by name, and are there."""
    try:
        names = asked.named()
    except Problem as problem:
        problems.setdefault("bets", problem)
        return []
    found = []
    for name in names:
        try:
            _ = streak(name) if is_streak(name) else game.layout.find(name)
            found.append(name)
        except UnknownName as error:
            problems.setdefault("bets", in_place("bets", error))
        except BaccaratError:
            known = name.partition(":")[0]
            form = "{bet}: this price does not read, or is not one for each way to win; write e.g."
            usual = streak(known) if is_streak(known) else game.layout.find(known)
            said = Sentence(form, bet=known[:40])
            problems.setdefault("bets", misfit("bets", said, example=str(usual)))
    return found


def _no_answer(error: BaccaratError, asked: AskedOdds, game: Game) -> Problem:
    """Why there are no odds: a coup that cannot be, or too few cards."""
    field = "coup" if asked.coup else "seen"
    if isinstance(error, ShoeError) and not error.said.values:
        left = 52 * game.rules.decks - len(asked.cards()) - len(asked.laid())
        if left < FEWEST_CARDS:
            form = "cards left in the shoe: {cards}; a coup may need more"
            return misfit(field, Sentence(form, cards=max(left, 0)))
    if isinstance(error, CoupError) and not error.said.values:
        return misfit(field, Sentence("this cannot have been dealt: {why}", why=error.said))
    return in_place(field, error)


async def _fresh(
    request: Request, question: OddsQuestion, every: bool, names: list[str]
) -> ToldOdds | None:
    """The same bets from a full shoe; None if it is full."""
    if not question.seen and not question.coup:
        return None
    full = question.model_copy(update={"seen": [], "coup": ""})
    told = await ask(request, full, all_bets=every)
    own, _ = await _asked_by_name(request, full, names, {})
    return {kind: {**told.get(kind, {}), **found} for kind, found in own.items()}


async def _look(
    request: Request,
    asked: AskedOdds,
    question: OddsQuestion,
    game: Game,
    told: ToldOdds,
    names: list[str],
    words: Words,
) -> dict[str, Any]:
    """The closer look that is asked for."""
    felt = game.layout.bets
    try:
        match asked.looks_at:
            case "matrix":
                found = await ask(request, question, matrix=True)
                return {"matrix": matrix_rows(found["matrix"], words)}
            case "next" if _is_over(told):
                return {"why_not": words("odds.over")}
            case "next":
                main = [spot for spot in MAIN if spot in felt]
                own = [name for name in names if not is_streak(name)]
                told_of = [n for n in own if game.layout.find(n).depth <= Depth.POINTS]
                bets = list(dict.fromkeys([*main, *told_of]))[:MOST_BETS]
                found = await ask(request, question, bets=bets, next_cards=True)
                titles = {name: title_of(name, game, words) for name in bets}
                rows = next_rows(found, words)
                return {"following": {"side": found["next_side"], "titles": titles, "rows": rows}}
        if question.endless or _is_over(told):
            return {"why_not": words("odds.no-removal")}
        bets = [name for name in told["bets"] if name in felt or name in names]
        blocks = [bets[first : first + MOST_BETS] for first in range(0, len(bets), MOST_BETS)]
        parts = await asyncio.gather(
            *(ask(request, question, bets=block, removal=True) for block in blocks)
        )
        effects = {name: one for part in parts for name, one in part["removal"].items()}
        titles = {name: title_of(name, game, words) for name in bets}
        return {"removals": removal_tables(effects, titles, words)}
    except CoupError:
        return {"why_not": words("odds.next-unknown")}
    except ShoeError:
        return {"why_not": words("odds.few-removal")}
    except BaccaratError as error:
        return {"why_not": words.complain(error)}
