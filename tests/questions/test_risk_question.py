"""`risk` is a question: its command, its spelling and its library say the same."""

import inspect
import json
import re
import shlex

import pytest
import typer
from asking import printed
from checkout import ROOT
from typer.testing import CliRunner

import baccarat as bac
from baccarat.base.errors import BadText
from baccarat.cli.options.as_typed import AsTyped
from baccarat.cli.options.question import asks
from baccarat.questions.question import Misfit
from baccarat.questions.risk import RiskQuestion

KEPT = str(ROOT / "examples" / "kept" / "dragon-7.json")


def typed(*words: str) -> RiskQuestion:
    """The question that a command gets."""
    questions: list[RiskQuestion] = []

    def keep(question: RiskQuestion) -> None:
        questions.append(question)

    app = typer.Typer()
    app.callback(cls=AsTyped)(lambda: None)
    app.command("risk")(asks(RiskQuestion)(keep))
    CliRunner().invoke(app, ["risk", *words], catch_exceptions=False, standalone_mode=False)
    return questions[0]


@pytest.mark.parametrize(
    ("words", "spelling"),
    [
        ("", {}),
        ("banker --bankroll 100", {}),
        ("tie:9 player --goal 200", {"bets": ("tie:9", "player"), "goal": 200}),
        ("--risk '5 %' --hours 2 --pace 60", {"risk": "5%", "hours": 2.0, "pace": 60}),
        ("--decks inf", {"endless": True}),
        ("--game no-commission --decks 6", {"game": "no-commission", "decks": 6}),
        (
            f"--kept {KEPT} --cut-card 14 --last-coup B",
            {"kept": KEPT, "cut_card": 14, "last_coup": "B"},
        ),
    ],
)
def test_a_question_has_one_spelling_and_its_command_repeats_it(
    words: str, spelling: dict[str, object]
) -> None:
    question = typed(*shlex.split(words))
    assert question.spelling == spelling
    again = typed(*shlex.split(question.command)[2:])
    assert (again.spelling, again.digest) == (question.spelling, question.digest)


def test_each_surface_names_the_fields_as_it_calls_them() -> None:
    with pytest.raises(Misfit, match=r"^risk calculates the bankroll: leave risk or bankroll out$"):
        RiskQuestion(risk="5%", bankroll=9)
    with pytest.raises(
        BadText, match=r"^--risk calculates the bankroll: leave --risk or --bankroll "
    ):
        typed("--risk", "5%", "--bankroll", "9")
    with pytest.raises(BadText, match=r"the file has its own shoes: leave --decks inf out$"):
        typed("--kept", KEPT, "--decks", "inf")


def test_the_command_tells_what_the_question_answers() -> None:
    answer = json.loads(printed("risk", "tie:9", "--bankroll", "10", "--coups", "90", "--json"))
    question = RiskQuestion(bets=("tie:9",), bankroll=10, coups=90)
    assert json.loads(json.dumps(question.answer().as_json())).items() <= answer.items()


def test_every_field_says_in_a_sentence_what_it_is() -> None:
    for part in RiskQuestion.asked():
        assert re.fullmatch(r"[A-Z1].*[.]", part.ask.help), part.name


def test_the_library_and_the_question_have_the_same_names_and_defaults() -> None:
    """A command asks for several bets; who decides, and rules, are objects."""
    function = inspect.signature(bac.risk).parameters
    defaults = {part.name: part.default for part in RiskQuestion.asked()}
    assert set(function) - set(defaults) == {"bet", "rules", "decide"}
    for name in set(function) & set(defaults):
        assert function[name].default == defaults[name], name
    assert RiskQuestion().answer().risks.keys() == {str(bac.risk().bet)}
