"""What a table waits for is measured as it is asked, and asserts no time."""

import pytest

from baccarat.cli.bench import table as bench_table
from baccarat.cli.bench.felt import felt_questions, full_sitting, uneven_shoes
from baccarat.table.coach.coach import report


def test_every_question_of_the_felt_can_be_asked_again() -> None:
    questions = felt_questions()
    names = [name for name, _, _ in questions]
    assert len(set(names)) == len(names) >= 4
    for _, run, _ in questions:
        run()


def test_the_shoes_differ_and_are_always_the_same() -> None:
    shoes = uneven_shoes(5)
    assert len(set(shoes)) == 5
    assert shoes == uneven_shoes(5)
    assert {len(shoe) for shoe in shoes} == {316}


def test_the_report_that_is_measured_has_every_bet_down_in_every_coup() -> None:
    table = full_sitting(1)
    assert len(table.played) > 60
    assert all(len(played.wagers) == len(table.game.layout.bets) for played in table.played)
    assert len(report(table)) == len(table.played) + 1


def test_coups_of_the_last_shoe_are_measured_beside_those_of_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_table, "SHOES", 2)
    coups, view = bench_table.measure()
    assert "all coups of a shoe, shoe 2" in coups.what
    assert coups.seconds > 0
    assert view.ratio
