"""`baccarat risk`: ruin, goals and bankrolls, exact for a flat bet, approximate for a count."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from baccarat.base.errors import BadText
from baccarat.cli.options.files import (
    AsDrawn,
    check_kept,
    check_outputs,
    file_option,
    plot_option,
    save,
    save_drawing,
    style_for,
)
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.options.question import asks
from baccarat.cli.output.show import (
    AsJson,
    csv_text,
    new_table,
    percent,
    say,
    show_json,
    show_table,
)
from baccarat.figures.counts import bankrolls, units_told
from baccarat.questions.risk import AnyRisk, RiskAnswer, RiskQuestion
from baccarat.systems.risk.flat import FlatRisk
from baccarat.systems.risk.offers import Rebate, RebateCosts
from baccarat.systems.risk.plots import draw_risks
from baccarat.systems.risk.prospects import Prospects

ROWS = 10
"""Rows that are printed of a session."""
RiskText = Callable[[AnyRisk, Prospects], str]
"""A function that writes a figure of a bet."""


@takes_plugins
@asks(RiskQuestion)
def risk(
    question: RiskQuestion,
    *,
    plot: Annotated[str | None, plot_option("the risk after each coup")] = None,
    style: AsDrawn = None,
    table: Annotated[
        str | None, file_option("CSV file to write: one row for each row of --costs.", "--csv")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Calculate the probability of ruin or of a goal, or the bankroll for a given risk.

    Example: baccarat risk banker --bankroll 50 --goal 100 --coups 500
    """
    if plot is not None and question.coups is None and question.hours is None:
        raise BadText("a plot shows a session, which needs a length: add --coups or --hours")
    if table is not None and not question.costs:
        raise BadText("--csv writes the costs of a rebate: add --rebate and --costs")
    check_kept(question.kept, plot=plot, csv=table)
    check_outputs({"plot": plot, "csv": table}, as_json=as_json)
    look = style_for(style, plot)
    answer = question.answer()
    if as_json:
        show_json("risk", answer.as_json())
    else:
        _print(answer)
        say(answer.about)
    if table is not None:
        save(table, csv_text(_costs(answer)))
    if plot is not None:
        save_drawing(plot, draw_risks(answer.prospects, answer.about, style=look))


def _print(answer: RiskAnswer) -> None:
    risks, answers = answer.risks, answer.prospects
    pace, chance = answer.pace, answer.question.chance
    first = next(iter(answers.values()))
    goal, coups = first.goal, first.coups
    units = "units in hand" if chance is None else f"units for a risk of {percent(chance, 2)}"
    # The cells of a row, and the numbers without which there is no such row.
    rows: dict[str, tuple[RiskText, *tuple[int | None, ...]]] = {
        units: (lambda risk, p: _bankrolls(risk, p, chance),),
        "the goal, units in hand": (lambda _, p: f"{p.goal:,}", goal),
        "coups of a session": (lambda _, p: f"{p.coups:,}", coups),
        "ruined, for ever": (_of_ruin(None, None),),
        "ruined, in the session": (_of_ruin(None, coups), coups),
        "ruined, before the goal": (_of_ruin(goal, None), goal),
        "ruined, before the goal, in the session": (_of_ruin(goal, coups), goal, coups),
        "the goal is reached": (_of_goal(goal, None), goal),
        "the goal is reached, in the session": (_of_goal(goal, coups), goal, coups),
        "coups until ruin, of the ruined": (lambda _, p: _many(p.coups_to_ruin),),
        "coups until the goal, of those there": (lambda _, p: _many(p.coups_to_goal), goal),
        "coups played": (lambda _, p: _many(p.mean_coups),),
        "units won, on average": (lambda _, p: "-" if p.result is None else f"{p.result:+,.4f}",),
        "sessions ahead": (lambda _, p: percent(p.ahead or 0), coups),
        "drawdown, units: half, 1 of 20": (lambda _, p: _pair(p.drawdown), coups),
        "longest losing run: half, 1 of 20": (lambda _, p: _pair(p.losing_run), coups),
        f"units lost in an hour of {pace} coups": (lambda risk, _: f"{pace * risk.cost:+.4f}",),
    }
    table = new_table("", *(f">{label}" for label in risks))
    for what, (figure, *needed) in rows.items():
        if None not in needed:
            table.add_row(what, *(figure(risk, answers[label]) for label, risk in risks.items()))
    show_table(table)
    if coups is not None:
        _print_curves(answers)
    if any(answer.offers.values()):
        _print_offers(answer)
    if costs := _costs(answer):
        _print_costs(costs)


def _print_offers(answer: RiskAnswer) -> None:
    """Print what rebates and other offers of the house are worth, with a column for each bet."""
    table = new_table("", *(f">{label}" for label in answer.risks))
    offers = list(answer.offers.values())

    def row(what: str, name: str, figure: Callable[[Any], str]) -> None:
        if name in offers[0]:
            table.add_row(what, *(figure(each[name]) for each in offers))

    def units(name: str) -> Callable[[Any], str]:
        return lambda offer: f"{getattr(offer, name):+,.4f}"

    share = answer.question.shares.get("rebate", 0)
    if answer.prospects and next(iter(answer.prospects.values())).coups is None:
        row(f"rebate of {percent(share, 2)}: stop at", "rebate", _stops)
        row("coups of such a trip", "rebate", lambda rebate: f"{rebate.played:,.1f}")
    row(f"units won, with a rebate of {percent(share, 2)}", "rebate", units("worth"))
    row("units that come back, on average", "rebate", units("cost"))
    row("stakes of a rolling chip", "rolling", lambda rolling: f"{rolling.plays:.4f}")
    row("units that a rolling chip wins, with its commission", "rolling", units("worth"))
    row("commission that leaves no edge", "rolling", lambda rolling: percent(rolling.fair))
    row("coups until the turnover", "bonus", lambda bonus: f"{bonus.coups:,}")
    row("ruined before the turnover", "bonus", lambda bonus: percent(bonus.ruin))
    row("units won, with the bonus", "bonus", units("worth"))
    row("the same if the bonus is taken back", "bonus", units("kept_back"))
    row("units won, as expected", "luck", units("expected"))
    row("standard deviation", "luck", lambda luck: f"{luck.deviation:,.4f}")
    row("z of the units won", "luck", lambda luck: f"{luck.z:+.2f}")
    row("guests who win as much or more", "luck", lambda luck: percent(luck.at_least))
    row("guests who win as much or less", "luck", lambda luck: percent(luck.at_most))
    show_table(table)


def _costs(answer: RiskAnswer) -> list[dict[str, object]]:
    """A row for each bet and number of coups, with what a rebate costs; empty without costs."""
    return [
        {"bet": label, "rebate": costs.share, "coups": row.coups, "win": row.win,
         "cost": row.cost, "of_win": row.of_win}
        for label, offers in answer.offers.items()
        if isinstance(costs := offers.get("costs"), RebateCosts)
        for row in costs.rows
    ]  # fmt: skip


def _print_costs(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print what a rebate costs the house."""
    table = new_table("bet", ">coups", ">theoretical win", ">the rebate costs", ">of the win")
    for row in rows:
        share = "-" if row["of_win"] is None else percent(row["of_win"], 2)
        amounts = (f"{row[name]:,.4f}" for name in ("win", "cost"))
        table.add_row(row["bet"], f"{row['coups']:,}", *amounts, share)
    show_table(table)


def _stops(rebate: Rebate) -> str:
    if not rebate.goal:
        return "do not play"
    return f"+{rebate.goal:g} or -{rebate.stop:g} units"


def _print_curves(answers: Mapping[str, Prospects]) -> None:
    """Print, for several numbers of coups, the chances of ruin and of the goal by then."""
    columns = []
    for label, prospects in answers.items():
        before = f"{label}: " if len(answers) > 1 else ""
        columns.append(f">{before}ruined by then")
        if prospects.goal is not None:
            columns.append(f">{before}at the goal")
    table = new_table(">coup", *columns)
    longest = max((prospects.curve for prospects in answers.values()), key=len)
    for coup in [point.coup for point in longest][:: max(1, len(longest) // ROWS)]:
        cells = []
        for prospects in answers.values():
            last = [point for point in prospects.curve if point.coup <= coup][-1]
            cells.append(percent(last.ruined))
            if prospects.goal is not None:
                cells.append(percent(last.reached))
        table.add_row(str(coup), *cells)
    show_table(table)


def _of_ruin(goal: int | None, coups: int | None) -> RiskText:
    return lambda risk, p: _ranged(risk, lambda r: r.ruin(p.bankroll, goal, coups))


def _of_goal(goal: int | None, coups: int | None) -> RiskText:
    return lambda risk, p: _ranged(risk, lambda r: r.reach(p.bankroll, goal or 0, coups))


def _ranged(risk: AnyRisk, figure: Callable[[AnyRisk], float]) -> str:
    """A chance as text; for a count, with the interval from its standard errors."""
    share = percent(figure(risk))
    if isinstance(risk, FlatRisk):
        return share
    low, high = sorted(figure(end) for end in risk.ends(figure))
    return f"{share} ({percent(low, 2)} … {percent(high, 2)})"


def _bankrolls(risk: AnyRisk, prospects: Prospects, chance: float | None) -> str:
    """The bankroll in units; for a count and a given risk, with its interval."""
    if chance is None or isinstance(risk, FlatRisk):
        return units_told(prospects.bankroll)
    return bankrolls(prospects.bankroll, *risk.enough_ends(chance, prospects.goal, prospects.coups))


def _many(coups: float | None) -> str:
    return "-" if coups is None else f"{coups:,.1f}"


def _pair(pair: Sequence[int] | None) -> str:
    return "-" if pair is None else f"{pair[0]:,}, {pair[1]:,}"
