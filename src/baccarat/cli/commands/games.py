"""`baccarat games`: all games, or one of them."""

from typing import Annotated

import typer

from baccarat.base.errors import BadText
from baccarat.cli.options.completion import game_names
from baccarat.cli.options.dealing import ceremony
from baccarat.cli.options.files import HtmlFile
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.par_sheet import AsPar, show_par
from baccarat.cli.output.show import AsJson, console, new_table, say, show_json
from baccarat.core.bets import registered
from baccarat.core.bets.price_words import pays
from baccarat.core.games import Game, game


@takes_plugins
def games(
    name: Annotated[
        str | None, typer.Argument(help="A game, e.g. ez.", autocompletion=game_names)
    ] = None,
    par: AsPar = False,
    html: HtmlFile = None,
    as_json: AsJson = False,
) -> None:
    """List all games, or show one game: how its shoe is dealt, its tableau and its bets.

    Example: baccarat games ez
    """
    if par and name is not None:
        show_par("games", html, as_json, game(name))
        return
    if par or html is not None:
        raise BadText("a PAR sheet is of one game: name the game, and add --par")
    registry = registered(Game)
    if as_json:
        chosen = registry if name is None else (game(name),)
        games_json = {item.name: item.as_json() for item in chosen}
        show_json("games", {"games": games_json, "faults": registry.faults})
    elif name is None:
        table = new_table("game", ">decks", "what is special")
        for item in registry:
            table.add_row(item.key, str(item.rules.decks), item.about)
        console().print(table)
    else:
        _print(game(name))


def _print(item: Game) -> None:
    rules = item.rules
    say(f"{item.name}: {item.about}", f"{rules.decks} decks, {ceremony(rules)}")
    if rules.printed is not None:
        say(f"Player's first card is printed: {rules.printed}")
    say("", str(rules.tableau), "")
    table = new_table("spot", "bet", "pays", "wins when")
    for spot, bet in item.layout.bets.items():
        table.add_row(spot, bet.key, pays(bet), bet.wins_when)
    console().print(table)
    if item.source:
        say(f"source: {item.source}")
