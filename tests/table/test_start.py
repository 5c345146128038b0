"""The first lines at a table work as one would guess them."""

from collections.abc import Callable
from typing import Any

import pytest

import baccarat as bac

UNTYPED: Any = bac


def test_the_first_lines_at_a_table_work() -> None:
    table = bac.Table.open()
    assert (table.bankroll, table.phase.value) == (1_000, "bets")
    again = bac.Table.open("ez", seed=7, bankroll=500)
    assert again.bet("banker=100 tie=5").wagers == again.bet(banker=100, tie=5).wagers
    assert again.bet([bac.Wager("banker", 100), "tie=5"]) == again.bet("banker=100 tie=5")
    assert again.shuffle().shoes == 2


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda: UNTYPED.Table("ez"), "open a table with Table.open(), not as Table('ez')"),
        (lambda: UNTYPED.Table.open(bank=5), "Table.open() has no 'bank'"),
        (lambda: UNTYPED.Table.open().bet(5), "wagers must be e.g."),
        (lambda: UNTYPED.Table.open().bet([5]), "a wager must be e.g."),
        (lambda: UNTYPED.Table().bet("tie=5"), "the table is not open yet"),
    ],
)
def test_a_wrong_start_is_one_line(ask: Callable[[], object], complaint: str) -> None:
    with pytest.raises(bac.BaccaratError) as refused:
        ask()
    assert complaint in str(refused.value)
