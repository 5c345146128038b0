"""`solve` is a question: its command, its spelling and its library say the same."""

import inspect
import re
import shlex

import pytest
import typer
from typer.testing import CliRunner

import baccarat as bac
from baccarat.base.errors import BadText
from baccarat.cli.options.as_typed import AsTyped
from baccarat.cli.options.question import asks
from baccarat.questions.question import Misfit
from baccarat.questions.solve import SolveQuestion
from baccarat.theory.banque.solver import solve_banque


def typed(*words: str) -> SolveQuestion:
    """The question that a command gets."""
    questions: list[SolveQuestion] = []

    def keep(question: SolveQuestion) -> None:
        questions.append(question)

    app = typer.Typer()
    app.callback(cls=AsTyped)(lambda: None)
    app.command("solve")(asks(SolveQuestion)(keep))
    CliRunner().invoke(app, ["solve", *words], catch_exceptions=False, standalone_mode=False)
    return questions[0]


@pytest.mark.parametrize(
    ("words", "spelling"),
    [
        ("", {"model": "B3", "decks": 6}),
        ("chemin --model b3 --decks 6", {"model": "B3", "decks": 6}),
        ("--model A1 --commission 5%", {"model": "A1", "commission": "1/20"}),
        ("--model A1 --commission 0.05", {"model": "A1", "commission": "1/20"}),
        ("--commission all", {"model": "B3", "decks": 6, "commission": "all"}),
        ("--model B1 --symbolic", {"model": "B1", "symbolic": True}),
        ("--symbolic --commission all", {"commission": "all", "symbolic": True}),
        ("--composition 0:9,5:9", {"model": "B3", "composition": "0:9,5:9"}),
        (
            "--bind 5=D --bind '6|-=S' --decks 2",
            {"model": "B3", "decks": 2, "bind": ("5=D", "6|-=S")},
        ),
        ("banque", {"game": "banque", "theta": "1/2"}),
        ("banque --theta 50% --decks 3", {"game": "banque", "theta": "1/2", "decks": 3}),
        ("banque --sees-third", {"game": "banque", "theta": "1/2", "sees_third": True}),
        ("banque --pieces --decks 6", {"game": "banque", "decks": 6, "pieces": True}),
    ],
)
def test_a_question_has_one_spelling_and_its_command_repeats_it(
    words: str, spelling: dict[str, object]
) -> None:
    question = typed(*shlex.split(words))
    assert question.spelling == spelling
    again = typed(*shlex.split(question.command)[2:])
    assert (again.spelling, again.digest) == (question.spelling, question.digest)
    assert SolveQuestion.read(question.spelling).digest == question.digest


def test_each_surface_names_the_fields_as_it_calls_them() -> None:
    with pytest.raises(Misfit, match=r"^not used at banque: leave model out$"):
        SolveQuestion(game="banque", model="B3")
    with pytest.raises(BadText, match=r"leave --model and --symbolic out$"):
        typed("banque", "--model", "B3", "--symbolic")
    with pytest.raises(
        BadText, match=r"^--symbolic solves for every number of decks: leave --decks out$"
    ):
        typed("--symbolic", "--decks", "6")
    with pytest.raises(
        BadText, match=r"^--pieces solves for every stake: leave --theta and --sees-third out$"
    ):
        typed("banque", "--pieces", "--theta", "2/3", "--sees-third")
    with pytest.raises(BadText, match=r"^only banque has two tableaux: leave --pieces out$"):
        typed("--pieces")


def test_every_field_says_in_a_sentence_what_it_is() -> None:
    for part in SolveQuestion.asked():
        assert re.fullmatch(r"[A-Z].*[.]", part.ask.help), part.name


def test_the_library_and_the_question_have_the_same_names_and_defaults() -> None:
    """The library needs a model and a stake; a command plays what was played most."""
    defaults = {part.name: part.default for part in SolveQuestion.asked()}
    otherwise = {"model", "theta", "tableau"}
    for function in (bac.solve, solve_banque):
        for name, parameter in inspect.signature(function).parameters.items():
            if name not in otherwise:
                assert (parameter.default or None) == (defaults[name] or None), name
    needed = {part.name for part in SolveQuestion.asked()} - {"game", "symbolic", "pieces"}
    named = {*inspect.signature(bac.solve).parameters, *inspect.signature(solve_banque).parameters}
    assert needed == named - {"tableau"}
