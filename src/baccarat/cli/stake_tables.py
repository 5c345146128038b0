"""What `baccarat stake` prints: sessions with their law and exact chances, systems compared."""

import csv
import io
from math import sqrt

from baccarat.cli.ceremony import ceremony
from baccarat.cli.show import console, counted, new_table, percent, say
from baccarat.systems.chain import ExactSessions
from baccarat.systems.comparing import Comparison
from baccarat.systems.session import ENDS, PACE, SessionPlan
from baccarat.systems.stake import Staked, short_names


def print_session(found: Staked, solved: ExactSessions | None) -> None:
    """One system: its figures, with the exact ones beside them if they are had."""
    ledger, unit = found.ledger, found.plan.session.unit
    columns = ["a session", ">on average", ">99 % interval"]
    table = new_table(*columns, *([">exactly", ">z"] if solved else []))

    def row(what: str, value: str, interval: str = "", exact: str = "", z: str = "") -> None:
        table.add_row(what, value, interval, *([exact, z] if solved else []))

    low, high = found.interval()
    mean = ("", "")
    if solved:
        error = solved.deviation / sqrt(found.sessions)
        off = (found.mean - float(solved.mean)) / error if error else 0.0
        mean = (f"{float(solved.mean):+.6f}", f"{off:+.2f}")
    row("result, units", f"{found.mean:+.4f}", f"{low:+.4f} … {high:+.4f}", *mean)
    row("by the law: -edge x action", f"{found.by_law:+.4f}")
    action = f"{float(sum(solved.action.values())):.6f}" if solved else ""
    row("action, units", f"{found.action:.3f}", "", action)
    played = f"{float(solved.mean_coups):.6f}" if solved else ""
    row("coups", f"{ledger.mean('coups'):.3f}", "", played)
    shares = {"ahead": (found.ahead, solved.ahead if solved else None)}
    for end in ENDS:
        if end in ledger.ends or (solved and end in solved.ends):
            exact = solved.ends.get(end, 0) if solved else None
            shares[f"ended: {end}"] = (found.ended(end), exact)  # type: ignore[assignment]
    for what, (share, exact) in shares.items():
        low, high = share.interval()
        chance, z = "", ""
        if exact is not None:
            p, n = float(exact), found.sessions
            chance = percent(exact, 6)
            z = f"{(share.count - n * p) / sqrt(n * p * (1 - p)):+.2f}" if 0 < p < 1 else ""
        interval = f"{percent(low, 3)} … {percent(high, 3)}"
        row(what, percent(share.share or 0, 3), interval, chance, z)
    console().print(table)
    quantiles = ", ".join(
        f"{percent(share, 0)}: {ledger.quantile('result', share) / unit:+g}"
        for share in (0.05, 0.25, 0.5, 0.75, 0.95)
    )
    say(
        f"Results by quantile: {quantiles}. Deviation {found.deviation:.3f}.",
        f"Drawdown: {ledger.quantile('drawdown', 0.5) / unit:g} units in the middle, "
        f"{ledger.quantile('drawdown', 0.95) / unit:g} in one session of twenty. Longest losing "
        f"run: {ledger.quantile('losing run', 0.5)}, {ledger.quantile('losing run', 0.95)}.",
        f"An hour of {PACE} coups costs {-found.hourly():.3f} units by the law." + _ruined(found),
    )
    for bet, book in ledger.bets.items():
        slope = book["result"] / unit / book["action"]
        say(
            f"On {bet}: {book['action']:,} units staked, {percent(slope)} of them won; "
            f"its edge says {percent(-found.exact[bet].edge)}."
        )
    if found.z is not None:
        say(f"All results together lie {found.z:+.2f} standard errors from the law.")


def _ruined(found: Staked) -> str:
    """When sessions were ruined, if some were."""
    if not found.ledger.histograms["ruined at"]:
        return ""
    soon, middle, late = (found.ledger.quantile("ruined at", share) for share in (0.05, 0.5, 0.95))
    return f" Ruin came after {middle} coups in the middle, {soon} to {late} in nine of ten."


def print_compared(compared: Comparison) -> None:
    """A line for each system."""
    found = compared.found
    columns = (">result", ">± 99 %", ">to first", ">± 99 %", ">action", ">ahead", ">ruined")
    table = new_table("system", *columns, ">won")
    table.columns[0].no_wrap = True
    for name, each, apart in zip(short_names(found), found, compared.differences, strict=True):
        low, high = each.interval()
        shares = (each.ahead, each.ended("ruined"))
        ahead, ruined = (100 * float(share.share or 0) for share in shares)
        table.add_row(
            *(name, f"{each.mean:+.2f}", f"{(high - low) / 2:.2f}"),
            *(f"{apart.mean:+.2f}", f"{(apart.high - apart.low) / 2:.2f}", f"{each.action:.1f}"),
            *(f"{ahead:.2f}", f"{ruined:.2f}", f"{100 * each.mean / (each.action or 1):+.3f}"),
        )
    console().print(table)
    edges = {bet: each.exact[bet].edge for each in found for bet in each.ledger.bets}
    told = ", ".join(f"{bet} {percent(-edge, 3)}" for bet, edge in edges.items())
    say(
        "Result, difference to the first system and action are units a session; ahead and ruined "
        "are per cent of the sessions, won is per cent of the action.",
        f"No system changes what a unit staked wins: {told}. It changes how much is staked.",
    )


def about(plan: SessionPlan, found: Staked, has_ceremony: bool) -> str:
    """What was played, and its digest."""
    session = plan.session
    decks = "an endless deck" if plan.endless else counted(plan.game.rules.decks, "deck")
    how = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    dealt = f", {ceremony(plan.game.rules)}" if has_ceremony else ""
    return (
        f"{plan.game}, {decks}, {how}{dealt}; {found.sessions:,} sessions of seed {plan.seed}, "
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
            "exactly": None if exact is None else exact.as_json(),
            "to_the_first_simulated": None if less is None else less.as_json(),
        }
        for each, exact, less in zip(found, solved, apart, strict=True)
    ]
    return {**plan.as_json(), "systems": told}


def sessions_csv(found: list[Staked]) -> str:
    """A row for each system."""
    out = io.StringIO()
    rows = [each.row() for each in found]
    writer = csv.DictWriter(out, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
