"""`baccarat record import` and `record after`: many written shoes at once."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from baccarat.base.files import draft_of, trouble_told
from baccarat.base.paths import ending
from baccarat.cli.options.completion import game_names
from baccarat.cli.options.dealing import OF_GAME
from baccarat.cli.options.files import (
    STANDARD,
    CodesOption,
    check_kept,
    check_outputs,
    file_option,
    telling_options,
)
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.exit_codes import FAILED_CHECK
from baccarat.cli.output.show import (
    AsJson,
    counted,
    new_table,
    percent,
    say,
    show_json,
    show_table,
    warn,
)
from baccarat.core.record import Format

if TYPE_CHECKING:
    from baccarat.archive.reading import ReadingReport

WAYS = {"P": "Player", "B": "Banker", "T": "tie"}
PARQUET = ".parquet"

Paths = Annotated[
    list[str],
    typer.Argument(help="Files and folders with written shoes; - is standard input."),
]
GameOfShoes = Annotated[
    str,
    typer.Option(
        "--game", help="Name of the game, for files that lack it.", autocompletion=game_names
    ),
]
DecksOfShoes = Annotated[
    int | None, typer.Option(help="Number of decks, for files that lack it.", show_default=OF_GAME)
]
Encoding = Annotated[
    str | None,
    typer.Option(
        help="Encoding of the files, e.g. gbk or big5.", metavar="NAME", show_default="utf-8"
    ),
]


@takes_plugins
def read_shoes(
    paths: Paths,
    into: Annotated[
        str | None, file_option("Keep the shoes in this file, which must end in .parquet.")
    ] = None,
    name: GameOfShoes = "punto-banco",
    decks: DecksOfShoes = None,
    encoding: Encoding = None,
    codes: CodesOption = None,
    as_json: AsJson = False,
) -> None:
    """Read many written shoes, say what was read or refused, and keep them in one file.

    A shoe that cannot be read is left out. If no shoe can be read, the exit code is 1 and the old
    archive stays.

    Example: baccarat record import examples/records --into shoes.parquet
    """
    from baccarat.archive.parquet import archive_file, check_name
    from baccarat.base.signals import insisting

    for path in paths:
        check_kept(path, into=into)
    check_outputs({"into": into})
    options = {"game": name, "decks": decks, "encoding": encoding, "codes": codes}
    with telling_options(), insisting() as insist, ExitStack() as files:
        if into is None:
            report = _read(paths, lambda part: insist(), options)
        else:
            check_name(into)
            write = files.enter_context(archive_file(into))
            report = _read(paths, lambda part: (insist(), write(part)), options, into)
        if not report.shoes:
            _tell(report, as_json)
            raise typer.Exit(FAILED_CHECK)  # so the draft goes, and the old archive stays
    _tell(report, as_json)


@takes_plugins
def after(
    paths: Paths,
    decisions: Annotated[
        str, typer.Option("--string", help="1 to 12 decisions, e.g. BBPB.", metavar="BPT")
    ],
    skip_ties: Annotated[
        bool, typer.Option("--skip-ties", help="Leave ties out, as roads do.")
    ] = False,
    name: GameOfShoes = "punto-banco",
    decks: DecksOfShoes = None,
    encoding: Encoding = None,
    codes: CodesOption = None,
    as_json: AsJson = False,
) -> None:
    """Say what followed a string of decisions, how often, and what the exact law expects.

    Example: baccarat record after examples/records/seed-7.shoe --string BB
    """
    from baccarat.archive.archive import Archive
    from baccarat.archive.explorer import read_decisions

    string = read_decisions(decisions, skip_ties)
    parts: list[Archive] = []
    options = {"game": name, "decks": decks, "encoding": encoding, "codes": codes}
    with telling_options():
        report = _read(paths, parts.append, options)
    _warn_of(report)
    if not report.shoes:
        if not report.refused:
            warn("baccarat: no shoe was read: name files with shoes")
        raise typer.Exit(FAILED_CHECK)
    answer = Archive.joined(parts).after(string, skip_ties)
    if as_json:
        show_json("record", answer.as_json(), "after")
        return
    table = new_table("next", ">times", ">share", ">exact", ">interval")
    for way, count in answer.counts.items():
        low, high = answer.intervals[way]
        share = percent(count / answer.times, 2) if answer.times else ""
        ends = f"{percent(low, 2)} to {percent(high, 2)}"
        table.add_row(WAYS[way], f"{count:,}", share, percent(answer.law[way], 2), ends)
    say(f"{answer.decisions}: something followed {counted(answer.times, 'time', ',')}.")
    show_table(table)
    say(*answer.why)
    say(
        f"Of {counted(answer.seen, 'string', ',')} of this length that occurred, "
        f"{answer.outside:,} lie outside their interval."
    )


def export(file: str, to: Format, out: str) -> None:
    """Write all shoes of an archive in a text format, one behind the other."""
    from baccarat.archive.parquet import archive_parts

    def texts() -> Iterator[str]:
        for part in archive_parts(file):
            for shoe in range(len(part)):
                is_bare = to is Format.BPT
                yield part.letters(shoe) + "\n" if is_bare else to.write(part.shoe(shoe))

    if out == STANDARD:
        sys.stdout.writelines(texts())
        return
    with trouble_told(out, "written"), draft_of(out) as draft:
        draft.writelines(text.encode() for text in texts())


def is_archive(file: str) -> bool:
    return ending(file) == PARQUET


def _read(
    paths: list[str], write: Any, options: dict[str, Any], into: str | None = None
) -> "ReadingReport":
    from baccarat.archive.reading import import_shoes

    sources: list[str | BinaryIO] = [
        typer.get_binary_stream("stdin") if path == STANDARD else path for path in paths
    ]
    return import_shoes(sources, write, besides=into, **options)


def _tell(report: "ReadingReport", as_json: bool) -> None:
    """Print what was read on standard output, and what was refused on standard error."""
    if as_json:
        show_json("record", report.as_json(), "import")
        return
    _warn_of(report)
    counts = ", ".join(f"{WAYS[way]} {count:,}" for way, count in report.winners.items())
    say(
        f"{counted(report.sources, 'file', ',')}, {counted(report.shoes, 'shoe', ',')}, "
        f"{counted(report.coups, 'coup', ',')} ({counts}); {report.refused:,} refused"
    )
    for (game, decks), shoes in report.games.items():
        say(f"{game}, {counted(decks, 'deck')}: {counted(shoes, 'shoe', ',')}")


def _warn_of(report: "ReadingReport") -> None:
    for refusal in report.refusals:
        warn(f"refused: {refusal}")
    more = report.refused - len(report.refusals)
    if more:
        warn(f"refused: {more:,} more")
