"""The published counts, and the checks of `verify --long`, with few shoes."""

import pytest

from baccarat.systems.counting.counted_shoes import count_cards
from baccarat.systems.counting.known_counts import KnownCount, known_counts
from baccarat.systems.counting.worth import Worth
from baccarat.verify.long_counts import SHARE, count_checks


def figures(worth: Worth) -> dict[str, tuple[float, float]]:
    """Each figure with its error, by the name of the field that has the printed one."""
    found = {"units": worth.units, "bets": worth.bets}
    found |= {"share": worth.share * 100, "edge": worth.mean_edge * 100}
    return {name: (each.value, each.error) for name, each in found.items()}


@pytest.mark.parametrize("known", known_counts(), ids=lambda known: str(known.count)[:24])
def test_a_published_figure_comes_out_again(known: KnownCount) -> None:
    """Beyond the margin of verify and 4.5 errors of ours: once in 150,000 runs."""
    [worth] = count_cards([known.count], 3000, 11, endings=[known.ending]).worths
    for name, (found, error) in figures(worth).items():
        if (printed := getattr(known, name)) is not None:
            room = SHARE * float(printed) + 0.5 * 10 ** -len(printed.partition(".")[2])
            assert abs(found - float(printed)) < room + 4.5 * error, name


def test_the_long_checks_tell_what_they_are_held_to() -> None:
    checks = list(count_checks(shoes=200, perfect=60, trial=200))
    assert len(checks) == 24
    assert len({check.what for check in checks}) == 24
    units = [check for check in checks if "perfect play" in check.what and "units" in check.what]
    assert all(check.found >= 0 for check in units)
    for check in checks:
        if "ours ±" in check.held_to and "below" not in check.held_to:
            printed, room = (float(word) for word in check.held_to.split()[:3:2])
            off = abs(check.found - printed) / room  # which is printed with few digits
            assert check.is_right == (off <= 1) or 0.9 < off < 1.1
