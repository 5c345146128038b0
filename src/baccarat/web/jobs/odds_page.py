"""All odds of a page as one question: the bets on the felt, the named bets, the same bets from a
full shoe, and the matrix, the next cards or the effects of removal.

page_odds(OddsPageQuestion(named=("lucky-6:12/23",), look="matrix"))
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, ClassVar

from baccarat.base.errors import BaccaratError
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import Depth
from baccarat.core.games import as_game
from baccarat.exact.bet_choice import MAIN
from baccarat.questions.engine.refusals import write_refusal
from baccarat.questions.odds import OddsQuestion
from baccarat.questions.question import Ask
from baccarat.web.jobs.odds_answer import MOST_BETS, Weighing, odds_json

OddsJson = Mapping[str, Any]
"""An answer or a part of an answer, as JSON."""
AskOdds = Callable[[OddsQuestion], OddsJson]


@dataclass(frozen=True, kw_only=True)
class OddsPageQuestion(OddsQuestion):
    """A shoe and a coup, and the odds that a page shows for them."""

    kind: ClassVar[str] = "odds page"

    every_bet: Annotated[bool, Ask("Every bet, not the felt's alone.")] = False
    wishes: Annotated[tuple[str, ...], Ask("The bets that are named.")] = ()
    look: Annotated[str, Ask("The closer look: matrix, next or removal.")] = ""


def page_odds(
    page: OddsPageQuestion, *, deaf: list[str], weighing: Weighing = lambda names: None
) -> dict[str, Any]:
    """The odds with these cards, with a full shoe if cards are out, and the matrix or next cards.

    A bet or a look that these cards do not allow is in `refused`, by its name; a question about
    the coup that has no answer is in `unanswered`.
    """
    ask = partial(odds_json, deaf=deaf, weighing=weighing)
    refused: dict[str, object] = {}
    answers, unanswered = _answers(ask, page)
    page = replace(page, what=())
    odds = _with_named(ask, page, page.wishes, refused)
    fresh = None
    if page.seen or page.given:
        full = replace(page, seen=(), given=())
        fresh = _with_named(ask, full, odds["named"], {})
    try:
        look = _look(ask, page, odds)
    except BaccaratError as error:
        look = {"refused": write_refusal(error)}
    answer = {"odds": odds, "refused": refused, "fresh": fresh, "look": look}
    return {**answer, "chances": answers, "unanswered": unanswered}


def _answers(
    ask: AskOdds, page: OddsPageQuestion
) -> tuple[list[dict[str, Any]], dict[str, object]]:
    """The answers to the questions about the coup, and the refusals by question."""
    answers: list[dict[str, Any]] = []
    unanswered: dict[str, object] = {}
    for text in page.what:
        try:
            answers += ask(replace(page, bets=(), what=(text,)))["chances"]
        except BaccaratError as error:
            unanswered[text] = write_refusal(error)
    return answers, unanswered


def is_over(odds: OddsJson) -> bool:
    """True if a coup needs no more cards, or if its totals already decide the result."""
    coup = odds["coup"] or "…"
    if "|" in coup or coup.endswith("…"):
        return not coup.endswith("…")
    is_sure = any(outcome["probability"] == "1/1" for outcome in odds["outcomes"].values())
    return is_sure and odds["given"] is None


def _with_named(
    ask: AskOdds, page: OddsPageQuestion, names: Sequence[str], refused: dict[str, object]
) -> OddsJson:
    """The odds of the named bets, followed by the odds of the bets on the felt, or of every bet."""
    odds = ask(replace(page, all_bets=page.every_bet))
    named_bets: dict[str, dict[str, Any]] = {"bets": {}, "streaks": {}}
    for name in names:
        try:
            answer = ask(replace(page, bets=(name,)))
        except BaccaratError as error:
            refused[name] = write_refusal(error)
        else:
            for kind, bets in named_bets.items():
                bets |= answer.get(kind, {})
    names_told = [name for bets in named_bets.values() for name in bets]
    merged = {kind: {**bets, **odds.get(kind, {})} for kind, bets in named_bets.items()}
    return {**odds, **merged, "named": names_told}


def _look(ask: AskOdds, page: OddsPageQuestion, odds: OddsJson) -> OddsJson:
    """The matrix, the next cards or the effects of removal; empty if the coup is over."""
    layout = as_game(page.game).layout
    if page.look == "matrix":
        return {"matrix": page.table.tally.as_json()["matrix"]}
    if is_over(odds) or (page.look == "removal" and page.endless):
        return {}
    if page.look == "next":
        fixed = [name for name in odds["named"] if not is_streak(name)]
        plain = [name for name in fixed if layout.find(name).depth <= Depth.POINTS]
        main = [spot for spot in MAIN if spot in layout.bets]
        bets = list(dict.fromkeys([*main, *plain]))[:MOST_BETS]
        following = ask(replace(page, bets=tuple(bets), next_cards=True))
        return {"bets": bets, **{key: following[key] for key in ("next_side", "next_cards")}}
    bets = [name for name in odds["bets"] if name in layout.bets or name in odds["named"]]
    effects: dict[str, Any] = {}
    for start in range(0, len(bets), MOST_BETS):
        block = bets[start : start + MOST_BETS]
        answer = ask(replace(page, bets=tuple(block), removal=True))
        effects |= answer["removal"]
    return {"bets": bets, "removal": effects}
