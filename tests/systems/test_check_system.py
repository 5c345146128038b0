"""The conformance suite of systems: ours pass it, and it finds what is wrong."""

from itertools import count

import pytest
from checkout import ROOT

import baccarat as bac
from baccarat.core.plugins import load_plugin
from baccarat.systems.register import OURS
from baccarat.testing import check_system

EXAMPLES = ROOT / "examples"
PICKS = (
    *("follow", "before-last", "random", "road:cockroach-pig", "bbp>p", "player-pair"),
    "count:dragon-7",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.key for each in OURS])
def test_a_system_of_ours_conforms(name: str) -> None:
    check_system(name)


@pytest.mark.slow
@pytest.mark.parametrize("pick", PICKS)
def test_a_way_to_pick_of_ours_conforms(pick: str) -> None:
    check_system(f"share:5% on {pick}")


@pytest.mark.usefixtures("bring")
@pytest.mark.parametrize(
    ("file", "name"), [("cautious_system", "cautious"), ("counting_system", "dragon-counter")]
)
def test_a_plain_file_brings_a_system(file: str, name: str) -> None:
    example = EXAMPLES / f"{file}.py"
    assert len([line for line in example.read_text().splitlines() if line]) <= 20
    (brought,) = load_plugin(example)
    assert bac.system(name) is brought
    check_system(name)


class Fickle(bac.System):
    """Wants more each time it is asked."""

    def __init__(self) -> None:
        self.asked = count(1)

    def want(self, state: object) -> bac.Wish:
        return bac.Wish("banker", next(self.asked))

    def then(self, state: object, shown: bac.Shown) -> object:
        return state


class Greedy(bac.System):
    start = 10**16

    def want(self, state: int) -> bac.Wish:
        return bac.Wish("banker", state)

    def then(self, state: int, shown: bac.Shown) -> int:
        return state


class Idle(bac.System):
    def want(self, state: object) -> None:
        return None

    def then(self, state: object, shown: bac.Shown) -> object:
        return state


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (Fickle(), "fickle is not pure"),
        (Greedy(), "greedy cannot be played: session 0: greedy wants to stake 1"),
        (Idle(), "idle never bets"),
        (bac.System(), "system breaks in want"),
    ],
)
def test_what_is_wrong_is_found(wrong: bac.System, told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        check_system(wrong)
