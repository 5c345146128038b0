"""A field of a question is one line: option, body, schema, form, spelling and digest follow.

The commands of runs that were kept long ago, typed again, ask for the digests of their day.
"""

import inspect
import json
import re
import runpy
import shlex
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any

import pytest
import typer
from checkout import ROOT
from pydantic import ValidationError
from typer.testing import CliRunner

import baccarat as bac
from baccarat.base.errors import BadText
from baccarat.base.words import Words
from baccarat.cli.options.as_typed import AsTyped
from baccarat.cli.options.dealer import deals
from baccarat.cli.options.question import asks
from baccarat.questions.count import CountQuestion
from baccarat.questions.question import Ask, Misfit
from baccarat.questions.run import RunDealer, RunQuestion
from baccarat.questions.simulate import SimulateQuestion
from baccarat.questions.stake import StakeQuestion
from baccarat.web.pages.lab.forms import fields_asked
from baccarat.web.runs.bodies import body_of, fields_of

QUESTIONS: dict[str, type[RunQuestion]] = {
    "simulate": SimulateQuestion,
    "stake": StakeQuestion,
    "count": CountQuestion,
}
KEPT: list[dict[str, Any]] = [
    run
    for run in map(json.loads, (ROOT / "tests/golden/runs.jsonl").read_text("utf-8").splitlines())
    if run["asked"]["kind"] in QUESTIONS
]


@dataclass(frozen=True, kw_only=True)
class TippedQuestion(StakeQuestion):
    """Sessions in which the croupier is tipped."""

    tip: Annotated[int, Ask("Coins for the croupier.", low=0, high=50)] = 0


def typed(kind: type[RunQuestion], *words: str) -> RunQuestion:
    """The question that a command gets."""
    questions: list[RunQuestion] = []

    def keep(question: RunQuestion, dealer: RunDealer) -> None:
        questions.append(question)

    CliRunner().invoke(app_of(kind, keep), words, catch_exceptions=False, standalone_mode=False)
    return questions[0]


def app_of(kind: type[RunQuestion], command: Callable[[Any, RunDealer], None]) -> typer.Typer:
    app = typer.Typer()
    app.callback(cls=AsTyped)(lambda: None)
    app.command(kind.kind)(asks(kind)(deals(command)))
    return app


def test_a_new_field_is_an_option_with_its_help() -> None:
    assert typed(TippedQuestion, "stake", "martingale", "--tip", "5") == TippedQuestion(
        system="martingale", tip=5
    )
    page = CliRunner().invoke(
        app_of(TippedQuestion, lambda question, dealer: None), ["stake", "--help"]
    )
    assert re.search(r"--tip .*Coins for the", page.output)


def test_a_new_field_is_in_the_body_and_in_its_schema() -> None:
    body = body_of(TippedQuestion)
    shape = body.model_json_schema()["properties"]["tip"]
    assert {name: shape[name] for name in ("type", "minimum", "maximum", "default")} == {
        "type": "integer", "minimum": 0, "maximum": 50, "default": 0,
    }  # fmt: skip
    assert shape["description"] == "Coins for the croupier."
    asked = body.model_validate({"kind": "stake", "tip": 5})
    assert TippedQuestion.read(fields_of(asked)).tip == 5
    with pytest.raises(ValidationError):
        body.model_validate({"kind": "stake", "tip": 51})


def test_a_new_field_is_in_the_form() -> None:
    [field] = [field for field in fields_asked(TippedQuestion) if field.name == "tip"]
    assert (field.kind, field.first, field.label(Words.of("fr"))) == ("number", "0", "Tip")


def test_a_new_field_is_in_the_docs() -> None:
    page = runpy.run_path(str(ROOT / "docs/question_fields.py"))
    (row,) = (row for row in page["field_table"](TippedQuestion).splitlines() if "tip" in row)
    assert row == "| `--tip` | `tip` | Coins for the croupier. | 0 |"
    assert f"{{question-fields}} {TippedQuestion.kind}" in (
        ROOT / "docs/reference/questions.md"
    ).read_text("utf-8")


def test_a_new_field_changes_spelling_digest_and_command() -> None:
    plain, tipped = TippedQuestion(), TippedQuestion(tip=5)
    assert plain.digest == StakeQuestion().digest != tipped.digest
    assert "tip" not in plain.spelling
    assert tipped.spelling["tip"] == 5
    assert "--tip 5" in tipped.command


@pytest.mark.parametrize("run", KEPT, ids=lambda run: run["command"][9:70])
def test_the_command_of_a_kept_run_asks_for_its_digest(run: dict[str, Any]) -> None:
    kind = QUESTIONS[run["asked"]["kind"]]
    assert typed(kind, *shlex.split(run["command"])[1:]).digest == run["digest"]


@pytest.mark.parametrize(
    "question",
    [
        SimulateQuestion(shoes=5, bets=("tiger", "Banker Streak")),
        SimulateQuestion(shoes=5, bets=("banker-streak:10/15/25/40/60/100/250", "tie")),
        StakeQuestion(compare=("martingale", "Martingale on banker", "flat")),
        StakeQuestion(compare=("martingale", "paroli", "martingale"), on="tie"),
        CountQuestion(counts=("8:2 9:2 at 4 on tie", "perfect"), bets=("tiger", "lucky-6")),
    ],
    ids=lambda question: question.command[9:],
)
def test_the_command_of_a_question_asks_the_same(question: RunQuestion) -> None:
    again = typed(type(question), *shlex.split(question.command)[1:])
    assert (again.spelling, again.digest) == (question.spelling, question.digest)


def test_a_bet_over_several_coups_is_part_of_the_question() -> None:
    streak = SimulateQuestion(shoes=5, bets=("banker-streak",))
    assert streak.digest != SimulateQuestion(shoes=5).digest
    assert streak.command == "baccarat simulate --shoes 5 --bet banker-streak"


def test_a_system_that_is_named_twice_plays_once() -> None:
    twice = StakeQuestion(compare=("martingale", "martingale on banker", "flat"))
    assert twice.digest == StakeQuestion(compare=("martingale", "flat")).digest


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: typed(StakeQuestion, "stake", ""), BadText, "a system has a name"),
        # each surface by its own names
        (lambda: StakeQuestion(exact=True), Misfit, r"^exact needs fresh: "),
        (
            lambda: typed(StakeQuestion, "stake", "--exact"),
            BadText,
            r"^--exact needs --fresh: ",
        ),
        (
            lambda: typed(StakeQuestion, "stake", "--fresh", "--no-burn"),
            BadText,
            "leave --no-burn out",
        ),
    ],
)
def test_a_question_that_does_not_fit_together_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


def test_every_field_says_in_a_sentence_what_it_is() -> None:
    for kind in QUESTIONS.values():
        for part in kind.asked():
            assert re.fullmatch(r"[A-Z1].*[.…]", part.ask.help), part.name


FUNCTIONS: dict[str, Callable[..., object]] = {
    "simulate": bac.simulate,
    "stake": bac.stake,
    "count": bac.count_cards,
}
OTHERWISE = {
    ("simulate", "shoes"): "a command must say how much",
    ("simulate", "fresh"): "a command says how many coups, the library whether they are fresh",
    ("stake", "system"): "a command without a system plays flat, as the library does",
    ("stake", "sessions"): "a command shows figures to people: it plays more",
    ("stake", "pace"): "a question says it only with hours",
}
"""Where the library's default is another, and why."""


OBJECTS = {
    "simulate": {"rules", "milestones"},
    "stake": {"rules", "session"},
    "count": {"rules", "plays", "endings", "exact", "compare"},
}
"""What the library takes and no option can, or says by another name (`as_won`)."""


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_library_and_the_question_have_the_same_names_and_defaults(name: str) -> None:
    function = inspect.signature(FUNCTIONS[name]).parameters
    asked = {part.name: part.default for part in QUESTIONS[name].asked()}
    terms = {term.name: term.default for term in fields(bac.Session)} if name == "stake" else {}
    theirs = {key: value.default for key, value in function.items() if key in asked} | terms
    for key, default in theirs.items():
        if (name, key) not in OTHERWISE:
            assert default == asked[key], key
    assert {key for kind, key in OTHERWISE if kind == name} <= set(theirs)
    run = {"engine", "threads", "decide", "progress", "checkpoint", "scheduler", "stop"}
    assert set(function) - set(asked) - run <= OBJECTS[name]
