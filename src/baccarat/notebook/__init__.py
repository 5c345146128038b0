"""Shows values in notebooks (Jupyter) as pictures and tables.

html(value)     for `_repr_html_`: Jupyter and marimo use it first
svg(value)      for `_repr_svg_`: only the picture, if there is one; for PDF and slides

`PICTURES` and `TABLES` name the function for each class. Exactly the classes in them are
`@displayed`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from baccarat.base.errors import BaccaratError
from baccarat.notebook.html_parts import boxed, paragraph, picture
from baccarat.render.drawing import Drawing

PICTURES = {
    **dict.fromkeys(("Card", "Coup", "Hand", "Record", "Scoreboard"), "dealt.draw"),
    "Drawing": "dealt.drawing",
    "Glimpse": "dealt.glimpse",
    "Tally": "dealt.tally",
}
"""By class: the function that draws it, in a file of this folder."""
TABLES = {
    "Banque": "equilibria.banque",
    "Bet": "felts.bet",
    "CasinoSolution": "equilibria.casino",
    "Composition": "dealt.composition",
    "Comparison": "sessions.comparison",
    "Coups": "odds.coups",
    "CountedShoes": "sessions.counted_shoes",
    "FlatRisk": "sessions.risk",
    "Game": "felts.game",
    "Layout": "felts.layout",
    "Odds": "odds.odds",
    "OddsTable": "odds.odds_table",
    "Prospects": "sessions.prospects",
    "Removal": "odds.removal",
    "Session": "sessions.session",
    "Settlement": "felts.settlement",
    "Shoe": "dealt.shoe",
    "Simulation": "odds.simulation",
    "Solution": "equilibria.solution",
    "Staked": "sessions.staked",
    "Statistics": "odds.statistics",
    "StreakOdds": "odds.streak_odds",
    "Table": "sessions.sitting",
    "Tableau": "equilibria.tableau",
}
"""By class: the function that writes its tables as HTML, perhaps with a picture."""


def html(value: object) -> str:
    """The value as HTML, which may stand in a page several times.

    >>> from baccarat import odds
    >>> "1.0579" in html(odds(8))
    True
    """
    try:
        drawing = _drawn(value)
        return boxed(_found(TABLES, value)(value) if drawing is None else picture(drawing))
    except BaccaratError as complaint:  # e.g. a tally without coups has nothing to show
        return boxed(paragraph(f"{value!r}: {complaint}"))


def svg(value: object) -> str | None:
    """The picture of a value that has no table; None for other values."""
    try:
        drawing = _drawn(value)
    except BaccaratError:
        return None
    return None if drawing is None else drawing.svg


def _drawn(value: object) -> Drawing | None:
    draw = _found(PICTURES, value)
    return None if draw is None else draw(value)


def _found(functions: Mapping[str, str], value: object) -> Any:
    """The function that shows a value, by the name of its class or its nearest base class."""
    for kind in type(value).__mro__:
        if kind.__name__ in functions:
            room, _, name = functions[kind.__name__].partition(".")
            return getattr(import_module(f"{__name__}.{room}"), name)
    return None
