"""The questions a second of `baccarat engine`, beside those of the library in the same run.

python benchmarks/engine.py [QUESTIONS]
"""

import json
import sys
from collections.abc import Iterable
from random import Random
from time import perf_counter
from typing import Any

from baccarat.questions.engine.engine import QuestionEngine
from baccarat.questions.odds import OddsQuestion

BETS = ("player", "banker", "tie", "dragon-7")
RANKS = "A23456789T"


def questions(count: int, seed: int = 7) -> list[dict[str, Any]]:
    """Eight decks without up to ten cards: no two questions are alike."""
    dice = Random(seed)
    seen = [
        " ".join(f"{dice.choice(RANKS)}{dice.choice('cdhs')}" for _ in range(10))
        for _ in range(count)
    ]
    return [{"decks": 8, "seen": [cards], "bets": list(BETS)} for cards in seen]


def by_library(asked: Iterable[dict[str, Any]]) -> float:
    begin = perf_counter()
    for values in asked:
        json.dumps(OddsQuestion.read(values).answer().as_json())
    return perf_counter() - begin


def by_engine(asked: Iterable[dict[str, Any]], processes: int) -> float:
    with QuestionEngine(lambda line: None, processes) as engine:
        for number in range(processes):  # until every process has answered
            engine.take(line_of(-1 - number, {}))
        engine.finish()
        begin = perf_counter()
        for number, values in enumerate(asked):
            engine.take(line_of(number, values))
        engine.finish()
        return perf_counter() - begin


def line_of(number: int, values: dict[str, Any]) -> bytes:
    return json.dumps({"id": number, "kind": "odds", "question": values}).encode()


def main(count: int = 2_000) -> None:
    asked = questions(count)
    by_library(asked[:10])
    alone = by_library(asked)
    print(f"library: {count / alone:,.0f} questions a second")
    for processes in (1, 2):
        seconds = by_engine(asked, processes)
        speed = f"{count / seconds:,.0f} a second, {alone / seconds:.2f} times the library"
        print(f"engine, processes {processes}: {speed}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
