"""`baccarat games`: every game there is, or one of them."""

from typing import Annotated

import typer

from baccarat.cli.bets import bet_json, pays
from baccarat.cli.show import AsJson, console, new_table, say, show_json
from baccarat.games import GAMES, Game, game


def games(
    name: Annotated[str | None, typer.Argument(help="One game, e.g. ez.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or show one: how it is dealt and what is on the felt.

    Example: baccarat games ez
    """
    if name is None:
        if as_json:
            show_json({"games": [_json(item) for item in GAMES]})
        else:
            table = new_table("game", ">decks", "what is special")
            for item in GAMES:
                table.add_row(item.name, str(item.rules.decks), item.about)
            console().print(table)
    elif as_json:
        show_json(_json(game(name)))
    else:
        _print(game(name))


def _print(item: Game) -> None:
    rules = item.rules
    say(
        f"{item.name}: {item.about}",
        f"{rules.decks} decks, {'a burn' if rules.burn else 'no burn'}, the cut card "
        f"{rules.cut_card} from the end, last-coup rule {rules.last_coup.value}",
    )
    if rules.printed is not None:
        say(f"Player's first card is printed: {rules.printed}")
    say("", str(rules.tableau), "")
    table = new_table("spot", "bet", "pays", "wins when")
    for spot, bet in item.layout.bets.items():
        table.add_row(spot, bet.key, pays(bet), bet.wins_when)
    console().print(table)
    say(f"source: {item.source}")


def _json(item: Game) -> dict[str, object]:
    rules, layout = item.rules, item.layout
    return {
        "game": item.name,
        "also": list(item.also),
        "about": item.about,
        "decks": rules.decks,
        "burn": rules.burn,
        "cut_card": rules.cut_card,
        "last_coup": rules.last_coup.value,
        "printed": None if rules.printed is None else str(rules.printed),
        "tableau": str(rules.tableau).splitlines(),
        "chip": layout.chip,
        "rounding": layout.rounding.value,
        "limits": {"least": layout.limits.least, "most": layout.limits.most},
        "differential": layout.differential,
        "both_sides": layout.both_sides,
        "spots": {spot: bet_json(bet) for spot, bet in layout.bets.items()},
        "source": item.source,
    }
