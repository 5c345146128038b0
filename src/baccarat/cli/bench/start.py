"""The time until a command answers, compared with the time to load three common libraries."""

import os
import subprocess
import sys
from functools import partial
from operator import truediv
from statistics import median

from baccarat.base.timing import Measured, best_of

TURNS = 15
LOADED = "numpy, typer and rich.table, loaded"
WANTED = {"--version": 1.0, "odds": 2.4}
"""The longest time of each command, as a multiple of the time to load the libraries."""


def start(*arguments: str) -> None:
    """Start Python once and let it save its compiled files, so that the next starts are faster."""
    variables = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(
        [sys.executable, *arguments], stdout=subprocess.DEVNULL, env=variables, check=True
    )


def measure() -> list[Measured]:
    """Measure the starts of all programs in turns, for some seconds.

    A ratio is the median of the ratios within a turn: a disturbance slows both programs of a turn.
    """
    programs = [partial(start, "-c", "import numpy, typer, rich.table")]
    programs += [partial(start, "-m", "baccarat", question) for question in WANTED]
    for program in programs:
        program()
    turns = [[best_of(program, 1) for program in programs] for _ in range(TURNS)]
    libraries, *commands = zip(*turns, strict=True)
    lines = [Measured(LOADED, min(libraries))]
    for (question, bound), times in zip(WANTED.items(), commands, strict=True):
        ratio = median(map(truediv, libraries, times))
        label, wanted = f"baccarat {question}", f"≥ {1 / bound:.2g}"
        lines.append(Measured(label, min(times), "loading", ratio, wanted))
    return lines
