"""`baccarat stake`: sessions of a betting system, compared with the house edge."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, replace
from functools import partial
from typing import Annotated

import typer
from rich.progress import BarColumn, TimeRemainingColumn

from baccarat.archive.archive import Archive
from baccarat.base.errors import BadText
from baccarat.base.files import shown
from baccarat.cli.commands.record import read_record
from baccarat.cli.options.dealer import deals, typed_dealer
from baccarat.cli.options.files import (
    AsDrawn,
    HtmlFile,
    check_outputs,
    chosen_picture,
    file_option,
    plot_option,
    records_option,
    save,
    save_drawing,
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
from baccarat.cli.output.exit_codes import BAD_INPUT
from baccarat.cli.output.show import (
    STOPPED,
    AsJson,
    counted,
    new_table,
    refuse,
    say,
    show_json,
    show_table,
    warn,
)
from baccarat.cli.output.stake import (
    about,
    about_archive,
    print_by_coup,
    print_compared,
    print_exactly,
    print_session,
    sessions_csv,
    tell_count,
)
from baccarat.core.record import Record
from baccarat.core.result import Result
from baccarat.figures.session_page import session_page
from baccarat.questions.dealing import CEREMONY
from baccarat.questions.game import DECIDE
from baccarat.questions.run import RunDealer
from baccarat.questions.stake import StakeAnswer, StakeQuestion
from baccarat.render.drawing import Drawing
from baccarat.simulation.readers.records import check_records
from baccarat.systems.chain.sessions import ExactSessions
from baccarat.systems.counting.play import KeptCount
from baccarat.systems.pickers import Always
from baccarat.systems.reference_player import PlayedCoup, PlayedSession, play_plan, play_session
from baccarat.systems.session import EVERY, SessionPlan, coin
from baccarat.systems.session_plots import draw_fan, draw_results, draw_slopes
from baccarat.systems.session_records import RecordedSessions, write_sessions
from baccarat.systems.stake import Staked
from baccarat.systems.system import Joined, System, in_units, said_of, seated

MANY_COUPS = 20_000
"""More written coups than this, for all systems together, take seconds."""
PICTURES: dict[str, Callable[[Sequence[Staked], str], Drawing]] = {
    "fan": lambda staked, style: draw_fan(staked[0], style=style),
    "results": lambda staked, style: draw_results(staked[0], style=style),
    "slopes": lambda staked, style: draw_slopes(staked, style=style),
}


@takes_plugins
@asks(StakeQuestion)
@deals
def stake(
    question: StakeQuestion,
    dealer: RunDealer,
    *,
    at_coups: Annotated[
        bool, typer.Option("--by-coup", help="Also show bankroll and ruin after every tenth coup.")
    ] = False,
    watch: Annotated[
        int | None, typer.Option(help="Number of sessions to show coup by coup.")
    ] = None,
    shoe: Annotated[
        list[str] | None, file_option("File of a recorded shoe to play. May be repeated.")
    ] = None,
    archive: Annotated[
        str | None,
        file_option("Archive of written shoes to play, .parquet: each shoe is a session."),
    ] = None,
    evenings: Annotated[
        bool,
        typer.Option(help="With --archive: a session takes shoe after shoe until it ends."),
    ] = False,
    plot: Annotated[str | None, plot_option("the sessions, which --picture chooses", "")] = None,
    picture: Annotated[
        str | None,
        typer.Option(
            help="Picture for --plot: fan, results or slopes.",
            metavar="NAME",
            show_default="fan; with --compare slopes",
        ),
    ] = None,
    style: AsDrawn = None,
    html: HtmlFile = None,
    records: Annotated[str | None, records_option("session")] = None,
    limit: RecordsLimit = None,
    table: Annotated[
        str | None, file_option("CSV file to write: one row for each system.", "--csv")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play seeded sessions of a betting system, and compare them with the house edge.

    Example: baccarat stake martingale --max 50 --fresh --exact
    """
    files = {"records": records, "plot": plot, "csv": table, "html": html}
    check_outputs(files, dealer.checkpoint, as_json)
    look = style_for(style, plot, html)
    drawing = _drawing(picture, plot, bool(question.compare))
    room = records_room(records, limit)
    if records is not None:
        check_records(records, room, "session")
    if watch is not None or shoe:
        options = {f"--{option}": file for option, file in files.items()} | typed_dealer(dealer)
        options |= {"--json": as_json, "--by-coup": at_coups}
        _watch(question, watch, shoe or [], options)
        return
    if question.compare and at_coups:
        raise BadText("--by-coup is for one system: leave --compare out")
    if archive is not None:
        refuse("written shoes are played", _dealt(question, dealer) | {"--records": records})
    elif evenings:
        raise BadText("--evenings needs --archive: name the file of the shoes")
    record = None
    # The output of another author's system must not mix with ours.
    with redirect_stdout(sys.stderr), progress_bar(BarColumn(), TimeRemainingColumn()) as bar:
        if records is not None:
            terms = question.plan, question.systems, records, DECIDE, room
            with writing(bar, records, question.sessions, room) as report:
                record = write_sessions(*terms, lambda sessions: report(0, sessions))
        systems = question.systems
        label = f"{len(systems)} systems" if question.compare else str(systems[0])
        if archive is None:
            answer = question.answer(telling(dealer, bar, label, question.sessions))
        else:
            shoes = Archive.load(archive)
            if shoes.coups * len(systems) > MANY_COUPS:
                warn(f"baccarat: plain Python plays the {shoes.coups:,} written coups: a wait")
            answer = question.answer_on(shoes, evenings)
    solved = _solve_all(answer)
    _print(answer, solved, record, as_json=as_json, at_coups=at_coups)
    write_each(
        (table, lambda file: save(file, sessions_csv(answer.staked, solved))),
        (html, lambda file: save(file, session_page(answer.staked, solved, style=look))),
        (plot, lambda file: save_drawing(file, drawing(answer.staked, look))),
    )
    if not answer.is_whole:
        raise typer.Exit(STOPPED)
    if not answer.staked[-1].is_saved or answer.left_out:
        raise typer.Exit(BAD_INPUT)


def _print(
    answer: StakeAnswer,
    solved: list[ExactSessions | None],
    record: RecordedSessions | None,
    *,
    as_json: bool,
    at_coups: bool,
) -> None:
    """Print the answer as text or JSON, and warn of systems that are left out."""
    question, comparison, staked = answer.question, answer.comparison, answer.staked
    for fault in comparison.left_out if comparison is not None else ():
        warn(f"baccarat: {fault}")
    if as_json:
        records = None if record is None else asdict(record)
        show_json("stake", {**answer.as_json(solved), "records": records})
        return
    if comparison is None:
        print_session(staked[0], solved[0])
        if at_coups:
            print_by_coup(staked[0], solved[0])
    else:
        print_compared(comparison)
        if any(solved):
            print_exactly(staked, solved)
    for reason in filter(None, (played.why_slow for played in staked)):
        warn(f"baccarat: {reason}")
    plan = question.plan
    if record is not None:
        rows = f"{record.rows:,} rows of {counted(record.sessions, 'session')}"
        say(written_to(rows, record.path, record.sessions < plan.sessions))
    if answer.archive is None:
        say(about(plan, staked[0], any(name in question.said for name in CEREMONY)))
    else:
        say(about_archive(answer.archive, staked[0], solved[0] is not None))
    say(f"answer digest {answer.answer_digest}")
    is_plain = plan.fresh and comparison is None and not staked[0].is_rounded
    if is_plain and (bet := _flat_bet(question.systems[0])):
        say(f"`baccarat risk {bet}` has ruin, goals and bankrolls exactly.")


def _flat_bet(system: System) -> str | None:
    """The bet of a system that always lays one unit on the same bet; None for other systems."""
    staking, _, bet = str(system).partition(" on ")
    is_bet = isinstance(system, Joined) and isinstance(system.picker, Always)
    return bet if staking == "flat" and is_bet else None


def _dealt(question: StakeQuestion, dealer: RunDealer) -> dict[str, object]:
    """The options that were typed for dealing: nothing is dealt when recorded shoes are played."""
    typed = _typed(question)
    names = ("fresh", "exact", "endless", "sessions", *CEREMONY)
    return {typed[name]: True for name in names if name in typed} | typed_dealer(dealer)


def _typed(question: StakeQuestion) -> dict[str, str]:
    """The options of the question that were typed, as they were typed."""
    return {
        part.name: part.typed(question.said[part.name]).partition(" ")[0]
        for part in question.asked()
        if part.name in question.said
    }


def _solve_all(answer: StakeAnswer) -> list[ExactSessions | None]:
    """Calculate the exact chances of each system."""
    if answer.archive is not None:
        solved = answer.solve()
        for staked, chances in zip(answer.staked, solved, strict=True):
            if chances is None and not answer.evenings and not staked.why_slow:
                warn(f"baccarat: {staked.system.key} has no quick exact figures for these shoes")
        return solved
    return [_solve(answer.question, staked.system) for staked in answer.staked]


def _solve(question: StakeQuestion, system: System) -> ExactSessions | None:
    """Calculate the exact chances if `--exact` asks for them; warn if they are not complete."""
    if not question.exact:
        return None
    with progress_bar() as bar:
        task = bar.add_task(f"{system}, exactly")

        def tell(coup: int, steps: int) -> None:
            progress = f"{system}, exactly: {coup:,} coups, {steps:,} places"
            bar.update(task, description=progress)

        solved = question.solve(system, tell)
    if solved is not None and solved.stopped is not None:
        reason = f"{system.key} has no quick exact answer: {solved.stopped}"
        if len(solved.money) > EVERY:
            reason += f"; --by-coup shows the first {len(solved.money) - 1:,} exactly"
        warn(f"baccarat: {reason}")
    return solved


def _drawing(
    picture: str | None, plot: str | None, several: bool
) -> Callable[[Sequence[Staked], str], Drawing]:
    """The function that draws the picture named by `--picture`."""
    drawing = chosen_picture(PICTURES, picture, plot, "slopes" if several else "fan")
    if several and drawing is not PICTURES["slopes"]:
        raise BadText(f"{picture} draws one system: leave --compare out")
    return drawing


# Coup by coup


def _watch(
    question: StakeQuestion, watch: int | None, files: list[str], options: dict[str, object]
) -> None:
    """Show sessions coup by coup: seeded sessions, or one session on recorded shoes."""
    typed = {
        part.name: part.typed(question.said[part.name]).partition(" ")[0]
        for part in question.asked()
        if part.name in question.said
    }
    figures = ("exact", "rebate") if files else ("exact", "rebate", "sessions")
    options |= {typed[name]: True for name in figures if name in typed}
    refuse("coup by coup, sessions are only printed", options)
    if files:
        names = ("fresh", "decks", "endless", "shoes", "sessions", *CEREMONY)
        dealing = {typed[name]: True for name in names if name in typed}
        reason = "one session plays the recorded shoes"
        refuse(reason, {**dealing, "--watch": watch})
        if question.coups is None and question.hours is None:
            question = replace(question, to_the_end=True)  # recorded shoes end the session
    if len(question.systems) > 1:
        raise BadText(
            "only one system can be shown coup by coup: name this system instead of --compare"
        )
    system = seated(question.systems[0], question.plan.game, DECIDE)
    for number, played in _watched(system, question.plan, 1 if watch is None else watch, files):
        _tell(system, number, played)


def _watched(
    system: System, plan: SessionPlan, watch: int, files: list[str]
) -> Iterator[tuple[int, PlayedSession]]:
    """The sessions to show, each with its number; all recorded shoes together are one session."""
    if files:
        records = list(map(_record, files))
        shoes = [[entry.coup or entry.result for entry in record.entries] for record in records]
        counts = [_opened(system, record) for record in records]
        layout, coin_of = plan.game.layout, partial(coin, plan.seed, 0)
        yield 0, play_session(system, plan.session, layout, shoes, coin_of, counts)
        return
    for part in replace(plan, sessions=watch).jobs(1):
        yield part.first, next(play_plan(part, system, DECIDE))


def _record(file: str) -> Record:
    record = read_record(file)
    if not record.entries:
        raise BadText(f"{shown(file)}: the record has no coup")
    return record


def _opened(system: System, record: Record) -> KeptCount | None:
    """The system's count before the first coup of a recorded shoe; None without a count."""
    if system.count is None:
        return None
    return KeptCount.of_shoe(system.count, record.rules, record.burn_card)


def _tell(system: System, number: int, played: PlayedSession) -> None:
    unit = played.session.unit
    say(f"Session {number}: {system}, {played.session.bankroll} units.")
    tell_count(system)
    columns = ["cards"] if system.count is None else [">count", "cards"]
    table = new_table(">coup", *columns, "wager", ">result", ">money", "and then")
    reasons = [*(_why(system, coup) for coup in played.coups[1:]), said_of(system, played.last)]
    for turn, (coup, reason) in enumerate(zip(played.coups, reasons, strict=True), start=1):
        table.add_row(
            *(str(turn), *_count(coup), _cards(coup), _wager(coup)),
            _units(coup.won, unit, coup.result),
            *(in_units(coup.money, unit), reason),
        )
    show_table(table)
    say(
        f"It ended after {counted(len(played.coups), 'coup')} ({played.end}) with "
        f"{in_units(played.money, unit)} units: {in_units(played.result, unit, '+')}. "
        f"Staked in all: {played.action}; the longest losing run: {played.losing_run}."
    )


def _why(system: System, coup: PlayedCoup) -> str:
    """The system's reason for its wager on a coup, or for having no wager."""
    if coup.kept is not None and not coup.wagers:
        return "the count says wait"
    return said_of(system, coup.state)


def _count(coup: PlayedCoup) -> list[str]:
    """A list with the count before the coup; an empty list if no count is kept."""
    return [] if coup.kept is None else [f"{float(coup.kept.count):+.2f}"]


def _cards(coup: PlayedCoup) -> str:
    source = coup.dealt
    if isinstance(source, Result):
        return source.letter
    hands = (" ".join(card.pretty for card in hand) for hand in (source.player, source.banker))
    return " | ".join(hands)


def _wager(coup: PlayedCoup) -> str:
    wagers = (
        f"{wager.staked}{f' (of {wager.wanted})' * (wager.wanted != wager.staked)} on {wager.bet}"
        for wager in coup.wagers
    )
    return ", ".join(wagers) or "none"


def _units(money: int, unit: int, result: str | None) -> str:
    return "" if result is None else "push" if result == "push" else in_units(money, unit, "+")
