"""`baccarat simulate`: seeded shoes, counted, with intervals and the exact values beside them."""

import sys
from dataclasses import asdict, replace
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from baccarat.bets import Bet
from baccarat.cards import Depth
from baccarat.cli.deal import DECIDE
from baccarat.cli.show import AsJson, console, counted, exact, new_table, percent, say, show_json
from baccarat.errors import BadText
from baccarat.games import game as game_named
from baccarat.simulation.plan import Plan
from baccarat.simulation.records import LIMIT, Recorded, check_records, write_records
from baccarat.simulation.run import ENGINES, Simulation, plan_of, shoes_until
from baccarat.simulation.run import simulate as deal_and_count
from baccarat.tally import Tally

STOPPED = 130


def simulate(
    shoes: Annotated[int | None, typer.Option(help="How many shoes.")] = None,
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
        str | None, typer.Option(help="The bet of --until.  [default: banker]", metavar="NAME")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed.")] = 0,
    name: Annotated[str, typer.Option("--game", help="See `baccarat games`.")] = "punto-banco",
    decks: Annotated[int | None, typer.Option(help="1 to 12 decks.")] = None,
    engine: Annotated[str, typer.Option(help=f"One of {', '.join(ENGINES)}.")] = "auto",
    threads: Annotated[int | None, typer.Option(help="How many threads.", min=1)] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(help="Remember what is finished in this file, and go on from it."),
    ] = None,
    records: Annotated[
        str | None, typer.Option(help="Write single coups to this file, .csv or .parquet.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--records-limit", help=f"At most so many.  [default: {LIMIT}]"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Deal seeded shoes and count: every bet on totals with its interval and its exact edge.

    Example: baccarat simulate --fresh 1000000 --seed 7
    """
    if [shoes, fresh, until].count(None) != 2:
        raise BadText("say how much: --shoes N, or --fresh N, or --until HALF-WIDTH")
    if bet is not None and until is None:
        raise BadText("--bet is the bet of --until: say how narrow its interval is to be")
    if limit is not None and records is None:
        raise BadText("--records-limit is the limit of --records: say which file")
    table = game_named(name, decks)
    if until is not None:
        if bet is not None:
            table = replace(table, layout=table.layout.having(bet))
        narrow = until / 100
        shoes = shoes_until(narrow, bet or "banker", game=table, coups=each, decide=DECIDE)
    much = (fresh or 0) if shoes is None else shoes
    plan = plan_of(table, much, seed, each, fresh is not None)
    room = LIMIT if limit is None else limit
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
        written = None if records is None else _record(bar, plan, records, room)
        task = bar.add_task("dealing", total=much, speed="")
        before: list[int] = []

        def report(tally: Tally, done: int) -> None:
            if not before:  # what a checkpoint had says nothing of our speed
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
            engine=engine,
            threads=threads,
            decide=DECIDE,
            progress=report,
            checkpoint=checkpoint,
        )
    if as_json:
        show_json({**_json(found), "records": None if written is None else asdict(written)})
    else:
        _print(found)
        if written is not None:
            say(_recorded(written, plan))
    if not found.is_whole:
        raise typer.Exit(STOPPED)


def _record(bar: Progress, plan: Plan, path: str, limit: int) -> Recorded:
    task = bar.add_task("writing", total=plan.shoes, speed="")

    def report(coups: int, shoes: int) -> None:
        done = max(shoes / plan.shoes, coups / limit)  # whichever ends it
        bar.update(task, completed=done * plan.shoes, speed=f"{coups:,} coups")

    written = write_records(plan, path, DECIDE, limit, report)
    bar.remove_task(task)
    return written


def _recorded(written: Recorded, plan: Plan) -> str:
    told = f"{written.coups:,} coups of {counted(written.shoes, 'shoe')} are in {written.path}"
    if written.shoes < plan.shoes:
        return f"{told}: --records-limit leaves no room for more."
    return f"{told}."


def _bets(found: Simulation) -> dict[str, Bet]:
    """Of the felt, those that a tally of totals can tell."""
    bets = found.game.layout.bets
    return {spot: bet for spot, bet in bets.items() if bet.depth is Depth.TOTALS}


def _print(found: Simulation) -> None:
    plan, tally = found.plan, found.tally
    fixed = plan.coups is not None
    table = new_table(
        "bet", ">wins", ">edge", ">99 % interval", ">exact, fresh shoe", *[">z"] * fixed
    )
    for spot, bet in _bets(found).items():
        dealt, z = found.of(bet), found.z(bet)
        low, high = dealt.edge_interval()
        table.add_row(
            spot,
            percent(dealt.chance),
            percent(dealt.edge),
            f"{percent(low)} … {percent(high)}",
            percent(found.exact.of(bet).edge),
            *([] if z is None else [f"{z:+.2f}"]),
        )
    console().print(table)
    if "coups" in tally.histograms:
        say(*_about_shoes(tally, found.shoes))
    say(
        f"{found.game}, {counted(plan.rules.decks, 'deck')}, {_dealt(found)}, seed {plan.seed}; "
        + _pace(found),
        f"digest {tally.digest}",
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


def _about_shoes(tally: Tally, shoes: int) -> list[str]:
    coups, longest = tally.histograms["coups"], tally.histograms["longest"]
    mean = sum(number * times for number, times in coups.items()) / shoes
    streak = sum(number * times for number, times in longest.items()) / shoes
    return [
        f"Coups a shoe: {mean:.3f} on average, {min(coups)} to {max(coups)}. "
        f"Longest streak of a shoe: {streak:.2f} on average, {max(longest)} at the most."
    ]


def _json(found: Simulation) -> dict[str, object]:
    plan, tally = found.plan, found.tally
    return {
        "game": str(found.game),
        "decks": plan.rules.decks,
        "seed": plan.seed,
        "shoes": found.shoes,
        "resumed_shoes": found.resumed,
        "coups_of_each": plan.coups,
        "coups": tally.total,
        "engine": found.engine,
        "seconds": found.seconds,
        "is_whole": found.is_whole,
        "digest": tally.digest,
        "bets": {spot: _bet_json(found, bet) for spot, bet in _bets(found).items()},
        "cells": list(tally.cells),
        "histograms": {
            name: {str(number): times for number, times in counts.items()}
            for name, counts in tally.histograms.items()
        },
    }


def _bet_json(found: Simulation, bet: Bet) -> dict[str, object]:
    dealt = found.of(bet)
    low, high = dealt.edge_interval()
    return {
        "simulated": {"estimate": float(dealt.edge), "low": low, "high": high},
        **exact("edge", found.exact.of(bet).edge),
        "z": found.z(bet),
    }
