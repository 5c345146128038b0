"""The payout moment and its ledger: every coin is the table's, at every moment."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest
from rich.cells import cell_len

from baccarat.base.errors import BaccaratError
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.bets import Bet, registered
from baccarat.core.games import GAMES, Game
from baccarat.table import Phase, Table, View
from baccarat.table.acts import Burn, Cut, Decide, Open, Pass, Place, Shuffle, Sit
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.screens.table.payout import (
    DIM,
    FIRST,
    LONGEST,
    MARKS,
    PITCH,
    USUAL,
    Fate,
    Payout,
    duration,
    moment,
)
from baccarat.tui.widgets.payout_ledger import ledger, ledger_rows

ENGLISH = Words.of("en")
STREAK = "banker-streak"


def coups(game: Game, seed: int, count: int, bets: tuple[str, ...] = ()) -> Iterator[View]:
    """Views of coups that have just been paid, with random wagers on many spots."""
    chance = Random(seed)
    opponent = "by-the-book" if game.rules.tableau.has_free_cells else ""
    table = Table().then(Open(game.name, seed=seed, bets=bets, opponent=opponent))
    table = table.then(Sit("guest", 10**6), Shuffle(), Cut(), Burn())
    spots = [spot for spot, _ in table.view().spots]
    for _ in range(count):
        chosen = chance.sample(spots, chance.randint(1, len(spots)))
        for spot in (chance.choice(("player", "banker")), *chosen):
            act = Place(spot, chance.choice((1, 5, 20, 100, 2_500)))
            with suppress(BaccaratError):  # not now, or not beside the others
                more = table.apply(act)
                table = more if more.view().objection is None else table
        table = table.deal()
        while table.phase in (Phase.DECISION, Phase.OFFER):
            is_asked = table.phase is Phase.DECISION
            table = table.apply(Decide(chance.random() < 0.5) if is_asked else Pass()).go_on()
        yield table.view()


def figures_of(lines: list[str]) -> tuple[list[int], int]:
    """The figures at the ends of the ledger's lines, and the sum under them."""
    figures: list[int] = []
    for line in lines:
        found = re.search(r"[+−]?[\d,]+$", line)
        coins = int(found[0].replace("−", "-").replace(",", "")) if found else 0
        if line.startswith(("You ", "Even")):
            return figures, coins
        figures.append(coins)
    raise AssertionError(f"no sum in {lines}")


def drawn(payout: Payout, columns: int, rows: int, words: Words = ENGLISH) -> list[str]:
    canvas = Canvas(columns, rows, Look())
    ledger(payout, words)(canvas)
    return canvas.lines()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_coin_of_the_last_frame_is_the_tables(game: Game) -> None:
    before = 10**6
    for view in coups(game, seed=11, count=12):
        payout = moment(view.lines, running=view.running)
        assert payout.is_over
        assert payout.counted == payout.won == view.won
        assert view.bankroll + view.on_the_felt == before + payout.counted
        before = view.bankroll + view.on_the_felt
        assert payout.kept == view.kept
        assert sorted(map(str, payout.lines)) == sorted(map(str, view.lines))
        assert [line.won for line in payout.lit] == sorted(
            (line.won for line in view.lines if line.won > 0 or line.exact > 0), reverse=True
        )
        for spot, _ in view.spots:
            line = next((line for line in view.lines if line.wager.spot == spot), None)
            fate = Fate.DIM if line is None else fate_of(game.layout.bets[spot], line.tier)
            assert payout.fate(spot) is fate


def fate_of(bet: Bet, tier: str | None) -> Fate:
    """By the bet's own price: a coin that wins a part of a coin may be paid nothing."""
    net = bet.net(tier)
    return Fate.WON if net > 0 else Fate.LOST if net < 0 else Fate.BACK


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_ledgers_lines_add_up_to_its_sum(game: Game) -> None:
    for view in coups(game, seed=5, count=8):
        payout = moment(view.lines)
        lines = drawn(payout, 60, ledger_rows(payout))
        figures, total = figures_of(lines)
        assert sum(figures) == total == view.won
        assert bool(view.kept) == (ENGLISH("money.kept", coins=f"{view.kept:,}") in lines)


@pytest.mark.parametrize("rows", [3, 4, 5])
def test_a_ledger_in_few_rows_sums_up_what_it_does_not_list(rows: int) -> None:
    for view in coups(GAMES[0], seed=3, count=20):
        payout = moment(view.lines)
        figures, total = figures_of(drawn(payout, 40, rows))
        assert sum(figures) == total == view.won


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ledger_stays_in_its_place_in_every_language(language: str) -> None:
    words = Words.of(language)
    for view in coups(GAMES[0], seed=8, count=6):
        for columns, rows in ((28, 4), (28, 6), (34, 14), (48, 20)):
            canvas = Canvas(columns + 4, rows + 2, Look())
            ledger(moment(view.lines), words)(canvas.part(2, 1, columns, rows))
            lines = canvas.lines()
            assert not lines[0]
            assert not lines[-1]
            for line in lines:
                assert line.startswith("  ") or not line
                assert cell_len(line) <= columns + 2
            total = words.number(abs(view.won))
            assert any(line.endswith(total) for line in lines)


def frames(view: View) -> list[Payout]:
    return [moment(view.lines, at, view.running) for at in range(0, LONGEST + 1, 10)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_frames_only_ever_add_and_end_in_the_last_one(game: Game) -> None:
    for view in coups(game, seed=2, count=6):
        seen = frames(view)
        assert seen[-1] == moment(view.lines, running=view.running)
        for one, more in pairwise(seen):
            assert one.is_dim <= more.is_dim
            assert one.written <= more.written
            assert abs(one.counted) <= abs(more.counted) <= abs(view.won)
            assert one.counted * view.won >= 0
            assert one.has_marks <= more.has_marks
            assert one.is_over <= more.is_over
            assert more.lit[: len(one.lit)] == one.lit
        over = next(frame for frame in seen if frame.is_over)
        assert over == seen[-1]


def test_the_moments_come_when_they_should() -> None:
    view = next(v for v in coups(GAMES[0], 1, 90) if sum(line.won > 0 for line in v.lines) == 3)
    lines = view.lines

    def at(milliseconds: int) -> Payout:
        return moment(lines, milliseconds)

    assert at(DIM - 1) == at(0)
    assert not at(0).is_dim
    assert at(DIM).is_dim
    assert [len(at(FIRST + n * PITCH - 1).lit) for n in range(4)] == [0, 1, 2, 3]
    assert not at(MARKS - 1).has_marks
    assert at(MARKS).has_marks
    assert duration(lines) == USUAL
    assert not at(USUAL - 1).is_over
    assert at(USUAL).counted == view.won


def test_many_winners_take_longer_but_never_more_than_two_seconds() -> None:
    many = tuple(bet.key for bet in registered(Bet) if not bet.offered)[:60]
    longest = 0
    for view in coups(GAMES[0], seed=4, count=12, bets=many):
        entries = len(moment(view.lines).winners)
        longest = max(longest, duration(view.lines))
        assert USUAL <= duration(view.lines) <= LONGEST
        assert len(moment(view.lines, duration(view.lines) - 100).lit) == entries
    assert longest == LONGEST


def test_a_coup_without_wagers_has_only_its_marks() -> None:
    assert duration(()) == MARKS
    assert moment((), MARKS).is_over
    assert moment(()).fate("banker") is Fate.CALM
    assert not moment(()).is_dim


def test_a_streak_that_runs_on_stays_calm_and_is_told() -> None:
    seen = 0
    for view in coups(GAMES[0], seed=7, count=30, bets=(STREAK,)):
        payout = moment(view.lines, running=view.running)
        if not view.running:
            continue
        seen += 1
        assert payout.fate(STREAK) is Fate.CALM
        text = "\n".join(drawn(payout, 60, 20))
        assert re.search(rf"still open: Banker streak +{view.running[0].wager.stake:,}", text)
    assert seen


def test_a_win_of_which_the_house_keeps_all_is_still_a_win() -> None:
    table = Table.open(seed=7, bankroll=100).bet("banker=1").deal()
    [line] = table.view().lines
    assert (line.won, line.kept) == (0, 1)
    payout = moment([line])
    assert payout.fate("banker") is Fate.WON
    assert drawn(payout, 30, 4)[0].endswith("+0")
