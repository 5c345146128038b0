"""A server that is killed at random moments, and a comparison that would notice if it forgot."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from chaos import Told, compare, spend_night

KILLS = 8
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> tuple[Told, str]:
    store = str(tmp_path_factory.mktemp("chaos") / "store.sqlite")
    return spend_night(KILLS, 7, store), store


def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(
    night: tuple[Told, str],
) -> None:
    told, store = night
    assert len(told.answers) >= KILLS
    assert {"sit", "bet", "deal", "new_shoe"} <= told.kinds.keys()
    assert "events agree" in compare(told, store)


@pytest.mark.long
def test_a_longer_night_loses_nothing(tmp_path: Path) -> None:
    store = str(tmp_path / "store.sqlite")
    assert "events agree" in compare(spend_night(5 * KILLS, 8, store), store)


def lose_answer(told: Told) -> None:
    del told.answers[next(iter(told.answers))]


def invent_answer(told: Told) -> None:
    told.answers["made up"] = next(iter(told.answers.values()))


def change_answer(told: Told) -> None:
    key, (who, done) = max(told.answers.items(), key=lambda item: item[1][1].number)
    told.answers[key] = who, replace(done, view={**done.view, "coups": -1})


def refuse_what_was_done(told: Told) -> None:
    told.refused.add(next(iter(told.answers)))


def lose_event(told: Told) -> None:
    """One that is not followed by a whole view, which would make up for it."""
    events = told.events["spectator"]
    told_on = {(event.place, event.since) for event in events if event.since}
    events.remove(next(event for event in events if (event.place, event.number) in told_on))


def hear_twice(told: Told) -> None:
    told.events["spectator"].append(told.events["spectator"][-1])


def lose_the_last_event(told: Told) -> None:
    last = told.events["spectator"][-1].place
    events = [event for event in told.events["spectator"] if event.place == last]
    told.events["spectator"].remove(events[-1])


@pytest.mark.parametrize(
    "spoil",
    [
        *(lose_answer, invent_answer, change_answer, refuse_what_was_done),
        *(lose_event, hear_twice, lose_the_last_event),
    ],
)
def test_what_was_told_otherwise_is_noticed(
    night: tuple[Told, str], spoil: Callable[[Told], None]
) -> None:
    told, store = night
    spoiled = deepcopy(told)
    spoil(spoiled)
    with pytest.raises(AssertionError):
        compare(spoiled, store)
