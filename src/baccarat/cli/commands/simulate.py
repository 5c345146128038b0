"""`baccarat simulate`: seeded shoes, counted, with intervals and the exact values beside them."""

import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from math import inf, isfinite
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from baccarat.base.errors import BaccaratError, BadText, FileTrouble
from baccarat.base.files import shown
from baccarat.cli.options.dealing import (
    DECIDE,
    BurnOption,
    CutCard,
    GameName,
    LastCoupRule,
    ceremony,
    read_decks,
    said,
    with_ceremony,
)
from baccarat.cli.options.files import (
    STANDARD,
    AsDrawn,
    check_apart,
    check_drawings,
    check_writable,
    save_drawing,
    style_for,
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
from baccarat.cli.output.odds import matrix_table
from baccarat.cli.output.show import (
    STOPPED,
    AsJson,
    console,
    counted,
    new_table,
    percent,
    refuse,
    say,
    show_json,
    warn,
)
from baccarat.core.bets import Bet, StreakBet, registered, streak
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import Depth
from baccarat.core.chance import SEEDS
from baccarat.core.tally import Tally
from baccarat.exact.streak_chain import StreakOdds
from baccarat.simulation.plan import Plan
from baccarat.simulation.planning import plan_of, shoes_for, shoes_until, table_of
from baccarat.simulation.reader import KNOWN as READERS
from baccarat.simulation.reader import Reader
from baccarat.simulation.readers.records import Recorded, check_records, write_records
from baccarat.simulation.readers.streaks import StreakReader
from baccarat.simulation.run import Simulation
from baccarat.simulation.run import simulate as deal_and_count
from baccarat.simulation.stream import fold


@takes_plugins
def simulate(
    shoes: Annotated[int | None, typer.Option(help="How many shoes.")] = None,
    coups: Annotated[
        int | None, typer.Option(help="As many shoes instead as have so many coups.")
    ] = None,
    fresh: Annotated[
        int | None, typer.Option(help="So many coups instead, each from a fresh shoe.")
    ] = None,
    each: Annotated[
        int | None, typer.Option(help="So many coups of each shoe; all if you say nothing.")
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(
            help="So many shoes that the 99 % interval of a bet's edge is this narrow: its "
            "half-width in per cent of the stake.",
            metavar="HALF-WIDTH",
        ),
    ] = None,
    bet: Annotated[
        list[str] | None,
        typer.Option(
            help="One more bet, perhaps at a price; may be said several times. It is also the bet "
            "of --until, else banker, and of --plot, else player, banker and tie.",
            metavar="NAME",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed.")] = 0,
    name: GameName = "punto-banco",
    decks: Annotated[
        str | None, typer.Option(help="1 to 12 decks; inf, with --fresh, is endless.")
    ] = None,
    burn: BurnOption = None,
    cut_card: CutCard = None,
    last_coup: LastCoupRule = None,
    depth: Annotated[
        str | None,
        typer.Option(
            help="Count the bets that look no deeper: totals, points, ranks or cards. All of them "
            "if you say nothing; totals is fastest."
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Every bet that there is, on the felt or not; in whole shoes also the streaks.",
        ),
    ] = False,
    matrix: Annotated[bool, typer.Option("--matrix", help="The final totals, 10 by 10.")] = False,
    engine: EngineName = "auto",
    threads: Threads = None,
    scheduler: Scheduler = None,
    checkpoint: CheckpointFile = None,
    records: Annotated[
        str | None, typer.Option(help="Write single coups to this file, .csv or .parquet.")
    ] = None,
    limit: RecordsLimit = None,
    reader: Annotated[
        list[str] | None,
        typer.Option(
            help="What a reader of a plug-in counts; may be said several times.", metavar="NAME"
        ),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(help="Draw how the edges close in on the exact ones: .svg, .png or .pdf."),
    ] = None,
    style: AsDrawn = None,
    as_json: AsJson = False,
) -> None:
    """Deal seeded shoes and count: every bet with its interval and its exact edge.

    Example: baccarat simulate --fresh 1000000 --seed 7
    """
    if [shoes, coups, fresh, until].count(None) != 3:
        raise BadText("say how much: --shoes N, or --fresh N, or --coups N, or --until HALF-WIDTH")
    running = [each_bet for each_bet in bet or () if is_streak(each_bet)]
    bets = [each_bet for each_bet in bet or () if each_bet not in running]
    if running and (fresh is not None or until is not None):
        raise BadText(f"{running[0][:40]} runs over several coups: say --shoes N or --coups N")
    if running and plot is not None:
        raise BadText(f"{running[0][:40]} runs over several coups: --plot draws bets of one coup")
    if every and fresh is None:
        named = [streak(each_bet) for each_bet in running]
        running += [item.key for item in registered(StreakBet) if item not in named]
    room = records_room(records, limit)
    check_apart(checkpoint=checkpoint, records=records, plot=plot)
    if fresh is not None:
        refuse("a fresh coup has no burn and no cut card", said(burn, cut_card, last_coup))
    if each is not None:
        refuse("--each deals past the cut card", said(None, cut_card, last_coup))
    readers = [READERS.find(named) for named in reader or ()]
    readers += [Reader(str(found), StreakReader(found)) for found in map(streak, running)]
    many = read_decks(decks)
    table = table_of(name, many)
    table = replace(
        table,
        rules=with_ceremony(table.rules, burn, cut_card, last_coup),
        layout=table.layout.having(*_all_bets() if every else [], *bets),
    )
    if coups is not None:
        shoes = shoes_for(coups, game=table, each=each, decide=DECIDE)
        if shoes > SEEDS:
            raise BadText(f"the shoes of a seed have numbers below 2^64: {coups} coups need more")
    if until is not None:
        shoes = max(
            shoes_until(until / 100, spelled, game=table, coups=each, decide=DECIDE)
            for spelled in bets or ["banker"]
        )
    much = (fresh or 0) if shoes is None else shoes
    plan = plan_of(table, much, seed, each, fresh is not None, depth, endless=many == inf)
    for spelled in bets:
        _check_counted(table.layout.bet(spelled.partition(":")[0]), plan, depth)
    look = style_for(style, plot)
    if plot == STANDARD:
        raise BadText("--plot wants a file: standard output has the report")
    check_drawings(plot)
    check_writable(plot=plot)
    if records is not None:
        check_records(records, room)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        written, trouble = None, None
        if records is not None:
            written, trouble = _record(bar, plan, records, room)
        task = bar.add_task("dealing", total=much, speed="")
        before: list[int] = []

        def report(tally: Tally, done: int) -> None:
            if not before:  # a checkpoint's shoes do not count for the speed
                before.append(tally.total)
                bar.reset(task, completed=done)
                return
            speed = (tally.total - before[0]) / (bar.tasks[-1].elapsed or 1)
            bar.update(task, completed=done, speed=f"{speed / 1e6:.1f} M coups/s")

        found = deal_and_count(
            much,
            seed,
            game=table,
            coups=each,
            fresh=fresh is not None,
            decks=many,
            depth=depth,
            engine=engine,
            threads=threads,
            decide=DECIDE,
            progress=report,
            checkpoint=checkpoint,
            scheduler=scheduler,
            milestones=plot is not None,
        )
        options = {"decks": many, "engine": engine, "threads": threads, "scheduler": scheduler}
        folded, broken = _fold_all(bar, readers if found.is_whole else [], found, options)
    if as_json:
        recorded = None if written is None else asdict(written)
        told = {reader_name: _as_json(value) for reader_name, value in folded.items()}
        also = {"records": recorded, "plot": plot, "readers": told}
        show_json("simulate", {**found.as_json(), **also})
    else:
        _print(found, any(said(burn, cut_card, last_coup).values()))
        if matrix:
            console().print(matrix_table(found.tally.matrix))
        for reader_name, value in folded.items():
            plainly = value.tolist() if callable(getattr(value, "tolist", None)) else value
            if isinstance(value, StreakOdds):
                plainly = f"{value}. A fresh shoe: {found.exact.streak(value.bet)}."
            say(f"{reader_name}: {plainly}")
        if written is not None:
            say(_recorded(written, plan))
    if trouble is not None:
        warn(f"baccarat: {trouble}; the report stands, but the records are left out")
    if broken is not None:
        warn(f"baccarat: {broken}")
    if plot is not None:  # last, so that a full disk does not lose the report
        save_drawing(plot, found.plot(*bets, style=look))
    if not found.is_whole or broken == STOPPED_READING:
        raise typer.Exit(STOPPED)
    if broken is not None or trouble is not None or not found.is_saved:
        raise typer.Exit(BAD_INPUT)


def _fold_all(
    bar: Progress, readers: list[Reader], found: Simulation, options: dict[str, Any]
) -> tuple[dict[str, Any], str | None]:
    """What the readers make of the same coups, and what stopped them; the report stays."""
    plan, folded = found.plan, dict[str, Any]()
    for reader in readers:
        task = bar.add_task(f"reading: {reader}", total=plan.shoes, speed="")

        def report(_: object, shoes: int, task: TaskID = task) -> None:
            bar.update(task, completed=shoes)

        try:
            folded[reader.name] = fold(
                reader,
                plan.shoes,
                plan.seed,
                game=found.game,
                coups=None if plan.is_fresh else plan.coups,
                fresh=plan.is_fresh,
                decide=DECIDE,
                progress=report,
                **options,
            )
        except KeyboardInterrupt:
            return folded, STOPPED_READING
        except BaccaratError as fault:
            return folded, f"the reader {reader}: {fault}"
        except Exception as fault:  # a stranger's code may raise anything
            told = " ".join(f"{type(fault).__name__}: {fault}".split())
            return folded, f"the reader {reader} breaks: {told[:200]}"
        finally:
            bar.remove_task(task)
    return folded, None


STOPPED_READING = "stopped while a reader counted; the report stands"


def _as_json(value: Any) -> Any:
    """What a reader counted, as JSON: by its own `as_json`, or else as plain values."""
    if callable(getattr(value, "as_json", None)):
        return value.as_json()
    if isinstance(value, Mapping):
        return {str(key): _as_json(each) for key, each in value.items()}
    if callable(getattr(value, "tolist", None)):  # NumPy's arrays and numbers
        return _as_json(value.tolist())
    if isinstance(value, list | tuple):
        return [_as_json(each) for each in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value if isinstance(value, int | float | str | None) else str(value)


def _check_counted(bet: Bet, plan: Plan, depth: str | None) -> None:
    """Complain of a bet that was named and would not be counted."""
    if bet.depth is not Depth.TOTALS and bet.key not in {counted.key for counted in plan.bets}:
        why = "the printed card shows none" if depth is None else f"--depth {depth} leaves it out"
        raise BadText(f"{bet.key} looks at {bet.depth}: {why}")


def _record(
    bar: Progress, plan: Plan, path: str, limit: int
) -> tuple[Recorded | None, FileTrouble | None]:
    """What was written, or what stopped it: then the shoes are dealt all the same."""
    task = bar.add_task("writing", total=plan.shoes, speed="")
    has_begun = False

    def report(coups: int, shoes: int) -> None:
        nonlocal has_begun
        has_begun = True
        done = max(shoes / plan.shoes, coups / limit)  # whichever ends first
        bar.update(task, completed=done * plan.shoes, speed=f"{coups:,} coups")

    try:
        return write_records(plan, path, DECIDE, limit, report), None
    except FileTrouble as trouble:
        if not has_begun:  # nothing is lost yet: complain at once
            raise
        return None, trouble
    except KeyboardInterrupt:
        bar.stop()
        warn(f"baccarat: {shown(path)}: stopped before it was complete: no records are kept")
        raise
    finally:
        bar.remove_task(task)


def _recorded(written: Recorded, plan: Plan) -> str:
    told = f"{written.coups:,} coups of {counted(written.shoes, 'shoe')} are in {written.path}"
    if written.shoes < plan.shoes:
        return f"{told}: --records-limit leaves no room for more."
    return f"{told}."


def _all_bets() -> list[str]:
    return [bet.key for bet in registered()]


def _print(found: Simulation, has_ceremony: bool) -> None:
    plan, tally = found.plan, found.tally
    fixed = plan.coups is not None
    table = new_table(
        "bet", ">wins", ">edge", ">99 % interval", ">exact, fresh shoe", *[">z"] * fixed
    )
    for spot, bet in found.counted.items():
        dealt, z = found.of(bet), found.z(bet)
        estimates = ("", "", "")
        if dealt.total:
            # Stakes that all ended alike do not tell where the edge lies.
            ends = dealt.edge_interval() if dealt.variance else ()
            estimates = (percent(dealt.chance), percent(dealt.edge), " … ".join(map(percent, ends)))
        table.add_row(
            spot,
            *estimates,
            percent(found.exact.of(bet).edge),
            *([] if z is None else [f"{z:+.2f}"]),
        )
    console().print(table)
    say(*(_about_offer(found, bet) for bet in found.counted.values() if bet.offered))
    say(*_about_coups(found))
    if "coups" in tally.histograms:
        say(*_about_shoes(tally, found.shoes))
    if has_ceremony:
        told = ceremony(plan.rules, has_end=not fixed)
        say(f"{told[0].upper()}{told[1:]}.")
    decks = "an endless deck" if plan.endless else counted(plan.rules.decks, "deck")
    say(
        f"{found.game}, {decks}, {_dealt(found)}, seed {plan.seed}; " + _pace(found),
        f"digest {tally.digest}",
        f"answer digest {found.answer_digest}",
    )
    if not found.is_whole:
        say(f"Stopped: {found.shoes:,} of {plan.shoes:,} shoes are counted above.")


def _dealt(found: Simulation) -> str:
    coups = f"{found.tally.total:,} coups"
    if found.plan.is_fresh:
        return f"{coups}, each from a fresh shoe"
    each = "" if found.plan.coups is None else f", {found.plan.coups} of each"
    return f"{coups} of {found.shoes:,} shoes{each}"


def _pace(found: Simulation) -> str:
    if found.resumed == found.shoes:
        return "all from the checkpoint"
    kept = f"; {found.resumed:,} shoes from the checkpoint" if found.resumed else ""
    speed = f"{found.speed / 1e6:.1f} million coups a second"
    return f"{found.engine} engine, {found.seconds:.1f} s, {speed}{kept}"


def _about_offer(found: Simulation, bet: Bet) -> str:
    """How often a bet of the middle of a coup was offered, and laid."""
    dealt = found.of(bet)
    low, high = map(percent, dealt.offered_interval())
    return (
        f"{bet.name} was offered, and one unit laid, in {percent(dealt.offered)} of the coups "
        f"({low} … {high}; exactly {percent(found.exact.of(bet).offered)})."
    )


def _about_coups(found: Simulation) -> list[str]:
    """Naturals and equal starts, which are no bets."""
    told = []
    for name, (share, chance) in found.shares.items():
        low, high = map(percent, share.interval())
        dealt = percent(share.share or 0)
        name = name.replace("-", " ").capitalize()
        told.append(f"{name} {dealt} ({low} … {high}; exactly {percent(chance)})")
    return [f"{'; '.join(told)}."]


def _about_shoes(tally: Tally, shoes: int) -> list[str]:
    coups, longest = tally.histograms["coups"], tally.histograms["longest"]
    mean = sum(number * times for number, times in coups.items()) / shoes
    streak = sum(number * times for number, times in longest.items()) / shoes
    return [
        f"Coups a shoe: {mean:.3f} on average, {min(coups)} to {max(coups)}. "
        f"Longest streak of a shoe: {streak:.2f} on average, {max(longest)} at the most."
    ]
