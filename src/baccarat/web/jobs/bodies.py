"""Makes the fields of a request body from the fields of a question, with the server's limits."""

from typing import Annotated, Any

from pydantic import Field

from baccarat.questions.question import QuestionField

MOST_NAME = 80
MOST_NAMES = 12
MOST_NUMBER = 10**15
"""The largest number: larger than any allowed run, and still exact in every JSON reader."""


def field_of(
    part: QuestionField, letters: int = MOST_NAME, items: int = MOST_NAMES
) -> tuple[Any, Any]:
    """The type of a field with its limits, and the default of the field.

    A text has at most `letters` characters, and a list at most `items` items.
    """
    ask, kind = part.ask, part.type
    bounds: dict[str, Any] = {"ge": ask.low, "gt": ask.above, "le": ask.high or MOST_NUMBER}
    if str in part.types:
        bounds = {"max_length": letters}
    elif int not in part.types and float not in part.types:
        bounds = {}
    if part.is_list:
        item: Any = Annotated[int if int in part.types else str, Field(**bounds)]
        names = Field(description=ask.help, min_length=ask.least or None, max_length=items)
        return Annotated[list[item], names], ... if ask.least else Field(default_factory=list)
    return Annotated[kind, Field(description=ask.help, **bounds)], part.default
