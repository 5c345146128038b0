"""The command line: one file a command, each a few lines over the library."""

import io
import os
import signal
import sys
import warnings
from collections.abc import Iterable
from importlib import import_module

import typer

from baccarat.cli import report, show
from baccarat.errors import BaccaratError

COMMANDS = "deal bets games roads record odds simulate solve play drill verify bench".split()
"""Each a file of this folder; a command loads its own and no other."""
BAD_INPUT = 2
OUR_WORDS = {
    "Input should be a valid integer, unable to parse string as an integer": "not a whole number",
    "Input should be a valid number, unable to parse string as a number": "not a number",
    "No such command 'help'.": "No such command 'help': try `baccarat --help`.",
}
"""Complaints of the libraries below us, said so that a guest can act on them."""


def build(commands: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line, with these commands."""
    app = typer.Typer(
        name="baccarat",
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(report.report)
    for name in commands:
        module = import_module(f"{__name__}.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command()(getattr(module, name))
    return app


def main(args: list[str] | None = None) -> None:
    """Run a command: 0 when it went well, 1 for a failed check, 2 for bad input, in one line."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_, **__: show.warn(f"baccarat: {message}")
        try:
            wanted = (sys.argv[1:] if args is None else args)[:1]
            app = build(wanted if wanted and wanted[0] in COMMANDS else COMMANDS)
            code = app(args, prog_name="baccarat", standalone_mode=False)
        except BaccaratError as complaint:
            code = complain(str(complaint))
        except typer.TyperException as complaint:
            code = complain(complaint.format_message())
    sys.exit(code or 0)


def start() -> None:
    """What a shell starts: `baccarat`, or `python -m baccarat`."""
    # Our matrices are small: more threads than one would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ♥ shows a question mark
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends us as it ends other programs
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # commands tell what they have
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(show.STOPPED)


def complain(text: str) -> int:
    line = " ".join(text.split())
    for theirs, ours in OUR_WORDS.items():
        line = line.replace(theirs, ours)
    show.warn(f"baccarat: {line}")
    return BAD_INPUT
