"""Questions to the laboratory: one spelling, one digest, and a command that repeats them."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from asking import run as run_command
from pydantic import TypeAdapter, ValidationError
from web.fake_lab import dealt, waiting

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.core.bets import bet
from baccarat.core.plugins import load_plugin
from baccarat.questions.run import RunQuestion
from baccarat.web.runs.bodies import AnyQuestion, fields_of
from baccarat.web.runs.work import read_work

COUNT = "0 0 0 -1 -1 -1 -1 2 2 0 at 4 on dragon-7"
ASKED: list[dict[str, Any]] = [
    {"kind": "simulate", "shoes": 3, "seed": 7},
    {"kind": "simulate", "fresh": 60, "bets": ["Dragon 7", "lucky-6:12/23"], "endless": True},
    {"kind": "simulate", "coups": 200, "decks": 6, "burn": False, "last_coup": "B"},
    {"kind": "simulate", "shoes": 2, "each": 5, "game": "ez-baccarat", "depth": "points"},
    {"kind": "stake", "system": "martingale", "sessions": 4, "fresh": True, "most": 50},
    {"kind": "stake", "compare": ["flat", "paroli on tie"], "sessions": 3, "hours": 0.2},
    {"kind": "stake", "system": "1-3-2-6", "on": "player", "sessions": 2, "shoes": 1, "seed": 3},
    {"kind": "count", "counts": [COUNT], "shoes": 3, "as_won": True, "cut_cards": [26, 14]},
]


def work_of(asked: dict[str, Any]) -> RunQuestion:
    question: Any = TypeAdapter(AnyQuestion).validate_python(asked)
    return read_work(question.kind, fields_of(question))


@pytest.mark.slow
@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: json.dumps(asked)[:60])
def test_the_command_tells_the_same_answer_and_digest(asked: dict[str, Any]) -> None:
    work = work_of(asked)
    words = shlex.split(work.command)
    assert words[:2] == ["baccarat", asked["kind"]]
    code, out, error = run_command(*words[1:], "--engine", "reference", "--json")
    assert code == 0, error
    told = json.loads(out)
    run = dealt(work, waiting(work))
    assert run.answer is not None
    assert told["answer_digest"] == run.answer_digest
    answer = json.loads(json.dumps(run.as_json(Words.of("en"))["answer"]))
    for name in ("seconds", "plot", "readers", "counts_kept"):
        answer.pop(name, None), told.pop(name, None)
    for each in (*answer.get("systems", ()), *told.get("systems", ())):
        del each["seconds"]
    assert {"records": None, **answer} == {n: told[n] for n in told if n not in HEAD}


HEAD = ("version", "command")


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: json.dumps(asked)[:60])
def test_a_question_read_again_has_the_same_digest(asked: dict[str, Any]) -> None:
    work = work_of(asked)
    again = work_of({"kind": work.kind, **json.loads(json.dumps(work.spelling))})
    assert (again.digest, again.spelling, again.command) == (
        work.digest,
        work.spelling,
        work.command,
    )


def test_what_is_usual_changes_no_digest() -> None:
    plain = work_of({"kind": "simulate", "shoes": 5})
    said = {"seed": 0, "decks": 8, "burn": True, "cut_card": 14, "last_coup": "A", "bets": []}
    assert work_of({"kind": "simulate", "shoes": 5, **said}).digest == plain.digest
    assert plain.spelling == {"shoes": 5}
    stake = work_of({"kind": "stake"})
    assert (
        work_of({"kind": "stake", "system": "flat", "on": "banker", "coups": 100}).digest
        == stake.digest
    )


def test_whatever_changes_the_answer_changes_the_digest() -> None:
    usual = {"kind": "simulate", "shoes": 5}
    others: list[dict[str, Any]] = [
        {"seed": 1},
        {"decks": 6},
        {"burn": False},
        {"cut_card": 16},
        {"last_coup": "C"},
        {"each": 3},
        {"bets": ["dragon-7"]},
        {"game": "ez-baccarat"},
        {"depth": "totals"},
        {"shoes": 6},
    ]
    digests = {work_of({**usual, **other}).digest for other in ({}, *others)}
    assert len(digests) == len(others) + 1


def test_a_restart_from_before_is_no_answer_to_a_restart_of_now() -> None:
    """The picker forgot the board then; the digest is that of another question."""
    work = work_of({"kind": "stake", "system": "martingale", "on": "follow", "short": "restart"})
    assert work.described()["restarts"] == "staking"
    assert "restarts" not in work_of({"kind": "stake", "short": "stop"}).described()


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"kind": "simulate"}, "give exactly one length: shoes, fresh, coups or until"),
        ({"kind": "simulate", "shoes": 1, "fresh": 1}, "give exactly one length"),
        ({"kind": "simulate", "shoes": 1, "bets": ["dragon-77"]}, "dragon-7"),
        ({"kind": "simulate", "shoes": 1, "bets": ["lucky-6:9%"]}, "not a price"),
        ({"kind": "simulate", "fresh": 1, "cut_card": 3}, "leave cut_card out"),
        ({"kind": "simulate", "shoes": 1, "each": 500}, "every shoe must have 1 to"),
        ({"kind": "simulate", "shoes": 1, "endless": True}, "an endless deck has no last coup"),
        ({"kind": "stake", "system": "martingal"}, "martingale"),
        ({"kind": "stake", "system": "flat", "compare": ["flat"]}, "not both"),
        ({"kind": "stake", "coups": 5, "hours": 2.0}, "give only one length"),
        ({"kind": "stake", "bankroll": 10, "goal": 5}, "is too low: give more than the bankroll"),
        ({"kind": "count", "counts": ["perfect"]}, "name the bet, too"),
        ({"kind": "count", "counts": ["8:x on tie"]}, "not a tag: 'x'"),
        ({"kind": "count", "counts": ["tie"], "shoes": 1}, "at least 2 shoes"),
    ],
)
def test_a_question_that_cannot_be_is_told_in_one_line(
    asked: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(BaccaratError) as told:
        work_of(asked)
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.usefixtures("bring")
def test_a_strangers_bet_is_not_asked_before_its_run_has_a_process(tmp_path: Path) -> None:
    file = tmp_path / "bat.py"
    file.write_text(
        "import baccarat as bac\n"
        "asked = []\n"
        "def event(outcome):\n"
        "    asked.append(outcome)\n"
        "BAT = bac.Bet('Laboratory bat', event, pays=1)\n"
    )
    load_plugin(file)
    question = {"kind": "simulate", "bets": ["laboratory-bat"]}
    for much in ({"shoes": 5}, {"coups": 500}):
        assert work_of({**question, **much}).digest
    with pytest.raises(BaccaratError, match="laboratory-bat is a plug-in's: say how many shoes"):
        work_of({**question, "until": 1.0})
    event: Any = bet("laboratory-bat").event
    assert event.__globals__["asked"] == []


def test_neither_code_nor_numbers_without_end_are_taken() -> None:
    for asked in (
        {"kind": "simulate", "shoes": 1, "plugin": "evil.py"},
        {"kind": "simulate", "shoes": 10**30},
        {"kind": "simulate", "shoes": 1, "checkpoint": "/etc/passwd"},
        {"kind": "simulate", "shoes": "5"},
        {"kind": "solve"},
        {"kind": "count", "counts": []},
        {"kind": "stake", "compare": ["flat"] * 13},
        {"kind": "simulate", "shoes": 1, "engine": "dask"},
    ):
        with pytest.raises(ValidationError):
            TypeAdapter(AnyQuestion).validate_python(asked)
