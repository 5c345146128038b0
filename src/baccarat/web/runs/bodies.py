"""Questions to the laboratory as they are sent: names, numbers, prices, ladders, and no code."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from baccarat.core.shoe import MOST_DECKS
from baccarat.questions.question import BaseQuestion, QuestionField
from baccarat.questions.simulate import SimulateQuestion
from baccarat.questions.stake import StakeQuestion
from baccarat.web.gate.responses import Strict

MOST_NAME = 80
MOST_NAMES = 12
MOST_NUMBER = 10**15
"""Beyond this no run is allowed, and every number of JSON is still whole everywhere."""
MOST_SEED = (1 << 64) - 1

_Name = Annotated[str, Field(max_length=MOST_NAME)]
_Names = Annotated[list[_Name], Field(max_length=MOST_NAMES)]
_Many = Annotated[int, Field(ge=1, le=MOST_NUMBER)]
_CutCard = Annotated[int, Field(ge=0, le=52 * MOST_DECKS)]
_Engine = Literal["auto", "cpu", "reference"]


class RunBody(Strict):
    """A question to the laboratory, as it is sent."""

    kind: str
    engine: Annotated[
        _Engine, Field(description="Who deals; it changes the time, and never the answer.")
    ] = "auto"


@cache
def body_of(question: type[BaseQuestion]) -> type[RunBody]:
    """The body that asks such a question: it reads it, and OpenAPI describes it."""
    fields: dict[str, Any] = {part.name: _field(part) for part in question.asked()}
    fields |= {"kind": (Literal[question.kind], ...), "__doc__": question.__doc__}
    return create_model(question.__name__, __base__=RunBody, **fields)


def _field(part: QuestionField) -> tuple[Any, Any]:
    """Its type with the bounds of a server, and its default."""
    ask, kind = part.ask, part.type
    bounds: dict[str, Any] = {"ge": ask.low, "gt": ask.above, "le": ask.high or MOST_NUMBER}
    if part.is_list:
        item = Annotated[int, Field(**bounds)] if int in part.types else _Name
        names = Field(description=ask.help, max_length=MOST_NAMES)
        return Annotated[list[item], names], Field(default_factory=list)  # type: ignore[valid-type]
    if str in part.types:
        bounds = {"max_length": MOST_NAME}
    elif int not in part.types and float not in part.types:
        bounds = {}
    return Annotated[kind, Field(description=ask.help, **bounds)], part.default


class _Dealt(RunBody):
    """What every question may say: the seed, the game, and how it is dealt."""

    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] = 0
    game: Annotated[_Name, Field(description="`GET /api/v1/games` lists them.")] = "punto-banco"
    decks: Annotated[
        int | None,
        Field(ge=1, le=MOST_DECKS, description="The game's own number if it is not said."),
    ] = None
    burn: Annotated[bool | None, Field(description="Burn by the first card.")] = None


class CountQuestion(_Dealt):
    """What card counts are worth, on the same shoes."""

    kind: Literal["count"]
    counts: Annotated[
        _Names,
        Field(
            min_length=1,
            description="`dragon-7`, `suggested on tie`, `perfect on tie`, "
            "`0 0 0 -1 -1 -1 -1 2 2 0 at 4 on dragon-7`.",
        ),
    ]
    bets: Annotated[
        _Names, Field(description="The bets of counts that name none, perhaps at a price.")
    ] = Field(default_factory=list)
    shoes: _Many = 100_000
    cut_cards: Annotated[
        list[_CutCard], Field(max_length=MOST_NAMES, description="Cards behind the cut card.")
    ] = Field(default_factory=list)
    last_coups: Annotated[_Names, Field(description="Last-coup rules.")] = Field(
        default_factory=list
    )
    pace: Annotated[_Many, Field(description="Coups an hour.")] = 70
    as_won: Annotated[bool, Field(description="Leave the exact expectations out.")] = False


if TYPE_CHECKING:
    AnyQuestion = RunBody
else:
    AnyQuestion = Annotated[
        body_of(SimulateQuestion) | body_of(StakeQuestion) | CountQuestion,
        Field(discriminator="kind"),
    ]


def fields_of(body: RunBody) -> Mapping[str, Any]:
    """What a question asks for; neither its kind nor who deals."""
    return body.model_dump(exclude={"kind", "engine"}, exclude_defaults=True)
