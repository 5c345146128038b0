"""Compressed answers, for clients that accept gzip."""

import gzip

from starlette.requests import Request
from starlette.responses import Response

from baccarat.web.gate.problems import weights_in


def takes_gzip(request: Request) -> bool:
    """Whether the client accepts gzip; `gzip;q=0` means that it does not."""
    weights = weights_in(request.headers.get("accept-encoding", ""))
    return weights.get("gzip", weights.get("*", 0)) > 0


def pressed(
    request: Request,
    body: bytes,
    kind: str,
    headers: dict[str, str],
    pressed_body: bytes | None = None,
    status: int = 200,
) -> Response:
    """A response with this body, compressed if the client accepts gzip."""
    headers = {"Vary": "Accept-Encoding", **headers}
    if takes_gzip(request):
        body = gzip.compress(body, 6) if pressed_body is None else pressed_body
        headers["Content-Encoding"] = "gzip"
    return Response(body, status, headers, media_type=kind)
