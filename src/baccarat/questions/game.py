"""The fields by which a question names its game, and the decision in free cells."""

from typing import Annotated

from baccarat.core.bets import registered
from baccarat.core.games import KNOWN
from baccarat.core.shoe import MOST_DECKS
from baccarat.core.tableau import PUNTO_BANCO
from baccarat.core.third_card import following
from baccarat.questions.question import Ask

DECIDE = following(PUNTO_BANCO)
"""The decision in a free cell if nobody is asked: the tableau of punto banco."""
GAME = "punto-banco"


def game_names() -> list[str]:
    return [game.name for game in KNOWN]


def bet_names() -> list[str]:
    return [bet.key for bet in registered()]


GameField = Annotated[
    str, Ask("Name of the game: `baccarat games` lists all games.", offers=game_names)
]
DecksField = Annotated[
    int | None, Ask(f"Number of decks, 1 to {MOST_DECKS}.", 1, MOST_DECKS, usual="the game's")
]  # fmt: skip
EndlessField = Annotated[
    bool,
    Ask("An endless deck, to which every card returns; it replaces `decks`.", option="--decks inf"),
]
