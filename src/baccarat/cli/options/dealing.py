"""The options of a shoe's ceremony (burn, cut card, last coup), for commands that deal shoes."""

import re
from dataclasses import replace
from math import inf
from typing import Annotated, Any

import typer

from baccarat.base.errors import BadText
from baccarat.cli.options.completion import game_names
from baccarat.core.rules import Rules
from baccarat.core.shoe import MOST_DECKS, LastCoup
from baccarat.questions.game import (
    BurnField,
    CutCardField,
    DecksField,
    GameField,
    LastCoupField,
)

OF_GAME = "the game's"
"""The default in a help text if the game decides."""


def _option(field: Any, *names: str, **settings: Any) -> Any:
    """An option with the help of a question's field, for commands that ask no such question."""
    (ask,) = field.__metadata__
    return typer.Option(*names, help=ask.help, show_default=ask.usual or True, **settings)


GameName = Annotated[str, _option(GameField, "--game", autocompletion=game_names)]
BurnOption = Annotated[bool | None, _option(BurnField)]
DeckNumber = Annotated[int | None, _option(DecksField)]
CutCard = Annotated[int | None, _option(CutCardField)]
LastCoupRule = Annotated[str | None, _option(LastCoupField, metavar="RULE")]


def read_decks(text: str | None) -> float | None:
    """The typed number of decks; None if there is none."""
    if text is None or text == "inf":
        return None if text is None else inf
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= MOST_DECKS:
        raise BadText(f"a shoe must have 1 to {MOST_DECKS} whole decks (or inf), not {text[:24]!r}")
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
