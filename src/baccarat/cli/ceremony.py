"""The options of a shoe's ceremony, the same for every command that deals one."""

from dataclasses import replace
from typing import Annotated

import typer

from baccarat.rules import Rules
from baccarat.shoe import LastCoup

Burn = Annotated[bool | None, typer.Option(help="Burn by the first card.")]
CutCard = Annotated[int | None, typer.Option(help="Cards behind the cut card.")]
LAST_COUP = typer.Option(
    help="Which coup is the last: rule A, B or C; or how many follow if the cut card comes out "
    "before/inside one, e.g. 2/1.",
    metavar="RULE",
)
LastCoupRule = Annotated[str | None, LAST_COUP]


def with_ceremony(
    rules: Rules, burn: bool | None, cut_card: int | None, last_coup: str | None
) -> Rules:
    """The rules, with whatever was said of their ceremony."""
    return replace(
        rules,
        burn=rules.burn if burn is None else burn,
        cut_card=rules.cut_card if cut_card is None else cut_card,
        last_coup=rules.last_coup if last_coup is None else LastCoup.parse(last_coup),
    )
