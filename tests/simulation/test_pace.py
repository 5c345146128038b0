"""Parts of a plan that take about a tenth of a second: none is lost, and slow ones get smaller."""

from hypothesis import given
from hypothesis import strategies as st

from baccarat.simulation.plan import AIM, Pace, Plan


@given(
    shoes=st.integers(1, 10**7),
    coups=st.none() | st.integers(1, 60),
    first=st.integers(1, 10**6),
    step=st.sampled_from([1, 64]),
    seconds=st.lists(st.floats(0, 5), min_size=1, max_size=20),
)
def test_the_parts_are_the_plan_however_long_they_take(
    shoes: int, coups: int | None, first: int, step: int, seconds: list[float]
) -> None:
    plan = Plan(shoes, 7, coups=coups, first=3)
    pace, done, most = Pace(plan, first, 10**8, step), 0, 0
    for number, part in enumerate(pace):
        assert (part.first, part.seed, part.coups) == (3 + done, 7, coups)
        assert part.shoes % step == 0 or done + part.shoes == shoes
        done, most = done + part.shoes, max(most, part.shoes)
        pace.took(part.shoes, seconds[number % len(seconds)])
        if number == 200:  # a slow machine has many parts
            break
    assert done == shoes or number == 200
    assert most * (coups or 80) <= max(10**8, step * (coups or 80))


def test_parts_come_to_take_as_long_as_they_should() -> None:
    """A machine that deals 1,000 shoes a second, and becomes ten times slower on the way."""
    for aim in (AIM, 8 * AIM):
        _settles(Pace(Plan(10**6, 7), 80, 10**8, aim=aim), aim)


def _settles(pace: Pace, aim: float) -> None:
    lengths, rate = [], 1_000.0
    for number, part in enumerate(pace):
        if number == 30:
            rate = 100.0
        if number == 60:
            break
        lengths.append(part.shoes / rate)
        pace.took(part.shoes, part.shoes / rate)
    for settled in (lengths[15:30], lengths[45:]):
        assert all(aim / 2 <= length <= aim for length in settled)


def test_no_part_is_larger_than_the_largest() -> None:
    pace = Pace(Plan(10**6, 7), 80, 800, 1)
    for number, part in enumerate(pace):
        assert part.shoes <= 10
        pace.took(part.shoes, 0.0)
        if number > 50:
            break
