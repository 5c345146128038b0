"""The drill: levels, runs and points follow from the answers and their times."""

import pytest
from drilled import answered
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.errors import BadText
from baccarat.drill import LEVELS, Drill, Kind, ask


def test_three_right_and_quick_answers_lead_a_level_up() -> None:
    drill = answered(Drill(seed=1), 0, 0)
    assert (drill.level, drill.run) == (1, 2)
    drill = answered(drill, 0)
    assert (drill.level, drill.run) == (2, 0)
    assert answered(drill, 0, 0, 0).level == 3


def test_a_slow_answer_keeps_the_level_and_ends_the_run() -> None:
    drill = answered(Drill(seed=1), 0, 0, 999, 0, 0)
    assert (drill.level, drill.run, drill.right) == (1, 2, 5)
    assert [item.points for item in drill.answered] == [2, 2, 1, 2, 2]


def test_a_wrong_answer_leads_a_level_down() -> None:
    drill = answered(Drill(seed=1, level=4), 0, 0, right=False)
    assert (drill.level, drill.right, drill.points) == (2, 0, 0)


def test_nobody_leaves_the_levels_at_either_end() -> None:
    assert answered(Drill(seed=1), 0, right=False).level == LEVELS[0]
    assert answered(Drill(seed=1, level=LEVELS[-1]), 0, 0, 0).level == LEVELS[-1]


def test_an_answer_just_in_time_is_quick() -> None:
    drill = Drill(seed=1)
    limit = drill.question.quick
    assert answered(drill, limit).answered[0].is_quick
    assert not answered(drill, limit + 0.01).answered[0].is_quick


@given(
    st.integers(0, 2**64 - 1),
    st.lists(st.tuples(st.booleans(), st.floats(0, 40)), max_size=12),
    st.lists(st.sampled_from(Kind), min_size=1, unique=True),
)
def test_the_same_seed_answers_and_times_are_the_same_drill(
    seed: int, answers: list[tuple[bool, float]], kinds: list[Kind]
) -> None:
    first = second = Drill(seed, tuple(kinds))
    for is_right, seconds in answers:
        first = answered(first, seconds, right=is_right)
        second = answered(second, seconds, right=is_right)
    assert first == second
    assert first.right == sum(is_right for is_right, _ in answers)
    assert {item.question.kind for item in first.answered} <= set(kinds)


@pytest.mark.parametrize("level", [0, 6])
def test_there_is_no_level_beyond_the_last(level: int) -> None:
    with pytest.raises(BadText, match=f"a level must be 1 to 5, not {level}"):
        Drill(seed=1, level=level)
    with pytest.raises(BadText, match="not"):
        ask(1, 0, level)
