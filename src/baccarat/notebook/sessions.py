"""Sessions, counts and risk: the plot of the money, and the figures below it."""

from dataclasses import fields

from baccarat.core.roads import Scoreboard
from baccarat.core.stats import half_width
from baccarat.notebook.html_parts import TableCell, counted, paragraph, percent, picture, table
from baccarat.render.svg import draw
from baccarat.systems.beside import LAWS, Beside, figures
from baccarat.systems.comparison import Comparison
from baccarat.systems.counting.count_figures import figure_lines, plain
from baccarat.systems.counting.play import named
from baccarat.systems.counting.shoes import CountedShoes
from baccarat.systems.risk.flat import FlatRisk
from baccarat.systems.risk.plots import draw_risks
from baccarat.systems.risk.prospects import Prospects
from baccarat.systems.session import Session
from baccarat.systems.session_plots import draw_fan, draw_slopes
from baccarat.systems.stake import Staked, short_names
from baccarat.table.coach.coach import report
from baccarat.table.table import Table
from baccarat.table.view.plot import draw_sitting

BANKROLLS = (10, 20, 50, 100, 200)
"""Units in hand of which a risk is told, if nobody asks."""
COUPS = 500
"""Coups of a session in that table: seven hours."""


def session(shown: Session) -> str:
    """Its terms."""
    units = {"bankroll", "most", "goal", "stop_loss"}
    rows = []
    for each in fields(shown):
        value = getattr(shown, each.name)
        told = "–" if value is None else "yes" if value is True else "no" if value is False else ""
        unit = " units" if each.name in units else " coins" if each.name == "unit" else ""
        rows.append([each.name.replace("_", "-"), told or f"{value}{unit}"])
    return table("The terms of a session", ["term", ">value"], rows)


def staked(shown: Staked) -> str:
    """The fan of bankrolls, and the figures of a session."""
    rows = [_figure_row(each) for each in figures(shown, None)]
    caption = f"{shown.system}: {counted(shown.sessions, 'session')}, seed {shown.plan.seed}"
    plot = picture(draw_fan(shown)) if shown.plan.marks else ""
    heads = ["a session", ">on average", ">99 % interval"]
    return plot + table(caption, heads, rows, rest="row() has them all")


def _figure_row(each: Beside) -> list[TableCell]:
    interval = ""
    if each.interval is not None:
        interval = " … ".join(_figure(each, end) for end in each.interval)
    return [each.name, _figure(each, each.played), interval]


def _figure(each: Beside, number: float) -> str:
    if each.is_share:
        return percent(number, 3)
    sign = "+" if each.name.startswith(("result", *LAWS)) else ""
    return f"{number:{sign}.4f}"


def comparison(shown: Comparison) -> str:
    """A line for each system, and all of them on the slopes of the bets they lay."""
    heads = ["system", ">result", ">±", ">action", ">ahead", ">ruined", ">won of the action"]
    rows: list[list[TableCell]] = []
    for name, each in zip(short_names(shown.found), shown.found, strict=True):
        shares = [percent(each.ahead.share, 2), percent(each.ended("ruined").share, 2)]
        result = [f"{each.mean:+.3f}", half_width(each.interval(), 3), f"{each.action:.2f}"]
        rows.append([name, *result, *shares, percent(each.won, 3)])
    first = shown.found[0]
    caption = f"{counted(first.sessions, 'session')} of each on the same shoes, in units"
    note = "± is half of a 99 % interval. No system changes what a unit staked wins."
    return picture(draw_slopes(shown.found)) + table(caption, heads, rows) + paragraph(note)


def counted_shoes(shown: CountedShoes) -> str:
    """One guest with every figure; several, a line each."""
    worths = shown.worths
    caption = f"{counted(shown.shoes, 'shoe')} of seed {shown.plan.seed}; ± is a 99 % interval"
    if len(worths) == 1:
        one = worths[0]
        about = f"{one.play}; {one.ending}: {caption}"
        return table(about, ["figure", ">value"], figure_lines(one).items())
    heads = ["bet", "end of the shoe", ">bets a shoe", ">mean edge", ">units a shoe"]
    rows = [
        [
            named(each.play.bet),
            str(each.ending),
            f"{each.bets.value:.4f}",
            percent(each.mean_edge.value, 3),
            plain(each.units),
        ]
        for each in worths
    ]
    return table(caption, heads, rows)


def risk(shown: FlatRisk) -> str:
    """Ruin by what is in hand."""
    rows: list[list[TableCell]] = [
        [
            str(units),
            percent(shown.ruin(units, coups=COUPS)),
            percent(shown.ruin(units, goal=2 * units)),
            percent(shown.reach(units, goal=2 * units)),
        ]
        for units in BANKROLLS
    ]
    heads = [">units in hand", f">ruined within {COUPS} coups", ">ruined before", ">doubled first"]
    caption = f"{shown.bet.name}, one unit a coup: exact, each coup from a fresh shoe"
    cost = f"A coup costs {shown.cost:.6f} units on average. Ask for others: ruin(…), bankroll(…)."
    return table(caption, heads, rows) + paragraph(cost)


def prospects(shown: Prospects) -> str:
    """The chances moment by moment, and what comes of it all."""
    told = {
        "units in hand": shown.bankroll,
        "the goal, units": shown.goal,
        "coups of a session": shown.coups,
        "ruined": percent(shown.ruin),
        "the goal is reached": percent(shown.reach),
        "coups until ruin": _many(shown.coups_to_ruin),
        "coups until the goal": _many(shown.coups_to_goal),
        "coups played": _many(shown.mean_coups),
        "ahead at the end": percent(shown.ahead),
        "units won": "" if shown.result is None else f"{shown.result:+.4f}",
        "drawdown, units: half, 1 of 20": _pair(shown.drawdown),
        "losing run: half, 1 of 20": _pair(shown.losing_run),
    }
    rows = [[what, str(value)] for what, value in told.items() if value not in (None, "")]
    plot = picture(draw_risks({f"{shown.bankroll} units": shown})) if shown.curve else ""
    return plot + table("What comes of a bankroll, on average", ["figure", ">value"], rows)


def _many(number: float | None) -> str:
    return "" if number is None else f"{number:,.1f}"


def _pair(pair: tuple[int, int] | None) -> str:
    return "" if pair is None else f"{pair[0]}, {pair[1]}"


def sitting(shown: Table) -> str:
    """The money of the guest by coup, and the roads of the shoe."""
    told = [paragraph(repr(shown).strip("<>"))]
    if shown.results:
        if len(shown.seats) == 1:
            title = f"{shown.seats[0].guest}: the bankroll by coup"
            told.append(picture(draw_sitting(report(shown), title)))
        told.append(picture(draw(Scoreboard(shown.results))))
    return "".join(told)
