"""`/api/v1/games` and `/api/v1/bets`: all games, all bets, and one game or bet by its name."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from baccarat.core.bets import StreakBet, bet, registered, streak
from baccarat.core.bets.streaks import is_streak
from baccarat.core.games import Game, game
from baccarat.web.api.examples import documented
from baccarat.web.gate.responses import in_worker, told
from baccarat.web.gate.strict_json import StrictRoute

router = APIRouter(route_class=StrictRoute)


@router.get(
    "/games",
    summary="All games",
    description="How each game is dealt, and the bets on its felt: the answer of "
    "`baccarat games --json`.",
    responses=documented("games"),
)
@in_worker
def list_games() -> Response:
    return told({"games": {item.name: item.as_json() for item in registered(Game)}})


@router.get("/games/{name}", summary="One game", responses=documented("game"))
@in_worker
def show_game(name: Annotated[str, Path(max_length=80, examples=["ez"])]) -> Response:
    """A game, by its name or by one of its other names."""
    return told(game(name).as_json())


@router.get(
    "/bets",
    summary="All bets",
    description="Every bet, what it pays and the source of that price; bets over several coups are "
    "under `streaks`. The answer of `baccarat bets --json`.",
    responses=documented("bets"),
)
@in_worker
def list_bets() -> Response:
    return told(
        {
            "bets": {item.key: item.as_json() for item in registered()},
            "streaks": {item.key: item.as_json() for item in registered(StreakBet)},
        }
    )


@router.get("/bets/{spelled:path}", summary="One bet", responses=documented("bet"))
@in_worker
def show_bet(spelled: Annotated[str, Path(max_length=80, examples=["lucky-6:12/23"])]) -> Response:
    """A bet by its name, with or without a price: `lucky-6:12/23`, `banker-streak`."""
    return told((streak(spelled) if is_streak(spelled) else bet(spelled)).as_json())
