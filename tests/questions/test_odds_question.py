"""The question about odds: typed, sent in a body or repeated by its command, it is the same."""

import inspect
import re
import shlex
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
import typer
from pydantic import ValidationError
from typer.testing import CliRunner

import baccarat as bac
from baccarat.base.errors import BadText
from baccarat.cli.options.as_typed import AsTyped
from baccarat.cli.options.question import asks
from baccarat.questions.odds import OddsQuestion
from baccarat.questions.question import Ask, Misfit
from baccarat.web.api.odds import OddsBody, body_of_odds

QUESTIONS: list[dict[str, Any]] = [
    {},
    {"game": "ez", "decks": 6},
    {"endless": True, "bets": ["tie", "banker-streak"]},
    {"seen": ["Kh", "9d"], "given": ["5c 4s"], "next_cards": True},
    {"given": ["player: 5, banker: 6"], "bets": ["banker:1-4%", "lucky-6:12/23"]},
    {"unseen": "0:4 1:2 9:2", "matrix": True, "removal": True},
    {"all_bets": True},
]


@dataclass(frozen=True, kw_only=True)
class MarkedQuestion(OddsQuestion):
    """Odds of a shoe with marked cards."""

    marked: Annotated[int, Ask("Cards that are marked.", low=0, high=50)] = 0


def typed(words: str, kind: type[OddsQuestion] = OddsQuestion) -> OddsQuestion:
    """The question that the command gets."""
    questions: list[OddsQuestion] = []

    def keep(question: OddsQuestion) -> None:
        questions.append(question)

    app = typer.Typer()
    app.callback(cls=AsTyped)(lambda: None)
    app.command("odds")(asks(kind)(keep))
    CliRunner().invoke(app, shlex.split(words), catch_exceptions=False, standalone_mode=False)
    return questions[0]


def sent(**values: Any) -> OddsQuestion:
    """The question that a body asks."""
    return OddsQuestion.read(OddsBody.model_validate(values).model_dump())


@pytest.mark.parametrize("values", QUESTIONS, ids=str)
def test_a_body_and_the_command_that_repeats_it_ask_the_same(values: dict[str, Any]) -> None:
    question = sent(**values)
    again = typed(question.command.removeprefix("baccarat "))
    assert (again.spelling, again.digest) == (question.spelling, question.digest)
    assert again.answer().as_json() == question.answer().as_json()


def test_cards_have_one_spelling() -> None:
    several = OddsQuestion(seen=("Kh", "9d"))
    assert OddsQuestion(seen=("kh 9D",)).digest == several.digest != OddsQuestion().digest
    assert several.command == "baccarat odds --seen 'Kh 9d'"


def test_a_new_field_is_an_option_a_field_of_the_body_and_part_of_the_digest() -> None:
    question = typed("odds --marked 5", MarkedQuestion)
    assert question == MarkedQuestion(marked=5)
    assert question.digest != MarkedQuestion().digest == OddsQuestion().digest
    body = body_of_odds(MarkedQuestion)
    shape = body.model_json_schema()["properties"]["marked"]
    assert (shape["minimum"], shape["maximum"], shape["default"]) == (0, 50, 0)
    with pytest.raises(ValidationError):
        body.model_validate({"marked": 51})


@pytest.mark.parametrize(
    ("values", "words", "body_why", "why"),
    [
        ({"bets": ["tie"], "all_bets": True}, "--bet tie --all",
         "all_bets is every bet: leave bets out", "--all is every bet: leave --bet out"),
        ({"endless": True, "seen": ["Kh"]}, "--decks inf --seen Kh",
         "cards cannot leave an endless deck: leave seen out",
         "cards cannot leave an endless deck: leave --seen out"),
        ({"endless": True, "removal": True}, "--decks inf --removal",
         "no card can be removed from an endless deck: give decks or unseen",
         "no card can be removed from an endless deck: give --decks or --composition"),
    ],
)  # fmt: skip
def test_each_surface_complains_by_its_own_names(
    values: dict[str, Any], words: str, body_why: str, why: str
) -> None:
    with pytest.raises(Misfit, match=re.escape(body_why)):
        sent(**values)
    with pytest.raises(BadText, match=re.escape(why)):
        typed(f"odds {words}")


@pytest.mark.parametrize("field", [{"most": 3}, {"edge": "0"}, {"cells": 1}], ids=str)
def test_a_body_asks_for_no_search(field: dict[str, Any]) -> None:
    """A count takes longer than a guest waits; inverse questions are for the command."""
    with pytest.raises(ValidationError, match=next(iter(field))):
        OddsBody.model_validate(field)


def test_every_field_says_in_a_sentence_what_it_is() -> None:
    for part in OddsQuestion.asked():
        assert re.fullmatch(r"[A-Z1].*[.…]", part.ask.help), part.name


def test_the_library_has_the_names_and_defaults_of_the_question() -> None:
    asked = {part.name: part.default for part in OddsQuestion.asked()}
    function = inspect.signature(bac.odds).parameters
    defaults = {name: part.default for name, part in function.items() if name in asked}
    for name in ("seen", "given"):
        assert defaults.pop(name) == ""  # the library reads text, and a body has lists
    assert defaults == {name: asked[name] for name in ("unseen", "decks", "game")}
    assert set(function) - set(asked) == {"composition", "rules", "decide"}
