"""Shows sessions, card counts and risks in a notebook: a plot of the money, and tables."""

from dataclasses import fields

from baccarat.core.roads import Scoreboard
from baccarat.figures.counts import figure_lines, plain
from baccarat.figures.figure import NOTEBOOK, FigureStyle, side_by_side, written
from baccarat.figures.sessions import compared_figures, session_figures
from baccarat.notebook.html_parts import TableCell, counted, paragraph, percent, picture, table
from baccarat.render.svg import draw
from baccarat.systems.comparison import Comparison
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

COMPARED_STYLE = FigureStyle((3, 2, 2, 3), shows_tiny=True)
BANKROLLS = (10, 20, 50, 100, 200)
"""Units in hand for which a risk is shown."""
COUPS = 500
"""Coups of a session in that table: seven hours."""


def session(terms: Session) -> str:
    """A table with the terms of a session: bankroll, goal, limits and so on."""
    units = {"bankroll", "most", "goal", "stop_loss"}
    rows = []
    for field in fields(terms):
        value = getattr(terms, field.name)
        text = "–" if value is None else "yes" if value is True else "no" if value is False else ""
        unit = " units" if field.name in units else " coins" if field.name == "unit" else ""
        rows.append([field.name.replace("_", "-"), text or f"{value}{unit}"])
    return table("The terms of a session", ["term", ">value"], rows)


def staked(result: Staked) -> str:
    """A plot of the bankroll's quantiles, and a table of a session's average figures."""
    rows = [written(figure, NOTEBOOK)[:3] for figure in session_figures(result, None)]
    caption = f"{result.system}: {counted(result.sessions, 'session')}, seed {result.plan.seed}"
    plot = picture(draw_fan(result)) if result.plan.marks else ""
    heads = ["a session", ">on average", ">99 % interval"]
    return plot + table(caption, heads, rows, rest="row() has them all")


def comparison(compared: Comparison) -> str:
    """A table with a row for each betting system, and a plot of money won against money bet."""
    heads = ["system", ">result", ">±", ">action", ">ahead", ">ruined", ">won of the action"]
    systems, keys = compared.found, ("mean ±", "action", "ahead", "ended_ruined", "won")
    rows = zip(short_names(systems), map(compared_figures, systems), strict=True)
    caption = f"{counted(systems[0].sessions, 'session')} of each on the same shoes, in units"
    note = "± is half of a 99 % interval. No system changes what a unit staked wins."
    lines = table(caption, heads, side_by_side(rows, keys, COMPARED_STYLE))
    return picture(draw_slopes(systems)) + lines + paragraph(note)


def counted_shoes(counts: CountedShoes) -> str:
    """A table of all figures of one card counter, or a row for each of several counters."""
    worths = counts.worths
    caption = f"{counted(counts.shoes, 'shoe')} of seed {counts.plan.seed}; ± is a 99 % interval"
    if len(worths) == 1:
        worth = worths[0]
        about = f"{worth.play}; {worth.ending}: {caption}"
        return table(about, ["figure", ">value"], figure_lines(worth).items())
    heads = ["bet", "end of the shoe", ">bets a shoe", ">mean edge", ">units a shoe"]
    rows = [
        [
            named(worth.play.bet),
            str(worth.ending),
            f"{worth.bets.value:.4f}",
            percent(worth.mean_edge.value, 3),
            plain(worth.units),
        ]
        for worth in worths
    ]
    return table(caption, heads, rows)


def risk(flat: FlatRisk) -> str:
    """A table of the probabilities of ruin, by the number of units in hand."""
    rows: list[list[TableCell]] = [
        [
            str(units),
            percent(flat.ruin(units, coups=COUPS)),
            percent(flat.ruin(units, goal=2 * units)),
            percent(flat.reach(units, goal=2 * units)),
        ]
        for units in BANKROLLS
    ]
    heads = [">units in hand", f">ruined within {COUPS} coups", ">ruined before", ">doubled first"]
    caption = f"{flat.bet.name}, one unit a coup: exact, each coup from a fresh shoe"
    cost = f"A coup costs {flat.cost:.6f} units on average. Ask for others: ruin(…), bankroll(…)."
    return table(caption, heads, rows) + paragraph(cost)


def prospects(chances: Prospects) -> str:
    """A plot of the chances by coup, and a table of the chances at the end."""
    values = {
        "units in hand": chances.bankroll,
        "the goal, units": chances.goal,
        "coups of a session": chances.coups,
        "ruined": percent(chances.ruin),
        "the goal is reached": percent(chances.reach),
        "coups until ruin": _many(chances.coups_to_ruin),
        "coups until the goal": _many(chances.coups_to_goal),
        "coups played": _many(chances.mean_coups),
        "ahead at the end": percent(chances.ahead),
        "units won": "" if chances.result is None else f"{chances.result:+.4f}",
        "drawdown, units: half, 1 of 20": _pair(chances.drawdown),
        "losing run: half, 1 of 20": _pair(chances.losing_run),
    }
    rows = [[name, str(value)] for name, value in values.items() if value not in (None, "")]
    plot = picture(draw_risks({f"{chances.bankroll} units": chances})) if chances.curve else ""
    return plot + table("What comes of a bankroll, on average", ["figure", ">value"], rows)


def _many(number: float | None) -> str:
    return "" if number is None else f"{number:,.1f}"


def _pair(pair: tuple[int, int] | None) -> str:
    return "" if pair is None else f"{pair[0]}, {pair[1]}"


def sitting(guest_table: Table) -> str:
    """A plot of the guest's money by coup, and the roads of the shoe."""
    parts = [paragraph(repr(guest_table).strip("<>"))]
    if guest_table.results:
        if len(guest_table.seats) == 1:
            title = f"{guest_table.seats[0].guest}: the bankroll by coup"
            parts.append(picture(draw_sitting(report(guest_table), title)))
        parts.append(picture(draw(Scoreboard(guest_table.results))))
    return "".join(parts)
