"""A whole shoe through all five roads, beside the npm package baccarat-engine 1.1.5.

    npm install --prefix /tmp/peer baccarat-engine@1.1.5
    python benchmarks/roads.py /tmp/peer

Both take the same 75-coup shoes in turns, in one run; the ratio is what travels.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from baccarat.core.result import Result, write_results
from baccarat.core.roads import Derived, Scoreboard
from baccarat.core.rules import Rules, deal_shoe

COUPS, SHOES, ROUNDS = 75, 40, 15
PEER = Path(__file__).with_suffix(".js")


def shoes() -> list[list[Result]]:
    """Seeded shoes, cut to the same length."""
    rules = Rules(cut_card=0)
    return [
        [Result.of(coup) for coup in deal_shoe(rules.shoe(seed=7, number=number), rules)][:COUPS]
        for number in range(SHOES)
    ]


def whole_shoe(results: list[Result]) -> tuple[object, ...]:
    """What the peer returns too: the marks of all five roads, with their places."""
    board = Scoreboard(results)
    return board.bead, board.big, [board.derived[road].marks for road in Derived]


def time_whole_shoes(results: list[list[Result]]) -> float:
    start = perf_counter()
    for shoe in results:
        whole_shoe(shoe)
    return (perf_counter() - start) / len(results)


def time_last_coups(results: list[list[Result]]) -> float:
    """One coup more on a live board of 74, the answers to both askings included."""
    boards = [Scoreboard(shoe[:-1]) for shoe in results]
    start = perf_counter()
    for board, shoe in zip(boards, results, strict=True):
        board.add(shoe[-1])
    return (perf_counter() - start) / len(results)


def main() -> None:
    results = shoes()
    node = shutil.which("node")
    if len(sys.argv) != 2 or node is None:
        sys.exit(__doc__)
    peer = subprocess.Popen(
        [node, PEER, sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert peer.stdin is not None
    assert peer.stdout is not None
    question = json.dumps([write_results(shoe) for shoe in results]) + "\n"
    ours, one_more, theirs = [], [], []
    for _ in range(ROUNDS):
        ours.append(time_whole_shoes(results))
        one_more.append(time_last_coups(results))
        peer.stdin.write(question)
        peer.stdin.flush()
        theirs.append(float(peer.stdout.readline()) / SHOES)
    peer.stdin.close()
    peer.wait()
    # The first rounds warm both up; the best is what the code costs, the rest is the machine.
    whole, more, other = min(ours), min(one_more), min(theirs)
    report = {
        "whole shoe, ours, µs": round(1e6 * whole, 1),
        "whole shoe, baccarat-engine, µs": round(1e6 * other, 1),
        "one more coup, ours, µs": round(1e6 * more, 2),
        "ours ÷ baccarat-engine, whole shoe": round(whole / other, 2),
        "baccarat-engine's recomputation ÷ one more coup": round(other / more),
        "our recomputation ÷ one more coup": round(whole / more),
    }
    sys.stdout.write("\n".join(f"{name:<50}{value:>10}" for name, value in report.items()) + "\n")


if __name__ == "__main__":
    main()
