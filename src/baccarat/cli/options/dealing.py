"""How a shoe is dealt: the options of its ceremony, the same for every command that deals one."""

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
"""Where a cell is free and nobody is asked, we play as the tableau of punto banco prints."""

GAME = typer.Option("--game", help="See `baccarat games`.", autocompletion=game_names)
GameName = Annotated[str, GAME]
BurnOption = Annotated[bool | None, typer.Option(help="Burn by the first card.")]
CutCard = Annotated[int | None, typer.Option(help="Cards behind the cut card.")]
LAST_COUP = typer.Option(
    help="Which coup is the last: rule A, B or C; or how many follow if the cut card comes out "
    "before/inside one, e.g. 2/1.",
    metavar="RULE",
)
LastCoupRule = Annotated[str | None, LAST_COUP]


def read_decks(text: str | None) -> float | None:
    """How many decks are typed; None if nothing is."""
    if text is None or text == "inf":
        return None if text is None else inf
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= MOST_DECKS:
        raise BadText(f"a shoe has 1 to {MOST_DECKS} whole decks (or inf), not {text[:24]!r}")
    return int(text)


def with_ceremony(
    rules: Rules, burn: bool | None, cut_card: int | None, last_coup: str | None
) -> Rules:
    """The rules, with the options of the ceremony that were given."""
    return replace(
        rules,
        burn=rules.burn if burn is None else burn,
        cut_card=rules.cut_card if cut_card is None else cut_card,
        last_coup=rules.last_coup if last_coup is None else LastCoup.parse(last_coup),
    )


def ceremony(rules: Rules, has_end: bool = True) -> str:
    """How a shoe is dealt, in words; without its end if the number of coups is fixed."""
    burn = "a burn" if rules.burn else "no burn"
    if not has_end:
        return burn
    return f"{burn}, the cut card {rules.cut_card} from the end, last-coup rule {rules.last_coup}"
