"""`baccarat roads`: draw the five roads of a shoe, ask the road, show statistics."""

import os
import sys
from io import StringIO
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.base.errors import BadText
from baccarat.base.paths import UTF_8
from baccarat.cli.options.files import (
    STANDARD,
    AsDrawn,
    CodesOption,
    EncodingOption,
    check_kept,
    file_option,
    load,
    plot_option,
    save_drawing,
    style_for,
    telling_options,
)
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.show import AsJson, console, refuse, say, show_json
from baccarat.core.result import Result, parse_results
from baccarat.core.roads import ROWS, NextMarks, Scoreboard, Tail
from baccarat.render import draw, text
from baccarat.render.road_marks import DERIVED, TITLES, answers
from baccarat.render.text_board import NARROWEST

if TYPE_CHECKING:
    from baccarat.core.stats import Statistics


@takes_plugins
def roads(
    sequence: Annotated[
        str | None, typer.Argument(help="Results, e.g. BPTBB; - is standard input.")
    ] = None,
    file: Annotated[
        str | None,
        file_option(
            "Read results, a record or a casino's table of results from this file; - is standard "
            "input."
        ),
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(help="Heading of the column of winners in a casino's table of results."),
    ] = None,
    encoding: EncodingOption = UTF_8,
    codes: CodesOption = None,
    plot: Annotated[str | None, plot_option("the roads")] = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Show the marks that the next win of each side would add.")
    ] = False,
    stats: Annotated[
        bool, typer.Option("--stats", help="Show frequencies and streaks instead of roads.")
    ] = False,
    width: Annotated[
        int | None,
        typer.Option(help="Width in columns: of the terminal, or of the big road in a picture."),
    ] = None,
    rows: Annotated[int, typer.Option(help="Number of rows of every road.", min=1, max=60)] = ROWS,
    tail: Annotated[
        Tail,
        typer.Option(
            case_sensitive=False,
            help="Path of a tail that another tail has stopped: it stays in its row, or falls as "
            "soon as the cell below is free.",
        ),
    ] = Tail.STAYS,
    style: AsDrawn = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print letters without colour, even in a terminal.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Draw the roads of a shoe: bead plate, big road, big eye boy, small road, cockroach pig.

    Example: baccarat roads PPBBBBBBBPPPPBPPBPBPBPTTBB --ask
    """
    if plot == STANDARD and (as_json or ask or stats):
        raise BadText(
            "--plot - writes the picture to standard output, so nothing else can go there: "
            "name a file"
        )
    check_kept(file, plot=plot)
    look = style_for(style, plot)
    board = Scoreboard(_results(sequence, file, column, encoding, codes), rows, tail)
    if plot is not None:
        save_drawing(plot, draw(board, width, style=look))
    if as_json:
        counted = {"statistics": _counts(board).as_json()} if stats else {}
        show_json("roads", {**board.as_json(), **counted})
    elif ask or stats:
        say(*_asked(board) if ask else [], *_counts(board).lines() if stats else [])
    elif plot is None:
        has_colour = not plain and _shows_colour()
        columns = max(console().width, NARROWEST) if width is None else width
        sys.stdout.write(text(board, columns, has_colour))


def _results(
    sequence: str | None, file: str | None, column: str | None, encoding: str, codes: str | None
) -> list[Result]:
    if sequence is not None and file is not None:
        raise BadText("give a sequence or a file, not both")
    if sequence is not None and sequence != STANDARD:
        refuse(
            "the results are not from a file", {"--column": column, "--encoding": encoding != UTF_8}
        )
        return _typed(sequence, codes)
    name = STANDARD if file is None else file
    if name == STANDARD and (sys.stdin is None or sys.stdin.isatty()):
        raise BadText("no results: give a sequence such as BPTBB, --file FILE, or a pipe")
    with telling_options(name):
        return _read(load(name, encoding), column, codes)


def _typed(sequence: str, codes: str | None) -> list[Result]:
    try:
        with telling_options():
            return _read(sequence, None, codes)
    except BadText:
        if os.path.isfile(sequence):
            raise BadText(
                f"{sequence!r} is the name of a file: read the file with --file"
            ) from None
        raise


def _read(content: str, column: str | None, codes: str | None) -> list[Result]:
    """Read the results from letters, from a casino's table, or from a record in any format."""
    is_written = content.lstrip().startswith(("[", ";", "{"))
    if is_written or column is not None or "\n" in content.strip():
        from baccarat.core.record.formats import Format  # few sequences come from a record
        from baccarat.core.record.results_table import has_heading, read_results

        if column is not None:
            return read_results(StringIO(content), column, codes=codes)
        is_written = is_written or has_heading(content)
    if is_written:
        results = Format.of(content).read(content, codes=codes)[0].results
    else:
        results = parse_results(content, codes)
    if not results:
        raise BadText("no results (expected letters such as BPTBB)")
    return results


def _shows_colour() -> bool:
    """Whether the output is a terminal that wants colour (https://no-color.org)."""
    return (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
        and (sys.stdout.encoding or "").lower().startswith("utf")
    )


def _asked(board: Scoreboard) -> list[str]:
    return [
        *(f"If {side} wins: {_in_words(answer)}." for side, answer in answers(board).items()),
        "Red: the columns would repeat each other. Blue: they would not.",
        "Nothing in it tells who wins next.",
    ]


def _in_words(answer: NextMarks) -> str:
    marks = [
        f"{TITLES[key].lower()} {colour.name.lower()}"
        for key, colour in zip(DERIVED, answer, strict=True)
        if colour is not None
    ]
    return ", ".join(marks) or "no mark on a derived road yet"


def _counts(board: Scoreboard) -> "Statistics":
    from baccarat.core.stats import statistics  # few calls need it

    return statistics(board.results)
