"""The answer of the odds page: one question to the library, and its figures.

answered = await answer_of(request, asked, problems, words)
"""

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
from baccarat.figures.odds import (
    ExactShare,
    SaidOdds,
    ToldOdds,
    WeighedBet,
    bet_rows,
    matrix_rows,
    next_rows,
    outcomes,
    removal_tables,
    said_odds,
    title_of,
)
from baccarat.questions.engine.refusals import read_refusal
from baccarat.web.gate.problems import Problem
from baccarat.web.jobs.odds import calculate_odds
from baccarat.web.jobs.odds_page import OddsPageQuestion, is_over
from baccarat.web.pages.odds.address import AskedOdds, in_place, misfit


@dataclass(frozen=True, slots=True)
class OddsAnswered:
    """The answer that the page shows."""

    coup: str | None
    given: str | None
    """the statements that are known to be true"""
    is_over: bool
    outcomes: list[tuple[str, ExactShare]]
    answers: list[SaidOdds]
    """the answers to the questions about the coup"""
    rows: list[WeighedBet]
    left_out: list[tuple[str, list[str]]]
    """reasons why bets have no odds, each with its bets"""
    has_free_cells: bool
    matrix: dict[str, object] | None = None
    following: dict[str, Any] | None = None
    removals: dict[str, Any] | None = None
    why_not: str = ""
    """why there is no closer look"""

    @property
    def has_moved(self) -> bool:
        """Whether any odds differ from the odds of a full shoe."""
        return any(row.moved is not None for row in self.rows)

    @property
    def best(self) -> WeighedBet | None:
        return min(self.rows, key=lambda row: row.edge.exact, default=None)

    @property
    def worst(self) -> WeighedBet | None:
        return max(self.rows, key=lambda row: row.edge.exact, default=None)

    def verdict(self, words: Words) -> str:
        """The best and the worst bet, in one sentence."""
        best, worst = self.best, self.worst
        if best is None or worst is None:
            return ""
        key = "odds.favours" if best.edge.exact < 0 else "odds.best-is"
        text = words(key, bet=best.title, edge=best.edge.percent)
        if worst is not best:
            text += " " + words("odds.worst-is", bet=worst.title, edge=worst.edge.percent)
        return text


async def answer_of(
    request: Request, fields: AskedOdds, problems: dict[str, Problem], words: Words
) -> OddsAnswered:
    """The figures of all bets; an unknown bet is added to `problems`."""
    question, game = fields.question().said, fields.played()
    names = tuple(_named(fields, game, problems))
    page = OddsPageQuestion(
        **question,
        what=_asked(fields, problems),
        every_bet=fields.every,
        wishes=names,
        look=fields.looks_at,
    )
    try:
        answer = (await calculate_odds(request, page)).told
    except BaccaratError as error:
        raise _no_answer(error, fields, game) from None
    odds = answer["odds"]
    for name, refusal in answer["refused"].items():
        reason = Sentence("{bet}: {why}", bet=name, why=read_refusal(refusal).said)
        problems.setdefault("bets", misfit("bets", reason))
    for refusal in answer["unanswered"].values():
        problems.setdefault("what", in_place("what", read_refusal(refusal)))
    return OddsAnswered(
        coup=odds["coup"],
        given=odds["given"],
        is_over=is_over(odds),
        answers=said_odds(answer["chances"], words),
        outcomes=outcomes(odds, words),
        rows=bet_rows(odds, answer["fresh"], odds["named"], game, words),
        left_out=_left_out(odds, game, words),
        has_free_cells=odds["free_cells"] is not None,
        **_look(fields.looks_at, answer["look"], game, words),
    )


def _left_out(odds: ToldOdds, game: Game, words: Words) -> list[tuple[str, list[str]]]:
    """The reasons why bets have no odds, each with its bets."""
    if not odds["left_out"]:
        return []
    depth_of_shoe = Composition.parse(odds["unseen"]).depth
    reasons: dict[str, list[str]] = {}
    for name, reason in odds["left_out"].items():
        depth = game.layout.find(name).depth
        if depth > depth_of_shoe:
            reason = words("odds.needs-suits" if depth is Depth.CARDS else "odds.needs-ranks")
        reasons.setdefault(words.say(reason), []).append(title_of(name, game, words))
    return list(reasons.items())


def _asked(fields: AskedOdds, problems: dict[str, Problem]) -> tuple[str, ...]:
    """The questions about the coup."""
    try:
        return fields.asked()
    except Problem as problem:
        problems.setdefault("what", problem)
        return ()


def _named(fields: AskedOdds, game: Game, problems: dict[str, Problem]) -> list[str]:
    """The known bets among those that are requested by name."""
    try:
        names = fields.named()
    except Problem as problem:
        problems.setdefault("bets", problem)
        return []
    names_here = []
    for name in names:
        try:
            _ = streak(name) if is_streak(name) else game.layout.find(name)
            names_here.append(name)
        except UnknownName as error:
            problems.setdefault("bets", in_place("bets", error))
        except BaccaratError:
            spot = name.partition(":")[0]
            form = "{bet}: cannot read this price, or a way to win has no price; write e.g."
            usual = streak(spot) if is_streak(spot) else game.layout.find(spot)
            text = Sentence(form, bet=spot[:40])
            problems.setdefault("bets", misfit("bets", text, example=str(usual)))
    return names_here


def _no_answer(error: BaccaratError, fields: AskedOdds, game: Game) -> Problem:
    """The problem that prevents odds: an impossible coup, or too few cards."""
    field = "given" if fields.given else "seen"
    if isinstance(error, ShoeError) and not error.said.values:
        unseen = 52 * game.rules.decks - len(fields.cards()) - len(fields.laid())
        if unseen < FEWEST_CARDS:
            form = "cards left in the shoe: {cards}; a coup may need more"
            return misfit(field, Sentence(form, cards=max(unseen, 0)))
    if isinstance(error, CoupError) and not error.said.values:
        return misfit(field, Sentence("this cannot have been dealt: {why}", why=error.said))
    return in_place(field, error)


def _look(name: str, look: ToldOdds, game: Game, words: Words) -> dict[str, Any]:
    """The requested matrix, next cards or effects of removal, or the reason why there are none."""
    if "refused" in look:
        error = read_refusal(look["refused"])
        if isinstance(error, CoupError):
            return {"why_not": words("odds.next-unknown")}
        if isinstance(error, ShoeError):
            return {"why_not": words("odds.few-removal")}
        return {"why_not": words.complain(error)}
    if not look:
        return {"why_not": words("odds.over" if name == "next" else "odds.no-removal")}
    if name == "matrix":
        return {"matrix": matrix_rows(look["matrix"], words)}
    titles = {bet: title_of(bet, game, words) for bet in look["bets"]}
    if name == "next":
        rows = next_rows(look, words)
        return {"following": {"side": look["next_side"], "titles": titles, "rows": rows}}
    return {"removals": removal_tables(look["removal"], titles, words)}
