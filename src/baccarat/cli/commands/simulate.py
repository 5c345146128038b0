"""`baccarat simulate`: counts of seeded shoes, with intervals, beside the exact values."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from fractions import Fraction
from math import inf, isfinite, sqrt
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from baccarat.base.errors import BaccaratError, BadText, FileTrouble
from baccarat.base.jsonable import sampled
from baccarat.cli.options.dealer import deals
from baccarat.cli.options.dealing import ceremony
from baccarat.cli.options.files import (
    STANDARD,
    AsDrawn,
    check_outputs,
    plot_option,
    records_option,
    save_drawing,
    style_for,
)
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.options.question import asks
from baccarat.cli.options.run import RecordsLimit, progress_bar, records_room, writing, written_to
from baccarat.cli.output.exit_codes import BAD_INPUT
from baccarat.cli.output.odds import matrix_table
from baccarat.cli.output.show import (
    STOPPED,
    AsJson,
    console,
    counted,
    new_table,
    percent,
    say,
    show_json,
    warn,
)
from baccarat.core.bets import Bet, StreakBet, registered, streak
from baccarat.core.stats import CONFIDENCE, deviations
from baccarat.core.tally import Tally
from baccarat.exact.cut_card import CutCardEffect, by_event, cut_card_effect
from baccarat.exact.streak_chain import StreakOdds
from baccarat.questions.dealing import CEREMONY
from baccarat.questions.game import DECIDE
from baccarat.questions.run import RunDealer
from baccarat.questions.simulate import SimulateQuestion
from baccarat.simulation.plan import Plan
from baccarat.simulation.reader import KNOWN as READERS
from baccarat.simulation.reader import Reader
from baccarat.simulation.readers.records import Recorded, check_records, write_records
from baccarat.simulation.readers.streaks import StreakReader
from baccarat.simulation.run import Simulation
from baccarat.simulation.stream import fold


@takes_plugins
@asks(SimulateQuestion)
@deals
def simulate(
    question: SimulateQuestion,
    dealer: RunDealer,
    *,
    matrix: Annotated[
        bool,
        typer.Option(
            "--matrix", help="Show how often each pair of final totals happened, 10 by 10."
        ),
    ] = False,
    records: Annotated[str | None, records_option("coup")] = None,
    limit: RecordsLimit = None,
    reader: Annotated[
        list[str] | None,
        typer.Option(
            help="Name of a plug-in's reader, a function that counts something in the coups. May "
            "be repeated.",
            metavar="NAME",
        ),
    ] = None,
    plot: Annotated[
        str | None, plot_option("simulated minus exact edges, coup by coup", "")
    ] = None,
    style: AsDrawn = None,
    cut_effect: Annotated[
        bool,
        typer.Option("--cut-effect", help="Show the cut-card effect, as dealt and by a formula."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Deal seeded shoes; show every bet's edge with its confidence interval and the exact odds.

    Example: baccarat simulate --fresh 1000000 --seed 7
    """
    if question.streaks and plot is not None:
        streak_bet = question.streaks[0][:40]
        raise BadText(
            f"--plot draws only bets on one coup, but {streak_bet} is a bet on several: leave out "
            "--plot or this bet"
        )
    if cut_effect and question.plan.coups is not None:
        raise BadText(
            "--cut-effect needs whole shoes: give --shoes or --coups, and leave --each out"
        )
    effect = cut_card_effect(question.plan.rules, decide=DECIDE) if cut_effect else None
    room = records_room(records, limit)
    readers = [READERS.find(name) for name in reader or ()]
    readers += [Reader(str(bet), StreakReader(bet)) for bet in _streaks(question)]
    look = style_for(style, plot)
    if plot == STANDARD:
        raise BadText("--plot needs a file: the report goes to standard output")
    check_outputs({"records": records, "plot": plot}, dealer.checkpoint)
    if records is not None:
        check_records(records, room)
    speed = TextColumn("{task.fields[speed]}")
    with progress_bar(BarColumn(), speed, TimeRemainingColumn()) as bar:
        record, trouble = None, None
        if records is not None:
            record, trouble = _record(bar, question.plan, records, room)
        telling = replace(dealer, tell=_report(bar, question))
        simulation = question.answer(telling, milestones=plot is not None)
        folded, fault = _fold_all(bar, readers if simulation.is_whole else [], simulation, dealer)
    if as_json:
        outputs = {
            "records": None if record is None else asdict(record),
            "plot": plot,
            **({} if effect is None else {"cut_card_formula": _beside_dealt(effect, simulation)}),
            "readers": {name: _as_json(value) for name, value in folded.items()},
        }
        show_json("simulate", {**simulation.as_json(), **outputs})
    else:
        _print(simulation, any(name in question.said for name in CEREMONY))
        if effect is not None:
            _print_effect(_beside_dealt(effect, simulation))
        if matrix:
            console().print(matrix_table(simulation.tally.matrix))
        _print_folded(folded, simulation)
        if record is not None:
            coups = f"{record.coups:,} coups of {counted(record.shoes, 'shoe')}"
            say(written_to(coups, record.path, record.shoes < question.plan.shoes))
    if trouble is not None:
        warn(f"baccarat: {trouble}; the report stands, but the records are left out")
    if fault is not None:
        warn(f"baccarat: {fault}")
    if plot is not None:  # last, so that a full disk does not cost us the report
        save_drawing(plot, simulation.plot(*question.named, style=look))
    if not simulation.is_whole or fault == STOPPED_READING:
        raise typer.Exit(STOPPED)
    if fault is not None or trouble is not None or not simulation.is_saved:
        raise typer.Exit(BAD_INPUT)


def _streaks(question: SimulateQuestion) -> list[StreakBet]:
    """The named streak bets; with `--all-bets` and whole shoes, all other streak bets, too."""
    bets = list(map(streak, question.streaks))
    if question.all_bets and question.fresh is None:
        bets += [bet for bet in registered(StreakBet) if bet not in bets]
    return bets


def _report(bar: Progress, question: SimulateQuestion) -> Callable[[int, object], None]:
    """A function that shows in the progress bar how many shoes are dealt."""
    task = bar.add_task("dealing", total=question.size, speed="")
    coups_each = question.work / question.size
    start: list[int] = []

    def report(shoes_done: int, _: object) -> None:
        if not start:  # a checkpoint's shoes do not count for the speed
            start.append(shoes_done)
            bar.reset(task, completed=shoes_done)
            return
        speed = (shoes_done - start[0]) * coups_each / (bar.tasks[-1].elapsed or 1)
        bar.update(task, completed=shoes_done, speed=f"{speed / 1e6:.1f} M coups/s")

    return report


def _print_folded(folded: Mapping[str, Any], simulation: Simulation) -> None:
    """Print a line for each reader (a function that counts something in the coups): its answer."""
    for name, value in folded.items():
        plainly = value.tolist() if callable(getattr(value, "tolist", None)) else value
        if isinstance(value, StreakOdds):
            plainly = f"{value}. A fresh shoe: {simulation.exact.streak(value.bet)}."
        say(f"{name}: {plainly}")


def _fold_all(
    bar: Progress, readers: list[Reader], simulation: Simulation, dealer: RunDealer
) -> tuple[dict[str, Any], str | None]:
    """Give the same coups to all readers; return their answers, and the error that stopped one."""
    plan, folded = simulation.plan, dict[str, Any]()
    options = {name: getattr(dealer, name) for name in ("engine", "threads", "scheduler")}
    for reader in readers:
        task = bar.add_task(f"reading: {reader}", total=plan.shoes, speed="")

        def report(_: object, shoes: int, task: TaskID = task) -> None:
            bar.update(task, completed=shoes)

        try:
            folded[reader.name] = fold(
                reader,
                plan.shoes,
                plan.seed,
                game=simulation.game,
                decks=inf if plan.endless else None,
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
            reason = " ".join(f"{type(fault).__name__}: {fault}".split())
            return folded, f"the reader {reader} breaks: {reason[:200]}"
        finally:
            bar.remove_task(task)
    return folded, None


STOPPED_READING = "stopped while a reader counted; the report stands"


def _as_json(value: Any) -> Any:
    """The answer of a reader (a function that counts something in the coups) as JSON."""
    if callable(getattr(value, "as_json", None)):
        return value.as_json()
    if isinstance(value, Mapping):
        return {str(key): _as_json(item) for key, item in value.items()}
    if callable(getattr(value, "tolist", None)):  # NumPy's arrays and numbers
        return _as_json(value.tolist())
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value if isinstance(value, int | float | str | None) else str(value)


def _record(
    bar: Progress, plan: Plan, path: str, limit: int
) -> tuple[Recorded | None, FileTrouble | None]:
    """Write the records and return them; if writing fails after some coups, return the error.

    After such an error the shoes are still dealt.
    """
    with writing(bar, path, plan.shoes, limit) as report:
        try:
            return write_records(plan, path, DECIDE, limit, report), None
        except FileTrouble as trouble:
            if not bar.tasks[-1].completed:  # nothing is lost yet: complain at once
                raise
            return None, trouble


def _print(simulation: Simulation, has_ceremony: bool) -> None:
    plan, tally = simulation.plan, simulation.tally
    fixed = plan.coups is not None
    table = new_table(
        "bet", ">wins", ">edge", ">99 % interval", ">exact, fresh shoe", *[">z"] * fixed
    )
    for spot, bet in simulation.counted.items():
        odds, z = simulation.of(bet), simulation.z(bet)
        estimates = ("", "", "")
        if odds.total:
            interval = " … ".join(map(percent, odds.edge_interval()))
            estimates = (percent(odds.chance), percent(odds.edge), interval)
        table.add_row(
            spot,
            *estimates,
            percent(simulation.exact.of(bet).edge),
            *([] if z is None else [f"{z:+.2f}"]),
        )
    console().print(table)
    say(*(_about_offer(simulation, bet) for bet in simulation.counted.values() if bet.offered))
    say(_about_coups(simulation))
    if "coups" in tally.histograms:
        say(_about_shoes(tally, simulation.shoes))
    if has_ceremony:
        dealing = ceremony(plan.rules, has_end=not fixed)
        say(f"{dealing[0].upper()}{dealing[1:]}.")
    decks = "an endless deck" if plan.endless else counted(plan.rules.decks, "deck")
    say(
        f"{simulation.game}, {decks}, {_dealt(simulation)}, seed {plan.seed}; " + _pace(simulation),
        f"digest {tally.digest}",
        f"answer digest {simulation.answer_digest}",
    )
    if not simulation.is_whole:
        say(f"Stopped: {simulation.shoes:,} of {plan.shoes:,} shoes are counted above.")


def _beside_dealt(effect: CutCardEffect, simulation: Simulation) -> dict[str, dict[str, object]]:
    """How far the cut card shifts the share of each event: as simulated, and by a formula."""
    tally, shifts = simulation.tally, {}
    dealt, exactly = (by_event(each.cells) for each in (tally, simulation.exact.tally))
    for name, shift in effect.events.items():
        chance = Fraction(exactly[name], simulation.exact.tally.total)
        away = float(Fraction(dealt[name], tally.total) - chance)
        half = deviations(CONFIDENCE) * sqrt(chance * (1 - chance) / tally.total)
        by_dealing = sampled(away, (away - half, away + half), CONFIDENCE)
        shifts[name] = {"shift_simulated": by_dealing, "shift_float": shift}
    return shifts


def _print_effect(shifts: Mapping[str, Mapping[str, Any]]) -> None:
    head = "in a million coups", ">whole shoes less fresh", ">99 % interval", ">formula"
    table = new_table(*head)
    for name, shift in shifts.items():
        dealt, low, high, _ = (1e6 * each for each in shift["shift_simulated"].values())
        formula = f"{1e6 * shift['shift_float']:+.2f}"
        table.add_row(name, f"{dealt:+.2f}", f"{low:+.2f} … {high:+.2f}", formula)
    console().print(table)
    say("The formula agrees with shoes that were dealt; its error has no proved bound.")


def _dealt(simulation: Simulation) -> str:
    coups = f"{simulation.tally.total:,} coups"
    if simulation.plan.is_fresh:
        return f"{coups}, each from a fresh shoe"
    part = "" if simulation.plan.coups is None else f", {simulation.plan.coups} of each"
    return f"{coups} of {simulation.shoes:,} shoes{part}"


def _pace(simulation: Simulation) -> str:
    if simulation.resumed == simulation.shoes:
        return "all from the checkpoint"
    resumed = f"; {simulation.resumed:,} shoes from the checkpoint" if simulation.resumed else ""
    speed = f"{simulation.speed / 1e6:.1f} million coups a second"
    return f"{simulation.engine} engine, {simulation.seconds:.1f} s, {speed}{resumed}"


def _about_offer(simulation: Simulation, bet: Bet) -> str:
    """A sentence with the share of coups in which the bet was offered in the middle of the coup."""
    odds = simulation.of(bet)
    low, high = map(percent, odds.offered_interval())
    return (
        f"{bet.name} was offered, and one unit laid, in {percent(odds.offered)} of the coups "
        f"({low} … {high}; exactly {percent(simulation.exact.of(bet).offered)})."
    )


def _about_coups(simulation: Simulation) -> str:
    """A line with the shares of naturals and of equal starting totals, which are not bets."""
    shares = []
    for name, (share, chance) in simulation.shares.items():
        low, high = map(percent, share.interval())
        counted_share = percent(share.share or 0)
        name = name.replace("-", " ").capitalize()
        shares.append(f"{name} {counted_share} ({low} … {high}; exactly {percent(chance)})")
    return f"{'; '.join(shares)}."


def _about_shoes(tally: Tally, shoes: int) -> str:
    coups, longest = tally.histograms["coups"], tally.histograms["longest"]
    mean = sum(number * times for number, times in coups.items()) / shoes
    streak = sum(number * times for number, times in longest.items()) / shoes
    return (
        f"Coups a shoe: {mean:.3f} on average, {min(coups)} to {max(coups)}. "
        f"Longest streak of a shoe: {streak:.2f} on average, {max(longest)} at the most."
    )
