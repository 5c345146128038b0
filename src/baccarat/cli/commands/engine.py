"""`baccarat engine`: questions and answers as lines of JSON, for other programs."""

import json
import os
import sys
from typing import Annotated

import typer

from baccarat.cli.options.plugin import takes_plugins
from baccarat.core.plugins import modules
from baccarat.questions.engine.engine import MEGABYTES, SECONDS, QuestionEngine, whole_lines
from baccarat.questions.engine.process import JobLine


@takes_plugins
def engine(
    processes: Annotated[
        int | None,
        typer.Option(
            help="Number of questions answered at the same time.",
            min=1,
            max=64,
            show_default="the number of cores",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="Maximum seconds for a question.", min=0.1, max=86_400)
    ] = SECONDS,
    megabytes: Annotated[
        int, typer.Option(help="Maximum memory for a question, in megabytes.", min=256)
    ] = MEGABYTES,
) -> None:
    """Answer questions from standard input, one line of JSON each, until the input ends.

    Example: echo '{"id": 1, "kind": "odds", "question": {"bets": ["tie"]}}' | baccarat engine
    """  # fmt: skip
    files = tuple(str(module.__file__) for module in modules() if module.__file__)
    count = os.cpu_count() or 1 if processes is None else processes
    with QuestionEngine(_write, count, seconds, megabytes, files) as answering:
        if sys.stdin is not None:  # it may be closed
            for line in whole_lines(sys.stdin.buffer):
                answering.take(line)
        answering.finish()


def _write(line: JobLine) -> None:
    """Write without Python's buffer, which a late reader would lock, even for the end."""
    text = (json.dumps(line) + "\n").encode()
    while text:
        text = text[os.write(1, text) :]
