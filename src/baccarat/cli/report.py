"""`baccarat` alone: the house report."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track

from baccarat import __version__
from baccarat.cli.show import AsJson, console, exact, new_table, percent, say, show_json
from baccarat.errors import BadText
from baccarat.stats import CONFIDENCE
from baccarat.tally import Odds

if TYPE_CHECKING:
    from baccarat.house import HouseReport

COUPS = 100_000
SEED = 7


def report(
    context: typer.Context,
    seed: Annotated[
        int | None, typer.Option(help=f"The seed of the simulation; {SEED} if you say nothing.")
    ] = None,
    as_json: AsJson = False,
    version: Annotated[bool, typer.Option("--version", help="Which version this is.")] = False,
) -> None:
    """Coups, shoes, bets and games of baccarat: play money only, and nothing here predicts.

    Alone it prints the house report, the main bets' exact odds beside a simulation.

    Example: baccarat --seed 1953
    """
    command = context.invoked_subcommand
    if command is not None:
        if seed is not None or as_json:
            raise BadText(f"options follow the command: baccarat {command} --json, for example")
        return
    if version:
        say(f"baccarat {__version__}")
        return
    from baccarat.house import house_report  # a command of its own does not need it

    on_terminal = sys.stderr.isatty()
    coups = track(
        range(COUPS),
        description="dealing",
        console=Console(stderr=True),
        transient=True,
        disable=not on_terminal,
    )
    found = house_report(SEED if seed is None else seed, coups)
    if as_json:
        show_json(_json(found))
    else:
        _print(found)


def _print(found: "HouseReport") -> None:
    table = new_table(
        "bet", ">wins, exactly", ">edge, exactly", f">wins in {found.coups:,} coups", ">edge there"
    )
    for spot, odds in found.exact.items():
        dealt = found.simulated[spot]
        table.add_row(
            odds.bet.name,
            percent(odds.chance),
            percent(odds.edge),
            _interval(*dealt.chance_interval()),
            _interval(*dealt.edge_interval()),
        )
    rules = found.game.rules
    say(f"House report: {found.game}, {rules.decks} decks, {found.game.about}")
    console().print(table)
    say(
        f"Exact: every way to deal a coup from a whole shoe. Simulated: seed {found.seed}, each "
        "coup from a fresh shoe, 99 % intervals.",
        "A tie gives Player and Banker bets back. `baccarat --help` shows what else there is.",
    )


def _interval(low: float, high: float) -> str:
    return f"{percent(low, 2)} … {percent(high, 2)}"


def _json(found: "HouseReport") -> dict[str, object]:
    return {
        "game": str(found.game),
        "decks": found.game.rules.decks,
        "seed": found.seed,
        "coups": found.coups,
        "confidence": CONFIDENCE,
        "bets": {
            spot: _bet_json(odds, found.simulated[spot]) for spot, odds in found.exact.items()
        },
    }


def _bet_json(odds: Odds, dealt: Odds) -> dict[str, object]:
    chance, edge = dealt.chance_interval(), dealt.edge_interval()
    return {
        **exact("probability", odds.chance),
        **exact("edge", odds.edge),
        "simulated": {
            "probability": _sampled(float(dealt.chance), chance),
            "edge": _sampled(float(dealt.edge), edge),
        },
    }


def _sampled(estimate: float, interval: tuple[float, float]) -> dict[str, float]:
    return {"estimate": estimate, "low": interval[0], "high": interval[1]}
