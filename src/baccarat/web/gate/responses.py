"""Runs endpoints in a worker thread, and chooses the content type that the request prefers."""

from collections.abc import Callable, Coroutine, Mapping
from functools import partial, wraps
from typing import Any, ParamSpec

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar
from pydantic import BaseModel, ConfigDict
from starlette.requests import Request
from starlette.responses import Response

from baccarat.web.gate.problems import Problem, as_bytes, weights_in

P = ParamSpec("P")

JSON = "application/json"
AT_ONCE = 1
"""Questions that are answered at the same time; the others wait without a thread.

Python runs one thread at a time: two at once are hardly faster, and delay events twice as much.
"""
VARY = {"Vary": "Accept"}
"""The header of an answer that exists in several formats."""
_workers: RunVar[CapacityLimiter] = RunVar("questions to the library")


class Strict(BaseModel):
    """A request body that refuses unknown fields, numbers as text, and text as numbers."""

    model_config = ConfigDict(extra="forbid", strict=True)


def in_worker(answer: Callable[P, Response]) -> Callable[P, Coroutine[Any, Any, Response]]:
    """Let an endpoint run in a worker thread, so that it does not block other requests."""

    @wraps(answer)
    async def answer_later(*args: P.args, **kwargs: P.kwargs) -> Response:
        call = partial(answer, *args, **kwargs)
        return await to_thread.run_sync(call, limiter=_limiter())

    return answer_later


def _limiter() -> CapacityLimiter:
    try:
        return _workers.get()
    except LookupError:
        _workers.set(CapacityLimiter(AT_ONCE))
        return _workers.get()


def told(value: Mapping[str, object], headers: Mapping[str, str] | None = None) -> Response:
    """A response with this value as JSON."""
    return Response(as_bytes(value), headers=headers, media_type=JSON)


def preferred(request: Request, *offered: str) -> str:
    """The content type that a request prefers among these; by default, the first content type."""
    ranges = weights_in(request.headers.get("accept", ""))
    if not any("/" in name for name in ranges):
        return offered[0]
    liked = {kind: _liking(kind, ranges) for kind in offered}
    best = max(offered, key=liked.__getitem__)
    if not liked[best]:
        raise Problem(406, f"the answer can only be sent as {', '.join(offered)}")
    return best


def _liking(kind: str, ranges: Mapping[str, float]) -> float:
    """The weight of a content type in an `Accept` header: of `a/b`, else `a/*`, else `*/*`."""
    names = (kind, f"{kind.partition('/')[0]}/*", "*/*")
    return next((ranges[name] for name in names if name in ranges), 0.0)
