"""The options of a shoe's ceremony (burn, cut card, last coup), for commands that deal shoes."""

import re
from dataclasses import replace
from math import inf
from typing import Annotated

import typer

from baccarat.base.errors import BadText
from baccarat.cli.options.completion import game_names
from baccarat.core.rules import Rules
from baccarat.core.shoe import MOST_DECKS, LastCoup
from baccarat.core.tableau import PUNTO_BANCO
from baccarat.core.third_card import following

DECIDE = following(PUNTO_BANCO)
"""The decision in a free cell if nobody is asked: the tableau of punto banco."""
OF_GAME = "the game's"
"""The default in a help text if the game decides."""

GAME = typer.Option(
    "--game", help="Name of the game: `baccarat games` lists all games.", autocompletion=game_names
)
GameName = Annotated[str, GAME]
BurnOption = Annotated[
    bool | None,
    typer.Option(
        help="Turn up the first card and burn as many cards as its points; a ten or picture "
        "burns 10.",
        show_default=OF_GAME,
    ),
]
DeckNumber = Annotated[
    int | None, typer.Option(help=f"Number of decks, 1 to {MOST_DECKS}.", show_default=OF_GAME)
]
CutCard = Annotated[
    int | None, typer.Option(help="Number of cards behind the cut card.", show_default=OF_GAME)
]
LAST_COUP = typer.Option(
    help="Rule for the last coup: A, B or C. Or two numbers, e.g. 2/1: 2 more coups if the cut "
    "card comes out before a coup, 1 more if it comes out during a coup.",
    metavar="RULE",
    show_default=OF_GAME,
)
LastCoupRule = Annotated[str | None, LAST_COUP]


def read_decks(text: str | None) -> float | None:
    """The typed number of decks; None if there is none."""
    if text is None or text == "inf":
        return None if text is None else inf
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= MOST_DECKS:
        raise BadText(f"a shoe has 1 to {MOST_DECKS} whole decks (or inf), not {text[:24]!r}")
    return int(text)


def with_ceremony(
    rules: Rules, burn: bool | None, cut_card: int | None, last_coup: str | None
) -> Rules:
    """The rules, with the burn, cut card and last-coup rule that are given."""
    return replace(
        rules,
        burn=rules.burn if burn is None else burn,
        cut_card=rules.cut_card if cut_card is None else cut_card,
        last_coup=rules.last_coup if last_coup is None else LastCoup.parse(last_coup),
    )


def ceremony(rules: Rules, has_end: bool = True) -> str:
    """The burn, the cut card and the last-coup rule in words; without `has_end`, only the burn."""
    burn = "a burn" if rules.burn else "no burn"
    if not has_end:
        return burn
    return f"{burn}, the cut card {rules.cut_card} from the end, last-coup rule {rules.last_coup}"
