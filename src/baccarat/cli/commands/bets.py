"""`baccarat bets`: all bets, or one of them."""

from typing import Annotated

import typer

from baccarat.base.errors import BadText
from baccarat.cli.options.completion import bet_names
from baccarat.cli.options.files import HtmlFile
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.par_sheet import AsPar, show_par
from baccarat.cli.output.show import AsJson, console, new_table, say, show_json
from baccarat.core.bets import LOSES, PUSH, Bet, StreakBet, bet, registered, streak
from baccarat.core.bets.bet_types import Price, spell
from baccarat.core.bets.price_words import pays
from baccarat.core.bets.streaks import is_streak

NOT_DECIDED: dict[Price, str] = {PUSH: "the stake goes back", LOSES: "the stake is lost"}


@takes_plugins
def bets(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A bet, with a price if you like: lucky-6:12/23.", autocompletion=bet_names
        ),
    ] = None,
    par: AsPar = False,
    html: HtmlFile = None,
    as_json: AsJson = False,
) -> None:
    """List all bets, or show one bet: its prices and its source.

    Example: baccarat bets lucky-6:12/23
    """
    if par and name is not None and not is_streak(name):
        show_par("bets", html, as_json, bet(name))
        return
    if par or html is not None:
        raise BadText("a PAR sheet is of one bet, and of no streak: name a bet, and add --par")
    registry = registered()
    if as_json:
        chosen, running = _chosen(name)
        answer = {"bets": {key: item.as_json() for key, item in chosen.items()}}
        if running:
            answer["streaks"] = {key: item.as_json() for key, item in running.items()}
        show_json("bets", {**answer, "faults": registry.faults})
    elif name is None:
        table = new_table("bet", "pays", "wins when")
        for item in (*registry, *registered(StreakBet)):
            table.add_row(item.key, pays(item), item.wins_when)
        console().print(table)
    elif is_streak(name):
        _print_streak(streak(name))
    else:
        _print(bet(name))


def _chosen(name: str | None) -> tuple[dict[str, Bet], dict[str, StreakBet]]:
    """All bets and all streak bets, by name; or only the bet `name`, with its price."""
    if name is None:
        streaks = {item.key: item for item in registered(StreakBet)}
        return {item.key: item for item in registered()}, streaks
    if is_streak(name):
        running = streak(name)
        return {}, {str(running) if ":" in name else running.key: running}
    chosen = bet(name)
    return {str(chosen) if ":" in name else chosen.key: chosen}, {}


def _print(item: Bet) -> None:
    say(f"{item.name} ({item}): {item.wins_when}")
    table = new_table("when", ">pays", ">guest is up")
    for tier, price in item.pays.items():
        table.add_row(tier, spell(price) if item.net(tier) > 0 else "", _net(item, tier))
    if not item.offered:
        table.add_row("otherwise", "", "-1")
    console().print(table)
    notes = {
        "offered": f"after four cards, {item.offered_when}" if item.offered else "",
        "looks at": str(item.depth),
        "also known as": ", ".join(item.also),
        "stake": str(item.cap or ""),
        "pays": "for one: the stake is part of what is paid" if item.for_one else "",
        "source": item.source,
    }
    say(*(f"{label}: {note}" for label, note in notes.items() if note))


def _print_streak(item: StreakBet) -> None:
    say(f"{item.name} ({item}): {item.wins_when}")
    table = new_table("in a row", ">pays")
    for wins, price in item.pays.items():
        table.add_row(str(wins), spell(price))
    console().print(table)
    say(
        f"if the shoe ends first: {NOT_DECIDED.get(item.unfinished, spell(item.unfinished))}",
        "offered: before a coup, while no streak of it is running",
        f"source: {item.source}",
    )


def _net(item: Bet, tier: str) -> str:
    net = item.net(tier)
    return "0 (push)" if net == 0 else spell(net)
