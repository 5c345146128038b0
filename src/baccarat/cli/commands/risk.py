"""`baccarat risk`: ruin, goals and bankrolls of a flat bet exactly, of a counted one about."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Annotated, NamedTuple

import typer

from baccarat.base.errors import BadText
from baccarat.base.jsonable import decked
from baccarat.cli.options.completion import bet_names
from baccarat.cli.options.dealing import DECIDE, GAME, read_decks
from baccarat.cli.options.files import (
    STANDARD,
    AsDrawn,
    check_drawings,
    check_kept,
    check_writable,
    plot_option,
    save_drawing,
    style_for,
)
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.show import AsJson, new_table, percent, refuse, say, show_json, show_table
from baccarat.core.bets import as_bet
from baccarat.core.shoe import LastCoup
from baccarat.figures.counts import bankrolls, units_told
from baccarat.simulation.planning import table_of
from baccarat.systems.counting.play import Play, named
from baccarat.systems.counting.saved import KeptCounts
from baccarat.systems.counting.worth import CountWorth
from baccarat.systems.risk.counted import CountedRisk
from baccarat.systems.risk.flat import FlatRisk
from baccarat.systems.risk.flat import risk as flat_risk
from baccarat.systems.risk.plots import draw_risks
from baccarat.systems.risk.prospects import Prospects
from baccarat.systems.session import PACE, coups_in, require_pace

BET = "banker"
BANKROLL = 100
"""Units in hand by default."""
MOST_COLUMNS = 6
ROWS = 10
"""Moments of a session that are printed."""
AnyRisk = FlatRisk | CountedRisk


class LaidBets(NamedTuple):
    """The bets of a question, by a name for each column."""

    risks: Mapping[str, AnyRisk]
    about: str
    dealt: Mapping[str, object]
    """the shoe, as JSON tells it"""
    pace: int
    """coups an hour, by default"""


@takes_plugins
def risk(
    bets: Annotated[
        list[str] | None,
        typer.Argument(
            help="Bets beside each other, each perhaps at a price: dragon-7:50. With --kept those "
            "of the file.",
            autocompletion=bet_names,
            show_default=f"{BET}; of --kept all",
        ),
    ] = None,
    kept: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Bets laid by a count, as `baccarat count --keep` wrote."
        ),
    ] = None,
    bankroll: Annotated[
        int | None, typer.Option(help="Units in hand.", show_default=str(BANKROLL))
    ] = None,
    goal: Annotated[int | None, typer.Option(help="Stop with so many units in hand.")] = None,
    coups: Annotated[int | None, typer.Option(help="Coups of a session.")] = None,
    hours: Annotated[float | None, typer.Option(help="Hours of a session, at a pace.")] = None,
    pace: Annotated[int | None, typer.Option(help="Coups an hour.", show_default=str(PACE))] = None,
    stated: Annotated[
        str | None,
        typer.Option("--risk", help="Instead of a bankroll: the one for this risk, e.g. 5%."),
    ] = None,
    cut_card: Annotated[
        int | None, typer.Option(help="With --kept: only shoes with this cut card.")
    ] = None,
    last_coup: Annotated[
        str | None,
        typer.Option(help="With --kept: only shoes of this last-coup rule.", metavar="RULE"),
    ] = None,
    name: Annotated[str | None, GAME] = None,
    decks: Annotated[str | None, typer.Option(help="1 to 12 decks; inf is endless.")] = None,
    plot: Annotated[str | None, plot_option("the risk over the coups")] = None,
    style: AsDrawn = None,
    as_json: AsJson = False,
) -> None:
    """Say how likely ruin or a goal is, and which bankroll keeps a risk.

    Example: baccarat risk banker --bankroll 50 --goal 100 --coups 500
    """
    if bankroll is not None and stated is not None:
        raise BadText("--risk asks for the bankroll: leave it or --bankroll out")
    if coups is not None and hours is not None:
        raise BadText("say how long once: --coups N, or --hours N")
    if plot is not None and coups is None and hours is None:
        raise BadText("a plot shows a session: add --coups or --hours")
    check_kept(kept, plot=plot)
    check_writable(plot=plot)
    check_drawings(plot)
    look = style_for(style, plot)
    if as_json and plot == STANDARD:
        raise BadText("--json and --plot - both want standard output: name a file")
    chance = None if stated is None else _chance(stated)
    if kept is None:
        refuse("a flat bet has fresh shoes", {"--cut-card": cut_card, "--last-coup": last_coup})
        laid = _flat(bets or [BET], name or "punto-banco", read_decks(decks))
    else:
        refuse("the file is of shoes that were counted", {"--game": name, "--decks": decks})
        laid = _counted(KeptCounts.load(kept), bets or [], cut_card, last_coup)
    risks, about = laid.risks, laid.about
    speed = laid.pace if pace is None else pace
    require_pace(speed)
    length = coups if hours is None else coups_in(hours, speed)
    answers = {
        label: _prospects(risk, bankroll, goal, length, chance) for label, risk in risks.items()
    }
    if as_json:
        rows = [_json(risk, answers[label], label, speed, chance) for label, risk in risks.items()]
        show_json("risk", {**laid.dealt, "pace": speed, "risk_stated_float": chance, "risks": rows})
    else:
        _print(risks, answers, speed, chance)
        say(about)
    if plot is not None:
        save_drawing(plot, draw_risks(answers, about, style=look))


# The question


def _chance(text: str) -> float:
    """`5%`, `0.05` or `1/20`."""
    spelling = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(%|/[0-9]{1,9})?", text.replace(" ", ""))
    if not spelling:
        raise BadText(f"not a risk: {text[:24]!r} (expected e.g. 5%)")
    number, by = float(spelling[1]), spelling[2] or ""
    under = 100.0 if by == "%" else float(by[1:] or 1)
    if not under or not 0 < number / under < 1:
        raise BadText(f"a risk is between 0 and 1, or 0 % and 100 %, not {text[:24]}")
    return number / under


def _flat(names: Sequence[str], game: str, decks: float | None) -> LaidBets:
    """Bets that are laid flat, each from a fresh shoe."""
    if len(names) > MOST_COLUMNS:
        raise BadText(f"at most {MOST_COLUMNS} bets fit beside each other, not {len(names)}")
    table = table_of(game, decks)
    flat = [flat_risk(name, game=table, decks=decks, decide=DECIDE) for name in names]
    shoe = "an endless deck" if decks == inf else f"{table.rules.decks} decks"
    return LaidBets(
        {str(risk.bet): risk for risk in flat},
        f"{table}, {shoe}: one unit on every coup, each from a fresh shoe. "
        "Exact: payouts are exact fractions.",
        {"game": table.name, **decked(table.rules.decks, decks == inf)},
        PACE,
    )


def _counted(
    kept: KeptCounts, names: Sequence[str], cut_card: int | None, last_coup: str | None
) -> LaidBets:
    """Bets that were laid by a count, as they were kept."""
    worths = _chosen(kept, names, cut_card, last_coup)
    burned = "" if kept.burn else "not burned, "
    about = (
        *_names(worths.values(), str).values(),
        f"{kept.decks} decks, {burned}{kept.shoes:,} shoes of seed {kept.seed}. "
        "About: steps with the mean and variance of these shoes; in brackets the 99 % "
        "interval that their errors leave.",
    )
    risks = {label: worth.risk for label, worth in worths.items()}
    return LaidBets(risks, "\n".join(about), {"game": None, **decked(kept.decks)}, kept.pace)


def _chosen(
    kept: KeptCounts, names: Sequence[str], cut_card: int | None, last_coup: str | None
) -> dict[str, CountWorth]:
    """What was kept of these bets and endings, by a name for its column."""
    rule = None if last_coup is None else LastCoup.parse(last_coup)
    ended = [
        worth
        for worth in kept.worths
        if cut_card in (None, worth.ending.cut_card) and rule in (None, worth.ending.last_coup)
    ]
    kinds = [_is_of(name) for name in names] or [lambda worth: True]
    if not all(any(map(is_of, ended)) for is_of in kinds):
        known = dict.fromkeys(f"{named(worth.play.bet)}, {worth.ending}" for worth in kept.worths)
        raise BadText(f"nothing of that was kept; there are: {'; '.join(known)[:120]}")
    chosen = [worth for worth in ended if any(is_of(worth) for is_of in kinds)]
    if len(chosen) > MOST_COLUMNS:
        raise BadText(f"{len(chosen)} were kept: choose bets, --cut-card and --last-coup")
    several = len({worth.ending for worth in chosen}) > 1
    labels = _names(chosen, lambda play: named(play.bet))
    endings = [f", cut {worth.ending.cut_card} {worth.ending.last_coup}" for worth in chosen]
    return {
        labels[worth.play] + ending * several: worth
        for worth, ending in zip(chosen, endings, strict=True)
    }


def _is_of(name: str) -> Callable[[CountWorth], bool]:
    """Whether a worth is of this bet; at any price, if the name has none."""
    bet = as_bet(name)
    return lambda worth: (
        worth.play.bet == bet or (":" not in name and worth.play.bet.key == bet.key)
    )


def _names(worths: Iterable[CountWorth], name: Callable[[Play], str]) -> dict[Play, str]:
    """Each guest's name; with a number if several bet on the same."""
    plays = list(dict.fromkeys(worth.play for worth in worths))
    is_clear = len({named(play.bet) for play in plays}) == len(plays)
    numbers = [f"{number}. " * (not is_clear) for number in range(1, len(plays) + 1)]
    return {play: number + name(play) for play, number in zip(plays, numbers, strict=True)}


def _prospects(
    risk: AnyRisk, bankroll: int | None, goal: int | None, coups: int | None, chance: float | None
) -> Prospects:
    units = BANKROLL if bankroll is None else bankroll
    if chance is not None:
        units = risk.bankroll(chance, goal, coups)
    return risk.prospects(units, goal, coups)


# The answer


def _print(
    risks: Mapping[str, AnyRisk],
    answers: Mapping[str, Prospects],
    pace: int,
    chance: float | None,
) -> None:
    table = new_table("", *(f">{label}" for label in risks))

    def row(what: str, figure: Callable[[AnyRisk, Prospects], str]) -> None:
        table.add_row(what, *(figure(risk, answers[label]) for label, risk in risks.items()))

    first = next(iter(answers.values()))
    goal, coups = first.goal, first.coups
    units = "units in hand" if chance is None else f"units for a risk of {percent(chance, 2)}"
    row(units, lambda risk, prospects: _bankrolls(risk, prospects, chance))
    if goal is not None:
        row("the goal, units in hand", lambda _, prospects: f"{goal:,}")
    if coups is not None:
        row("coups of a session", lambda _, prospects: f"{coups:,}")
    row("ruined, for ever", _of_ruin(None, None))
    if coups is not None:
        row("ruined, in the session", _of_ruin(None, coups))
    if goal is not None:
        row("ruined, before the goal", _of_ruin(goal, None))
    if goal is not None and coups is not None:
        row("ruined, before the goal, in the session", _of_ruin(goal, coups))
    if goal is not None:
        row("the goal is reached", _of_goal(goal, None))
        if coups is not None:
            row("the goal is reached, in the session", _of_goal(goal, coups))
    row("coups until ruin, of the ruined", lambda _, prospects: _many(prospects.coups_to_ruin))
    if goal is not None:
        row(
            "coups until the goal, of those there",
            lambda _, prospects: _many(prospects.coups_to_goal),
        )
    row("coups played", lambda _, prospects: _many(prospects.mean_coups))
    row("units won, on average", lambda _, prospects: _signed(prospects.result))
    if coups is not None:
        row("sessions ahead", lambda _, prospects: percent(prospects.ahead or 0))
        row("drawdown, units: half, 1 of 20", lambda _, prospects: _pair(prospects.drawdown))
        row("longest losing run: half, 1 of 20", lambda _, prospects: _pair(prospects.losing_run))
    row(f"units lost in an hour of {pace} coups", lambda risk, _: f"{pace * risk.cost:+.4f}")
    show_table(table)
    if coups is not None:
        _print_curves(answers)


def _print_curves(answers: Mapping[str, Prospects]) -> None:
    """Some moments of the session."""
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


def _of_ruin(goal: int | None, coups: int | None) -> Callable[[AnyRisk, Prospects], str]:
    return lambda risk, prospects: _ranged(risk, lambda r: r.ruin(prospects.bankroll, goal, coups))


def _of_goal(goal: int, coups: int | None) -> Callable[[AnyRisk, Prospects], str]:
    return lambda risk, prospects: _ranged(risk, lambda r: r.reach(prospects.bankroll, goal, coups))


def _ranged(risk: AnyRisk, figure: Callable[[AnyRisk], float]) -> str:
    """A chance; of a count with the interval that its errors leave."""
    share = percent(figure(risk))
    if isinstance(risk, FlatRisk):
        return share
    low, high = sorted(figure(end) for end in risk.ends(figure))
    return f"{share} ({percent(low, 2)} … {percent(high, 2)})"


def _bankrolls(risk: AnyRisk, prospects: Prospects, chance: float | None) -> str:
    """The units; of a count, for a stated risk, with their interval."""
    if chance is None or isinstance(risk, FlatRisk):
        return units_told(prospects.bankroll)
    return bankrolls(prospects.bankroll, *risk.enough_ends(chance, prospects.goal, prospects.coups))


def _many(coups: float | None) -> str:
    return "-" if coups is None else f"{coups:,.1f}"


def _signed(units: float | None) -> str:
    return "-" if units is None else f"{units:+,.4f}"


def _pair(pair: Sequence[int] | None) -> str:
    return "-" if pair is None else f"{pair[0]:,}, {pair[1]:,}"


def _json(
    risk: AnyRisk, prospects: Prospects, label: str, pace: int, chance: float | None
) -> dict[str, object]:
    """All figures; of a count those at the ends of its interval, too."""
    units, goal, coups = prospects.bankroll, prospects.goal, prospects.coups
    figures: dict[str, object] = {
        "label": label,
        "is_exact": isinstance(risk, FlatRisk),
        **prospects.as_json(),
        "ruin_for_ever_float": risk.ruin(units),
        "ruin_in_session_float": None if coups is None else risk.ruin(units, None, coups),
        "ruin_before_goal_float": None if goal is None else risk.ruin(units, goal),
        "reach_for_ever_float": None if goal is None else risk.reach(units, goal),
        "cost_an_hour_float": pace * risk.cost,
    }
    ruins: Sequence[float | None] = (None, None)
    least: Sequence[int | None] = (None, None)
    if isinstance(risk, CountedRisk):
        ruins = [
            end.ruin(units, goal, coups)
            for end in risk.ends(lambda end: end.ruin(units, goal, coups))
        ]
        least = least if chance is None else risk.enough_ends(chance, goal, coups)
    for place, name in enumerate(("low", "high")):
        figures |= {f"ruin_{name}_float": ruins[place], f"bankroll_{name}": least[place]}
    return figures
