"""The command line: one file a command, each a few lines over the library."""

import sys
import warnings

import typer

from baccarat.cli import bets, deal, games, report, show
from baccarat.errors import BaccaratError

BAD_INPUT = 2

app = typer.Typer(
    name="baccarat",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.callback(invoke_without_command=True)(report.report)
app.command()(deal.deal)
app.command()(bets.bets)
app.command()(games.games)


def main(args: list[str] | None = None) -> None:
    """Run a command: 0 when it went well, 1 for a failed check, 2 for bad input, in one line."""
    warnings.showwarning = lambda message, *_, **__: show.warn(f"baccarat: {message}")
    try:
        code = app(args, prog_name="baccarat", standalone_mode=False)
    except BaccaratError as complaint:
        code = complain(str(complaint))
    except typer.TyperException as complaint:
        code = complain(complaint.format_message())
    sys.exit(code or 0)


def complain(text: str) -> int:
    show.warn(f"baccarat: {' '.join(text.split())}")
    return BAD_INPUT
