"""`baccarat stake`: sessions of a betting system, counted, and the law that it obeys."""

import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import asdict, replace
from functools import partial
from math import inf
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from baccarat.base.errors import BadText, UnknownName
from baccarat.base.files import shown
from baccarat.cli.commands.odds import read_decks
from baccarat.cli.commands.record import read_record
from baccarat.cli.options.completion import system_names
from baccarat.cli.options.dealing import (
    DECIDE,
    BurnOption,
    CutCard,
    GameName,
    LastCoupRule,
    said,
    with_ceremony,
)
from baccarat.cli.options.files import (
    STANDARD,
    AsDrawn,
    check_apart,
    check_drawings,
    check_writable,
    save,
    save_drawing,
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
    print_by_coup,
    print_compared,
    print_exactly,
    print_session,
    sessions_csv,
    sessions_json,
    tell_count,
)
from baccarat.core.games import is_endless
from baccarat.core.plugins import opened
from baccarat.core.record import Record
from baccarat.core.result import Result
from baccarat.figures.session_page import session_page
from baccarat.render.drawing import Drawing
from baccarat.simulation.engine import AUTO
from baccarat.simulation.planning import table_of
from baccarat.systems.chain.sessions import ExactSessions, solve_sessions
from baccarat.systems.comparison import compare as play_all
from baccarat.systems.counting.running_count import KeptCount
from baccarat.systems.pickers import Always
from baccarat.systems.reference_player import PlayedCoup, PlayedSession, play_plan, play_session
from baccarat.systems.register import system as named
from baccarat.systems.session import EVERY, PACE, Session, SessionPlan, coin, coups_in
from baccarat.systems.session_plots import draw_fan, draw_results, draw_slopes
from baccarat.systems.session_records import (
    RecordedSessions,
    check_session_records,
    write_sessions,
)
from baccarat.systems.stake import USUAL_COUPS, Staked, answer_digest
from baccarat.systems.stake import stake as play
from baccarat.systems.system import Joined, System, in_units, said_of, seated

ALL = "all"
SESSIONS = 10_000
PICTURES: dict[str, Callable[[list[Staked], str], Drawing]] = {
    "fan": lambda found, style: draw_fan(found[0], style=style),
    "results": lambda found, style: draw_results(found[0], style=style),
    "slopes": lambda found, style: draw_slopes(found, style=style),
}


@takes_plugins
def stake(
    name: Annotated[
        str | None,
        typer.Argument(
            help="The system, e.g. martingale or 'labouchere:1-2-3 on follow'.",
            autocompletion=system_names,
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(help="What to bet on: a bet, follow, road, random, bbp>p, count:dragon-7, …"),
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            help="Several systems on the same shoes; `all` is every one.",
            metavar="NAME",
            autocompletion=system_names,
        ),
    ] = None,
    sessions: Annotated[
        int | None, typer.Option(help=f"How many sessions; {SESSIONS:,} if not said.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed.")] = 0,
    bankroll: Annotated[int, typer.Option(help="Units in hand at the start.")] = 100,
    unit: Annotated[int, typer.Option(help="Coins of a unit.")] = 20,
    most: Annotated[int | None, typer.Option("--max", help="The most units of a stake.")] = None,
    goal: Annotated[int | None, typer.Option(help="Stop with so many units in hand.")] = None,
    stop_loss: Annotated[int | None, typer.Option(help="Stop when so many units are lost.")] = None,
    trailing: Annotated[
        bool, typer.Option("--trailing", help="Count that loss from the most in hand.")
    ] = False,
    coups: Annotated[int | None, typer.Option(help="Coups of a session.")] = None,
    shoes: Annotated[int | None, typer.Option(help="Shoes of a session.")] = None,
    hours: Annotated[float | None, typer.Option(help="Hours of a session, at a pace.")] = None,
    pace: Annotated[int | None, typer.Option(help=f"Coups an hour; {PACE} if not said.")] = None,
    endless: Annotated[
        bool, typer.Option("--to-the-end", help="No number of coups: play to ruin or a stop.")
    ] = False,
    short: Annotated[
        str, typer.Option(help="A stake that cannot be laid whole: cut, stop or restart.")
    ] = "cut",
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Deal every coup from a shoe of its own.")
    ] = False,
    exactly: Annotated[
        bool, typer.Option("--exact", help="The exact chances beside; with --fresh.")
    ] = False,
    at_coups: Annotated[
        bool, typer.Option("--by-coup", help="Money and ruin after every tenth coup, too.")
    ] = False,
    game: GameName = "punto-banco",
    decks: Annotated[
        str | None, typer.Option(help="1 to 12 decks; inf, with --fresh, is endless.")
    ] = None,
    burn: BurnOption = None,
    cut_card: CutCard = None,
    last_coup: LastCoupRule = None,
    watch: Annotated[int | None, typer.Option(help="Tell so many sessions coup by coup.")] = None,
    shoe: Annotated[
        list[str] | None, typer.Option(help="Play this recorded shoe; may be repeated.")
    ] = None,
    engine: EngineName = "auto",
    threads: Threads = None,
    scheduler: Scheduler = None,
    checkpoint: CheckpointFile = None,
    plot: Annotated[
        str | None,
        typer.Option(
            help="Draw into this file, .svg, .png or .pdf: a fan, or systems on their slope."
        ),
    ] = None,
    picture: Annotated[
        str | None,
        typer.Option(help="What --plot draws: fan, results or slopes.", metavar="NAME"),
    ] = None,
    style: AsDrawn = None,
    html: Annotated[
        str | None, typer.Option(help="Write one self-contained page to this file.")
    ] = None,
    records: Annotated[
        str | None, typer.Option(help="Write single sessions to this file, .csv or .parquet.")
    ] = None,
    limit: RecordsLimit = None,
    table: Annotated[
        str | None, typer.Option("--csv", help="Write a row for each system to this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play seeded sessions of a betting system, and show the law that it obeys.

    Example: baccarat stake martingale --max 50 --fresh --exact
    """
    if name is not None and compare:
        raise BadText("name one system, or several with --compare, not both")
    files = {"records": records, "plot": plot, "csv": table, "html": html}
    if as_json and STANDARD in files.values():
        option = next(option for option, file in files.items() if file == STANDARD)
        raise BadText(f"--json and --{option} - both want standard output: name a file")
    check_apart(checkpoint=checkpoint, **files)
    check_writable(checkpoint=checkpoint, **files)
    check_drawings(plot)
    look = style_for(style, plot, html)
    room, drawing = records_room(records, limit), _drawing(picture, plot, bool(compare))
    if records is not None:
        check_session_records(records, room)
    if fresh:
        refuse("a fresh coup has no burn and no cut card", said(burn, cut_card, last_coup))
    if exactly and not fresh:
        raise BadText("--exact needs --fresh: coups of one shoe are not independent")
    if shoe:
        not_theirs = {"--fresh": fresh, "--decks": decks, "--shoes": shoes, "--watch": watch}
        not_theirs |= {"--sessions": sessions}
        ceremonial = said(burn, cut_card, last_coup)
        refuse("recorded shoes are dealt, and one session plays them", {**not_theirs, **ceremonial})
    if watch is not None or shoe:
        saved = {f"--{option}": file for option, file in files.items()}
        run = {"--checkpoint": checkpoint, "--threads": threads, "--scheduler": scheduler}
        figures = {"--json": as_json, "--exact": exactly, "--by-coup": at_coups}
        chosen = {"--sessions": sessions, "--engine": None if engine == AUTO else engine}
        refuse("a session is told coup by coup, as text", {**figures, **saved, **run, **chosen})
    if compare and at_coups:
        raise BadText("--by-coup tells one system: leave --compare out")
    many = read_decks(decks)
    at = table_of(game, many)
    at = replace(at, rules=with_ceremony(at.rules, burn, cut_card, last_coup))
    speed = PACE if pace is None else pace
    length = _coups(coups, shoes, hours, pace, endless)
    if shoe and coups is None and hours is None:
        length = None  # they end it
    terms = Session(
        *(bankroll, unit, most, goal, stop_loss, trailing, length, shoes),
        short=short,
    )
    plan = SessionPlan(
        SESSIONS if sessions is None else sessions, seed, at, terms, fresh, is_endless(many)
    )
    systems = _systems(name, compare, on)
    if watch is not None or shoe:
        if compare and len(systems) > 1:
            raise BadText("coup by coup one system is told: name one instead of --compare")
        one = seated(systems[0], plan.game, DECIDE)
        for number, played in _watched(one, plan, 1 if watch is None else watch, shoe or []):
            _tell(one, number, played)
        return
    compared, written = None, None
    # What a stranger's system prints must not stand among what we tell.
    with redirect_stdout(sys.stderr), _bar() as bar:
        if records is not None:
            written = _recorded_sessions(bar, plan, systems, records, room)
        if compare:
            task = bar.add_task(f"{len(systems)} systems", total=plan.sessions)
            compared = play_all(
                *(plan, systems, engine, threads, DECIDE, scheduler),
                progress=lambda _, done: bar.update(task, completed=done),
                checkpoint=checkpoint,
                pace=speed,
            )
            found = list(compared.found)
        else:
            found = [_played(bar, systems[0], plan, engine, threads, scheduler, checkpoint, speed)]
    for fault in compared.left_out if compared is not None else ():
        warn(f"baccarat: {fault}")
    solved = [_solved(plan, each.system) if exactly else None for each in found]
    if as_json:
        faults = () if compared is None else compared.left_out
        left_out = {name: why for name, _, why in (each.partition(": ") for each in faults)}
        also = {"left_out": left_out, "records": None if written is None else asdict(written)}
        show_json("stake", {**sessions_json(plan, found, solved, compared), **also})
    elif compared is None:
        print_session(found[0], solved[0])
        if at_coups:
            print_by_coup(found[0], solved[0])
    else:
        print_compared(compared)
        if exactly:
            print_exactly(found, solved)
    if not as_json:
        if written is not None:
            told = f"{written.rows:,} rows of {counted(written.sessions, 'session')}"
            more = ": --records-limit leaves no room for more" * (written.sessions < plan.sessions)
            say(f"{told} are in {written.path}{more}.")
        say(about(plan, found[0], bool(any(said(burn, cut_card, last_coup).values()))))
        say(f"answer digest {answer_digest(found)}")
        is_plain = plan.fresh and compared is None and not found[0].is_rounded
        if is_plain and (bet := _flat_bet(systems[0])):
            say(f"`baccarat risk --bet {bet}` has ruin, goals and bankrolls exactly.")
    write_each(
        (table, lambda file: save(file, sessions_csv(found, solved))),
        (html, lambda file: save(file, session_page(found, style=look))),
        (plot, lambda file: save_drawing(file, drawing(found, look))),
    )
    if not found[-1].is_whole:
        raise typer.Exit(STOPPED)
    if not found[-1].is_saved or (compared is not None and compared.left_out):
        raise typer.Exit(BAD_INPUT)


def _flat_bet(system: System) -> str | None:
    """The only bet of a system that always lays one unit."""
    staking, _, bet = str(system).partition(" on ")
    is_bet = isinstance(system, Joined) and isinstance(system.picker, Always)
    return bet if staking == "flat" and is_bet else None


def _solved(plan: SessionPlan, system: System) -> ExactSessions:
    """The exact chances; what cannot be had exactly says why."""
    with Progress(
        TextColumn("{task.description}"),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task(f"{system}, exactly")

        def tell(coup: int, steps: int) -> None:
            told = f"{system}, exactly: {coup:,} coups, {steps:,} places"
            bar.update(task, description=told)

        solved = solve_sessions(plan, system, decide=DECIDE, tell=tell, in_part=True)
    if solved.stopped is not None:
        told = f"{system.key} has no quick exact answer: {solved.stopped}"
        if len(solved.money) > EVERY:
            told += f"; --by-coup tells the first {len(solved.money) - 1:,} exactly"
        warn(f"baccarat: {told}")
    return solved


def _coups(
    coups: int | None, shoes: int | None, hours: float | None, pace: int | None, endless: bool
) -> int | None:
    """How many coups a session has; None if something else ends it."""
    if [coups, hours, endless or None].count(None) < 2:
        raise BadText("say how long once: --coups N, or --hours N, or --to-the-end")
    if pace is not None and hours is None:
        raise BadText("--pace is the pace of --hours: say how many")
    if hours is not None:
        return coups_in(hours, PACE if pace is None else pace)
    return coups if coups is not None or shoes is not None or endless else USUAL_COUPS


def _systems(name: str | None, compare: list[str] | None, on: str | None) -> list[System]:
    """The systems that are asked for."""
    if not compare:
        return [named(name or "flat", on)]
    known = [each.key for each in opened(System)]
    names = [name for each in compare for name in (known if each == ALL else [each])]
    systems = [named(each) for each in dict.fromkeys(names)]
    return systems if on is None else [named(each, on) for each in systems]


def _drawing(
    picture: str | None, plot: str | None, several: bool
) -> Callable[[list[Staked], str], Drawing]:
    """What is drawn of the systems."""
    if picture is not None and plot is None:
        raise BadText("--picture says what --plot draws: say which file")
    chosen = picture or ("slopes" if several else "fan")
    if chosen not in PICTURES:
        raise UnknownName("picture", chosen[:40], PICTURES)
    if several and chosen != "slopes":
        raise BadText(f"{chosen} is a picture of one system: leave --compare out")
    return PICTURES[chosen]


def _recorded_sessions(
    bar: Progress, plan: SessionPlan, systems: list[System], path: str, room: int
) -> RecordedSessions:
    """Play the sessions once more, and write each of them down."""
    task = bar.add_task("writing", total=plan.sessions)
    try:
        return write_sessions(
            *(plan, systems, path, DECIDE, room),
            lambda done: bar.update(task, completed=done),
        )
    except KeyboardInterrupt:
        bar.stop()
        warn(f"baccarat: {shown(path)}: stopped before it was complete: no records are kept")
        raise
    finally:
        bar.remove_task(task)


def _bar() -> Progress:
    """On a terminal, how far it is."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def _played(
    bar: Progress,
    system: System,
    plan: SessionPlan,
    engine: str,
    threads: int | None,
    scheduler: str | None,
    checkpoint: str | None,
    pace: int,
) -> Staked:
    task = bar.add_task(str(system), total=plan.sessions)
    return play(
        system,
        plan.sessions,
        plan.seed,
        session=plan.session,
        fresh=plan.fresh,
        decks=inf if plan.endless else None,
        game=plan.game,
        engine=engine,
        threads=threads,
        decide=DECIDE,
        scheduler=scheduler,
        checkpoint=checkpoint,
        pace=pace,
        progress=lambda _, done: bar.update(task, completed=done),
    )


# Coup by coup


def _watched(
    system: System, plan: SessionPlan, watch: int, files: list[str]
) -> Iterator[tuple[int, PlayedSession]]:
    """Sessions, each with its number: on recorded shoes one, on all of them."""
    if files:
        records = list(map(_record, files))
        shoes = [[entry.coup or entry.result for entry in record.entries] for record in records]
        opened = [_opened(system, record) for record in records]
        layout, coin_of = plan.game.layout, partial(coin, plan.seed, 0)
        yield 0, play_session(system, plan.session, layout, shoes, coin_of, opened)
        return
    for part in replace(plan, sessions=watch).jobs(1):
        yield part.first, next(play_plan(part, system, DECIDE))


def _record(file: str) -> Record:
    record = read_record(file)
    if not record.entries:
        raise BadText(f"{shown(file)}: a record without a coup")
    return record


def _opened(system: System, record: Record) -> KeptCount | None:
    """The count that a system keeps, before the first coup of a recorded shoe."""
    if system.count is None:
        return None
    return KeptCount.of_shoe(system.count, record.rules, record.burn_card)


def _tell(system: System, number: int, played: PlayedSession) -> None:
    unit = played.session.unit
    say(f"Session {number}: {system}, {played.session.bankroll} units.")
    tell_count(system)
    before = ["cards"] if system.count is None else [">count", "cards"]
    table = new_table(">coup", *before, "wager", ">result", ">money", "and then")
    reasons = [*(_why(system, coup) for coup in played.coups[1:]), said_of(system, played.last)]
    for turn, (coup, why) in enumerate(zip(played.coups, reasons, strict=True), start=1):
        table.add_row(
            *(str(turn), *_count(coup), _cards(coup), _wager(coup)),
            _units(coup.won, unit, coup.result),
            *(in_units(coup.money, unit), why),
        )
    show_table(table)
    say(
        f"It ended after {counted(len(played.coups), 'coup')} ({played.end}) with "
        f"{in_units(played.money, unit)} units: {in_units(played.result, unit, '+')}. "
        f"Staked in all: {played.action}; the longest losing run: {played.losing_run}."
    )


def _why(system: System, coup: PlayedCoup) -> str:
    """Why a system bets, or does not bet, what it does on a coup."""
    if coup.kept is not None and coup.bet is None:
        return "the count says wait"
    return said_of(system, coup.state)


def _count(coup: PlayedCoup) -> list[str]:
    """The count before the coup, if one is kept."""
    return [] if coup.kept is None else [f"{float(coup.kept.count):+.2f}"]


def _cards(coup: PlayedCoup) -> str:
    dealt = coup.dealt
    if isinstance(dealt, Result):
        return dealt.letter
    hands = (" ".join(card.pretty for card in hand) for hand in (dealt.player, dealt.banker))
    return " | ".join(hands)


def _wager(coup: PlayedCoup) -> str:
    if coup.bet is None:
        return "none"
    wanted = f" (of {coup.wanted})" if coup.wanted != coup.staked else ""
    return f"{coup.staked}{wanted} on {coup.bet}"


def _units(won: int, unit: int, result: str | None) -> str:
    return "" if result is None else "push" if result == "push" else in_units(won, unit, "+")
