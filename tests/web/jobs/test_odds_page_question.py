"""What a page asks at once is what it would be told if it asked for each part."""

import random
from dataclasses import replace
from typing import Any

import pytest

from baccarat.base.errors import BaccaratError, BadBet, CoupError, UnknownName
from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.core.cards import Card
from baccarat.questions.engine.refusals import read_refusal, write_refusal
from baccarat.questions.odds import OddsQuestion
from baccarat.web.jobs.odds_answer import odds_json
from baccarat.web.jobs.odds_page import OddsPageQuestion, page_odds

NAMES = ["lucky-6:12/23", "tie:9", "perfect-pair", "banker-streak", "dragon-7"]


def any_question(dice: random.Random) -> OddsQuestion:
    def card() -> str:
        return dice.choice("A23456789TJQK") + dice.choice("shdc")

    seen = tuple(card() for _ in range(dice.randint(0, 4)))
    coup = " ".join(card() for _ in range(dice.randint(0, 4)))
    return OddsQuestion(
        game=dice.choice(["punto-banco", "ez"]), seen=seen, given=(coup,) if coup else ()
    )


def alone(question: OddsQuestion, **fields: Any) -> dict[str, Any]:
    """The answer to one part; a complaint is a text."""
    try:
        return odds_json(replace(question, **fields))
    except BaccaratError as error:
        return {"refused": str(error)}


@pytest.mark.parametrize("seed", range(12))
def test_each_part_is_the_answer_to_its_own_question(seed: int) -> None:
    dice = random.Random(seed)
    question, names = any_question(dice), dice.sample(NAMES, 2)
    whole = alone(question)
    page = OddsPageQuestion(**question.said, wishes=tuple(names), look="matrix")
    if "refused" in whole:
        with pytest.raises(BaccaratError) as refused:
            page_odds(page, deaf=[])
        assert str(refused.value) == whole["refused"]
        return
    answer = page_odds(page, deaf=[])
    bets = {**answer["odds"]["bets"], **answer["odds"]["streaks"]}
    for name in names:
        own = alone(question, bets=(name,))
        if "refused" in own:
            assert str(read_refusal(answer["refused"][name])) == own["refused"]
        else:
            parts = {**own["bets"], **own.get("streaks", {})}
            assert parts.items() <= bets.items()
            assert set(parts) <= set(answer["odds"]["named"])
    assert whole["bets"].items() <= bets.items()
    assert answer["look"] == {"matrix": alone(question, matrix=True)["matrix"]}
    is_full = not question.seen and not question.given
    full = None if is_full else alone(question, seen=(), given=())["bets"]
    assert full is None or full.items() <= answer["fresh"]["bets"].items()


def test_what_each_next_card_would_do_is_of_the_main_bets_and_of_those_that_are_named() -> None:
    question = OddsQuestion(given=("Kh 9d",))
    page = OddsPageQuestion(**question.said, wishes=("tie:9",), look="next")
    look = page_odds(page, deaf=[])["look"]
    alone_told = alone(question, bets=("player", "banker", "tie", "tie:9"), next_cards=True)
    assert sorted(look["bets"]) == ["banker", "player", "tie", "tie:9"]
    assert look["next_side"] == alone_told["next_side"]
    for card, after in look["next_cards"].items():
        told = alone_told["next_cards"][card]
        assert (after["bets"], after["outcomes"]) == (told["bets"], told["outcomes"])


def test_the_effects_of_removal_are_told_of_more_bets_than_one_question_may_name() -> None:
    question = OddsQuestion(game="ez", seen=("Kh",))
    look = page_odds(OddsPageQuestion(**question.said, look="removal"), deaf=[])["look"]
    assert look["removal"] == {
        name: alone(question, bets=(name,), removal=True)["removal"][name] for name in look["bets"]
    }
    assert page_odds(OddsPageQuestion(endless=True, look="removal"), deaf=[])["look"] == {}


@pytest.mark.parametrize(
    "error",
    [
        UnknownName("bet", "luky-6", ["lucky-6", "tie"]),
        CoupError("{card} cannot come: {why}", card=Card.parse("Kh"), why=Sentence("it is out")),
        BadBet("{most:,} cards at {price}", most=12_345, price=1.5),
    ],
)
def test_a_complaint_comes_out_of_a_process_as_it_was(error: BaccaratError) -> None:
    again = read_refusal(write_refusal(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
    for language in ("fr", "zh-hans"):
        words = Words.of(language)
        assert words.complain(again) == words.complain(error)
