"""The page of proofs: visitors watch published figures being counted again, and check fair shoes.

GET /proof                      the page; a finished fair shoe of a table links to /proof#…
GET /proof/figures?since=57     the rows after row 57, for the page
GET /proof/figures.json         every counted figure, as in `baccarat verify --json`
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import groupby
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from baccarat.base.frozen import freezes
from baccarat.verify.published import Figure, figures
from baccarat.web.api.tables import Calls
from baccarat.web.gate.problems import as_bytes
from baccarat.web.gate.query_fields import whole_page
from baccarat.web.gate.responses import JSON
from baccarat.web.house.seats import threads_of
from baccarat.web.jobs.proofs import CountedSoFar, Recounting
from baccarat.web.pages.proof.fair_file import SAVED, form_words
from baccarat.web.pages.shell import page_words, shell_of
from baccarat.web.pages.static_files import STATIC

router = APIRouter(include_in_schema=False)
BESIDE = ("rounded", "is_right")
"""The fields of a row that are only for the page."""


@dataclass(frozen=True, slots=True)
@freezes("found")
class FigureRow:
    """A row of the page's table: a published figure, and our figure once it is counted."""

    number: int
    figure: Figure
    found: Mapping[str, Any] | None


@router.get("/proof")
@whole_page()
async def show_proof(request: Request, caller: Calls) -> Response:
    """The page, with the figures counted so far and a form that checks a fair shoe."""
    state = await threads_of(request).look(recounting_of(request).begin)
    words = page_words(request)
    return shell_of(request).page(
        request,
        "proof.html",
        groups=list(_groups(_rows(state.rows))),
        says=form_words(words),
        saved=SAVED,
        saved_digest=saved_digest(),
        **_told(state),
    )


@router.get("/proof/figures")
async def show_figures(
    request: Request, caller: Calls, since: Annotated[int, Query(ge=0, le=1 << 20)] = 0
) -> Response:
    """The HTML of the rows that were counted after the first `since` rows."""
    state = await threads_of(request).look(recounting_of(request).begin)
    rows = _rows(state.rows)[since : len(state.rows)]
    return shell_of(request).fragment(request, "figure_rows.html", rows=rows, **_told(state))


@router.get("/proof/figures.json")
async def tell_figures(request: Request, caller: Calls) -> Response:
    """Every figure that has been counted, as JSON with its full fraction."""
    state = await threads_of(request).look(recounting_of(request).begin)
    rows = [{name: row[name] for name in row if name not in BESIDE} for row in state.rows]
    return Response(as_bytes({"is_whole": _is_whole(state), "figures": rows}), media_type=JSON)


@cache
def saved_digest() -> str:
    """The SHA-256 of the file that checks fair shoes."""
    return sha256(STATIC[SAVED].read_bytes()).hexdigest()


def recounting_of(request: Request) -> Recounting:
    recounting: Recounting = request.app.state.recounting
    return recounting


def _rows(counted_rows: Sequence[Mapping[str, Any]]) -> list[FigureRow]:
    rows = dict(enumerate(counted_rows))
    return [FigureRow(number, figure, rows.get(number)) for number, figure in enumerate(figures())]


def _groups(rows: list[FigureRow]) -> Iterator[tuple[str, str, list[FigureRow]]]:
    """The rows in groups, each with its kind of figure and its source."""
    for (kind, source), group in groupby(rows, lambda row: (row.figure.kind, row.figure.source)):
        yield kind, source, list(group)


def _is_whole(state: CountedSoFar) -> bool:
    return len(state.rows) == len(figures())


def _told(state: CountedSoFar) -> dict[str, Any]:
    """The numbers of counted and of all figures, and how many have each verdict."""
    return {
        "done": len(state.rows),
        "of": len(figures()),
        "is_over": state.is_over,
        "is_whole": _is_whole(state),
        "is_right": all(row["is_right"] for row in state.rows),
        "seconds": state.seconds,
        "verdicts": Counter(row["verdict"] for row in state.rows).most_common(),
    }
