"""Answers the engine's questions as a test wants: late, never, with an error or with progress."""

import os
from threading import Event
from time import sleep

from baccarat.base.errors import BadText
from baccarat.questions.engine.process import JobLine, TellLine


def answer(line: JobLine, tell: TellLine, stop: Event) -> None:
    match line["kind"], line["question"]:
        case "sleep", {"seconds": seconds}:
            sleep(seconds)
        case "count", {"to": last}:
            for number in range(last):
                tell(progress={"done": number})
        case "leave", _:
            os._exit(3)
        case "refuse", _:
            raise BadText("not today: ask tomorrow")
        case "fill", _:
            raise MemoryError
    tell(answer=line["question"])
