"""The command line: one file per command, with a few lines that call the library."""

import errno
import gc
import io
import os
import signal
import sys
import warnings
from collections.abc import Iterable
from importlib import import_module
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TextIO

from baccarat import __version__
from baccarat.base.errors import BaccaratError
from baccarat.base.files import shown
from baccarat.cli.options import completion, renamed
from baccarat.cli.output import plain_letters
from baccarat.cli.output.exit_codes import BAD_INPUT, STOPPED

if TYPE_CHECKING:
    import typer

COMMANDS = (
    "deal bets games roads record odds simulate stake count risk solve engine play drill serve key "
    "store verify bench"
).split()
"""The commands, each a file of `commands`; a command loads only its own file."""
OUR_WORDS = {
    "Input should be a valid integer, unable to parse string as an integer": "not a whole number",
    "Input should be a valid number, unable to parse string as a number": "not a number",
    "Value error, ": "",
    "No such command 'help'.": "No such command 'help': try `baccarat --help`.",
}
"""Complaints of other libraries, in words a guest can act on."""


def build(commands: Iterable[str] = COMMANDS, names: Iterable[str] = ()) -> "typer.Typer":
    """The command line as a Typer app; commands in `names` are listed in the help, not loaded."""
    import typer

    from baccarat.cli.commands import report
    from baccarat.cli.options.as_typed import AsTyped

    app = typer.Typer(
        name="baccarat",
        add_completion=commands is COMMANDS or bool(names),  # without all names it cannot complete
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(cls=AsTyped, invoke_without_command=True)(report.report)
    for name in commands:
        module = import_module(f"{__name__}.commands.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command()(getattr(module, name))
    for name in names:
        app.command(name)(lambda: None)
    return app


def main(args: list[str] | None = None) -> NoReturn:
    """Run a command and exit: 0 if all went well, 1 for a failed check, 2 for bad input."""
    arguments = sys.argv[1:] if args is None else args
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_, **__: _warn(str(message))
        try:
            code = _run(arguments)
            sys.stdout.flush()
        except BaccaratError as complaint:
            code = complain(str(complaint))
        except OSError as trouble:
            code = complain(_reason(trouble))
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    if arguments == ["--version"]:  # a quick way: Typer would load all commands
        sys.stdout.write(f"baccarat {__version__}\n")
        return 0
    import typer

    if completion.is_asked(arguments):
        arguments = completion.with_shell(arguments)
        typed = completion.command_among(COMMANDS)
        app = build(typed, [name for name in COMMANDS if name not in typed])
    else:
        app = build(arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS)
    if not gc.isenabled():  # `start` disabled it
        gc.freeze()
        gc.enable()
    try:
        code: int = app(arguments, prog_name="baccarat", standalone_mode=False) or 0
    except typer.TyperException as complaint:
        return complain(renamed.advice(complaint) or complaint.format_message())
    except UnicodeDecodeError:
        if arguments[:1] not in completion.OPTIONS:
            raise
        return complain(completion.NOT_TEXT)
    # Typer has already complained of the unknown shell.
    if code and arguments[:1] in completion.OPTIONS:
        return complain(completion.UNKNOWN_SHELL)
    return code


def start() -> NoReturn:
    """The entry point of `baccarat` and `python -m baccarat`."""
    # Our matrices are small: more than one thread would only be slower.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.stderr is None:  # `2>&-`
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for as long as we run
    plain_letters.register()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=plain_letters.PLAIN_LETTERS)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends us as it ends other programs
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # commands report partial results
    stops = _stop_as_ctrl_c_does()
    gc.disable()  # loaded modules stay: no need to collect garbage among them
    try:
        if sys.stdout is None:  # `>&-`
            sys.exit(complain("standard output is closed: there is nowhere to answer"))
        main()
    except KeyboardInterrupt:
        code: str | int | None = STOPPED
    except SystemExit as leaving:
        code = leaving.code
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            _let_go(stream)
    sys.exit(128 + stops[0] if stops and code == STOPPED else code)


def _stop_as_ctrl_c_does() -> list[int]:
    """Make SIGTERM and SIGHUP act like Ctrl-C; return a list that receives the signals."""
    signs: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        signs.append(number)
        signal.default_int_handler(number, frame)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # not under nohup
            signal.signal(number, stop)
    return signs


def _let_go(stream: TextIO) -> None:
    """Drop the output that a full disk refused; otherwise Python tries to write it again."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _reason(trouble: OSError) -> str:
    """The reason for an error, in one line.

    An error without a file name is usually about our own output.
    """
    reason = trouble.strerror or str(trouble)
    if trouble.filename is not None:
        return f"{shown(trouble.filename)}: {reason}"
    is_output = trouble.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
    return f"standard output: cannot be written: {reason}" if is_output else reason


def complain(text: str) -> int:
    line = " ".join(text.split())
    for theirs, ours in OUR_WORDS.items():
        line = line.replace(theirs, ours)
    _warn(line)
    return BAD_INPUT


def _warn(line: str) -> None:
    from baccarat.cli.output import show

    show.warn(f"baccarat: {line}")
