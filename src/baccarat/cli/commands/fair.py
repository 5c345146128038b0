"""Fair shoes of `baccarat deal`: the promise, the guest's seed, the revealed seed, the check."""

import sys

import typer

from baccarat.base.errors import BadText
from baccarat.cli.options.files import load, shown, telling_options
from baccarat.cli.output.exit_codes import FAILED_CHECK
from baccarat.cli.output.show import counted, say, show_json, warn
from baccarat.core.fair import Fair
from baccarat.core.record import Format


def promise(guest_seed: str | None, quiet: bool) -> Fair:
    """Commit to a seed of the house and show the commitment; then ask for the guest's seed."""
    fair = Fair.promise()
    if not quiet:
        say(f"Commitment: {fair.commitment}")
    if guest_seed is None:
        if not sys.stdin.isatty():
            raise BadText("a fair shoe needs the guest's seed: add --guest-seed")
        guest_seed = typer.prompt("Your seed, any words")
    return fair.with_guest(guest_seed)


def reveal(fair: Fair | None) -> None:
    if fair is not None:
        say(f"House seed: {fair.house_seed}", f"Guest seed: {fair.guest_seed}")


def check_shoe(file: str, as_json: bool) -> None:
    """Deal a written shoe again from its seeds, and print whether both shoes are the same."""
    text = load(file)
    with telling_options(file):
        record, _ = Format.of(text).read(text)
        difference = record.differs()
    coups = f"all {counted(len(record.entries), 'coup')} follow from the seed"
    commitment = "" if record.fair is None else "the commitment is kept, and "
    plural = "" if record.fair is None else "s"
    if as_json:
        show_json("deal", {**record.about_json(), "difference": difference}, "check")
    elif difference is None:
        say(f"{shown(file)}: {commitment}{coups}{plural}.")
    else:
        warn(f"baccarat: {shown(file)}: {difference}")
    if difference is not None:
        raise typer.Exit(FAILED_CHECK)
