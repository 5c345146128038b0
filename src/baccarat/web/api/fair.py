"""`/api/v1/fair`: checks the commitment to a seed, and shuffles a shoe with given seeds."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body
from pydantic import Field
from starlette.responses import Response

from baccarat.base.jsonable import decked
from baccarat.core.fair import MOST_GUEST_SEED, Fair
from baccarat.core.games import as_game
from baccarat.core.shoe import MOST_DECKS
from baccarat.web.api.examples import bodies, documented
from baccarat.web.gate.responses import Strict, in_worker, told
from baccarat.web.gate.strict_json import StrictRoute

router = APIRouter(route_class=StrictRoute)

Digits = Annotated[str, Field(max_length=64, description="64 hexadecimal digits.")]


class PromiseQuestion(Strict):
    """The house's commitment to a seed (its hash), and the seed that the house revealed."""

    commitment: Digits
    house_seed: Digits


class OrderQuestion(Strict):
    """The house's seed and the guest's seed of a fair shoe, its number, its decks and its cut."""

    house_seed: Digits
    guest_seed: str = Field("", max_length=MOST_GUEST_SEED)
    number: int = Field(
        0, ge=0, le=(1 << 64) - 1, description="Number of the shoe of these seeds, from 0."
    )
    game: str = Field("punto-banco", max_length=80)
    decks: int | None = Field(None, ge=1, le=MOST_DECKS)
    cut: int | None = Field(
        None, ge=0, le=52 * MOST_DECKS, description="Where the guest cut, if at all."
    )


@router.post(
    "/fair/check",
    summary="Check a commitment",
    description="Whether the revealed seed is the one that the house committed to.",
    responses=documented("fair-check"),
)
@in_worker
def check_promise(
    asked: Annotated[PromiseQuestion, Body(openapi_examples=bodies("fair-check"))],
) -> Response:
    fair = Fair(asked.commitment, house_seed=asked.house_seed)
    return told({**asked.model_dump(), "is_kept": fair.is_kept})


@router.post(
    "/fair/order",
    summary="Order of a fair shoe",
    description="The cards of a fair shoe in order, the burn card first, from seeds that you send. "
    "It reveals no seed of a table.",
    responses=documented("fair-order"),
)
@in_worker
def order_shoe(
    asked: Annotated[OrderQuestion, Body(openapi_examples=bodies("fair-order"))],
) -> Response:
    fair = replace(Fair.promise(asked.house_seed), guest_seed=asked.guest_seed, number=asked.number)
    game = as_game(asked.game, decks=asked.decks)
    shoe = game.rules.shoe(cut=asked.cut, fair=fair)
    return told(
        {
            "game": game.name,
            **decked(game.rules.decks),
            "fair": fair.as_json(),
            "number": fair.number,
            "cut": asked.cut,
            "burn_card": None if shoe.burn_card is None else str(shoe.burn_card),
            "cards": [str(card) for card in shoe.cards],
        }
    )
