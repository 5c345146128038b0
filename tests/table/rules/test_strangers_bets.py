"""A stranger's bet that raises or hangs at a table is void, and holds nobody for ever."""

from threading import Thread

import pytest

from baccarat.base import watchdog
from baccarat.base.errors import BadBet
from baccarat.core.bets import Bet, bet
from baccarat.core.bets.bet_types import is_strangers
from baccarat.core.coup import Coup, Outcome
from baccarat.core.layout import Layout, Wager
from baccarat.table.rules import strangers_bets
from baccarat.table.rules.strangers_bets import asked
from baccarat.table.rules.wagers import VOID, pay

COUP = Coup.parse("2c 3c | 6d Ks")
calls: list[str] = []


def endless(outcome: Outcome) -> bool:
    calls.append("endless")
    while True:
        pass


def raising(outcome: Outcome) -> bool:
    raise RuntimeError("sorry")


ENDLESS = Bet("Endless", endless, pays={"win": 1})
RAISING = Bet("Raising", raising, pays={"win": 1})


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.5)
    monkeypatch.setattr(strangers_bets, "_deaf", set())
    calls.clear()


def test_code_of_ours_is_told_from_others() -> None:
    assert not any(map(is_strangers, map(bet, ("banker", "perfect-pair", "insurance", "small"))))
    assert all(map(is_strangers, (ENDLESS, RAISING)))
    assert not is_strangers(Bet("My Tie", pays={"tie": 9}))


def test_wagers_on_bets_that_raise_or_hang_are_void_in_any_thread() -> None:
    felt = Layout({"banker": bet("banker"), "endless": ENDLESS, "raising": RAISING})
    wagers = [Wager(spot, 100) for spot in felt.bets]
    found: list[tuple[str | None, int]] = []

    def settle() -> None:
        for _ in range(3):
            found.extend((line.tier, line.won) for line in pay(COUP, wagers, felt))

    thread = Thread(target=settle)
    thread.start()
    thread.join(30)
    assert found == [("win", 95), (VOID, 0), (VOID, 0)] * 3
    assert calls == ["endless"]


def test_what_does_not_answer_is_named() -> None:
    for _ in range(2):
        with pytest.raises(BadBet, match="endless does not answer"):
            asked(ENDLESS, lambda: ENDLESS.tier(COUP))
    assert calls == ["endless"]
