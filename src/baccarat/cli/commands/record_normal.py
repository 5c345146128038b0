"""`baccarat record is-normal`: compare written shoes with fair shoes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.cli.options.files import (
    AsDrawn,
    HtmlFile,
    check_kept,
    check_outputs,
    plot_option,
    save,
    save_drawing,
    style_for,
    write_each,
)
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.exit_codes import FAILED_CHECK
from baccarat.cli.output.show import AsJson, new_table, say, show_json, show_table

if TYPE_CHECKING:
    from baccarat.archive.archive import Archive
    from baccarat.archive.normal.check import ArchiveCheck


@takes_plugins
def is_normal(
    file: Annotated[str, typer.Argument(help="Archive (.parquet) or a record in our formats.")],
    level: Annotated[
        float, typer.Option(help="Corrected p-value below which a question does not fit.")
    ] = 0.01,
    plot: Annotated[str | None, plot_option("the largest deviations")] = None,
    style: AsDrawn = None,
    html: HtmlFile = None,
    as_json: AsJson = False,
) -> None:
    """Compare written shoes with fair shoes of the same decks; the comparison predicts nothing.

    The exit code is 1 if the shoes do not fit.

    Example: baccarat record is-normal examples/records/seed-7.shoe
    """
    from baccarat.archive.normal.check import check_archive  # loads NumPy
    from baccarat.archive.normal.page import check_page, draw_check

    check_kept(file, plot=plot, html=html)
    check_outputs({"plot": plot, "html": html}, as_json=as_json)
    look = style_for(style, plot, html)
    check = check_archive(_archive(file), level)
    if as_json:
        show_json("record", check.as_json(), "is-normal")
    else:
        _print(check)
    write_each(
        (plot, lambda name: save_drawing(name, draw_check(check, style=look))),
        (html, lambda name: save(name, check_page(check, style=look))),
    )
    if not check.is_normal:
        raise typer.Exit(FAILED_CHECK)


def _archive(file: str) -> "Archive":
    from baccarat.archive.archive import Archive
    from baccarat.archive.parquet import ENDING, load_archive
    from baccarat.cli.commands.record import read_record  # it imports us

    if Path(file).suffix.lower() == ENDING:
        return load_archive(file)
    return Archive.of([read_record(file)])


def _print(check: "ArchiveCheck") -> None:
    from baccarat.archive.normal.page import COLUMNS, LIMITS, SEEN, row_of

    table = new_table(COLUMNS[0], *(f">{name}" for name in COLUMNS[1:3]), COLUMNS[3])
    for test in check.tests:
        table.add_row(*row_of(test))
    show_table(table)
    say(*check.lines())
    if check.visible:
        say(SEEN, *(f"  {line}" for line in check.powers()))
    say(LIMITS)
