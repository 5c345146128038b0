"""Questions to the laboratory as they are sent: names, numbers, prices, ladders, and no code."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from baccarat.questions.count import CountQuestion
from baccarat.questions.question import BaseQuestion, QuestionField
from baccarat.questions.simulate import SimulateQuestion
from baccarat.questions.stake import StakeQuestion
from baccarat.web.gate.responses import Strict

MOST_NAME = 80
MOST_NAMES = 12
MOST_NUMBER = 10**15
"""Beyond this no run is allowed, and every number of JSON is still whole everywhere."""

_Name = Annotated[str, Field(max_length=MOST_NAME)]
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
        names = Field(description=ask.help, min_length=ask.least or None, max_length=MOST_NAMES)
        default: Any = ... if ask.least else Field(default_factory=list)
        return Annotated[list[item], names], default  # type: ignore[valid-type]
    if str in part.types:
        bounds = {"max_length": MOST_NAME}
    elif int not in part.types and float not in part.types:
        bounds = {}
    return Annotated[kind, Field(description=ask.help, **bounds)], part.default


if TYPE_CHECKING:
    AnyQuestion = RunBody
else:
    AnyQuestion = Annotated[
        body_of(SimulateQuestion) | body_of(StakeQuestion) | body_of(CountQuestion),
        Field(discriminator="kind"),
    ]


def fields_of(body: RunBody) -> Mapping[str, Any]:
    """What a question asks for; neither its kind nor who deals."""
    return body.model_dump(exclude={"kind", "engine"}, exclude_defaults=True)
