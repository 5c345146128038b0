"""`baccarat` without a command: the house report."""

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from baccarat import __version__
from baccarat.base.errors import BadText
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.show import STOPPED, AsJson, console, new_table, percent, say, show_json

if TYPE_CHECKING:
    from baccarat.core.tally import Odds
    from baccarat.simulation.run import Simulation

COUPS = 100_000_000
SEED = 7
MAIN_SPOTS = ("player", "banker", "tie")


@takes_plugins
def report(
    context: typer.Context,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the simulation in the house report.", show_default=str(SEED)),
    ] = None,
    as_json: AsJson = False,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Coups, odds, roads, games and tables of baccarat; play money only, and no predictions.

    Without a command, print the house report: exact odds of the main bets, and a simulation.

    Example: baccarat --seed 1953
    """
    command = context.invoked_subcommand
    if command is not None:
        if seed is not None or as_json:
            raise BadText(f"options must follow the command: write e.g. baccarat {command} --json")
        return
    if version:
        say(f"baccarat {__version__}")
        return
    from baccarat.simulation.run import simulate  # other commands do not need it

    with Console(stderr=True).status("dealing …") if sys.stderr.isatty() else nullcontext():
        simulation = simulate(COUPS, SEED if seed is None else seed, fresh=True, depth="totals")
    if as_json:
        show_json("report", _json(simulation))
    else:
        _print(simulation)
    if not simulation.is_whole:
        raise typer.Exit(STOPPED)


def _print(simulation: "Simulation") -> None:
    table = new_table(
        "bet",
        ">wins, exactly",
        ">edge, exactly",
        f">wins in {simulation.tally.total:,} coups",
        ">edge there",
    )
    for odds, sample in _main_bets(simulation).values():
        table.add_row(
            odds.bet.name,
            percent(odds.chance),
            percent(odds.edge),
            _interval(*sample.chance_interval()),
            _interval(*sample.edge_interval()),
        )
    rules = simulation.game.rules
    say(f"House report: {simulation.game}, {rules.decks} decks, {simulation.game.about}")
    console().print(table)
    say(
        "Exact: every way to deal a coup from a whole shoe. "
        f"Simulated: seed {simulation.plan.seed}, each coup from a fresh shoe, 99 % intervals.",
        "A tie gives Player and Banker bets back. `baccarat --help` lists the commands.",
    )


def _main_bets(simulation: "Simulation") -> "dict[str, tuple[Odds, Odds]]":
    """The odds of the main bets, exact and simulated."""
    exactly = {spot: simulation.exact[spot] for spot in MAIN_SPOTS}
    return {spot: (odds, simulation.of(odds.bet)) for spot, odds in exactly.items()}


def _interval(low: float, high: float) -> str:
    return f"{percent(low, 3)} … {percent(high, 3)}"


def _json(simulation: "Simulation") -> dict[str, object]:
    main = _main_bets(simulation).items()
    bets = {spot: simulation.bet_json(odds.bet) for spot, (odds, _) in main}
    return {**simulation.about_json(), "bets": bets}
