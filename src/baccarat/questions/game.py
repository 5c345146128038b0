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
MOST_BEHIND = 52 * MOST_DECKS
"""The maximum number of cards behind a cut card."""


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
BurnField = Annotated[
    bool | None,
    Ask("Turn up the first card and burn as many cards as its points; a ten or picture burns 10.",
        usual="the game's"),
]  # fmt: skip
CutCardField = Annotated[
    int | None, Ask("Number of cards behind the cut card.", 0, MOST_BEHIND, usual="the game's")
]
LastCoupField = Annotated[
    str | None,
    Ask("Rule for the last coup: A, B or C. Or two numbers, e.g. 2/1: 2 more coups if the cut "
        "card comes out before a coup, 1 more if it comes out during a coup.",
        usual="the game's"),
]  # fmt: skip
EndlessField = Annotated[
    bool,
    Ask("An endless deck, to which every card returns; it replaces `decks`.", option="--decks inf"),
]
