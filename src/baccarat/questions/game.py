"""The game of a question: the fields that name it, and who decides where a cell is free."""

from typing import Annotated

from baccarat.core.bets import registered
from baccarat.core.games import KNOWN
from baccarat.core.shoe import MOST_DECKS
from baccarat.core.tableau import PUNTO_BANCO
from baccarat.core.third_card import following
from baccarat.questions.question import Ask

DECIDE = following(PUNTO_BANCO)
"""Where a cell is free and nobody is asked, we play as the tableau of punto banco prints."""
GAME = "punto-banco"


def game_names() -> list[str]:
    return [game.name for game in KNOWN]


def bet_names() -> list[str]:
    return [bet.key for bet in registered()]


GameField = Annotated[str, Ask("See `baccarat games`.", offers=game_names)]
DecksField = Annotated[
    int | None, Ask(f"1 to {MOST_DECKS} decks.", 1, MOST_DECKS, usual="the game's")
]  # fmt: skip
EndlessField = Annotated[
    bool,
    Ask("A deck to which every card returns; then there are no `decks`.", option="--decks inf"),
]
