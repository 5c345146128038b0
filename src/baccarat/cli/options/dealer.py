"""The options `--engine`, `--threads`, `--scheduler` and `--checkpoint` of commands that deal."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from baccarat.cli.options.run import CheckpointFile, EngineName, Scheduler, Threads
from baccarat.questions.run import RunDealer, RunQuestion
from baccarat.simulation.engine import AUTO

P = ParamSpec("P")
Q = TypeVar("Q", bound=RunQuestion)
DEALER: dict[str, tuple[Any, Any]] = {
    "engine": (EngineName, AUTO),
    "threads": (Threads, None),
    "scheduler": (Scheduler, None),
    "checkpoint": (CheckpointFile, None),
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
