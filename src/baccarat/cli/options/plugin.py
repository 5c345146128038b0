"""`--plugin FILE.py`: load the plug-ins of a plain file for one command.

`--plugin installed` loads the plug-ins of installed packages. A typed game or bet is found there
without the option; a game or bet named in a file is not.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from threading import current_thread, main_thread
from types import FrameType
from typing import Annotated, Any, ParamSpec, TypeVar, cast

import typer

from baccarat.core.plugins import load_plugin, open_all

P = ParamSpec("P")
R = TypeVar("R")

INSTALLED = "installed"
LOADING = 30.0
"""Seconds that loading a file may take."""
Files = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        metavar="FILE",
        help="Load bets, games, systems, engines or readers from a Python file. May be repeated.",
    ),
]


class TooSlow(BaseException):
    """Raised inside a file that loads too long; `except Exception` does not catch it."""


@contextmanager
def bounded() -> Iterator[None]:
    """Interrupt a file that loads too long, again and again if it catches the interruption.

    Code that blocks Python itself, such as an endless regular expression, is not interrupted.
    """
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():  # Windows
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"loading takes longer than {LOADING:g} s")

    handler = signal.signal(signal.SIGALRM, ring)
    timer = signal.setitimer(signal.ITIMER_REAL, LOADING, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)


def takes_plugins(command: Callable[P, R]) -> Callable[P, R]:
    """Add the option `--plugin` to a command; the plug-ins are loaded before the command runs."""

    @wraps(command)
    def plugged(*args: Any, plugin_files: list[str] | None = None, **options: Any) -> R:
        for file in plugin_files or ():
            if file == INSTALLED:
                open_all()
            else:
                with bounded():
                    load_plugin(file)
        return command(*args, **options)

    own_signature = signature(command)
    option = Parameter("plugin_files", Parameter.KEYWORD_ONLY, default=None, annotation=Files)
    plugged.__signature__ = own_signature.replace(  # type: ignore[attr-defined]
        parameters=[*own_signature.parameters.values(), option]
    )
    plugged.__annotations__ = {**command.__annotations__, "plugin_files": Files}
    return cast("Callable[P, R]", plugged)
