"""Where a short stake restarts the staking, the picker keeps what it saw: in every engine."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest

import baccarat as bac
from baccarat.base.errors import BaccaratError
from baccarat.core.games import game
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.register import system
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import stake
from baccarat.systems.walk import sessions as walk
from baccarat.systems.walk import states

PUNTO = game("punto-banco")
PRICES = {"player": Fraction(1), "banker": Fraction(19, 20)}


class Board:
    """The last decisions, and what a picker bets after them: plain, and without our systems."""

    def __init__(self, bets: dict[str, str]) -> None:
        self.bets, self.decisions = bets, ""

    def pick(self) -> str | None:
        fits = (bet for last, bet in self.bets.items() if self.decisions.endswith(last))
        return next(fits, None)

    def see(self, winner: str) -> None:
        self.decisions += "" if winner == "tie" else winner[0]


def doubling(winners: list[str], board: Board, bankroll: int, most: int) -> tuple[int, Fraction]:
    """A martingale that begins again at one unit: how many bets it laid, and its money."""
    money, wanted, bets = Fraction(bankroll), 1, 0
    for winner in winners:
        if money < 1:
            break
        if bet := board.pick():
            wanted = wanted if wanted <= most and wanted <= money else 1
            bets += 1
            if winner == bet:
                money, wanted = money + wanted * PRICES[bet], 1
            elif winner != "tie":
                money, wanted = money - wanted, 2 * wanted
        board.see(winner)
    return bets, money


FOLLOW = {"b": "banker", "p": "player"}
AFTER = {"bbp": "player"}


def sessions_dealt(many: int, coups: int) -> Iterator[list[str]]:
    """The winners of the first coups of the first shoes of seed 7."""
    for number in range(many):
        shoe = bac.deal_shoe(PUNTO.rules.shoe(7, number), PUNTO.rules)
        winners = ["tie" if coup.winner is None else coup.winner.name.lower() for coup in shoe]
        yield winners[:coups]


@pytest.mark.parametrize(("on", "bets"), [("follow", FOLLOW), ("bbp>p", AFTER)])
@pytest.mark.parametrize("engine", ["reference", "cpu"])
def test_only_the_staking_starts_afresh(on: str, bets: dict[str, str], engine: str) -> None:
    terms = Session(15, most=5, coups=40, shoes=1, short="restart")
    played = stake(f"martingale on {on}", 20, 7, session=terms, engine=engine).ledger
    plainly = [doubling(winners, Board(bets), 15, 5) for winners in sessions_dealt(20, 40)]
    assert sum(book["laid"] for book in played.bets.values()) == sum(laid for laid, _ in plainly)
    results = Counter(int(20 * (money - 15)) for _, money in plainly)
    assert dict(played.histograms["result"]) == results


@pytest.mark.parametrize("is_exact", [True, False])
def test_the_exact_chain_keeps_what_the_picker_saw(is_exact: bool) -> None:
    terms, coups = Session(6, most=3, coups=6, short="restart"), 6
    plan = SessionPlan(1, 0, PUNTO, terms, fresh=True)
    chances = {
        "tie" if side is None else side.name.lower(): chance
        for side, chance in bac.odds().tally.chances.items()
    }
    mean = Fraction(0)
    for order in product(chances, repeat=coups):
        chance = prod((chances[winner] for winner in order), start=Fraction(1))
        mean += chance * (doubling(list(order), Board(FOLLOW), 6, 3)[1] - 6)
    solved = solve_sessions(plan, system("martingale on follow"), exact=is_exact)
    assert abs(solved.mean - mean) < Fraction(1, 10**25)


@pytest.mark.parametrize("longest_line", [0, walk.LONGEST_LINE])
def test_a_line_that_is_always_too_long_is_bet_on_nevertheless(
    longest_line: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walk, "LONGEST_LINE", longest_line)
    walk.forget()
    terms = Session(100, most=1, coups=40, shoes=1, short="restart")
    played = stake("reverse-labouchere on bbp>p", 20, 7, session=terms, engine="cpu").ledger
    fits = 0
    for winners in sessions_dealt(20, 40):
        board = Board(AFTER)
        for winner in winners:
            fits += board.pick() is not None
            board.see(winner)
    assert fits > 20
    assert played.bets["player"]["laid"] == fits


def test_a_system_of_ones_own_starts_afresh_as_a_whole() -> None:
    class Climbs(bac.System):
        start: int = 1

        def want(self, state: int) -> bac.Wish:
            return bac.Wish("player", state)

        def then(self, state: int, shown: bac.Shown) -> int:
            return state + 1

    terms = Session(1000, most=3, coups=9, short="restart")
    for engine in ("reference", "cpu"):
        ledger = stake(Climbs(), 1, 7, session=terms, engine=engine).ledger
        assert ledger.bets["player"]["action"] == 3 * (1 + 2 + 3)


def test_a_checkpoint_from_before_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the picker remembers; elsewhere the sessions are what they were."""
    terms = Session(15, most=5, coups=40, shoes=1, short="restart")
    with monkeypatch.context() as before:
        before.setattr(states, "afresh", lambda system, state, start: start)
        for on in ("follow", "banker"):
            stake(f"martingale on {on}", 20, 7, session=terms, checkpoint=tmp_path / on)
    walk.forget()
    with pytest.raises(BaccaratError):
        stake("martingale on follow", 40, 7, session=terms, checkpoint=tmp_path / "follow")
    again = stake("martingale on banker", 40, 7, session=terms, checkpoint=tmp_path / "banker")
    assert again.resumed == 20
