"""Asks the engine questions from Python, several at once: python ask.py"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import Any

ENGINE = [sys.executable, "-m", "baccarat", "engine"]


def answers(
    questions: Iterable[tuple[str, dict[str, Any]]],
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number of each question with its last line, as soon as it comes."""
    with subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for number, (kind, question) in enumerate(questions):
            line = {"id": number, "kind": kind, "question": question}
            engine.stdin.write(json.dumps(line) + "\n")
        engine.stdin.close()  # the engine answers what is in flight, and ends
        for text in engine.stdout:
            line = json.loads(text)
            if "progress" not in line:
                yield line["id"], line


if __name__ == "__main__":
    seen = ["", "Kh 9d 5c 4s 8h", "Ah Ad Ac As"]
    shoes = [{"bets": ["dragon-7"], "seen": [cards] if cards else []} for cards in seen]
    for number, line in sorted(answers(("odds", shoe) for shoe in shoes)):
        edge = line["answer"]["bets"]["dragon-7"]["edge_percent"]
        print(f"Dragon 7 without {seen[number] or 'nothing'}: {edge:.4f} %")
