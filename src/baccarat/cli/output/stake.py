"""What `baccarat stake` prints: sessions with their law and exact chances, systems compared."""

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from rich.table import Table

from baccarat.cli.options.dealing import DECIDE, ceremony
from baccarat.cli.output.show import counted, new_table, percent, say, show_table, warn
from baccarat.core.stats import half_width
from baccarat.systems.beside import (
    LAWS,
    MIDDLE_AND_RARE,
    Beside,
    by_coup,
    deepest,
    exactly_json,
    figures,
    quantiles,
    share_of,
)
from baccarat.systems.chain.sessions import QUANTILES, ExactSessions
from baccarat.systems.comparison import Comparison
from baccarat.systems.session import SessionPlan
from baccarat.systems.stake import Staked, answer_digest, ended_column, short_names
from baccarat.systems.system import System, in_units

EXACTLY = (">exactly", ">z")
KEYS = {
    "result, units": "mean",
    **dict.fromkeys(LAWS, "by_law"),
    "action, units": "action",
    "deviation, units": "deviation",
    "coups until ruin": "time_to_ruin",
}
"""The columns of figures in a CSV; the others are called what they are."""


def print_session(found: Staked, solved: ExactSessions | None) -> None:
    """One system: its figures, with the exact ones beside them if they were asked for."""
    ledger, unit = found.ledger, found.plan.session.unit
    is_exact = solved is not None and solved.stopped is None
    table = new_table("a session", ">on average", ">99 % interval", *(EXACTLY if is_exact else ()))
    for each in figures(found, solved):
        _add_row(table, each, is_exact)
    if solved is not None and is_exact:
        for each in quantiles(found, solved):
            _add_row(table, each, is_exact, digits=2)
        for each in deepest(found, DECIDE):
            _add_row(table, each, is_exact)
            if each.why_not is not None:
                warn(f"baccarat: {each.name}: {each.why_not}")
    show_table(table)
    if not is_exact:
        _say_quantiles(found)
    hour = f"costs {-found.hourly:.3f} units by the law"
    if found.system.count is not None or found.is_rounded:
        hour = f"has won {found.hourly:+.3f} units"
    say(f"An hour of {found.pace} coups {hour}." + _ruined(found))
    for bet, book in ledger.bets.items():
        slope = book["result"] / unit / book["action"]
        say(
            f"On {bet}: {book['action']:,} units staked, {percent(slope)} of them won; "
            f"its edge says {percent(-found.exact[bet].edge)}."
        )
    _tell_rounding([found])
    tell_count(found.system)
    if found.z is not None:
        say(f"All results together lie {found.z:+.2f} standard errors from the law.")


def _ruined(found: Staked) -> str:
    """When sessions were ruined, if some were."""
    if not found.ledger.histograms["ruined at"]:
        return ""
    soon, middle, late = (found.ledger.quantile("ruined at", share) for share in (0.05, 0.5, 0.95))
    return f" Ruin came after {middle} coups in the middle, {soon} to {late} in nine of ten."


def _say_quantiles(found: Staked) -> None:
    """Quantiles in words, where no exact ones stand beside them."""
    quantile, unit = found.ledger.quantile, found.plan.session.unit
    results = (
        f"{percent(share, 0)}: {in_units(quantile('result', share), unit, '+')}"
        for share in QUANTILES
    )
    fall, rare_fall = (in_units(quantile("drawdown", share), unit) for share in MIDDLE_AND_RARE)
    run, rare_run = (quantile("losing run", share) for share in MIDDLE_AND_RARE)
    say(
        f"Results by quantile: {', '.join(results)}. Deviation {found.deviation:.3f}.",
        f"Drawdown: {fall} units in the middle, {rare_fall} in one session of twenty. "
        f"Longest losing run: {run}, {rare_run}.",
    )


def _add_row(table: Table, each: Beside, is_exact: bool, digits: int | None = None) -> None:
    played, exact = _figure(each, each.played, digits), ""
    if each.exact is not None:
        exact = _figure(each, each.exact, 6 if digits is None else digits)
    interval = ""
    if each.interval is not None:
        interval = " … ".join(_figure(each, end, digits) for end in each.interval)
    table.add_row(each.name, played, interval, *([exact, _z(each)] if is_exact else []))


def _figure(each: Beside, number: Fraction | float, digits: int | None = None) -> str:
    if each.is_share:
        return percent(number, 3 if digits is None else digits)
    if each.name.startswith(("result", *LAWS)):
        return f"{float(number):+.{4 if digits is None else digits}f}"
    return f"{float(number):.{3 if digits is None else digits}f}"


def _z(each: Beside) -> str:
    return "" if each.z is None else f"{each.z:+.2f}"


def print_by_coup(found: Staked, solved: ExactSessions | None) -> None:
    """After every tenth coup: the money in hand, who is ruined, who is at the goal."""
    rows = by_coup(found, solved)
    if not rows:
        return
    columns = [f">{each.name}{', %' * each.is_share}" for each in next(iter(rows.values()))]
    headings = [part for each in columns for part in (each, *(EXACTLY if solved else ()))]
    table = new_table(">coups", *headings)
    for coup, row in rows.items():
        cells: list[str] = []
        for each in row:
            factor = 100 if each.is_share else 1
            cells.append(f"{factor * each.played:.2f}")
            if solved:
                exact = "" if each.exact is None else f"{float(factor * each.exact):.4f}"
                cells += [exact, _z(each)]
        table.add_row(str(coup), *cells)
    show_table(table)


def print_compared(compared: Comparison) -> None:
    """A line for each system."""
    found = compared.found
    columns = (">result", ">±", ">more", ">±", ">action", ">ahead", ">ruined", ">won", ">±")
    table = new_table("system", *columns)
    table.columns[0].no_wrap = True
    for name, each, apart in zip(short_names(found), found, compared.differences, strict=True):
        shares = (each.ahead, each.ended("ruined"))
        ahead, ruined = (100 * float(share.share or 0) for share in shares)
        table.add_row(
            *(name, f"{each.mean:+.2f}", half_width(each.interval(), 2)),
            *(f"{apart.mean:+.2f}", half_width((apart.low, apart.high), 2), f"{each.action:.1f}"),
            *(f"{ahead:.2f}", f"{ruined:.2f}", f"{100 * each.won:+.3f}"),
            half_width(each.won_interval(), 3, times=100),
        )
    show_table(table)
    edges = {bet: each.exact[bet].edge for each in found for bet in each.ledger.bets}
    told = ", ".join(f"{bet} {percent(-edge, 3)}" for bet, edge in edges.items())
    say(
        "Result, how much more it is than the first system's, and action are units a session; "
        "ahead and ruined are per cent of the sessions, won is per cent of the action. Each ± is "
        "half of a 99 % interval.",
        f"No system changes what a unit staked wins: {told}. It changes how much is staked.",
    )
    _tell_rounding(found)
    if any(each.system.count for each in found):
        say("A count does change it: it bets when the cards that are left favour the guest.")


def _tell_rounding(found: Sequence[Staked]) -> None:
    """Say that payouts are rounded, and with which unit they are not."""
    if any(each.is_rounded for each in found):
        whole = lcm(*(each.whole_unit for each in found))
        say(
            "Payouts are rounded to whole chips here, so a unit wins another sum than its edge "
            f"says: with --unit {whole} nothing is rounded."
        )


def tell_count(system: System) -> None:
    """Say which count a system keeps, and from when on it bets."""
    if (count := system.count) is not None:
        say(f"It counts for {replace(count, stakes=count.stakes[:1])}.")


def print_exactly(found: Sequence[Staked], solved: Sequence[ExactSessions | None]) -> None:
    """A line for each system that was solved: the exact figures, and z of the played ones."""
    names = {"result, units": "result", "action, units": "action", "ahead": "ahead"}
    names["ended: ruined"] = "ruined"
    table = new_table("exactly", *(part for name in names.values() for part in (f">{name}", ">z")))
    table.columns[0].no_wrap = True
    for spelled, each, exact in zip(short_names(found), found, solved, strict=True):
        if exact is None or exact.stopped is not None:
            continue
        told = {figure.name: figure for figure in figures(each, exact)}
        nobody = share_of("ended: ruined", each.ended("ruined"), Fraction(0))
        shown = [told.get(name, nobody) for name in names]
        cells = [cell for one in shown for cell in (_figure(one, one.exact or 0, 6), _z(one))]
        table.add_row(spelled, *cells)
    if table.row_count:
        show_table(table)


def about(plan: SessionPlan, found: Staked, has_ceremony: bool) -> str:
    """What was played, and its digest."""
    session = plan.session
    decks = "an endless deck" if plan.endless else counted(plan.game.rules.decks, "deck")
    how = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    dealt = f", {ceremony(plan.game.rules)}" if has_ceremony else ""
    return (
        f"{plan.game}, {decks}, {how}{dealt}; "
        f"{found.sessions:,} session{'s' * (found.sessions != 1)} of seed {plan.seed}, "
        f"{session.bankroll} units of {session.unit} coins; {found.engine} engine, "
        f"{found.seconds:.1f} s; digest {found.ledger.digest}"
    )


def sessions_json(
    plan: SessionPlan,
    found: list[Staked],
    solved: list[ExactSessions | None],
    compared: Comparison | None,
) -> dict[str, object]:
    """All that is known of each system, as JSON."""
    apart = [None] * len(found) if compared is None else compared.differences
    told = [
        {
            **each.as_json(),
            "exactly": None
            if exact is None
            else exactly_json(each, exact, compared is None, DECIDE),
            "to_the_first_simulated": None if less is None else less.as_json(),
        }
        for each, exact, less in zip(found, solved, apart, strict=True)
    ]
    return {**plan.as_json(), "systems": told, "answer_digest": answer_digest(found)}


def sessions_csv(found: Sequence[Staked], solved: Sequence[ExactSessions | None]) -> str:
    """A row for each system, with the exact figures where they are had."""
    out = io.StringIO()
    rows = []
    for each, exact in zip(found, solved, strict=True):
        row = each.row()
        if exact is not None and exact.stopped is None:
            for figure in figures(each, exact):
                _, is_end, end = figure.name.partition("ended: ")
                key = ended_column(end) if is_end else KEYS.get(figure.name, figure.name)
                row[f"exact_{key}"] = None if figure.exact is None else float(figure.exact)
                row[f"z_{key}"] = figure.z
        rows.append(row)
    columns = list(dict.fromkeys(key for row in rows for key in row))
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
