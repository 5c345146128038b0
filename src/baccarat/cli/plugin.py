"""`--plugin FILE.py`: what a plain file brings, for as long as a command runs.

`--plugin installed` loads what installed packages bring. A game or a bet that is typed is found
there without it; one that a file names is not.
"""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, ParamSpec, TypeVar, cast

import typer

from baccarat.plugins import load_plugin, open_all

P = ParamSpec("P")
R = TypeVar("R")

INSTALLED = "installed"
Files = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        metavar="FILE",
        help="Load the bets, games, systems, engines or readers of a Python file. May be repeated.",
    ),
]


def takes_plugins(command: Callable[P, R]) -> Callable[P, R]:
    """The same command with the option `--plugin`, which is handled before anything else."""

    @wraps(command)
    def plugged(*args: Any, plugin_files: list[str] | None = None, **options: Any) -> R:
        for file in plugin_files or ():
            if file == INSTALLED:
                open_all()
            else:
                load_plugin(file)
        return command(*args, **options)

    asked = signature(command)
    option = Parameter("plugin_files", Parameter.KEYWORD_ONLY, default=None, annotation=Files)
    plugged.__signature__ = asked.replace(  # type: ignore[attr-defined]
        parameters=[*asked.parameters.values(), option]
    )
    plugged.__annotations__ = {**command.__annotations__, "plugin_files": Files}
    return cast("Callable[P, R]", plugged)
