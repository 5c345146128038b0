"""Questions of the drill that several tests work out again."""

from collections.abc import Iterator
from functools import cache

from baccarat.drill import LEVELS, Drill, Form, Kind, Question, ask

NUMBERS = range(150)
"""The questions of each kind and level that are worked out again."""


@cache
def worked_out(kind: Kind) -> list[Question]:
    return [ask(11, number, level, (kind,)) for level in LEVELS for number in NUMBERS]


def questions(kind: Kind, *forms: Form) -> Iterator[Question]:
    """The questions of a kind, or those of these forms."""
    found = worked_out(kind)
    assert {question.form for question in found} >= set(forms)
    return (question for question in found if not forms or question.form in forms)


def answered(drill: Drill, *seconds: float, right: bool = True) -> Drill:
    for each in seconds:
        drill = drill.answer(drill.question.answer if right else "no idea", each)
    return drill
