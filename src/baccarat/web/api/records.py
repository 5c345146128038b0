"""`/api/v1/records`: reads a written shoe, checks it, and converts it to other formats."""

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from baccarat.core.record import Format, Record
from baccarat.core.shoe import MOST_DECKS
from baccarat.web.api.examples import bodies, documented
from baccarat.web.gate.problems import Problem
from baccarat.web.gate.responses import JSON, VARY, Strict, in_worker, preferred, told
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.settings import MOST_BYTES

MOST_COUPS = 10_000
MOST_TAGS = 100
"""Most lines of tags before the coups."""
CSV = "text/csv"
NOTATION = "text/plain"
WRITTEN = {JSON: Format.JSON, CSV: Format.CSV, NOTATION: Format.SHOE}
router = APIRouter(route_class=StrictRoute)


class RecordQuestion(Strict):
    """A written shoe, as text in any of our formats or as JSON."""

    text: str | None = Field(
        None,
        max_length=MOST_BYTES,
        description="A record in our notation, as CSV, as JSON, or results only.",
    )
    record: dict[str, Any] | None = Field(
        None, description="A record as JSON instead of a text: the answer of `convert`."
    )
    kind: Literal["shoe", "csv", "json", "bpt"] | None = Field(
        None, description="Format of the text; default: recognised by its first line."
    )
    lenient: bool = Field(
        False, description="Repair our notation where possible; `check` lists the repairs."
    )
    game: str = Field("punto-banco", max_length=80, description="Game of a csv or bpt record.")
    decks: int | None = Field(
        None, ge=1, le=MOST_DECKS, description="Decks of a csv or bpt record."
    )


@router.post(
    "/records/check",
    summary="Check a record",
    description="Read a record; if it has its seeds, deal the shoe again and compare. The answer "
    "of `baccarat record check --json`. If the seeds deal another shoe, the request still "
    "succeeds: `difference` says where the shoes differ.",
    responses=documented("record-check"),
)
@in_worker
def check_record(
    asked: Annotated[RecordQuestion, Body(openapi_examples=bodies("record-check"))],
) -> Response:
    record, kind, repairs = read_record(asked)
    return told(
        {
            **record.about_json(),
            "kind": kind.value,
            "repairs": repairs,
            "dealt_again": record.can_be_dealt_again,
            "difference": record.differs() if record.can_be_dealt_again else None,
        }
    )


@router.post(
    "/records/convert",
    summary="Convert a record",
    description="Read a record in any of our formats, and write it in the format of `Accept`: "
    "`application/json`, `text/csv`, or `text/plain`, which is our notation.",
    responses=documented("record-convert", CSV, NOTATION),
)
@in_worker
def convert_record(
    request: Request,
    asked: Annotated[RecordQuestion, Body(openapi_examples=bodies("record-convert"))],
) -> Response:
    kind = preferred(request, *WRITTEN)
    record, _, _ = read_record(asked)
    if kind == JSON:
        return told(record.as_json(), VARY)
    return Response(WRITTEN[kind].write(record), media_type=kind, headers=VARY)


def read_record(asked: RecordQuestion) -> tuple[Record, Format, list[str]]:
    """The record that was read, its format, and a sentence for each repaired error."""
    if (asked.text is None) == (asked.record is None):
        raise Problem(422, "give either a text or a record")
    text = json.dumps(asked.record) if asked.text is None else asked.text
    if len(text.splitlines()) > MOST_COUPS + MOST_TAGS:
        raise Problem(422, TOO_MANY)
    kind = Format.of(text) if asked.kind is None else Format(asked.kind)
    record, repairs = kind.read(text, asked.lenient, asked.game, asked.decks)
    if len(record.entries) > MOST_COUPS:
        raise Problem(422, TOO_MANY)
    return record, kind, repairs


TOO_MANY = f"at most {MOST_COUPS} coups are taken"
