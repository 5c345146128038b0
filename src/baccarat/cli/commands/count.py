"""`baccarat count`: what a card count or perfect play is worth."""

import csv as csv_files
import io
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, replace
from math import inf
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from baccarat.base.errors import BadText, UnknownName
from baccarat.cli.options.dealing import DECIDE, BurnOption, GameName, read_decks
from baccarat.cli.options.files import (
    STANDARD,
    AsDrawn,
    check_apart,
    check_drawings,
    check_standard,
    check_writable,
    save,
    save_drawing,
    shown,
    shown_written,
    style_for,
    write_each,
)
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.options.run import (
    CheckpointFile,
    EngineName,
    RecordsLimit,
    Scheduler,
    Threads,
    records_room,
)
from baccarat.cli.output.count import counts_json, print_count, print_published, print_worths
from baccarat.cli.output.exit_codes import BAD_INPUT
from baccarat.cli.output.show import STOPPED, AsJson, counted, refuse, say, show_json, warn
from baccarat.core.bets import registered
from baccarat.core.cards import Card
from baccarat.core.counts import MOST_TAG
from baccarat.core.shoe import LastCoup
from baccarat.figures.count_page import count_page
from baccarat.simulation.engine import AUTO
from baccarat.simulation.engines.choice import choose
from baccarat.simulation.plan import Plan
from baccarat.simulation.planning import table_of
from baccarat.simulation.readers.records import check_records
from baccarat.systems.counting.expectations import can_be_weighed
from baccarat.systems.counting.play import CountStakes, Divisor, parse_stakes, parse_tags
from baccarat.systems.counting.play_choice import choose_plays
from baccarat.systems.counting.plots import draw_by_cards, draw_by_count
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.records import RecordedBets, write_bets
from baccarat.systems.counting.saved import KeptCounts
from baccarat.systems.counting.shoes import SHOES, count_cards
from baccarat.systems.counting.spelling import (
    PERFECT,
    SUGGESTED,
    SpelledCount,
    is_bet,
    read_count,
)
from baccarat.systems.counting.totals import USUAL, Ending, LaidTally, deepest
from baccarat.systems.session import PACE, require_pace


@takes_plugins
def count(
    bet: Annotated[
        list[str] | None,
        typer.Option(help="A bet, perhaps at a price; may be repeated.", metavar="NAME"),
    ] = None,
    tags: Annotated[
        str | None,
        typer.Option(
            help="What the cards count, ace to nine and then ten: '0 0 0 -1 -1 -1 -1 2 2 0'; or by "
            "card: '8:2 9:2'; or the bet whose count's tags are taken, too. Those that follow the "
            "effects of removal if you say nothing."
        ),
    ] = None,
    trigger: Annotated[
        str | None,
        typer.Option(
            help="The count from which a unit is laid; or stakes that rise with it: '4:1 6:2'. The "
            "one that earns most if you say nothing."
        ),
    ] = None,
    start: Annotated[int | None, typer.Option(help="Where the running count starts.")] = None,
    divisor: Annotated[
        str | None,
        typer.Option(help=f"{', '.join(map(str, Divisor))}; true if you say nothing."),
    ] = None,
    burn_unseen: Annotated[
        bool, typer.Option("--burn-unseen", help="Do not count the burn card.")
    ] = False,
    most: Annotated[
        int | None,
        typer.Option(
            help=f"The largest tag of a count that is suggested; {MOST_TAG} if you say nothing.",
            min=1,
            max=9,
        ),
    ] = None,
    perfect: Annotated[
        bool,
        typer.Option("--perfect", help="No count: bet whenever the exact odds favour the guest."),
    ] = False,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            help="Several counts on the same shoes, and what each earns more than the first: "
            "dragon-7, published, suggested, suggested:1, perfect, 'TAGS at TRIGGER', all. "
            "For each --bet, or say it: 'perfect on tie'.",
            metavar="COUNT",
        ),
    ] = None,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="Print the sheet for the table alone, coup by coup.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="With --perfect: every bet whose exact odds are quick.")
    ] = False,
    shoes: Annotated[int, typer.Option(help="How many shoes.")] = SHOES,
    seed: Annotated[int, typer.Option(help="The seed.")] = 0,
    name: GameName = "punto-banco",
    decks: Annotated[str | None, typer.Option(help="1 to 12 decks.")] = None,
    burn: BurnOption = None,
    cut_card: Annotated[
        list[int] | None,
        typer.Option(
            help=f"Cards behind the cut card; may be repeated. {USUAL.cut_card} if you say nothing."
        ),
    ] = None,
    last_coup: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Last-coup rule A, B or C; may be repeated. {USUAL.last_coup} if you say "
            "nothing, on which published figures rest.",
            metavar="RULE",
        ),
    ] = None,
    pace: Annotated[int, typer.Option(help="Coups an hour.")] = PACE,
    as_won: Annotated[
        bool, typer.Option("--as-won", help="Leave the exact expectations out: faster.")
    ] = False,
    by_count: Annotated[bool, typer.Option("--by-count", help="The bets by their count.")] = False,
    by_cards: Annotated[
        bool, typer.Option("--by-cards", help="The bets by the cards left unseen.")
    ] = False,
    engine: EngineName = "auto",
    threads: Threads = None,
    scheduler: Scheduler = None,
    checkpoint: CheckpointFile = None,
    csv: Annotated[
        str | None,
        typer.Option(
            help="Write a row for each bet and ending to this file, or with --by-count and "
            "--by-cards a row for each of those; - is standard output."
        ),
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option(help="Keep what was counted in this file, for `baccarat risk --kept`."),
    ] = None,
    plot_count: Annotated[
        str | None, typer.Option(help="Draw the edge by the count: a file, .svg, .png or .pdf.")
    ] = None,
    plot_cards: Annotated[
        str | None, typer.Option(help="Draw the edge by the cards unseen: .svg, .png or .pdf.")
    ] = None,
    style: AsDrawn = None,
    records: Annotated[
        str | None,
        typer.Option(help="Write every bet that is laid to this file, .csv or .parquet."),
    ] = None,
    limit: RecordsLimit = None,
    html: Annotated[
        str | None, typer.Option(help="Write one self-contained page to this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a card count is worth; without tags suggest one, with its trigger and a sheet.

    Example: baccarat count --bet dragon-7
    """
    own = {"--tags": tags, "--trigger": trigger, "--start": start, "--divisor": divisor}
    own |= {"--most": most, "--burn-unseen": burn_unseen}
    files = {"csv": csv, "plot-count": plot_count, "plot-cards": plot_cards, "html": html}
    files |= {"records": records, "keep": keep}
    if not bet and not compare and not (every and perfect):
        flags = perfect, every, as_json, sheet, as_won, by_count, by_cards, burn_unseen
        said = tags, trigger, start, divisor, most, *files.values()
        dealing = decks, burn, cut_card, last_coup, threads, scheduler, checkpoint, limit, style
        terms = shoes, seed, name, pace, engine
        is_usual = terms == (SHOES, 0, "punto-banco", PACE, AUTO)
        if any(flags) or not is_usual or any(each not in (None, []) for each in (*said, *dealing)):
            raise BadText("say which bet: --bet dragon-7; --all goes with --perfect")
        print_published()
        return
    check_standard(as_json, files)
    if keep == STANDARD:
        raise BadText("--keep wants a file, which `baccarat risk --kept` reads")
    check_apart(checkpoint=checkpoint, **files)
    check_writable(checkpoint=checkpoint, **files)
    check_drawings(plot_count, plot_cards)
    look = style_for(style, plot_count, plot_cards, html)
    room = records_room(records, limit)
    if records is not None:
        check_records(records, room, "bet")
    if compare:
        taken = {**own, "--perfect": perfect, "--all": every}
        refuse("--compare says the counts itself, e.g. '8:2 9:2 at 4'", taken)
    if as_won:
        refuse(
            "the edge is drawn by exact expectations, which --as-won leaves out",
            {
                "--plot-count": plot_count,
                "--plot-cards": plot_cards,
            },
        )
    if perfect:
        kept_only = {"--plot-count": plot_count, "--sheet": sheet, "--by-count": by_count}
        refuse("perfect play keeps no count", {**own, **kept_only})
    if most is not None and tags is not None:
        raise BadText("--most is for tags that are suggested: leave it or --tags out")
    if sheet:
        refuse(
            "a sheet is all that --sheet prints",
            {"--json": as_json, **{f"--{name}": file for name, file in files.items()}},
        )
    if shoes < 2:
        raise BadText(f"an interval takes two shoes or more, not {shoes}")
    require_pace(pace)
    choose(engine, scheduler)
    many = read_decks(decks)
    if many == inf:
        raise BadText("an endless deck has nothing to count: give --decks 1 to 12")
    table = table_of(name, many)
    if burn is not None:
        table = replace(table, rules=replace(table.rules, burn=burn))
    endings = [
        Ending(behind, LastCoup.parse(rule))
        for behind in dict.fromkeys(cut_card or [USUAL.cut_card])
        for rule in dict.fromkeys(last_coup or [str(USUAL.last_coup)])
    ]
    plan = Plan(shoes, seed, deepest(table.rules, endings))  # it complains, before a trial is dealt
    chosen = [table.layout.find(spelled) for spelled in bet or []]
    left_out: dict[str, str] = {}
    if every:
        others, left_out = can_be_weighed(registered(), table.rules, DECIDE)
        chosen += others
    if compare:
        counts = [read_count(each) for each in compare]
        if all(each.name == PERFECT for each in counts):
            refuse("no count is kept", {"--plot-count": plot_count, "--by-count": by_count})
    elif perfect:
        counts = [SpelledCount(PERFECT)]
    else:
        asked = _asked(tags, trigger)
        rest = (start or 0, _divisor(divisor), not burn_unseen, most or MOST_TAG)
        counts = [SpelledCount(*asked, *rest)]
    try:
        with _waiting("looking for the best trigger …"):
            plays, missing = choose_plays(
                counts, chosen, table, endings[0], threads, DECIDE, exact=not as_won
            )
    except KeyboardInterrupt:
        warn("baccarat: stopped while a trigger was looked for: no shoe is counted yet")
        raise
    left_out |= missing
    if sheet:
        for each in plays:
            print_count(each, replace(table.rules, cut_card=endings[0].cut_card), every=1)
        say("No shoe was dealt, so nobody knows what this is worth: leave --sheet out to see it.")
        return
    is_quiet = not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), transient=True, disable=is_quiet) as bar:
        written = None
        if records is not None:
            reader = CountReader(
                tuple(each.play for each in plays), tuple(endings), not as_won, DECIDE
            )
            written = _recorded(bar, plan, reader, records, room)
        task = bar.add_task("dealing", total=shoes)

        def report(_: LaidTally, done: int) -> None:
            bar.update(task, completed=done)

        dealt = count_cards(
            [each.play for each in plays],
            shoes,
            seed,
            game=table,
            endings=endings,
            exact=not as_won,
            pace=pace,
            compare=bool(compare),
            engine=engine,
            threads=threads,
            decide=DECIDE,
            progress=report,
            checkpoint=checkpoint,
            scheduler=scheduler,
        )
    if as_json:
        kept = counts_json(plays, dealt.plan.rules)
        recorded = None if written is None else asdict(written)
        also = {"counts_kept": kept, "left_out": left_out, "records": recorded}
        show_json("count", {**dealt.as_json(), **also})
    else:
        print_worths(dealt, plays, table, by_count, by_cards)
        for why, names in _by_reason(left_out).items():
            say(f"Left out ({why}): {', '.join(names)}.")
        if written is not None:
            told = (
                f"{written.rows:,} bets of {counted(written.shoes, 'shoe')} are in {written.path}"
            )
            more = ": --records-limit leaves no room for more" * (written.shoes < shoes)
            say(f"{told}{more}.")

    def write_kept(file: str) -> None:
        KeptCounts.of(dealt).save(file)
        if not as_json and csv != STANDARD:
            say(f"Kept in {file}: `baccarat risk --kept` tells ruin, goals and bankrolls.")

    def write_csv(file: str) -> None:
        asked_for = {"count": by_count, "cards_unseen": by_cards}
        by = [what for what, is_asked in asked_for.items() if is_asked]
        if not (rows := dealt.rows_by(*by) if by else dealt.rows()):
            told = "no bet was laid, so there are no rows by count or cards"
            raise BadText(f"{shown_written(file)}: {told}")
        save(file, written_rows(rows))

    write_each(
        (keep, write_kept),
        (csv, write_csv),
        (plot_count, lambda file: save_drawing(file, draw_by_count(dealt.worths, style=look))),
        (plot_cards, lambda file: save_drawing(file, draw_by_cards(dealt.worths, style=look))),
        (html, lambda file: save(file, count_page(dealt, DECIDE, style=look))),
    )
    if not dealt.is_whole:
        raise typer.Exit(STOPPED)
    if not dealt.is_saved:
        raise typer.Exit(BAD_INPUT)


def _waiting(what: str) -> AbstractContextManager[object]:
    """On a terminal, a sign that something is being done."""
    return Console(stderr=True).status(what) if sys.stderr.isatty() else nullcontext()


def _recorded(bar: Progress, plan: Plan, reader: CountReader, path: str, room: int) -> RecordedBets:
    """Deal the shoes once more, and write every bet down."""
    task = bar.add_task("writing", total=plan.shoes)

    def report(rows: int, shoes: int) -> None:
        done = max(shoes / plan.shoes, rows / room)  # whichever ends first
        bar.update(task, completed=done * plan.shoes)

    try:
        return write_bets(plan, reader, path, room, report)
    except KeyboardInterrupt:
        bar.stop()
        warn(f"baccarat: {shown(path)}: stopped before it was complete: no records are kept")
        raise
    finally:
        bar.remove_task(task)


# The question.


def _asked(
    tags: str | None, trigger: str | None
) -> tuple[str, Mapping[Card, int] | None, str | None, CountStakes | None]:
    """A name, tags, the bet whose tags are taken, and stakes: as far as they are said."""
    stakes = None if trigger is None else parse_stakes(trigger)
    if tags is None:
        return SUGGESTED, None, None, stakes
    return ("", None, tags, stakes) if is_bet(tags) else ("", parse_tags(tags), None, stakes)


def _divisor(text: str | None) -> Divisor:
    words = {str(each): each for each in Divisor}
    if text is not None and text not in words:
        raise UnknownName("divisor", text[:24], words)
    return Divisor.CARDS if text is None else words[text]


def _by_reason(left_out: dict[str, str]) -> dict[str, list[str]]:
    """Bets that were left out, by what each of them does: `looks at cards: its …`."""
    found: dict[str, list[str]] = {}
    for name, told in left_out.items():
        found.setdefault(told.removeprefix(f"{name} ").partition(";")[0], []).append(name)
    return found


# The table for other programs.


def written_rows(rows: list[dict[str, object]]) -> str:
    """Rows as CSV, headed by their names."""
    text = io.StringIO()
    table = csv_files.DictWriter(text, rows[0], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()
