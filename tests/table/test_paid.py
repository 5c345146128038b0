"""What was paid stays paid, whatever becomes of a bet later."""

from collections.abc import Callable
from pathlib import Path

import pytest

from baccarat.core.bets import Bet
from baccarat.core.coup import Outcome
from baccarat.table import Table
from baccarat.table.acts import ActRefused, Burn, Cut, Draw, Open, Place, Repeat, Shuffle, Sit
from baccarat.table.acts import Deal as DealAct
from baccarat.table.saving import ActFile
from baccarat.table.sitting import Sitting


def always(outcome: Outcome) -> str | None:
    return "always"


def raises(outcome: Outcome) -> str | None:
    raise ZeroDivisionError("a stranger's mistake")


def ends(outcome: Outcome) -> str | None:
    raise SystemExit(3)


def deal(sitting: Sitting) -> None:
    sitting.do(DealAct())
    while sitting.table.phase.value == "dealing":
        sitting.do(Draw())


@pytest.mark.parametrize(
    ("then", "now"),
    [
        (Bet("Odd", always, pays={"always": 5}), Bet("Odd", always, pays={"always": 1})),
        (Bet("Odd", raises, pays={"always": 5}), Bet("Odd", always, pays={"always": -1})),
        (Bet("Odd", always, pays={"always": -1}), Bet("Odd", raises, pays={"always": 5})),
        (Bet("Odd", ends, pays={"always": 5}), Bet("Odd", always, pays={"always": -1})),
    ],
    ids=["another price", "void before", "void now", "one that would end the program"],
)
def test_a_bet_that_has_changed_changes_nothing_that_was_settled(
    then: Bet, now: Bet, tmp_path: Path, bring_bet: Callable[..., None]
) -> None:
    bring_bet(then)
    file = ActFile(tmp_path / "sitting-0001.jsonl")
    sitting = Sitting(file)
    sitting.do(Open(seed=7, bets=("odd",)))
    sitting.do(Sit("guest", 100))
    sitting.shuffle()
    sitting.do(Cut())
    sitting.do(Burn())
    sitting.do(Place("odd", 40))
    sitting.do(Place("banker", 20))
    deal(sitting)
    sitting.do(Repeat())
    deal(sitting)
    before = sitting.table
    file.close()

    bring_bet(now)
    again = Sitting(file)
    assert again.note is None
    assert again.table.bankroll == before.bankroll
    assert again.table.house == before.house
    won = [[line.won for line in played.lines] for played in again.table.played]
    assert won == [[line.won for line in played.lines] for played in before.played]
    file.close()


def test_no_guest_says_what_is_paid(tmp_path: Path) -> None:
    file = ActFile(tmp_path / "sitting-0001.jsonl")
    sitting = Sitting(file)
    ceremony = (Shuffle(), Cut(), Burn())
    for act in (Open(seed=7), Sit("guest", 100), *ceremony, Place("banker", 20)):
        sitting.do(act)
    sitting.do(DealAct())
    with pytest.raises(ActRefused, match="the table calculates the payout"):
        sitting.do(Draw(paid=(1_000_000,)))
    file.close()


def test_payouts_that_do_not_fit_the_bets_are_refused() -> None:
    table = Table.open(seed=7, bankroll=100).bet("banker=20").apply(DealAct())
    while len(table.apply(Draw()).played) == 0:
        table = table.apply(Draw())
    with pytest.raises(ActRefused, match="2 payouts do not fit 1 bets"):
        table.apply(Draw(paid=(1, 2)))
    assert table.apply(Draw(paid=(7,))).bankroll == 80 + 20 + 7
