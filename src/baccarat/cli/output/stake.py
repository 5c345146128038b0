"""The output of `baccarat stake`: figures of sessions, exact chances, and systems compared."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from baccarat.archive.archive import Archive
from baccarat.base.words import Words
from baccarat.cli.options.dealing import ceremony
from baccarat.cli.output.show import counted, csv_text, new_table, percent, say, show_table, warn
from baccarat.figures.evenings import Evenings
from baccarat.figures.figure import (
    RATE,
    SHARE,
    TERMINAL,
    UNITS,
    FigureStyle,
    columns,
    side_by_side,
    written,
)
from baccarat.figures.session_page import COUNTS
from baccarat.figures.sessions import (
    MIDDLE_AND_RARE,
    by_coup,
    compared_figures,
    deepest,
    end_of,
    quantiles,
    session_figures,
)
from baccarat.questions.game import DECIDE
from baccarat.systems.chain.sessions import QUANTILES, ExactSessions
from baccarat.systems.comparison import Comparison
from baccarat.systems.session import RUINED, SessionPlan
from baccarat.systems.session_plots import edges_of
from baccarat.systems.stake import Staked, short_names
from baccarat.systems.system import System, in_units

EXACTLY = (">exactly", ">z")
BY_COUP = FigureStyle((2, 2, 2, 2), exact_digits=4, signed=(), per_cent="")
COMPARED = ("mean ±", "more ±", "action", "ahead", "ended_ruined", "won ±")
COMPARED_HEADS = (">result", ">±", ">more", ">±", ">action", ">ahead", ">ruined", ">won", ">±")
COMPARED_STYLE = FigureStyle((2, 1, 2, 3), signed=(UNITS, RATE), per_cent="")
SOLVED = {"mean": "result", "action": "action", "ahead": "ahead", "ended_ruined": "ruined"}
"""The exact figures in a comparison of systems, and their columns."""
WORTH, WITH_REBATE = ("worth ±",), {"worth": "with rebate"}
"""The column of a comparison that a rebate adds, and the column of its exact figures."""


def print_session(staked: Staked, solved: ExactSessions | None) -> None:
    """Print the figures of one system, beside its exact figures if `--exact` asked for them."""
    ledger, unit = staked.ledger, staked.plan.session.unit
    is_exact = solved is not None and solved.stopped is None
    say(" ".join(Evenings.of_sessions(staked, solved).sentences(Words.of("en"))))
    heads = ("a session", ">on average", ">99 % interval", *(EXACTLY if is_exact else ()))
    table = new_table(*heads)
    for figure in session_figures(staked, solved):
        table.add_row(*written(figure, TERMINAL)[: len(heads)])
    if solved is not None and is_exact:
        for figure in quantiles(staked, solved):
            table.add_row(*written(figure, TERMINAL, digits=2))
        for figure in deepest(staked, DECIDE) if staked.plan.fresh else ():
            table.add_row(*written(figure, TERMINAL))
            if figure.why_not is not None:
                warn(f"baccarat: {figure.name}: {figure.why_not}")
    show_table(table)
    if not is_exact:
        _say_quantiles(staked)
    hour = f"costs {-staked.hourly:.3f} units by the law"
    if staked.system.count is not None or staked.is_rounded:
        hour = f"has won {staked.hourly:+.3f} units"
    say(f"An hour of {staked.pace} coups {hour}." + _ruined(staked))
    for bet, book in ledger.bets.items():
        slope = book["result"] / unit / book["action"]
        say(
            f"On {bet}: {book['action']:,} units staked, {percent(slope)} of them won; "
            f"its edge says {percent(-staked.exact[bet].edge)}."
        )
    _tell_rounding([staked])
    tell_count(staked.system)
    if staked.z is not None:
        say(f"All results together lie {staked.z:+.2f} standard errors from the law.")


def _ruined(staked: Staked) -> str:
    """The sentence about the time of ruin; empty if no session was ruined."""
    if not staked.ledger.histograms["ruined at"]:
        return ""
    soon, middle, late = (staked.ledger.quantile("ruined at", share) for share in (0.05, 0.5, 0.95))
    return f" Ruin came after {middle} coups (median), {soon} to {late} in nine of ten."


def _say_quantiles(staked: Staked) -> None:
    """Print the quantiles of results, drawdowns and losing runs in sentences."""
    quantile, unit = staked.ledger.quantile, staked.plan.session.unit
    results = (
        f"{percent(share, 0)}: {in_units(quantile('result', share), unit, '+')}"
        for share in QUANTILES
    )
    fall, rare_fall = (in_units(quantile("drawdown", share), unit) for share in MIDDLE_AND_RARE)
    run, rare_run = (quantile("losing run", share) for share in MIDDLE_AND_RARE)
    say(
        f"Results by quantile: {', '.join(results)}. Deviation {staked.deviation:.3f}.",
        f"Drawdown: {fall} units (median), {rare_fall} in one session of twenty. "
        f"Longest losing run: {run}, {rare_run}.",
    )


def print_by_coup(staked: Staked, solved: ExactSessions | None) -> None:
    """Print a table for every tenth coup: the bankroll, and the shares of ruin and of goals."""
    rows = by_coup(staked, solved)
    if not rows:
        return
    exactly = EXACTLY if solved else ()
    heads = [f">{f.name}{', %' * (f.kind is SHARE)}" for f in next(iter(rows.values()))]
    table = new_table(">coups", *(part for head in heads for part in (head, *exactly)))
    for coup, figures in rows.items():
        cells = [str(coup)]
        for figure in figures:
            _, value, _, exact, z = written(figure, BY_COUP)
            cells += [value, exact, z] if solved else [value]
        table.add_row(*cells)
    show_table(table)


def print_compared(compared: Comparison) -> None:
    """Print a line for each system."""
    systems = compared.found
    has_rebate = systems[0].rebate is not None
    table = new_table("system", *COMPARED_HEADS, *((">with rebate", ">±") * has_rebate))
    table.columns[0].no_wrap = True
    figures = map(compared_figures, systems, compared.differences)
    rows = zip(short_names(systems), figures, strict=True)
    for row in side_by_side(rows, (*COMPARED, *(WORTH * has_rebate)), COMPARED_STYLE):
        table.add_row(*row)
    show_table(table)
    rates = ", ".join(f"{bet} {percent(-edge, 3)}" for bet, edge in edges_of(systems).items())
    say(
        "Result, how much more it is than the first system's, and action are units a session; "
        "ahead and ruined are per cent of the sessions, won is per cent of the action. Each ± is "
        "half of a 99 % interval.",
        f"No system changes what a unit staked wins: {rates}. It changes how much is staked.",
    )
    _tell_rounding(systems)
    if any(staked.system.count for staked in systems):
        say(COUNTS)


def _tell_rounding(systems: Sequence[Staked]) -> None:
    """Print that payouts are rounded, and the unit with which nothing is rounded."""
    if any(staked.is_rounded for staked in systems):
        unit = lcm(*(staked.whole_unit for staked in systems))
        say(
            "Payouts are rounded to whole chips here, so a unit wins another sum than its edge "
            f"says: with --unit {unit} nothing is rounded."
        )


def tell_count(system: System) -> None:
    """Print the count of a system, and the count at which the system bets."""
    if (count := system.count) is not None:
        say(f"It counts for {replace(count, stakes=count.stakes[:1])}.")


def print_exactly(systems: Sequence[Staked], solved: Sequence[ExactSessions | None]) -> None:
    """Print each solved system's exact figures, and z: the distance of the played figures."""
    names = SOLVED if systems[0].rebate is None else SOLVED | WITH_REBATE
    heads = (part for name in names.values() for part in (f">{name}", ">z"))
    table = new_table("exactly", *heads)
    table.columns[0].no_wrap = True
    for name, staked, exact in zip(short_names(systems), systems, solved, strict=True):
        if exact is None or exact.stopped is not None:
            continue
        nobody = end_of(staked, RUINED, Fraction(0))
        figures = {figure.key: figure for figure in (nobody, *session_figures(staked, exact))}
        rows = (written(figures[key], TERMINAL) for key in names)
        table.add_row(name, *(cell for *_, exactly, z in rows for cell in (exactly, z)))
    if table.row_count:
        show_table(table)


def about(plan: SessionPlan, staked: Staked, has_ceremony: bool) -> str:
    """A line that describes the sessions, with their digest."""
    session = plan.session
    decks = "an endless deck" if plan.endless else counted(plan.game.rules.decks, "deck")
    source = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    ceremony_text = f", {ceremony(plan.game.rules)}" if has_ceremony else ""
    return (
        f"{plan.game}, {decks}, {source}{ceremony_text}; "
        f"{counted(staked.sessions, 'session', ',')} of seed {plan.seed}, "
        f"{session.bankroll} units of {session.unit} coins; {staked.engine} engine, "
        f"{staked.seconds:.1f} s; digest {staked.ledger.digest}"
    )


def about_archive(archive: Archive, staked: Staked, is_solved: bool) -> str:
    """A line that describes the sessions on written shoes."""
    session, shoes = staked.plan.session, counted(len(archive), "written shoe", ",")
    exactly = "; exactly: the same numbers of coups, from fresh shoes" * is_solved
    return (
        f"{staked.plan.game}, {counted(staked.plan.game.rules.decks, 'deck')}, "
        f"{counted(staked.sessions, 'session', ',')} on {shoes} "
        f"of {counted(archive.coups, 'coup', ',')}, {session.bankroll} units of {session.unit} "
        f"coins{exactly}; digest {staked.ledger.digest}"
    )


def sessions_csv(systems: Sequence[Staked], solved: Sequence[ExactSessions | None]) -> str:
    """CSV with a row for each system, with the exact figures if there are any."""
    rows = []
    for staked, exact in zip(systems, solved, strict=True):
        is_exact = exact is not None and exact.stopped is None
        exactly = columns(session_figures(staked, exact)) if is_exact else {}
        rows.append({**staked.row(), **exactly})
    return csv_text(rows)
