"""`baccarat simulate`: seeded shoes, counted, with intervals and the exact values beside them."""

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from baccarat.bets import Bet
from baccarat.cards import Depth
from baccarat.cli.deal import DECIDE
from baccarat.cli.show import AsJson, console, counted, exact, new_table, percent, say, show_json
from baccarat.errors import BadText
from baccarat.simulation.run import ENGINES, Simulation
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
    seed: Annotated[int, typer.Option(help="The seed.")] = 0,
    name: Annotated[str, typer.Option("--game", help="See `baccarat games`.")] = "punto-banco",
    decks: Annotated[int | None, typer.Option(help="1 to 12 decks.")] = None,
    engine: Annotated[str, typer.Option(help=f"One of {', '.join(ENGINES)}.")] = "auto",
    threads: Annotated[int | None, typer.Option(help="How many threads.", min=1)] = None,
    as_json: AsJson = False,
) -> None:
    """Deal seeded shoes and count: every bet on totals with its interval and its exact edge.

    Example: baccarat simulate --fresh 1000000 --seed 7
    """
    if (shoes is None) == (fresh is None):
        raise BadText("say how much: --shoes N, or --fresh N")
    with Progress(
        TextColumn("dealing"),
        BarColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task("dealing", total=shoes or fresh, speed="")

        def report(tally: Tally, done: int) -> None:
            elapsed = bar.tasks[0].elapsed or 1
            bar.update(task, completed=done, speed=f"{tally.total / elapsed / 1e6:.1f} M coups/s")

        found = deal_and_count(
            shoes or fresh or 0,
            seed,
            game=name,
            decks=decks,
            coups=each,
            fresh=fresh is not None,
            engine=engine,
            threads=threads,
            decide=DECIDE,
            progress=report,
        )
    if as_json:
        show_json(_json(found))
    else:
        _print(found)
    if not found.is_whole:
        raise typer.Exit(STOPPED)


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
    speed = tally.total / found.seconds / 1e6
    say(
        f"{found.game}, {counted(plan.rules.decks, 'deck')}, {_dealt(found)}, seed {plan.seed}; "
        f"{found.engine} engine, {found.seconds:.1f} s, {speed:.1f} million coups a second",
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
