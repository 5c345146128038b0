"""The request bodies that ask for a run; they hold names and numbers, and never code."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from baccarat.questions.count import CountQuestion
from baccarat.questions.question import BaseQuestion
from baccarat.questions.simulate import SimulateQuestion
from baccarat.questions.stake import StakeQuestion
from baccarat.web.gate.responses import Strict
from baccarat.web.jobs.bodies import field_of

_Engine = Literal["auto", "cpu", "reference"]


class RunBody(Strict):
    """A request body that asks for a run: its kind, its engine, and the fields of the question."""

    kind: str
    engine: Annotated[
        _Engine, Field(description="The engine that deals; it changes the time, never the answer.")
    ] = "auto"


@cache
def body_of(question: type[BaseQuestion]) -> type[RunBody]:
    """The class of request bodies for a class of questions."""
    fields: dict[str, Any] = {part.name: field_of(part) for part in question.asked()}
    fields |= {"kind": (Literal[question.kind], ...), "__doc__": question.__doc__}
    return create_model(question.__name__, __base__=RunBody, **fields)


if TYPE_CHECKING:
    AnyQuestion = RunBody
else:
    AnyQuestion = Annotated[
        body_of(SimulateQuestion) | body_of(StakeQuestion) | body_of(CountQuestion),
        Field(discriminator="kind"),
    ]


def fields_of(body: RunBody) -> Mapping[str, Any]:
    """The fields of a request body, without the kind and the engine."""
    return body.model_dump(exclude={"kind", "engine"}, exclude_defaults=True)
