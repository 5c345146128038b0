"""`baccarat count`: the worth of a card count or of perfect play."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Annotated

import typer
from rich.progress import BarColumn, SpinnerColumn, TaskProgressColumn, TimeRemainingColumn

from baccarat.base.errors import BadText
from baccarat.cli.options.dealer import deals, typed_dealer
from baccarat.cli.options.files import (
    STANDARD,
    AsDrawn,
    HtmlFile,
    check_outputs,
    chosen_picture,
    file_option,
    plot_option,
    records_option,
    save,
    save_drawing,
    shown_written,
    style_for,
    write_each,
)
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.options.question import asks
from baccarat.cli.options.run import (
    RecordsLimit,
    progress_bar,
    records_room,
    telling,
    writing,
    written_to,
)
from baccarat.cli.options.typed_count import TypedCount
from baccarat.cli.output.count import counts_json, print_count, print_published, print_worths
from baccarat.cli.output.endings import numbers_in, show_endings, show_fewest
from baccarat.cli.output.exit_codes import BAD_INPUT
from baccarat.cli.output.show import STOPPED, AsJson, csv_text, refuse, say, show_json, warn
from baccarat.figures.count_page import count_page
from baccarat.figures.figure import counted
from baccarat.questions.count import CountAnswer
from baccarat.questions.game import DECIDE
from baccarat.questions.run import RunDealer
from baccarat.render.drawing import Drawing
from baccarat.simulation.engines.choice import choose
from baccarat.simulation.readers.records import check_records
from baccarat.systems.counting.play_choice import ChosenPlay
from baccarat.systems.counting.plots import draw_by_cards, draw_by_count
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.records import RecordedBets, write_bets
from baccarat.systems.counting.saved import KeptCounts
from baccarat.systems.counting.shoes import CountedShoes

CsvFile = Annotated[
    str | None,
    file_option(
        "CSV file to write, one row for each bet, cut card and last-coup rule. With --by-count or "
        "--by-cards: one row for each count or number of unseen cards. - is standard output."
    ),
]
KeepFile = Annotated[
    str | None, file_option("Save the result in this file for `baccarat risk --kept`.")
]
Unseen = Annotated[
    str | None,
    typer.Option(help="Numbers of unseen cards for --exact: 6-20 or 10,16.", show_default="6-20"),
]
PICTURES: dict[str, Callable[[CountedShoes, str], Drawing]] = {
    "count": lambda counted_shoes, style: draw_by_count(counted_shoes.worths, style=style),
    "cards": lambda counted_shoes, style: draw_by_cards(counted_shoes.worths, style=style),
}


@takes_plugins
@asks(TypedCount)
@deals
def count(
    question: TypedCount,
    dealer: RunDealer,
    *,
    sheet: Annotated[
        bool,
        typer.Option(
            "--sheet",
            help="Print only the sheet: for each coup, the running count from which to bet.",
        ),
    ] = False,
    by_count: Annotated[
        bool, typer.Option("--by-count", help="Show the bets made at each count.")
    ] = False,
    by_cards: Annotated[
        bool, typer.Option("--by-cards", help="Show the bets made at each number of unseen cards.")
    ] = False,
    is_exact: Annotated[
        bool,
        typer.Option("--exact", help="With --perfect: calculate the exact gain; deal no shoes."),
    ] = False,
    unseen: Unseen = None,
    fewest: Annotated[
        bool, typer.Option("--fewest", help="Find the fewest cards whose removal favours the bets.")
    ] = False,
    csv: CsvFile = None,
    keep: KeepFile = None,
    plot: Annotated[str | None, plot_option("the mean edge and the bets per shoe", "")] = None,
    picture: Annotated[
        str | None,
        typer.Option(
            help="Horizontal axis of --plot: count, or cards (the number of unseen cards).",
            metavar="NAME",
            show_default="count; with --perfect cards",
        ),
    ] = None,
    style: AsDrawn = None,
    records: Annotated[str | None, records_option("bet made")] = None,
    limit: RecordsLimit = None,
    html: HtmlFile = None,
    as_json: AsJson = False,
) -> None:
    """Find what a card count is worth; without --tags, suggest a count and its trigger.

    Example: baccarat count dragon-7
    """
    files = {"csv": csv, "plot": plot, "html": html, "records": records, "keep": keep}
    flags = {"--json": as_json, "--sheet": sheet, "--by-count": by_count, "--by-cards": by_cards}
    options: dict[str, object] = {f"--{name}": file for name, file in files.items()}
    options |= {**flags, "--records-limit": limit, "--style": style, "--picture": picture}
    if not question.has_bets:
        alone = unseen is not None or is_exact or fewest
        if alone or question.said or any({**options, **typed_dealer(dealer)}.values()):
            raise BadText(
                "no bet is given: write e.g. baccarat count dragon-7 (--all needs --perfect)"
            )
        print_published()
        return
    if unseen is not None and not is_exact:
        raise BadText("--unseen needs --exact: add --exact")
    if is_exact:
        show_endings(question, dealer, numbers_in(unseen), {**options, "--fewest": fewest})
        return
    if fewest:
        show_fewest(question, dealer, options)
        return
    check_outputs(files, dealer.checkpoint, as_json)
    if keep == STANDARD:
        raise BadText("--keep cannot write to standard output: name a file")
    _check_flags(question, options)
    drawing, look = _drawing(question, picture, plot), style_for(style, plot, html)
    if (room := records_room(records, limit)) and records is not None:
        check_records(records, room, "bet")
    choose(dealer.engine, dealer.scheduler)
    plays, left_out = _choose(question, dealer)
    if sheet:
        _print_sheets(question, plays)
        return
    answer, record = _deal(question, dealer, (plays, left_out), records, room)
    if as_json:
        lists = {"counts_kept": counts_json(plays, answer.dealt.plan.rules), "left_out": left_out}
        recorded = None if record is None else asdict(record)
        show_json("count", {**answer.dealt.as_json(), **lists, "records": recorded})
    else:
        print_worths(answer.dealt, plays, question.table, by_count, by_cards)
        _print_rest(answer, record)
    columns = {"count": by_count, "cards_unseen": by_cards}
    by = [name for name, is_asked in columns.items() if is_asked]
    write_each(
        (keep, KeptCounts.of(answer.dealt).save),
        (csv, lambda file: _save_rows(file, answer.dealt, by)),
        (plot, lambda file: save_drawing(file, drawing(answer.dealt, look))),
        (html, lambda file: save(file, count_page(answer.dealt, DECIDE, style=look))),
    )
    if keep is not None and not as_json and csv != STANDARD:
        say(f"Saved in {keep}: `baccarat risk --kept` shows ruin, goals and bankrolls.")
    if not answer.is_whole:
        raise typer.Exit(STOPPED)
    if not answer.dealt.is_saved:
        raise typer.Exit(BAD_INPUT)


# Options that do not go together.


def _check_flags(question: TypedCount, options: Mapping[str, object]) -> None:
    if question.as_won:
        reason = "the edge is drawn by exact expectations, which --as-won leaves out"
        refuse(reason, {"--plot": options["--plot"]})
    if not question.keeps_count:
        refuse("no count is kept", {name: options[name] for name in ("--sheet", "--by-count")})
    if options["--sheet"]:
        names = ("--json", "--csv", "--plot", "--html", "--records", "--keep")
        refuse("--sheet prints only the sheet", {name: options[name] for name in names})


def _drawing(
    question: TypedCount, picture: str | None, plot: str | None
) -> Callable[[CountedShoes, str], Drawing]:
    """The function that draws the picture of `--plot`."""
    if picture == "count" and not question.keeps_count:
        raise BadText("perfect play has no count to draw: use --picture cards")
    return chosen_picture(PICTURES, picture, plot, "count" if question.keeps_count else "cards")


# The work.


def _choose(question: TypedCount, dealer: RunDealer) -> tuple[list[ChosenPlay], dict[str, str]]:
    """The counts with their triggers, and the bets that are left out."""
    try:
        with progress_bar(SpinnerColumn()) as bar:
            bar.add_task("looking for the best trigger …")
            plays, left_out = question.choose(dealer.threads)
    except KeyboardInterrupt:
        warn("baccarat: stopped before a trigger was found: no shoe is counted yet")
        raise
    return plays, question.quick[1] | left_out


def _deal(
    question: TypedCount,
    dealer: RunDealer,
    choice: tuple[list[ChosenPlay], dict[str, str]],
    records: str | None,
    room: int,
) -> tuple[CountAnswer, RecordedBets | None]:
    """Deal the shoes; return the answer, and the records that were written or None."""
    columns = BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with progress_bar(*columns) as bar:
        record, plan = None, question.plan
        if records is not None:
            plays = tuple(part.play for part in choice[0])
            reader = CountReader(plays, tuple(question.endings), not question.as_won, DECIDE)
            with writing(bar, records, plan.shoes, room) as report:
                record = write_bets(plan, reader, records, room, report)
        told = telling(dealer, bar, "dealing", question.shoes)
        return question.answer(told, choice), record


# The output.


def _print_sheets(question: TypedCount, plays: list[ChosenPlay]) -> None:
    rules = replace(question.table.rules, cut_card=question.endings[0].cut_card)
    for play in plays:
        print_count(play, rules, every=1)
    say("No shoe was dealt, so the worth is unknown: leave --sheet out to see it.")


def _print_rest(answer: CountAnswer, record: RecordedBets | None) -> None:
    """Print the bets that are left out and the file that was written."""
    for reason, names in _by_reason(answer.left_out).items():
        say(f"Left out ({reason}): {', '.join(names)}.")
    if record is not None:
        bets = f"{record.rows:,} bets of {counted(record.shoes, 'shoe')}"
        say(written_to(bets, record.path, record.shoes < answer.dealt.plan.shoes))


def _by_reason(left_out: Mapping[str, str]) -> dict[str, list[str]]:
    """The names of the bets that were left out, by the reason."""
    reasons: dict[str, list[str]] = {}
    for name, text in left_out.items():
        reasons.setdefault(text.removeprefix(f"{name} ").partition(";")[0], []).append(name)
    return reasons


def _save_rows(file: str, counted_shoes: CountedShoes, by: list[str]) -> None:
    if not (rows := counted_shoes.rows_by(*by) if by else counted_shoes.rows()):
        reason = "no bet was laid, so there are no rows by count or cards"
        raise BadText(f"{shown_written(file)}: {reason}")
    save(file, csv_text(rows))
