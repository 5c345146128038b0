"""The speed of the engines, compared with two plainer programs for the same game in the same run.

All programs count the same things: cells, equal starts, coups, streaks and runs.
"""

import random

import numpy as np

from baccarat.base.timing import Measured, best_of
from baccarat.core.bets import Bet, bet
from baccarat.core.coup import cell_index
from baccarat.core.tableau import PUNTO_BANCO, STOOD, Move
from baccarat.core.tally import Tally
from baccarat.simulation.engines import cpu, cuda
from baccarat.simulation.label_tables import Ids
from baccarat.simulation.plan import EQUAL_START, Plan
from baccarat.simulation.verdict_tables import HISTOGRAMS, MOST, NOBODY

DECKS = 8
SIZE = 52 * DECKS
CUT = 14
BILLION = 12_426_000
"""The number of shoes that have about 10^9 coups."""
CARDS = [points for points, count in enumerate([16, *[4] * 9]) for _ in range(count * DECKS)]
DRAWS = [move is Move.DRAW for move in PUNTO_BANCO.player] + [False, False]
GRID = [[move is Move.DRAW for move in row] for row in PUNTO_BANCO.banker]


DEEP = (
    *("player-pair", "banker-pair", "either-pair", "perfect-pair"),
    *("majestic-match-player", "majestic-match-banker", "lucky-8-player", "lucky-8-banker"),
    "3-giving-8",
)
"""Bets that look deeper than totals; a fixed list, so that figures can be compared."""


def plain_python(shoes: int) -> Tally:
    """Shuffle a list, deal it and count the coups, in the plainest Python."""
    cells = [0] * 400
    counts = np.zeros((len(HISTOGRAMS), MOST), np.int64).tolist()
    of_coups, of_longest, *of_streaks = counts
    of_wins, of_runs = of_streaks[:2], of_streaks[2:]
    equal = 0
    for _ in range(shoes):
        shoe = CARDS.copy()
        random.shuffle(shoe)
        burned = shoe.pop() or 10
        del shoe[-burned:]
        coups = run = win = longest = 0
        run_of = win_of = NOBODY
        while len(shoe) >= CUT:
            player, banker = [shoe.pop()], [shoe.pop()]
            player.append(shoe.pop())
            banker.append(shoe.pop())
            p, b = sum(player) % 10, sum(banker) % 10
            equal += p == b
            if p < 8 and b < 8:
                if DRAWS[p]:
                    player.append(shoe.pop())
                if GRID[b][player[2] if len(player) == 3 else STOOD]:
                    banker.append(shoe.pop())
                p, b = sum(player) % 10, sum(banker) % 10
            cells[cell_index(len(player), len(banker), p, b)] += 1
            coups += 1
            winner = 0 if p > b else 1 if b > p else 2
            if winner == run_of:
                run += 1
            else:
                if run:
                    of_runs[run_of][run] += 1
                run_of, run = winner, 1
            if winner < 2:
                if winner == win_of:
                    win += 1
                else:
                    if win:
                        of_wins[win_of][win] += 1
                    win_of, win = winner, 1
                longest = max(longest, win)
        of_coups[coups] += 1
        of_longest[longest] += 1
        of_runs[run_of][run] += 1
        of_wins[win_of][win] += 1
    return _tally(cells, counts, equal)


def vectorised(shoes: int, seed: int = 7) -> Tally:
    """Deal many shoes at a time with NumPy: each step plays the next coup of every shoe."""
    rng = np.random.default_rng(seed)
    cards = rng.permuted(np.tile(np.array(CARDS, np.int8), (shoes, 1)), axis=1)
    first = cards[:, 0]
    place = 1 + np.where(first == 0, 10, first).astype(np.int64)
    shoe = np.arange(shoes)
    draws, grid = np.array(DRAWS), np.array([*GRID, [False] * 11, [False] * 11])
    cells = np.zeros(400, np.int64)
    ended = np.zeros((2, (NOBODY + 1) * MOST), np.int64)
    coups, longest = np.zeros(shoes, np.int64), np.zeros(shoes, np.int64)
    run_of, win_of = np.full(shoes, NOBODY), np.full(shoes, NOBODY)
    run, win = np.zeros(shoes, np.int64), np.zeros(shoes, np.int64)
    equal = 0

    def follow(of: Ids, length: Ids, ids: Ids, winners: Ids, ends: Ids) -> None:
        """Add a coup to the streaks of these shoes, and count the streaks that end."""
        is_new = of[ids] != winners
        over = ids[is_new]
        ends += np.bincount(of[over] * MOST + length[over], minlength=len(ends))
        length[over] = 0
        length[ids] += 1
        of[ids] = winners

    while len(shoe):
        six = [cards[shoe, place + turn] for turn in range(6)]
        p, b = (six[0] + six[2]) % 10, (six[1] + six[3]) % 10
        equal += int(np.count_nonzero(p == b))
        goes_on = (p < 8) & (b < 8)
        player = draws[p] & goes_on
        banker = grid[b, np.where(player, six[4], STOOD)] & goes_on
        p = (p + player * six[4]) % 10
        b = (b + banker * np.where(player, six[5], six[4])) % 10
        cells += np.bincount(200 * player + 100 * banker + 10 * p + b, minlength=400)
        coups[shoe] += 1
        winners = np.where(p > b, 0, np.where(b > p, 1, 2))
        follow(run_of, run, shoe, winners, ended[0])
        is_win = winners < 2
        follow(win_of, win, shoe[is_win], winners[is_win], ended[1])
        longest = np.maximum(longest, win)
        place += 4 + player + banker
        stays = place <= SIZE - CUT
        shoe, place = shoe[stays], place[stays]
    ended[0] += np.bincount(run_of * MOST + run, minlength=len(ended[0]))
    ended[1] += np.bincount(win_of * MOST + win, minlength=len(ended[1]))
    rows = [np.bincount(coups, minlength=MOST), np.bincount(longest, minlength=MOST)]
    runs, wins = (row.reshape(NOBODY + 1, MOST) for row in ended)
    return _tally(cells.tolist(), np.stack([*rows, *wins[:2], *runs[:3]]).tolist(), equal)


def _tally(cells: list[int], counts: list[list[int]], equal: int) -> Tally:
    return Tally(
        tuple(cells),
        {
            name: {number: times for number, times in enumerate(row) if number and times}
            for name, row in zip(HISTOGRAMS, counts, strict=True)
        },
        {EQUAL_START.key: {"equal": equal}},
    )


def measure() -> list[Measured]:
    """Measure all engines: about 30 seconds, and some seconds more for a GPU."""
    deep = tuple(map(bet, DEEP))
    cpu.warm_up()
    cpu.warm_up(Plan(1, bets=deep))
    python = _pace(lambda: plain_python(40).total, 5)
    numpy = _pace(lambda: vectorised(4000).total, 5)
    one_thread = _pace(lambda: cpu.run(Plan(64_000, 7), threads=1).total, 7)
    # A run must be long for several threads to matter.
    long_run = Plan(BILLION // 16, 7)
    alone = _pace(lambda: cpu.run(long_run, threads=1).total, 3)
    two_threads = _pace(lambda: cpu.run(long_run, threads=2).total, 3)
    fresh = _pace(lambda: cpu.run(Plan.fresh(4_000_000, 7), threads=1).total, 5)
    cards = _pace(lambda: cpu.run(Plan(64_000, 7, bets=deep), threads=1).total, 5)
    billion = best_of(lambda: cpu.run(Plan(BILLION, 7), threads=2), 1)
    lines = [
        Measured("a coup, plain Python", python),
        Measured("a coup, NumPy over shoes", numpy, "plain Python", python / numpy),
        Measured("a coup, cpu, one thread", one_thread, "NumPy", numpy / one_thread, "≥ 27"),
        Measured(
            "a coup, cpu, one thread", one_thread, "plain Python", python / one_thread, "≥ 275"
        ),
        Measured(
            "a coup, cpu, two threads", two_threads, "one thread", alone / two_threads, "≥ 1.8"
        ),
        Measured("a coup, cpu, nine deep, one thread", cards, "NumPy", numpy / cards, "≥ 12"),
        Measured("a fresh coup, cpu, one thread", fresh),
        Measured("10^9 coups, cpu, two threads", billion, wanted="< 12 s"),
    ]
    return lines + (_on_gpu(one_thread, deep) if cuda.has_gpu() else [])


def _on_gpu(one_thread: float, deep: tuple[Bet, ...]) -> list[Measured]:
    """Measure the GPU in long runs: in a short run, the start takes half of the time."""
    totals = _pace(lambda: cuda.run(Plan(10 * BILLION, 7)).total, 3)
    cards = _pace(lambda: cuda.run(Plan(5 * BILLION, 7, bets=deep)).total, 3)
    trillion = best_of(lambda: cuda.run(Plan.fresh(10**12, 7)), 1)
    return [
        Measured(
            "10^9 coups, cuda", 10**9 * totals, "cpu, one thread", one_thread / totals, "< 16.7 ms"
        ),
        Measured(
            "10^9 coups, cuda, nine deep bets", 10**9 * cards, "totals", totals / cards, "≲ 25 ms"
        ),
        Measured("10^12 fresh coups, cuda", trillion, wanted="< 60 s"),
    ]


def _pace(deal, rounds: int) -> float:  # type: ignore[no-untyped-def]
    """Seconds per coup."""
    coups = 0

    def run() -> None:
        nonlocal coups
        coups = deal()

    return best_of(run, rounds) / coups
