"""What was practised is kept, line by line, and tells what to practise next."""

import json
from datetime import date
from pathlib import Path

import pytest

from baccarat.drill import Drill, Kind, ask
from baccarat.drill.drill import Answered
from baccarat.drill.history import LATELY, DrillHistory, keep, read_history

DAY = date(2026, 11, 16)


def answer(kind: Kind, right: bool, seconds: float = 2.0) -> Answered:
    question = ask(5, 0, 1, (kind,))
    return Answered(question, question.answer if right else "no idea", seconds)


def kept(path: Path, *answers: Answered) -> DrillHistory:
    for one in answers:
        keep(path, one, DAY)
    return read_history(path)


def test_what_was_answered_is_read_back_by_kind(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "drill.jsonl"
    drill = Drill(seed=5)
    for number in range(12):
        text = drill.question.answer if number % 3 else "no idea"
        drill = drill.answer(text, seconds=float(number))
        keep(path, drill.answered[-1], DAY)
    found = read_history(path)
    assert len(found.answers) == 12
    for kind in Kind:
        mine = [one for one in drill.answered if one.question.kind is kind]
        so_far = found.kinds[kind]
        assert (so_far.asked, so_far.right) == (len(mine), sum(one.is_right for one in mine))
        assert so_far.seconds == sum(one.seconds for one in mine)
    assert sum(kind.right for kind in found.kinds.values()) == drill.right


def test_a_kind_that_was_never_asked_comes_first_then_the_worst(tmp_path: Path) -> None:
    assert DrillHistory().next_kind is None
    path = tmp_path / "drill.jsonl"
    rest = [answer(kind, right=True) for kind in Kind if kind is not Kind.ROAD]
    assert kept(path, *rest).next_kind is Kind.ROAD
    assert kept(path, answer(Kind.ROAD, True), answer(Kind.CALL, False)).next_kind is Kind.CALL
    # What was wrong long ago does not count any more.
    better = [answer(Kind.CALL, right=True)] * LATELY
    assert kept(path, *better, answer(Kind.PAY, False)).next_kind is Kind.PAY


def test_of_kinds_that_are_all_right_the_slowest_is_next(tmp_path: Path) -> None:
    answers = [answer(kind, True, 99.0 if kind is Kind.DRAW else 0.5) for kind in Kind]
    assert kept(tmp_path / "drill.jsonl", *answers).next_kind is Kind.DRAW


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '"text"',
        "{}",
        '{"day": "yesterday", "kind": "pay", "level": 1, "is_right": true, "is_quick": true, '
        '"seconds": 1}',
        '{"day": "2026-11-16", "kind": "poker", "level": 1, "is_right": true, "is_quick": true, '
        '"seconds": 1}',
        '{"day": "2026-11-16", "kind": "pay", "level": 9, "is_right": true, "is_quick": true, '
        '"seconds": 1}',
        '{"day": "2026-11-16", "kind": "pay", "level": 1, "is_right": true, "is_quick": true, '
        '"seconds": NaN}',
        '{"day": 7, "kind": "pay", "level": 1, "is_right": true, "is_quick": true, "seconds": 1}',
        "\ufffd\ufffd",
    ],
)
def test_a_damaged_line_is_counted_and_loses_nothing(tmp_path: Path, line: str) -> None:
    path = tmp_path / "drill.jsonl"
    kept(path, answer(Kind.PAY, True))
    with path.open("a", encoding="utf-8") as file:
        file.write(line)  # and no end of the line
    found = kept(path, answer(Kind.PAY, False))
    assert (found.unread, found.kinds[Kind.PAY].asked, found.kinds[Kind.PAY].right) == (1, 2, 1)


def test_no_line_holds_a_question_or_a_name(tmp_path: Path) -> None:
    path = tmp_path / "drill.jsonl"
    kept(path, answer(Kind.PAY, True))
    told = json.loads(path.read_text("utf-8"))
    assert sorted(told) == ["day", "is_quick", "is_right", "kind", "level", "seconds"]
