"""All that a page of odds asks, as one question: the bets of the felt and those that are named, the
same from a full shoe, and a closer look.

page_odds(OddsPageQuestion(question=OddsQuestion(), named=["lucky-6:12/23"], look="matrix"))
"""

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import blake2b
from typing import Any

from pydantic import BaseModel, ConfigDict

from baccarat.base.errors import BaccaratError
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import Depth
from baccarat.core.games import as_game
from baccarat.exact.bet_choice import MAIN
from baccarat.web.jobs.odds_question import (
    MOST_BETS,
    OddsQuestion,
    Weighing,
    nobody_listens,
    odds_json,
    table_of,
)
from baccarat.web.jobs.refusals import write_refusal

OddsJson = Mapping[str, Any]
"""An answer, or a part of one, in JSON."""
Ask = Callable[[OddsQuestion], OddsJson]


class OddsPageQuestion(BaseModel):
    """What a page asks."""

    model_config = ConfigDict(extra="forbid", strict=True)

    question: OddsQuestion
    """the shoe and the coup, without bets"""
    every: bool = False
    named: list[str] = []
    look: str = ""
    """`matrix`, `next` or `removal`"""

    @property
    def key(self) -> bytes:
        return blake2b(self.model_dump_json().encode(), digest_size=16).digest()


def page_odds(
    page: OddsPageQuestion, *, deaf: list[str], weighing: Weighing = nobody_listens
) -> dict[str, Any]:
    """The odds of the cards; of the full shoe, if it is not full; and the closer look.

    A bet that these cards do not tell is `refused` by its name, and so is a look.
    """
    ask = partial(odds_json, deaf=deaf, weighing=weighing)
    question = page.question
    refused: dict[str, object] = {}
    odds = _with_named(ask, question, page.every, page.named, refused)
    fresh = None
    if question.seen or question.coup:
        full = question.model_copy(update={"seen": [], "coup": ""})
        fresh = _with_named(ask, full, page.every, odds["named"], {})
    try:
        look = _look(ask, page, odds)
    except BaccaratError as error:
        look = {"refused": write_refusal(error)}
    return {"odds": odds, "refused": refused, "fresh": fresh, "look": look}


def is_over(odds: OddsJson) -> bool:
    """Whether the coup needs no more cards; of totals, whether they decide it."""
    coup = odds["coup"] or "…"
    if "|" in coup or coup.endswith("…"):
        return not coup.endswith("…")
    return any(outcome["probability"] == "1/1" for outcome in odds["outcomes"].values())


def _with_named(
    ask: Ask, question: OddsQuestion, every: bool, names: list[str], refused: dict[str, object]
) -> OddsJson:
    """The bets of the felt, or every bet, behind those that are named."""
    odds = ask(question.model_copy(update={"all_bets": every}))
    named_bets: dict[str, dict[str, Any]] = {"bets": {}, "streaks": {}}
    for name in names:
        try:
            answer = ask(question.model_copy(update={"bets": [name]}))
        except BaccaratError as error:
            refused[name] = write_refusal(error)
        else:
            for kind, bets in named_bets.items():
                bets |= answer.get(kind, {})
    names_told = [name for bets in named_bets.values() for name in bets]
    merged = {kind: {**bets, **odds.get(kind, {})} for kind, bets in named_bets.items()}
    return {**odds, **merged, "named": names_told}


def _look(ask: Ask, page: OddsPageQuestion, odds: OddsJson) -> OddsJson:
    """The closer look that is asked for; none where the coup is over."""
    question, layout = page.question, as_game(page.question.game).layout
    if page.look == "matrix":
        return {"matrix": table_of(question).tally.as_json()["matrix"]}
    if is_over(odds) or (page.look == "removal" and question.endless):
        return {}
    if page.look == "next":
        fixed = [name for name in odds["named"] if not is_streak(name)]
        plain = [name for name in fixed if layout.find(name).depth <= Depth.POINTS]
        main = [spot for spot in MAIN if spot in layout.bets]
        bets = list(dict.fromkeys([*main, *plain]))[:MOST_BETS]
        following = ask(question.model_copy(update={"bets": bets, "next_cards": True}))
        return {"bets": bets, **{key: following[key] for key in ("next_side", "next_cards")}}
    bets = [name for name in odds["bets"] if name in layout.bets or name in odds["named"]]
    effects: dict[str, Any] = {}
    for start in range(0, len(bets), MOST_BETS):
        block = bets[start : start + MOST_BETS]
        answer = ask(question.model_copy(update={"bets": block, "removal": True}))
        effects |= answer["removal"]
    return {"bets": bets, "removal": effects}
