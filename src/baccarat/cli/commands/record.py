"""`baccarat record`: check a written shoe, convert it, replay it coup by coup."""

from typing import Annotated

import typer

from baccarat.base.errors import BaccaratError
from baccarat.base.paths import UTF_8
from baccarat.cli.commands import record_archive
from baccarat.cli.commands.deal import place_wagers, show_hand
from baccarat.cli.commands.record_normal import is_normal
from baccarat.cli.options.completion import game_names
from baccarat.cli.options.dealing import OF_GAME
from baccarat.cli.options.files import (
    CodesOption,
    EncodingOption,
    check_kept,
    file_option,
    load,
    save,
    telling_options,
)
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.exit_codes import FAILED_CHECK
from baccarat.cli.output.show import AsJson, counted, say, show_json, warn
from baccarat.core.calls import explain
from baccarat.core.coup import Side
from baccarat.core.games import Game, game
from baccarat.core.layout import Settlement, settle
from baccarat.core.plugins import nothing_loaded
from baccarat.core.record import Entry, Format, Record
from baccarat.core.result import write_results

WINNERS = ("Player", "Banker", "tie")

app = typer.Typer(help="Check, convert or replay a written shoe; import many, and ask them.")
app.command("import")(record_archive.read_shoes)
app.command()(record_archive.after)
app.command()(is_normal)


def read_record(file: str) -> Record:
    """The record in a file, in any of our formats."""
    return _read(file, lenient=False)[0]


File = Annotated[str, typer.Argument(help="File with the record; - is standard input.")]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="Repair errors if possible, and report the repairs.")
]
Name = Annotated[
    str,
    typer.Option(
        "--game",
        help="Name of the game, if a csv or bpt file does not name it.",
        autocompletion=game_names,
    ),
]
Decks = Annotated[
    int | None,
    typer.Option(help="Number of decks, if a csv or bpt file lacks it.", show_default=OF_GAME),
]


@app.command()
@takes_plugins
def check(
    file: File,
    lenient: Lenient = False,
    encoding: EncodingOption = UTF_8,
    codes: CodesOption = None,
    as_json: AsJson = False,
) -> None:
    """Read a record strictly; if the record has its seeds, deal the shoe again and compare.

    Example: baccarat record check examples/records/seed-7.shoe
    """
    record, kind, repairs = _read(file, lenient, encoding, codes)
    difference = record.differs() if record.can_be_dealt_again else None
    if as_json:
        checked = {
            "kind": kind.value,
            "repairs": repairs,
            "dealt_again": record.can_be_dealt_again,
            "difference": difference,
        }
        show_json("record", {**record.about_json(), **checked}, "check")
    else:
        _tell(repairs)
        if difference is None:
            say(f"{_summary(record)}{_promise(record)}")
        else:
            warn(f"baccarat: {file} differs from the shoe that its seeds deal: {difference}")
    if difference is not None:
        raise typer.Exit(FAILED_CHECK)


@app.command()
@takes_plugins
def convert(
    file: File,
    to: Annotated[Format, typer.Option(help="Format to write.")],
    origin: Annotated[
        Format | None,
        typer.Option("--from", help="Format of the file to read.", show_default="recognised"),
    ] = None,
    out: Annotated[str, file_option("File to write; - is standard output.")] = "-",
    name: Name = "punto-banco",
    decks: Decks = None,
    lenient: Lenient = False,
    encoding: EncodingOption = UTF_8,
    codes: CodesOption = None,
) -> None:
    """Write a record in another format: shoe (our notation), csv, json or bpt (letters alone).

    Of a .parquet file, the command writes all shoes, one behind the other.

    Example: baccarat record convert examples/records/seed-7.shoe --to bpt
    """
    check_kept(file, out=out)
    if record_archive.is_archive(file):
        record_archive.export(file, to, out)
        return
    record, _, repairs = _read(file, lenient, encoding, codes, origin, name, decks)
    _tell(repairs)
    save(out, to.write(record))


@app.command()
@takes_plugins
def replay(
    file: File,
    first: Annotated[int, typer.Option("--from", min=1, help="First coup to show.")] = 1,
    last: Annotated[
        int | None,
        typer.Option("--upto", min=1, help="Last coup to show.", show_default="the shoe's last"),
    ] = None,
    with_reasons: Annotated[
        bool, typer.Option("--explain", help="Say why each third card was drawn or not.")
    ] = False,
    lenient: Lenient = False,
    encoding: EncodingOption = UTF_8,
    codes: CodesOption = None,
    as_json: AsJson = False,
) -> None:
    """Show a record coup by coup, and pay its wagers.

    Example: baccarat record replay examples/records/seed-7.shoe --from 10 --upto 12 --explain
    """
    record, _, repairs = _read(file, lenient, encoding, codes)
    played = game(record.game)
    coups = list(enumerate(record.entries, start=1))[first - 1 : last]
    if as_json:
        entries = [_entry_json(number, entry, played, with_reasons) for number, entry in coups]
        show_json("record", {**record.about_json(), "entries": entries}, "replay")
        return
    _tell(repairs)
    say(_summary(record))
    if record.burn_card is not None:
        burned = record.burn_card.burns
        say(f"{record.burn_card.pretty} is turned up and {burned} are burned.")
    for number, entry in coups:
        hands = "  ".join(f"{side} {_hand_of(entry, side)}" for side in Side)
        say(f"{number:3}  {hands}  {entry.result.winner or 'tie'}")
        if with_reasons and entry.coup is not None:
            say(*(f"     {line}" for line in explain(entry.coup, record.rules.tableau)))
        if entry.wagers:
            outcome = _paid(entry, played)
            lines = map(str, outcome.lines) if isinstance(outcome, Settlement) else [outcome]
            say(*(f"     {line}" for line in lines))


def _read(
    file: str,
    lenient: bool,
    encoding: str | None = None,
    codes: str | None = None,
    kind: Format | None = None,
    name: str = "punto-banco",
    decks: int | None = None,
) -> tuple[Record, Format, list[str]]:
    """The record in a file, its format and its repairs; every error names the file."""
    with telling_options(file):
        text = load(file, encoding)
        kind = kind or Format.of(text, codes)
        record, repairs = kind.read(text, lenient, name, decks, codes)
    return record, kind, repairs


def _tell(repairs: list[str]) -> None:
    for repair in repairs:
        warn(f"repaired: {repair}")


def _summary(record: Record) -> str:
    letters = write_results(record.results)
    counts = ", ".join(f"{winner} {letters.count(winner[0].upper())}" for winner in WINNERS)
    decks = counted(record.rules.decks, "deck")
    return f"{record.game}, {decks}, {counted(len(letters), 'coup')} ({counts})"


def _promise(record: Record) -> str:
    if record.seed is not None:
        return f"; just as seed {record.seed}, shoe {record.number} deals it"
    if record.fair is None:
        return ""
    if record.fair.house_seed is None:
        return "; the house has not revealed its seed yet"
    return "; the commitment is kept, and the cards are those of both seeds"


def _hand_of(entry: Entry, side: Side) -> str:
    if entry.coup is not None:
        return show_hand(entry.coup.hand(side))
    total = entry.result.known(side).total
    return f"{'':8}  {'?' if total is None else total}"


@nothing_loaded()
def _paid(entry: Entry, played: Game) -> Settlement | str:
    """The settlement of the wagers, or the reason why they cannot be settled."""
    wager_texts = list(map(str, entry.wagers))
    if entry.coup is None:
        return f"{' '.join(wager_texts)}: not settled, because the cards are unknown"
    try:
        layout, wagers = place_wagers(wager_texts, played.layout)
        return settle(entry.coup, wagers, layout)
    except BaccaratError as complaint:
        return f"{' '.join(wager_texts)}: not settled ({complaint})"


def _entry_json(number: int, entry: Entry, played: Game, with_reasons: bool) -> dict[str, object]:
    answer = entry.as_json(number)
    if with_reasons and entry.coup is not None:
        answer["why"] = explain(entry.coup, played.rules.tableau)
    if entry.wagers:
        outcome = _paid(entry, played)
        answer |= outcome.as_json() if isinstance(outcome, Settlement) else {"not_settled": outcome}
    return answer
