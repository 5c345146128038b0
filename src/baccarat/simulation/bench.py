"""How fast the engines are, beside two plainer ways to deal the same game in the same run."""

import random

import numpy as np
import numpy.typing as npt

from baccarat.bench import Line, best_of
from baccarat.bets import Bet, registered
from baccarat.cards import Depth
from baccarat.simulation import cpu, cuda
from baccarat.simulation.plan import Plan
from baccarat.tableau import PUNTO_BANCO, STOOD, Move

DECKS = 8
SIZE = 52 * DECKS
CUT = 14
BILLION = 12_426_000
"""So many shoes have 10^9 coups."""
CARDS = [points for points, count in enumerate([16, *[4] * 9]) for _ in range(count * DECKS)]
DRAWS = [move is Move.DRAW for move in PUNTO_BANCO.player] + [False, False]
GRID = [[move is Move.DRAW for move in row] for row in PUNTO_BANCO.banker]


def plain_python(shoes: int) -> list[int]:
    """Shuffle a list and deal it, as one would write it down at once."""
    cells = [0] * 400
    for _ in range(shoes):
        cards = CARDS.copy()
        random.shuffle(cards)
        place = 1 + (cards[0] or 10)
        while True:
            p, b = (
                (cards[place] + cards[place + 2]) % 10,
                (cards[place + 1] + cards[place + 3]) % 10,
            )
            place += 4
            player_cards = banker_cards = 2
            if p < 8 and b < 8:
                third, other = STOOD, b
                if DRAWS[p]:
                    third = cards[place]
                    p = (p + third) % 10
                    player_cards = 3
                    place += 1
                if GRID[other][third]:
                    b = (b + cards[place]) % 10
                    banker_cards = 3
                    place += 1
            cells[200 * player_cards + 100 * banker_cards - 600 + 10 * p + b] += 1
            if place > SIZE - CUT:
                break
    return cells


def vectorised(shoes: int, seed: int = 7) -> npt.NDArray[np.int64]:
    """NumPy over many shoes at a time: all play their next coup together until all are done."""
    rng = np.random.default_rng(seed)
    cards = rng.permuted(np.tile(np.array(CARDS, np.int8), (shoes, 1)), axis=1)
    first = cards[:, 0]
    place = 1 + np.where(first == 0, 10, first).astype(np.int64)
    shoe = np.arange(shoes)
    draws, grid = np.array(DRAWS), np.array([*GRID, [False] * 11, [False] * 11])
    cells = np.zeros(400, np.int64)
    while len(shoe):
        six = [cards[shoe, place + turn] for turn in range(6)]
        p, b = (six[0] + six[2]) % 10, (six[1] + six[3]) % 10
        goes_on = (p < 8) & (b < 8)
        player = draws[p] & goes_on
        banker = grid[b, np.where(player, six[4], STOOD)] & goes_on
        p = (p + player * six[4]) % 10
        b = (b + banker * np.where(player, six[5], six[4])) % 10
        cells += np.bincount(200 * player + 100 * banker + 10 * p + b, minlength=400)
        place += 4 + player + banker
        stays = place <= SIZE - CUT
        shoe, place = shoe[stays], place[stays]
    return cells


def measure() -> list[Line]:
    """Run everything; about half a minute, and some seconds more for a GPU."""
    deep = tuple(bet for bet in registered() if bet.depth is not Depth.TOTALS)
    cpu.warm_up()
    cpu.warm_up(Plan(1, bets=deep))
    python = _pace(lambda: sum(plain_python(40)), 5)
    numpy = _pace(lambda: int(vectorised(4000).sum()), 5)
    one = _pace(lambda: cpu.run(Plan(64_000, 7), threads=1).total, 7)
    two = _pace(lambda: cpu.run(Plan(512_000, 7), threads=2).total, 5)
    fresh = _pace(lambda: cpu.run(Plan.fresh(4_000_000, 7), threads=1).total, 5)
    cards = _pace(lambda: cpu.run(Plan(64_000, 7, bets=deep), threads=1).total, 5)
    billion = best_of(lambda: cpu.run(Plan(BILLION, 7), threads=2), 1)
    lines = [
        Line("a coup, plain Python", python),
        Line("a coup, NumPy over shoes", numpy, "plain Python", python / numpy),
        Line("a coup, cpu, one thread", one, "NumPy", numpy / one, "≥ 20"),
        Line("a coup, cpu, one thread", one, "plain Python", python / one, "≥ 250"),
        Line("a coup, cpu, two threads", two, "one thread", one / two, "≥ 1.7"),
        Line("a coup, cpu, all bets, one thread", cards, "NumPy", numpy / cards, "≥ 6"),
        Line("a fresh coup, cpu, one thread", fresh),
        Line("10^9 coups, cpu, two threads", billion, wanted="< 12 s"),
    ]
    return lines + (_on_gpu(one, deep) if cuda.has_gpu() else [])


def _on_gpu(one: float, deep: tuple[Bet, ...]) -> list[Line]:
    """The GPU, if there is one: long runs, or the start would be half of the time."""
    whole = _pace(lambda: _on_cuda(Plan(10 * BILLION, 7)), 3)
    cards = _pace(lambda: _on_cuda(Plan(5 * BILLION, 7, bets=deep)), 3)
    trillion = best_of(lambda: _on_cuda(Plan.fresh(10**12, 7)), 1)
    return [
        Line("10^9 coups, cuda", 10**9 * whole, "cpu, one thread", one / whole, "< 16.7 ms"),
        Line("10^9 coups, cuda, all bets", 10**9 * cards, "totals", whole / cards, "≲ 25 ms"),
        Line("10^12 fresh coups, cuda", trillion, wanted="< 60 s"),
    ]


def _on_cuda(plan: Plan) -> int:
    return sum(tally.total for tally, _ in cuda.run_jobs(plan))


def _pace(deal, rounds: int) -> float:  # type: ignore[no-untyped-def]
    """Seconds for a coup."""
    coups = 0

    def run() -> None:
        nonlocal coups
        coups = deal()

    return best_of(run, rounds) / coups
