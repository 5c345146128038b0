"""The options `--engine`, `--threads`, `--scheduler` and `--checkpoint` of commands that deal."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar

import typer

from baccarat.cli.options.files import file_option
from baccarat.questions.run import RunDealer, RunQuestion
from baccarat.simulation.engine import AUTO
from baccarat.simulation.engines.choice import ENGINES

P = ParamSpec("P")
Q = TypeVar("Q", bound=RunQuestion)
ENGINE = typer.Option(help=f"Engine: {', '.join(ENGINES)}.", autocompletion=lambda: list(ENGINES))
THREADS = typer.Option(
    help="Number of threads, or of dask workers.", min=1, show_default="one for each core"
)
SCHEDULER = typer.Option(
    help="Address of a Dask scheduler, e.g. tcp://10.0.0.1:8786.", metavar="ADDRESS"
)
CHECKPOINT = file_option("Save progress in this file, and continue from it.")
DEALER: dict[str, tuple[Any, Any]] = {
    "engine": (Annotated[str, ENGINE], AUTO),
    "threads": (Annotated[int | None, THREADS], None),
    "scheduler": (Annotated[str | None, SCHEDULER], None),
    "checkpoint": (Annotated[str | None, CHECKPOINT], None),
}
"""The options, with their defaults."""


def deals(
    command: Callable[Concatenate[Q, RunDealer, P], None],
) -> Callable[Concatenate[Q, ...], None]:
    """Add these options to a command, which receives them as a `RunDealer`."""

    @wraps(command)
    def dealt(question: Q, /, **values: Any) -> None:
        dealer = RunDealer(**{name: values.pop(name) for name in DEALER})
        run: Any = command
        run(question, dealer, **values)

    question, _, *own = signature(command).parameters.values()
    options = [Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
               for name, (annotation, default) in DEALER.items()]  # fmt: skip
    shape = signature(command).replace(parameters=[question, *options, *own])
    dealt.__signature__ = shape  # type: ignore[attr-defined]
    return dealt


def typed_dealer(dealer: RunDealer) -> dict[str, object]:
    """The options by name, for `refuse`: the typed value, or None if the option was not typed."""
    return {
        f"--{name}": value if (value := getattr(dealer, name)) != default else None
        for name, (_, default) in reversed(DEALER.items())
    }
